// How well openskill's models foretell real games; the same questions, in the same order, as bench/ratings_predict.c.
// Prints a line a model: name, pairs, accuracy, mean log loss, CPU seconds.
import { readFileSync } from "node:fs";
import { predictWin, rate, rating } from "openskill";
import * as models from "openskill/models";

const KNOWN = 5;

/** @type {{ player: string, rank: number }[][]} */
const games = [];
/** @type {string | null} */
let last = null;
for (const line of readFileSync(process.argv[2], "utf8").split("\n")) {
  const [id, player, rank] = line.split("\t");
  if (line.startsWith("#") || !/^\d+$/.test(rank ?? "")) {
    continue;
  }
  if (id !== last) {
    games.push([]);
    last = id;
  }
  games[games.length - 1].push({ player, rank: Number(rank) });
}

for (const [name, model] of Object.entries(models)) {
  /** @type {Map<string, { games: number, rating: import("openskill").Rating }>} */
  const known = new Map();
  let pairs = 0;
  let right = 0;
  let loss = 0;
  const since = process.cpuUsage();
  for (const seats of games.filter((game) => game.length > 1)) {
    const before = seats.map(({ player }) => known.get(player) ?? { games: 0, rating: rating() });
    for (let i = 0; i < seats.length; i++) {
      for (let k = 0; k < i; k++) {
        if (seats[i].rank === seats[k].rank || before[i].games < KNOWN || before[k].games < KNOWN) {
          continue;
        }
        const [first] = predictWin([[before[i].rating], [before[k].rating]]);
        const won = seats[i].rank < seats[k].rank ? first : 1 - first;
        pairs++;
        right += won > 0.5 ? 1 : won === 0.5 ? 0.5 : 0;
        loss -= Math.log(Math.max(won, 1e-15));
      }
    }
    const after = rate(
      before.map((one) => [one.rating]),
      { rank: seats.map(({ rank }) => rank), model },
    );
    seats.forEach(({ player }, i) => known.set(player, { games: before[i].games + 1, rating: after[i][0] }));
  }
  const { user, system } = process.cpuUsage(since);
  const row = [
    `openskill ${name}`,
    pairs,
    (right / pairs).toFixed(4),
    (loss / pairs).toFixed(4),
    ((user + system) / 1e6).toFixed(1),
  ];
  console.log(row.join("\t"));
}
