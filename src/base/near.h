/*
 * The known word that a mistyped one is probably meant to be: "did you mean
 * variant?" for `varaint`. Candidates are offered one by one; case and accents
 * do not count. A slip is a letter too much, missing, wrong, or two letters in
 * each other's place.
 *
 *     struct near near;
 *     near_begin(&near, word);
 *     for (each known word) near_offer(&near, known);
 *     if (near_best(&near, &best)) ...
 *
 * Nothing is allocated; spans are borrowed from whoever offers them.
 */
#ifndef BASE_NEAR_H
#define BASE_NEAR_H

#include "base/error.h"

enum {
    NEAR_LETTERS = 40, /* a longer word is near nothing */
    NEAR_SHORT = 3,    /* letters of the shortest word that is near anything, or one less when one is missing */
    NEAR_LONG = 6,     /* letters from which on two slips are forgiven instead of one */
    NEAR_FEW = 5       /* the same where the known words are few */
};

struct near {
    struct span written;         /* the word itself, borrowed */
    uint32_t word[NEAR_LETTERS]; /* folded */
    size_t letters;              /* 0: near nothing */
    struct span best;
    unsigned distance; /* of `best`, in slips; more than is forgiven while there is none */
    bool tied;         /* another word is as near */
};

/* The folded letters of `text`; 0 when it has none or too many. */
size_t near_letters(struct span text, uint32_t out[NEAR_LETTERS]);
/* Slips between two words of at most NEAR_LETTERS such letters. */
unsigned near_slips(const uint32_t *word, size_t word_letters, const uint32_t *other, size_t letters);

void near_begin(struct near *near, struct span word);

/* Before anything is offered: the known words are few, so that two slips are forgiven from NEAR_FEW letters on. */
void near_few(struct near *near);

void near_offer(struct near *near, struct span candidate);

/*
 * The same for a name of several words, of which people often write the first: it
 * counts like the whole, and so does a beginning of it of NEAR_SHORT letters or more.
 */
void near_offer_full_name(struct near *near, struct span candidate);

/* Offers the id and both names of one thing, which do not compete with each other. */
void near_offer_name(struct near *near, const struct name *name);

/* True when exactly one of the offered words is nearest, and near enough. */
bool near_best(const struct near *near, struct span *best);

/* Adds it to an error, unless it is what was written, to the byte: "...; did you mean 'variant'?" */
void near_hint(const struct near *near, struct error *error);

#endif
