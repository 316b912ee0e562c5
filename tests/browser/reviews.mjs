// The review of a game: asked for with one tap, watched, cancelled, looked at; what the film, people and seasons show
// of it; and what somebody sees who may not ask, or whose game has none. Budgets are small, so that they are soon made.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { DENDRO, DESKTOP, NARROW, test } from "./harness.mjs";
import { lawful, sidewaysFree } from "./sight.mjs";
import { SHEETS, open, settled, until } from "./steps.mjs";

const SMALL = 64;
/** Enough for some decisions to be told apart. */
const MORE = 256;
const NAMES = [
  '<script>globalThis.hacked = 1</script><img src=x onerror="globalThis.hacked = 2">',
  `"'><svg/onload=globalThis.hacked=3> {{7*7}} &amp;`,
  "עברית עם הפוך العربية",
];
const PLAIN = ["Ada", "Bo", "Cy"];

/**
 * A game of three that the computer played, all of it written down.
 * @param {Test.Club} daemon
 * @param {string[]} names
 * @param {number} [seed]
 * @param {string} [more] what else is said of it
 */
async function played(daemon, names, seed = 5, more = "night 2026-11-13") {
  const words = `simulate --game foret --seats 3 --level full --seed ${seed} --games 1`.split(" ");
  const record = execFileSync(DENDRO, words).toString();
  const named = record.replace(/^seat (\d) .*$/gm, (_all, n) => `seat ${n} ${names[n - 1]}`);
  return (await daemon.post("/v1/games", named.replace(/^seat 3 .*$/m, `$&\n${more}`))).game;
}

/**
 * Has it reviewed, and waits until it is.
 * @param {Test.Club} daemon
 * @param {number} game
 * @param {number} [budget]
 * @returns {Promise<Api.Reviewed>}
 */
async function reviewed(daemon, game, budget = SMALL) {
  await daemon.post(`/v1/games/${game}/review`, { budget });
  return until(async () => {
    const review = await daemon.get(`/v1/games/${game}/review`);
    assert.notEqual(review.status, "failed");
    return review.status === "done" && /** @type {Api.Reviewed} */ (review);
  }, `game ${game} is reviewed`);
}

/**
 * What the page asks for has this budget instead of its own.
 * @param {Test.Page} page
 * @param {() => number} budget
 */
const withBudget = (page, budget) =>
  page.route("**/v1/games/*/review", (route) =>
    route.request().method() === "POST"
      ? route.continue({
          headers: { ...route.request().headers(), "content-type": "application/json" },
          postData: JSON.stringify({ budget: budget() }),
        })
      : route.fallback(),
  );

test("reviews: asked for with one tap, watched, cancelled, asked for again and made", async ({ club, visit }) => {
  const daemon = await club();
  const game = await played(daemon, PLAIN);
  const page = await visit(daemon, { size: NARROW, path: `/games/${game}` });
  let budget = 1048576;
  await withBudget(page, () => budget);
  /** By key: a tap at the place of the one before would be a hurried one. @param {string} name */
  const press = (name) => page.getByRole("button", { name }).press("Enter");
  // Who won, the score, the film; then what more there is.
  await page.locator(".review-entry").waitFor();
  const tops = await page.$$eval("h1, .result-table, .film, .review-entry", (all) =>
    all.map((one) => one.className || one.tagName),
  );
  assert.deepEqual(tops, ["H1", "result-table", "film", "button review-entry no-print"]);
  await page.locator(".review-entry").click();
  await page.waitForURL(`**/games/${game}/review`);
  await press("Review this game");
  await page.locator(".review-underway progress").waitFor();
  await lawful(page);
  const state = await daemon.get(`/v1/games/${game}/review`);
  assert.ok(["queued", "running"].includes(state.status), state.status);
  // Somebody else, without a token, sees it being made and cannot stop it.
  const other = await visit(daemon, { path: `/games/${game}/review`, token: null });
  await other.locator(".review-underway").waitFor();
  assert.equal(await other.locator("[data-deed]").count(), 0);
  await press("Cancel the review");
  await page.getByRole("button", { name: "Review this game" }).waitFor();
  await other.getByText("Nobody has asked for a review").waitFor(); // heard by itself
  budget = SMALL;
  await press("Review this game");
  await page.locator(".review-underway").waitFor();
  await page.locator(".review-chance").waitFor(); // it comes by itself when it is made
  await page.reload();
  await page.locator(".review-chance").waitFor();
});

