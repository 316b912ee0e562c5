// The camera: a page in which nothing is left to chance, and pictures of it once it holds still. Clock, fonts and
// movement are fixed before anything is loaded; moments of the daemon's clock are replaced in its answers, handles,
// keys and hashes where they are written. People who are equal come in the order of their handles, which is chance, in
// some answers of the daemon: here they come in the order of their names.
import { until } from "./steps.mjs";
import { NOW } from "./visual_scene.mjs";

export const SIZES = [
  { width: 360, height: 800 },
  { width: 820, height: 1100 },
  { width: 1280, height: 900 },
];
export const LANGUAGES = /** @type {const} */ (["en", "fr"]);
export const THEMES = /** @type {const} */ (["light", "dark"]);
/** Longer pages are cut here. */
const MOST_HEIGHT = 1000;

/** Fonts that scripts/setup installs, nothing that moves or blinks, no code to scan. */
const STYLE = `
  :root { --font: "Noto Sans", sans-serif !important; --mono: "DejaVu Sans Mono", monospace !important; }
  *, *::before, *::after {
    animation: none !important; transition: none !important; caret-color: transparent !important;
    scroll-behavior: auto !important;
  }
  .qr { background: #999 !important; }
  .qr * { opacity: 0 !important; }
`;

/** Lists in which equals come by their handles, and what makes people equal there. */
const TIES = { board: ["place"], people_top: ["games", "nights"], new_people: ["day"] };

/**
 * What is done in the page before its own scripts: `began` is when the club was made, by the real clock.
 * @param {{ style: string, began: number, now: string, ties: Record<string, string[]> }} props
 */
function inPage({ style, began, now, ties }) {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(style);
  document.adoptedStyleSheets = [sheet];
  const ask = globalThis.fetch.bind(globalThis);
  globalThis.underWay = 0;
  /** @param {string} text */
  const moment = (text) => {
    const at = Date.parse(text.slice(1, -1));
    return at >= began && at < began + 3_600_000 ? `"${now.replace("Z", ".000Z")}"` : text;
  };
  /** The same in an entry of the log, which has milliseconds. @param {string} text @param {string} at */
  const entered = (text, at) => (+at >= began && +at < began + 3_600_000 ? `"at":${Date.parse(now)}` : text);
  /** @typedef {Record<string, any>} Fields */
  /** @param {Fields} answer */
  function byName(answer) {
    for (const [list, keys] of Object.entries(ties)) {
      if (!Array.isArray(answer[list])) continue;
      /** @param {Fields} row */
      const group = (row) => keys.map((key) => row[key]).join();
      /** @type {string[]} */
      const groups = answer[list].map(group);
      answer[list].sort(
        (one, other) =>
          groups.indexOf(group(one)) - groups.indexOf(group(other)) || (one.player < other.player ? -1 : 1),
      );
    }
    for (const { winners, winners_total: all } of Array.isArray(answer.nights) ? answer.nights : []) {
      winners?.sort((/** @type {Fields} */ one, /** @type {Fields} */ other) => (one.player < other.player ? -1 : 1));
      // Who of many is named is chance, too.
      if (all > winners?.length) for (const [i, one] of winners.entries()) one.player = `Nobody ${i + 1}`;
    }
    if (answer.pair?.a.player > answer.pair?.b.player) [answer.pair.a, answer.pair.b] = [answer.pair.b, answer.pair.a];
    return answer;
  }
  globalThis.fetch = async (...words) => {
    globalThis.underWay++;
    try {
      const answer = await ask(...words);
      const oneEntry = /\/v1\/log\?first=(\d+)&last=\1$/.test(answer.url);
      if (!oneEntry && !/[/+]json/.test(answer.headers.get("Content-Type") ?? "")) return answer;
      let text = await answer.text();
      text = oneEntry ? text.replace(/"at":(\d+)/g, entered) : text.replace(/"\d{4}-\d\d-\d\dT[\d:.]+Z"/g, moment);
      if (/\/v1\/((seasons|years)\/\d+$|nights\?)/.test(answer.url)) text = JSON.stringify(byName(JSON.parse(text)));
      return new Response(text, { status: answer.status, statusText: answer.statusText, headers: answer.headers });
    } finally {
      globalThis.underWay--;
    }
  };
}

