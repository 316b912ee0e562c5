// Biotopes' landscape: hexes told apart by colour, pattern and letters, tokens by colour, shape and number, tiles that
// are going to be laid; and the small signs of biotopes, types, cubes and seats.
import { fades } from "../lib/edges.js";
import { html } from "../lib/html.js";
import { tileHexes } from "../lib/biotopes.js";
import { addWords, t } from "../lib/i18n.js";
import { words } from "../words/biotopes.js";
import { Glyph } from "./glyphs.js";
import { at, corners, extent, hexOf, middle } from "./hexes.js";

addWords(words);

/**
 * What a biotope, a colour, a type, a deck or an action is called.
 * @param {string} id
 */
export const wordOf = (id) => (`bio.${id}` in words ? t(`bio.${id}`) : id);

/** A small tree at x, y. */
const tree = (/** @type {number} */ x, /** @type {number} */ y) => `M${x} ${y}v-.1m-.1 0a.1 .12 0 1 1 .2 0z`;

/** @type {Record<string, string>} */
const PATTERNS = {
  mountain:
    "M-.62 .1l.16 -.26l.16 .26M.3 .1l.16 -.26l.16 .26M-.16 -.45l.16 -.26l.16 .26" +
    "M-.42 .52l.12 -.2l.12 .2M.18 .52l.12 -.2l.12 .2",
  forest: tree(-0.55, 0.12) + tree(0.55, 0.12) + tree(0, -0.5) + tree(-0.32, 0.55) + tree(0.32, 0.55),
  meadow:
    "M-.58 0v.01M-.3 -.42v.01M.3 -.42v.01M.58 0v.01M.34 .46v.01M-.34 .46v.01" +
    "M0 -.66v.01M-.66 .28v.01M.66 .28v.01M-.62 -.3v.01M.62 -.3v.01",
  wetland:
    "M-.72 -.06q.1 -.1 .2 0t.2 0M.32 -.06q.1 -.1 .2 0t.2 0M-.2 -.55q.1 -.1 .2 0t.2 0" +
    "M-.56 .42q.1 -.1 .2 0t.2 0M.16 .42q.1 -.1 .2 0t.2 0",
};

/** Shapes of radius 1, one a seat; the last is nobody's. */
const SHAPES = [
  "M-.86 0a.86 .86 0 1 0 1.72 0a.86 .86 0 1 0 -1.72 0z",
  "M-.78 -.78h1.56v1.56h-1.56z",
  "M0 -1.08L1.08 .76H-1.08z",
  "M0 -1.1L1.1 0L0 1.1L-1.1 0z",
  "M-.5 -.95h1L1.05 0L.5 .95h-1L-1.05 0z",
];
const NEUTRAL = "M-.35 -.95h.7v.6h.6v.7h-.6v.6h-.7v-.6h-.6v-.7h.6z";

/**
 * A token with its middle at x, y.
 * @param {{ token: number | "n", x: number, y: number, size: number }} props
 */
function tokenAt({ token, x, y, size }) {
  const low = token === 3 ? 0.32 : 0; // a triangle's middle is low
  return html`
    <g
      class=${`bio-token seat-${token === "n" ? 6 : token}`}
      data-token=${token}
      transform=${`translate(${x.toFixed(3)} ${y.toFixed(3)}) scale(${size})`}
    >
      <path d=${token === "n" ? NEUTRAL : SHAPES[token - 1]} />
      ${token !== "n" && html`<text y=${0.36 + low} text-anchor="middle">${token}</text>`}
    </g>
  `;
}

/**
 * The token of a seat beside its name.
 * @param {{ token: number | "n", size?: number }} props
 */
export const TokenSign = ({ token, size = 24 }) => html`
  <svg class="bio-sign" viewBox="-1.2 -1.2 2.4 2.4" width=${size} height=${size} aria-hidden="true">
    ${tokenAt({ token, x: 0, y: 0, size: 1 })}
  </svg>
`;

/**
 * A hex: face, pattern, letters.
 * @param {Biotopes.Hex} one
 * @param {{ latest?: boolean, chosen?: boolean, said?: string, onTap?: (event: Event) => void }} [props]
 */
function hex(one, { latest, chosen, said, onTap } = {}) {
  const [x, y] = middle(one.q, one.r);
  return html`
    <g
      class=${`hex bio-${one.biotope}${latest ? " latest" : ""}${chosen ? " chosen" : ""}`}
      key=${at(one.q, one.r)}
      data-hex=${at(one.q, one.r)}
      onClick=${onTap}
    >
      ${said && html`<title>${said}</title>`}
      <polygon points=${corners(x, y, 0.97)} />
      <path class="pattern" d=${PATTERNS[one.biotope]} transform=${`translate(${x.toFixed(3)} ${y.toFixed(3)})`} />
      <text class="letters" x=${x} y=${y + 0.76} text-anchor="middle">${t(`bio.tag.${one.biotope}`)}</text>
      ${one.token !== null && tokenAt({ token: one.token, x, y, size: 0.5 })}
    </g>
  `;
}

