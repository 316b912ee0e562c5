/*
 * The notation: text to words. Everything may be English or French, with or
 * without accents, in any case. A line that names several things (an action
 * with its payments, a deal, a row, a total with categories) is several moves.
 */
#include "rules/biotopes/biotopes_words.h"

#include "base/banned.h"

/* ---- fields ---- */

/* `-` or `board`: not on the landscape. */
static bool pass_board(struct cursor *c)
{
    struct span word = bio_peek(c);
    if (!span_is(word, "-")) {
        return bio_pass_word(c, &bio_said_words[SAID_BOARD]);
    }
    c->at += word.len;
    return true;
}

static enum err read_action(struct bio_line *l, uint8_t *out)
{
    enum err err = bio_read_name(&l->c, bio_words + KIND_REPRODUCE, KIND_COMPETE - KIND_REPRODUCE + 1, BIO_BAD_ACTION,
                                 out, l->error);
    *out = (uint8_t)(*out + ACT_REPRODUCE);
    return err;
}

static enum err read_field(struct bio_line *l, char what, uint8_t *f)
{
    struct cursor *c = &l->c;
    switch (what) {
    case 's':
        return bio_read_species(c, f, l->error);
    case 'g':
        *f = BIO_BAG;
        return bio_pass_word(c, &bio_decks[BIO_DECKS]) ? ERR_OK : bio_read_spot(c, f, l->error);
    case 'p':
        return bio_read_spot(c, f, l->error);
    case 'k':
        return bio_read_name(c, bio_colours, BIO_BIOTOPES, BIO_BAD_COLOUR, f, l->error);
    case 't':
        return bio_read_name(c, bio_types, BIO_TYPES, BIO_BAD_TYPE, f, l->error);
    case 'd':
        return bio_read_name(c, bio_decks, BIO_DECKS, BIO_BAD_DECK, f, l->error);
    case 'D':
        return bio_read_name(c, bio_decks, BIO_DECKS + 1, BIO_BAD_DECK, f, l->error);
    case 'A':
        return read_action(l, f);
    case 'S':
        return bio_read_seat(l->setup, c, f, l->error);
    case 'n':
        return bio_read_byte(c, 0, f, l->error);
    default:
        if (what == 'H' && pass_board(c)) {
            f[0] = f[1] = BIO_NOWHERE;
            return ERR_OK;
        }
        return bio_read_cell(c, f, l->error);
    }
}

/* ---- payments ---- */

/* The type as which a cube of this spot pays when none is said. */
static unsigned own_type(const struct setup *setup, unsigned spot)
{
    return spot < BIO_SPECIES ? bio_cat(setup)->species[spot].type : BIO_PLANT;
}

/* `plant yellow meadow, blue large-copper`, at least one. */
static enum err parse_payments(struct bio_line *l)
{
    do {
        struct bio_word w = {.kind = KIND_PAY};
        int type = bio_next_name(&l->c, bio_types, BIO_TYPES);
        enum err err = read_field(l, 'k', &w.b);
        err = err == ERR_OK ? read_field(l, 'p', &w.c) : err;
        w.a = (uint8_t)(type >= 0 ? (unsigned)type : own_type(l->setup, w.c));
        err = err == ERR_OK ? bio_add_move(l, w) : err;
        if (err != ERR_OK) {
            return err;
        }
    } while (cursor_char(&l->c, ',') || !cursor_done(&l->c));
    return ERR_OK;
}

/* ---- lines that are a list of fields ---- */

static enum err parse_fields(struct bio_line *l, unsigned kind, unsigned whom)
{
    uint8_t f[BIO_FIELDS] = {(uint8_t)whom};
    unsigned at = bio_is_for(kind);
    for (const char *shape = bio_shapes[kind]; *shape; shape++) {
        enum err err = read_field(l, *shape, f + at);
        if (err != ERR_OK) {
            return err;
        }
        at += *shape == 'h' || *shape == 'H' ? 2 : 1;
    }
    enum err err = bio_add_move(
        l, (struct bio_word){.kind = (uint8_t)kind, .a = f[0], .b = f[1], .c = f[2], .d = f[3], .e = f[4]});
    bool with = err == ERR_OK && bio_costs(kind) && bio_pass_word(&l->c, &bio_said_words[SAID_WITH]);
    return with ? parse_payments(l) : err;
}

/* `token 0,2` of the setup, or what is declared: `token 0,2 1,2`, `token - 0,2`, `token 0,2 -`. */
static unsigned which_token(const struct bio_line *l, bool is_for)
{
    struct bio_line ahead = *l;
    struct error unused;
    uint8_t cell[2];
    if (is_for || pass_board(&ahead.c)) {
        return KIND_MOVE_TOKEN;
    }
    ahead.error = &unused;
    return read_field(&ahead, 'h', cell) != ERR_OK || cursor_done(&ahead.c) ? KIND_TOKEN : KIND_MOVE_TOKEN;
}

