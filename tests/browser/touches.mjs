// How many touches a sheet takes: a Forêt sheet of four from Tonight to sent, by thumb and by keyboard; pasted rows;
// six players on a narrow and on a wide screen; who sits down without the keyboard going away, or without people known.
import assert from "node:assert/strict";
import { COPIES, TYPES } from "../../web/js/lib/foret.js";
import { words } from "../../web/js/words/foret_sheet.js";
import { DESKTOP, NARROW, test } from "./harness.mjs";
import { lawful } from "./sight.mjs";
import {
  cell,
  choose,
  fitsTheScreen,
  gameNumber,
  open,
  random,
  seat,
  settled,
  start,
  movesOf,
  play,
  until,
} from "./steps.mjs";

const MOST = 95;
const PEOPLE = ["Amélie", "Ferdinand", "Mana", "Zoé", "Bérénice", "Oscar"];
/** @type {Record<string, { en: string, fr: string }>} */
const KEYS = words;

/**
 * A deck dealt into full grids.
 * @param {number} seats
 * @param {number} seed
 */
function deal(seats, seed) {
  const next = random(seed);
  const deck = TYPES.flatMap((type) => Array(COPIES[type]).fill(type));
  for (let i = deck.length - 1; i > 0; i--) {
    const j = Math.floor(next() * (i + 1));
    [deck[i], deck[j]] = [deck[j], deck[i]];
  }
  return Array.from({ length: seats }, () => deck.splice(0, 20));
}

/** @param {string[]} grid */
const rows = (grid) => [0, 5, 10, 15].map((from) => grid.slice(from, from + 5).join(" "));
/**
 * @param {string[]} names
 * @param {string[][]} grids
 */
const recordOf = (names, grids) =>
  [
    "dendro 1",
    "game foret",
    "level sheet",
    ...names.map((name, i) => `seat ${i + 1} ${name}`),
    ...grids.map((grid, i) => `${i + 1}: grid ${rows(grid).join(" / ")}`),
    "",
  ].join("\n");

/**
 * A club whose people are known and that has played something else lately.
 * @param {Test.Tools["club"]} club
 */
async function clubOfSix(club) {
  const daemon = await club();
  for (const name of PEOPLE) await daemon.post("/v1/players", { name });
  return daemon;
}

/**
 * Counts whatever the finger and the keys do.
 * @param {Test.Page} page
 */
function counter(page) {
  let count = 0;
  return {
    count: () => count,
    /** @param {import("playwright-core").Locator} what */
    async tap(what) {
      count++;
      await what.tap();
    },
    /** @param {string} name */
    async press(name) {
      count++;
      await page.keyboard.press(name);
    },
  };
}

/**
 * From Tonight to a sheet of four.
 * @param {Test.Page} page
 * @param {ReturnType<typeof counter>} hand
 */
