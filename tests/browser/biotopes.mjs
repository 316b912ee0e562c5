// Biotopes on the page: a table played by tapping, what a card does that nobody knows, the film of a game, a sheet;
// what the page counts is held against the daemon.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import * as biotopes from "../../web/js/lib/biotopes.js";
import { DENDRO, DESKTOP, NARROW, PHONE, test } from "./harness.mjs";
import { lawful, sidewaysFree } from "./sight.mjs";
import { choose, gameNumber, popped, seat, start, until } from "./steps.mjs";

/**
 * Records that the computer has played.
 * @param {...string} words
 */
const simulate = (...words) => execFileSync(DENDRO, ["simulate", "--game", "biotopes", ...words], { encoding: "utf8" });

/**
 * @param {Test.Club} here
 * @param {string} name
 */
async function catalogue(here, name) {
  const { catalogues } = await here.get("/v1/catalogues");
  const { hash } = catalogues.find((one) => one.game === "biotopes" && one.name === name);
  return { hash, option: `${name} sha256:${hash}` };
}

/**
 * The lines that are legal now, of all seats.
 * @param {Test.Club} here
 * @param {number} game
 */
const legal = async (here, game) =>
  (await here.get(`/v1/games/${game}/legal?limit=10000`)).seats.flatMap(({ moves }) => moves);

/**
 * A table on the page: tapping something, and waiting until the daemon has that line and the board shows it.
 * @param {Test.Club} here
 * @param {Test.Page} page
 * @param {number} game
 */
function player(here, page, game) {
  let ply = 0;
  /** @param {string} line */
  const next = async (line) => {
    ply++;
    const moves = await until(async () => {
      const answer = await here.get(`/v1/games/${game}/moves`);
      return answer.moves.length >= ply && answer.moves;
    }, `move ${ply} of game ${game}: ${line}`);
    assert.equal(moves[ply - 1], line);
    await page.waitForSelector(`.live-board[data-ply="${ply}"]`);
  };
  return {
    next,
    /**
     * @param {string} what
     * @param {string} line
     */
    async tap(what, line) {
      await page.click(what);
      await next(line);
    },
    /** @param {string} line */
    async hex(line) {
      await page.click(`polygon.spot[data-at="${line.split(" ").at(-1)}"]`);
      await next(line);
    },
  };
}

/**
 * The hexes that these lines end in are lit, and no others: they are once the page has asked what is legal now.
 * @param {Test.Page} page
 * @param {string[]} lines
 */
async function litAre(page, lines) {
  const wanted = [...new Set(lines.map((line) => line.split(" ").at(-1) ?? ""))].sort();
  const lit = () => page.$$eval("polygon.spot", (spots) => spots.map((one) => one.dataset.at).sort());
  await until(async () => String(await lit()) === String(wanted), `these are lit: ${wanted}`);
  return wanted;
}

