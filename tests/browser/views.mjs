// What holds for every view of the page: hostile names are text, nothing sticks out at 360 px, axe-core finds nothing
// in either theme and language, what can be tapped is large enough; and the first view is light.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DESKTOP, NARROW, SOURCE, test } from "./harness.mjs";
import { lawful } from "./sight.mjs";
import { choose, fitsTheScreen, open, SHEETS, seat, settled, start, swatch, cell } from "./steps.mjs";

const NAMES = [
  '<script>globalThis.hacked = 1</script><img src=x onerror="globalThis.hacked = 2">',
  `"'><svg/onload=globalThis.hacked=3> {{7*7}} \${globalThis.hacked=4} &amp;`,
  "עברית עם הפוך العربية",
  "W".repeat(200),
];
const PLACE = '<b>Cave</b> & "Grotte"';

/**
 * A club whose people are called the worst, with a game of each kind finished, and one of each under way.
 * @param {Test.Tools["club"]} club
 */
async function hostileClub(club) {
  const daemon = await club({ demo: true });
  const sheet = await daemon.post("/v1/games", {
    game: "foret",
    level: "sheet",
    seats: NAMES.slice(0, 3),
    place: PLACE,
    night: "2026-11-13",
    moves: SHEETS.map((grid, i) => `${i + 1}: grid ${grid}`),
  });
  const table = await daemon.post("/v1/games", {
    game: "foret",
    level: "table",
    seats: NAMES,
    place: PLACE,
    night: "2026-11-13",
    moves: ["1: bee 0,0", "2: wolf 0,0", "3: rabbit 0,0", "4: fox 0,0"],
  });
  const catalogue = (await daemon.get("/v1/catalogues")).catalogues.find(
    ({ game, name }) => game === "ecos" && name === "house",
  );
  const ecos = await daemon.post("/v1/games", {
    game: "ecos",
    level: "table",
    seats: NAMES.slice(0, 3),
    options: { catalogue: `house sha256:${catalogue.hash}` },
  });
  const grandbois = await daemon.post("/v1/games", { game: "grandbois", level: "table", seats: NAMES.slice(0, 3) });
  const season = await daemon.post("/v1/seasons", {
    name: NAMES[0].slice(0, 200),
    from: "2026-01-01",
    to: "2026-12-31",
    title: "foret",
  });
  const people = (await daemon.get("/v1/players")).players
    .filter(({ name }) => NAMES.includes(name))
    .map(({ id }) => id);
  assert.equal(people.length, NAMES.length);
  return { daemon, season: season.id, sheet: sheet.game, live: [table.game, ecos.game, grandbois.game], people };
}

/**
 * Every address of js/main.js, with somebody hostile on it where people are shown.
 * @param {{ season: number, sheet: number, live: number[], people: string[] }} props
 */
function views({ season, sheet, live, people }) {
  return [
    "/",
    "/new",
    "/games",
    `/games/${sheet}`,
    ...live.map((id) => `/games/${id}`),
    `/games/${live[0]}/replay`,
    `/games/${sheet}/review`,
    `/games/${sheet}/print`,
    "/nights",
    "/nights/2026-11-13",
    "/people",
    `/people/${people[3]}`,
    `/people/${people[0]}/vs/${people[1]}`,
    "/leaderboard?game=foret",
    "/leaderboard/print?game=foret",
    "/leaderboard/about?of=/v1/leaderboard",
    "/records?game=foret",
    "/seasons",
    `/seasons/${season}`,
    `/seasons/${season}/print`,
    "/tables",
    "/puzzle",
    "/titles",
    "/titles/foret",
    "/cards?game=foret",
    "/cards/bee?game=foret",
    "/waiting",
    "/audit",
    "/settings",
    "/settings/exchange",
    "/signin",
    "/people/nothing/here",
  ];
}

/**
 * Somebody hostile said "this is me": their page has more on it, and boards mark their line.
 * @param {Test.Page} page
 * @param {string} id
 */
