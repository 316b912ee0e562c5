// Why something is done: a few ready reasons to tap, and a line for one's own.
import { entered, html } from "../lib/html.js";
import { addWords, t } from "../lib/i18n.js";
import { words } from "../words/game_page.js";

addWords(words);

const LONGEST = 200;

/** @param {{ ready: string[], value: string, onChange: (reason: string) => void }} props */
export const Reason = ({ ready, value, onChange }) => html`
  <fieldset class="reason">
    <legend>${t("deeds.reason")}</legend>
    <p class="row">
      ${ready.map(
        (reason) => html`
          <button
            type="button"
            class="chip-button"
            key=${reason}
            aria-pressed=${value === reason}
            onClick=${() => onChange(value === reason ? "" : reason)}
          >
            ${reason}
          </button>
        `,
      )}
    </p>
    <input
      name="reason"
      dir="auto"
      maxlength=${LONGEST}
      autocomplete="off"
      aria-label=${t("deeds.reason")}
      value=${value}
      onInput=${entered(onChange)}
    />
  </fieldset>
`;
