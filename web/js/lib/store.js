// A value that components watch: the page's only kind of shared state. `kept` ones live on the device.
import { ours } from "./base.js";
import { useEffect, useState } from "./html.js";

/**
 * @template T
 * @param {T} value
 * @returns {Page.Store<T>}
 */
export function createStore(value) {
  /** @type {Set<(value: T) => void>} */
  const watchers = new Set();
  return {
    get: () => value,
    set(next) {
      if (Object.is(value, next)) return;
      value = next;
      for (const watcher of [...watchers]) watcher(value);
    },
    watch(watcher) {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
  };
}

/**
 * What is on the device, as whoever wrote it there left it.
 * @param {string} key
 */
function read(key) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null");
  } catch {
    return null; // no storage, or somebody else's text
  }
}

/**
 * A store whose value is in localStorage, and follows the other tabs of this club.
 * @template T
 * @param {string} name
 * @param {T} initial
 * @returns {Page.Store<T>}
 */
export function createKept(name, initial) {
  const key = ours(name);
  const store = createStore(read(key) ?? initial);
  const set = store.set;
  store.set = (value) => {
    set(value);
    try {
      if (value === null || value === undefined) localStorage.removeItem(key);
      else localStorage.setItem(key, JSON.stringify(value));
    } catch {
      // A browser without storage: it lasts as long as the tab.
    }
  };
  addEventListener("storage", (event) => {
    if (event.key === key) set(read(key) ?? initial);
  });
  return store;
}

/**
 * @template T
 * @param {Page.Store<T>} store
 * @returns {T}
 */
export function useStore(store) {
  const [value, setValue] = useState(store.get());
  useEffect(() => {
    setValue(store.get());
    return store.watch(setValue);
  }, [store]);
  return value;
}
