/*
 * Whatever can be asked of a service that reads, and a small club to ask:
 * for tests that let every question fail somewhere and ask it again.
 */
#ifndef SUPPORT_QUESTIONS_H
#define SUPPORT_QUESTIONS_H

#include "service/statistics.h"
#include "support/world.h"

struct question {
    const char *what;
    struct stats_filter filter;
    struct span card;
    /* Appends the answer, as JSON wherever there is some, so that all of it is compared. */
    enum err (*ask)(struct service *service, const struct question *question, struct strbuf *out, struct error *error);
    bool alone; /* it makes a snapshot of its own */
};

extern const struct question stats_questions[];
extern const size_t stats_questions_count;

/* Games, positions, people, the log and its proofs. */
extern const struct question reading_questions[];
extern const size_t reading_questions_count;

/* Begins the world and fills its database: four games of Forêt, one of GrandBois and one of Ecos, on two nights. */
void questions_begin(struct world *world);
/* Imports one more game of Forêt, of those who are there; `number` from 0. */
void questions_grow(struct world *world, struct service *service, unsigned number);

#endif
