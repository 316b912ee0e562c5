// Score sheets of Ecos and GrandBois: what the page counts and refuses is held against the daemon, and an evening's
// results are entered by tapping, with a wrong value, an undo, and the network away.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import * as ecos from "../../web/js/lib/ecos.js";
import * as grandbois from "../../web/js/lib/grandbois.js";
import { DESKTOP, NARROW, SOURCE, test } from "./harness.mjs";
import { lawful } from "./sight.mjs";
import { allSent, choose, fitsTheScreen, gameNumber, open, popped, random, seat, settled, start } from "./steps.mjs";

const NAMES = ["Amélie", "Ferdinand", "W".repeat(200)];
const HOSTILE = ["Amélie", '<img src=x onerror="globalThis.hacked = 1">'];

/**
 * What the daemon says to a record: its score, or what it has against it.
 * @param {Test.Club} daemon
 * @param {string} record
 */
async function judged(daemon, record) {
  const answer = await fetch(`${daemon.url}/v1/score`, {
    method: "POST",
    headers: { "Content-Type": "text/plain" },
    body: record,
  });
  const said = await answer.json();
  /** @type {Partial<Api.Score & Api.Problem> & { against: string | null }} */
  const judgement = { ...said, against: said.type?.replace("/problems/", "") ?? null };
  return judgement;
}

/**
 * @param {string} game
 * @param {unknown[]} seats
 * @param {...string} more
 */
const head = (game, seats, ...more) => [
  "dendro 1",
  `game ${game}`,
  "level sheet",
  ...seats.map((_, i) => `seat ${i + 1} ${["Ada", "Bo", "Cy", "Di"][i]}`),
  ...more,
];
/** @param {...string | string[]} parts */
const text = (...parts) => `${parts.flat().join("\n")}\n`;

// ---- the page's own rules against the daemon's --------------------------------------------------------------------

/**
 * The sheet of a forest as the API tells it.
 * @param {Grandbois.State} props
 */
function sheetOf({ squares, seats }) {
  return {
    seats,
    squares: Object.fromEntries(squares.map(({ x, y, square }) => [`${x},${y}`, square])),
    towers: Object.fromEntries(
      seats.flatMap(({ towers }) =>
        towers.filter(({ placed }) => placed).map(({ tower, x, y }) => [tower, `${x},${y}`]),
      ),
    ),
    clans: seats.map(({ clans }) => clans),
  };
}

/** @param {ReturnType<typeof sheetOf>} sheet */
const recordOf = (sheet) => text(head("grandbois", sheet.seats), grandbois.sheetLines(sheet));

/**
 * Every golden game of GrandBois that has ended, as a sheet.
 * @param {Test.Club} daemon
 */
async function forests(daemon) {
  const folder = join(SOURCE, "replays/grandbois");
  const found = [];
  for (const name of readdirSync(folder)
    .sort()
    // Those of rules 1 only, which nobody can enter any more, are left out.
    .filter((file) => file.endsWith(".dendro") && !file.startsWith("rules-1-"))) {
    const { game } = await daemon.post("/v1/games", readFileSync(join(folder, name), "utf8"));
    const { state, score } = await daemon.get(`/v1/games/${game}/state`);
    if (!state.over || !("squares" in state)) continue; // totals have no forest
    found.push({ name, sheet: sheetOf(/** @type {Grandbois.State} */ (state)), score });
  }
  assert.ok(found.length > 12, `only ${found.length} games were found`);
  return found;
}

