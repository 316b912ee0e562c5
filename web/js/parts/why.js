/*
 * The sentence behind a figure's name, and the line under a table. A figure that nobody can explain is not worth
 * showing: Why is a button beside the name that opens a note (keyboard, touch and Escape are the browser's own
 * popover); Source says what the table was made from and leads to how.
 */
import { html, useMemo, useRef } from "../lib/html.js";
import { addWords, t } from "../lib/i18n.js";
import { words } from "../words/why.js";

addWords(words);

let count = 0;
/**
 * An id that no other part of the page has.
 * @param {string} prefix
 */
const useId = (prefix) => useMemo(() => `${prefix}-${++count}`, []);

const MARGIN = 8;

/**
 * Puts a note below its button, inside the window.
 * @param {HTMLElement} note
 * @param {HTMLElement} button
 */
function placeNote(note, button) {
  const at = button.getBoundingClientRect();
  const left = Math.min(Math.max(MARGIN, at.left), document.documentElement.clientWidth - note.offsetWidth - MARGIN);
  const below = at.bottom + 4;
  const top =
    below + note.offsetHeight < document.documentElement.clientHeight - MARGIN
      ? below
      : Math.max(MARGIN, at.top - note.offsetHeight - 4);
  note.style.left = `${left}px`;
  note.style.top = `${top}px`;
}

/** @param {{ name: string, text: Page.Shown }} props */
export function Why({ name, text }) {
  const id = useId("why");
  const button = useRef(/** @type {HTMLElement | null} */ (null));
  /** @param {ToggleEvent & { target: HTMLElement }} event */
  const opened = (event) => {
    if (!button.current) return;
    button.current.setAttribute("aria-expanded", event.newState === "open" ? "true" : "false");
    if (event.newState === "open") placeNote(event.target, button.current);
  };
  return html`
    <button
      class="why"
      type="button"
      ref=${button}
      popovertarget=${id}
      aria-expanded="false"
      aria-label=${t("stats.why", { name })}
    >
      <span aria-hidden="true">?</span>
    </button>
    <span class="why-note" id=${id} popover="auto" role="note" onToggle=${opened}>${text}</span>
  `;
}

/**
 * A name with its Why, for headings and lists.
 * @param {{ name: string, text?: string }} props
 */
export const Explained = ({ name, text }) =>
  html`<span class="explained">${name}<${Why} name=${name} text=${text} /></span>`;

/**
 * The line under every table: what it was made from, in words; what was left out; and the way to how it is worked out,
 * where the very call is too.
 * @param {{ url: string, n: string, undated?: number }} props undated: games that a filter by days cannot place
 */
export const Source = ({ url, n, undated = 0 }) => html`
  <p class="source">
    <span>${n}</span>${" "}
    ${undated > 0 && html`<span>${t("stats.undated", { n: undated })}</span>${" "}`}
    <a class="no-print" href=${`/leaderboard/about?${new URLSearchParams({ of: url })}`}>${t("stats.about")}</a>
  </p>
`;
