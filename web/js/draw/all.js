// Which module draws which game, and what stands in for a game that has no drawings yet. A module has
//   table({ state, who, last, final, turn, book })   everything on the table
//   frame(line)                                      a move, small enough for the film strip
//   sentence(line, who, book)                        a move in words
//   heads(moves, seats)                              for each move the turn that begins with it, or null
//   alternatives({ lines, who, book, before })       what else could be played (optional)
import { html, useEffect, useState } from "../lib/html.js";
import { addWords, list, t } from "../lib/i18n.js";
import { words } from "../words/replay.js";
import { NO_CATALOGUE, catalogueOf } from "./catalogue.js";

addWords(words);

const MODULES = {
  foret: () => import("./foret.js"),
  grandbois: () => import("./grandbois.js"),
  ecos: () => import("./ecos.js"),
};

const parts = (line) => /^(\S+): (.*)$/.exec(line);

/** For a game that nobody has drawn: the record's words and the state as it is. */
const PLAIN = {
  table: ({ state }) => html`<pre class="plain-state" tabindex="0">${JSON.stringify(state, null, 1)}</pre>`,
  frame: (line) => html`<span class="sign">${parts(line)[2].slice(0, 12)}</span>`,
  sentence: (line, who) => `${who(parts(line)[1])}: ${parts(line)[2]}`,
  heads: (moves) => moves.map(() => null),
};

/** A name inside a sentence: one that is written from right to left must not turn the rest around. */
export const isolated = (name) =>
  /[\u0590-\u08ff\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufefc]/.test(name) ? `\u2068${name}\u2069` : name;

/** Names the seats of a game for its drawings: "1" is a person, "*" the table. */
export const namesOf = (info) => {
  const names = new Map(info.seats.map((seat) => [String(seat.seat), isolated(seat.player ?? `@${seat.person}`)]));
  return (label) =>
    names.get(label) ?? (["*", "n", "a"].includes(label) ? t(`seat.${label}`) : t("seat.number", { n: label }));
};

/** Everybody at the table, as a heading says it. */
export const everybody = (info) => list(info.seats.map((seat) => isolated(seat.player ?? `@${seat.person}`)));

/** { boards, book } of a game: its drawings and its catalogue; null until they are there. */
export function useBoards(id, game) {
  const [loaded, setLoaded] = useState(null);
  useEffect(() => {
    let current = true;
    if (!game) return undefined;
    Promise.all([MODULES[game]?.() ?? PLAIN, game === "ecos" && id ? catalogueOf(id) : NO_CATALOGUE]).then(
      ([boards, book]) => current && setLoaded({ boards, book }),
      (error) => current && setLoaded({ boards: PLAIN, book: NO_CATALOGUE, error }),
    );
    return () => {
      current = false;
    };
  }, [id, game]);
  return loaded;
}
