// Getting about: Back is the place in the list, a search is a key away, what is not there is a page that says so,
// nights come in months with their winners, and what many reached is nobody's record.
import assert from "node:assert/strict";
import { DESKTOP, PHONE, test } from "./harness.mjs";
import { open, settled, until } from "./steps.mjs";

/**
 * A club with so many games of totals, one a day, and a title that is easily found.
 * @param {Test.Tools["club"]} club
 * @param {number} n
 */
async function longClub(club, n) {
  const daemon = await club();
  const days = Array.from({ length: n }, (_, i) => new Date(Date.UTC(2026, 0, 1 + i)).toISOString().slice(0, 10));
  const records = days.map(
    (day, i) =>
      `dendro 1\ngame pad\ntitle ${i % 10 === 3 ? "Les Colons" : "Azul"}\nnight ${day}\nseat 1 Amélie\nseat 2 ` +
      `${i % 2 === 0 ? "Bo" : "Cy"}\n\n1: total ${40 + (i % 3)}\n2: total 30\n`,
  );
  await daemon.post("/v1/import", records.join("\n"));
  return daemon;
}

/** @param {Test.Page} page */
const scrolled = (page) => page.evaluate(() => Math.round(scrollY));

test("about: Back returns to the line that was opened, with the pages that were loaded", async ({ club, visit }) => {
  const daemon = await longClub(club, 100);
  const page = await visit(daemon, { path: "/games" });
  const lines = page.locator("[data-game]");
  for (const n of [30, 60]) {
    await until(async () => (await lines.count()) === n, `${n} games`);
    await page.getByRole("button", { name: "Older games" }).click();
  }
  await until(async () => (await lines.count()) === 90, "90 games");
  const line = lines.nth(75).locator("a");
  const href = await line.getAttribute("href");
  await line.evaluate((one) => one.scrollIntoView({ block: "center" }));
  const at = await scrolled(page);
  assert.ok(at > 1000, `far down: ${at}`);
  await line.click();
  await page.waitForURL(`**${href}`);
  await settled(page);
  await until(async () => (await scrolled(page)) === 0, "a new view begins at its top");

  // At once, before the daemon has answered: it does not, here.
  await page.route("**/v1/games?*", (route) => route.abort("connectionfailed"));
  await page.goBack();
  await until(async () => (await lines.count()) === 90, "the games are there again");
  await until(async () => Math.abs((await scrolled(page)) - at) < 3, "the same place");
  await until(() => page.evaluate((to) => document.activeElement?.getAttribute("href") === to, href), "the focus");
  await page.unroute("**/v1/games?*");

  // And forward; and after a reload, which only knows how many there were.
  await page.goForward();
  await page.waitForURL(`**${href}`);
  await page.goBack();
  await until(async () => Math.abs((await scrolled(page)) - at) < 3, "the same place once more");
  await page.reload();
  await until(async () => (await lines.count()) === 90, "as many games after a reload");
  await until(async () => Math.abs((await scrolled(page)) - at) < 3, "the same place after a reload");

  // What was typed in a list is there, too.
  await open(page, "/people");
  await page.locator("input[name=search]").fill("amel");
  await page.locator("a.person").click();
  await page.waitForURL("**/people/*");
  await page.goBack();
  await until(async () => (await page.locator("input[name=search]").inputValue()) === "amel", "the word looked for");
});

test("about: a search is a key away, and works with the network gone", async ({ club, visit }) => {
  const daemon = await longClub(club, 40);
  await daemon.post("/v1/nights", { day: "2026-01-05", title: "<b>Galette</b>", place: "Café du Nord" });
  const page = await visit(daemon, { size: DESKTOP, path: "/people" });
  await settled(page);
  await page.locator("input[name=search]").press("/"); // somebody types it
  assert.equal(await page.locator("dialog[open]").count(), 0);
  await page.locator("h1").focus();
  await page.keyboard.press("/");
  const field = page.locator("dialog input[name=q]");
  await field.waitFor();
  await until(() => field.evaluate((one) => one === document.activeElement), "the field has the focus");
  await field.fill("AMELI");
  await page.locator("dialog section").first().waitFor();
  assert.deepEqual(await page.locator("dialog h3").allInnerTexts(), ["People", "Games"]);
  await page.keyboard.press("ArrowDown");
  await until(
    () => page.evaluate(() => document.activeElement?.getAttribute("href")?.startsWith("/people/")),
    "down goes into the links",
  );
  await page.keyboard.press("ArrowUp");
  await field.fill("galette");
  await page.locator("dialog li").filter({ hasText: "<b>Galette</b>" }).waitFor(); // a name is text
  await field.press("Enter");
  await page.waitForURL("**/nights/2026-01-05");
  assert.equal(await page.locator("dialog[open]").count(), 0);
  // Enter before anything was found: the first that comes is opened, unless something else is looked for by then.
  const slow = (/** @type {string} */ q) =>
    page.route(`**/v1/search?q=${q}*`, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 600));
      await route.continue().catch(() => {}); // given up meanwhile
    });
  await slow("amel");
  await slow("galet");
  await page.getByRole("button", { name: "Search" }).click();
  await field.fill("amel");
  await field.press("Enter");
  await field.fill("galet");
  await page.locator("dialog li").filter({ hasText: "Galette" }).waitFor();
  assert.equal(await page.locator("dialog[open]").count(), 1);
  await field.fill("");
  await field.fill("amel");
  await field.press("Enter");
  await page.waitForURL("**/people/*");
  await page.getByRole("button", { name: "Search" }).click();
  await field.fill("xyzzy");
  await page.getByText("Nothing is called that.").waitFor();

  await page.context().setOffline(true);
  await field.fill("amelie");
  await page.getByText("No network: only people and sheets that this device knows.").waitFor();
  await page.locator("dialog li a").filter({ hasText: "Amélie" }).waitFor();
});

