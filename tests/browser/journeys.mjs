// The journeys of a club night, end to end against a real daemon: a sheet, a live game, the network lost and found, a
// second device, a conflict between two.
import assert from "node:assert/strict";
import { COPIES, TYPES } from "../../web/js/lib/foret.js";
import { DESKTOP, NARROW, PHONE, test } from "./harness.mjs";
import {
  allSent,
  cell,
  choose,
  fitsTheScreen,
  gameNumber,
  movesOf,
  open,
  play,
  popped,
  seat,
  settled,
  SHEETS,
  start,
  swatch,
  until,
} from "./steps.mjs";

const GRIDS = SHEETS.map((text) => text.split(/[\s/]+/));
const NAMES = ["Amélie", "Ferdinand", "Mana"];

/**
 * Taps grids, card by card, as somebody with a paper sheet would: the ring goes on by itself, from seat to seat.
 * @param {Test.Page} page
 * @param {string[][]} grids
 */
async function fill(page, grids) {
  for (const card of grids.flat()) await swatch(page, card).click();
}

/**
 * The sheet that the page shows gets these cards in its second grid, as an older page might have left it.
 * @param {Test.Page} page
 * @param {string[]} cards
 */
async function keepSecondGrid(page, cards) {
  await page.evaluate(
    (grid) =>
      new Promise((resolve, reject) => {
        const request = indexedDB.open("dendro", 1);
        request.onerror = () => reject(request.error);
        request.onsuccess = () => {
          const work = request.result.transaction("drafts", "readwrite");
          const drafts = work.objectStore("drafts");
          const found = drafts.get(String(location.pathname.split("/").at(-1)));
          found.onsuccess = () => {
            const { result: draft } = found;
            drafts.put({ ...draft, grids: [draft.grids[0], grid, draft.grids[2]] });
          };
          work.oncomplete = () => resolve(null);
          work.onerror = () => reject(work.error);
        };
      }),
    cards,
  );
  await page.reload();
  await page.locator(".palette").waitFor();
}

/** @param {Test.Page} page */
const totals = (page) =>
  page
    .locator(".seat-tabs .tab-total")
    .allInnerTexts()
    .then((texts) => texts.map((text) => Number(text.replace("−", "-"))));

