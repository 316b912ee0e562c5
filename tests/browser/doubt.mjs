// Doubt as a player sees it: bars from the API's ends and none where nothing can be said, words before figures, who is
// provisional after who is ranked, what an evening changed, what a table promises, days that are the place's own.
import assert from "node:assert/strict";
import { board, callOf, day, pretend, row, settled, shownRows } from "./figures.mjs";
import { DESKTOP, PHONE, test } from "./harness.mjs";
import { lawful } from "./sight.mjs";
import { open, seat, until } from "./steps.mjs";

test("doubt: bars are drawn from the ends, and none where nothing can be said", async ({ club, visit, shot }) => {
  const daemon = await club();
  const page = await visit(daemon, { size: DESKTOP, path: "/settings", token: null });
  await pretend(
    page,
    "/v1/leaderboard",
    board([
      row("Ada"),
      row("Bo", {
        rank: 2,
        win_points: 0,
        win_points_lo: null,
        win_points_hi: null,
        mean_score_lo: null,
        mean_score_hi: null,
      }),
      row("Cy", { rank: 3, win_points: 4, win_points_lo: 4, win_points_hi: 4 }),
    ]),
  );
  await open(page, "/leaderboard?game=foret");
  await settled(page);
  const drawn = await page.locator("table.figures tbody tr").evaluateAll((/** @type {HTMLTableRowElement[]} */ list) =>
    list.map((one) =>
      [...one.querySelectorAll("svg.interval")].map((svg) => {
        const line = svg.querySelector(".doubt");
        /**
         * @param {Element | null} node
         * @param {string} name
         */
        const at = (node, name) => Number.parseFloat(node?.getAttribute(name) ?? "NaN");
        return { dot: at(svg.querySelector(".dot"), "cx"), ends: line && [at(line, "x1"), at(line, "x2")] };
      }),
    ),
  );
  const [ada, bo, cy] = drawn;
  const [low, high] = ada[1].ends;
  assert.ok(low < high, "a bar has a width");
  assert.ok(Math.abs((ada[1].dot - low) / (high - low) - (1.2 - 0.5) / (2.4 - 0.5)) < 0.01, "the dot is at its value");
  assert.deepEqual([bo[1].ends, bo[3].ends, cy[1].ends], [null, null, null], "no bar of no width");
  assert.ok(Number.isFinite(bo[1].dot) && Number.isFinite(cy[1].dot), "the value itself is there");
  const shown = await shownRows(page);
  assert.deepEqual(
    shown.map((one) => [one.Rating.pm, one["Win points"].pm, one["Mean score"].pm]),
    [
      ["± 100", "0.50–2.40", "± 5.0"],
      ["± 100", "", ""],
      ["± 100", "", "± 5.0"],
    ],
  );
  assert.ok(!/± 0([.]0+)?(?![.\d])/.test(await page.locator("main").innerText()), "nothing is known to ± 0");
  await shot(page, "doubt-bars");
});

test("doubt: whoever is provisional never stands above who is ranked, on the front page too", async ({
  club,
  visit,
}) => {
  const daemon = await club({ demo: true });
  const page = await visit(daemon, { size: PHONE, path: "/settings", token: null });
  const lucky = row("Lucky", {
    rank: null,
    provisional: true,
    rating: 1900,
    rating_lo: 1500,
    rating_hi: 2300,
    games: 1,
  });
  await pretend(page, "/v1/leaderboard", board([lucky, row("Ada"), row("Bo", { rank: 2, rating: 1550 })]));
  await open(page, "/");
  await page.locator(".top li").first().waitFor();
  assert.deepEqual(
    await page
      .locator(".top li")
      .evaluateAll((list) =>
        list.map((one) => [one.querySelector(".rank").textContent.trim(), one.querySelector("a").textContent]),
      ),
    [
      ["1", "Ada"],
      ["2", "Bo"],
      ["–", "Lucky"],
    ],
  );
  assert.match(await page.locator(".top li").first().innerText(), /1,600 ± 100/);
});

