/* A doubly linked list under a lock; the connections of an address, and of a club, are counted by walking it. */
#include "http/streams.h"

#include "base/banned.h"

bool streams_join(struct stream_list *list, struct stream_link *link, const uint8_t address[ADDRESS_SIZE],
                  const void *club, const struct stream_limits *limits)
{
    int64_t same = 0;
    int64_t of_club = 0;
    (void)pthread_mutex_lock(&list->lock);
    for (const struct stream_link *one = list->first; one; one = one->next) {
        same += memcmp(one->address, address, ADDRESS_SIZE) == 0;
        of_club += one->club == club;
    }
    bool room =
        !list->closed && list->count < (size_t)limits->most && same < limits->of_address && of_club < limits->of_club;
    if (room) {
        *link = (struct stream_link){list->first, &list->first, address, club};
        if (link->next) {
            link->next->back = &link->next;
        }
        list->first = link;
        list->count++;
    }
    (void)pthread_mutex_unlock(&list->lock);
    return room;
}

void streams_leave(struct stream_list *list, struct stream_link *link)
{
    (void)pthread_mutex_lock(&list->lock);
    if (link->back) {
        *link->back = link->next;
        if (link->next) {
            link->next->back = link->back;
        }
        link->back = NULL;
        list->count--;
    }
    (void)pthread_mutex_unlock(&list->lock);
}

size_t streams_count(struct stream_list *list)
{
    (void)pthread_mutex_lock(&list->lock);
    size_t count = list->count;
    (void)pthread_mutex_unlock(&list->lock);
    return count;
}
