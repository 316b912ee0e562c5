// What the tests of the statistics share: a club with many games, and what a table of figures shows.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { SOURCE } from "./harness.mjs";

/**
 * @param {number} value
 * @param {number} [digits]
 * @param {string} [locale]
 */
export const number = (value, digits = 0, locale = "en-GB") =>
  new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits })
    .format(value)
    .replace("-", "−");
/** @param {number} value */
export const percent = (value) => new Intl.NumberFormat("en-GB", { style: "percent" }).format(value);
/**
 * What stands behind a figure: ± where both ends of its interval are equally far away, both ends otherwise, and nothing
 * where nothing is known.
 * @param {number} value
 * @param {number | null} low
 * @param {number | null} high
 * @param {(value: number) => string} format
 */
export function doubt(value, low, high, format) {
  if (low === null || high === null) return "";
  const [down, up] = [value - low, high - value];
  if (Math.abs(up - down) > 0.002 * (up + down)) {
    return low < 0 ? `${format(low)} … ${format(high)}` : `${format(low)}–${format(high)}`;
  }
  return Number.parseFloat(format((up + down) / 2)) === 0 ? "" : `± ${format((up + down) / 2)}`;
}
/** @param {string | null} text */
export const day = (text) =>
  new Intl.DateTimeFormat("en-GB", {
    weekday: "short",
    day: "numeric",
    month: "short",
    year: "numeric",
    timeZone: "UTC",
  }).format(new Date(`${text}T00:00:00Z`));

/**
 * The golden records of all games, in one text.
 * @param {string} game
 */
const golden = (game) =>
  readdirSync(join(SOURCE, "replays", game))
    .filter((name) => name.endsWith(".dendro"))
    .map((name) => readFileSync(join(SOURCE, "replays", game, name), "utf8"))
    .join("\n");

/**
 * A club with the demo's evenings and every golden record: ties, solo games, games without a day.
 * @param {Test.Tools["club"]} club
 */
export async function fullClub(club) {
  const daemon = await club({ demo: true });
  for (const game of ["foret", "grandbois", "ecos"]) await daemon.post("/v1/import", golden(game));
  return daemon;
}

/**
 * What a row shows, by the heading of its column: a text, or a figure { value, pm, faint }.
 * @typedef {Record<string, any>} ShownRow
 */

/**
 * What a table shows: a row each, its columns by the heading's label; of figures the number and what is behind it.
 * @param {Test.Page} page
 * @param {number} [index]
 * @returns {Promise<ShownRow[]>}
 */
export const shownRows = (page, index = 0) =>
  page
    .locator("table.figures")
    .nth(index)
    .evaluate((/** @type {HTMLTableElement} */ table) => {
      /** @param {Element} node */
      const text = (node) => {
        const copy = /** @type {Element} */ (node.cloneNode(true));
        for (const unseen of copy.querySelectorAll(".unseen, .n, .why, .why-note")) unseen.remove();
        return (copy.textContent ?? "").trim().replace(/\s+/g, " ");
      };
      const heads = [...table.querySelectorAll("thead th")].map((head) => text(head.querySelector(".label") ?? head));
      return [...table.tBodies[0].rows].map((row) =>
        Object.fromEntries(
          [...row.cells].map((cell, i) => {
            const box = cell.querySelector(".figure-box");
            return [
              heads[i],
              box
                ? {
                    value: text(box.querySelector(".value")),
                    pm: text(box.querySelector(".pm") ?? document.createElement("i")),
                    faint: box.classList.contains("faint"),
                  }
                : text(cell),
            ];
          }),
        ),
      );
    });

/**
 * The call of the API that a table was made from, as the line under it has it.
 * @param {Test.Page} page
 * @param {number} [index]
 */
export async function callOf(page, index = 0) {
  const link = await page.locator(".source a").nth(index).getAttribute("href");
  return new URL(link ?? "", "http://page").searchParams.get("of") ?? "";
}

/**
 * A row of a leaderboard with what a test wants of it.
 * @param {string} player
 * @param {object} [more]
 */
export const row = (player, more = {}) => ({
  player,
  handle: player.toLowerCase(),
  rank: 1,
  rating: 1600,
  rating_lo: 1500,
  rating_hi: 1700,
  sd: 51,
  provisional: false,
  games: 9,
  wins: 3,
  win_points: 1.2,
  win_points_lo: 0.5,
  win_points_hi: 2.4,
  mean_score: 50,
  mean_score_lo: 45,
  mean_score_hi: 55,
  best_score: 60,
  ...more,
});

/** @param {object[]} rows */
export const board = (rows) => ({ log_size: 7, algorithm: "bt-map/2", order: "rating", undated: 0, rows });

/**
 * The daemon's answers to a call are these from now on.
 * @param {Test.Page} page
 * @param {string} path
 * @param {object | ((url: URL) => object)} answer
 */
export const pretend = (page, path, answer) =>
  page.route(
    (url) => url.pathname === path,
    (route) =>
      route.fulfill({
        json: typeof answer === "function" ? answer(new URL(route.request().url())) : answer,
      }),
  );

/** @param {Test.Page} page */
export const settled = async (page) => {
  await page.locator("table.figures tbody tr").first().waitFor();
  await page.locator('.shown[aria-busy="true"]').waitFor({ state: "detached" });
};
