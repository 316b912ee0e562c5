// A value that components watch: the page's only kind of shared state. `kept` ones live on the device.
import { useEffect, useState } from "./html.js";

/** @returns {{ get(): any, set(value: any): void, watch(fn: (value: any) => void): () => void }} */
export function createStore(value) {
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

function read(key) {
  try {
    return JSON.parse(localStorage.getItem(key));
  } catch {
    return null; // no storage, or somebody else's text
  }
}

/** A store whose value is in localStorage, and follows the other tabs. */
export function createKept(key, initial) {
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

export function useStore(store) {
  const [value, setValue] = useState(store.get());
  useEffect(() => {
    setValue(store.get());
    return store.watch(setValue);
  }, [store]);
  return value;
}
