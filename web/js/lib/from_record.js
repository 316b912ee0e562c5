// A sheet filled in with what stands: the record of a finished game read back into the draft that its form works on.
// The record is canonical, because the daemon wrote it. What a form cannot hold shows when its lines are compared.
import { BIOTOPES } from "./biotopes.js";
import { towersOf } from "./grandbois.js";
import { sheetOf } from "./sheets.js";

/**
 * A record cut into what is about the game, the moves, and what the players wrote; totals and digest follow from them.
 * @typedef {{ head: string[], moves: string[], claims: string[] }} Parts
 */

/**
 * @param {string} text
 * @returns {Parts}
 */
export function cutRecord(text) {
  const lines = text.split("\n").filter((line) => line.trim() !== "" && !line.startsWith("#"));
  const isMove = (/** @type {string} */ line) => /^(\d+|[*na]): /.test(line);
  return {
    head: lines.filter((line) => !isMove(line) && !/^(claim |= |=$|digest )/.test(line)),
    moves: lines.filter(isMove),
    claims: lines.filter((line) => line.startsWith("claim ")),
  };
}

/**
 * The record with other moves, claims, or lines about the game; without totals and digest, which are then computed.
 * @param {Parts} parts
 */
export const joinRecord = ({ head, moves, claims }) => `${[...head, "", ...moves, ...claims].join("\n")}\n`;

/**
 * The values of a keyword of the head.
 * @param {Parts} parts
 * @param {string} keyword
 */
const valuesOf = ({ head }, keyword) =>
  head.flatMap((line) => (line.startsWith(`${keyword} `) ? [line.slice(keyword.length + 1)] : []));

/**
 * Moves by seat: "1: total 5" is ["1", "total 5"].
 * @param {Parts} parts
 * @returns {[string, string][]}
 */
const said = ({ moves }) => moves.map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 2)]);

/**
 * What the players wrote, by seat.
 * @param {Parts} parts
 * @param {number} count
 * @returns {Page.Claims[]}
 */
function claimsOf({ claims }, count) {
  return Array.from({ length: count }, (_, i) => {
    const own = claims.filter((line) => line.startsWith(`claim ${i + 1} `));
    const pairs = own.flatMap((line) => {
      const [, name, value] = /^claim \d+ (.+) (-?\d+)$/.exec(line) ?? [];
      return name ? [[name, Number(value)]] : [];
    });
    return Object.fromEntries(pairs);
  });
}

/** @param {string} text */
const cardsOf = (text) => text.split(/[\s/]+/).filter(Boolean);

/** @param {Parts} parts */
function foret(parts) {
  const lines = new Map(said(parts));
  const seats = [...lines.keys()].filter((seat) => /^\d+$/.test(seat)).sort((a, b) => Number(a) - Number(b));
  const extra = lines.get("a") ?? lines.get("n");
  return {
    grids: seats.map((seat) => cardsOf(String(lines.get(seat)).replace(/^grid /, ""))),
    extra: extra === undefined ? null : cardsOf(extra.replace(/^(grid|cards) /, "")),
  };
}

/**
 * @param {Parts} parts
 * @param {number} count
 */
function ecos(parts, count) {
  const points = Array(count).fill("");
  const used = Array.from({ length: count }, () => /** @type {Record<string, number>} */ ({}));
  for (const [seat, text] of said(parts)) {
    const [, card, times] = /^used (\d+) (\d+)$/.exec(text) ?? [];
    if (card) used[Number(seat) - 1][card] = Number(times);
    const total = /^total (\S+)$/.exec(text)?.[1];
    if (total) points[Number(seat) - 1] = total;
  }
  return { points, used };
}

/**
 * @param {Parts} parts
 * @param {number} count
 */
