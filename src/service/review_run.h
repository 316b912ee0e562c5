/*
 * A review being made: a game taken out of its record, a crew of threads that
 * judges its decisions, and the result as text (review_text.h).
 *
 *     struct reviewing reviewing;
 *     err = service_review_load(reader, game, budget, &reviewing, &error);   the reader is free again after this
 *     err = reviewing_run(&reviewing, &crew, &error);                        minutes; nothing of the service is used
 *     reviewing_print(&reviewing, &sums, &body);
 *     reviewing_release(&reviewing);
 *
 * The same record, version and budget give the same text on any machine and
 * with any number of threads: every decision is judged by itself, and lines
 * come in the order of the game.
 */
#ifndef SERVICE_REVIEW_RUN_H
#define SERVICE_REVIEW_RUN_H

#include "base/strbuf.h"
#include "review/review.h"
#include "service/service.h"

enum {
    REVIEW_CREW = 16,             /* threads at the most */
    REVIEW_SWAPS = 4 << 20,       /* tried for the best arrangement of a player */
    REVIEW_TEXT_LIMIT = 16 << 20, /* bytes of a body */
    REVIEW_SUMS_LIMIT = 64 << 10,
    REVIEW_SEED = 20 /* of the arrangements: any number, but always the same */
};

/* Of one player, when the game has such a question. */
struct reviewed_forest {
    struct arrangement made;
    struct arrangement best;
};

struct reviewing {
    const struct allocator *allocator;
    struct review review;
    int64_t game;                    /* 0: of a file */
    int64_t entry;                   /* the game's last */
    struct review_verdict *verdicts; /* one a decision */
    struct reviewed_forest *forests; /* one a player; NULL: there is no such question, or the game goes on */
};

/* `done` of `total` parts, in the thread that called reviewing_run; others may be a little further. */
typedef void review_progress_fn(void *context, int64_t done, int64_t total);

struct review_crew {
    unsigned threads;                /* 0: one a core */
    const struct deadline *deadline; /* asked by all of them; NULL: none */
    review_progress_fn *progress;    /* NULL: none */
    void *context;
    uint64_t
        swaps; /* tried for the best arrangement of a player; 0: REVIEW_SWAPS, which every review has that somebody is shown */
};

/* ERR_CONFLICT unless the game is finished; ERR_USAGE when it has no review. The service must outlive nothing of it but catalogues. */
ERR_CHECK enum err service_review_load(struct service *service, int64_t game, uint32_t budget,
                                       struct reviewing *reviewing, struct error *error);
/* The game of a file, which may go on. */
ERR_CHECK enum err reviewing_of(const struct replay *replay, const struct allocator *allocator, uint32_t budget,
                                struct reviewing *reviewing, struct error *error);
void reviewing_release(struct reviewing *reviewing); /* accepts a zeroed one */

/* Steps of the whole: decisions, and players whose cards are arranged. */
size_t reviewing_steps(const struct reviewing *reviewing);
ERR_CHECK enum err reviewing_run(struct reviewing *reviewing, const struct review_crew *crew, struct error *error);
/* One step alone, for who looks whether a kept review is what it should be. */
ERR_CHECK enum err reviewing_step(struct reviewing *reviewing, size_t step, const struct deadline *deadline,
                                  struct error *error);

/* The text of a review that has run; and the line of one step, with its line feed. */
ERR_CHECK enum err reviewing_print(const struct reviewing *reviewing, struct strbuf *sums, struct strbuf *body,
                                   struct error *error);
ERR_CHECK enum err reviewing_print_one(const struct reviewing *reviewing, size_t step, struct strbuf *out,
                                       struct error *error);

#endif
