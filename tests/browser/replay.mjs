// The replay: a shipped record of each game watched to its end, with the API as the judge of what is seen; links to a
// ply, the keyboard, the hands, the list of games, the printed sheet.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DESKTOP, NARROW, PHONE, SOURCE, test } from "./harness.mjs";
import { lawful, sidewaysFree } from "./sight.mjs";

/** @param {string} name */
const record = (name) => readFileSync(join(SOURCE, "replays", name), "utf8");
/**
 * @param {Test.Club} club
 * @param {string} name
 */
const add = async (club, name) => (await club.post("/v1/games", record(name))).game;

const FOUR = "foret/full-draft-four.dendro";
const DUEL = "foret/duel-table.dendro";
const FOREST = "grandbois/four-table.dendro";
const LAND = "ecos/full-3-players.dendro";

/**
 * The board shows move number `at`, not the one before.
 * @param {Test.Page} page
 * @param {number} at
 */
const shows = (page, at) => page.waitForSelector(`.board[data-at="${at}"]`);

/**
 * The totals that the page shows, in the order of the seats.
 * @param {Test.Page} page
 */
const totals = (page) =>
  page.$$eval(".score-table [data-total]", (cells) => cells.map((cell) => Number(cell.textContent.replace("−", "-"))));

/**
 * @param {Test.Page} page
 * @param {Test.Club} club
 * @param {number} game
 * @param {number} clicks
 */
async function plays(page, club, game, clicks) {
  const info = await club.get(`/v1/games/${game}`);
  await page.goto(`/games/${game}/replay?at=${info.plies - clicks}`);
  await shows(page, info.plies - clicks);
  for (let i = clicks - 1; i >= 0; i--) {
    await page.click("[data-act=next]");
    await shows(page, info.plies - i);
  }
  assert.ok(await page.isDisabled("[data-act=next]"), "after the last move there is no next");
  const score = await club.get(`/v1/games/${game}/score`);
  assert.deepEqual(
    await totals(page),
    score.seats.filter((seat) => seat.total !== null).map((seat) => seat.total),
  );
  assert.deepEqual(
    await totals(page),
    info.seats.map((seat) => seat.total),
  );
  return info;
}

for (const [name, size] of /** @type {[string, Test.Size][]} */ ([
  [FOUR, PHONE],
  [DUEL, DESKTOP],
  [FOREST, DESKTOP],
  [LAND, PHONE],
])) {
  test(`replay: ${name} to its end, and the totals are the API's`, async ({ club, visit, shot }) => {
    const here = await club();
    const game = await add(here, name);
    const page = await visit(here, { size, path: `/games/${game}/replay`, token: null });
    await plays(page, here, game, 3);
    await shot(page, `replay-${name.replace(/\W+/g, "-")}`);
    await sidewaysFree(page);
    await lawful(page);
  });
}

test("replay: played as a film from a link, to the end by itself", async ({ club, visit }) => {
  const here = await club();
  const game = await add(here, FOUR);
  const page = await visit(here, { size: DESKTOP, path: `/games/${game}/replay?at=82`, token: null });
  await shows(page, 82);
  await page.click(".speed");
  await page.click(".speed");
  await page.click("[data-act=play]");
  await shows(page, 88);
  await page.waitForURL(/[?&]at=88$/);
  await page.waitForSelector('[data-act=play][aria-label="Play"]'); // it stopped by itself
});

test("replay: a link to a ply shows that position, its move and its score", async ({ club, visit }) => {
  const here = await club();
  const game = await add(here, FOUR);
  const page = await visit(here, { path: `/games/${game}/replay?at=30`, token: null });
  await shows(page, 30);
  const { moves } = await here.get(`/v1/games/${game}/moves`);
  const state = await here.get(`/v1/games/${game}/state?at=30`);
  assert.deepEqual(
    await totals(page),
    state.score.seats.map((seat) => seat.total),
  );
  const [, seat, card, at] = /^(\d): (\w+) (\S+)/.exec(moves[29]);
  const cards = await page.$$eval(`.board [data-seat="${seat}"] td.held`, (cells) => cells.length);
  assert.equal(cards, /** @type {Foret.State} */ (state.state).seats[Number(seat) - 1].cells.length);
  const marked = await page.textContent(`.board [data-seat="${seat}"] td.mark-new`);
  assert.ok(marked.includes(card), `${marked} is the ${card} of ${moves[29]}`);
  assert.ok((await page.textContent(".now .said")).includes(`${card} at ${at}`));
  assert.equal(await page.getAttribute(".strip [aria-current]", "data-ply"), "30");
  await page.click('.strip [data-ply="33"]');
  await shows(page, 33);
  await page.waitForURL(/[?&]at=33$/);
  await page.goBack(); // a step is no page of its own
  assert.notEqual(new URL(page.url()).pathname, `/games/${game}/replay`);
  await page.goto(`/games/${game}/replay?at=9999`);
  await shows(page, 88);
});

