/*
 * One person's cards beside the club's: the first figure that both have, with the interval of theirs, the club's beside
 * it, and in words what can be said. Both are GET /v1/cards, theirs with `player`.
 */
import { html, useState } from "../lib/html.js";
import { addWords, named, t } from "../lib/i18n.js";
import { query as address } from "../lib/api.js";
import { CardLink, cardName, metricsOf } from "./metrics.js";
import { sideOf } from "./figures.js";
import { useAnswer } from "./answer.js";
import { FigureTable, sortRows } from "./table.js";
import { Explained, Source } from "./why.js";
import { words } from "../words/mine.js";

addWords(words);

/** What a card does for one person can be held against the club by these; its worth is of a whole table. */
const HELD_AGAINST = ["ppc", "ppa", "mpc", "wp-with"];
/** How much of the club's figure lies within an interval that says "about as the club". */
const NEAR = 0.15;

/** @typedef {{ card: string, row: Api.CardRow, figure: Page.Figure, club: number | null }} Own */

/**
 * What can be said of one figure beside the club's; where the interval holds it and is wide, it is too early. What
 * never varies has no interval: it is as the club's where it is the same.
 * @param {Page.Figure} figure
 * @param {number} club
 */
export function besideClub(figure, club) {
  const side = sideOf(figure, club);
  if (side === null || figure.low === null || figure.high === null) {
    return t(figure.value === club ? "own.even" : "stats.too-early");
  }
  if (side !== 0) return t(side > 0 ? "own.more" : "own.less");
  const most = Math.max(club - figure.low, figure.high - club);
  return t(most <= NEAR * Math.abs(club) ? "own.even" : "stats.too-early");
}

/**
 * The person's rows with the club's figure of the same card of the same catalogue; null while they are coming.
 * @param {string} game
 * @param {string} handle
 */
export function useOwnCards(game, handle) {
  const own = useAnswer(game ? address("/v1/cards", { game, player: `@${handle}` }) : null);
  const club = useAnswer(game ? address("/v1/cards", { game }) : null);
  if (!own.data || !club.data) return null;
  const key = (/** @type {Api.CardRow} */ row) => `${row.card} ${row.catalogue?.hash ?? ""}`;
  const all = new Map(club.data.rows.map((row) => [key(row), row]));
  const metric = metricsOf(own.data.rows).find(({ id }) => HELD_AGAINST.includes(id));
  if (!metric) return null;
  const of = /** @type {(row: Api.CardRow) => Page.Figure | null} */ (metric.of);
  const rows = own.data.rows.flatMap((row) => {
    const figure = of(row);
    const same = all.get(key(row));
    const beside = same ? of(same) : null;
    return figure ? [{ card: key(row), row, figure, club: beside?.value ?? null }] : [];
  });
  return { rows, metric, url: own.url };
}

/** @param {{ game: Api.RulesGame, handle: string }} props */
export function OwnCards({ game, handle }) {
  const found = useOwnCards(game.game, handle);
  const [sort, setSort] = useState({ by: "n", down: true });
  if (!found || found.rows.length === 0) return null;
  const { rows, metric, url } = found;
  const query = new URLSearchParams({ game: game.game });
  const format = metric.format ?? String;
  /** @type {Page.Column<Own>[]} */
  const columns = [
    {
      id: "card",
      name: t("stats.card"),
      head: true,
      fixed: true,
      of: ({ row }) => cardName(game, row),
      show: ({ row }) => html`<${CardLink} game=${game} row=${row} query=${query} />`,
    },
    {
      id: "figure",
      name: metric.name,
      why: metric.why,
      kind: "figure",
      fixed: true,
      par: ({ club }) => club,
      format,
      tick: metric.tick,
      verdict: (figure, { club }) => (club === null ? "" : besideClub(figure, club)),
      of: ({ figure }) => figure,
    },
    {
      id: "club",
      name: t("stats.club"),
      kind: "count",
      fixed: true,
      of: ({ club }) => club,
      show: ({ club }) => (club === null ? "–" : format(club)),
    },
    { id: "n", name: t("stats.games"), kind: "count", of: ({ row }) => row.games },
  ];
  const title = t("own.title", { game: named(game) });
  return html`
    <section class="own-cards">
      <h2><${Explained} name=${title} text=${t("own.why")} /></h2>
      <${FigureTable}
        caption=${title}
        quiet
        columns=${columns}
        rows=${sortRows(rows, columns, sort)}
        keyOf=${(/** @type {Own} */ { card }) => card}
        sort=${sort}
        onSort=${setSort}
        lead="figure"
      />
      <${Source} url=${url} n=${t("stats.n-cards", { n: rows.length })} />
    </section>
  `;
}
