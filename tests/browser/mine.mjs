// One's own page on a device, somebody's cards beside the club's, a card's own text; people who were merged or erased.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { number, shownRows } from "./figures.mjs";
import { DESKTOP, NARROW, SOURCE, test } from "./harness.mjs";
import { lawful } from "./sight.mjs";
import { fitsTheScreen, open, settled, until } from "./steps.mjs";

/**
 * @param {Test.Club} daemon
 * @param {string} id
 */
const erase = async (daemon, id) => {
  const headers = { Authorization: `Bearer ${daemon.token}` };
  assert.ok((await fetch(`${daemon.url}/v1/players/${id}`, { method: "DELETE", headers })).ok);
};

test("mine: who chose a name here has a page at one tap, which follows them and is forgotten", async ({
  club,
  visit,
  shot,
}) => {
  const daemon = await club({ demo: true });
  const [me] = (await daemon.get("/v1/leaderboard?order=games")).rows;
  const page = await visit(daemon, { size: NARROW, path: "/", lang: "fr" });
  await settled(page);
  assert.equal(await page.getByRole("link", { name: "Ma page" }).count(), 0, "nobody has chosen yet");
  await open(page, `/people/${me.handle}`);
  assert.equal(await page.locator(".at-a-glance").count(), 0);
  await page.getByRole("button", { name: "C’est moi sur cet appareil" }).click();
  await page.locator('.at-a-glance [data-mine="evening"]').waitFor();
  const glance = (/** @type {string} */ id) => page.locator(`.at-a-glance [data-mine="${id}"] dd`).innerText();
  // The last evening is the last step of the rating, the place that of the board.
  const { rows } = await daemon.get(`/v1/ratings/history?player=@${me.handle}`);
  const [before, last] = rows.slice(-2);
  const by = number(Math.abs(last.rating - before.rating), 0);
  assert.ok((await glance("evening")).includes(by), `${await glance("evening")} says ${by}`);
  const stands = (await daemon.get("/v1/leaderboard")).rows;
  const place = stands.find(({ handle }) => handle === me.handle)?.rank;
  const ranked = stands.filter(({ rank }) => rank !== null).length;
  assert.match(await glance("rating"), new RegExp(`${place} sur ${ranked} au club`));
  assert.match(await glance("rating"), /±/, "never without its doubt");
  assert.equal(await glance("games"), number(me.games, 0));
  await fitsTheScreen(page, "my page");
  await lawful(page);
  await shot(page, "mine-glance");
  // One tap from Tonight and from the menu, wherever one is.
  await open(page, "/");
  await page.locator("main").getByRole("link", { name: "Ma page" }).click();
  await page.waitForURL(`**/people/${me.handle}`);
  await open(page, "/leaderboard");
  assert.equal(
    await page
      .locator("tr", { has: page.locator(".me-mark") })
      .locator("a.person")
      .innerText(),
    me.player,
  );
  await page.locator(".topbar .club").click();
  await page.locator(".menu").getByRole("link", { name: "Ma page" }).click();
  await page.waitForURL(`**/people/${me.handle}`);
  // Merged: the old address and the device lead to who they are now.
  const other = (await daemon.post("/v1/players", { name: "Zoé <b>Q</b>" })).id;
  await daemon.post(`/v1/players/${me.handle}/merge`, { into: `@${other}` });
  await open(page, `/people/${me.handle}`);
  await page.waitForURL(`**/people/${other}`);
  await page.getByRole("heading", { level: 1, name: "Zoé <b>Q</b>" }).waitFor();
  await until(() => page.evaluate((to) => localStorage.getItem("dendro.mine") === `"${to}"`, other), "it follows");
  const [third] = stands.filter(({ handle }) => handle !== me.handle);
  await open(page, `/people/${third.handle}/vs/${me.handle}`);
  await page.waitForURL(`**/people/${third.handle}/vs/${other}`);
  // Erased: nobody's page any more, and no handle anywhere.
  await erase(daemon, other);
  await open(page, "/leaderboard");
  await until(() => page.evaluate(() => localStorage.getItem("dendro.mine") === null), "it is forgotten");
  assert.equal(await page.locator(".me-mark").count(), 0);
  const board = page.locator("a.person").filter({ hasText: "une personne effacée" });
  await board.first().waitFor();
  const [played] = (await daemon.get(`/v1/games?player=@${other}&status=finished&order=newest`)).games;
  const met = played.seats.find(({ person }) => person !== other)?.person;
  for (const path of [
    ...["/", "/games", "/people", "/records", "/leaderboard", "/leaderboard/print", "/years", "/titles/foret"],
    ...[`/games/${played.id}`, `/games/${played.id}/print`, `/nights/${played.day}`],
    ...[`/people/${other}`, `/people/${met}`, `/people/${met}/vs/${other}`, `/games?player=@${other}`],
  ]) {
    await open(page, path);
    const text = await page.locator("body").innerText();
    assert.ok(!text.includes(other), `${path} says a handle`);
    assert.ok(!(await page.title()).includes(other), `the title of ${path} says a handle`);
  }
  await page.getByRole("link", { name: stands[2].player }).first().waitFor({ state: "attached" });
  // Signing out forgets, and so does a tap.
  await open(page, `/people/${stands[2].handle}`);
  await page.getByRole("button", { name: "C’est moi sur cet appareil" }).click();
  await page.getByRole("button", { name: "L’oublier" }).click();
  assert.equal(await page.evaluate(() => localStorage.getItem("dendro.mine")), null);
  await page.getByRole("button", { name: "C’est moi sur cet appareil" }).click();
  await page.locator(".topbar .club").click();
  await page.locator(".menu button").last().click();
  await page.locator(".topbar .sign-in").waitFor();
  assert.equal(await page.evaluate(() => localStorage.getItem("dendro.mine")), null);
});

