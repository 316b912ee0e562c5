// What the tests of the statistics share: a club with many games, and what a table of figures shows.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { SOURCE } from "./harness.mjs";

export const number = (value, digits = 0, locale = "en-GB") =>
  new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(value);
export const percent = (value) => new Intl.NumberFormat("en-GB", { style: "percent" }).format(value);
export const day = (text) =>
  new Intl.DateTimeFormat("en-GB", {
    weekday: "short",
    day: "numeric",
    month: "short",
    year: "numeric",
    timeZone: "UTC",
  }).format(new Date(`${text}T00:00:00Z`));

/** The golden records of all games, in one text. */
const golden = (game) =>
  readdirSync(join(SOURCE, "replays", game))
    .filter((name) => name.endsWith(".dendro"))
    .map((name) => readFileSync(join(SOURCE, "replays", game, name), "utf8"))
    .join("\n");

/** A club with the demo's evenings and every golden record: ties, solo games, games without a day. */
export async function fullClub(club) {
  const daemon = await club({ demo: true });
  for (const game of ["foret", "grandbois", "ecos"]) await daemon.post("/v1/import", golden(game));
  return daemon;
}

/** What a table shows: a row each, its columns by the heading's label; of figures the number and what is behind it. */
export const shownRows = (page, index = 0) =>
  page
    .locator("table.figures")
    .nth(index)
    .evaluate((table) => {
      const text = (node) => {
        const copy = node.cloneNode(true);
        for (const unseen of copy.querySelectorAll(".unseen, .n, .why, .why-note")) unseen.remove();
        return copy.textContent.trim().replace(/\s+/g, " ");
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

export const settled = async (page) => {
  await page.locator("table.figures tbody tr").first().waitFor();
  await page.locator('.shown[aria-busy="true"]').waitFor({ state: "detached" });
};
