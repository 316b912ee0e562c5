// The page's statistics against the API: every figure that is shown is the one that the daemon computes, whatever the filter and the order; filters live in
// the address; sorting and explanations work with the keyboard; people are changed only by those who may; the season's table is one sheet of paper.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { DESKTOP, NARROW, PHONE, SOURCE, test } from "./harness.mjs";
import { lawful, sidewaysFree } from "./sight.mjs";
import { open, until } from "./steps.mjs";

const number = (value, digits = 0, locale = "en-GB") => new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(value);
const percent = (value) => new Intl.NumberFormat("en-GB", { style: "percent" }).format(value);
const day = (text) => new Intl.DateTimeFormat("en-GB", { weekday: "short", day: "numeric", month: "short", year: "numeric", timeZone: "UTC" }).format(new Date(`${text}T00:00:00Z`));

/** The golden records of all games, in one text. */
const records = (game) =>
  readdirSync(join(SOURCE, "replays", game))
    .filter((name) => name.endsWith(".dendro"))
    .map((name) => readFileSync(join(SOURCE, "replays", game, name), "utf8"))
    .join("\n");

/** A club with the demo's evenings and every golden record: ties, solo games, games without a day. */
async function fullClub(club) {
  const daemon = await club({ demo: true });
  for (const game of ["foret", "grandbois", "ecos"]) await daemon.post("/v1/import", records(game));
  return daemon;
}

/** What a table shows: a row each, its columns by the heading's label; of figures the number and what is behind it. */
const shownRows = (page, index = 0) =>
  page.locator("table.figures").nth(index).evaluate((table) => {
    const text = (node) => {
      const copy = node.cloneNode(true);
      for (const unseen of copy.querySelectorAll(".unseen, .n, .why, .why-note")) unseen.remove();
      return copy.textContent.trim().replace(/\s+/g, " ");
    };
    const heads = [...table.querySelectorAll("thead th")].map((head) => text(head.querySelector(".label") ?? head));
    return [...table.tBodies[0].rows].map((row) =>
      Object.fromEntries(
        [...row.cells].map((cell, i) => {
          const box = cell.querySelector(".figure-box");
          return [heads[i], box ? { value: text(box.querySelector(".value")), pm: text(box.querySelector(".pm") ?? document.createElement("i")), faint: box.classList.contains("faint") } : text(cell)];
        }),
      ),
    );
  });

const settled = async (page) => {
  await page.locator("table.figures tbody tr").first().waitFor();
  await page.locator('.shown[aria-busy="true"]').waitFor({ state: "detached" });
};

const ORDERS = [
  ["", "Rating"],
  ["win-points", "Win points"],
  ["wins", "Wins"],
  ["mean-score", "Mean score"],
  ["best-score", "Best score"],
  ["games", "Games"],
];

function sameBoard(shown, rows) {
  assert.equal(shown.length, rows.length);
  const ranks = rows.map((row) => row.rank);
  for (const [i, row] of rows.entries()) {
    const tied = ranks.filter((rank) => rank === row.rank).length > 1;
    const see = shown[i];
    const where = `${row.player}, row ${i + 1}`;
    assert.equal(see["#"], `${row.rank}${tied ? "=" : ""}`, where);
    assert.equal(see.Player, row.player, where);
    assert.equal(see.Rating.value, row.rating === null ? "–" : `${number(row.rating)}${row.provisional ? "?" : ""}`, where);
    assert.equal(see.Rating.pm, row.rating === null ? "" : `± ${number(2 * row.sd)}`, where);
    assert.equal(see["Win points"].value, row.win_points === null ? "–" : number(row.win_points, 2), where);
    assert.equal(see["Win points"].pm, row.win_points_se === null ? "" : `± ${number(2 * row.win_points_se, 2)}`, where);
    assert.equal(see["Win points"].faint, row.games < 5, where);
    assert.equal(see.Wins.value, number(row.wins), where);
    assert.equal(see.Wins.pm, percent(row.wins / row.games), where);
    assert.equal(see["Mean score"].value, number(row.mean_score, 1), where);
    assert.equal(see["Best score"].value, number(row.best_score), where);
    assert.equal(see.Games, number(row.games), where);
  }
}

