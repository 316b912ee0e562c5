// Which module draws which game, and what stands in for a game that has no drawings yet. A module has
//   table({ state, who, last, final, turn, book })   everything on the table
//   frame(line)                                      a move, small enough for the film strip
//   sentence(line, who, book)                        a move in words
//   phrase(line)                                     the same without who did it (optional)
//   arranged({ cells, columns, size, caption })      one player's cards in rows (optional)
//   heads(moves, seats)                              for each move the turn that begins with it, or null
//   alternatives({ lines, who, book, before })       what else could be played (optional)
import { html, useEffect, useState } from "../lib/html.js";
import { addWords, list, t } from "../lib/i18n.js";
import { during } from "../lib/busy.js";
import { KINDS } from "../lib/kinds.js";
import { seatName } from "../lib/parts.js";
import { words } from "../words/replay.js";
import { NO_CATALOGUE, catalogueOf } from "./catalogue.js";

addWords(words);

/** @type {Record<string, () => Promise<Page.Boards>>} */
const MODULES = {
  foret: async () => (await KINDS.foret()).boards,
  grandbois: async () => (await KINDS.grandbois()).boards,
  ecos: async () => (await KINDS.ecos()).boards,
  biotopes: async () => (await KINDS.biotopes()).boards,
};

/**
 * The catalogue of a game that is played with one.
 * @type {Record<string, (id: string | number) => Promise<Page.Book>>}
 */
const BOOKS = {
  ecos: catalogueOf,
  biotopes: async (id) => (await KINDS.biotopes()).bookOf(id),
};

/**
 * What cards are called where the game has no number yet: the rules know it, whatever the catalogue.
 * @type {Record<string, () => Promise<Page.Book>>}
 */
const UNNUMBERED = { biotopes: async () => (await import("./biotopes_book.js")).bookBy("") };

/**
 * @param {string} line
 * @returns {string[]}
 */
const parts = (line) => /^(\S+): (.*)$/.exec(line) ?? [line, "", line];

/**
 * For a game that nobody has drawn: the record's words and the state as it is.
 * @type {Page.Boards}
 */
const PLAIN = {
  table: ({ state }) => html`<pre class="plain-state" tabindex="0">${JSON.stringify(state, null, 1)}</pre>`,
  frame: (line) => html`<span class="sign">${parts(line)[2].slice(0, 12)}</span>`,
  sentence: (line, who) => `${who(parts(line)[1])}: ${parts(line)[2]}`,
  heads: (moves) => moves.map(() => null),
};

/**
 * A name inside a sentence: one that is written from right to left must not turn the rest around.
 * @param {string} name
 */
export const isolated = (name) =>
  /[\u0590-\u08ff\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufefc]/.test(name) ? `\u2068${name}\u2069` : name;

/**
 * Names the seats of a game for its drawings: "1" is a person, "*" the table.
 * @param {{ seats: { seat: number, player: string | null, person?: string | null }[] }} info
 * @returns {Page.Who}
 */
export const namesOf = (info) => {
  const names = new Map(info.seats.map((seat) => [String(seat.seat), isolated(seatName(seat))]));
  return (label) =>
    names.get(label) ?? (["*", "n", "a"].includes(label) ? t(`seat.${label}`) : t("seat.number", { n: label }));
};

/** @typedef {{ boards: Page.Boards, book: Page.Book, who: Page.Who }} Drawn what sentences about moves are made with */

/**
 * What a seat played, or could, in words; without who it was where the game can say so.
 * @param {Drawn} drawn
 * @param {number} seat
 * @param {string} text
 */
export const said = ({ boards, book, who }, seat, text) =>
  boards.phrase?.(`${seat}: ${text}`) ?? boards.sentence(`${seat}: ${text}`, who, book);

/**
 * Everybody at the table, as a heading says it.
 * @param {Api.Game} info
 */
export const everybody = (info) => list(info.seats.map((seat) => isolated(seatName(seat))));

/**
 * The drawings and the catalogue of a game; `id` null: one that has no record yet, without a catalogue.
 * @param {string | number | null} id
 * @param {string} game
 * @returns {Promise<{ boards: Page.Boards, book: Page.Book, error?: unknown }>}
 */
export async function boardsOf(id, game) {
  try {
    const book = id ? BOOKS[game]?.(id) : UNNUMBERED[game]?.();
    const [boards, known] = await Promise.all([MODULES[game]?.() ?? PLAIN, book ?? NO_CATALOGUE]);
    return { boards, book: known };
  } catch (error) {
    return { boards: PLAIN, book: NO_CATALOGUE, error };
  }
}

/**
 * { boards, book } of a game: its drawings and its catalogue; null until they are there.
 * @param {string | number | null} id
 * @param {string | undefined} game
 */
export function useBoards(id, game) {
  const [loaded, setLoaded] = useState(
    /** @type {{ boards: Page.Boards, book: Page.Book, error?: unknown } | null} */ (null),
  );
  useEffect(() => {
    let current = true;
    if (!game) return undefined;
    void during(boardsOf(id, game)).then((found) => current && setLoaded(found));
    return () => {
      current = false;
    };
  }, [id, game]);
  return loaded;
}