for (const [device, size] of /** @type {[string, Test.Size][]} */ ([
  ["phone", PHONE],
  ["desktop", DESKTOP],
])) {
  test(`biotopes: a first cycle of two is entered by tapping, on a ${device}`, async ({ club, visit, shot }) => {
    const here = await club();
    const { option } = await catalogue(here, "printed");
    const { game } = await here.post("/v1/games", {
      game: "biotopes",
      variant: "discovery",
      level: "full",
      seats: ["Ada", '<img src=x onerror="globalThis.hacked = 1">'],
      options: { catalogue: option },
    });
    const page = await visit(here, { size, path: `/games/${game}`, lang: size === PHONE ? "fr" : "en" });
    const { tap, hex, next } = player(here, page, game);
    // the conditions
    for (const what of ["0 forest", "1 meadow", "2 bird", "3 mammal"]) {
      await page.click(`[data-condition="${what}"]`);
    }
    await tap("[data-act=conditions]", "*: conditions forest meadow bird mammal");
    // the tiles: the booklet's places come by themselves
    for (const [i, at] of ["-2,-1", "1,-2", "-1,1", "2,0"].entries()) {
      await page.click(`[data-face=A${i + 1}]`);
      if (i === 1) await page.click("[data-act=turn]");
      if (i === 2) await shot(page, `biotopes-tiles-${device}`);
      await sidewaysFree(page);
      await tap("[data-act=lay]", `*: tile A${i + 1}${i === 1 ? " r1" : ""} ${at}`);
    }
    // the tokens: what is lit is what is legal, and what is not says why
    for (let i = 0; i < 8; i++) {
      const lines = await legal(here, game);
      await litAre(page, lines);
      if (i === 2) {
        await page.click(".hex:has(.bio-token)");
        await popped(page, size === PHONE ? "Il y a un jeton" : "There is a token");
      }
      await hex(lines[(i * 3) % lines.length]);
    }
    // the hands: cards found by a part of their name, in the language of the page
    const names = (await here.get("/v1/rules")).games.find((one) => one.game === "biotopes").cards;
    for (let i = 0; i < 8; i++) {
      const [line] = await legal(here, game);
      const card = names.find(({ id }) => id === line.split(" ").at(-1));
      await page.fill("#ask-deal", card[size === PHONE ? "fr" : "en"].slice(0, 9));
      await page
        .getByRole("option")
        .filter({ hasText: card[size === PHONE ? "fr" : "en"] })
        .first()
        .click();
      await next(line);
    }
    // adapting: a card in hand, then cubes
    const adapt = (await legal(here, game)).find((line) => line.startsWith("1: adapt "));
    await lawful(page);
    await sidewaysFree(page);
    await shot(page, `biotopes-turn-${device}`);
    await tap(`[data-hand="${adapt.split(" ").at(-1)}"]`, adapt);
    for (let i = 0; i < 2; i++) {
      const pay = (await legal(here, game)).find((line) => line.startsWith("1: pay plant "));
      const [, , , colour, from] = pay.split(" ");
      if (i === 0) {
        await lawful(page);
        await shot(page, `biotopes-pay-${device}`);
      }
      await tap(`[data-cube="${from} ${colour}"]`, pay);
    }
    await page.waitForSelector(`.bio-eco[data-seat="1"] .bio-row [data-card="${adapt.split(" ").at(-1)}"]`, {
      state: "attached",
    });
    // seat 2: expansion on the landscape
    const expand = (await legal(here, game)).find((line) => line.startsWith("2: expand "));
    await hex(expand);
    const paid = (await legal(here, game)).find((line) => line.startsWith("2: pay "));
    await tap(`[data-cube="${paid.split(" ")[4]} ${paid.split(" ")[3]}"]`, paid);
    await page.waitForSelector(`[data-hex="${expand.split(" ").at(-1)}"] [data-token="2"]`);
    // seat 1: a transfer; what cannot be paid says so
    await page.click("[data-act=reproduce]", { force: true }); // says that it is not to be had, and why
    await popped(page, size === PHONE ? "Pas de cube sur un invertébré" : "No cube on an invertebrate");
    await tap("[data-act=transfer]", "1: transfer");
    const any = (await legal(here, game)).find((line) => line.startsWith("1: pay "));
    await tap(`[data-cube="${any.split(" ")[4]} ${any.split(" ")[3]}"]`, any);
    // seat 2: an evolution; the card that was drawn is asked of the table
    await tap("[data-act=evolve]", "2: evolve");
    const moved = (await legal(here, game)).find((line) => line.startsWith("2: pay "));
    await tap(`[data-cube="${moved.split(" ")[4]} ${moved.split(" ")[3]}"]`, moved);
    await tap('[data-line="2: draw carnivore"]', "2: draw carnivore");
    const drawn = (await legal(here, game)).find((line) => line.includes("red-fox"));
    await page.fill("#ask-card", size === PHONE ? "renard r" : "red f");
    await page.getByRole("option").first().click();
    await next(drawn);
    // the end of the cycle, and what comes out of the bags
    await tap("[data-act=pass]", "1: pass");
    await page.waitForTimeout(1100); // a tap after a tap would not be heard
    await tap("[data-act=pass]", "2: pass");
    const cubes = (await legal(here, game))[0];
    assert.match(cubes, /^\*: cubes 1 /);
    for (const colour of cubes.split(" ").slice(3)) {
      const counter = `[data-colour="${colour}"] [data-step=more]`;
      if ((await page.$("[data-act=cubes]")) && (await page.isEnabled(counter))) await page.click(counter);
    }
    await sidewaysFree(page);
    await shot(page, `biotopes-cubes-${device}`);
    await tap((await page.$("[data-act=cubes]")) ? "[data-act=cubes]" : `button[data-colour]`, cubes);
    assert.equal(/** @type {Biotopes.State} */ ((await here.get(`/v1/games/${game}/state`)).state).cycle, 2);
    assert.equal(await page.evaluate(() => globalThis.hacked), undefined);
  });
}

