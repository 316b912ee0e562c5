// Speaks with the daemon: JSON in the person's language, with their token, and errors as values that views can show.
import { at } from "./base.js";
import { during } from "./busy.js";
import { PEOPLE, callNow } from "./called_now.js";
import { useCallback, useEffect, useRef, useState } from "./html.js";
import { lang, language } from "./i18n.js";
import { session, token } from "./session.js";
import { entryKey, forgetLoaded, keepAnswer, loadedBefore } from "./places.js";
import { steps } from "./router.js";
import { createStore, useStore } from "./store.js";
import { keep, kept } from "./shelf.js";

/** Whether the last request reached the daemon. */
export const online = createStore(navigator.onLine);
addEventListener("online", () => online.set(true));
addEventListener("offline", () => online.set(false));

session.watch(forgetLoaded);
language.watch(forgetLoaded);
/** For how long the parts of a view share an answer, in milliseconds. */
const MOMENT = 2000;
/** And for how long an answer that was asked for ahead waits for the view, whose module may be long in coming. */
const AHEAD = 10000;
/** @typedef {{ answer: Promise<unknown>, control: AbortController, users: number, forget: () => void }} Shared */
/** @type {Map<string, Shared>} what was asked a moment ago, by who asks and what */
const shared = new Map();

/** Something may have changed: what is asked from now on is asked of the daemon. */
export const askAnew = () => shared.clear();
steps.watch(askAnew);