const thisIsMe = (page, id) => page.evaluate((me) => localStorage.setItem("dendro.mine", JSON.stringify(me)), id);

/**
 * A sheet with the same people, half filled in.
 * @param {Test.Page} page
 */
async function openSheet(page) {
  await open(page, "/new");
  for (const name of NAMES.slice(0, 3)) await seat(page, name.slice(0, 60), name.slice(0, 20));
  await choose(page, "level", "sheet");
  await start(page);
  await page.waitForURL(/\/sheet\//);
  await swatch(page, "bee").click();
  await cell(page, 0, 0).click();
}

test("hostile names are text on every view, and nothing sticks out at 360 pixels", async ({ club, visit, shot }) => {
  const scene = await hostileClub(club);
  const page = await visit(scene.daemon, { size: NARROW, path: "/settings" });
  /** @param {string} path */
  const look = async (path) => {
    assert.equal(await page.evaluate(() => globalThis.hacked), undefined, `${path} ran what somebody is called`);
    assert.equal(
      await page.locator("main script, main img, main [onload], main [onerror]").count(),
      0,
      `${path} has elements out of a name`,
    );
    assert.equal(
      await page
        .locator("main b")
        .filter({ hasText: /^Cave$/ })
        .count(),
      0,
      `${path} has elements out of a place`,
    );
    await fitsTheScreen(page, path);
  };
  await thisIsMe(page, scene.people[3]);
  for (const path of views(scene)) {
    await open(page, path);
    await look(path);
  }
  await open(page, "/");
  await page.locator(".entry-names").first().waitFor();
  assert.ok((await page.locator("main").innerText()).includes("<script>"), "the name is not shown as it is");
  await shot(page, "hostile-tonight");
  await openSheet(page);
  await look("the sheet");
  await shot(page, "hostile-sheet");
});

/** @type {{ theme: "dark" | "light", other: "dark" | "light", lang: string, size: Test.Size }[]} */
const COMBINATIONS = [
  { theme: "light", other: "dark", lang: "en", size: NARROW },
  { theme: "dark", other: "light", lang: "fr", size: DESKTOP },
];
for (const { theme, other, lang, size } of COMBINATIONS) {
  test(`axe-core finds nothing on any view: ${theme} (contrast in ${other} too), ${lang}, ${size.width} px`, async ({
    club,
    visit,
    shot,
  }) => {
    const scene = await hostileClub(club);
    const page = await visit(scene.daemon, { theme, lang, size, path: "/settings" });
    const look = async () => {
      await lawful(page);
      await page.emulateMedia({ colorScheme: other });
      await lawful(page, ["color-contrast"]);
      await page.emulateMedia({ colorScheme: theme });
    };
    await thisIsMe(page, scene.people[3]);
    for (const path of views(scene)) {
      await open(page, path);
      assert.equal(await page.evaluate(() => document.documentElement.lang), lang);
      await look();
      await shot(page, `${theme}-${lang}-${size.width}${path.replace(/[^a-z0-9]+/gi, "-").slice(0, 60)}`);
    }
    await openSheet(page);
    await look();
    await shot(page, `${theme}-${lang}-${size.width}-sheet`);
    await page.locator("header .club").click();
    await look();
  });
}

test("what can be tapped at the table is at least 44 pixels high and wide", async ({ club, visit }) => {
  const daemon = await club();
  const { game } = await daemon.post("/v1/games", {
    game: "foret",
    level: "table",
    seats: ["Ada", "Bo", "Cy", "Di", "Ed", "Flo"],
    moves: ["1: bee 0,0"],
  });
  const page = await visit(daemon, { size: NARROW, path: `/games/${game}` });
  const small = () =>
    page.evaluate(() =>
      [...document.querySelectorAll("main button, main a.button, .tabs a, .topbar button")]
        .filter((one) => one.checkVisibility() && one.getBoundingClientRect().height > 0)
        .map((one) => ({
          name: one.getAttribute("aria-label") ?? one.textContent.trim(),
          box: one.getBoundingClientRect(),
        }))
        .filter(({ box }) => box.width < 44 || box.height < 44)
        .map(({ name, box }) => `${name}: ${box.width} x ${box.height}`),
    );
  for (const path of [`/games/${game}`, "/new", "/"]) {
    await open(page, path);
    assert.deepEqual(await small(), [], path);
  }
});

test("the first view is under 150 kB over the wire, and needs no plots", async ({ club, visit }) => {
  const daemon = await club({ demo: true });
  const page = await visit(daemon, { path: "/settings" });
  await settled(page);
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.clearBrowserCache");
  let bytes = 0;
  /** @type {[string, number][]} */
  const seen = [];
  const addresses = new Map();
  session.on("Network.requestWillBeSent", ({ requestId, request }) => addresses.set(requestId, request.url));
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    bytes += encodedDataLength;
    seen.push([addresses.get(requestId), encodedDataLength]);
  });
  await page.goto("/");
  await settled(page);
  await page.locator(".top li").first().waitFor();
  await page.waitForLoadState("networkidle");
  const list = seen.map(([url, size]) => `${size} ${url}`).join("\n");
  assert.ok(seen.length > 10, list);
  assert.ok(bytes < 150000, `${bytes} bytes:\n${list}`);
  assert.ok(!seen.some(([url]) => /uplot|qrcode/.test(url)), list);
  console.log(`        the first view takes ${Math.round(bytes / 1000)} kB in ${seen.length} requests`);
});

