/*
 * A pad document as one flat constant block: what a title is called and how it
 * is scored. It is the `block` of the setup of a pad that names one.
 */
#ifndef RULES_PAD_DOCUMENT_H
#define RULES_PAD_DOCUMENT_H

#include "rules/game.h"
#include "rules/labels.h"

enum { PAD_TEXT_BYTES = 8192 };

struct pad_document {
    struct label name; /* the id of the document, and the names of the title */
    uint32_t bgg;      /* the title's number at BoardGameGeek; 0: none was given */
    uint8_t edition;
    uint8_t variant;
    uint8_t least, most; /* seats */
    uint8_t categories;
    uint8_t unused[3];
    int8_t sign[GAME_CATEGORIES]; /* +1 or -1 */
    struct label category[GAME_CATEGORIES];
    char text[PAD_TEXT_BYTES];
};

/* Makes the block of a document. ERR_SYNTAX or ERR_LIMIT with the path of what is wrong. */
ERR_CHECK enum err pad_document_read(const struct value *document, void *block, struct error *error);

extern const struct game_catalogue pad_game_catalogue;

#endif
