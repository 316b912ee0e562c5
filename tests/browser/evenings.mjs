// Whole evenings: a season is made, leads Tonight, is closed and printed; tables are proposed, changed by hand and
// opened; a title has its page; the club's year fits on one sheet of paper.
import assert from "node:assert/strict";
import { DESKTOP, NARROW, test } from "./harness.mjs";
import { lawful } from "./sight.mjs";
import { fitsTheScreen, open, settled, until } from "./steps.mjs";
import { YEAR, YEARS } from "./year_fixture.mjs";

/** Days around today, as the API writes them. */
const inDays = (/** @type {number} */ n) => new Date(Date.now() + n * 86_400_000).toISOString().slice(0, 10);
const TODAY = inDays(0);

/**
 * A result of a title: totals in seat order.
 * @param {string} title
 * @param {Record<string, number>} totals
 * @param {{ day?: string | null, variant?: string }} [more]
 */
const result = (title, totals, { day = TODAY, variant } = {}) =>
  [
    "dendro 1",
    "game pad",
    `title ${title}`,
    ...(variant ? [`variant ${variant}`] : []),
    ...Object.keys(totals).map((name, i) => `seat ${i + 1} ${name}`),
    ...(day ? [`night ${day}`] : []),
    "",
    ...Object.values(totals).map((total, i) => `${i + 1}: total ${total}`),
    "",
  ].join("\n");

/**
 * Pages that the browser would print.
 * @param {Test.Page} page
 */
const pages = async (page) =>
  (await page.pdf({ preferCSSPageSize: true, printBackground: true }))
    .toString("latin1")
    .match(/\/Type\s*\/Page\b(?!s)/g)?.length;

/**
 * Paper is white and ink black, whatever the theme.
 * @param {Test.Page} page
 */
async function blackOnWhite(page) {
  await page.emulateMedia({ media: "print" });
  const look = await page.evaluate(() => [
    getComputedStyle(document.querySelector(".tabs")).display,
    getComputedStyle(document.documentElement).backgroundColor,
    getComputedStyle(document.querySelector("article td")).color,
  ]);
  assert.deepEqual(look, ["none", "rgb(255, 255, 255)", "rgb(0, 0, 0)"]);
  await page.emulateMedia({ media: null });
}

/**
 * What stands in the cells of a table's rows.
 * @param {Test.Page} page
 * @param {string} table
 */
const cells = (page, table) =>
  page
    .locator(`${table} tbody tr`)
    .evaluateAll((rows) =>
      rows.map((row) => [...row.querySelectorAll("th, td")].map((one) => one.textContent.trim().replace(/\s+/g, " "))),
    );

