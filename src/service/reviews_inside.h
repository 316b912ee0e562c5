/* Private to the room: what asking for reviews (reviews.c) and making them (reviews_queue.c) share. */
#ifndef SERVICE_REVIEWS_INSIDE_H
#define SERVICE_REVIEWS_INSIDE_H

#include "service/reviews.h"
#include "service/status.h"
#include "store/reviews.h"

/* What a review asks of a game, as its row tells it. */
struct reviewed_game {
    enum game_status status;
    int64_t last;  /* entry */
    bool offered;  /* its kind and level have reviews */
    int64_t usual; /* playouts a decision of who does not say how many */
};
ERR_CHECK enum err reviewed_game(struct service *service, int64_t game, struct reviewed_game *out, struct error *error);
/* ERR_CONFLICT unless it is finished, ERR_USAGE without reviews. */
ERR_CHECK enum err reviewed_game_check(int64_t number, const struct reviewed_game *game, struct error *error);

/* A row of the queue that outlives the question; game 0: there is none. */
struct kept_job {
    int64_t game;
    int64_t entry;
    int64_t budget;
    int64_t asked;
    int64_t turn;
    int64_t tries;
    int64_t until;
    char author[64];
    char holder[REVIEWS_HOLDER];
    char why[REVIEWS_WHY];
};
ERR_CHECK enum err review_job_find(struct service *service, int64_t game, struct kept_job *job, struct error *error);
/* A store_review_job_fn whose context is a struct kept_job. */
enum err review_job_take(void *context, const struct store_review_job *row, struct error *error);
ERR_CHECK enum err review_job_put(struct service *service, const struct kept_job *job, struct error *error);
/* A job of this question (game, entry, budget) that is not in the queue yet. ERR_BUSY when that is full. */
ERR_CHECK enum err review_job_new(struct service *service, struct span author, const struct review_status *question,
                                  struct kept_job *job, struct error *error);

#endif
