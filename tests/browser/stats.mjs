// The page's statistics against the API: every figure that is shown is the one that the daemon computes, whatever the
// filter and the order; filters live in the address; sorting and explanations work with the keyboard.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { callOf, day, doubt, fullClub, number, percent, settled, shownRows } from "./figures.mjs";
import { DESKTOP, PHONE, SOURCE, test } from "./harness.mjs";
import { open, until } from "./steps.mjs";

const ORDERS = [
  ["", "Rating"],
  ["win-points", "Win points"],
  ["wins", "Wins"],
  ["mean-score", "Mean score"],
  ["best-score", "Best score"],
  ["games", "Games"],
];

/**
 * @param {number} digits
 * @returns {(value: number) => string}
 */
const to = (digits) => (value) => number(value, digits);

/**
 * @param {import("./figures.mjs").ShownRow[]} shown
 * @param {Api.LeaderboardRow[]} rows
 */
function sameBoard(shown, rows) {
  assert.equal(shown.length, rows.length);
  const ranks = rows.map((row) => row.rank);
  for (const [i, row] of rows.entries()) {
    const tied = row.rank !== null && ranks.filter((rank) => rank === row.rank).length > 1;
    const see = shown[i];
    const where = `${row.player}, row ${i + 1}`;
    assert.equal(see["#"], `${row.rank ?? "–"}${tied ? "=" : ""}`, where);
    assert.equal(see.Player, row.player, where);
    assert.equal(
      see.Rating.value,
      row.rating === null ? "–" : `${number(row.rating)}${row.provisional ? "?" : ""}`,
      where,
    );
    const rated = doubt(row.rating, row.rating_lo, row.rating_hi, to(0));
    assert.equal(see.Rating.pm, row.rating === null ? "" : rated, where);
    assert.equal(see["Win points"].value, row.win_points === null ? "–" : number(row.win_points, 2), where);
    const won = doubt(row.win_points, row.win_points_lo, row.win_points_hi, to(2));
    assert.equal(see["Win points"].pm, row.win_points === null ? "" : won, where);
    assert.equal(see["Win points"].faint, row.games < 5, where);
    assert.equal(see.Wins.value, number(row.wins), where);
    assert.equal(see.Wins.pm, percent(row.wins / row.games), where);
    assert.equal(see.Games, number(row.games), where);
    if (row.mean_score === null) continue;
    assert.equal(see["Mean score"].value, number(row.mean_score, 1), where);
    assert.equal(see["Mean score"].pm, doubt(row.mean_score, row.mean_score_lo, row.mean_score_hi, to(1)), where);
    assert.equal(see["Best score"].value, number(row.best_score), where);
  }
}

test("statistics: the leaderboard in every order is the API's, without jargon under it", async ({
  club,
  visit,
  shot,
}) => {
  const daemon = await fullClub(club);
  const page = await visit(daemon, { size: DESKTOP, path: "/leaderboard?game=foret", token: null });
  let ties = 0;
  for (const [order, name] of ORDERS) {
    await settled(page);
    await page.locator('select[name="order"]').selectOption({ label: name });
    await page.locator(`th[aria-sort="descending"] .label:text-is("${name}")`).waitFor();
    await settled(page);
    const base = /** @type {const} */ ("/v1/leaderboard?game=foret");
    const call = order ? /** @type {const} */ (`${base}&order=${order}`) : base;
    const answer = await daemon.get(call);
    const ranked = answer.rows.map(({ rank }) => rank).filter((rank) => rank !== null);
    ties += ranked.length - new Set(ranked).size;
    sameBoard(await shownRows(page), answer.rows);
    assert.equal(await callOf(page), call);
    const said = (await page.locator(".source").first().textContent()).trim().replace(/\s+/g, " ");
    assert.equal(said, `${answer.rows.length} people About these figures`);
  }
  assert.ok(ties > 0, "there are ties to show");
  await shot(page, "leaderboard desktop");
  // Points of different titles are never averaged: without a game there are none.
  await open(page, "/leaderboard");
  await settled(page);
  const heads = Object.keys((await shownRows(page))[0]);
  assert.deepEqual(heads, ["#", "Player", "Rating", "Win points", "Wins", "Games"]);
  sameBoard(await shownRows(page), (await daemon.get("/v1/leaderboard")).rows);
});

