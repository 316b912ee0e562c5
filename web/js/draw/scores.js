// Scores: the table by category, like the sheet in the booklet, and the race as a plot.
import { entered, html, useEffect, useRef, useState } from "../lib/html.js";
import { named, points, t } from "../lib/i18n.js";
import { manyOf } from "../lib/parts.js";
import { Plot, axisStyle, ink } from "../parts/plot.js";

/**
 * A row a category, a column a seat; the total below. `seats` are those of the API's score.
 * @param {{ score: Pick<Api.Score, "seats" | "winners">, who: Page.Who, rules?: { categories: Api.Category[] },
 *   caption: string, ranks?: boolean }} props rules: what categories are called; with the sign "-" they are taken off
 */
export function ScoreTable({ score, who, rules, caption, ranks = false }) {
  const seats = score.seats.filter((seat) => seat.total !== null);
  const ids = [...new Set(seats.flatMap((seat) => Object.keys(seat.categories)))];
  /** @param {string} id */
  const category = (id) => rules?.categories.find((one) => one.id === id);
  /** @param {string} id */
  const name = (id) => named(category(id)) || id;
  /**
   * @param {string} id
   * @param {number | undefined} value
   */
  const shown = (id, value) =>
    value === undefined ? "" : points(category(id)?.sign === "-" && value ? -value : value);
  const winners = new Set(score.winners);
  return html`
    <div class="scroll-x score-place" tabindex="0" role="group" aria-label=${caption}>
      <table class=${`score-table ${ids.length > 1 ? manyOf(seats.length) : ""}`}>
        <caption class="unseen">${caption}</caption>
        <thead>
          <tr>
            <td></td>
            ${seats.map(
              (seat) => html`
                <th key=${seat.seat} scope="col" class=${`num seat-${seat.seat}`}>
                  <bdi dir="auto">${who(String(seat.seat))}</bdi>
                </th>
              `,
            )}
          </tr>
        </thead>
        <tbody>
          ${
            ids.length > 1 &&
            ids.map(
              (id) => html`
                <tr key=${id}>
                  <th scope="row">${name(id)}</th>
                  ${seats.map(
                    (seat) => html`
                      <td key=${seat.seat} class=${seat.categories[id] ? "num" : "num nil"}>
                        ${shown(id, seat.categories[id])}
                      </td>
                    `,
                  )}
                </tr>
              `,
            )
          }
        </tbody>
        <tfoot>
          <tr class="sum">
            <th scope="row">${t("replay.total")}</th>
            ${seats.map(
              (seat) => html`
                <td key=${seat.seat} class="num">
                  <strong data-total=${seat.seat}>${seat.total === null ? "" : points(seat.total)}</strong>
                  ${
                    winners.has(seat.seat) &&
                    html`
                      <span class="won" title=${t("game.winner")}> ★
                        <span class="unseen"> ${t("game.winner")}</span>
                      </span>
                    `
                  }
                </td>
              `,
            )}
          </tr>
          ${
            ranks &&
            html`
              <tr>
                <th scope="row">${t("print.rank")}</th>
                ${seats.map((seat) => html`<td key=${seat.seat} class="num">${seat.rank ?? ""}</td>`)}
              </tr>
            `
          }
        </tfoot>
      </table>
    </div>
  `;
}

/** Lines are told apart by more than their colour. */
export const DASHES = [undefined, [8, 4], [2, 4], [12, 4, 2, 4], [5, 5], [1, 3]];
/** @param {Api.Seat} seat */
export const colourOf = (seat) => (typeof seat === "number" ? `--seat-${seat}` : "--ink-2");

/**
 * Whose line is which, with a figure behind each name.
 * @param {{ lines: { seat: Api.Seat, name: string, value: Page.Shown }[] }} props
 */
