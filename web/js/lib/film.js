// A film: everything about a game that does not change with the move, the position after each, and where it is now.
import { useCallback, useEffect, useRef, useState } from "./html.js";
import { get, useApi } from "./api.js";
import { follow } from "./follow.js";
import { useSent } from "./game_facts.js";
import { setQuery } from "./router.js";

/** Milliseconds of rest before the address follows. */
const REST = 250;

/**
 * A game and everything about it that does not change with the move; positions as far as they have been asked for.
 * @typedef {{ info: Api.Game, moves: string[], plies: number, last: Api.Position, states: Map<number, Api.Position |
 * Promise<Api.Position>> }} Film
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
      const [info, moves, last] = await Promise.all([
        get(path, { keep: true }),
        get(`${path}/moves`, { keep: true }),
        get(`${path}/state`, { keep: true }),
      ]);
      const plies = Math.min(moves.ply, last.ply); // a move may have come in between
      setFilm({
        info,
        moves: moves.moves.slice(0, plies),
        plies,
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
 * More about a game, for what stands further down; asked again when the game goes on. `failed`: it does not come.
 * @template {string} P
 * @param {P} path
 * @param {Film} film
 * @returns {{ data: Api.Answer<P> | null, failed: boolean }}
 */
export function useMore(path, film) {
  const { data, error, reload } = useApi(path, { keep: true });
  const first = useRef(film);
  useEffect(() => {
    if (film === first.current) return;
    first.current = film;
    reload();
  }, [film, reload]);
  return { data: /** @type {Api.Answer<P> | null} */ (data), failed: error !== null };
}

/**
 * The position after `at` moves; the ones that come next are fetched ahead.
 * @param {string} id
 * @param {Film | null} film
 * @param {number} at
 */
export function usePosition(id, film, at) {
  const [shown, setShown] = useState(/** @type {{ at: number, state: Api.Position, film: Film } | null} */ (null));
  const [error, setError] = useState(/** @type {Error | null} */ (null));
  const ask = useCallback(
    /**
     * @param {number} ply
     * @returns {Promise<Api.Position> | Api.Position | null}
     */
    (ply) => {
      if (!film || ply < 0 || ply > film.plies) return null;
      if (!film.states.has(ply)) {
        const asked = get(`/v1/games/${id}/state?at=${ply}`);
        film.states.set(ply, asked);
        asked.then(
          (state) => film.states.set(ply, state),
          () => film.states.delete(ply),
        );
      }
      return film.states.get(ply) ?? null;
    },
    [id, film],
  );
  useEffect(() => {
    if (!film) return undefined;
    let current = true;
    Promise.resolve(ask(at)).then(
      (state) => {
        if (!current || !state) return;
        setShown({ at, state, film });
        setError(null);
        for (let ahead = 1; ahead <= 4; ahead++) void ask(at + ahead);
      },
      (problem) => current && setError(problem),
    );
    return () => {
      current = false;
    };
  }, [ask, film, at]);
  return { shown, error, ask };
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
