// The darkroom: pictures are made small, compared and put on sheets, in a page of the same Chromium, which can read and
// write pictures already.
//
// A sheet has the twelve pictures of a view at half their size and in few colours: a column for each width, a row for
// each language and theme. It is a WebP file without loss, with the places of its pictures as JSON behind its end,
// where readers of WebP do not look.
import { readFileSync } from "node:fs";
import { blankPage } from "./harness.mjs";
import { comparing } from "./visual_compare.mjs";

/** @typedef {{ key: string, x: number, y: number, width: number, height: number }} Place */
/** @typedef {{ squares: number, far: number, size: string }} Verdict  what differs; size: "" when it is the same */

/** Runs in the page, beside what comparing() gives. @param {ReturnType<typeof comparing>} tools */
function developing({ SQUARE, halved, plain, others, resized }) {
  const GAP = 12;
  /** Whole, and small once somebody wants to see or accept it: choosing its colours takes half of the time. */
  /** @type {Map<string, { whole: ImageData, small?: ImageData }>} */
  const taken = new Map();
  /** @type {Map<string, ReturnType<typeof others>>} */
  const different = new Map();
  /** @type {Map<string, ImageData>} */
  const accepted = new Map();

  /** The picture that was taken, made small. @param {string} key */
  function smallOf(key) {
    const picture = taken.get(key);
    if (!picture) throw new Error(`no picture ${key}`);
    return (picture.small ??= plain(halved(picture.whole)));
  }

  /** @param {number} width @param {number} height */
  function canvas(width, height) {
    const context = new OffscreenCanvas(width, height).getContext("2d", { willReadFrequently: true });
    if (!context) throw new Error("no canvas");
    context.fillStyle = "#888";
    context.fillRect(0, 0, width, height);
    return context;
  }
  /** @param {string} base64 @param {string} type */
  async function decode(base64, type) {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const picture = await createImageBitmap(new Blob([bytes], { type }));
    const context = canvas(picture.width, picture.height);
    context.drawImage(picture, 0, 0);
    return context;
  }
  /** @param {OffscreenCanvasRenderingContext2D} context @param {string} type */
  async function encode(context, type) {
    const blob = await context.canvas.convertToBlob({ type, quality: 1 }); // of WebP: without loss
    let text = "";
    for (const byte of new Uint8Array(await blob.arrayBuffer())) text += String.fromCharCode(byte);
    return btoa(text);
  }

  return {
    /** What was accepted of a view. @param {string} sheet @param {Place[]} places */
    async accepted(sheet, places) {
      const context = await decode(sheet, "image/webp");
      for (const { key, x, y, width, height } of places) accepted.set(key, context.getImageData(x, y, width, height));
    },
    /** The picture that was taken is accepted. @param {string} key */
    accept(key) {
      accepted.set(key, smallOf(key));
    },
    /** A new picture, and how it differs from what was accepted, if any was. @param {string} key @param {string} png */
    async develop(key, png) {
      const context = await decode(png, "image/png");
      const whole = context.getImageData(0, 0, context.canvas.width, context.canvas.height);
      const old = accepted.get(key);
      taken.set(key, { whole });
      if (!old) return null;
      const found = others(old, whole);
      different.set(key, found);
      const half = { width: Math.ceil(whole.width / 2), height: Math.ceil(whole.height / 2) };
      const size = resized(old, half) ? `${2 * half.height} px high instead of ${2 * old.height}` : "";
      return { squares: found.length, far: found[0]?.far ?? 0, size };
    },
    /** All new pictures on one sheet; `rows` are keys, side by side. @param {string[][]} rows */
    async sheet(rows) {
      /** @type {Place[]} */
      const places = [];
      let bottom = 0;
      for (const row of rows) {
        let [right, lowest] = [0, bottom];
        for (const key of row) {
          const picture = smallOf(key);
          places.push({ key, x: right, y: bottom, width: picture.width, height: picture.height });
          right += picture.width + GAP;
          lowest = Math.max(lowest, bottom + picture.height + GAP);
        }
        bottom = lowest;
      }
      const context = canvas(Math.max(...places.map((one) => one.x + one.width)), bottom - GAP);
      for (const { key, x, y } of places) context.putImageData(smallOf(key), x, y);
      return { webp: await encode(context, "image/webp"), places };
    },
    /** What was accepted, what is there now, and where that is another. @param {string} key */
    async beside(key) {
      const [old, now] = [accepted.get(key), smallOf(key)];
      if (!old) throw new Error(`no picture ${key}`);
      const step = Math.max(old.width, now.width) + GAP;
      const context = canvas(3 * step - GAP, Math.max(old.height, now.height));
      context.putImageData(old, 0, 0);
      context.putImageData(now, step, 0);
      context.putImageData(now, 2 * step, 0);
      context.fillStyle = "rgb(255 255 255 / 65%)";
      context.fillRect(2 * step, 0, now.width, now.height);
      for (const { x, y, far } of different.get(key) ?? []) {
        context.fillStyle = `rgb(220 0 60 / ${Math.min(0.3 + far / 60, 0.9)})`;
        context.fillRect(2 * step + x, y, SQUARE, SQUARE);
      }
      return encode(context, "image/png");
    },
  };
}

/**
 * A darkroom for one view, which closes with the test.
 * @param {Test.Tools} tools
 */
export async function darkroom({ after }) {
  const page = await blankPage();
  after(() => page.context().close());
  await page.evaluate(`globalThis.darkroom = (${developing})((${comparing})())`);
  return {
    /** @param {string} path the sheet's file */
    async accepted(path) {
      const bytes = readFileSync(path);
      const end = bytes.readUInt32LE(4) + 8; // as its RIFF header says
      const places = JSON.parse(bytes.subarray(end).toString());
      await page.evaluate(
        ([sheet, where]) => globalThis.darkroom.accepted(sheet, where),
        [bytes.subarray(0, end).toString("base64"), places],
      );
    },
    /** @param {string} key @param {string} png @returns {Promise<Verdict | null>} */
    develop: (key, png) => page.evaluate(([k, p]) => globalThis.darkroom.develop(k, p), [key, png]),
    /** @param {string} key */
    accept: (key) => page.evaluate((k) => globalThis.darkroom.accept(k), key),
    /** The sheet's file. @param {string[][]} rows */
    async sheet(rows) {
      const { webp, places } = await page.evaluate((all) => globalThis.darkroom.sheet(all), rows);
      return Buffer.concat([Buffer.from(webp, "base64"), Buffer.from(`${JSON.stringify(places)}\n`)]);
    },
    /** @param {string} key */
    beside: async (key) => Buffer.from(await page.evaluate((k) => globalThis.darkroom.beside(k), key), "base64"),
  };
}
