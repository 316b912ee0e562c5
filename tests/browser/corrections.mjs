// Second thoughts: a finished game is corrected, taken out of the count and brought back; the last move is taken back
// before it becomes the film; what can be undone is undone, and a second tap in the same place is never a yes.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { NARROW, SOURCE, test } from "./harness.mjs";
import { lawful, sidewaysFree } from "./sight.mjs";
import { allSent, cell, open, play, settled, swatch, until } from "./steps.mjs";

/** A phone that is also short: what sticks leaves little room. */
const SMALL = { width: 360, height: 640 };
const PHONES = "foret/take-back.dendro";
const CONTESTED = "foret/contested/written-scores.dendro";

/** @param {string} name */
const record = (name) => readFileSync(join(SOURCE, "replays", name), "utf8");
/**
 * @param {Test.Club} club
 * @param {string} text
 */
const add = async (club, text) => (await club.post("/v1/games", text)).game;

/** The totals of a title, as a record says them. */
const TAROT = `dendro 1
game pad
title Tarot
variant high
level totals
seat 1 Ada
seat 2 Bo
seat 3 ?
night 2026-11-13
note Une belle soirée.

1: total 10
2: total 8
3: total 3
`;

/**
 * The entry of the log that a game's record comes from.
 * @param {Test.Club} club
 * @param {number} game
 */
async function sourceOf(club, game) {
  const { source } = await club.get(`/v1/games/${game}`);
  return /** @type {any} */ (await club.get(`/v1/log?first=${source}&last=${source}`));
}

/**
 * @param {Test.Club} club
 * @param {number} game
 */
const totalsOf = async (club, game) => (await club.get(`/v1/games/${game}`)).seats.map(({ total }) => total);

/**
 * Says why, and sends.
 * @param {Test.Page} page
 * @param {string} reason
 */
async function send(page, reason) {
  await page.locator('input[name="reason"]').fill(reason);
  await page.locator('button[data-deed="correct"]').click();
}

test("corrections: a sheet says what it is, has no film, and is corrected cell by cell", async ({
  club,
  visit,
  shot,
}) => {
  const here = await club();
  const game = await add(here, record(CONTESTED));
  const page = await visit(here, { size: NARROW, path: `/games/${game}` });
  await page.locator(".board[data-at]").waitFor();
  assert.match(String(await page.locator("h1").textContent()), /^Ulrich won by 8$/);
  const state = String(await page.locator('.game-state[data-state="contested"]').innerText());
  assert.match(state, /Contested/);
  assert.match(state, /Simon · total: written 58, computed 62 · wolves: written 8, computed 12/);
  assert.match(String(await page.locator(".basis").innerText()), /Counted from the final position/);
  // The head comes first: who won, the state, the score, and only then the table.
  const tops = await page.evaluate(() =>
    ["h1", ".game-state", ".facts", ".result-table", ".board"].map(
      (one) => document.querySelector(`main ${one}`)?.getBoundingClientRect().top,
    ),
  );
  assert.deepEqual(
    tops,
    [...tops].sort((a, b) => Number(a) - Number(b)),
  );
  assert.equal(await page.locator(".film, .strip, [data-act], input[type=range]").count(), 0);
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press(" ");
  assert.equal(new URL(page.url()).search, "");
  await lawful(page);
  await shot(page, "corrections-contested");
  await open(page, `/games/${game}/replay?at=2`);
  await page.waitForURL(new RegExp(`/games/${game}$`));

  await page.getByRole("link", { name: "Correct this game" }).click();
  await page.waitForURL(/\/sheet\/correct-/);
  await page.getByRole("heading", { name: `Correcting game ${game}` }).waitFor();
  await page.getByRole("tab").first().click();
  assert.match(String(await cell(page, 0, 0).textContent()), /deer/);
  await page.getByRole("button", { name: "See what changes" }).click();
  await page.getByText("Nothing is changed yet.").waitFor();
  await page.getByRole("button", { name: "Change something else" }).click();
  await cell(page, 0, 0).click();
  await swatch(page, "bee").click();
  await page.reload(); // it is a draft like every other
  await page.getByRole("button", { name: "See what changes" }).click();
  await page.locator(".totals-change").waitFor();
  assert.deepEqual(await page.locator(".change-list li").allInnerTexts(), ["Rachel 1,1: deer → bee"]);
  const told = await page.locator(".totals-change li").allInnerTexts();
  assert.ok(await page.locator('button[data-deed="correct"]').isDisabled(), "a correction has a reason");
  await lawful(page);
  await shot(page, "corrections-review");
  await send(page, "read again");
  await page.waitForURL(new RegExp(`/games/${game}$`));
  await page.locator(".corrected", { hasText: "read again" }).waitFor();
  const now = await totalsOf(here, game);
  assert.deepEqual(told, [`Rachel: 64 → ${now[0]}`]);
  assert.match(String(await here.get(`/v1/games/${game}/record`)), /^1: grid bee fox/m);
  const entry = await sourceOf(here, game);
  assert.deepEqual([entry.kind, entry.body.split("\n")[0]], ["correct", "reason read again"]);
  // What the players wrote is still there.
  assert.match(entry.body, /^claim 2 total 58$/m);
  assert.equal(await page.locator(`.result-table [data-total="1"]`).textContent(), `${now[0]} *`);
});

