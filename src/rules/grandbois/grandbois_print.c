/* The text of moves, canonical or in French, and what goes into a digest. */
#include "rules/grandbois/grandbois_state.h"

#include "base/banned.h"

static void print_cell(struct strbuf *out, unsigned cell)
{
    strbuf_int(out, grid_x(cell));
    strbuf_add_char(out, ',');
    strbuf_int(out, grid_y(cell));
}

static void print_word(struct strbuf *out, enum lang lang, unsigned kind)
{
    strbuf_add(out, word_in(&grandbois_words[kind], lang));
}

static void print_clan(struct strbuf *out, enum lang lang, unsigned clan)
{
    strbuf_add(out, clan >= 1 && clan <= GRANDBOIS_CLANS ? word_in(grandbois_clan_name(clan), lang) : "?");
}

void grandbois_print_square(struct strbuf *out, unsigned square)
{
    unsigned clan = square_clan(square);
    if (clan >= 1 && clan <= GRANDBOIS_CLANS) {
        strbuf_add_char(out, grandbois_letters[clan - 1]);
        strbuf_int(out, square_animals(square));
    } else {
        strbuf_add_char(out, square == SQUARE_NONE ? '.' : square == SQUARE_BEAR ? 'B' : 'C');
    }
}

static void print_lay(struct strbuf *out, enum lang lang, struct grandbois_word w)
{
    print_word(out, lang, KIND_LAY);
    strbuf_add_char(out, ' ');
    strbuf_int(out, w.a);
    strbuf_add(out, " r");
    strbuf_int(out, (int64_t)w.b * 90);
    strbuf_add_char(out, ' ');
    print_cell(out, w.cell);
}

static void print_tower(const struct setup *setup, struct strbuf *out, enum lang lang, struct grandbois_word w)
{
    print_word(out, lang, KIND_TOWER);
    strbuf_add_char(out, ' ');
    if (setup->variant == GRANDBOIS_DUEL) {
        strbuf_add(out, w.a < GRANDBOIS_TOWERS ? word_in(&grandbois_towers[w.a], lang) : "?");
        strbuf_add_char(out, ' ');
    }
    print_cell(out, w.cell);
}

/* How many moves from the first on make the same kind of line for the same seat and, when dealt, player. */
static size_t alike(const game_move *moves, size_t count, size_t most)
{
    struct grandbois_word first = grandbois_unpack(moves[0]);
    size_t n = 1;
    for (; n < count && n < most; n++) {
        struct grandbois_word w = grandbois_unpack(moves[n]);
        if (move_seat(moves[n]) != move_seat(moves[0]) || w.kind != first.kind ||
            (w.kind == KIND_CLAN && w.a != first.a)) {
            break;
        }
    }
    return n;
}

static size_t print_river(const struct grandbois_state *s, const game_move *moves, size_t count, enum lang lang,
                          struct strbuf *out)
{
    unsigned open = (unsigned)__builtin_popcountll(s->river);
    size_t n = alike(moves, count, open < GRANDBOIS_RIVER ? GRANDBOIS_RIVER - open : 1);
    print_word(out, lang, KIND_RIVER);
    for (size_t i = 0; i < n; i++) {
        strbuf_add_char(out, ' ');
        strbuf_int(out, grandbois_unpack(moves[i]).a);
    }
    return n;
}

static size_t print_clans(const struct setup *setup, const struct grandbois_state *s, const game_move *moves,
                          size_t count, enum lang lang, struct strbuf *out)
{
    struct grandbois_word first = grandbois_unpack(moves[0]);
    bool dealt = first.kind == KIND_CLAN;
    unsigned player = dealt ? first.a : move_seat(moves[0]);
    unsigned due = player < setup->seats ? grandbois_clans_due(setup, s, player) : 0;
    size_t n = alike(moves, count, due > 0 ? due : 1);
    print_word(out, lang, first.kind);
    strbuf_add(out, dealt ? " " : "");
    strbuf_add(out, dealt ? seat_label(player) : "");
    for (size_t i = 0; i < n; i++) {
        struct grandbois_word w = grandbois_unpack(moves[i]);
        strbuf_add_char(out, ' ');
        print_clan(out, lang, dealt ? w.b : w.a);
    }
    return n;
}

/* A square of a `ligne`: by letters where these are French ones, otherwise in words. */
static void print_french_square(const struct setup *setup, struct strbuf *out, unsigned square)
{
    if (grandbois_has_french_letters(setup) || square == SQUARE_NONE) {
        grandbois_print_letters(out, square, LANG_FR);
    } else {
        strbuf_add(out, grandbois_kind_name(square).fr);
        if (square_clan(square)) {
            strbuf_int(out, square_animals(square));
        }
    }
}