test("doubt: a board of a season is ordered by win points, says what has no day, and shows ratings beside", async ({
  club,
  visit,
}) => {
  const daemon = await club({ demo: true });
  const page = await visit(daemon, { size: DESKTOP, path: "/settings", token: null });
  /** @type {URL[]} */
  const asked = [];
  await pretend(page, "/v1/leaderboard", (url) => {
    asked.push(url);
    return { ...board([row("Ada"), row("Bo", { rank: 2 })]), undated: 3 };
  });
  await open(page, "/leaderboard?from=2026-09-01&to=2027-08-31");
  await settled(page);
  await page.locator('th[aria-sort="descending"] .label:text-is("Win points")').waitFor();
  assert.equal(asked.at(-1).searchParams.get("order"), null, "the order is the API's own");
  await page.getByText("3 games without a day are not counted here").waitFor();
  await page.locator('select[name="order"]').selectOption({ label: "Rating" });
  await page.locator('th[aria-sort="descending"] .label:text-is("Rating")').waitFor();
  await until(() => asked.at(-1).searchParams.get("order") === "rating", "the rating is asked for");
});

/**
 * The cards of the demo club, with a worth of their own.
 * @param {Test.Club} daemon
 */
async function worthy(daemon) {
  const { rows } = await daemon.get("/v1/cards?game=foret");
  /** @type {Record<string, number[]>} */
  const worth = { bee: [40, 12, 68], bear: [15, -10, 40], trout: [-30, -55, -5], fox: [2, -5, 9] };
  return rows.map((one) => {
    const [value, low, high] = worth[one.card] ?? [null, null, null];
    return { ...one, worth: value, worth_lo: low, worth_hi: high, iwt: 0.33, iwt_took: 41, iwt_left: 12 };
  });
}

test("doubt: worth leads the cards, and one whose bar holds 0 is called neither good nor bad", async ({
  club,
  visit,
  shot,
}) => {
  const daemon = await club({ demo: true });
  const rows = await worthy(daemon);
  for (const [lang, words] of /** @type {const} */ ([
    ["en", ["seems to help", "too early to say", "makes little difference", "seems to cost"]],
    ["fr", ["semble aider", "trop tôt pour le dire", "change peu de chose", "semble coûter"]],
  ])) {
    const page = await visit(daemon, { size: PHONE, path: "/settings", token: null, lang });
    await pretend(page, "/v1/cards", { log_size: 7, algorithm: "worth/1", undated: 0, rows });
    await open(page, "/cards?game=foret");
    await settled(page);
    assert.deepEqual(
      await page
        .locator("table.figures tbody tr")
        .evaluateAll((list) =>
          list
            .slice(0, 4)
            .map((one) => [
              one.querySelector(".lead .value").textContent,
              one.querySelector(".lead .pm").textContent,
              one.querySelector(".lead .verdict").textContent,
              one.querySelector(".lead .interval").classList.contains("unsure"),
            ]),
        ),
      [
        ["+40", "± 28", words[0], false],
        ["+15", "± 25", words[1], true],
        ["+2", "± 7", words[2], true],
        ["−30", "± 25", words[3], false],
      ],
    );
    assert.equal(await page.locator("tbody .lead .value:text-is('–')").count(), rows.length - 4, "no worth, no figure");
    await shot(page, `doubt-cards-${lang}`);
  }
});

test("doubt: taken or left is a description with both numbers, drawn as nothing", async ({ club, visit }) => {
  const daemon = await club({ demo: true });
  const card = await daemon.get("/v1/cards/bee?game=foret");
  const page = await visit(daemon, { size: PHONE, path: "/settings", token: null });
  await pretend(page, "/v1/cards/bee", { ...card, iwt: 0.33, iwt_took: 41, iwt_left: 12 });
  await open(page, "/cards/bee?game=foret");
  await page.getByText("the 41 who took it had 0.33 win points more than the 12 who left it").waitFor();
  assert.equal(await page.locator(".explained", { hasText: "Gain when taken" }).count(), 0, "it is no bar");
  await pretend(page, "/v1/cards/bee", { ...card, iwt: null, iwt_took: 41, iwt_left: 3 });
  await open(page, "/cards/bee?game=foret");
  await page.locator("table.heat").waitFor();
  assert.equal(await page.locator(".described").count(), 0, "of three nothing is said");
});