test("evenings: a season is made, leads Tonight, is closed for good, corrected beside, and printed", async ({
  club,
  visit,
  shot,
}) => {
  const daemon = await club();
  await daemon.post("/v1/games", result("Catan", { Ada: 10, Bo: 8, Cy: 7 }));
  const { game } = await daemon.post("/v1/games", result("Catan", { Bo: 12, Ada: 9, Cy: 3 }));
  await daemon.post("/v1/games", result("Catan", { Ada: 11, Bo: 4 }));
  await daemon.post("/v1/games", result("Catan", { Cy: 9, Bo: 4 }, { day: null }));
  const page = await visit(daemon, { size: NARROW, path: "/people" });
  await settled(page);
  assert.equal(await page.locator(".season-now").count(), 0, "no season runs");
  await page.locator(".places").getByRole("link", { name: "Seasons" }).click();
  await page.getByText("No season yet.").waitFor();
  await page.locator("summary", { hasText: "Make a season" }).click();
  // What is refused is said next to its field, and what was typed stays.
  await page.locator('input[name="season-name"]').fill("<b>Autumn</b>");
  await page.locator('input[name="from"]').fill(inDays(-10));
  await page.locator('input[name="to"]').fill(inDays(-20));
  await page.locator('input[name="count"][value="place"]').check();
  await page.locator('input[name="places"]').fill("3 5");
  const make = page.getByRole("button", { name: "Make it" });
  await make.click();
  await page.locator("#wrong-points").waitFor();
  assert.match((await page.locator("#wrong-points").textContent()) ?? "", /3 5/);
  await page.locator('input[name="places"]').fill("5 3 2 1");
  await make.click();
  await page.locator("#wrong-to").waitFor();
  assert.equal(await page.locator("#wrong-points").count(), 0);
  assert.equal(await page.locator('input[name="to"]').getAttribute("aria-invalid"), "true");
  assert.equal(await page.locator('input[name="season-name"]').inputValue(), "<b>Autumn</b>");
  await shot(page, "evenings-season-refused");
  await lawful(page);
  await page.locator('input[name="to"]').fill(inDays(2));
  await make.click();
  await page.waitForURL(/\/seasons\/\d+$/);
  await page.getByRole("heading", { level: 1, name: "<b>Autumn</b>" }).waitFor();
  const id = Number(/\d+$/.exec(page.url())?.[0]);
  const board = [
    ["1", "Ada", "13", "5", "2", "3"],
    ["2", "Bo", "11", "3", "1", "3"],
    ["3", "Cy", "4", "0", "0", "2"],
  ];
  await page.locator(".season-board tbody tr").nth(2).waitFor();
  assert.deepEqual(await cells(page, ".season-board"), board);
  assert.match((await page.locator(".source").textContent()) ?? "", /1 game without a day is not counted here/);
  await page.getByText("2 days left").waitFor();
  await shot(page, "evenings-season-open");
  await fitsTheScreen(page, "a season");
  await lawful(page);
  // Tonight begins with it.
  await open(page, "/");
  const now = page.locator(".season-now");
  await now.locator(".leaders li").nth(2).waitFor();
  assert.deepEqual(
    (await now.locator(".leaders li").allTextContents()).map((text) => text.trim().replace(/\s+/g, " ")),
    ["Ada leads with 13 points", "2 Bo 11", "3 Cy 4"],
  );
  assert.ok(
    await page.evaluate(() => {
      const [season, begin] = [".season-now", ".begin"].map((one) => document.querySelector(one));
      return Boolean(season.compareDocumentPosition(begin) & Node.DOCUMENT_POSITION_FOLLOWING);
    }),
    "the season is first",
  );
  await shot(page, "evenings-tonight");
  await lawful(page);
  await now.getByRole("link", { name: "<b>Autumn</b>" }).click();
  // It is changed, and a name that another open season has is refused at the name.
  await page.locator("summary", { hasText: "Change this season" }).click();
  await page.locator('input[name="season-name"]').fill("Autumn");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("heading", { level: 1, name: "Autumn", exact: true }).waitFor();
  // Closing asks for its name; nothing happens before.
  await page.locator("summary", { hasText: "Close this season" }).click();
  const close = page.getByRole("button", { name: "Close for good" });
  assert.ok(await close.isDisabled());
  await page.locator('input[name="close-sure"]').fill("autum");
  assert.ok(await close.isDisabled());
  await page.locator('input[name="close-sure"]').fill("Autumn");
  await shot(page, "evenings-season-closing");
  await lawful(page);
  await close.click();
  await page.locator(".season-won").waitFor();
  assert.equal((await page.locator(".season-won").textContent())?.trim().replace(/\s+/g, " "), "★Ada won");
  assert.equal(await page.locator("summary", { hasText: "Close this season" }).count(), 0);
  // A correction is shown beside it, and the winner stays.
  await daemon.post(`/v1/games/${game}/void`, { reason: "never played" });
  const french = await visit(daemon, { size: DESKTOP, path: `/seasons/${id}`, lang: "fr", token: null, theme: "dark" });
  await french.locator(".corrected tbody tr").nth(2).waitFor();
  assert.match((await french.locator(".season-won").textContent()) ?? "", /Ada a gagné/);
  assert.deepEqual(await cells(french, ".season-board"), board, "the board stands");
  assert.deepEqual((await cells(french, ".corrected"))[0], ["Ada", "place 1, 13 points", "place 1, 10 points"]);
  await french.getByText("3 parties alors, 2 maintenant").waitFor();
  await shot(french, "evenings-season-corrected");
  await lawful(french);
  assert.equal(await french.locator("details.more, form").count(), 0, "who may not administer has no forms");
  await open(french, "/");
  assert.equal(await french.locator(".season-now").count(), 0, "a closed season does not run");
  await open(french, `/seasons/${id}/print`);
  await french.locator("table.season tbody tr").nth(2).waitFor();
  assert.deepEqual(await cells(french, "table.season"), board);
  assert.equal(await pages(french), 1);
  await blackOnWhite(french);
  await lawful(french);
  await open(page, `/seasons/${id}/print`);
  await fitsTheScreen(page, "the printed season");
  // From the leaderboard to the seasons.
  await open(page, "/leaderboard");
  await page.locator("main").getByRole("link", { name: "Seasons" }).click();
  await page.getByRole("link", { name: /Autumn/ }).waitFor();
  await fitsTheScreen(page, "seasons");
  await lawful(page);
});

