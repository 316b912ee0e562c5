// The legal moves of a live game, for entry by tapping: asked of the daemon whenever what stands has arrived there.
import { useEffect, useState } from "../lib/html.js";
import { get, online } from "../lib/api.js";
import { useStore } from "../lib/store.js";

/**
 * { ply, turn, lines } with the legal lines of all seats that may move, or null: not known yet, or moves wait on this
 * device that the daemon has not seen. `live` is useLive's; who may not play asks nothing.
 * @param {Page.Live} live
 * @param {boolean} canPlay
 */
export function useLegal(live, canPlay) {
  const [answer, setAnswer] = useState(/** @type {Page.LegalLines | null} */ (null));
  const [error, setError] = useState(/** @type {Error | null} */ (null));
  const there = useStore(online); // asked again when the network is back
  const number = live.number;
  const known = live.data?.moves.length ?? -1;
  const settled = live.moves.length === known && live.waiting.length === 0;
  const over = live.data?.board?.over ?? true;
  useEffect(() => {
    let current = true;
    if (!number || !settled || over || !canPlay) return undefined;
    get(`/v1/games/${number}/legal?limit=10000`, { keep: true }).then(
      (data) => {
        if (!current) return;
        setAnswer({
          ply: data.ply,
          turn: data.turn,
          lines: data.seats.flatMap((seat) => seat.moves),
          count: data.seats.reduce((sum, seat) => sum + seat.count, 0),
        });
        setError(null);
      },
      (problem) => current && setError(problem),
    );
    return () => {
      current = false;
    };
  }, [number, known, settled, over, there, canPlay]);
  return { legal: settled && answer?.ply === known ? answer : null, error, settled };
}