test("replay: the keyboard steps, jumps and plays", async ({ club, visit }) => {
  const here = await club();
  const game = await add(here, FOREST);
  const page = await visit(here, { size: DESKTOP, path: `/games/${game}/replay?at=20`, token: null });
  await shows(page, 20);
  await page.keyboard.press("ArrowRight");
  await shows(page, 21);
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await shows(page, 19);
  await page.keyboard.press("Home");
  await shows(page, 0);
  await page.keyboard.press("End");
  await shows(page, 79);
  await page.goto(`/games/${game}/replay?at=3`);
  await shows(page, 3);
  await page.keyboard.press(" ");
  await page.waitForSelector('[data-act=play][aria-label="Pause"]');
  // The film does not wait for us.
  await page.waitForFunction(() => Number(document.querySelector(".board").getAttribute("data-at")) >= 5);
  await page.keyboard.press(" ");
  await page.waitForSelector('[data-act=play][aria-label="Play"]');
  await page.focus("input[type=range]");
  await page.keyboard.press("End");
  await shows(page, 79);
  const written = await page.$eval("input[type=range]", async (/** @type {HTMLInputElement} */ slider) => {
    let count = 0; // browsers refuse a page that changes its address a hundred times in half a minute
    let rests = 0; // of a machine that is slow enough the address may be written after each step
    const replace = history.replaceState.bind(history);
    history.replaceState = (...all) => {
      count++;
      replace(...all);
    };
    for (let i = 0; i < 20; i++) {
      slider.value = String(40 + (i % 2));
      slider.dispatchEvent(new Event("input", { bubbles: true }));
      const began = performance.now();
      await new Promise((resolve) => setTimeout(resolve));
      if (performance.now() - began > 100) rests++;
    }
    return { count, rests };
  });
  assert.ok(written.count <= written.rests + 2, `the address was written ${written.count} times for 20 steps`);
  await page.keyboard.press("Home");
  await shows(page, 0);
  await page.waitForURL(/[?&]at=0$/);
});

test("replay: the hands are those of the API, taken and left", async ({ club, visit, shot }) => {
  const here = await club();
  const game = await add(here, FOUR);
  const { moves } = await here.get(`/v1/games/${game}/moves`);
  const { looks } = await here.get(`/v1/games/${game}/hands`);
  const page = await visit(here, { size: DESKTOP, path: `/games/${game}/replay`, token: null });
  const played = moves.map((line, i) => ({ line, ply: i + 1 })).filter(({ line }) => /^\d/.test(line));
  assert.equal(played.length, looks.length);
  const seen = new Map();
  for (const [i, { line, ply }] of played.entries()) {
    const seat = Number(line[0]);
    const count = (seen.get(seat) ?? 0) + 1;
    seen.set(seat, count);
    if (i % 23 !== 5) continue; // a few of them, from both rounds
    const look = looks.find((one) => one.seat === seat && (one.round - 1) * 10 + one.pick === count);
    await page.goto(`/games/${game}/replay?at=${ply}`);
    await shows(page, ply);
    await page.locator(".look .hand .taken").waitFor(); // it comes after the board
    const hand = await page.$$eval(".look .hand li", (cards) =>
      cards.map((one) => one.querySelector(".unseen").textContent),
    );
    assert.deepEqual(hand, look.cards);
    assert.equal((await page.$$(".look .hand .taken")).length, 1);
    assert.ok((await page.textContent(".look .hand .taken")).includes(look.taken));
    const { state } = await here.get(`/v1/games/${game}/state?at=${ply - 1}`);
    assert.equal(
      (await page.$$(".look td.open")).length,
      /** @type {Foret.State} */ (state).seats[seat - 1].open.length,
    );
  }
  await shot(page, "replay-hand");
});

test("replay: what else could be played is what was legal then", async ({ club, visit }) => {
  const here = await club();
  const game = await add(here, LAND);
  const { moves } = await here.get(`/v1/games/${game}/moves`);
  const ply = moves.findIndex((line) => / place forest /.test(line)) + 1;
  const seat = moves[ply - 1][0];
  const legal = (await here.get(`/v1/games/${game}/legal?at=${ply - 1}&seat=${seat}`)).seats[0];
  const page = await visit(here, { path: `/games/${game}/replay?at=${ply}`, token: null });
  await shows(page, ply);
  await page.click(".look .else summary");
  await page.waitForSelector(".else-list li");
  assert.equal((await page.$$(".else-list li")).length, Math.min(60, legal.count));
  assert.ok((await page.textContent(".look .else")).includes(`${legal.count} move`));
});

test("replay: the race follows the API's scores, total and category", async ({ club, visit }) => {
  const here = await club();
  const game = await add(here, DUEL);
  const scores = await here.get(`/v1/games/${game}/scores`);
  const page = await visit(here, { size: DESKTOP, path: `/games/${game}/replay?at=40`, token: null });
  await shows(page, 40);
  await page.locator(".race .plot").scrollIntoViewIfNeeded(); // until then it is not drawn
  await page.waitForSelector(".race .plot[data-drawn]");
  const legend = () => page.$$eval(".race .legend .num", (numbers) => numbers.map((one) => Number(one.textContent)));
  const players = scores.seats.filter((seat) => seat.totals[0] !== null);
  assert.deepEqual(
    await legend(),
    players.map((seat) => seat.totals[40]),
  );
  await page.selectOption(".race select", "bee");
  assert.deepEqual(
    await legend(),
    players.map((seat) => seat.categories.bee[40]),
  );
  await page.locator(".race .u-over").click({ position: { x: 2, y: 20 } });
  await page.waitForFunction(() => Number(new URL(location.href).searchParams.get("at")) < 3);
});

