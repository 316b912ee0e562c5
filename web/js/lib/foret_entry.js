// How a sheet of Forêt is filled: where the next card goes, what takes it away again, how many of each type are left,
// and what pasted rows say. Pure functions of the draft; the view is views/sheet_foret.js.
//
// Cells are passed in reading order, grid after grid; `at` is where the next card goes: { board, cell }. A board is a
// seat's grid or, behind them, the neutral seat's cards or Alban's grid.
import { plain } from "./combo.js";
import { CELLS, COLUMNS, COPIES, TYPES } from "./foret.js";

/** @typedef {{ board: number, cell: number }} Place */
/** @typedef {{ draft: Page.ForetDraft, at: Place }} Filled */
/**
 * Why nothing was done: a rule, and what it is about.
 * @typedef {{ why: "word" | "seat" | "long" | "room" | "supply" | "none", word?: string, n?: number, card?: string }}
 *   Refused
 */

/**
 * Grids and the cards besides, in the order of the tabs.
 * @param {Page.ForetDraft} draft
 */
export const boardsOf = (draft) => [...draft.grids, ...(draft.extra ? [draft.extra] : [])];

/**
 * How many of each type the box still has.
 * @param {Page.ForetDraft} draft
 */
export function leftOf(draft) {
  const left = { ...COPIES };
  for (const card of boardsOf(draft).flat()) if (card) left[card]--;
  return left;
}

/**
 * @param {Page.ForetDraft} draft
 * @param {Place} at
 * @param {string | null} card
 * @returns {Page.ForetDraft}
 */
export function put(draft, { board, cell }, card) {
  if ((boardsOf(draft)[board]?.[cell] ?? null) === card) return draft;
  /** @param {(string | null)[]} cards */
  const set = (cards) => cards.map((old, i) => (i === cell ? card : old));
  return board < draft.grids.length
    ? { ...draft, grids: draft.grids.map((cards, i) => (i === board ? set(cards) : cards)) }
    : { ...draft, extra: set(draft.extra ?? []) };
}

/**
 * Where filling goes on: behind `at` in its grid, then before it there, then in the next grid that is not full. `at`
 * itself when everything is.
 * @param {Page.ForetDraft} draft
 * @param {Place} at
 * @returns {Place}
 */
export function goOn(draft, { board, cell }) {
  const boards = boardsOf(draft);
  const behind = boards[board].findIndex((card, i) => i > cell && !card);
  if (behind >= 0) return { board, cell: behind };
  for (let n = 0; n < boards.length; n++) {
    const other = (board + n) % boards.length;
    const empty = boards[other].indexOf(null);
    if (empty >= 0) return { board: other, cell: empty };
  }
  return { board, cell };
}

/**
 * Where a sheet is gone on with when it is opened.
 * @param {Page.ForetDraft} draft
 */
export const begin = (draft) => (boardsOf(draft)[0][0] ? goOn(draft, { board: 0, cell: 0 }) : { board: 0, cell: 0 });

/**
 * A card at `at`; null: the box holds no more of them.
 * @param {Page.ForetDraft} draft
 * @param {Place} at
 * @param {string} card
 * @returns {Filled | null}
 */
export function fill(draft, at, card) {
  const held = boardsOf(draft)[at.board][at.cell];
  if (held !== card && leftOf(draft)[card] <= 0) return null;
  const next = put(draft, at, card);
  return { draft: next, at: goOn(next, at) };
}

/**
 * Takes away the card at `at`, or else the one before it, and goes there.
 * @param {Page.ForetDraft} draft
 * @param {Place} at
 * @returns {Filled}
 */
export function erase(draft, at) {
  if (boardsOf(draft)[at.board][at.cell]) return { draft: put(draft, at, null), at };
  if (at.cell === 0 && at.board === 0) return { draft, at };
  const back = at.cell > 0 ? { ...at, cell: at.cell - 1 } : { board: at.board - 1, cell: CELLS - 1 };
  return { draft: put(draft, back, null), at: back };
}

/**
 * The first cell of the row below, or of the next grid.
 * @param {Page.ForetDraft} draft
 * @param {Place} at
 * @returns {Place}
 */
export function rowBelow(draft, { board, cell }) {
  const next = (Math.floor(cell / COLUMNS) + 1) * COLUMNS;
  if (next < CELLS) return { board, cell: next };
  return board + 1 < boardsOf(draft).length ? { board: board + 1, cell: 0 } : { board, cell };
}

/**
 * The first cell in which two sheets differ; null: none.
 * @param {Page.ForetDraft} one
 * @param {Page.ForetDraft} other
 * @returns {Place | null}
 */
