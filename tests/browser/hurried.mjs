// Somebody in a hurry: a second tap where the first one was, before they have looked. Nothing of another view hears it,
// nothing that stands in a list takes the next of its kind along, and a sheet that was sent is not sent again.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { NARROW, SOURCE, test } from "./harness.mjs";
import { allSent, cell, movesOf, open, settled, swatch, until } from "./steps.mjs";

/** Milliseconds between two taps of one hurry. */
const GAPS = [100, 300, 500];
const PEOPLE = ["Amélie", "Ferdinand", "Mana", "Zoé"];

/**
 * Taps twice at the same place, whatever is there by then.
 * @param {Test.Page} page
 * @param {import("playwright-core").Locator} what
 * @param {number} gap
 */
async function tapTwice(page, what, gap) {
  await what.scrollIntoViewIfNeeded();
  const box = await what.boundingBox();
  assert.ok(box);
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.touchscreen.tap(x, y);
  await page.waitForTimeout(gap);
  await page.touchscreen.tap(x, y);
}

/** @param {Test.Tools["club"]} club */
async function clubOfFour(club) {
  const here = await club();
  for (const name of PEOPLE) await here.post("/v1/players", { name });
  return here;
}

/**
 * A new game with the first people of the club.
 * @param {Test.Tools["visit"]} visit
 * @param {Test.Club} here
 * @param {string} level
 * @param {number} [count]
 */
async function sitDown(visit, here, level, count = 3) {
  const page = await visit(here, { size: NARROW, touch: true, path: `/new?game=foret&level=${level}` });
  await settled(page);
  for (const name of PEOPLE.slice(0, count)) await page.getByRole("button", { name: `Seat ${name}` }).tap();
  return page;
}

test("hurried: who starts a sheet or a table by two taps has put no card", async ({ club, visit }) => {
  const here = await clubOfFour(club);
  for (const level of ["sheet", "table"]) {
    for (const gap of GAPS) {
      const page = await sitDown(visit, here, level);
      await tapTwice(page, page.locator(".new-game button.primary"), gap);
      await page.locator(".palette").waitFor();
      await page.waitForTimeout(300);
      assert.equal(await page.locator("#seat-panel .held").count(), 0, `${level}, ${gap} ms: no card is put`);
      assert.equal(
        await page.locator('.swatch[aria-pressed="true"]').count(),
        0,
        `${level}, ${gap} ms: none is chosen`,
      );
      // And a pad hears every tap of its own: two cards of a kind are two taps.
      if (level === "sheet") {
        await page.waitForTimeout(1100);
        await tapTwice(page, page.locator(".palette .swatch").nth(2), 100);
        await until(async () => (await page.locator("#seat-panel .held").count()) === 2, "two cards are put");
      }
      await page.close();
    }
  }
});

test("hurried: two taps take one person out, one move back, and go no further than the game", async ({
  club,
  visit,
}) => {
  const here = await clubOfFour(club);
  const moves = ["1: bee 0,0", "2: bee 0,0", "3: bee 0,0", "1: deer 0,1"];
  for (const gap of GAPS) {
    const page = await sitDown(visit, here, "totals", 4);
    await tapTwice(page, page.getByRole("button", { name: "Take Amélie out" }), gap);
    await page.waitForTimeout(300);
    assert.equal(await page.locator(".seat-list li").count(), 3, `${gap} ms: one goes`);
    await page.locator(".new-game button.primary").tap();
    for (const i of [0, 1, 2]) await page.locator(`#total-${i}`).fill(String(50 - i));
    await tapTwice(page, page.locator(".finish button"), gap);
    await page.waitForURL(/\/games\/\d+$/);
    await page.waitForTimeout(800);
    assert.match(page.url(), /\/games\/\d+$/, `${gap} ms: it is not being corrected`);
    assert.equal(await page.locator("details.more[open]").count(), 0, `${gap} ms: nothing is unfolded`);

    const { game } = await here.post("/v1/games", { game: "foret", level: "table", seats: PEOPLE.slice(0, 3), moves });
    await open(page, `/games/${game}`);
    await tapTwice(page, page.getByRole("button", { name: /^Take back/ }), gap);
    await until(async () => (await movesOf(here, game)).length === 3, "one is taken back");
    await page.waitForTimeout(1100);
    assert.equal((await movesOf(here, game)).length, 3, `${gap} ms: one move, not two`);
    await page.getByRole("button", { name: /^Take back/ }).tap();
    await until(async () => (await movesOf(here, game)).length === 2, "who means it takes another back");
    await page.close();
  }
});

