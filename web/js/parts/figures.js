/*
 * Figures and their doubt: every number that a table shows is { value, low, high, n }, whatever it was computed from.
 * Here they are made out of the API's fields, and the axis that a column of them shares is found. docs/statistics.md
 * says what each means.
 */

/** Below this many games a figure is shown faint, as docs/statistics.md says. */
export const FEW = 5;

const Z = 1.959964;

/**
 * A figure with the ends of its interval, as the API has them: null where nothing can be said. An interval of no width
 * would say that all is known: it is none.
 * @param {number | null | undefined} value
 * @param {number | null | undefined} low
 * @param {number | null | undefined} high
 * @param {number} n
 * @returns {Page.Figure | null}
 */
export function between(value, low, high, n) {
  if (value == null) return null;
  return low == null || high == null || low >= high ? { value, low: null, high: null, n } : { value, low, high, n };
}

/**
 * A figure of which only the value is told.
 * @param {number | null | undefined} value
 * @param {number} n
 * @returns {Page.Figure | null}
 */
export const alone = (value, n) => (value == null ? null : { value, low: null, high: null, n });

/**
 * `hits` of `n`, with Wilson's 95 % interval.
 * @param {number} hits
 * @param {number} n
 * @returns {Page.Figure | null}
 */
export function share(hits, n) {
  if (!(n > 0)) return null;
  const rate = hits / n;
  const scale = 1 + (Z * Z) / n;
  const middle = (rate + (Z * Z) / (2 * n)) / scale;
  const width = (Z * Math.sqrt((rate * (1 - rate)) / n + (Z * Z) / (4 * n * n))) / scale;
  return { value: rate, low: Math.max(0, middle - width), high: Math.min(1, middle + width), n };
}

/** Both ends lie equally far away: floating point aside. */
const EVEN = 1e-3;

/**
 * The doubt of a figure as a text: "± 12" where both ends are equally far away, "0.4–2.3" where they are not; "" where
 * there is none, or it is less than the digits tell.
 * @param {Page.Figure} figure
 * @param {Page.Format} format
 */
export function doubtOf({ value, low, high }, format) {
  if (low === null || high === null) return "";
  const half = (high - low) / 2;
  if (Math.abs(high + low - 2 * value) > EVEN * half) return rangeOf(format(low), format(high));
  return format(half) === format(0) ? "" : `± ${format(half)}`;
}

/**
 * From one text to the other; signs want some room around the dash.
 * @param {string} low
 * @param {string} high
 */
const rangeOf = (low, high) => (/^\d/.test(low) && /^\d/.test(high) ? `${low}–${high}` : `${low} … ${high}`);

/**
 * On which side of `par` a figure is, as far as one can be sure: 1 above, -1 below, 0 when the interval holds it (then
 * nobody can tell), null without an interval.
 * @param {Page.Figure} figure
 * @param {number} par
 */
export function sideOf({ low, high }, par) {
  if (low === null || high === null) return null;
  return low > par ? 1 : high < par ? -1 : 0;
}

/**
 * The axis of a column: from the smallest to the largest end of its intervals. Figures of few games are faint and have
 * wide intervals: they do not stretch the axis beyond `slack` times what the others need, and are cut there (Interval
 * marks the cut).
 * @param {(Page.Figure | null)[]} figures
 * @param {number} [slack]
 * @returns {Page.Axis | null}
 */
export function axisOf(figures, slack = 1.6) {
  const known = figures.filter((figure) => figure !== null);
  const solid = known.filter((figure) => figure.n >= FEW);
  /** @param {Page.Figure[]} list */
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

/**
 * Round numbers inside an axis, about `count` of them.
 * @param {Page.Axis} axis
 * @param {number} [count]
 */
export function ticksOf(axis, count = 3) {
  const ticks = roundNumbers(axis, count);
  return ticks.length > 1 ? ticks : roundNumbers(axis, 2 * count); // one number is no scale
}

/**
 * @param {Page.Axis} axis
 * @param {number} count
 */
function roundNumbers(axis, count) {
  const rough = (axis.high - axis.low) / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 2.5, 5].find((factor) => factor * power >= rough) ?? 10) * power;
  const ticks = [];
  for (let tick = Math.ceil(axis.low / step) * step; tick <= axis.high; tick += step) {
    ticks.push(Math.abs(tick) < step / 1e6 ? 0 : tick);
  }
  return ticks;
}

/**
 * Compares for sorting: numbers by value, texts as the language does, what is missing last in both directions.
 * @param {Page.Sortable} a
 * @param {Page.Sortable} b
 * @param {boolean} down
 * @param {Intl.Collator} collator
 */
export function compare(a, b, down, collator) {
  if (a == null || b == null) return a == null ? (b == null ? 0 : 1) : -1;
  const order = typeof a === "number" && typeof b === "number" ? a - b : collator.compare(String(a), String(b));
  return down ? -order : order;
}
