// For whoever works on the page: serves web/ as it is on disk, freshly gathered at every load, and hands everything
// else to a running daemon. No build between a change and a reload.
//
// usage: node web/dev.mjs DAEMON [PORT]           node web/dev.mjs http://127.0.0.1:8080 8090
//        node web/dev.mjs SLUG=DAEMON... [PORT]   a host of many: each daemon's club under /c/SLUG/, their list at /
import { createServer, request } from "node:http";
import { realpathSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gather } from "./embed.mjs";

const DEEP = "sheet|games|people|leaderboard|nights|seasons|titles|years|cards|audit|settings";
const PAGES = new RegExp(`^/((${DEEP})(/.*)?|new|records|tables|waiting|signin)?$`);

/** @param {string} policy */
function guard(policy) {
  return (
    `default-src 'none'; script-src 'self' ${policy}; style-src 'self'; img-src 'self'; connect-src 'self'; ` +
    "worker-src 'self'; manifest-src 'self'; base-uri 'self'; form-action 'none'; frame-ancestors 'none'"
  );
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
 * @param {(base: string) => ReturnType<typeof gather>} [pageOf]
 * @returns {Promise<import("node:http").Server>}
 */
export function serve(clubs, port, pageOf = gather) {
  /** @type {Map<string, ReturnType<typeof gather>>} */
  const pages = new Map();
  /**
   * @param {import("node:http").ServerResponse} answer
   * @param {string} path
   * @param {string} base where the club is
   * @param {string} [more] what else the shell says there
   * @param {number} [status] 404: the shell, at an address at which nothing is
   */
  const sendFile = (answer, path, base, more = "", status = 200) => {
    const page = (path !== "/" && pages.get(base)) || pageOf(base);
    pages.set(base, page);
    const file = page.files.find((one) => one.path === path);
    if (!file) return answer.writeHead(404).end();
    const line = `<base href="${base}"${more}>`;
    const shell = () => Buffer.from(file.bytes.toString("utf8").replace('<base href="/">', line));
    answer.writeHead(status, {
      "Content-Type": file.type,
      "Cache-Control": "no-cache",
      "Content-Security-Policy": guard(page.policy),
    });
    return answer.end(path === "/" ? shell() : file.bytes);
  };
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
    return sendFile(answer, !known && visitor ? "/" : path, "/", " data-clubs", known ? 200 : 404);
  };
  const server = createServer((ask, answer) => {
    const whole = ask.url ?? "/";
    const { pathname } = new URL(whole, "http://here");
    const base = Object.keys(clubs).find((one) => pathname.startsWith(one));
    if (!base) return root(pathname, answer, isVisitor(ask, pathname));
    const path = pathname.slice(base.length - 1);
    if (isFile(path)) return sendFile(answer, path, base);
    if (PAGES.test(path) && ask.method === "GET") return sendFile(answer, "/", base);
    if (isVisitor(ask, path) && !/^\/(openapi\.json|healthz|readyz|metrics)$/.test(path)) {
      return sendFile(answer, "/", base, "", 404);
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
