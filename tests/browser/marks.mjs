// What the marks of a figure mean, the same everywhere: a ring is one that may be on the other side of the line, faint
// is one of few games; numbers of an axis do not lie on each other; what a sheet is ordered by is on it.
import assert from "node:assert/strict";
import { board, pretend, row, settled, shownRows } from "./figures.mjs";
import { DESKTOP, NARROW, PHONE, test } from "./harness.mjs";
import { open } from "./steps.mjs";

/**
 * How the dots of a page are drawn: [faint, ring] by the class, and whether the inside is that of the paper.
 * @param {Test.Page} page
 * @param {string} where
 */
const dots = (page, where) =>
  page.locator(where).evaluateAll((list) =>
    list.map((svg) => {
      const hollow =
        getComputedStyle(svg.querySelector(".dot")).fill ===
        getComputedStyle(svg.ownerDocument.documentElement).backgroundColor;
      return [svg.classList.contains("faint"), hollow];
    }),
  );

test("marks: a ring holds the line, few games are faint, on the front page as on a board", async ({ club, visit }) => {
  const daemon = await club({ demo: true });
  const page = await visit(daemon, { size: PHONE, path: "/settings", token: null });
  await pretend(
    page,
    "/v1/leaderboard",
    board([
      row("Sure", { rating_lo: 1540, rating_hi: 1660 }),
      row("Unsure", { rank: 2, rating_lo: 1450, rating_hi: 1750 }),
      row("New", { rank: null, provisional: true, rating: 1700, rating_lo: 1510, rating_hi: 1890, games: 2, wins: 1 }),
    ]),
  );
  const expected = [
    [false, false],
    [false, true],
    [true, false],
  ];
  await open(page, "/");
  await page.locator(".top li").nth(2).waitFor();
  assert.deepEqual(await dots(page, ".top .interval"), expected);
  await open(page, "/leaderboard");
  await settled(page);
  assert.deepEqual(await dots(page, "td.lead .interval"), expected);
});

test("marks: win points without a card are as sure as the seats without it are many", async ({ club, visit }) => {
  const daemon = await club({ demo: true });
  const card = await daemon.get("/v1/cards/bee?game=foret");
  const { rows } = await daemon.get("/v1/cards?game=foret");
  /** @type {Partial<Api.CardRow>} */
  const rare = { seats: 83, wp_without: 0, wp_without_lo: null, wp_without_hi: null, seats_without: 1 };
  const page = await visit(daemon, { size: PHONE, path: "/settings", token: null });
  await pretend(page, "/v1/cards/bee", { ...card, ...rare });
  await pretend(page, "/v1/cards", {
    log_size: 7,
    algorithm: "worth/1",
    undated: 0,
    rows: rows.map((one) => (one.card === "bee" ? { ...one, ...rare } : one)),
  });
  await open(page, "/cards/bee?game=foret");
  await settled(page);
  const [having, without] = await shownRows(page, 1);
  assert.deepEqual([having.Players, having["Win points"].faint], ["83", false]);
  assert.deepEqual([without.Players, without["Win points"].faint], ["1", true]);
  await open(page, "/cards?game=foret&order=wp-without");
  await settled(page);
  const bee = (await shownRows(page)).find((see) => see.Card === "Bee");
  assert.equal(bee["Win points without"].faint, true);
});

test("marks: no number of an axis lies on another, in any window", async ({ club, visit, shot }) => {
  const daemon = await club({ demo: true });
  const [one] = (await daemon.get("/v1/leaderboard?order=games")).rows;
  for (const [lang, size] of /** @type {const} */ ([
    ["fr", NARROW],
    ["en", DESKTOP],
  ])) {
    const page = await visit(daemon, { size, path: "/settings", token: null, lang });
    // Four numbers in a column that has room for three.
    const wide = [
      row("Ada", { rating_lo: 1195, rating: 1240, rating_hi: 1300 }),
      row("Bo", { rating: 1780, rating_hi: 1805 }),
    ];
    await pretend(page, "/v1/leaderboard", board(wide));
    for (const path of [
      `/people/${one.handle}`,
      "/leaderboard",
      "/leaderboard?order=win-points&game=foret",
      "/cards?game=foret",
    ]) {
      await open(page, path);
      await settled(page);
      const shown = await page.locator("svg.axis").evaluateAll((list) =>
        list
          .filter((svg) => svg.getBoundingClientRect().width > 0)
          .map((svg) =>
            [...svg.querySelectorAll("text")]
              .filter(
                (text) => getComputedStyle(text).visibility === "visible" && text.getBoundingClientRect().width > 0,
              )
              .map((text) => {
                const { left, right } = text.getBoundingClientRect();
                return { text: text.textContent.trim(), left, right };
              })
              .sort((a, b) => a.left - b.left),
          ),
      );
      assert.ok(shown.length > 0, path);
      for (const ticks of shown) {
        const said = `${path} ${size.width} ${lang}: ${ticks.map(({ text }) => text).join(" | ")}`;
        assert.ok(ticks.length > 0, said);
        ticks.slice(1).forEach(({ left }, i) => assert.ok(left > ticks[i].right, said));
      }
    }
    await shot(page, `marks-axis-${lang}-${size.width}`);
  }
});

test("marks: a season's sheet begins with what orders it, on a phone and on paper, and says who is tied", async ({
  club,
  visit,
  shot,
}) => {
  const daemon = await club({ demo: true });
  for (const [lang, heads, tied] of /** @type {const} */ ([
    ["en", ["Win points", "Games", "Wins", "Rating of all time"], " tied"],
    ["fr", ["Points de victoire", "Parties", "Victoires", "Cote depuis toujours"], " à égalité"],
  ])) {
    const page = await visit(daemon, { size: NARROW, path: "/settings", token: null, lang });
    await pretend(page, "/v1/leaderboard", board([row("Ada"), row("Giggly"), row("Cy", { rank: 3 })]));
    await open(page, "/leaderboard/print?from=2026-09-01&to=2027-08-31");
    await page.locator("table.season tbody tr").first().waitFor();
    const seen = () =>
      page
        .locator("table.season thead th")
        .evaluateAll((list) =>
          list.filter((head) => head.getBoundingClientRect().width > 0).map((head) => head.textContent.trim()),
        );
    assert.deepEqual((await seen()).slice(2), heads.slice(0, 2));
    assert.deepEqual(
      (await page.locator("table.season tbody td:first-child").allTextContents()).map((text) =>
        text.replace(/\s+/g, " ").trim(),
      ),
      [`1=${tied}`, `1=${tied}`, "3"],
    );
    await shot(page, `marks-season-${lang}`);
    await page.emulateMedia({ media: "print" });
    await page.setViewportSize(DESKTOP);
    assert.deepEqual((await seen()).slice(2), heads);
    const clipped = await page
      .locator("table.season bdi")
      .evaluateAll((list) =>
        list
          .filter((name) => getComputedStyle(name).overflowY !== "visible" && name.scrollHeight > name.clientHeight)
          .map((name) => name.textContent),
      );
    assert.deepEqual(clipped, [], "no letter loses its tail");
    await open(page, "/leaderboard/print");
    await page.locator("table.season tbody tr").first().waitFor();
    assert.equal((await seen())[2], lang === "fr" ? "Cote" : "Rating");
  }
});
