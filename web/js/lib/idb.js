// IndexedDB with promises, for the three things the page keeps on the device: what waits to be sent, drafts of
// sheets, and a few answers for when there is no network.
import { ours } from "./base.js";

/** @type {Promise<IDBDatabase> | null} */
let opening = null;

/** @returns {Promise<IDBDatabase>} */
function open() {
  opening ??= /** @type {Promise<IDBDatabase>} */ (
    new Promise((resolve, reject) => {
      const request = indexedDB.open(ours("dendro"), 1);
      request.onupgradeneeded = () => {
        const db = request.result;
        db.createObjectStore("outbox", { keyPath: "id", autoIncrement: true });
        db.createObjectStore("drafts", { keyPath: "id" });
        db.createObjectStore("answers", { keyPath: "path" });
      };
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    })
  ).catch((error) => {
    opening = null;
    throw error;
  });
  return opening;
}

/**
 * Runs `work(store)` in one transaction and resolves, once it is on disk, with the result of the request it returns.
 * @template T
 * @param {string} name
 * @param {IDBTransactionMode} mode
 * @param {(store: IDBObjectStore) => IDBRequest<T>} work
 * @returns {Promise<T>}
 */
async function run(name, mode, work) {
  const db = await open();
  return new Promise((resolve, reject) => {
    const transaction = db.transaction(name, mode, { durability: "strict" });
    const request = work(transaction.objectStore(name));
    transaction.oncomplete = () => resolve(request.result);
    transaction.onerror = () => reject(transaction.error);
    transaction.onabort = () => reject(transaction.error);
  });
}

/**
 * @param {string} store
 * @param {object} value
 * @returns {Promise<IDBValidKey>}
 */
export const put = (store, value) => run(store, "readwrite", (s) => s.put(value));
/**
 * @param {string} store
 * @param {IDBValidKey} key
 */
export const remove = (store, key) => run(store, "readwrite", (s) => s.delete(key));
/** @param {string} store */
export const clear = (store) => run(store, "readwrite", (s) => s.clear());
/**
 * What was put there, or undefined; `put` says what that is.
 * @param {string} store
 * @param {IDBValidKey} key
 * @returns {Promise<any>}
 */
export const one = (store, key) => run(store, "readonly", (s) => s.get(key));
/**
 * @param {string} store
 * @returns {Promise<any[]>}
 */
export const all = (store) => run(store, "readonly", (s) => s.getAll());
