// GrandBois' boards: squares, tiles, the growing forest, the River, the players.
//
// Pure functions of the API's state (docs/grandbois.md, "View"). A square is as wide as 1 in the drawing's units; a
// tile to be laid is tapped at the point where its four squares meet, so that every legal position has a place of its
// own. What can be tapped is a button to the keyboard and to a screen reader too.
import { fades } from "../lib/edges.js";
import { html } from "../lib/html.js";
import { TILES, TOWERS, place, readSquare } from "../lib/grandbois.js";
import { addWords, t } from "../lib/i18n.js";
import { wordsOf } from "../lib/lines.js";
import { words } from "../words/grandbois.js";
import { glyphAt } from "./glyphs.js";

addWords(words);

/**
 * The squares of tile `number`.
 * @param {number} number
 */
export const tileSquares = (number) => TILES[number - 1];

/** @param {string} clan */
export const clanName = (clan) => t(`grandbois.${clan}`);
/** @param {{ kind: string, animals: number }} props */
export const squareName = ({ kind, animals }) => (animals ? `${animals} ${clanName(kind)}` : clanName(kind));

/**
 * The squares of a tile, clockwise from the top left, after `turns` quarter turns clockwise.
 * @param {string[]} squares
 * @param {number} turns
 */
export const turned = (squares, turns) => squares.map((_, corner) => squares[(corner - turns + 8) % 4]);

/**
 * Where the four squares of a tile lie, in the same order.
 * @type {[number, number][]}
 */
export const CORNERS = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 1],
];

/**
 * One square with its top left corner at x, y: face, glyph, the clan's letters, the number of animals.
 * @param {{ text: string, x: number, y: number, faint?: boolean, tower?: string }} props
 */
export function square({ text, x, y, faint = false, tower }) {
  const { kind, animals } = readSquare(text);
  return html`
    <g class=${`square grandbois-${kind}${faint ? " faint" : ""}`}>
      <rect class="facing" x=${x + 0.02} y=${y + 0.02} width="0.96" height="0.96" rx="0.1" />
      ${glyphAt({
        game: "grandbois",
        id: kind,
        x: x + 0.5,
        y: y + (animals ? 0.42 : 0.5),
        size: animals ? 0.62 : 0.74,
      })}
      ${
        animals > 0 &&
        html`
          <text class="letters" x=${x + 0.07} y=${y + 0.92}>${t(`grandbois.tag.${kind}`)}</text>
          <text class="animals" x=${x + 0.93} y=${y + 0.93} text-anchor="end">${animals}</text>
        `
      }
      ${tower && towerAt(tower, x, y)}
    </g>
  `;
}

/**
 * @param {string} tower
 * @param {number} x
 * @param {number} y
 */
function towerAt(tower, x, y) {
  return html`<g class=${`tower-${tower}`}>
    <circle class="base" cx=${x + 0.5} cy=${y + 0.5} r="0.42" />
    ${glyphAt({ game: "grandbois", id: "tower", x: x + 0.5, y: y + 0.5, size: 0.62 })}
  </g>`;
}

/**
 * A tile by itself, as in the River.
 * @param {{ number: number | string, squares: string[], turns?: number, size?: number }} props
 */
export function tile({ number, squares, turns = 0, size = 88 }) {
  const name = `${t("grandbois.tile", { n: number })}: ${turned(squares, turns)
    .map((text) => squareName(readSquare(text)))
    .join(", ")}`;
  return html`
    <svg class="tile" viewBox="-0.04 -0.04 2.08 2.08" width=${size} height=${size} role="img" aria-label=${name}>
      ${turned(squares, turns).map((text, i) => square({ text, x: CORNERS[i][0], y: CORNERS[i][1] }))}
    </svg>
  `;
}

/**
 * A place in a drawing that can be tapped.
 * @param {{ at: string, name: string, chosen?: boolean, onTap?: (at: string) => unknown, children: Page.Shown }} props
 */
function spot({ at, name, chosen, onTap, children }) {
  /** @param {KeyboardEvent} event */
  const press = (event) => {
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      onTap?.(at);
    }
  };
  return html`
    <g
      class=${`spot${chosen ? " chosen" : ""}`}
      role="button"
      tabindex="0"
      key=${at}
      data-at=${at}
      aria-label=${name}
      aria-pressed=${chosen ? "true" : undefined}
      onClick=${() => onTap?.(at)}
      onKeyDown=${press}
    >
      ${children}
    </g>
  `;
}

