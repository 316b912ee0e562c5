// The page's own Forêt (web/js/lib/foret.js) against the daemon's: every golden record ply by ply, and random sheets.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import {
  asGrid,
  CATEGORIES,
  CELLS,
  COPIES,
  openCells,
  score,
  scoreTable,
  table,
  TYPES,
} from "../../web/js/lib/foret.js";
import { SOURCE, test } from "./harness.mjs";
import { random } from "./steps.mjs";

/**
 * @template {Cell} C
 * @param {C[]} cells
 */
const sorted = (cells) => [...cells].sort((a, b) => a.y - b.y || a.x - b.x);
/** @param {string[]} cards */
const counted = (cards) => [...cards].sort();

/**
 * @param {import("../../web/js/lib/foret.js").Table} local
 * @param {Foret.State} theirs
 * @param {string} where
 */
function compareBoards(local, theirs, where) {
  for (const [i, seat] of theirs.seats.entries()) {
    const mine = local.seats[i];
    const cells = [...mine.cells].map(([key, card]) => {
      const [x, y] = key.split(",").map(Number);
      return { x, y, card };
    });
    assert.deepEqual(sorted(cells), sorted(seat.cells), `${where}: cells of seat ${i + 1}`);
    if (!theirs.over) assert.deepEqual(sorted(mine.open), sorted(seat.open), `${where}: open cells of seat ${i + 1}`);
    assert.equal(mine.moved, seat.moved, `${where}: moved of seat ${i + 1}`);
    if (seat.hand && !theirs.over) {
      assert.deepEqual(counted(mine.hand), counted(seat.hand), `${where}: hand of seat ${i + 1}`);
    }
  }
  assert.deepEqual(local.supply, theirs.supply, `${where}: supply`);
  assert.equal(local.over, theirs.over, `${where}: over`);
}

/**
 * @param {ReturnType<typeof score>} rows
 * @param {Api.SeatScore[]} theirs
 * @param {string} where
 */
function compareScores(rows, theirs, where) {
  for (const row of theirs.filter(({ seat }) => seat !== "n")) {
    const mine = row.seat === "a" ? rows[rows.length - 1] : rows[Number(row.seat) - 1];
    for (const category of CATEGORIES) {
      assert.equal(mine.categories[category], row.categories[category], `${where}: ${category} of seat ${row.seat}`);
    }
    assert.equal(mine.total, row.total, `${where}: total of seat ${row.seat}`);
    if (row.rank !== null && row.seat !== "a") assert.equal(mine.rank, row.rank, `${where}: rank of seat ${row.seat}`);
  }
}

test("Forêt on the device is the daemon's Forêt, ply by ply", async ({ club }) => {
  const daemon = await club();
  const folder = join(SOURCE, "replays/foret");
  let plies = 0;
  for (const name of readdirSync(folder)
    .sort()
    .filter((file) => file.endsWith(".dendro"))) {
    const text = readFileSync(join(folder, name), "utf8");
    for (const record of text.split(/^(?=dendro 1$)/m).filter((part) => part.includes("game"))) {
      const { game } = await daemon.post("/v1/games", { record });
      const info = await daemon.get(`/v1/games/${game}`);
      if (["sheet", "totals"].includes(info.level)) continue;
      const { moves } = await daemon.get(`/v1/games/${game}/moves`);
      for (let at = 0; at <= moves.length; at += at < 12 || at > moves.length - 3 ? 1 : 7) {
        const theirs = await daemon.get(`/v1/games/${game}/state?at=${at}`);
        const local = table({ variant: info.variant, level: info.level, seats: info.seats.length }, moves.slice(0, at));
        compareBoards(local, /** @type {Foret.State} */ (theirs.state), `${name} after ${at}`);
        compareScores(scoreTable(local), theirs.score.seats, `${name} after ${at}`);
        plies++;
      }
    }
  }
  assert.ok(plies > 200, `only ${plies} positions were compared`);
});

test("a sheet is worth the same on the device and in the daemon", async ({ club }) => {
  const daemon = await club();
  const next = random(20261116);
  for (let n = 0; n < 60; n++) {
    const seats = 1 + Math.floor(next() * 6);
    const deck = TYPES.flatMap((type) => Array(COPIES[type]).fill(type));
    for (let i = deck.length - 1; i > 0; i--) {
      const j = Math.floor(next() * (i + 1));
      [deck[i], deck[j]] = [deck[j], deck[i]];
    }
    const deal = () => deck.splice(0, CELLS);
    const grids = Array.from({ length: seats }, deal);
    const extra = seats === 1 ? { alban: deal() } : seats === 2 ? { neutral: deal() } : null;
    /** @param {string[]} grid */
    const rows = (grid) => [0, 5, 10, 15].map((from) => grid.slice(from, from + 5).join(" ")).join(" / ");
    const record = [
      "dendro 1",
      "game foret",
      "level sheet",
      ...grids.map((_, i) => `seat ${i + 1} P${i + 1}`),
      ...grids.map((grid, i) => `${i + 1}: grid ${rows(grid)}`),
      ...(extra?.alban ? [`a: grid ${rows(extra.alban)}`] : []),
      ...(extra?.neutral ? [`n: cards ${extra.neutral.join(" ")}`] : []),
      "",
    ].join("\n");
    const theirs = await daemon.post("/v1/score", record);
    compareScores(score(grids, extra), theirs.seats, `sheet ${n}`);
  }
});

test("an empty table has one open cell, and a grid is pushed into its corner", () => {
  assert.deepEqual(openCells(new Map()), [{ x: 0, y: 0 }]);
  const grid = asGrid(
    new Map([
      ["-2,3", "bee"],
      ["-1,3", "fox"],
    ]),
  );
  assert.deepEqual(grid.slice(0, 3), ["bee", "fox", null]);
});
