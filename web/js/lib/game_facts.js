// What the page of a game that is over needs besides the game itself: its record, its score, and the entries of the log
// that say why it was corrected, or does not count. It is asked again when something of this game has arrived.
import { useEffect, useRef } from "./html.js";
import { useApi } from "./api.js";
import { groupOf, onSent } from "./queue.js";

/** @typedef {{ kind: string, at: number, reason: string }} Told what an entry of the log says of itself */
/**
 * @typedef {{ text: string | null, score: Pick<Api.Score, "seats"> | null, corrected: Told | null, ended: Told | null,
 *   ready: boolean }} Facts
 */

/**
 * Calls `reload` when an entry of that game has arrived from this device.
 * @param {string | number} id
 * @param {() => unknown} reload
 */
export function useSent(id, reload) {
  useEffect(() => onSent((item) => void (item.group === groupOf(id) && reload())), [id, reload]);
}

/**
 * Kind, time and reason of an entry, as GET /v1/log has it; null: not one of those that have a reason.
 * @param {unknown} text
 * @returns {Told | null}
 */
export function toldBy(text) {
  try {
    const { kind, at, body } = JSON.parse(String(text).split("\n")[0]);
    if (!["correct", "void", "abandon"].includes(kind)) return null;
    return { kind, at, reason: /^reason (.*)/.exec(body)?.[1] ?? "" };
  } catch {
    return null; // nothing came, or something that is no entry
  }
}

/** @param {number | null} seq */
const entryPath = (seq) => (seq === null ? null : /** @type {const} */ (`/v1/log?first=${seq}&last=${seq}`));

/**
 * @param {Api.Game | null | undefined} info
 * @param {Facts["score"]} [counted] the score of its end, where somebody knows it
 * @returns {Facts}
 */
export function useGameFacts(info, counted) {
  const path = /** @type {const} */ (`/v1/games/${info?.id}`);
  const over = Boolean(info && info.status !== "live");
  const record = useApi(over ? `${path}/record` : null, { keep: true });
  const score = useApi(over && !counted ? `${path}/score` : null, { keep: true });
  const source = useApi(entryPath(over && info && info.source !== info.id ? info.source : null), { keep: true });
  const ends = info?.status === "void" || info?.status === "abandoned";
  const last = useApi(entryPath(ends && info ? info.last : null), { keep: true });
  const known = useRef(info?.last);
  useEffect(() => {
    const before = known.current;
    known.current = info?.last;
    if (!over || before === undefined || before === info?.last) return; // the first time they are asked for anyway
    record.reload();
    score.reload();
  }, [info?.last]);
  return {
    text: record.data === null ? null : String(record.data),
    score: counted ?? score.data,
    corrected: toldBy(source.data),
    ended: toldBy(last.data),
    ready: !record.loading && !score.loading,
  };
}
