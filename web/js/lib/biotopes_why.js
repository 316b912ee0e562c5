// Why a tap on a table of Biotopes does nothing: the first reason that applies, as a key of words/biotopes.js and what
// goes into it. What is legal the daemon has said before; this only puts it into words next to the finger.
import { beside, colourOf } from "./biotopes.js";

/**
 * @typedef {{ key: string, who?: string, biotope?: string, colour?: string, what?: string }} Reason
 */

/**
 * Why a hex is not lit. `kinds`: kinds of lines that are legal now.
 * @param {Biotopes.State} state
 * @param {number} seat
 * @param {Biotopes.Hex} hex
 * @param {Set<string>} kinds
 * @returns {Reason}
 */
export function whyHex(state, seat, hex, kinds) {
  const hexes = state.hexes ?? [];
  const mine = hexes.filter(({ token }) => token === seat);
  const touches = beside(hex).some(({ q, r }) => mine.some((one) => one.q === q && one.r === r));
  const player = state.seats[seat - 1];
  const who = String(seat);
  const colour = colourOf(hex.biotope);
  /** @param {string} action */
  const acts = (action) =>
    player.used.includes(action) ? { key: "used", what: action } : { key: `pay-${action}`, colour };
  if (kinds.has("token")) {
    if (hex.token !== null) return { key: "taken" };
    if (mine.some(({ biotope }) => biotope === hex.biotope)) return { key: "held", who, biotope: hex.biotope };
    return { key: touches ? "next-to-own" : "not-edge" };
  }
  if (kinds.has("retreat")) return { key: "not-here" };
  if (!kinds.has("pass")) return { key: "not-now" };
  if (hex.token === seat) return acts("migrate");
  if (!touches) return { key: "not-beside", who };
  const action = hex.token === null ? "expand" : "compete";
  if (!player.used.includes(action) && player.tokens === 0) return { key: "no-token" };
  return acts(action);
}

/**
 * Why an action is not to be had.
 * @param {Biotopes.Seat} player
 * @param {string} action
 * @returns {Reason}
 */
export function whyAct(player, action) {
  if (player.used.includes(action)) return { key: "used", what: action };
  return { key: action === "reproduce" ? "pay-reproduce" : "pay-any" };
}