test("reviews: who asks for one that somebody else has had made meanwhile sees it", async ({ club, visit }) => {
  const daemon = await club();
  const game = await played(daemon, PLAIN);
  const page = await visit(daemon, { size: NARROW, path: `/games/${game}/review` });
  await withBudget(page, () => SMALL);
  await page.getByRole("button", { name: "Review this game" }).waitFor();
  await reviewed(daemon, game);
  await page.getByRole("button", { name: "Review this game" }).click();
  await page.locator(".review-chance").waitFor();
});

test("reviews: back from a decision is the place in the list, and a film of something else is not marked", async ({
  club,
  visit,
}) => {
  const daemon = await club();
  const game = await played(daemon, PLAIN);
  const review = await reviewed(daemon, game, MORE);
  const { decisions } = review;
  const page = await visit(daemon, { size: NARROW, path: `/games/${game}/review`, token: null });
  await page.getByRole("button", { name: /^Show all/ }).click();
  const far = page.locator(".decision").last();
  const ply = await far.getAttribute("data-ply");
  await far.click();
  await page.locator(".strip .fault").first().waitFor({ state: "attached" });
  await page.goBack();
  await page.waitForFunction((at) => document.activeElement?.getAttribute("data-ply") === at, ply);
  assert.equal(await page.locator(".decision").count(), decisions.length);
  // What was better is read whole on a phone, also where that is a long sentence.
  const best = "rabbit 10,10 swap 10,11 11,10";
  const long = { ...review, decisions: decisions.map((one) => ({ ...one, best, grade: "blunder" })) };
  await page.route(`**/v1/games/${game}/review`, (route) => route.fulfill({ json: long }));
  await open(page, `/games/${game}/replay?at=${Number(ply) + 1}`);
  await page.locator(".film .better", { hasText: "swapping 10,11 and 11,10" }).waitFor();
  const cut = await page
    .locator(".film .better")
    .evaluate((one) => one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight);
  assert.equal(cut, false);
  await page.unroute(`**/v1/games/${game}/review`);
  // Corrected since: the film is of what stands now, the review that a device still has is of what stood before.
  await page.route(`**/v1/games/${game}`, async (route) => {
    const answer = await route.fetch();
    const info = await answer.json();
    await route.fulfill({ response: answer, json: { ...info, last: info.last + 1 } });
  });
  const told = page.waitForResponse(`**/v1/games/${game}/review`);
  await open(page, `/games/${game}/replay?at=${Number(ply) + 1}`);
  await told;
  await page.locator(".strip [aria-current]").waitFor();
  await settled(page);
  assert.equal(await page.locator(".strip .fault").count(), 0);
});

