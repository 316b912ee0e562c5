// One card: every figure with its doubt, with and without, taken by turn, where it lies, beside what.
import { html, useMemo, useState } from "../lib/html.js";
import { addWords, named, number, percent, t } from "../lib/i18n.js";
import { query as address } from "../lib/api.js";
import { Heading } from "../lib/parts.js";
import { Shown, useAnswer, useRules } from "../parts/answer.js";
import { CardSays } from "../parts/card_says.js";
import { Chip, Filters, filtersOf } from "../parts/filters.js";
import { alone, between } from "../parts/figures.js";
import { Heat } from "../parts/heat.js";
import { CardLink, cardName, catalogueName, catalogueOf, metricsOf } from "../parts/metrics.js";
import { Plot, axisStyle, ink } from "../parts/plot.js";
import { winPointsColumn } from "../parts/standings.js";
import { FigureTable, OneOfMany, sortRows } from "../parts/table.js";
import { Explained, Source } from "../parts/why.js";
import { words } from "../words/stats.js";

addWords(words);

/** @typedef {NonNullable<Api.CardPage["picks"]>[number]} PickRow */
/** @typedef {NonNullable<Api.CardPage["neighbours"]>[number]} Neighbour */

/** @param {{ data: Api.CardPage }} props */
function WithWithout({ data }) {
  const rows = [
    {
      id: "with",
      name: t("stats.wp-with"),
      seats: data.seats,
      figure: between(data.wp_with, data.wp_with_lo, data.wp_with_hi, data.seats),
    },
    {
      id: "without",
      name: t("stats.wp-without"),
      seats: data.seats_without,
      figure: between(data.wp_without, data.wp_without_lo, data.wp_without_hi, data.seats_without),
    },
  ].filter(({ figure }) => figure !== null);
  if (rows.length === 0) return null;
  /** @type {Page.Column<{ id: string, name: string, seats: number, figure: Page.Figure | null }>[]} */
  const columns = [
    {
      id: "name",
      name: html`<span class="unseen">${t("stats.figure")}</span>`,
      head: true,
      fixed: true,
      sortable: false,
      of: (row) => row.name,
    },
    { ...winPointsColumn((row) => row.figure), why: t("stats.win-points.why") },
    { id: "seats", name: t("stats.players"), kind: "count", fixed: true, sortable: false, of: (row) => row.seats },
  ];
  return html`
    <h2>${t("stats.with-without")}</h2>
    <${FigureTable}
      caption=${t("stats.with-without")}
      quiet
      columns=${columns}
      rows=${rows}
      keyOf=${(/** @type {{ id: string }} */ row) => row.id}
    />
  `;
}

/**
 * How those who saw one and took it fared beside those who left it. Both differ in more than that, so this is told with
 * the numbers of both and drawn as nothing.
 * @param {{ data: Api.CardPage }} props
 */
function Taken({ data }) {
  if (data.iwt == null) return null;
  const key = Math.abs(data.iwt) < 0.005 ? "stats.iwt.same" : data.iwt > 0 ? "stats.iwt.more" : "stats.iwt.less";
  const values = { by: number(Math.abs(data.iwt), 2), took: data.iwt_took, left: data.iwt_left };
  return html`<p class="described">${t(key, values)} ${t("stats.iwt.only")}</p>`;
}

/**
 * Games whose cards are activated: how it went for those who did so never, once, twice, …
 * @param {{ rows: NonNullable<Api.CardPage["wp_times"]> }} props
 */
function Times({ rows }) {
  /** @type {Page.Column<NonNullable<Api.CardPage["wp_times"]>[number]>[]} */
  const columns = [
    {
      id: "times",
      name: t("stats.times"),
      head: true,
      fixed: true,
      sortable: false,
      of: (row) => row.times,
      show: (row) => t(row.times === rows.length - 1 ? "stats.times-more" : "stats.times-n", { n: row.times }),
    },
    {
      ...winPointsColumn((row) => between(row.win_points, row.win_points_lo, row.win_points_hi, row.seats)),
      why: t("stats.win-points.why"),
    },
    { id: "seats", name: t("stats.players"), kind: "count", fixed: true, sortable: false, of: (row) => row.seats },
  ];
  return html`
    <h2><${Explained} name=${t("stats.by-times")} text=${t("stats.by-times.why")} /></h2>
    <${FigureTable}
      caption=${t("stats.by-times")}
      quiet
      columns=${columns}
      rows=${rows}
      keyOf=${(/** @type {{ times: number }} */ row) => row.times}
    />
  `;
}

