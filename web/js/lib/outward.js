// What leaves the page as a file: addresses of exports, downloads that carry the token, saving and sharing.
import { head, query, reach, refusal, throwIfAborted, Unreachable } from "./api.js";

/** Filters that an export knows, under the API's names. */
export const EXPORT_FILTERS = ["game", "player", "since", "until"];

/**
 * The view that exports what a list shows.
 * @param {Record<string, string>} values
 */
export const exportOf = (values) =>
  query("/settings/exchange", Object.fromEntries(EXPORT_FILTERS.map((name) => [name, values[name]])));

/**
 * The same for filters of figures; null where one is set that exports do not have.
 * @param {Record<string, string>} filters
 */
export function exportOfFigures({ from, to, night, game, player, ...rest }) {
  if (Object.values(rest).some(Boolean)) return null;
  return exportOf({ game, player, since: night || from, until: night || to });
}

/**
 * What a GET answers, as a file: with the token in the head and none in an address. `onBytes` hears how much has come.
 * @param {string} path
 * @param {{ onBytes?: (bytes: number) => void, signal?: AbortSignal }} [options]
 */
export async function download(path, { onBytes, signal } = {}) {
  const answer = await reach(path, { headers: head(), signal });
  const type = answer.headers.get("Content-Type") ?? "";
  if (!answer.ok) throw refusal(/json/.test(type) ? await answer.json() : { title: answer.statusText }, answer.status);
  let bytes = 0;
  const counting = new TransformStream({
    transform(/** @type {Uint8Array} */ chunk, stream) {
      bytes += chunk.byteLength;
      onBytes?.(bytes);
      stream.enqueue(chunk);
    },
  });
  try {
    // As a Response again, so that the browser may keep a large one on its disk.
    return await new Response(answer.body?.pipeThrough(counting), { headers: { "Content-Type": type } }).blob();
  } catch (error) {
    throwIfAborted(error);
    throw new Unreachable(String(error)); // it broke off half-way
  }
}

/**
 * Hands a file to whoever sits there.
 * @param {Blob} blob
 * @param {string} name
 */
export function save(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000); // some browsers read it late
}

/**
 * A name of a file out of names that people typed: letters and digits of any writing, joined by hyphens.
 * @param {...(string | null | undefined)} words
 */
export const fileName = (...words) =>
  words
    .flatMap((word) => (word ?? "").normalize("NFC").match(/[\p{L}\p{N}]+/gu) ?? [])
    .join("-")
    .slice(0, 80) || "dendro";

/**
 * Whether the device shares files of this kind.
 * @param {File} file
 */
export const sharesFiles = (file) =>
  typeof navigator.share === "function" && Boolean(navigator.canShare?.({ files: [file] }));