export const Legend = ({ lines }) => html`
  <ul class="bare legend">
    ${lines.map(
      ({ seat, name, value }, i) => html`
        <li key=${seat}>
          <svg width="34" height="8" viewBox="0 0 34 8" aria-hidden="true">
            <line
              x1="0"
              y1="4"
              x2="34"
              y2="4"
              stroke=${`var(${colourOf(seat)})`}
              stroke-width="3"
              stroke-dasharray=${DASHES[i]?.join(" ")}
            />
          </svg>
          <bdi dir="auto">${name}</bdi> <span class="num">${value}</span>
        </li>
      `,
    )}
  </ul>
`;

/**
 * The race: totals or one category, move by move. The line of this move follows `at`; a tap on the plot goes there.
 * @param {{ scores: Pick<Api.Scores, "ply" | "seats">, who: Page.Who, rules?: Api.RulesGame, at: number,
 *   onGo: (at: number) => void }} props
 */
export function Race({ scores, who, rules, at, onGo }) {
  const [category, setCategory] = useState("");
  const plot = useRef(/** @type {uPlot | null} */ (null));
  const go = useRef(onGo);
  const now = useRef(at);
  go.current = onGo;
  now.current = at;
  const seats = scores.seats.filter((seat) => seat.totals[0] !== null);
  const ids = [...new Set(seats.flatMap((seat) => Object.keys(seat.categories)))];
  /** @param {Api.Scores["seats"][number]} seat */
  const series = (seat) => (category ? (seat.categories[category] ?? []) : seat.totals);
  const data = useRef(
    /** @type {{ scores: object | null, category: string | null, list: uPlot.AlignedData }} */ ({
      scores: null,
      category: null,
      list: [[]],
    }),
  );
  if (data.current.scores !== scores || data.current.category !== category) {
    data.current = { scores, category, list: [scores.seats[0].totals.map((_, i) => i), ...seats.map(series)] };
  }
  const mark = () => {
    const u = plot.current;
    if (u) u.setCursor({ left: u.valToPos(now.current, "x"), top: 10 }, false);
  };
  useEffect(mark, [at]);
  /** @returns {Page.PlotOptions} */
  const options = () => ({
    scales: { x: { time: false } },
    cursor: { y: false, drag: { x: false, y: false, setScale: false }, points: { show: false }, lock: true },
    axes: [axisStyle(), axisStyle({ size: 40 })],
    series: [
      {},
      ...seats.map((seat, i) => ({
        label: who(String(seat.seat)),
        stroke: ink(colourOf(seat.seat)),
        width: 2,
        dash: DASHES[i],
        points: { show: false },
      })),
    ],
    hooks: {
      ready: [
        (u) => {
          plot.current = u;
          u.over.addEventListener("click", (event) => {
            const x = event.clientX - u.over.getBoundingClientRect().left;
            go.current(Math.min(scores.ply, Math.max(0, Math.round(u.posToVal(x, "x")))));
          });
          mark();
        },
      ],
      setSize: [() => queueMicrotask(mark)],
      destroy: [
        (u) => {
          if (plot.current === u) plot.current = null;
        },
      ],
    },
  });
  /** @param {Api.Scores["seats"][number]} seat */
  const value = (seat) => series(seat)[Math.min(at, scores.ply)] ?? 0;
  const label = t("replay.race-of", {
    totals: seats.map((seat) => `${who(String(seat.seat))} ${value(seat)}`).join(", "),
  });
  return html`
    <section class="race">
      <h2>${t("replay.race")}</h2>
      ${
        ids.length > 1 &&
        html`
          <label class="chip">
            <span class="unseen">${t("replay.category")}</span>
            <select value=${category} onChange=${entered(setCategory)}>
              <option value="">${t("replay.total")}</option>
              ${ids.map(
                (id) => html`
                  <option key=${id} value=${id}>
                    ${named(rules?.categories.find((one) => one.id === id)) || id}
                  </option>
                `,
              )}
            </select>
          </label>
        `
      }
      <${Plot} label=${label} height=${200} data=${data.current.list} options=${options} />
      <${Legend} lines=${seats.map((one) => ({ seat: one.seat, name: who(String(one.seat)), value: value(one) }))} />
    </section>
  `;
}