/**
 * The forest.
 *
 *   state   of the API
 *   box     what to show at the least; else what there is
 *   ghost   { squares, at: "x,y" } a tile that is being laid
 *   lit     ["x,y"] where the tile's top left square may lie
 *   towers  ["x,y"] clearings that may take a tower
 *   onTap   called with "x,y"
 *   unit    pixels of a square, at the least: for fingers the drawing rather scrolls; 0 fits it in
 * @param {{ state: Grandbois.State, box?: Box | null, ghost?: { squares: string[], at: string }, lit?: string[],
 *   towers?: string[], onTap?: (at: string) => unknown, unit?: number }} props
 */
export function forest({ state, box, ghost, lit = [], towers = [], onTap, unit = 0 }) {
  const own = state.box ?? { x: 0, y: 0, width: 2, height: 2 };
  const all = [own, box, ...lit.map(place).map(([x, y]) => ({ x, y, width: 2, height: 2 }))].filter(
    (one) => one != null,
  );
  const left = Math.min(...all.map((b) => b.x));
  const top = Math.min(...all.map((b) => b.y));
  const width = Math.max(...all.map((b) => b.x + b.width)) - left;
  const height = Math.max(...all.map((b) => b.y + b.height)) - top;
  const last =
    state.last &&
    !ghost &&
    html`<rect class="latest" x=${state.last.x} y=${state.last.y} width="2" height="2" rx="0.14" />`;
  const name = t("grandbois.forest", { n: state.squares.length });
  // It may have to be scrolled, and holds nothing that takes the focus.
  const still = unit > 0 && lit.length + towers.length === 0;
  return html`
    <div class="forest-place" ref=${fades} ...${still ? { tabindex: 0, role: "group", "aria-label": name } : {}}>
      <svg
        class=${unit > 0 ? "forest taps" : "forest"}
        viewBox=${`${left - 0.15} ${top - 0.15} ${width + 0.3} ${height + 0.3}`}
        style=${{ "--least": `${Math.round(width * unit)}px`, "--most": `${Math.round(width * 72)}px` }}
        role=${onTap && !still ? "group" : "img"}
        aria-label=${name}
      >
        ${state.squares.map((s) => square({ text: s.square, x: s.x, y: s.y, tower: s.tower }))}
        ${last}
        ${lit.map((at) => {
          const [x, y] = place(at);
          return spot({
            at,
            name: t("grandbois.here", { at }),
            chosen: ghost?.at === at,
            onTap,
            children: html`
              <circle class="target" cx=${x + 1} cy=${y + 1} r="0.45" />
              <circle class="light" cx=${x + 1} cy=${y + 1} r="0.2" />
            `,
          });
        })}
        ${towers.map((at) => {
          const [x, y] = place(at);
          return spot({
            at,
            name: t("grandbois.on", { at }),
            onTap,
            children: html`<circle class="light" cx=${x + 0.5} cy=${y + 0.5} r="0.42" />`,
          });
        })}
        ${
          ghost &&
          html`
            <g class="ghost">
              ${ghost.squares.map((text, i) =>
                square({ text, x: place(ghost.at)[0] + CORNERS[i][0], y: place(ghost.at)[1] + CORNERS[i][1] }),
              )}
              <rect class="latest" x=${place(ghost.at)[0]} y=${place(ghost.at)[1]} width="2" height="2" rx="0.14" />
            </g>
          `
        }
      </svg>
    </div>
  `;
}

/**
 * A small drawing of a tower or a clan, for a line of text.
 * @param {{ id?: string, tower?: string, label?: string, size?: number }} props
 */
export const Sign = ({ id, tower, label, size = 24 }) => html`
  <svg
    class=${`glyph ${tower ? `tower-${tower}` : `grandbois-${id}`}`}
    viewBox="0 0 1 1"
    width=${size}
    height=${size}
    ...${label ? { role: "img", "aria-label": label } : { "aria-hidden": "true" }}
  >
    ${
      tower
        ? towerAt(tower, 0, 0)
        : html`
          <rect class="facing" width="1" height="1" rx="0.12" />
          ${glyphAt({ game: "grandbois", id: id ?? "", x: 0.5, y: 0.5, size: 0.8 })}
        `
    }
  </svg>
`;

/**
 * The players: clans as far as they are known, towers, points.
 * @param {{ state: Grandbois.State, who: Page.Who, turn?: Api.Seat[] }} props
 */
