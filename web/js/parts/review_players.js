// How each player decided: what a decision cost on average, by which card was taken and by where it went, held against
// the table; and how many faults there were.
import { html } from "../lib/html.js";
import { addWords, percent, t } from "../lib/i18n.js";
import { FAULTS, meanOf } from "../lib/reviews.js";
import { words } from "../words/review.js";
import { words as statsWords } from "../words/stats.js";
import { sideOf } from "./figures.js";
import { GradeMark } from "./grade.js";
import { FigureTable } from "./table.js";
import { Explained } from "./why.js";

addWords(words);
addWords(statsWords);

/** @typedef {Api.Reviewed["players"][number]} Player */

/** @param {number} value */
export const share = (value) => percent(value, 1);
/** @param {number} value */
export const tick = (value) => percent(value, Number.isInteger(Math.round(value * 1e6) / 1e4) ? 0 : 1);

/** An interval of four games in a hundred still says "about even". */
const NARROW = 0.04;

/**
 * What can be said of a mean loss held against another one: the less, the better. Where the interval holds the other,
 * they are about even if it is narrow.
 * @param {Page.Figure} figure
 * @param {number} par
 * @param {{ less: string, more: string, even: string }} keys
 */
export function besideIn(figure, par, keys) {
  const side = sideOf(figure, par);
  if (side === null || figure.low === null || figure.high === null) return t("review.early");
  if (side !== 0) return t(side > 0 ? keys.more : keys.less);
  return t(figure.high - figure.low <= NARROW ? keys.even : "review.early");
}

const TABLE = { less: "review.less", more: "review.more", even: "review.even" };

/**
 * @param {"drafting" | "placing"} id
 * @param {Player[]} players
 * @returns {Page.Column<Player>}
 */
function column(id, players) {
  const decisions = players.reduce((sum, one) => sum + one.decisions, 0);
  const par = players.reduce((sum, one) => sum + one[id].mean * one.decisions, 0) / Math.max(1, decisions);
  return {
    id,
    name: t(`review.${id}`),
    why: t(`review.${id}.why`),
    kind: "figure",
    format: share,
    tick,
    par: players.length > 1 ? par : undefined,
    verdict: players.length > 1 ? (figure) => besideIn(figure, par, TABLE) : undefined,
    of: (one) => meanOf(one[id], one.decisions),
  };
}

/**
 * @param {Page.Who} who
 * @returns {Page.Column<Player>}
 */
const nameColumn = (who) => ({
  id: "player",
  name: t("review.player"),
  head: true,
  fixed: true,
  sortable: false,
  of: ({ seat }) => who(String(seat)),
  show: ({ seat }) => html`<bdi dir="auto">${who(String(seat))}</bdi>`,
});

/** @param {{ player: Player, who: Page.Who }} props */
const Faults = ({ player: { seat, decisions, grades }, who }) => html`
  <li class=${`reviewed seat-${seat}`} data-seat=${seat}>
    <strong><bdi dir="auto">${who(String(seat))}</bdi></strong>${" "}
    <span class="muted small">${t("review.n-decisions", { n: decisions })}</span>
    <ul class="faults bare">
      ${[...FAULTS].reverse().map(
        (grade) => html`
          <li key=${grade} class=${grades[grade] === 0 ? "muted" : ""}>
            <${GradeMark} grade=${grade} /> ${t(`review.count.${grade}`, { n: grades[grade] })}
          </li>
        `,
      )}
    </ul>
  </li>
`;

/** @type {("drafting" | "placing")[]} */
const PARTS = ["drafting", "placing"];

/** @param {{ review: Api.Reviewed, who: Page.Who }} props */
export function ReviewPlayers({ review, who }) {
  const players = review.players.filter(({ decisions }) => decisions > 0);
  return html`
    <section>
      <h2><${Explained} name=${t("review.players")} text=${t("review.players.why")} /></h2>
      <ul class="reviewed-players bare">
        ${players.map((player) => html`<${Faults} key=${player.seat} player=${player} who=${who} />`)}
      </ul>
      <div class="two-columns">
        ${PARTS.map(
          (id) => html`
            <${FigureTable}
              key=${id}
              caption=${t(`review.${id}`)}
              quiet
              columns=${[nameColumn(who), { ...column(id, players), sortable: false }]}
              rows=${players}
              keyOf=${(/** @type {Player} */ { seat }) => seat}
            />
          `,
        )}
      </div>
    </section>
  `;
}