/**
 * @param {Test.Page} page
 * @param {number} began
 */
export async function steady(page, began) {
  await page.clock.setFixedTime(NOW);
  await page.addInitScript(inPage, { style: STYLE, began, now: NOW, ties: TIES });
}

/**
 * Whether everything is there: nothing is asked or loaded, nothing waits; what chance made is written over.
 * @param {Test.Page} page
 */
const quiet = (page) =>
  page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const inSight = (/** @type {Element} */ one) => {
      const { top, bottom } = one.getBoundingClientRect();
      return top < innerHeight && bottom > 0;
    };
    const busy =
      globalThis.underWay > 0 ||
      document.readyState !== "complete" ||
      document.fonts.status !== "loaded" ||
      !document.querySelector("main h1") ||
      document.querySelector("main .wait, main [aria-busy=true]") !== null ||
      document.querySelector(".not-yet") !== null || // it comes into sight, or after a while
      [...document.querySelectorAll(".plot:not([data-drawn])")].some(inSight) ||
      [...document.images].some((image) => !image.complete);
    if (busy) return false;
    const rules = /** @type {[RegExp, (found: string) => string][]} */ ([
      [/\bdendro_[A-Za-z0-9_-]{16,}/g, (found) => `dendro_${"k".repeat(found.length - 7)}`],
      [/127\.0\.0\.1:\d+/g, () => "127.0.0.1:8080"],
      [/\b[0-9a-f]{16,}\b/g, (found) => "0123456789abcdef".repeat(4).slice(0, found.length)],
      [/[A-Za-z0-9+/]{40,}={0,2}/g, (found) => "Base64+/".repeat(40).slice(0, found.length)],
      [/\b(?=[a-z0-9]*[0-9])[a-z][a-z0-9]{11}\b/g, () => "handle012345"],
      [/\+[0-9a-f]{8}\b/g, () => "+01234567"],
    ]);
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const old = node.nodeValue ?? "";
      const text = rules.reduce((so, [what, by]) => so.replace(what, by), old);
      if (text !== old) node.nodeValue = text;
    }
    return true;
  });

/**
 * Waits until everything is there.
 * @param {Test.Page} page
 */
export const still = (page) => until(() => quiet(page), `${page.url()} comes to rest`);

/**
 * The device speaks another language from now on.
 * @param {Test.Page} page
 * @param {string} lang
 */
export async function speak(page, lang) {
  await page.evaluate((tag) => {
    const base = new URL(document.baseURI).pathname;
    for (const key of base === "/" ? ["dendro.language"] : ["dendro.language", `dendro.language ${base}`]) {
      localStorage.setItem(key, JSON.stringify(tag));
      dispatchEvent(new StorageEvent("storage", { key }));
    }
  }, lang);
  await page.waitForFunction((tag) => document.documentElement.lang === tag, lang);
}

/**
 * A window as high as the view is, within limits, from its top: what a view brought into sight in a lower one is past.
 * @param {Test.Page} page
 * @param {Test.Size} size
 */
export async function framed(page, size) {
  await page.setViewportSize(size);
  await still(page);
  const whole = await page.evaluate(() => document.documentElement.scrollHeight);
  const height = Math.min(Math.max(whole, size.height), MOST_HEIGHT);
  if (height !== size.height) await page.setViewportSize({ width: size.width, height });
  await page.evaluate(() => scrollTo(0, 0));
}

/** @typedef {{ take(): Promise<string>, settle(): Promise<string> }} Camera */

/**
 * `take()` a picture; `settle()`: one that is the same as the one after it. PNG in base64.
 * @param {Test.Page} page
 * @returns {Promise<Camera>}
 */
export async function cameraOf(page) {
  const session = await page.context().newCDPSession(page);
  const take = async () => {
    await still(page);
    const { data } = await session.send("Page.captureScreenshot", { format: "png", optimizeForSpeed: true });
    return data;
  };
  return {
    take,
    async settle() {
      let last = "";
      return until(async () => {
        const next = await take();
        if (next === last) return next;
        last = next;
        await page.waitForTimeout(150);
        return null;
      }, `two pictures of ${page.url()} are the same`);
    },
  };
}
