// Results as somebody says them (docs/totals.md, docs/pad.md): which seats speak, what is wrong with a number, the
// lines of the record. Points are kept as they were typed, with a point or a comma.

/** What counts, and which of it is a number a seat: "points", "ranks" or nothing. */
export const VARIANTS = ["high", "low", "rank", "win", "together"];
const PAD = "pad";
const MOST = 99999999; // hundredths
const HUNDRED = 100;
/**
 * Totals that can be, of games whose rules say so.
 * @type {Record<string, [number, number]>}
 */
const RANGES = { foret: [-99, 999], grandbois: [0, 599], biotopes: [-99, 999] };

/** @param {Page.Draft} draft */
export const isPad = ({ game }) => game === PAD;
/** @param {Page.Draft} draft */
export const rangeOf = ({ game }) => RANGES[game] ?? null;

/**
 * An empty sheet of totals.
 * @param {{ seats: unknown[], variant: Api.Variant }} table
 */
export const blank = ({ seats, variant }) => ({
  points: seats.map(() => ""),
  ranks: seats.map(() => ""),
  wins: seats.map(() => false),
  teams: seats.map(() => ""),
  end: null,
  total: "",
  rival: variant.extra.includes("a") ? "" : null,
  minutes: "",
  note: "",
});

/**
 * Points in hundredths; null when the text is no number with two decimals at the most.
 * @param {string} text
 */
export function hundredths(text) {
  const [, minus, whole, rest = ""] = /^([-−]?)(\d{1,7})(?:[.,](\d{0,2}))?$/.exec(text.trim()) ?? [];
  if (whole === undefined) return null;
  const size = Number(whole) * HUNDRED + Number(rest.padEnd(2, "0"));
  return minus ? -size : size;
}

/**
 * As the record writes it.
 * @param {string} text
 */
const written = (text) => String((hundredths(text) ?? 0) / HUNDRED);

/**
 * For each seat the one that speaks for it: the lowest of its team, or itself.
 * @param {Page.TotalsDraft} draft
 */
export const speakers = ({ teams, variant, seats }) =>
  seats.map((_, i) => (variant !== "together" && teams[i] ? teams.indexOf(teams[i]) : i));

/**
 * Seats with a line of their own, one a side.
 * @param {Page.TotalsDraft} draft
 */
export const sides = (draft) => speakers(draft).flatMap((speaker, i) => (speaker === i ? [i] : []));

/**
 * Which numbers are asked for: totals, ranks, or none.
 * @param {Page.TotalsDraft} draft
 * @returns {"points" | "ranks" | null}
 */
export function asked(draft) {
  if (draft.end === "played") return null;
  if (!isPad(draft) || draft.variant === "high" || draft.variant === "low") return "points";
  return draft.variant === "rank" ? "ranks" : null;
}

/**
 * What is wrong with a total: a word of `totals.why.…`; null: nothing, or nothing is there yet.
 * @param {Page.TotalsDraft} draft
 * @param {string} text
 */
export function wrongPoints(draft, text) {
  if (text.trim() === "") return null;
  const value = hundredths(text);
  if (value === null) return "number";
  if (isPad(draft)) return Math.abs(value) > MOST ? "much" : null;
  if (value % HUNDRED !== 0) return "whole";
  const range = rangeOf(draft);
  return range && (value < range[0] * HUNDRED || value > range[1] * HUNDRED) ? "range" : null;
}

/**
 * @param {Page.TotalsDraft} draft
 * @param {string} text
 */
export function wrongRank(draft, text) {
  if (text === "") return null;
  return /^\d{1,2}$/.test(text) && Number(text) >= 1 && Number(text) <= sides(draft).length ? null : "rank";
}

/** @param {string} text */
export const wrongMinutes = (text) =>
  text === "" || (/^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 10080) ? null : "minutes";

/**
 * What keeps the sheet from being sent, in words of `totals.…`: { wrong, missing: n }.
 * @param {Page.TotalsDraft} draft
 * @returns {{ wrong: string | null, missing: number }}
 */
export function state(draft) {
  const kind = asked(draft);
  const speak = sides(draft);
  const texts = kind ? speak.map((i) => draft[kind][i]) : [];
  if (kind === "points" && draft.rival !== null) texts.push(draft.rival);
  const bad =
    texts.some((text) => (kind === "ranks" ? wrongRank : wrongPoints)(draft, text)) ||
    (draft.variant === "together" && wrongPoints(draft, draft.total)) ||
    wrongMinutes(draft.minutes);
  const all = draft.variant === "together" && draft.end === null;
  const missing = texts.filter((text) => text.trim() === "").length;
  if (bad) return { wrong: "totals.mend", missing };
  if (all) return { wrong: "totals.howEnded", missing };
  if (speak.length === 1 && draft.seats.length > 1) return { wrong: "totals.oneTeam", missing };
  if (kind === "ranks" && missing === 0 && !texts.includes("1")) return { wrong: "totals.nobodyFirst", missing };
  return { wrong: null, missing };
}

/**
 * The rank of each side as the totals make it, "" while some are missing: { seat: rank }.
 * @param {Page.TotalsDraft} draft
 * @returns {Map<number, number>}
 */
export function ranks(draft) {
  const speak = sides(draft);
  const values = speak.map((i) => hundredths(draft.points[i]));
  if (asked(draft) !== "points" || values.includes(null)) return new Map();
  const sign = draft.variant === "low" ? 1 : -1;
  /** @param {number} i */
  const value = (i) => sign * (values[i] ?? 0);
  return new Map(speak.map((seat, i) => [seat, 1 + speak.filter((_, j) => value(j) < value(i)).length]));
}

/**
 * The lines of the record behind its head.
 * @param {Page.TotalsDraft} draft
 */
export function lines(draft) {
  if (draft.end === "played") return ["*: played"];
  if (isPad(draft) && draft.variant === "together") {
    return [`*: ${draft.end}${draft.total.trim() ? `, total ${written(draft.total)}` : ""}`];
  }
  const kind = asked(draft);
  const said = sides(draft).map((i) => {
    if (kind === "points") return `${i + 1}: total ${written(draft.points[i])}`;
    return kind === "ranks" ? `${i + 1}: rank ${draft.ranks[i]}` : `${i + 1}: ${draft.wins[i] ? "wins" : "loses"}`;
  });
  return draft.rival === null ? said : [...said, `a: total ${written(draft.rival)}`];
}

/**
 * What the head of the record says beside what every sheet's does: teams, how long it took, the comment.
 * @param {Page.TotalsDraft} draft
 */
export function headLines(draft) {
  const letters = isPad(draft) && draft.variant !== "together" ? [...new Set(draft.teams.filter(Boolean))] : [];
  const teams = letters
    .map((letter) => draft.teams.flatMap((one, i) => (one === letter ? [i + 1] : [])))
    .filter((team) => team.length > 1)
    .map((team) => `team ${team.join(" ")}`);
  const notes = draft.note.split("\n").flatMap((line) => (line.trim() ? [`note ${line.trim()}`] : []));
  return [...teams, ...(draft.minutes ? [`duration ${draft.minutes}`] : []), ...notes];
}