test("biotopes: players lay tiles, unknown cards are declared, a cube pays in two ways", async ({
  club,
  visit,
  shot,
}) => {
  const here = await club();
  const { option } = await catalogue(here, "printed");
  const { game } = await here.post("/v1/games", {
    game: "biotopes",
    variant: "initiate",
    level: "table",
    seats: ["Ada", "Bo"],
    options: { catalogue: option },
    moves: ["*: conditions forest meadow bird mammal"],
  });
  const page = await visit(here, { path: `/games/${game}` });
  const { tap, hex, next } = player(here, page, game);
  await next("*: conditions forest meadow bird mammal");
  // tiles where the players want them
  await page.click("[data-face=A1]");
  await tap("[data-act=lay]", "1: tile A1 0,0");
  for (const [i, face] of ["B2", "A3", "A4"].entries()) {
    await page.click(`[data-face=${face}]`);
    const places = await litAre(page, await legal(here, game)); // a tile may lie where the daemon says
    const at = places[Math.floor(places.length / 2)];
    await page.click(`polygon.spot[data-at="${at}"]`);
    await page.waitForSelector(".ghost");
    await tap("[data-act=lay]", `${[2, 1, 2][i]}: tile ${face} ${at}`);
  }
  // tokens with their biotope cards
  for (let i = 0; i < 8; i++) {
    await hex((await legal(here, game))[0]);
    const [line] = await legal(here, game);
    await tap(`[data-line="${line}"]`, line);
  }
  // at this level nobody knows the hands: the species is found by its name
  await page.fill("#ask-hand", "mammoth");
  await page.getByRole("option").first().click();
  await next("1: adapt mammoth-wasp");
  for (let i = 0; i < 2; i++) {
    const pay = (await legal(here, game)).find((line) => line.startsWith("1: pay plant "));
    await tap(`[data-cube="${pay.split(" ")[4]} ${pay.split(" ")[3]}"]`, pay);
  }
  await tap("[data-act=pass]", "2: pass");
  // a declared effect: a card, what it does, done
  await page.click("summary:has-text('Declare what a card does')");
  await page.selectOption("[data-cascade=effect] select >> nth=0", "1");
  await page.selectOption("[data-cascade=effect] select >> nth=1", "mammoth-wasp");
  await tap("[data-act=effect]", "1: effect mammoth-wasp");
  await page.click("[data-kind=gain]");
  await page.selectOption("[data-cascade=gain] select >> nth=0", "green");
  await page.selectOption("[data-cascade=gain] select >> nth=1", "mammoth-wasp");
  await lawful(page);
  await sidewaysFree(page);
  await shot(page, "biotopes-declare");
  await tap("[data-act=gain]", "1: gain green mammoth-wasp");
  await tap("[data-act=done]", "1: done");
  // a pollinator pays as a plant too: the page asks
  await tap("[data-act=evolve]", "1: evolve");
  await page.click('[data-cube="mammoth-wasp green"]');
  const ways = (await legal(here, game)).filter((line) => line.includes("mammoth-wasp"));
  assert.equal(ways.length, 2);
  assert.deepEqual(await page.$$eval(".ways [data-line]", (all) => all.map((one) => one.dataset.line)), ways);
  await tap(`.ways [data-line="${ways[0]}"]`, ways[0]);
  await tap('[data-line="1: draw insectivore"]', "1: draw insectivore");
});

