// Every view that pictures are taken of. A line: its name (the file's, too), its address in the club of
// visual_scene.mjs, and what is done there first. A test fails when an address of web/js/main.js is not among them.
import { addressOf, serve } from "../../web/dev.mjs";
import { cell, choose, open, seat, start, swatch } from "./steps.mjs";

/**
 * @typedef {object} View
 * @property {string} name
 * @property {string | ((at: Record<string, string | number>) => string)} path
 * @property {"full" | "empty" | "private"} [club] which club; the full one
 * @property {"admin" | "nobody"} [who] who looks; an admin
 * @property {(page: Test.Page) => Promise<unknown>} [begin] what is done first, once; it outlasts another language
 * @property {(page: Test.Page) => Promise<unknown>} [each] what is done in each language
 * @property {(daemon: Test.Club, tools: Test.Tools) => Promise<Test.Club>} [site] where the page is, if not at the club
 */

const PEOPLE = ["Élodie", "Basile", "Garance"];

/**
 * Begins a sheet with three people.
 * @param {string} game
 * @param {(page: Test.Page) => Promise<unknown>} [more]
 */
const sheet = (game, more) => async (/** @type {Test.Page} */ page) => {
  await choose(page, "game", game);
  for (const name of PEOPLE) await seat(page, name.slice(0, 3), name);
  await choose(page, "level", "sheet");
  await start(page);
  await page.waitForURL(/\/sheet\//);
  await more?.(page);
};

/** @param {Test.Page} page */
async function someCards(page) {
  for (const [i, card] of ["bee", "meadow", "meadow", "bear", "trout", "wolf", "fox"].entries()) {
    await swatch(page, card).click();
    await cell(page, i % 5, Math.floor(i / 5)).click();
  }
}

/** @param {Test.Page} page */
async function totals(page) {
  await page
    .locator(".new-game fieldset")
    .first()
    .locator(".option-pick")
    .filter({ hasText: /^\s*catan/i })
    .click();
  for (const name of PEOPLE) await seat(page, name.slice(0, 3), name);
  await start(page);
  await page.locator(".number-pad").waitFor();
}

/** @param {Test.Page} page */
async function tablesAsked(page) {
  for (const name of PEOPLE) {
    await page
      .locator(".who button")
      .filter({ hasText: new RegExp(`^\\s*${name}`) })
      .click();
  }
}

/**
 * A result that does not get through.
 * @param {Test.Page} page
 */
async function waits(page) {
  await page.route("**/v1/games", (route) => (route.request().method() === "POST" ? route.abort() : route.fallback()));
  await totals(page);
  for (const i of PEOPLE.keys()) await page.locator(`#total-${i}`).fill(String(7 + i));
  await page.locator(".finish button").click();
  await page.locator(".waiting-list").waitFor();
  await open(page, "/waiting");
  await page.locator(".waiting-list").waitFor();
}

/**
 * A result that the daemon does not take.
 * @param {Test.Page} page
 */
async function refused(page) {
  await page.route("**/v1/games", (route) =>
    route.request().method() === "POST"
      ? route.fulfill({
          status: 422,
          contentType: "application/problem+json",
          json: { type: "/problems/games.seats", title: "Not possible", status: 422, detail: "two seats of one name" },
        })
      : route.fallback(),
  );
  await totals(page);
  for (const i of PEOPLE.keys()) await page.locator(`#total-${i}`).fill(String(7 + i));
  await page.locator(".finish button").click();
  await page.locator(".waiting-list").waitFor();
  await open(page, "/waiting");
  await page.locator(".waiting-list .refused").first().waitFor();
}

/** @param {Test.Page} page */
async function search(page) {
  const dialog = page.locator(".search-dialog");
  if ((await dialog.count()) === 0) await page.locator('.topbar [aria-keyshortcuts="/"]').click();
  await dialog.locator("input").fill("gar");
  await dialog.locator(".search-found a").first().waitFor();
}

/** @param {Test.Page} page */
async function mine(page) {
  await page.getByRole("button", { name: "This is me on this device" }).click();
  await page.locator(".at-a-glance dd").first().waitFor();
}

/** A file of another program, with a name that we know and one that we do not. */
const FOREIGN = ["dendro 1", "game pad", "title Calico", "seat 1 Elodie (demo)", "seat 2 Zoé", "night 2026-11-12", ""]
  .concat(["1: total 41", "2: total 39", ""])
  .join("\n");

/** @param {Test.Page} page */
async function importPreview(page) {
  await page.locator('input[name="import-file"]').setInputFiles({
    name: "games.dendro",
    mimeType: "application/octet-stream",
    buffer: Buffer.from(FOREIGN),
  });
  await page.locator(".import-preview").waitFor();
}

/**
 * A puzzle that is the same whatever the search finds: reviews of so few playouts have none.
 * @param {Test.Page} page
 */
async function puzzle(page) {
  const game = await page.evaluate(async () => {
    const { games } = await (await fetch("/v1/games?status=finished&game=foret&limit=100")).json();
    return games.find((/** @type {Api.Game} */ { level }) => level === "full").id;
  });
  const choices = ["wolf 0,1", "wolf 1,0", "deer 0,1", "deer 1,0", "stream 0,1", "meadow 0,1"];
  const kinds = [0, 0, 1, 1, 2, 3];
  const behind = [null, null, { mean: 0.21, lo: 0.15, hi: 0.27 }, null, null, { mean: 0.16, lo: 0.1, hi: 0.22 }];
  const answer = { best: choices[0], made: choices[2], loss: 0.21, loss_lo: 0.15, loss_hi: 0.27, grade: "blunder" };
  const json = {
    ...{ day: "2026-11-14", game, title_id: "foret", title: { en: "Ecosystem: Forest", fr: "Ecosystème Forêt" } },
    ...{ players: [], seat: 1, ply: 16, made_ply: 16, played_on: "2026-11-13", asks: "take", choices, kinds },
    answer: { ...answer, margin: 0.16, margin_lo: 0.1, margin_hi: 0.22, behind },
  };
  await page.route("**/v1/puzzle", (route) => route.fulfill({ json }));
  await open(page, "/puzzle");
}

/** @param {Test.Page} page */
async function puzzleAnswered(page) {
  const card = page.locator(".puzzle-hand button:enabled").first();
  await card.waitFor();
  await card.press("Enter");
  await page.locator(".puzzle-answer").waitFor();
}

/**
 * A part that is further down than a window is high: without those above it.
 * @param {string} what
 */
const onlyFrom = (what) => async (/** @type {Test.Page} */ page) => {
  await page.locator(what).first().waitFor();
  await page.evaluate((one) => {
    const part = document.querySelector(one)?.closest(".review > section");
    for (let above = part?.previousElementSibling; above; above = above.previousElementSibling) {
      above.setAttribute("hidden", "");
    }
  }, what);
};

/** @param {Test.Page} page */
async function offline(page) {
  await page.context().setOffline(true);
  await page.locator(".notice-line").waitFor();
}

/** @type {View[]} */
export const VIEWS = [
  { name: "tonight", path: "/" },
  { name: "tonight-stranger", path: "/", who: "nobody" },
  { name: "tonight-empty", path: "/", club: "empty" },
  { name: "tonight-offline", path: "/", each: offline },
  { name: "search", path: "/settings", each: search },
  { name: "waiting", path: "/new", begin: waits },
  { name: "waiting-refused", path: "/new", begin: refused },
  { name: "menu", path: "/settings", each: (page) => page.locator("header .club").click() },
  { name: "new-game", path: "/new" },
  { name: "tables", path: "/tables", begin: tablesAsked },
  { name: "sheet-foret", path: "/new", begin: sheet("foret", someCards) },
  { name: "sheet-ecos", path: "/new", begin: sheet("ecos") },
  { name: "sheet-grandbois", path: "/new", begin: sheet("grandbois") },
  { name: "sheet-biotopes", path: "/new", begin: sheet("biotopes") },
  { name: "sheet-totals", path: "/new", begin: totals },
  { name: "games", path: "/games" },
  { name: "game-foret", path: ({ foret }) => `/games/${foret}` },
  { name: "game-sheet", path: ({ foretSheet }) => `/games/${foretSheet}` },
  { name: "game-totals", path: ({ result }) => `/games/${result}` },
  { name: "game-teams", path: ({ teams }) => `/games/${teams}` },
  { name: "game-corrected", path: ({ corrected }) => `/games/${corrected}` },
  { name: "game-paper", path: ({ paper }) => `/games/${paper}` },
  { name: "game-contested", path: ({ contested }) => `/games/${contested}` },
  { name: "game-abandoned", path: ({ abandoned }) => `/games/${abandoned}` },
  { name: "game-missing", path: "/games/9999" },
  { name: "game-void", path: ({ void: gone }) => `/games/${gone}` },
  { name: "games-empty", path: "/games", club: "empty" },
  { name: "game-correct", path: ({ foret }) => `/games/${foret}/correct` },
  { name: "live-foret", path: ({ liveForet }) => `/games/${liveForet}` },
  { name: "live-grandbois", path: ({ liveGrandbois }) => `/games/${liveGrandbois}` },
  { name: "live-ecos", path: ({ liveEcos }) => `/games/${liveEcos}` },
  { name: "live-biotopes", path: ({ liveBiotopes }) => `/games/${liveBiotopes}` },
  { name: "replay-foret", path: ({ foret }) => `/games/${foret}/replay` },
  { name: "puzzle-none", path: "/puzzle", club: "empty" },
  { name: "puzzle", path: "/puzzle", begin: puzzle, each: puzzleAnswered },
  { name: "review-decisions", path: ({ foret }) => `/games/${foret}/review`, each: onlyFrom(".decisions") },
  { name: "review-forests", path: ({ foret }) => `/games/${foret}/review`, each: onlyFrom(".best-forests") },
  { name: "replay-reviewed", path: ({ foret, blunder }) => `/games/${foret}/replay?at=${blunder}` },
  { name: "review", path: ({ foret }) => `/games/${foret}/review` },
  { name: "review-ask", path: ({ unasked }) => `/games/${unasked}/review` },
  { name: "replay-grandbois", path: ({ grandbois }) => `/games/${grandbois}/replay` },
  { name: "replay-ecos", path: ({ ecos }) => `/games/${ecos}/replay` },
  { name: "replay-biotopes", path: ({ biotopes }) => `/games/${biotopes}/replay` },
  { name: "game-print", path: ({ foretSheet }) => `/games/${foretSheet}/print` },
  { name: "nights", path: "/nights" },
  { name: "night", path: "/nights/2026-11-13" },
  { name: "titles", path: "/titles" },
  { name: "title", path: "/titles/foret" },
  { name: "years", path: "/years" },
  { name: "year", path: "/years/2026" },
  { name: "people", path: "/people" },
  { name: "player", path: ({ Élodie }) => `/people/${Élodie}` },
  { name: "player-mine", path: ({ Élodie }) => `/people/${Élodie}`, begin: mine },
  { name: "versus", path: ({ Élodie, Basile }) => `/people/${Élodie}/vs/${Basile}` },
  { name: "leaderboard", path: "/leaderboard?game=foret" },
  { name: "leaderboard-empty", path: "/leaderboard", club: "empty" },
  { name: "leaderboard-about", path: "/leaderboard/about?of=/v1/leaderboard" },
  { name: "leaderboard-print", path: "/leaderboard/print?game=foret" },
  { name: "seasons", path: "/seasons" },
  { name: "season", path: ({ season }) => `/seasons/${season}` },
  { name: "season-print", path: ({ season }) => `/seasons/${season}/print` },
  { name: "records", path: "/records?game=foret" },
  { name: "cards", path: "/cards?game=foret" },
  { name: "cards-ecos", path: "/cards?game=ecos" },
  { name: "card", path: "/cards/bee?game=foret" },
  { name: "audit", path: "/audit" },
  { name: "settings", path: "/settings" },
  { name: "settings-club", path: "/settings/club" },
  { name: "settings-invite", path: "/settings/invite" },
  { name: "settings-exchange", path: "/settings/exchange" },
  { name: "settings-exchange-preview", path: "/settings/exchange", each: importPreview },
  { name: "settings-pads", path: "/settings/pads" },
  { name: "settings-pad-new", path: "/settings/pads/new" },
  { name: "signin", path: "/signin", who: "nobody" },
  { name: "door", path: "/games", club: "private", who: "nobody" },
  { name: "signed-in", path: "/signin" },
  { name: "lost", path: "/people/nothing/here" },
  {
    name: "clubs",
    path: "/",
    club: "empty",
    who: "nobody",
    async site(daemon, { after }) {
      const host = await serve({ "/c/alpha/": daemon.url, "/c/les-etangs/": daemon.url }, 0);
      after(() => host.close().closeAllConnections());
      return { ...daemon, url: addressOf(host) };
    },
  },
];

/**
 * Where a view is.
 * @param {View} view
 * @param {Record<string, string | number>} at
 */
export const addressOfView = ({ path }, at) => (typeof path === "string" ? path : path(at));
