/*
 * Proofs, checked in the browser: checkpoints (signed notes), inclusion and consistency in the Merkle tree of the log.
 * Nothing here asks the server anything, so that a server that lies is found out; docs/proofs.md defines every byte.
 * SHA-256 and Ed25519 are the browser's own (WebCrypto), which it only lends to pages from https or from this machine:
 * ask canHash() first.
 */

const encoder = new TextEncoder();
const LEAF = Uint8Array.of(0);
const NODE = Uint8Array.of(1);
const ED25519 = 1;

/** Whether this page may hash at all: plain http from another machine may not. */
export const canHash = () => globalThis.crypto?.subtle !== undefined;

function join(parts) {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

const sha256 = async (...parts) => new Uint8Array(await crypto.subtle.digest("SHA-256", join(parts)));

export const sameBytes = (a, b) => a.length === b.length && a.every((byte, i) => byte === b[i]);

export const toHex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

export function fromHex(text) {
  if (!/^([0-9a-f]{2})*$/.test(text)) throw new ProofError("hex");
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

export function fromBase64(text) {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text) || text.length % 4 !== 0) throw new ProofError("base64");
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}

/** What cannot be read as what it should be; `reason` is a key of words/audit.js behind "unread.". */
export class ProofError extends Error {
  constructor(reason) {
    super(reason);
    this.reason = reason;
  }
}

/**
 * A checkpoint out of its text. Spaces at the ends of lines, Windows line ends and empty lines around it do no harm.
 * @returns {{origin: string, size: number, root: Uint8Array, signed: Uint8Array, signatures: {name: string, id: string,
 * bytes: Uint8Array}[]}}
 */
export function readCheckpoint(text) {
  const lines = text.split(/\r\n|\r|\n/).map((line) => line.trim());
  while (lines.length > 0 && lines[0] === "") lines.shift();
  const [origin, size, root, empty] = lines;
  if (lines.length < 5 || origin === "" || empty !== "") throw new ProofError("shape");
  if (!/^(0|[1-9][0-9]{0,14})$/.test(size)) throw new ProofError("size");
  const bytes = fromBase64(root);
  if (bytes.length !== 32) throw new ProofError("root");
  const signatures = [];
  for (const line of lines.slice(4)) {
    const found = /^— (\S+) (\S+)$/.exec(line);
    if (line === "") continue;
    if (!found) throw new ProofError("signature");
    const signature = fromBase64(found[2]);
    if (signature.length < 5) throw new ProofError("signature");
    signatures.push({ name: found[1], id: toHex(signature.slice(0, 4)), bytes: signature.slice(4) });
  }
  if (signatures.length === 0) throw new ProofError("signature");
  return {
    origin,
    size: Number(size),
    root: bytes,
    signed: encoder.encode(`${origin}\n${size}\n${root}\n`),
    signatures,
  };
}

/**
 * A public key out of `origin+id+base64`, its id computed again.
 * @returns {Promise<{origin: string, id: string, bytes: Uint8Array}>}
 */
export async function readKey(text) {
  const found = /^(\S+)\+([0-9a-f]{8})\+([A-Za-z0-9+/=]+)$/.exec(text.trim());
  if (!found) throw new ProofError("key");
  const [, origin, id, code] = found;
  const bytes = fromBase64(code);
  if (bytes.length !== 33 || bytes[0] !== ED25519) throw new ProofError("key");
  const hash = await sha256(encoder.encode(`${origin}\n`), bytes);
  if (toHex(hash.slice(0, 4)) !== id) throw new ProofError("key-id");
  return { origin, id, bytes: bytes.slice(1) };
}

/**
 * Whether the key's owner signed the checkpoint.
 * @returns {Promise<"good" | "bad" | "unsigned" | "unsupported">} unsigned: no signature by this key; unsupported: the
 * browser has no Ed25519
 */
export async function checkSignature(checkpoint, key) {
  const signature = checkpoint.signatures.find((one) => one.name === key.origin && one.id === key.id);
  if (!signature || checkpoint.origin !== key.origin) return "unsigned";
  let imported;
  try {
    imported = await crypto.subtle.importKey("raw", key.bytes, { name: "Ed25519" }, false, ["verify"]);
  } catch (error) {
    if (error.name === "NotSupportedError") return "unsupported";
    return "bad";
  }
  const good = await crypto.subtle.verify({ name: "Ed25519" }, imported, signature.bytes, checkpoint.signed);
  return good ? "good" : "bad";
}

/** The leaf of an entry as GET /v1/log gives it, computed from what it says. */
export const leafOf = (entry) =>
  sha256(LEAF, ...["seq", "at", "author", "kind", "game", "body"].map((field) => encoder.encode(`${entry[field]}\n`)));

const node = (left, right) => sha256(NODE, left, right);
const half = (n) => Math.floor(n / 2);
const odd = (n) => n % 2 === 1;

/**
 * The root that an inclusion proof leads to (RFC 9162, 2.1.3.2), or null when the path has not the length it must have.
 * @param {number} seq the entry, 1 for the first
 * @param {number} size of the log
 */
export async function rootOfInclusion(seq, size, leaf, hashes) {
  if (!(seq >= 1 && seq <= size)) return null;
  let at = seq - 1;
  let last = size - 1;
  let root = leaf;
  for (const hash of hashes) {
    if (last === 0) return null;
    if (odd(at) || at === last) {
      root = await node(hash, root);
      while (!odd(at) && at !== 0) {
        at = half(at);
        last = half(last);
      }
    } else {
      root = await node(root, hash);
    }
    at = half(at);
    last = half(last);
  }
  return last === 0 ? root : null;
}

/**
 * Whether the log of `first` entries is the beginning of that of `size` (RFC 9162, 2.1.4.2). Both roots come from
 * checkpoints, never from the proof.
 */
export async function isBeginning(first, firstRoot, size, root, hashes) {
  if (!(first > 0 && first < size)) {
    return first === size && first > 0 && hashes.length === 0 && sameBytes(firstRoot, root);
  }
  let at = first - 1;
  let last = size - 1;
  while (odd(at)) {
    at = half(at);
    last = half(last);
  }
  const path = at === 0 ? [firstRoot, ...hashes] : [...hashes];
  if (path.length === 0) return false;
  let older = path[0];
  let newer = path[0];
  for (const hash of path.slice(1)) {
    if (last === 0) return false;
    if (odd(at) || at === last) {
      older = await node(hash, older);
      newer = await node(hash, newer);
      while (!odd(at) && at !== 0) {
        at = half(at);
        last = half(last);
      }
    } else {
      newer = await node(newer, hash);
    }
    at = half(at);
    last = half(last);
  }
  return last === 0 && sameBytes(older, firstRoot) && sameBytes(newer, root);
}
