// A second tap is not a yes. Whoever taps twice quickly, because the first tap seemed to do nothing, must not agree to
// what has appeared under the finger meanwhile: a control that takes something away, or for good, does not hear a tap
// that comes within a second of another at the same place, nor a key that is pressed again on it within a second.
/** Milliseconds, and pixels around a tap: a finger is no needle. */
const MOMENT = 1000;
const FINGER = 32;

/** Controls that are guarded: what is marked as dangerous, and deeds that have another look. */
export const GUARDED = "button.danger, [data-deed]";

/** @type {{ at: number, x: number, y: number, target: EventTarget | null } | null} */
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

/** Stands before every other listener of the page. */
export function guardTaps() {
  document.addEventListener(
    "click",
    (event) => {
      const last = before;
      before = { at: event.timeStamp, x: event.clientX, y: event.clientY, target: event.target };
      const control = event.target instanceof Element ? event.target.closest(GUARDED) : null;
      if (!control || !last || !hurried(last, event)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    },
    { capture: true },
  );
}
