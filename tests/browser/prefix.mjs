// The page below a prefix: two clubs of one host on one origin, and a club alone, which keeps the names that it had.
import assert from "node:assert/strict";
import { addressOf, serve } from "../../web/dev.mjs";
import { gather } from "../../web/embed.mjs";
import { sessionKey, test } from "./harness.mjs";
import { lawful } from "./sight.mjs";
import {
  allSent,
  choose,
  fitsTheScreen,
  gameNumber,
  movesOf,
  open,
  play,
  seat,
  settled,
  start,
  until,
} from "./steps.mjs";

/**
 * The same page, one version later: another shell, and a worker that knows of it.
 * @param {Awaited<ReturnType<typeof gather>>} page
 */
function newer(page) {
  const edit = /** @type {Record<string, (text: string) => string>} */ ({
    "/": (text) => text.replace("<title>", '<meta name="version" content="newer"><title>'),
    "/sw.js": (text) => text.replace(/ [0-9a-f]{16}`/, " newer`"),
  });
  const files = page.files.map((file) =>
    edit[file.path] ? { ...file, bytes: Buffer.from(edit[file.path](file.bytes.toString())) } : file,
  );
  return { ...page, files };
}

/**
 * What one device has of each club: names of caches with the number of their files, of databases with what waits in
 * them, and of what is in localStorage.
 * @param {Test.Page} page
 */
const stored = (page) =>
  page.evaluate(async () => {
    /** @type {Record<string, number>} */
    const files = {};
    for (const name of await caches.keys()) files[name] = (await (await caches.open(name)).keys()).length;
    /** @type {Record<string, number>} */
    const waiting = {};
    for (const { name } of await indexedDB.databases()) {
      waiting[name ?? ""] = await new Promise((resolve, reject) => {
        const request = indexedDB.open(name ?? "");
        request.onerror = () => reject(request.error);
        request.onsuccess = () => {
          const count = request.result.transaction("outbox").objectStore("outbox").count();
          count.onsuccess = () => {
            request.result.close();
            resolve(count.result);
          };
        };
      });
    }
    return { files, waiting, keys: Object.keys(localStorage) };
  });

/**
 * Caches of a club that are complete.
 * @param {Test.Page} page
 * @param {string} base
 */
const cachesOf = async (page, base) =>
  Object.entries((await stored(page)).files).flatMap(([name, files]) =>
    name.startsWith(`dendro ${base}assets/`) && files > 30 ? [name] : [],
  );

/**
 * Where the links of a view lead to, but for those of the address itself.
 * @param {Test.Page} page
 */
const links = (page) =>
  page.evaluate(() =>
    [...document.querySelectorAll("a[href]")]
      .map((link) => link.getAttribute("href") ?? "")
      .filter((href) => !href.startsWith("#")),
  );

/**
 * @param {Test.Club} daemon
 * @param {string} name
 */
async function call(daemon, name) {
  const answer = await fetch(`${daemon.url}/v1/club`, {
    method: "PATCH",
    headers: { Authorization: `Bearer ${daemon.token}`, "Content-Type": "application/json" },
    body: JSON.stringify({ name }),
  });
  assert.equal(answer.status, 200);
}

const waits = (/** @type {Test.Page} */ page, /** @type {number} */ n) =>
  page
    .locator(".topbar .chip-button")
    .filter({ hasText: `${n} waiting` })
    .waitFor();

const named = (/** @type {Test.Page} */ page, /** @type {string} */ name) =>
  page.locator(".topbar .club").filter({ hasText: name }).waitFor();

test("prefix: two clubs of one origin on one device never see what is the other's", async (tools) => {
  const { club, visit, shot, after } = tools;
  const alpha = await club({ demo: true });
  const beta = await club();
  await call(alpha, "Alpha <b>& fils</b>");
  await call(beta, "Beta");
  let later = false;
  const made = await gather();
  const server = await serve({ "/c/alpha/": alpha.url, "/c/beta/": beta.url }, 0, async (base) =>
    later && base === "/c/alpha/" ? newer(made) : made,
  );
  after(() => server.close().closeAllConnections());
  const origin = addressOf(server);

  // The host's own page.
  const page = await visit({ ...alpha, url: origin }, { token: null, worker: true });
  await page.getByRole("link", { name: "Beta" }).waitFor();
  await shot(page, "clubs");
  await lawful(page);
  await fitsTheScreen(page, "the list of clubs");
  assert.deepEqual(await links(page), ["/c/alpha/", "/c/beta/"]);
  await page.route("**/v1/clubs", (route) => route.fulfill({ json: { clubs: [] } }));
  await page.reload();
  await page.getByText("No club here is listed.").waitFor();
  await page.getByRole("button", { name: "En français" }).click();
  await page.getByText("Aucun club n’est dans la liste.").waitFor();
  await shot(page, "clubs-none");
  await lawful(page);
  await page.getByRole("button", { name: "In English" }).click();
  await page.unroute("**/v1/clubs");
  await page.reload();
  assert.equal(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length), 0);

  // From here on: whatever a page asks for is its own club's, with its own token.
  const tokens = /** @type {Record<string, string>} */ ({ alpha: alpha.token, beta: beta.token });
  /** @type {string[]} */
  const strays = [];
  const watch = (/** @type {Test.Page} */ one, /** @type {string} */ slug) =>
    one.on("request", (request) => {
      const { authorization } = request.headers();
      const url = request.url();
      const own = url.startsWith(`${origin}/c/${slug}/`) || !url.startsWith(origin);
      if (!own || (authorization && authorization !== `Bearer ${tokens[slug]}`)) strays.push(`${slug}: ${url}`);
    });
  await page.getByRole("link", { name: "Alpha" }).click();
  await page.waitForURL(`${origin}/c/alpha/`);
  await named(page, "Alpha <b>& fils</b>");
  watch(page, "alpha");
  await page.locator(".topbar .end a").click();
  await page.waitForURL(`${origin}/c/alpha/signin`);
  await page.locator("#token").fill(alpha.token);
  await page.locator("form button.primary").click();
  await page.waitForURL(`${origin}/c/alpha/`);
  await page.getByRole("link", { name: "New game" }).waitFor();
  const other = await page.context().newPage();
  /** @type {string[]} */
  const heard = [];
  other.on("pageerror", (error) => heard.push(String(error.stack)));
  watch(other, "beta");
  await other.goto(`${origin}/c/beta/#token=${beta.token}`);
  await other.getByRole("link", { name: "New game" }).waitFor();
  await named(other, "Beta");
  assert.equal(other.url(), `${origin}/c/beta/`);

  // Links, filters, back, and an address that is opened by itself.
  for (const view of ["", "games", "people", "leaderboard", "cards", "nights", "settings", "games/1", "audit"]) {
    await open(page, `/c/alpha/${view}`);
    const astray = (await links(page)).filter((href) => !/^(\/c\/alpha\/|https?:|blob:)/.test(href));
    assert.deepEqual(astray, [], `links of /${view}`);
  }
  await open(page, "/c/alpha/");
  await page.locator('.tabs a[href="/c/alpha/games"]').click();
  await page.locator('main a[href^="/c/alpha/games/"]').first().click();
  await page.waitForURL(/\/c\/alpha\/games\/\d+/);
  await settled(page);
  await page.goBack();
  await page.waitForURL(`${origin}/c/alpha/games`);
  await settled(page);
  await page.getByRole("heading", { level: 1 }).filter({ hasText: "Games" }).waitFor();
  const installed = await page.evaluate(async () => {
    const { href } = /** @type {HTMLLinkElement} */ (document.querySelector("link[rel=manifest]"));
    const { start_url: first, scope } = await (await fetch(href)).json();
    return [first, scope].map((one) => new URL(one, href).pathname);
  });
  assert.deepEqual(installed, ["/c/alpha/", "/c/alpha/"]);

  // An invitation leads to its own club.
  await open(other, "/c/beta/settings/invite");
  await other.locator("#label").fill("Le mur");
  await other.locator(".invite-form button.primary").click();
  const link = await other.locator("#link").inputValue();
  assert.ok(link.startsWith(`${origin}/c/beta/#token=dendro_`), link);
  await other.getByText(`${new URL(origin).host}/c/beta ·`).waitFor();
  // An address that would reach over to the neighbours does not.
  await open(other, "/c/beta/games/..%2F..%2F..%2Falpha%2Fv1%2Fgames%2F1/replay");
  await open(other, "/c/beta/");

  // A game is entered without a network in one, and sent to that one.
  const before = (await alpha.get("/v1/games?order=newest&limit=1")).games[0].id;
  await open(page, "/c/alpha/new");
  for (const name of ["Xa", "Ya", "Za"]) await seat(page, name, name);
  await choose(page, "level", "table");
  for (const base of ["/c/alpha/", "/c/beta/"]) {
    await until(async () => (await cachesOf(page, base)).length === 1, `${base} is on the device`);
  }
  await page.context().setOffline(true);
  await start(page);
  await play(page, "bee", 0, 0);
  await waits(page, 2);
  await page.reload();
  await waits(page, 2);
  await other.reload();
  await named(other, "Beta");
  await other.locator(".notice-line").waitFor();
  await other.getByRole("link", { name: "New game" }).waitFor();
  assert.equal(await other.locator(".topbar .chip-button").count(), 0, "what waits in Alpha is not Beta's");
  assert.deepEqual((await stored(page)).waiting, { "dendro /c/alpha/": 2, "dendro /c/beta/": 0 });
  await page.context().setOffline(false);
  await allSent(page);
  const game = await gameNumber(page);
  assert.ok(Number(game) > Number(before));
  assert.deepEqual(await movesOf(alpha, game), ["1: bee 0,0"]);
  assert.deepEqual((await beta.get("/v1/games")).games, []);

  // A new version of one replaces what that one kept, and nothing else.
  const old = await cachesOf(page, "/c/alpha/");
  const theirs = await cachesOf(page, "/c/beta/");
  await page.evaluate(() => caches.open("dendro /assets/0000000000000000 of-a-club-alone"));
  later = true;
  await open(page, "/c/alpha/");
  assert.equal(await page.locator('meta[name="version"]').count(), 1);
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
  const renewed = async () => {
    const names = await cachesOf(page, "/c/alpha/");
    return names.length === 1 && names[0] !== old[0] && names[0].endsWith(" newer");
  };
  await until(renewed, "Alpha's files are the new ones");
  assert.deepEqual(await cachesOf(page, "/c/beta/"), theirs);
  assert.ok("dendro /assets/0000000000000000 of-a-club-alone" in (await stored(page)).files);
  await page.context().setOffline(true);
  await page.reload();
  await named(page, "Alpha <b>& fils</b>");
  assert.equal(await page.locator('meta[name="version"]').count(), 1, "the new shell is what the device has");
  await other.reload();
  await named(other, "Beta");
  assert.equal(await other.locator('meta[name="version"]').count(), 0, "Beta has not been updated");
  await page.context().setOffline(false);

  // Who signs out of one stays signed in to the other.
  await page.reload();
  await page.getByRole("button", { name: /menu/ }).click();
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByRole("link", { name: "Sign in to record games" }).waitFor();
  await other.reload();
  await other.getByRole("link", { name: "New game" }).waitFor();
  const { keys } = await stored(page);
  assert.ok(!keys.includes(sessionKey("/c/alpha/")) && keys.includes(sessionKey("/c/beta/")), keys.join(", "));
  // What has no path in its name is the host's page's.
  assert.deepEqual(
    keys.filter((key) => !/ \/c\/(alpha|beta)\/$/.test(key)),
    ["dendro.language"],
  );
  assert.deepEqual(strays, []);
  assert.deepEqual(heard, []);
});

