// Sheets being filled in: on the device from the first tap until they have been sent.
import { all, one, put, remove } from "./idb.js";
import { newKey, onSent } from "./queue.js";
import { createKept, createStore } from "./store.js";

/** Drafts on this device, the newest first. */
export const drafts = createStore(/** @type {Page.AnyDraft[]} */ ([]));
export async function loadDrafts() {
  try {
    drafts.set((await all("drafts")).sort((a, b) => b.updated - a.updated));
  } catch {
    drafts.set([]);
  }
}

/** @param {Page.AnyDraft} draft */
export async function saveDraft(draft) {
  await put("drafts", { ...draft, updated: Date.now() });
  await loadDrafts();
}

/**
 * @param {string} id
 * @returns {Promise<Page.AnyDraft | undefined>}
 */
export const findDraft = (id) => one("drafts", id);

/** @param {string} id */
export async function removeDraft(id) {
  await remove("drafts", id);
  await loadDrafts();
}

/**
 * Resolves with the id of the new draft.
 * @param {Page.NewDraft} fields
 */
export async function newDraft(fields) {
  const id = newKey();
  await saveDraft(/** @type {Page.AnyDraft} */ ({ id, ...fields }));
  return id;
}

/** As many sheets that have arrived as anybody still looks for. */
const REMEMBERED = 20;
/** Sheets that have arrived, the last ones, and which game each has become. */
export const arrivedSheets = createKept("dendro.arrived-sheets", /** @type {[string, number][]} */ ([]));

/** @param {string} id */
export const gameOfSheet = (id) => arrivedSheets.get().find(([sheet]) => sheet === id)?.[1] ?? null;

/**
 * A sheet that has arrived is no draft any more. It is remembered, because a view may still show it, after a reload or
 * in another tab, and would send it a second time.
 */
onSent((item, { game }) => {
  const id = item.about?.draft;
  if (!id) return;
  const others = arrivedSheets.get().filter(([sheet]) => sheet !== id);
  arrivedSheets.set(/** @type {[string, number][]} */ ([[id, game], ...others]).slice(0, REMEMBERED));
  void removeDraft(id);
});
