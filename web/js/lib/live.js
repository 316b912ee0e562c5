// A live game for a view: what the daemon knows, what waits on this device on top of it, and how to play.
import { useCallback, useEffect, useMemo, useRef, useState } from "./html.js";
import { Unreachable, get, online } from "./api.js";
import { follow } from "./follow.js";
import { language, t } from "./i18n.js";
import { seatName } from "./parts.js";
import { drop, groupOf, localGames, onSent, outbox, realGame, send } from "./queue.js";
import { session } from "./session.js";
import { useStore } from "./store.js";
import { UNDO_MS, offerUndo } from "../parts/undo.js";

/**
 * The moves that stand once what waits has arrived. An entry whose moves are already there, or that does not follow
 * from what is there, changes nothing: the daemon will say which it is.
 * @param {string[]} moves
 * @param {Page.Entering[]} items
 * @returns {string[]}
 */
export function standing(moves, items) {
  let list = moves;
  for (const { kind, body, problem } of items) {
    if (problem && !problem.like) break; // a question about a name stops nobody
    if (kind === "moves" && body.ply === list.length) list = [...list, ...(body.moves ?? [])];
    if (kind === "back" && body.ply === list.length) list = list.slice(0, list.length - (body.count ?? 0));
  }
  return list;
}

const AGAIN = 3000;

/**
 * What the daemon says of a game, in one go; `onOld` when some of it is what it said last time.
 * @param {number} number
 * @param {() => void} onOld
 * @returns {Promise<Page.LiveData>}
 */
async function load(number, onOld) {
  const path = /** @type {const} */ (`/v1/games/${number}`);
  const [info, moves, board] = await Promise.all([
    get(path, { keep: true, onOld }),
    get(`${path}/moves`, { keep: true, onOld }),
    get(`${path}/state`, { keep: true, onOld }),
  ]);
  return { info, moves: moves.moves, board };
}

/**
 * A game that was opened here and has not arrived: as much as its opening says.
 * @param {Page.Item} item
 * @returns {Page.LiveData}
 */
function unsent(item) {
  const { game = "", variant = "", level = "", seats = [], place, night } = item.body;
  return {
    info: {
      id: null,
      game,
      variant,
      level,
      status: "live",
      place,
      day: night,
      plies: 0,
      seats: seats.map((text, i) => ({ seat: i + 1, player: item.about.names?.[i] ?? text, total: null, rank: null })),
    },
    moves: [],
    board: null,
  };
}

/**
 * { id, number, data: { info, moves, board } | null, moves, waiting, error, connected, play(lines), back(count),
 * abandon(), reload } `moves` is what stands with what waits; `board` (the API's state) is the daemon's alone: compare
 * board.ply.
 * @param {string} id
 * @returns {Page.Live}
 */