/**
 * @param {PickRow[]} picks
 * @returns {() => Page.PlotOptions}
 */
function pickPlot(picks) {
  return () => ({
    scales: { x: { time: false, range: [0.5, picks.length + 0.5] }, y: { range: [0, 1] } },
    cursor: { show: false },
    axes: [
      axisStyle({
        values: (_, ticks) => ticks.map((tick) => (Number.isInteger(tick) ? number(tick) : "")),
        incrs: [1],
        space: 18,
        label: t("stats.pick"),
        labelSize: 20,
        size: 30,
        labelFont: "12px system-ui, sans-serif",
      }),
      axisStyle({ values: (_, ticks) => ticks.map((tick) => percent(tick)), incrs: [0.25], size: 52 }),
    ],
    series: [
      {},
      {
        stroke: ink("--green"),
        width: 2,
        points: { show: true, size: 8, fill: ink("--green"), stroke: ink("--paper") },
      },
      { stroke: "transparent", points: { show: false } },
      { stroke: "transparent", points: { show: false } },
    ],
    bands: [{ series: [3, 2], fill: ink("--green", 0.18) }],
  });
}

/** @param {{ picks: PickRow[] }} props */
function Picks({ picks }) {
  const data = useMemo(
    () => /** @type {const} */ (["pick", "rate", "rate_lo", "rate_hi"]).map((field) => picks.map((row) => row[field])),
    [picks],
  );
  /** @type {Page.Column<PickRow>[]} */
  const columns = [
    { id: "pick", name: t("stats.pick"), kind: "count", fixed: true, sortable: false, of: (row) => row.pick },
    {
      id: "rate",
      name: t("stats.rate"),
      why: t("stats.by-pick.why"),
      kind: "figure",
      sortable: false,
      format: percent,
      axis: { low: -0.03, high: 1.03 },
      of: (row) => between(row.rate, row.rate_lo, row.rate_hi, row.seen),
    },
    {
      id: "seen",
      name: t("stats.seen"),
      why: t("stats.seen.why"),
      kind: "count",
      fixed: true,
      sortable: false,
      of: (row) => row.seen,
    },
    { id: "taken", name: t("stats.taken"), kind: "count", sortable: false, of: (row) => row.taken },
  ];
  const said = picks.map(({ pick, rate }) => `${number(pick)} ${rate === null ? "–" : percent(rate)}`);
  const label = `${t("stats.by-pick")}: ${said.join(", ")}`;
  return html`
    <h2><${Explained} name=${t("stats.by-pick")} text=${t("stats.by-pick.why")} /></h2>
    <${Plot} label=${label} data=${data} options=${pickPlot(picks)} height=${220} />
    <details class="more">
      <summary>${t("stats.show-table")}</summary>
      <${FigureTable}
        caption=${t("stats.by-pick")}
        quiet
        columns=${columns}
        rows=${picks}
        keyOf=${(/** @type {PickRow} */ row) => row.pick}
      />
    </details>
  `;
}

/** @param {{ cells: Page.HeatCell[] }} props */
function Cells({ cells }) {
  const [by, setBy] = useState("points");
  const choices = [
    { id: "points", text: t("stats.mean-points") },
    { id: "copies", text: t("stats.copies") },
  ];
  return html`
    <h2><${Explained} name=${t("stats.cell-map")} text=${t("stats.cell-map.why")} /></h2>
    <div class="chips">
      <${Chip} name="heat" label=${t("stats.heat-by")} value=${by} choices=${choices} onChoose=${setBy} />
    </div>
    <${Heat} cells=${cells} by=${by} caption=${t("stats.cell-map")} />
  `;
}

/** @param {{ rows: Neighbour[], game: Api.RulesGame | undefined, query: URLSearchParams }} props */
function Neighbours({ rows, game, query }) {
  const [sort, setSort] = useState({ by: "pairs", down: true });
  /** @type {Page.Column<Neighbour>[]} */
  const columns = [
    {
      id: "card",
      name: t("stats.card"),
      head: true,
      fixed: true,
      of: (row) => cardName(game, row),
      show: (row) => html`<${CardLink} game=${game} row=${row} query=${query} />`,
    },
    { id: "pairs", name: t("stats.pairs"), kind: "figure", of: (row) => alone(row.pairs, Infinity) },
    { id: "points", name: t("stats.through"), kind: "count", fixed: true, of: (row) => row.points },
    {
      id: "each",
      name: t("stats.per-pair"),
      kind: "count",
      of: (row) => (row.pairs > 0 ? row.points / row.pairs : null),
      show: (row) => (row.pairs > 0 ? number(row.points / row.pairs, 2) : "–"),
    },
  ];
  return html`
    <h2><${Explained} name=${t("stats.neighbours")} text=${t("stats.neighbours.why")} /></h2>
    <${FigureTable}
      caption=${t("stats.neighbours")}
      quiet
      columns=${columns}
      rows=${sortRows(rows, columns, sort)}
      keyOf=${(/** @type {Neighbour} */ row) => row.card}
      sort=${sort}
      onSort=${setSort}
    />
  `;
}