test("corrections: totals, without a network, and a winner who changes", async ({ club, visit, shot }) => {
  const here = await club();
  const game = await add(here, TAROT);
  const page = await visit(here, { size: NARROW, path: `/games/${game}`, lang: "fr" });
  await page.getByRole("link", { name: "Corriger cette partie" }).click();
  await page.waitForURL(/\/sheet\/correct-/);
  const field = page.locator("#total-1");
  assert.equal(await field.inputValue(), "8");
  await field.fill("12");
  await page.getByRole("button", { name: "Voir ce qui change" }).click();
  await page.locator(".totals-change").waitFor();
  const said = await page.locator(".what-changes").innerText();
  assert.match(said, /Bo\s: 8 → 12/);
  assert.match(said, /Ada a gagné de 2\s; désormais\s: Bo a gagné de 2/);
  await shot(page, "corrections-totals");
  await page.context().setOffline(true);
  await send(page, "recompté");
  await page.locator(".waiting-list").first().waitFor();
  assert.deepEqual(await totalsOf(here, game), [10, 8, 3]);
  await page.context().setOffline(false);
  await until(async () => (await totalsOf(here, game))[1] === 12, "the correction arrived");
  await page.locator(".corrected", { hasText: "recompté" }).waitFor();
  assert.equal(await page.locator("h1").textContent(), "Bo a gagné de 2");
  const { body } = await sourceOf(here, game);
  assert.match(body, /^reason recompté\n/);
  assert.match(String(await here.get(`/v1/games/${game}/record`)), /^note Une belle soirée\.$/m);
});

test("corrections: of two guests, either is corrected", async ({ club, visit }) => {
  const here = await club();
  const guests = TAROT.replace("seat 2 Bo", "seat 2 ?");
  const page = await visit(here, { size: NARROW });
  const game = await add(here, guests);
  await open(page, `/games/${game}/correct`);
  await page.waitForURL(/\/sheet\/correct-/);
  await page.locator("#total-1").fill("9");
  await page.getByRole("button", { name: "See what changes" }).click();
  await page.locator(".totals-change").waitFor();
  assert.deepEqual(await page.locator(".change-list li").allInnerTexts(), ["guest (seat 2): 8 → 9"]);
  await send(page, "read again");
  await until(async () => (await totalsOf(here, game))[1] === 9, "the correction arrived");
});

/** Sheets and totals of every kind, which a form has to read back as they were written. */
const WRITTEN = [
  ...["solo-easy", "duel-neutral-first", "totals-solo", "totals-ranks", "totals-three"].map((name) => `foret/${name}`),
  ...["duel-sheet", "expert-four-sheet", "totals-four"].map((name) => `grandbois/${name}`),
  ...["sheet", "rules-2-sheet-warned"].map((name) => `ecos/${name}`),
  ...["sheet-initiate", "sheet-solo-initiate", "totals-categories", "totals-ranks"].map((name) => `biotopes/${name}`),
  ...["high-ranks", "low", "played", "rank-twelve", "teams", "together", "win", "win-nobody"].map(
    (one) => `pad/${one}`,
  ),
];

