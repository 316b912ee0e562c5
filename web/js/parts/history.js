/* Ratings over time: one line a player with a band of two standard deviations, the nights as a table behind it. */
import { html, useMemo } from "../lib/html.js";
import { day, number, t } from "../lib/i18n.js";
import { withError } from "./figures.js";
import { Plot, axisStyle, ink } from "./plot.js";
import { FigureTable } from "./table.js";

const COLOURS = ["--seat-1", "--seat-2"];
const seconds = (text) => Date.parse(`${text}T00:00:00Z`) / 1000;

/** uPlot's aligned data for one or two players: x, then rating, low, high for each. */
function align(lines) {
  const nights = [...new Set(lines.flatMap((line) => line.rows.map((row) => row.night)))].sort();
  const columns = lines.flatMap(({ rows }) => {
    const at = new Map(rows.map((row) => [row.night, row]));
    const pick = (of) => nights.map((night) => (at.has(night) ? of(at.get(night)) : null));
    return [pick((row) => row.rating), pick((row) => row.rating - 2 * row.sd), pick((row) => row.rating + 2 * row.sd)];
  });
  return [nights.map(seconds), ...columns];
}

function options(lines) {
  const none = { stroke: "transparent", points: { show: false }, spanGaps: true };
  return () => ({
    cursor: { show: false },
    scales: { x: { time: true } },
    tzDate: (stamp) => new Date(stamp * 1000),
    axes: [
      axisStyle({
        values: (_, ticks) => ticks.map((tick) => day(new Date(tick * 1000).toISOString().slice(0, 10), true)),
        space: 80,
      }),
      axisStyle({ values: (_, ticks) => ticks.map((tick) => number(tick)), size: 56 }),
    ],
    series: [
      {},
      ...lines.flatMap((_, i) => [
        {
          stroke: ink(COLOURS[i]),
          width: 2,
          spanGaps: true,
          dash: i === 1 ? [6, 4] : undefined,
          points: { show: true, size: 7, fill: ink(COLOURS[i]), stroke: ink("--paper") },
        },
        none,
        none,
      ]),
    ],
    bands: lines.map((_, i) => ({ series: [3 * i + 3, 3 * i + 2], fill: ink(COLOURS[i], 0.15) })),
  });
}

/** @param {{ lines: { name: string, rows: {night: string, rating: number, sd: number, games: number}[] }[] }} props */
export function History({ lines }) {
  const shown = lines.filter(({ rows }) => rows.length > 0);
  const data = useMemo(() => align(shown), [JSON.stringify(shown)]);
  if (shown.length === 0) return html`<p class="nothing">${t("stats.nothing")}</p>`;
  const several = new Set(shown.flatMap(({ rows }) => rows.map(({ night }) => night))).size > 1;
  const label = shown
    .map(({ name, rows }) => `${name}: ${rows.map((row) => `${day(row.night)} ${number(row.rating)}`).join(", ")}`)
    .join("; ");
  const columns = [
    {
      id: "night",
      name: t("stats.night"),
      head: true,
      fixed: true,
      sortable: false,
      of: (row) => row.night,
      show: (row) => html`<a href=${`/nights/${row.night}`}>${day(row.night)}</a>`,
    },
    {
      id: "rating",
      name: t("stats.rating"),
      kind: "figure",
      par: 1500,
      sortable: false,
      of: (row) => withError(row.rating, row.sd, row.games),
    },
    { id: "games", name: t("stats.games"), kind: "count", fixed: true, sortable: false, of: (row) => row.games },
  ];
  return html`
    ${
      shown.length > 1 &&
      html`
        <p class="legend">
          ${shown.map(({ name }, i) => html`<span class=${`line line-${i + 1}`}><bdi dir="auto">${name}</bdi></span>`)}
        </p>
      `
    }
    ${several && html`<${Plot} label=${label} data=${data} options=${options(shown)} height=${260} />`}
    <details class="more" open=${!several}>
      <summary>${t("stats.show-table")}</summary>
      ${shown.map(
        ({ name, rows }) => html`
          <${FigureTable}
            caption=${name}
            columns=${columns}
            rows=${[...rows].reverse()}
            keyOf=${(row) => row.night}
          />
        `,
      )}
    </details>
  `;
}
