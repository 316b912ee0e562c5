/*
 * The columns of a leaderboard row, as the API gives it: the leaderboard, a night's standings and a player's page show
 * the same figures under the same names.
 */
import { html } from "../lib/html.js";
import { day, number, percent, t } from "../lib/i18n.js";
import { useMine } from "../lib/mine.js";
import { Name } from "../lib/parts.js";
import { alone, between, share, sideOf } from "./figures.js";
import { MIDDLE, ratingOf } from "./ratings.js";

/** @typedef {Omit<Api.LeaderboardRow, "player" | "handle" | "rank">} Standing the figures of a row */

/**
 * Whose name was erased is told so (the API says `@handle` then); who said so on this device is told that it is them.
 * @param {{ handle: string, name: string }} props
 */
export function PersonLink({ handle, name }) {
  const me = useMine() === handle;
  return html`
    <a class=${me ? "person me" : "person"} href=${`/people/${handle}`}><${Name}>${name}<//></a>
    ${me && html`${" "}<span class="me-mark">${t("mine.you")}</span>`}
  `;
}

/**
 * The rank, with "=" beside it for those who share it.
 * @template {{ rank: number | null }} R
 * @param {R[]} rows
 * @returns {Page.Column<R>}
 */
export function rankColumn(rows) {
  /** @type {Map<number | null, number>} */
  const counts = new Map();
  for (const row of rows) counts.set(row.rank, (counts.get(row.rank) ?? 0) + 1);
  return {
    id: "rank",
    name: html`<span aria-hidden="true">#</span><span class="unseen">${t("stats.rank")}</span>`,
    kind: "count",
    sortable: false,
    fixed: true,
    of: (row) => row.rank,
    show: (row) =>
      row.rank === null
        ? "–"
        : html`
          ${number(row.rank)}
          ${
            (counts.get(row.rank) ?? 0) > 1 &&
            html`<span class="tie" aria-hidden="true">=</span><span class="unseen"> ${t("stats.tied")}</span>`
          }
        `,
  };
}

/** @returns {Page.Column<Pick<Api.LeaderboardRow, "player" | "handle" | "games">>} */
export const playerColumn = () => ({
  id: "player",
  name: t("stats.player"),
  fixed: true,
  head: true,
  of: (row) => row.player,
  show: (row) => html`
    <${PersonLink} handle=${row.handle} name=${row.player} />
    <span class="n narrow"> ${t("stats.n-games", { n: row.games })}</span>
  `,
});

/**
 * @param {string} id
 * @param {Omit<Page.Column<Standing>, "id" | "name">} more
 * @returns {Page.Column<Standing>}
 */
const column = (id, more) => ({ id, name: t(`stats.${id}`), why: t(`stats.${id}.why`), ...more });

/**
 * Points of different titles are never averaged: these figures are there when one game is asked for.
 */
const OF_ONE_GAME = ["mean-score", "best-score"];

/**
 * What a board is ordered by when nothing else is asked for, as the API does: one of all games by rating, one of some
 * of them (a season, a place, a table size) by what it selects.
 * @param {Record<string, string>} filters
 */
export const ownOrder = (filters) =>
  Object.entries(filters).some(([name, value]) => name !== "game" && value) ? "win-points" : "rating";

/** Rating points: an interval within so many of the middle says that somebody is about even with the club. */
const NEAR = 80;

/**
 * What a rating says beside the club's middle, in words.
 * @param {Page.Figure} figure
 * @param {Standing} row
 */
export function standingOf(figure, row) {
  if (row.provisional) return t("stats.too-early");
  const side = sideOf(figure, MIDDLE);
  if (side === null || figure.low === null || figure.high === null) return "";
  if (side !== 0) return t(side > 0 ? "stats.stronger" : "stats.weaker");
  return t(Math.max(MIDDLE - figure.low, figure.high - MIDDLE) <= NEAR ? "stats.about-even" : "stats.too-early");
}

/**
 * Figures of a row; ids are the orders that GET /v1/leaderboard knows. `words`: with what a rating says.
 * @param {{ game?: string, words?: boolean }} [of] game: the one that is asked for, if it is one
 */
export const figureColumns = ({ game = "", words = false } = {}) =>
  allColumns(words).filter(({ id }) => game || !OF_ONE_GAME.includes(id));

/** @param {boolean} words */
const allColumns = (words) => [
  column("rating", {
    kind: "figure",
    par: MIDDLE,
    of: ratingOf,
    ...(words && { verdict: standingOf }),
    show: (row) => html`
      ${row.rating === null ? "–" : number(row.rating)}
      ${
        row.provisional &&
        html`
          <span class="mark" title=${t("stats.provisional.why")} aria-hidden="true">?</span>
          <span class="unseen"> ${t("stats.provisional")}</span>
        `
      }
    `,
  }),
  column("win-points", {
    kind: "figure",
    par: 1,
    format: (value) => number(value, 2),
    tick: (value) => number(value, Number.isInteger(value) ? 0 : 1),
    of: (row) => between(row.win_points, row.win_points_lo, row.win_points_hi, row.games),
  }),
  column("wins", {
    kind: "figure",
    format: percent,
    show: (row) => number(row.wins),
    doubt: (figure) => percent(figure.value),
    of: (row) => share(row.wins, row.games),
  }),
  column("mean-score", {
    kind: "figure",
    format: (value) => number(value, 1),
    tick: (value) => number(value),
    of: (row) => between(row.mean_score, row.mean_score_lo, row.mean_score_hi, row.games),
  }),
  column("best-score", { kind: "figure", of: (row) => alone(row.best_score, row.games) }),
  column("games", { kind: "count", of: (row) => row.games }),
];

/**
 * The night of a row, as a link; a table of nights has its own order.
 * @template {{ night: string | null }} R
 * @returns {Page.Column<R>}
 */
export const nightColumn = () => ({
  id: "night",
  name: t("stats.night"),
  head: true,
  fixed: true,
  sortable: false,
  of: (row) => row.night,
  show: (row) => html`<a href=${`/nights/${row.night}`}>${day(row.night)}</a>`,
});

/**
 * Win points in a table that has its own order.
 * @template R
 * @param {(row: R) => Page.Figure | null} of
 * @returns {Page.Column<R>}
 */
export const winPointsColumn = (of) => ({
  id: "win-points",
  name: t("stats.win-points"),
  kind: "figure",
  par: 1,
  sortable: false,
  format: (value) => number(value, 2),
  tick: (value) => number(value, 1),
  of,
});

/**
 * The number of games in a table that has its own order.
 * @template {{ games: number }} R
 * @returns {Page.Column<R>}
 */
export const gamesColumn = () => ({
  id: "games",
  name: t("stats.games"),
  kind: "count",
  fixed: true,
  sortable: false,
  of: (row) => row.games,
});
