/* The people who were looked up lately: a table in which every text has one place. */
#include "service/recent.h"

#include "base/fnv.h"

#include "base/banned.h"

void recent_forget(struct recent *recent)
{
    if (++recent->round == 0) { /* after 2^32 rounds the oldest would look new again */
        memset(recent, 0, sizeof(*recent));
        recent->round = 1;
    }
}

static size_t place_of(struct span text)
{
    uint64_t hash = fnv_add(FNV_START, text);
    return (size_t)((hash ^ hash >> 32) % RECENT_PEOPLE);
}

void recent_add(struct recent *recent, struct span spelling, int64_t person, const char handle[PERSON_HANDLE],
                bool respelled)
{
    if (spelling.len == 0 || spelling.len > RECENT_TEXT || recent->round == 0) {
        return;
    }
    struct recent_person *entry = &recent->people[place_of(spelling)];
    entry->round = recent->round;
    entry->length = (uint8_t)spelling.len;
    entry->respelled = respelled;
    memcpy(entry->text, spelling.ptr, spelling.len);
    memcpy(entry->handle, handle, PERSON_HANDLE);
    entry->person = person;
}

bool recent_find(const struct recent *recent, struct span text, int64_t *person, char handle[PERSON_HANDLE],
                 bool *respelled)
{
    const struct recent_person *entry = &recent->people[place_of(text)];
    if (recent->round == 0 || entry->round != recent->round || !span_equal(text, span_of(entry->text, entry->length))) {
        return false;
    }
    *person = entry->person;
    memcpy(handle, entry->handle, PERSON_HANDLE);
    *respelled = *respelled || entry->respelled;
    return true;
}
