// What a card of Biotopes does that the catalogue does not know: its owner says it, word by word, each a list of what
// is legal. Also the bonus points that cards have at the end.
import { entered, html, useState } from "../lib/html.js";
import { BIOTOPES } from "../lib/biotopes.js";
import { t } from "../lib/i18n.js";
import { cardName } from "../draw/biotopes_eco.js";
import { wordOf } from "../draw/biotopes_land.js";

/**
 * @template T
 * @param {T[]} list
 */
const unique = (list) => [...new Set(list)];

/**
 * A word of a line, as people say it.
 * @param {string} word
 * @param {{ who: Page.Who, book: Page.Book, hexes: Biotopes.Hex[] }} known
 */
function wordName(word, { who, book, hexes }) {
  if (word === "-") return t("bio.board");
  if (/^\d$/.test(word)) return who(word);
  if (/^\d+$/.test(word)) return word;
  const hex = hexes.find(({ q, r }) => `${q},${r}` === word);
  if (hex) return t("bio.hex", { biotope: wordOf(hex.biotope), at: word });
  return BIOTOPES.includes(word) ? cardName(word, book) : book.thing(word) || wordOf(word);
}

/**
 * A line put together from lists, one for each of its words; where a word has no choice there is no list.
 * @param {{ moves: Biotopes.Move[], label: string, act: string, name: (word: string, i: number) => string,
 *   play: Page.Play }} props
 */
export function Cascade({ moves, label, act, name, play }) {
  const [wanted, setWanted] = useState(/** @type {string[]} */ ([]));
  let left = moves;
  const lists = [];
  for (let i = 0; left.length > 0 && i < left[0].rest.length; i++) {
    const words = unique(left.map(({ rest }) => rest[i]));
    const word = words.find((one) => one === wanted[i]) ?? words[0];
    if (words.length > 1) lists.push({ i, words, word });
    left = left.filter(({ rest }) => rest[i] === word);
  }
  const line = left[0]?.line;
  if (!line) return null;
  /**
   * @param {number} i
   * @param {string} word
   */
  const set = (i, word) => setWanted(Array.from({ length: i + 1 }, (_, k) => (k === i ? word : (wanted[k] ?? ""))));
  return html`
    <div class="row bio-cascade" role="group" aria-label=${label} data-cascade=${act}>
      ${lists.map(
        ({ i, words, word }) => html`
          <select key=${i} aria-label=${`${label} ${i + 1}`} value=${word} onChange=${entered((one) => set(i, one))}>
            ${words.map((one) => html`<option key=${one} value=${one}>${name(one, i)}</option>`)}
          </select>
        `,
      )}
      <button type="button" data-act=${act} onClick=${() => play(line)}>${t("bio.ask.so")}</button>
    </div>
  `;
}

/** Everything that may be declared, in the order in which it is offered. */
const KINDS = ["gain", "shift", "recycle", "prey", "discard", "again", "waive", "token"];

/**
 * The effects of the card that is open.
 * @param {{ moves: Biotopes.Move[], state: Biotopes.State, who: Page.Who, book: Page.Book, play: Page.Play }} props
 */
export function Declare({ moves, state, who, book, play }) {
  const [kind, setKind] = useState(/** @type {string | null} */ (null));
  const [whom, setWhom] = useState(/** @type {string | null} */ (null));
  const own = moves[0].seat;
  const told = moves.map((move) =>
    move.kind === "for"
      ? { ...move, whom: move.rest[0], kind: move.rest[1], rest: move.rest.slice(2) }
      : { ...move, whom: own },
  );
  const seats = unique(told.map((move) => move.whom));
  const now = seats.find((one) => one === whom) ?? own;
  const mine = told.filter((move) => move.whom === now);
  const kinds = KINDS.filter((one) => mine.some((move) => move.kind === one));
  const known = { who, book, hexes: state.hexes ?? [] };
  const chosen = kinds.find((one) => one === kind);
  return html`
    ${
      seats.length > 1 &&
      html`
        <div class="row choices" role="group" aria-label=${t("bio.declare.whom")}>
          <span class="small">${t("bio.declare.whom")}</span>
          ${seats.map(
            (one) => html`
              <button
                type="button"
                key=${one}
                data-whom=${one}
                aria-pressed=${one === now ? "true" : "false"}
                onClick=${() => setWhom(one)}
              >
                <bdi dir="auto">${who(one)}</bdi>
              </button>
            `,
          )}
        </div>
      `
    }
    <div class="row choices" role="group" aria-label=${t("bio.declare.what")}>
      ${kinds.map(
        (one) => html`
          <button
            type="button"
            key=${one}
            data-kind=${one}
            aria-pressed=${one === chosen ? "true" : "false"}
            onClick=${() => setKind(one)}
          >
            ${t(`bio.declare.${one}`)}
          </button>
        `,
      )}
    </div>
    ${
      chosen &&
      html`
        <${Cascade}
          key=${`${now} ${chosen}`}
          moves=${mine.filter((move) => move.kind === chosen)}
          label=${t(`bio.declare.${chosen}`)}
          act=${chosen}
          name=${(/** @type {string} */ word) =>
            word === "card" || word === "cube" ? t(`bio.declare.gain-${word}`) : wordName(word, known)}
          play=${play}
        />
      `
    }
  `;
}

/**
 * Which card's effect is declared: anybody's whose card is in play.
 * @param {{ moves: Biotopes.Move[], who: Page.Who, book: Page.Book, play: Page.Play }} props
 */
export function OpenEffect({ moves, who, book, play }) {
  if (moves.length === 0) return null;
  const asked = moves.map((move) => ({ ...move, rest: [move.seat, ...move.rest] }));
  return html`
    <details class="else">
      <summary>${t("bio.declare.open")}</summary>
      <p class="small muted">${t("bio.declare.text")}</p>
      <${Cascade}
        moves=${asked}
        label=${t("bio.declare.card")}
        act="effect"
        name=${(/** @type {string} */ word, /** @type {number} */ i) => (i === 0 ? who(word) : cardName(word, book))}
        play=${play}
      />
    </details>
  `;
}