test("language and colours are switched at once and stay", async ({ club, visit }) => {
  const daemon = await club({ demo: true });
  const page = await visit(daemon, { size: DESKTOP });
  await settled(page);
  const paper = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const before = await paper();
  await page.locator("header .club").click();
  await page.getByRole("button", { name: "En français" }).click();
  await page.getByRole("heading", { name: /Ce soir/ }).waitFor();
  await open(page, "/settings");
  await page.getByLabel("forêt de nuit").check();
  assert.notEqual(await paper(), before);
  await page.reload();
  await settled(page);
  assert.notEqual(await paper(), before);
  await page.getByRole("heading", { name: "Réglages" }).waitFor();
});

test("a game is opened and played with the keyboard alone", async ({ club, visit }) => {
  const daemon = await club({ demo: true });
  const page = await visit(daemon, { size: DESKTOP, path: "/new" });
  await settled(page);
  await page.locator("#add-player").focus();
  for (const letters of ["la", "ka", "él"]) {
    await page.keyboard.type(letters);
    await page.getByRole("option").first().waitFor();
    await page.keyboard.press("Enter");
  }
  await page.locator('input[name="level"]:checked').focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowUp");
  await page.locator(".new-game button.primary").focus();
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/(games|sheet)\//);
  await page.locator(".palette").waitFor();
  await swatch(page, "deer").focus();
  await page.keyboard.press("Enter");
  await page.locator('#seat-panel button[data-cell][tabindex="0"]').focus();
  await page.keyboard.press("Enter");
  await page.locator("#seat-panel .foret-deer, .moves-list .foret-deer").first().waitFor();
  // Arrow keys walk tabs and cells.
  await page.getByRole("tab", { selected: true }).focus();
  await page.keyboard.press("ArrowRight");
  await page.getByRole("tab", { selected: true }).and(page.locator(":focus")).waitFor();
});

test("a new club says how a first evening goes, and stops saying it once there is a game", async ({
  club,
  visit,
  shot,
}) => {
  const daemon = await club();
  const page = await visit(daemon, { size: NARROW });
  await page.getByRole("heading", { name: "A new notebook" }).waitFor();
  await page.getByRole("link", { name: "New game" }).waitFor();
  await lawful(page);
  await shot(page, "new-club");
  await daemon.post("/v1/games", { game: "foret", level: "table", seats: ["Ada", "Bo", "Cy"] });
  await open(page, "/");
  await page.getByRole("link", { name: "Ada, Bo and Cy" }).waitFor();
  assert.equal(await page.getByRole("heading", { name: "A new notebook" }).count(), 0);
});

