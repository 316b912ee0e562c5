// The chance to win, move by move: one line a player, as each of them could know it before their decisions, and in the
// end how it came out. Turning points are rings with numbers, and the same numbers stand before sentences below.
import { html, useMemo } from "../lib/html.js";
import { addWords, percent, t } from "../lib/i18n.js";
import { DASHES, Legend, colourOf } from "../draw/scores.js";
import { words } from "../words/review.js";
import { Plot, axisStyle, ink } from "./plot.js";
import { Explained } from "./why.js";

addWords(words);

/** Numbers of the axis. */
const QUARTERS = [0, 0.25, 0.5, 0.75, 1];

/** @typedef {{ ply: number, seat: number, from: number, to: number, up: boolean }} Turn */

/**
 * What was won: 1, or a share of it.
 * @param {Api.Game} info
 * @param {number} seat
 */
function wonBy({ seats }, seat) {
  const first = seats.filter(({ rank }) => rank === 1);
  return first.some((one) => one.seat === seat) ? 1 / first.length : 0;
}

/**
 * One line a player: the moves made before each decision of theirs, and their chance then.
 * @param {Api.Reviewed} review
 * @param {Api.Game} info
 */
export function linesOf(review, info) {
  return review.players.map(({ seat }) => {
    const own = review.chance.filter((one) => one.seat === seat);
    return {
      seat,
      points: [
        ...own.map(({ ply, chance }) => ({ ply, chance: chance[seat - 1] })),
        { ply: info.plies, chance: wonBy(info, seat) },
      ],
    };
  });
}

/**
 * The turning points in the order of the game: from one decision of a player to their next.
 * @param {Api.Reviewed} review
 * @param {ReturnType<typeof linesOf>} lines
 * @returns {Turn[]}
 */
function turnsOf(review, lines) {
  return review.turns
    .flatMap(({ ply, seat, change }) => {
      const points = lines.find((line) => line.seat === seat)?.points ?? [];
      const at = points.findIndex((point) => point.ply === ply);
      if (at < 0 || !points[at + 1]) return [];
      return [{ ply, seat, from: points[at].chance, to: points[at].chance + change, up: change > 0 }];
    })
    .sort((a, b) => a.ply - b.ply);
}

/**
 * A ring with its number, where a line turned.
 * @param {uPlot} u
 * @param {Turn[]} turns
 */
function rings(u, turns) {
  const { ctx } = u;
  const dot = devicePixelRatio;
  ctx.save();
  ctx.setLineDash([]);
  ctx.font = `bold ${11 * dot}px system-ui, sans-serif`;
  ctx.textAlign = "center";
  ctx.textBaseline = "middle";
  turns.forEach(({ ply, seat, from }, i) => {
    const [x, y] = [u.valToPos(ply, "x", true), u.valToPos(from, "y", true)];
    ctx.beginPath();
    ctx.arc(x, y, 9 * dot, 0, 2 * Math.PI);
    ctx.fillStyle = ink("--paper");
    ctx.fill();
    ctx.lineWidth = 2 * dot;
    ctx.strokeStyle = ink(colourOf(seat));
    ctx.stroke();
    ctx.fillStyle = ink("--ink");
    ctx.fillText(String(i + 1), x, y);
  });
  ctx.restore();
}

/**
 * @param {{ review: Api.Reviewed, info: Api.Game, who: Page.Who, onGo: (at: number) => void }} props onGo is called
 * with the number of moves after which the film is to stand
 */
export function Chance({ review, info, who, onGo }) {
  const lines = useMemo(() => linesOf(review, info), [review, info]);
  const turns = useMemo(() => turnsOf(review, lines), [review, lines]);
  const data = useMemo(() => {
    const plies = [...new Set(lines.flatMap(({ points }) => points.map(({ ply }) => ply)))].sort((a, b) => a - b);
    const columns = lines.map(({ points }) => {
      const known = new Map(points.map(({ ply, chance }) => [ply, chance]));
      return plies.map((ply) => known.get(ply) ?? null);
    });
    return /** @type {uPlot.AlignedData} */ ([plies, ...columns]);
  }, [lines]);
  /** @returns {Page.PlotOptions} */
  const options = () => ({
    scales: { x: { time: false }, y: { range: [-0.02, 1.04] } },
    cursor: { y: false, drag: { x: false, y: false, setScale: false }, points: { show: false } },
    axes: [
      axisStyle(),
      axisStyle({ size: 52, splits: () => QUARTERS, values: (_, all) => all.map((one) => percent(one)) }),
    ],
    series: [
      {},
      ...lines.map(({ seat }, i) => ({
        stroke: ink(colourOf(seat)),
        width: 2,
        dash: DASHES[i],
        spanGaps: true,
        points: { show: false },
      })),
    ],
    hooks: {
      draw: [(u) => rings(u, turns)],
      ready: [
        (u) =>
          u.over.addEventListener("click", (event) => {
            const x = event.clientX - u.over.getBoundingClientRect().left;
            onGo(Math.min(info.plies, Math.max(1, Math.round(u.posToVal(x, "x")) + 1)));
          }),
      ],
    },
  });
  /** @param {number} ply */
  const to = (ply) => `/games/${info.id}/replay?at=${ply + 1}`;
  const label = t("review.chance.label", {
    lines: lines
      .map(({ seat, points }) =>
        t("review.chance.line", {
          who: who(String(seat)),
          first: percent(points[0].chance),
          last: percent((points.at(-2) ?? points[0]).chance),
        }),
      )
      .join(", "),
  });
  return html`
    <section class="review-chance">
      <h2><${Explained} name=${t("review.chance")} text=${t("review.chance.why")} /></h2>
      <${Plot} label=${label} height=${240} data=${data} options=${options} />
      <${Legend}
        lines=${lines.map(({ seat, points }) => ({
          seat,
          name: who(String(seat)),
          value: `${percent(points[0].chance)} → ${percent(points.at(-1)?.chance ?? 0)}`,
        }))}
      />
      <h3>${t("review.turns")}</h3>
      ${
        turns.length === 0
          ? html`<p class="muted">${t("review.turns.none")}</p>`
          : html`
            <ol class="turning bare">
              ${turns.map(
                ({ ply, seat, from, to: after, up }, i) => html`
                  <li key=${i}>
                    <a href=${to(ply)}>
                      <span class=${`ring seat-${seat}`} aria-hidden="true">${i + 1}</span>
                      <span>
                        ${t(up ? "review.turn.up" : "review.turn.down", {
                          who: who(String(seat)),
                          from: percent(from),
                          to: percent(after),
                        })}
                        ${" "}<span class="muted small">${t("review.move", { n: ply + 1 })}</span>
                      </span>
                    </a>
                  </li>
                `,
              )}
            </ol>
          `
      }
    </section>
  `;
}
