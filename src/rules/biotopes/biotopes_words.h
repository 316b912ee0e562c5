/*
 * The words of the notation and the small readers of which lines are made:
 * shared by what reads lines (biotopes_parse.c) and what writes them
 * (biotopes_print.c). Private to these files.
 *
 * What follows the first word of a line is mostly a plain list of fields, and
 * its shape says which, one letter each:
 *
 *     s species   p spot   g spot or the bag   b biotope   m milieu   k colour
 *     t type      d deck   D deck or the bag   A action    S seat     n number
 *     h hex (two fields)   H hex, or the board
 *
 * Kinds whose text is no such list have functions of their own.
 */
#ifndef RULES_BIOTOPES_BIOTOPES_WORDS_H
#define RULES_BIOTOPES_BIOTOPES_WORDS_H

#include "rules/biotopes/biotopes_state.h"
#include "rules/cursor.h"

enum { BIO_FIELDS = 5 };

/* The first word of a line, by kind; kinds may share one (`token`, `gain`). */
extern const struct name bio_words[KINDS];
extern const char *const bio_shapes[KINDS];

/* The words within a line. */
enum { SAID_WITH, SAID_FOR, SAID_OF, SAID_GROUPS, SAID_RANK, SAID_CARD, SAID_CUBE, SAID_BOARD, SAID_WORDS };
extern const struct name bio_said_words[SAID_WORDS];

/* What is said instead when the line ends where the word should be; without an id where no word can be missing. */
extern const struct message bio_missing[BIO_RULES_COUNT];

/* An action whose cost may follow on its line. */
static inline bool bio_costs(unsigned kind)
{
    return kind >= KIND_ADAPT && kind <= KIND_USE;
}

/* What may be declared, for others too: its first field says for whom. */
static inline bool bio_is_for(unsigned kind)
{
    return kind >= KIND_SHIFT && kind <= KIND_MOVE_TOKEN;
}

/* What `again` names: the actions once a cycle, in both orders the same. */
static inline unsigned bio_kind_of_act(unsigned act)
{
    return act - ACT_REPRODUCE + KIND_REPRODUCE;
}

/* Raises BIO_NOT_YOUR_TURN or BIO_NOT_NOW with what has to be decided, and by whom: biotopes_due.c. */
ERR_CHECK enum err bio_refuse_turn(const struct setup *setup, const struct bio_state *s, enum bio_rule rule,
                                   struct error *error);

/* A line while it is read, and its moves so far. */
struct bio_line {
    const struct setup *setup;
    const struct bio_state *s;
    unsigned seat;
    struct cursor c;
    game_move *moves;
    size_t count;
    struct error *error;
};

/* ---- biotopes_parse_sheet.c: what follows `row` and `land`; a whole line of totals ---- */

ERR_CHECK enum err bio_parse_row(struct bio_line *l);
ERR_CHECK enum err bio_parse_land(struct bio_line *l);
ERR_CHECK enum err bio_parse_totals(struct bio_line *l);

/* ---- biotopes_parse_cards.c ---- */

ERR_CHECK enum err bio_add_move(struct bio_line *l, struct bio_word w);
ERR_CHECK enum err bio_read_biotope(struct bio_line *l, uint8_t *out);

/* Raises a rule about `word`, at its column; an empty word is a missing one, at its place. */
ERR_CHECK enum err bio_bad(const struct cursor *c, enum bio_rule rule, struct span word, struct error *error);

/* The next word without moving: up to a blank or a comma. */
struct span bio_peek(struct cursor *c);

/* The one of `names` whose id is this word to the letter, as records have it; or -1. */
int bio_find_id(const struct name *names, size_t count, struct span word);

/* Passes over that word if it is next, in either language. */
bool bio_pass_word(struct cursor *c, const struct name *name);

/* The one of `names` that is next, of several words perhaps, and the longest of them; or -1, without moving. */
int bio_next_name(struct cursor *c, const struct name *names, size_t count);

/* The same, or the rule is raised with what was probably meant. */
ERR_CHECK enum err bio_read_name(struct cursor *c, const struct name *names, size_t count, enum bio_rule rule,
                                 uint8_t *out, struct error *error);

ERR_CHECK enum err bio_read_species(struct cursor *c, uint8_t *out, struct error *error);
ERR_CHECK enum err bio_read_spot(struct cursor *c, uint8_t *out, struct error *error);
int bio_next_milieu(struct cursor *c); /* or -1, without moving */
ERR_CHECK enum err bio_read_milieu(struct cursor *c, uint8_t *out, struct error *error);
ERR_CHECK enum err bio_read_number(struct cursor *c, int min, int max, int *out, struct error *error);
ERR_CHECK enum err bio_read_byte(struct cursor *c, unsigned min, uint8_t *out, struct error *error);
ERR_CHECK enum err bio_read_seat(const struct setup *setup, struct cursor *c, uint8_t *out, struct error *error);

/* `3,-1`, `(3, -1)`, into two fields. */
ERR_CHECK enum err bio_read_cell(struct cursor *c, uint8_t out[2], struct error *error);

#endif
