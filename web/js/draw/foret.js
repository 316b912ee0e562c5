// Forêt's boards: a card's face, a player's grid, everything on the table.
//
// Pure functions of the API's state (docs/foret.md, "View"). A grid is an HTML
// table, so that a screen reader can walk it; with onCell its cells are
// buttons, and the arrow keys walk them too.

import { boxAround } from "../lib/foret.js";
import { html } from "../lib/html.js";
import { addWords, t } from "../lib/i18n.js";
import { words } from "../words/foret.js";
import { wordsOf } from "../lib/lines.js";
import { Glyph } from "./glyphs.js";

addWords(words);

/** @param {string} card */
export const cardName = (card) => t(`foret.${card}`);

/**
 * The face of a card: glyph and two letters; the name for whoever cannot see it.
 * @param {{ card: string, tag?: boolean, size?: number }} props
 */
export function Face({ card, tag = true, size }) {
  const name = cardName(card);
  return html`<span class=${`face foret-${card}`} title=${name} style=${size ? { "--cell": `${size}px` } : undefined}>
    <${Glyph} game="foret" id=${card} size="100%" />
    ${tag && html`<span class="tag" aria-hidden="true">${t(`foret.tag.${card}`)}</span>`}
    <span class="unseen">${name}</span>
  </span>`;
}

/**
 * The smallest box around all of `places`; a single cell when there are none.
 * @param {Cell[]} places
 * @returns {Box}
 */
export const boxOf = (places) => (places.length === 0 ? { x: 0, y: 0, width: 1, height: 1 } : boxAround(places));

/** @type {Partial<Record<string, [number, number]>>} */
const KEYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** @param {KeyboardEvent & { currentTarget: Element, target: Element }} event */
function walk(event) {
  const step = KEYS[event.key];
  const from = event.target.closest("[data-cell]");
  if (!step || !from) return;
  const [x, y] = (from.getAttribute("data-cell") ?? "").split(",").map(Number);
  const beside = `button[data-cell="${x + step[0]},${y + step[1]}"]`;
  const to = /** @type {HTMLElement | null} */ (event.currentTarget.querySelector(beside));
  event.stopPropagation();
  if (to) {
    event.preventDefault();
    to.focus();
  }
}

/**
 * A grid of cards.
 *
 *   cells    [{x, y, card}]
 *   lit      [{x, y}] where a card may go; drawn as soft lights
 *   marks    {'x,y': 'new' | 'swap' | 'wrong' | 'chosen'} a ring around a cell
 *   onCell   called with (x, y, card or null, event); without it nothing can be tapped
 *   size     of a cell in pixels; without it the grid fills its place
 *   labels   false leaves out the two letters
 *   box      {x, y, width, height} what to show; else all of cells and lit
 *   caption  what the grid is, for a screen reader
 *   cursor   'x,y' where the next card goes: the cell that takes the focus
 * @param {{ cells: Foret.Held[], lit?: Cell[], marks?: Record<string, string>, size?: number, labels?: boolean, box?:
 * Box, onCell?: (x: number, y: number, card: string | null, event: Event) => unknown, caption?: string,
 * cursor?: string }} props
 */
export function grid({ cells, lit = [], marks = {}, onCell, size, labels = true, box, caption, cursor }) {
  const card = new Map(cells.map((c) => [`${c.x},${c.y}`, c.card]));
  const open = new Set(lit.map((c) => `${c.x},${c.y}`));
  const area = box ?? boxOf([...cells, ...lit]);
  const rows = [...Array(area.height).keys()].map((i) => area.y + i);
  const columns = [...Array(area.width).keys()].map((i) => area.x + i);
  const style = size ? { "--cell": `${size}px`, "--columns": area.width } : { "--columns": area.width };
  const first = cursor ?? (onCell && (open.size > 0 ? [...open][0] : `${area.x},${area.y}`));
  /**
   * @param {number} x
   * @param {number} y
   */
  const cell = (x, y) => {
    const at = `${x},${y}`;
    const held = card.get(at) ?? null;
    const kind = `${held ? "held" : open.has(at) ? "open" : "empty"}${marks[at] ? ` mark-${marks[at]}` : ""}`;
    const what = held
      ? html`<${Face} card=${held} tag=${labels} />`
      : html`
        <span class="blank"><span class="unseen">${open.has(at) ? t("foret.open") : t("foret.empty")}</span></span>
      `;
    return html`
      <td key=${at} class=${kind}>
        ${
          onCell
            ? html`
              <button
                type="button"
                data-cell=${at}
                tabindex=${at === first ? 0 : -1}
                aria-current=${at === cursor ? "true" : undefined}
                title=${held ? cardName(held) : undefined}
                onClick=${(/** @type {Event} */ event) => onCell(x, y, held, event)}
              >
                ${what}
                <span class="unseen"> ${at}</span>
              </button>
            `
            : what
        }
      </td>
    `;
  };
  return html`<table class="grid foret" style=${style} onKeyDown=${onCell && walk}>
    ${caption && html`<caption class="unseen">${caption}</caption>`}
    <tbody>${rows.map((y) => html`<tr key=${y}>${columns.map((x) => cell(x, y))}</tr>`)}</tbody>
  </table>`;
}

