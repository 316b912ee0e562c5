/* The status of a game: one table has its ids, which the database and the edges use, and its words for people. */
#ifndef SERVICE_STATUS_H
#define SERVICE_STATUS_H

#include "base/lang.h"
#include "base/span.h"

enum game_status { GAME_LIVE, GAME_FINISHED, GAME_ABANDONED, GAME_VOID, GAME_STATUSES };

extern const struct name game_status_names[GAME_STATUSES]; /* in French of a game that is so: "terminée" */

/* The ids of the table, for messages that are constants; `or` is the word before the last. */
#define GAME_STATUS_CHOICE(or) "live, finished, abandoned " or " void"

/* The status of that id; false, and `*status` stays as it is, when there is none. */
bool game_status_parse(struct span id, enum game_status *status);
struct span game_status_id(enum game_status status);
bool game_status_is(struct span id, enum game_status status);

#endif
