/*
 * What the daemon answers, as JSON. The promises of wire/json.h hold here
 * too: one compact line with its line feed, appended to `out`; what there is
 * not is null; moments are `2026-11-13T19:30:00.000Z`, days `2026-11-13`.
 * What is also an item of a list has an emit_… of its own.
 */
#ifndef WIRE_HTTP_ANSWER_H
#define WIRE_HTTP_ANSWER_H

#include "base/merkle.h"
#include "base/strbuf.h"
#include "service/catalogues.h"
#include "service/exchange.h"
#include "service/merges.h"
#include "service/proof.h"
#include "service/reading.h"
#include "service/tokens.h"
#include "wire/emit.h"

/* {"id","game","title":{"en","fr"},"rules","variant","level","basis","status","plies","day","played","duration","place",
 * "seats":[{"seat","person","player","guest","team","total","rank","win60"}],"margin","outcome","source","last",
 * "digest"}; totals in points; a guest has no person and no player */
ERR_CHECK enum err wire_game(const struct game_info *game, struct strbuf *out, struct error *error);
void emit_game(struct emit *emit, const struct game_info *game);

/* {"game","seq","ply","status"}, and "duplicate":true where it applies, and "problems" (wire_gather_problem) unless NULL. */
ERR_CHECK enum err wire_receipt(const struct receipt *receipt, const struct span *problems, struct strbuf *out,
                                struct error *error);

/* {"id","name","created","games","merged_into"} */
ERR_CHECK enum err wire_person(const struct person *person, struct strbuf *out, struct error *error);
void emit_person(struct emit *emit, const struct person *person);

/* The same and, where they are given, "entry" (not 0) and "problems" (wire_gather_problem; NULL: none). */
ERR_CHECK enum err wire_person_changed(const struct person *person, int64_t entry, const struct span *problems,
                                       struct strbuf *out, struct error *error);

/* {"id","into","games","games_there","names":[…],"together":[…],"together_void":[…],"told_apart","refused"} */
ERR_CHECK enum err wire_merge_preview(const struct merge_preview *preview, struct strbuf *out, struct error *error);

/* {"one":{"id","name"},"other":{"id","name"}} */
void emit_alike_pair(struct emit *emit, const struct alike_pair *pair);

/* {"import","games","voided"} */
ERR_CHECK enum err wire_import_undo(const struct import_undo *undo, struct strbuf *out, struct error *error);

/* {"day","title","place","note","games"} */
ERR_CHECK enum err wire_night(const struct night *night, struct strbuf *out, struct error *error);
void emit_night(struct emit *emit, const struct night *night);
/* The same and "people","wins","winners":[{"person","player"}],"winners_total"; `player` is null for an erased name. */
void emit_night_won(struct emit *emit, const struct night *night, const struct night_won *won);

/* {"name"} */
ERR_CHECK enum err wire_place(struct span name, struct strbuf *out, struct error *error);
void emit_place(struct emit *emit, struct span name);

/* {"hash","game","name","shipped","added"}; null for one that is shipped and not stored. */
ERR_CHECK enum err wire_catalogue(const struct catalogue_info *catalogue, struct strbuf *out, struct error *error);
void emit_catalogue(struct emit *emit, const struct catalogue_info *catalogue);

/*
 * {"hash","name":{"id","en","fr"},"edition","bgg","variant","seats":{"least","most"},
 * "categories":[{"id","en","fr","sign"}],"shipped","title"}: the number at BoardGameGeek and the title's id or null,
 * the sign "+" or "-".
 */
void emit_pad(struct emit *emit, const struct title_document *document);

/* {"id","label","scopes":[…],"created","expires","revoked"}, and "token" where `text` is not NULL. */
ERR_CHECK enum err wire_token(const struct token *token, const char *text, struct strbuf *out, struct error *error);
void emit_token(struct emit *emit, const struct token *token, const char *text);

/* {"game","ply","from","moves":["1: bee 0,0",…]}: plies from..from+count-1. */
ERR_CHECK enum err wire_moves_list(int64_t game, struct replay *replay, size_t from, size_t count, struct strbuf *out,
                                   struct error *error);

/* {"game","ply","turn":[…],"seats":[{"seat","count","moves":[…]}]}: at most `limit` moves of each seat in `seats`, in
 * the position after `ply` plies. */
ERR_CHECK enum err wire_legal(int64_t game, struct replay *replay, size_t ply, seat_set seats, size_t limit,
                              struct strbuf *out, struct error *error);

/* {"game","ply","seats":[{"seat","totals":[…],"categories":{ID:[…]}}]}: the score after 0, 1, … plies; the totals of a
 * seat that scores nothing are null. */
ERR_CHECK enum err wire_scores(int64_t game, struct replay *replay, struct strbuf *out, struct error *error);

/* {"game","looks":[{"round","pick","seat","origin","taken","cards":[…]}]}; rounds from 1, cards by id. */
ERR_CHECK enum err wire_hands(int64_t game, const struct replay *replay, struct strbuf *out, struct error *error);

/* {"seq","at","author","kind","game","body"}: an entry for those who follow a game. */
ERR_CHECK enum err wire_event(int64_t game, const struct game_entry *entry, struct strbuf *out, struct error *error);

/* {"size","first"|"seq","leaf","root","hashes":[hex…]}; what is NULL is left out. */
struct wire_proof {
    int64_t size;
    const int64_t *seq;
    const int64_t *first;
    const struct merkle_hash *leaf;
    const struct merkle_hash *first_root;
    const struct merkle_hash *root;
    const struct merkle_proof *proof;
};
ERR_CHECK enum err wire_proof(const struct wire_proof *proof, struct strbuf *out, struct error *error);

/*
 * RFC 9457: {"type":"/problems/ID","title","status","detail"} and, where they
 * apply, "rule","line","column","seat","ply","legal":[…],"problems":[…].
 */
struct wire_trouble {
    int status;
    const char *title;
    const struct error *error;
    enum lang lang;
    int seat;             /* -1: none */
    int64_t ply;          /* -1: none */
    struct span legal;    /* items (emit_item), or empty */
    struct span problems; /* those of wire_gather_problem, or empty */
};
ERR_CHECK enum err wire_trouble(const struct wire_trouble *trouble, struct strbuf *out, struct error *error);

#endif
