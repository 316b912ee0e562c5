// A film: everything about a game that does not change with the move, the position after each, and where it is now.
import { useCallback, useEffect, useRef, useState } from "./html.js";
import { get } from "./api.js";
import { follow } from "./follow.js";
import { useSent } from "./game_facts.js";
import { setQuery } from "./router.js";

/** Milliseconds of rest before the address follows. */
const REST = 250;

/**
 * A game and everything about it that does not change with the move; positions as far as they have been asked for.
 * @typedef {{ info: Api.Game, moves: string[], plies: number, scores: Api.Scores, looks: Api.Look[], last:
 * Api.Position, states: Map<number, Api.Position | Promise<Api.Position>> }} Film
 */

/**
 * Everything that does not change with the move; asked again when the game goes on.
 * @param {string} id
 */
export function useFilm(id) {
  const [film, setFilm] = useState(/** @type {Film | null} */ (null));
  const [error, setError] = useState(/** @type {Error | null} */ (null));
  const load = useCallback(async () => {
    const path = /** @type {const} */ (`/v1/games/${id}`);
    try {
      const [info, moves, scores, hands, last] = await Promise.all([
        get(path, { keep: true }),
        get(`${path}/moves`, { keep: true }),
        get(`${path}/scores`, { keep: true }),
        get(`${path}/hands`, { keep: true }),
        get(`${path}/state`, { keep: true }),
      ]);
      const plies = Math.min(moves.ply, scores.ply, last.ply); // a move may have come in between
      setFilm({
        info,
        moves: moves.moves.slice(0, plies),
        plies,
        scores,
        looks: hands.looks,
        last,
        states: new Map([[last.ply, last]]),
      });
      setError(null);
    } catch (problem) {
      setError(/** @type {Error} */ (problem));
    }
  }, [id]);
  useEffect(() => {
    void load();
  }, [load]);
  const live = film?.info.status === "live";
  useEffect(() => (live ? follow(id, null, load) : undefined), [live, id, load]);
  useSent(id, load);
  return { film, error, load, live };
}

/**
 * The position after `at` moves; the ones that come next are fetched ahead.
 * @param {string} id
 * @param {Film | null} film
 * @param {number} at
 */
export function usePosition(id, film, at) {
  const [shown, setShown] = useState(
    /** @type {{ at: number, state: Api.Position, before: Api.Position | null, film: Film } | null} */ (null),
  );
  const [error, setError] = useState(/** @type {Error | null} */ (null));
  useEffect(() => {
    if (!film) return undefined;
    let current = true;
    /**
     * @param {number} ply
     * @returns {Promise<Api.Position> | Api.Position | null}
     */
    const ask = (ply) => {
      if (ply < 0 || ply > film.plies) return null;
      if (!film.states.has(ply)) {
        const asked = get(`/v1/games/${id}/state?at=${ply}`);
        film.states.set(ply, asked);
        asked.then(
          (state) => film.states.set(ply, state),
          () => film.states.delete(ply),
        );
      }
      return film.states.get(ply) ?? null;
    };
    Promise.all([ask(at), at > 0 ? ask(at - 1) : null]).then(
      ([state, before]) => {
        if (!current || !state) return;
        setShown({ at, state, before, film });
        setError(null);
        for (let ahead = 1; ahead <= 4; ahead++) void ask(at + ahead);
      },
      (problem) => current && setError(problem),
    );
    return () => {
      current = false;
    };
  }, [id, film, at]);
  return { shown, error };
}

/**
 * The move in the address, as a number; Infinity, the end, when there is none.
 * @param {URLSearchParams} query
 */
const asked = (query) => (/^\d{1,9}$/.test(query.get("at") ?? "") ? Number(query.get("at")) : Infinity);

/**
 * Where the film is, and how to go there. The address follows when it has come to rest: browsers refuse pages that
 * change it many times a second.
 * @param {URLSearchParams} query
 * @returns {[number, (mark: number) => void]}
 */
export function useMark(query) {
  const wanted = asked(query);
  const [mark, setMark] = useState(wanted);
  const written = useRef(wanted);
  useEffect(() => {
    if (wanted !== written.current) setMark(wanted); // somebody followed a link, or went back
    written.current = wanted;
  }, [wanted]);
  useEffect(() => {
    if (mark === written.current) return undefined;
    const timer = setTimeout(() => {
      written.current = mark;
      setQuery({ at: mark === Infinity ? null : String(mark) });
    }, REST);
    return () => clearTimeout(timer);
  }, [mark]);
  return [mark, setMark];
}
