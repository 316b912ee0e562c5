/*
 * Private to the room: what looks like something that is here already. Names are compared only when a person is made,
 * games only when one is imported; both with an index in memory, so that a hundred thousand records are imported in the
 * time that they took without.
 */
#ifndef SERVICE_ALIKE_H
#define SERVICE_ALIKE_H

#include "service/internal.h"
#include "service/seats.h"

/*
 * Names of people, of at most NEAR_LETTERS letters, by their number of letters. It is of one version of the people
 * (the setting people-version) and made anew when that is another.
 */
struct alike_names;
void alike_names_free(const struct allocator *allocator, struct alike_names *names); /* accepts NULL */

struct alike_name {
    int64_t person; /* 0: none */
    char name[4 * PERSON_NAME + 1];
    char handle[PERSON_HANDLE];
};

/*
 * Whom a new name looks like, folded (base/fold.h): one slip apart when both have four letters, two when both have
 * eight; the nearest, of several the one that was here first. Names whose digits differ are told apart by them. `there`,
 * of `count`, are people who sit beside the new one, and so are others.
 */
ERR_CHECK enum err alike_name_find(struct service *service, struct span name, const int64_t *there, size_t count,
                                   struct alike_name *out, struct error *error);

/* Games that count, by day, title and people, of the days that were asked for since the log had its size. */
struct alike_games;
void alike_games_free(const struct allocator *allocator, struct alike_games *games); /* accepts NULL */

struct alike_game {
    int64_t game;     /* 0: none */
    bool other_level; /* it was written down more closely, or less */
};

/* A game of the same day, title and people, unless both say different times of that day. */
ERR_CHECK enum err alike_game_find(struct service *service, const struct record *record, const struct seating *seating,
                                   struct alike_game *out, struct error *error);
/* The game in service->derived has just been added by the last entry. */
ERR_CHECK enum err alike_game_added(struct service *service, struct error *error);

/* ---- what is odd about a record that arrives ---- */

enum arrival_sort { ARRIVAL_OPEN, ARRIVAL_IMPORT };

/* Tells `fn` of new people whose names look like others', of a day in the future, and of an import that looks like a game. */
ERR_CHECK enum err arrival_warn(struct service *service, const struct record *record, const struct seats *seats,
                                enum arrival_sort sort, problem_fn *fn, void *context, struct error *error);

/* A warning as the refusal that it is to who is strict. */
void warning_refuses(struct problem *problem);

#endif