test("biotopes: a token migrates by two taps, then its cost is asked for", async ({ club, visit }) => {
  const here = await club();
  const { option } = await catalogue(here, "house");
  // A simulated game as far as its first migration.
  const record = simulate("--level", "full", "--seats", "2", "--seed", "3");
  const lines = record.split("\n").filter((line) => /^(\d|\*): /.test(line));
  const at = lines.findIndex((line) => /^\d: migrate /.test(line));
  assert.ok(at > 0, "somebody migrates");
  const { game } = await here.post("/v1/games", {
    game: "biotopes",
    variant: "discovery",
    level: "full",
    seats: ["Ada", "Bo"],
    options: { catalogue: option },
    moves: lines.slice(0, at),
  });
  const page = await visit(here, { path: `/games/${game}`, size: NARROW });
  const { moves } = await here.get(`/v1/games/${game}/moves`);
  await page.waitForSelector(`.live-board[data-ply="${moves.length}"] polygon.spot`);
  const [, seatNumber, from, to] = /^(\d): migrate (\S+) (\S+)/.exec(lines[at]) ?? [];
  await page.click(`polygon.spot[data-at="${from}"]`);
  await page.waitForSelector("[data-act=cancel]");
  const ways = (await legal(here, game)).filter((line) => line.startsWith(`${seatNumber}: migrate ${from} `));
  await litAre(page, ways);
  await sidewaysFree(page);
  await page.click(`polygon.spot[data-at="${to}"]`);
  await until(async () => {
    const now = await here.get(`/v1/games/${game}/moves`);
    return now.moves.at(-1) === `${seatNumber}: migrate ${from} ${to}`;
  }, "the migration");
  await page.waitForSelector("[data-cube]");
});

test("biotopes: the film of a game is scrubbed, and shows what the API says", async ({ club, visit, shot }) => {
  const here = await club();
  const { game } = await here.post("/v1/games", simulate("--level", "full", "--seats", "3", "--seed", "5"));
  const { plies } = await here.get(`/v1/games/${game}`);
  for (const [size, lang] of /** @type {[Test.Size, "en" | "fr"][]} */ ([
    [NARROW, "fr"],
    [DESKTOP, "en"],
  ])) {
    const page = await visit(here, { size, lang, path: `/games/${game}/replay`, token: null });
    await page.waitForSelector(`.board[data-at="${plies}"]`);
    for (const ply of [Math.floor(plies / 3), Math.floor(plies / 2), plies]) {
      await page.fill("input[type=range]", String(ply));
      await page.waitForSelector(`.board[data-at="${ply}"]`);
      const { state, score } = await here.get(`/v1/games/${game}/state?at=${ply}`);
      const { hexes = [], seats } = /** @type {Biotopes.State} */ (state);
      const tokens = await page.$$eval(".bio-land .hex:has(.bio-token)", (all) =>
        all.map((one) => `${one.dataset.hex} ${one.querySelector("[data-token]")?.getAttribute("data-token")}`),
      );
      assert.deepEqual(
        tokens.sort(),
        hexes.flatMap(({ q, r, token }) => (token === null ? [] : [`${q},${r} ${token}`])).sort(),
      );
      for (const { seat: number, rows } of seats) {
        const cards = await page.$$eval(`.bio-eco[data-seat="${number}"] .bio-card[data-card]`, (all) =>
          all.map((one) => one.dataset.card),
        );
        assert.deepEqual(
          cards,
          rows.flatMap(({ species }) => species.map(({ card }) => card)),
        );
      }
      const totals = await page.$$eval(".score-table [data-total]", (cells) =>
        cells.map((cell) => Number(cell.textContent.replace("−", "-"))),
      );
      assert.deepEqual(
        totals,
        score.seats.map(({ total }) => total),
      );
    }
    await lawful(page);
    await sidewaysFree(page);
    await shot(page, `biotopes-replay-${size.width}`);
  }
});

