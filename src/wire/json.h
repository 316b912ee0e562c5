/*
 * Answers as JSON, the same over HTTP and with `--json`. Structs go in, text
 * comes out, written by wire/emit.h.
 *
 * Every function appends one compact line, line feed included, to `out`:
 * keys in the order given here, UTF-8 as it is, numbers as integers. On
 * failure (ERR_MEMORY, or ERR_LIMIT when `out` is full) `out` is as long as it
 * was before.
 *
 * A seat is a number from 1 for a player and "*", "n" or "a" for the others.
 */
#ifndef WIRE_JSON_H
#define WIRE_JSON_H

#include "base/error.h"
#include "base/lang.h"
#include "base/strbuf.h"
#include "record/verify.h"
#include "rules/game.h"

/*
 * {"game","variant","level","seats":[{"seat","player","total","rank",
 * "categories":{…}},…],"winners":[…]}, then "margin" and "outcome" for a solo
 * game. Categories are those that the row's mask names, in the game's order.
 * `players` holds setup->seats names; NULL makes every player null, and the
 * seats that no player has are null always. In an unfinished game ranks are
 * null, winners are empty and "finished":false follows. A game with steps of
 * verification ends in "verified":{"moves", then the players' moves by step}.
 */
ERR_CHECK enum err wire_score(const struct setup *setup, const struct outcome *outcome, const struct span *players,
                              struct strbuf *out, struct error *error);

/* The same with "problems" at the end: those that wire_gather_problem made. NULL: without. */
ERR_CHECK enum err wire_score_checked(const struct setup *setup, const struct outcome *outcome,
                                      const struct span *players, const struct span *problems, struct strbuf *out,
                                      struct error *error);

/* A problem and where it was found. */
struct wire_finding {
    struct span file;
    uint32_t record; /* which record of the file, from 1; 0: none */
    const struct problem *problem;
};

/* {"file","record","line","column","seat","move","ply","rule","message"}, what there is not is null; and "severity":"warning" of one. */
ERR_CHECK enum err wire_problem(const struct wire_finding *finding, enum lang lang, struct strbuf *out,
                                struct error *error);

/* Appends it to items for an answer that is not begun yet (emit_item); left out when it does not fit. */
void wire_gather_problem(const struct wire_finding *finding, enum lang lang, struct strbuf *problems);

/* A position within a game. */
struct wire_position {
    const struct setup *setup;
    const void *state;
    const struct span *players; /* as in wire_score */
    size_t ply;                 /* plies played so far */
    size_t plies;               /* plies of the record */
};

/*
 * {"game","rules","variant","level","ply","plies","over","turn":[seats that
 * may move],"state":{what the game shows},"score":{"seats","winners",… as
 * wire_score}}.
 */
ERR_CHECK enum err wire_position(const struct wire_position *position, struct strbuf *out, struct error *error);

/*
 * A list of {"game","rules","en","fr","variants","levels","categories",
 * "options","cards","notation","catalogue"}; whatever has a name is
 * {"id","en","fr",…}. "catalogue" says whether the game needs one.
 */
ERR_CHECK enum err wire_games(const struct game *const *games, size_t count, struct strbuf *out, struct error *error);

/* {"games":[that list]} */
ERR_CHECK enum err wire_rules(const struct game *const *games, size_t count, struct strbuf *out, struct error *error);

#endif
