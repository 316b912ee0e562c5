// What was just played is never under the header or the controls: when it has changed, it is brought between them, no
// further than it has to be.
import { useEffect, useRef } from "./html.js";

/** What drawings mark as just played, on every board; a card on its way is marked the same. */
export const LATEST = ".mark-new, .latest";
/** Air around it, in pixels. */
const AIR = 8;
/** It is where it should be after two or three. */
const STEPS = 8;

/**
 * The part of the window that nothing covers: from below what sticks above to above what sticks below.
 * @param {string} controls what may stick to the lower edge
 */
function free(controls) {
  /** @type {[number, number]} */
  const room = [0, innerHeight];
  for (const one of document.querySelectorAll([".topbar", ".tabs", controls].filter(Boolean).join(", "))) {
    const { position } = getComputedStyle(one);
    const box = one.getBoundingClientRect();
    if (!["fixed", "sticky"].includes(position) || box.height === 0) continue;
    if (box.top <= 0) room[0] = Math.max(room[0], box.bottom);
    else if (box.bottom > innerHeight / 2) room[1] = Math.min(room[1], box.top);
  }
  return room;
}

/**
 * Scrolls as far as it takes for an element to be seen whole, or its middle where it is larger than the room.
 * @param {Element} element
 * @param {string} controls
 */
export function bringIntoSight(element, controls) {
  const wide = element.closest(".scroll-x, .landscape-place, .forest-place");
  if (wide && wide.scrollWidth > wide.clientWidth) element.scrollIntoView({ block: "nearest", inline: "nearest" });
  // What sticks to the lower edge comes up from below as the page moves, so that there is less room than before.
  for (let i = 0; i < STEPS; i++) {
    const [before, [top, bottom]] = [scrollY, free(controls)];
    const box = element.getBoundingClientRect();
    if (box.height + 2 * AIR > bottom - top) scrollBy(0, (box.top + box.bottom - top - bottom) / 2);
    else if (box.bottom + AIR > bottom) scrollBy(0, box.bottom + AIR - bottom);
    else if (box.top - AIR < top) scrollBy(0, box.top - AIR - top);
    if (scrollY === before) return;
  }
}

/**
 * For the element that holds a board: whenever `mark` has changed, what was just played is brought into sight. What is
 * there at first stays where it is: a page begins at its top. So does the page of somebody who is about to tap when
 * others have played: `mine` says whether it was the own hand.
 * @param {unknown} mark
 * @param {string} controls
 * @param {() => boolean} [mine]
 */
export function useInSight(mark, controls, mine = () => true) {
  const board = useRef(/** @type {HTMLElement | null} */ (null));
  const before = useRef(/** @type {unknown} */ (undefined));
  useEffect(() => {
    const [was, latest] = [before.current, board.current?.querySelector(LATEST)];
    before.current = mark;
    if (was !== undefined && was !== mark && latest && mine()) bringIntoSight(latest, controls);
  }, [mark]);
  return board;
}

/**
 * For the element that holds a pad: where the pad would lie under what sticks below, on a short screen or at a table of
 * six, it is brought above it when the view opens. A thumb that missed it would leave the view.
 * @param {boolean} known whether what stands above the pad is complete
 */
export function usePadInSight(known) {
  const place = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      const pad = place.current?.querySelector(".palette");
      if (pad && pad.getBoundingClientRect().bottom > free("")[1]) bringIntoSight(pad, "");
    });
    return () => cancelAnimationFrame(frame);
  }, [known]);
  return place;
}
