// A list that comes page by page. Who comes back to it finds as many pages as they had loaded: at once what was there,
// then what is there now.
import { useEffect, useState } from "./html.js";
import { get } from "./api.js";
import { countBefore, entryKey, keepAnswer, keepCount, loadedBefore } from "./places.js";

const MOST = 500; // that the API gives at once
const NONE = { items: [], cursor: null };

/**
 * { items, cursor, next(), again(), error, busy, fresh }; begins anew when `path` changes.
 * @template T
 * @param {string} path with a "?", and without limit and cursor
 * @param {string} name of the list in the answer
 * @param {number} size of a page
 */
export function usePages(path, name, size) {
  /** @typedef {{ items: T[], cursor: string | null }} Loaded */
  /** @typedef {Loaded & { path: string | null, error: unknown, busy: boolean }} State */
  const [state, setState] = useState(
    /** @type {State} */ ({ path: null, items: [], cursor: null, error: null, busy: false }),
  );
  const kept = `${path} by pages`;
  const before = state.path === path ? undefined : /** @type {Loaded | undefined} */ (loadedBefore(kept));
  /**
   * @param {string | null} cursor
   * @param {() => boolean} [wanted]
   */
  const load = async (cursor, wanted = () => true) => {
    const entry = entryKey();
    const limit = cursor ? size : Math.min(MOST, Math.max(size, countBefore(path)));
    setState((old) => ({ ...old, busy: true, error: null }));
    try {
      const url = `${path}&limit=${limit}${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ""}`;
      const answer = /** @type {Record<string, unknown>} */ (await get(url, { keep: !cursor && limit === size }));
      if (!wanted()) return;
      setState((old) => {
        const came = /** @type {T[]} */ (answer[name]);
        const items = cursor && old.path === path ? [...old.items, ...came] : came;
        const loaded = { items, cursor: /** @type {string | null} */ (answer.next) };
        keepAnswer(entry, kept, loaded);
        keepCount(path, items.length);
        return { path, ...loaded, error: null, busy: false };
      });
    } catch (error) {
      const was = cursor ? undefined : /** @type {Loaded | undefined} */ (loadedBefore(kept));
      if (!wanted()) return;
      setState((old) => ({ ...old, ...(old.path === path ? {} : (was ?? NONE)), path, error, busy: false }));
    }
  };
  useEffect(() => {
    let current = true;
    void load(null, () => current);
    return () => {
      current = false;
    };
  }, [path]);
  const fresh = state.path === path;
  const shown = fresh ? state : { ...state, items: before?.items ?? [], cursor: before?.cursor ?? null };
  return {
    ...shown,
    fresh: fresh || before !== undefined,
    next: () => load(shown.cursor),
    again: () => load(null),
  };
}
