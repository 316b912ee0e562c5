// The page without a network: keeps the shell and its files, and nothing of the club's data.
//
// Navigations ask the network first, so that a new version arrives; files under assets/<hash>/ never change. What
// goes to v1/ is not touched: the page's own queue (js/lib/queue.js) looks after what people enter.
//
// A worker belongs to the club below whose path it lies, "/" or "/c/SLUG/". Clubs of one origin share its caches: a
// worker looks into its own alone, removes its own alone, and answers for no address that is another's.
const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const HOME = new URL("./", worker.location.href).pathname;
const OWN = `dendro ${HOME}assets/`; // what the names of all caches of this club begin with, and of no other club's
const CACHE = `dendro ${HOME}{{base}} {{shell}}`;
/** @type {string[]} */
const FILES = JSON.parse(`{{list}}`);

worker.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.addAll([HOME, ...FILES]))
      .then(() => worker.skipWaiting()),
  );
});

worker.addEventListener("activate", (event) => {
  /** @param {string} name */
  const old = (name) => name.startsWith(OWN) && name !== CACHE;
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter(old).map((name) => caches.delete(name))))
      .then(() => worker.clients.claim()),
  );
});

/** @param {Request | string} request */
async function kept(request) {
  return caches.match(request, { ignoreVary: true, cacheName: CACHE });
}

/** @param {Request} request */
async function shell(request) {
  try {
    const answer = await fetch(request);
    if (answer.ok || answer.status < 500) return answer;
    return (await kept(HOME)) ?? answer;
  } catch (error) {
    const answer = await kept(HOME);
    if (answer) return answer;
    throw error;
  }
}

worker.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== worker.location.origin) return;
  if (!url.pathname.startsWith(HOME)) return;
  const path = url.pathname.slice(HOME.length);
  if (path === "c" || path.startsWith("c/")) return; // seen from "/": another club
  if (event.request.mode === "navigate") {
    if (!path.startsWith("v1/") && !path.includes(".")) event.respondWith(shell(event.request));
  } else if (path.startsWith("assets/")) {
    event.respondWith(kept(event.request).then((answer) => answer ?? fetch(event.request)));
  }
});
