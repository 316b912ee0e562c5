/*
 * What an evening changed: "+12" is somebody's rating after it compared with the one after their evening before.
 * Ratings are fitted to whole evenings, so that every game of an evening has the same. Nice to know and nothing more:
 * where the history does not come, there is nothing.
 */
import { html } from "../lib/html.js";
import { addWords, day, number, signed, t } from "../lib/i18n.js";
import { query as address, useApi } from "../lib/api.js";
import { words } from "../words/ratings.js";

addWords(words);

/** Days to look back for somebody's evening before: longer ago, and the change tells of more than an evening. */
const BACK = 183;
const DAY = 86400000;

/** @typedef {{ by: number, before: number, after: number, day: string, since: string }} Change */

/**
 * What the evening of `night` changed, by handle.
 * @param {Api.History[]} rows in the order of nights
 * @param {string} night
 * @returns {Map<string, Change>}
 */
export function changesOf(rows, night) {
  /** @type {Map<string, Api.History>} */
  const earlier = new Map();
  /** @type {Map<string, Change>} */
  const changes = new Map();
  for (const row of rows) {
    if (row.night === null || row.night > night) continue;
    const last = earlier.get(row.handle);
    if (row.night < night) {
      if (!last?.night || last.night < row.night) earlier.set(row.handle, row);
    } else if (last?.night) {
      const { rating: before, night: since } = last;
      changes.set(row.handle, { by: row.rating - before, before, after: row.rating, day: night, since });
    }
  }
  return changes;
}

/**
 * The changes of an evening in a game, or in all games; empty until they have come.
 * @param {string} game
 * @param {string | null | undefined} night
 */
export function useChanges(game, night) {
  const from = night && new Date(Date.parse(`${night}T00:00:00Z`) - BACK * DAY).toISOString().slice(0, 10);
  const { data } = useApi(night ? address("/v1/ratings/history", { game, from, to: night }) : null);
  return data && night ? changesOf(data.rows, night) : new Map();
}

/** @param {{ change: Change }} props */
export function ChangeOf({ change }) {
  const title = t("change.title", {
    after: number(change.after),
    before: number(change.before),
    day: day(change.day),
    since: day(change.since),
  });
  return html`<span class="change num" title=${title}>${signed(change.by)}</span>`;
}
