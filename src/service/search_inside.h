/* Private to the room: the parts of a search. */
#ifndef SERVICE_SEARCH_INSIDE_H
#define SERVICE_SEARCH_INSIDE_H

#include "service/internal.h"
#include "service/search.h"

/* ---- how well a name fits ---- */

enum search_rank { RANK_EXACT, RANK_BEGINS, RANK_WORD, RANK_INSIDE, RANK_WORDS, RANK_NONE };

/* Both are folded, and `wanted` is not empty. */
enum search_rank search_rank(struct span text, struct span wanted);

/* ---- times ---- */

/* What was said of a day: a year, months (bit 0: January), a day of the month; what was not said fits any. */
struct search_days {
    int year;        /* 0: any */
    unsigned months; /* all of them: any */
    int day;         /* 0: any */
};

/* Reads `2026-11-13`, `13/11/2026`, `13 novembre 2026`, `nov 2026`, `november`, `2026`, folded; false: it is no time. */
bool search_days_read(struct span folded, struct search_days *out);
bool search_days_has(const struct search_days *days, int32_t day);
/* The first and the last of its days, where they are known and lie in one month or one year. */
bool search_days_range(const struct search_days *days, int32_t *first, int32_t *last);

/* ---- one search ---- */

struct search {
    struct service *service;
    struct span wanted; /* what is looked for, folded */
    bool timed;         /* it may be a time: */
    struct search_days days;
    size_t limit;
    struct strbuf folded; /* scratch */
    struct search_found *found;
};

/* The better of `rank` and that of `name`, which is folded first. */
ERR_CHECK enum err search_name(struct search *search, struct span name, enum search_rank *rank, struct error *error);

/*
 * Puts a hit in its place unless there are enough that are better, or the same thing (id and key) is there as well as
 * that already. Texts are copied; `what` is not. `*kept`, unless NULL, is where it is now.
 */
ERR_CHECK enum err search_put(struct search *search, enum search_kind kind, const struct search_hit *hit,
                              struct search_hit **kept, struct error *error);

/* People who are called so, by id, into `list`: RANK_… and id; keys are empty. */
ERR_CHECK enum err search_people(struct search *search, enum search_kind into, struct error *error);
ERR_CHECK enum err search_titles(struct search *search, enum search_kind into, struct error *error);

/* Games, once everything else has been found. */
ERR_CHECK enum err search_games(struct search *search, struct error *error);

#endif
