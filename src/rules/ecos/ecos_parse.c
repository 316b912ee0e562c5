/*
 * The notation: text to words. Keywords, elements, terrains and species may
 * be English or French, with or without accents, in any case. Where the
 * position leaves no doubt, a line may say less than it is printed with.
 */
#include "rules/ecos/ecos_words.h"

#include "base/utf8.h"

#include "base/banned.h"

/* The element that a charge means when it names none: the token's, or the one gained. */
static bool implied_element(const struct ecos_catalogue *cat, const struct ecos_state *s, unsigned *element)
{
    const struct ecos_frame *top = ecos_top(s);
    if (top && top->kind == FRAME_ELEMENT) {
        *element = top->a;
    } else if (!top && s->phase == PHASE_CHOOSE) {
        *element = s->token[0];
    } else {
        return false;
    }
    return *element != cat->wild;
}

static bool is_word(struct span word, unsigned which)
{
    const char *en = ecos_said_words[which].id;
    const char *fr = ecos_said_words[which].fr;
    char first = word.len > 0 ? word.ptr[0] : (char)0;
    bool here = first & 0x80 || (first | 32) == en[0] || (first | 32) == fr[0]; /* most are neither */
    return here && (utf8_same(word, span_from(en)) || utf8_same(word, span_from(fr)));
}

/* `from 5 water`, after the rest of a charge; without it a free cube is meant, or the only one there is. */
static enum err parse_from(const struct setup *setup, bool free, struct ecos_cursor *c, struct ecos_said *said,
                           struct error *error)
{
    struct ecos_cursor ahead = *c;
    if (!is_word(ecos_next(&ahead), SAID_FROM)) {
        (void)(!free && ecos_leaves_out(setup, c, said, 2));
        return ERR_OK;
    }
    *c = ahead;
    enum err err = ecos_read_card(c, &said->word.v[1], error);
    if (err != ERR_OK || ecos_leaves_out(setup, c, said, 3)) {
        return err;
    }
    return ecos_read_element(ecos_cat(setup), c, &said->word.v[2], error);
}

/* `charge 17 sun eco from 5 water` */
static enum err parse_charge(const struct setup *setup, const struct ecos_state *s, unsigned seat,
                             struct ecos_cursor *c, struct ecos_said *said, struct error *error)
{
    const struct ecos_catalogue *cat = ecos_cat(setup);
    struct ecos_word *w = &said->word;
    enum err err = ecos_read_card(c, &w->a, error);
    if (err != ERR_OK) {
        return err;
    }
    struct ecos_cursor ahead = *c;
    struct span word = ecos_next(&ahead);
    bool named = word.len > 0 && !is_word(word, SAID_FROM) && !is_word(word, SAID_ECO);
    if (named || (!implied_element(cat, s, &w->v[0]) && !ecos_opens_element(setup, said))) {
        err = ecos_read_element(cat, c, &w->v[0], error);
        if (err != ERR_OK) {
            return err;
        }
    }
    ahead = *c;
    said->eco = is_word(ecos_next(&ahead), SAID_ECO);
    if (said->eco) {
        *c = ahead;
    }
    w->v[3] = ecos_means_eco(setup, s, w->a, said->eco);
    bool free = !said->open && (seat >= setup->seats || s->spare[seat] > 0);
    return parse_from(setup, free, c, said, error);
}

/* `place forest 1,-2`, `move wolf 0,1 1,1` */
static enum err parse_thing(const struct setup *setup, struct ecos_cursor *c, struct ecos_said *said,
                            struct error *error)
{
    struct ecos_word *w = &said->word;
    enum err err = ecos_read_thing(ecos_cat(setup), c, &w->a, error);
    if (err != ERR_OK || ecos_leaves_out(setup, c, said, 1)) {
        return err;
    }
    err = ecos_read_cell(c, w->v, error);
    if (err != ERR_OK || w->kind != KIND_MOVE || ecos_leaves_out(setup, c, said, 3)) {
        return err;
    }
    return ecos_read_cell(c, w->v + 2, error);
}

/* `gain sun`, `gain cube`, `gain card` */
static enum err parse_gain(const struct ecos_catalogue *cat, struct ecos_cursor *c, unsigned *what, struct error *error)
{
    struct ecos_cursor ahead = *c;
    int found = name_find(ecos_gains, 2, ecos_next(&ahead));
    if (found >= 0) {
        *c = ahead;
        *what = GAIN_CUBE + (unsigned)found;
        return ERR_OK;
    }
    return ecos_read_element(cat, c, what, error);
}

