// What somebody chose in a list and does not stand in the address (a word, an order): as they left it, when they come
// back.
import { useCallback, useState } from "./html.js";
import { chosenBefore } from "./places.js";

/**
 * useState for such a choice; `name` is the view's own.
 * @template T
 * @param {string} name
 * @param {T} initial
 * @returns {[T, (value: T) => void]}
 */
export function useChosen(name, initial) {
  const [kept, keep] = chosenBefore(name, initial);
  const [value, setValue] = useState(kept);
  const set = useCallback((/** @type {T} */ next) => {
    keep(next);
    setValue(() => next);
  }, []);
  return [value, set];
}
