/* The board of a season: places, points, win points, wins, games; the view and the sheet of paper have the same. */
import { html } from "../lib/html.js";
import { number, points, t } from "../lib/i18n.js";
import { PersonLink, rankColumn } from "./standings.js";
import { FigureTable } from "./table.js";

/** @typedef {Api.SeasonRow & { rank: number }} Row */

/** @param {Api.SeasonRow[]} board */
export const ranked = (board) => board.map((row) => ({ ...row, rank: row.place }));

/**
 * What the board says of everybody; where win points are the points, they stand there once.
 * @param {Api.Season} season
 * @returns {{ id: string, name: string, why?: string, fixed?: boolean, of: (row: Api.SeasonRow) => number,
 *   text: (row: Api.SeasonRow) => string }[]}
 */
export function boardColumns(season) {
  const byPlace = Array.isArray(season.points);
  const own = byPlace ? "season.points" : "season.win-points";
  return [
    {
      id: "points",
      name: t(own),
      why: t(byPlace ? "season.points.why" : "season.win-points-own.why"),
      fixed: true,
      of: (row) => row.points,
      text: (row) => points(row.points),
    },
    ...(byPlace
      ? [
          {
            id: "win-points",
            name: t("season.win-points"),
            why: t("season.win-points.why"),
            of: (/** @type {Api.SeasonRow} */ row) => row.win_points,
            text: (/** @type {Api.SeasonRow} */ row) => points(row.win_points),
          },
        ]
      : []),
    {
      id: "wins",
      name: t("stats.wins"),
      of: (row) => row.wins,
      text: (row) => number(row.wins),
    },
    {
      id: "games",
      name: t("stats.games"),
      fixed: true,
      of: (row) => row.games,
      text: (row) => number(row.games),
    },
  ];
}

/** @param {{ season: Api.Season, board: Api.SeasonRow[] }} props */
export function SeasonBoard({ season, board }) {
  const rows = ranked(board);
  /** @type {Page.Column<Row>[]} */
  const columns = [
    rankColumn(rows),
    {
      id: "player",
      name: t("stats.player"),
      head: true,
      fixed: true,
      sortable: false,
      of: (row) => row.player,
      show: (row) => html`<${PersonLink} handle=${row.handle} name=${row.player} />`,
    },
    ...boardColumns(season).map(({ id, name, why, fixed, of, text }) => ({
      id,
      name,
      why,
      fixed,
      kind: /** @type {const} */ ("count"),
      sortable: false,
      of,
      show: text,
    })),
  ];
  return html`
    <div class="season-board">
      <${FigureTable}
        caption=${t("season.board")}
        quiet
        columns=${columns}
        rows=${rows}
        keyOf=${(/** @type {Row} */ row) => row.handle}
      />
    </div>
  `;
}
