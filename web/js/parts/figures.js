/*
 * Figures and their doubt: every number that a table shows is { value, low, high, n }, whatever it was computed from.
 * Here they are made out of the API's fields, and the axis that a column of them shares is found. docs/statistics.md
 * says what each means.
 */

/** Below this many games a figure is shown faint, as docs/statistics.md says. */
export const FEW = 5;

const Z = 1.959964;

/** A figure with a standard error: two of them each way. `error` null: no interval. */
export const withError = (value, error, n) =>
  value == null
    ? null
    : { value, low: error == null ? null : value - 2 * error, high: error == null ? null : value + 2 * error, n };

/** A figure of which no error is known. */
export const alone = (value, n) => (value == null ? null : { value, low: null, high: null, n });

/** `hits` of `n`, with Wilson's 95 % interval. */
export function share(hits, n) {
  if (!(n > 0)) return null;
  const rate = hits / n;
  const scale = 1 + (Z * Z) / n;
  const middle = (rate + (Z * Z) / (2 * n)) / scale;
  const width = (Z * Math.sqrt((rate * (1 - rate)) / n + (Z * Z) / (4 * n * n))) / scale;
  return { value: rate, low: Math.max(0, middle - width), high: Math.min(1, middle + width), n };
}

/**
 * The axis of a column: from the smallest to the largest end of its intervals. Figures of few games are faint and have
 * wide intervals: they do not stretch the axis beyond `slack` times what the others need, and are cut there (Interval
 * marks the cut).
 */
export function axisOf(figures, slack = 1.6) {
  const known = figures.filter(Boolean);
  const solid = known.filter((figure) => figure.n >= FEW);
  const ends = (list) => {
    const all = list.flatMap((figure) => [figure.value, figure.low ?? figure.value, figure.high ?? figure.value]);
    return all.length > 0 ? [Math.min(...all), Math.max(...all)] : null;
  };
  const whole = ends(known);
  if (!whole) return null;
  const core = ends(solid) ?? whole;
  const values = [Math.min(...known.map((figure) => figure.value)), Math.max(...known.map((figure) => figure.value))];
  const room = ((core[1] - core[0]) * (slack - 1)) / 2;
  let low = Math.min(values[0], Math.max(whole[0], core[0] - room));
  let high = Math.max(values[1], Math.min(whole[1], core[1] + room));
  if (high - low < 1e-9) {
    low -= 0.5;
    high += 0.5;
  }
  const pad = (high - low) * 0.03;
  return { low: low - pad, high: high + pad };
}

/** Round numbers inside an axis, about `count` of them. */
export function ticksOf(axis, count = 3) {
  const rough = (axis.high - axis.low) / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((size) => size >= rough);
  const ticks = [];
  for (let tick = Math.ceil(axis.low / step) * step; tick <= axis.high; tick += step) {
    ticks.push(Math.abs(tick) < step / 1e6 ? 0 : tick);
  }
  return ticks;
}

/** Compares for sorting: numbers by value, texts as the language does, what is missing last in both directions. */
export function compare(a, b, down, collator) {
  if (a == null || b == null) return a == null ? (b == null ? 0 : 1) : -1;
  const order = typeof a === "string" ? collator.compare(a, b) : a - b;
  return down ? -order : order;
}
