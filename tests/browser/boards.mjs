// Boards: what the page computes itself is held against the daemon's figures, and games are played on their drawings.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DESKTOP, PHONE, SOURCE, test } from "./harness.mjs";
import { lawful, sidewaysFree } from "./sight.mjs";
import { choose, gameNumber, seat, start, until } from "./steps.mjs";

/** @param {string} name */
const record = (name) => readFileSync(join(SOURCE, "replays", name), "utf8");

test("boards: the race in hindsight is the API's wherever the clans were known", async ({ club, visit }) => {
  const here = await club();
  const page = await visit(here, { path: "/games", token: null });
  const base = await page.evaluate(() =>
    /** @type {HTMLScriptElement} */ (document.querySelector("script[type=module]")).src.replace(/js\/main\.js$/, ""),
  );
  for (const name of [
    "four-full",
    "three-full",
    "duel-full",
    "expert-duel",
    "four-table",
    "duel-table",
    "tie-shared",
  ]) {
    const { game } = await here.post("/v1/games", record(`grandbois/${name}.dendro`));
    const info = await here.get(`/v1/games/${game}`);
    if (info.level === "sheet") continue;
    const { moves } = await here.get(`/v1/games/${game}/moves`);
    const { state } = await here.get(`/v1/games/${game}/state`);
    const scores = await here.get(`/v1/games/${game}/scores`);
    const race = await page.evaluate(
      async ({ url, lines, seats }) => (await import(url)).boards.hindsight(lines, seats),
      {
        url: `${base}js/kinds/grandbois.js`,
        lines: moves,
        seats: /** @type {Grandbois.State} */ (state).seats,
      },
    );
    // Before the clans are dealt nothing counts; from then on every ply has the same points.
    const from = info.level === "full" ? moves.findLastIndex((line) => line.startsWith("*: clan")) + 1 : moves.length;
    for (const [i, counted] of scores.seats.entries()) {
      assert.deepEqual(race.seats[i].totals.slice(from), counted.totals.slice(from), `${name}, seat ${counted.seat}`);
      for (const [id, points] of Object.entries(counted.categories)) {
        assert.deepEqual(
          race.seats[i].categories[id].slice(from),
          points.slice(from),
          `${name}, seat ${counted.seat}, ${id}`,
        );
      }
    }
  }
});

/**
 * What the daemon has, once it has as many moves as that.
 * @param {Test.Club} here
 * @param {number} game
 * @param {number} count
 */
const movesOf = (here, game, count) =>
  until(async () => {
    const { moves } = await here.get(`/v1/games/${game}/moves`);
    return moves.length >= count && moves;
  }, `move ${count} of game ${game}`);

