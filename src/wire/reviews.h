/*
 * Reviews as JSON, the same over HTTP and with `--json`. Chances and losses are
 * shares of a game won, from 0 to 1; beside each stand the ends of its 95 %
 * interval. Losses are shown as they are believed: shrunk by the game's ratio
 * of truth, and null where the interval holds 0.
 */
#ifndef WIRE_REVIEWS_H
#define WIRE_REVIEWS_H

#include "service/puzzles.h"
#include "service/reading.h"
#include "service/review_figures.h"
#include "service/reviews.h"
#include "wire/emit.h"

/* How far a review is: of one that is neither running nor done 0 of 0. */
struct wire_progress {
    int64_t done;
    int64_t total;
};

/*
 * {"game","entry","version","budget","status","made_at","done","total"}, with `why` of one that has failed, and, when
 * `reviewed` is not NULL, "players", "decisions", "chance", "turns" and "best_forest".
 */
ERR_CHECK enum err wire_review(const struct review_status *status, const struct wire_progress *progress,
                               const struct reviewed *reviewed, struct strbuf *out, struct error *error);

/* {"person","player","games","decisions","drafting","placing","loss"}, each of the last {"mean","lo","hi"} or null; of the club without the first two. */
void emit_review_figures(struct emit *emit, const char *key, const struct review_figures *figures);

/*
 * The puzzle of a day: {"day","game","title_id","title","players","seat","ply","made_ply","played_on","asks",
 * "choices","kinds"}, and with `answer` the "answer": {"best","made","loss","loss_lo","loss_hi","grade","margin",
 * "margin_lo","margin_hi","behind"}. `ply` is the position: the player knows no later move. `kinds` and `behind` have
 * an item a choice.
 */
ERR_CHECK enum err wire_puzzle(const struct puzzle *puzzle, const struct game_info *game, bool answer,
                               struct strbuf *out, struct error *error);

/* {"budget"?}; without it the usual one. */
struct wire_review_asked {
    int64_t budget;
};
ERR_CHECK enum err wire_read_review(struct span body, struct arena *arena, struct wire_review_asked *out,
                                    struct error *error);

#endif
