/*
 * The text of moves, canonical or in French. An action and the payments that
 * follow it are one line, as are the cards of a deal, a row of a sheet with
 * its species, and the categories of a total.
 *
 * A part of such a line has a text of its own, which reads back as that one
 * move: a row without its species says how many are to come (`row forest of
 * 3`), a species is `species hawfinch 2`, a category `territory 6`.
 */
#include "rules/biotopes/biotopes_words.h"

#include "base/banned.h"

static void add_word(struct strbuf *out, const char *word)
{
    strbuf_add_char(out, ' ');
    strbuf_add(out, word);
}

static void add_number(struct strbuf *out, int number)
{
    strbuf_add_char(out, ' ');
    strbuf_int(out, number);
}

static void add_one_of(struct strbuf *out, enum lang lang, const struct name *names, unsigned count, unsigned which)
{
    add_word(out, which < count ? word_in(&names[which], lang) : "?");
}

static void add_said(struct strbuf *out, enum lang lang, unsigned which)
{
    add_word(out, word_in(&bio_said_words[which], lang));
}

static void add_species(struct strbuf *out, enum lang lang, unsigned species)
{
    add_one_of(out, lang, bio_card_names, BIO_SPECIES, species);
}

static void add_spot(struct strbuf *out, enum lang lang, unsigned spot)
{
    if (spot < BIO_SPECIES) {
        add_species(out, lang, spot);
    } else {
        add_one_of(out, lang, bio_biotopes, BIO_BIOTOPES, spot - BIO_SPECIES);
    }
}

static void add_cell(struct strbuf *out, const uint8_t f[2])
{
    add_number(out, bio_uncoord(f[0]));
    strbuf_add_char(out, ',');
    strbuf_int(out, bio_uncoord(f[1]));
}

/* One field, or the two of a hex; returns how many. */
static unsigned add_field(struct strbuf *out, enum lang lang, char what, const uint8_t *f)
{
    switch (what) {
    case 's':
        add_species(out, lang, *f);
        return 1;
    case 'g':
        if (*f == BIO_BAG) {
            add_one_of(out, lang, bio_decks, BIO_DECKS + 1, BIO_DECKS);
            return 1;
        }
        add_spot(out, lang, *f);
        return 1;
    case 'p':
        add_spot(out, lang, *f);
        return 1;
    case 'k':
        add_one_of(out, lang, bio_colours, BIO_BIOTOPES, *f);
        return 1;
    case 't':
        add_one_of(out, lang, bio_types, BIO_TYPES, *f);
        return 1;
    case 'd':
        add_one_of(out, lang, bio_decks, BIO_DECKS, *f);
        return 1;
    case 'D':
        add_one_of(out, lang, bio_decks, BIO_DECKS + 1, *f);
        return 1;
    case 'A':
        add_one_of(out, lang, bio_words + KIND_REPRODUCE, KIND_COMPETE - KIND_REPRODUCE + 1,
                   *f - (unsigned)ACT_REPRODUCE);
        return 1;
    case 'S':
        add_word(out, seat_label(*f));
        return 1;
    case 'n':
        add_number(out, *f);
        return 1;
    default:
        if (what == 'H' && f[0] == BIO_NOWHERE && f[1] == BIO_NOWHERE) {
            add_word(out, "-");
        } else {
            add_cell(out, f);
        }
        return 2;
    }
}

static void add_fields(struct strbuf *out, enum lang lang, const char *shape, const uint8_t *f)
{
    for (; *shape; shape++) {
        f += add_field(out, lang, *shape, f);
    }
}

static void add_payment(struct strbuf *out, enum lang lang, struct bio_word w)
{
    const uint8_t f[] = {w.a, w.b, w.c};
    add_fields(out, lang, "tkp", f);
}

/* How many moves from the first on are of its seat and of this kind. */
static size_t alike(const game_move *moves, size_t from, size_t count, size_t most, unsigned kind)
{
    size_t n = 0;
    while (n < most && from + n < count && move_seat(moves[from + n]) == move_seat(moves[0]) &&
           bio_unpack(moves[from + n]).kind == kind) {
        n++;
    }
    return n;
}

/* The payments behind an action. */
static size_t print_with(const game_move *moves, size_t count, enum lang lang, struct strbuf *out)
{
    size_t n = alike(moves, 1, count, GAME_LINE - 1, KIND_PAY);
    for (size_t i = 1; i <= n; i++) {
        if (i == 1) {
            add_said(out, lang, SAID_WITH);
        } else {
            strbuf_add_char(out, ',');
        }
        add_payment(out, lang, bio_unpack(moves[i]));
    }
    return 1 + n;
}

static size_t print_deal(const game_move *moves, size_t count, enum lang lang, struct strbuf *out)
{
    unsigned to = bio_unpack(moves[0]).a;
    size_t n = alike(moves, 0, count, BIO_BIOTOPES, KIND_DEAL);
    add_word(out, seat_label(to));
    for (size_t i = 0; i < n; i++) {
        if (bio_unpack(moves[i]).a != to) {
            return i;
        }
        add_species(out, lang, bio_unpack(moves[i]).b);
    }
    return n;
}

static size_t print_row(const game_move *moves, size_t count, enum lang lang, struct strbuf *out)
{
    struct bio_word row = bio_unpack(moves[0]);
    size_t n = row.b < GAME_LINE ? alike(moves, 1, count, row.b, KIND_SPECIES) : 0;
    add_one_of(out, lang, bio_biotopes, BIO_BIOTOPES, row.a);
    if (n < row.b) {
        add_said(out, lang, SAID_OF);
        add_number(out, row.b);
        return 1;
    }
    for (size_t i = 1; i <= n; i++) {
        add_species(out, lang, bio_unpack(moves[i]).a);
        add_number(out, bio_unpack(moves[i]).b);
    }
    return 1 + n;
}

