// Ecos' landscape: hexagons and what stands on them, and the signs of elements, terrains, pieces and animals.
//
// Hexagons stand on a corner; q runs to the right, r down and to the right, so the neighbours are those of
// docs/ecos.md. `book` is a catalogue (catalogue.js): names of species and elements in the person's language.
import { fades } from "../lib/edges.js";
import { html } from "../lib/html.js";
import { addWords, t } from "../lib/i18n.js";
import { words } from "../words/ecos.js";
import { NO_CATALOGUE } from "./catalogue.js";
import { Glyph, glyphAt } from "./glyphs.js";
import { at as key, corners, extent, hexOf, middle } from "./hexes.js";

addWords(words);

export const ELEMENTS = ["sun", "water", "grass", "plant", "stone", "animal", "egg", "wild"];
export const DRAWN = new Set([
  ...ELEMENTS,
  ...[
    "rhinoceros",
    "fish",
    "gorilla",
    "leopard",
    "lion",
    "elephant",
    "antelope",
    "zebra",
    "camel",
    "crocodile",
    "flamingo",
    "vulture",
    "turtle",
  ],
  ...["mountain", "forest", "cube"],
]);

/**
 * What a terrain, a piece, a species or an element is called.
 * @param {string} id
 * @param {Page.Book} [book]
 */
export function thingName(id, book = NO_CATALOGUE) {
  return book.thing(id) || (`ecos.${id}` in words ? t(`ecos.${id}`) : id);
}

/**
 * Where `count` pieces stand on a tile, around its middle.
 * @param {number} count
 */
function spread(count) {
  if (count <= 1) return [[0, 0]];
  if (count === 2) {
    return [
      [-0.36, 0],
      [0.36, 0],
    ];
  }
  if (count === 3) {
    return [
      [-0.38, -0.28],
      [0.38, -0.28],
      [0, 0.36],
    ];
  }
  if (count === 4) {
    return [
      [-0.36, -0.34],
      [0.36, -0.34],
      [-0.36, 0.34],
      [0.36, 0.34],
    ];
  }
  return [...Array(count).keys()].map((i) => {
    const angle = (2 * Math.PI * i) / count - Math.PI / 2;
    return [0.5 * Math.cos(angle), 0.5 * Math.sin(angle)];
  });
}

/** @param {Ecos.Tile} tile */
function pieces(tile) {
  return [
    ...(tile.mountain ? [{ id: "mountain", n: 1 }] : []),
    ...(tile.forests > 0 ? [{ id: "forest", n: tile.forests }] : []),
    ...Object.entries(tile.animals).map(([id, n]) => ({ id, n })),
  ];
}

/**
 * @param {Ecos.Tile} tile
 * @param {Page.Book} [book]
 */
export function tileName(tile, book) {
  return [
    thingName(tile.terrain, book),
    ...pieces(tile).map(({ id, n }) => (n > 1 ? `${n} ${thingName(id, book)}` : thingName(id, book))),
  ].join(", ");
}

/** @type {Record<string, string>} */
const PATTERNS = {
  desert: "M-.5 -.1h.01M-.2 .25h.01M.3 -.3h.01M.5 .15h.01M.1 .55h.01M-.15 -.5h.01",
  grassland:
    "M-.5 .05l.06 -.16l.06 .16M.35 -.35l.06 -.16l.06 .16M.05 .55l.06 -.16l.06 .16" +
    "M-.2 -.5l.06 -.16l.06 .16M.5 .25l.06 -.16l.06 .16",
  water: "M-.6 -.2q.1 -.1 .2 0t.2 0M.2 -.45q.1 -.1 .2 0t.2 0M.15 .3q.1 -.1 .2 0t.2 0M-.45 .45q.1 -.1 .2 0t.2 0",
};

/**
 * @param {Ecos.Tile} tile
 * @param {{ latest: boolean, chosen: boolean, book?: Page.Book }} props
 */
