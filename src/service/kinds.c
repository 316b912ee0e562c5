/* The list of the kinds of entries. */
#include "service/kinds.h"

#include "base/banned.h"

static const struct {
    const char *word;
    enum entry_about about;
} KINDS[] = {
    {"open", ABOUT_GAME},    {"import", ABOUT_GAME},    {"moves", ABOUT_GAME},   {"back", ABOUT_GAME},
    {"abandon", ABOUT_GAME}, {"correct", ABOUT_GAME},   {"void", ABOUT_GAME},    {"unvoid", ABOUT_GAME},
    {"merge", ABOUT_PEOPLE}, {"unmerge", ABOUT_PEOPLE}, {"title", ABOUT_TITLES}, {"season", ABOUT_SEASONS},
};

bool entry_kind_known(struct span kind, enum entry_about *about)
{
    for (size_t i = 0; i < sizeof(KINDS) / sizeof(KINDS[0]); i++) {
        if (span_is(kind, KINDS[i].word)) {
            *about = KINDS[i].about;
            return true;
        }
    }
    return false;
}

bool entry_kind_concerns(struct span kind, enum entry_about about)
{
    enum entry_about found = ABOUT_GAME;
    bool known = entry_kind_known(kind, &found) && found != ABOUT_GAME;
    return known ? found == about : about == ABOUT_PEOPLE;
}

bool entry_kind_scatters(struct span kind)
{
    static const char *const WORDS[] = {"correct", "merge", "unmerge", "title"};
    for (size_t i = 0; i < sizeof(WORDS) / sizeof(WORDS[0]); i++) {
        if (span_is(kind, WORDS[i])) {
            return true;
        }
    }
    return false;
}
