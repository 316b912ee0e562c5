// Signing in and out, and what a token's scopes let one see and do.
import assert from "node:assert/strict";
import { DESKTOP, test } from "./harness.mjs";
import { allSent, choose, gameNumber, movesOf, open, play, seat, settled, start, until } from "./steps.mjs";

test("a token is pasted, kept on the device, and given back", async ({ club, visit, complaints }) => {
  const daemon = await club();
  const page = await visit(daemon, { token: null, path: "/signin" });
  await page.locator("#token").fill("dendro_not-a-token");
  await page.locator("form button.primary").click();
  await page.getByText("This token is not known here.").waitFor();
  await page.locator("#token").fill(`  ${daemon.token} `);
  await page.locator("form button.primary").click();
  await page.getByRole("link", { name: "New game" }).waitFor();
  await page.reload();
  await page.getByRole("link", { name: "New game" }).waitFor();
  await page.getByRole("button", { name: /menu/ }).click();
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByRole("link", { name: "Sign in to record games" }).waitFor();
  assert.ok(
    !(await page.evaluate(() => JSON.stringify(localStorage))).includes(daemon.token),
    "the token is still on the device",
  );
  complaints(page);
});

test("a token that could not be asked about is asked about again, though nothing else was lost", async (tools) => {
  const { club, visit } = tools;
  const daemon = await club();
  const page = await visit(daemon, { token: null, path: "/settings" });
  let asked = 0;
  await page.route("**/v1/access", async (route) => {
    asked += 1;
    if (asked === 1) await route.abort();
    else if (asked === 2) await route.fulfill({ status: 503, json: { title: "busy", status: 503 } });
    else await route.continue();
  });
  await page.goto("about:blank");
  await page.goto(`${daemon.url}/settings#token=${daemon.token}`);
  await page.getByText("You may record games and run the club.").waitFor();
  assert.ok(asked >= 3);
});

test("a link with a token signs in and leaves no trace in the address or the history", async ({ club, visit }) => {
  const daemon = await club();
  const page = await visit(daemon, { path: "/settings" });
  await page.getByText("You may record games and run the club.").waitFor();
  assert.ok(!page.url().includes("token"));
  await page.goto("about:blank");
  await page.goBack();
  assert.ok(!page.url().includes("token"));
});

test("who may only look has no buttons to record with", async ({ club, visit }) => {
  const daemon = await club();
  const { game } = await daemon.post("/v1/games", { game: "foret", seats: ["A", "B", "C"] });
  const page = await visit(daemon, { token: await daemon.makeToken("read"), path: "/settings" });
  await page.getByText("You may look, not record.").waitFor();
  await open(page, "/");
  assert.equal(await page.getByRole("link", { name: "New game" }).count(), 0);
  await open(page, `/games/${game}`);
  await page.getByText("You are watching.").waitFor();
  assert.equal(await page.locator(".palette, .live-state button").count(), 0);
});

test("a private club shows the door, and the rooms to those who have a key", async ({ club, visit }) => {
  const daemon = await club({ options: ["--private"] });
  const { game } = await daemon.post("/v1/games", { game: "foret", seats: ["Ada", "Bo", "Cy"] });
  const stranger = await visit(daemon, { token: null, path: `/games/${game}` });
  await stranger.getByText("This club shows its games to its members only.").waitFor();
  assert.equal(await stranger.getByText("Ada").count(), 0);
  const member = await visit(daemon, { token: await daemon.makeToken("read"), size: DESKTOP, path: `/games/${game}` });
  await settled(member);
  await member.locator('[data-seat="1"]').filter({ hasText: "Ada" }).waitFor();
  // Live for members too: the token goes with the stream of events.
  await daemon.post(`/v1/games/${game}/moves`, { ply: 0, moves: ["1: bee 0,0"] });
  await member.locator(".moves-list li").filter({ hasText: "Ada" }).waitFor();
});

test("entries refused for want of a scope are sent once somebody signs in who may", async ({ club, visit }) => {
  const daemon = await club();
  const page = await visit(daemon);
  await open(page, "/new");
  for (const name of ["Ada", "Bo", "Cy"]) await seat(page, name, name);
  await choose(page, "level", "table");
  await start(page);
  const game = await gameNumber(page);
  // The token is swapped for one that may only read, behind the page's back.
  const reader = await daemon.makeToken("read");
  await page.evaluate(
    (text) => localStorage.setItem("dendro.session", JSON.stringify({ token: text, scopes: ["read", "record"] })),
    reader,
  );
  await page.route("**/v1/access", (route) => route.abort());
  await open(page, `/games/${game}`);
  await play(page, "bee", 0, 0);
  await page.locator(".trouble").getByText("Sign in with a token that may record").waitFor();
  assert.equal((await movesOf(daemon, game)).length, 0);
  await page.unroute("**/v1/access");
  await page.goto(`/games/${game}#token=${daemon.token}`);
  await page.reload();
  await allSent(page);
  await until(async () => (await movesOf(daemon, game)).length === 1, "the move was sent");
});