test("a forest is worth the same on the device and in the daemon, and is written so that it reads", async ({
  club,
}) => {
  const daemon = await club();
  for (const { name, sheet, score } of await forests(daemon)) {
    assert.deepEqual([...grandbois.faults(sheet), ...grandbois.unmade(sheet)], [], name);
    const mine = grandbois.score(sheet);
    const theirs = await judged(daemon, recordOf(sheet));
    for (const [i, { categories, total, rank }] of score.seats.entries()) {
      assert.deepEqual(
        { categories: mine[i].categories, total: mine[i].total, rank: mine[i].rank },
        { categories, total, rank },
        `${name}, seat ${i + 1}`,
      );
      assert.deepEqual(theirs.seats?.[i].categories, categories, `${name}, seat ${i + 1}, written: ${theirs.detail}`);
    }
  }
});

test("what the page has against a forest, the daemon has too, and nothing else", async ({ club }) => {
  const daemon = await club();
  const next = random(20261117);
  /**
   * @template T
   * @param {T[]} list
   */
  const pick = (list) => list[Math.floor(next() * list.length)];
  const seen = new Set();
  const games = await forests(daemon);
  for (let n = 0; n < 60; n++) {
    const { name, sheet } = pick(games);
    const squares = { ...sheet.squares };
    const stands = new Set(Object.values(sheet.towers));
    // A square more, one less, some that show something else: what fingers do.
    for (let i = 0; i < 1 + (n % 4); i++) {
      const at = pick(Object.keys(squares).filter((one) => !stands.has(one)));
      const change = next();
      if (change < 0.3) delete squares[at];
      else if (change < 0.6) squares[at] = pick(["C", "B", ...grandbois.ANIMALS.flat()]);
      else {
        squares[grandbois.step(at, [Math.floor(next() * 5) - 2, Math.floor(next() * 5) - 2])] ??= pick(
          grandbois.ANIMALS.flat(),
        );
      }
    }
    const changed = { ...sheet, squares };
    const mine = [...grandbois.faults(changed), ...grandbois.unmade(changed)].map(({ rule }) => `grandbois.${rule}`);
    const { against } = await judged(daemon, recordOf(changed));
    // Whether the game was over, and whether a tile can carry a tower, only the daemon asks.
    const more = /^grandbois\.(not-over-|tower-tile)/.test(against ?? "");
    assert.ok(
      against === null || more ? mine.length === 0 : mine.includes(against),
      `${name}, case ${n}: the page says ${mine.join(", ") || "nothing"}, the daemon ${against}`,
    );
    seen.add(against);
  }
  // Too wide, too high, too many: no finger gets there by itself.
  /**
   * @param {number} length
   * @param {[number, number]} props
   */
  const line = (length, [dx, dy]) =>
    Object.fromEntries(
      Array.from({ length }, (_, i) => [`${i * dx},${i * dy}`, ["C", ...grandbois.ANIMALS.flat()][Math.floor(i / 2)]]),
    );
  for (const { squares, rule } of [
    { squares: line(39, [1, 0]), rule: "too-wide" },
    { squares: line(39, [0, 1]), rule: "too-high" },
  ]) {
    const changed = { ...games[0].sheet, squares, towers: {} };
    assert.deepEqual(
      grandbois.faults(changed).map((fault) => fault.rule),
      [rule],
    );
    assert.match((await judged(daemon, recordOf(changed))).against, /^grandbois\./); // it may see another fault first
  }
  for (const rule of [null, "grandbois.supply", "grandbois.square-alone", "grandbois.no-block", "grandbois.no-tile"]) {
    assert.ok(seen.has(rule), `${rule} never came up`);
  }
});

