// Everybody, by whatever figure is asked for: the API's own orders and ranks, filters in the address, doubt drawn
// beside every number.
import { html } from "../lib/html.js";
import { addWords, t } from "../lib/i18n.js";
import { query as address } from "../lib/api.js";
import { setQuery } from "../lib/router.js";
import { Heading } from "../lib/parts.js";
import { Shown, useAnswer, useRules } from "../parts/answer.js";
import { Filters, OrderChip, filtersOf } from "../parts/filters.js";
import { figureColumns, ownOrder, playerColumn, rankColumn } from "../parts/standings.js";
import { FigureTable, sortRows } from "../parts/table.js";
import { Source } from "../parts/why.js";
import { words } from "../words/stats.js";

addWords(words);

const NAMES = ["game", "variant", "seats", "from", "to", "night", "place", "level"];

/**
 * The order in the address, one of the API's or the players' names; without one, the board's own.
 * @param {URLSearchParams} query
 * @param {Page.Column<Api.LeaderboardRow>[]} columns
 * @param {string} own
 * @returns {Page.Sort}
 */
function sortOf(query, columns, own) {
  const asked =
    columns.find(({ id }) => id === query.get("order")) ?? columns.find(({ id }) => id === own) ?? columns[0];
  const down = asked.kind !== undefined;
  return { by: asked.id, down: query.get("turned") ? !down : down };
}

/** @param {Page.View} props */
export default function Leaderboard({ query }) {
  const rules = useRules();
  const filters = filtersOf(query, NAMES);
  /** @type {Page.Column<Api.LeaderboardRow>[]} */
  const columns = [playerColumn(), ...figureColumns({ ...filters, words: true })];
  const own = ownOrder(filters);
  const sort = sortOf(query, columns, own);
  const order = sort.by === "player" || sort.by === own ? "" : sort.by;
  const answer = useAnswer(address("/v1/leaderboard", { ...filters, order }));
  /** @param {Page.Sort} props */
  const onSort = ({ by, down }) => {
    const natural = by !== "player";
    setQuery({ order: by === own ? "" : by, turned: down === natural ? "" : "1" });
  };
  return html`
    <${Heading}>${t("stats.leaderboard")}<//>
    <${Filters} query=${query} rules=${rules} names=${NAMES}>
      <${OrderChip} columns=${columns} sort=${sort} onSort=${onSort} />
    <//>
    <${Shown} answer=${answer}>
      ${(/** @type {Api.Answer<"/v1/leaderboard">} */ data) =>
        data.rows.length === 0
          ? html`<p class="nothing">${t("stats.nothing")}</p>`
          : html`
            <${FigureTable}
              caption=${t("stats.leaderboard")}
              quiet
              columns=${[rankColumn(data.rows), ...columns]}
              rows=${inOrder(data.rows, columns, sort)}
              keyOf=${(/** @type {Api.LeaderboardRow} */ row) => row.handle}
              sort=${sort}
              onSort=${onSort}
            />
            <${Source} url=${answer.url} n=${t("stats.n-people", { n: data.rows.length })} undated=${data.undated} />
            <p class="row no-print">
              <a class="button" href=${`/leaderboard/print${location.search}`}>${t("stats.season")}</a>
              <a class="button" href="/seasons">${t("stats.seasons")}</a>
            </p>
          `}
    <//>
  `;
}

/**
 * The API's order, turned round when asked for; names are sorted here.
 * @param {Api.LeaderboardRow[]} rows
 * @param {Page.Column<Api.LeaderboardRow>[]} columns
 * @param {Page.Sort} sort
 */
function inOrder(rows, columns, sort) {
  if (sort.by === "player") return sortRows(rows, columns, sort);
  if (sort.down) return rows;
  const known = rows.filter((row) => row.rank !== null);
  return [...known.reverse(), ...rows.filter((row) => row.rank === null)];
}
