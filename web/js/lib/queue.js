// Nothing that somebody entered gets lost: every write is put on the device first, with its Idempotency-Key, and sent
// when there is a network, in order within a game, also after a reload. Sending the same entry twice changes nothing.
// What the daemon refuses stays until a person decides; what comes after it in the same game waits.
import { Problem, Unreachable, call, online } from "./api.js";
import { ours } from "./base.js";
import { all, put, remove } from "./idb.js";
import { session } from "./session.js";
import { createKept, createStore } from "./store.js";

/**
 * What waits, oldest first: { id, key, group, kind, path, body, about, created, problem }.
 * `group` is the game; `about` is for people ({ title, lines }); `problem` (status, id, detail, ply) when refused.
 */
export const outbox = createStore(/** @type {Page.Item[]} */ ([]));

/** Games opened on this device before the daemon numbered them: { "local-…": 12 }. */
export const localGames = createKept("dendro.local-games", /** @type {Record<string, number>} */ ({}));

/** @type {Set<(item: Page.Item, answer: Api.Receipt) => unknown>} */
const listeners = new Set();
const OUTBOX = ours("dendro-outbox");
const channel = "BroadcastChannel" in globalThis ? new BroadcastChannel(OUTBOX) : null;
const FIRST_WAIT = 1000;
const LONGEST_WAIT = 30000;
const PATIENCE = 20000; // for an answer; a network that swallows requests is none
let wait = FIRST_WAIT;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;
/** @type {Promise<void> | null} */
let running = null;

export const newKey = () =>
  crypto.randomUUID?.() ??
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
export const newLocalGame = () => `local-${newKey()}`;
/**
 * The number of a game that was opened here, once the daemon has given it one.
 * @param {string | number} id
 * @returns {number | null}
 */
export const realGame = (id) => (String(id).startsWith("local-") ? (localGames.get()[id] ?? null) : Number(id));
/**
 * The queue of a game: the one it was opened in, so that its entries stay in order.
 * @param {string | number} id
 * @returns {string}
 */
export function groupOf(id) {
  if (String(id).startsWith("local-")) return String(id);
  const opened = Object.entries(localGames.get()).find(([, number]) => number === Number(id));
  return opened ? opened[0] : `game-${id}`;
}

/**
 * Calls `listener(item, answer)` when an entry has arrived, from this tab or another. Returns how to stop.
 * @param {(item: Page.Item, answer: Api.Receipt) => unknown} listener
 * @returns {() => void}
 */
export function onSent(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** @returns {Promise<Page.Item[]>} */
const waiting = () => all("outbox");

async function refresh() {
  outbox.set(await waiting());
}

async function changed() {
  await refresh();
  channel?.postMessage({ changed: true });
}

/**
 * @param {Page.Item} item
 * @param {Api.Receipt} answer
 */
function tell(item, answer) {
  for (const listener of [...listeners]) listener(item, answer);
}

/**
 * Keeps an entry on the device and sends it as soon as that goes. Resolves once it is on the device; rejects when the
 * device cannot keep it, and then nothing was entered. `{game}` in the path is the number of the group's game. `hold`:
 * the milliseconds that it stays here first, because somebody may think again and it could not be taken back; it leaves
 * at once when nobody looks at the page any more.
 * @param {Pick<Page.Item, "group" | "kind" | "path" | "body" | "about" | "look"> & { hold?: number }} props
 * @returns {Promise<number>}
 */
export async function send({ group, kind, path, body, about, look, hold = 0 }) {
  const created = Date.now();
  const asks = look && look.length > 0 ? { look } : {};
  const item = { key: newKey(), group, kind, path, body, about, created, problem: null, ...asks };
  const id = Number(await put("outbox", hold > 0 ? { ...item, after: created + hold } : item));
  await changed();
  void flush();
  return id;
}

/**
 * The entries of a game that have not arrived.
 * @param {Page.Item[]} items
 * @param {string | number} id
 */
export const waitingFor = (items, id) => items.filter((item) => item.group === groupOf(id));

/** @param {Page.Item} item */
function pathOf(item) {
  if (!item.path.includes("{game}")) return item.path;
  const number = localGames.get()[item.group];
  return number ? item.path.replace("{game}", String(number)) : null;
}

/**
 * @param {Page.Item} item
 * @param {Api.Receipt} answer
 */
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

/**
 * @param {Page.Item} item
 * @param {Page.ItemProblem} problem
 */
async function waits({ left: _, ...item }, problem) {
  await put("outbox", { ...item, problem }); // what was refused is not there, however often it left
  await changed();
}

/**
 * @param {Page.Item} item
 * @param {Problem} error
 */
const refused = (item, { status, id, detail, message, ply, rule }) =>
  waits(item, { status, id, detail: detail ?? message, ply, rule });

/** @param {unknown} error */
const passes = (error) =>
  error instanceof Unreachable || (error instanceof Problem && (error.status >= 500 || error.status === 429));

/** @type {ReturnType<typeof setTimeout> | undefined} */
let holding;
/**
 * Whether an entry still stays here; then it is looked at again when its time has come.
 * @param {Page.Item} item
 */
function isHeld({ after = 0 }) {
  const rest = after - Date.now();
  if (rest <= 0) return false;
  clearTimeout(holding);
  holding = setTimeout(flush, rest + 1);
  return true;
}

/** What is held leaves now: nobody looks at the offer to undo it any more. */
async function letGo() {
  if (!outbox.get().some(({ after }) => after)) return;
  await alone(async () => {
    for (const { after, ...item } of await waiting()) if (after) await put("outbox", item);
  });
  await refresh();
  void flush();
}

/**
 * It leaves now: should its answer get lost, nobody knows whether it has arrived. Where the device knows that there is
 * no network, it has not.
 * @param {Page.Item} item
 * @returns {Promise<Page.Item>}
 */
async function leaving(item) {
  if (item.left || !navigator.onLine) return item;
  const gone = { ...item, left: true };
  await put("outbox", gone);
  return gone;
}

/**
 * The next entry that can be sent: none behind one of its game that was refused, that is held, or whose game was
 * dropped before it was opened.
 * @param {Page.Item[]} items
 */
function nextOf(items) {
  /** @type {Set<string>} */
  const blocked = new Set();
  for (const item of items) {
    const path = blocked.has(item.group) || item.problem || isHeld(item) ? null : pathOf(item);
    if (path) return { item, path };
    blocked.add(item.group);
  }
  return null;
}

/** Sends what can be sent. Returns false when something has to wait for the network. */
async function sendAll() {
  for (;;) {
    const next = nextOf(await waiting());
    if (!next) return true;
    const { path } = next;
    let { item } = next;
    try {
      const question = item.look && (await (await import("./look_later.js")).question(item));
      if (question) {
        await waits(item, question); // what is behind it in its group waits, too
        continue;
      }
      item = await leaving(item);
      const signal = AbortSignal.timeout(PATIENCE);
      const answer = await call("POST", path, { body: item.body, key: item.key, signal });
      await arrived(item, /** @type {Api.Receipt} */ (answer));
    } catch (error) {
      if (passes(error)) return false;
      if (!(error instanceof Problem)) throw error;
      await refused(item, error);
    }
  }
}

/**
 * One tab sends at a time.
 * @template T
 * @param {() => Promise<T>} work
 * @returns {Promise<Awaited<T>>}
 */
const alone = async (work) => await (navigator.locks ? navigator.locks.request(OUTBOX, work) : work());

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
      else if (nextOf(outbox.get())) void flush();
    });
  return running;
}

