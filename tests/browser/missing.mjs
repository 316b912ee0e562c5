// What is not there is said, and stands in nobody's way: a rating that nobody has, a drawing that did not come, a name
// that was erased.
import assert from "node:assert/strict";
import { test } from "./harness.mjs";
import { open, play, settled, until } from "./steps.mjs";

test("missing: whoever has no rating is not shown one of 0", async ({ club, visit }) => {
  const daemon = await club({ demo: true });
  const page = await visit(daemon, { path: "/settings", token: null });
  // As the API may say it: somebody who has not been rated.
  await page.route("**/v1/leaderboard?*", async (route) => {
    const response = await route.fetch();
    const answer = await response.json();
    Object.assign(answer.rows[0], { rank: null, rating: null, rating_lo: null, rating_hi: null, sd: null });
    answer.rows = answer.rows.slice(0, 3);
    await route.fulfill({ response, json: answer });
  });
  await open(page, "/");
  const [first, last] = [0, 2].map((i) => page.locator(".top li").nth(i));
  await last.waitFor();
  assert.match(await first.locator("[title]").innerText(), /^[\d,]+ ± \d+$/);
  assert.equal(await last.locator("[title]").innerText(), "–");
  assert.equal(await last.locator(".rank").innerText(), "–");
});

test("missing: a plot or a code that could not be loaded comes later, and nothing breaks", async ({ club, visit }) => {
  const daemon = await club({ demo: true });
  const [one] = (await daemon.get("/v1/leaderboard?game=foret&order=games")).rows;
  const page = await visit(daemon, { path: "/settings", token: null });
  let asked = 0;
  for (const name of ["uplot.js", "qrcode-generator.js"]) {
    await page.route(`**/vendor/${name}`, (route) => {
      asked++;
      return route.abort("connectionfailed");
    });
  }
  await open(page, "/audit");
  await until(() => asked === 1, "the code's library is asked for");
  await open(page, `/people/${one.handle}?game=foret`);
  await page.locator(".plot").first().scrollIntoViewIfNeeded();
  await until(() => asked === 2, "the plot's library is asked for");
  assert.equal(await page.locator(".plot[data-drawn]").count(), 0);
  await page.unroute("**/vendor/uplot.js");
  await until(async () => {
    await page.evaluate(() => {
      dispatchEvent(new Event("offline"));
      dispatchEvent(new Event("online"));
    });
    return (await page.locator(".plot[data-drawn] canvas").count()) > 0;
  }, "the plot is drawn once there is a network, and what was under way has failed");
});

test("missing: what waits at a table says that a name was erased", async ({ club, visit }) => {
  const daemon = await club();
  const { game } = await daemon.post("/v1/games", { game: "foret", level: "table", seats: ["Ada", "Bo", "Cy"] });
  const { person } = (await daemon.get(`/v1/games/${game}`)).seats[1];
  const erased = await fetch(`${daemon.url}/v1/players/${person}`, {
    method: "DELETE",
    headers: { Authorization: `Bearer ${daemon.token}` },
  });
  assert.ok(erased.ok);
  const page = await visit(daemon, { path: `/games/${game}` });
  await settled(page);
  await page.context().setOffline(true);
  await play(page, "bee", 0, 0);
  await page.locator(".topbar .chip-button").filter({ hasText: "1 waiting" }).click();
  await page.locator(".waiting-list li").filter({ hasText: "Ada, somebody erased, Cy" }).waitFor();
});
