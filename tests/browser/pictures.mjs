// The pictures of the README, made by the page itself: PICTURES=docs/images tests/browser/run pictures
import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { DESKTOP, PHONE, SOURCE, test } from "./harness.mjs";
import { cell, choose, open, seat, settled, start, swatch } from "./steps.mjs";

const TARGET = process.env.PICTURES && resolve(SOURCE, process.env.PICTURES);
const MOVES = [
  "1: bee 0,0",
  "2: wolf 0,0",
  "3: stream 0,0",
  "4: meadow 0,0",
  "1: meadow 1,0",
  "2: bear 1,0",
  "3: trout 1,0",
  "4: bee 0,1",
  "1: fox 0,1",
  "2: trout 1,1",
  "3: dragonfly 0,1",
  "4: meadow 1,0",
];

/**
 * @param {Test.Page} page
 * @param {string} name
 */
async function picture(page, name) {
  await page.evaluate(() => document.fonts.ready);
  await page.screenshot({ path: join(TARGET, `page-${name}.png`) });
}

if (TARGET) {
  test("pictures for the README", async ({ club, visit }) => {
    mkdirSync(TARGET, { recursive: true });
    const daemon = await club({ demo: true });
    const people = (await daemon.get("/v1/players")).players.slice(0, 4).map(({ id }) => `@${id}`);
    const { game } = await daemon.post("/v1/games", {
      game: "foret",
      level: "table",
      seats: people,
      night: "2026-11-13",
      moves: MOVES,
    });
    const finished = (await daemon.get("/v1/games?game=foret&status=finished&order=newest&limit=50")).games.find(
      ({ level, seats }) => level !== "sheet" && seats.length >= 3,
    );
    assert.ok(finished, "the demo club has no game to replay");

    const phone = await visit(daemon, { size: PHONE });
    await settled(phone);
    await phone.locator(".top li").first().waitFor();
    await picture(phone, "tonight");
    await open(phone, `/games/${game}`);
    await swatch(phone, "deer").click();
    await picture(phone, "live");
    await open(phone, "/new");
    for (const name of ["Garance", "Jocelyn", "Katell", "Basile"]) await seat(phone, name.slice(0, 2), name);
    await choose(phone, "level", "sheet");
    await start(phone);
    await phone.waitForURL(/\/sheet\//);
    for (const [i, card] of MOVES.map((line) => line.split(" ")[1]).entries()) {
      await cell(phone, i % 5, Math.floor(i / 5)).click();
      await swatch(phone, card).click();
    }
    await picture(phone, "sheet");

    const desktop = await visit(daemon, {
      size: DESKTOP,
      theme: "dark",
      lang: "fr",
      path: `/games/${finished.id}?at=60`,
    });
    await settled(desktop);
    await desktop.locator(".strip").waitFor();
    await desktop.waitForLoadState("networkidle");
    await picture(desktop, "replay");
    const table = await visit(daemon, { size: DESKTOP, path: "/leaderboard?game=foret" });
    await settled(table);
    await picture(table, "leaderboard");
  });
}