test("a sheet of three is logged, with a wrong supply, an undo and a player's own total", async ({
  club,
  visit,
  shot,
}) => {
  const daemon = await club();
  const page = await visit(daemon, { path: "/new" });
  await settled(page);
  assert.equal(new URL(page.url()).hash, "", "the token is still in the address");
  for (const name of NAMES) await seat(page, name, name);
  await choose(page, "level", "sheet");
  await page.locator("#place").fill("Cave à jeux");
  await start(page);
  await page.waitForURL(/\/sheet\//);

  // A touch on the pad puts a card, a swipe repeats it, tapping a cell goes there and tapping it again clears it; undo
  // takes each back, a run as one.
  await swatch(page, "wolf").click();
  await cell(page, 0, 0).hover();
  await page.mouse.down();
  for (const x of [1, 2, 3]) await cell(page, x, 0).hover();
  await page.mouse.up();
  assert.equal(await page.locator("#seat-panel .held").count(), 4);
  await cell(page, 3, 0).click();
  assert.equal(await page.locator("#seat-panel .held").count(), 4);
  await cell(page, 3, 0).click();
  assert.equal(await page.locator("#seat-panel .held").count(), 3);
  await page.getByRole("button", { name: "Undo" }).click();
  assert.equal(await page.locator("#seat-panel .held").count(), 4);
  await page.getByRole("button", { name: "Undo" }).click();
  assert.equal(await page.locator("#seat-panel .held").count(), 1);
  await page.getByRole("button", { name: "Undo" }).click();
  assert.equal(await page.locator("#seat-panel .held").count(), 0);

  await fill(page, GRIDS);
  const record = [
    "dendro 1",
    "game foret",
    "level sheet",
    ...NAMES.map((name, i) => `seat ${i + 1} ${name}`),
    ...GRIDS.map(
      (grid, i) => `${i + 1}: grid ${[0, 5, 10, 15].map((row) => grid.slice(row, row + 5).join(" ")).join(" / ")}`,
    ),
    "",
  ].join("\n");
  const engine = (await daemon.post("/v1/score", record)).seats;
  assert.deepEqual(
    await totals(page),
    engine.map(({ total }) => total),
  );
  const bears = page.locator(".running-score tbody tr").nth(1).locator("td");
  assert.deepEqual(
    (await bears.allInnerTexts()).map(Number),
    engine.map(({ categories }) => categories.bear),
  );

  // More wolves than the box holds are refused with the sentence. A sheet that has them all the same says where they
  // lie, and is not to be finished.
  assert.equal(
    await swatch(page, "wolf").locator(".left").innerText(),
    String(COPIES.wolf - GRIDS.flat().filter((card) => card === "wolf").length),
  );
  await page.getByRole("tab").nth(1).click();
  const wolves = page.locator("#seat-panel .held .face.foret-wolf");
  const [spare, there] = [Number(await swatch(page, "wolf").locator(".left").innerText()), await wolves.count()];
  for (let i = 0; i <= spare; i++) {
    await cell(page, i % 5, Math.floor(i / 5)).click();
    await swatch(page, "wolf").click();
  }
  await popped(page, "12");
  assert.equal(await wolves.count(), there + spare);
  for (let i = 0; i < spare; i++) await page.getByRole("button", { name: "Undo" }).click();
  assert.equal(await wolves.count(), there);
  await keepSecondGrid(
    page,
    GRIDS[1].map((card, i) => (i < 8 ? "wolf" : card)),
  );
  await page.getByRole("tab").nth(1).click();
  assert.ok((await page.locator("#seat-panel .mark-wrong").count()) >= 8);
  assert.ok(await page.locator(".finish button").isDisabled());
  await shot(page, "sheet-wrong-supply");
  await keepSecondGrid(page, GRIDS[1]);
  assert.ok(await page.locator(".finish button").isEnabled());

  // What the players wrote, and where it differs.
  // One field's change does not wipe out what is being typed in the next.
  const typed = await page.evaluate(async () => {
    const [first, , last] = /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll(".claims input"));
    /**
     * @param {HTMLInputElement} field
     * @param {string} text
     * @param {...string} events
     */
    const type = (field, text, ...events) => {
      field.value = text;
      for (const name of events) field.dispatchEvent(new Event(name, { bubbles: true }));
    };
    type(first, "1", "input", "change");
    type(last, "-", "input");
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    return [first.value, last.value];
  });
  assert.deepEqual(typed, ["1", "-"]);
  await page.getByLabel("Amélie, written, Total").fill(String(engine[0].total + 3));
  await page.getByLabel("Mana, written, Total").fill(String(engine[2].total));
  await page.getByLabel("Mana, written, Total").press("Tab");
  await page.locator(".claims .error").filter({ hasText: "+3" }).waitFor();
  await page.locator(".claims").getByText("agrees").waitFor();
  await fitsTheScreen(page, "the sheet");
  await shot(page, "sheet");

  await page.locator(".finish button").click();
  const game = await gameNumber(page);
  await settled(page);
  const info = await daemon.get(`/v1/games/${game}`);
  assert.equal(info.status, "finished");
  assert.equal(info.place, "Cave à jeux");
  assert.deepEqual(
    info.seats.map(({ player, total }) => [player, total]),
    NAMES.map((name, i) => [name, engine[i].total]),
  );
  assert.match(await daemon.get(`/v1/games/${game}/record`), new RegExp(`^claim 1 total ${engine[0].total + 3}$`, "m"));

  // It is in the last results, and nothing is left to finish.
  await open(page, "/");
  await page.locator(".entry-seats").filter({ hasText: "Amélie" }).waitFor();
  assert.equal(await page.getByText("Sheets to finish").count(), 0);
});