test("what the page has against an Ecos sheet, the daemon has too", async ({ club }) => {
  const daemon = await club();
  const { catalogues } = await daemon.get("/v1/catalogues");
  const { hash } = catalogues.find(({ game, name }) => game === "ecos" && name === "house");
  const file = await daemon.get(`/v1/catalogues/${hash}`);
  const short = file.cards.find(({ leaves }) => leaves === 2).number;
  /** @type {[{ points: string[], used: Record<string, number>[] }, string | null][]} */
  const cases = [
    [{ points: ["84", "84", "0"], used: [{ 3: 1, [short]: 2 }, {}, { 105: 0 }] }, null],
    [{ points: ["999", "1", "2"], used: [{}, {}, {}] }, null],
    [{ points: ["1000", "1", "2"], used: [{}, {}, {}] }, "points-range"],
    [{ points: ["80", "1", "2"], used: [{ [short]: 3 }, {}, {}] }, null],
    [{ points: ["80", "1", "2"], used: [{ [short]: 16 }, {}, {}] }, "times-range"],
  ];
  for (const [sheet, rule] of cases) {
    const lines = sheet.points.flatMap((points, i) => [
      ...Object.entries(sheet.used[i]).map(([card, times]) => `${i + 1}: used ${card} ${times}`),
      `${i + 1}: total ${points}`,
    ]);
    const theirs = await judged(
      daemon,
      text(head("ecos", sheet.points, `option catalogue house sha256:${hash}`), lines),
    );
    assert.deepEqual(
      ecos.faults(sheet).map((fault) => fault.rule),
      rule ? [rule] : [],
    );
    assert.equal(theirs.against, rule ? `ecos.${rule}` : null);
    if (rule) continue;
    assert.deepEqual(ecos.sheetLines(sheet), lines);
    assert.deepEqual(
      ecos.score(sheet).map(({ total, rank }) => [total, rank]),
      theirs.seats.map(({ total, rank }) => [total, rank]),
    );
  }
  for (const [typed, points] of /** @type {[string, number | null][]} */ ([
    ["", null],
    [" 80 ", 80],
    ["007", 7],
    ["-3", NaN],
    ["8o", NaN],
    ["80.5", NaN],
    ["99999", NaN],
  ])) {
    assert.equal(ecos.readPoints(typed), points, typed);
  }
});

// ---- entering -------------------------------------------------------------------------------------------------------

/**
 * A new sheet of `game`, on the page.
 * @param {Test.Page} page
 * @param {string} game
 * @param {string[]} people
 */
