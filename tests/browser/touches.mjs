// How many touches a sheet takes: a Forêt sheet of four from Tonight to sent, by thumb and by keyboard; pasted rows; six
// players on a narrow and on a wide screen; who sits down without the keyboard going away.
import assert from "node:assert/strict";
import { COPIES, TYPES } from "../../web/js/lib/foret.js";
import { words } from "../../web/js/words/foret_sheet.js";
import { DESKTOP, NARROW, test } from "./harness.mjs";
import {
  cell,
  choose,
  fitsTheScreen,
  gameNumber,
  open,
  popped,
  random,
  seat,
  settled,
  start,
  until,
} from "./steps.mjs";

const MOST = 95;
const PEOPLE = ["Amélie", "Ferdinand", "Mana", "Zoé", "Bérénice", "Oscar"];
/** @type {Record<string, { en: string, fr: string }>} */
const KEYS = words;

/**
 * A deck dealt into full grids.
 * @param {number} seats
 * @param {number} seed
 */
function deal(seats, seed) {
  const next = random(seed);
  const deck = TYPES.flatMap((type) => Array(COPIES[type]).fill(type));
  for (let i = deck.length - 1; i > 0; i--) {
    const j = Math.floor(next() * (i + 1));
    [deck[i], deck[j]] = [deck[j], deck[i]];
  }
  return Array.from({ length: seats }, () => deck.splice(0, 20));
}

/** @param {string[]} grid */
const rows = (grid) => [0, 5, 10, 15].map((from) => grid.slice(from, from + 5).join(" "));
/**
 * @param {string[]} names
 * @param {string[][]} grids
 */
const recordOf = (names, grids) =>
  [
    "dendro 1",
    "game foret",
    "level sheet",
    ...names.map((name, i) => `seat ${i + 1} ${name}`),
    ...grids.map((grid, i) => `${i + 1}: grid ${rows(grid).join(" / ")}`),
    "",
  ].join("\n");

/**
 * A club whose people are known and that has played something else lately.
 * @param {Test.Tools["club"]} club
 */
async function clubOfSix(club) {
  const daemon = await club();
  for (const name of PEOPLE) await daemon.post("/v1/players", { name });
  return daemon;
}

/**
 * Counts whatever the finger and the keys do.
 * @param {Test.Page} page
 */
function counter(page) {
  let count = 0;
  return {
    count: () => count,
    /** @param {import("playwright-core").Locator} what */
    async tap(what) {
      count++;
      await what.tap();
    },
    /** @param {string} name */
    async press(name) {
      count++;
      await page.keyboard.press(name);
    },
  };
}

/**
 * From Tonight to a sheet of four.
 * @param {Test.Page} page
 * @param {ReturnType<typeof counter>} hand
 */
async function sitDown(page, hand) {
  await settled(page);
  await hand.tap(page.getByRole("link", { name: "New game" }));
  await page.locator(".new-game").waitFor();
  await hand.tap(page.locator(".option-pick").filter({ has: page.locator('input[value="foret"]') }));
  for (const name of PEOPLE.slice(0, 4)) await hand.tap(page.getByRole("button", { name: `Seat ${name}` }));
  await hand.tap(page.locator(".option-pick").filter({ has: page.locator('input[value="sheet"]') }));
  await hand.tap(page.locator(".new-game button.primary"));
  await page.waitForURL(/\/sheet\//);
  await page.locator(".palette").waitFor();
}

/**
 * The sheet has arrived, and is worth what the engine says of these grids.
 * @param {Test.Page} page
 * @param {Test.Club} daemon
 * @param {string[][]} grids
 */
async function arrived(page, daemon, grids) {
  const game = await gameNumber(page);
  const names = PEOPLE.slice(0, grids.length);
  const wanted = (await daemon.post("/v1/score", recordOf(names, grids))).seats;
  const info = await daemon.get(`/v1/games/${game}`);
  assert.equal(info.status, "finished");
  assert.deepEqual(
    info.seats.map(({ player, total }) => [player, total]),
    names.map((name, i) => [name, wanted[i].total]),
  );
  const text = await daemon.get(`/v1/games/${game}/record`);
  for (const [i, grid] of grids.entries())
    assert.match(text, new RegExp(`^${i + 1}: grid ${rows(grid).join(" / ")}$`, "m"));
}

test("touches: a sheet of four by thumb takes 95 at the most, from Tonight to sent", async ({ club, visit, shot }) => {
  const daemon = await clubOfSix(club);
  const grids = deal(4, 1119);
  const page = await visit(daemon, { size: NARROW, touch: true });
  const hand = counter(page);
  await sitDown(page, hand);
  for (const [i, card] of grids.flat().entries()) {
    await hand.tap(page.locator(".palette .swatch").nth(TYPES.indexOf(card)));
    if (i === 30) await shot(page, "foret-pad");
  }
  await page.getByText("Every cell is full.").waitFor();
  await hand.tap(page.locator(".finish button"));
  await arrived(page, daemon, grids);
  assert.ok(hand.count() <= MOST, `${hand.count()} touches`);
  console.log(`    by thumb: ${hand.count()} touches`);
});

test("touches: a sheet of four by keyboard takes 95 at the most, in French too", async ({ club, visit }) => {
  const daemon = await clubOfSix(club);
  const grids = deal(4, 1120);
  const page = await visit(daemon, { size: DESKTOP, touch: true });
  const hand = counter(page);
  await sitDown(page, hand);
  await hand.press("Tab");
  for (const card of grids.flat()) await hand.press(KEYS[`foret.key.${card}`].en.toLowerCase());
  await page.getByText("Every cell is full.").waitFor();
  await hand.tap(page.locator(".finish button"));
  await arrived(page, daemon, grids);
  assert.ok(hand.count() <= MOST, `${hand.count()} touches and keys`);
  console.log(`    by keyboard: ${hand.count()} touches and keys`);
  // A letter is one card's in each language, and one of its name.
  for (const lang of /** @type {const} */ (["en", "fr"])) {
    assert.equal(new Set(TYPES.map((card) => KEYS[`foret.key.${card}`][lang])).size, TYPES.length);
  }
});