test("reviews: what is shown is what the daemon says, and leads to the film", async ({ club, visit, shot }) => {
  const daemon = await club();
  const game = await played(daemon, PLAIN);
  const review = await reviewed(daemon, game, MORE);
  const page = await visit(daemon, { size: DESKTOP, path: `/games/${game}/review`, token: null });
  await page.locator(".review-chance .plot[data-drawn]").waitFor();
  await settled(page);
  // Turning points, in the order of the game.
  const turns = [...review.turns].sort((a, b) => a.ply - b.ply);
  assert.deepEqual(
    await page.$$eval(".turning a", (links) => links.map((link) => link.getAttribute("href")?.replace(/.*\?/, "?"))),
    turns.map(({ ply }) => `?at=${ply + 1}`),
  );
  // Players: how many faults of each kind.
  for (const { seat, grades } of review.players) {
    const said = await page.locator(`.reviewed[data-seat="${seat}"]`).innerText();
    for (const [grade, word] of /** @type {const} */ ([
      ["blunder", "blunder"],
      ["mistake", "mistake"],
    ])) {
      assert.match(said, new RegExp(`\\b${grades[grade]} ${word}`));
    }
  }
  // The costliest first; all of them when somebody asks; one player's in their order.
  const faults = review.decisions.filter(({ grade }) => ["inaccuracy", "mistake", "blunder"].includes(grade));
  const costs = [...faults].sort((a, b) => Number(b.loss) - Number(a.loss) || a.ply - b.ply);
  const plies = () => page.$$eval(".decision", (all) => all.map((one) => Number(one.getAttribute("data-ply"))));
  assert.deepEqual(
    await plies(),
    costs.slice(0, 12).map(({ ply }) => ply),
  );
  await page.getByRole("button", { name: /^Show all/ }).click();
  assert.equal((await plies()).length, review.decisions.length);
  await page.locator('select[name="order"]').selectOption("game");
  await page.locator('select[name="seat"]').selectOption("2");
  await page.waitForURL(/order=game&seat=2|seat=2&order=game/);
  const second = review.decisions.filter(({ seat }) => seat === 2).map(({ ply }) => ply);
  assert.deepEqual(await plies(), second);
  // Forests: what was made, what the cards can make, and both drawn.
  for (const { seat, made, total } of review.best_forest) {
    const forest = page.locator(`.best-forest[data-seat="${seat}"]`);
    const said = await forest.innerText();
    assert.ok(said.includes(`made ${made}`) && (total === made || said.includes(`can make ${total}`)), said);
    assert.equal(await forest.locator("td.held").count(), total > made ? 40 : 20);
  }
  await shot(page, "review-desktop");
  // A tap leads to that move of the film.
  await page.locator(`.decision[data-ply="${second[3]}"]`).click();
  await page.waitForURL(`**/games/${game}/replay?at=${second[3] + 1}`);
  await page.locator(`.board[data-at="${second[3] + 1}"]`).waitFor();
  // There the same moves are marked, and what was better is said at the move that is shown.
  await page.locator(".film .better").waitFor({ state: "attached" });
  assert.equal(await page.locator(".strip .fault").count(), faults.length);
  const [worst] = costs;
  await page.goto(`/games/${game}/replay?at=${worst.ply + 1}`);
  const [card, cell] = worst.best.split(" ");
  const line = page.locator(".film .better").filter({ hasText: "Better" });
  await line.waitFor();
  assert.ok((await line.innerText()).includes(`${card} at ${cell}`), await line.innerText());
  assert.match(await page.locator(`.strip [data-ply="${worst.ply + 1}"]`).innerText(), /Inaccuracy|Mistake|Blunder/);
});

test("reviews: the puzzle of the day is on Tonight once there is one, and says how good an answer is", async ({
  club,
  visit,
  shot,
}) => {
  const daemon = await club({ today: "2026-11-19" });
  const words = "simulate --game foret --level table --seats 2 --seed 1".split(" ");
  const { game } = await daemon.post("/v1/games", execFileSync(DENDRO, words).toString());
  const page = await visit(daemon, { size: NARROW, token: null });
  await settled(page);
  await until(() => page.evaluate(() => document.querySelectorAll(".not-yet").length === 0), "all is there");
  assert.equal(await page.locator(".puzzle-card").count(), 0);
  await open(page, "/puzzle");
  await page.getByText("There is no puzzle yet").waitFor();
  await reviewed(daemon, game, 800);
  const puzzle = /** @type {Api.Puzzle} */ (await daemon.get("/v1/puzzle"));
  assert.equal(puzzle.asks, "take");
  await open(page, "/");
  await page.locator(".puzzle-card a").click();
  await page.waitForURL("**/puzzle");
  await page.locator(".puzzle-hand").waitFor();
  assert.equal(await page.locator(".puzzle-answer").count(), 0);
  await lawful(page);
  // What does not come is said, and is asked for again.
  await page.route("**/hands", (route) => route.fulfill({ status: 500, json: { title: "Out of order" } }));
  await open(page, "/puzzle");
  await page.locator("main [role=alert]").waitFor();
  await page.unroute("**/hands");
  await page.locator("main [role=alert] button").click();
  await page.locator(".puzzle-hand").waitFor();
  const best = puzzle.answer.best.split(" ")[0];
  const other = puzzle.choices.map((one) => one.split(" ")[0]).find((one) => one !== best);
  await page.locator(`.puzzle-hand [data-card="${other}"]`).first().press("Enter");
  await page.getByText(`Not ${other}. The best was ${best}.`).waitFor();
  await page.locator(".puzzle-answer:focus").waitFor(); // seen, and heard, however far down the choice was
  await lawful(page);
  await page.getByRole("button", { name: "Think again" }).press("Enter");
  await page.locator(`.puzzle-hand [data-card="${best}"]`).first().press("Enter");
  await page.getByText(`Yes, that is it: ${best}.`).waitFor();
  await sidewaysFree(page);
  await shot(page, "puzzle");
  await page.getByRole("link", { name: "See it in the game" }).click();
  await page.waitForURL(`**/games/${game}/replay?at=${puzzle.made_ply + 1}`);
});

