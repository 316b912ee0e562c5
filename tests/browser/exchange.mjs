// In and out on the page: a file of another program is looked at, its names are settled, it is imported and undone;
// games leave as files, as a link for a phone and as pictures.
import assert from "node:assert/strict";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DESKTOP, NARROW, PHONE, SHOTS, SOURCE, test } from "./harness.mjs";
import { lawful } from "./sight.mjs";
import { SHEETS, fitsTheScreen, open, settled, until } from "./steps.mjs";

const HOSTILE = '<script>globalThis.hacked = 1</script><img src=x onerror="globalThis.hacked = 2"> & "\'';
const FIXTURES = join(SOURCE, "tests/fixtures/exchange");

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
 * A backup of BG Stats: plays as [title, day, { name: score }]; `gone`: places of those that were deleted there.
 * @param {[string, string, Record<string, number>][]} plays
 * @param {number[]} [gone]
 */
function backup(plays, gone = []) {
  const games = [...new Set(plays.map(([title]) => title))];
  const players = [...new Set(plays.flatMap(([, , scores]) => Object.keys(scores)))];
  /** @param {string} kind */
  const uuid = (kind) => (/** @type {number} */ i) => `${kind}0000000-0000-4000-8000-${String(i).padStart(12, "0")}`;
  return JSON.stringify(
    {
      games: games.map((name, i) => ({
        id: i + 1,
        uuid: uuid("a")(i),
        name,
        bggId: 0,
        bggName: "",
        bggYear: 0,
        cooperative: false,
        highestWins: true,
        noPoints: false,
        usesTeams: false,
        isBaseGame: 1,
        isExpansion: 0,
      })),
      plays: plays
        .map(([title, day, scores], i) => ({
          uuid: uuid("b")(i),
          gameRefId: games.indexOf(title) + 1,
          locationRefId: 0,
          playDate: `${day} 20:15:00`,
          entryDate: `${day} 22:00:00`,
          modificationDate: `${day} 22:00:00`,
          durationMin: 0,
          ignored: false,
          manualWinner: false,
          usesTeams: false,
          playerScores: Object.entries(scores).map(([name, score]) => ({
            playerRefId: players.indexOf(name) + 1,
            score: String(score),
            winner: score === Math.max(...Object.values(scores)),
            newPlayer: false,
            startPlayer: false,
            rank: 0,
            seatOrder: 0,
          })),
        }))
        .filter((_, i) => !gone.includes(i)),
      players: players.map((name, i) => ({
        id: i + 1,
        uuid: uuid("c")(i),
        name,
        isAnonymous: false,
        bggUsername: "",
      })),
      locations: [],
      tags: [],
      groups: [],
      challenges: [],
      deletedObjects: gone.map((i) => ({ uuid: uuid("b")(i), objectType: "Play" })),
      userInfo: { meRefId: 1 },
    },
    null,
    1,
  );
}

/**
 * Chooses a file, as a person does.
 * @param {Test.Page} page
 * @param {string} name
 * @param {string | Buffer} text
 */
const choose = (page, name, text) =>
  page.locator('input[name="import-file"]').setInputFiles({
    name,
    mimeType: "application/octet-stream",
    buffer: Buffer.from(text),
  });

/**
 * The result of a title: totals in seat order.
 * @param {string} title
 * @param {Record<string, number>} totals
 * @param {string} day
 */
const result = (title, totals, day) =>
  [
    "dendro 1",
    "game pad",
    `title ${title}`,
    ...Object.keys(totals).map((name, i) => `seat ${i + 1} ${name}`),
    `night ${day}`,
    "",
    ...Object.values(totals).map((total, i) => `${i + 1}: total ${total}`),
    "",
  ].join("\n");

/**
 * What a tap saves: { name, bytes }.
 * @param {Test.Page} page
 * @param {() => Promise<unknown>} tap
 */
async function saved(page, tap) {
  const [file] = await Promise.all([page.waitForEvent("download"), tap()]);
  return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) };
}