test("hurried: the tap that ends a game does not also say that all is well", async ({ club, visit }) => {
  const here = await club();
  const text = readFileSync(join(SOURCE, "replays/foret/take-back.dendro"), "utf8");
  const lines = text.split("\n").filter((line) => !/^(=|digest|#)/.test(line) && line !== "");
  const [, card, x, y] = /^\d: (\w+) (-?\d+),(-?\d+)$/.exec(String(lines.pop())) ?? [];
  const { game } = await here.post("/v1/games", `${lines.join("\n")}\n`);
  const page = await visit(here, { size: NARROW, touch: true, path: `/games/${game}` });
  await settled(page);
  // Wherever board and button lie on a screen: here the button comes to lie under the finger.
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(".ended .primary { position: fixed; inset: 0; z-index: 9; }");
    document.adoptedStyleSheets = [sheet];
  });
  await swatch(page, card).tap();
  await tapTwice(page, cell(page, Number(x), Number(y)), 600);
  await page.locator(".ended h1", { hasText: "won" }).waitFor();
  await page.waitForTimeout(1100);
  assert.equal(await page.getByRole("button", { name: "Take the last move back" }).count(), 1);
  await page.getByRole("button", { name: "Done: see the film" }).tap();
  await page.locator(".film").waitFor();
});

test("hurried: a sheet that waited is sent once, also when the page was loaded anew meanwhile", async ({
  club,
  visit,
}) => {
  const here = await clubOfFour(club);
  // "/nowhere" has a view that knows nothing of sheets.
  for (const [i, path] of [null, "/settings", "/nowhere"].entries()) {
    const page = await sitDown(visit, here, "totals");
    await page.locator(".new-game button.primary").tap();
    await page.waitForURL(/\/sheet\//);
    const sheet = new URL(page.url()).pathname;
    for (const n of [0, 1, 2]) await page.locator(`#total-${n}`).fill(String(50 - n));
    const away = { on: true };
    await page.route("**/v1/**", (route) =>
      away.on && route.request().method() === "POST" ? route.abort() : route.fallback(),
    );
    await page.locator(".finish button").tap();
    await page.locator("main .waiting-list").waitFor();
    if (path === null) {
      await page.reload();
      await page.locator("main .waiting-list").waitFor();
      away.on = false;
      await page.evaluate(() => ["offline", "online"].forEach((kind) => dispatchEvent(new Event(kind))));
    } else {
      away.on = false;
      await page.goto(path);
      await until(async () => (await here.get("/v1/games")).games.length === i + 1, "the sheet arrives");
      await allSent(page);
      await page.goto("/waiting");
      await page.getByText("Everything has been sent.").waitFor();
      assert.equal(await page.locator(".entries li").count(), 0, "it is no sheet to finish any more");
      await page.goto(sheet);
    }
    await page.waitForURL(/\/games\/\d+$/);
    assert.equal(await page.locator(".finish button").count(), 0);
    assert.equal((await here.get("/v1/games")).games.length, i + 1, "it is there once");
    await page.close();
  }
});

test("hurried: what was pasted with marks that nobody sees is entered without them", async ({ club, visit }) => {
  const here = await club();
  const page = await visit(here, { size: NARROW, touch: true, path: "/new?game=foret&level=totals" });
  await settled(page);
  // As a chat copies a name, with marks of direction around it; a joiner that belongs to an emoji stays.
  for (const [typed, name] of [
    ["\u2068\u200eZoé\u2069", "Zoé"],
    ["מרים\u200f", "מרים"],
    ["Les 👩‍👧\u200b", "Les 👩‍👧"],
  ]) {
    await page.locator("#add-player").fill(typed);
    await page.getByRole("option").filter({ hasText: "New person" }).tap();
    await page.locator(".seat-list li").filter({ hasText: name }).waitFor();
  }
  await page.locator("#place").fill("\u202aCave\u202c");
  await page.locator(".new-game button.primary").tap();
  for (const i of [0, 1, 2]) await page.locator(`#total-${i}`).fill(String(50 - i));
  await page.locator(".finish button").tap();
  await page.waitForURL(/\/games\/\d+$/);
  const id = Number(/(\d+)$/.exec(page.url())?.[1]);
  const { seats, place } = await here.get(`/v1/games/${id}`);
  assert.deepEqual([place, ...seats.map(({ player }) => player)], ["Cave", "Zoé", "מרים", "Les 👩‍👧"]);
  await page.waitForTimeout(1100);
  await page.locator(".game-deeds summary").tap();
  const why = page.locator('.game-deeds input[name="reason"]');
  await why.fill("\u200f");
  assert.ok(await page.locator('button[data-deed="void"]').isDisabled(), "a mark is no reason");
  await why.fill("פעמיים\u200f");
  await page.waitForTimeout(1100);
  await page.locator('button[data-deed="void"]').tap();
  await page.locator('.game-state[data-state="void"]', { hasText: "פעמיים" }).waitFor();
  assert.equal((await here.get(`/v1/games/${id}`)).status, "void");
});

test("hurried: two taps at a live table are one move, where another thing lies under the finger by then", async ({
  club,
  visit,
}) => {
  const here = await clubOfFour(club);
  const { game } = await here.post("/v1/games", { game: "grandbois", level: "table", seats: ["Mana", "Zoé"] });
  const page = await visit(here, { size: NARROW, touch: true, path: `/games/${game}` });
  await settled(page);
  let moves = 0;
  for (const gap of GAPS) {
    await page.waitForTimeout(1100);
    await tapTwice(page, page.locator(".live .tile-button").nth(1), gap);
    await until(async () => (await movesOf(here, game)).length > moves, "a tile comes into the River");
    await page.waitForTimeout(800);
    assert.equal((await movesOf(here, game)).length, ++moves, `${gap} ms: one tile`);
  }
});