static size_t print_row(const struct setup *setup, const struct grandbois_state *s, const game_move *moves,
                        size_t count, enum lang lang, struct strbuf *out)
{
    struct grandbois_row row;
    size_t n = grandbois_row_gather(s, moves, alike(moves, count, GAME_LINE), &row);
    print_word(out, lang, KIND_SQUARE);
    strbuf_add_char(out, ' ');
    print_cell(out, row.row * GRID_SIDE + row.left);
    for (unsigned column = row.left; column <= row.right; column++) {
        strbuf_add_char(out, ' ');
        if (lang == LANG_FR) {
            print_french_square(setup, out, row.square[column]);
        } else {
            grandbois_print_square(out, row.square[column]);
        }
    }
    return n;
}

size_t grandbois_say(const struct setup *setup, const void *state, const game_move *moves, size_t count, enum lang lang,
                     struct strbuf *out)
{
    if (setup->level == GRANDBOIS_TOTALS) {
        return totals_say(setup, moves, count, lang, out);
    }
    struct grandbois_word w = grandbois_unpack(moves[0]);
    switch (w.kind) {
    case KIND_LAY:
        print_lay(out, lang, w);
        return 1;
    case KIND_TOWER:
        print_tower(setup, out, lang, w);
        return 1;
    case KIND_PASS:
        print_word(out, lang, KIND_PASS);
        return 1;
    case KIND_REVEAL:
    case KIND_CLAN:
        return print_clans(setup, state, moves, count, lang, out);
    case KIND_RIVER:
        return print_river(state, moves, count, lang, out);
    case KIND_SQUARE:
        return print_row(setup, state, moves, count, lang, out);
    default:
        strbuf_add_char(out, '?');
        return 1;
    }
}

size_t grandbois_print(const struct setup *setup, const void *state, const game_move *moves, size_t count,
                       struct strbuf *out)
{
    return grandbois_say(setup, state, moves, count, LANG_EN, out);
}

/* ---- digest ---- */

enum {
    DIGEST_FIXED = 8 + GRANDBOIS_PLAYERS * 2 + GRANDBOIS_TOWERS * 2 + 8 + GRANDBOIS_TILES,
    DIGEST_SIZE = DIGEST_FIXED + GRANDBOIS_SPAN * GRANDBOIS_SPAN
};

/* One buffer and one call: this is on the way of every replay. docs/grandbois.md gives the order. */
void grandbois_digest(const struct setup *setup, const void *state, struct sha256 *hash)
{
    if (setup->level == GRANDBOIS_TOTALS) {
        totals_digest(&grandbois_totals, setup, state, hash);
        return;
    }
    const struct grandbois_state *s = state;
    uint8_t bytes[DIGEST_SIZE];
    uint8_t *at = bytes;
    bool sheet = setup->level == GRANDBOIS_SHEET;
    unsigned width = s->right - s->left + 1u;
    *at++ = setup->seats;
    *at++ = grandbois_expert(setup);
    *at++ = s->phase;
    *at++ = s->player;
    /* A whole sheet may have any square at 0,0: the forest is the same. Until then the next line counts from it. */
    bool anywhere = sheet && s->phase == PHASE_OVER;
    *at++ = (uint8_t)(anywhere ? 0 : GRID_ORIGIN % GRID_SIDE - s->left);
    *at++ = (uint8_t)(anywhere ? 0 : GRID_ORIGIN / GRID_SIDE - s->top);
    *at++ = (uint8_t)width;
    *at++ = (uint8_t)(s->bottom - s->top + 1);
    for (unsigned row = s->top; row <= s->bottom; row++) {
        memcpy(at, &s->grid[row * GRID_SIDE + s->left], width);
        at += width;
    }
    for (unsigned i = 0; i < GRANDBOIS_TOWERS; i++) {
        unsigned cell = s->tower[i];
        *at++ = (uint8_t)(cell ? cell % GRID_SIDE - s->left + 1 : 0);
        *at++ = (uint8_t)(cell ? cell / GRID_SIDE - s->top + 1 : 0);
    }
    memcpy(at, s->clan, sizeof(s->clan));
    at += sizeof(s->clan);
    if (!sheet) {
        for (unsigned i = 0; i < 8; i++) {
            *at++ = (uint8_t)(s->river >> 8 * i);
        }
        memcpy(at, s->laid_by, sizeof(s->laid_by));
        at += sizeof(s->laid_by);
    }
    sha256_add(hash, bytes, (size_t)(at - bytes));
}
