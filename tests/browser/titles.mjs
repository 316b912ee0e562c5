// Every title, every evening: results of titles without rules, and totals of games with them, are entered on the page
// by a few taps, and shown for what they are.
import assert from "node:assert/strict";
import { DESKTOP, NARROW, test } from "./harness.mjs";
import { lawful } from "./sight.mjs";
import { choose, fitsTheScreen, gameNumber, open, seat, settled, start, until } from "./steps.mjs";

/**
 * @param {string} title
 * @param {string[]} names
 * @param {string[]} lines
 * @param {string[]} [more]
 */
const record = (title, names, lines, more = []) =>
  [
    "dendro 1",
    "game pad",
    `title ${title}`,
    ...more,
    ...names.map((name, i) => `seat ${i + 1} ${name}`),
    "night 2026-11-13",
    "",
    ...lines,
    "",
  ].join("\n");

/**
 * Keys of the number pad: digits, "-", ".", and ">" for the next seat.
 * @param {Test.Page} page
 * @param {string} keys
 */
async function pad(page, keys) {
  const names = { "-": "minus", ".": "point", ">": "next" };
  for (const key of keys) {
    await page.locator(`.number-pad [data-key="${names[/** @type {"-"} */ (key)] ?? key}"]`).click();
  }
}

/** @param {Test.Page} page */
const finish = (page) => page.locator(".finish button");
/**
 * @param {Test.Club} daemon
 * @param {number} game
 */
const recordOf = (daemon, game) => daemon.get(`/v1/games/${game}/record`);
/**
 * Lines of a record without its rules and its digest.
 * @param {string} text
 */
const told = (text) => text.split("\n").filter((line) => line && !/^(dendro|rules|digest|night|=)/.test(line));

test("titles: a game of any title is entered in five taps after the names", async ({ club, visit, shot }) => {
  const daemon = await club();
  await daemon.post("/v1/games", record("Catan", ["Ada", "Bo", "Cy"], ["1: total 10", "2: total 8", "3: total 7"]));
  await daemon.post("/v1/games", record("Les Aventuriers du Rail", ["Bo", "Cy"], ["1: total 90", "2: total 80"]));
  const page = await visit(daemon, { size: NARROW, path: "/new" });
  await settled(page);
  let taps = 0;
  /** @param {import("playwright-core").Locator} what */
  const tap = async (what) => {
    taps++;
    await what.click();
  };
  const titles = page.locator(".new-game fieldset").first().locator(".option-pick");
  await until(async () => (await titles.allTextContents()).some((text) => /rail/i.test(text)), "titles are offered");
  const offered = (await titles.allTextContents()).map((text) => text.trim().toLowerCase());
  assert.deepEqual(offered.slice(-2), ["les aventuriers du rail", "catan"], "the last one played comes first");
  assert.ok(!offered.includes("score pad"), "the pad itself is no title");
  await tap(titles.filter({ hasText: /^\s*catan/i }));
  await tap(page.locator(".last-table"));
  await page.locator(".seat-list li").nth(2).waitFor();
  await shot(page, "titles-new");
  await lawful(page);
  await tap(page.locator(".new-game button.primary"));
  await page.locator(".number-pad").waitFor();
  await pad(page, "10.5>8>-7");
  await shot(page, "titles-pad");
  await lawful(page);
  await fitsTheScreen(page, "totals");
  await tap(finish(page));
  const game = await gameNumber(page);
  assert.ok(taps <= 5, `${taps} taps`);
  const text = await recordOf(daemon, game);
  assert.deepEqual(told(text), [
    "game pad",
    text.match(/^title .*$/m)?.[0],
    "variant high",
    "level totals",
    "seat 1 Ada",
    "seat 2 Bo",
    "seat 3 Cy",
    "1: total 10.5",
    "2: total 8",
    "3: total -7",
  ]);
  assert.match(text, /^title catan$/im);
});

/**
 * How games end: the lines, what the page says in English and in French, and what else stands there.
 * @type {{ title: string, names: string[], more?: string[], lines: string[], en: RegExp, fr: RegExp }[]}
 */
