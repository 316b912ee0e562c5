// What the sheet and the live table of Forêt share: seats as tabs, the palette of cards, the grid under the finger.
import { html, useRef } from "./html.js";
import { number, t } from "./i18n.js";
import { Name } from "./parts.js";
import { Face, cardName } from "../draw/foret.js";
import { TYPES } from "./foret.js";

/** Tabs that fit beside each other on a phone; more of them stand in rows. */
const ONE_ROW = 4;

/**
 * Arrow keys walk a row of tabs.
 * @param {KeyboardEvent & { currentTarget: Element, target: Element }} event
 */
function walkTabs(event) {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  const from = event.target.closest('[role="tab"]');
  if (!step || !(from instanceof HTMLElement)) return;
  const tabs = [.../** @type {NodeListOf<HTMLElement>} */ (event.currentTarget.querySelectorAll('[role="tab"]'))];
  const next = tabs[(tabs.indexOf(from) + step + tabs.length) % tabs.length];
  event.preventDefault();
  next.focus();
  next.click();
}

/**
 * tabs: [{ id, name, total, note, done, words }]; `note` is what is said under the name, `words`: a narrow tab can do
 * without seeing it.
 * @template {string | number} I
 * @param {{ tabs: Page.Tab<I>[], chosen: I, onChoose: (id: I) => void, label: string }} props
 */
export const SeatTabs = ({ tabs, chosen, onChoose, label }) => html`
  <div
    class="seat-tabs ${tabs.length > ONE_ROW ? "many" : ""}"
    role="tablist"
    aria-label=${label}
    onKeyDown=${walkTabs}
  >
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
 * onPick(card, event). With `keyOf` it is a pad: a touch puts a card at once, so that nothing stays pressed, and each
 * shows the letter that does the same; what stands behind the cards is the twelfth.
 * @param {{ left: Record<string, number>, chosen: string | null, only?: string[] | null, label: string,
 *   keyOf?: (card: string) => string, children?: Page.Shown,
 *   onPick: (card: string, event: Event) => unknown }} props
 */
export const Palette = ({ left, chosen, onPick, only = null, label, keyOf, children }) => html`
  <div class="palette" role="group" aria-label=${label}>
    ${TYPES.map((card) => {
      const there = left[card];
      const open = only === null ? there > 0 : only.includes(card);
      return html`
        <button
          type="button"
          key=${card}
          class="swatch ${there < 0 ? "over" : ""} ${open ? "" : "spent"} ${keyOf && chosen === card ? "last" : ""}"
          aria-pressed=${keyOf ? undefined : chosen === card}
          aria-keyshortcuts=${keyOf?.(card)}
          aria-label=${t("sheet.left", { name: cardName(card), n: there })}
          title=${cardName(card)}
          onClick=${(/** @type {Event} */ event) => onPick(card, event)}
        >
          <${Face} card=${card} tag=${false} />
          ${keyOf && html`<span class="key" aria-hidden="true" data-key=${keyOf(card)}></span>`}
          <span class="left num" aria-hidden="true">${there}</span>
        </button>
      `;
    })}
    ${children}
  </div>
`;

/**
 * Lets a finger paint a run: onPaint(x, y, run, event) for every cell it passes once it has left the first one, `run`
 * being its number; onDone() when the finger is lifted behind one. A tap stays a tap. Returns handlers for the
 * element around a grid whose cells have data-cell.
 * @param {(x: number, y: number, run: number, event: Event) => void} onPaint
 * @param {() => void} onDone
 */
export function usePaint(onPaint, onDone) {
  const run = useRef(/** @type {{ first: string, seen: Set<string> } | null} */ (null));
  const painted = useRef(false);
  const runs = useRef(0);
  /** @param {PointerEvent} event */
  const cellAt = (event) =>
    document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-cell]")?.getAttribute("data-cell");
  /**
   * @param {string} cell
   * @param {Event} event
   */
  const paint = (cell, event) => {
    run.current?.seen.add(cell);
    const [x, y] = cell.split(",").map(Number);
    onPaint(x, y, runs.current, event);
  };
  const lifting = useRef(/** @type {AbortController | null} */ (null));
  const watched = () => {
    lifting.current?.abort();
    lifting.current = new AbortController();
    return lifting.current;
  };
  const lift = () => {
    lifting.current?.abort();
    if (run.current && painted.current) onDone();
    run.current = null;
  };
  return {
    /** @param {PointerEvent & { target: Element }} event */
    onPointerDown(event) {
      const cell = cellAt(event);
      painted.current = false;
      run.current = cell && event.isPrimary ? { first: cell, seen: new Set() } : null;
      if (event.target.hasPointerCapture?.(event.pointerId)) event.target.releasePointerCapture(event.pointerId);
      const { signal } = watched();
      for (const end of ["pointerup", "pointercancel"]) addEventListener(end, lift, { signal }); // wherever that is
    },
    /** @param {PointerEvent} event */
    onPointerMove(event) {
      const now = run.current;
      const cell = event.buttons !== 0 ? cellAt(event) : null;
      if (!now || !cell || now.seen.has(cell) || (cell === now.first && now.seen.size === 0)) return;
      if (now.seen.size === 0) {
        painted.current = true;
        runs.current++;
        paint(now.first, event);
      }
      paint(cell, event);
    },
    /**
     * Or the browser takes the end of a quick run for the start of a scroll, and swallows the tap that follows.
     * @param {Event} event
     */
    onTouchMove(event) {
      if (event.cancelable) event.preventDefault();
    },
    /**
     * The click that ends a run is not a tap.
     * @param {Event} event
     */
    onClickCapture(event) {
      if (!painted.current) return;
      painted.current = false;
      event.stopPropagation();
      event.preventDefault();
    },
  };
}
