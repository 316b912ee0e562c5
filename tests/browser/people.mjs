// People, nights and seasons in the statistics: runs of wins, people changed only by those who may, the table of a
// season on one sheet of paper, hostile names, narrow windows, French.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { doubt, fullClub, number, settled, shownRows } from "./figures.mjs";
import { DESKTOP, NARROW, PHONE, SOURCE, test } from "./harness.mjs";
import { lawful, sidewaysFree } from "./sight.mjs";
import { open } from "./steps.mjs";

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
  assert.deepEqual(
    await page
      .locator("ol.runs li")
      .evaluateAll((list) =>
        list.map((item) => [item.querySelector("strong").textContent, item.querySelector("a").textContent]),
      ),
    [["4 in a row", "Bo"]],
  );
});

test("people: found without accents, added, renamed, merged and erased by those who may", async ({ club, visit }) => {
  const daemon = await club({ demo: true });
  const page = await visit(daemon, { path: "/people" });
  await page.locator('input[name="search"]').fill("eLod");
  await page.locator("table.figures tbody tr").first().waitFor();
  assert.deepEqual(
    (await shownRows(page)).map((row) => row.Name),
    ["Élodie (demo)"],
  );
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
  /** @param {string} name */
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
  await page.getByRole("heading", { level: 1, name: "somebody erased" }).waitFor();
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
  assert.deepEqual(
    [said.title, said.place, said.note],
    ["<b>Soirée</b> d’automne", "Cave", "It rained.\nNobody minded."],
  );
  await page.goto("/nights");
  await page.getByText("<b>Soirée</b> d’automne").waitFor();
});

test("season table: one sheet of paper, black on white, however many there are", async ({ club, visit }) => {
  const daemon = await fullClub(club);
  const page = await visit(daemon, { size: DESKTOP, path: "/leaderboard/print", theme: "dark" });
  const { rows } = await daemon.get("/v1/leaderboard");
  assert.ok(rows.length > 60, "a club that is large enough to be a test");
  await page
    .locator("table.season tbody tr")
    .nth(rows.length - 1)
    .waitFor();
  const pages = async () =>
    (await page.pdf({ preferCSSPageSize: true, printBackground: true }))
      .toString("latin1")
      .match(/\/Type\s*\/Page\b(?!s)/g).length;
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
  /**
   * @param {number} digits
   * @returns {(value: number) => string}
   */
  const to = (digits) => (value) => number(value, digits);
  const rated = doubt(row.rating, row.rating_lo, row.rating_hi, to(0));
  const won = doubt(row.win_points, row.win_points_lo, row.win_points_hi, to(2));
  assert.deepEqual(first, [
    String(row.rank),
    row.player,
    `${number(row.rating)} ${rated}${row.provisional ? " ?" : ""}`,
    number(row.games),
    number(row.wins),
    `${number(row.win_points, 2)} ${won.startsWith("±") ? won : `(${won})`}`,
  ]);
  // Few rows are one page too, and large.
  await page.emulateMedia({ media: null });
  await page.goto("/leaderboard/print?game=grandbois");
  await page.locator("table.season tbody tr").first().waitFor();
  assert.equal(await pages(), 1);
  // Of one game there are scores too.
  const [one] = (await daemon.get("/v1/leaderboard?game=grandbois")).rows;
  const [mean, best] = (await page.locator("table.season tbody tr").first().locator("td").allTextContents()).slice(-2);
  const ends = doubt(one.mean_score, one.mean_score_lo, one.mean_score_hi, to(1));
  assert.deepEqual([mean, best], [`${number(one.mean_score, 1)} ${ends}`.trim(), number(one.best_score)]);
});

const HOSTILE = [
  "<script>globalThis.hacked = 1</script>",
  `"'><img src=x onerror=globalThis.hacked=2>`,
  "مرحبا بالعالم",
  "W".repeat(200),
];

