/*
 * The two journeys of the audit section, as lists of steps that were checked: an old checkpoint against the log of
 * today, and the entries of a game against the checkpoint. A step is { id, state: "good" | "bad" | "unknown", detail?,
 * values? }; one bad step means that the whole check failed. Whatever the server says is only ever compared with what
 * is computed here, and it is asked for each check anew: no answer of a moment ago is shared (lib/api.js).
 */
import { call } from "../lib/api.js";
import {
  checkSignature,
  fromHex,
  isBeginning,
  leafOf,
  readCheckpoint,
  readKey,
  rootOfInclusion,
  sameBytes,
  toHex,
} from "./proof.js";

/** @typedef {"good" | "bad" | "unknown"} State */
/** @typedef {{ id: string, state: State, detail?: string, values?: Record<string, number> }} Step */
/** @typedef {import("./proof.js").Checkpoint} Checkpoint */
/** @typedef {"good" | "partly" | "failed"} Verdict */

/** @type {Record<string, State>} */
const SIGNED = { good: "good", bad: "bad", unsigned: "bad", unsupported: "unknown" };

/**
 * @param {string} id
 * @param {Checkpoint} checkpoint
 * @param {import("./proof.js").Key} key
 * @returns {Promise<Step>}
 */
async function signedStep(id, checkpoint, key) {
  const outcome = await checkSignature(checkpoint, key);
  return { id, state: SIGNED[outcome], detail: outcome === "unsupported" ? "no-ed25519" : undefined };
}

/**
 * @param {string} id
 * @param {boolean} good
 * @param {Record<string, number>} [values]
 * @returns {Step}
 */
const step = (id, good, values) => ({ id, state: good ? "good" : "bad", values });

/**
 * failed: a step is bad; good: all are; partly: something could not be checked here.
 * @param {Step[]} steps
 * @returns {Verdict}
 */
const verdictOf = (steps) =>
  steps.some(({ state }) => state === "bad")
    ? "failed"
    : steps.every(({ state }) => state === "good")
      ? "good"
      : "partly";

/** The checkpoint of now, its text, and the server's key. */
async function currentCheckpoint() {
  const [text, keyText] = await Promise.all([call("GET", "/v1/log/checkpoint"), call("GET", "/v1/log/key")]);
  return { text, keyText: keyText.trim(), checkpoint: readCheckpoint(text) };
}

/**
 * Hashes of a proof, or nothing when the server sent something else.
 * @param {{ hashes: string[] }} proof
 */
function hashesOf(proof) {
  try {
    return proof.hashes.map(fromHex);
  } catch {
    return null;
  }
}

/**
 * An old checkpoint, as text, against the log of now. Throws ProofError for a text that is no checkpoint or no key.
 * @returns {Promise<{ steps: Step[], verdict: Verdict, first: number, size: number }>}
 * @param {string} text
 * @param {string} keptKey
 */
export async function checkOld(text, keptKey) {
  const old = readCheckpoint(text);
  const now = await currentCheckpoint();
  const key = await readKey(keptKey.trim() || now.keyText);
  const steps = [
    await signedStep("signed-old", old, key),
    await signedStep("signed-now", now.checkpoint, key),
    step("same-log", old.origin === now.checkpoint.origin),
    step("grown", now.checkpoint.size >= old.size, { first: old.size, size: now.checkpoint.size }),
  ];
  if (now.checkpoint.size >= old.size && old.size > 0) {
    const { size, root } = now.checkpoint;
    const proof =
      old.size === size
        ? { hashes: [] }
        : await call("GET", `/v1/log/proof/consistency?first=${old.size}&size=${size}`);
    const hashes = hashesOf(proof);
    steps.push(step("beginning", hashes !== null && (await isBeginning(old.size, old.root, size, root, hashes))));
  }
  return { steps, verdict: verdictOf(steps), first: old.size, size: now.checkpoint.size };
}

const PAGE = 500;
const AT_ONCE = 6;
/** Entries of one game that are looked at, and of the log that are read to find them. */
export const MOST_ENTRIES = 200;
const MOST_READ = 20000;

/**
 * The entries of a game between its first and its last; other games' entries lie among them.
 * @param {{ id: number, last: number }} game
 */
async function entriesOf(game) {
  /** @type {Api.LogEntry[]} */
  const entries = [];
  let read = 0;
  for (let first = game.id; first <= game.last && read < MOST_READ && entries.length <= MOST_ENTRIES; first += PAGE) {
    const last = Math.min(game.last, first + PAGE - 1);
    const text = await call("GET", `/v1/log?first=${first}&last=${last}&limit=${PAGE}`);
    /** @type {Api.LogEntry[]} */
    const page = text
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line));
    read += page.length;
    entries.push(...page.filter((entry) => entry.game === game.id));
  }
  return {
    entries: entries.slice(0, MOST_ENTRIES),
    whole: entries.length <= MOST_ENTRIES && entries.at(-1)?.seq === game.last,
  };
}

/**
 * @param {Api.LogEntry} entry
 * @param {Checkpoint} checkpoint
 */
async function checkEntry(entry, checkpoint) {
  const proof = await call("GET", `/v1/log/proof/inclusion?seq=${entry.seq}&size=${checkpoint.size}`);
  const leaf = await leafOf(entry);
  const hashes = hashesOf(proof);
  const root = hashes === null ? null : await rootOfInclusion(entry.seq, checkpoint.size, leaf, hashes);
  return {
    leaf: toHex(leaf) === proof.leaf && toHex(leaf) === entry.leaf,
    included: root !== null && sameBytes(root, checkpoint.root),
  };
}

/**
 * Every entry of a game: hashed from what it says, and led up to the root of today's signed checkpoint.
 * @returns {Promise<{ steps: Step[], verdict: Verdict, entries: Api.LogEntry[], whole: boolean }>}
 * @param {string | number} number
 * @param {string} [keptKey]
 */
export async function checkGame(number, keptKey = "") {
  const game = await call("GET", `/v1/games/${number}`);
  const now = await currentCheckpoint();
  const key = await readKey(keptKey.trim() || now.keyText);
  const { entries, whole } = await entriesOf(game);
  /** @type {{ leaf: boolean, included: boolean }[]} */
  const outcomes = [];
  for (let i = 0; i < entries.length; i += AT_ONCE) {
    outcomes.push(
      ...(await Promise.all(entries.slice(i, i + AT_ONCE).map((entry) => checkEntry(entry, now.checkpoint)))),
    );
  }
  const steps = [
    await signedStep("signed-now", now.checkpoint, key),
    step("own", entries.length > 0 && entries[0].seq === game.id),
    step("leaves", outcomes.length > 0 && outcomes.every(({ leaf }) => leaf)),
    step("included", outcomes.length > 0 && outcomes.every(({ included }) => included)),
  ];
  return { steps, verdict: verdictOf(steps), entries, whole };
}