/**
 * A row of faces: a hand, the neutral seat's cards. `taken` is marked once.
 * @param {{ cards: string[], taken?: string | null, size?: number, caption: string }} props
 */
export function hand({ cards, taken, size = 40, caption }) {
  let left = taken;
  return html`
    <ul class="hand" aria-label=${caption} style=${{ "--cell": `${size}px` }}>
      ${cards.map((card, i) => {
        const is = card === left;
        if (is) left = null;
        return html`
          <li key=${i} class=${is ? "taken" : ""}>
            <${Face} card=${card} />
            ${is && html`<span class="unseen">, ${t("foret.taken")}</span>`}
          </li>
        `;
      })}
    </ul>
  `;
}

/**
 * Twenty cards as they lie, row by row; null is an empty cell.
 * @param {{ cells: (string | null)[], columns: number, size?: number, caption: string }} props
 */
export function arranged({ cells, columns, size, caption }) {
  const held = cells.flatMap((card, i) => (card ? [{ x: i % columns, y: Math.floor(i / columns), card }] : []));
  const box = { x: 0, y: 0, width: columns, height: Math.ceil(cells.length / columns) };
  return grid({ cells: held, box, size, caption });
}

/* ---- for the replay ---- */

/**
 * A line of the record, taken apart: who, and what is said.
 * @param {string} line
 */
function read(line) {
  const {
    seat,
    words: [word, ...rest],
  } = wordsOf(line);
  const nothing = { card: "", at: null, swap: [], give: null };
  if (["deal", "draw", "grid", "cards"].includes(word)) return { seat, kind: word, rest, ...nothing };
  /** @param {string} name */
  const after = (name) => (rest.includes(name) ? rest.slice(rest.indexOf(name) + 1) : []);
  return {
    seat,
    kind: "play",
    rest,
    card: word,
    at: rest[0] ?? null,
    swap: after("swap").slice(0, 2),
    give: after("give")[0] ?? null,
  };
}

/**
 * What a line is, small enough for the film strip.
 * @param {string} line
 */
export function frame(line) {
  const move = read(line);
  if (move.kind === "play") {
    return html`
      <${Face} card=${move.card} size=${34} />
      ${move.swap.length > 0 && html`<span class="also" aria-hidden="true">⇄</span>`}
    `;
  }
  return html`<span class="sign">${t(`foret.sign.${move.kind}`)}</span>`;
}

/**
 * What a line is, as a sentence; `who` names a seat.
 * @param {string} line
 * @param {Page.Who} who
 */
export function sentence(line, who) {
  const move = read(line);
  const name = who(move.seat);
  if (move.kind === "deal") return t("foret.say.deal", { who: who(move.rest[0]), n: move.rest.length - 1 });
  if (move.kind === "draw") return t("foret.say.draw", { cards: move.rest.map(cardName).join(", ") });
  if (move.kind !== "play") return t("foret.say.grid", { who: name });
  return t("foret.say.play", { who: name, what: phrase(line) });
}

/**
 * What was played, whoever it was.
 * @param {string} line
 */
export function phrase(line) {
  const move = read(line);
  const card = cardName(move.card);
  const said = move.at ? t("foret.say.at", { card, at: move.at }) : card;
  const swap = move.swap.length > 0 ? t("foret.say.swap", { a: move.swap[0], b: move.swap[1] }) : "";
  const give = move.give ? t("foret.say.give", { card: cardName(move.give) }) : "";
  return said + swap + give;
}

/**
 * Which round and pick each ply is, by its number from 1; null for what the table does.
 * @param {string[]} moves
 * @param {number} seats
 * @returns {(Page.Picked | null)[]}
 */