test("statistics: filters are chips in the address and survive a reload", async ({ club, visit }) => {
  const daemon = await fullClub(club);
  const page = await visit(daemon, { size: DESKTOP, path: "/leaderboard" });
  await settled(page);
  /**
   * @param {string} name
   * @param {string} option
   * @param {string} part
   */
  const choose = async (name, option, part) => {
    await page.locator(`.chips select[name="${name}"]`).selectOption(option);
    await page.waitForURL((url) => url.search.includes(part));
  };
  await choose("game", "foret", "game=foret");
  await choose("seats", "4", "seats=4");
  await choose("period", "2026-09-01", "from=2026-09-01");
  await page.getByRole("button", { name: "More filters" }).click();
  await choose("variant", "standard", "variant=standard");
  await choose("level", "table", "level=table");
  // A variant has its own table sizes: choosing it let go of the size.
  assert.equal(new URL(page.url()).searchParams.get("seats"), null);
  await choose("seats", "4", "seats=4");
  const call = "/v1/leaderboard?game=foret&variant=standard&seats=4&from=2026-09-01&to=2027-08-31&level=table";
  const check = async () => {
    await settled(page);
    await until(async () => (await callOf(page)) === call, `the board is made from ${call}`);
    const { rows } = await daemon.get(call);
    assert.ok(rows.length > 0);
    sameBoard(await shownRows(page), rows);
  };
  await check();
  const address = page.url();
  await page.reload();
  await check();
  assert.equal(page.url(), address);
  for (const [name, value] of [
    ["game", "foret"],
    ["seats", "4"],
    ["period", "2026-09-01"],
    ["variant", "standard"],
    ["level", "table"],
  ]) {
    // A chip knows what it is called once the rules and the nights have come, which the figures do not wait for.
    await until(
      async () => (await page.locator(`.chips select[name="${name}"]`).inputValue()) === value,
      `${name} is ${value}`,
    );
  }
  await page.getByRole("button", { name: "Show everything" }).click();
  await page.waitForURL((url) => url.search === "");
  await settled(page);
  sameBoard(await shownRows(page), (await daemon.get("/v1/leaderboard")).rows);
  // A night that nobody played: nothing, said in words.
  await page.goto("/leaderboard?night=1999-12-31");
  await page.getByText("No finished games here yet.").waitFor();
});

test("statistics: headings sort and explain themselves with the keyboard alone", async ({ club, visit }) => {
  const daemon = await club({ demo: true });
  const page = await visit(daemon, { size: DESKTOP, path: "/leaderboard?game=foret" });
  await settled(page);
  const head = page.locator("th", { has: page.locator('.label:text-is("Win points")') });
  const button = head.locator("button.sort");
  await button.focus();
  await page.keyboard.press("Enter");
  await page.locator('th[aria-sort="descending"] .label:text-is("Win points")').waitFor();
  await settled(page);
  const { rows } = await daemon.get("/v1/leaderboard?game=foret&order=win-points");
  sameBoard(await shownRows(page), rows);
  assert.ok(await button.evaluate((node) => node === document.activeElement), "the focus stays on the heading");
  await page.keyboard.press("Space");
  await page.locator('th[aria-sort="ascending"] .label:text-is("Win points")').waitFor();
  assert.deepEqual(
    (await shownRows(page)).map((row) => row.Player),
    [...rows.filter(({ rank }) => rank !== null).reverse(), ...rows.filter(({ rank }) => rank === null)].map(
      (row) => row.player,
    ),
  );
  await page.keyboard.press("Tab");
  const why = head.locator("button.why");
  assert.ok(await why.evaluate((node) => node === document.activeElement), "behind the heading is its explanation");
  assert.equal(await why.getAttribute("aria-label"), "What is “Win points”?");
  await page.keyboard.press("Enter");
  const note = head.locator(".why-note");
  await note.waitFor({ state: "visible" });
  assert.match(await note.textContent(), /shared by its winners/);
  await head.locator('button.why[aria-expanded="true"]').waitFor();
  const box = await note.boundingBox();
  assert.ok(box.x >= 0 && box.x + box.width <= DESKTOP.width && box.y >= 0, "the note is inside the window");
  await page.keyboard.press("Escape");
  await note.waitFor({ state: "hidden" });
  // Names are sorted as the language does, and the ranks go with them.
  await page.locator("button.sort", { hasText: "Player" }).press("Enter");
  await page.locator('th[aria-sort="ascending"] .label:text-is("Player")').waitFor();
  const names = (await shownRows(page)).map((row) => row.Player);
  assert.deepEqual(names, [...names].sort(new Intl.Collator("en", { numeric: true, sensitivity: "base" }).compare));
});

