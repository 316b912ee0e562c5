// Every title, every evening: results of titles without rules, and totals of games with them, are entered on the page
// by a few taps, and shown for what they are.
import assert from "node:assert/strict";
import { DESKTOP, NARROW, test } from "./harness.mjs";
import { lawful } from "./sight.mjs";
import { fitsTheScreen, gameNumber, open, settled, until } from "./steps.mjs";

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
  await lawful(page, "a new game of a title");
  await tap(page.locator(".new-game button.primary"));
  await page.locator(".number-pad").waitFor();
  await pad(page, "10.5>8>-7");
  await shot(page, "titles-pad");
  await lawful(page, "totals");
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
    fr: /^Personne n'a gagné$/,
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
    await lawful(page, "a result");
    await fitsTheScreen(page, "a result");
    await open(page, `/games/${tarot}/replay`);
    await until(() => new URL(page.url()).pathname === `/games/${tarot}`, "the film leads to the result");
    await open(page, `/games/${tarot}/print`);
    assert.equal(await page.locator(".plain-state").count(), 0, "no state on paper");
    await fitsTheScreen(page, "the printed result");
  }
});
