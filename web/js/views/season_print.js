// The season table: everybody on one sheet of paper, black on white, however many there are.
import { html } from "../lib/html.js";
import { addWords, day, named, number, t, today } from "../lib/i18n.js";
import { query as address, useApi } from "../lib/api.js";
import { Heading, Name } from "../lib/parts.js";
import { Shown, useAnswer, useRules } from "../parts/answer.js";
import { between, doubtOf } from "../parts/figures.js";
import { Filters, filtersOf, seasonsOf } from "../parts/filters.js";
import { ratingOf } from "../parts/ratings.js";
import { ownOrder, rankColumn } from "../parts/standings.js";
import { Source } from "../parts/why.js";
import { words } from "../words/stats.js";

addWords(words);

const NAMES = ["game", "variant", "seats", "from", "to", "place", "level"];
/** Rows that fit on a page at the smallest letters that can be read. */
const MOST = 90;

/**
 * A figure and its doubt, as paper has them.
 * @param {Page.Figure | null} figure
 * @param {number} digits
 */
function both(figure, digits) {
  if (!figure) return "–";
  /** @param {number} value */
  const format = (value) => number(value, digits);
  const doubt = doubtOf(figure, format);
  return [format(figure.value), doubt.startsWith("±") ? doubt : doubt && `(${doubt})`].filter(Boolean).join(" ");
}

/** @typedef {{ name: string, wide?: boolean, of: (row: Api.LeaderboardRow) => string }} Column */

/**
 * What the sheet has of everybody: first what it is ordered by, which a phone shows too. Beside the win points of a
 * season the rating is still that of all time, and says so.
 * @param {Record<string, string>} filters
 * @returns {Column[]}
 */
function columnsOf(filters) {
  const some = ownOrder(filters) === "win-points";
  const rating = {
    name: some ? "stats.rating-ever" : "stats.rating",
    wide: some,
    of: (/** @type {Api.LeaderboardRow} */ row) => `${both(ratingOf(row), 0)}${row.provisional ? " ?" : ""}`,
  };
  const points = {
    name: "stats.win-points",
    wide: !some,
    of: (/** @type {Api.LeaderboardRow} */ row) =>
      both(between(row.win_points, row.win_points_lo, row.win_points_hi, row.games), 2),
  };
  /** @type {Column[]} */
  const scores = [
    {
      name: "stats.mean-score",
      wide: true,
      of: (row) => both(between(row.mean_score, row.mean_score_lo, row.mean_score_hi, row.games), 1),
    },
    {
      name: "stats.best-score",
      wide: true,
      of: (row) => (row.best_score === null ? "–" : number(row.best_score)),
    },
  ];
  return [
    ...(some ? [points] : [rating]),
    { name: "stats.games", of: (row) => number(row.games) },
    { name: "stats.wins", wide: true, of: (row) => number(row.wins) },
    ...(some ? [rating] : [points]),
    ...(filters.game ? scores : []),
  ];
}

/**
 * What the sheet is about, in words: the filters, as on the chips.
 * @param {Record<string, string>} filters
 * @param {Page.Rules} rules
 * @param {Api.Night[] | null} nights
 */
function about(filters, rules, nights) {
  const game = rules.find(filters.game);
  const season = seasonsOf(nights ?? []).find((one) => one.from === filters.from && one.to === filters.to);
  const dates = [
    filters.from && `${t("stats.from")} ${day(filters.from)}`,
    filters.to && `${t("stats.to")} ${day(filters.to)}`,
  ]
    .filter(Boolean)
    .join(" ");
  return [
    game ? named(game) : filters.game || t("stats.any-game"),
    filters.variant && named(game?.variants.find(({ id }) => id === filters.variant)),
    filters.seats && t("stats.seats-n", { n: Number(filters.seats) }),
    season ? t("stats.season-of", { years: season.years }) : dates || t("stats.any-period"),
    filters.place,
  ].filter(Boolean);
}

/**
 * The club's name is the last part of the log's: the first line of the checkpoint.
 * @param {string | null} checkpoint
 */
const clubOf = (checkpoint) => checkpoint?.split("\n")[0].split("/").at(-1) ?? "";

/** @param {Page.View} props */
export default function SeasonPrint({ query }) {
  const rules = useRules();
  const filters = filtersOf(query, NAMES);
  const answer = useAnswer(address("/v1/leaderboard", filters));
  const { data: nights } = useApi("/v1/nights", { all: "nights" });
  const { data: checkpoint } = useApi("/v1/log/checkpoint");
  const club = clubOf(checkpoint);
  return html`
    <div class="no-print">
      <p class="back-line"><a class="back" href=${address("/leaderboard", filters)}>← ${t("stats.leaderboard")}</a></p>
      <${Filters} query=${query} rules=${rules} names=${NAMES} />
      <p><button type="button" class="primary" onClick=${() => print()}>${t("stats.print")}</button></p>
    </div>
    <article class="sheet">
      <${Heading} title=${t("stats.season")}>${club && html`<${Name}>${club}<//> · `}${t("stats.season")}<//>
      <p class="about">${about(filters, rules, nights).map((text) => html`<span><${Name}>${text}<//></span>`)}</p>
      <${Shown} answer=${answer}>
        ${(/** @type {Api.Answer<"/v1/leaderboard">} */ data) => {
          if (data.rows.length === 0) return html`<p class="nothing">${t("stats.nothing")}</p>`;
          const rows = data.rows.slice(0, MOST);
          const columns = columnsOf(filters);
          const rank = rankColumn(data.rows);
          return html`
            <table class="season" style=${{ "--rows": String(rows.length) }}>
              <caption class="unseen">${t("stats.season")}</caption>
              <thead>
                <tr>
                  <th scope="col" class="num">
                    <span aria-hidden="true">#</span>
                    <span class="unseen">${t("stats.rank")}</span>
                  </th>
                  <th scope="col">${t("stats.player")}</th>
                  ${columns.map(
                    ({ name, wide }) =>
                      html`<th key=${name} scope="col" class=${wide ? "num desk" : "num"}>${t(name)}</th>`,
                  )}
                </tr>
              </thead>
              <tbody>
                ${rows.map(
                  (row) => html`
                    <tr key=${row.handle}>
                      <td class="num">${rank.show?.(row)}</td>
                      <th scope="row"><${Name}>${row.player}<//></th>
                      ${columns.map(
                        ({ name, of, wide }) =>
                          html`<td key=${name} class=${wide ? "num desk" : "num"}>${of(row)}</td>`,
                      )}
                    </tr>
                  `,
                )}
              </tbody>
            </table>
            ${
              data.rows.length > MOST &&
              html`<p class="small">${t("stats.and-more", { n: data.rows.length - MOST })}</p>`
            }
            <${Source} url=${answer.url} n=${t("stats.n-people", { n: data.rows.length })} undated=${data.undated} />
            <p class="printed">${t("stats.printed-at", { date: day(today()) })}</p>
          `;
        }}
      <//>
    </article>
  `;
}