test("mine: somebody's cards stand beside the club's, with intervals and words", async ({ club, visit, shot }) => {
  const daemon = await club({ demo: true });
  const [one] = (await daemon.get("/v1/leaderboard?game=foret&order=games")).rows;
  const page = await visit(daemon, { size: DESKTOP, path: `/people/${one.handle}?game=foret`, token: null });
  await page.locator(".own-cards table tbody tr").first().waitFor();
  await settled(page);
  const own = new Map(
    (await daemon.get(`/v1/cards?game=foret&player=@${one.handle}`)).rows.map((row) => [row.card, row]),
  );
  const all = (await daemon.get("/v1/cards?game=foret")).rows;
  const which = await page
    .locator("table.figures")
    .evaluateAll((tables) => tables.findIndex((table) => table.closest(".own-cards")));
  const shown = new Map((await shownRows(page, which)).map((row) => [row.Card, row]));
  // By the glyph's address, each card's verdict.
  const verdicts = new Map(
    await page
      .locator(".own-cards tbody tr")
      .evaluateAll((lines) =>
        lines.map((line) => [
          /cards\/([^?]+)/.exec(line.querySelector("a")?.href ?? "")?.[1],
          line.querySelector(".verdict")?.textContent?.trim() ?? "",
        ]),
      ),
  );
  for (const card of all) {
    const mine = own.get(card.card);
    const row = shown.get(card.card.slice(0, 1).toUpperCase() + card.card.slice(1));
    if (mine.ppc === null) assert.equal(row, undefined, card.card);
    else {
      assert.equal(row["Points a copy"].value, number(mine.ppc, 2), card.card);
      assert.equal(row.Club, number(card.ppc, 2), card.card);
      // Words first: more or less only where the interval lies beside the club's figure.
      const more = mine.ppc_lo !== null && mine.ppc_lo < mine.ppc_hi && mine.ppc_lo > card.ppc;
      const less = mine.ppc_lo !== null && mine.ppc_lo < mine.ppc_hi && mine.ppc_hi < card.ppc;
      const said = more ? /^more than/ : less ? /^less than/ : /^(too early to say|about as the club)$/i;
      assert.match(verdicts.get(card.card), said, card.card);
    }
  }
  await shot(page, "own-cards");
  // Everybody's cards are the club's: guests sit at no table of this club.
  const people = (await daemon.get("/v1/players")).players.filter(({ games }) => games > 0);
  const copies = new Map();
  for (const { id } of people) {
    for (const { card, copies: n } of (await daemon.get(`/v1/cards?game=foret&player=@${id}`)).rows) {
      copies.set(card, (copies.get(card) ?? 0) + n);
    }
  }
  assert.deepEqual([...copies].sort(), all.map((row) => [row.card, row.copies]).sort());
});

test("mine: a card's page shows the card and says what it does", async ({ club, visit, shot }) => {
  const daemon = await club({ demo: true });
  const page = await visit(daemon, { size: NARROW, path: "/cards/fox?game=foret", token: null, lang: "fr" });
  await page.locator(".card-says .card-picture svg").waitFor();
  assert.match(await page.locator(".card-says").innerText(), /3 points quand ni loup ni ours/);
  await fitsTheScreen(page, "a card");
  await shot(page, "card-foret");
  await open(page, "/cards/tile-12?game=grandbois");
  await page.locator(".card-says .card-picture svg").waitFor();
  assert.match(await page.locator(".card-says").innerText(), /4 grenouilles|4 .*clairière/);
  await open(page, "/cards/toad?game=grandbois");
  assert.match(await page.locator(".card-says").innerText(), /autour de sa tour/);
  await open(page, "/cards/1?game=ecos");
  await page.locator(".card-says .ecos-card").waitFor();
  // Of the house set: a desert, a point for each adjacent one, and a point.
  assert.match(await page.locator(".card-says .card-words").innerText(), /placer .*désert.*1 point.*1 point/i);
  await lawful(page);
  await shot(page, "card-ecos");
  // Of Biotopes, a species that was played: what it is, and the effect that its catalogue gives it.
  await daemon.post("/v1/import", readFileSync(join(SOURCE, "replays/biotopes/simulated-discovery-2.dendro"), "utf8"));
  const cards = (await daemon.get("/v1/cards?game=biotopes")).rows;
  const one = cards.find(({ games, card }) => games > 0 && !/^(mountain|forest|meadow|wetland)/.test(card));
  await open(page, `/cards/${one.card}?game=biotopes`);
  await page.locator(".card-says .card-picture svg").waitFor();
  const { species } = await daemon.get(`/v1/catalogues/${one.catalogue.hash}`);
  const words = /** @type {Record<string, string>} */ ({ mountain: "montagne", forest: "forêt", meadow: "prairie" });
  const found = /** @type {{ id: string, biotope?: string }[]} */ (species).find(({ id }) => id === one.card);
  const home = found?.biotope ?? "";
  assert.match(await page.locator(".card-says").innerText(), new RegExp(words[home] ?? "zone humide", "i"));
  assert.equal((await page.locator("h1").innerText()).toLowerCase(), one.name.fr.toLowerCase());
  await shot(page, "card-biotopes");
});