const ENDS = [
  {
    title: "Golf de papillons",
    names: ["Ada", "Bo"],
    more: ["variant low"],
    lines: ["1: total 3", "2: total 5"],
    en: /^Ada won with the lowest total, \d+ below the next$/,
    fr: /^Ada a gagné avec le total le plus bas, \d+ sous le suivant$/,
  },
  {
    title: "Loups",
    names: ["Ada", "Bo", "Cy"],
    more: ["variant win"],
    lines: ["1: wins", "2: loses", "3: wins"],
    en: /^Ada and Cy won$/,
    fr: /^Ada et Cy ont gagné$/,
  },
  {
    title: "Loups",
    names: ["Ada", "Bo"],
    more: ["variant win"],
    lines: ["1: loses", "2: loses"],
    en: /^Nobody won$/,
    fr: /^Personne n’a gagné$/,
  },
  {
    title: "Pandémie",
    names: ["Ada", "Bo"],
    more: ["variant together"],
    lines: ["*: lost"],
    en: /^Lost together/,
    fr: /^Perdu ensemble/,
  },
  {
    title: "Hanabi",
    names: ["Ada", "Bo"],
    more: ["variant together"],
    lines: ["*: won, total 21"],
    en: /^Won together, with /,
    fr: /^Gagné ensemble, avec /,
  },
  { title: "Dixit", names: ["Ada", "Bo"], lines: ["*: played"], en: /^Played, without/, fr: /^Joué, sans/ },
  { title: "Dixit", names: ["Ada", "Bo"], lines: ["1: total 5", "2: total 5"], en: /^A tie/, fr: /^Égalité/ },
  {
    title: "Course",
    names: ["Ada", "Bo"],
    more: ["variant rank"],
    lines: ["1: rank 2", "2: rank 1"],
    en: /^Bo won$/,
    fr: /^Bo a gagné$/,
  },
];

test("titles: a result says first who won and by how much, in both languages", async ({ club, visit, shot }) => {
  const daemon = await club();
  const games = [];
  for (const { title, names, lines, more } of ENDS) {
    games.push((await daemon.post("/v1/games", record(title, names, lines, more))).game);
  }
  const teams = record("Tarot", ["Ada", "Bo", "Cy", "?"], ["1: total 10.5", "2: total 8"], []).replace(
    "night",
    "team 1 3\nteam 2 4\nduration 45\nnote Une belle soirée.\nnight",
  );
  const { game: tarot } = await daemon.post("/v1/games", teams);
  for (const [lang, size] of /** @type {const} */ ([
    ["en", NARROW],
    ["fr", DESKTOP],
  ])) {
    const page = await visit(daemon, { lang, size });
    for (const [i, end] of ENDS.entries()) {
      await open(page, `/games/${games[i]}`);
      const heading = page.locator("main h1");
      await until(async () => end[lang].test((await heading.textContent()) ?? ""), `${end[lang]} of game ${games[i]}`);
      assert.equal(await page.locator(".film").count(), 0, "there is no film");
    }
    await open(page, `/games/${tarot}`);
    const { seats } = await daemon.get(`/v1/games/${tarot}`);
    const written = new Intl.NumberFormat(lang === "fr" ? "fr-FR" : "en-GB", { maximumFractionDigits: 2 });
    const won = lang === "fr" ? "Ada et Cy ont gagné de" : "Ada and Cy won by";
    const margin = `${won} ${written.format(seats[0].total - seats[1].total)}`;
    await until(async () => (await page.locator("main h1").textContent()) === margin, margin);
    assert.equal(await page.locator('[data-total="1"]').textContent(), written.format(seats[0].total));
    assert.equal(await page.locator('[data-seat="4"] .guest').textContent(), lang === "fr" ? "invité" : "guest");
    await until(() => page.getByText("Une belle soirée.").first().isVisible(), "the comment");
    assert.match(
      (await page.locator(".basis").textContent()) ?? "",
      lang === "fr" ? /noté à la table/ : /written down/,
    );
    await shot(page, `titles-result-${lang}`);
    await lawful(page);
    await fitsTheScreen(page, "a result");
    await open(page, `/games/${tarot}/replay`);
    await until(() => new URL(page.url()).pathname === `/games/${tarot}`, "the film leads to the result");
    await open(page, `/games/${tarot}/print`);
    assert.equal(await page.locator(".plain-state").count(), 0, "no state on paper");
    await fitsTheScreen(page, "the printed result");
  }
});