test("about: what is not there is a page that says so", async ({ club, visit }) => {
  const daemon = await longClub(club, 3);
  const page = await visit(daemon, { size: PHONE, path: "/settings", lang: "fr" });
  for (const path of ["/gamez", "/new/1", "/index.html"]) {
    const answer = await page.goto(path);
    assert.equal(answer?.status(), 404);
    await page.getByRole("heading", { name: "Rien ici" }).waitFor();
    await page.getByRole("link", { name: "Vers ce soir" }).waitFor();
    await page.locator("main").getByRole("button", { name: "Chercher" }).waitFor();
  }
  // An address that was cut in the middle of a letter.
  for (const path of ["/people/%ff", "/titles/les%2"]) {
    assert.equal((await page.goto(path))?.status(), 400);
    await page.getByRole("heading", { name: "Rien ici" }).waitFor();
  }
  const json = await fetch(`${daemon.url}/gamez`);
  assert.match(json.headers.get("Content-Type") ?? "", /problem\+json/);
  // What has a view and is not there is said in words, in the view.
  for (const path of [
    "/games/999999",
    "/games/x",
    "/games/999999/replay",
    "/games/1/replay?at=99999",
    "/people/zzz",
    "/people/zzz/vs/yyy",
    "/nights/2026-02-31",
    "/nights/1999-01-01",
    "/cards/nothing?game=foret",
    "/titles/99999",
    "/seasons/999",
    "/years/0001",
    "/settings/pads/x",
    "/sheet/none",
  ]) {
    await page.goto(path);
    await settled(page);
    await until(async () => (await page.locator("main").innerText()).length > 20, `${path} says something`);
    const said = await page.locator("main").innerText();
    assert.doesNotMatch(said, /undefined|NaN|\[object|Invalid/, path);
  }
});

test("about: nights come in months, with who won", async ({ club, visit }) => {
  const daemon = await longClub(club, 75);
  const page = await visit(daemon, { path: "/nights", token: null });
  await settled(page);
  const months = page.locator("main section h2");
  const nights = page.locator(".nights .night");
  await until(async () => (await nights.count()) === 40, "the first page");
  assert.deepEqual(await months.allInnerTexts(), ["March 2026", "February 2026"]);
  const first = await nights.first().innerText();
  assert.match(first, /16 Mar 2026/);
  assert.match(first, /1 game · 2 people/);
  assert.match(first, /Amélie\s*(@\w+)?\s*won 1 game/);
  await page.getByRole("button", { name: "Earlier nights" }).click();
  await until(async () => (await nights.count()) === 75, "all of them");
  assert.deepEqual(await months.allInnerTexts(), ["March 2026", "February 2026", "January 2026"]);
});

test("about: what many reached is said once, behind what few hold", async ({ club, visit }) => {
  const daemon = await longClub(club, 20); // 40, 41 and 42 points, again and again; one lead of 12
  const page = await visit(daemon, { path: "/records", token: null });
  const azul = page.locator("main section").filter({ has: page.getByRole("heading", { name: "Azul" }) });
  const common = azul.locator("details.common");
  await common.waitFor();
  assert.equal(await common.getAttribute("open"), null);
  assert.equal(await azul.locator("a.person").count(), 0, "nobody is named for what many did");
  await common.locator("summary").click();
  await common.getByText(/reached \d+ times/).waitFor();
  const rows = (await daemon.get("/v1/records")).rows.filter(
    ({ record, game }) => record === "score" && game === "azul",
  );
  assert.ok(rows[0].ties > 3);
  await common.getByText(`reached ${rows[0].ties} times`).waitFor();
});
