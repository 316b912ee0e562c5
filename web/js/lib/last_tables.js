// Who sat where the last time, on this device: names, so that they are called as people are now, and forgotten when
// somebody signs out.
import { keepsNames } from "./called_now.js";
import { createKept } from "./store.js";

/** The table of last time: { game, variant, level, options, seats, place }. */
export const lastTable = createKept("dendro.last-table", /** @type {Page.Table | null} */ (null));
keepsNames((call) => {
  const last = lastTable.get();
  const seats = last && call(last.seats);
  if (seats && seats !== last.seats) lastTable.set({ ...last, seats });
});

/** The last table of each title on this device: { id: { variant, seats } }. */
const tables = createKept("dendro.title-tables", /** @type {Record<string, Page.TitleTable>} */ ({}));
keepsNames((call) => {
  const before = Object.entries(tables.get());
  const now = before.map(([id, table]) => /** @type {const} */ ([id, { ...table, seats: call(table.seats) }]));
  if (now.some(([, { seats }], i) => seats !== before[i][1].seats)) tables.set(Object.fromEntries(now));
});

/**
 * @param {string} id
 * @param {Page.TitleTable} table
 */
export const rememberTable = (id, table) => tables.set({ ...tables.get(), [id]: table });

/** @param {string} id */
export const tableOf = (id) => tables.get()[id];

export function forgetTables() {
  lastTable.set(null);
  tables.set({});
}