export function useLive(id) {
  const numbers = useStore(localGames);
  const speak = useStore(language);
  const who = useStore(session)?.token;
  const items = useStore(outbox);
  const number = useMemo(() => realGame(id), [id, numbers]);
  const [data, setData] = useState(/** @type {Page.LiveData | null} */ (null));
  const [error, setError] = useState(/** @type {Error | null} */ (null));
  const [connected, setConnected] = useState(true);
  const [settled, setSettled] = useState(/** @type {Page.Item[]} */ ([])); // arrived, but perhaps not yet in `data`
  const [entering, setEntering] = useState(/** @type {Page.Entering[]} */ ([])); // on their way to the device's store
  const arrivedHere = useRef(/** @type {Page.Item[]} */ ([]));
  const loading = useRef(0);
  const behind = useRef(false); // what is there may be what the daemon said last time
  const again = useRef(/** @type {ReturnType<typeof setTimeout> | undefined} */ (undefined));

  const reload = useCallback(async () => {
    if (!number) return;
    const turn = ++loading.current;
    const included = arrivedHere.current; // what had arrived before the question is in the answer
    let old = false;
    clearTimeout(again.current);
    behind.current = false;
    try {
      const fresh = await load(number, () => {
        old = true;
      });
      if (turn !== loading.current) return;
      setData(fresh);
      setError(null);
      arrivedHere.current = arrivedHere.current.filter((item) => !included.includes(item));
      setSettled(arrivedHere.current);
    } catch (problem) {
      if (turn !== loading.current) return;
      old = problem instanceof Unreachable;
      setError(/** @type {Error} */ (problem));
    }
    // Asked again when the network is back; where it came back while this was under way, in a moment.
    behind.current = old;
    if (old && online.get()) again.current = setTimeout(reload, AGAIN);
  }, [number]);

  useEffect(() => {
    void reload();
  }, [reload, speak, who]);
  useEffect(() => online.watch((on) => on && behind.current && reload()), [reload]);
  useEffect(
    () => () => {
      loading.current++; // what is under way is nobody's any more
      clearTimeout(again.current);
    },
    [reload],
  );
  const under = data?.info.status === "live";
  useEffect(
    () => (number && under ? follow(number, data?.info.last, reload, setConnected) : undefined),
    [number, under, reload],
  );
  useEffect(
    () =>
      onSent((item) => {
        if (item.group !== groupOf(id)) return;
        arrivedHere.current = [...arrivedHere.current, item];
        setSettled(arrivedHere.current);
        void reload();
      }),
    [id, reload],
  );

  const waiting = useMemo(() => items.filter((item) => item.group === groupOf(id)), [items, id, numbers]);
  const opening = waiting.find((item) => item.kind === "open");
  /** @type {Page.LiveData | null} */
  const known = useMemo(() => (number ? data : opening ? unsent(opening) : null), [number, data, opening]);
  const moves = useMemo(
    () => (known ? standing(known.moves, [...settled, ...waiting, ...entering]) : []),
    [known, settled, waiting, entering],
  );

  /** @param {string} verb */
  const address = (verb) => (number ? `/v1/games/${number}/${verb}` : `/v1/games/{game}/${verb}`);
  const names = known ? known.info.seats.map(seatName) : [];
  const about = { title: names.join(", "), names, game: known?.info.game };
  /**
   * @param {string} kind
   * @param {string} verb
   * @param {Page.ItemBody} body
   * @param {string[]} [lines]
   * @param {number} [hold]
   */
  const enter = (kind, verb, body, lines = [], hold = 0) =>
    send({ group: groupOf(id), kind, path: address(verb), body, about: { ...about, moves: lines }, hold });
  /**
   * Stands at once, so that the next tap finds the next turn; taken out again if the device cannot keep it.
   * @param {string[]} lines
   */
  const play = async (lines) => {
    const body = { ply: moves.length, moves: lines };
    const item = { kind: "moves", body };
    setEntering((old) => [...old, item]);
    try {
      return await enter("moves", "moves", body, lines);
    } finally {
      setEntering((old) => old.filter((one) => one !== item));
    }
  };
  /** It has no way back once the daemon has it, so it stays here for as long as it can be undone. */
  const abandon = async () => {
    const group = groupOf(id);
    const entry = await enter("abandon", "abandon", {}, [], UNDO_MS);
    const withdraw = offerUndo(t("undo.abandon"), () => {
      stop();
      return drop({ id: entry, group });
    });
    const stop = onSent(({ id: sent }) => {
      if (sent !== entry) return;
      stop();
      withdraw(); // it left early: nobody looked at the page
    });
    return entry;
  };

  const back = async (count = 1) => {
    const last = waiting[waiting.length - 1];
    // What has not left the device is simply not sent.
    const own = last?.kind === "moves" && last.body.moves?.length === count;
    if (own && (await drop(last, { unsent: true })).length > 0) return undefined;
    return enter("back", "takeback", { ply: moves.length, count }, moves.slice(-count));
  };

  return { id, number, data: known, moves, waiting, error, connected, play, back, abandon, reload };
}