function hex(tile, { latest, chosen, book }) {
  const [x, y] = middle(tile.q, tile.r);
  const on = pieces(tile);
  const spots = spread(on.length);
  const size = on.length <= 1 ? 1.05 : on.length === 2 ? 0.72 : on.length <= 4 ? 0.6 : 0.5;
  return html`
    <g
      class=${`hex ecos-${tile.terrain}-tile${latest ? " latest" : ""}${chosen ? " chosen" : ""}`}
      key=${`${tile.q},${tile.r}`}
    >
      <title>${tileName(tile, book)}</title>
      <polygon points=${corners(x, y, 0.97)} />
      <path class="pattern" d=${PATTERNS[tile.terrain]} transform=${`translate(${x.toFixed(3)} ${y.toFixed(3)})`} />
      <text class="letters" x=${x} y=${y + 0.9} text-anchor="middle">${t(`ecos.tag.${tile.terrain}`)}</text>
      ${on.map(({ id, n }, i) => {
        const [dx, dy] = spots[i];
        return html`
          <g key=${id}>
            ${
              DRAWN.has(id)
                ? glyphAt({ game: "ecos", id, x: x + dx, y: y + dy, size })
                : html`
                  <text class="unknown" x=${x + dx} y=${y + dy + 0.1} text-anchor="middle">
                    ${thingName(id, book).slice(0, 3)}
                  </text>
                `
            }
            ${
              n > 1 &&
              html`<text class="count" x=${x + dx + size / 2} y=${y + dy + size / 2} text-anchor="middle">${n}</text>`
            }
          </g>
        `;
      })}
    </g>
  `;
}

/**
 * The landscape.
 *
 *   tiles    of the API's state
 *   around   more tiles that must fit into the drawing, so that it stays
 *   latest   ["q,r"] what has just changed
 *   lit      ["q,r"] what may be tapped
 *   chosen   "q,r"
 *   onTap    called with "q,r"
 *   name     names a lit place for a screen reader
 * @param {{ tiles: Ecos.Tile[], around?: { q: number, r: number }[], latest?: string[], lit?: string[],
 *   chosen?: string | null, onTap?: (at: string) => unknown, name?: (at: string) => string, book?: Page.Book }} props
 */
export function landscape({ tiles, around = [], latest = [], lit = [], chosen, onTap, name, book }) {
  const { left, top, width, height } = extent([...tiles, ...around, ...lit.map(hexOf).map(([q, r]) => ({ q, r }))]);
  /** @param {string} at */
  const tap = (at) => (/** @type {Event & { key?: string }} */ event) => {
    if (event.type === "keydown" && event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    onTap?.(at);
  };
  return html`
    <div class="landscape-place" ref=${fades}>
      <svg
        class="landscape"
        viewBox=${`${left} ${top} ${width} ${height}`}
        style=${{ "--least": `${Math.round(width * (onTap ? 27 : 0))}px`, "--most": `${Math.round(width * 46)}px` }}
        role=${onTap ? "group" : "img"}
        aria-label=${t("ecos.landscape", { n: tiles.length })}
      >
        ${tiles.map((tile) =>
          hex(tile, { latest: latest.includes(key(tile.q, tile.r)), chosen: chosen === key(tile.q, tile.r), book }),
        )}
        ${lit.map((at) => {
          const [q, r] = hexOf(at);
          const [x, y] = middle(q, r);
          return html`
            <polygon
              class=${`spot${chosen === at ? " chosen" : ""}`}
              key=${`lit ${at}`}
              data-at=${at}
              points=${corners(x, y, 0.9)}
              role="button"
              tabindex="0"
              aria-label=${name ? name(at) : at}
              onClick=${tap(at)}
              onKeyDown=${tap(at)}
            />
          `;
        })}
      </svg>
    </div>
  `;
}

/** @param {{ id: string, size?: number, book?: Page.Book, label?: string }} props */
export const ElementSign = ({ id, size = 22, book, label }) =>
  DRAWN.has(id)
    ? html`
      <span class=${`element ecos-${id}`}>
        <${Glyph} game="ecos" id=${id} size=${size} label=${label ?? thingName(id, book)} />
      </span>
    `
    : html`<span class="element">${thingName(id, book)}</span>`;

export const TERRAINS = ["desert", "grassland", "water"];

/**
 * A terrain as a small hexagon.
 * @param {{ id: string, size?: number }} props
 */
export const TerrainSign = ({ id, size = 30 }) => html`
  <svg class="terrain" viewBox="-1 -1 2 2" width=${size} height=${size} aria-hidden="true">
    <g class=${`hex ecos-${id}-tile`}>
      <polygon points=${corners(0, 0, 0.95)} />
      <path class="pattern" d=${PATTERNS[id]} />
    </g>
  </svg>
`;

/**
 * What is placed, moved or removed: a terrain, a piece or an animal, beside its name.
 * @param {{ id: string, size?: number, book?: Page.Book }} props
 */
export const ThingSign = ({ id, size = 24, book }) =>
  TERRAINS.includes(id)
    ? html`<${TerrainSign} id=${id} size=${size} />`
    : DRAWN.has(id)
      ? html`<${ElementSign} id=${id} size=${size} book=${book} label="" />`
      : null;
