/* What few need of a sheet of totals, behind one tap: teams, how long it took, a comment, that it was only played. */
import { entered, html, toggled, useState } from "../lib/html.js";
import { t } from "../lib/i18n.js";
import { Name } from "../lib/parts.js";
import * as totals from "../lib/totals.js";

const LETTERS = ["A", "B", "C", "D", "E", "F"];
const DURATIONS = [30, 60, 90, 120];

/** @typedef {Page.TotalsDraft} Draft */
/** @typedef {Page.Change<Draft>} Change */

/**
 * Letters beside names: who has the same one plays together.
 * @param {{ draft: Draft, change: Change }} props
 */
function Teams({ draft, change }) {
  const used = new Set(draft.teams.filter(Boolean)).size;
  const letters = LETTERS.slice(0, Math.min(LETTERS.length, Math.max(2, used + 1)));
  return html`
    <fieldset class="team-letters">
      <legend>${t("totals.teams")}</legend>
      <ul class="bare">
        ${draft.seats.map(
          ({ name }, i) => html`
            <li key=${i} class="row spread">
              <${Name}>${name}<//>
              <span class="letters" role="group" aria-label=${t("totals.teamsOf", { name })}>
                ${letters.map(
                  (letter) => html`
                    <button
                      type="button"
                      class="letter"
                      key=${letter}
                      aria-pressed=${draft.teams[i] === letter}
                      aria-label=${t("totals.team", { name, letter })}
                      onClick=${() =>
                        change((now) => ({
                          ...now,
                          teams: totals.put(now.teams, i, now.teams[i] === letter ? "" : letter),
                        }))}
                    >
                      ${letter}
                    </button>
                  `,
                )}
              </span>
            </li>
          `,
        )}
      </ul>
    </fieldset>
  `;
}

/** @param {{ draft: Draft, change: Change }} props */
function Duration({ draft, change }) {
  const wrong = totals.wrongMinutes(draft.minutes) && t("totals.why.minutes");
  /** @param {string} minutes */
  const set = (minutes) => change((now) => ({ ...now, minutes }), "minutes");
  return html`
    <fieldset>
      <legend>${t("totals.duration")}</legend>
      <div class="option-row">
        ${DURATIONS.map(
          (n) => html`
            <button
              type="button"
              key=${n}
              aria-pressed=${draft.minutes === String(n)}
              onClick=${() => set(draft.minutes === String(n) ? "" : String(n))}
            >
              ${t("totals.minutes", { n })}
            </button>
          `,
        )}
        <input
          id="minutes"
          class="num minutes"
          inputmode="numeric"
          autocomplete="off"
          maxlength="5"
          aria-label=${t("totals.duration")}
          aria-invalid=${wrong ? "true" : undefined}
          aria-describedby="minutes-note"
          value=${draft.minutes}
          onInput=${entered((text) => set(text.trim()))}
        />
      </div>
      <p class="small error" id="minutes-note" role="status">${wrong ?? ""}</p>
    </fieldset>
  `;
}

/**
 * What few need, behind one tap: teams, how long it took, a comment, that it was only played.
 * @param {{ draft: Draft, change: Change }} props
 */
export function More({ draft, change }) {
  const pad = totals.isPad(draft);
  const [open, setOpen] = useState(Boolean(draft.minutes || draft.note || draft.teams.some(Boolean)));
  return html`
    <details class="more-totals" open=${open} onToggle=${toggled(setOpen)}>
      <summary>${t(pad ? "totals.more" : "totals.moreGame")}</summary>
      ${
        pad &&
        draft.variant !== "together" &&
        draft.seats.length > 1 &&
        html`<${Teams} draft=${draft} change=${change} />`
      }
      <${Duration} draft=${draft} change=${change} />
      <div class="field">
        <label for="note">${t("totals.note")}</label>
        <textarea
          id="note"
          rows="2"
          maxlength="500"
          dir="auto"
          value=${draft.note}
          onInput=${entered((note) => change((now) => ({ ...now, note }), "note"))}
        ></textarea>
      </div>
      ${
        pad &&
        html`
          <p>
            <label>
              <input
                type="checkbox"
                name="played"
                checked=${draft.end === "played"}
                onChange=${() => change((now) => ({ ...now, end: now.end === "played" ? null : "played" }))}
              />
              ${t("totals.played")}
            </label>
          </p>
        `
      }
    </details>
  `;
}
