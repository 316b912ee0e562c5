// How every view looks, at three widths, in both themes and languages, held against pictures that somebody accepted:
// tests/browser/accepted has a sheet of twelve for each view. Whoever changes what a view looks like sees it here,
// looks at both, and accepts the new ones with tests/browser/accept.
//
// Environment: ACCEPT=1 writes the sheets instead of comparing.
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { SHOTS, SOURCE, standingClub, test } from "./harness.mjs";
import { LANGUAGES, SIZES, THEMES, cameraOf, framed, speak, steady, still } from "./visual_camera.mjs";
import { darkroom } from "./visual_darkroom.mjs";
import { emptyScene, fullScene, privateScene } from "./visual_scene.mjs";
import { VIEWS, addressOfView } from "./visual_views.mjs";

const ACCEPTED = join(SOURCE, "tests/browser/accepted");
const ACCEPT = Boolean(process.env.ACCEPT);
/** The same for that long, in milliseconds: it does not become what was accepted any more. */
const PATIENT = 1500;

/** @typedef {import("./visual_views.mjs").View} View */
/** @typedef {import("./visual_scene.mjs").Scene} Scene */
/** @typedef {import("./visual_darkroom.mjs").Verdict} Verdict */

/** @param {number} width @param {string} theme @param {string} lang */
const keyOf = (width, theme, lang) => `${width}-${theme}-${lang}`;
/** A row of a sheet for each language and theme. */
const ROWS = LANGUAGES.flatMap((lang) => THEMES.map((theme) => SIZES.map(({ width }) => keyOf(width, theme, lang))));
/** @param {Verdict | null} verdict */
const good = (verdict) => verdict !== null && verdict.squares === 0 && verdict.size === "";

const MAKERS = { full: fullScene, empty: emptyScene, private: privateScene };
/** Views only look: all have the same clubs. @type {Record<string, Promise<Scene & { began: number }>>} */
const scenes = {};
/** @param {keyof typeof MAKERS} kind */
const sceneOf = (kind) =>
  (scenes[kind] ??= (async () => {
    const began = Date.now();
    return { ...(await MAKERS[kind](standingClub)), began };
  })());

/**
 * Opens a view, by somebody and at an hour that are always the same.
 * @param {View} view
 * @param {Test.Tools} tools
 */
async function openView(view, tools) {
  const { daemon, at, began } = await sceneOf(view.club ?? "full");
  const page = await tools.visit(view.site ? await view.site(daemon, tools) : daemon, {
    path: addressOfView(view, at),
    size: SIZES[0],
    token: view.who === "nobody" ? null : daemon.token,
    zone: "Europe/Paris",
    prepare: (fresh) => steady(fresh, began),
  });
  await still(page);
  await view.begin?.(page);
  return page;
}

/**
 * Goes through the twelve.
 * @param {View} view
 * @param {Test.Page} page
 * @param {(key: string) => Promise<void>} look
 */
async function all(view, page, look) {
  for (const lang of LANGUAGES) {
    if (lang !== LANGUAGES[0]) await speak(page, lang);
    await still(page);
    await view.each?.(page);
    await page.mouse.move(0, 0);
    for (const size of SIZES) {
      await framed(page, size);
      for (const theme of THEMES) {
        await page.emulateMedia({ colorScheme: theme });
        await look(keyOf(size.width, theme, lang));
      }
    }
  }
}

/**
 * Takes the twelve; resolves with those that are not as they were. One that differs is given time: something may have
 * come late on a busy machine.
 * @param {View} view
 * @param {Test.Page} page
 * @param {Awaited<ReturnType<typeof darkroom>>} room
 */
async function compare(view, page, room) {
  const camera = await cameraOf(page);
  /** @type {Map<string, Verdict | null>} */
  const wrong = new Map();
  await all(view, page, async (key) => {
    let verdict = await room.develop(key, await (ACCEPT ? camera.settle() : camera.take()));
    for (let last = "", since = Date.now(); verdict && !good(verdict) && Date.now() - since < PATIENT;) {
      const next = await camera.take();
      if (next === last) continue;
      [last, since] = [next, Date.now()];
      verdict = await room.develop(key, next);
    }
    if (!good(verdict)) wrong.set(key, verdict);
  });
  return wrong;
}

/**
 * What is said of a view that looks different; the pictures are beside each other in the folder for shots.
 * @param {string} name
 * @param {Map<string, Verdict | null>} wrong
 * @param {Awaited<ReturnType<typeof darkroom>>} room
 */
async function told(name, wrong, room) {
  mkdirSync(SHOTS, { recursive: true });
  const accept = `tests/browser/accept ${name}`;
  const sheet = join(SHOTS, `looks-${name}.webp`);
  writeFileSync(sheet, await room.sheet(ROWS));
  const lines = [];
  for (const [key, verdict] of wrong) {
    if (verdict === null) continue;
    const file = join(SHOTS, `looks-${name}-${key}.png`);
    writeFileSync(file, await room.beside(key));
    const what = [verdict.size, verdict.squares > 0 && `${verdict.squares} squares, by ${verdict.far.toFixed(1)}`];
    lines.push(`  ${relative(SOURCE, file)} (${what.filter(Boolean).join("; ")})`);
  }
  const list = lines.join("\n");
  return list
    ? `${name} looks different (accepted, now, and where they differ):\n${list}\nif that is meant: ${accept}`
    : `nobody has accepted how ${name} looks: look at ${relative(SOURCE, sheet)}, then: ${accept}`;
}