test("evenings: tables are proposed, changed by hand, kept over a reload, and opened as games", async ({
  club,
  visit,
  shot,
}) => {
  const daemon = await club();
  const names = ["Ada", "Bo", "Cy", "Di", "Élodie", "Fred"];
  for (const [a, b] of [
    [0, 1],
    [0, 1],
    [2, 3],
  ]) {
    await daemon.post("/v1/games", result("Catan", { [names[a]]: 10, [names[b]]: 8 }, { day: inDays(-5) }));
  }
  await daemon.post("/v1/players", { name: "Élodie" });
  await daemon.post("/v1/players", { name: "Fred" });
  const page = await visit(daemon, { size: NARROW });
  await page.getByRole("link", { name: "Tables", exact: true }).click();
  await settled(page);
  const propose = page.locator("form button.primary");
  assert.ok(await propose.isDisabled());
  for (const name of names.slice(0, 4)) {
    await page.locator(".who").getByRole("button", { name, exact: true }).click();
  }
  // Who did not come lately is found by typing.
  for (const [letters, name] of [
    ["elo", "Élodie"],
    ["fr", "Fred"],
  ]) {
    await page.locator("#find-person").fill(letters);
    await page.getByRole("option", { name }).click();
  }
  await page.getByText("6 here").waitFor();
  await page.getByRole("button", { name: "Add Ecosystem: Forest" }).click();
  await page.getByRole("button", { name: "Add Catan" }).click();
  // Nobody has said for how many Catan is.
  await page.getByText("Say for how many Catan is.").waitFor();
  await page.getByLabel("Catan, the fewest").fill("2");
  await page.getByLabel("Catan, the most").fill("2");
  await shot(page, "evenings-tables-asked");
  await fitsTheScreen(page, "tables");
  await lawful(page);
  await propose.click();
  const tables = page.locator(".evening-table");
  /** @param {number} i */
  const seated = async (i) => (await tables.nth(i).locator("[data-person]").allTextContents()).map((s) => s.trim());
  await tables.nth(1).waitFor();
  const { players } = await daemon.get("/v1/players");
  const asked = await daemon.post("/v1/tables", {
    people: players.map(({ id }) => `@${id}`),
    titles: ["foret", "catan:2-2"],
    day: TODAY,
  });
  for (const [i, table] of asked.tables.entries()) {
    assert.deepEqual(
      await seated(i),
      table.people.map(({ player }) => player),
      "the proposal is the API's",
    );
  }
  assert.equal(await page.locator('[data-table="left"]').count(), 0, "everybody has a seat");
  await shot(page, "evenings-tables-proposed");
  await lawful(page);
  // A tap on somebody and a tap on another table; the sums are those of who sits there now.
  const [first] = await seated(0);
  await tables.nth(0).locator("[data-person]").first().click();
  await page.getByRole("button", { name: `${first} sits here` }).click();
  assert.equal((await seated(0)).length, 1);
  assert.equal((await seated(1)).length, 5);
  await page.getByText("Moved by hand.").waitFor();
  await page.getByText("Too few: 2 people.").waitFor();
  const sums = await daemon.post("/v1/tables", { people: await seated(1), titles: ["x:5-5"], day: TODAY });
  await tables.nth(1).getByText(`Games together in 90 days: ${sums.together}.`).waitFor();
  assert.equal(
    await page.evaluate(() => document.activeElement?.textContent?.trim()),
    first,
    "who moved has the focus",
  );
  // With keys: back again, and another one sits out.
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: `${first} sits here` }).press("Enter");
  assert.equal((await seated(0)).length, 2);
  const [last] = (await seated(1)).slice(-1);
  await tables.nth(1).locator("[data-person]").last().press("Enter");
  await page.getByRole("button", { name: `${last} sits out` }).press("Enter");
  await page.locator('[data-table="left"]').getByText(last).waitFor();
  await shot(page, "evenings-tables-moved");
  await fitsTheScreen(page, "moved tables");
  await lawful(page);
  // A reload loses nothing; without a network it says so.
  await page.reload();
  await settled(page);
  await page.locator('[data-table="left"]').getByText(last).waitFor();
  await page.getByText("6 here").waitFor();
  const forest = await seated(1);
  await page.route("**/v1/tables", (route) => route.abort());
  await propose.click();
  await page.getByText("A proposal needs the network. What you chose is kept on this device.").waitFor();
  await page.unroute("**/v1/tables");
  // Opened as totals, and live: the form has title, people and level.
  await tables.nth(0).getByRole("link", { name: "Open Catan: totals" }).click();
  await page.locator(".seat-list li").nth(1).waitFor();
  assert.equal(await page.locator('input[name="game"]:checked').getAttribute("value"), "catan");
  await page.goBack();
  await tables.nth(0).getByText("opened").waitFor();
  await tables.nth(1).getByRole("link", { name: "Open Ecosystem: Forest: live" }).click();
  await page.locator(".seat-list li").nth(2).waitFor();
  assert.equal(await page.locator('input[name="level"]:checked').getAttribute("value"), "table");
  await page.locator(".new-game button.primary").click();
  await page.waitForURL(/\/games\/\d+$/);
  const opened = await daemon.get(/** @type {"/v1/games"} */ ("/v1/games?status=live"));
  assert.deepEqual(
    opened.games[0].seats.map(({ player }) => player),
    forest,
  );
  // Signing out forgets who was here, and who sat where.
  assert.match(await page.evaluate(() => localStorage.getItem("dendro.last-table") ?? ""), /seats/);
  await page.getByRole("button", { name: /menu/ }).click();
  await page.getByRole("button", { name: "Sign out" }).click();
  await until(() => page.evaluate(() => localStorage.getItem("dendro.evening") === null), "the evening is forgotten");
  assert.equal(await page.evaluate(() => localStorage.getItem("dendro.last-table")), null);
  assert.equal(await page.evaluate(() => localStorage.getItem("dendro.title-tables")), "{}");
});

