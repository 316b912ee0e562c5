// The game that ended with a move from this device, for as long as nobody has said that it is well so: until then its
// page shows the result and offers to take the last move back. The move was sent like any other, because nothing may
// wait that others at the table are to see; taking it back is an entry of its own, and the game is live again.
import { onSent } from "./queue.js";
import { createKept } from "./store.js";

/** Hours after which nobody means the last move any more; then there is the correction. */
const HOURS = 6;

/** @typedef {{ game: number, seq: number, at: number }} Ended */
export const ended = createKept("dendro.ended", /** @type {Ended | null} */ (null));

onSent((item, answer) => {
  if (item.kind === "moves" && answer.status === "finished") {
    ended.set({ game: answer.game, seq: answer.seq, at: Date.now() });
  }
});

/**
 * Whether a game has just ended here, and nothing has happened to it since.
 * @param {Ended | null} now
 * @param {Page.LiveInfo} info
 */
export const justEnded = (now, info) =>
  now !== null &&
  info.status === "finished" &&
  now.game === info.id &&
  now.seq === info.last &&
  Date.now() - now.at < HOURS * 3_600_000;