for (const [device, size] of /** @type {[string, Test.Size][]} */ ([
  ["phone", PHONE],
  ["desktop", DESKTOP],
])) {
  test(`boards: GrandBois is played by tapping the drawing, on a ${device}`, async ({ club, visit, shot }) => {
    const here = await club();
    const { game } = await here.post("/v1/games", { game: "grandbois", level: "table", seats: ["Ada", "Bo", "Cy"] });
    const page = await visit(here, { size, path: `/games/${game}`, touch: size === PHONE });
    /** @param {string} what */
    const tap = (what) => (size === PHONE ? page.tap(what) : page.click(what));
    // the River: tiles found by their clans
    await tap("[data-clan=toad]");
    await tap("[data-clan=raccoon]");
    await page.waitForFunction(() => document.querySelectorAll("[data-tile]").length < 8);
    for (const [i, tile] of [1, 12, 24, 34].entries()) {
      if (i === 1) await page.waitForFunction(() => !document.querySelector('[data-tile="1"]'));
      await tap(`[data-tile="${tile}"]`);
      await movesOf(here, game, i + 1);
      await page.waitForFunction(
        (n) => !document.querySelector(`.choices [data-tile="${n}"]`) || document.querySelector("[data-act=lay]"),
        tile,
      );
    }
    await page.waitForSelector("[data-act=lay]");
    // a tile: tap, turn, tap a lit place, lay it
    await tap('[data-tile="12"]');
    /** @param {string} turn */
    const legal = async (turn) =>
      (await here.get(`/v1/games/${game}/legal?limit=10000`)).seats[0].moves
        .filter((line) => line.startsWith(`1: tile 12 ${turn} `))
        .map((line) => line.split(" ").at(-1));
    const lit = () => page.$$eval(".spot", (spots) => spots.map((spot) => spot.dataset.at));
    assert.deepEqual((await lit()).sort(), (await legal("r0")).sort());
    await tap("[data-act=turn]");
    assert.deepEqual((await lit()).sort(), (await legal("r90")).sort());
    const at = (await legal("r90"))[0];
    await tap(`.spot[data-at="${at}"]`);
    await page.waitForSelector(".ghost");
    await sidewaysFree(page);
    await lawful(page);
    await shot(page, `live-grandbois-${device}`);
    await tap("[data-act=lay]");
    assert.equal((await movesOf(here, game, 5))[4], `1: tile 12 r90 ${at}`);
    // the pile, then a tower on the tile's clearing
    await tap('[data-tile="6"]');
    assert.equal((await movesOf(here, game, 6))[5], "*: river 6");
    await page.waitForSelector("[data-act=pass]");
    const spot = (await here.get(`/v1/games/${game}/legal`)).seats[0].moves
      .find((line) => line.includes("tower"))
      .split(" ")
      .at(-1);
    await tap(`.spot[data-at="${spot}"]`);
    assert.equal((await movesOf(here, game, 7))[6], `1: tower ${spot}`);
    await page.waitForSelector(`.forest .tower-white`);
  });

  test(`boards: Ecos is played by tapping landscape, cards and dial, on a ${device}`, async ({ club, visit, shot }) => {
    const here = await club();
    const { catalogues } = await here.get("/v1/catalogues");
    const { hash } = catalogues.find((one) => one.game === "ecos" && one.name === "house");
    const { game } = await here.post("/v1/games", {
      game: "ecos",
      level: "full",
      seats: ["Ada", "Bo", "Cy"],
      options: { catalogue: `house sha256:${hash}` },
      moves: ["*: deck 1 bird-of-paradise", "*: deck 2 calla", "*: deck 3 aloe"],
    });
    const page = await visit(here, { size, path: `/games/${game}` });
    /**
     * @param {number} count
     * @param {string} line
     */
    const next = async (count, line) => assert.equal((await movesOf(here, game, count)).at(-1), line);
    await page.click("[data-element=water]");
    await next(4, "*: token water");
    // Bo has no slot for it: nobody asks, and what happened is told
    await page.waitForFunction(() => document.querySelector(".forced")?.textContent.includes("Bo turns the dial"));
    // Ada: the lit cards are those with a legal charge
    await page.waitForSelector("[data-act=turn]");
    const charges = (await here.get(`/v1/games/${game}/legal?seat=1`)).seats[0].moves
      .filter((line) => line.includes("charge"))
      .map((line) => line.split(" ")[2]);
    assert.deepEqual(await page.$$eval(".ecos-card.lit", (cards) => cards.map((card) => card.dataset.card)), charges);
    await page.click(`.ecos-card.lit[data-card="${charges[0]}"]`);
    await next(5, `1: charge ${charges[0]} water`);
    await page.waitForFunction(() => document.querySelector(".question")?.textContent.startsWith("Cy"));
    await page.click("[data-act=turn]");
    await next(6, "3: turn");
    // a second water completes Ada's card; its tile goes on a lit place
    await page.click("[data-element=water]");
    await next(7, "*: token water");
    await page.click(`.ecos-card.lit[data-card="${charges[0]}"]`);
    await next(8, `1: charge ${charges[0]} water`);
    await page.waitForFunction(() => document.querySelector(".question")?.textContent.startsWith("Cy"));
    await page.click("[data-act=turn]");
    await next(9, "3: turn");
    await page.waitForSelector("polygon.spot");
    const places = (await here.get(`/v1/games/${game}/legal`)).seats[0].moves.map((line) => line.split(" ").at(-1));
    assert.deepEqual(
      (await page.$$eval("polygon.spot", (spots) => spots.map((spot) => spot.dataset.at))).sort(),
      places.sort(),
    );
    await sidewaysFree(page);
    await lawful(page);
    await shot(page, `live-ecos-${device}`);
    await page.click(`polygon.spot[data-at="${places[0]}"]`);
    const moves = await movesOf(here, game, 10);
    assert.match(moves[9], new RegExp(`^1: place water ${places[0]}$`));
    await page.waitForFunction(() => document.querySelectorAll(".landscape .hex").length === 5);
    // the dial of the second turn asks what it gives
    await page.click("[data-act=wait]");
    await next(11, "2: wait");
  });
}