/**
 * @param {number} value
 * @param {number} [digits]
 */
const plus = (value, digits = 0) => {
  const text = number(value, digits);
  return value > 0 && Number.parseFloat(text) !== 0 ? `+${text}` : text.replace(/^-(0([.]0+)?)$/, "$1");
};

/** @type {[string, (row: Api.CardRow) => string, (row: Api.CardRow) => string][]} */
const CARD_METRICS = [
  ["Worth", (row) => plus(row.worth), (row) => doubt(row.worth, row.worth_lo, row.worth_hi, to(0))],
  ["Points a copy", (row) => number(row.ppc, 2), (row) => doubt(row.ppc, row.ppc_lo, row.ppc_hi, to(2))],
  ["Would be missing", (row) => number(row.mpc, 2), (row) => doubt(row.mpc, row.mpc_lo, row.mpc_hi, to(2))],
  [
    "Worth nothing",
    (row) => percent(row.zero_rate),
    (row) => doubt(row.zero_rate, row.zero_rate_lo, row.zero_rate_hi, percent),
  ],
  [
    "Win points with",
    (row) => number(row.wp_with, 2),
    (row) => doubt(row.wp_with, row.wp_with_lo, row.wp_with_hi, to(2)),
  ],
  [
    "Taken when seen",
    (row) => percent(row.taken / row.seen),
    (row) => doubt(row.taken_rate, row.taken_rate_lo, row.taken_rate_hi, percent),
  ],
  ["Taken at turn", (row) => number(row.ata, 1), (row) => doubt(row.ata, row.ata_lo, row.ata_hi, to(1))],
  ["Last seen at turn", (row) => number(row.alsa, 1), (row) => doubt(row.alsa, row.alsa_lo, row.alsa_hi, to(1))],
  [
    "Gain when taken",
    (row) => (row.iwt === null ? "–" : plus(row.iwt, 2)),
    (row) => (row.iwt === null ? "" : `${row.iwt_took} : ${row.iwt_left}`),
  ],
];

