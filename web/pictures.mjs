// Draws the pictures that links show before they are opened: static/og/NAME.png, 1200 x 630, out of our own glyphs and
// their colours; and static/og/tiles.bin, of whose pieces the daemon makes the picture of a game (src/http/tiles.h).
// Nothing in them is a word, so one picture serves every language. Run by hand when a glyph changes.
//
// usage: node web/pictures.mjs [CHROMIUM]
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { packed, pixels, reduce, threeBytes } from "./pictures_png.mjs";

const web = dirname(fileURLToPath(import.meta.url));
const WIDTH = 1200;
const HEIGHT = 630;
const COLOURS = 64;

/** @param {string} path */
const read = (path) => readFileSync(join(web, path), "utf8");

const GAMES = ["foret", "ecos", "biotopes", "grandbois"];
const glyphs = GAMES.map((game) => read(`glyphs/${game}.svg`)).join("");

/**
 * The glyphs of a game, in their order.
 * @param {string} game
 */
const namesOf = (game) => [...glyphs.matchAll(new RegExp(`<symbol id="(${game}-[a-z-]+)"`, "g"))].map(([, id]) => id);

/**
 * A card: its glyph on its own face.
 * @param {string} id
 * @param {string} [style]
 */
const tile = (id, style = "") =>
  `<div class="og-tile ${id}" style="${style}"><svg class="glyph" viewBox="0 0 48 48"><use href="#${id}"/></svg></div>`;

/** @param {string} game */
function mosaic(game) {
  const names = namesOf(game);
  const cards = Array.from({ length: 18 }, (_, i) => tile(names[(i * 5 + Math.floor(i / 6)) % names.length]));
  return `<div class="mosaic">${cards.join("")}</div>`;
}

/** @param {string} inside */
const drawing = (inside) => `<svg width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">${inside}</svg>`;

/**
 * The tree of our icon.
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {string} leaf
 */
const tree = (x, y, size, leaf) =>
  `<g transform="translate(${x} ${y}) scale(${size / 48})"><path fill="${leaf}" ` +
  `d="M24 6l9 12h-5l8 10h-6l8 9H10l8-9h-6l8-10h-5z"/><path d="M22 37h4v6h-4z" fill="#e8a33d"/></g>`;

const SEATS = ["#1f4a34", "#b0492a", "#2a5d9c", "#7a5a00", "#6b3a86"];

/**
 * A figure as it stands on a board.
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {string} colour
 */
const figure = (x, y, size, colour) =>
  `<g transform="translate(${x} ${y}) scale(${size / 100})" fill="${colour}"><circle cx="50" cy="20" r="20"/>` +
  `<path d="M50 36c24 0 46 12 46 22 0 8-12 10-22 8l18 34H60L50 82 40 100H8l18-34c-10 2-22 0-22-8 0-10 22-22 46-22z"/>` +
  "</g>";

const podium = [
  [180, 330, 2],
  [460, 190, 0],
  [740, 410, 1],
].map(([x, y, seat]) => `<rect x="${x}" y="${y}" width="280" height="${HEIGHT - y}" fill="${SEATS[seat]}"/>`);

const rows = [0, 1, 2, 3, 4].map(
  (i) =>
    `<rect x="330" y="${120 + i * 84}" width="540" height="64" rx="10" fill="${i === 4 ? "#f6e4bf" : "#fffdf6"}"/>` +
    [0, 1, 2].map((j) => `<circle cx="${560 + j * 120}" cy="${152 + i * 84}" r="14" fill="${SEATS[j]}"/>`).join("") +
    `<rect x="356" y="${142 + i * 84}" width="${110 - 14 * (i % 3)}" height="20" rx="8" fill="#8a8a70"/>`,
);

const forest = [-60, 90, 230, 740, 880, 1030].map((x, i) => tree(x, 300 - (i % 2) * 40, 330, "#1f3a2b"));

const fan = [tile("grandbois-fox", "rotate: -14deg"), tile("foret-bear"), tile("ecos-sun", "rotate: 14deg")];

/** @type {Record<string, { paper: string, inside: string }>} */
const PICTURES = {
  ...Object.fromEntries(GAMES.map((game) => [game, { paper: "#f6f1e4", inside: mosaic(game) }])),
  title: { paper: "#dbe7d4", inside: drawing(rows.join("")) },
  night: {
    paper: "#101a14",
    inside: drawing(
      `<circle cx="600" cy="210" r="120" fill="#f0b65a"/><circle cx="655" cy="180" r="105" fill="#101a14"/>` +
        forest.join("") +
        [0, 1, 2, 3]
          .map((i) => figure(385 + i * 110, 470, 100, ["#8ccfa4", "#f39b78", "#8dbcf2", "#e6c65c"][i]))
          .join(""),
    ),
  },
  board: {
    paper: "#f6f1e4",
    inside: drawing(podium.join("") + figure(520, 30, 160, "#e8a33d")),
  },
  person: {
    paper: "#dbe7d4",
    inside: drawing(`<circle cx="600" cy="315" r="270" fill="#f6f1e4"/>${figure(425, 150, 350, "#1f4a34")}`),
  },
  card: {
    paper: "#1f4a34",
    inside: `<div class="fan">${fan.join("")}</div>`,
  },
  club: {
    paper: "#1f4a34",
    inside: drawing(tree(90, 210, 360, "#2f6a4a") + tree(750, 210, 360, "#2f6a4a") + tree(340, 45, 520, "#f6f1e4")),
  },
};

