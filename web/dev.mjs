// For whoever works on the page: serves web/ as it is on disk, freshly gathered at every load, and hands everything
// else to a running daemon. No build between a change and a reload.
//
// usage: node web/dev.mjs DAEMON [PORT]      node web/dev.mjs http://127.0.0.1:8080 8090
import { createServer, request } from "node:http";
import { gather } from "./embed.mjs";

const [, , daemon = "http://127.0.0.1:8080", port = "8090"] = process.argv;
const WORDS =
  "new|sheet|games|people|leaderboard|records|nights|seasons|tables|titles|years|cards|audit|settings|signin";
const PAGES = new RegExp(`^/(${WORDS})?(/.*)?$`);

/** @param {string} policy */
function guard(policy) {
  return (
    `default-src 'none'; script-src 'self' ${policy}; style-src 'self'; img-src 'self'; connect-src 'self'; ` +
    "worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
  );
}

let page = gather();

createServer((ask, answer) => {
  const path = new URL(ask.url ?? "/", "http://here").pathname;
  const own = path.startsWith("/assets/") || path === "/sw.js";
  if (own || (PAGES.test(path) && ask.method === "GET")) {
    if (!own) page = gather();
    const file = page.files.find((one) => one.path === (own ? path : "/"));
    if (!file) return answer.writeHead(404).end();
    answer.writeHead(200, {
      "Content-Type": file.type,
      "Cache-Control": "no-cache",
      "Content-Security-Policy": guard(page.policy),
    });
    return answer.end(file.bytes);
  }
  const onward = request(new URL(ask.url ?? "/", daemon), { method: ask.method, headers: ask.headers }, (reply) => {
    answer.writeHead(reply.statusCode ?? 502, reply.headers);
    reply.pipe(answer);
  });
  onward.on("error", () => answer.writeHead(502).end());
  ask.pipe(onward);
  return undefined;
}).listen(Number(port), "127.0.0.1", () => console.log(`http://127.0.0.1:${port}/`));