test("boards: what a card does that the catalogue does not know is asked for", async ({ club, visit, shot }) => {
  const here = await club();
  const { catalogues } = await here.get("/v1/catalogues");
  const { hash } = catalogues.find((one) => one.game === "ecos" && one.name === "printed");
  const { game } = await here.post("/v1/games", {
    game: "ecos",
    level: "table",
    seats: ["Ada", "Bo", "Cy"],
    options: { catalogue: `printed sha256:${hash}` },
    moves: [
      "*: deck 1 draft",
      "*: deck 2 draft",
      "*: deck 3 draft",
      "1: active 3 26 73",
      "2: active 104 42 21",
      "3: active 93 13 29",
      "*: token sun",
    ],
  });
  const page = await visit(here, { path: `/games/${game}`, lang: "fr" });
  /**
   * @param {number} count
   * @param {string} line
   */
  const next = async (count, line) => assert.equal((await movesOf(here, game, count)).at(-1), line);
  await page.click('.ecos-card.lit[data-card="26"]');
  await page.click('.ways [data-line="1: charge 26 sun eco"]');
  await next(8, "1: charge 26 sun eco");
  for (const [i, name] of ["Bo", "Cy"].entries()) {
    await page.waitForFunction((who) => document.querySelector(".question")?.textContent.startsWith(who), name);
    await page.click("[data-act=turn]");
    await next(9 + i, `${i + 2}: turn`);
  }
  await page.waitForSelector("[data-act=done]");
  await page.click("[data-thing=desert]");
  const at = await page.getAttribute("polygon.spot", "data-at");
  await lawful(page);
  await sidewaysFree(page);
  await shot(page, "live-ecos-declared");
  await page.click(`polygon.spot[data-at="${at}"]`);
  await next(11, `1: place desert ${at}`);
  await page.waitForFunction(() => document.querySelectorAll(".landscape .hex").length === 5);
  await page.selectOption(".pick[data-kind=points] select", "1: points 3");
  await page.click(".pick[data-kind=points] button");
  await next(12, "1: points 3");
  await page.waitForFunction(() => document.querySelector('.tableau[data-seat="1"] .total').textContent === "3");
  await page.click("[data-act=done]");
  await next(13, "1: done");
});

test("boards: Ecos and GrandBois are opened by the form and begun by taps alone", async ({ club, visit }) => {
  const here = await club();
  for (const name of ["Ada", "Bo", "Cy"]) await here.post("/v1/players", { name: `${name} Vance` });
  const page = await visit(here, { size: PHONE, path: "/new" });
  /**
   * @param {string} game
   * @param {string} level
   */
  const table = async (game, level) => {
    await page.waitForSelector(".new-game");
    await choose(page, "game", game);
    for (const name of ["Ada", "Bo", "Cy"]) await seat(page, `${name} V`, `${name} Vance`);
    await choose(page, "level", level);
    await start(page);
    return gameNumber(page);
  };
  const forest = await table("grandbois", "table");
  await page.click('[data-tile="9"]');
  assert.deepEqual(await movesOf(here, forest, 1), ["*: river 9"]);
  await page.goto("/new");
  const land = await table("ecos", "full");
  for (const [i, who] of ["Ada", "Bo", "Cy"].entries()) {
    await page.waitForFunction((text) => document.querySelector(".question")?.textContent.includes(text), who);
    const lines = (await here.get(`/v1/games/${land}/legal`)).seats[0].moves.filter((line) => !line.endsWith("draft"));
    await page.selectOption(".pick[data-kind=deck] select", lines[0]);
    await page.waitForTimeout(i > 0 ? 1100 : 0); // a tap after a tap would not be heard
    await page.click(".pick[data-kind=deck] button");
    assert.equal((await movesOf(here, land, i + 1))[i], lines[0]);
  }
  await page.click("[data-element=sun]");
  assert.equal((await movesOf(here, land, 4))[3], "*: token sun");
});

test("boards: without a network a drawn game says so, takes written moves, and lights its places again later", async ({
  club,
  visit,
  shot,
}) => {
  const here = await club();
  const { game } = await here.post("/v1/games", { game: "grandbois", level: "table", seats: ["Ada", "Bo", "Cy"] });
  const page = await visit(here, { path: `/games/${game}` });
  await page.waitForSelector('[data-tile="1"]');
  await page.context().setOffline(true);
  await page.click('[data-tile="1"]');
  await page.getByText("Without a network this board cannot know").waitFor();
  await lawful(page);
  await shot(page, "grandbois-offline");
  await page.fill("#move-text", "*: river 12");
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await page.locator(".topbar .chip-button").filter({ hasText: "2 waiting" }).waitFor();
  await page.context().setOffline(false);
  await page.waitForSelector('[data-tile="24"]');
  assert.deepEqual(await movesOf(here, game, 2), ["*: river 1", "*: river 12"]);
  assert.equal(await page.getByText("Without a network this board cannot know").count(), 0);
});
