/*
 * The sentence behind a figure's name, and the line under a table. A figure that nobody can explain is not worth
 * showing: Why is a button beside the name that opens a note (keyboard, touch and Escape are the browser's own
 * popover); Source says what the table was made from and links to the very call.
 */
import { html, useMemo, useRef } from "../lib/html.js";
import { t } from "../lib/i18n.js";

let count = 0;
/** An id that no other part of the page has. */
const useId = (prefix) => useMemo(() => `${prefix}-${++count}`, []);

const MARGIN = 8;

/** Puts a note below its button, inside the window. */
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

export function Why({ name, text }) {
  const id = useId("why");
  const button = useRef(null);
  const opened = (event) => {
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

/** A name with its Why, for headings and lists. */
export const Explained = ({ name, text }) =>
  html`<span class="explained">${name}<${Why} name=${name} text=${text} /></span>`;

/**
 * The line under every table.
 * @param {{ url: string, n?: string, interval?: string, algorithm?: string, size?: number }} props interval: a key
 * behind "stats.interval."
 */
export function Source({ url, n, interval, algorithm, size }) {
  const said = [
    n,
    interval && t(`stats.interval.${interval}`),
    algorithm && t("stats.algorithm", { name: algorithm }),
    size !== undefined && t("stats.log-size", { n: size }),
  ].filter(Boolean);
  return html`
    <p class="source">
      ${said.map((text) => html`<span>${text}</span>`)}
      <a href=${url} target="_blank" rel="noopener">${t("stats.api")}</a>
    </p>
  `;
}
