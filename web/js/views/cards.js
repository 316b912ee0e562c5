// What each card is worth: one table, one figure leading, the others beside it where there is room.
import { html } from "../lib/html.js";
import { addWords, t } from "../lib/i18n.js";
import { query as address } from "../lib/api.js";
import { setQuery } from "../lib/router.js";
import { Heading } from "../lib/parts.js";
import { Shown, useAnswer, useRules } from "../parts/answer.js";
import { Chip, Filters, OrderChip, filtersOf } from "../parts/filters.js";
import {
  CardLink,
  cardName,
  catalogueFilter,
  catalogueName,
  catalogueOf,
  countColumns,
  metricsOf,
} from "../parts/metrics.js";
import { FigureTable, sortRows } from "../parts/table.js";
import { Source } from "../parts/why.js";
import { words } from "../words/stats.js";

addWords(words);

/**
 * The order in the address: a figure, a count, or the cards' names; the first figure that there is by default.
 * @param {URLSearchParams} query
 * @param {Page.Column<Api.CardRow>[]} columns
 * @param {Page.Column<Api.CardRow>[]} metrics
 * @returns {Page.Sort}
 */
function sortOf(query, columns, metrics) {
  const asked = columns.find(({ id }) => id === query.get("order")) ?? metrics[0] ?? columns[0];
  const own = asked.down ?? asked.kind !== undefined;
  return { by: asked.id, down: query.get("turned") ? !own : own };
}

/**
 * Which catalogue says what the card is.
 * @returns {Page.Column<Api.CardRow>}
 */
const sourceColumn = () => ({ id: "catalogue", name: t("stats.catalogue"), of: catalogueName });

/** As many figures as a desktop has room for; any other one comes in when it is chosen. */
const ROOM = 3;

/**
 * Everything about the table that follows from the data and the address.
 * @param {Api.Cards} data
 * @param {Api.RulesGame | undefined} game
 * @param {URLSearchParams} query
 */
function tableOf(data, game, query) {
  const metrics = metricsOf(data.rows);
  const link = new URLSearchParams({ ...Object.fromEntries(query), game: game?.game ?? "" });
  link.delete("order");
  link.delete("turned");
  /** @type {Page.Column<Api.CardRow>} */
  const name = {
    id: "card",
    name: t("stats.card"),
    head: true,
    fixed: true,
    of: (row) => cardName(game, row),
    show: (row) => html`
      <${CardLink} game=${game} row=${row} query=${link} />
      <span class="n narrow">
        ${t("stats.n-games", { n: row.games })}${several && row.catalogue && html` · ${catalogueName(row)}`}
      </span>
    `,
  };
  const several = new Set(data.rows.map(({ catalogue }) => catalogue?.hash)).size > 1;
  const sources = several ? [sourceColumn()] : [];
  const all = [name, ...sources, ...metrics, ...countColumns(data.rows)];
  const sort = sortOf(query, all, metrics);
  const lead = metrics.find(({ id }) => id === sort.by) ?? metrics[0];
  const first = metrics.slice(0, ROOM);
  const seen = !lead || first.includes(lead) ? first : [lead, ...first.slice(0, ROOM - 1)];
  /** @param {Page.Sort} props */
  const onSort = ({ by, down }) => {
    const column = all.find(({ id }) => id === by);
    const own = column?.down ?? column?.kind !== undefined;
    setQuery({ order: by === metrics[0]?.id ? "" : by, turned: down === own ? "" : "1" });
  };
  return { all, columns: [name, ...sources, ...seen, ...countColumns(data.rows)], sort, lead: lead?.id, onSort };
}

/**
 * One catalogue of several; nothing where there is no choice.
 * @param {{ rows: Api.CardRow[], query: URLSearchParams }} props
 */
function CatalogueChip({ rows, query }) {
  const chosen = query.get("catalogue") ?? "";
  const choices = new Map(rows.filter((row) => row.catalogue).map((row) => [catalogueFilter(row), catalogueName(row)]));
  if (choices.size < 2 && !chosen) return null;
  return html`
    <${Chip}
      name="catalogue"
      label=${t("stats.catalogue")}
      any=${t("stats.any-catalogue")}
      value=${chosen}
      choices=${[...choices].map(([id, text]) => ({ id, text }))}
      onChoose=${(/** @type {string} */ catalogue) => setQuery({ catalogue })}
    />
  `;
}

/** @param {Page.View} props */
export default function Cards({ query }) {
  const rules = useRules();
  const standing = query.get("game") || rules.list[0]?.game || "";
  const game = rules.find(standing);
  const filters = { ...filtersOf(query), game: standing, ...catalogueOf(game, query) };
  const answer = useAnswer(standing ? address("/v1/cards", filters) : null);
  const table = answer.data && tableOf(answer.data, game, query);
  return html`
    <${Heading}>${t("stats.cards")}<//>
    <${Filters} query=${query} rules=${rules} game=${standing}>
      ${game?.catalogue && answer.data && html`<${CatalogueChip} rows=${answer.data.rows} query=${query} />`}
      ${
        table &&
        answer.data?.rows.length !== 0 &&
        html`<${OrderChip} columns=${table.all} sort=${table.sort} onSort=${table.onSort} />`
      }
    <//>
    <${Shown} answer=${answer}>
      ${(/** @type {Api.Cards} */ data) => {
        if (!table) return null;
        if (data.rows.length === 0) return html`<p class="nothing">${t("stats.no-cards")}</p>`;
        if (data.rows.every((row) => row.games === 0)) return html`<p class="nothing">${t("stats.nothing")}</p>`;
        return html`
          <${FigureTable}
            caption=${t("stats.cards")}
            quiet
            columns=${table.columns}
            rows=${sortRows(data.rows, table.all, table.sort)}
            keyOf=${(/** @type {Api.CardRow} */ row) => `${row.card} ${catalogueFilter(row)}`}
            sort=${table.sort}
            onSort=${table.onSort}
            lead=${table.lead}
          />
          <${Source}
            url=${answer.url}
            n=${t("stats.n-cards", { n: data.rows.length })}
            undated=${data.undated}
          />
        `;
      }}
    <//>
  `;
}