/**
 * What is on a hex, in words.
 * @param {Biotopes.Hex} one
 * @param {Page.Who} who
 */
export const hexName = (one, who) =>
  [
    t("bio.hex", { biotope: wordOf(one.biotope), at: at(one.q, one.r) }),
    ...(one.token === null ? [] : [t("bio.token", { who: who(String(one.token)) })]),
  ].join(", ");

/**
 * The landscape.
 *
 *   hexes    of the API's state
 *   around   more hexes that must fit into the drawing, so that it stays
 *   outline  hexes at which nothing lies yet
 *   latest   ["q,r"] what has just changed
 *   lit      ["q,r"] what may be tapped
 *   chosen   "q,r"
 *   ghost    hexes of a tile that is about to be laid
 *   onTap    called with "q,r" of a lit hex, or where the middle of a tile may be
 *   onOther  called with "q,r" of a hex that is not lit, and the event: to say why
 *   name     names a lit place for a screen reader
 * @param {{ hexes: Biotopes.Hex[], around?: { q: number, r: number }[], outline?: { q: number, r: number }[],
 *   latest?: string[], lit?: string[], chosen?: string | null, ghost?: Biotopes.Hex[], who: Page.Who,
 *   onTap?: (at: string, event: Event) => unknown, onOther?: (at: string, event: Event) => unknown,
 *   name?: (at: string) => string }} props
 */
export function landscape({
  hexes,
  around = [],
  outline = [],
  latest = [],
  lit = [],
  chosen,
  ghost = [],
  who,
  onTap,
  onOther,
  name,
}) {
  const all = [...hexes, ...around, ...outline, ...ghost, ...lit.map(hexOf).map(([q, r]) => ({ q, r }))];
  const { left, top, width, height } = extent(all.length > 0 ? all : [{ q: 0, r: 0 }]);
  /** @param {string} place */
  const tap = (place) => (/** @type {Event & { key?: string }} */ event) => {
    if (event.type === "keydown" && event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    onTap?.(place, event);
  };
  return html`
    <div class="landscape-place" ref=${fades}>
      <svg
        class="landscape bio-land"
        viewBox=${`${left} ${top} ${width} ${height}`}
        style=${{ "--least": `${Math.round(width * (onTap ? 25 : 0))}px`, "--most": `${Math.round(width * 48)}px` }}
        role=${onTap ? "group" : "img"}
        aria-label=${t("bio.landscape", { n: hexes.length })}
      >
        ${outline.map(({ q, r }) => {
          const [x, y] = middle(q, r);
          return html`<polygon class="outline" key=${`outline ${at(q, r)}`} points=${corners(x, y, 0.97)} />`;
        })}
        ${hexes.map((one) =>
          hex(one, {
            latest: latest.includes(at(one.q, one.r)),
            chosen: chosen === at(one.q, one.r),
            said: hexName(one, who),
            onTap: onOther && ((event) => onOther(at(one.q, one.r), event)),
          }),
        )}
        ${ghost.length > 0 && html`<g class="ghost">${ghost.map((one) => hex(one))}</g>`}
        ${lit.map((place) => {
          const [q, r] = hexOf(place);
          const [x, y] = middle(q, r);
          return html`
            <polygon
              class=${`spot${chosen === place ? " chosen" : ""}`}
              key=${`lit ${place}`}
              data-at=${place}
              points=${corners(x, y, 0.9)}
              role="button"
              tabindex="0"
              aria-label=${name ? name(place) : place}
              onClick=${tap(place)}
              onKeyDown=${tap(place)}
            />
          `;
        })}
      </svg>
    </div>
  `;
}

/**
 * A tile by itself.
 * @param {{ face: string, turns?: number, size?: number }} props
 */
export function tileSign({ face, turns = 0, size = 60 }) {
  const hexes = tileHexes(face, turns, 0, 0);
  const { left, top, width, height } = extent(hexes);
  return html`
    <svg
      class="bio-land bio-sign"
      viewBox=${`${left} ${top} ${width} ${height}`}
      width=${size}
      height=${size}
      aria-hidden="true"
    >
      ${hexes.map((one) => hex(one))}
    </svg>
  `;
}

/**
 * A biotope or a type, as a glyph on its face.
 * @param {{ id: string, size?: number, label?: string }} props
 */
export const Sign = ({ id, size = 22, label }) => html`
  <span class=${`bio-face biotopes-${id}`}><${Glyph} game="biotopes" id=${id} size=${size} label=${label} /></span>
`;

/**
 * A cube: a small square with its colour's letters. `n`: so many, as a number beside it.
 * @param {{ colour: string, n?: number }} props
 */
export const Cube = ({ colour, n }) => html`
  <span class="bio-cubes" aria-hidden="true">
    <span class=${`bio-cube bio-${colour}`}>${t(`bio.tag.${colour}`)}</span>${n !== undefined && html`<b>${n}</b>`}
  </span>
`;

/**
 * So many cubes of a colour, as people say it.
 * @param {string} colour
 * @param {number} n
 */
export const cubesName = (colour, n) => t("bio.cubes", { n, colour: wordOf(colour) });
