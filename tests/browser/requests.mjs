// How much a view asks for when somebody comes who has never been there: few files, and nothing twice. And what the
// program has embedded is what the page uses.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gather } from "../../web/embed.mjs";
import { DENDRO, SOURCE, test } from "./harness.mjs";
import { settled, until } from "./steps.mjs";

const MOST = 15;
/** Looks in a row at which nothing had been asked for since the one before. */
const QUIET = 12;

/**
 * The addresses of main.js, with what this club has where they have a colon.
 * @param {Test.Club} daemon
 */
async function addresses(daemon) {
  const text = readFileSync(join(SOURCE, "web/js/main.js"), "utf8");
  const table = /^const ROUTES = \[$(.*?)^\];$/ms.exec(text)?.[1] ?? "";
  const routes = [...table.matchAll(/path: "([^"]+)"/g)].map(([, path]) => path);
  assert.ok(routes.length > 30, "the table of addresses is not what it was");
  const bio = execFileSync(DENDRO, "simulate --game biotopes --seats 3 --level table --seed 5 --games 1".split(" "));
  await daemon.post("/v1/games", bio.toString());
  const { id: season } = await daemon.post("/v1/seasons", { name: "Autumn", from: "2026-08-01", to: "2026-12-31" });
  const { games } = await daemon.get("/v1/games?order=newest&limit=500");
  const { rows } = await daemon.get("/v1/leaderboard?game=foret&order=games");
  const { pads } = await daemon.get("/v1/pads");
  const { nights } = await daemon.get("/v1/nights");
  const finished = ["foret", "grandbois", "ecos", "biotopes"].map((game) => {
    const found = games.find((/** @type {Api.Game} */ one) => one.game === game && one.level === "table");
    return `/games/${found.id}`;
  });
  // One under way of each kind, a few moves old.
  const live = [];
  for (const game of ["foret", "grandbois", "ecos", "biotopes"]) {
    const words = ["simulate", "--game", game, "--seats", "3", "--level", "table", "--seed", "6", "--games", "1"];
    const record = execFileSync(DENDRO, words).toString();
    const lines = record.split("\n").filter((line) => !/^(digest|total)|: total /.test(line));
    live.push(`/games/${(await daemon.post("/v1/games", lines.slice(0, 40).join("\n"))).game}`);
  }
  // One that has a review: an address to look at it is for those.
  const words = "simulate --game foret --seats 3 --level full --seed 5 --games 1".split(" ");
  const { game: reviewed } = await daemon.post("/v1/games", execFileSync(DENDRO, words).toString());
  await daemon.post(`/v1/games/${reviewed}/review`, { budget: 64 });
  await until(async () => (await daemon.get(`/v1/games/${reviewed}/review`)).status === "done", "it is reviewed");
  const [one, other] = rows.map((/** @type {{ handle: string }} */ row) => row.handle);
  const real = /** @type {Record<string, string[]>} */ ({
    "/sheet/:draft": ["/sheet/none"],
    "/games/:id": [...finished, ...live],
    "/games/:id/replay": [...finished, `/games/${reviewed}`].map((path) => `${path}/replay`),
    "/games/:id/review": [`/games/${reviewed}/review`],
    "/games/:id/correct": finished.map((path) => `${path}/correct`),
    "/games/:id/print": finished.map((path) => `${path}/print`),
    "/nights/:day": [`/nights/${nights[0].day}`],
    "/titles/:id": ["/titles/foret"],
    "/years/:year": ["/years/2026"],
    "/people/:id": [`/people/${one}`],
    "/people/:id/vs/:other": [`/people/${one}/vs/${other}`],
    "/seasons/:id": [`/seasons/${season}`],
    "/seasons/:id/print": [`/seasons/${season}/print`],
    "/cards/:card": ["/cards/bee?game=foret"],
    "/settings/pads/:pad": [`/settings/pads/${pads[0].hash}`],
  });
  return routes.flatMap((route) => {
    assert.ok(!route.includes(":") || real[route], `nobody has said what stands for ${route}`);
    return real[route] ?? [route];
  });
}

test("requests: every view begins with few of them, and asks for nothing twice", async ({ club, visit }) => {
  const daemon = await club({ demo: true });
  /** @type {string[]} */
  const many = [];
  for (const path of await addresses(daemon)) {
    const page = await visit(daemon, { path: "/healthz", token: null });
    /** @type {string[]} */
    const asked = [];
    /** @type {string[]} */
    const failed = [];
    page.on("request", (request) => {
      const { pathname, search } = new URL(request.url());
      // What the browser wants for itself stands in nobody's way.
      if (!/\/static\/[^/]+$/.test(pathname)) asked.push(pathname + search);
    });
    // That nobody has asked for a review, or that there is no puzzle, is an answer.
    const none = /^404 .*\/v1\/(games\/\d+\/review|puzzle)$/;
    page.on("response", (answer) => {
      const said = `${answer.status()} ${answer.url()}`;
      if (answer.status() >= 400 && !none.test(said)) failed.push(said);
    });
    const signed = /^\/(new|tables|sheet|settings)/.test(path) ? `#token=${daemon.token}` : "";
    await page.goto(path + signed);
    await settled(page);
    let [before, quiet] = [0, 0];
    await until(() => {
      quiet = before === asked.length ? quiet + 1 : 0;
      before = asked.length;
      return quiet === QUIET;
    }, "nothing more is asked for");
    assert.deepEqual(failed, [], `${path}: what was asked for is there`);
    assert.deepEqual(
      asked.filter((one, i) => asked.indexOf(one) !== i),
      [],
      `${path} asks for nothing twice`,
    );
    if (asked.length > MOST) many.push(`${path} begins with ${asked.length} requests:\n${asked.join("\n")}`);
    await page.context().close();
  }
  assert.deepEqual(many, []);
});

test("requests: the same sources make the same files, and each of them is used", async () => {
  const [once, again] = [await gather(), await gather()];
  assert.equal(once.hash, again.hash);
  assert.deepEqual(
    once.files.map(({ path, bytes }) => [path, bytes.toString()]),
    again.files.map(({ path, bytes }) => [path, bytes.toString()]),
  );
  // The same in another folder: no path of this machine is in them.
  const folder = mkdtempSync(join(tmpdir(), "dendro-web-"));
  execFileSync("cp", ["-r", join(SOURCE, "web"), folder]);
  const { gather: elsewhere } = await import(join(folder, "web/embed.mjs"));
  assert.equal((await elsewhere()).hash, once.hash);
  rmSync(folder, { recursive: true });
  const text = new Map(once.files.map(({ path, bytes }) => [path.split("/").slice(3).join("/"), bytes.toString()]));
  const scripts = [...text.keys()].filter((path) => path.endsWith(".js") && path.includes("/"));
  const all = scripts.map((path) => text.get(path)).join("\n");
  for (const path of scripts) {
    const name = path.split("/").at(-1) ?? "";
    assert.ok(path === "js/main.js" || all.includes(`/${name}"`), `${path} is loaded by nobody`);
  }
  for (const [, name] of all.matchAll(/(?:from|import|import\()"[./]*\/([^"/]+\.js)"/g)) {
    assert.ok(
      scripts.some((path) => path.endsWith(`/${name}`)),
      `${name} is not there`,
    );
  }
});