function grandbois(parts, count) {
  const squares = /** @type {Record<string, string>} */ ({});
  const towers = /** @type {Record<string, string>} */ ({});
  const clans = Array.from({ length: count }, () => /** @type {string[]} */ ([]));
  for (const [seat, text] of said(parts)) {
    const [word, ...rest] = text.split(" ");
    const i = Number(seat) - 1;
    if (word === "row") {
      const [x, y] = rest[0].split(",").map(Number);
      rest.slice(1).forEach((square, n) => {
        if (square !== ".") squares[`${x + n},${y}`] = square;
      });
    } else if (word === "tower") {
      towers[rest.length > 1 ? rest[0] : towersOf(i, count)[0]] = rest[rest.length - 1];
    } else if (word === "reveal") {
      clans[i] = rest;
    }
  }
  return { squares, towers, clans };
}

/**
 * One line of a player of Biotopes, put where it belongs.
 * @param {Biotopes.Player} player
 * @param {string[]} words
 */
function putBiotopes(player, [word, ...rest]) {
  const at = BIOTOPES.indexOf(rest[0]);
  if (word === "biotope") player.milieus[at] = rest[1];
  if (word === "row") {
    for (let i = 1; i + 1 < rest.length; i += 2) player.rows[at].push({ card: rest[i], cubes: Number(rest[i + 1]) });
  }
  if (word === "land") {
    BIOTOPES.forEach((id, b) => {
      player.tokens[b] = Number(rest[rest.indexOf(id) + 1]);
    });
    player.groups = Number(rest[rest.indexOf("groups") + 1]);
  }
  if (word === "bonus") player.bonus[rest[0]] = Number(rest[1]);
}

/**
 * @param {Parts} parts
 * @param {number} count
 */
function biotopes(parts, count) {
  const players = Array.from({ length: count }, () => ({
    milieus: Array(BIOTOPES.length).fill(null),
    rows: BIOTOPES.map(() => []),
    tokens: Array(BIOTOPES.length).fill(0),
    groups: 0,
    bonus: {},
  }));
  /** @type {string[]} */
  let conditions = [];
  for (const [seat, text] of said(parts)) {
    const words = text.split(" ");
    if (words[0] === "conditions") conditions = words.slice(1);
    else if (players[Number(seat) - 1]) putBiotopes(players[Number(seat) - 1], words);
  }
  return { conditions, players };
}

/**
 * The parts of a line of totals: { category: number }, and what stands at its end.
 * @param {string} text
 */
function totalsLine(text) {
  const [, total, rank] = /(?:^|, )total (\S+?)(?: rank (\d+))?$/.exec(text) ?? [];
  const parts = text.split(", ").flatMap((part) => {
    const [, id, value] = /^(.+) (-?[\d.]+)$/.exec(part) ?? [];
    return id && !/^(total\b|rank$)/.test(part) && id !== "rank" ? [[id, value]] : [];
  });
  const alone = /^rank (\d+)$/.exec(text)?.[1];
  return { total, rank: rank ?? alone, parts: Object.fromEntries(parts) };
}

const LETTERS = "ABCDEF";

/**
 * Teams by letters, as the form has them.
 * @param {Parts} parts
 * @param {number} count
 */
function teamsOf(parts, count) {
  const teams = Array(count).fill("");
  valuesOf(parts, "team").forEach((team, n) => {
    for (const seat of team.split(" ")) teams[Number(seat) - 1] = LETTERS[n];
  });
  return teams;
}

/**
 * @param {Parts} parts
 * @param {number} count
 */
function totals(parts, count) {
  const lines = new Map(said(parts));
  const table = lines.get("*") ?? "";
  const seats = Array.from({ length: count }, (_, i) => totalsLine(lines.get(String(i + 1)) ?? ""));
  const ranked = seats.every(({ total, rank }) => total === undefined || rank !== undefined);
  const ties = seats.some(({ total, rank }) => total !== undefined && rank !== undefined);
  const order = seats.flatMap(({ rank }, i) => (rank === undefined ? [] : [{ i, rank: Number(rank) }]));
  const first = /** @type {const} */ (["won", "lost", "played"]).find((word) => table.startsWith(word));
  return {
    points: seats.map(({ total, parts: own }) => (Object.keys(own).length > 0 && !total ? "" : (total ?? ""))),
    ranks: seats.map(({ rank }) => rank ?? ""),
    wins: Array.from({ length: count }, (_, i) => lines.get(String(i + 1)) === "wins"),
    teams: teamsOf(parts, count),
    end: first ?? null,
    total: /total (\S+)$/.exec(table)?.[1] ?? "",
    rival: lines.has("a") ? (/total (\S+)$/.exec(String(lines.get("a")))?.[1] ?? "") : null,
    minutes: valuesOf(parts, "duration")[0] ?? "",
    note: valuesOf(parts, "note").join("\n"),
    parts: seats.map((seat) => seat.parts),
    ahead: ties && ranked ? order.sort((a, b) => a.rank - b.rank).map(({ i }) => i) : [],
  };
}

