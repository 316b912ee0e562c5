/*
 * The seats of a record that is about to be written: first the names, then who
 * of them is known, and only when nothing is wrong with anything are those
 * created who are not.
 */
#ifndef SERVICE_SEATS_H
#define SERVICE_SEATS_H

#include "service/internal.h"

struct seats {
    struct seating seating;         /* person 0: not here yet */
    struct span name[GAME_PLAYERS]; /* as canonical text has it, borrowed from service->text */
    char handle[GAME_PLAYERS][PERSON_HANDLE];
};

/*
 * The names as the first `head` bytes of service->text, the canonical headers, spell them: control characters are blanks
 * there, and an export will say the same.
 */
void seats_read(const struct service *service, size_t head, unsigned count, struct seats *seats);

/*
 * Who is known already; no person may sit twice, and the place must be one. Writes nothing. `fn`, which may be NULL, is
 * told of all that is wrong; the error is what was wrong first. An `import` may have people without a name.
 */
ERR_CHECK enum err seats_find(struct service *service, const struct record *record, bool import, problem_fn *fn,
                              void *context, struct seats *seats, struct error *error);

/* Adds those who are not here yet. */
ERR_CHECK enum err seats_create(struct service *service, struct seats *seats, struct error *error);

#endif