static enum err parse_deck(const struct setup *setup, struct ecos_cursor *c, struct ecos_word *w, struct error *error)
{
    const struct ecos_catalogue *cat = ecos_cat(setup);
    struct span label = ecos_next(c);
    int seat = seat_from_label(label);
    if (seat < 0 || seat >= setup->seats) {
        return ecos_bad(error, ECOS_BAD_SEAT, c, label);
    }
    w->a = (unsigned)seat;
    struct span all = span_trim(c->rest); /* a name may be of several words */
    struct span word = ecos_next(c);
    struct name names[ECOS_DECKS + 1] = {ecos_said_words[SAID_DRAFT]};
    for (unsigned i = 0; i < cat->decks; i++) {
        names[i + 1] = ecos_label_name(cat, cat->deck[i].name);
    }
    int found = name_find(names, cat->decks + 1u, word);
    if (found < 0) {
        found = name_find(names, cat->decks + 1u, all);
        c->rest = span_skip(all, all.len);
    }
    if (found < 0) {
        return ecos_bad_name(error, ECOS_BAD_DECK, c, all, names, cat->decks + 1u);
    }
    w->v[0] = (unsigned)found + 1;
    return ERR_OK;
}

/* Cards up to the end, each a word of its own. */
static enum err parse_cards(struct ecos_cursor *c, unsigned seat, struct ecos_word w, game_move *moves, size_t *count,
                            struct error *error)
{
    *count = 0;
    do {
        enum err err = ecos_read_card(c, w.kind == KIND_DEAL ? &w.v[0] : &w.a, error);
        if (err != ERR_OK) {
            return err;
        }
        if (*count == 9) {
            return ecos_bad(error, ECOS_BAD_LENGTH, c, c->rest);
        }
        moves[(*count)++] = ecos_pack(seat, w);
        c->rest = span_trim(c->rest);
    } while (c->rest.len > 0);
    return ERR_OK;
}

/* What follows the first word of a line. */
static enum err parse_rest(const struct setup *setup, const struct ecos_state *s, unsigned seat, struct ecos_cursor *c,
                           struct ecos_said *said, struct error *error)
{
    const struct ecos_catalogue *cat = ecos_cat(setup);
    struct ecos_word *w = &said->word;
    struct span word;
    enum err err = ERR_OK;
    if (ecos_leaves_out(setup, c, said, 0)) {
        return ERR_OK;
    }
    switch (w->kind) {
    case KIND_CHARGE:
        return parse_charge(setup, s, seat, c, said, error);
    case KIND_RESOLVE:
    case KIND_KEEP:
    case KIND_LEAVE:
    case KIND_FACEUP:
        return ecos_read_card(c, &w->a, error);
    case KIND_PLAY: /* which card another seat plays is for that seat to say */
        return w->v[0] == FOR_SELF ? ecos_read_card(c, &w->a, error) : ERR_OK;
    case KIND_PLACE:
    case KIND_TAKE:
    case KIND_PICK:
    case KIND_REMOVE:
    case KIND_REPLACE:
    case KIND_MOVE:
        return parse_thing(setup, c, said, error);
    case KIND_CHOOSE:
    case KIND_POINTS:
        return ecos_read_number(c, 255, &w->a, ECOS_BAD_NUMBER, error);
    case KIND_LOOK:
        word = ecos_next(c);
        w->a = (unsigned)name_find(ecos_looks, 3, word);
        return w->a <= LOOK_BOTH ? ERR_OK : ecos_bad_name(error, ECOS_BAD_LOOK, c, word, ecos_looks, 3);
    case KIND_GAIN:
        return parse_gain(cat, c, &w->a, error);
    case KIND_FIRST:
    case KIND_TOKEN:
        return ecos_read_element(cat, c, &w->a, error);
    case KIND_DECK:
        return parse_deck(setup, c, w, error);
    case KIND_USED:
        err = ecos_read_card(c, &w->a, error);
        if (err != ERR_OK) {
            return err;
        }
        return ecos_read_number(c, 255, &w->v[0], ECOS_BAD_NUMBER, error);
    case KIND_TOTAL:
        return ecos_read_number(c, 1023, &w->v[0], ECOS_BAD_NUMBER, error);
    default:
        return ERR_OK;
    }
}

