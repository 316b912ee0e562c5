// What a person does on the page, in steps that the journeys share.
import assert from "node:assert/strict";
import { join } from "node:path";
import { TYPES } from "../../web/js/lib/foret.js";
import { build } from "../../web/node_modules/esbuild/lib/main.js";
import { PATIENCE, SOURCE } from "./harness.mjs";

/** Three grids of Forêt, as a record has them: rows of cards. */
export const SHEETS = [
  [
    "bee meadow meadow bee fox",
    "bear trout stream stream dragonfly",
    "eagle rabbit wolf deer fox",
    "deer wolf wolf meadow fox",
  ],
  [
    "stream stream stream trout bear",
    "dragonfly fox deer rabbit eagle",
    "meadow meadow bee deer wolf",
    "fox fox bee bear trout",
  ],
  [
    "wolf wolf deer fox fox",
    "meadow meadow meadow bee bee",
    "rabbit eagle trout stream stream",
    "deer deer bear dragonfly fox",
  ],
].map((rows) => rows.join(" / "));

/**
 * Numbers that are the same in every run (mulberry32).
 * @param {number} seed
 */
export function random(seed) {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/**
 * Waits until a condition holds; resolves with what it gave.
 * @template T
 * @param {() => T | Promise<T>} condition
 * @param {string} what
 * @returns {Promise<NonNullable<T>>}
 */
export async function until(condition, what) {
  const end = Date.now() + PATIENCE;
  for (;;) {
    const value = await condition();
    if (value) return value;
    if (Date.now() > end) throw new Error(`did not happen: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/**
 * An address from which a page can import a module of web/, which it has only joined with others.
 * @param {Test.Page} page
 * @param {string} file
 */
export async function moduleFor(page, file) {
  const made = await build({ entryPoints: [join(SOURCE, "web", file)], bundle: true, format: "esm", write: false });
  const url = new URL(`/assets/source/${file}`, page.url()).href;
  await page.route(url, (route) => route.fulfill({ contentType: "text/javascript", body: made.outputFiles[0].text }));
  return url;
}

/**
 * The view is there, and waits for nothing.
 * @param {Test.Page} page
 */
export async function settled(page) {
  await page.waitForFunction(() => document.querySelector("main h1") && !document.querySelector("main .wait"), null, {
    timeout: PATIENCE,
  });
}

/**
 * Goes to an address by loading the page anew, and waits for the view.
 * @param {Test.Page} page
 * @param {string} path
 */
export async function open(page, path) {
  await page.goto(path);
  await settled(page);
}

/**
 * Puts somebody at the table: `letters` are typed, the name is picked from the list.
 * @param {Test.Page} page
 * @param {string} letters
 * @param {string} name
 */
export async function seat(page, letters, name) {
  await page.locator("#add-player").fill(letters);
  const option = page.getByRole("option").filter({ hasText: name });
  await option.first().click();
  await page.locator(".seat-list li").filter({ hasText: name }).waitFor();
}

/**
 * @param {Test.Page} page
 * @param {string} name
 * @param {string} value
 */
export async function choose(page, name, value) {
  await page.locator(`input[name="${name}"][value="${value}"]`).check();
}

/** @param {Test.Page} page */
export async function start(page) {
  await page.locator(".new-game button.primary").click();
}

/**
 * Chooses a card of Forêt's palette.
 * @param {Test.Page} page
 * @param {string} card
 */
export const swatch = (page, card) => page.locator(".palette .swatch").nth(TYPES.indexOf(card));
/**
 * @param {Test.Page} page
 * @param {number} x
 * @param {number} y
 */
export const cell = (page, x, y) => page.locator(`#seat-panel [data-cell="${x},${y}"]`);

/**
 * A live turn of Forêt: two taps.
 * @param {Test.Page} page
 * @param {string} card
 * @param {number} x
 * @param {number} y
 */
export async function play(page, card, x, y) {
  await swatch(page, card).click();
  await cell(page, x, y).click();
}

/**
 * Everything that was entered has arrived.
 * @param {Test.Page} page
 */
export async function allSent(page) {
  await page.waitForFunction(() => !document.querySelector(".topbar .chip-button"), null, { timeout: PATIENCE });
}

/**
 * @param {Test.Club} daemon
 * @param {number | string} game
 */
export const movesOf = async (daemon, game) => (await daemon.get(`/v1/games/${game}/moves`)).moves;

/**
 * The number of the game that the address shows.
 * @param {Test.Page} page
 */
export async function gameNumber(page) {
  await page.waitForURL(/\/games\/\d+$/);
  return Number(/\/games\/(\d+)$/.exec(page.url())?.[1]);
}

/**
 * Something with this text has popped up; it may be gone already.
 * @param {Test.Page} page
 * @param {string} text
 */
export async function popped(page, text) {
  await page.waitForFunction((part) => globalThis.popped.some((one) => one.includes(part)), text, {
    timeout: PATIENCE,
  });
  await page.evaluate(() => {
    globalThis.popped = [];
  });
}

/**
 * Nothing sticks out to the right.
 * @param {Test.Page} page
 * @param {string} what
 */
export async function fitsTheScreen(page, what) {
  const { wide, width, who } = await page.evaluate(() => ({
    wide: document.documentElement.scrollWidth,
    width: innerWidth,
    who: [...document.querySelectorAll("body *")]
      .filter((one) => one.getBoundingClientRect().right > innerWidth + 1)
      .slice(0, 5)
      .map((one) => `${one.tagName}.${one.className} in .${one.parentElement?.className}`),
  }));
  assert.ok(wide <= width, `${what} is ${wide} px wide on a screen of ${width}: ${who.join("; ")}`);
}