async function begin(page, game, people) {
  await open(page, "/new");
  await choose(page, "game", game);
  for (const name of people) await seat(page, name, name);
  await choose(page, "level", "sheet");
  await start(page);
  await page.waitForURL(/\/sheet\//);
  await settled(page);
}

/**
 * What can be tapped is large enough, everything fits, axe-core finds nothing.
 * @param {Test.Page} page
 */
async function sound(page) {
  await fitsTheScreen(page, page.url());
  await lawful(page);
  const small = await page.evaluate(() =>
    [...document.querySelectorAll("main button, main input, main .place")]
      .filter((one) => one.checkVisibility())
      .map((one) => ({
        name: one.getAttribute("aria-label") ?? one.id ?? one.textContent,
        box: one.getBoundingClientRect(),
      }))
      .filter(({ box }) => box.width < 44 || box.height < 44)
      .map(({ name, box }) => `${name}: ${box.width} x ${box.height}`),
  );
  assert.deepEqual(small, []);
}

/**
 * @param {Test.Page} page
 * @param {string} letters
 * @param {string} name
 */
const addCard = async (page, letters, name) => {
  await page.locator("#add-card").fill(letters);
  await page.getByRole("option").filter({ hasText: name }).first().click();
};

test("an Ecos sheet: points and cards, a wrong number, the network away and back", async ({ club, visit, shot }) => {
  const daemon = await club();
  const page = await visit(daemon, { size: NARROW });
  await begin(page, "ecos", NAMES);
  const finish = page.locator(".finish button");
  /** @param {number} i */
  const points = (i) => page.locator(`#points-${i}`);
  const ranks = () => page.locator(".points-list .rank").allInnerTexts();
  assert.ok(await finish.isDisabled());

  // A number that cannot be is marked where it stands, with the sentence.
  await points(0).fill("1840");
  await page.locator(".points-list li").first().getByText("That many points cannot be").waitFor();
  assert.equal(await points(0).getAttribute("aria-invalid"), "true");
  await points(0).fill("84");
  await points(0).press("Enter");
  await page.locator("#points-1:focus").fill("61");
  await points(2).fill("84");
  assert.deepEqual(await ranks(), ["rank 1 =", "rank 3", "rank 1 ="]);
  await page.getByText("A tie in front is played on").waitFor();
  // One field is one change; undo takes it back.
  await page.getByRole("button", { name: "Undo" }).click();
  assert.equal(await points(2).inputValue(), "");
  assert.ok(await finish.isDisabled());
  await page.getByRole("button", { name: "Redo" }).click();
  await points(2).fill("70");
  assert.deepEqual(await ranks(), ["rank 1", "rank 3", "rank 2"]);

  // Cards by number or name; one is with one player, and no more often used than it has leaves.
  const catalogue = (await daemon.get("/v1/catalogues")).catalogues.find(
    ({ game, name }) => game === "ecos" && name === "house",
  );
  const { cards } = await daemon.get(`/v1/catalogues/${catalogue.hash}`);
  const mirage = cards.find(({ name }) => name.en === "Mirage");
  await addCard(page, "mira", "Mirage");
  const more = page.getByRole("button", { name: "16 Mirage: once more" });
  for (let i = 1; i < mirage.leaves; i++) await more.click();
  await more.click();
  await popped(page, "cannot be used that often");
  await page.getByRole("tab").nth(1).click();
  await addCard(page, "16", "with Amélie");
  await popped(page, "elsewhere");
  assert.equal(await page.locator(".used-list li").count(), 0);
  await addCard(page, "102", "Golden age");
  await page.getByRole("button", { name: "102 Golden age: once less" }).click();
  await sound(page);
  await shot(page, "sheet-ecos-360");

  // It waits on the device while there is no network, and arrives once.
  await page.context().setOffline(true);
  await finish.click();
  await page.getByText("kept on this device until it has been sent").waitFor();
  await page.locator(".topbar .chip-button").filter({ hasText: "1 waiting" }).waitFor();
  assert.equal((await daemon.get("/v1/games")).games.length, 0);
  await page.context().setOffline(false);
  const game = await gameNumber(page);
  await allSent(page);
  const info = await daemon.get(`/v1/games/${game}`);
  assert.equal(info.status, "finished");
  assert.deepEqual(
    info.seats.map(({ player, total, rank }) => [player, total, rank]),
    [
      [NAMES[0], 84, 1],
      [NAMES[1], 61, 3],
      [NAMES[2], 70, 2],
    ],
  );
  assert.deepEqual((await daemon.get(`/v1/games/${game}/moves`)).moves, [
    `1: used 16 ${mirage.leaves}`,
    "1: total 84",
    "2: used 102 0",
    "2: total 61",
    "3: total 70",
  ]);
  assert.equal((await daemon.get("/v1/games")).games.length, 1);

  // The game's page has it, and so has the leaderboard.
  await settled(page);
  await page.locator(".ecos-sheet").filter({ hasText: "Mirage" }).waitFor();
  await open(page, "/leaderboard?game=ecos");
  await page.locator("main table tbody tr").first().filter({ hasText: "Amélie" }).waitFor();
});

/**
 * Taps squares one after the other, "/" for the next row, "^white" for a tower.
 * @param {Test.Page} page
 * @param {string} squares
 */
async function tapRow(page, squares) {
  for (const one of squares.split(" ")) {
    const what =
      one === "/"
        ? '[data-act="row"]'
        : one.startsWith("^")
          ? `[data-tower="${one.slice(1)}"]`
          : `[data-square="${one}"]`;
    await page.locator(`.sheet-entry ${what}`).click();
  }
}

/**
 * @param {Test.Page} page
 * @param {string} place
 */
const at = (page, place) => page.locator(`.sheet-forest [data-at="${place}"]`);
/** @param {Test.Page} page */
const totals = (page) =>
  page
    .locator(".running-score .total")
    .allInnerTexts()
    .then((all) => all.map(Number));

test("a GrandBois sheet: a forest row by row, towers, clans, and what players wrote", async ({ club, visit, shot }) => {
  const daemon = await club();
  const page = await visit(daemon, { size: NARROW });
  await begin(page, "grandbois", NAMES);
  const finish = page.locator(".finish button");
  const undo = page.getByRole("button", { name: "Undo" });
  // A game that was stuck after two tiles.
  await tapRow(page, "W3 L3 / W2 ^white / ^blue L1 / T3 L3");
  assert.equal(await page.locator(".sheet-forest .square").count(), 8);
  for (const [i, clan] of ["fox", "rabbit", "lizard"].entries()) {
    await page.locator(`.clan-pick[data-seat="${i + 1}"] [data-clan="${clan}"]`).click();
  }
  // Somebody else's clan: said next to the finger, and nothing changes.
  await page.locator('.clan-pick[data-seat="3"] [data-clan="fox"]').click();
  await popped(page, "The clan fox has been given already.");

  const record = text(head("grandbois", [1, 2, 3]), [
    "*: row 0,0 W3 L3",
    "*: row 0,1 W2 C",
    "*: row 0,2 C L1",
    "*: row 0,3 T3 L3",
    "1: tower 1,1",
    "3: tower 0,2",
    "1: reveal fox",
    "2: reveal rabbit",
    "3: reveal lizard",
  ]);
  const engine = (await judged(daemon, record)).seats;
  assert.deepEqual(
    await totals(page),
    engine.map(({ total }) => total),
  );
  assert.ok(await finish.isEnabled());
  await sound(page);
  await shot(page, "sheet-grandbois-360");

  // A square that touches nothing, then more squares of a kind than the box has: marked where they are, until undone.
  await at(page, "3,0").click();
  await tapRow(page, "T4");
  await page.locator(".hint").getByText("do not touch the rest").waitFor();
  assert.deepEqual(await page.locator(".sheet-forest .wrong").evaluateAll((all) => all.map((one) => one.dataset.at)), [
    "3,0",
  ]);
  assert.ok(await finish.isDisabled());
  await undo.click();
  // One that touches the rest and is on no tile: said where the sheet is finished.
  await at(page, "2,0").click();
  await tapRow(page, "T4");
  await page.getByText("The square at 2,0 belongs to no tile of 2 × 2.").waitFor();
  assert.ok(await finish.isDisabled());
  await undo.click();
  await at(page, "0,4").click();
  await tapRow(page, "W4 W4 W4 W4");
  await popped(page, "No 4 raccoon is left: the box has only 3.");
  assert.equal(await page.locator(".sheet-forest .wrong").count(), 4);
  assert.equal(await page.locator('[data-square="W4"] .left').innerText(), "-1");
  for (let i = 0; i < 4; i++) await undo.click();
  assert.equal(await page.locator(".sheet-forest .wrong").count(), 0);

  // A tower that is put elsewhere leaves its clearing; put back, it is where it was.
  await at(page, "2,0").click();
  await tapRow(page, "^white");
  assert.equal(await page.locator(".sheet-forest .tower-white").count(), 1);
  await undo.click();

  // It is on the device: after a reload it is all there. (What was tapped last has been kept before "Tonight" shows
  // it.)
  const address = new URL(page.url()).pathname;
  await page.locator(".tabs a").first().click();
  await page.locator(".entry").filter({ hasText: "8 squares" }).waitFor();
  await open(page, address);
  assert.deepEqual(
    await totals(page),
    engine.map(({ total }) => total),
  );

  await page.getByLabel("Ferdinand, written, Total").fill(String(engine[1].total + 2));
  await page.getByLabel("Ferdinand, written, Total").press("Tab");
  await page.locator(".claims .error").filter({ hasText: "+2" }).waitFor();
  await page.context().setOffline(true);
  await finish.click();
  await page.locator(".topbar .chip-button").filter({ hasText: "1 waiting" }).waitFor();
  const waits = await page.locator(".waiting-list").innerText();
  assert.ok(
    engine.every(({ total }) => waits.includes(` ${total}`)),
    `what waits is said with its totals: ${waits}`,
  );
  // Taken back before it has left, mended, and sent again.
  await undo.click();
  await finish.click();
  await page.getByText("kept on this device until it has been sent").waitFor();
  await page.context().setOffline(false);
  const game = await gameNumber(page);
  await allSent(page);
  const info = await daemon.get(`/v1/games/${game}`);
  assert.equal(info.status, "finished");
  assert.deepEqual(
    info.seats.map(({ total, rank }) => [total, rank]),
    engine.map(({ total, rank }) => [total, rank]),
  );
  assert.match(await daemon.get(`/v1/games/${game}/record`), new RegExp(`^claim 2 total ${engine[1].total + 2}$`, "m"));
  assert.equal((await daemon.get("/v1/games")).games.length, 1);
  await settled(page);
  await page.locator(".grandbois-players").first().filter({ hasText: "Ferdinand" }).waitFor();
  await open(page, "/leaderboard?game=grandbois");
  const best = NAMES[engine.findIndex(({ rank }) => rank === 1)];
  await page.locator("main table tbody tr").first().filter({ hasText: best }).waitFor();
});

test("a duel of GrandBois is entered with the keyboard, in French, at night", async ({ club, visit, shot }) => {
  const daemon = await club();
  const page = await visit(daemon, { size: DESKTOP, lang: "fr", theme: "dark" });
  await begin(page, "grandbois", HOSTILE);
  await page.locator('.sheet-forest [tabindex="0"]').focus();
  // A game that was stuck after two tiles.
  for (const row of ["W3L3", "w2c", ".l1", "T3L3"]) {
    for (const pressed of row) await page.keyboard.press(pressed);
    if (row !== "T3L3") await page.keyboard.press("Enter");
  }
  // A wrong one is taken away again, arrows go back to a gap.
  await page.keyboard.press("w");
  await page.keyboard.press("1");
  await page.keyboard.press("Backspace");
  await page.locator('[data-at="2,3"]:focus').waitFor();
  for (const pressed of ["ArrowUp", "ArrowLeft", "ArrowLeft", "c"]) await page.keyboard.press(pressed);
  await page.locator('[data-at="1,2"]:focus').waitFor();
  for (const [place, tower] of [
    ["1,1", "white"],
    ["0,2", "brown"],
  ]) {
    await at(page, place).click();
    await page.locator(`[data-tower="${tower}"]`).focus();
    await page.keyboard.press("Enter");
  }
  for (const [i, clans] of [
    ["fox", "toad"],
    ["lizard", "rabbit"],
  ].entries()) {
    for (const clan of clans) {
      await page.locator(`.clan-pick[data-seat="${i + 1}"] [data-clan="${clan}"]`).focus();
      await page.keyboard.press("Enter");
    }
  }
  await sound(page);
  assert.equal(await page.evaluate(() => globalThis.hacked), undefined);
  assert.equal(await page.locator("main img").count(), 0, "an element out of a name");
  await shot(page, "sheet-grandbois-1280");
  await page.locator(".finish button").focus();
  await page.keyboard.press("Enter");
  const game = await gameNumber(page);
  const { moves } = await daemon.get(`/v1/games/${game}/moves`);
  assert.deepEqual(moves, [
    "*: row 0,0 W3 L3",
    "*: row 0,1 W2 C",
    "*: row 0,2 C L1",
    "*: row 0,3 T3 L3",
    "1: tower white 1,1",
    "2: tower brown 0,2",
    "1: reveal fox toad",
    "2: reveal lizard rabbit",
  ]);
});
