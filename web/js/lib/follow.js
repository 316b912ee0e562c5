// Server-sent events by fetch, because a browser's EventSource cannot send a token. Resumes where it was.
import { askAnew, online } from "./api.js";
import { at } from "./base.js";
import { lang } from "./i18n.js";
import { token } from "./session.js";

/** @typedef {{ id?: string, event?: string, data: string }} Followed an entry of a game, or what else a stream tells */

/**
 * Cuts a stream of text into events: { id, event, data }. Exported for its test.
 * @param {(event: Followed) => void} emit
 * @returns {(text: string) => void}
 */
export function eventReader(emit) {
  let rest = "";
  return (text) => {
    rest += text;
    for (;;) {
      const end = rest.indexOf("\n\n");
      if (end < 0) return;
      /** @type {Partial<Record<string, string>>} */
      const event = {};
      for (const line of rest.slice(0, end).split("\n")) {
        const colon = line.indexOf(":");
        if (colon <= 0) continue; // a sign of life, or nothing
        event[line.slice(0, colon)] = line.slice(colon + 1).replace(/^ /, "");
      }
      rest = rest.slice(end + 2);
      if (event.data !== undefined) emit({ id: event.id, event: event.event, data: event.data });
    }
  };
}

/**
 * Reads the stream until it ends, breaks, falls silent, or the network has been away meanwhile.
 * @param {string} path
 * @param {string | number | null | undefined} last
 * @param {AbortSignal} stop
 * @param {() => void} onOpen
 * @param {(event: Followed) => void} emit
 */
async function read(path, last, stop, onOpen, emit) {
  /** @type {Record<string, string>} */
  const headers = { "Accept-Language": lang(), Accept: "text/event-stream" };
  if (token()) headers.Authorization = `Bearer ${token()}`;
  if (last) headers["Last-Event-ID"] = String(last);
  const control = new AbortController();
  const end = () => control.abort();
  stop.addEventListener("abort", end);
  // A connection that the network has swallowed says nothing, not even that it is dead.
  const back = online.watch((on) => on && end());
  let silence = setTimeout(end, SILENCE);
  try {
    const answer = await fetch(at(path), { headers, signal: control.signal, cache: "no-store" });
    if (!answer.ok) throw new Error(String(answer.status));
    onOpen();
    if (!answer.body) return;
    const text = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    const take = eventReader((event) => {
      askAnew();
      emit(event);
    });
    for (;;) {
      const { value, done } = await text.read();
      if (done) return;
      clearTimeout(silence);
      silence = setTimeout(end, SILENCE);
      take(value);
    }
  } finally {
    clearTimeout(silence);
    back();
    stop.removeEventListener("abort", end);
  }
}

/**
 * Resolves after `ms`, or as soon as there is a network again.
 * @param {number} ms
 * @returns {Promise<void>}
 */
const pause = (ms) =>
  new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      stop();
      resolve();
    };
    const timer = setTimeout(done, ms);
    const stop = online.watch((on) => on && done());
  });

const SILENCE = 45000; // three signs of life that did not come
const FIRST_WAIT = 1000;
const LONGEST_WAIT = 15000;

/**
 * Calls `onEvent({ id, event, data })` for every entry of a game after the entry `last`, and goes on where it was when
 * the connection broke; `onState(true|false)` as it is connected or not. Returns how to stop.
 * @param {number | string} game
 * @param {string | number | null | undefined} last
 * @param {(event: Followed) => unknown} onEvent
 * @param {(connected: boolean) => void} [onState]
 * @returns {() => void}
 */
export const follow = (game, last, onEvent, onState) => followAt(`/v1/games/${game}/events`, last, onEvent, onState);

/**
 * The same for any stream of events.
 * @param {string} path
 * @param {string | number | null | undefined} last
 * @param {(event: Followed) => unknown} onEvent
 * @param {(connected: boolean) => void} [onState]
 * @returns {() => void}
 */
export function followAt(path, last, onEvent, onState = () => {}) {
  const control = new AbortController();
  const { signal } = control;
  let wait = FIRST_WAIT;
  const opened = () => {
    wait = FIRST_WAIT;
    onState(true);
  };
  void (async () => {
    while (!signal.aborted) {
      try {
        await read(path, last, signal, opened, (event) => {
          last = event.id ?? last;
          onEvent(event);
        });
      } catch {
        if (!signal.aborted) onState(false);
      }
      if (!signal.aborted) await pause(wait);
      wait = Math.min(2 * wait, LONGEST_WAIT);
    }
  })();
  return () => control.abort();
}
