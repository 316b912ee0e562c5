/*
 * Connections with an answer that goes on: those that follow a game, and
 * exports. There are so many of a kind at the most, and so many for one
 * address.
 */
#ifndef HTTP_STREAMS_H
#define HTTP_STREAMS_H

#include "http/access.h"

/* First member of what is listed. */
struct stream_link {
    struct stream_link *next;  /* under the list's lock, as the next */
    struct stream_link **back; /* NULL: not in a list */
    const uint8_t *address;
    const void *club;
};

struct stream_list {
    pthread_mutex_t lock;
    struct stream_link *first;
    size_t count;
    bool closed; /* takes no more */
};

struct stream_limits {
    int64_t most;
    int64_t of_address;
    int64_t of_club;
};

/* False when there are as many already, in all, of that address or of that club, or the list is closed. */
bool streams_join(struct stream_list *list, struct stream_link *link, const uint8_t address[ADDRESS_SIZE],
                  const void *club, const struct stream_limits *limits);

/* Accepts a link that never joined. */
void streams_leave(struct stream_list *list, struct stream_link *link);

size_t streams_count(struct stream_list *list);

#endif
