// For whoever works on the page: serves web/ as it is on disk, gathered anew when a file has changed, and hands
// everything else to a running daemon. No build between a change and a reload.
//
// usage: node web/dev.mjs DAEMON [PORT]           node web/dev.mjs http://127.0.0.1:8080 8090
//        node web/dev.mjs SLUG=DAEMON... [PORT]   a host of many: each daemon's club under /c/SLUG/, their list at /
import { createServer, request } from "node:http";
import { readdirSync, realpathSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gather } from "./embed.mjs";

const WEB = dirname(fileURLToPath(import.meta.url));
const DEEP = "sheet|games|people|leaderboard|nights|seasons|titles|years|cards|audit|settings";
const PAGES = new RegExp(`^/((${DEEP})(/.*)?|new|puzzle|records|tables|waiting|signin)?$`);

/** What src/http/page.c says. */
const GUARD =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; worker-src 'self'; " +
  "manifest-src 'self'; base-uri 'self'; form-action 'none'; frame-ancestors 'none'";

/** @typedef {Awaited<ReturnType<typeof gather>>} Page what gather() makes of the files on disk */

/** @type {{ stamp: string, page: Promise<Page> } | null} */
let last = null;
/** The page as it is on disk: made anew when a file has changed. */
function fresh() {
  const files = [".", "css", "glyphs", "js", "static"].flatMap((folder) =>
    readdirSync(join(WEB, folder), { withFileTypes: true, recursive: folder !== "." })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath ?? entry.path, entry.name)),
  );
  const times = files.map((path) => `${path} ${statSync(path).mtimeMs}`);
  const stamp = times.join("\n");
  if (last?.stamp !== stamp) last = { stamp, page: gather() };
  return last.page;
}

/**
 * The clubs of a host as its daemon lists them.
 * @param {Record<string, string>} clubs
 */
async function list(clubs) {
  /** @param {[string, string]} club */
  const named = async ([base, daemon]) => {
    const slug = base.split("/")[2];
    const said = await fetch(new URL("/v1/club", daemon)).then((answer) => answer.json());
    return { slug, name: said.name || slug };
  };
  return { clubs: await Promise.all(Object.entries(clubs).map(named)) };
}

/**
 * @param {import("node:http").ServerResponse} answer
 * @param {number} status
 * @param {unknown} body
 */
const json = (answer, status, body) =>
  answer.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));

/**
 * Starts to serve on this machine; port 0 is any that is free. `clubs`: where each club's daemon is, by the path that
 * it lives under, { "/": "http://…" } or { "/c/alpha/": "http://…" }. `pageOf(base)` makes a club's page at every load.
 * @param {Record<string, string>} clubs
 * @param {number} port
 * @param {(base: string) => Promise<Page>} [pageOf]
 * @returns {Promise<import("node:http").Server>}
 */
export function serve(clubs, port, pageOf = fresh) {
  /** @type {Map<string, Promise<Page>>} */
  const pages = new Map();
  /**
   * @param {string} path
   * @param {string} base where the club is
   * @param {import("node:http").ServerResponse} answer
   * @param {string} [more] what else the shell says there
   * @param {number} [status] 404: the shell, at an address at which nothing is
   */
  const send = async (path, base, answer, more = "", status = 200) => {
    const asked = (path !== "/" && pages.get(base)) || pageOf(base);
    pages.set(base, asked);
    const page = await asked;
    const file = page.files.find((one) => one.path === path);
    if (!file) return answer.writeHead(404).end();
    const line = `<base href="${base}"${more}>`;
    const shell = () => Buffer.from(file.bytes.toString("utf8").replace('<base href="/">', line));
    answer.writeHead(status, {
      "Content-Type": file.type,
      "Cache-Control": "no-cache",
      "Content-Security-Policy": GUARD,
    });
    return answer.end(path === "/" ? shell() : file.bytes);
  };
  /**
   * The same; what is wrong with the sources is said where somebody looks.
   * @param {Parameters<typeof send>} what
   */
  const sendFile = (...what) =>
    send(...what).catch((error) => {
      console.error(error.message);
      what[2].writeHead(500, { "Content-Type": "text/plain; charset=utf-8" }).end(error.message);
    });
  /**
   * A person who looks around, as the daemon sees one (src/http/page.c).
   * @param {import("node:http").IncomingMessage} ask
   * @param {string} path
   */
  const isVisitor = (ask, path) =>
    ask.method === "GET" && !/^(\/c\/[^/]*)?\/v1(\/|$)/.test(path) && /text\/html/.test(ask.headers.accept ?? "");
  /** @param {string} path */
  const isFile = (path) => path.startsWith("/assets/") || path === "/sw.js";
  /**
   * What lies at the root of a host of many.
   * @param {string} path
   * @param {import("node:http").ServerResponse} answer
   * @param {boolean} visitor
   */
  const root = (path, answer, visitor) => {
    if (`${path}/` in clubs) return answer.writeHead(308, { Location: `${path}/` }).end();
    if (path === "/v1/clubs") {
      return list(clubs).then(
        (body) => json(answer, 200, body),
        () => json(answer, 502, { title: "a daemon is away" }),
      );
    }
    const known = path === "/" || isFile(path);
    return sendFile(!known && visitor ? "/" : path, "/", answer, " data-clubs", known ? 200 : 404);
  };
  const server = createServer((ask, answer) => {
    const whole = ask.url ?? "/";
    const { pathname } = new URL(whole, "http://here");
    const base = Object.keys(clubs).find((one) => pathname.startsWith(one));
    if (!base) return root(pathname, answer, isVisitor(ask, pathname));
    const path = pathname.slice(base.length - 1);
    if (isFile(path)) return sendFile(path, base, answer);
    if (PAGES.test(path) && ask.method === "GET") return sendFile("/", base, answer);
    if (isVisitor(ask, path) && !/^\/(openapi\.json|healthz|readyz|metrics)$/.test(path)) {
      return sendFile("/", base, answer, "", 404);
    }
    const to = new URL(whole.slice(base.length - 1), clubs[base]);
    const onward = request(to, { method: ask.method, headers: ask.headers }, (reply) => {
      answer.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(answer);
    });
    onward.on("error", () => (answer.headersSent ? answer.destroy() : answer.writeHead(502).end()));
    answer.on("close", () => onward.destroy()); // who followed a game has gone
    ask.pipe(onward);
    return undefined;
  });
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => resolve(server));
  });
}

/**
 * Where a server of serve() is.
 * @param {import("node:http").Server} server
 */
export const addressOf = (server) =>
  `http://127.0.0.1:${/** @type {import("node:net").AddressInfo} */ (server.address()).port}`;

if (process.argv[1] && realpathSync(process.argv[1]) === realpathSync(fileURLToPath(import.meta.url))) {
  const words = process.argv.slice(2);
  const port = Number(words.find((word) => /^\d+$/.test(word)) ?? 8090);
  const daemons = words.filter((word) => !/^\d+$/.test(word));
  const pairs = (daemons.length > 0 ? daemons : ["http://127.0.0.1:8080"]).map((word) => {
    const [, slug, daemon] = /^(?:([a-z0-9-]{1,40})=)?(.+)$/.exec(word) ?? [];
    return [slug ? `/c/${slug}/` : "/", daemon];
  });
  console.log(`${addressOf(await serve(Object.fromEntries(pairs), port))}/`);
}
