// What waits on a device: in words on Tonight and in its own list, for every game and every kind of entry, in both
// languages and without a network.
import assert from "node:assert/strict";
import { NARROW, test } from "./harness.mjs";
import { lawful } from "./sight.mjs";
import { allSent, fitsTheScreen, open, play, settled, until } from "./steps.mjs";

/** Entries as the page keeps them: of each game a move, of each kind one, and one of a page that was older. */
const ENTRIES = [
  {
    group: "game-91",
    kind: "moves",
    path: "/v1/games/91/moves",
    body: { moves: ["1: tile 12 r90 3,-1"] },
    about: { title: "Ada, Bo", names: ["Ada", "Bo"], game: "grandbois" },
  },
  {
    group: "game-92",
    kind: "moves",
    path: "/v1/games/92/moves",
    body: { moves: ["*: token sun", "2: charge 1 sun"] },
    about: { title: "Ada, Bo", names: ["Ada", "Bo"], game: "ecos" },
  },
  {
    group: "local-93",
    kind: "open",
    path: "/v1/games",
    body: { game: "biotopes", variant: "standard", level: "table", seats: ["Ada", "Bo"] },
    about: { title: "Ada, Bo", names: ["Ada", "Bo"] },
  },
  {
    group: "local-93",
    kind: "moves",
    path: "/v1/games/{game}/moves",
    body: { moves: ["1: adapt alpine-ibex with plant grey mountain"] },
    about: { title: "Ada, Bo", names: ["Ada", "Bo"], game: "biotopes" },
  },
  {
    group: "game-94",
    kind: "back",
    path: "/v1/games/94/takeback",
    body: { ply: 1, count: 1 },
    about: { title: "Mana, Bo", names: ["Mana", "Bo"], game: "foret", moves: ["1: wolf 0,0"] },
  },
  {
    group: "game-95",
    kind: "abandon",
    path: "/v1/games/95/abandon",
    body: {},
    about: { title: "Mana, Bo", names: ["Mana", "Bo"], game: "foret" },
  },
  {
    group: "sheet-96",
    kind: "sheet",
    path: "/v1/games",
    body: { record: "dendro 1\n" },
    about: {
      title: "Ada, Bo",
      names: ["Ada", "Bo"],
      draft: "96",
      game: "pad",
      called: "Les <i>Tours</i>",
      sums: [61, 54.5],
    },
  },
  {
    group: "game-97",
    kind: "moves",
    path: "/v1/games/97/moves",
    body: { moves: ["1: bee 0,0"] },
    about: { title: "Ada, Bo", lines: "1: bee 0,0" },
  },
  { group: "night-1", kind: "note", path: "/v1/nights/2026-11-13", body: {}, about: { title: "Friday: snow" } },
];

/**
 * Puts entries on the device as if they had been made there, oldest first.
 * @param {Test.Page} page
 * @param {unknown[]} items
 */
const keepOnDevice = (page, items) =>
  page.evaluate(
    (all) =>
      new Promise((resolve, reject) => {
        const request = indexedDB.open("dendro", 1);
        request.onerror = () => reject(request.error);
        request.onsuccess = () => {
          const work = request.result.transaction("outbox", "readwrite");
          for (const item of all) {
            work
              .objectStore("outbox")
              .add({ key: crypto.randomUUID(), created: Date.now(), problem: null, ...Object(item) });
          }
          work.oncomplete = () => resolve(null);
          work.onerror = () => reject(work.error);
        };
      }),
    items,
  );

/** @param {Test.Page} page */
const said = (page) =>
  page
    .locator(".waiting-list li > p:first-child > span:first-child")
    .evaluateAll((all) => all.map((one) => /** @type {HTMLElement} */ (one).innerText.trim().replace(/\s+/g, " ")));

