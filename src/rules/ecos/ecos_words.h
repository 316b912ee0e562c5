/* The first word of each line of the notation, by kind: shared by what reads and what prints. */
#ifndef RULES_ECOS_ECOS_WORDS_H
#define RULES_ECOS_ECOS_WORDS_H

#include "rules/ecos/ecos_state.h"

extern const struct name ecos_words[KINDS];
extern const struct name ecos_looks[3];
extern const struct name ecos_gains[2]; /* cube, card */

/* The words within a line. */
enum { SAID_ECO, SAID_FROM, SAID_FOR, SAID_ALL, SAID_DRAFT, SAID_WORDS };
extern const struct name ecos_said_words[SAID_WORDS];

/* The cursor of one line: plain forward reading. */
struct ecos_cursor {
    struct span rest;
    const char *start;
    uint32_t end; /* the column behind the line */
};

struct span ecos_next(struct ecos_cursor *c);
ERR_CHECK enum err ecos_bad(struct error *error, enum ecos_rule rule, const struct ecos_cursor *c, struct span word);
/* The same, and offers the one of `names` that the word is near to. */
ERR_CHECK enum err ecos_bad_name(struct error *error, enum ecos_rule rule, const struct ecos_cursor *c,
                                 struct span word, const struct name *names, size_t count);
ERR_CHECK enum err ecos_read_number(struct ecos_cursor *c, unsigned max, unsigned *out, enum ecos_rule rule,
                                    struct error *error);
ERR_CHECK enum err ecos_read_card(struct ecos_cursor *c, unsigned *card, struct error *error);
ERR_CHECK enum err ecos_read_cell(struct ecos_cursor *c, unsigned v[2], struct error *error);
ERR_CHECK enum err ecos_read_element(const struct ecos_catalogue *cat, struct ecos_cursor *c, unsigned *element,
                                     struct error *error);
ERR_CHECK enum err ecos_read_thing(const struct ecos_catalogue *cat, struct ecos_cursor *c, unsigned *thing,
                                   struct error *error);
ERR_CHECK enum err ecos_read_end(struct ecos_cursor *c, struct error *error);

/* ---- rules 2, the short form: ecos_short.c ---- */

/* A line as it was read: `open` has a bit for a, v0 .. v3 each, of what it does not say. */
struct ecos_said {
    struct ecos_word word;
    unsigned open;
    bool eco; /* a charge that says so */
};

/* True when the line ends here and may, the first `read` of a, v0 .. v3 being read: the others are open. */
bool ecos_leaves_out(const struct setup *setup, struct ecos_cursor *c, struct ecos_said *said, unsigned read);

/* True when a charge may leave out its element, which is then open, whatever follows. */
bool ecos_opens_element(const struct setup *setup, struct ecos_said *said);

/*
 * Whether the word of a charge says that it completes the card. Slots that the catalogue knows need no `eco`: a true one
 * is dropped, a false one is left for the judge. A card that was completed before needs none either.
 */
unsigned ecos_means_eco(const struct setup *setup, const struct ecos_state *s, unsigned card, bool said);

/* True when the line stands for its own move and no other, legal or not. */
bool ecos_is_plain(const struct setup *setup, const struct ecos_state *s, unsigned seat, const struct ecos_said *said);

/*
 * The moves that the line stands for: what goes without saying before it, then its own; none when the rules have done
 * it already. One that is not legal comes out as it was said. ERR_SYNTAX, at `column`, when it could mean two things.
 */
ERR_CHECK enum err ecos_expand(const struct setup *setup, const struct ecos_state *s, unsigned seat,
                               const struct ecos_said *said, uint32_t column, game_move *moves, size_t *count,
                               struct error *error);

/* How many of the moves go without saying before the one that their line says. */
size_t ecos_unsaid(const struct setup *setup, const struct ecos_state *s, const game_move *moves, size_t count);

#endif