test("prefix: a club alone finds what the device kept under the names of before", async ({ club, visit, after }) => {
  const daemon = await club();
  const server = await serve({ "/": daemon.url }, 0);
  after(() => server.close().closeAllConnections());
  const origin = addressOf(server);
  const page = await visit({ ...daemon, url: origin }, { token: null, worker: true, path: "/healthz" });
  await page.evaluate(async (token) => {
    localStorage.setItem("dendro.session", JSON.stringify({ token, scopes: null }));
    localStorage.setItem("dendro.language", '"fr"');
    await caches.open("dendro /assets/0000000000000000 1111111111111111");
    await caches.open("dendro /c/beta/assets/0000000000000000 1111111111111111");
    /** @type {IDBDatabase} */
    const db = await new Promise((resolve, reject) => {
      const request = indexedDB.open("dendro", 1);
      request.onupgradeneeded = () => {
        request.result.createObjectStore("outbox", { keyPath: "id", autoIncrement: true });
        request.result.createObjectStore("drafts", { keyPath: "id" });
        request.result.createObjectStore("answers", { keyPath: "path" });
      };
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    const names = ["Amélie", "Ferdinand", "Mana"];
    const work = db.transaction(["outbox", "drafts"], "readwrite");
    work.objectStore("outbox").put({
      key: "before-the-update",
      group: "local-1",
      kind: "open",
      path: "/v1/games",
      body: { game: "foret", seats: names },
      about: { title: names.join(", "), names },
      created: Date.now(),
      problem: null,
    });
    work.objectStore("drafts").put({
      id: "draft-1",
      game: "ecos",
      variant: "base",
      level: "sheet",
      seats: [{ name: "Ginette" }, { name: "Odile" }],
      extras: {},
      points: ["", ""],
      used: [{}, {}],
      updated: Date.now(),
    });
    await new Promise((resolve) => {
      work.oncomplete = resolve;
    });
    db.close();
  }, daemon.token);

  await page.goto("/");
  await page.getByRole("link", { name: "Nouvelle partie", exact: true }).waitFor();
  await page.locator('a[href="/sheet/draft-1"]').filter({ hasText: "Ginette" }).waitFor();
  await until(async () => (await daemon.get("/v1/games")).games.length === 1, "what waited is sent");
  await allSent(page);
  const kept = async () => Object.keys((await stored(page)).files).sort();
  const BETA = "dendro /c/beta/assets/0000000000000000 1111111111111111";
  await until(
    async () => (await cachesOf(page, "/")).length === 1 && (await kept()).length === 2,
    "the old shell goes",
  );
  assert.ok((await kept()).includes(BETA), "what is another club's stays");
  assert.deepEqual(Object.keys((await stored(page)).waiting), ["dendro"]);

  // Its worker opens its own page without a network, and nobody else's.
  await page.context().setOffline(true);
  await open(page, "/games");
  await assert.rejects(page.goto("/c/beta/"), /ERR_INTERNET_DISCONNECTED/);
});
