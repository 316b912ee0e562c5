// What the page waits for just now: answers and modules. The view that somebody comes to first is shown when it is
// whole, not piece by piece: what has been read does not move away under the eyes when more comes.
import { useEffect, useState } from "./html.js";

/** Milliseconds after which a view is shown as far as it has come. */
const PATIENCE = 2500;
/** Frames in a row after which nothing was waited for: what came may be drawn in one, and ask for more after it. */
const CALM = 3;

let waiting = 0;
/** How often something was begun to be waited for. */
let turns = 0;
/** Whether somebody has seen a view. */
let begun = false;

/**
 * Counts among what is waited for until it has come, or failed.
 * @template T
 * @param {Promise<T>} coming
 */
export function during(coming) {
  const came = () => void waiting--;
  waiting++;
  turns++;
  coming.then(came, came);
  return coming;
}

/**
 * Whether the view can be shown: the first one not before it is whole, later ones at once.
 * @param {boolean} loaded whether its module is there
 */
export function useWhole(loaded) {
  const [whole, setWhole] = useState(begun);
  useEffect(() => {
    if (whole || !loaded) return undefined;
    let [calm, turn, stopped] = [0, turns, false];
    const show = () => {
      begun = true;
      setWhole(true);
    };
    // After the frame, because that is when components do what they do once they are drawn.
    const next = () => requestAnimationFrame(() => setTimeout(look));
    const look = () => {
      calm = waiting === 0 && turn === turns ? calm + 1 : 0;
      turn = turns;
      if (stopped) return;
      if (calm > CALM) show();
      else next();
    };
    const late = setTimeout(show, PATIENCE);
    look();
    return () => {
      clearTimeout(late);
      stopped = true;
    };
  }, [whole, loaded]);
  return whole;
}
