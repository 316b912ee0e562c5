// The grade of a decision as a mark: told apart by its signs and its shape, not by colour alone.
import { html } from "../lib/html.js";
import { addWords, t } from "../lib/i18n.js";
import { words } from "../words/review.js";

addWords(words);

/** @type {Record<Api.Grade, string>} */
export const SIGNS = { none: "=", good: "✓", inaccuracy: "?!", mistake: "?", blunder: "??" };

/** @param {Pick<Api.Decision, "grade" | "made" | "best">} decision */
export const gradeName = ({ grade, made, best }) =>
  t(grade === "none" && made === best ? "review.grade.best" : `review.grade.${grade}`);

/** @param {{ grade: Api.Grade }} props */
export const GradeMark = ({ grade }) => html`
  <span class=${`grade-mark grade-${grade}`} aria-hidden="true"><span>${SIGNS[grade]}</span></span>
`;
