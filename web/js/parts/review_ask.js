// A review that is not made: nobody has asked, it waits, it is being made, or it has failed.
import { html, useState } from "../lib/html.js";
import { addWords, t } from "../lib/i18n.js";
import { Trouble } from "../lib/parts.js";
import { may, session } from "../lib/session.js";
import { useStore } from "../lib/store.js";
import { words } from "../words/review.js";

addWords(words);

/** @typedef {ReturnType<typeof import("../lib/reviews.js").useReview>} Asked */

/** @type {Record<string, string>} what the daemon calls it: what is said */
const WHY = {
  "review.untold": "review.why.untold",
  "review.long": "review.why.long",
  "review.unsuited": "review.why.unsuited",
  "review.tries": "review.why.tries",
};

/**
 * A deed whose answer is waited for; what it was refused with is said beside it.
 * @param {() => Promise<unknown>} deed
 */
function useDeed(deed) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState(/** @type {Error | null} */ (null));
  const go = async () => {
    if (busy) return;
    setBusy(true);
    setError(null);
    await deed().catch(setError);
    setBusy(false);
  };
  return { busy, error, go };
}

/** @param {{ asked: Asked, label: string }} props */
function Ask({ asked, label }) {
  const { busy, error, go } = useDeed(asked.ask);
  return html`
    <p><button type="button" class="primary" data-deed="review" disabled=${busy} onClick=${go}>${label}</button></p>
    ${error && html`<${Trouble} error=${error} />`}
  `;
}

/** @param {{ asked: Asked, review: Api.Review }} props */
function Underway({ asked, review }) {
  const { busy, error, go } = useDeed(asked.cancel);
  const { status, done, total } = review;
  const known = status === "running" && total > 0;
  return html`
    <div class="review-underway">
      <p role="status"><strong>${t(`review.${status}`)}</strong></p>
      <progress max="1" value=${known ? done / total : undefined} aria-label=${t("review.title")}></progress>
      <p class="muted small num">${known ? t("review.progress", { done, total }) : "\u00a0"}</p>
      <p class="muted">${t("review.takes")}</p>
      ${
        may("record") &&
        html`
          <p>
            <button type="button" data-deed="cancel" disabled=${busy} onClick=${go}>${t("review.cancel")}</button>
          </p>
        `
      }
      ${error && html`<${Trouble} error=${error} />`}
    </div>
  `;
}

/** @param {{ why?: string }} props */
const Failed = ({ why = "" }) => html`
  <div class="trouble" role="alert">
    <p>
      <strong>${t("review.failed")}</strong>${" "}
      ${WHY[why] ? t(WHY[why]) : why && t("review.why.other", { why })}
    </p>
  </div>
`;

/** @param {{ asked: Asked }} props */
export function ReviewUnmade({ asked }) {
  useStore(session);
  const { review } = asked;
  if (review?.status === "queued" || review?.status === "running") {
    return html`<${Underway} asked=${asked} review=${review} />`;
  }
  const failed = review?.status === "failed";
  return html`
    ${failed ? html`<${Failed} why=${review.why} />` : html`<p>${t("review.what")}</p>`}
    ${
      may("record")
        ? html`
          ${!failed && html`<p class="muted">${t("review.takes")}</p>`}
          <${Ask} asked=${asked} label=${t(failed ? "review.again" : "review.ask")} />
        `
        : !failed &&
          html`
            <p>${t("review.may")}</p>
            ${!session.get() && html`<p><a class="button" href="/signin">${t("review.signin")}</a></p>`}
          `
    }
  `;
}