test("statistics: the leaderboard in every order is the API's, and says what it was made from", async ({ club, visit, shot }) => {
  const daemon = await fullClub(club);
  const page = await visit(daemon, { size: DESKTOP, path: "/leaderboard", token: null });
  for (const [order, name] of ORDERS) {
    await settled(page);
    await page.locator('select[name="order"]').selectOption({ label: name });
    await page.locator(`th[aria-sort="descending"] .label:text-is("${name}")`).waitFor();
    await settled(page);
    const call = `/v1/leaderboard${order ? `?order=${order}` : ""}`;
    const answer = await daemon.get(call);
    assert.ok(new Set(answer.rows.map(({ rank }) => rank)).size < answer.rows.length, "there are ties to show");
    sameBoard(await shownRows(page), answer.rows);
    const source = page.locator(".source").first();
    assert.equal(await source.locator("a").getAttribute("href"), call);
    const said = await source.textContent();
    for (const part of [`${answer.rows.length} people`, "± 2 standard errors", answer.algorithm, `log size ${answer.log_size}`]) assert.ok(said.includes(part), `${part} in ${said}`);
  }
  await shot(page, "leaderboard desktop");
});

test("statistics: filters are chips in the address and survive a reload", async ({ club, visit }) => {
  const daemon = await fullClub(club);
  const page = await visit(daemon, { size: DESKTOP, path: "/leaderboard" });
  await settled(page);
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
    await page.locator(`.source a[href="${call}"]`).waitFor();
    const { rows } = await daemon.get(call);
    assert.ok(rows.length > 0);
    sameBoard(await shownRows(page), rows);
  };
  await check();
  const address = page.url();
  await page.reload();
  await check();
  assert.equal(page.url(), address);
  for (const [name, value] of [["game", "foret"], ["seats", "4"], ["period", "2026-09-01"], ["variant", "standard"], ["level", "table"]]) {
    // A chip knows what it is called once the rules and the nights have come, which the figures do not wait for.
    await until(async () => (await page.locator(`.chips select[name="${name}"]`).inputValue()) === value, `${name} is ${value}`);
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
  assert.deepEqual((await shownRows(page)).map((row) => row.Player), rows.map((row) => row.player).reverse());
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

const CARD_METRICS = [
  ["", "Points a copy", (row) => number(row.ppc, 2), (row) => (row.ppc_se === null ? "" : `± ${number(2 * row.ppc_se, 2)}`)],
  ["mpc", "Would be missing", (row) => number(row.mpc, 2), () => ""],
  ["zero", "Worth nothing", (row) => percent(row.zero_rate), null],
  ["wp-with", "Win points with", (row) => number(row.wp_with, 2), (row) => `± ${number(2 * row.wp_with_se, 2)}`],
  ["picked", "Taken when seen", (row) => percent(row.taken / row.seen), null],
  ["ata", "Taken at turn", (row) => number(row.ata, 1), () => ""],
  ["alsa", "Last seen at turn", (row) => number(row.alsa, 1), () => ""],
];

test("statistics: each figure of each card is the API's, for all three games", async ({ club, visit, shot }) => {
  const daemon = await fullClub(club);
  const page = await visit(daemon, { size: PHONE, path: "/cards" });
  await settled(page);
  const { rows } = await daemon.get("/v1/cards?game=foret");
  const byName = new Map(rows.map((row) => [row.card.slice(0, 1).toUpperCase() + row.card.slice(1), row]));
  for (const [, name, value, pm] of CARD_METRICS) {
    await page.locator('select[name="order"]').selectOption({ label: name });
    await page.locator(`th[aria-sort] .label:text-is("${name}")`).waitFor();
    const shown = await shownRows(page);
    assert.equal(shown.length, rows.length);
    for (const see of shown) {
      const row = byName.get(see.Card);
      assert.equal(see[name].value, value(row), `${name} of ${see.Card}`);
      if (pm) assert.equal(see[name].pm, pm(row), `interval of ${name} of ${see.Card}`);
    }
    // Sorted by it, and on a phone it is the one figure beside the name.
    const order = shown.map((see) => value(byName.get(see.Card)));
    const amounts = order.map((text) => Number.parseFloat(text));
    const down = (await page.locator("th[aria-sort]").getAttribute("aria-sort")) === "descending";
    assert.deepEqual(amounts, [...amounts].sort((a, b) => (down ? b - a : a - b)), `sorted by ${name}`);
    assert.equal(await page.locator("thead th.figure:visible").count(), 1);
  }
  await shot(page, "cards phone");
  // Wilson's interval of a rate, as docs/statistics.md has it: for the bee's share without points.
  await page.locator('select[name="order"]').selectOption({ label: "Worth nothing" });
  const bee = rows.find(({ card }) => card === "bee");
  const z = 1.959964;
  const [p, n] = [bee.zero_rate, bee.copies];
  const middle = (p + (z * z) / (2 * n)) / (1 + (z * z) / n);
  const width = (z * Math.sqrt((p * (1 - p)) / n + (z * z) / (4 * n * n))) / (1 + (z * z) / n);
  const beeRow = (await shownRows(page)).find((see) => see.Card === "Bee");
  assert.equal(beeRow["Worth nothing"].pm, `${percent(middle - width)}–${percent(middle + width)}`);
  for (const [game, figure] of [["grandbois", "wp_with"], ["ecos", "ppc"]]) {
    await page.goto(`/cards?game=${game}&order=${figure === "ppc" ? "ppc" : "wp-with"}`);
    await settled(page);
    const other = (await daemon.get(`/v1/cards?game=${game}`)).rows;
    const shown = await shownRows(page);
    assert.equal(shown.length, other.length);
    const label = figure === "ppc" ? "Points a copy" : "Win points with";
    const values = (list) => list.map((text) => (text === "–" ? "–" : text)).sort();
    assert.deepEqual(values(shown.map((see) => see[label].value)), values(other.map((row) => (row[figure] === null ? "–" : number(row[figure], 2)))));
  }
});

test("statistics: the cards of one player, from the player's page", async ({ club, visit }) => {
  const daemon = await club({ demo: true });
  const [one] = (await daemon.get("/v1/leaderboard?game=foret&order=games")).rows;
  const page = await visit(daemon, { size: DESKTOP, path: `/people/${one.handle}?game=foret`, token: null });
  await page.getByRole("link", { name: "Cards in these hands" }).click();
  await page.waitForURL(/\/cards\?/);
  await settled(page);
  assert.equal(await page.locator('.chips select[name="player"]').inputValue(), `@${one.handle}`);
  const call = await page.locator(".source a").getAttribute("href");
  const { rows } = await daemon.get(call);
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
  const cells = await page.locator("table.heat tbody td").evaluateAll((list) => list.map((cell) => [cell.querySelector(".value").textContent, cell.querySelector(".n").textContent]));
  assert.deepEqual(cells, card.cells.map(({ points, copies }) => [points === null ? "–" : number(points, 1), `×${number(copies)}`]));
  const depths = await page.locator("table.heat tbody td").evaluateAll((list) => list.map((cell) => Number.parseInt(cell.style.getPropertyValue("--depth"))));
  const best = card.cells.reduce((a, b, i) => ((b.points ?? -1) > (card.cells[a].points ?? -1) ? i : a), 0);
  assert.equal(depths[best], 100, "the cell that earns most is the deepest");
  await page.locator(".plot").scrollIntoViewIfNeeded();
  await page.locator('.plot[data-drawn="true"] canvas').waitFor();
  const label = await page.locator(".plot").getAttribute("aria-label");
  for (const { pick, rate } of card.picks) assert.ok(label.includes(`${pick} ${rate === null ? "–" : percent(rate)}`), `turn ${pick} in ${label}`);
  const neighbours = await page.locator("table.figures").last().evaluate((table) => [...table.tBodies[0].rows].map((row) => [...row.cells].map((cell) => (cell.querySelector(".value") ?? cell).textContent.trim())));
  const expected = [...card.neighbours].sort((a, b) => b.pairs - a.pairs).map(({ pairs, points }) => [number(pairs), number(points)]);
  assert.deepEqual(neighbours.map(([, pairs, points]) => [pairs, points]), expected);
  assert.equal(await page.locator(".source a").last().getAttribute("href"), "/v1/cards/bee?game=foret&seats=4");
  await shot(page, "card desktop");
});

test("statistics: a person's page, head to head, night and records say what the API says", async ({ club, visit, shot }) => {
  const daemon = await fullClub(club);
  const { rows } = await daemon.get("/v1/leaderboard?game=foret&order=games");
  const one = rows[0];
  const stats = await daemon.get(`/v1/players/${one.handle}/stats?game=foret`);
  const page = await visit(daemon, { size: DESKTOP, path: `/people/${one.handle}?game=foret` });
  await page.locator("dl.streaks").waitFor();
  assert.equal(await page.locator("h1").textContent(), one.player);
  const figures = await page.locator("table.figures.one").evaluate((table) => [...table.tBodies[0].rows].map((row) => row.querySelector(".value").firstChild.textContent.trim()));
  assert.deepEqual(figures, [number(stats.row.rating), number(stats.row.win_points, 2), number(stats.row.wins), number(stats.row.mean_score, 1), number(stats.row.best_score)]);
  const streaks = await page.locator("dl.streaks dd").allTextContents();
  assert.deepEqual(streaks, [stats.row.games, stats.streak, stats.best_streak, stats.drought].map((value) => number(value)));
  const last = await daemon.get(`/v1/games?player=@${one.handle}&game=foret&status=finished&order=newest&limit=10`);
  await page.locator("ol.form li").first().waitFor();
  const form = await page.locator("ol.form li a").evaluateAll((list) => list.map((link) => link.firstChild.textContent));
  assert.deepEqual(form, [...last.games].reverse().map((game) => String(game.seats.find(({ person }) => person === one.handle).rank)));
  await page.locator(".plot").first().scrollIntoViewIfNeeded();
  const history = await daemon.get(`/v1/ratings/history?game=foret&player=@${one.handle}`);
  if (history.rows.length > 1) {
    await page.locator('.plot[data-drawn="true"] canvas').first().waitFor();
    const label = await page.locator(".plot").first().getAttribute("aria-label");
    for (const row of history.rows) assert.ok(label.includes(`${day(row.night)} ${number(row.rating)}`), `${row.night} in ${label}`);
  }
  await shot(page, "player desktop");

  const other = stats.versus[0];
  await page.locator(`a[href="/people/${one.handle}/vs/${other.handle}?game=foret"]`).click();
  await page.waitForURL(/\/vs\//);
  await page.getByRole("heading", { name: "Games together" }).waitFor();
  const versus = await daemon.get(`/v1/players/${one.handle}/vs/${other.handle}?game=foret`);
  const balance = await shownRows(page);
  assert.deepEqual(balance.map((row) => [row["Finished before"].value, row.Level, row.Games]), [
    [number(versus.won), number(versus.tied), number(versus.games)],
    [number(versus.lost), number(versus.tied), number(versus.games)],
  ]);
  await page.locator("ul.results > li").first().waitFor();
  assert.equal(await page.locator("ul.results > li").count(), versus.games);

  const { nights } = await daemon.get("/v1/nights");
  const busiest = nights.reduce((a, b) => (b.games > a.games ? b : a));
  await page.goto(`/nights`);
  await page.locator(`a[href="/nights/${busiest.day}"]`).click();
  const night = await daemon.get(`/v1/nights/${busiest.day}`);
  await settled(page);
  const standings = await shownRows(page);
  assert.deepEqual(standings.map((row) => [row.Player, row.Points.value, row.Games, row.Wins]), night.standings.map((row) => [row.player, row.points === null ? "–" : number(row.points, 2), number(row.games), number(row.wins)]));
  assert.equal(await page.locator("ul.results > li").count(), night.results.length);

  await page.goto("/records");
  await page.locator("ol.runs li").first().waitFor();
  const records = await daemon.get("/v1/records");
  const groups = [];
  for (const row of records.rows) {
    const group = groups.at(-1);
    if (group && group.key === `${row.game} ${row.record} ${row.category}`) group.holders.push(row.player);
    else groups.push({ key: `${row.game} ${row.record} ${row.category}`, value: number(row.value), holders: [row.player] });
  }
  const shown = await page.locator("table.records tbody tr").evaluateAll((list) => list.map((row) => ({ value: row.cells[1].textContent, holders: [...row.cells[2].querySelectorAll("a.person")].map((link) => link.textContent) })));
  assert.deepEqual(shown, groups.map(({ value, holders }) => ({ value, holders })));
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
  const row = (i) => ({ player: `Member ${i}`, handle: `h${i}`, rank: i + 1, rating: 2000 - i, sd: 50, provisional: false, games: 9, wins: 3, win_points: 1, win_points_se: 0.1, mean_score: 50, best_score: 60 });
  await page.route("**/v1/leaderboard*", (route) => route.fulfill({ json: { log_size: 1, algorithm: "bt-map/1", rows: Array.from({ length: people }, (_, i) => row(i)) } }));
  await open(page, "/leaderboard");
  await settled(page);
  assert.equal(await page.locator("table.figures tbody tr").count(), 200);
  await page.locator("button.sort", { hasText: "Rating" }).click();
  await page.locator(`th[aria-sort="ascending"]`).waitFor();
  assert.equal((await shownRows(page))[0].Player, `Member ${people - 1}`);
  await page.getByRole("button", { name: `Show all ${people}` }).click();
  await page.locator("table.figures tbody tr").nth(people - 1).waitFor();
});

test("records: the longest run of wins may be somebody's who has not won most often", async ({ club, visit }) => {
  const daemon = await club();
  const record = readFileSync(join(SOURCE, "replays/foret/booklet-three-players.dendro"), "utf8");
  // Seat 1 wins this one. Ada wins most often, never twice in a row; Bo four times, in a row.
  const winners = ["Ada", "Bo", "Bo", "Bo", "Bo", "Ada", "Cy", "Ada", "Cy", "Ada", "Cy", "Ada", "Di", "Ada"];
  for (const [i, winner] of winners.entries()) {
    const others = ["Ada", "Bo", "Cy", "Di"].filter((name) => name !== winner);
    const text = record
      .replace(/^played .*\n/m, "")
      .replace(/^seat 1 .*$/m, `played 2026-10-${String(i + 1).padStart(2, "0")}\nseat 1 ${winner}`)
      .replace(/^seat 2 .*$/m, `seat 2 ${others[0]}`)
      .replace(/^seat 3 .*$/m, `seat 3 ${others[1]}`);
    await daemon.post("/v1/import", text);
  }
  const page = await visit(daemon, { path: "/records", token: null });
  await page.locator("ol.runs li").first().waitFor();
  assert.deepEqual(await page.locator("ol.runs li").evaluateAll((list) => list.map((item) => [item.querySelector("strong").textContent, item.querySelector("a").textContent])), [["4 in a row", "Bo"]]);
});

test("people: found without accents, added, renamed, merged and erased by those who may", async ({ club, visit }) => {
  const daemon = await club({ demo: true });
  const page = await visit(daemon, { path: "/people" });
  await page.locator('input[name="search"]').fill("eLod");
  await page.locator("table.figures tbody tr").first().waitFor();
  assert.deepEqual((await shownRows(page)).map((row) => row.Name), ["Élodie (demo)"]);
  await page.locator('input[name="search"]').fill("nobody at all");
  await page.getByText("Nobody by that name.").waitFor();
  await page.locator('input[name="search"]').fill("");
  await page.locator("summary", { hasText: "Add somebody" }).click();
  await page.locator('input[name="name"]').fill("Zoë");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await page.getByText("Zoë was added.").waitFor();
  await page.locator("a.person", { hasText: "Zoë" }).click();
  await page.locator('input[name="rename"]').fill("Zoë Q.");
  await page.getByRole("button", { name: "Rename" }).click();
  await page.getByText("Now called Zoë Q.").waitFor();
  await page.getByRole("heading", { level: 1, name: "Zoë Q." }).waitFor();
  const find = async (name) => (await daemon.get("/v1/players")).players.find((person) => person.name === name);
  const zoe = await find("Zoë Q.");
  // Merging asks for the name; nothing happens before it is typed.
  const target = await find("Élodie (demo)");
  await page.locator("summary", { hasText: "Merge" }).click();
  await page.locator('select[name="into"]').selectOption(target.id);
  const merge = page.getByRole("button", { name: "Merge for good" });
  assert.ok(await merge.isDisabled());
  await page.locator('input[name="merge-sure"]').fill("Zoë");
  assert.ok(await merge.isDisabled());
  await page.locator('input[name="merge-sure"]').fill("Zoë Q.");
  await merge.click();
  await page.waitForURL(`**/people/${target.id}`);
  assert.equal((await daemon.get(`/v1/players/${zoe.id}`)).merged_into, target.id);
  // Erasing too.
  await page.locator("summary", { hasText: "Erase the name" }).click();
  const erase = page.getByRole("button", { name: "Erase for good" });
  assert.ok(await erase.isDisabled());
  await page.locator('input[name="erase-sure"]').fill("Élodie (demo)");
  await erase.click();
  await page.getByRole("heading", { level: 1, name: "(name erased)" }).waitFor();
  assert.equal((await daemon.get(`/v1/players/${target.id}`)).name, null);
  // Whoever only reads sees none of it; whoever records may rename.
  const other = await find("Garance (demo)");
  const reader = await visit(daemon, { path: `/people/${other.id}`, token: await daemon.makeToken("read") });
  await reader.locator("dl.streaks").waitFor();
  assert.equal(await reader.locator(".manage").count(), 0);
  await reader.goto("/people");
  await reader.locator("table.figures").waitFor();
  assert.equal(await reader.locator("summary", { hasText: "Add somebody" }).count(), 0);
  const scribe = await visit(daemon, { path: `/people/${other.id}`, token: await daemon.makeToken("record") });
  await scribe.locator('.manage input[name="rename"]').waitFor();
  assert.equal(await scribe.locator("summary", { hasText: "Erase" }).count(), 0);
});

test("nights: what is said about one can be written on its page", async ({ club, visit }) => {
  const daemon = await club({ demo: true });
  const [night] = (await daemon.get("/v1/nights")).nights;
  const page = await visit(daemon, { path: `/nights/${night.day}` });
  await page.locator("summary", { hasText: "Title, place and note" }).click();
  await page.locator('input[name="title"]').fill("<b>Soirée</b> d’automne");
  await page.locator('input[name="place"]').fill("Cave");
  await page.locator('textarea[name="note"]').fill("It rained.\nNobody minded.");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Saved.").waitFor();
  await page.locator("p.note", { hasText: "Nobody minded." }).waitFor();
  const said = await daemon.get(`/v1/nights/${night.day}`);
  assert.deepEqual([said.title, said.place, said.note], ["<b>Soirée</b> d’automne", "Cave", "It rained.\nNobody minded."]);
  await page.goto("/nights");
  await page.getByText("<b>Soirée</b> d’automne").waitFor();
});

test("season table: one sheet of paper, black on white, however many there are", async ({ club, visit }) => {
  const daemon = await fullClub(club);
  const page = await visit(daemon, { size: DESKTOP, path: "/leaderboard/print", theme: "dark" });
  const { rows } = await daemon.get("/v1/leaderboard");
  assert.ok(rows.length > 60, "a club that is large enough to be a test");
  await page.locator("table.season tbody tr").nth(rows.length - 1).waitFor();
  const pages = async () => (await page.pdf({ preferCSSPageSize: true, printBackground: true })).toString("latin1").match(/\/Type\s*\/Page\b(?!s)/g).length;
  assert.equal(await pages(), 1);
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  const look = await page.evaluate(() => ({
    tabs: getComputedStyle(document.querySelector(".tabs")).display,
    paper: getComputedStyle(document.documentElement).backgroundColor,
    ink: getComputedStyle(document.querySelector("table.season td")).color,
    letters: Number.parseFloat(getComputedStyle(document.querySelector("table.season td")).fontSize),
  }));
  assert.deepEqual([look.tabs, look.paper, look.ink], ["none", "rgb(255, 255, 255)", "rgb(0, 0, 0)"]);
  assert.ok(look.letters > 5, `letters of ${look.letters} px`);
  const first = await page.locator("table.season tbody tr").first().locator("td, th").allTextContents();
  const row = rows[0];
  assert.deepEqual(first, [
    String(row.rank),
    row.player,
    `${number(row.rating)} ± ${number(2 * row.sd)}${row.provisional ? " ?" : ""}`,
    number(row.games),
    number(row.wins),
    `${number(row.win_points, 2)}${row.win_points_se === null ? "" : ` ± ${number(2 * row.win_points_se, 2)}`}`,
    number(row.mean_score, 1),
    number(row.best_score),
  ]);
  // Few rows are one page too, and large.
  await page.emulateMedia({ media: null });
  await page.goto("/leaderboard/print?game=grandbois");
  await page.locator("table.season tbody tr").first().waitFor();
  assert.equal(await pages(), 1);
});

const HOSTILE = ["<script>globalThis.hacked = 1</script>", `"'><img src=x onerror=globalThis.hacked=2>`, "مرحبا بالعالم", "W".repeat(200)];

test("statistics: hostile names are shown as they are, also in titles and notes of a night", async ({ club, visit, shot }) => {
  const daemon = await club();
  const record = readFileSync(join(SOURCE, "replays/foret/full-draft-four.dendro"), "utf8");
  let seat = 0;
  await daemon.post("/v1/import", record.replace(/^seat \d .*$/gm, () => `seat ${seat + 1} ${HOSTILE[seat++]}`));
  const { players } = await daemon.get("/v1/players");
  const { nights } = await daemon.get("/v1/nights");
  const night = nights[0].day;
  const body = JSON.stringify({ title: HOSTILE[0], place: HOSTILE[3], note: HOSTILE[1] });
  const said = await fetch(`${daemon.url}/v1/nights/${night}`, { method: "PATCH", headers: { Authorization: `Bearer ${daemon.token}`, "Content-Type": "application/json" }, body });
  assert.equal(said.status, 200);
  const page = await visit(daemon, { size: NARROW, path: "/leaderboard" });
  await settled(page);
  for (const name of HOSTILE) assert.equal(await page.locator("a.person", { hasText: name }).textContent(), name);
  await shot(page, "hostile-leaderboard");
  const paths = ["/leaderboard?order=player", `/people/${players[3].id}?game=foret`, `/people/${players[2].id}/vs/${players[3].id}`, "/nights", `/nights/${night}`, "/audit?game=1"];
  for (const path of paths) {
    await open(page, path);
    await page.waitForLoadState("networkidle");
    await sidewaysFree(page);
    assert.equal(await page.locator("main script, main img").count(), 0, path);
    assert.equal(await page.evaluate(() => globalThis.hacked), undefined, path);
  }
});

test("statistics: tables keep to windows between a phone's and a desktop's, in the longer language", async ({ club, visit }) => {
  const daemon = await fullClub(club);
  const page = await visit(daemon, { size: DESKTOP, path: "/leaderboard", lang: "fr", token: null });
  const { rows } = await daemon.get("/v1/leaderboard?order=games");
  const { nights } = await daemon.get("/v1/nights");
  const busy = nights.find(({ games }) => games > 2).day;
  for (const path of ["/leaderboard", "/leaderboard?order=best-score", "/cards", "/cards?game=ecos", "/cards?game=grandbois&order=wp-without", "/cards/bee", `/people/${rows[0].handle}?game=foret`, `/nights/${busy}`, "/leaderboard/print"]) {
    await open(page, path);
    await page.locator("main table").first().waitFor();
    for (const width of [360, 600, 770, 920, 1030, 1160, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      await sidewaysFree(page);
      const over = await page.evaluate(() => {
        const main = document.querySelector("main");
        const edge = main.getBoundingClientRect().right - Number.parseFloat(getComputedStyle(main).paddingRight);
        return Math.max(...[...main.querySelectorAll("table")].map((table) => Math.round(table.getBoundingClientRect().right - edge)));
      });
      assert.ok(over <= 1, `${path} at ${width}: a table is ${over} px too wide`);
    }
  }
});

test("statistics: French, with French numbers and dates", async ({ club, visit, shot }) => {
  const daemon = await club({ demo: true });
  const page = await visit(daemon, { size: DESKTOP, path: "/leaderboard?game=foret", lang: "fr", theme: "dark" });
  await page.getByRole("heading", { name: "Classement" }).waitFor();
  await settled(page);
  const { rows } = await daemon.get("/v1/leaderboard?game=foret");
  const shown = await shownRows(page);
  assert.equal(shown[0]["Points de victoire"].value, number(rows[0].win_points, 2, "fr-FR"));
  await page.goto("/nights");
  const { nights } = await daemon.get("/v1/nights");
  const french = new Intl.DateTimeFormat("fr-FR", { weekday: "short", day: "numeric", month: "short", year: "numeric", timeZone: "UTC" }).format(new Date(`${nights[0].day}T00:00:00Z`));
  await page.getByText(french).waitFor();
  await page.goto("/cards");
  await page.getByRole("link", { name: "Abeille" }).waitFor();
  await shot(page, "cards french dark");
});

test("statistics: axe finds nothing in what is opened: notes, tables behind plots, forms", async ({ club, visit }) => {
  const daemon = await club({ demo: true });
  const { rows } = await daemon.get("/v1/leaderboard?game=foret&order=games");
  const page = await visit(daemon, { size: PHONE, path: "/cards/bee?game=foret" });
  for (const [path, theme] of [["/cards/bee?game=foret", "dark"], [`/people/${rows[0].handle}?game=foret`, "light"]]) {
    await page.emulateMedia({ colorScheme: theme });
    await open(page, path);
    await page.waitForLoadState("networkidle");
    await page.locator("main details").evaluateAll((list) => list.forEach((one) => (one.open = true)));
    await page.locator("button.why").first().click();
    await page.locator(".why-note:popover-open").waitFor();
    await lawful(page);
  }
});
