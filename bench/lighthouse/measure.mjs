// Lighthouse's mobile preset (simulated slow 4G, a processor four times slower) on every view of the page.
//
// usage: node bench/lighthouse/measure.mjs DAEMON TOKEN [WORD]...
//
// DAEMON is the address of a daemon whose club has a game of each kind, one under way, and a season; TOKEN may run the
// club; words pick views. Each view is opened once, in a browser of its own, by somebody who has never been there.
// Prints a line a view, separated by tabs:
//
//   view  performance  accessibility  FCP(ms)  LCP(ms)  TBT(ms)  CLS  requests  bytes
//
// Requests are all that the page asked for until it was quiet: the shell, scripts, styles, calls of the API. What the
// browser wants for itself (icon, manifest), and what the service worker fetches afterwards, is not in them.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { launch } from "chrome-launcher";
import lighthouse from "lighthouse";

const here = dirname(fileURLToPath(import.meta.url));
const TRIES = 4;
const OTHERS = /^(data|blob):|\/static\/[^/]+$/;
const FLAGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** The addresses of the page, as its table has them. */
function routes() {
  const text = readFileSync(join(here, "../../web/js/main.js"), "utf8");
  const table = /^const ROUTES = \[$(.*?)^\];$/ms.exec(text)?.[1] ?? "";
  const paths = [...table.matchAll(/path: "([^"]+)"/g)].map(([, path]) => path);
  if (paths.length < 20) throw new Error("the table of addresses in web/js/main.js is not what it was");
  return paths;
}

/**
 * What stands for the words of addresses that begin with a colon, in this club.
 * @param {(path: string) => Promise<any>} get
 */
async function club(get) {
  const { games } = await get("/v1/games?order=newest&limit=500");
  const { rows } = await get("/v1/leaderboard?game=foret&order=games");
  const { seasons } = await get("/v1/seasons");
  const { pads } = await get("/v1/pads");
  const { nights } = await get("/v1/nights");
  const kinds = ["foret", "grandbois", "ecos", "biotopes"];
  /** @type {(game: string, status: string) => number | undefined} */
  const find = (game, status) =>
    games.find((/** @type {Game} */ one) => one.game === game && one.status === status && one.level === "table")?.id;
  const finished = kinds.map((kind) => [kind, find(kind, "finished")]);
  const live = kinds.map((kind) => [kind, find(kind, "live")]);
  for (const [kind, id] of finished) if (!id) throw new Error(`the club has no finished game of ${kind}`);
  const each = (/** @type {string} */ tail) =>
    Object.fromEntries(finished.map(([kind, id]) => [kind, `/games/${id}${tail}`]));
  return /** @type {Record<string, Record<string, string>>} */ ({
    "/sheet/:draft": { "": "/sheet/none" },
    "/games/:id": {
      ...each(""),
      ...Object.fromEntries(live.flatMap(([kind, id]) => (id ? [[`${kind}, live`, `/games/${id}`]] : []))),
    },
    "/games/:id/replay": each("/replay"),
    "/games/:id/correct": each("/correct"),
    "/games/:id/print": each("/print"),
    "/nights/:day": { "": `/nights/${nights[0].day}` },
    "/titles/:id": { "": "/titles/foret" },
    "/years/:year": { "": `/years/${nights[0].day.slice(0, 4)}` },
    "/people/:id": { "": `/people/${rows[0].handle}` },
    "/people/:id/vs/:other": { "": `/people/${rows[0].handle}/vs/${rows[1].handle}` },
    "/seasons/:id": { "": `/seasons/${seasons[0].id}` },
    "/seasons/:id/print": { "": `/seasons/${seasons[0].id}/print` },
    "/cards/:card": { "": "/cards/bee?game=foret" },
    "/settings/pads/:pad": { "": `/settings/pads/${pads[0].hash}` },
  });
}

/** @typedef {{ id: number, game: string, status: string, level: string }} Game */
/** @typedef {{ url: string, sessionTargetType: string, transferSize: number }} Item */

/** Where somebody has to be signed in to see more than a way in. */
const SIGNED = /^\/(new|tables|sheet|settings)(\/|$)/;

/**
 * @param {string} address
 * @returns {Promise<(string | number)[]>}
 */
async function measure(address) {
  const folder = mkdtempSync(join(tmpdir(), "dendro-lighthouse-"));
  const chrome = await launch({
    chromePath: process.env.CHROME_PATH ?? "/usr/bin/chromium",
    chromeFlags: FLAGS,
    ignoreDefaultFlags: true,
    userDataDir: folder,
  });
  try {
    const found = await lighthouse(address, {
      port: chrome.port,
      logLevel: "error",
      onlyCategories: ["performance", "accessibility"],
    });
    if (!found || found.lhr.runtimeError) throw new Error(`${address}: ${found?.lhr.runtimeError?.message}`);
    const { audits, categories } = found.lhr;
    const items = /** @type {Item[]} */ (/** @type {unknown} */ (audits["network-requests"].details?.items));
    const asked = items.filter((one) => one.sessionTargetType === "page" && !OTHERS.test(one.url));
    const requests = new Set(asked.map(({ url }) => url)).size; // what comes out of the browser's cache is listed again
    const bytes = asked.reduce((sum, { transferSize }) => sum + transferSize, 0);
    const score = (/** @type {string} */ name) => Math.round((categories[name].score ?? 0) * 100);
    const value = (/** @type {string} */ name) => audits[name].numericValue ?? Number.NaN;
    return [
      score("performance"),
      score("accessibility"),
      Math.round(value("first-contentful-paint")),
      Math.round(value("largest-contentful-paint")),
      Math.round(value("total-blocking-time")),
      value("cumulative-layout-shift").toFixed(3),
      requests,
      bytes,
    ];
  } finally {
    chrome.kill();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/**
 * A browser that did not start well is no figure: it is tried again.
 * @param {string} address
 */
async function patiently(address) {
  for (let tries = 1; ; tries++) {
    try {
      return await measure(address);
    } catch (error) {
      if (tries === TRIES) throw error;
    }
  }
}

const [daemon, token, ...words] = process.argv.slice(2);
const get = async (/** @type {string} */ path) => {
  const answer = await fetch(daemon + path, { headers: { Authorization: `Bearer ${token}` } });
  if (!answer.ok) throw new Error(`GET ${path}: ${answer.status}`);
  return answer.json();
};
const real = await club(get);
for (const route of routes()) {
  const places = real[route] ?? (route.includes(":") ? null : { "": route });
  if (!places) throw new Error(`bench/lighthouse/measure.mjs does not know what stands for ${route}`);
  for (const [kind, path] of Object.entries(places)) {
    const name = kind ? `${route} (${kind})` : route;
    if (words.length > 0 && !words.some((word) => name.includes(word))) continue;
    const figures = await patiently(daemon + path + (SIGNED.test(route) ? `#token=${token}` : ""));
    console.log([name, ...figures].join("\t"));
  }
}
process.exit(0);
