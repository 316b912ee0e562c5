// The score race of a GrandBois game whose clans were secret until the end: what each player had at every move, counted
// with the clans that were revealed later. The API counts a clan when it is known; this is only for the plot, and the
// tests hold it against the API wherever the clans were known from the start.
import { CORNERS, readSquare, tileSquares, turned } from "./grandbois.js";

const AROUND = [[-1, -1], [0, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [0, 1], [1, 1]];
const SIDES = [[0, -1], [-1, 0], [1, 0], [0, 1]];
const step = (at, [dx, dy]) => {
  const [x, y] = at.split(",").map(Number);
  return `${x + dx},${y + dy}`;
};

/** The size of the largest set of `clan`'s squares that touch at their sides. */
function largestSet(forest, clan) {
  const left = new Set([...forest].filter(([, kind]) => kind === clan).map(([at]) => at));
  let best = 0;
  while (left.size > 0) {
    const open = [left.values().next().value];
    left.delete(open[0]);
    let size = 0;
    while (open.length > 0) {
      const at = open.pop();
      size++;
      for (const side of SIDES) {
        const next = step(at, side);
        if (left.delete(next)) open.push(next);
      }
    }
    best = Math.max(best, size);
  }
  return best;
}

function count(forest, clans, towers) {
  const kinds = [...forest.values()];
  const around = towers.flatMap((at) => AROUND.map((side) => forest.get(step(at, side))));
  return {
    squares: kinds.filter((kind) => clans.includes(kind)).length,
    set: clans.reduce((sum, clan) => sum + 2 * largestSet(forest, clan), 0),
    "own-tower": 2 * around.filter((kind) => clans.includes(kind)).length,
    "other-tower": around.filter((kind) => kind && !["clearing", "bear"].includes(kind) && !clans.includes(kind)).length,
  };
}

/** The like of GET …/scores for `moves`, with `seats` [{ seat, clans }] as they were at the end. */
export function hindsight(moves, seats) {
  const forest = new Map(CORNERS.map(([x, y]) => [`${x},${y}`, "clearing"]));
  const towers = new Map(seats.map(({ seat }) => [String(seat), []]));
  const race = seats.map(({ seat }) => ({ seat, totals: [], categories: { squares: [], set: [], "own-tower": [], "other-tower": [] } }));
  let known = null;
  const note = (changed) => {
    if (changed) known = seats.map(({ seat, clans }) => count(forest, clans, towers.get(String(seat))));
    race.forEach((line, i) => {
      line.totals.push(Object.values(known[i]).reduce((sum, points) => sum + points, 0));
      for (const [id, points] of Object.entries(known[i])) line.categories[id].push(points);
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