test("a finger paints a run on a sheet, and the page stays where it is", async ({ club, visit }) => {
  const daemon = await club();
  const page = await visit(daemon, { size: NARROW, path: "/new", touch: true });
  await settled(page);
  for (const name of NAMES) await seat(page, name, name);
  await choose(page, "level", "sheet");
  await start(page);
  await page.waitForURL(/\/sheet\//);
  await swatch(page, "fox").tap();
  await cell(page, 1, 0).scrollIntoViewIfNeeded();
  const [from, to] = [await cell(page, 1, 0).boundingBox(), await cell(page, 1, 3).boundingBox()];
  const before = await page.evaluate(() => scrollY);
  const session = await page.context().newCDPSession(page);
  /**
   * @param {"touchStart" | "touchMove" | "touchEnd"} type
   * @param {{ x: number, y: number }[]} points
   */
  const touch = (type, points) => session.send("Input.dispatchTouchEvent", { type, touchPoints: points });
  const x = from.x + from.width / 2;
  await touch("touchStart", [{ x, y: from.y + from.height / 2 }]);
  const steps = 12; // downwards: the way in which a finger would scroll
  for (let i = 1; i <= steps; i++) {
    await touch("touchMove", [{ x, y: from.y + from.height / 2 + ((to.y - from.y) * i) / steps }]);
  }
  await touch("touchEnd", []);
  // The card of the touch, and the run that repeats it; the ring is behind the run.
  await page.waitForFunction(() => document.querySelectorAll("#seat-panel .held").length === 5);
  await page.locator('[data-cell="2,3"][aria-current]').waitFor();
  assert.equal(await page.evaluate(() => scrollY), before);
  await cell(page, 1, 3).tap();
  await cell(page, 1, 3).tap();
  await page.waitForFunction(() => document.querySelectorAll("#seat-panel .held").length === 4);
});

/**
 * Opens a live game of Forêt with three people.
 * @param {Test.Page} page
 */
async function openTable(page) {
  await open(page, "/new");
  for (const name of NAMES) await seat(page, name, name);
  await choose(page, "level", "table");
  await start(page);
}

test("a live game with a swap and a take-back, and what the rules have against a tap", async ({
  club,
  visit,
  shot,
}) => {
  const daemon = await club();
  const page = await visit(daemon, { size: DESKTOP });
  await openTable(page);
  const game = await gameNumber(page);
  await cell(page, 0, 0).click();
  await popped(page, "Choose a card first.");
  for (const card of ["bee", "wolf", "rabbit"]) await play(page, card, 0, 0);
  // The second turn: the first seat plays a rabbit and swaps it with its bee.
  await play(page, "rabbit", 1, 0);
  await cell(page, 0, 0).click();
  await cell(page, 1, 0).click();
  // The second seat taps a taken cell, a corner, and then a good one.
  await swatch(page, "bear").click();
  await cell(page, 0, 0).click();
  await popped(page, "There is a card already.");
  await cell(page, 1, 1).click();
  await popped(page, "Not next to any card.");
  await cell(page, 0, 1).click();
  // The third seat goes on without a swap, and thinks better of it.
  await play(page, "rabbit", 0, 1);
  await page.getByRole("button", { name: "No swap" }).click();
  await shot(page, "live-foret-desktop");
  await allSent(page);
  await until(async () => (await movesOf(daemon, game)).length === 6, "six moves");
  await page.getByRole("button", { name: /^Take back/ }).click();
  await until(async () => (await movesOf(daemon, game)).length === 5, "the sixth taken back");
  await page.getByRole("tab", { name: /Mana/, selected: true }).waitFor();
  await play(page, "meadow", -1, 0);
  await until(async () => (await movesOf(daemon, game)).length === 6, "another sixth");
  assert.deepEqual(await movesOf(daemon, game), [
    "1: bee 0,0",
    "2: wolf 0,0",
    "3: rabbit 0,0",
    "1: rabbit 1,0 swap 0,0 1,0",
    "2: bear 0,1",
    "3: meadow -1,0",
  ]);
  // The score on the device is the daemon's.
  const { score } = await daemon.get(`/v1/games/${game}/state`);
  assert.deepEqual(
    await totals(page),
    score.seats.map(({ total }) => total),
  );
});

test("the network goes and comes back: nothing is lost, nothing is sent twice", async ({ club, visit, shot }) => {
  const daemon = await club({ returns: true });
  const page = await visit(daemon, { worker: true });
  await openTable(page);
  const game = await gameNumber(page);
  await play(page, "bee", 0, 0);
  await until(async () => (await movesOf(daemon, game)).length === 1, "the first move");
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
  const stored = async () =>
    (await caches.keys()).length === 1 && (await (await caches.open((await caches.keys())[0])).keys()).length > 30;
  await until(() => page.evaluate(stored), "the page is on the device");

  await page.context().setOffline(true);
  await play(page, "wolf", 0, 0);
  await page.locator(".notice-line").waitFor();
  await play(page, "rabbit", 0, 0);
  await play(page, "meadow", 1, 0);
  await page.locator(".topbar .chip-button").filter({ hasText: "3 waiting" }).waitFor();
  await shot(page, "offline");
  // The page itself opens without a network, and still has what was entered.
  await page.reload();
  await page.locator(".topbar .chip-button").filter({ hasText: "3 waiting" }).waitFor();
  await page.getByRole("tab", { name: /Ferdinand/, selected: true }).waitFor();
  await play(page, "bear", 1, 0);
  // One that has not left the device can be taken back there.
  await page.getByRole("button", { name: /^Take back/ }).click();
  await page.locator(".topbar .chip-button").filter({ hasText: "3 waiting" }).waitFor();
  assert.equal((await movesOf(daemon, game)).length, 1);

  await page.context().setOffline(false);
  await allSent(page);
  await page.locator(".notice-line").waitFor({ state: "detached" });
  assert.deepEqual(await movesOf(daemon, game), ["1: bee 0,0", "2: wolf 0,0", "3: rabbit 0,0", "1: meadow 1,0"]);

  // The daemon goes away with answers under way: what was acknowledged stays, what was not is sent again, once.
  await daemon.halt();
  await play(page, "bear", 1, 0);
  await page.locator(".topbar .chip-button").filter({ hasText: "1 waiting" }).waitFor();
  await daemon.again();
  await allSent(page);
  assert.deepEqual((await movesOf(daemon, game)).slice(4), ["2: bear 1,0"]);
});

test("an answer that is lost on its way changes nothing the second time", async ({ club, visit }) => {
  const daemon = await club();
  const page = await visit(daemon);
  await openTable(page);
  const game = await gameNumber(page);
  let lost = 0;
  await page.route("**/moves", async (route) => {
    if (route.request().method() !== "POST" || lost > 1) return route.continue();
    lost++;
    await route.fetch(); // the daemon gets it, the page does not hear of it
    return route.abort("connectionreset");
  });
  await play(page, "bee", 0, 0);
  await until(async () => lost === 2, "two lost answers");
  await allSent(page);
  assert.deepEqual(await movesOf(daemon, game), ["1: bee 0,0"]);
});

test("what came while the network went and returned is asked for again", async ({ club, visit }) => {
  const daemon = await club();
  const page = await visit(daemon);
  await openTable(page);
  const game = await gameNumber(page);
  await play(page, "bee", 0, 0);
  await allSent(page);
  await page.locator(".moves-list li").first().waitFor();
  // One of the three questions after somebody else's move fails, and another is answered only when the network is back.
  let failed = 0;
  let release = () => {};
  /** @type {Promise<void>} */
  const released = new Promise((resolve) => {
    release = resolve;
  });
  await page.route(`**/v1/games/${game}/moves`, (route) =>
    route.request().method() === "GET" && failed++ === 0 ? route.abort("connectionfailed") : route.continue(),
  );
  await page.route(`**/v1/games/${game}/state`, async (route) => {
    await released;
    await route.continue();
  });
  await daemon.post(`/v1/games/${game}/moves`, { ply: 1, moves: ["2: wolf 0,0"] });
  await until(() => failed > 0, "a question that fails");
  await page.evaluate(() => dispatchEvent(new Event("online")));
  release();
  await page.locator(".moves-list li").filter({ hasText: "Ferdinand" }).waitFor();
});

test("a whole game is opened and begun without a network", async ({ club, visit }) => {
  const daemon = await club();
  const page = await visit(daemon);
  await open(page, "/new");
  // What the next step needs, the page asks for by itself when somebody begins; once it is there the network may go.
  await page.locator("h1").click();
  /** @param {string[]} names */
  const ready = (names) => {
    const known = performance.getEntriesByType("resource").map(({ name }) => name);
    const asked = names.map((name) => known.find((url) => url.endsWith(name)));
    if (asked.includes(undefined)) return false;
    return Promise.all(asked.map((url) => import(url))).then(() => true);
  };
  await until(
    () => page.evaluate(ready, ["/views/sheet.js", "/views/game.js", "/kinds/foret.js"]),
    "the next step is on the device",
  );
  await page.context().setOffline(true);
  for (const name of NAMES) await seat(page, name, name);
  await choose(page, "level", "table");
  await start(page);
  await page.waitForURL(/\/games\/local-/);
  for (const card of ["bee", "wolf", "deer"]) await play(page, card, 0, 0);
  await play(page, "meadow", 0, 1);
  await page.locator(".topbar .chip-button").filter({ hasText: "5 waiting" }).waitFor();
  await page.context().setOffline(false);
  await allSent(page);
  const game = await gameNumber(page);
  assert.deepEqual(await movesOf(daemon, game), ["1: bee 0,0", "2: wolf 0,0", "3: deer 0,0", "1: meadow 0,1"]);
  await play(page, "fox", 0, 1);
  await until(async () => (await movesOf(daemon, game)).length === 5, "the game goes on");
});

test("a second device sees the game live, without a token", async ({ club, visit, shot }) => {
  const daemon = await club();
  const table = await visit(daemon, { size: PHONE });
  await openTable(table);
  const game = await gameNumber(table);
  const guest = await visit(daemon, { token: null, size: DESKTOP, path: `/games/${game}` });
  await settled(guest);
  assert.equal(await guest.locator(".palette").count(), 0, "a guest has cards to play");
  assert.equal(await guest.getByRole("button", { name: /^Take back/ }).count(), 0);
  for (const card of ["bee", "wolf", "deer"]) await play(table, card, 0, 0);
  await guest.locator('[data-seat="1"] .foret-bee').first().waitFor();
  await guest.locator(".moves-list li").filter({ hasText: "Mana" }).waitFor();
  await table.getByRole("button", { name: /^Take back/ }).click();
  await guest.locator(".moves-list li").filter({ hasText: "Mana" }).waitFor({ state: "detached" });
  await shot(guest, "watching");
});

test("two devices enter at once: the conflict is shown, and a person resolves it", async ({ club, visit, shot }) => {
  const daemon = await club();
  const first = await visit(daemon);
  await openTable(first);
  const game = await gameNumber(first);
  await swatch(first, "bee").waitFor();
  await first.context().setOffline(true);
  await play(first, "bee", 0, 0);
  await play(first, "fox", 0, 0);
  await daemon.post(`/v1/games/${game}/moves`, { ply: 0, moves: ["3: deer 0,0"] });
  await first.context().setOffline(false);
  const chip = first.locator(".topbar .chip-button").filter({ hasText: "1 refused" });
  await chip.waitFor();
  await chip.click();
  const dialog = first.getByRole("dialog");
  await dialog.getByText("Somebody else entered moves").waitFor();
  await shot(first, "conflict");
  assert.deepEqual(await movesOf(daemon, game), ["3: deer 0,0"]);
  await dialog.getByRole("button", { name: "Send after theirs" }).click();
  await dialog.getByText("Everything has been sent.").waitFor();
  assert.deepEqual(await movesOf(daemon, game), ["3: deer 0,0", "1: bee 0,0", "2: fox 0,0"]);
  await dialog.getByRole("button", { name: "Close" }).click();

  // Another one is dropped instead, with what follows it.
  await first.context().setOffline(true);
  await play(first, "meadow", 1, 0);
  await play(first, "stream", 1, 0);
  await daemon.post(`/v1/games/${game}/moves`, { ply: 3, moves: ["3: wolf 1,0"] });
  await first.context().setOffline(false);
  await chip.waitFor();
  await first.locator(".trouble").getByRole("button", { name: "Drop these 2" }).click();
  await allSent(first);
  assert.deepEqual((await movesOf(daemon, game)).slice(3), ["3: wolf 1,0"]);
  await first.locator(".moves-list li").filter({ hasText: "Mana 1,0" }).waitFor();
});

test("a duel, a solo game and dealt hands are entered as they are played", async ({ club, visit }) => {
  const daemon = await club();
  const page = await visit(daemon);
  /**
   * @param {string[]} seats
   * @param {string} variant
   * @param {string} level
   */
  const begin = async (seats, variant, level) => {
    const { game } = await daemon.post("/v1/games", { game: "foret", variant, level, seats });
    await open(page, `/games/${game}`);
    return game;
  };
  const duel = await begin(NAMES.slice(0, 2), "duel", "table");
  await play(page, "bee", 0, 0);
  await play(page, "fox", 0, 0);
  await page.getByRole("tab", { name: /Neutral/, selected: true }).waitFor();
  await swatch(page, "wolf").click();
  await allSent(page);
  await until(async () => (await movesOf(daemon, duel)).length === 3, "the neutral card");
  assert.deepEqual(await movesOf(daemon, duel), ["1: bee 0,0", "2: fox 0,0", "n: wolf"]);

  const solo = await begin(NAMES.slice(0, 1), "solo", "table");
  await play(page, "bee", 0, 0);
  await page.getByText("Which card goes to Alban?").waitFor();
  await swatch(page, "trout").click();
  await until(async () => (await movesOf(daemon, solo)).length === 1, "a card for Alban");
  assert.deepEqual(await movesOf(daemon, solo), ["1: bee 0,0 give trout"]);

  const full = await begin(NAMES, "standard", "full");
  for (let n = 0; n < 3; n++) {
    await page.locator(".hint").filter({ hasText: NAMES[n] }).waitFor();
    for (const card of TYPES.slice(0, 10)) await swatch(page, card).click();
    await page.getByRole("button", { name: "Deal this hand" }).click();
  }
  await swatch(page, "wolf").click(); // not in this hand
  await popped(page, "wolf is not in this hand.");
  await play(page, "bee", 0, 0);
  await until(async () => (await movesOf(daemon, full)).length === 4, "three hands and a play");
});

test("any game can be played from the list of its legal moves", async ({ club, visit }) => {
  const daemon = await club();
  const { game } = await daemon.post("/v1/games", {
    game: "grandbois",
    variant: "standard",
    level: "table",
    seats: NAMES,
  });
  const page = await visit(daemon, { path: `/games/${game}` });
  await settled(page);
  await page.locator(".all-moves > summary").click();
  await page.locator("#move-search").waitFor();
  const wanted = (await daemon.get(`/v1/games/${game}/legal?limit=5`)).seats[0].moves[0];
  await page.locator("#move-search").fill(wanted.replace(/^\S+\s*/, ""));
  await page.locator(".legal-list button").filter({ hasText: wanted }).first().click();
  await until(async () => (await movesOf(daemon, game)).length === 1, "the move from the list");
  assert.deepEqual(await movesOf(daemon, game), [wanted]);
  // A written move that is against the rules is refused with the reason, and dropped.
  await page
    .locator("#move-text")
    .fill(`${(await daemon.get(`/v1/games/${game}/legal?limit=1`)).turn[0]}: tile 12 r0 90,90`);
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await page.locator(".trouble .error").waitFor();
  await page.locator(".trouble").getByRole("button", { name: "Drop" }).click();
  await allSent(page);
});