export function players({ state, who, turn = [] }) {
  return html`
    <ul class="grandbois-players bare">
      ${state.seats.map(
        (s) => html`
          <li key=${s.seat} class="row" data-seat=${s.seat}>
            <strong>
              <bdi dir="auto">${who(String(s.seat))}</bdi>
            </strong> ${s.clans.length > 0 && html`<span class="total">${s.score}</span>`}
            ${s.clans.map((clan) => html`<${Sign} id=${clan} label=${clanName(clan)} />`)}
            ${
              s.clans.length === 0 &&
              html`
                <span class="secret" role="img" aria-label=${t("grandbois.secret")} title=${t("grandbois.secret")}>
                  ?
                </span>
              `
            }
            ${s.towers.map(
              (tower) => html`
                <span class=${tower.placed ? "row" : "row waits"}>
                  <${Sign}
                    tower=${tower.tower}
                    label=${`${t(`grandbois.tower.${tower.tower}`)}${tower.placed ? "" : `, ${t("grandbois.waits")}`}`}
                  />
                </span>
              `,
            )}
            ${turn.includes(s.seat) && html`<span class="turn">${t("grandbois.turn")}</span>`}
          </li>
        `,
      )}
    </ul>
  `;
}

/* ---- for the replay ---- */

/**
 * A line of the record, taken apart.
 * @param {string} line
 */
export function read(line) {
  const {
    seat,
    words: [kind, ...rest],
  } = wordsOf(line);
  return { line, seat, kind, rest };
}

/**
 * What a line is, small enough for the film strip.
 * @param {string} line
 */
export function frame(line) {
  const { seat, kind, rest } = read(line);
  if (kind === "tile" || kind === "river") {
    const turns = kind === "tile" ? Number(rest[1].slice(1)) / 90 : 0;
    return tile({ number: rest[0], squares: tileSquares(Number(rest[0])), turns, size: 34 });
  }
  if (kind === "tower") {
    return html`<${Sign} tower=${rest.length > 1 ? rest[0] : TOWERS[Number(seat) - 1]} size=${34} label="" />`;
  }
  if (kind === "reveal") return html`<${Sign} id=${rest[0]} size=${34} label=${clanName(rest[0])} />`;
  return html`<span class="sign">${t(`grandbois.sign.${kind}`)}</span>`;
}

/**
 * @param {string} line
 * @param {Page.Who} who
 */
export function sentence(line, who) {
  const { seat, kind, rest } = read(line);
  const name = who(seat);
  /** @param {string[]} list */
  const clans = (list) => list.map(clanName).join(", ");
  if (kind === "clan") return t("grandbois.say.clan", { who: who(rest[0]), clans: clans(rest.slice(1)) });
  if (kind === "river") {
    return t("grandbois.say.river", { tiles: rest.map((n) => t("grandbois.tile", { n })).join(", ") });
  }
  if (kind === "tile") return t("grandbois.say.tile", { who: name, n: rest[0], at: rest[2] });
  if (kind === "tower") return t("grandbois.say.tower", { who: name, at: rest[rest.length - 1] });
  if (kind === "reveal") return t("grandbois.say.reveal", { who: name, clans: clans(rest) });
  return t(`grandbois.say.${kind}`, { who: name });
}

/**
 * Everything on the table.
 * @param {Page.TableOf<Grandbois.State>} props
 */
export function table({ state, who, final, turn }) {
  return html`
    <div class="grandbois-table">
      ${forest({ state, box: final?.box })}
      <div class="beside">
        ${players({ state, who, turn })}
        ${
          state.river &&
          html`
            <h2 class="seat-name">
              ${t("grandbois.river")} <span class="muted small">${t("grandbois.pile", { n: state.pile })}</span>
            </h2>
            <div class="river">${state.river.map((r) => tile({ number: r.tile, squares: r.squares, size: 64 }))}</div>
          `
        }
      </div>
    </div>
  `;
}

/**
 * For each move the number of the turn that begins with it, or null.
 * @param {string[]} moves
 */
export function heads(moves) {
  let turns = 0;
  return moves.map((line) => (read(line).kind === "tile" ? String(++turns) : null));
}

/**
 * What else could be laid: each tile of the River with the number of ways.
 * @param {{ lines: string[] }} props
 */
export function alternatives({ lines }) {
  /** @type {Map<string, number>} */
  const ways = new Map();
  for (const line of lines) {
    const { kind, rest } = read(line);
    if (kind !== "tile") return undefined;
    ways.set(rest[0], (ways.get(rest[0]) ?? 0) + 1);
  }
  return html`
    <ul class="bare river">
      ${[...ways].map(
        ([number, n]) => html`
          <li key=${number}>
            ${tile({ number, squares: tileSquares(Number(number)), size: 72 })}
            <span class="small">${t("replay.positions", { n })}</span>
          </li>
        `,
      )}
    </ul>
  `;
}

/**
 * For a printed sheet: the final forest and the players.
 * @param {Page.TableOf<Grandbois.State>} props
 */
export function sheet({ state, who }) {
  return html`<div>${players({ state, who })}${forest({ state })}</div>`;
}