test("a game that is not there is said in a sentence, with a way on and no button that cannot help", async ({
  club,
  visit,
}) => {
  const daemon = await club();
  const page = await visit(daemon, { size: NARROW, path: "/games/99" });
  await page.getByRole("alert").filter({ hasText: "99" }).waitFor();
  assert.equal(await page.getByRole("button", { name: "Try again" }).count(), 0);
  await lawful(page);
  await page.getByRole("link", { name: "All games" }).click();
  await page.waitForURL(/\/games$/);
});

test("the scores of six fit a phone without scrolling sideways, names to the last letter", async ({
  club,
  visit,
  shot,
}) => {
  const daemon = await club();
  const seats = ["Aliénor", "Bartholomé", "Céleste", "Dorian", "Élodie", "Hippolyte"];
  const { game } = await daemon.post("/v1/games", {
    game: "foret",
    level: "table",
    seats,
    moves: seats.map((_, i) => `${i + 1}: bee 0,0`),
  });
  const page = await visit(daemon, { size: NARROW, lang: "fr", path: "/settings" });
  for (const path of [`/games/${game}`, `/games/${game}/replay`]) {
    await open(page, path);
    await page.locator(".score-place").waitFor();
    const [place, ...cut] = await page
      .locator(".score-place")
      .evaluate((one) => [
        one.scrollWidth - one.clientWidth,
        ...[...one.querySelectorAll("thead bdi")]
          .filter((name) => name.scrollHeight > name.clientHeight + 1 || name.scrollWidth > name.clientWidth + 1)
          .map((name) => name.textContent),
      ]);
    assert.equal(place, 0, `${path}: the table is ${place} px wider than its place`);
    assert.deepEqual(cut, [], `${path}: names are cut`);
  }
  await page.locator(".score-place").scrollIntoViewIfNeeded();
  await shot(page, "scores-of-six");
  const tied = await daemon.post(
    "/v1/games",
    readFileSync(join(SOURCE, "replays/foret/everyone-tied-six.dendro"), "utf8"),
  );
  for (const path of [`/games/${tied.game}`, `/games/${tied.game}/print`]) {
    await open(page, path);
    await page.locator(".score-place").waitFor();
    const figures = await page.locator(".score-place tbody td").evaluateAll((cells) =>
      cells.map((one) => {
        const text = document.createRange();
        text.selectNodeContents(one);
        return { text: one.textContent, lines: text.getClientRects().length };
      }),
    );
    assert.ok(
      figures.some(({ text }) => text.length > 1),
      "no figure has two digits",
    );
    assert.deepEqual(
      figures.filter(({ text, lines }) => text && lines > 1),
      [],
      `${path}: a figure is broken into lines`,
    );
    assert.equal(await page.locator(".score-place").evaluate((one) => one.scrollWidth - one.clientWidth), 0, path);
  }
});

test("what could not be loaded comes by itself when the daemon is back", async ({ club, visit }) => {
  const daemon = await club({ demo: true, returns: true });
  const page = await visit(daemon, { size: NARROW, path: "/settings" });
  await settled(page);
  await page.evaluate(
    () =>
      import(
        /** @type {HTMLScriptElement} */ (document.querySelector("script[type=module]")).src.replace(
          "main.js",
          "views/games.js",
        )
      ),
  );
  await daemon.halt();
  await page.locator('.tabs a[href="/games"]').click();
  await page.locator(".trouble.away").first().waitFor();
  await page.locator(".notice-line").waitFor();
  await lawful(page);
  await daemon.again();
  await page.locator("[data-game]").first().waitFor();
  await page.locator(".notice-line").waitFor({ state: "detached" });
  assert.equal(await page.locator(".trouble").count(), 0);
});
