/*
 * The notation: text to words and back. Reading is one pass over the bytes,
 * with a short way for canonical spelling, because replaying is mostly
 * reading. Whether a move is legal is apply's business, with one exception: a
 * cell so far away that no word can name it is refused here, by its rule.
 */
#include "base/utf8.h"
#include "rules/cursor.h"
#include "rules/foret/foret_state.h"

#include "base/banned.h"

/* A word ends at a blank, where a cell in parentheses starts, and between the rows of a grid. */
static struct span next_word(struct cursor *c)
{
    return cursor_word(c, "(/");
}

/*
 * The card whose id this is, to the letter; or -1. First letter and parity of
 * the length tell the ids apart, so there is one to compare with and no branch
 * for the processor to guess.
 */
static int exact_card(struct span word)
{
    enum { EVEN, ODD };
    static const uint8_t by_letter[26][2] = {
        /* card + 1 */
        ['b' - 'a'] = {[EVEN] = FORET_BEAR + 1, [ODD] = FORET_BEE + 1},
        ['d' - 'a'] = {[EVEN] = FORET_DEER + 1, [ODD] = FORET_DRAGONFLY + 1},
        ['e' - 'a'] = {[ODD] = FORET_EAGLE + 1},
        ['f' - 'a'] = {[ODD] = FORET_FOX + 1},
        ['m' - 'a'] = {[EVEN] = FORET_MEADOW + 1},
        ['r' - 'a'] = {[EVEN] = FORET_RABBIT + 1},
        ['s' - 'a'] = {[EVEN] = FORET_STREAM + 1},
        ['t' - 'a'] = {[ODD] = FORET_TROUT + 1},
        ['w' - 'a'] = {[EVEN] = FORET_WOLF + 1},
    };
    static const uint8_t length[FORET_TYPES + 1] = {0, 3, 4, 5, 3, 5, 9, 4, 6, 6, 6, 4};
    if (word.len == 0 || word.ptr[0] < 'a' || word.ptr[0] > 'z') {
        return -1;
    }
    int card = by_letter[word.ptr[0] - 'a'][word.len & 1];
    if (card == 0 || word.len != length[card] || memcmp(word.ptr, foret_cards[card - 1].id, word.len) != 0) {
        return -1;
    }
    return card - 1;
}

const struct name foret_keywords[FORET_KEYWORDS] = {
    [FORET_GRID_WORD] = {"grid", "grid", "grille"},    [FORET_CARDS_WORD] = {"cards", "cards", "cartes"},
    [FORET_DEAL_WORD] = {"deal", "deal", "distribue"}, [FORET_DRAW] = {"draw", "draw", "pioche"},
    [FORET_SWAP] = {"swap", "swap", "échange"},        [FORET_GIVE] = {"give", "give", "donne"},
};

static bool is_keyword(struct span word, enum foret_keyword which)
{
    const struct name *name = &foret_keywords[which];
    return span_is(word, name->id) || utf8_same(word, span_from(name->id)) || utf8_same(word, span_from(name->fr));
}

/* Complains about a word at its column, and offers the one of `names` that it is near to. */
static enum err refuse_word(struct cursor *c, enum foret_rule rule, struct span word, const struct name *names,
                            size_t count, struct error *error)
{
    enum err err = foret_refuse_word(error, rule, word);
    name_hint(names, count, word, error);
    return cursor_fail(c, word.ptr, err, error);
}

static enum err read_card(struct cursor *c, unsigned *card, struct error *error)
{
    struct span word = next_word(c);
    int found = exact_card(word);
    if (found < 0) {
        found = word.len > 0 ? name_find(foret_cards, FORET_TYPES, word) : -1;
    }
    if (found < 0 && word.len > 0) { /* a category has the name of several: `bees`, `abeilles` */
        found = name_find(foret_categories, FORET_TYPES, word);
    }
    if (found < 0) {
        return refuse_word(c, FORET_BAD_CARD, word, foret_cards, FORET_TYPES, error);
    }
    *card = (unsigned)found;
    return ERR_OK;
}

static enum err read_cell(struct cursor *c, int *x, int *y, struct error *error)
{
    if (!cursor_cell(c, x, y)) {
        return cursor_fail(c, c->at, foret_refuse(error, FORET_BAD_CELL), error);
    }
    return ERR_OK;
}

/* Two cells to swap, in either order. */
static enum err read_swap(struct cursor *c, struct foret_word *w, struct error *error)
{
    unsigned cell[2];
    for (int i = 0; i < 2; i++) {
        int x = 0;
        int y = 0;
        enum err err = read_cell(c, &x, &y, error);
        if (err) {
            return err;
        }
        if (!field_holds(x, y)) {
            return foret_refuse_cell(error, FORET_SWAP_EMPTY_CELL, x, y);
        }
        cell[i] = field_cell(x, y) + 1;
    }
    w->a = cell[0] < cell[1] ? cell[0] : cell[1];
    w->b = cell[0] < cell[1] ? cell[1] : cell[0];
    return ERR_OK;
}

