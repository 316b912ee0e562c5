// The way from a game to its review, where it can have one.
import { html } from "../lib/html.js";
import { addWords, t } from "../lib/i18n.js";
import { reviewable } from "../lib/reviews.js";
import { words } from "../words/review.js";

addWords(words);

/** @param {{ info: Api.Game, rules?: Api.RulesGame }} props */
export const ReviewEntry = ({ info, rules }) =>
  reviewable(info, rules)
    ? html`<a class="button review-entry no-print" href=${`/games/${info.id}/review`}>${t("review.entry")}</a>`
    : null;