test("corrections: every sheet opens as it was written", async ({ club, visit }) => {
  const here = await club();
  const page = await visit(here);
  for (const name of WRITTEN) {
    const game = await add(here, record(`${name}.dendro`));
    await page.goto(`/games/${game}/correct`);
    await page.waitForURL(/\/sheet\/correct-/);
    await page.getByRole("button", { name: "See what changes" }).click();
    const said = page.locator("main :is(.change-list, p[role=status]:not(.wait))").first();
    await said.waitFor();
    assert.equal(await said.innerText(), "Nothing is changed yet.", name);
  }
});

test("corrections: one move of a table, what the rules refuse, and what changes", async ({ club, visit, shot }) => {
  const here = await club();
  const game = await add(here, record(PHONES));
  const { moves } = await here.get(`/v1/games/${game}/moves`);
  const n = moves.length - 1;
  const [, seat, card] = /^(\d): (\w+) /.exec(moves[n - 1]) ?? [];
  const legal = (await here.get(`/v1/games/${game}/legal?at=${n - 1}&seat=${seat}`)).seats[0].moves;
  const other = legal.find((line) => !line.includes(` ${card} `) && !line.includes("rabbit"));
  const page = await visit(here, { size: NARROW, path: `/games/${game}?at=${n}` });
  await page.locator(`.board[data-at="${n}"]`).waitFor();
  await page.getByRole("link", { name: "Correct this game" }).click();
  await page.waitForURL(new RegExp(`/games/${game}/correct\\?at=${n}$`));
  assert.equal(await page.locator('select[name="which"]').inputValue(), String(n));
  await page.locator('input[name="move"]').fill("bear 9,9");
  await page.getByRole("button", { name: "Take this" }).click();
  await page.getByRole("button", { name: "See what changes" }).click();
  const refused = page.locator(".what-changes .trouble");
  await refused.filter({ hasText: "not adjacent" }).waitFor();
  assert.match(await refused.innerText(), new RegExp(`At move ${n} \\(`));
  assert.equal(await page.locator('button[data-deed="correct"]').count(), 0, "what is refused is not sent");
  await shot(page, "corrections-refused");
  await page.getByRole("button", { name: `Correct move ${n} too` }).click();
  await page
    .locator(`.correct-moves [data-line="${other}"]`)
    .or(page.locator('input[name="filter"]'))
    .first()
    .waitFor();
  await page.locator('input[name="filter"]').fill(String(other).slice(3));
  await page.locator(`.correct-moves [data-line="${other}"]`).click();
  await lawful(page);
  await sidewaysFree(page);
  await shot(page, "corrections-moves");
  await page.getByRole("button", { name: "See what changes" }).click();
  await page.locator('button[data-deed="correct"]').waitFor();
  const told = await page.locator(".change-list li").allInnerTexts();
  assert.equal(told.length, 1);
  assert.match(told[0], new RegExp(`^Move ${n}: .*${card}.* → `));
  await send(page, "the wrong card");
  await page.locator(".corrected", { hasText: "the wrong card" }).waitFor();
  const now = (await here.get(`/v1/games/${game}/moves`)).moves;
  assert.deepEqual(
    now,
    moves.map((line, i) => (i === n - 1 ? other : line)),
  );
});