test("evenings: a title says how often, how well, how totals lie; an admin renames and merges it", async ({
  club,
  visit,
  shot,
}) => {
  const daemon = await club();
  for (const day of [-30, -20]) {
    await daemon.post("/v1/games", result("Golf", { Ada: 3, Bo: 5 }, { variant: "low", day: inDays(day) }));
  }
  await daemon.post("/v1/games", result("Golf de table", { Cy: 4, Bo: 12 }, { variant: "low", day: inDays(-3) }));
  const page = await visit(daemon, { size: NARROW, path: "/games", lang: "fr" });
  await settled(page);
  await page.locator("main").getByRole("link", { name: "Titres" }).click();
  await page.locator("table.figures tbody tr").first().waitFor();
  const [[newest]] = await cells(page, "table.figures");
  assert.equal(newest, "Golf de table", "what was played last is first");
  await page.locator('input[name="search"]').fill("GOLF");
  assert.equal((await cells(page, "table.figures")).length, 2);
  await lawful(page);
  await fitsTheScreen(page, "titles");
  await page.getByRole("link", { name: "Golf", exact: true }).click();
  await page.getByText("Joué 2 fois").waitFor();
  await page.locator(".best").getByText("Meilleur total (bas, c’est bien)").waitFor();
  assert.equal(await page.locator(".best strong").textContent(), "3");
  assert.deepEqual(await page.locator(".five dd").allTextContents(), ["3", "3", "4", "5", "5"]);
  assert.deepEqual(
    (await cells(page, "table.figures")).map(([name]) => name.split(" ")[0]),
    ["Ada", "Bo"],
  );
  await page.locator(".results li").first().waitFor();
  await shot(page, "evenings-title");
  await lawful(page);
  await fitsTheScreen(page, "a title");
  // A new name happens at once, and can be taken back.
  const rename = page.locator('input[name="rename"]');
  await rename.fill("Mini-golf");
  await page.getByRole("button", { name: "Renommer" }).click();
  await page.getByRole("heading", { level: 1, name: "Mini-golf" }).waitFor();
  await page.getByRole("button", { name: "Annuler" }).click();
  await page.getByRole("heading", { level: 1, name: "Golf", exact: true }).waitFor();
  // A name that is taken is refused; two that are one become one, for whoever types the name.
  await rename.fill("Golf de table");
  await page.getByRole("button", { name: "Renommer" }).click();
  await page.locator(".manage .trouble").getByText("fusionnez-les").waitFor();
  await page.locator("summary").click();
  await page.locator('select[name="into"]').selectOption("golf de table");
  const merge = page.getByRole("button", { name: "Les réunir pour de bon" });
  assert.ok(await merge.isDisabled());
  await page.locator('input[name="merge-sure"]').fill("Golf");
  await lawful(page);
  await merge.click();
  await page.waitForURL(/\/titles\/golf%20de%20table$/);
  await page.getByText("Joué 3 fois").waitFor();
  // Without a token it is a page still.
  const reader = await visit(daemon, { size: DESKTOP, path: "/titles/golf", token: null, theme: "dark" });
  await reader.getByText("Played 3 times").waitFor();
  assert.equal(await reader.locator(".manage").count(), 0);
  await lawful(reader);
  await reader.getByRole("link", { name: "Leaderboard" }).click();
  await reader.waitForURL(/\/leaderboard\?game=golf\+de\+table/);
});