test("doubt: a table that is being set says each one's chance, and never stands in the way", async ({
  club,
  visit,
  shot,
}) => {
  const daemon = await club({ demo: true });
  const page = await visit(daemon, { size: PHONE, path: "/settings" });
  /** @type {URL[]} */
  const asked = [];
  const people = (await daemon.get("/v1/players")).players;
  let chances = [0.6, 0.4];
  await pretend(page, "/v1/forecast", (url) => {
    asked.push(url);
    const handles = url.searchParams.get("seats").split(",");
    return {
      log_size: 7,
      algorithm: "bt-map/2",
      game: "foret",
      rows: handles.map((text, i) => ({
        player: people.find(({ id }) => `@${id}` === text).name,
        handle: text.slice(1),
        rating: 1500,
        rating_lo: 1400,
        rating_hi: 1600,
        provisional: false,
        chance: chances[i],
      })),
    };
  });
  await open(page, "/new");
  const line = page.locator(".forecast");
  /** The line without what is only layout. */
  const said = async () => ((await line.getByRole("status").textContent()) ?? "").trim().replace(/\s+/g, " ");
  await seat(page, "La", "Lazare");
  assert.equal(await line.count(), 0, "of one there is no chance");
  await seat(page, "Ka", "Katell");
  await until(async () => /Lazare \(demo\) 60%.*Katell \(demo\) 40%/.test(await said()), "both chances");
  const before = asked.length;
  chances = [0.414, 0.343, 0.243];
  await seat(page, "Él", "Élodie");
  await until(
    async () => (await said()) === "Chance to win: Lazare (demo) 42% Katell (demo) 34% Élodie (demo) 24%",
    "three that are 100 together",
  );
  assert.equal(asked.length, before + 1, "one question for one change");
  assert.equal(asked.at(-1).searchParams.get("game"), "foret");
  await line.getByRole("button", { name: "What is “Chance to win”?" }).click();
  await line.getByText("From the ratings of those at the table").waitFor();
  await shot(page, "doubt-forecast");
  await page.keyboard.press("Escape");
  await lawful(page);
  // Somebody nobody knows is named, and no part of it; people who are about even are said to be.
  chances = [0.52, 0.48];
  await seat(page, "Newcomer", "Newcomer");
  await page.locator(".seat-list li").first().getByRole("button", { name: /out/ }).click();
  await until(
    async () =>
      (await said()) === "About even. Chance to win: Katell (demo) 52% Élodie (demo) 48% Newcomer is new: not counted.",
    "about even",
  );
  // No answer is no error: the line is empty and the game begins.
  await page.unroute((url) => url.pathname === "/v1/forecast");
  await page.route(
    (url) => url.pathname === "/v1/forecast",
    (route) => route.fulfill({ status: 503, json: { title: "later", status: 503 } }),
  );
  await seat(page, "Ba", "Basile");
  await until(async () => (await said()) === "", "nothing is said");
  assert.equal(await page.locator(".trouble").count(), 0);
  await page.locator(".new-game button.primary").click();
  await page.waitForURL(/\/games\//);
});

test("doubt: the chances of a table are the API's, in the order of the seats", async ({ club, visit }) => {
  const daemon = await club({ demo: true });
  const { rows } = await daemon.get("/v1/leaderboard?game=foret");
  const three = [rows[2], rows[0], rows[1]];
  const page = await visit(daemon, { size: PHONE, path: "/new", lang: "fr" });
  for (const { player } of three) await seat(page, player.slice(0, 4), player);
  const asked = await daemon.get(`/v1/forecast?game=foret&seats=${three.map(({ handle }) => `@${handle}`).join(",")}`);
  await page.locator(".forecast .one-chance").nth(2).waitFor();
  const said = await page.locator(".forecast .one-chance").allTextContents();
  const percents = said.map((text) => Number.parseInt(/(\d+)\s%/.exec(text)?.[1] ?? "", 10));
  assert.equal(percents[0] + percents[1] + percents[2], 100, said.join(", "));
  asked.rows.forEach(({ player, chance }, i) => {
    assert.ok(said[i].trim().startsWith(player), `${said[i]} is of ${player}`);
    assert.ok(Math.abs(percents[i] - 100 * chance) < 1, `${said[i]} is ${chance}`);
  });
  assert.match(await page.locator(".forecast").textContent(), /Chances de gagner\s:/);
});

test("doubt: without a network nobody asks for chances", async ({ club, visit }) => {
  const daemon = await club({ demo: true });
  const page = await visit(daemon, { size: PHONE, path: "/new" });
  let asked = 0;
  page.on("request", (request) => {
    if (request.url().includes("/v1/forecast")) asked++;
  });
  await page.locator("#add-player").waitFor();
  await page.context().setOffline(true);
  await page.locator(".notice-line").waitFor();
  await seat(page, "La", "Lazare");
  await seat(page, "Ka", "Katell");
  await seat(page, "Él", "Élodie");
  await page.locator(".forecast").waitFor({ state: "attached" });
  await page.waitForTimeout(1000); // longer than the page waits before it asks
  assert.equal(asked, 0);
  assert.equal(await page.locator(".trouble").count(), 0);
});

/** Ninety nights, a week apart, over two turns of the year. */
const NIGHTS = Array.from({ length: 90 }, (_, i) =>
  new Date(Date.UTC(2025, 1, 3) + i * 7 * 86400000).toISOString().slice(0, 10),
);

/**
 * Writes down what canvases are told to draw: their texts, and how many circles.
 * @param {Test.Page} page
 */
const overhear = (page) =>
  page.addInitScript(() => {
    const heard = { texts: /** @type {string[]} */ ([]), circles: 0 };
    Object.assign(globalThis, { heard });
    CanvasRenderingContext2D.prototype.fillText = new Proxy(CanvasRenderingContext2D.prototype.fillText, {
      apply(draw, canvas, words) {
        heard.texts.push(words[0]);
        return Reflect.apply(draw, canvas, words);
      },
    });
    Path2D.prototype.arc = new Proxy(Path2D.prototype.arc, {
      apply(draw, path, words) {
        heard.circles++;
        return Reflect.apply(draw, path, words);
      },
    });
  });

test("doubt: a rating's plot has years, no dots on ninety nights, and the same days in every zone", async ({
  club,
  visit,
  shot,
}) => {
  const daemon = await club({ demo: true });
  const [one] = (await daemon.get("/v1/leaderboard?game=foret&order=games")).rows;
  /** @param {string[]} nights */
  const history = (nights) => ({
    log_size: 7,
    algorithm: "bt-map/2",
    rows: nights.map((night, i) => ({
      night,
      player: one.player,
      handle: one.handle,
      rating: 1500 + 2 * i,
      rating_lo: 1400 + 2 * i,
      rating_hi: 1600 + 2 * i,
      sd: 50,
      games: i + 1,
    })),
  });
  /** @type {string[][]} */
  const long = [];
  /** @type {string[][]} */
  const short = [];
  for (const zone of ["Pacific/Auckland", "America/Los_Angeles", "UTC"]) {
    const page = await visit(daemon, { size: DESKTOP, path: "/settings", token: null, zone });
    await overhear(page);
    /** @param {string[]} nights */
    const draw = async (nights) => {
      await page.unroute((url) => url.pathname === "/v1/ratings/history");
      await pretend(page, "/v1/ratings/history", history(nights));
      await open(page, `/people/${one.handle}?game=foret`);
      await page.locator(".plot").first().scrollIntoViewIfNeeded();
      await page.locator('.plot[data-drawn="true"] canvas').first().waitFor();
      return page.evaluate(
        () =>
          /** @type {{ heard: { texts: string[], circles: number } }} */ (/** @type {unknown} */ (globalThis)).heard,
      );
    };
    const many = await draw(NIGHTS);
    for (const year of ["2025", "2026"]) assert.ok(many.texts.includes(year), `${year} in ${many.texts.join(" ")}`);
    assert.equal(many.circles, 0, "a line of ninety has no dots");
    long.push(many.texts);
    if (zone === "UTC") await shot(page, "doubt-history");
    const few = await draw(NIGHTS.slice(0, 5));
    assert.ok(few.circles >= 5, "five nights have a dot each");
    assert.ok(few.texts.includes("2025") && few.texts.includes("3 Feb"), few.texts.join(" "));
    short.push(few.texts);
    await page.locator("details.more summary", { hasText: "As a table" }).click();
    await page.getByRole("link", { name: "Mon, 3 Feb 2025" }).waitFor();
  }
  assert.deepEqual([long[0], short[0]], [long[2], short[2]], "east of the place");
  assert.deepEqual([long[1], short[1]], [long[2], short[2]], "west of it");
});

test("doubt: a night is the same day wherever somebody looks from", async ({ club, visit }) => {
  const daemon = await club({ demo: true });
  const [night] = (await daemon.get("/v1/nights")).nights;
  for (const zone of ["Pacific/Kiritimati", "Pacific/Pago_Pago"]) {
    const page = await visit(daemon, { size: PHONE, path: `/nights/${night.day}`, token: null, zone });
    await page.getByRole("heading", { level: 1, name: day(night.day) }).waitFor();
    await open(page, "/nights");
    await page.getByText(day(night.day)).first().waitFor();
  }
});

test("doubt: methods and the call are one tap away, in both languages", async ({ club, visit, shot }) => {
  const daemon = await club({ demo: true });
  const asked = await daemon.get("/v1/leaderboard?game=foret");
  for (const [lang, link, heading, sure] of /** @type {const} */ ([
    ["en", "About these figures", "About these figures", "How sure we are"],
    ["fr", "À propos de ces chiffres", "À propos de ces chiffres", "À quel point nous en sommes sûrs"],
  ])) {
    const page = await visit(daemon, { size: PHONE, path: "/leaderboard?game=foret", token: null, lang });
    await settled(page);
    assert.ok(!/bt-map|log size|journal|Wilson/.test(await page.locator("main").innerText()), "no jargon on the board");
    assert.equal(await callOf(page), "/v1/leaderboard?game=foret");
    await page.getByRole("link", { name: link }).click();
    await page.getByRole("heading", { level: 1, name: heading }).waitFor();
    await page.getByRole("heading", { level: 2, name: sure }).waitFor();
    await page.getByText(asked.algorithm).waitFor();
    assert.equal(await page.locator("a.call").getAttribute("href"), "/v1/leaderboard?game=foret");
    await lawful(page);
    await shot(page, `about-${lang}`);
    // Back is where one came from.
    await page.locator("a.back", { hasText: lang === "fr" ? "Retour" : "Back" }).click();
    await page.waitForURL("**/leaderboard?game=foret");
    // Only calls of this daemon's API are followed, also those that climb out of it.
    for (const of of [
      "https://elsewhere.example/v1/x",
      "/v1/../../evil",
      "/v1/%2e%2e/evil",
      "//elsewhere.example/v1/x",
    ]) {
      await open(page, `/leaderboard/about?${new URLSearchParams({ of })}`);
      await page.getByRole("heading", { level: 2, name: sure }).waitFor();
      assert.equal(await page.locator("a.call").count(), 0, of);
    }
  }
});