test("statistics: each figure of each card is the API's, for all three games", async ({ club, visit, shot }) => {
  const daemon = await fullClub(club);
  const page = await visit(daemon, { size: PHONE, path: "/cards" });
  await settled(page);
  const { rows } = await daemon.get("/v1/cards?game=foret");
  const byName = new Map(rows.map((row) => [row.card.slice(0, 1).toUpperCase() + row.card.slice(1), row]));
  const shownMetrics = await page.locator('select[name="order"] option').allTextContents();
  for (const [name, value, pm] of CARD_METRICS) {
    assert.ok(shownMetrics.includes(name), `${name} is a choice`);
    await page.locator('select[name="order"]').selectOption({ label: name });
    await page.locator(`th[aria-sort] .label:text-is("${name}")`).waitFor();
    const shown = await shownRows(page);
    assert.equal(shown.length, rows.length);
    for (const see of shown) {
      const row = byName.get(see.Card);
      assert.equal(see[name].value, value(row), `${name} of ${see.Card}`);
      assert.equal(see[name].pm, pm(row), `interval of ${name} of ${see.Card}`);
    }
    // Sorted by it, and on a phone it is the one figure beside the name.
    const order = shown.map((see) => value(byName.get(see.Card)));
    const amounts = order.filter((text) => text !== "–").map((text) => Number.parseFloat(text));
    const down = (await page.locator("th[aria-sort]").getAttribute("aria-sort")) === "descending";
    assert.deepEqual(
      amounts,
      [...amounts].sort((a, b) => (down ? b - a : a - b)),
      `sorted by ${name}`,
    );
    assert.equal(await page.locator("thead th.figure:visible").count(), 1);
  }
  await shot(page, "cards phone");
  for (const [game, figure] of /** @type {const} */ ([
    ["grandbois", "wp_with"],
    ["ecos", "ppc"],
  ])) {
    await page.goto(`/cards?game=${game}&order=${figure === "ppc" ? "ppc" : "wp-with"}`);
    await settled(page);
    const other = (await daemon.get(`/v1/cards?game=${game}`)).rows;
    const rest = page.getByRole("button", { name: `Show all ${other.length}` });
    if ((await rest.count()) > 0) await rest.click(); // two catalogues have many cards
    const shown = await shownRows(page);
    assert.equal(shown.length, other.length);
    const label = figure === "ppc" ? "Points a copy" : "Win points with";
    /** @param {string[]} list */
    const values = (list) => list.map((text) => (text === "–" ? "–" : text)).sort();
    assert.deepEqual(
      values(shown.map((see) => see[label].value)),
      values(other.map((row) => (row[figure] === null ? "–" : number(row[figure], 2)))),
    );
  }
});

test("statistics: cards of two catalogues have their names, and are told apart", async ({ club, visit, shot }) => {
  const daemon = await club();
  const record = readFileSync(join(SOURCE, "replays/ecos/full-2-players.dendro"), "utf8");
  const [pinned] = /[0-9a-f]{64}/.exec(record);
  const house = await daemon.get(`/v1/catalogues/${pinned}`);
  const volcano = house.cards.find((card) => card.number === 104);
  volcano.name = { en: "Other volcano", fr: "Autre volcan" };
  const { hash } = /** @type {Api.Catalogue} */ (await daemon.post("/v1/catalogues", house));
  await daemon.post("/v1/import", record);
  await daemon.post("/v1/import", record.replace(pinned, hash));
  await daemon.post("/v1/import", record.replace(pinned, hash).replace(/^seat 1 .*$/m, "seat 1 Zoé"));
  const page = await visit(daemon, { size: DESKTOP, path: "/cards?game=ecos&order=copies", token: null });
  await settled(page);
  const both = (await shownRows(page)).filter(({ Card }) => /^104 /.test(Card));
  assert.deepEqual(
    both.map(({ Card, Catalogue, Games }) => [Card, Catalogue, Games]),
    [
      ["104 Other volcano", `house ${hash.slice(0, 8)}`, "2"],
      ["104 Volcano", `house ${pinned.slice(0, 8)}`, "1"],
    ],
  );
  await shot(page, "cards of two catalogues");
  await page.locator('select[name="catalogue"]').selectOption({ label: `house ${pinned.slice(0, 8)}` });
  await page.waitForURL(new RegExp(`catalogue=sha256(:|%3A)${pinned}`));
  await settled(page);
  const one = await shownRows(page);
  assert.equal(one.length, 105);
  assert.ok(one.some(({ Card }) => Card === "104 Volcano"));
  await page.getByRole("link", { name: "104 Volcano" }).click();
  await page.getByRole("heading", { level: 1, name: "104 Volcano" }).waitFor();
  assert.match(
    await page.locator(".lead-line").textContent(),
    new RegExp(`Catalogue house ${pinned.slice(0, 8)} · 1 game`),
  );
  await page.getByRole("link", { name: "104 Other volcano" }).click();
  await page.getByRole("heading", { level: 1, name: "104 Other volcano" }).waitFor();
  await page.goto("/cards?game=foret&catalogue=sha256:0"); // a game without catalogues does not mind
  await page.locator(".nothing").waitFor();
  const french = await visit(daemon, { size: PHONE, path: "/cards/104?game=ecos", token: null, lang: "fr" });
  await french.getByRole("heading", { level: 1, name: "104 Autre volcan" }).waitFor();
  const game = (await daemon.get("/v1/games?game=ecos")).games.at(-1).id;
  await french.goto(`/games/${game}?at=1`);
  const charge = french.locator('.strip .frame[title*="104 "]').first();
  await charge.waitFor({ state: "attached" });
  assert.match(await charge.getAttribute("title"), /\b104 (Autre v|V)olcan\b/);
});

