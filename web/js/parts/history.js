/* Ratings over time: one line a player with how sure we are as a band, the nights as a table behind it. */
import { html, useMemo } from "../lib/html.js";
import { day, number, t } from "../lib/i18n.js";
import { between } from "./figures.js";
import { Plot, axisStyle, ink } from "./plot.js";
import { MIDDLE } from "./ratings.js";
import { gamesColumn, nightColumn } from "./standings.js";
import { FigureTable } from "./table.js";
import { secondsOf, timeLabels, timeTicks } from "./time_axis.js";

/** @typedef {Api.History & { night: string }} Night a rating after a night; games without a day are no part of it */
/** @typedef {{ name: string, rows: Night[] }} Line */

const COLOURS = ["--seat-1", "--seat-2"];
/** Nights of which each has a dot; more of them would hide the line. */
const DOTS = 30;
/** Pixels that a tick and its label want. */
const ROOM = 72;
const DAY = 86400;

/**
 * uPlot's aligned data for one or two players: x, then rating, low, high for each.
 * @param {Line[]} lines
 * @returns {uPlot.AlignedData}
 */
function align(lines) {
  const nights = [...new Set(lines.flatMap((line) => line.rows.map((row) => row.night)))].sort();
  const columns = lines.flatMap(({ rows }) => {
    const at = new Map(rows.map((row) => [row.night, row]));
    /** @param {(row: Night) => number | null} of */
    const pick = (of) =>
      nights.map((night) => {
        const row = at.get(night);
        return row ? of(row) : null;
      });
    return [pick((row) => row.rating), pick((row) => row.rating_lo), pick((row) => row.rating_hi)];
  });
  return [nights.map(secondsOf), ...columns];
}

/**
 * @param {Line[]} lines
 * @returns {() => Page.PlotOptions}
 */
function options(lines) {
  const dots = lines.every(({ rows }) => rows.length <= DOTS);
  const none = { stroke: "transparent", points: { show: false }, spanGaps: true };
  return () => ({
    cursor: { show: false },
    scales: { x: { time: false, range: (_, low, high) => [low - DAY, high + DAY] } },
    axes: [
      axisStyle({
        splits: (plot, _, low, high) => timeTicks(low, high, Math.max(2, plot.width / ROOM)),
        values: (_, ticks) => timeLabels(ticks),
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
          points: dots ? { show: true, size: 7, fill: ink(COLOURS[i]), stroke: ink("--paper") } : { show: false },
        },
        none,
        none,
      ]),
    ],
    bands: lines.map((_, i) => ({ series: [3 * i + 3, 3 * i + 2], fill: ink(COLOURS[i], 0.15) })),
  });
}

/** @param {{ lines: { name: string, rows: Api.History[] }[] }} props */
export function History({ lines }) {
  const dated = (/** @type {Api.History} */ row) => row.night !== null;
  const known = lines.map(({ name, rows }) => ({ name, rows: /** @type {Night[]} */ (rows.filter(dated)) }));
  const shown = known.filter(({ rows }) => rows.length > 0);
  const data = useMemo(() => align(shown), [JSON.stringify(shown)]);
  if (shown.length === 0) return html`<p class="nothing">${t("stats.nothing")}</p>`;
  const several = new Set(shown.flatMap(({ rows }) => rows.map(({ night }) => night))).size > 1;
  const label = shown
    .map(({ name, rows }) => `${name}: ${rows.map((row) => `${day(row.night)} ${number(row.rating)}`).join(", ")}`)
    .join("; ");
  /** @type {Page.Column<Night>[]} */
  const columns = [
    nightColumn(),
    {
      id: "rating",
      name: t("stats.rating"),
      kind: "figure",
      par: MIDDLE,
      sortable: false,
      of: (row) => between(row.rating, row.rating_lo, row.rating_hi, row.games),
    },
    gamesColumn(),
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
            keyOf=${(/** @type {Night} */ row) => row.night}
          />
        `,
      )}
    </details>
  `;
}
