/* Private to src/wire: pieces that several answers are made of. */
#ifndef WIRE_PIECES_H
#define WIRE_PIECES_H

#include "rules/game.h"
#include "service/statistics.h"
#include "wire/emit.h"
#include "wire/json.h"

/* 1 to 12, "*", "n" or "a"; null for a number that is no seat. */
void emit_seat(struct emit *emit, const char *key, int seat);

/* The seats of a set, in ascending order. */
void emit_seats(struct emit *emit, const char *key, seat_set seats);

/* Members "id","en","fr" of the object that is open. */
void emit_name(struct emit *emit, const struct name *name);

/* Members `game`, the id, and `title`, an object of "en" and "fr"; both null for a name that is none. */
void emit_title_of(struct emit *emit, const struct name *title);

/* `title` alone. */
void emit_title_name(struct emit *emit, const struct name *title);

/* What a result rests on: "basis":"judged", "scored" or "stated". */
void emit_basis(struct emit *emit, enum basis basis);

/* Members "seats","winners","margin","outcome","finished","verified" of wire_score. */
void emit_score(struct emit *emit, const struct setup *setup, const struct outcome *outcome,
                const struct span *players);

/* The members of wire_problem. */
void emit_problem(struct emit *emit, const struct wire_finding *finding, enum lang lang);

/* An estimate with its interval: `key`, `key_lo`, `key_hi`. */
void emit_figure(struct emit *emit, const char *key, const struct figure *figure);
/* The same of a fit, rounded to a ten-millionth: what is behind that is the processor's. */
void emit_fitted(struct emit *emit, const char *key, const struct figure *figure);
/* A number that is no estimate. */
void emit_known(struct emit *emit, const char *key, const struct figure *figure);

/* The members of a row of a leaderboard. */
void emit_standing(struct emit *emit, const struct leaderboard_row *row, int64_t scale);

/* A row of wire_records. */
void emit_record(struct emit *emit, const struct record_row *row);

#endif
