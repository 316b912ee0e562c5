// Where this club lives, "/" or "/c/SLUG/": paths elsewhere are seen from here (docs/page.md).
export const BASE = new URL("./", document.baseURI).pathname;

/** @param {string} path one that climbs out of the club ("/v1/../../beta") gets an address without an answer */
export function at(path) {
  const { pathname, search, hash } = new URL(location.origin + BASE + path.slice(1));
  return pathname.startsWith(BASE) ? pathname + search + hash : `${BASE}v1/`;
}

/** @param {string} pathname of an address; null: outside the club */
export const below = (pathname) => (pathname.startsWith(BASE) ? pathname.slice(BASE.length - 1) : null);

/** @param {string} name in the origin's storage: at "/" as it always was */
export const ours = (name) => (BASE === "/" ? name : `${name} ${BASE}`);

const ASSETS = new URL("../", document.querySelector("script")?.src ?? document.baseURI);
/** @param {string} path of a file of the page, "glyphs/foret.svg" */
export const assets = (path) => new URL(path, ASSETS).href;