test("replay: a game under way goes on by itself", async ({ club, visit }) => {
  const here = await club();
  const { game } = await here.post("/v1/games", {
    game: "foret",
    seats: ["Ada", "Bo", "Cy"],
    moves: ["1: bee 0,0", "2: wolf 0,0"],
  });
  const page = await visit(here, { path: `/games/${game}/replay`, token: null });
  await shows(page, 2);
  await here.post(`/v1/games/${game}/moves`, { ply: 2, moves: ["3: deer 0,0"] });
  await shows(page, 3);
  await here.post(`/v1/games/${game}/takeback`, { count: 2 });
  await shows(page, 1);
  assert.deepEqual(
    await totals(page),
    (await here.get(`/v1/games/${game}/score`)).seats.map((seat) => seat.total),
  );
});

test("games: filters in the address, page by page, links that lead somewhere", async ({ club, visit, shot }) => {
  const here = await club({ demo: true });
  const page = await visit(here, { size: NARROW, path: "/games", token: null });
  await page.waitForSelector("[data-game]");
  const first = await here.get("/v1/games?order=newest&limit=30");
  const ids = () => page.$$eval("[data-game]", (rows) => rows.map((row) => Number(row.dataset.game)));
  assert.deepEqual(
    await ids(),
    first.games.map((one) => one.id),
  );
  await shot(page, "games-narrow");
  await sidewaysFree(page);
  await lawful(page);
  if (first.next) {
    await page.click("text=Older games");
    await page.waitForFunction((n) => document.querySelectorAll("[data-game]").length > n, 30);
    const all = await here.get("/v1/games?order=newest&limit=500");
    assert.deepEqual(
      await ids(),
      all.games.slice(0, (await ids()).length).map((one) => one.id),
    );
  }
  await page.selectOption("select[name=game]", "grandbois");
  await page.waitForURL(/game=grandbois/);
  const some = await here.get("/v1/games?order=newest&limit=30&game=grandbois");
  await page.waitForFunction((n) => document.querySelectorAll("[data-game]").length === n, some.games.length);
  assert.deepEqual(
    await ids(),
    some.games.map((one) => one.id),
  );
  const who = some.games[0].seats[0];
  await page.selectOption("select[name=player]", `@${who.person}`);
  await page.waitForURL(/player=/);
  const his = await here.get(`/v1/games?order=newest&limit=30&game=grandbois&player=@${who.person}`);
  await page.waitForFunction((n) => document.querySelectorAll("[data-game]").length === n, his.games.length);
  await page.click(`[data-game="${his.games[0].id}"] a`);
  await shows(page, his.games[0].plies);
  await page.click(".record-text summary");
  await page.waitForSelector(".record-text pre");
  assert.equal(await page.textContent(".record-text pre"), await here.get(`/v1/games/${his.games[0].id}/record`));
  await page.click(`.replay-head a[href="/people/${who.person}"]`);
  await page.waitForURL(`**/people/${who.person}`);
});

test("score sheet: one printed page, black on white, with the API's figures", async ({ club, visit, shot }) => {
  const here = await club();
  for (const name of [FOUR, "foret/everyone-tied-six.dendro", FOREST, LAND]) {
    const game = await add(here, name);
    const page = await visit(here, { size: DESKTOP, theme: "dark", path: `/games/${game}/print`, token: null });
    await page.waitForSelector(".score-table");
    const score = await here.get(`/v1/games/${game}/score`);
    assert.deepEqual(
      await totals(page),
      score.seats.map((seat) => seat.total),
    );
    const rows = await page.$$eval(".score-table tbody tr", (lines) =>
      lines.map((line) => [...line.querySelectorAll("td")].map((cell) => Number(cell.textContent))),
    );
    const categories = Object.keys(score.seats[0].categories);
    if (categories.length > 1) {
      assert.deepEqual(
        rows,
        categories.map((id) => score.seats.map((seat) => seat.categories[id])),
      );
    }
    const pdf = (await page.pdf({ format: "A4" })).toString("latin1");
    assert.equal(
      Math.max(...[...pdf.matchAll(/\/Count (\d+)/g)].map((found) => Number(found[1]))),
      1,
      `${name} is on one page`,
    );
    await page.emulateMedia({ media: "print", colorScheme: "light" });
    assert.equal(
      await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor),
      "rgb(255, 255, 255)",
    );
    assert.equal(await page.isVisible(".tabs"), false);
    await shot(page, `print-${name.replace(/\W+/g, "-")}`);
  }
});
