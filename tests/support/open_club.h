/*
 * A club with its service open, and buffers for what is read from it; at the
 * end everything is found whole. For tests of one service function at a time.
 */
#ifndef SUPPORT_OPEN_CLUB_H
#define SUPPORT_OPEN_CLUB_H

#include "support/world.h"

struct club {
    struct world world;
    struct service *service;
    struct strbuf text;
    struct strbuf other;
    struct strbuf said;
};

/* For cmocka: `state` becomes the club, which is new. */
int club_set_up(void **state);
/* Audits and rebuilds it before it goes. */
int club_tear_down(void **state);

/* Entries of its log. */
int64_t club_size(struct club *club);

#endif
