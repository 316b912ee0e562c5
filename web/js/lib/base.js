// Where this club lives, "/" or "/c/SLUG/". Paths elsewhere begin with "/" and are seen from here (docs/page.md).
export const BASE = new URL("./", document.baseURI).pathname;

/**
 * The address of a path; of one that climbs out of the club ("/v1/../../beta"), none that is answered.
 * @param {string} path
 */
export function at(path) {
  const { pathname, search, hash } = new URL(location.origin + BASE + path.slice(1));
  return pathname.startsWith(BASE) ? pathname + search + hash : `${BASE}v1/`;
}

/**
 * The path of an address; null outside the club.
 * @param {string} pathname
 */
export const below = (pathname) => (pathname.startsWith(BASE) ? pathname.slice(BASE.length - 1) : null);

/**
 * A name in the origin's storage: at "/" as it always was.
 * @param {string} name
 */
export const ours = (name) => (BASE === "/" ? name : `${name} ${BASE}`);