/**
 * Takes an entry out before it is sent; with `following`, also those of the same game that come after it. Resolves with
 * what was taken out: nothing of it when it had left already, for then it is the daemon's, and has to be taken back
 * there. With `unsent`, one whose answer got lost counts as such: it stays, and what takes it back is sent behind it.
 * @param {Pick<Page.Item, "id" | "group">} item
 * @param {{ following?: boolean, unsent?: boolean }} [props]
 * @returns {Promise<Page.Item[]>}
 */
export async function drop(item, { following = false, unsent = false } = {}) {
  const out = await alone(async () => {
    const items = (await waiting()).filter(
      (one) =>
        !(unsent && one.left) && (one.id === item.id || (following && one.group === item.group && one.id > item.id)),
    );
    for (const one of items) await remove("outbox", one.id);
    return items;
  });
  await changed();
  void flush();
  return out;
}

/**
 * Puts back what was dropped, where it was.
 * @param {Page.Item[]} items
 */
export async function putBack(items) {
  await alone(async () => {
    for (const item of items) await put("outbox", item);
  });
  await changed();
  void flush();
}

/**
 * Tries a refused entry again, as a new one; after a 409 at the place where the game stands now, with all that follow.
 * @param {Page.Item} item
 * @param {Partial<Pick<Page.Item, "body" | "look">>} [answer] what changes in it, where it waited for an answer
 */
export async function retry(item, answer = {}) {
  const stands = item.problem?.id === "game.ply" ? item.problem.ply : undefined;
  const shift = stands === undefined || item.body.ply === undefined ? 0 : stands - item.body.ply;
  await alone(async () => {
    for (const one of await waiting()) {
      if (one.group !== item.group || one.id < item.id) continue;
      const body = one.body.ply === undefined ? one.body : { ...one.body, ply: one.body.ply + shift };
      await put("outbox", { ...one, body, ...(one.id === item.id && answer), problem: null, key: newKey() });
    }
  });
  await changed();
  void flush();
}

/** Entries that were refused for want of a token are tried again with the new one. */
session.watch(async (now) => {
  if (!now) return;
  for (const item of await waiting()) {
    if (item.problem && (item.problem.status === 401 || item.problem.status === 403)) {
      await put("outbox", { ...item, problem: null, key: newKey() });
    }
  }
  await changed();
  void flush();
});

/** @type {ReturnType<typeof setTimeout> | undefined} */
let probing;
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
    else void refresh();
  });
  online.watch((on) => {
    if (on) {
      wait = FIRST_WAIT;
      void flush();
    } else {
      probe();
    }
  });
  document.addEventListener(
    "visibilitychange",
    () => void (document.visibilityState === "visible" ? flush() : letGo()),
  );
  addEventListener("pagehide", () => void letGo());
  refresh().then(flush, (error) => console.error(error));
}