/* What may follow a card and its cell. */
static enum err read_tail(struct cursor *c, struct foret_word *w, struct error *error)
{
    for (;;) {
        struct span word = next_word(c);
        if (word.len == 0 && c->at == c->end) {
            return ERR_OK;
        }
        bool swap = is_keyword(word, FORET_SWAP);
        bool give = !swap && is_keyword(word, FORET_GIVE);
        if (!swap && !give) {
            struct span rest = span_of(word.ptr, (size_t)(c->end - word.ptr));
            enum err err = error_raise_span(error, &foret_messages[FORET_BAD_REST], rest);
            name_hint(foret_keywords + FORET_SWAP, FORET_KEYWORDS - FORET_SWAP, word, error);
            return cursor_fail(c, word.ptr, err, error);
        }
        if (swap ? w->a != 0 : w->give != 0) {
            return cursor_fail(c, word.ptr, error_raise_span(error, &foret_messages[FORET_BAD_TWICE], word), error);
        }
        unsigned card = 0;
        enum err err = swap ? read_swap(c, w, error) : read_card(c, &card, error);
        if (err) {
            return err;
        }
        w->give = give ? card + 1 : w->give;
    }
}

/* One digit with or without a minus sign, moving `*at` past it; false on anything else. */
static bool read_digit(const char **at, const char *end, int *out)
{
    bool negative = *at < end && **at == '-';
    *at += negative;
    if (*at == end || **at < '0' || **at > '9') {
        return false;
    }
    int digit = *(*at)++ - '0';
    *out = negative ? -digit : digit;
    return true;
}

/*
 * The short way: a player's `bee 0,0` in canonical spelling, to the end of the
 * text. False on anything else, which is then read the long way.
 */
static bool read_canonical(struct span text, unsigned seat, game_move *move)
{
    const char *end = text.ptr + text.len;
    const char *at = text.ptr;
    while (at < end && *at != ' ') {
        at++;
    }
    int card = exact_card(span_of(text.ptr, (size_t)(at - text.ptr)));
    int x = 0;
    int y = 0;
    if (card < 0 || at++ == end || !read_digit(&at, end, &x) || at == end || *at++ != ',' ||
        !read_digit(&at, end, &y) || at != end || !field_holds(x, y)) {
        return false;
    }
    struct foret_word w = {.kind = FORET_PLAY, .card = (unsigned)card, .at = field_cell(x, y) + 1};
    *move = foret_pack(seat, w);
    return true;
}

static enum err parse_play(const struct setup *setup, const struct foret_state *s, struct cursor *c, unsigned seat,
                           game_move *move, struct error *error)
{
    struct foret_word w = {.kind = FORET_PLAY};
    enum err err = read_card(c, &w.card, error);
    if (err) {
        return err;
    }
    cursor_skip_blanks(c);
    if (seat < GAME_PLAYERS) {
        int x = 0;
        int y = 0;
        err = read_cell(c, &x, &y, error);
        if (err) {
            return err;
        }
        if (!field_holds(x, y)) { /* no word can say it, so it is refused here */
            err = foret_check_step(setup, s, seat, w.card, error);
            return err ? err : foret_refuse_put(error, &s->seat[seat], x, y);
        }
        w.at = field_cell(x, y) + 1;
    }
    if (c->at < c->end) {
        err = read_tail(c, &w, error);
    }
    *move = foret_pack(seat, w);
    return err;
}

/* Cards up to the end; `w` says everything but the card (and, for a sheet, the cell, which counts up). */
static enum err read_cards(struct cursor *c, unsigned seat, struct foret_word w, unsigned due, game_move *moves,
                           size_t *count, struct error *error)
{
    size_t n = 0;
    const char *last = c->at;
    for (cursor_skip_blanks(c); c->at < c->end; cursor_skip_blanks(c)) {
        last = c->at;
        enum err err = read_card(c, &w.card, error);
        if (err) {
            return err;
        }
        if (n < GAME_LINE) {
            moves[n] = foret_pack(seat, w);
        }
        n++;
        w.at += w.kind == FORET_GRID && w.at < FORET_CELLS;
    }
    if (n != due) {
        enum err err = error_raise_int(error, &foret_messages[FORET_BAD_COUNT], due);
        error_add_int(error, (int64_t)n);
        return cursor_fail(c, n > due ? last : c->end, err, error);
    }
    *count = n;
    return ERR_OK;
}

