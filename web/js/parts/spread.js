/* How the club's totals of a title lie: a box and its whiskers on one line, and the five numbers in words below. */
import { html } from "../lib/html.js";
import { points, t } from "../lib/i18n.js";
import { Explained } from "./why.js";

const ENDS = /** @type {const} */ (["least", "lower", "middle", "upper", "most"]);

/**
 * Where a number lies between the least and the most, in percent; of numbers that are all the same, in the middle.
 * @param {Api.Spread} spread
 * @param {number} value
 */
const at = ({ least, most }, value) => (most > least ? (100 * (value - least)) / (most - least) : 50);

/** @param {{ spread: Api.Spread }} props */
const Strip = ({ spread }) => {
  const [least, lower, middle, upper, most] = ENDS.map((end) => at(spread, spread[end]));
  /** @param {number} x */
  const to = (x) => `${x.toFixed(2)}%`;
  return html`
    <svg class="spread-strip" aria-hidden="true">
      <line class="whisker" x1=${to(least)} x2=${to(most)} y1="50%" y2="50%" />
      <line class="whisker" x1=${to(least)} x2=${to(least)} y1="30%" y2="70%" />
      <line class="whisker" x1=${to(most)} x2=${to(most)} y1="30%" y2="70%" />
      <rect class="box" x=${to(lower)} width=${to(Math.max(0, upper - lower))} y="12%" height="76%" />
      <line class="middle" x1=${to(middle)} x2=${to(middle)} y1="12%" y2="88%" />
    </svg>
  `;
};

/** @param {{ spread: Api.Spread, name?: string }} props */
const One = ({ spread, name }) => html`
  <div class="totals-spread">
    ${name && html`<h3>${name}</h3>`}
    <${Strip} spread=${spread} />
    <dl class="five">
      ${ENDS.map(
        (end) => html`
          <div key=${end} class=${end}><dt>${t(`title.${end}`)}</dt><dd class="num">${points(spread[end])}</dd></div>
        `,
      )}
    </dl>
    <p class="muted small">${t("title.scores", { n: spread.scores })}</p>
  </div>
`;

/**
 * Where the highest won in some games and the lowest in others, each for itself; nothing where there are no totals.
 * @param {{ page: Api.TitlePage }} props
 */
export function Spreads({ page }) {
  const { spreads } = page;
  if (spreads.length === 0) return null;
  return html`
    <h2><${Explained} name=${t("title.spread")} text=${t("title.spread.why")} /></h2>
    ${
      spreads.length > 1
        ? spreads.map(
            (one) => html`
              <${One} key=${one.low} spread=${one} name=${t(one.low ? "title.low" : "title.high")} />
            `,
          )
        : html`<${One} spread=${spreads[0]} />`
    }
  `;
}
