// Nothing that somebody entered gets lost: every write is put on the device first, with its Idempotency-Key, and sent
// when there is a network, in order within a game, also after a reload. Sending the same entry twice changes nothing.
// What the daemon refuses stays until a person decides; what comes after it in the same game waits.
import { Problem, Unreachable, call, online } from "./api.js";
import { all, put, remove } from "./idb.js";
import { session } from "./session.js";
import { createKept, createStore } from "./store.js";

/**
 * What waits, oldest first: { id, key, group, kind, path, body, about, created, problem }.
 * `group` is the game; `about` is for people ({ title, lines }); `problem` (status, id, detail, ply) when refused.
 */
export const outbox = createStore([]);

/** Games opened on this device before the daemon numbered them: { "local-…": 12 }. */
export const localGames = createKept("dendro.local-games", {});

const listeners = new Set();
const channel = "BroadcastChannel" in globalThis ? new BroadcastChannel("dendro-outbox") : null;
const FIRST_WAIT = 1000;
const LONGEST_WAIT = 30000;
const PATIENCE = 20000; // for an answer; a network that swallows requests is none
let wait = FIRST_WAIT;
let timer = null;
let running = null;

export const newKey = () =>
  crypto.randomUUID?.() ??
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
export const newLocalGame = () => `local-${newKey()}`;
/** The number of a game that was opened here, once the daemon has given it one. */
export const realGame = (id) => (String(id).startsWith("local-") ? (localGames.get()[id] ?? null) : Number(id));
/** The queue of a game: the one it was opened in, so that its entries stay in order. */
export function groupOf(id) {
  if (String(id).startsWith("local-")) return String(id);
  const opened = Object.entries(localGames.get()).find(([, number]) => number === Number(id));
  return opened ? opened[0] : `game-${id}`;
}

/** Calls `listener(item, answer)` when an entry has arrived, from this tab or another. Returns how to stop. */
export function onSent(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

async function refresh() {
  outbox.set(await all("outbox"));
}

async function changed() {
  await refresh();
  channel?.postMessage({ changed: true });
}

function tell(item, answer) {
  for (const listener of [...listeners]) listener(item, answer);
}

/**
 * Keeps an entry on the device and sends it as soon as that goes. Resolves once it is on the device; rejects when the
 * device cannot keep it, and then nothing was entered. `{game}` in the path is the number of the group's game.
 */
export async function send({ group, kind, path, body, about }) {
  const item = { key: newKey(), group, kind, path, body, about, created: Date.now(), problem: null };
  item.id = await put("outbox", item);
  await changed();
  flush();
  return item.id;
}

/** The entries of a game that have not arrived. */
export const waitingFor = (items, id) => items.filter((item) => item.group === groupOf(id));

function pathOf(item) {
  if (!item.path.includes("{game}")) return item.path;
  const number = localGames.get()[item.group];
  return number ? item.path.replace("{game}", number) : null;
}

async function arrived(item, answer) {
  if (item.kind === "open" && item.group.startsWith("local-")) {
    localGames.set({ ...localGames.get(), [item.group]: answer.game });
  }
  // Told before it is taken out: for a moment it is in both places, never in none.
  tell(item, answer);
  channel?.postMessage({ sent: item, answer });
  await remove("outbox", item.id);
  await changed();
}

async function refused(item, error) {
  const { status, id, detail, message, ply, rule } = error;
  await put("outbox", { ...item, problem: { status, id, detail: detail ?? message, ply, rule } });
  await changed();
}

const passes = (error) => error instanceof Unreachable || error.status >= 500 || error.status === 429;

/** Sends what can be sent. Returns false when something has to wait for the network. */
async function sendAll() {
  const blocked = new Set();
  for (;;) {
    const items = await all("outbox");
    const item = items.find((one) => {
      if (blocked.has(one.group)) return false;
      if (one.problem) blocked.add(one.group);
      return !one.problem;
    });
    if (!item) return true;
    const path = pathOf(item);
    if (!path) {
      blocked.add(item.group); // its game was dropped before it was opened
      continue;
    }
    try {
      const signal = AbortSignal.timeout(PATIENCE);
      await arrived(item, await call("POST", path, { body: item.body, key: item.key, signal }));
    } catch (error) {
      if (passes(error)) return false;
      if (!(error instanceof Problem)) throw error;
      await refused(item, error);
      blocked.add(item.group);
    }
  }
}

/** One tab sends at a time. */
const alone = (work) => (navigator.locks ? navigator.locks.request("dendro-outbox", work) : work());

/** Sends what waits, now. */
export function flush() {
  clearTimeout(timer);
  running ??= alone(sendAll)
    .then(
      (done) => {
        wait = done ? FIRST_WAIT : Math.min(2 * wait, LONGEST_WAIT);
        return done;
      },
      (error) => {
        console.error(error);
        wait = Math.min(2 * wait, LONGEST_WAIT);
        return false;
      },
    )
    .then((done) => {
      running = null;
      if (!done) timer = setTimeout(flush, wait);
      else if (outbox.get().some((item) => !item.problem && pathOf(item))) flush();
    });
  return running;
}

/**
 * Takes an entry out before it is sent; with `following`, also those of the same game that come after it. False when
 * it had left already: then it is the daemon's, and has to be taken back there.
 */
export async function drop(item, { following = false } = {}) {
  const there = await alone(async () => {
    const items = await all("outbox");
    for (const one of items) {
      if (one.id === item.id || (following && one.group === item.group && one.id > item.id)) {
        await remove("outbox", one.id);
      }
    }
    return items.some((one) => one.id === item.id);
  });
  await changed();
  flush();
  return there;
}

/**
 * Tries a refused entry again, as a new one; after a 409 at the place where the game stands now, with all that follow.
 */
export async function retry(item) {
  const shift =
    item.problem?.id === "game.ply" && Number.isInteger(item.problem.ply) ? item.problem.ply - item.body.ply : 0;
  await alone(async () => {
    for (const one of await all("outbox")) {
      if (one.group !== item.group || one.id < item.id) continue;
      const body = shift && Number.isInteger(one.body?.ply) ? { ...one.body, ply: one.body.ply + shift } : one.body;
      await put("outbox", { ...one, body, problem: null, key: newKey() });
    }
  });
  await changed();
  flush();
}

/** Entries that were refused for want of a token are tried again with the new one. */
session.watch(async (now) => {
  if (!now) return;
  for (const item of await all("outbox")) {
    if (item.problem && (item.problem.status === 401 || item.problem.status === 403)) {
      await put("outbox", { ...item, problem: null, key: newKey() });
    }
  }
  await changed();
  flush();
});

let probing = null;
/** Without a network, asks now and then whether it is back; a page that nobody looks at does not ask. */
function probe() {
  clearTimeout(probing);
  if (online.get()) return;
  probing = setTimeout(async () => {
    if (document.visibilityState === "visible") await call("GET", "/healthz").catch(() => {});
    probe();
  }, 3000);
}

/** Reads what waits from the last time and starts sending. */
export function startQueue() {
  channel?.addEventListener("message", ({ data }) => {
    if (data.sent) tell(data.sent, data.answer);
    else refresh();
  });
  online.watch((on) => {
    if (on) {
      wait = FIRST_WAIT;
      flush();
    } else {
      probe();
    }
  });
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && flush());
  refresh().then(flush, (error) => console.error(error));
}
