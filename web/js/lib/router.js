// Addresses: a path, seen from the base, is a view, its query the view's filters, so that what is seen can be shared as
// a link.
import { at, below } from "./base.js";
import { enter, entryKey, leave, newKey, opens } from "./places.js";
import { createStore, useStore } from "./store.js";

const pathNow = () => below(location.pathname) ?? location.pathname;
/** @param {boolean} back whether somebody has been at this entry of the history before */
const here = (back) => ({
  path: pathNow(),
  query: new URLSearchParams(location.search),
  entry: entryKey(),
  back,
});
export const place = createStore(/** @type {ReturnType<typeof here>} */ (here(true)));
/** How often somebody has gone from one view to another. */
export const steps = createStore(0);
addEventListener("popstate", () => {
  steps.set(steps.get() + 1);
  leave(); // the page is still as it was: nothing has been scrolled or drawn
  enter();
  place.set(here(true));
});

/** The path of the view that somebody came from; null for who begins here. */
export const cameFrom = () => /** @type {{ from?: string } | null} */ (history.state)?.from ?? null;

/**
 * Goes to a path of the page; the new entry of the history knows where it was reached from.
 * @param {string} to
 * @param {{ replace?: boolean }} [props]
 */
export function navigate(to, { replace = false } = {}) {
  if (replace) {
    history.replaceState(history.state, "", at(to));
  } else {
    leave();
    history.pushState({ from: pathNow() + location.search, key: newKey() }, "", at(to));
    enter();
    steps.set(steps.get() + 1);
  }
  place.set(here(false));
}

/**
 * Changes filters in the query; null or "" takes one out.
 * @param {Record<string, string | null | undefined>} changes
 * @param {{ replace?: boolean }} [props]
 */
export function setQuery(changes, { replace = true } = {}) {
  const query = new URLSearchParams(location.search);
  for (const [key, value] of Object.entries(changes)) {
    if (value === null || value === undefined || value === "") query.delete(key);
    else query.set(key, value);
  }
  const text = query.toString();
  navigate(pathNow() + (text ? `?${text}` : ""), { replace });
}

export const usePlace = () => useStore(place);

/**
 * The first route whose pattern ("/games/:id") fits, with its decoded parameters; null: none.
 * @param {Page.Route[]} routes
 * @param {string} path
 */
export function match(routes, path) {
  const parts = path.replace(/\/+$/, "").split("/");
  for (const route of routes) {
    const words = route.path.replace(/\/+$/, "").split("/");
    if (words.length !== parts.length) continue;
    /** @type {Record<string, string>} */
    const params = {};
    const fits = words.every((word, i) => {
      if (!word.startsWith(":")) return word === parts[i];
      try {
        params[word.slice(1)] = decodeURIComponent(parts[i]);
      } catch {
        return false;
      }
      return parts[i] !== "";
    });
    const rules = Object.entries(route.fits ?? {});
    if (fits && rules.every(([name, rule]) => rule(params[name]))) return { route, params };
  }
  return null;
}

/**
 * Lets plain links work without loading the page anew.
 * @param {(path: string) => boolean} isOurs
 */
export function followLinks(isOurs) {
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
    if (!(link instanceof HTMLAnchorElement) || event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    if (link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
    const to = below(link.pathname);
    if (to === null || !isOurs(to) || (link.hash && link.pathname === location.pathname)) return;
    event.preventDefault();
    opens(link);
    navigate(to + link.search + link.hash);
  });
}