/* Categories, then the total when it is there. */
static size_t print_total(const game_move *moves, size_t count, enum lang lang, struct strbuf *out)
{
    size_t n = alike(moves, 0, count, GAME_LINE - 1, KIND_CATEGORY);
    for (size_t i = 0; i < n; i++) {
        struct bio_word w = bio_unpack(moves[i]);
        strbuf_add(out, i > 0 ? ", " : "");
        strbuf_add(out, w.a < BIO_CATEGORIES ? word_in(&bio_category_names[w.a], lang) : "?");
        add_number(out, bio_points(w.b, w.c));
    }
    if (alike(moves, n, count, 1, KIND_TOTAL) == 0) {
        return n;
    }
    struct bio_word total = bio_unpack(moves[n]);
    strbuf_add(out, n > 0 ? ", " : "");
    strbuf_add(out, word_in(&bio_words[KIND_TOTAL], lang));
    add_number(out, bio_points(total.a, total.b));
    if (total.c) {
        add_said(out, lang, SAID_RANK);
        add_number(out, total.c);
    }
    return n + 1;
}

static void print_tile(struct bio_word w, struct strbuf *out)
{
    const uint8_t cell[] = {w.c, w.d};
    strbuf_add(out, w.a & 1 ? " B" : " A");
    strbuf_int(out, w.a / 2 + 1);
    if (w.b) {
        strbuf_add(out, " r");
        strbuf_int(out, w.b);
    }
    add_cell(out, cell);
}

static void print_cubes(struct bio_word w, enum lang lang, struct strbuf *out)
{
    const uint8_t count[BIO_BIOTOPES] = {w.b, w.c, w.d, w.e};
    add_word(out, seat_label(w.a));
    for (unsigned colour = 0; colour < BIO_BIOTOPES; colour++) {
        for (unsigned i = 0; i < count[colour]; i++) {
            add_one_of(out, lang, bio_colours, BIO_BIOTOPES, colour);
        }
    }
}

static void print_land(struct bio_word w, enum lang lang, struct strbuf *out)
{
    const uint8_t count[BIO_BIOTOPES] = {w.a, w.b, w.c, w.d};
    for (unsigned i = 0; i < BIO_BIOTOPES; i++) {
        add_one_of(out, lang, bio_biotopes, BIO_BIOTOPES, i);
        add_number(out, count[i]);
    }
    add_said(out, lang, SAID_GROUPS);
    add_number(out, w.e);
}

/* What follows the first word of a line whose text is no plain list of fields. */
static size_t print_own(const game_move *moves, size_t count, enum lang lang, struct strbuf *out)
{
    struct bio_word w = bio_unpack(moves[0]);
    switch (w.kind) {
    case KIND_CONDITIONS:
        add_one_of(out, lang, bio_biotopes, BIO_BIOTOPES, w.a);
        add_one_of(out, lang, bio_biotopes, BIO_BIOTOPES, w.b);
        add_one_of(out, lang, bio_types, BIO_TYPES, w.c);
        add_one_of(out, lang, bio_types, BIO_TYPES, w.d);
        return 1;
    case KIND_TILE:
        print_tile(w, out);
        return 1;
    case KIND_BIOTOPE:
        add_one_of(out, lang, bio_biotopes, BIO_BIOTOPES, w.a);
        add_one_of(out, lang, bio_milieus, BIO_MILIEUS, w.b);
        return 1;
    case KIND_DEAL:
        return print_deal(moves, count, lang, out);
    case KIND_CUBES:
        print_cubes(w, lang, out);
        return 1;
    case KIND_PAY:
        add_payment(out, lang, w);
        return 1;
    case KIND_ROW:
        return print_row(moves, count, lang, out);
    default:
        print_land(w, lang, out);
        return 1;
    }
}

size_t bio_say(const struct setup *setup, const void *state, const game_move *moves, size_t count, enum lang lang,
               struct strbuf *out)
{
    (void)setup;
    (void)state;
    struct bio_word w = bio_unpack(moves[0]);
    if (w.kind >= KINDS) {
        strbuf_add_char(out, '?');
        return 1;
    }
    if (w.kind == KIND_CATEGORY || w.kind == KIND_TOTAL) {
        return print_total(moves, count, lang, out);
    }
    if (bio_is_for(w.kind) && w.a) {
        strbuf_add(out, word_in(&bio_said_words[SAID_FOR], lang));
        add_word(out, seat_label(w.a - 1u));
        strbuf_add_char(out, ' ');
    }
    strbuf_add(out, word_in(&bio_words[w.kind], lang));
    if (!bio_shapes[w.kind]) {
        return print_own(moves, count, lang, out);
    }
    if (w.kind == KIND_GAIN_CARD || w.kind == KIND_GAIN_CUBE) {
        add_said(out, lang, w.kind == KIND_GAIN_CARD ? SAID_CARD : SAID_CUBE);
    }
    const uint8_t fields[BIO_FIELDS] = {w.a, w.b, w.c, w.d, w.e};
    add_fields(out, lang, bio_shapes[w.kind], fields + bio_is_for(w.kind));
    return bio_costs(w.kind) ? print_with(moves, count, lang, out) : 1;
}

size_t bio_print(const struct setup *setup, const void *state, const game_move *moves, size_t count, struct strbuf *out)
{
    return bio_say(setup, state, moves, count, LANG_EN, out);
}
