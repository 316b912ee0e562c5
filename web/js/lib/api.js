// Speaks with the daemon: JSON in the person's language, with their token, and errors as values that views can show.
import { useCallback, useEffect, useRef, useState } from "./html.js";
import { lang, language } from "./i18n.js";
import { session, token } from "./session.js";
import { createStore, useStore } from "./store.js";
import { keep, kept } from "./shelf.js";

/** Whether the last request reached the daemon. */
export const online = createStore(navigator.onLine);
addEventListener("online", () => online.set(true));
addEventListener("offline", () => online.set(false));

/** The daemon refused, and says why (RFC 9457): status, type, detail, and rule, seat, ply, legal where they apply. */
export class Problem extends Error {
  constructor(body, status) {
    super(body.detail ?? body.title ?? String(status));
    Object.assign(this, body, { status });
    this.id = (body.type ?? "").replace("/problems/", "");
  }
}

/** The daemon could not be reached. */
export class Unreachable extends Error {}

/**
 * One request. `body` is sent as JSON, or as text when it is a string. Throws Problem or Unreachable.
 * @returns {Promise<any>} JSON when the answer is JSON, text otherwise
 */
export async function call(method, path, { body, key, signal, headers } = {}) {
  const head = { "Accept-Language": lang() };
  if (token()) head.Authorization = `Bearer ${token()}`;
  Object.assign(head, headers);
  if (key) head["Idempotency-Key"] = key;
  if (body !== undefined) {
    head["Content-Type"] = typeof body === "string" ? "text/plain; charset=utf-8" : "application/json";
  }
  let answer;
  try {
    answer = await fetch(path, {
      method,
      headers: head,
      signal,
      body: body === undefined || typeof body === "string" ? body : JSON.stringify(body),
    });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    online.set(false);
    throw new Unreachable(error.message);
  }
  online.set(true);
  const json = /[/+]json/.test(answer.headers.get("Content-Type") ?? ""); // not x-ndjson, which is many
  let content;
  try {
    content = answer.status === 204 ? null : json ? await answer.json() : await answer.text();
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Unreachable(error.message); // it broke off half-way
  }
  if (!answer.ok) {
    if (answer.status === 502 || answer.status === 504) {
      online.set(false);
      throw new Unreachable(String(answer.status)); // a proxy without a daemon behind it
    }
    throw new Problem(json ? content : { title: answer.statusText }, answer.status);
  }
  return content;
}

/**
 * GET. With `keep`, the last answer stays on the device and stands in when there is no network; `onOld` hears of it
 * before.
 */
export async function get(path, { signal, keep: keeps, onOld } = {}) {
  try {
    const answer = await call("GET", path, { signal });
    if (keeps) keep(path, answer);
    return answer;
  } catch (error) {
    if (!keeps || !(error instanceof Unreachable)) throw error;
    onOld?.();
    const old = await kept(path);
    if (old !== undefined) return old;
    throw error;
  }
}

/** All pages of a list: get("/v1/players") and its `next`, as one array. */
export async function getAll(path, name, options) {
  const items = [];
  let cursor = null;
  do {
    const url = cursor ? `${path}${path.includes("?") ? "&" : "?"}cursor=${encodeURIComponent(cursor)}` : path;
    const answer = await get(url, options);
    items.push(...answer[name]);
    cursor = answer.next;
  } while (cursor);
  return items;
}

/**
 * An answer of the API for a component: { data, error, loading, reload }. Asks again when path, language or person
 * change, and when the network is back after an answer of last time; what was there stays until the new answer comes.
 * `path` null asks nothing.
 */
export function useApi(path, options = {}) {
  const [state, setState] = useState({ data: null, error: null, path: null });
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
    const onOld = () => (stale.current ||= !control.signal.aborted);
    const load = settings.current.all
      ? getAll(path, settings.current.all, { ...settings.current, onOld })
      : get(path, { ...settings.current, onOld, signal: control.signal });
    load.then(
      (data) => control.signal.aborted || setState({ data, error: null, path }),
      (error) =>
        control.signal.aborted || setState((old) => ({ data: old.path === path ? old.data : null, error, path })),
    );
    return () => control.abort();
  }, [path, who, speak, round]);
  useEffect(() => online.watch((on) => on && stale.current && setRound((n) => n + 1)), []);
  const fresh = state.path === path;
  return {
    data: fresh ? state.data : null,
    error: fresh ? state.error : null,
    loading: Boolean(path) && !fresh,
    reload: useCallback(() => setRound((n) => n + 1), []),
  };
}

/** Builds an address: query("/v1/cards", { game: "foret", empty: "" }) leaves out what is empty. */
export function query(path, values) {
  const pairs = Object.entries(values).filter(([, value]) => value !== null && value !== undefined && value !== "");
  const text = new URLSearchParams(pairs).toString();
  return text ? `${path}?${text}` : path;
}
