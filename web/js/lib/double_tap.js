// A second tap is not a yes. Whoever taps twice quickly, because the first tap seemed to do nothing, must not agree to
// what has appeared under the finger meanwhile: a control that takes something away, or for good, does not hear a tap
// that comes within a second of another at the same place, nor a key that is pressed again on it within a second. And
// when the first tap has led to another view, nothing of that view hears the second one that would enter something.
import { place } from "./router.js";

/** Milliseconds, and pixels around a tap: a finger is no needle. */
const MOMENT = 1000;
const FINGER = 32;

/**
 * Controls that are guarded: what is marked as dangerous, deeds that have another look, and what is done once a tap
 * although the next of its kind moves under the finger (data-once).
 */
export const GUARDED = "button.danger, [data-deed], [data-once]";
/** What enters something, or begins to; guarded where the view has just changed. A plain link only leads somewhere. */
const ENTERS = "button, label, summary, input, select, [data-cell], .game-deeds a";
/** The frame stays where it is when the view changes, and is tapped on purpose. */
const FRAME = ".topbar, .tabs, .undo-place";

/** @type {{ at: number, x: number, y: number, target: EventTarget | null, path: string } | null} */
let before = null;

/**
 * Whether two clicks are one hurried tap; a key's click has no place, but it has its button.
 * @param {NonNullable<typeof before>} last
 * @param {MouseEvent} event
 */
function hurried(last, event) {
  if (event.timeStamp - last.at > MOMENT) return false;
  if (event.detail === 0) return last.target === event.target;
  return Math.hypot(event.clientX - last.x, event.clientY - last.y) < FINGER;
}

/**
 * Whether a control must not hear a hurried tap.
 * @param {Element} target
 * @param {boolean} elsewhere the tap before led to another view
 */
const isGuarded = (target, elsewhere) =>
  Boolean(target.closest(GUARDED)) || (elsewhere && !target.closest(FRAME) && Boolean(target.closest(ENTERS)));

/** Stands before every other listener of the page. */
export function guardTaps() {
  document.addEventListener(
    "click",
    (event) => {
      const last = before;
      const { path } = place.get();
      before = { at: event.timeStamp, x: event.clientX, y: event.clientY, target: event.target, path };
      if (!last || !(event.target instanceof Element) || !hurried(last, event)) return;
      if (!isGuarded(event.target, last.path !== path)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    },
    { capture: true },
  );
}