test("corrections: a game does not count, is undone, and brought back; by who may", async ({ club, visit, shot }) => {
  const here = await club();
  const game = await add(here, record("foret/rabbit-swaps.dendro"));
  const status = async () => (await here.get(`/v1/games/${game}`)).status;
  const page = await visit(here, { size: NARROW, path: `/games/${game}` });
  const away = async () => {
    await page.locator(".game-deeds summary").click();
    await page.getByRole("button", { name: "entered twice" }).click();
    await page.locator('button[data-deed="void"]').click();
  };
  await away();
  await page.locator(".undo-text", { hasText: "does not count" }).waitFor();
  await until(async () => (await status()) === "void", "it is void at once");
  await page.locator(".undo-button").click();
  await until(async () => (await status()) === "finished", "it counts again");
  await page.locator(".game-deeds summary").waitFor();
  await away();
  await page.locator('.game-state[data-state="void"]', { hasText: "entered twice" }).waitFor();
  assert.match(String(await page.locator("h1").textContent()), / won/, "the page still says how it ended");
  await lawful(page);
  await shot(page, "corrections-void");
  assert.equal(await page.getByRole("link", { name: "Correct this game" }).count(), 0);
  await page.getByRole("button", { name: "it counts after all" }).click();
  await page.getByRole("button", { name: "Bring it back" }).click();
  await until(async () => (await status()) === "finished", "it is brought back");
  await page.locator('.game-state[data-state="void"]').waitFor({ state: "detached" });

  // The answer gets lost on its way: nobody here knows that it does not count, and it is undone all the same.
  await page.locator(".game-deeds summary").waitFor();
  await page.route("**/void", (route) => route.fetch().then(() => route.abort()), { times: 1 });
  await away();
  await until(async () => (await status()) === "void", "it has arrived");
  await page.locator(".undo-button").click();
  await until(async () => (await status()) === "finished", "it counts again");
  await allSent(page);

  const member = await visit(here, { token: await here.makeToken("record"), path: `/games/${game}` });
  await member.getByRole("link", { name: "Correct this game" }).waitFor();
  assert.equal(await member.locator('[data-deed="void"]').count(), 0);
  const guest = await visit(here, { token: null, path: `/games/${game}` });
  await guest.locator(".board[data-at]").waitFor();
  assert.equal(await guest.locator(".game-deeds").count(), 0);
  await open(guest, `/games/${game}/correct`);
  await guest.getByText("Only who may record games corrects them.").waitFor();
});

/**
 * A game under way that one move ends: its number, and that move.
 * @param {Test.Club} club
 */