// ---- sheets -------------------------------------------------------------------------------------------------------

/** @type {string[]} */
const NOTHING = [];

/**
 * What the page knows of a catalogue.
 * @param {Biotopes.CatalogueFile} file
 */
const factsOf = (file) => ({
  certain: file.certain ?? false,
  species: new Map(file.species.map(({ id, deck, biotope, type }) => [id, { id, deck, biotope, type, diet: NOTHING }])),
  effects: new Map([
    ...file.species.flatMap(({ id, effect }) => (effect ? [/** @type {const} */ ([id, effect])] : [])),
    ...file.biotopes.flatMap(({ biotope, milieu, effect }) =>
      effect ? [/** @type {const} */ ([`${biotope}-${milieu}`, effect])] : [],
    ),
  ]),
});

/**
 * A record of a sheet as the page has it while it is entered.
 * @param {string} record
 */
function sheetOf(record) {
  const variant = /^variant (\S+)/m.exec(record)?.[1] ?? "";
  /** @type {Biotopes.Conditions} */
  const conditions = (/^\*: conditions (.*)$/m.exec(record)?.[1] ?? "").split(" ");
  const players = [...record.matchAll(/^seat \d/gm)].map((_, i) => {
    /** @param {string} kind */
    const said = (kind) =>
      [...record.matchAll(new RegExp(`^${i + 1}: ${kind} (.*)$`, "gm"))].map(([, text]) => text.split(" "));
    const land = said("land")[0];
    /** @type {Biotopes.Player} */
    const one = {
      milieus: biotopes.BIOTOPES.map((id) => said("biotope").find(([of]) => of === id)?.[1] ?? null),
      rows: biotopes.BIOTOPES.map((id) => {
        const words = (said("row").find(([of]) => of === id) ?? []).slice(1);
        return words.flatMap((card, k) => (k % 2 === 0 ? [{ card, cubes: Number(words[k + 1]) }] : []));
      }),
      tokens: biotopes.BIOTOPES.map((_id, k) => Number(land[2 * k + 1])),
      groups: Number(land[9]),
      bonus: Object.fromEntries(said("bonus").map(([card, n]) => [card, Number(n)])),
    };
    return one;
  });
  return { variant, conditions, players };
}

test("biotopes: a sheet is worth the same on the device and in the daemon, and is written so that it reads", async ({
  club,
}) => {
  const here = await club();
  for (const name of ["house", "printed"]) {
    const { hash } = await catalogue(here, name);
    const file = /** @type {unknown} */ (await here.get(`/v1/catalogues/${hash}`));
    const facts = factsOf(/** @type {Biotopes.CatalogueFile} */ (file));
    for (const words of [
      ["--variant", "discovery", "--seats", "4"],
      ["--variant", "initiate", "--seats", "3"],
      ["--variant", "solo"],
    ]) {
      for (let seed = 1; seed <= 6; seed++) {
        const record = simulate("--level", "sheet", "--catalogue", name, "--seed", String(seed), ...words);
        const sheet = sheetOf(record);
        const first = sheet.players[0].rows.flat().find(({ cubes }) => cubes > 0);
        if (!facts.certain && first) sheet.players[0].bonus[first.card] = seed;
        const head = record.slice(0, record.indexOf("\n\n"));
        const lines = biotopes.sheetLines({ ...sheet, certain: facts.certain, extras: {} });
        const theirs = await here.post("/v1/score", `${head}\n\n${lines.join("\n")}\n`);
        const mine = biotopes.score(sheet, facts);
        assert.deepEqual(biotopes.faults(sheet), []);
        assert.deepEqual(
          mine.map(({ categories, total, rank }) => ({ categories, total, rank })),
          theirs.seats.map(({ categories, total, rank }) => ({ categories, total, rank })),
          `${name} ${words.join(" ")} ${seed}`,
        );
      }
    }
  }
});