async function sitDown(page, hand) {
  await settled(page);
  await hand.tap(page.getByRole("link", { name: "New game" }));
  await page.locator(".new-game").waitFor();
  await hand.tap(page.locator(".option-pick").filter({ has: page.locator('input[value="foret"]') }));
  for (const name of PEOPLE.slice(0, 4)) await hand.tap(page.getByRole("button", { name: `Seat ${name}` }));
  await hand.tap(page.locator(".option-pick").filter({ has: page.locator('input[value="sheet"]') }));
  await hand.tap(page.locator(".new-game button.primary"));
  await page.waitForURL(/\/sheet\//);
  await page.locator(".palette").waitFor();
}

/**
 * The sheet has arrived, and is worth what the engine says of these grids.
 * @param {Test.Page} page
 * @param {Test.Club} daemon
 * @param {string[][]} grids
 */
async function arrived(page, daemon, grids) {
  const game = await gameNumber(page);
  const names = PEOPLE.slice(0, grids.length);
  const wanted = (await daemon.post("/v1/score", recordOf(names, grids))).seats;
  const info = await daemon.get(`/v1/games/${game}`);
  assert.equal(info.status, "finished");
  assert.deepEqual(
    info.seats.map(({ player, total }) => [player, total]),
    names.map((name, i) => [name, wanted[i].total]),
  );
  const text = await daemon.get(`/v1/games/${game}/record`);
  for (const [i, grid] of grids.entries()) {
    assert.match(text, new RegExp(`^${i + 1}: grid ${rows(grid).join(" / ")}$`, "m"));
  }
}

test("touches: a sheet of four by thumb takes 95 at the most, from Tonight to sent", async ({ club, visit, shot }) => {
  const daemon = await clubOfSix(club);
  const grids = deal(4, 1119);
  const page = await visit(daemon, { size: NARROW, touch: true });
  const hand = counter(page);
  await sitDown(page, hand);
  for (const [i, card] of grids.flat().entries()) {
    await hand.tap(page.locator(".palette .swatch").nth(TYPES.indexOf(card)));
    if (i === 30) await shot(page, "foret-pad");
  }
  await page.getByText("Every cell is full.").waitFor();
  await hand.tap(page.locator(".finish button"));
  await arrived(page, daemon, grids);
  assert.ok(hand.count() <= MOST, `${hand.count()} touches`);
  console.log(`    by thumb: ${hand.count()} touches`);
});

test("touches: a sheet of four by keyboard takes 95 at the most, in French too", async ({ club, visit }) => {
  const daemon = await clubOfSix(club);
  const grids = deal(4, 1120);
  const page = await visit(daemon, { size: DESKTOP, touch: true });
  const hand = counter(page);
  await sitDown(page, hand);
  await hand.press("Tab");
  for (const card of grids.flat()) await hand.press(KEYS[`foret.key.${card}`].en.toLowerCase());
  await page.getByText("Every cell is full.").waitFor();
  await hand.tap(page.locator(".finish button"));
  await arrived(page, daemon, grids);
  assert.ok(hand.count() <= MOST, `${hand.count()} touches and keys`);
  console.log(`    by keyboard: ${hand.count()} touches and keys`);
  // A letter is one card's in each language, and one of its name.
  for (const lang of /** @type {const} */ (["en", "fr"])) {
    assert.equal(new Set(TYPES.map((card) => KEYS[`foret.key.${card}`][lang])).size, TYPES.length);
  }
});

/**
 * Cards of the seat that is shown.
 * @param {Test.Page} page
 */
const held = (page) => page.locator("#seat-panel .held").count();

/**
 * What somebody copied arrives where the focus is.
 * @param {Test.Page} page
 * @param {string} text
 */
const paste = (page, text) =>
  page.evaluate((copied) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", copied);
    const where = document.activeElement ?? document.body;
    where.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, text);

test("touches: arrows, Backspace, Enter and Ctrl+Z on the grid; rows are pasted, all or nothing", async ({
  club,
  visit,
}) => {
  const daemon = await clubOfSix(club);
  const grids = deal(4, 1121);
  const page = await visit(daemon, { size: DESKTOP, touch: true, lang: "fr" });
  await open(page, "/new?game=foret&level=sheet");
  for (const name of PEOPLE.slice(0, 4)) await page.getByRole("button", { name: `Asseoir ${name}` }).click();
  await choose(page, "level", "sheet");
  await start(page);
  await page.waitForURL(/\/sheet\//);
  const ring = (/** @type {string} */ at) => page.locator(`[data-cell="${at}"][aria-current]`).waitFor();
  await cell(page, 0, 0).click();
  for (const key of ["o", "l", "Backspace", "Enter", "c", "ArrowUp", "t"]) await page.keyboard.press(key);
  await ring("2,0"); // an empty cell behind the trout
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("data-cell")), "2,0");
  assert.deepEqual(
    await page.locator("#seat-panel .held button").evaluateAll((all) => all.map((one) => one.getAttribute("title"))),
    ["ours", "truite", "clairière"],
  );
  await page.keyboard.press("Control+z");
  await ring("1,0");
  assert.equal(await held(page), 2);
  for (let i = 0; i < 4; i++) await page.keyboard.press("Control+z");
  assert.equal(await held(page), 0);
  await cell(page, 0, 0).click();

  // From a spreadsheet, in either language, with a gap; taken back as one.
  await paste(page, "abeille\tClairières\tMEADOW\t\tFx\r\nbear, truite, o, wolves, L\n");
  assert.equal(await held(page), 9);
  await ring("0,2"); // behind what was pasted
  await page.getByRole("button", { name: "Annuler" }).click();
  assert.equal(await held(page), 0);
  // A word that is no card, too long a row, a seat that is not there, too many rows, more than the box holds.
  const why = page.locator("#paste-why");
  for (const [text, part] of [
    ["bee bee loutre", "« loutre »"],
    ["bee bee bee bee bee bee\nbee", "a 6 cartes"],
    ["7: grid bee bee bee bee bee / bee", "« 7 »"],
    [Array(17).fill("fox").join("\n"), "plus de lignes"],
    [`2: grid ${rows(Array(20).fill("wolf")).join(" / ")}`, "(12)"],
  ]) {
    await paste(page, text);
    await why.filter({ hasText: part }).waitFor();
    assert.equal(await page.locator("#paste-rows").inputValue(), text);
    assert.equal(await held(page), 0, text);
  }
  // A record's lines, mended in the field: each to its seat.
  const record = recordOf(PEOPLE.slice(0, 4), grids)
    .split("\n")
    .filter((line) => line.includes("grid"));
  await page.locator("#paste-rows").fill(record.join("\n").replace("1: grid", "1: grille"));
  await page.getByRole("button", { name: "Les poser sur la feuille" }).click();
  await page.getByText("Toutes les cases sont remplies.").waitFor();
  await page.locator(".finish button").click();
  await arrived(page, daemon, grids);
});

