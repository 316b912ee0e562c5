// Where somebody was in each entry of the history: how far down, which line they opened, and what a list had loaded by
// then, so that going back is going back to the place. Entries are told apart by a key in history.state, which is
// written once for each. How far down survives a reload (sessionStorage, numbers and addresses only); what a list had
// loaded is kept in memory alone, for the last few entries, and goes with whoever signs out.
import { ours } from "./base.js";

const NAME = ours("dendro.places");
const MARKS = 50;
const FULL = 12;

/** @typedef {{ y: number, href?: string, nth?: number, counts?: Record<string, number> }} Mark */

/** @returns {[string, Mark][]} */
function read() {
  try {
    const all = JSON.parse(sessionStorage.getItem(NAME) ?? "[]");
    return Array.isArray(all) ? all : [];
  } catch {
    return []; // no storage, or somebody else's text
  }
}

const marks = new Map(read());
/** What entries had loaded: by key, then by name, with the visit in which it came. */
const loaded = new Map(/** @type {[string, Map<string, { visit: number, value: unknown }>][]} */ ([]));
let visit = 0;
let keeps = false;
/** @type {HTMLAnchorElement | null} */
let opened = null;

export const newKey = () => Math.random().toString(36).slice(2, 12);

/** The key of the entry that the browser shows; it is given one where it has none. */
function keyOfState() {
  const state = /** @type {{ key?: string } | null} */ (history.state);
  if (state?.key) return state.key;
  const key = newKey();
  history.replaceState({ ...state, key }, "");
  return key;
}

history.scrollRestoration = "manual";
let here = keyOfState();

function save() {
  try {
    sessionStorage.setItem(NAME, JSON.stringify([...marks].slice(-MARKS)));
  } catch {
    // No storage: it lasts as long as the page.
  }
}

/**
 * Puts what belongs to `key` last in a map that has at most so many.
 * @template T
 * @param {Map<string, T>} map
 * @param {string} key
 * @param {T} value
 * @param {number} most
 */
function putLast(map, key, value, most) {
  map.delete(key);
  map.set(key, value);
  for (const old of map.keys()) {
    if (map.size <= most) break;
    map.delete(old);
  }
}

const links = () => /** @type {HTMLAnchorElement[]} */ ([...document.querySelectorAll("main a[href]")]);

/** Marks where somebody is, before they go. */
export function leave() {
  const link = opened ?? document.activeElement?.closest?.("main a[href]");
  opened = null;
  const href = link?.getAttribute("href") ?? undefined;
  const same = href ? links().filter((one) => one.getAttribute("href") === href) : [];
  const nth = Math.max(0, same.indexOf(/** @type {HTMLAnchorElement} */ (link)));
  putLast(marks, here, { ...marks.get(here), y: Math.round(scrollY), href, nth }, MARKS);
  save();
}
addEventListener("pagehide", leave);

/**
 * A link is about to be followed: that line was opened, whether or not the browser gives it the focus.
 * @param {HTMLAnchorElement} link
 */
export function opens(link) {
  opened = link.closest("main") ? link : null;
}

/** Another entry is shown now. */
export function enter() {
  here = keyOfState();
  visit++;
}

export const entryKey = () => here;

/**
 * Whether what the view of this entry loads is kept for when somebody comes back.
 * @param {boolean} on
 */
export function keepLoaded(on) {
  keeps = on;
}

/**
 * What came under this name when the entry was last looked at; undefined: nothing, or it is being looked at for the
 * first time.
 * @param {string} name
 */
export function loadedBefore(name) {
  const one = keeps ? loaded.get(here)?.get(name) : undefined;
  return one && one.visit < visit ? one.value : undefined;
}

/**
 * @param {string} key of the entry for which it was asked for
 * @param {string} name
 * @param {unknown} value
 */
export function keepAnswer(key, name, value) {
  if (!keeps || key !== here) return;
  const own = loaded.get(key) ?? new Map();
  own.set(name, { visit, value });
  putLast(loaded, key, own, FULL);
}

export const forgetLoaded = () => loaded.clear();

/**
 * How many a list had loaded, also after a reload; 0: nobody has said.
 * @param {string} name
 */
export const countBefore = (name) => marks.get(here)?.counts?.[name] ?? 0;

/**
 * @param {string} name
 * @param {number} count
 */
export function keepCount(name, count) {
  const mark = marks.get(here) ?? { y: 0 };
  putLast(marks, here, { ...mark, counts: { ...mark.counts, [name]: count } }, MARKS);
}

/**
 * What somebody chose in a view and does not stand in the address, as they left it in this entry: [value, set(value)]
 * for useState.
 * @template T
 * @param {string} name
 * @param {T} initial
 * @returns {[T, (value: T) => void]}
 */
export function chosenBefore(name, initial) {
  const value = /** @type {T | undefined} */ (loaded.get(here)?.get(name)?.value);
  const key = here;
  return [value ?? initial, (next) => keepAnswer(key, name, next)];
}

const PATIENCE = 8000;
const CALM = 1000;
const HANDS = ["wheel", "touchstart", "pointerdown", "keydown"];

/**
 * Goes to where somebody was, as soon as there is enough to scroll, and gives the focus back to the line they opened.
 * What they do themselves meanwhile counts more. False: nothing is known of this entry. The function stops it.
 * @param {boolean} focus
 * @returns {(() => void) | null}
 */
export function restore(focus) {
  const mark = marks.get(here);
  if (!mark) return null;
  let reached = false;
  const again = () => {
    scrollTo(0, mark.y);
    if (reached || Math.abs(scrollY - mark.y) > 2) return;
    const line = links().filter((one) => one.getAttribute("href") === mark.href)[mark.nth ?? 0];
    if (mark.href && !line) return;
    reached = true;
    if (focus && line) line.focus({ preventScroll: true });
    clearTimeout(late);
    late = setTimeout(stop, CALM);
  };
  const seen = new ResizeObserver(again);
  const stop = () => {
    seen.disconnect();
    clearTimeout(late);
    for (const hand of HANDS) removeEventListener(hand, stop);
  };
  let late = setTimeout(stop, PATIENCE);
  for (const hand of HANDS) addEventListener(hand, stop, { passive: true });
  seen.observe(document.body);
  const main = document.querySelector("main");
  if (main) seen.observe(main);
  again();
  return stop;
}
