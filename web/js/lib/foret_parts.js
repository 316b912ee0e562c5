// What the sheet and the live table of Forêt share: seats as tabs, the palette of cards, the grid under the finger.
import { html, useRef } from "./html.js";
import { number, t } from "./i18n.js";
import { Name } from "./parts.js";
import { Face, cardName } from "../draw/foret.js";
import { TYPES } from "./foret.js";

/** Arrow keys walk a row of tabs. */
function walkTabs(event) {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (!step) return;
  const tabs = [...event.currentTarget.querySelectorAll('[role="tab"]')];
  const next = tabs[(tabs.indexOf(event.target.closest('[role="tab"]')) + step + tabs.length) % tabs.length];
  event.preventDefault();
  next.focus();
  next.click();
}

/**
 * tabs: [{ id, name, total, note, done, words }]; `note` is what is said under the name, `words`: a narrow tab can do
 * without seeing it.
 */
export const SeatTabs = ({ tabs, chosen, onChoose, label }) => html`
  <div class="seat-tabs" role="tablist" aria-label=${label} onKeyDown=${walkTabs}>
    ${tabs.map(
      ({ id, name, total, note, done, words }, i) => html`
        <button
          type="button"
          role="tab"
          key=${id}
          id="tab-${id}"
          class="seat-${i + 1} ${done ? "done" : ""}"
          aria-selected=${id === chosen}
          aria-controls="seat-panel"
          tabindex=${id === chosen ? 0 : -1}
          onClick=${() => onChoose(id)}
        >
          <span class="tab-name"><${Name}>${name}<//></span>
          <span class="tab-total num">${total === null ? "" : number(total)}</span>
          <span class=${words ? "tab-note words" : "tab-note"}>${note}</span>
        </button>
      `,
    )}
  </div>
`;

/**
 * The eleven cards. left: how many of each there still are; `only`: the cards that can be chosen (null: all);
 * onPick(card, event).
 */
export const Palette = ({ left, chosen, onPick, only = null, label }) => html`
  <div class="palette" role="group" aria-label=${label}>
    ${TYPES.map((card) => {
      const there = left[card];
      const open = only === null ? there > 0 : only.includes(card);
      return html`
        <button
          type="button"
          key=${card}
          class="swatch ${there < 0 ? "over" : ""} ${open ? "" : "spent"}"
          aria-pressed=${chosen === card}
          aria-label=${t("sheet.left", { name: cardName(card), n: there })}
          title=${cardName(card)}
          onClick=${(event) => onPick(card, event)}
        >
          <${Face} card=${card} tag=${false} />
          <span class="left num" aria-hidden="true">${there}</span>
        </button>
      `;
    })}
  </div>
`;

/**
 * Lets a finger paint a run: onPaint(x, y) for every cell it passes once it has left the first one. A tap stays a tap.
 * Returns handlers for the element around a grid whose cells have data-cell.
 */
export function usePaint(onPaint) {
  const run = useRef(null);
  const painted = useRef(false);
  const cellAt = (event) =>
    document.elementFromPoint(event.clientX, event.clientY)?.closest?.("[data-cell]")?.dataset.cell;
  const paint = (cell) => {
    run.current.seen.add(cell);
    onPaint(...cell.split(",").map(Number));
  };
  return {
    onPointerDown(event) {
      const cell = cellAt(event);
      painted.current = false;
      run.current = cell && event.isPrimary ? { first: cell, seen: new Set() } : null;
      if (event.target.hasPointerCapture?.(event.pointerId)) event.target.releasePointerCapture(event.pointerId);
    },
    onPointerMove(event) {
      const cell = run.current && event.buttons !== 0 ? cellAt(event) : null;
      if (!cell || run.current.seen.has(cell) || (cell === run.current.first && run.current.seen.size === 0)) return;
      if (run.current.seen.size === 0) {
        painted.current = true;
        paint(run.current.first);
      }
      paint(cell);
    },
    /** Or the browser takes the end of a quick run for the start of a scroll, and swallows the tap that follows. */
    onTouchMove(event) {
      if (event.cancelable) event.preventDefault();
    },
    onPointerUp() {
      run.current = null;
    },
    onPointerCancel() {
      run.current = null;
    },
    /** The click that ends a run is not a tap. */
    onClickCapture(event) {
      if (!painted.current) return;
      painted.current = false;
      event.stopPropagation();
      event.preventDefault();
    },
  };
}