test("evenings: the club's year is one page, on the screen and on paper", async ({ club, visit, shot }) => {
  const daemon = await club({ demo: true });
  // The daemon's own, of a small club: a link leads to the newest year.
  const { years } = await daemon.get("/v1/years");
  const own = await visit(daemon, { size: NARROW, path: "/years" });
  await own.waitForURL(`**/years/${years[0].year}`);
  await own.locator(".year-months li").nth(11).waitFor();
  assert.deepEqual((await own.locator(".year-sums dd").allTextContents()).slice(0, 2), [
    String(years[0].games),
    String(years[0].nights),
  ]);
  await lawful(own);
  // A large one, which fills the sheet.
  for (const [lang, size, from] of /** @type {const} */ ([
    ["en", NARROW, "/people"],
    ["fr", DESKTOP, "/nights"],
  ])) {
    const page = await visit(daemon, { lang, size, path: "/settings", theme: lang === "fr" ? "dark" : "light" });
    await page.route("**/v1/years", (route) => route.fulfill({ json: YEARS }));
    await page.route("**/v1/years/*", (route) => route.fulfill({ json: YEAR }));
    await open(page, from);
    await page
      .locator("main")
      .getByRole("link", { name: from === "/people" ? "The club’s year" : "2026", exact: true })
      .click();
    await page.waitForURL(/\/years\/2026$/);
    await page.locator(".year-months li").nth(11).waitFor();
    const sums = await page.locator(".year-sums dd").allTextContents();
    assert.deepEqual(sums, ["214", "43", "31", "27", "152"]);
    assert.equal((await cells(page, ".year-columns section:nth-child(1)"))[0][1], "60");
    assert.deepEqual((await cells(page, ".year-columns section:nth-child(2)"))[4].slice(1), ["66", "28", "22"]);
    const said = (await page.locator(".year-months li .unseen").nth(9).textContent()) ?? "";
    assert.match(said, lang === "fr" ? /oct.*\u00a0: 28 parties en 6 soirées/ : /Oct: 28 games on 6 nights/);
    for (const heading of lang === "fr"
      ? ["Saisons", "La soirée la plus remplie", "Les records de l’année", "Nouveaux à table"]
      : ["Seasons", "The fullest night", "Records of the year", "New at the table"]) {
      await page.getByRole("heading", { name: heading }).waitFor();
    }
    await shot(page, `evenings-year-${lang}`);
    await fitsTheScreen(page, "the year");
    await lawful(page);
    assert.equal(await pages(page), 1, "one sheet of paper");
    await blackOnWhite(page);
  }
});
