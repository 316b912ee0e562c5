/* What is known of the species of Biotopes, as written down from the box and from public lists: not from a catalogue. */
#ifndef SUPPORT_BIOTOPES_FACTS_H
#define SUPPORT_BIOTOPES_FACTS_H

#include "rules/biotopes/biotopes_catalogue.h"

struct bio_fact {
    const char *id, *deck, *biotope, *type;
    const char *cost;    /* "1P 2I": plant, invertebrate, reptile, mammal, bird */
    const char *ability; /* what it can do, by one word; empty: not known */
};

extern const struct bio_fact bio_facts[BIO_SPECIES];

#endif
