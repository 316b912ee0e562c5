// What long names of people, titles and clubs do to the places that they stand in: nothing is cut where it could be
// read, nothing sticks out, and no button breaks because another came beside it.
import assert from "node:assert/strict";
import { DESKTOP, NARROW, test } from "./harness.mjs";
import { fitsTheScreen, open, play, settled, start } from "./steps.mjs";

const MIDDLE = { width: 820, height: 900 };
const LONG = "Anne-Sophie de La Rochefoucauld-Montbéliard-Tassigny";
const PEOPLE = [LONG, '<b>Robert</b> & "fils"', "Bartholomé", "Ferdinand", "Mana", "Hippolyte"];
const TITLE = "Les Aventuriers du Rail autour du Monde : Édition du Quinzième Anniversaire";

/**
 * How many lines of text there are.
 * @param {import("playwright-core").Locator} what
 */
const lines = (what) =>
  what.evaluate((one) => {
    const text = document.createRange();
    text.selectNodeContents(one);
    return new Set([...text.getClientRects()].map(({ bottom }) => Math.round(bottom))).size;
  });

test("long names: the tables of a sheet of four and of six are as wide as their place", async ({
  club,
  visit,
  shot,
}) => {
  const daemon = await club();
  for (const name of PEOPLE) await daemon.post("/v1/players", { name });
  for (const [size, lang] of /** @type {const} */ ([
    [NARROW, "fr"],
    [MIDDLE, "fr"],
    [DESKTOP, "en"],
  ])) {
    const page = await visit(daemon, { size, lang });
    for (const n of [4, 6]) {
      await open(page, "/new?game=foret&level=sheet");
      for (const name of PEOPLE.slice(0, n)) {
        await page.locator(".lately button").filter({ hasText: name }).click();
      }
      await start(page);
      await page.locator("table.claims").waitFor();
      const over = await page
        .locator("div:has(> table.claims), .score-place")
        .evaluateAll((places) => places.map((one) => one.scrollWidth - one.clientWidth));
      assert.deepEqual(over, [0, 0], `the score and what ${n} players wrote at ${size.width}`);
      await fitsTheScreen(page, `a sheet of ${n} at ${size.width}`);
      await shot(page, `long-names-${n}-${size.width}`);
    }
  }
});

test("long names: what waits is read whole in the header's window", async ({ club, visit, shot }) => {
  const daemon = await club();
  const { game } = await daemon.post("/v1/games", { game: "foret", level: "table", seats: PEOPLE.slice(0, 4) });
  const page = await visit(daemon, { size: NARROW, lang: "fr", path: `/games/${game}` });
  await settled(page);
  await page.locator(".palette .swatch").first().waitFor();
  await page.context().setOffline(true);
  await play(page, "deer", 0, 0);
  await page.locator(".topbar .chip-button").click();
  const dialog = page.locator("dialog[open]");
  await dialog.locator(".waiting-list li").waitFor();
  await shot(page, "long-names-waiting");
  assert.equal(await dialog.evaluate((one) => one.scrollWidth - one.clientWidth), 0);
  await page.context().setOffline(false);
});

test("long names: a title and the next name on the pad, a choice and its ring", async ({ club, visit, shot }) => {
  const daemon = await club();
  for (const name of PEOPLE) await daemon.post("/v1/players", { name });
  const [first, second] = [PEOPLE[2], LONG];
  const totals = ["dendro 1", "game pad", `title ${TITLE}`, `seat 1 ${first}`, `seat 2 ${second}`, "night 2026-11-13"];
  const { game } = await daemon.post("/v1/games", [...totals, "", "1: total 3", "2: total 5", ""].join("\n"));
  const page = await visit(daemon, { size: NARROW, lang: "fr", path: "/new" });
  await settled(page);
  const choice = page.locator(".new-game .option-pick").filter({ hasText: TITLE });
  const rings = await page
    .locator(".new-game fieldset:first-of-type .option-pick input")
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().width));
  assert.equal(new Set(rings).size, 1, `rings of one size: ${rings.join(", ")}`);
  await choice.click();
  for (const name of [first, second]) await page.locator(".lately button").filter({ hasText: name }).click();
  await start(page);
  const next = page.locator(".number-pad .next");
  await page.locator("#total-0").click();
  await next.filter({ hasText: LONG }).waitFor();
  // Dots, from the beginning of the words on; not both ends cut off.
  const begins = await next.evaluate((one) => {
    const text = document.createRange();
    text.selectNodeContents(one);
    return text.getBoundingClientRect().left - one.getBoundingClientRect().left;
  });
  assert.ok(begins >= 0, `the words begin ${-begins} px before the key`);
  await shot(page, "long-names-pad");

  await open(page, `/games/${game}`);
  const row = page.locator(".result-table tbody tr").first();
  assert.ok((await lines(row.locator("a"))) > 1, "a name of several lines");
  const tops = await row.evaluate((one) =>
    [...one.querySelectorAll("td")].map((cell) => {
      const text = document.createRange();
      text.selectNodeContents(cell);
      return text.getClientRects()[0].top;
    }),
  );
  assert.ok(Math.max(...tops) - Math.min(...tops) < 8, `place, name and total begin on one line: ${tops.join(", ")}`);
});

test("long names: the club's is cut no sooner than there is no room, and nothing breaks beside my page", async ({
  club,
  visit,
  shot,
}) => {
  const daemon = await club();
  const name = "Les Amis du Jeu de Fontainebleau";
  await fetch(`${daemon.url}/v1/club`, {
    method: "PATCH",
    headers: { Authorization: `Bearer ${daemon.token}`, "Content-Type": "application/json" },
    body: JSON.stringify({ name }),
  });
  const { id } = await daemon.post("/v1/players", { name: LONG });
  const desk = await visit(daemon, { size: DESKTOP, lang: "fr", token: null });
  await settled(desk);
  await desk.locator(".topbar .club").filter({ hasText: name }).waitFor();
  assert.ok(
    await desk.locator(".topbar .club span").evaluate((one) => one.scrollWidth <= one.clientWidth),
    "a desk has room for the club's name",
  );

  const page = await visit(daemon, { size: NARROW, lang: "fr", path: `/people/${id}` });
  await page.getByRole("button", { name: "C’est moi sur cet appareil" }).click();
  await open(page, "/");
  await page.locator(".begin").getByText("Ma page").waitFor();
  for (const button of await page.locator(".begin > *").all()) assert.equal(await lines(button), 1);
  await fitsTheScreen(page, "Tonight with my page");
  await shot(page, "long-names-tonight");
});
