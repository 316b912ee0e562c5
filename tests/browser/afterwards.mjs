// The morning after: the game that was logged on the page is replayed, counted in the leaderboard and on the cards'
// pages, and found whole by the audit.
import assert from "node:assert/strict";
import { DESKTOP, PHONE, test } from "./harness.mjs";
import { allSent, gameNumber, open, play, settled, until } from "./steps.mjs";

/**
 * A whole game of three, as somebody would tap it: each seat lays its cards row by row.
 * @type {[number, number][]}
 */
const ORDER = [..."01234"].flatMap((x) =>
  [..."0123"].map((y) => /** @type {[number, number]} */ ([Number(x), Number(y)])),
);
const CARDS = [
  "bee meadow meadow bee bear trout stream stream dragonfly eagle rabbit wolf deer fox fox deer wolf meadow fox fox",
  "stream stream stream trout bear dragonfly fox deer rabbit eagle meadow meadow bee deer wolf fox fox bee bear trout",
  "wolf wolf deer fox fox meadow meadow meadow bee bee rabbit eagle trout stream stream deer deer bear dragonfly fox",
].map((text) => text.split(" "));

for (const [device, size] of Object.entries({ phone: PHONE, desktop: DESKTOP })) {
  test(`a game played to its end on a ${device} is replayed, counted and audited`, async ({ club, visit, shot }) => {
    const daemon = await club();
    const moves = [];
    for (let turn = 0; turn < 20; turn++) {
      for (let seat = 0; seat < 3; seat++) moves.push(`${seat + 1}: ${CARDS[seat][turn]} ${ORDER[turn].join(",")}`);
    }
    const { game } = await daemon.post("/v1/games", {
      game: "foret",
      level: "table",
      seats: ["Amélie", "Ferdinand", "Mana"],
      night: "2026-11-13",
      moves: moves.slice(0, 57),
    });
    const page = await visit(daemon, { size, path: `/games/${game}` });
    await settled(page);
    for (let seat = 0; seat < 3; seat++) await play(page, CARDS[seat][19], ...ORDER[19]);
    await allSent(page);
    await until(async () => (await daemon.get(`/v1/games/${game}`)).status === "finished", "the end of the game");

    // The table becomes the result by itself, and the film once somebody is content with the last move.
    assert.equal(await gameNumber(page), game);
    await page.locator(".ended .result-table").waitFor();
    await page.getByRole("button", { name: "Done: see the film" }).click();
    await page.locator(".strip").waitFor();
    const { seats } = await daemon.get(`/v1/games/${game}`);
    for (const { total } of seats) {
      await page.locator("main").getByText(String(total), { exact: true }).first().waitFor();
    }

    await open(page, "/leaderboard?game=foret");
    for (const { player } of seats) await page.locator("main").getByText(player).first().waitFor();
    await open(page, "/cards?game=foret");
    await page.locator("main").getByText(/^bee$/i).first().waitFor();
    await open(page, "/cards/bee?game=foret");
    assert.equal(
      (await daemon.get("/v1/cards/bee?game=foret")).copies,
      CARDS.flat().filter((card) => card === "bee").length,
    );
    await open(page, "/audit");
    await daemon.post("/v1/audit");
    const found = await until(async () => {
      const audit = await daemon.get("/v1/audit");
      return audit.state === "running" ? null : audit;
    }, "the end of the audit");
    assert.equal(found.state, "done");
    assert.equal(found.found, 0, JSON.stringify(found));
    await shot(page, `afterwards-${device}`);
  });
}