test("reviews: a puzzle of a game that draws none is chosen, and answered, in sentences", async ({ club, visit }) => {
  const daemon = await club();
  const words = "simulate --game grandbois --level full --seats 2 --seed 1".split(" ");
  const { game } = await daemon.post("/v1/games", execFileSync(DENDRO, words).toString());
  const { moves } = await daemon.get(`/v1/games/${game}/moves`);
  const ply = moves.findIndex((/** @type {string} */ line) => line.startsWith("1: tile"));
  const { seats } = await daemon.get(`/v1/games/${game}/legal?at=${ply}&seat=1&limit=4`);
  const choices = seats[0].moves.map((/** @type {string} */ line) => line.replace(/^1: /, ""));
  const puzzle = {
    ...{ day: "2026-11-14", game, title_id: "grandbois", title: { en: "GrandBois", fr: "GrandBois" } },
    ...{ seat: 1, ply, made_ply: ply, played_on: "2026-11-13", asks: "move", choices },
    ...{ players: ["Bot 1", "Bot 2"], kinds: [0, 0, 0, 0] },
    answer: {
      best: choices[0],
      made: choices[1],
      loss: 0.21,
      margin: 0.16,
      behind: choices.map(() => ({ mean: 0.2 })),
    },
  };
  for (const [lang, wrong, made] of /** @type {const} */ ([
    ["en", "Not that one. The best: ", "In the game: "],
    ["fr", "Pas celui-là. Le meilleur", "Dans la partie"],
  ])) {
    const page = await visit(daemon, { size: NARROW, token: null, lang });
    await page.route("**/v1/puzzle", (route) => route.fulfill({ json: puzzle }));
    await open(page, "/puzzle");
    await page.locator(".puzzle-choices button").nth(2).press("Enter");
    const said = await page.locator(".puzzle-answer").innerText();
    assert.ok(said.includes(wrong) && said.includes(made), said);
    await lawful(page);
    await sidewaysFree(page);
  }
});

test("reviews: hostile names are text, French is whole, a phone is wide enough", async ({ club, visit, shot }) => {
  const daemon = await club();
  const game = await played(daemon, NAMES);
  const path = `/games/${game}/review`;
  const page = await visit(daemon, { size: NARROW, path, lang: "fr", theme: "dark" });
  await page.getByRole("button", { name: "Analyser cette partie" }).waitFor();
  await lawful(page);
  await reviewed(daemon, game);
  await open(page, path);
  await page.locator(".review-chance .plot[data-drawn]").waitFor();
  await page.getByRole("button", { name: /^Montrer les/ }).click();
  assert.equal(await page.evaluate(() => globalThis.hacked), undefined);
  assert.equal(await page.locator("main script, main img, main [onload], main [onerror]").count(), 0);
  const said = await page.locator("main").innerText();
  assert.ok(said.includes("<script>"), "the name is shown as it is");
  assert.doesNotMatch(said, /review\.|undefined|NaN|\bnull\b/);
  await sidewaysFree(page);
  await lawful(page);
  await page.emulateMedia({ colorScheme: "light" });
  await lawful(page, ["color-contrast"]);
  await shot(page, "review-hostile");
});

