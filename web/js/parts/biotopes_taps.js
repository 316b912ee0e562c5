// What may be tapped on a table of Biotopes, and what is asked: both follow from the lines that are legal.
import { readPay } from "../draw/biotopes.js";

/** @typedef {Biotopes.Move} Move */

/**
 * What is asked of a seat, by the kinds of lines that it may say.
 * @param {Set<string>} kinds
 * @param {string} step
 */
export function questionOf(kinds, step) {
  if (step === "declared" || step === "bonus") return step;
  if (kinds.has("pay") && (kinds.has("draw") || kinds.has("discard"))) return "evolve";
  const order = ["token", "biotope", "pass", "retreat", "pay", "shift", "prey", "put", "draw", "discard"];
  const found = order.find((kind) => kinds.has(kind));
  return found === "pass" ? "turn" : (found ?? "turn");
}

/**
 * What may be tapped in each ecosystem, from the legal lines of the seat that is shown.
 * @param {{ own: Move[], seat: string, cube: string | null, play: Page.Play, pick: (cube: string | null) => void,
 *   other: (card: string, event: Event) => void }} props
 */
export function tapsOf({ own, seat, cube, play, pick, other }) {
  const cubes = new Map();
  const rivals = new Map();
  const cards = new Map();
  const hand = new Map();
  /** @param {Move} move */
  const go = (move) => () => play(move.line);
  const pays = own.filter(({ kind }) => kind === "pay");
  for (const move of pays) {
    const { colour, card } = readPay(move.rest);
    const ways = pays.filter(({ rest }) => readPay(rest).colour === colour && readPay(rest).card === card);
    const key = `${card} ${colour}`;
    cubes.set(key, ways.length === 1 ? go(move) : () => pick(key));
  }
  for (const move of own.filter(({ kind }) => kind === "shift")) {
    const key = `${move.rest[1]} ${move.rest[0]}`;
    if (key === cube) cards.set(move.rest[2], go(move));
    if (!cube) cubes.set(key, () => pick(key));
  }
  for (const move of own) {
    if (move.kind === "put") cards.set(move.rest[0], go(move));
    if (move.kind === "adapt" || move.kind === "discard") hand.set(move.rest[0], go(move));
    if (move.kind === "prey") {
      const of = rivals.get(move.rest[0]) ?? new Map();
      rivals.set(move.rest[0], of.set(`${move.rest[2]} ${move.rest[1]}`, go(move)));
    }
  }
  const mine = { cubes, cards, hand, chosen: cube, other: own.length > 0 ? other : undefined };
  return (/** @type {number} */ of) => (String(of) === seat ? mine : { cubes: rivals.get(String(of)) });
}