/** @type {Record<string, (parts: Parts, count: number) => object>} */
const FROM = { foret, ecos, grandbois, biotopes };

/**
 * The draft with which a game is corrected in its form; null where it has none, because it was played move by move.
 * @param {{ info: Api.Game, text: string, rules?: Api.RulesGame, pads: Api.Pad[], names: string[] }} props text: with
 * people by their handles
 * @returns {Page.AnyDraft | null}
 */
export function draftFrom({ info, text, rules, pads, names }) {
  const parts = cutRecord(text);
  const game = valuesOf(parts, "game")[0] ?? info.game;
  const { level } = info;
  const variant = valuesOf(parts, "variant")[0] ?? info.variant; // only "played" in the API, where that is all
  const kind = level === "totals" || level === "sheet" ? sheetOf({ game, level }) : undefined;
  const from = level === "totals" ? totals : FROM[game];
  if (!kind || !from) return null;
  const count = info.seats.length;
  const seats = info.seats.map(({ person, guest }, i) => ({ id: person ?? null, name: names[i], guest }));
  const extras = Object.fromEntries(
    valuesOf(parts, "option").map((line) => [line.split(" ")[0], line.slice(line.indexOf(" ") + 1)]),
  );
  const hash = /sha256:(\S+)/.exec(extras.pad ?? "")?.[1];
  const pad = pads.find((one) => one.hash === hash) ?? null;
  const own = rules?.variants.find(({ id }) => id === variant) ?? { id: variant, en: "", fr: "", extra: [] };
  const blank = kind.blank({ seats, variant: /** @type {Api.Variant} */ (own), pad });
  const read = from(parts, count);
  const draft = {
    id: `correct-${info.id}-${info.last}`,
    game,
    ...(game === "pad" ? { title: valuesOf(parts, "title")[0] } : {}),
    variant,
    level,
    seats,
    extras,
    place: info.place ?? "",
    night: info.day ?? "",
    ...blank,
    ...("claims" in blank ? { claims: claimsOf(parts, count) } : {}),
    ...read,
    correcting: { game: info.id, last: info.last, text },
  };
  const categories = parts.moves.some((line) => level === "totals" && line.includes(", "));
  if (categories && !pad) Object.assign(draft, { categories: rules?.categories ?? null });
  return /** @type {Page.AnyDraft} */ (/** @type {unknown} */ (draft));
}

/**
 * The record of a corrected sheet: what stood, with what the form says now.
 * @param {Page.AnyDraft} draft
 * @param {string[]} lines
 * @param {string[]} headLines what the form says about the game itself, of totals
 */
export function correctedRecord(draft, lines, headLines) {
  const parts = cutRecord(draft.correcting?.text ?? "");
  const isTotals = draft.level === "totals";
  const head = parts.head.filter((line) => !isTotals || !/^(team|duration|note|variant) /.test(line));
  const level = head.findIndex((line) => line.startsWith("level "));
  if (isTotals) head.splice(level, 0, `variant ${draft.variant}`);
  const wrote = "claims" in draft ? claimLines(draft.claims) : parts.claims;
  return joinRecord({ head: [...head, ...headLines], moves: lines, claims: wrote });
}

/**
 * @param {Page.Claims[]} claims
 * @returns {string[]}
 */
const claimLines = (claims) =>
  claims.flatMap((points, i) =>
    Object.entries(points).flatMap(([id, value]) => (Number.isInteger(value) ? [`claim ${i + 1} ${id} ${value}`] : [])),
  );
