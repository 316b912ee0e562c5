/*
 * The columns of a leaderboard row, as the API gives it: the leaderboard, a night's standings and a player's page show
 * the same figures under the same names.
 */
import { html } from "../lib/html.js";
import { number, percent, t } from "../lib/i18n.js";
import { Name } from "../lib/parts.js";
import { alone, share, withError } from "./figures.js";

/** Who was erased is shown by handle; the API says `@handle` then. */
export const PersonLink = ({ handle, name }) =>
  html`<a class="person" href=${`/people/${handle}`}><${Name}>${name}<//></a>`;

/** The rank, with "=" beside it for those who share it. */
export function rankColumn(rows) {
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
            counts.get(row.rank) > 1 &&
            html`<span class="tie" aria-hidden="true">=</span><span class="unseen"> ${t("stats.tied")}</span>`
          }
        `,
  };
}

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

const column = (id, more) => ({ id, name: t(`stats.${id}`), why: t(`stats.${id}.why`), ...more });

/** Every figure of a row; ids are the orders that GET /v1/leaderboard knows. */
export const figureColumns = () => [
  column("rating", {
    kind: "figure",
    par: 1500,
    // Ratings are those of all games, whatever the filter selects: provisional says whether there were enough.
    of: (row) => withError(row.rating, row.sd, row.provisional ? 0 : Infinity),
    show: (row, figure) => html`
      ${number(figure.value)}
      ${
        row.provisional &&
        html`
          <span class="mark" title=${t("stats.provisional")} aria-hidden="true">?</span>
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
    of: (row) => withError(row.win_points, row.win_points_se, row.games),
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
    of: (row) => alone(row.mean_score, row.games),
  }),
  column("best-score", { kind: "figure", of: (row) => alone(row.best_score, row.games) }),
  column("games", { kind: "count", of: (row) => row.games }),
];
