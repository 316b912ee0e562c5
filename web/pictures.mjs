// Draws the pictures that links show before they are opened: static/og/NAME.png, 1200 x 630, out of our own glyphs and
// their colours. Nothing in them is a word, so one picture serves every language. Run by hand when a glyph changes.
//
// usage: node web/pictures.mjs [CHROMIUM]
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { deflateSync, inflateSync } from "node:zlib";
import { chromium } from "playwright-core";

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
  const tiles = Array.from({ length: 18 }, (_, i) => tile(names[(i * 5 + Math.floor(i / 6)) % names.length]));
  return `<div class="mosaic">${tiles.join("")}</div>`;
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
body { margin: 0; width: ${WIDTH}px; height: ${HEIGHT}px; overflow: hidden; background: ${paper}; }
.mosaic { display: grid; grid-template-columns: repeat(6, 180px); gap: 14px; padding: 31px 25px; }
.og-tile { border-radius: 20px; background: var(--face, #ebe3cf); display: grid; place-items: center; }
.og-tile, .og-tile .glyph { box-sizing: border-box; }
.mosaic .og-tile { width: 180px; height: 180px; }
.og-tile .glyph { width: 72%; height: 72%; }
.fan { display: grid; grid-template-columns: repeat(3, 300px); gap: 30px; place-content: center; height: 100%; }
.fan .og-tile { width: 300px; height: 420px; border: 12px solid #fffdf6; }
</style>${glyphs.replaceAll("<svg ", '<svg width="0" height="0" style="position:absolute" ')}${inside}`;

/* ---- PNG: eight bits a channel in, a palette out ---- */

/**
 * The pixels of a PNG that Chromium made, three bytes each.
 * @param {Buffer} png
 */
function pixels(png) {
  const parts = [];
  let channels = 3;
  for (let at = 8; at < png.length;) {
    const length = png.readUInt32BE(at);
    const kind = png.toString("latin1", at + 4, at + 8);
    if (kind === "IHDR") channels = png[at + 17] === 6 ? 4 : 3;
    if (kind === "IDAT") parts.push(png.subarray(at + 8, at + 8 + length));
    at += 12 + length;
  }
  const raw = inflateSync(Buffer.concat(parts));
  const stride = WIDTH * channels;
  const out = Buffer.alloc(stride * HEIGHT);
  for (let y = 0; y < HEIGHT; y++) {
    const filter = raw[y * (stride + 1)];
    for (let x = 0; x < stride; x++) {
      const a = x >= channels ? out[y * stride + x - channels] : 0;
      const b = y > 0 ? out[(y - 1) * stride + x] : 0;
      const c = x >= channels && y > 0 ? out[(y - 1) * stride + x - channels] : 0;
      const nearest = [a, b, c].reduce(
        (best, v) => (Math.abs(a + b - c - v) < Math.abs(a + b - c - best) ? v : best),
        a,
      );
      out[y * stride + x] = raw[y * (stride + 1) + 1 + x] + [0, a, b, (a + b) >> 1, nearest][filter];
    }
  }
  return { channels, bytes: out };
}

/**
 * The most frequent colours, and for each pixel the nearest of them.
 * @param {{ channels: number, bytes: Buffer }} image
 */
function reduce({ channels, bytes }) {
  /** @type {Map<number, number>} */
  const seen = new Map();
  const colours = new Uint32Array(WIDTH * HEIGHT);
  for (let i = 0; i < colours.length; i++) {
    colours[i] = bytes.readUIntBE(i * channels, 3);
    seen.set(colours[i], (seen.get(colours[i]) ?? 0) + 1);
  }
  const palette = [...seen]
    .sort((a, b) => b[1] - a[1] || a[0] - b[0])
    .slice(0, COLOURS)
    .map(([colour]) => colour);
  /** @param {number} a @param {number} b */
  const far = (a, b) =>
    ((a >> 16) - (b >> 16)) ** 2 + (((a >> 8) & 255) - ((b >> 8) & 255)) ** 2 + ((a & 255) - (b & 255)) ** 2;
  /** @type {Map<number, number>} */
  const nearest = new Map();
  for (const colour of seen.keys()) {
    nearest.set(
      colour,
      palette.reduce((best, p, i) => (far(p, colour) < far(palette[best], colour) ? i : best), 0),
    );
  }
  return { palette, places: Uint8Array.from(colours, (colour) => nearest.get(colour) ?? 0) };
}

const CRC = Uint32Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c;
});

/**
 * @param {string} kind
 * @param {Buffer} body
 */
function chunk(kind, body) {
  const whole = Buffer.concat([Buffer.alloc(4), Buffer.from(kind), body, Buffer.alloc(4)]);
  let crc = 0xffffffff;
  for (const byte of whole.subarray(4, -4)) crc = CRC[(crc ^ byte) & 255] ^ (crc >>> 8);
  whole.writeUInt32BE(body.length, 0);
  whole.writeUInt32BE((crc ^ 0xffffffff) >>> 0, whole.length - 4);
  return whole;
}

/** @param {Buffer} png */
function packed(png) {
  const { palette, places } = reduce(pixels(png));
  const head = Buffer.alloc(13);
  head.writeUInt32BE(WIDTH, 0);
  head.writeUInt32BE(HEIGHT, 4);
  head.set([8, 3, 0, 0, 0], 8);
  const lines = Buffer.alloc((WIDTH + 1) * HEIGHT);
  for (let y = 0; y < HEIGHT; y++) lines.set(places.subarray(y * WIDTH, (y + 1) * WIDTH), y * (WIDTH + 1) + 1);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]),
    chunk("IHDR", head),
    chunk("PLTE", Buffer.from(palette.flatMap((c) => [c >> 16, (c >> 8) & 255, c & 255]))),
    chunk("IDAT", deflateSync(lines, { level: 9, memLevel: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

const browser = await chromium.launch({
  executablePath: process.argv[2] ?? "/usr/bin/chromium",
  args: ["--no-sandbox"],
});
try {
  const tab = await browser.newPage({ viewport: { width: WIDTH, height: HEIGHT } });
  for (const [name, picture] of Object.entries(PICTURES)) {
    await tab.setContent(page(picture));
    const bytes = packed(await tab.screenshot());
    writeFileSync(join(web, "static/og", `${name}.png`), bytes);
    console.log(`${name}.png: ${bytes.length} bytes`);
  }
} finally {
  await browser.close();
}
