// The people of the club: who is invited and for how long, what the club is called and whose day it is, the score pads
// of its titles, and names that look alike.
import assert from "node:assert/strict";
import { DESKTOP, NARROW, test } from "./harness.mjs";
import { lawful } from "./sight.mjs";
import { choose, fitsTheScreen, gameNumber, moduleFor, open, seat, settled, start, until } from "./steps.mjs";

/**
 * What every view keeps to.
 * @param {Test.Page} page
 * @param {string} what
 */
async function keepsTo(page, what) {
  await fitsTheScreen(page, what);
  await lawful(page);
}

/**
 * Keys of the number pad; ">" goes on.
 * @param {Test.Page} page
 * @param {string} keys
 */
async function pad(page, keys) {
  for (const key of keys) await page.locator(`.number-pad [data-key="${key === ">" ? "next" : key}"]`).click();
}

/**
 * Seats and lines of a record.
 * @param {string} text
 */
const told = (text) => text.split("\n").filter((line) => /^(seat|option|\d+:)/.test(line));

test("club: an invitation is made, opened elsewhere with its rights alone, and revoked", async ({
  club,
  visit,
  shot,
}) => {
  const daemon = await club();
  const page = await visit(daemon, { size: NARROW });
  await page.getByRole("button", { name: /menu/ }).click();
  await page.locator('.menu a[href="/settings/invite"]').click();
  await page.locator("#label").waitFor();
  await shot(page, "invite-form");
  await page.locator(".invite-form button.primary").click();
  await until(() => page.locator("#label-note").getByText("Give it a name").isVisible(), "a name is asked for");
  await choose(page, "scope", "admin");
  await until(() => page.getByText("gives the whole club away").isVisible(), "what an organiser's gives away");
  await keepsTo(page, "the form of an invitation");
  await choose(page, "scope", "record");
  await page.locator("#label").fill("Le mur <b>du</b> club");
  await choose(page, "until", "tonight");
  await page.locator(".invite-form button.primary").click();
  const link = await page.locator("#link").inputValue();
  await page.locator(".poster svg.qr").waitFor();
  await shot(page, "invite-made");
  await keepsTo(page, "an invitation");
  const { tokens } = await daemon.get("/v1/tokens");
  const made = tokens.find(({ label }) => label === "Le mur <b>du</b> club");
  assert.deepEqual(made?.scopes, ["record"]);
  const left = Date.parse(made?.expires ?? "") - Date.now();
  assert.ok(left > 0 && left <= 25 * 3_600_000, `good for ${left} ms`);
  await page.emulateMedia({ media: "print" });
  assert.ok(await page.locator(".poster svg.qr").isVisible());
  assert.ok(!(await page.locator("#link").isVisible()) && !(await page.locator(".access").isVisible()), "code alone");
  await shot(page, "invite-print");
  await page.emulateMedia({ media: "screen" });

  const token = link.replace(/^.*#token=/, "");
  assert.equal(link, `${daemon.url}/#token=${token}`);
  const guest = await visit(daemon, { token, size: DESKTOP, path: "/settings", lang: "fr" });
  await guest.getByText("Vous pouvez saisir des parties.").waitFor();
  assert.equal(await guest.locator('a[href="/settings/invite"]').count(), 0, "who may not invite is not led there");
  await open(guest, "/settings/invite");
  await guest.getByText("Seuls les organisateurs").waitFor();
  assert.equal(await guest.locator(".invite-form, .access").count(), 0);

  const first = tokens.find(({ label }) => label !== "tests" && label !== made?.label); // of the first start
  await fetch(`${daemon.url}/v1/tokens/${first?.id}`, {
    method: "DELETE",
    headers: { Authorization: `Bearer ${daemon.token}` },
  });
  await open(page, "/settings/invite");
  const own = page.locator(".access > li").filter({ has: page.locator(".mark") });
  await own.locator("summary").click();
  await until(() => own.getByText("you will be signed out").isVisible(), "one's own is warned about");
  await until(() => own.getByText("the last one that may run the club").isVisible(), "so is the last organiser's");
  await shot(page, "invite-list");
  const row = page.locator(`[data-token="${made?.id}"]`);
  await row.locator("summary").click();
  const button = row.locator("button.danger");
  await row.locator('[name="revoke-sure"]').fill("le mur");
  assert.ok(await button.isDisabled(), "a slip of the thumb does nothing");
  await row.locator('[name="revoke-sure"]').fill("Le mur <b>du</b> club");
  await keepsTo(page, "who has access");
  await button.click();
  await until(async () => (await page.locator(".access").first().locator("> li").count()) === 1, "it is gone");
  await open(guest, "/settings");
  await guest.getByText("Personne n’est connecté.").waitFor();
  const after = (await daemon.get("/v1/tokens")).tokens.find(({ id }) => id === made?.id);
  assert.ok(after?.revoked);
});

test("club: its name, its day and its language", async ({ club, visit, shot }) => {
  const daemon = await club();
  const page = await visit(daemon, { size: NARROW, zone: "Pacific/Auckland" });
  await open(page, "/settings");
  await page.locator('a[href="/settings/club"]').click();
  await page.locator("#club-name").waitFor();
  const cut = () => page.locator(".topbar .club span").evaluate((box) => box.scrollWidth > box.clientWidth);
  assert.ok(!(await cut()), "a short name is not cut off");
  const name = "Les Amis du Jeu de Société et de la Forêt de Fontainebleau";
  await page.locator("#club-name").fill(name);
  await page.locator("#club-zone").fill("Europe/Nowhere");
  await until(() => page.getByText("No zone is called that").isVisible(), "why, next to the field");
  assert.ok(await page.locator("form button.primary").isDisabled());
  await page.locator("#club-zone").fill("Pacific/Pago_Pago");
  await page.locator("#club-language").selectOption("fr");
  assert.equal((await daemon.get("/v1/club")).searchable, false, "search engines stay out");
  await page.getByLabel("They may show the club’s public pages").check();
  await shot(page, "club-settings");
  await page.locator("form button.primary").click();
  // Nobody chose a language here: the club's is spoken from now on.
  await until(async () => (await page.locator("main h1").textContent()) === "Le club", "French");
  await until(async () => (await page.locator(".topbar .club").textContent())?.trim() === name, "the header");
  await keepsTo(page, "the club's settings");
  assert.ok(await page.getByLabel("Ils peuvent montrer").isChecked());
  assert.equal((await daemon.get("/v1/club")).searchable, true, "until the club lets them in");
  await open(page, "/new");
  const there = new Intl.DateTimeFormat("en-CA", { timeZone: "Pacific/Pago_Pago" }).format(new Date());
  assert.equal(await page.locator("#night").inputValue(), there, "the club's day, not the device's");
  await shot(page, "club-long-name");
});

test("club: a score pad is made in French, a game entered by its categories, a tie broken", async ({
  club,
  visit,
  shot,
}) => {
  const daemon = await club();
  const page = await visit(daemon, { size: DESKTOP, lang: "fr" });
  await open(page, "/settings/pads");
  await page.locator('a[href="/settings/pads/new"]').click();
  await page.locator("#pad-fr").fill("Les Étangs");
  await page.locator("#pad-en").fill("Ponds");
  await page.locator("#pad-least").fill("5");
  await until(() => page.locator("#pad-seats-note").getByText("De 1 à 12").isVisible(), "sizes that cannot be");
  await page.locator("#pad-least").fill("2");
  const row = (/** @type {number} */ n) => page.locator(`[data-category="${n}"]`);
  for (const [i, [fr, en]] of [
    ["total des nids", ""],
    ["poissons", "fish"],
    ["vase", "mud"],
  ].entries()) {
    await page.locator(".add-category").click();
    await row(i + 1)
      .locator("input")
      .nth(0)
      .fill(fr);
    await row(i + 1)
      .locator("input")
      .nth(1)
      .fill(en);
  }
  await until(() => row(1).getByText("Aucun nom ne commence").isVisible(), "a word of the notation");
  await row(1).locator("input").nth(0).fill("Poissons");
  await until(() => row(2).getByText("Une autre catégorie").isVisible(), "the same name twice");
  await row(1).locator("input").nth(0).fill("nids");
  await row(3).locator(".sign-button").click();
  await shot(page, "pad-form-wide");
  await keepsTo(page, "the form of a score pad");
  await page.setViewportSize(NARROW);
  await keepsTo(page, "the form of a score pad on a phone");
  await shot(page, "pad-form");
  await page.locator(".pad-form button.primary").click();
  await until(async () => new URL(page.url()).pathname === "/settings/pads", "it is saved");
  await page.locator(".pads").getByText("Les Étangs").waitFor();
  await shot(page, "pads");
  await keepsTo(page, "score pads");

  await open(page, "/new");
  await page.locator(".option-pick").filter({ hasText: "Les Étangs" }).click();
  for (const name of ["Ada", "Bo", "Cy"]) await seat(page, name, name);
  await page.getByText("de 2 à 4 joueurs").waitFor();
  await start(page);
  await page.locator(".number-pad").waitFor();
  assert.equal(await page.locator('input[name="counts"]').count(), 0, "what counts is the document's");
  await pad(page, "9>4>3>");
  await until(() => page.locator(".total-seat.on").getByText("Bo").isVisible(), "the next seat");
  assert.equal(await page.locator("#total-0").getAttribute("placeholder"), "10", "with its sign");
  await pad(page, "5>5");
  await shot(page, "totals-categories");
  await keepsTo(page, "totals by category");
  await pad(page, ">1");
  await page.locator("#total-1").fill("12");
  await until(() => page.locator("#total-1-note").getByText("Les catégories font 9").isVisible(), "why, at the total");
  assert.ok(await page.locator(".finish button").isDisabled());
  await page.locator("#total-1").fill("");
  await page.locator("#total-2").fill("10"); // the total alone
  await page.locator(".who-ahead").getByText("Qui était devant").waitFor();
  await page.locator(".who-ahead").getByRole("button", { name: "Cy était devant" }).click();
  await shot(page, "totals-tie");
  await keepsTo(page, "a tie");
  await page.locator(".finish button").click();
  const game = await gameNumber(page);
  const { hash } = /** @type {{ hash: string }} */ (
    (await daemon.get("/v1/catalogues")).catalogues.find(({ game: of, shipped }) => of === "pad" && !shipped)
  );
  assert.deepEqual(told(await daemon.get(`/v1/games/${game}/record`)), [
    "seat 1 Ada",
    "seat 2 Bo",
    "seat 3 Cy",
    `option pad ponds sha256:${hash}`,
    "1: nids 9, fish 4, mud 3, total 10 rank 2",
    "2: nids 5, fish 5, mud 1, total 9 rank 3",
    "3: total 10 rank 1",
  ]);
  await open(page, `/games/${game}/print`);
  const mud = page.locator(".score-table tr").filter({ hasText: "vase" });
  await mud.waitFor();
  const off = (await mud.locator("td").allTextContents()).map((text) => text.trim().replace("−", "-"));
  assert.deepEqual(off, ["-3", "-1", ""], "what is taken off is printed so, by its name");

  await open(page, "/settings/pads");
  await page.locator(".pads li").filter({ hasText: "Les Étangs" }).locator("a.button").click();
  await page.getByText("Ceci crée l’édition 2").waitFor();
  await page.locator("#pad-most").fill("5");
  await page.locator(".pad-form button.primary").click();
  await page.locator(".pads").getByText("édition 2").waitFor();
  assert.equal(await page.locator(".pads li").filter({ hasText: "Les Étangs" }).count(), 1, "the newest alone");
});

test("club: totals of a game with rules by category, behind one tap", async ({ club, visit, shot }) => {
  const daemon = await club();
  for (const id of ["foret", "grandbois", "biotopes"]) {
    const page = await visit(daemon, { size: NARROW, path: "/new" });
    await settled(page);
    await choose(page, "game", id);
    for (const name of ["Ada", "Bo", "Cy"]) await seat(page, name, name);
    await choose(page, "level", "totals");
    if (id === "foret") {
      // What was typed and not chosen is not lost without a word.
      await page.locator("#add-player").fill("Gustave");
      await page.locator("form button.primary").click();
      await page.getByText("“Gustave” is typed and not chosen yet").waitFor();
      await page.locator("#add-player").fill("");
    }
    await start(page);
    await page.locator(".by-category").click();
    const first = page.locator(".parts input").first();
    await first.fill("6");
    const category = (await first.getAttribute("id"))?.replace("total-0.", "");
    await page.locator("#total-0").fill("50");
    await page.locator("#total-1").fill("40");
    await page.locator("#total-2").fill("30");
    await shot(page, `totals-${id}`);
    await page.locator(".finish button").click();
    const text = await daemon.get(`/v1/games/${await gameNumber(page)}/record`);
    assert.match(text, new RegExp(`^1: ${category} 6, total 50$`, "m"));
    assert.match(text, /^2: total 40$/m);
  }
});

test("club: a name that looks like somebody's is asked about first", async ({ club, visit, shot }) => {
  const daemon = await club();
  await daemon.post("/v1/players", { name: "Amélie" });
  await daemon.post("/v1/players", { name: "Bo" });
  const page = await visit(daemon, { size: NARROW, path: "/new" });
  await settled(page);
  await choose(page, "game", "foret");
  const typed = async (/** @type {string} */ name) => {
    await page.locator("#add-player").fill(name);
    await page.getByRole("option").last().click(); // whoever is new comes last
  };
  await page.context().setOffline(true);
  await typed("Amelia");
  await page.locator(".alike").getByText("Did you mean Amélie?").waitFor();
  assert.equal(await page.locator(".seat-list li").count(), 0);
  await shot(page, "alike");
  await keepsTo(page, "a look-alike");
  await page.locator(".alike button").first().click();
  await page.locator(".seat-list li").filter({ hasText: "Amélie" }).waitFor();
  assert.equal(await page.locator(".alike").count(), 0);
  await page.locator(".seat-list li button").last().click();
  await typed("Amelia");
  await page.locator(".alike button").nth(1).click();
  await page.locator(".seat-list li").filter({ hasText: "Amelia" }).waitFor();
  await page.locator(".seat-list li button").last().click();
  await typed("Amelia");
  await page.locator(".seat-list li").filter({ hasText: "Amelia" }).waitFor(); // nobody is asked twice
  await page.context().setOffline(false);
  await typed("Zoé");
  await seat(page, "Bo", "Bo");
  await choose(page, "level", "totals");
  await start(page);
  await pad(page, "3>2>1");
  await page.locator(".finish button").click();
  await gameNumber(page);
  await until(async () => {
    const { pairs } = /** @type {{ pairs: unknown[] }} */ (await daemon.get("/v1/alike"));
    return pairs.length === 0;
  }, "the daemon knows that they are two");
});

test("club: the page and the daemon take the same names for alike", async ({ club, visit }) => {
  const daemon = await club();
  const names = [
    ...["Amélie", "amelia", "Amelie2", "Ali", "Alix", "Aliz", "Ferdinand", "Ferdinadn", "Fredinadn", "Ferdinan"],
    ...[
      "Personne 1",
      "Personne 2",
      "Élodie",
      "Élodei",
      "Zoé",
      "Zoë B",
      "Jean  Paul",
      "jean-paul",
      "Œdipe",
      "Oedipe",
      "Bjørn",
      "Bjorne",
    ],
  ];
  for (const name of names) await daemon.post("/v1/players", { name });
  const { pairs } = /** @type {{ pairs: { one: Page.Person, other: Page.Person }[] }} */ (
    await daemon.get("/v1/alike")
  );
  const said = pairs.map(({ one, other }) => [one.name, other.name].sort().join(" / "));
  const page = await visit(daemon);
  const alike = await moduleFor(page, "js/lib/alike.js");
  const seen = await page.evaluate(
    async ([url, ...list]) => {
      const { near } = await import(url);
      return list.flatMap((one, i) =>
        list.slice(i + 1).flatMap((other) => (near(one, other) !== null ? [[one, other].sort().join(" / ")] : [])),
      );
    },
    [alike, ...names],
  );
  assert.ok(said.length >= 5, `${said}`);
  assert.deepEqual(seen.sort(), said.sort());
});

test("club: a person's page says with whom they play", async ({ club, visit, shot }) => {
  const daemon = await club();
  // Ada and Bo are level after twelve games; Cy is before Ada in every one.
  for (let i = 0; i < 12; i++) {
    const totals = i % 2 ? "1: total 5\n2: total 4" : "1: total 4\n2: total 5";
    const head = `dendro 1\ngame pad\ntitle Catan\nseat 1 Ada\nseat 2 Bo\nseat 3 Cy\nnight 2026-01-${10 + i}`;
    await daemon.post("/v1/games", { record: `${head}\n\n${totals}\n3: total 9\n` });
  }
  const { players } = await daemon.get("/v1/players");
  const ada = players.find(({ name }) => name === "Ada")?.id;
  for (const [lang, size] of /** @type {const} */ ([
    ["en", NARROW],
    ["fr", DESKTOP],
  ])) {
    const page = await visit(daemon, { size, lang, path: `/people/${ada}` });
    /** @param {string} kind */
    const said = async (kind) => {
      const box = page.locator(`[data-company="${kind}"]`);
      await box.waitFor();
      return (await box.textContent())?.replace(/\s+/g, " ") ?? "";
    };
    const fr = lang === "fr";
    assert.match(
      await said("nemesis"),
      fr ? /Cy .*12 parties : devant dans 0, derrière dans 12/ : /Cy .*ahead in 0, behind in 12/,
    );
    assert.match(await said("rival"), fr ? /Bo .*devant dans 6, derrière dans 6/ : /Bo .*ahead in 6, behind in 6/);
    assert.equal(await page.locator('[data-company="companions"] li').count(), 2);
    await page.locator('[data-company="nemesis"]').scrollIntoViewIfNeeded();
    await shot(page, `company-${lang}`);
    await keepsTo(page, "a person's company");
  }
});