/**
 * Nothing of the page is beside the screen, and no tab lies over another or has its words over each other.
 * @param {Test.Page} page
 * @param {string} what
 */
async function tabsApart(page, what) {
  await page.getByRole("tab").nth(5).waitFor();
  await fitsTheScreen(page, what);
  const boxes = await page.getByRole("tab").evaluateAll((tabs) =>
    tabs.map((tab) => {
      const box = (/** @type {Element | null} */ one) => {
        const { left, right, top, bottom } = /** @type {Element} */ (one).getBoundingClientRect();
        return { left, right, top, bottom };
      };
      return { tab: box(tab), total: box(tab.querySelector(".tab-total")), note: box(tab.querySelector(".tab-note")) };
    }),
  );
  /** @typedef {{ left: number, right: number, top: number, bottom: number }} Rect */
  const over = (/** @type {Rect} */ a, /** @type {Rect} */ b) =>
    a.left < b.right - 0.5 && b.left < a.right - 0.5 && a.top < b.bottom - 0.5 && b.top < a.bottom - 0.5;
  const width = await page.evaluate(() => innerWidth);
  assert.equal(boxes.length, 6);
  for (const [i, one] of boxes.entries()) {
    assert.ok(one.tab.left >= 0 && one.tab.right <= width, `${what}: tab ${i + 1} is beside the screen`);
    assert.ok(one.tab.bottom - one.tab.top >= 44, `${what}: tab ${i + 1} is no target for a finger`);
    assert.ok(!over(one.total, one.note), `${what}: words of tab ${i + 1}`);
    for (const other of boxes.slice(i + 1)) assert.ok(!over(one.tab, other.tab), `${what}: tabs lie over each other`);
  }
}

/**
 * All of the pad is above the tabs: a thumb that meant a card must not lead away.
 * @param {Test.Page} page
 * @param {string} what
 */
async function underTheThumb(page, what) {
  await page.locator(".palette").waitFor();
  await until(
    () =>
      page.evaluate(() => {
        const [pad, tabs] = [".palette", ".tabs"].map((one) => document.querySelector(one)?.getBoundingClientRect());
        const end = tabs && tabs.top > innerHeight / 2 ? tabs.top : innerHeight;
        return Boolean(pad && pad.bottom <= end);
      }),
    `${what}: the pad is above the tabs`,
  );
}