let begun = 0;
let seen = 0;
for (const view of VIEWS) {
  test(`looks of ${view.name}, in ${ROWS.flat().length} pictures`, async (tools) => {
    begun ||= performance.now();
    const file = join(ACCEPTED, `${view.name}.webp`);
    const page = await openView(view, tools);
    const room = await darkroom(tools);
    if (!ACCEPT && existsSync(file)) await room.accepted(file);
    const wrong = await compare(view, page, room);
    if (ACCEPT) {
      mkdirSync(ACCEPTED, { recursive: true });
      writeFileSync(file, await room.sheet(ROWS));
    } else {
      assert.ok(wrong.size === 0, wrong.size > 0 ? await told(view.name, wrong, room) : "");
    }
    if (++seen === VIEWS.length) {
      const seconds = Math.round((performance.now() - begun) / 1000);
      console.log(`        ${seen} views, ${seen * ROWS.flat().length} pictures: ${seconds} s`);
    }
  });
}

test("looks: every address of the page has a view with pictures, and every picture a view", () => {
  const source = readFileSync(join(SOURCE, "web/js/main.js"), "utf8");
  const routes = [...source.matchAll(/\{ path: "([^"]+)"/g)].map(([, path]) => path);
  assert.ok(routes.length > 30, "the table of addresses is not where it was");
  const paths = VIEWS.map(
    (view) => new URL(addressOfView(view, new Proxy({}, { get: () => "1" })), "http://club").pathname,
  );
  const sheets = [...new Set(VIEWS.filter(({ name }) => name.startsWith("sheet-")))].map(() => "/sheet/1");
  const later = VIEWS.some(({ name }) => name === "waiting") ? ["/waiting"] : []; // gone to once something waits
  const without = routes.filter((route) => {
    const form = new RegExp(`^${route.replace(/:[a-z]+/g, "[^/]+")}$`);
    return ![...paths, ...sheets, ...later].some((path) => form.test(path));
  });
  assert.deepEqual(without, [], "addresses without a line in visual_views.mjs");
  const names = VIEWS.map(({ name }) => `${name}.webp`);
  assert.equal(new Set(names).size, names.length, "two views of one name");
  const left = existsSync(ACCEPTED) ? readdirSync(ACCEPTED).filter((name) => !names.includes(name)) : [];
  assert.deepEqual(left, [], "accepted pictures of views that are gone");
});

/**
 * A rule of style more, in place of the last one.
 * @param {string} css
 */
const styled = (css) => (/** @type {Test.Page} */ page) =>
  page.evaluate((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    document.adoptedStyleSheets = [document.adoptedStyleSheets[0], sheet];
  }, css);

/**
 * The first text with this word has another.
 * @param {string} word
 * @param {string} other
 */
const worded = (word, other) => (/** @type {Test.Page} */ page) =>
  page.evaluate(
    ([from, to]) => {
      const walker = document.createTreeWalker(
        document.querySelector(".entries, main") ?? document,
        NodeFilter.SHOW_TEXT,
      );
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        if (!node.nodeValue?.includes(from) || node.parentElement?.closest("option, .unseen")) continue;
        node.nodeValue = node.nodeValue.replace(from, to);
        return;
      }
      throw new Error(`no ${from}`);
    },
    [word, other],
  );

test("looks: what somebody would notice is noticed, and a pixel is not", async (tools) => {
  const page = await openView({ name: "games", path: "/games" }, tools);
  const [room, camera] = [await darkroom(tools), await cameraOf(page)];
  await framed(page, SIZES[1]);
  for (const theme of THEMES) {
    await page.emulateMedia({ colorScheme: theme });
    await room.develop(theme, await camera.settle());
    await room.accept(theme);
  }
  /** @type {[string, (page: Test.Page) => Promise<void>, boolean][]} */
  const changes = [
    ["nothing", styled(""), true],
    ["one pixel lower", styled("main { margin-top: 1px }"), true],
    ["one pixel to the right and lower", styled("body { transform: translate(1px, 1px) }"), true],
    ["four pixels lower", styled("main { margin-top: 4px }"), false],
    ["twelve pixels lower", styled("main { margin-top: 12px }"), false],
    ["a button that is gone", styled("main .button, main button { visibility: hidden }"), false],
    ["blue for amber", styled(":root { --accent: light-dark(#1f5a87, #8ab6f0) }"), false],
    ["a paler ink", styled(":root { --ink-2: light-dark(#a5ab9f, #6f7a6b) }"), false],
    ["a darker paper", styled(":root { --paper: light-dark(#efe6d2, #18251d) }"), false],
    ["greyer fields", styled(":root { --paper-2: light-dark(#f4f2ec, #232c26) }"), false],
    ["letters a little smaller", styled("main { font-size: 0.97rem }"), false],
    ["another name", worded("Garance", "Clarine"), false],
  ];
  for (const [what, change, same] of changes) {
    await change(page);
    for (const theme of THEMES) {
      await page.emulateMedia({ colorScheme: theme });
      const verdict = await room.develop(theme, await camera.settle());
      assert.equal(good(verdict), same, `${what}, ${theme}: ${JSON.stringify(verdict)}`);
    }
    await styled("")(page);
  }
});
