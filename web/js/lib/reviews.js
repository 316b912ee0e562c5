// The review of a game, asked of the daemon: whether a game can have one, how far it is, and what it says once it is
// made. It is made in the background: progress is heard from a stream, and where that does not come through, asked for.
import { call, useApi } from "./api.js";
import { followAt } from "./follow.js";
import { useCallback, useEffect, useState } from "./html.js";

/** Milliseconds between two questions where the stream is silent. */
const POLL = 5000;

/** Those that are counted and marked, the worst last. @type {("inaccuracy" | "mistake" | "blunder")[]} */
export const FAULTS = ["inaccuracy", "mistake", "blunder"];
/** @param {Api.Grade} grade @returns {grade is "inaccuracy" | "mistake" | "blunder"} */
export const isFault = (grade) => FAULTS.some((fault) => fault === grade);

/**
 * Whether this game can have a review: finished, of a level whose records tell every decision.
 * @param {Pick<Api.Game, "status" | "level"> | null | undefined} info
 * @param {Api.RulesGame | undefined} rules
 */
export const reviewable = (info, rules) =>
  info?.status === "finished" && rules?.levels.some(({ id, review }) => id === info.level && review) === true;

/** @param {string | number} id */
export const reviewPath = (id) => /** @type {const} */ (`/v1/games/${id}/review`);

/**
 * The review as it was made, or null.
 * @param {Api.Review | null | undefined} review
 */
export const made = (review) =>
  review?.status === "done" && review.decisions ? /** @type {Api.Reviewed} */ (review) : null;

/**
 * How the review of a game stands, kept up to date while it is made. `none`: nobody has asked for it.
 * @param {string | null} id null asks nothing
 */
export function useReview(id) {
  const path = id === null ? null : reviewPath(id);
  const { data, error, reload } = useApi(path);
  const [told, setTold] = useState(/** @type {Api.Review | null} */ (null));
  const none = error !== null && "status" in error && error.status === 404;
  const review = told ?? (none ? null : data);
  const under = review?.status === "queued" || review?.status === "running";
  useEffect(() => setTold(null), [data, error]); // an answer has come: it knows more than what was told before
  useEffect(() => {
    if (!under || !path) return undefined;
    let heard = false;
    const timer = setInterval(() => {
      if (!heard) reload();
      heard = false;
    }, POLL);
    const stop = followAt(`${path}/events`, null, ({ event, data: text }) => {
      heard = true;
      if (event === "progress") setTold(JSON.parse(text));
      else reload(); // it is done, has failed, or was cancelled
    });
    return () => {
      clearInterval(timer);
      stop();
    };
  }, [under, path, reload]);
  const ask = useCallback(async () => {
    if (path) setTold(await call("POST", path, {}));
    reload();
  }, [path, reload]);
  const cancel = useCallback(async () => {
    if (path) await call("DELETE", path);
    reload();
  }, [path, reload]);
  return { review, none: none && !told, error: none || review ? null : error, reload, ask, cancel };
}

/**
 * Mean losses as figures, whatever they are of.
 * @param {{ mean: number, lo: number | null, hi: number | null } | null} mean
 * @param {number} n
 * @returns {Page.Figure | null}
 */
export const meanOf = (mean, n) =>
  mean && {
    value: mean.mean,
    ...(mean.lo === null || mean.hi === null || mean.lo >= mean.hi
      ? { low: null, high: null }
      : { low: mean.lo, high: mean.hi }),
    n,
  };

/**
 * What a decision cost, as far as one can tell; null where nobody can.
 * @param {Api.Decision} decision
 * @returns {Page.Figure | null}
 */
export const costOf = ({ loss, loss_lo: low, loss_hi: high }) =>
  loss === null ? null : { value: loss, low: low ?? null, high: high ?? null, n: Infinity };

/**
 * The moves after which something was left on the table, by the number of moves that have been made then.
 * @param {Api.Reviewed | null} review
 * @returns {Map<number, Api.Decision>}
 */
export const faultsOf = (review) =>
  new Map((review?.decisions ?? []).flatMap((one) => (isFault(one.grade) ? [[one.ply + 1, one]] : [])));
