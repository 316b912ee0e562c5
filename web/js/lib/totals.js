// Results as somebody says them (docs/totals.md, docs/pad.md): which seats speak, what is wrong with a number, the
// lines of the record. Points are kept as they were typed, with a point or a comma.
import { visible } from "./visible.js";

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
/**
 * The same of one category.
 * @type {Record<string, [number, number]>}
 */
const PART_RANGES = { foret: [-99, 299], grandbois: [0, 299], biotopes: [-99, 400] };

/**
 * A list with one of its items changed.
 * @template T
 * @param {T[]} list
 * @param {number} at
 * @param {T} value
 */
export const put = (list, at, value) => list.map((old, i) => (i === at ? value : old));

/** @param {Page.Draft} draft */
export const isPad = ({ game }) => game === PAD;
/** @param {Page.Draft} draft */
export const rangeOf = ({ game }) => RANGES[game] ?? null;
/** @param {Page.Draft} draft */
export const partRangeOf = ({ game }) => PART_RANGES[game] ?? null;

/**
 * An empty sheet of totals.
 * @param {{ seats: unknown[], variant: Api.Variant, pad?: Api.Pad | null }} table
 */
export const blank = ({ seats, variant, pad = null }) => ({
  points: seats.map(() => ""),
  ranks: seats.map(() => ""),
  wins: seats.map(() => false),
  teams: seats.map(() => ""),
  end: null,
  total: "",
  rival: variant.extra.includes("a") ? "" : null,
  minutes: "",
  note: "",
  pad,
  categories: pad && pad.categories.length > 0 ? pad.categories : null,
  parts: seats.map(() => ({})),
  ahead: [],
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
 * What is wrong with a number that has to lie in a range: a word of `totals.why.…`.
 * @param {Page.TotalsDraft} draft
 * @param {string} text
 * @param {[number, number] | null} range
 */
function wrongNumber(draft, text, range) {
  if (text.trim() === "") return null;
  const value = hundredths(text);
  if (value === null) return "number";
  if (isPad(draft)) return Math.abs(value) > MOST ? "much" : null;
  if (value % HUNDRED !== 0) return "whole";
  return range && (value < range[0] * HUNDRED || value > range[1] * HUNDRED) ? "range" : null;
}

/**
 * What is wrong with a total: a word of `totals.why.…`; null: nothing, or nothing is there yet.
 * @param {Page.TotalsDraft} draft
 * @param {string} text
 */
export const wrongPoints = (draft, text) => wrongNumber(draft, text, rangeOf(draft));
/**
 * The same of the points of a category.
 * @param {Page.TotalsDraft} draft
 * @param {string} text
 */
export const wrongPart = (draft, text) => wrongNumber(draft, text, partRangeOf(draft));

/**
 * What was typed of a category of a seat.
 * @param {Page.TotalsDraft} draft
 * @param {number} seat
 * @param {string} id
 */
export const partOf = ({ parts }, seat, id) => parts?.[seat]?.[id] ?? "";

/**
 * What a seat's categories say: how many were typed, of how many, and what they make, in hundredths; null where one is
 * no number.
 * @param {Page.TotalsDraft} draft
 * @param {number} seat
 */
export function sumOf(draft, seat) {
  const all = draft.categories ?? [];
  const typed = all.filter(({ id }) => partOf(draft, seat, id).trim() !== "");
  const values = typed.map(({ id, sign }) => {
    const value = hundredths(partOf(draft, seat, id));
    return value === null ? null : sign === "-" ? -value : value;
  });
  const sum = values.includes(null) ? null : values.reduce((a, b) => Number(a) + Number(b), 0);
  return { typed: typed.length, of: all.length, sum };
}

/**
 * The total of a seat: as it was typed, or as its categories make it; "": there is none yet.
 * @param {Page.TotalsDraft} draft
 * @param {number} seat
 */
export function totalOf(draft, seat) {
  if (draft.points[seat].trim() !== "") return draft.points[seat];
  const { typed, sum } = sumOf(draft, seat);
  return typed > 0 && sum !== null ? String(sum / HUNDRED) : "";
}

/**
 * What is wrong with a seat's total: by itself, or because all its categories make another. { rule, sum }.
 * @param {Page.TotalsDraft} draft
 * @param {number} seat
 * @returns {{ rule: string | null, sum: number | null }}
 */
export function wrongTotal(draft, seat) {
  const { typed, of, sum } = sumOf(draft, seat);
  const total = totalOf(draft, seat);
  const rule = wrongPoints(draft, total);
  const whole = typed > 0 && typed === of && sum !== null;
  const differs = whole && rule === null && total !== "" && hundredths(total) !== sum;
  return { rule: differs ? "sum" : rule, sum: whole ? sum / HUNDRED : null };
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
 * Whether something on the sheet cannot be.
 * @param {Page.TotalsDraft} draft
 */
function isWrong(draft) {
  const kind = asked(draft);
  const speak = kind ? sides(draft) : [];
  const seats =
    kind === "points"
      ? speak.some(
          (seat) =>
            wrongTotal(draft, seat).rule ||
            (draft.categories ?? []).some(({ id }) => wrongPart(draft, partOf(draft, seat, id))),
        )
      : speak.some((seat) => wrongRank(draft, draft.ranks[seat]));
  return (
    seats ||
    (kind === "points" && wrongPoints(draft, draft.rival ?? "") !== null) ||
    (draft.variant === "together" && wrongPoints(draft, draft.total) !== null) ||
    wrongMinutes(draft.minutes) !== null
  );
}

/**
 * What keeps the sheet from being sent, in words of `totals.…`: { wrong, missing: n }.
 * @param {Page.TotalsDraft} draft
 * @returns {{ wrong: string | null, missing: number }}
 */
export function state(draft) {
  const kind = asked(draft);
  const speak = sides(draft);
  const texts = kind ? speak.map((i) => (kind === "points" ? totalOf(draft, i) : draft.ranks[i])) : [];
  if (kind === "points" && draft.rival !== null) texts.push(draft.rival);
  const all = draft.variant === "together" && draft.end === null;
  const missing = texts.filter((text) => text.trim() === "").length;
  if (isWrong(draft)) return { wrong: "totals.mend", missing };
  if (all) return { wrong: "totals.howEnded", missing };
  if (speak.length === 1 && draft.seats.length > 1) return { wrong: "totals.oneTeam", missing };
  if (kind === "ranks" && missing === 0 && !texts.includes("1")) return { wrong: "totals.nobodyFirst", missing };
  return { wrong: null, missing };
}

/**
 * Sides with the same total, in groups of two or more; none while totals are missing.
 * @param {Page.TotalsDraft} draft
 * @returns {number[][]}
 */
export function ties(draft) {
  const speak = sides(draft);
  const values = speak.map((i) => hundredths(totalOf(draft, i)));
  if (asked(draft) !== "points" || draft.rival !== null || values.includes(null)) return [];
  return [...new Set(values)]
    .map((value) => speak.filter((_, i) => values[i] === value))
    .filter((group) => group.length > 1);
}

/**
 * Whether somebody said who was ahead where totals are equal.
 * @param {Page.TotalsDraft} draft
 */
export const isBroken = (draft) => ties(draft).some((group) => group.some((seat) => draft.ahead?.includes(seat)));

/**
 * The rank of each side as the totals make it, and who was ahead where they are equal; none while some are missing:
 * { seat: rank }.
 * @param {Page.TotalsDraft} draft
 * @returns {Map<number, number>}
 */
export function ranks(draft) {
  const speak = sides(draft);
  const values = speak.map((i) => hundredths(totalOf(draft, i)));
  if (asked(draft) !== "points" || values.includes(null)) return new Map();
  const sign = draft.variant === "low" ? 1 : -1;
  const ahead = draft.ahead ?? [];
  /** @param {number} i */
  const value = (i) => sign * (values[i] ?? 0);
  /** @param {number} i */
  const turn = (i) => (ahead.includes(speak[i]) ? ahead.indexOf(speak[i]) : ahead.length);
  /**
   * @param {number} j
   * @param {number} i
   */
  const before = (j, i) => value(j) < value(i) || (value(j) === value(i) && turn(j) < turn(i));
  return new Map(speak.map((seat, i) => [seat, 1 + speak.filter((_, j) => before(j, i)).length]));
}

/**
 * The line of a seat whose points count: its categories, its total, and its rank where a tie was broken.
 * @param {Page.TotalsDraft} draft
 * @param {number} seat
 * @param {number | undefined} rank
 */
function pointsLine(draft, seat, rank) {
  const parts = (draft.categories ?? []).flatMap(({ id }) => {
    const text = partOf(draft, seat, id);
    return text.trim() === "" ? [] : [`${id} ${written(text)}`];
  });
  const total = `total ${written(totalOf(draft, seat))}${rank ? ` rank ${rank}` : ""}`;
  return `${seat + 1}: ${[...parts, total].join(", ")}`;
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
  const places = isBroken(draft) ? ranks(draft) : null;
  const said = sides(draft).map((i) => {
    if (kind === "points") return pointsLine(draft, i, places?.get(i));
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
  const notes = draft.note.split("\n").flatMap((line) => (visible(line) ? [`note ${visible(line)}`] : []));
  return [...teams, ...(draft.minutes ? [`duration ${draft.minutes}`] : []), ...notes];
}