/* `gain card herbivore`, `gain cube`, `gain green bag` */
static unsigned which_gain(struct bio_line *l)
{
    if (bio_pass_word(&l->c, &bio_said_words[SAID_CARD])) {
        return KIND_GAIN_CARD;
    }
    return bio_pass_word(&l->c, &bio_said_words[SAID_CUBE]) ? KIND_GAIN_CUBE : KIND_GAIN_COLOUR;
}

/* ---- setup ---- */

/* Two biotopes and two types, in the order of each. */
static enum err parse_conditions(struct bio_line *l)
{
    uint8_t f[2][2] = {{0, 0}, {0, 0}};
    unsigned count[2] = {0, 0};
    for (unsigned i = 0; i < 4; i++) {
        struct cursor before = l->c;
        int biotope = bio_next_name(&l->c, bio_biotopes, BIO_BIOTOPES);
        int type = biotope < 0 ? bio_next_name(&l->c, bio_types, BIO_TYPES) : -1;
        unsigned which = biotope < 0;
        if ((biotope < 0 && type < 0) || count[which] == 2) {
            l->c = before;
            return count[0] < 2 ? bio_read_biotope(l, &f[0][0]) : read_field(l, 't', &f[1][0]);
        }
        f[which][count[which]++] = (uint8_t)(which ? type : biotope);
        (void)cursor_char(&l->c, ',');
    }
    return bio_add_move(
        l, (struct bio_word){.kind = KIND_CONDITIONS, .a = f[0][0], .b = f[0][1], .c = f[1][0], .d = f[1][1]});
}

/* `A3`, `3A`: the number of a face, or -1. */
static int face_of(struct span word)
{
    int64_t tile = 0;
    bool front = word.len > 1 && (word.ptr[0] | 32) >= 'a';
    char side = word.len > 1 ? (char)(word.ptr[front ? 0 : word.len - 1] | 32) : (char)0;
    struct span number = word.len > 1 ? span_of(word.ptr + front, word.len - 1) : word;
    if ((side != 'a' && side != 'b') || !span_int(number, 1, BIO_TILES, &tile)) {
        return -1;
    }
    return (int)(2 * (tile - 1)) + (side == 'b');
}

/* `tile A3 r2 -2,-1` */
static enum err parse_tile(struct bio_line *l)
{
    struct span word = bio_peek(&l->c);
    int face = face_of(word);
    if (face < 0) {
        return bio_bad(&l->c, BIO_BAD_TILE, word, l->error);
    }
    l->c.at += word.len;
    uint8_t cell[2] = {0, 0};
    int64_t rotation = 0;
    word = bio_peek(&l->c);
    if (word.len > 0 && (word.ptr[0] | 32) == 'r') {
        if (!span_int(span_skip(word, 1), 0, 5, &rotation)) {
            return bio_bad(&l->c, BIO_BAD_ROTATION, word, l->error);
        }
        l->c.at += word.len;
    }
    enum err err = bio_read_cell(&l->c, cell, l->error);
    struct bio_word w = {.kind = KIND_TILE, .a = (uint8_t)face, .b = (uint8_t)rotation, .c = cell[0], .d = cell[1]};
    return err == ERR_OK ? bio_add_move(l, w) : err;
}

/* `biotope forest preserved`, either first, or the card by its name. */
static enum err parse_biotope(struct bio_line *l)
{
    struct bio_word w = {.kind = KIND_BIOTOPE};
    int card = bio_next_name(&l->c, bio_card_names + BIO_ADVANCED, BIO_BASICS - BIO_ADVANCED);
    if (card >= 0) {
        w.a = (uint8_t)(card / (BIO_MILIEUS - 1));
        w.b = (uint8_t)(card % (BIO_MILIEUS - 1) + 1);
        return bio_add_move(l, w);
    }
    int milieu = bio_next_milieu(&l->c);
    w.b = (uint8_t)milieu;
    enum err err = bio_read_biotope(l, &w.a);
    err = err == ERR_OK && milieu < 0 ? bio_read_milieu(&l->c, &w.b, l->error) : err;
    return err == ERR_OK ? bio_add_move(l, w) : err;
}

/* `deal 1 alpine-ibex hawfinch brown-rat mute-swan` */
static enum err parse_deal(struct bio_line *l)
{
    struct bio_word w = {.kind = KIND_DEAL};
    enum err err = bio_read_seat(l->setup, &l->c, &w.a, l->error);
    do {
        err = err == ERR_OK ? bio_read_species(&l->c, &w.b, l->error) : err;
        if (err == ERR_OK && l->count == BIO_BIOTOPES) {
            return bio_bad(&l->c, BIO_BAD_LENGTH, span_of(l->c.at, 0), l->error);
        }
        err = err == ERR_OK ? bio_add_move(l, w) : err;
    } while (err == ERR_OK && (cursor_char(&l->c, ',') || !cursor_done(&l->c)));
    return err;
}

