// A name that was erased is gone from the device, too: from the tables that it offers again, from the lists that Back
// shows at once, from what stands in without a network. Whoever was merged is offered as who they are now.
import assert from "node:assert/strict";
import { test } from "./harness.mjs";
import { open, settled, until } from "./steps.mjs";

const NAME = 'Zébulon <b>"Q"</b>';

/**
 * @param {Test.Club} daemon
 * @param {string} id
 */
async function erase(daemon, id) {
  const headers = { Authorization: `Bearer ${daemon.token}` };
  assert.ok((await fetch(`${daemon.url}/v1/players/${id}`, { method: "DELETE", headers })).ok);
}

/**
 * Whether the name stands in anything that the page has kept on the device.
 * @param {Test.Page} page
 */
const keeps = (page) =>
  page.evaluate(async (name) => {
    const text = JSON.stringify(name).slice(1, -1);
    const storage = [...Object.values({ ...localStorage }), ...Object.values({ ...sessionStorage })];
    const places = storage.filter((one) => one.includes(text));
    /** @type {IDBDatabase} */
    const db = await new Promise((resolve, reject) => {
      const request = indexedDB.open("dendro");
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    /** @type {{ path: string }[]} */
    const answers = await new Promise((resolve, reject) => {
      const request = db.transaction("answers").objectStore("answers").getAll();
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    db.close();
    for (const one of answers) if (JSON.stringify(one).includes(text)) places.push(one.path);
    for (const cache of await caches.keys()) {
      const all = await caches.open(cache);
      for (const request of await all.keys()) {
        const kept = await all.match(request);
        if (kept && (await kept.text()).includes(name)) places.push(request.url);
      }
    }
    return places;
  }, NAME);

test("erased: a name is gone from what a device offers, keeps and comes back to", async ({ club, visit }) => {
  const daemon = await club();
  for (const day of ["2026-11-12", "2026-11-13"]) {
    const moves = ["1: total 10", "2: total 8", "3: total 3"];
    await daemon.post("/v1/games", { game: "pad", title: "Azul", seats: [NAME, "Mary", "Bo"], played: day, moves });
  }
  const { players } = await daemon.get("/v1/players");
  const [zebulon, mary, bo] = [NAME, "Mary", "Bo"].map((wanted) => players.find(({ name }) => name === wanted));
  const page = await visit(daemon, { path: "/people", worker: true });
  await settled(page);
  // What a device remembers of its last evening; Bo was new then, and had no id.
  await page.evaluate(
    ([z, m, name]) => {
      /** @type {Page.Person[]} */
      const seats = [
        { id: z, name },
        { id: m, name: "Mary" },
        { id: null, name: "Bo" },
        { id: null, name: "", guest: true },
      ];
      const table = { game: "azul", variant: "high", level: "totals", options: {}, seats, place: "" };
      localStorage.setItem("dendro.title-tables", JSON.stringify({ azul: { variant: "high", seats } }));
      localStorage.setItem("dendro.last-table", JSON.stringify(table));
      const here = seats.slice(0, 2);
      localStorage.setItem("dendro.evening", JSON.stringify({ at: Date.now(), here, tables: [], proposal: null }));
    },
    [zebulon.id, mary.id, NAME],
  );
  for (const path of ["/", "/games", "/new", "/tables", "/people"]) await open(page, path);
  assert.ok((await keeps(page)).length > 3, "there is something to forget");
  await open(page, "/new");
  const again = page.locator("button.last-table");
  await again.filter({ hasText: NAME }).waitFor();

  // On this device it is erased by hand: Back has nothing left of it, not even without a network.
  await open(page, "/people");
  await page.locator("a.person", { hasText: NAME }).click();
  await page.waitForURL(`**/people/${zebulon.id}`);
  await page.locator("summary", { hasText: "Erase the name" }).click();
  await page.locator('input[name="erase-sure"]').fill(NAME);
  await page.getByRole("button", { name: "Erase for good" }).click();
  await page.getByRole("heading", { level: 1, name: "Somebody erased", exact: true }).waitFor();
  await page.context().setOffline(true);
  await page.goBack();
  await page.waitForURL("**/people");
  await page.getByText("No network", { exact: false }).first().waitFor();
  assert.ok(!(await page.content()).includes("Zébulon"), "Back shows the name");
  await page.context().setOffline(false);

  // What is offered is who there is; whoever is another one now is offered as that one.
  const other = (await daemon.post("/v1/players", { name: "Marie" })).id;
  await daemon.post(`/v1/players/${mary.id}/merge`, { into: `@${other}` });
  for (const path of ["/tables", "/new", "/", "/games", "/people", "/nights"]) {
    await open(page, path);
    assert.ok(!(await page.content()).includes("Zébulon"), `${path} says the name`);
  }
  await open(page, "/new");
  await again.waitFor();
  assert.match(await again.innerText(), /Marie, Bo\b/);
  assert.deepEqual(await keeps(page), []);
  assert.equal(await page.evaluate(() => JSON.parse(localStorage.getItem("dendro.evening") ?? "").here.length), 1);

  // Erased elsewhere: this device learns of it with the next list of people; Bo has an id by now.
  await open(page, "/games");
  await erase(daemon, bo.id);
  await open(page, "/new");
  await again.waitFor();
  assert.doesNotMatch(await again.innerText(), /\bBo\b/);
  await until(
    () => page.evaluate(() => !(localStorage.getItem("dendro.title-tables") ?? "").includes('"Bo"')),
    "it is forgotten",
  );
  await open(page, "/nights");
  await page.getByText("Somebody erased won 1 game", { exact: true }).first().waitFor();
});