/* `for 2`, `for all`, before what a declared card gives; the next word is then the first. */
static enum err parse_for(const struct setup *setup, struct ecos_cursor *c, unsigned seat, unsigned *whom,
                          struct error *error)
{
    struct ecos_cursor ahead = *c;
    if (!ecos_declares_fully(setup) || !is_word(ecos_next(&ahead), SAID_FOR)) {
        return ERR_OK;
    }
    struct span label = ecos_next(&ahead);
    int to = seat_from_label(label);
    bool all = is_word(label, SAID_ALL);
    if (!all && (to < 0 || to >= setup->seats)) {
        return ecos_bad(error, ECOS_BAD_SEAT, &ahead, label);
    }
    *c = ahead;
    struct span word = ecos_next(&ahead);
    int kind = name_find(ecos_words, KINDS, word);
    if (kind != KIND_POINTS && kind != KIND_GAIN && kind != KIND_PLAY) {
        return ecos_bad(error, ECOS_BAD_FOR, &ahead, word);
    }
    *whom = all ? (unsigned)FOR_ALL : (unsigned)to == seat ? (unsigned)FOR_SELF : (unsigned)to + 1;
    return ERR_OK;
}

/* All that follows the first word; several moves for a line that names several cards. */
static enum err parse_line(const struct setup *setup, const struct ecos_state *s, struct ecos_cursor *c, unsigned seat,
                           struct ecos_word w, game_move *moves, size_t *count, struct error *error)
{
    if (w.kind == KIND_DEAL) {
        struct span label = ecos_next(c);
        int to = seat_from_label(label);
        if (to < 0 || to >= setup->seats) {
            return ecos_bad(error, ECOS_BAD_SEAT, c, label);
        }
        w.a = (unsigned)to;
    }
    if (w.kind == KIND_DEAL || w.kind == KIND_ACTIVE || w.kind == KIND_TOP) {
        return parse_cards(c, seat, w, moves, count, error);
    }
    struct ecos_said said = {.word = w};
    enum err err = parse_rest(setup, s, seat, c, &said, error);
    if (err != ERR_OK) {
        return err;
    }
    err = ecos_read_end(c, error);
    if (err != ERR_OK) {
        return err;
    }
    if (ecos_is_short(setup) && !ecos_is_plain(setup, s, seat, &said)) {
        return ecos_expand(setup, s, seat, &said, c->end, moves, count, error);
    }
    moves[0] = ecos_pack(seat, said.word);
    *count = 1;
    return ERR_OK;
}

/* `2:` behind the line's own seat: a seat that something is for is said otherwise. */
static bool is_seat(const struct setup *setup, struct span word)
{
    int seat = word.len == 2 && word.ptr[1] == ':' ? seat_from_label(span_of(word.ptr, 1)) : -1;
    return seat >= 0 && seat < setup->seats && ecos_declares_fully(setup);
}

enum err ecos_parse(const struct setup *setup, const void *state, unsigned seat, struct span text, game_move *moves,
                    size_t *count, struct error *error)
{
    const char *start = text.len > 0 ? text.ptr : "";
    struct ecos_cursor c = {span_of(start, text.len), start, (uint32_t)text.len + 1};
    struct ecos_word w = {.kind = KINDS};
    enum err err = parse_for(setup, &c, seat, &w.v[0], error);
    if (err != ERR_OK) {
        return err;
    }
    bool self = c.rest.ptr != start && w.v[0] == FOR_SELF; /* `for 1` of seat 1 itself */
    struct span word = ecos_next(&c);
    int kind = name_find(ecos_words, KINDS, word);
    if (kind < 0 && is_seat(setup, word)) {
        return ecos_bad(error, ECOS_BAD_WHOSE, &c, span_of(word.ptr, 1));
    }
    if (kind < 0 || (kind == KIND_DISCARD && !ecos_declares_fully(setup))) {
        return ecos_bad_name(error, ECOS_BAD_WORD, &c, word.ptr ? word : span_of(start, 0), ecos_words, KINDS);
    }
    w.kind = (unsigned)kind;
    err = parse_line(setup, state, &c, seat, w, moves, count, error);
    bool no_card = self && kind == KIND_PLAY && (err != ERR_OK || (*count == 1 && ecos_unpack(moves[0]).a == 0));
    if (no_card) {
        err = ecos_bad(error, ECOS_NOT_FOR_SELF, &c, text);
    }
    if (err == ERR_OK) {
        return ERR_OK;
    }
    /* Who may not move now, or never again, is told so before a cell or a card of the line is judged. */
    enum ecos_rule rule = ecos_check_turn(setup, state, seat, w.kind);
    return rule == ECOS_OK ? err : ecos_refuse(setup, state, rule, ecos_pack(seat, w), error);
}
