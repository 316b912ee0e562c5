// Sheets being filled in: on the device from the first tap until they have been sent.
import { keepsNames } from "./called_now.js";
import { all, one, put, remove } from "./idb.js";
import { newKey, onSent } from "./queue.js";
import { createKept, createStore } from "./store.js";

/** Drafts on this device, the newest first. */
export const drafts = createStore(/** @type {Page.AnyDraft[]} */ ([]));
/** The table of last time: { game, variant, level, options, seats, place }. */
export const lastTable = createKept("dendro.last-table", /** @type {Page.Table | null} */ (null));
keepsNames((call) => {
  const last = lastTable.get();
  const seats = last && call(last.seats);
  if (seats && seats !== last.seats) lastTable.set({ ...last, seats });
});

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

/** A sheet that has arrived is no draft any more. */
onSent((item) => item.about?.draft && removeDraft(item.about.draft));
