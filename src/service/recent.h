/*
 * Private to the room: who was looked up lately. The plays of a club's file
 * name the same few dozens of people again and again. What is kept holds for
 * the transaction that is open, and goes with whatever may change who a text
 * means: another name, a merge, a change taken back.
 */
#ifndef SERVICE_RECENT_H
#define SERVICE_RECENT_H

#include "service/service.h"

enum { RECENT_PEOPLE = 256, RECENT_TEXT = 48 /* longer ones are looked up each time */ };

struct recent {
    uint32_t round; /* entries of an earlier one are forgotten */
    struct recent_person {
        uint32_t round;
        uint8_t length;
        bool respelled; /* the person is called otherwise */
        char text[RECENT_TEXT];
        char handle[PERSON_HANDLE];
        int64_t person;
    } people[RECENT_PEOPLE]; /* one a hash: a newer one takes the place of an older */
};

void recent_forget(struct recent *recent);
/* `spelling` empty: nobody's text, and nothing is kept. */
void recent_add(struct recent *recent, struct span spelling, int64_t person, const char handle[PERSON_HANDLE],
                bool respelled);
/* Sets `*respelled` when the person is called otherwise, and else leaves it. */
bool recent_find(const struct recent *recent, struct span text, int64_t *person, char handle[PERSON_HANDLE],
                 bool *respelled);

#endif