test("exchange: a file is looked at, its names settled, imported, undone; a bad one says why", async ({
  club,
  visit,
  shot,
}) => {
  const daemon = await club({ returns: true });
  for (const name of ["Amélie", "Benoît"]) await daemon.post("/v1/players", { name });
  await daemon.post("/v1/games", result("Les Étangs", { Amélie: 3, Benoît: 2 }, "2026-10-02"));
  const page = await visit(daemon, { size: PHONE, path: "/settings" });
  await page.getByRole("link", { name: /^In and out/ }).click();
  await page.locator('input[name="import-file"]').waitFor({ state: "attached" });
  await settled(page);
  await shot(page, "exchange-phone");
  await keepsTo(page, "in and out");

  // A file that is none: the reason, and nothing else.
  await choose(page, "broken.json", '{"games": [,\n "plays"');
  await page.locator(".refused-file").waitFor();
  assert.match((await page.locator(".refused-file").textContent()) ?? "", /broken\.json.*line \d/s);
  assert.equal(await page.locator(".import-preview, .import-names").count(), 0);
  await shot(page, "exchange-refused");
  await lawful(page);
  await page.getByRole("button", { name: "Another file" }).click();

  // What it would do, in words; a play without players cannot be taken.
  /** @type {Parameters<typeof backup>[0]} */
  const there = [
    ["Étangs", "2026-11-01", { Amelia: 12, Benoît: 9, [HOSTILE]: 4 }],
    ["Étangs", "2026-11-02", { Amelia: 7, Benoit: 9 }],
    ["Calico", "2026-11-03", { Amelia: 50, Benoît: 41, Zoé: 30 }],
    ["Calico", "2026-11-04", {}],
  ];
  await choose(page, "BGStatsExport.json", backup(there));
  const preview = page.locator(".import-preview");
  await preview.waitFor();
  const sum = preview.locator(".sum");
  assert.equal(await sum.textContent(), "4 games: 3 new and 1 cannot be taken");
  assert.match((await preview.locator(".import-problems").first().textContent()) ?? "", /line \d+/);
  const people = preview.locator('[data-kind="People"]');
  const amelia = people.locator('[data-name="Amelia"]');
  await amelia.getByText("is that Amélie?").waitFor();
  await shot(page, "exchange-preview");
  await keepsTo(page, "a preview");
  // She is the same; the title is one of ours.
  await amelia.locator("button.same").click();
  const titles = preview.locator('[data-kind="Titles"]');
  await titles.locator('[data-name="Étangs"]').getByRole("button").click();
  await titles.locator('[data-name="Étangs"] select').selectOption({ label: "Les Étangs" });
  await until(async () => (await preview.getAttribute("aria-busy")) === null, "it is looked at again");
  await amelia.getByText("is Amélie").waitFor();
  await titles.locator('[data-name="Étangs"]').getByText("is Les Étangs").waitFor();
  assert.equal((await daemon.get("/v1/games")).games.length, 1, "nothing has happened yet");
  await page.setViewportSize(DESKTOP);
  await shot(page, "exchange-preview-wide");
  await keepsTo(page, "a wide preview");
  await preview.getByRole("button", { name: "Import 3 games" }).click();
  const done = page.locator(".import-done");
  await done.waitFor();
  await done.getByText("4 games: 3 added and 1 not taken").waitFor();
  const { players } = await daemon.get("/v1/players");
  const names = players.map(({ name }) => name);
  assert.ok(!names.includes("Amelia") && names.includes(HOSTILE) && names.includes("Zoé"), names.join());
  const known = (await daemon.get("/v1/titles")).titles.filter(({ plays }) => plays > 0).map(({ name }) => name.fr);
  assert.deepEqual(known.sort(), ["Calico", "Les Étangs"]);
  const number = /Import (\d+) is done/.exec((await done.textContent()) ?? "")?.[1];
  await page.locator(`[data-import="${number}"]`).waitFor();
  await page.locator(`[data-import="${number}"]`).getByText("tests", { exact: true }).waitFor(); // the token
  await shot(page, "exchange-done-wide");
  await keepsTo(page, "what was done");
  // What the import brought can be chosen below at once.
  const offered = page.locator('.exchange-out select[name="player"] option');
  await until(async () => (await offered.allTextContents()).includes("Zoé"), "new people are offered");

  // A newer backup: one is new, one was changed there, one deleted; the parts are the whole, and the button says it.
  there.push(["Calico", "2026-11-06", { Amelia: 41, Zoé: 30 }]);
  there[2][2].Zoé = 52;
  await page.getByRole("button", { name: "Another file" }).click();
  const newer = backup(there, [1]);
  await choose(page, "newer.json", newer);
  await preview.waitFor();
  assert.equal(
    await sum.textContent(),
    "4 games: 1 new, 1 to be corrected, 1 already here and 1 cannot be taken. 1 game here was deleted there.",
  );
  await shot(page, "exchange-newer-wide");
  await keepsTo(page, "a newer backup");
  await preview.getByRole("button", { name: "Import 1 game, correct 1, make 1 void" }).click();
  await done.getByText("1 game deleted there is void here.").waitFor();
  await page.getByRole("button", { name: "Another file" }).click();
  await choose(page, "newer.json", newer);
  await preview.getByText("There is nothing to import.").waitFor();
  assert.equal(await preview.locator("button.primary").count(), 0, "nothing to do, no button for it");
  await preview.getByRole("button", { name: "Another file" }).click();
  const second = page.locator(`[data-import="${Number(number) + 1}"]`);
  await second.locator("button.undo").click();
  await second.locator("button.danger").click();
  await second.getByText("1 game is void. 2 are as before.").waitFor();

  // Undone from the list: first what it means, then in another place.
  const row = page.locator(`[data-import="${number}"]`);
  await row.locator("button.undo").click();
  await row.getByText("become void").waitFor();
  await shot(page, "exchange-undo-wide");
  await lawful(page);
  await row.locator("button.danger").click();
  await row.getByText("3 games are void.").waitFor();
  assert.equal(await row.locator("button.undo").count(), 0);
  await page.reload();
  await row.getByText("Nothing is left to undo.").waitFor();
  assert.equal(await page.locator(".past-imports button.undo").count(), 0);
  const left = (await daemon.get("/v1/games?status=finished")).games.map(({ title }) => title?.fr);
  assert.deepEqual(left, ["Les Étangs"]);
  assert.equal(await page.evaluate(() => globalThis.hacked), undefined);

  // The daemon goes away in the middle: it says so, and the same file goes on afterwards.
  await page.setViewportSize(NARROW);
  const plain = result("Calico", { Amélie: 60, Benoît: 2 }, "2026-11-05");
  await page.locator("summary", { hasText: "paste" }).click();
  await page.locator('textarea[name="import-text"]').fill(plain);
  await page.getByRole("button", { name: "See what it would do" }).click();
  await preview.waitFor();
  assert.equal(await sum.textContent(), "1 game: 1 new");
  await page.context().setOffline(true);
  await preview.getByRole("button", { name: "Import 1 game" }).click();
  await page.getByText("goes on where it stopped").waitFor();
  await shot(page, "exchange-lost");
  await keepsTo(page, "a lost connection");
  await page.context().setOffline(false);
  await page.getByRole("button", { name: "Another file" }).click();
  await page.locator(".drop").dispatchEvent("drop", {
    dataTransfer: await page.evaluateHandle((text) => {
      const carried = new DataTransfer();
      carried.items.add(new File([text], "one.dendro"));
      return carried;
    }, plain),
  });
  // A record names people, too; but nobody can say that they are others.
  await preview.locator('[data-kind="People"] li').first().waitFor({ state: "attached" });
  assert.equal(await preview.locator(".import-names button").count(), 0);
  await preview.getByRole("button", { name: "Import 1 game" }).click();
  await done.getByText("1 game: 1 added").waitFor();

  // Who may record imports, and cannot undo; who only looks does neither.
  const guest = await visit(daemon, {
    token: await daemon.makeToken("record"),
    path: "/settings/exchange",
    lang: "fr",
  });
  await guest.locator(".past-imports").getByText("Un organisateur peut le défaire.").first().waitFor();
  assert.equal(await guest.locator("button.undo").count(), 0);
  const reader = await visit(daemon, { token: await daemon.makeToken("read"), path: "/settings/exchange" });
  await reader.getByText("Who may record games may import them.").waitFor();
  assert.equal(await reader.locator('input[name="import-file"]').count(), 0);
});

