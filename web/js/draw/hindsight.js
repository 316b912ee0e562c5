// The score race of a GrandBois game whose clans were secret until the end: what each player had at every move, counted
// with the clans that were revealed later. The API counts a clan when it is known; this is only for the plot, and the
// tests hold it against the API wherever the clans were known from the start.
import { points, readSquare, step } from "../lib/grandbois.js";
import { CORNERS, tileSquares, turned } from "./grandbois.js";

/** The like of GET …/scores for `moves`, with `seats` [{ seat, clans }] as they were at the end. */
export function hindsight(moves, seats) {
  const forest = new Map(CORNERS.map(([x, y]) => [`${x},${y}`, "clearing"]));
  const towers = new Map(seats.map(({ seat }) => [String(seat), []]));
  const race = seats.map(({ seat }) => ({
    seat,
    totals: [],
    categories: { squares: [], set: [], "own-tower": [], "other-tower": [] },
  }));
  let known = null;
  const note = (changed) => {
    if (changed) known = seats.map(({ seat, clans }) => points(forest, clans, towers.get(String(seat))));
    race.forEach((line, i) => {
      line.totals.push(Object.values(known[i]).reduce((sum, part) => sum + part, 0));
      for (const [id, part] of Object.entries(known[i])) line.categories[id].push(part);
    });
  };
  note(true);
  for (const move of moves) {
    const [, seat, kind, rest] = /^(\S+): (\S+) ?(.*)$/.exec(move);
    const said = rest.split(" ");
    if (kind === "tile") {
      const squares = turned(tileSquares(Number(said[0])), Number(said[1].slice(1)) / 90);
      squares.forEach((text, i) => forest.set(step(said[2], CORNERS[i]), readSquare(text).kind));
    }
    if (kind === "tower") towers.get(seat).push(said.at(-1));
    note(kind === "tile" || kind === "tower");
  }
  return { ply: moves.length, seats: race };
}
