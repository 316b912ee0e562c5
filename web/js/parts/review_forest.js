// What a player's cards could have made, laid anew: the board as it was, and beside it the best that was found.
import { html } from "../lib/html.js";
import { addWords, points, t } from "../lib/i18n.js";
import { words } from "../words/review.js";
import { Explained } from "./why.js";

addWords(words);

/** @typedef {Api.Reviewed["best_forest"][number]} Forest */

/** @param {Forest} forest @param {Page.Who} who */
function sentence({ seat, made, total, proven }, who) {
  const key = total > made ? "could" : proven ? "best" : "found";
  return t(`review.forest.${key}`, { who: who(String(seat)), made: points(made), total: points(total) });
}

/** @param {{ forest: Forest, who: Page.Who, boards: Page.Boards }} props */
function One({ forest, who, boards }) {
  const { seat, columns, made, total, bound, proven } = forest;
  /**
   * @param {string} key
   * @param {(string | null)[]} cells
   * @param {number} sum
   */
  const board = (key, cells, sum) => html`
    <figure>
      <figcaption>
        ${t(`review.forest.${key}`)} <strong class="num">${points(sum)}</strong>
      </figcaption>
      ${boards.arranged?.({ cells, columns, caption: t(`review.forest.of-${key}`, { who: who(String(seat)) }) })}
    </figure>
  `;
  return html`
    <section class=${`best-forest seat-${seat}`} data-seat=${seat}>
      <h3>${sentence(forest, who)}</h3>
      <p class="muted small">
        ${proven ? t("review.forest.proven") : t("review.forest.bound", { bound: points(bound) })}
      </p>
      <div class="forests">
        ${board("made", forest.made_cells, made)}
        ${total > made && board("laid", forest.cells, total)}
      </div>
    </section>
  `;
}

/** @param {{ review: Api.Reviewed, who: Page.Who, boards: Page.Boards }} props */
export function BestForests({ review, who, boards }) {
  if (review.best_forest.length === 0 || !boards.arranged) return null;
  return html`
    <section>
      <h2><${Explained} name=${t("review.forest")} text=${t("review.forest.why")} /></h2>
      <div class="best-forests">
        ${review.best_forest.map(
          (forest) => html`<${One} key=${forest.seat} forest=${forest} who=${who} boards=${boards} />`,
        )}
      </div>
    </section>
  `;
}