test("statistics: the cards of one player, from the player's page", async ({ club, visit }) => {
  const daemon = await club({ demo: true });
  const [one] = (await daemon.get("/v1/leaderboard?game=foret&order=games")).rows;
  const page = await visit(daemon, { size: DESKTOP, path: `/people/${one.handle}?game=foret`, token: null });
  await page.getByRole("link", { name: "Cards in these hands" }).click();
  await page.waitForURL(/\/cards\?/);
  await settled(page);
  assert.equal(await page.locator('.chips select[name="player"]').inputValue(), `@${one.handle}`);
  const call = await callOf(page);
  const { rows } = /** @type {Api.Cards} */ (await daemon.get(call));
  assert.equal(new URLSearchParams(call.split("?")[1]).get("player"), `@${one.handle}`);
  const shown = await shownRows(page);
  const byName = new Map(shown.map((row) => [row.Card, row]));
  for (const row of rows) {
    const see = byName.get(row.card.slice(0, 1).toUpperCase() + row.card.slice(1));
    assert.equal(see["Points a copy"].value, row.ppc === null ? "–" : number(row.ppc, 2), row.card);
    assert.equal(see.Copies, number(row.copies), row.card);
  }
});

test("statistics: a card's page has its picks, its cells and its neighbours", async ({ club, visit, shot }) => {
  const daemon = await club({ demo: true });
  const page = await visit(daemon, { size: DESKTOP, path: "/cards/bee?game=foret&seats=4" });
  const card = await daemon.get("/v1/cards/bee?game=foret&seats=4");
  await page.locator("table.heat").waitFor();
  const cells = await page
    .locator("table.heat tbody td")
    .evaluateAll((list) =>
      list.map((cell) => [cell.querySelector(".value").textContent, cell.querySelector(".n").textContent]),
    );
  assert.deepEqual(
    cells,
    card.cells.map(({ points, copies }) => [points === null ? "–" : number(points, 1), `×${number(copies)}`]),
  );
  const depths = await page
    .locator("table.heat tbody td")
    .evaluateAll((list) => list.map((cell) => Number.parseInt(cell.style.getPropertyValue("--depth"), 10)));
  const best = card.cells.reduce((a, b, i) => ((b.points ?? -1) > (card.cells[a].points ?? -1) ? i : a), 0);
  assert.equal(depths[best], 100, "the cell that earns most is the deepest");
  await page.locator(".plot").scrollIntoViewIfNeeded();
  await page.locator('.plot[data-drawn="true"] canvas').waitFor();
  const label = await page.locator(".plot").getAttribute("aria-label");
  for (const { pick, rate } of card.picks) {
    assert.ok(label.includes(`${pick} ${rate === null ? "–" : percent(rate)}`), `turn ${pick} in ${label}`);
  }
  const neighbours = await page
    .locator("table.figures")
    .last()
    .evaluate((/** @type {HTMLTableElement} */ table) =>
      [...table.tBodies[0].rows].map((row) =>
        [...row.cells].map((cell) => (cell.querySelector(".value") ?? cell).textContent.trim()),
      ),
    );
  const expected = [...card.neighbours]
    .sort((a, b) => b.pairs - a.pairs)
    .map(({ pairs, points }) => [number(pairs), number(points)]);
  assert.deepEqual(
    neighbours.map(([, pairs, points]) => [pairs, points]),
    expected,
  );
  assert.equal(await callOf(page), "/v1/cards/bee?game=foret&seats=4");
  await shot(page, "card desktop");
});

