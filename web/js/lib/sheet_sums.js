// What each side of a score sheet has in the end, for the list of what waits: worked out when the sheet is handed over,
// because afterwards there is nothing but its record. Biotopes' cards are the catalogue's to count: none are said.
import * as totals from "./totals.js";

/** @param {Page.ForetDraft} draft */
async function foret(draft) {
  const { score } = await import("./foret.js");
  const extra = draft.extra ?? undefined;
  const beside = draft.variant === "solo" ? { alban: extra } : draft.variant === "duel" ? { neutral: extra } : null;
  return score(draft.grids, beside).map(({ total }) => total);
}

/** @type {Record<string, (draft: any) => Promise<(number | null)[]>>} */
const SUMS = {
  foret,
  grandbois: async (draft) => (await import("./grandbois.js")).score(draft).map(({ total }) => total),
  ecos: async (draft) => (await import("./ecos.js")).score(draft).map(({ total }) => total),
};

/**
 * A number a seat, or nothing where that is not known here.
 * @param {Page.AnyDraft} draft
 * @returns {Promise<(number | null)[]>}
 */
export async function sumsOf(draft) {
  if (draft.level !== "totals") return (await SUMS[draft.game]?.(draft)) ?? [];
  const asked = /** @type {Page.TotalsDraft} */ (draft);
  const said = asked.seats.map((_, seat) => totals.totalOf(asked, seat).trim().replace(",", "."));
  return said.map((text) => (text === "" || Number.isNaN(Number(text)) ? null : Number(text)));
}