/**
 * @param {{ data: Api.CardPage, all?: Api.CardRow[], answer: Page.Answer<Api.CardPage>, game: Api.RulesGame |
 * undefined, query: URLSearchParams }} props
 */
function Page({ data, all, answer, game, query }) {
  const link = new URLSearchParams({ ...Object.fromEntries(query), game: game?.game ?? "" });
  const own = all?.filter((row) => row.catalogue?.hash === data.catalogue?.hash);
  const others = all?.filter((row) => row.card === data.card && !own?.includes(row)) ?? [];
  return html`
    <p class="lead-line">
      ${data.catalogue && html`${t("stats.catalogue")} ${catalogueName(data)} · `}
      ${t("stats.n-games", { n: data.games })} · ${number(data.copies)} ${t("stats.copies").toLocaleLowerCase()}
      ${data.points !== null && html` · ${number(data.points)} ${t("stats.points").toLocaleLowerCase()}`}
    </p>
    <div class="two-columns">
      <div>
        <${OneOfMany}
          row=${data}
          all=${own}
          columns=${metricsOf([data]).filter(({ id }) => !id.startsWith("wp-") && id !== "iwt")}
        />
        <${WithWithout} data=${data} />
        <${Taken} data=${data} />
        ${data.wp_times?.some(({ seats }) => seats > 0) && html`<${Times} rows=${data.wp_times} />`}
      </div>
      <div>
        ${data.picks?.some(({ seen }) => seen > 0) && html`<${Picks} picks=${data.picks} />`}
        ${data.cells?.some(({ copies }) => copies > 0) && html`<${Cells} cells=${data.cells} />`}
      </div>
    </div>
    ${
      data.neighbours?.some(({ pairs }) => pairs > 0) &&
      html`<${Neighbours} rows=${data.neighbours} game=${game} query=${link} />`
    }
    ${
      others.length > 0 &&
      html`
        <h2>${t("stats.other-catalogues")}</h2>
        <ul class="bare">
          ${others.map(
            (row) => html`
              <li key=${row.catalogue?.hash}>
                <${CardLink} game=${game} row=${row} query=${link} />
                <span class="n">${catalogueName(row)} · ${t("stats.n-games", { n: row.games })}</span>
              </li>
            `,
          )}
        </ul>
      `
    }
    <${Source} url=${answer.url} n=${t("stats.n-games", { n: data.games })} undated=${data.undated} />
  `;
}

/** @param {Page.View} props */
export default function Card({ params, query }) {
  const rules = useRules();
  const chosen = query.get("game") || rules.list[0]?.game || "";
  const game = rules.find(chosen);
  const filters = { ...filtersOf(query), game: chosen };
  const one = { ...filters, ...catalogueOf(game, query) };
  const answer = useAnswer(chosen ? address(`/v1/cards/${encodeURIComponent(params.card)}`, one) : null);
  const all = useAnswer(chosen ? address("/v1/cards", filters) : null);
  const name = cardName(game, answer.data ?? { card: params.card });
  return html`
    <p class="back-line">
      <a class="back" href=${address("/cards", one)}>← ${t("stats.all-cards")}${game && ` · ${named(game)}`}</a>
    </p>
    <${Heading} title=${name}>${name}<//>
    <${CardSays} game=${chosen} card=${params.card} hash=${answer.data?.catalogue?.hash} />
    <${Filters}
      query=${query}
      rules=${rules}
      game=${chosen}
      names=${["variant", "seats", "from", "to", "night", "place", "player", "level"]}
    />
    <${Shown} answer=${answer}>
      ${(/** @type {Api.CardPage} */ data) =>
        data.games
          ? html`<${Page} data=${data} all=${all.data?.rows} answer=${answer} game=${game} query=${query} />`
          : html`<p class="nothing">${t("stats.nothing")}</p>`}
    <//>
  `;
}
