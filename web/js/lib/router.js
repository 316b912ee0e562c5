// Addresses: a path, seen from the base, is a view, its query the view's filters, so that what is seen can be shared as
// a link.
import { at, below } from "./base.js";
import { createStore, useStore } from "./store.js";

const pathNow = () => below(location.pathname) ?? location.pathname;
const here = () => ({ path: pathNow(), query: new URLSearchParams(location.search) });
export const place = createStore(/** @type {{ path: string, query: URLSearchParams }} */ (here()));
/** How often somebody has gone from one view to another. */
export const steps = createStore(0);
addEventListener("popstate", () => {
  steps.set(steps.get() + 1);
  place.set(here());
});

/** The path of the view that somebody came from; null for who begins here. */
export const cameFrom = () => /** @type {{ from?: string } | null} */ (history.state)?.from ?? null;

/**
 * Goes to a path of the page; the new entry of the history knows where it was reached from.
 * @param {string} to
 * @param {{ replace?: boolean }} [props]
 */
export function navigate(to, { replace = false } = {}) {
  const state = replace ? history.state : { from: pathNow() + location.search };
  history[replace ? "replaceState" : "pushState"](state, "", at(to));
  if (!replace) steps.set(steps.get() + 1);
  place.set(here());
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
    if (fits) return { route, params };
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
    navigate(to + link.search + link.hash);
  });
}
