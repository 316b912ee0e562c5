// The peer of `POST /v1/games/{id}/moves`: fastify with better-sqlite3, WAL and synchronous=FULL like the daemon. Each
// request checks a bearer token by its hash, reads the game, checks the expected ply (if any), appends an entry with
// its SHA-256 and brings the game's row up to date, in one transaction. It judges no rule and keeps no Merkle tree:
// less than the daemon does.
//
// usage: node moves.js DATABASE [GAMES]    prints the port on which it listens
"use strict";
const { createHash } = require("node:crypto");
const Database = require("better-sqlite3");
const fastify = require("fastify")();

const db = new Database(process.argv[2]);
db.pragma("journal_mode = WAL");
db.pragma("synchronous = FULL");
db.exec(`CREATE TABLE IF NOT EXISTS entry (seq INTEGER PRIMARY KEY, at INTEGER, author TEXT, kind TEXT, game INTEGER,
                                            leaf BLOB, body TEXT);
         CREATE TABLE IF NOT EXISTS game (id INTEGER PRIMARY KEY, status TEXT, last INTEGER, plies INTEGER);
         CREATE TABLE IF NOT EXISTS token (hash BLOB PRIMARY KEY, id TEXT)`);
const secret = "dendro_peer";
const hash = (text) => createHash("sha256").update(text).digest();
db.prepare("INSERT OR REPLACE INTO token VALUES (?, ?)").run(hash(secret), "peer");
const addGame = db.prepare("INSERT OR REPLACE INTO game VALUES (?, 'live', 0, 0)");
for (let i = 1; i <= Number(process.argv[3] || 64); i++) addGame.run(i);

const findToken = db.prepare("SELECT id FROM token WHERE hash = ?");
const findGame = db.prepare("SELECT status, plies FROM game WHERE id = ?");
const addEntry = db.prepare("INSERT INTO entry (at, author, kind, game, leaf, body) VALUES (?, ?, ?, ?, ?, ?)");
const setGame = db.prepare("UPDATE game SET last = ?, plies = ? WHERE id = ?");
const append = db.transaction((author, id, ply, moves) => {
  const game = findGame.get(id);
  if (!game) return { status: 404 };
  if (ply !== undefined && ply !== game.plies) return { status: 409, ply: game.plies };
  const at = Date.now();
  const { lastInsertRowid } = addEntry.run(
    at,
    author,
    "moves",
    id,
    hash(`${at}\n${author}\nmoves\n${id}\n${moves}\n`),
    moves,
  );
  setGame.run(lastInsertRowid, game.plies + 1, id);
  return { status: 200, game: id, seq: lastInsertRowid, ply: game.plies + 1 };
});

fastify.post(
  "/v1/games/:id/moves",
  {
    schema: {
      body: {
        type: "object",
        properties: { ply: { type: "integer" }, moves: { type: "string" } },
        required: ["moves"],
      },
    },
  },
  async (request, reply) => {
    const token = (request.headers.authorization || "").replace(/^Bearer /, "");
    const author = findToken.get(hash(token));
    if (!author) return reply.code(401).send();
    const { status, ...answer } = append(author.id, Number(request.params.id), request.body.ply, request.body.moves);
    return reply.code(status).send(answer);
  },
);

fastify.listen({ port: 0, host: "127.0.0.1" }).then((address) => console.log(new URL(address).port));
