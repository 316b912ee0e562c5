/*
 * Who sits where tonight: people and tables, each table for so many, into a
 * proposal. In this order it has
 *
 *   1. as many people seated as the sizes allow (a table may stay empty),
 *   2. the least sum, over pairs at one table, of games together,
 *   3. the least sum, over tables, of highest minus lowest rating,
 *   4. the first assignment, person by person: the first table for the first
 *      person, and so on; who is left counts as behind the last table.
 *
 * For up to TABLES_EXACT people the proposal is the best there is; beyond, it
 * is what a search with a fixed seed finds, and no single exchange of two
 * people, move of one, or exchange of whole tables makes it better. The same
 * question has the same answer.
 */
#ifndef STATS_TABLES_H
#define STATS_TABLES_H

#include "base/alloc.h"
#include "base/deadline.h"
#include "base/error.h"

enum { TABLES_PEOPLE = 60, TABLES_MOST = 20, TABLES_SEATS = 12, TABLES_EXACT = 16, TABLES_LEFT = -1 };

struct tables_size {
    unsigned min; /* 1 to TABLES_SEATS */
    unsigned max; /* not below min */
};

struct tables_question {
    unsigned people;
    unsigned tables;
    struct tables_size size[TABLES_MOST];
    int64_t rating[TABLES_PEOPLE];                  /* in any unit */
    int32_t together[TABLES_PEOPLE][TABLES_PEOPLE]; /* games; the same both ways, and 0 with oneself */
};

struct tables_answer {
    int table[TABLES_PEOPLE]; /* of each person, or TABLES_LEFT */
    unsigned seated;
    int64_t together;
    int64_t spread;
    bool exact; /* the best there is */
};

/* Ends with `deadline` (NULL: none). */
ERR_CHECK enum err tables_propose(const struct tables_question *question, const struct allocator *allocator,
                                  const struct deadline *deadline, struct tables_answer *out, struct error *error);

/* ---- the two ways, for tables_propose and for tests ---- */

/* As many as can be seated. */
unsigned tables_capacity(const struct tables_question *question);

/* By search; `restarts` beginnings. */
ERR_CHECK enum err tables_search(const struct tables_question *question, unsigned restarts,
                                 const struct deadline *deadline, struct tables_answer *out, struct error *error);

/* By going through all sets of people, TABLES_EXACT at the most. `found`: an answer, which is not
 * exceeded. */
ERR_CHECK enum err tables_exact(const struct tables_question *question, const struct tables_answer *found,
                                const struct allocator *allocator, const struct deadline *deadline,
                                struct tables_answer *out, struct error *error);

/* Fills in what follows from out->table. */
void tables_measure(const struct tables_question *question, struct tables_answer *out);

#endif