test("statistics: a person's page, head to head, night and records say what the API says", async ({
  club,
  visit,
  shot,
}) => {
  const daemon = await fullClub(club);
  const { rows } = await daemon.get("/v1/leaderboard?game=foret&order=games");
  const one = rows[0];
  const stats = await daemon.get(`/v1/players/${one.handle}/stats?game=foret`);
  const page = await visit(daemon, { size: DESKTOP, path: `/people/${one.handle}?game=foret` });
  await page.locator("dl.streaks").waitFor();
  assert.equal(await page.locator("h1").textContent(), one.player);
  const figures = await page
    .locator("table.figures.one")
    .evaluate((/** @type {HTMLTableElement} */ table) =>
      [...table.tBodies[0].rows].map((row) => row.querySelector(".value").firstChild.textContent.trim()),
    );
  assert.deepEqual(figures, [
    number(stats.row.rating),
    number(stats.row.win_points, 2),
    number(stats.row.wins),
    number(stats.row.mean_score, 1),
    number(stats.row.best_score),
  ]);
  const streaks = await page.locator("dl.streaks dd").allTextContents();
  assert.deepEqual(
    streaks,
    [stats.row.games, stats.streak, stats.best_streak, stats.drought].map((value) => number(value)),
  );
  const last = await daemon.get(`/v1/games?player=@${one.handle}&game=foret&status=finished&order=newest&limit=10`);
  await page.locator("ol.form li").first().waitFor();
  const form = await page
    .locator("ol.form li a")
    .evaluateAll((list) => list.map((link) => link.firstChild.textContent));
  assert.deepEqual(
    form,
    [...last.games].reverse().map((game) => String(game.seats.find(({ person }) => person === one.handle).rank)),
  );
  await page.locator(".plot").first().scrollIntoViewIfNeeded();
  const history = await daemon.get(`/v1/ratings/history?game=foret&player=@${one.handle}`);
  if (history.rows.length > 1) {
    await page.locator('.plot[data-drawn="true"] canvas').first().waitFor();
    const label = await page.locator(".plot").first().getAttribute("aria-label");
    for (const row of history.rows) {
      assert.ok(label.includes(`${day(row.night)} ${number(row.rating)}`), `${row.night} in ${label}`);
    }
  }
  await shot(page, "player desktop");

  const other = stats.versus[0];
  await page.locator(`a[href="/people/${one.handle}/vs/${other.handle}?game=foret"]`).click();
  await page.waitForURL(/\/vs\//);
  await page.getByRole("heading", { name: "Games together" }).waitFor();
  const versus = await daemon.get(`/v1/players/${one.handle}/vs/${other.handle}?game=foret`);
  const balance = await shownRows(page);
  assert.deepEqual(
    balance.map((row) => [row["Finished before"].value, row.Level, row.Games]),
    [
      [number(versus.won), number(versus.tied), number(versus.games)],
      [number(versus.lost), number(versus.tied), number(versus.games)],
    ],
  );
  await page.locator("ul.results > li").first().waitFor();
  assert.equal(await page.locator("ul.results > li").count(), versus.games);

  const { nights } = await daemon.get("/v1/nights");
  const busiest = nights.reduce((a, b) => (b.games > a.games ? b : a));
  await page.goto(`/nights`);
  await page.locator(`a[href="/nights/${busiest.day}"]`).click();
  const night = await daemon.get(`/v1/nights/${busiest.day}`);
  await settled(page);
  const standings = await shownRows(page);
  assert.deepEqual(
    standings.map((row) => [row.Player, row.Points.value, row.Games, row.Wins]),
    night.standings.map((row) => [
      row.player,
      row.points === null ? "–" : number(row.points, 2),
      number(row.games),
      number(row.wins),
    ]),
  );
  assert.equal(await page.locator("ul.results > li").count(), night.results.length);

  await page.goto("/records");
  await page.locator("ol.runs li").first().waitFor();
  const records = await daemon.get("/v1/records");
  /** @type {{ key: string, value: string, holders: string[], common: boolean }[]} */
  const groups = [];
  for (const row of records.rows) {
    const group = groups.at(-1);
    // What many reached is said without names, behind what few hold.
    const common = row.ties > 3 || (row.record === "category" && row.value === 0);
    const holders = common ? [] : [row.player];
    if (group && group.key === `${row.game} ${row.record} ${row.category}`) group.holders.push(...holders);
    else {
      groups.push({
        key: `${row.game} ${row.record} ${row.category}`,
        value: number(row.value),
        holders,
        common,
      });
    }
  }
  const played = [...new Set(groups.map(({ key }) => key.split(" ")[0]))];
  const inOrder = played.flatMap((game) => {
    const own = groups.filter(({ key }) => key.startsWith(`${game} `));
    return [...own.filter(({ common }) => !common), ...own.filter(({ common }) => common)];
  });
  const shown = await page.locator("table.records tbody tr").evaluateAll((/** @type {HTMLTableRowElement[]} */ list) =>
    list.map((row) => ({
      value: row.cells[1].textContent,
      holders: [...row.cells[2].querySelectorAll("a.person")].map((link) => link.textContent),
    })),
  );
  assert.deepEqual(
    shown,
    inOrder.map(({ value, holders }) => ({ value, holders })),
  );
  // The longest run is the longest of everybody's.
  let longest = 0;
  for (const { id, games } of (await daemon.get("/v1/players")).players) {
    if (games > 0) longest = Math.max(longest, (await daemon.get(`/v1/players/${id}/stats`)).best_streak);
  }
  assert.equal(await page.locator("ol.runs li strong").first().textContent(), `${longest} in a row`);
});

test("statistics: a club of hundreds is drawn by and by, in the order of all", async ({ club, visit }) => {
  const daemon = await club();
  const people = 230;
  const page = await visit(daemon, { size: DESKTOP, path: "/settings", token: null });
  /** @param {number} i */
  const row = (i) => ({
    player: `Member ${i}`,
    handle: `h${i}`,
    rank: i + 1,
    rating: 2000 - i,
    sd: 50,
    provisional: false,
    games: 9,
    wins: 3,
    win_points: 1,
    win_points_lo: 0.8,
    win_points_hi: 1.3,
    rating_lo: 1900 - i,
    rating_hi: 2100 - i,
    mean_score: 50,
    mean_score_lo: 45,
    mean_score_hi: 55,
    best_score: 60,
  });
  await page.route("**/v1/leaderboard*", (route) =>
    route.fulfill({
      json: {
        log_size: 1,
        algorithm: "bt-map/2",
        order: "rating",
        undated: 0,
        rows: Array.from({ length: people }, (_, i) => row(i)),
      },
    }),
  );
  await open(page, "/leaderboard");
  await settled(page);
  assert.equal(await page.locator("table.figures tbody tr").count(), 200);
  await page.locator("button.sort", { hasText: "Rating" }).click();
  await page.locator(`th[aria-sort="ascending"]`).waitFor();
  assert.equal((await shownRows(page))[0].Player, `Member ${people - 1}`);
  await page.getByRole("button", { name: `Show all ${people}` }).click();
  await page
    .locator("table.figures tbody tr")
    .nth(people - 1)
    .waitFor();
});