for (const [variant, size, lang] of /** @type {[string, Test.Size, "en" | "fr"][]} */ ([
  ["discovery", NARROW, "fr"],
  ["initiate", DESKTOP, "en"],
])) {
  test(`biotopes: a sheet of three is entered by tapping, ${variant}`, async ({ club, visit, shot }) => {
    const here = await club();
    const { hash } = await catalogue(here, "printed");
    const record = simulate("--level", "sheet", "--catalogue", "printed", "--variant", variant, "--seats", "3");
    const { conditions, players } = sheetOf(record);
    const words = (await here.get("/v1/rules")).games.find((one) => one.game === "biotopes").cards;
    /** @param {string} id */
    const nameOf = (id) => words.find((one) => one.id === id)[lang];
    const people = ["Amélie", '<img src=x onerror="globalThis.hacked = 1">', "W".repeat(60)];
    for (const name of people) await here.post("/v1/players", { name });
    const page = await visit(here, { size, lang, path: "/new" });
    await page.waitForSelector(".new-game");
    await choose(page, "game", "biotopes");
    for (const name of people) await seat(page, name.slice(0, 12), name);
    await choose(page, "variant", variant);
    await choose(page, "level", "sheet");
    await choose(page, "catalogue", hash);
    await start(page);
    for (const [i, id] of conditions.entries()) await page.click(`[data-condition="${i} ${id}"]`);
    for (const [i, one] of players.entries()) {
      await page.click(`#tab-${i}`);
      if (variant === "initiate") {
        for (const [b, id] of biotopes.BIOTOPES.entries()) await page.selectOption(`#milieu-${id}`, one.milieus[b]);
      }
      for (const [b, id] of biotopes.BIOTOPES.entries()) {
        for (const { card, cubes } of one.rows[b]) {
          await page.fill(`#add-${id}`, nameOf(card));
          await page
            .getByRole("option")
            .filter({ hasText: nameOf(card) })
            .first()
            .click();
          const last = `[data-row="${id}"] li[data-card="${card}"]`;
          await page.waitForSelector(last);
          if (cubes !== 1) await page.click(`${last} [data-n="${Math.max(cubes, 1)}"]`);
        }
        for (let n = 0; n < one.tokens[b]; n++) await page.click(`[data-steps="${id}"] [data-step=more]`);
      }
      for (let n = 1; n < one.groups; n++) await page.click("[data-steps=groups] [data-step=more]");
      await sidewaysFree(page);
    }
    // a card that somebody else has, more tokens than there are: refused next to the finger
    const taken = players[0].rows.findIndex((row) => row.length > 0);
    const { card } = players[0].rows[taken][0];
    await page.fill(`#add-${biotopes.BIOTOPES[taken]}`, nameOf(card));
    await page
      .getByRole("option")
      .filter({ hasText: nameOf(card) })
      .first()
      .click();
    await popped(page, lang === "fr" ? "Cette carte est chez Amélie" : "This card is with Amélie");
    // a bonus of a card that nobody knows
    const own = players[2].rows.flat()[0].card;
    await page.selectOption("#bonus-card", own);
    await page.click(`[data-bonus="${own}"] [data-step=more]`);
    await lawful(page);
    await shot(page, `biotopes-sheet-${variant}`);
    const shown = await page.$$eval(".running-score tfoot .total", (cells) =>
      cells.map((cell) => Number(cell.textContent.replace("−", "-"))),
    );
    await page.click(".finish button");
    const game = await gameNumber(page);
    const info = await here.get(`/v1/games/${game}`);
    const text = await here.get(`/v1/games/${game}/record`);
    const scored = JSON.parse(
      execFileSync(DENDRO, ["score", "--json", "--db", here.db], { input: text, encoding: "utf8" }),
    );
    assert.deepEqual(
      shown,
      scored.seats.map((/** @type {{ total: number }} */ { total }) => total),
    );
    assert.deepEqual(
      info.seats.map(({ total }) => total),
      shown,
    );
    assert.match(text, new RegExp(`^3: bonus ${own} 2$`, "m"));
    assert.equal(await page.evaluate(() => globalThis.hacked), undefined);
    await page.waitForSelector(".bio-sheet-table");
    await sidewaysFree(page);
  });
}
