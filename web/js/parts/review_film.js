// What a review adds to the film: which moves cost something, and at the move that is shown what was better. One line
// (two on a phone), always as high, so that nothing moves while the film plays.
import { html, useMemo } from "../lib/html.js";
import { useApi } from "../lib/api.js";
import { addWords, percent, t } from "../lib/i18n.js";
import { faultsOf, made, reviewPath, reviewable } from "../lib/reviews.js";
import { said } from "../draw/all.js";
import { words } from "../words/review.js";
import { SIGNS, gradeName } from "./grade.js";

addWords(words);

/**
 * The faults of a game that has a review, by the number of moves that have been made then; null where it has none, or
 * it is not known yet: the film does not wait for it. A review of what the game was before a correction says nothing of
 * the film that is shown.
 * @param {Api.Game | undefined} info
 * @param {Api.RulesGame | undefined} rules
 */
export function useFaults(info, rules) {
  const { data } = useApi(info && reviewable(info, rules) ? reviewPath(info.id) : null, { keep: true });
  const last = info?.last;
  return useMemo(() => {
    const review = made(data);
    return review && review.entry === last ? faultsOf(review) : null;
  }, [data, last]);
}

/**
 * The same as the strip of moves wants them.
 * @param {ReturnType<typeof useFaults>} faults
 */
export const useFaultMarks = (faults) =>
  useMemo(() => {
    /** @param {Api.Decision} one */
    const mark = (one) => ({ name: gradeName(one), signs: SIGNS[one.grade], grade: one.grade });
    return new Map([...(faults ?? [])].map(([at, one]) => [at, mark(one)]));
  }, [faults]);

/**
 * @param {{ faults: NonNullable<ReturnType<typeof useFaults>>, at: number, boards: Page.Boards,
 *   book: Page.Book, who: Page.Who }} props
 */
export function Better({ faults, at, ...drawn }) {
  const one = faults.get(at);
  if (!one) return html`<p class="better"></p>`;
  const text = t("review.film", {
    grade: `${SIGNS[one.grade]} ${gradeName(one)}`,
    loss: t("review.cost", { loss: percent(one.loss ?? 0) }),
    best: said(drawn, one.seat, one.best),
  });
  return html`<p class="better" title=${text}>${text}</p>`;
}