test("statistics: hostile names are shown as they are, also in titles and notes of a night", async ({
  club,
  visit,
  shot,
}) => {
  const daemon = await club();
  const record = readFileSync(join(SOURCE, "replays/foret/full-draft-four.dendro"), "utf8");
  let seat = 0;
  await daemon.post(
    "/v1/import",
    record.replace(/^seat \d .*$/gm, () => `seat ${seat + 1} ${HOSTILE[seat++]}`),
  );
  const { players } = await daemon.get("/v1/players");
  const { nights } = await daemon.get("/v1/nights");
  const night = nights[0].day;
  const body = JSON.stringify({ title: HOSTILE[0], place: HOSTILE[3], note: HOSTILE[1] });
  const said = await fetch(`${daemon.url}/v1/nights/${night}`, {
    method: "PATCH",
    headers: { Authorization: `Bearer ${daemon.token}`, "Content-Type": "application/json" },
    body,
  });
  assert.equal(said.status, 200);
  const page = await visit(daemon, { size: NARROW, path: "/leaderboard" });
  await settled(page);
  for (const name of HOSTILE) assert.equal(await page.locator("a.person", { hasText: name }).textContent(), name);
  await shot(page, "hostile-leaderboard");
  const paths = [
    "/leaderboard?order=player",
    `/people/${players[3].id}?game=foret`,
    `/people/${players[2].id}/vs/${players[3].id}`,
    "/nights",
    `/nights/${night}`,
    "/audit?game=1",
  ];
  for (const path of paths) {
    await open(page, path);
    await page.waitForLoadState("networkidle");
    await sidewaysFree(page);
    assert.equal(await page.locator("main script, main img").count(), 0, path);
    assert.equal(await page.evaluate(() => globalThis.hacked), undefined, path);
  }
});

test("statistics: tables keep to windows between a phone's and a desktop's, in the longer language", async ({
  club,
  visit,
}) => {
  const daemon = await fullClub(club);
  const page = await visit(daemon, { size: DESKTOP, path: "/leaderboard", lang: "fr", token: null });
  const { rows } = await daemon.get("/v1/leaderboard?order=games&game=foret");
  const { nights } = await daemon.get("/v1/nights");
  const busy = nights.find(({ games }) => games > 2).day;
  for (const path of [
    "/leaderboard",
    "/leaderboard?order=best-score",
    "/cards",
    "/cards?game=ecos",
    "/cards?game=grandbois&order=wp-without",
    "/cards/bee",
    `/people/${rows[0].handle}?game=foret`,
    `/nights/${busy}`,
    "/leaderboard/print",
  ]) {
    await open(page, path);
    await page.locator("main table").first().waitFor();
    for (const width of [360, 600, 770, 920, 1030, 1160, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      await sidewaysFree(page);
      const over = await page.evaluate(() => {
        const main = document.querySelector("main");
        const edge = main.getBoundingClientRect().right - Number.parseFloat(getComputedStyle(main).paddingRight);
        return Math.max(
          ...[...main.querySelectorAll("table")].map((table) => Math.round(table.getBoundingClientRect().right - edge)),
        );
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
  const french = new Intl.DateTimeFormat("fr-FR", {
    weekday: "short",
    day: "numeric",
    month: "short",
    year: "numeric",
    timeZone: "UTC",
  }).format(new Date(`${nights[0].day}T00:00:00Z`));
  await page.getByText(french).waitFor();
  await page.goto("/cards");
  await page.getByRole("link", { name: "Abeille" }).waitFor();
  await shot(page, "cards french dark");
});

test("statistics: axe finds nothing in what is opened: notes, tables behind plots, forms", async ({ club, visit }) => {
  const daemon = await club({ demo: true });
  const { rows } = await daemon.get("/v1/leaderboard?game=foret&order=games");
  const page = await visit(daemon, { size: PHONE, path: "/cards/bee?game=foret" });
  for (const [path, theme] of /** @type {[string, "dark" | "light"][]} */ ([
    ["/cards/bee?game=foret", "dark"],
    [`/people/${rows[0].handle}?game=foret`, "light"],
  ])) {
    await page.emulateMedia({ colorScheme: theme });
    await open(page, path);
    await page.waitForLoadState("networkidle");
    await page.locator("main details").evaluateAll((list) => {
      for (const one of /** @type {HTMLDetailsElement[]} */ (list)) one.open = true;
    });
    await page.locator("button.why").first().click();
    await page.locator(".why-note:popover-open").waitFor();
    await lawful(page);
  }
});
