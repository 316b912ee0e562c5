/*
 * What can be undone is done at once, and this line offers to undo it: one at a time, for ten seconds, in words for a
 * screen reader, with a button for the thumb and for the keyboard. It belongs to the frame of the page, so that going
 * to another view does not take the offer away. What cannot be undone asks for a word instead (parts/deed.js).
 */
import { html, useEffect, useState } from "../lib/html.js";
import { addWords, t } from "../lib/i18n.js";
import { createStore, useStore } from "../lib/store.js";
import { words } from "../words/undo.js";

addWords(words);

/** How long the offer stands. */
export const UNDO_MS = 10000;

/**
 * @typedef {{ id: number, text: string, until: number, undo: () => unknown }} Offer
 */

const offer = createStore(/** @type {Offer | null} */ (null));
let count = 0;

/**
 * Says what was done and offers to undo it; an offer that still stands makes room, and what it was about stays done.
 * Returns how to take the offer away, when it cannot be undone any more.
 * @param {string} text
 * @param {() => unknown} undo
 * @returns {() => void}
 */
export function offerUndo(text, undo) {
  const one = { id: ++count, text, until: Date.now() + UNDO_MS, undo };
  offer.set(one);
  return () => {
    if (offer.get() === one) offer.set(null);
  };
}

/**
 * The seconds that are left of an offer, told by a number that nobody has to hear.
 * @param {Offer | null} now
 */
function useSeconds(now) {
  const [left, setLeft] = useState(0);
  useEffect(() => {
    if (!now) return undefined;
    const tell = () => {
      const rest = Math.ceil((now.until - Date.now()) / 1000);
      if (rest > 0) setLeft(rest);
      else if (offer.get() === now) offer.set(null);
    };
    tell();
    const timer = setInterval(tell, 250);
    return () => clearInterval(timer);
  }, [now]);
  return left;
}

/** The line of the frame; empty, but there, while there is nothing to undo: what comes into it is then read out. */
export function UndoLine() {
  const now = useStore(offer);
  const left = useSeconds(now);
  const undo = () => {
    if (!now) return;
    offer.set(null);
    void now.undo();
  };
  return html`
    <div class="undo-place no-print">
      <div class=${now ? "undo-line" : "undo-line empty"}>
        <span class="undo-text" role="status">${now?.text ?? ""}</span>
        ${
          now &&
          html`
            <button type="button" class="undo-button" key=${now.id} onClick=${undo}>
              ${t("undo")} <span class="num" aria-hidden="true">${t("undo.seconds", { n: left })}</span>
            </button>
          `
        }
      </div>
    </div>
  `;
}
