/* A number pad under the thumb: it writes into the field that is chosen, and goes on to the next. */
import { html } from "../lib/html.js";
import { lang, t } from "../lib/i18n.js";

export const LONGEST = 10; // characters of a total: −999999.99
const KEYS = ["1", "2", "3", "erase", "4", "5", "6", "minus", "7", "8", "9", "point", "0"];
const decimal = () => (lang() === "fr" ? "," : ".");

/**
 * The text of a field after a key of the pad.
 * @param {string} text
 * @param {string} key
 */
export function typed(text, key) {
  if (key === "erase") return text.slice(0, -1);
  if (key === "minus") return /^[-−]/.test(text) ? text.slice(1) : `-${text}`;
  if (text.length >= LONGEST) return text;
  if (key === "point") return /[.,]/.test(text) ? text : `${text || "0"}${decimal()}`;
  return `${text}${key}`;
}

/** @param {string} key */
const face = (key) => ({ minus: "−", point: decimal(), erase: "⌫" })[key] ?? key;

/**
 * The pad: it writes into the field that is chosen. A finger on it leaves the focus where it is.
 * @param {{ press: (key: string) => void, next: string | null, plain: boolean, signs: boolean }} props
 */
export function NumberPad({ press, next, plain, signs }) {
  /** @param {Event} event */
  const stay = (event) => event.preventDefault();
  /** @param {string} key */
  const off = (key) => (key === "point" && plain) || (key === "minus" && !signs);
  return html`
    <div class="number-pad" role="group" aria-label=${t("totals.pad")} onPointerDown=${stay} onMouseDown=${stay}>
      ${KEYS.map(
        (key) => html`
          <button
            type="button"
            class="key num"
            key=${key}
            data-key=${key}
            disabled=${off(key)}
            aria-label=${key.length > 1 ? t(`totals.key.${key}`) : key}
            onClick=${() => press(key)}
          >
            ${face(key)}
          </button>
        `,
      )}
      <button type="button" class="key next" data-key="next" disabled=${next === null} onClick=${() => press("next")}>
        ${next === null ? t("totals.key.next") : t("totals.key.nextOf", { name: next })}
      </button>
    </div>
  `;
}