export function difference(one, other) {
  const [mine, theirs] = [boardsOf(one), boardsOf(other)];
  const board = mine.findIndex((cards, i) => cards.some((card, cell) => card !== theirs[i]?.[cell]));
  return board < 0 ? null : { board, cell: mine[board].findIndex((card, cell) => card !== theirs[board]?.[cell]) };
}

// ---- pasted rows ------------------------------------------------------------------------------------------------

/** What stands for no card. */
const NOTHING = new Set(["", ".", "-", "–", "_"]);
/** `1: grid …`, as a record has it. */
const SEAT = /^\s*(\d+|[an])\s*:\s*(?:(?:grid|grille|cards|cartes)\s)?(.*)$/i;

/**
 * A dictionary of cards: what each may be called, however it is written.
 * @param {(card: string) => string[]} namesOf
 */
export function cardReader(namesOf) {
  const known = new Map(TYPES.flatMap((card) => namesOf(card).map((name) => [plain(name), card])));
  return (/** @type {string} */ word) => {
    const name = plain(word.replace(/^"(.*)"$/, "$1"));
    return NOTHING.has(name) ? null : (known.get(name) ?? known.get(name.replace(/s$/, "")));
  };
}

/**
 * The words of a row: between tabs as a spreadsheet has them, semicolons or commas, where nothing between two of them
 * is an empty cell, or between blanks.
 * @param {string} row
 */
function wordsOf(row) {
  const sign = ["\t", ";", ","].find((one) => row.includes(one));
  if (!sign) return row.trim().split(/\s+/);
  const words = row.split(sign).map((word) => word.trim());
  while (words.length > 1 && words.at(-1) === "") words.pop();
  return words;
}

/**
 * @param {Page.ForetDraft} draft
 * @param {string} label
 */
function boardOf(draft, label) {
  const extra = { a: "solo", n: "duel" }[label.toLowerCase()];
  if (extra) return draft.variant === extra && draft.extra ? draft.grids.length : -1;
  return Number(label) <= draft.grids.length ? Number(label) - 1 : -1;
}

/**
 * Rows as they were pasted: { board (null: where the cursor is), words }.
 * @param {Page.ForetDraft} draft
 * @param {string} text
 * @returns {{ board: number | null, words: string[] }[] | Refused}
 */
function rowsOf(draft, text) {
  const lines = text.split(/\r?\n/).filter((line) => line.trim());
  const rows = [];
  for (const line of lines) {
    const [, label, rest] = SEAT.exec(line) ?? [null, null, line];
    const board = label === null ? null : boardOf(draft, label);
    if (board === -1) return { why: "seat", word: String(label) };
    const parts = rest.split("/").map(wordsOf);
    const lone = parts.length === 1 && (lines.length === 1 || label !== null);
    for (const [i, words] of parts.entries()) {
      if (words.length > COLUMNS && !lone) return { why: "long", n: words.length, word: words.slice(0, 3).join(" ") };
      for (let from = 0; from < words.length; from += COLUMNS) {
        rows.push({ board: i + from === 0 ? board : null, words: words.slice(from, from + COLUMNS) });
      }
    }
  }
  return rows;
}

/**
 * A sheet with rows that were pasted, from the row of `at` on, or where they say whose they are; all or nothing.
 * @param {Page.ForetDraft} draft
 * @param {Place} at
 * @param {string} text
 * @param {ReturnType<typeof cardReader>} read
 * @returns {Filled | Refused}
 */
export function paste(draft, at, text, read) {
  const rows = rowsOf(draft, text);
  if (!Array.isArray(rows)) return rows;
  if (rows.length === 0) return { why: "none" };
  const before = leftOf(draft);
  let next = draft;
  let last = at;
  let place = { board: at.board, cell: at.cell - (at.cell % COLUMNS) };
  for (const { board, words } of rows) {
    if (board !== null) place = { board, cell: 0 };
    if (place.cell >= CELLS) place = { board: place.board + 1, cell: 0 };
    if (place.board >= boardsOf(draft).length) return { why: "room" };
    for (const [i, word] of words.entries()) {
      const card = read(word);
      if (card === undefined) return { why: "word", word };
      last = { board: place.board, cell: place.cell + i };
      next = put(next, last, card);
    }
    place = { ...place, cell: place.cell + COLUMNS };
  }
  const left = leftOf(next);
  const over = TYPES.find((card) => left[card] < Math.min(0, before[card]));
  return over ? { why: "supply", card: over } : { draft: next, at: goOn(next, last) };
}