/** The daemon refused, and says why (RFC 9457): status, type, detail, and rule, seat, ply, legal where they apply. */
export class Problem extends Error {
  /**
   * @param {Partial<Api.Problem>} body
   * @param {number} status
   */
  constructor(body, status) {
    super(body.detail ?? body.title ?? String(status));
    this.status = status;
    this.detail = body.detail;
    this.rule = body.rule;
    this.seat = body.seat;
    this.ply = body.ply;
    this.legal = body.legal;
    this.line = body.line;
    this.column = body.column;
    /** Which problem it is: "game.ply". */
    this.id = (body.type ?? "").replace(/^.*\/problems\//, "");
  }
}

/** The daemon could not be reached. */
export class Unreachable extends Error {}

/**
 * Somebody does not want the answer any more: that is no trouble of the network.
 * @param {unknown} error
 */
export function throwIfAborted(error) {
  if (error instanceof DOMException && error.name === "AbortError") throw error;
}

/**
 * Who asks, and in which language.
 * @returns {Record<string, string>}
 */
export const head = () => ({
  "Accept-Language": lang(),
  ...(token() && { Authorization: `Bearer ${token()}` }),
});

/**
 * The daemon's answer, whatever it is; throws Unreachable where there is none.
 * @param {string} path
 * @param {RequestInit} options
 */
export async function reach(path, options) {
  const changes = (options.method ?? "GET") !== "GET";
  if (changes) askAnew();
  try {
    const answer = await fetch(at(path), options);
    if (changes) askAnew();
    online.set(true);
    return answer;
  } catch (error) {
    throwIfAborted(error);
    online.set(false);
    throw new Unreachable(String(error));
  }
}

/**
 * What an answer that is no success says: a proxy without a daemon behind it is no refusal.
 * @param {Partial<Api.Problem>} body
 * @param {number} status
 */
export function refusal(body, status) {
  if (status !== 502 && status !== 504) return new Problem(body, status);
  online.set(false);
  return new Unreachable(String(status));
}

/**
 * One request. `body` is sent as JSON, or as text when it is a string. Throws Problem or Unreachable. Resolves with
 * JSON when the answer is JSON, with text otherwise.
 * @template {string} M
 * @template {string} P
 * @param {M} method
 * @param {P} path
 * @param {Page.CallOptions} [options]
 * @returns {Promise<Api.Answer<P, M>>}
 */
export async function call(method, path, { body, key, signal, headers } = {}) {
  const sent = { ...head(), ...headers };
  if (key) sent["Idempotency-Key"] = key;
  if (body !== undefined) {
    sent["Content-Type"] = typeof body === "string" ? "text/plain; charset=utf-8" : "application/json";
  }
  const answer = await reach(path, {
    method,
    headers: sent,
    signal,
    body: body === undefined || typeof body === "string" ? body : JSON.stringify(body),
  });
  const json = /[/+]json/.test(answer.headers.get("Content-Type") ?? ""); // not x-ndjson, which is many
  let content;
  try {
    content = answer.status === 204 ? null : json ? await answer.json() : await answer.text();
  } catch (error) {
    throwIfAborted(error);
    throw new Unreachable(String(error)); // it broke off half-way
  }
  if (!answer.ok) throw refusal(json ? content : { title: answer.statusText }, answer.status);
  return content;
}

/**
 * What was asked, and by whom it is shared.
 * @param {string} path
 * @param {number} moment
 * @returns {Shared}
 */
function shareOf(path, moment) {
  const key = [lang(), token(), path].join(" ");
  const known = shared.get(key);
  if (known) return known;
  const control = new AbortController();
  const answer = during(call("GET", path, { signal: control.signal }));
  const forget = () => void (shared.get(key) === one && shared.delete(key));
  const one = { answer, control, users: 0, forget };
  shared.set(key, one);
  answer.then(() => setTimeout(forget, moment), forget);
  return one;
}

/**
 * Asks for what a view will ask for, before it is there to do so; the answer, or null where there is none.
 * @param {string} path
 * @returns {Promise<unknown>}
 */
export function askAhead(path) {
  const one = shareOf(path, AHEAD);
  one.users++; // a view that goes away does not end it
  return one.answer.catch(() => null);
}

/**
 * The daemon's answer, or the one that another part of the view has got, or waits for. It is not waited for any more
 * when nobody does.
 * @param {string} path
 * @param {AbortSignal} [signal]
 */
function share(path, signal) {
  const one = shareOf(path, MOMENT);
  one.users++;
  return new Promise((resolve, reject) => {
    const leave = () => {
      reject(new DOMException("nobody waits for it", "AbortError"));
      if (--one.users > 0) return;
      one.forget();
      one.control.abort();
    };
    const settled = () => signal?.removeEventListener("abort", leave);
    if (signal?.aborted) leave();
    signal?.addEventListener("abort", leave);
    one.answer.finally(settled).then(resolve, reject);
  });
}

/**
 * GET. With `keep`, the last answer stays on the device and stands in when there is no network; `onOld` hears of it
 * before.
 * @template {string} P
 * @param {P} path
 * @param {Page.GetOptions} [options]
 * @returns {Promise<Api.Answer<P>>}
 */
export async function get(path, { signal, keep: keeps, onOld } = {}) {
  try {
    const answer = /** @type {Api.Answer<P>} */ (await share(path, signal));
    if (keeps && path === PEOPLE) {
      void callNow(/** @type {{ players: Api.Person[] }} */ (/** @type {unknown} */ (answer)).players, kept(path));
    }
    if (keeps) keep(path, answer);
    return answer;
  } catch (error) {
    if (!keeps || !(error instanceof Unreachable)) throw error;
    onOld?.();
    const old = await kept(path);
    if (old !== undefined) return /** @type {Api.Answer<P>} */ (old);
    throw error;
  }
}

/**
 * All pages of a list: get("/v1/players") and its `next`, as one array.
 * @template {string} P
 * @template K
 * @param {P} path
 * @param {K} name
 * @param {Page.GetOptions} options
 * @returns {Promise<Api.Listed<P, K>>}
 */
export async function getAll(path, name, options) {
  /** @type {unknown[]} */
  const items = [];
  /** @type {string | null} */
  let cursor = null;
  do {
    const url = cursor ? `${path}${path.includes("?") ? "&" : "?"}cursor=${encodeURIComponent(cursor)}` : path;
    const answer = /** @type {Record<string, unknown>} */ (await get(url, options));
    items.push(.../** @type {unknown[]} */ (answer[String(name)]));
    cursor = /** @type {string | null} */ (answer.next);
  } while (cursor);
  return /** @type {Api.Listed<P, K>} */ (items);
}

/**
 * An answer of the API for a component: { data, error, loading, reload }. Asks again when path, language or person
 * change, and when the network is back after an answer of last time; what was there stays until the new answer comes,
 * also in a list that somebody comes back to (places.js).
 * `path` null asks nothing; `all` names the list of which every page is asked for.
 * @template {string} P
 * @template {string} [K=never]
 * @param {P | null} path
 * @param {{ keep?: boolean, all?: K }} [options]
 * @returns {Page.Asked<Api.Listed<P, K>>}
 */
export function useApi(path, options = {}) {
  /** @typedef {{ data: Api.Listed<P, K> | null, error: Error | null, path: string | null }} State */
  const [state, setState] = useState(/** @type {State} */ ({ data: null, error: null, path: null }));
  const [round, setRound] = useState(0);
  const who = useStore(session)?.token;
  const speak = useStore(language);
  const settings = useRef(options);
  const stale = useRef(false); // the answer of last time, because there was no network
  settings.current = options;
  useEffect(() => {
    if (!path) return undefined;
    const control = new AbortController();
    stale.current = false;
    // At once: the network may be back before the old answer is found.
    const onOld = () => {
      stale.current ||= !control.signal.aborted;
    };
    const { all, keep: keeps } = settings.current;
    const entry = entryKey();
    const load = /** @type {Promise<Api.Listed<P, K>>} */ (
      all ? getAll(path, all, { keep: keeps, onOld }) : get(path, { keep: keeps, onOld, signal: control.signal })
    );
    load.then(
      (data) => {
        if (control.signal.aborted) return;
        keepAnswer(entry, path, data);
        setState({ data, error: null, path });
      },
      (error) =>
        control.signal.aborted || setState((old) => ({ data: old.path === path ? old.data : null, error, path })),
    );
    return () => control.abort();
  }, [path, who, speak, round]);
  useEffect(() => online.watch((on) => on && stale.current && setRound((n) => n + 1)), []);
  const fresh = state.path === path;
  // Who comes back sees at once what was there, until the answer of now has come.
  const before = path && !fresh ? /** @type {Api.Listed<P, K> | undefined} */ (loadedBefore(path)) : undefined;
  return {
    data: fresh ? state.data : (before ?? null),
    error: fresh ? state.error : null,
    loading: Boolean(path) && !fresh,
    reload: useCallback(() => {
      askAnew();
      setRound((n) => n + 1);
    }, []),
  };
}

/**
 * Builds an address: query("/v1/cards", { game: "foret", empty: "" }) leaves out what is empty.
 * @template {string} P
 * @param {P} path
 * @param {Record<string, string | number | null | undefined>} values
 * @returns {P | `${P}?${string}`}
 */
export function query(path, values) {
  const pairs = Object.entries(values).flatMap(([name, value]) =>
    value === null || value === undefined || value === "" ? [] : [[name, String(value)]],
  );
  const text = new URLSearchParams(pairs).toString();
  return text ? `${path}?${text}` : path;
}