static enum err parse_table(const struct setup *setup, const struct foret_state *s, struct cursor *c, game_move *moves,
                            size_t *count, struct error *error)
{
    struct span word = next_word(c);
    bool deal = is_keyword(word, FORET_DEAL_WORD);
    if (!deal && !is_keyword(word, FORET_DRAW)) {
        return refuse_word(c, FORET_BAD_TABLE, word, foret_keywords + FORET_DEAL_WORD, 2, error);
    }
    int hand = 0;
    if (deal) {
        struct span label = next_word(c);
        int seat = seat_from_label(label);
        hand = seat < 0 ? -1 : foret_index(setup, (unsigned)seat);
        if (hand < 0 || (unsigned)hand >= foret_hands(setup)) {
            return cursor_fail(c, label.ptr, foret_refuse_word(error, FORET_BAD_HAND, label), error);
        }
    } else if (setup->variant != FORET_SOLO) {
        return cursor_fail(c, word.ptr, foret_refuse(error, FORET_BAD_DRAW), error);
    }
    unsigned due = s->need[hand] ? s->need[hand] : deal ? FORET_ROUND : s->turn % FORET_COLUMNS == 0 ? 5 : 1;
    struct foret_word w = {.kind = FORET_DEAL, .at = (unsigned)hand};
    enum err err = read_cards(c, SEAT_TABLE, w, due, moves, count, error);
    if (err && error->message == &foret_messages[FORET_BAD_COUNT]) { /* how many are due matters when some are */
        struct error other;
        if (foret_check_deal(setup, s, &other)) {
            *error = other;
            return ERR_RULE;
        }
    }
    return err;
}

static enum err parse_grid(struct cursor *c, unsigned seat, game_move *moves, size_t *count, struct error *error)
{
    struct foret_word w = {.kind = FORET_GRID};
    unsigned row = 0;
    unsigned in_row = 0;
    for (;;) {
        cursor_skip_blanks(c);
        bool end = c->at == c->end;
        if (end || *c->at == '/') {
            if (in_row != FORET_COLUMNS) {
                enum err err = error_raise_int(error, &foret_messages[FORET_BAD_ROW], row + 1);
                error_add_int(error, in_row);
                return cursor_fail(c, c->at, err, error);
            }
            row++;
            in_row = 0;
            if (end || row == FORET_ROWS) {
                break;
            }
            c->at++;
            continue;
        }
        enum err err = read_card(c, &w.card, error);
        if (err) {
            return err;
        }
        if (in_row < FORET_COLUMNS) {
            w.at = row * FORET_COLUMNS + in_row;
            moves[w.at] = foret_pack(seat, w);
        }
        in_row++;
    }
    if (row != FORET_ROWS || c->at != c->end) {
        enum err err = error_raise_int(error, &foret_messages[FORET_BAD_GRID], c->at == c->end ? row : row + 1);
        return cursor_fail(c, c->at, err, error);
    }
    *count = FORET_CELLS;
    return ERR_OK;
}

static enum err parse_sheet(struct cursor *c, unsigned seat, game_move *moves, size_t *count, struct error *error)
{
    enum foret_keyword wanted = seat == SEAT_NEUTRAL ? FORET_CARDS_WORD : FORET_GRID_WORD;
    struct span word = next_word(c);
    if (!is_keyword(word, wanted)) {
        enum err err = foret_refuse(error, FORET_BAD_SHEET);
        error_add_name(error, &foret_keywords[wanted]);
        return cursor_fail(c, word.ptr, err, error);
    }
    if (seat != SEAT_NEUTRAL) {
        return parse_grid(c, seat, moves, count, error);
    }
    return read_cards(c, seat, (struct foret_word){.kind = FORET_GRID}, FORET_CELLS, moves, count, error);
}

enum err foret_parse(const struct setup *setup, const void *state, unsigned seat, struct span text, game_move *moves,
                     size_t *count, struct error *error)
{
    *count = 1;
    if (setup->level == FORET_TOTALS) {
        return totals_parse(&foret_totals, setup, seat, text, moves, count, error);
    }
    if (setup->level != FORET_SHEET && seat < GAME_PLAYERS && read_canonical(text, seat, moves)) {
        return ERR_OK;
    }
    struct cursor c = cursor_over(text);
    if (seat == SEAT_TABLE) {
        return parse_table(setup, state, &c, moves, count, error);
    }
    if (setup->level != FORET_SHEET) {
        struct cursor ahead = c;
        struct span word = next_word(&ahead);
        if (!is_keyword(word, FORET_GRID_WORD) && !is_keyword(word, FORET_CARDS_WORD)) {
            return parse_play(setup, state, &c, seat, moves, error);
        }
    }
    return parse_sheet(&c, seat, moves, count, error);
}
