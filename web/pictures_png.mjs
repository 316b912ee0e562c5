// PNG as far as web/pictures.mjs needs it: the pixels of what Chromium made, and a picture with a palette.
import { deflateSync, inflateSync } from "node:zlib";

/** @typedef {{ width: number, height: number, colours: Uint32Array }} Image */

/**
 * The pixels of a PNG that Chromium made, eight bits a channel, as 0xRRGGBB.
 * @param {Buffer} png
 * @returns {Image}
 */
export function pixels(png) {
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
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
  const stride = width * channels;
  const out = Buffer.alloc(stride * height);
  for (let y = 0; y < height; y++) {
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
  const colours = Uint32Array.from({ length: width * height }, (_, i) => out.readUIntBE(i * channels, 3));
  return { width, height, colours };
}

/**
 * A palette: these colours, then the most frequent ones of the images; and for each pixel of each the nearest of them.
 * @param {Image[]} images
 * @param {number} most
 * @param {number[]} [given]
 */
export function reduce(images, most, given = []) {
  /** @type {Map<number, number>} */
  const seen = new Map();
  for (const { colours } of images) for (const c of colours) seen.set(c, (seen.get(c) ?? 0) + 1);
  const frequent = [...seen].filter(([c]) => !given.includes(c)).sort((a, b) => b[1] - a[1] || a[0] - b[0]);
  const palette = [...given, ...frequent.map(([c]) => c)].slice(0, most);
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
  return { palette, places: images.map(({ colours }) => Uint8Array.from(colours, (c) => nearest.get(c) ?? 0)) };
}

/** @param {number[]} palette */
export const threeBytes = (palette) => Buffer.from(palette.flatMap((c) => [c >> 16, (c >> 8) & 255, c & 255]));

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

/**
 * The same picture in a few colours.
 * @param {Buffer} png
 * @param {number} most
 */
export function packed(png, most) {
  const image = pixels(png);
  const { width, height } = image;
  const { palette, places } = reduce([image], most);
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 3, 0, 0, 0], 8);
  const lines = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y++) lines.set(places[0].subarray(y * width, (y + 1) * width), y * (width + 1) + 1);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]),
    chunk("IHDR", head),
    chunk("PLTE", threeBytes(palette)),
    chunk("IDAT", deflateSync(lines, { level: 9, memLevel: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}