test("exchange: every kind of file is looked at, and the page says what the daemon found", async ({
  club,
  visit,
  shot,
}) => {
  const daemon = await club();
  const page = await visit(daemon, { size: DESKTOP, path: "/settings/exchange", lang: "fr" });
  const names = readdirSync(FIXTURES).filter((name) => !name.endsWith(".plays"));
  assert.ok(names.includes("long-semicolon-1252.csv") && names.includes("BGStatsExport.json"), names.join());
  for (const [i, name] of names.entries()) {
    await page.setViewportSize(i % 2 ? DESKTOP : PHONE);
    const bytes = readFileSync(join(FIXTURES, name));
    const answer = await fetch(`${daemon.url}/v1/import?dry_run=1`, {
      method: "POST",
      headers: {
        Authorization: `Bearer ${daemon.token}`,
        "Accept-Language": "fr",
        "Content-Type": "application/octet-stream",
      },
      body: bytes,
    });
    assert.equal(answer.ok, !name.startsWith("bad-"), name);
    await choose(page, name, bytes);
    if (answer.ok) {
      const report = /** @type {Api.ImportReport} */ (await answer.json());
      const preview = page.locator(".import-preview");
      await preview.waitFor();
      const said = (await preview.locator(".sum").textContent()) ?? "";
      const [whole, ...parts] = (said.split(".")[0].match(/\d+/g) ?? []).map(Number);
      assert.equal(whole, report.records, `${name}: ${said}`);
      assert.equal(
        parts.reduce((a, b) => a + b),
        whole,
        `${name}: ${said}`,
      );
      assert.equal(await preview.locator('[data-kind="People"] li').count(), report.people?.length, name);
      assert.equal(await preview.locator('[data-kind="Titles"] li').count(), report.titles?.length, name);
      await keepsTo(page, `a preview of ${name}`);
      await shot(page, `exchange-preview-fr-${name}`);
      await preview.getByRole("button", { name: /^(Annuler|Un autre fichier)$/ }).click();
    } else {
      const { detail } = /** @type {Api.Problem} */ (await answer.json());
      await page.locator(".refused-file").getByText(detail).waitFor();
      await page.getByRole("button", { name: "Un autre fichier" }).click();
    }
  }
});