/** @param {{ paper: string, inside: string }} picture */
const page = ({ paper, inside }) => `<!doctype html><style>${read("css/tokens.css")}${read("css/boards.css")}
:root { color-scheme: light; }
.pieces { position: absolute; overflow: visible; }
.pieces > div { background: #f6f1e4; }
.pieces .og-tile .glyph { width: 76%; height: 76%; }
.sign { display: block; text-align: center; font: 700 52px/56px "DejaVu Sans", sans-serif; color: #22301f; }
body { margin: 0; width: ${WIDTH}px; height: ${HEIGHT}px; background: ${paper}; }
.mosaic { display: grid; grid-template-columns: repeat(6, 180px); gap: 14px; padding: 31px 25px; }
.og-tile { border-radius: 20px; background: var(--face, #ebe3cf); display: grid; place-items: center; }
.og-tile, .og-tile .glyph { box-sizing: border-box; }
.mosaic .og-tile { width: 180px; height: 180px; }
.og-tile .glyph { width: 72%; height: 72%; }
.fan { display: grid; grid-template-columns: repeat(3, 300px); gap: 30px; place-content: center; height: 100%; }
.fan .og-tile { width: 300px; height: 420px; border: 12px solid #fffdf6; }
</style>${glyphs.replaceAll("<svg ", '<svg width="0" height="0" style="position:absolute" ')}${inside}`;

/* ---- tiles ---- */

const TILED = ["foret"]; // games whose boards are cards in rows and columns
const SIZES = [48, 72, 112];
const PAPER = 0xf6f1e4;
/** Paper, what marks the winner, then seats: the daemon knows them by their places. */
const GIVEN = [PAPER, 0xe8a33d, ...SEATS.map((colour) => parseInt(colour.slice(1), 16)), 0x4a5157];
const SIGNS = "0123456789-.";

/** @param {{ name: string, width: number, height: number, inside: string }} piece */
const pieceOf = ({ name, width, height, inside }) =>
  `<div id="piece-${name}" style="width:${width}px;height:${height}px">${inside}</div>`;

const pieces = [
  ...TILED.flatMap(namesOf).flatMap((id) =>
    SIZES.map((size) => ({
      name: `${id}@${size}`,
      width: size,
      height: size,
      inside: tile(id, `width:${size}px;height:${size}px;border-radius:${size / 8}px`),
    })),
  ),
  ...[...SIGNS].map((sign, i) => ({ name: `sign-${i}`, width: 36, height: 56, inside: `<b class="sign">${sign}</b>` })),
];

/**
 * `DTILES1\n`, how many colours and their bytes, then each piece: length of the name, name, width, height, pixels.
 * @param {import("playwright-core").Page} tab
 */
async function tiles(tab) {
  await tab.setContent(page({ paper: "#f6f1e4", inside: `<div class="pieces">${pieces.map(pieceOf).join("")}</div>` }));
  const images = [];
  for (const { name } of pieces) images.push(pixels(await tab.locator(`[id="piece-${name}"]`).screenshot()));
  const { palette, places } = reduce(images, 255, GIVEN);
  const parts = pieces.map(({ name, width, height }, i) =>
    Buffer.concat([Buffer.from([name.length]), Buffer.from(name), Buffer.from([width, height]), places[i]]),
  );
  return Buffer.concat([Buffer.from("DTILES1\n"), Buffer.from([palette.length]), threeBytes(palette), ...parts]);
}

const browser = await chromium.launch({
  executablePath: process.argv[2] ?? "/usr/bin/chromium",
  args: ["--no-sandbox"],
});
try {
  const tab = await browser.newPage({ viewport: { width: WIDTH, height: HEIGHT } });
  for (const [name, picture] of Object.entries(PICTURES)) {
    await tab.setContent(page(picture));
    const bytes = packed(await tab.screenshot(), COLOURS);
    writeFileSync(join(web, "static/og", `${name}.png`), bytes);
    console.log(`${name}.png: ${bytes.length} bytes`);
  }
  const bytes = await tiles(tab);
  writeFileSync(join(web, "static/og/tiles.bin"), bytes);
  console.log(`tiles.bin: ${bytes.length} bytes`);
} finally {
  await browser.close();
}
