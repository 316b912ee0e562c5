// What the browser tests stand on: a real daemon on a real file, real Chromium, and a list of tests, a few of which
// run at a time. A test gets what it asks for, and everything it opened is closed behind it.
//
// Environment: DENDRO the program (build/release/dendro, build/dev/dendro), CHROMIUM the browser, JOBS how many tests
// run at a time (the number of cores), SHOTS a folder for pictures of what was seen (tests/browser/shots), PAGE=disk:
// the page is web/ as it is on disk (web/dev.mjs), so that a change of it needs no build.
import { execFile, spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { addressOf, serve } from "../../web/dev.mjs";
import { chromium } from "../../web/node_modules/playwright-core/index.mjs";

export const SOURCE = join(dirname(fileURLToPath(import.meta.url)), "../..");
export const PHONE = { width: 390, height: 844 };
export const NARROW = { width: 360, height: 740 };
export const DESKTOP = { width: 1280, height: 900 };

/** The program; "" when there is none. */
export const DENDRO =
  process.env.DENDRO ??
  ["build/release/dendro", "build/dev/dendro"].map((name) => join(SOURCE, name)).find(existsSync) ??
  "";
/** The one without windows and menus takes half the processor's time. */
const CHROMIUM =
  process.env.CHROMIUM ?? ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"].find(existsSync) ?? "chromium";
export const SHOTS = process.env.SHOTS ?? join(SOURCE, "tests/browser/shots");
/** A busy machine is slow: a condition that does not come true in this time is a failure. */
export const PATIENCE = 240000;

/** Tests at a time: each has a daemon and a browser's window of its own. */
const JOBS = Number(process.env.JOBS ?? availableParallelism());

/** @type {{ name: string, work: (tools: Test.Tools) => Promise<void> | void }[]} */
const tests = [];
/**
 * Registers a test: `work({ club, visit, shot })`.
 * @param {string} name
 * @param {(tools: Test.Tools) => Promise<void> | void} work
 */
export function test(name, work) {
  tests.push({ name, work });
}

// ---- the daemon -------------------------------------------------------------------------------------------------

const execute = promisify(execFile);
/**
 * Without standing in the way of the tests beside this one, which would miss what happens meanwhile.
 * @param {...string} words
 */
const program = async (...words) => (await execute(DENDRO, words)).stdout.trim();

/**
 * Ports of daemons that go away and come back: below those that systems hand out by themselves, so that nobody takes
 * one in between. Which of them are free, trying tells.
 */
let nextPort = 20000 + (process.pid % 100) * 100;

/**
 * A club in a folder of its own: { url, token, get, post, reader, stop }. `demo`: with games to look at; `returns`: its
 * daemon is going to be halted, and to be again(); `today`: the day that it is there.
 * @param {Test.ClubOptions} [props]
 * @returns {Promise<Test.Club>}
 */
async function startClub({ demo = false, returns = false, today, options = [] } = {}) {
  const folder = mkdtempSync(join(tmpdir(), "dendro-browser-"));
  const db = join(folder, "club.db");
  if (demo) await program("demo", "--db", db);
  /** @type {import("node:child_process").ChildProcessByStdio<null, import("node:stream").Readable, null>} */
  let daemon;
  let url = "";
  /** @type {import("node:http").Server | null} */
  let disk = null;
  const start = async (listen = "127.0.0.1:0") => {
    const started = spawn(DENDRO, ["serve", "--db", db, "--listen", listen, ...options], {
      env: { ...process.env, ...(today && { DENDRO_TODAY: today }) },
      stdio: ["ignore", "pipe", "inherit"],
    });
    daemon = started;
    url = await new Promise((resolve, reject) => {
      let text = "";
      started.stdout.on("data", (bytes) => {
        text += bytes;
        const address = /^listening on (\S+)$/m.exec(text);
        if (address) resolve(address[1]);
      });
      started.once("error", reject);
      started.once("exit", (code) => reject(new Error(`the daemon ended with ${code}: ${text}`)));
      setTimeout(() => reject(new Error(`the daemon does not listen: ${text}`)), PATIENCE).unref();
    });
  };
  /** @returns {Promise<void>} */
  const halt = () =>
    new Promise((resolve) => {
      if (daemon.exitCode !== null || daemon.signalCode !== null) return resolve();
      daemon.once("exit", resolve);
      daemon.kill("SIGTERM");
      return undefined;
    });
  if (returns) {
    for (let tries = 0; !url; tries++) {
      await start(`127.0.0.1:${nextPort++}`).catch((error) => {
        if (tries > 100) throw error;
      });
    }
  } else {
    await start();
  }
  if (process.env.PAGE === "disk") disk = await serve({ "/": url }, 0);
  const seen = disk ? addressOf(disk) : url;
  const token = await program("token", "add", "--db", db, "--scopes", "admin", "tests");
  /**
   * @param {string} method
   * @param {string} path
   * @param {unknown} body
   * @param {string} [who]
   */
  const ask = async (method, path, body, who = token) => {
    const text = typeof body === "string" ? body : null;
    const answer = await fetch(url + path, {
      method,
      headers: {
        Authorization: `Bearer ${who}`,
        ...(body !== undefined && { "Content-Type": text !== null ? "text/plain" : "application/json" }),
      },
      body: body === undefined ? undefined : (text ?? JSON.stringify(body)),
    });
    const content = await (/json/.test(answer.headers.get("Content-Type") ?? "") ? answer.json() : answer.text());
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(content)}`);
    return content;
  };
  return {
    url: seen,
    token,
    db,
    get: (path) => ask("GET", path, undefined),
    post: (path, body = {}) => ask("POST", path, body),
    makeToken: (scopes) => program("token", "add", "--db", db, "--scopes", scopes, `tests ${scopes}`),
    /** The daemon goes away, and comes back at the same address. */
    halt,
    again() {
      if (!returns) throw new Error("a club that is going to be again() is started with `returns: true`");
      return start(new URL(url).host);
    },
    async stop() {
      disk?.close().closeAllConnections();
      await halt();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** @type {Test.Club[]} */
const standing = [];

/**
 * A club that outlasts its test, for many that only look.
 * @param {Test.ClubOptions} [options]
 */
export async function standingClub(options) {
  const daemon = await startClub(options);
  standing.push(daemon);
  return daemon;
}

// ---- the browser ------------------------------------------------------------------------------------------------

/** @type {Promise<import("playwright-core").Browser> | null} */
let browser = null;
async function getBrowser() {
  browser ??= chromium.launch({
    executablePath: CHROMIUM,
    timeout: PATIENCE,
    // Letters have the shapes that their font gives them, however this machine would round them: pictures are compared.
    args: ["--font-render-hinting=none", ...(process.getuid?.() === 0 ? ["--no-sandbox"] : [])],
  });
  return browser;
}

/** An empty page beside those of the tests, for work that a browser does best. */
export const blankPage = async () => (await (await getBrowser()).newContext()).newPage();

/**
 * Under which name a page at this path keeps who is signed in: clubs of one origin have each their own.
 * @param {string} path
 */
export const sessionKey = (path) => ["dendro.session", ...(/^\/c\/[^/]+\//.exec(path) ?? [])].join(" ");

/**
 * A person at a device of their own: a page, signed in with `token` (null: nobody). Whatever the page complains about
 * (errors, broken content security policy, missing words) fails the test.
 * @param {Test.Club} daemon
 * @param {Test.VisitOptions} [props]
 */
async function openVisit(
  daemon,
  {
    size = PHONE,
    token = daemon.token,
    path = "/",
    lang = "en",
    theme = "light",
    worker = false,
    touch = false,
    zone,
    expect = [],
    prepare,
  } = {},
) {
  const context = await (
    await getBrowser()
  ).newContext({
    baseURL: daemon.url,
    viewport: size,
    colorScheme: theme,
    locale: lang === "fr" ? "fr-FR" : "en-GB",
    timezoneId: zone,
    reducedMotion: "reduce",
    hasTouch: touch,
    serviceWorkers: worker ? "allow" : "block",
  });
  context.setDefaultTimeout(PATIENCE);
  // What pops up goes away by itself, perhaps before a test has looked: it is written down.
  await context.addInitScript(() => {
    globalThis.popped = [];
    new MutationObserver(() => {
      const text = document.querySelector(".pop")?.textContent;
      if (text && text !== globalThis.popped.at(-1)) globalThis.popped.push(text);
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });
  const page = await context.newPage();
  /** @type {string[]} */
  const complaints = [];
  const ignored = [/^Failed to load resource/, /^Service Worker registration blocked by Playwright/, ...expect];
  page.on("pageerror", (error) => complaints.push(`error: ${error.stack ?? error.message}`));
  page.on("console", (message) => {
    const kind = message.type();
    if ((kind === "error" || kind === "warning") && !ignored.some((one) => one.test(message.text()))) {
      complaints.push(`${kind}: ${message.text()}`);
    }
  });
  await prepare?.(page);
  await page.goto(token ? `${path}#token=${token}` : path);
  if (token) {
    // A token that is refused is forgotten: that fails here at once, with what the page says.
    const known = await page.waitForFunction(
      (key) => {
        const session = JSON.parse(localStorage.getItem(key) ?? "null");
        return session === null ? document.readyState === "complete" && document.body.innerText : session.scopes;
      },
      sessionKey(path),
      { timeout: PATIENCE },
    );
    const said = await known.jsonValue();
    if (typeof said === "string") throw new Error(`nobody is signed in, and the page says:\n${said}`);
  }
  return { page, context, complaints };
}

// ---- running ----------------------------------------------------------------------------------------------------

/** @param {{ name: string, work: (tools: Test.Tools) => Promise<void> | void }} props */
async function run({ name, work }) {
  /** @type {Awaited<ReturnType<typeof openVisit>>[]} */
  const visits = [];
  /** @type {Test.Club[]} */
  const clubs = [];
  /** @type {(() => unknown)[]} */
  const after = [];
  /** @type {Test.Tools} */
  const tools = {
    async club(options) {
      const daemon = await startClub(options);
      clubs.push(daemon);
      return daemon;
    },
    async visit(daemon, options) {
      const one = await openVisit(daemon, options);
      visits.push(one);
      return one.page;
    },
    async shot(page, title) {
      mkdirSync(SHOTS, { recursive: true });
      await page.screenshot({ path: join(SHOTS, `${title}.png`) });
    },
    /** Complaints heard so far, taken back: for a test that provokes them. */
    complaints: (page) => visits.find((one) => one.page === page)?.complaints.splice(0) ?? [],
    after: (last) => after.push(last),
  };
  const began = performance.now();
  /** @type {unknown} */
  let failure = null;
  try {
    await work(tools);
    const heard = visits.flatMap((one) => one.complaints);
    if (heard.length > 0) throw new Error(`the page complains:\n${heard.join("\n")}`);
  } catch (error) {
    failure = error;
    for (const [i, { page }] of visits.entries()) {
      await tools.shot(page, `FAILED ${name.replace(/[^a-z0-9]+/gi, "-")} ${i}`).catch(() => {});
    }
    for (const { complaints } of visits) for (const line of complaints) console.log(`    ${line}`);
  }
  for (const last of after) await last();
  for (const { context } of visits) await context.close().catch(() => {});
  for (const daemon of clubs) await daemon.stop();
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(`${failure ? "FAILED" : "ok    "}  ${name} (${seconds} s)`);
  if (failure) console.log(String(failure instanceof Error ? failure.stack : failure).replace(/^/gm, "    "));
  return !failure;
}

/**
 * Runs what was registered; words pick tests by their names. Ends the process.
 * @param {string[]} words
 */
export async function main(words) {
  if (!DENDRO) {
    console.error("browser: there is no program; build it, or say where it is with DENDRO=");
    process.exit(2);
  }
  const chosen = tests.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)));
  const rest = [...chosen];
  let failed = 0;
  const worker = async () => {
    for (let one = rest.shift(); one; one = rest.shift()) {
      const good = await run(one);
      if (!good) failed++;
    }
  };
  await Promise.all(Array.from({ length: JOBS }, worker));
  await (await browser)?.close();
  for (const daemon of standing) await daemon.stop();
  console.log(`${chosen.length - failed} passed, ${failed} failed`);
  process.exit(failed > 0 || chosen.length === 0 ? 1 : 0);
}