test("titles: twelve seats, teams, guests and wrong numbers on a narrow screen; kept without a network", async ({
  club,
  visit,
  shot,
}) => {
  const daemon = await club();
  const page = await visit(daemon, { size: NARROW, path: "/new" });
  await settled(page);
  await page.locator("#other-title").fill("Tarot des bois");
  await page.getByRole("option").filter({ hasText: "Tarot des bois" }).click();
  for (let i = 0; i < 11; i++) await seat(page, `Personne numéro ${i + 1}`, `Personne numéro ${i + 1}`);
  await page.locator("button.guest").click();
  await until(async () => (await page.locator(".seat-list li").count()) === 12, "twelve seats");
  assert.equal(await page.locator("#add-player").count(), 0, "the table is full");
  await fitsTheScreen(page, "a new game of twelve");
  await start(page);
  await page.locator(".number-pad").waitFor();
  await page.locator("summary").click();
  for (const n of [0, 1]) {
    for (const at of [n, n + 2]) {
      await page.locator(".team-letters li").nth(at).locator(".letter").nth(n).click();
    }
  }
  await page.locator("#minutes").fill("45");
  await page.locator("#note").fill("Avec du thé.");
  await fitsTheScreen(page, "totals of twelve");
  await lawful(page);
  const input = page.locator("#total-0");
  await input.fill("7,123");
  await until(() => page.locator("#total-0-note").getByText("two decimals").isVisible(), "why, next to the field");
  assert.ok(await finish(page).isDisabled());
  await input.fill("7,5");
  await pad(page, ">1>2>3>4>5>6>7>8>9");
  await until(async () => !(await finish(page).isDisabled()), "everybody has a total");
  await shot(page, "titles-twelve");
  await page.context().setOffline(true);
  await finish(page).click();
  await page.locator(".waiting-list").filter({ hasText: "Tarot des bois" }).filter({ hasText: "7.5" }).waitFor();
  await page.context().setOffline(false);
  const text = await recordOf(daemon, await gameNumber(page));
  assert.match(text, /^title Tarot des bois$/m);
  assert.match(text, /^team 1 3\nteam 2 4$/m);
  assert.match(text, /^seat 12 \?$/m);
  assert.match(text, /^duration 45$/m);
  assert.match(text, /^note Avec du thé\.$/m);
  assert.match(text, /^1: total 7\.5\n2: total 1\n5: total 2$/m);
});

test("titles: totals of a game with rules, in whole points within its limits", async ({ club, visit }) => {
  const daemon = await club();
  for (const [id, game] of [
    ["foret", "Forest"],
    ["grandbois", "GrandBois"],
    ["biotopes", "Biotopes"],
  ]) {
    const page = await visit(daemon, { size: NARROW, path: "/new" });
    await settled(page);
    await choose(page, "game", id);
    for (const name of ["Ada", "Bo", "Cy"]) await seat(page, name, name);
    await choose(page, "level", "totals");
    await start(page);
    await page.locator(".number-pad").waitFor();
    await until(async () => (await page.locator("main h1").textContent())?.includes(game), `the sheet is of ${game}`);
    assert.ok(await page.locator('[data-key="point"]').isDisabled(), "points are whole");
    await pad(page, "50>36>4000");
    await until(async () => (await page.locator("#total-2-note").textContent())?.includes("From"), "its limits");
    await page.locator('[data-key="erase"]').click();
    await page.locator('[data-key="erase"]').click();
    await finish(page).click();
    const text = await recordOf(daemon, await gameNumber(page));
    assert.match(text, /^level totals$/m);
    assert.match(text, /^1: total 50\n2: total 36\n3: total 40$/m);
    await until(async () => (await page.locator("main h1").textContent()) === "Ada won by 10", "who won");
  }
});

test("titles: lists and boards name a title, and are filtered by one whose id has blanks", async ({ club, visit }) => {
  const daemon = await club();
  await daemon.post("/v1/games", record("Tarot à cinq", ["Ada", "Bo"], ["1: total 9", "2: total 8"]));
  await daemon.post("/v1/games", record("Catan", ["Ada", "Bo"], ["1: total 9", "2: total 8"]));
  const page = await visit(daemon, { path: "/games" });
  await settled(page);
  await until(async () => (await page.locator(".entry-title").count()) === 2, "both games");
  await page.locator('select[name="game"] option[value="tarot a cinq"]').waitFor({ state: "attached" });
  await page.locator('select[name="game"]').selectOption("tarot a cinq");
  await until(async () => (await page.locator(".entry-title").count()) === 1, "one game");
  assert.match((await page.locator(".entry-title").textContent()) ?? "", /^Tarot à cinq/);
  await open(page, "/leaderboard?game=tarot+a+cinq");
  await until(() => page.getByText("Ada").first().isVisible(), "the board of a title");
  const chosen = page.locator('select[name="game"] option:checked');
  await until(async () => (await chosen.textContent()) === "Tarot à cinq", "the board names it");
});