export function picks(moves, seats) {
  /** @type {Map<string, number>} */
  const count = new Map();
  return moves.map((line) => {
    const move = read(line);
    if (move.kind !== "play" || !(Number(move.seat) <= seats)) return null;
    const n = (count.get(move.seat) ?? 0) + 1;
    count.set(move.seat, n);
    return { seat: Number(move.seat), round: Math.ceil(n / 10), pick: ((n - 1) % 10) + 1, taken: move.card };
  });
}

/**
 * Everything on the table. `last` is the line that led here, `final` the state at the end, for a frame that stays.
 * @param {Page.TableOf<Foret.State>} props
 */
export function table({ state, who, last, final, turn = [] }) {
  const move = last ? read(last) : null;
  /** @type {Record<string, string>} */
  const marks = {};
  if (move?.kind === "play" && move.at) {
    marks[move.at] = "new";
    for (const at of move.swap) marks[at] = "swap";
  }
  /**
   * @param {{ seat?: Api.Seat, cells: Foret.Held[], box?: Box | null, score: number }} s
   * @param {string} label
   * @param {string} name
   */
  const seat = (s, label, name) => {
    const end = final?.seats.find((f) => f.seat === s.seat)?.box;
    return html`
      <section class="seat" key=${label} data-seat=${label}>
        <h2 class="seat-name">
          <bdi dir="auto">${name}</bdi> <span class="total">${s.score}</span>
          ${s.seat !== undefined && turn.includes(s.seat) && html` <span class="turn">${t("foret.turn")}</span>`}
        </h2>
        ${grid({
          cells: s.cells,
          box: end ?? s.box ?? undefined,
          marks: move?.seat === label ? marks : {},
          caption: name,
        })}
      </section>
    `;
  };
  const alban = state.alban && {
    ...state.alban,
    box: { x: 0, y: 0, width: 5, height: 4 },
  };
  return html`<div class="seats" data-count=${state.seats.length + (state.alban || state.neutral ? 1 : 0)}>
    ${state.seats.map((s) => seat(s, String(s.seat), who(String(s.seat))))}
    ${alban && seat(alban, "a", who("a"))}
    ${
      state.neutral &&
      html`<section class="seat" data-seat="n">
      <h2 class="seat-name">${who("n")}</h2>
      ${hand({ cards: state.neutral.cards, size: 40, caption: who("n") })}
    </section>`
    }
  </div>`;
}

/**
 * For each move the number of the turn that begins with it, or null.
 * @param {string[]} moves
 * @param {number} seats
 */
export function heads(moves, seats) {
  const duel = moves.some((line) => line.startsWith("n: ") && read(line).kind === "play");
  const inTurn = seats + (duel ? 1 : 0);
  let plays = 0;
  return moves.map((line) => {
    if (read(line).kind !== "play") return null;
    return plays++ % inTurn === 0 ? String((plays - 1) / inTurn + 1) : null;
  });
}

/**
 * The hand of a pick, what was taken and left, and the cells it could have gone to.
 * @param {Page.HandOf} props
 */
export function handOf({ pick, look, cards, before, who, level, line }) {
  const left = cards ? [...cards] : [];
  if (cards) left.splice(left.indexOf(pick.taken), 1);
  const title = look
    ? t("replay.hand", { who: who(String(pick.seat)), round: look.round, pick: look.pick })
    : t("replay.hand-now", { who: who(String(pick.seat)) });
  const { at } = read(line);
  const marks = at ? { [at]: "new" } : {};
  const open = before?.open ?? [];
  return html`
    <div class="hand-look">
      ${
        cards
          ? html`
            <div>
              <h3>${title}</h3>
              ${hand({ cards, taken: pick.taken, size: 46, caption: title })}
              <p class="small">
                ${
                  left.length > 0
                    ? t("replay.taken", { card: cardName(pick.taken), left: left.map(cardName).join(", ") })
                    : t("replay.taken-last", { card: cardName(pick.taken) })
                }
              </p>
            </div>
          `
          : html`<p class="small muted">${level === "sheet" ? "" : t("replay.hand-later")}</p>`
      }
      ${
        before &&
        open.length > 0 &&
        html`
          <div class="could">
            <h3>${t("replay.cells", { n: open.length })}</h3>
            ${grid({
              cells: before.cells,
              lit: open,
              marks,
              size: 34,
              labels: false,
              caption: t("replay.cells", { n: open.length }),
            })}
          </div>
        `
      }
    </div>
  `;
}
