// The page without a network: keeps the shell and its files, and nothing of the club's data.
//
// Navigations ask the network first, so that a new version arrives; files under /assets/<hash>/ never change. What
// goes to /v1 is not touched: the page's own queue (js/lib/queue.js) looks after what people enter.
const SHELL = "{{shell}}";
const BASE = "{{base}}";
const CACHE = `dendro ${BASE} ${SHELL}`;
const FILES = JSON.parse(`{{list}}`);

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.addAll(["/", ...FILES]))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

async function kept(request) {
  return caches.match(request, { ignoreVary: true });
}

async function shell(request) {
  try {
    const answer = await fetch(request);
    if (answer.ok || answer.status < 500) return answer;
    return (await kept("/")) ?? answer;
  } catch (error) {
    const answer = await kept("/");
    if (answer) return answer;
    throw error;
  }
}

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== self.location.origin) return;
  if (event.request.mode === "navigate") {
    if (!url.pathname.startsWith("/v1/") && !url.pathname.includes(".")) event.respondWith(shell(event.request));
  } else if (url.pathname.startsWith("/assets/")) {
    event.respondWith(kept(event.request).then((answer) => answer ?? fetch(event.request)));
  }
});
