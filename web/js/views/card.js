// One card: every figure with its doubt, with and without, taken by turn, where it lies, beside what.
import { html, useMemo, useState } from "../lib/html.js";
import { addWords, named, number, percent, t } from "../lib/i18n.js";
import { query as address } from "../lib/api.js";
import { Heading } from "../lib/parts.js";
import { Shown, useAnswer, useRules } from "../parts/answer.js";
import { Chip, Filters, filtersOf } from "../parts/filters.js";
import { alone, withError } from "../parts/figures.js";
import { Heat } from "../parts/heat.js";
import { CardGlyph, CardLink, cardName, metricsOf } from "../parts/metrics.js";
import { Plot, axisStyle, ink } from "../parts/plot.js";
import { style } from "../parts/style.js";
import { FigureTable, OneOfMany, sortRows } from "../parts/table.js";
import { Explained, Source } from "../parts/why.js";
import { words } from "../words/stats.js";

addWords(words);
await style("css/stats.css");

function WithWithout({ data }) {
  const rows = [
    { id: "with", name: t("stats.wp-with"), figure: withError(data.wp_with, data.wp_with_se, data.games) },
    { id: "without", name: t("stats.wp-without"), figure: withError(data.wp_without, data.wp_without_se, data.games) },
  ].filter(({ figure }) => figure !== null);
  if (rows.length === 0) return null;
  const columns = [
    {
      id: "name",
      name: html`<span class="unseen">${t("stats.figure")}</span>`,
      head: true,
      fixed: true,
      sortable: false,
      of: (row) => row.name,
    },
    {
      id: "wp",
      name: t("stats.win-points"),
      why: t("stats.win-points.why"),
      kind: "figure",
      par: 1,
      sortable: false,
      format: (value) => number(value, 2),
      tick: (value) => number(value, 1),
      of: (row) => row.figure,
    },
  ];
  return html`
    <h2>${t("stats.with-without")}</h2>
    <${FigureTable} caption=${t("stats.with-without")} quiet columns=${columns} rows=${rows} keyOf=${(row) => row.id} />
  `;
}

/** Games whose cards are activated: how it went for those who did so never, once, twice, … */
function Times({ rows }) {
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
      id: "wp",
      name: t("stats.win-points"),
      why: t("stats.win-points.why"),
      kind: "figure",
      par: 1,
      sortable: false,
      format: (value) => number(value, 2),
      tick: (value) => number(value, 1),
      of: (row) => withError(row.win_points, row.win_points_se, row.seats),
    },
    { id: "seats", name: t("stats.players"), kind: "count", fixed: true, sortable: false, of: (row) => row.seats },
  ];
  return html`
    <h2><${Explained} name=${t("stats.by-times")} text=${t("stats.by-times.why")} /></h2>
    <${FigureTable} caption=${t("stats.by-times")} quiet columns=${columns} rows=${rows} keyOf=${(row) => row.times} />
  `;
}

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

function Picks({ picks }) {
  const data = useMemo(() => ["pick", "rate", "low", "high"].map((field) => picks.map((row) => row[field])), [picks]);
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
      doubt: (figure) => `${percent(figure.low)}–${percent(figure.high)}`,
      of: (row) => (row.rate === null ? null : { value: row.rate, low: row.low, high: row.high, n: row.seen }),
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
      <${FigureTable} caption=${t("stats.by-pick")} quiet columns=${columns} rows=${picks} keyOf=${(row) => row.pick} />
    </details>
  `;
}

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

function Neighbours({ rows, game, query }) {
  const [sort, setSort] = useState({ by: "pairs", down: true });
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
      keyOf=${(row) => row.card}
      sort=${sort}
      onSort=${setSort}
    />
  `;
}

function Page({ data, all, answer, game, query }) {
  const link = new URLSearchParams({ ...Object.fromEntries(query), game: game?.game ?? "" });
  return html`
    <p class="lead-line">
      ${t("stats.n-games", { n: data.games })} · ${number(data.copies)} ${t("stats.copies").toLocaleLowerCase()}
      ${data.points !== null && html` · ${number(data.points)} ${t("stats.points").toLocaleLowerCase()}`}
    </p>
    <div class="two-columns">
      <div>
        <${OneOfMany} row=${data} all=${all} columns=${metricsOf([data]).filter(({ id }) => !id.startsWith("wp-"))} />
        <${WithWithout} data=${data} />
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
    <${Source} url=${answer.url} n=${t("stats.n-games", { n: data.games })} interval="mixed" size=${data.log_size} />
  `;
}

export default function Card({ params, query }) {
  const rules = useRules();
  const chosen = query.get("game") || rules.list[0]?.game || "";
  const game = rules.find(chosen);
  const filters = { ...filtersOf(query), game: chosen };
  const answer = useAnswer(chosen ? address(`/v1/cards/${encodeURIComponent(params.card)}`, filters) : null);
  const all = useAnswer(chosen ? address("/v1/cards", filters) : null);
  const name = cardName(game, { card: params.card });
  return html`
    <p class="back-line">
      <a class="back" href=${address("/cards", filters)}>← ${t("stats.all-cards")}${game && ` · ${named(game)}`}</a>
    </p>
    <${Heading} title=${name}><${CardGlyph} game=${chosen} card=${params.card} size="40" /> ${name}<//>
    <${Filters}
      query=${query}
      rules=${rules}
      game=${chosen}
      names=${["variant", "seats", "from", "to", "night", "place", "player", "level"]}
    />
    <${Shown} answer=${answer}>
      ${(data) =>
        data.games
          ? html`<${Page} data=${data} all=${all.data?.rows} answer=${answer} game=${game} query=${query} />`
          : html`<p class="nothing">${t("stats.nothing")}</p>`}
    <//>
  `;
}
