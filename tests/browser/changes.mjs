// What an evening changed, as those at the table read it: of which rating, compared with what, and nobody left out.
import assert from "node:assert/strict";
import { day, number, pretend, shownRows } from "./figures.mjs";
import { PHONE, test } from "./harness.mjs";
import { lawful } from "./sight.mjs";
import { open } from "./steps.mjs";

/**
 * A number as the page signs it.
 * @param {number} value
 */
function signed(value) {
  const text = number(Math.abs(value));
  return text === "0" ? "0" : `${value < 0 ? "−" : "+"}${text}`;
}

/**
 * A finished game of Forêt, and what the API says of somebody's evening.
 * @param {Test.Club} daemon
 */
async function lastGame(daemon) {
  const [game] = (await daemon.get("/v1/games?status=finished&game=foret&order=newest&limit=1")).games;
  /**
   * @param {string} which
   * @param {string} handle
   */
  const change = async (which, handle) => {
    const { rows } = await daemon.get(`/v1/ratings/history?player=@${handle}&to=${game.day}${which}`);
    const [before, after] = rows.slice(-2);
    return { by: after.rating - before.rating, before, after };
  };
  return { game, change };
}

test('changes: a game tells of its own rating, its night of all games, and "?" of what is compared', async ({
  club,
  visit,
  shot,
}) => {
  const daemon = await club({ demo: true });
  const { game, change } = await lastGame(daemon);
  const page = await visit(daemon, { size: PHONE, path: `/games/${game.id}`, token: null });
  await page.locator(".changes", { hasText: "Ratings in Ecosystem: Forest after the evening:" }).waitFor();
  await page.getByRole("button", { name: "What is “Rating in Ecosystem: Forest”?" }).click();
  const note = page.locator(".changes .why-note");
  await note.getByText("A rating is the distance to the club’s average").waitFor();
  for (const { person, player } of game.seats) {
    const { by, before, after } = await change("&game=foret", person);
    const said = page.locator(".changes > span", { hasText: player }).last().locator(".change");
    assert.equal(await said.textContent(), signed(by), player);
    await note
      .getByText(`${player} ${number(after.rating)}, before that ${number(before.rating)} (${day(before.night)})`)
      .waitFor();
  }
  await shot(page, "changes-game");
  await page.keyboard.press("Escape");
  await lawful(page);
  await open(page, `/nights/${game.day}`);
  await page.locator("td .change").first().waitFor();
  const night = await daemon.get(`/v1/nights/${game.day}`);
  for (const see of await shownRows(page)) {
    const { handle } = night.standings.find(({ player }) => player === see.Player);
    const { by } = await change("", handle);
    assert.equal(see["Rating, all games"], signed(by), see.Player);
  }
  await page.getByRole("button", { name: "What is “Rating, all games”?" }).click();
  await page.locator(".why-note:popover-open").getByText("a strong newcomer lowers everybody else’s").waitFor();
  await shot(page, "changes-night");
});

test("changes: the first evening is a first rating, for everybody at the table", async ({ club, visit }) => {
  const daemon = await club({ demo: true });
  const first = (await daemon.get("/v1/nights")).nights.at(-1).day;
  const { standings, results } = await daemon.get(`/v1/nights/${first}`);
  for (const [lang, said, label] of /** @type {const} */ ([
    ["en", "first rating", "Rating, all games"],
    ["fr", "première cote", "Cote, tous les jeux"],
  ])) {
    const page = await visit(daemon, { size: PHONE, path: `/nights/${first}`, token: null, lang });
    await page.locator("td .change").first().waitFor();
    assert.deepEqual(
      (await shownRows(page)).map((see) => see[label]),
      standings.map(() => said),
    );
    await open(page, `/games/${results[0].id}`);
    await page.locator(".changes .change").first().waitFor();
    assert.deepEqual(
      await page.locator(".changes .change").allTextContents(),
      results[0].seats.map(() => said),
    );
  }
});

test("changes: who was away for a year is compared with a year ago", async ({ club, visit }) => {
  const daemon = await club({ demo: true });
  const { game } = await lastGame(daemon);
  const [ada, bo, ...others] = game.seats.map(({ person }) => person);
  /**
   * @param {string} handle
   * @param {string} night
   * @param {number} rating
   */
  const row = (handle, night, rating) => ({
    night,
    handle,
    player: handle,
    rating,
    rating_lo: rating - 100,
    rating_hi: rating + 100,
    sd: 51,
    games: 9,
  });
  const tonight = game.seats.map(({ person }) => row(person, game.day, 1530));
  /** @type {(string | null)[]} */
  const asked = [];
  const page = await visit(daemon, { size: PHONE, path: "/settings", token: null });
  await pretend(page, "/v1/ratings/history", (url) => {
    asked.push(url.searchParams.get("player"));
    const one = url.searchParams.get("player")?.slice(1);
    if (one === ada) return { log_size: 7, algorithm: "bt-map/2", rows: [row(ada, "2020-01-03", 1500), tonight[0]] };
    if (one === bo) return { log_size: 7, algorithm: "bt-map/2", rows: [tonight[1]] };
    const recent = others.map((handle) => row(handle, "2026-01-01", 1544));
    return { log_size: 7, algorithm: "bt-map/2", rows: [...recent, ...tonight] };
  });
  await open(page, `/games/${game.id}`);
  await page.locator(".changes .change").first().waitFor();
  assert.deepEqual(await page.locator(".changes .change").allTextContents(), [
    "+30",
    "first rating",
    ...others.map(() => "−14"),
  ]);
  assert.deepEqual(asked, [null, `@${ada}`, `@${bo}`], "only those without an evening before are asked for");
});