async function almostOver(club) {
  const lines = record(PHONES)
    .split("\n")
    .filter((line) => !/^(=|digest|#)/.test(line) && line !== "");
  const last = String(lines.pop());
  const game = await add(club, `${lines.join("\n")}\n`);
  const [, card, x, y] = /^\d: (\w+) (-?\d+),(-?\d+)$/.exec(last) ?? [];
  return { game, last, card, x: Number(x), y: Number(y) };
}

test("corrections: the last move is taken back before it becomes the film", async ({ club, visit, shot }) => {
  const here = await club();
  const { game, last, card, x, y } = await almostOver(here);
  const page = await visit(here, { size: SMALL, path: `/games/${game}` });
  await play(page, card, x, y);
  await page.locator(".ended h1", { hasText: "won" }).waitFor();
  assert.equal(await page.locator(".film").count(), 0);
  assert.equal((await here.get(`/v1/games/${game}`)).status, "finished", "others at the table see it at once");
  await lawful(page);
  await shot(page, "corrections-ended");
  await page.reload();
  await page.waitForTimeout(1100); // a tap after a tap would not be heard
  await page.getByRole("button", { name: "Take the last move back" }).click();
  await page.locator(".palette").waitFor();
  const { moves } = await here.get(`/v1/games/${game}/moves`);
  assert.equal(moves.includes(last), false);
  await page.waitForTimeout(1100);
  await play(page, card, x, y);
  await page.getByRole("button", { name: "Done: see the film" }).click();
  await page.locator(".film").waitFor();
  await page.reload();
  await page.locator(".film").waitFor();
});

test("corrections: what is thrown away can be had back, and a game that ends comes alive again", async ({
  club,
  visit,
}) => {
  const here = await club();
  const { game } = await almostOver(here);
  const page = await visit(here, { size: SMALL, path: `/games/${game}` });
  const abandon = async () => {
    if (!(await page.locator('[data-deed="abandon"]').isVisible())) await page.locator("details.more summary").click();
    await page.waitForTimeout(1100);
    await page.locator('[data-deed="abandon"]').click();
    await page.locator(".undo-text", { hasText: "ends without a result" }).waitFor();
  };
  await abandon();
  await page.locator(".palette").waitFor({ state: "detached" });
  await page.locator(".undo-button").focus();
  await page.keyboard.press("Enter");
  await page.locator(".palette").waitFor();
  await allSent(page);
  assert.equal((await here.get(`/v1/games/${game}`)).status, "live");
  // Nobody looks at the page any more: it is sent, and there is nothing to undo for who comes back.
  const { game: other } = await almostOver(here);
  await open(page, `/games/${other}`);
  await abandon();
  await page.evaluate(() => dispatchEvent(new Event("pagehide")));
  await until(async () => (await here.get(`/v1/games/${other}`)).status === "abandoned", "it has left at once");
  await page.locator(".undo-button").waitFor({ state: "detached", timeout: 3000 });
  await open(page, `/games/${game}`);
  // Nobody undoes it, and the page is closed: it is sent all the same.
  await abandon();
  await page.close();
  const again = await page.context().newPage();
  await again.goto("/");
  await until(async () => (await here.get(`/v1/games/${game}`)).status === "abandoned", "the end has arrived");
  await open(again, `/games/${game}`);
  await again.locator('.game-state[data-state="abandoned"]').waitFor();
  assert.equal(await again.locator("h1").textContent(), "Ended without a result");
});

test("corrections: a second tap in the same place is not a yes", async ({ club, visit }) => {
  const here = await club({ demo: true });
  const { games } = await here.get("/v1/games?status=finished&limit=50");
  const { players } = await here.get("/v1/players");
  const { titles } = await here.get("/v1/titles");
  const { game: live } = await almostOver(here);
  const page = await visit(here, { size: SMALL });
  const size = async () => (await (await fetch(`${here.url}/v1/log?limit=1000`)).text()).length;
  const pages = [
    `/games/${live}`,
    ...["table", "sheet"].map((level) => `/games/${games.find((one) => one.level === level)?.id}`),
    `/people/${players[0].id}`,
    `/titles/${encodeURIComponent(titles[0].id)}`,
    "/settings/invite",
    "/settings/exchange",
    "/seasons",
    "/tables",
  ];
  let tapped = 0;
  for (const path of pages) {
    await open(page, path);
    await page.waitForTimeout(300);
    const before = await size();
    const spots = await page.locator("main summary").count();
    for (let i = 0; i < spots; i++) {
      const one = page.locator("main summary").nth(i);
      if (!(await one.isVisible())) continue;
      // What opens under the finger, and what is there by then, gets four hurried taps.
      await one.scrollIntoViewIfNeeded();
      const box = await one.boundingBox();
      if (!box) continue;
      for (let n = 0; n < 4; n++) await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
      // What came late has moved the page, and the taps were on a link.
      if (new URL(page.url()).pathname !== path) {
        await open(page, path);
        continue;
      }
      if (!(await one.evaluate((summary) => summary.parentElement?.hasAttribute("open")))) await one.click();
      tapped++;
    }
    for (const control of await page.locator("main :is(button.danger, [data-deed])").all()) {
      if (!(await control.isVisible()) || (await control.isDisabled())) continue;
      const deed = await control.getAttribute("data-deed");
      await page.waitForTimeout(1100);
      await control.dblclick();
      tapped++;
      if (deed === null) continue;
      await page.locator(".undo-button").click();
      await page.waitForTimeout(300);
    }
    await allSent(page);
    assert.equal(await size(), before, `${path}: nothing was written`);
  }
  assert.ok(tapped > 8, `${tapped} controls were tapped`);

  // A tap on what was just tapped beside it is one tap.
  const game = games.find((one) => one.level === "table")?.id;
  await open(page, `/games/${game}`);
  await page.locator(".game-deeds summary").click();
  await page.getByRole("button", { name: "a test" }).click();
  await page.waitForTimeout(1100);
  const before = await size();
  await page.locator('button[data-deed="void"]').dblclick();
  await page.locator('.game-state[data-state="void"]').waitFor();
  await allSent(page);
  assert.notEqual(await size(), before);
  assert.equal((await here.get(`/v1/games/${game}`)).status, "void");
});

/**
 * Whether what was just played is between the header and the controls.
 * @param {Test.Page} page
 * @param {string} controls
 */
const inSight = (page, controls) =>
  page.waitForFunction((below) => {
    const latest = document.querySelector("main :is(.mark-new, .latest)")?.getBoundingClientRect();
    if (!latest) return false;
    const bar = document.querySelector(".topbar");
    const top = bar && /sticky|fixed/.test(getComputedStyle(bar).position) ? bar.getBoundingClientRect().bottom : 0;
    const tops = [...document.querySelectorAll(`.tabs, ${below}`)]
      .filter((one) => /sticky|fixed/.test(getComputedStyle(one).position))
      .map((one) => one.getBoundingClientRect().top);
    return latest.top >= top - 1 && latest.bottom <= Math.min(innerHeight, ...tops) + 1;
  }, controls);

test("corrections: a replay jumps to a turn, and shows what was just played above its controls", async ({
  club,
  visit,
  shot,
}) => {
  const here = await club();
  const game = await add(here, record("foret/full-draft-four.dendro"));
  const page = await visit(here, { size: SMALL, path: `/games/${game}/replay?at=30`, token: null });
  const shows = (/** @type {number} */ at) => page.waitForSelector(`.board[data-at="${at}"]`);
  await shows(30);
  // Four hands are dealt at the beginning of each round of ten turns.
  await page.selectOption(".round-jump", { label: "Turn 5 of 20" });
  await shows(4 + 4 * 4 + 1);
  await inSight(page, ".film");
  await page.keyboard.press("Escape");
  await page.locator("h1").focus();
  await page.keyboard.press("PageDown");
  await shows(4 + 5 * 4 + 1);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("PageUp");
  await shows(4 + 5 * 4 + 1);
  await page.keyboard.press("PageUp");
  await shows(4 + 4 * 4 + 1);
  for (let i = 0; i < 8; i++) {
    await page.locator("[data-act=next]").click();
    await shows(21 + i + 1);
    await inSight(page, ".film");
  }
  await shot(page, "corrections-in-sight");
  await lawful(page);
  await sidewaysFree(page);
  for (const name of ["grandbois/four-table.dendro", "ecos/rules-2-table-2-players.dendro"]) {
    const other = await add(here, record(name));
    const { ply } = await here.get(`/v1/games/${other}/moves`);
    await page.goto(`/games/${other}/replay?at=${Math.floor(ply / 2)}`);
    await shows(Math.floor(ply / 2));
    await page.locator("h1").focus();
    // A draw puts nothing on the table: on to what does.
    for (let at = Math.floor(ply / 2), marked = false; !marked; marked = (await page.$(".board .latest")) !== null) {
      await page.keyboard.press("ArrowRight");
      await shows(++at);
    }
    await inSight(page, ".film");
    await shot(page, `corrections-in-sight-${name.split("/")[0]}`);
  }
});

test("corrections: the cell that was just filled is seen at a table on a small phone", async ({
  club,
  visit,
  shot,
}) => {
  const here = await club();
  const { game } = await here.post("/v1/games", { game: "foret", seats: ["Ada", "Bo", "Cy"] });
  const page = await visit(here, { size: SMALL, path: `/games/${game}` });
  await settled(page);
  await play(page, "wolf", 0, 0);
  await allSent(page);
  await page.getByRole("tab").first().click();
  await inSight(page, ".palette");
  await shot(page, "corrections-live");
});

test("corrections: two devices correct one game, and nobody undoes the other unseen", async ({ club, visit, shot }) => {
  const here = await club();
  const sheet = await add(here, record(CONTESTED));
  const first = await visit(here, { size: SMALL, path: `/games/${sheet}` });
  const second = await visit(here, { size: SMALL, lang: "fr", path: `/games/${sheet}` });
  /**
   * Opens the form and puts a card into a cell of the first seat.
   * @param {Test.Page} page
   * @param {string} link
   * @param {[number, number]} at
   * @param {string} card
   */
  const put = async (page, link, [x, y], card) => {
    await page.getByRole("link", { name: link }).click();
    await page.waitForURL(/\/sheet\/correct-/);
    await page.getByRole("tab").first().click();
    await cell(page, x, y).click();
    await swatch(page, card).click();
    await page.locator(".finish button").click();
    await page.locator('button[data-deed="correct"]').waitFor();
  };
  await put(first, "Correct this game", [0, 0], "bee");
  await put(second, "Corriger cette partie", [2, 0], "bee");
  await second.context().setOffline(true);
  await send(second, "relu");
  await second.locator(".waiting-list").first().waitFor();
  await send(first, "read again");
  await first.locator(".corrected", { hasText: "read again" }).waitFor();

  // The second one's network is back: it is told, in its words, what it wanted and what to do.
  await second.context().setOffline(false);
  const refused = second.locator("main .waiting-list li").first();
  await refused.getByText("a changé cette partie entre-temps").waitFor();
  assert.match(await refused.innerText(), /Rachel 3,1\s: .* → abeille · relu/);
  assert.equal(await refused.getByRole("button", { name: "Renvoyer" }).count(), 0, "it would be refused again");
  assert.match(String(await here.get(`/v1/games/${sheet}/record`)), /^1: grid bee fox (?!bee)/m);
  await lawful(second);
  await sidewaysFree(second);
  await shot(second, "corrections-changed");
  await refused.getByRole("button", { name: "Corriger ce qui est noté maintenant" }).click();
  await second.waitForURL(/\/sheet\/correct-/);
  await second.getByRole("tab").first().click();
  assert.match(String(await cell(second, 0, 0).textContent()), /abeille/, "the other's correction is in the form");
  await cell(second, 2, 0).click();
  await swatch(second, "bee").click();
  await second.locator(".finish button").click();
  await second.locator('button[data-deed="correct"]').waitFor();
  await send(second, "relu");
  await second.locator(".corrected", { hasText: "relu" }).waitFor();
  assert.match(String(await here.get(`/v1/games/${sheet}/record`)), /^1: grid bee fox bee /m);
  assert.match((await sourceOf(here, sheet)).body, /^reason relu\n/);
  await open(second, "/");
  assert.equal(await second.locator('a[href*="/sheet/correct-"]').count(), 0, "nothing is left over");

  // Of moves, too; and a second correction of one's own waits until the first has arrived.
  const game = await add(here, record(PHONES));
  const { moves, ply } = await here.get(`/v1/games/${game}/moves`);
  await open(first, `/games/${game}?at=${ply}`); // from there, so that the way back is on the device
  await first.getByRole("link", { name: "Correct this game" }).click();
  const other = first.locator('.correct-moves button[aria-pressed="false"]').first();
  await other.click();
  await first.getByRole("button", { name: "See what changes" }).click();
  await first.locator('button[data-deed="correct"]').waitFor();
  await first.context().setOffline(true);
  await send(first, "mine");
  await first.locator("main .waiting-list").first().waitFor();
  await first.evaluate((path) => history.pushState(null, "", path), `/games/${game}/correct`);
  await first.evaluate(() => dispatchEvent(new PopStateEvent("popstate")));
  await first.getByText("On this device, on its way:").waitFor();
  assert.equal(await first.locator('select[name="which"]').count(), 0, "what stands is not known yet");
  const text = String(await here.get(`/v1/games/${game}/record`));
  await here.post(`/v1/games/${game}/correct`, { record: text, reason: "theirs" });
  await first.context().setOffline(false);
  await first.getByText("Somebody else has changed this game meanwhile").first().waitFor();
  assert.deepEqual((await here.get(`/v1/games/${game}/moves`)).moves, moves);
  assert.match((await sourceOf(here, game)).body, /^reason theirs\n/);
});