test("touches: six players fit on a narrow and on a wide screen", async ({ club, visit, shot }) => {
  const daemon = await clubOfSix(club);
  const { game } = await daemon.post("/v1/games", { game: "foret", level: "table", seats: PEOPLE });
  for (const [size, lang] of /** @type {const} */ ([
    [NARROW, "fr"],
    [DESKTOP, "en"],
  ])) {
    const page = await visit(daemon, { size, lang });
    await open(page, "/new?game=foret&level=sheet");
    for (const name of PEOPLE) await page.locator(".lately button").filter({ hasText: name }).click();
    await page.getByText(lang === "fr" ? "La table est complète." : "The table is full.").waitFor();
    await fitsTheScreen(page, "six at a new table");
    await lawful(page);
    await shot(page, `new-game-six-${size.width}`);
    await start(page);
    await page.waitForURL(/\/sheet\//);
    await tabsApart(page, `a sheet of six at ${size.width}`);
    await underTheThumb(page, `a sheet of six at ${size.width}`);
    for (const card of deal(1, 3)[0].slice(0, 20)) await page.locator(".swatch").nth(TYPES.indexOf(card)).click();
    await tabsApart(page, `a sheet of six with a full grid at ${size.width}`);
    await page.locator(".paste-rows summary").click();
    await lawful(page);
    await shot(page, `foret-six-${size.width}`);
    await open(page, `/games/${game}`);
    await tabsApart(page, `a table of six at ${size.width}`);
    await underTheThumb(page, `a table of six at ${size.width}`);
    await shot(page, `foret-live-six-${size.width}`);
  }
});

test("touches: a picked name keeps the keyboard, and the field is the next seat's", async ({ club, visit }) => {
  const daemon = await clubOfSix(club);
  const page = await visit(daemon, { size: NARROW, touch: true, path: "/new?game=foret&level=sheet" });
  await settled(page);
  const field = page.locator("#add-player");
  await field.tap();
  await field.evaluate((input) => {
    globalThis.popped = [];
    input.addEventListener("blur", () => globalThis.popped.push("blur"));
  });
  for (const [i, name] of PEOPLE.slice(0, 5).entries()) {
    await page.getByText(`Seat ${i + 1}: who plays?`).waitFor();
    await page.keyboard.type(name.slice(0, 2).toLowerCase());
    if (i % 2) await page.keyboard.press("Enter");
    else await page.getByRole("option").first().tap();
    await page.locator(".seat-list li").nth(i).filter({ hasText: name }).waitFor();
    assert.equal(await page.evaluate(() => document.activeElement?.id), "add-player");
    assert.equal(await field.inputValue(), "");
  }
  assert.deepEqual(await page.evaluate(() => globalThis.popped), [], "the keyboard went away in between");
  await page.keyboard.type("os");
  await page.getByRole("option").first().tap();
  await page.getByText("The table is full.").waitFor();
  assert.equal(await page.evaluate(() => document.activeElement?.tagName), "BODY"); // and so does the keyboard
});

test("touches: a device that knows nobody says so, and asks when the network is back", async ({ club, visit }) => {
  const daemon = await club();
  for (const name of ["Amélie", "Bo"]) await daemon.post("/v1/players", { name });
  const begin = async (level = "table") => {
    const page = await visit(daemon, { size: NARROW });
    await page.route("**/v1/players*", (route) => route.abort());
    await open(page, `/new?game=foret&level=${level}`);
    await page.getByText("This device does not know the club’s people yet").waitFor();
    return page;
  };
  // The network comes back while somebody still sits down: it is asked there.
  const first = await begin();
  await first.context().setOffline(true);
  await seat(first, "Amelia", "Amelia");
  await first.unroute("**/v1/players*");
  await first.context().setOffline(false);
  await first.locator(".alike button").filter({ hasText: "Amélie" }).click();
  await first.locator(".seat-list li").filter({ hasText: "Amélie" }).waitFor();
  assert.equal(await first.getByText("does not know the club’s people").count(), 0);

  // It comes back afterwards: the entry waits with the question, and then goes on its way.
  const page = await begin();
  assert.ok(await page.locator("#look-later").isChecked());
  for (const name of ["Amelia", "Bo", "Gustave"]) await seat(page, name, name);
  await start(page);
  await page.waitForURL(/\/games\/local-/);
  await page.unroute("**/v1/players*");
  const chip = page.locator(".topbar .chip-button").filter({ hasText: "1 question" });
  await chip.waitFor();
  await play(page, "bee", 0, 0); // which stops nobody
  await page.getByRole("tab", { name: /Bo/, selected: true }).waitFor();
  await chip.click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("Did you mean Amélie?").waitFor();
  assert.equal((await daemon.get("/v1/players")).players.length, 2);
  await dialog.locator(".alike button").filter({ hasText: "Amélie" }).click();
  const game = await gameNumber(page);
  await until(async () => (await movesOf(daemon, game)).length === 1, "the move behind the question");
  const { seats } = await daemon.get(`/v1/games/${game}`);
  assert.deepEqual(
    seats.map(({ player }) => player),
    ["Amélie", "Bo", "Gustave"],
  );
  assert.equal((await daemon.get("/v1/players")).players.length, 3, "nobody is there twice");

  // A sheet is asked about where it says that it waits.
  const third = await begin("totals");
  for (const name of ["Gustav", "Bo", "Zoé"]) await seat(third, name, name);
  await start(third);
  for (const i of [0, 1, 2]) await third.locator(`#total-${i}`).fill(String(50 - i));
  await third.unroute("**/v1/players*");
  await third.locator(".finish button").click();
  await third.locator("main .alike button").filter({ hasText: "Gustave" }).click();
  const sheet = await daemon.get(`/v1/games/${await gameNumber(third)}`);
  assert.deepEqual(
    sheet.seats.map(({ player, total }) => [player, total]),
    [
      ["Gustave", 50],
      ["Bo", 49],
      ["Zoé", 48],
    ],
  );
});