/* `cubes 1 green blue`: each colour as often as it was drawn, in any order. */
static enum err parse_cubes(struct bio_line *l)
{
    uint8_t seat = 0;
    uint8_t count[BIO_BIOTOPES] = {0};
    enum err err = bio_read_seat(l->setup, &l->c, &seat, l->error);
    if (err != ERR_OK) {
        return err;
    }
    do {
        uint8_t colour = 0;
        err = read_field(l, 'k', &colour);
        if (err != ERR_OK) {
            return err;
        }
        if (count[colour] == UINT8_MAX) {
            return bio_bad(&l->c, BIO_BAD_LENGTH, span_of(l->c.at, 0), l->error);
        }
        count[colour]++;
    } while (cursor_char(&l->c, ',') || !cursor_done(&l->c));
    return bio_add_move(
        l,
        (struct bio_word){.kind = KIND_CUBES, .a = seat, .b = count[0], .c = count[1], .d = count[2], .e = count[3]});
}

/* ---- the line ---- */

/* `retreat -1,1` where the token has gone there by itself: there was no other hex. */
static bool has_retreated(const struct bio_line *l, struct bio_word w)
{
    const struct bio_state *s = l->s;
    unsigned hex = s->retreated - 1u;
    bool whose = s->retreater == l->seat || (s->retreater >= l->setup->seats && l->seat < l->setup->seats);
    return s->step != STEP_RETREAT && s->retreated > 0 && hex < s->land.count && whose &&
           s->land.q[hex] == bio_uncoord(w.a) && s->land.r[hex] == bio_uncoord(w.b);
}

/* All that follows the first word. */
static enum err parse_rest(struct bio_line *l, unsigned kind, unsigned whom)
{
    switch (kind) {
    case KIND_CONDITIONS:
        return parse_conditions(l);
    case KIND_TILE:
        return parse_tile(l);
    case KIND_BIOTOPE:
        return parse_biotope(l);
    case KIND_DEAL:
        return parse_deal(l);
    case KIND_CUBES:
        return parse_cubes(l);
    case KIND_PAY:
        return parse_payments(l);
    case KIND_ROW:
        return bio_parse_row(l);
    case KIND_LAND:
        return bio_parse_land(l);
    default:
        return parse_fields(l, kind, whom);
    }
}

/* `for 2`, before what is declared; 1 + the seat, or 0 for the seat itself. False when it is not there. */
static enum err parse_for(struct bio_line *l, bool *said, unsigned *whom)
{
    uint8_t seat = 0;
    *said = bio_pass_word(&l->c, &bio_said_words[SAID_FOR]);
    enum err err = *said ? bio_read_seat(l->setup, &l->c, &seat, l->error) : ERR_OK;
    *whom = *said && seat != l->seat ? seat + 1u : 0;
    return err;
}

/* True when the line is one of totals: a category and its points, or one of their own words. */
static bool is_total(struct bio_line *l, int kind, struct span word)
{
    struct span next = bio_peek(&l->c);
    bool number = next.len > 0 && ((next.ptr[0] >= '0' && next.ptr[0] <= '9') || next.ptr[0] == '-');
    bool both = kind < 0 || kind == KIND_BIOTOPE || kind == KIND_BONUS; /* also words of categories, or no others */
    return kind == KIND_CATEGORY || kind == KIND_TOTAL ||
           (number && both && name_find(bio_category_names, BIO_CATEGORIES, word) >= 0);
}

static enum err parse_line(struct bio_line *l)
{
    bool said = false;
    unsigned whom = 0;
    enum err err = parse_for(l, &said, &whom);
    if (err != ERR_OK) {
        return err;
    }
    struct cursor begin = l->c;
    struct span word = bio_peek(&l->c);
    int kind = bio_find_id(bio_words, KINDS, word);
    kind = kind < 0 && word.len > 0 ? name_find(bio_words, KINDS, word) : kind;
    l->c.at += word.len;
    if (word.len > 0 && !said && is_total(l, kind, word)) {
        l->c = begin;
        return bio_parse_totals(l);
    }
    if (kind == KIND_TOKEN) {
        kind = (int)which_token(l, said);
    } else if (kind == KIND_GAIN_CARD) {
        kind = (int)which_gain(l);
    }
    if (kind < 0) {
        err = bio_bad(&l->c, BIO_BAD_WORD, word, l->error);
        name_hint(bio_words, KINDS, word, l->error);
        return err;
    }
    if (said && !bio_is_for((unsigned)kind)) {
        return bio_bad(&l->c, BIO_BAD_FOR, word, l->error);
    }
    return parse_rest(l, (unsigned)kind, whom);
}

enum err bio_parse(const struct setup *setup, const void *state, unsigned seat, struct span text, game_move *moves,
                   size_t *count, struct error *error)
{
    struct bio_line l = {
        .setup = setup, .s = state, .seat = seat, .c = cursor_over(text), .moves = moves, .error = error};
    enum err err = parse_line(&l);
    if (err == ERR_OK && !cursor_done(&l.c)) {
        struct span word = bio_peek(&l.c);
        bool with = bio_pass_word(&l.c, &bio_said_words[SAID_WITH]);
        err = bio_bad(&l.c, with ? BIO_BAD_WITH : BIO_BAD_REST, with ? word : cursor_rest(&l.c), error);
    }
    if (err != ERR_OK) {
        return err;
    }
    struct bio_word w = bio_unpack(moves[0]);
    *count = w.kind == KIND_RETREAT && has_retreated(&l, w) ? 0 : l.count;
    return ERR_OK;
}