test("exchange: games leave as files, as a link for a phone, and as pictures", async ({ club, visit, shot }) => {
  const daemon = await club({ options: ["--private"] });
  await fetch(`${daemon.url}/v1/club`, {
    method: "PATCH",
    headers: { Authorization: `Bearer ${daemon.token}`, "Content-Type": "application/json" },
    body: JSON.stringify({ name: "Les Amis du Jeu <b>de</b> Fontainebleau" }),
  });
  const many = Object.fromEntries(
    [HOSTILE, "W".repeat(120), "עברית עם הפוך", ...Array.from({ length: 9 }, (_, i) => `Personne ${i + 4}`)].map(
      (name, i) => [name, 100 - i],
    ),
  );
  const { game } = await daemon.post("/v1/games", result("Calico & Cie", many, "2026-11-13"));
  const small = await daemon.post("/v1/games", result("Les Étangs", { Ada: 12, Bo: 9.5 }, "2026-11-13"));
  const { game: sheet } = await daemon.post(
    "/v1/games",
    [
      ...["dendro 1", "game foret", "level sheet", "seat 1 Ada", "seat 2 Bo", "seat 3 Cy", "night 2026-11-11", ""],
      ...SHEETS.map((grid, i) => `${i + 1}: grid ${grid}`),
      "claim 2 total 17",
      "",
    ].join("\n"),
  );
  for (let i = 0; i < 2; i++) {
    const names = Array.from({ length: 12 }, (_, k) => [`Joueuse ${k + 12 * i}`, 40 - k]);
    await daemon.post("/v1/games", result("Les Étangs", Object.fromEntries(names), "2026-11-12"));
  }

  // What a list shows leaves with its filters and the token, which is in no address.
  const etangs = (await daemon.get("/v1/titles")).titles.find(({ name }) => name.fr === "Les Étangs")?.id;
  const page = await visit(daemon, { size: PHONE, path: `/games?game=${etangs}` });
  await settled(page);
  // A device that shares files: this one does not.
  await page.addInitScript(() => {
    navigator.canShare = (what) => what?.files?.length === 1;
    navigator.share = async (what) => {
      const [file] = what?.files ?? [];
      globalThis.shared = `${file.type} ${file.name}`;
    };
  });
  /** @type {string[]} */
  const asked = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.getByRole("link", { name: "Export what is shown" }).click();
  const format = (/** @type {string} */ id) => page.locator(`[data-format="${id}"] button`);
  await format("csv").waitFor();
  await shot(page, "exchange-out");
  await keepsTo(page, "exports");
  const csv = await saved(page, () => format("csv").click());
  assert.match(csv.name, /\.csv$/);
  assert.ok(csv.bytes.toString().includes("Étangs") && !csv.bytes.toString().includes("Calico"));
  const records = await saved(page, () => format("record").click());
  assert.equal(records.bytes.toString().match(/^dendro 1$/gm)?.length, 3);
  await page.getByRole("button", { name: /everything/ }).click();
  const backups = await saved(page, () => format("bgstats").click());
  assert.equal(JSON.parse(backups.bytes.toString()).plays.length, 5);
  for (const id of ["bgg-csv", "ndjson"]) assert.ok((await saved(page, () => format(id).click())).bytes.length > 0, id);
  assert.ok(asked.some((url) => url.includes("/v1/export?")) && !asked.some((url) => url.includes(daemon.token)));

  // A game for the phone: the link, and the code where it holds it.
  await open(page, `/games/${small.game}`);
  await page.locator('[data-later="phone"] summary').click();
  const link = page.getByRole("link", { name: "Open in BG Stats" });
  assert.match((await link.getAttribute("href")) ?? "", /^https:\/\/app\.bgstatsapp\.com\/createPlay\.html\?data=%7B/);
  await page.locator('[data-later="phone"] svg.qr').waitFor();
  await shot(page, "exchange-phone-code");
  await keepsTo(page, "a game for the phone");

  // Much to say makes a fine code, which is shown as wide as there is room, after a word that the link is surer.
  const six = Object.fromEntries(Array.from({ length: 6 }, (_, i) => [`Joueuse ${i}`, 40 - i]));
  const dense = await daemon.post("/v1/games", result("Les Étangs", six, "2026-10-12"));
  await open(page, `/games/${dense.game}`);
  await page.locator('[data-later="phone"] summary').click();
  await page.locator(".to-phone.dense svg.qr").waitFor();
  await page.getByText("The link is the surer way").waitFor();
  await page.locator(".to-phone").scrollIntoViewIfNeeded();
  await shot(page, "exchange-phone-dense");
  await keepsTo(page, "a fine code");

  await open(page, `/games/${game}`);
  await page.locator('[data-later="phone"] summary').click();
  await page.locator(".to-phone .too-long").waitFor(); // twelve people with such names are too much for a code
  assert.equal(await page.locator(".to-phone .qr").count(), 0);

  // Pictures: the file that is saved is the one that is seen.
  /**
   * @param {string} path
   * @param {string} title
   * @param {string[]} names
   * @param {string[]} [not]
   */
  const picture = async (path, title, names, not = []) => {
    await open(page, path);
    await page.locator('[data-later="picture"] summary').click();
    const shown = page.locator(".shown-picture svg");
    await shown.waitFor();
    await page.locator('[data-later="picture"]').scrollIntoViewIfNeeded();
    await shot(page, `exchange-picture-${title}`);
    await keepsTo(page, `the picture of ${title}`);
    assert.equal(await page.locator(".shown-picture script, .shown-picture img, .shown-picture b").count(), 0);
    await page.getByRole("button", { name: /^(Share|Partager)$/ }).click();
    assert.match(await page.evaluate(() => globalThis.shared ?? ""), /^image\/png .+\.png$/);
    const png = await saved(page, () => page.getByRole("button", { name: /PNG/ }).click());
    const svg = await saved(page, () => page.getByRole("button", { name: /SVG/ }).click());
    if (process.env.SHOTS) {
      writeFileSync(join(SHOTS, `exchange-saved-${title}.png`), png.bytes);
      writeFileSync(join(SHOTS, `exchange-saved-${title}.svg`), svg.bytes);
    }
    const text = svg.bytes.toString();
    const { said, box, error } = await page.evaluate((source) => {
      const file = new DOMParser().parseFromString(source, "image/svg+xml");
      return {
        said: file.documentElement.textContent,
        box: file.documentElement.getAttribute("viewBox"),
        error: file.querySelector("parsererror")?.textContent ?? null,
      };
    }, text);
    assert.equal(error, null);
    for (const name of names) assert.ok(said?.includes(name), `${title} has ${name}: ${said}`);
    for (const name of not) assert.ok(!said?.includes(name), `${title} has no ${name}: ${said}`);
    const [, , width, height] = (box ?? "").split(" ").map(Number);
    assert.equal(png.bytes.subarray(0, 8).toString("latin1"), "\x89PNG\r\n\x1a\n");
    assert.deepEqual([png.bytes.readUInt32BE(16), png.bytes.readUInt32BE(20)], [width, height]);
    assert.ok(png.bytes.length > 10_000 && width === 1080 && height < 2600, `${png.bytes.length} ${width} ${height}`);
    const wide = await shown.evaluate((drawing) => {
      const edge = drawing.getBoundingClientRect().right;
      return [...drawing.querySelectorAll("text")].filter((one) => one.getBoundingClientRect().right > edge).length;
    });
    assert.equal(wide, 0, "no text sticks out");
  };
  await picture(`/games/${sheet}`, "contested", ["Ada", "Contested", "Bo: 17.", "Counted from the final position."]);
  await picture(`/games/${small.game}`, "small", ["Ada", "Bo", "9.5", "Ada won by 2.5", "As written down"]);
  await picture(`/games/${game}`, "many", [...Object.keys(many), "Calico & Cie", "<b>de</b>"]);
  const season = await daemon.post("/v1/seasons", { name: "Automne", from: "2026-11-01", to: "2026-11-30" });
  await page.evaluate(() => localStorage.setItem("dendro.language", '"fr"'));
  await picture("/nights/2026-11-13", "night", [HOSTILE, "Calico & Cie", "Ada"]);
  await picture(`/seasons/${season.id}`, "season", ["Automne", "Joueuse 0", "et 19 de plus"]);
  // A season that is over stands as it is, whatever the day; whose name was erased is called so and not by a handle.
  const past = await daemon.post("/v1/seasons", { name: "Octobre", from: "2026-10-01", to: "2026-10-31" });
  const { person } = (await daemon.get(`/v1/games/${dense.game}`)).seats[0];
  const erased = await fetch(`${daemon.url}/v1/players/${person}`, {
    method: "DELETE",
    headers: { Authorization: `Bearer ${daemon.token}` },
  });
  assert.ok(erased.ok);
  await picture(`/games/${dense.game}`, "erased", ["Une personne effacée a gagné", "Joueuse 1"], [`@${person}`]);
  await picture("/nights/2026-10-12", "erased-night", ["une personne effacée", "Joueuse 1"], [`@${person}`]);
  await picture(`/seasons/${past.id}`, "past", ["Octobre", "une personne effacée", "finie"], [`@${person}`, "· au "]);
  await page.setViewportSize(DESKTOP);
  await picture(`/games/${small.game}`, "small-wide", ["Ada a gagné de 2,5"]);
  assert.equal(await page.evaluate(() => globalThis.hacked), undefined);
});