test("reviews: who may not ask is told so; what has none offers none; what fails says why", async ({ club, visit }) => {
  const daemon = await club();
  const game = await played(daemon, PLAIN);
  const nobody = await visit(daemon, { path: `/games/${game}`, token: null });
  await nobody.locator(".review-entry").click();
  await nobody.getByText("Nobody has asked for a review").waitFor();
  assert.equal(await nobody.locator("[data-deed]").count(), 0);
  await nobody.getByRole("link", { name: "Sign in" }).last().waitFor();
  await lawful(nobody);
  const reader = await visit(daemon, { path: `/games/${game}/review`, token: await daemon.makeToken("read") });
  await reader.getByText("Nobody has asked for a review").waitFor();
  assert.equal(await reader.locator("main a[href$='/signin'], main [data-deed]").count(), 0);
  // A sheet has no film and no review.
  const moves = SHEETS.map((grid, i) => `${i + 1}: grid ${grid}`);
  const { game: sheet } = await daemon.post("/v1/games", { game: "foret", level: "sheet", seats: PLAIN, moves });
  /** @type {string[]} */
  const asked = [];
  nobody.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await open(nobody, `/games/${sheet}`);
  assert.equal(await nobody.locator(".review-entry").count(), 0);
  await open(nobody, `/games/${sheet}/review`);
  await nobody.getByText("This game has no review.").waitFor();
  assert.deepEqual(
    asked.filter((path) => /^\/v1\/.*\/review/.test(path)),
    [],
  );
  // One whose hands nobody wrote down.
  const words = "simulate --game foret --variant solo --seats 1 --level table --seed 5 --games 1".split(" ");
  const { game: solo } = await daemon.post("/v1/games", execFileSync(DENDRO, words).toString());
  const page = await visit(daemon, { path: `/games/${solo}/review` });
  await page.getByRole("button", { name: "Review this game" }).click();
  await page.getByText("does not tell enough").waitFor();
  await page.getByRole("button", { name: "Try again" }).waitFor();
});

test("reviews: a person and a season show what decisions cost, once there are reviewed games", async ({
  club,
  visit,
}) => {
  const daemon = await club();
  const games = [await played(daemon, PLAIN), await played(daemon, PLAIN, 6, "night 2026-11-14")];
  const { id } = await daemon.post("/v1/seasons", { name: "Autumn", from: "2026-11-01", to: "2026-12-31" });
  const { players } = await daemon.get("/v1/players");
  const ada = players.find(({ name }) => name === "Ada");
  const page = await visit(daemon, { size: NARROW, path: "/people", token: null });
  const below = async () => {
    const answer = page.waitForResponse(/\/v1\/reviews\?/); // it may come before anybody has looked further down
    await open(page, `/people/${ada?.id}`);
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await page.locator(".form").waitFor();
    await page.evaluate(() => document.querySelectorAll(".not-yet").forEach((one) => one.scrollIntoView()));
    await answer;
    await settled(page);
  };
  await below();
  assert.equal(await page.locator(".own-reviews").count(), 0);
  for (const game of games) await reviewed(daemon, game);
  await below();
  const own = page.locator(".own-reviews");
  await own.waitFor();
  const { club: all, players: people } = await daemon.get(`/v1/reviews?player=@${ada?.id}`);
  assert.equal(people[0].games, 2);
  assert.ok(all.drafting);
  assert.match(await own.innerText(), /2 reviewed games/);
  assert.match(await own.innerText(), new RegExp(`${(100 * Number(people[0].drafting?.mean)).toFixed(1)}%`));
  await sidewaysFree(page);
  await lawful(page);
  await open(page, `/seasons/${id}`);
  await page.evaluate(() => document.querySelectorAll(".not-yet").forEach((one) => one.scrollIntoView()));
  const board = page.locator(".season-reviews");
  await board.waitFor();
  for (const name of PLAIN) assert.ok((await board.innerText()).includes(name), name);
  await lawful(page);
  const headers = { Authorization: `Bearer ${daemon.token}` };
  assert.ok((await fetch(`${daemon.url}/v1/players/${ada?.id}`, { method: "DELETE", headers })).ok);
  await open(page, `/seasons/${id}`);
  await page.evaluate(() => document.querySelectorAll(".not-yet").forEach((one) => one.scrollIntoView()));
  await board.waitFor();
  assert.match(await board.innerText(), /somebody erased/);
  await lawful(page);
});
