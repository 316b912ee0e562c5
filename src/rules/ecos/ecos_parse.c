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

static bool is_word(struct span word, const char *en, const char *fr)
{
    return word.len > 0 && (utf8_same(word, span_from(en)) || utf8_same(word, span_from(fr)));
}

/* `charge 17 sun eco from 5 water` */
static enum err parse_charge(const struct setup *setup, const struct ecos_state *s, struct ecos_cursor *c,
                             struct ecos_word *w, struct error *error)
{
    const struct ecos_catalogue *cat = ecos_cat(setup);
    enum err err = ecos_read_card(c, &w->a, error);
    if (err != ERR_OK) {
        return err;
    }
    struct ecos_cursor ahead = *c;
    struct span word = ecos_next(&ahead);
    bool named = word.len > 0 && !is_word(word, "from", "de") && !is_word(word, "eco", "eco");
    if (named || !implied_element(cat, s, &w->v[0])) {
        err = ecos_read_element(cat, c, &w->v[0], error);
    }
    ahead = *c;
    if (err == ERR_OK && is_word(ecos_next(&ahead), "eco", "eco")) {
        *c = ahead;
        w->v[3] = !card_knows(cat, w->a, CARD_SLOTS_KNOWN);
    }
    ahead = *c;
    if (err == ERR_OK && is_word(ecos_next(&ahead), "from", "de")) {
        *c = ahead;
        err = ecos_read_card(c, &w->v[1], error);
        if (err == ERR_OK) {
            err = ecos_read_element(cat, c, &w->v[2], error);
        }
    }
    return err;
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
    struct span word = ecos_next(c);
    w->v[0] = is_word(word, "draft", "draft") ? 1 : 0;
    for (unsigned i = 0; i < cat->decks && !w->v[0]; i++) {
        struct name name = ecos_label_name(cat, cat->deck[i].name);
        w->v[0] = name_find(&name, 1, word) == 0 ? i + 2 : 0;
    }
    return w->v[0] ? ERR_OK : ecos_bad(error, ECOS_BAD_DECK, c, word);
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

/* What follows the first word of a line, into `w`. */
static enum err parse_rest(const struct setup *setup, const struct ecos_state *s, struct ecos_cursor *c,
                           struct ecos_word *w, struct error *error)
{
    const struct ecos_catalogue *cat = ecos_cat(setup);
    struct span word;
    enum err err = ERR_OK;
    switch (w->kind) {
    case KIND_CHARGE:
        return parse_charge(setup, s, c, w, error);
    case KIND_RESOLVE:
    case KIND_KEEP:
    case KIND_LEAVE:
    case KIND_FACEUP:
    case KIND_PLAY:
        return ecos_read_card(c, &w->a, error);
    case KIND_PLACE:
    case KIND_TAKE:
    case KIND_PICK:
    case KIND_REMOVE:
    case KIND_REPLACE:
    case KIND_MOVE:
        err = ecos_read_thing(cat, c, &w->a, error);
        err = err == ERR_OK ? ecos_read_cell(c, w->v, error) : err;
        return err == ERR_OK && w->kind == KIND_MOVE ? ecos_read_cell(c, w->v + 2, error) : err;
    case KIND_CHOOSE:
    case KIND_POINTS:
        return ecos_read_number(c, 255, &w->a, ECOS_BAD_NUMBER, error);
    case KIND_LOOK:
        word = ecos_next(c);
        w->a = (unsigned)name_find(ecos_looks, 3, word);
        return w->a <= LOOK_BOTH ? ERR_OK : ecos_bad(error, ECOS_BAD_LOOK, c, word);
    case KIND_GAIN:
        return parse_gain(cat, c, &w->a, error);
    case KIND_FIRST:
    case KIND_TOKEN:
        return ecos_read_element(cat, c, &w->a, error);
    case KIND_DECK:
        return parse_deck(setup, c, w, error);
    case KIND_USED:
        err = ecos_read_card(c, &w->a, error);
        return err == ERR_OK ? ecos_read_number(c, 255, &w->v[0], ECOS_BAD_NUMBER, error) : err;
    case KIND_TOTAL:
        return ecos_read_number(c, 1023, &w->v[0], ECOS_BAD_NUMBER, error);
    default:
        return ERR_OK;
    }
}

enum err ecos_parse(const struct setup *setup, const void *state, unsigned seat, struct span text, game_move *moves,
                    size_t *count, struct error *error)
{
    const char *start = text.len > 0 ? text.ptr : "";
    struct ecos_cursor c = {span_of(start, text.len), start};
    struct span word = ecos_next(&c);
    int kind = name_find(ecos_words, KINDS, word);
    if (kind < 0) {
        return ecos_bad(error, ECOS_BAD_WORD, &c, word.ptr ? word : span_of(start, 0));
    }
    struct ecos_word w = {.kind = (unsigned)kind};
    if (kind == KIND_DEAL) {
        struct span label = ecos_next(&c);
        int to = seat_from_label(label);
        if (to < 0 || to >= setup->seats) {
            return ecos_bad(error, ECOS_BAD_SEAT, &c, label);
        }
        w.a = (unsigned)to;
    }
    if (kind == KIND_DEAL || kind == KIND_ACTIVE || kind == KIND_TOP) {
        return parse_cards(&c, seat, w, moves, count, error);
    }
    enum err err = parse_rest(setup, state, &c, &w, error);
    if (err == ERR_OK) {
        err = ecos_read_end(&c, error);
    }
    moves[0] = ecos_pack(seat, w);
    *count = 1;
    return err;
}