test("waiting: a move without a network is on Tonight in words, and is sent when there is one", async ({
  club,
  visit,
  shot,
}) => {
  const daemon = await club();
  const opening = ["1: bee 0,0", "2: bee 0,0", "3: bee 0,0"];
  const seats = ["Mana", "Bo", "Cy"];
  const { game } = await daemon.post("/v1/games", { game: "foret", level: "table", seats, moves: opening });
  const page = await visit(daemon, { size: NARROW, lang: "fr", path: `/games/${game}` });
  await settled(page);
  assert.equal(await page.locator(".topbar .chip-button").count(), 0);
  // Nothing that is entered gets through; the page itself is there.
  const away = { on: true };
  await page.route("**/v1/**", (route) =>
    away.on && route.request().method() === "POST" ? route.abort() : route.fallback(),
  );
  await play(page, "deer", 0, -1);
  await page.locator(".topbar .chip-button").filter({ hasText: "1 en attente" }).waitFor();
  await page.locator('.tabs a[href="/"]').click();
  const here = page.locator(".waiting-here");
  await here.getByText("Mana : cerf en 0,-1").waitFor();
  assert.match(await here.innerText(), /Ecosystème Forêt · Mana, Bo, Cy/);
  await fitsTheScreen(page, "Tonight with something that waits");
  await lawful(page);
  await shot(page, "waiting-tonight");
  await here.getByRole("link", { name: "Tout ce qui attend" }).click();
  await page.waitForURL("**/waiting");
  await until(async () => (await said(page)).join().startsWith("Mana : cerf en 0,-1"), "the list says it, too");
  await page.locator(".waiting-list li a").first().click();
  await page.waitForURL(`**/games/${game}`);
  // The network is back: it goes out by itself, and nothing is said any more.
  away.on = false;
  await allSent(page);
  assert.deepEqual((await daemon.get(`/v1/games/${game}/moves`)).moves, [...opening, "1: deer 0,-1"]);
  await open(page, "/waiting");
  await page.getByText("Tout est envoyé.").waitFor();
  await open(page, "/");
  assert.equal(await page.locator(".waiting-here").count(), 0);
});

test("waiting: every game and every kind of entry is said in the reader's language", async ({ club, visit, shot }) => {
  const daemon = await club();
  const page = await visit(daemon, { size: NARROW, path: "/settings" });
  await settled(page);
  await page.route("**/v1/**", (route) => (route.request().method() === "POST" ? route.abort() : route.fallback()));
  await keepOnDevice(page, ENTRIES);
  await open(page, "/waiting");
  const english = [
    /^Ada lays tile 12/,
    /sun/,
    /^New game: Biotopes.* Ada, Bo$/,
    /^Ada .*Alpine Ibex.*Biotopes · Ada, Bo$/i,
    /^Taken back: Mana: wolf at 0,0 Ecosystem: Forest · Mana, Bo$/,
    /^Ecosystem: Forest: end without a result Mana, Bo$/,
    /^Score sheet: Les <i>Tours<\/i> Ada 61 and Bo 54.5$/,
    /^1: bee 0,0 Ada, Bo$/,
    /^Friday: snow$/,
  ];
  /** @param {RegExp[]} expected */
  const says = async (expected) => {
    await until(
      async () => {
        const all = await said(page);
        return all.length === expected.length && expected.every((one, i) => one.test(all[i]));
      },
      `the list says ${expected.join("  ")}`,
    );
  };
  await says(english);
  await fitsTheScreen(page, "the list of what waits");
  await lawful(page);
  await shot(page, "waiting-list");
  await page.locator(".topbar .club").click();
  await page.getByRole("button", { name: "En français" }).click();
  await says([
    /^Ada pose la tuile 12/,
    /soleil/,
    /^Nouvelle partie\s: Biotopes.* Ada, Bo$/,
    /^Ada .*Biotopes · Ada, Bo$/,
    /^Repris\s: Mana\s: loup en 0,0 /,
    /^Ecosystème Forêt\s: fin sans résultat/,
    /^Feuille de score\s: Les <i>Tours<\/i> Ada 61 et Bo 54,5$/,
    /^1: bee 0,0/,
    /^Friday: snow$/,
  ]);
  // The chip's list says the same and leads here.
  await open(page, "/settings");
  await page.locator(".topbar .chip-button").click();
  await page.getByRole("dialog").getByRole("link", { name: "Tout ce qui attend" }).click();
  await page.waitForURL("**/waiting");
});
