/* The text of moves, canonical or in French, and what goes into a digest. */
#include "rules/foret/foret_state.h"

#include "base/banned.h"

static void print_card(struct strbuf *out, enum lang lang, unsigned card)
{
    strbuf_add(out, card < FORET_TYPES ? word_in(&foret_cards[card], lang) : "?");
}

static void print_word(struct strbuf *out, enum lang lang, enum foret_keyword which)
{
    strbuf_add(out, word_in(&foret_keywords[which], lang));
}

static void print_cell(struct strbuf *out, unsigned cell)
{
    strbuf_int(out, field_x(cell));
    strbuf_add_char(out, ',');
    strbuf_int(out, field_y(cell));
}

static void print_play(struct strbuf *out, enum lang lang, const struct foret_word *w)
{
    print_card(out, lang, w->card);
    if (w->at) {
        strbuf_add_char(out, ' ');
        print_cell(out, w->at - 1);
    }
    if (w->a && w->b) {
        strbuf_add_char(out, ' ');
        print_word(out, lang, FORET_SWAP);
        strbuf_add_char(out, ' ');
        print_cell(out, w->a - 1);
        strbuf_add_char(out, ' ');
        print_cell(out, w->b - 1);
    }
    if (w->give) {
        strbuf_add_char(out, ' ');
        print_word(out, lang, FORET_GIVE);
        strbuf_add_char(out, ' ');
        print_card(out, lang, w->give - 1);
    }
}

/* The cards of up to `most` moves that go on in the same hand or sheet as the first; returns how many. */
static size_t print_cards(struct strbuf *out, enum lang lang, const game_move *moves, size_t count, size_t most,
                          bool rows)
{
    struct foret_word first = foret_unpack(moves[0]);
    size_t n = 0;
    while (n < count && n < most) {
        struct foret_word w = foret_unpack(moves[n]);
        if (move_seat(moves[n]) != move_seat(moves[0]) || w.kind != first.kind ||
            (w.kind == FORET_DEAL && w.at != first.at)) {
            break;
        }
        if (rows && n > 0 && w.at % FORET_COLUMNS == 0) {
            strbuf_add(out, " /");
        }
        strbuf_add_char(out, ' ');
        print_card(out, lang, w.card);
        n++;
    }
    return n;
}

size_t foret_say(const struct setup *setup, const void *state, const game_move *moves, size_t count, enum lang lang,
                 struct strbuf *out)
{
    const struct foret_state *s = state;
    struct foret_word w = foret_unpack(moves[0]);
    unsigned seat = move_seat(moves[0]);
    if (setup->level == FORET_TOTALS) {
        return totals_say(setup, moves, count, lang, out);
    }
    if (w.kind == FORET_DEAL) {
        unsigned need = w.at < ENGINE_PLAYERS ? s->need[w.at] : 0;
        if (setup->variant == FORET_SOLO && s->turn > 0) {
            print_word(out, lang, FORET_DRAW);
        } else {
            print_word(out, lang, FORET_DEAL_WORD);
            strbuf_add_char(out, ' ');
            strbuf_add(out, seat_label(foret_seat_of(setup, w.at)));
        }
        return print_cards(out, lang, moves, count, need > 0 ? need : 1, false);
    }
    if (w.kind == FORET_GRID) {
        bool begun = s->begun && s->begun == foret_index(setup, seat) + 1;
        print_word(out, lang, seat == SEAT_NEUTRAL ? FORET_CARDS_WORD : FORET_GRID_WORD);
        return print_cards(out, lang, moves, count, (size_t)FORET_CELLS - (begun ? s->fill : 0), seat != SEAT_NEUTRAL);
    }
    print_play(out, lang, &w);
    return 1;
}

size_t foret_print(const struct setup *setup, const void *state, const game_move *moves, size_t count,
                   struct strbuf *out)
{
    return foret_say(setup, state, moves, count, LANG_EN, out);
}

/* ---- digest ---- */

enum {
    DIGEST_SEAT = 2 + FORET_CELLS + FORET_CELLS,
    DIGEST_SIZE = 3 + ENGINE_PLAYERS * DIGEST_SEAT + FORET_CELLS + ENGINE_PLAYERS * FORET_TYPES
};

/* One buffer and one call: this is on the way of every replay. docs/foret.md gives the order. */
void foret_digest(const struct setup *setup, const void *state, struct sha256 *hash)
{
    if (setup->level == FORET_TOTALS) {
        totals_digest(&foret_totals, setup, state, hash);
        return;
    }
    const struct foret_state *s = state;
    uint8_t bytes[DIGEST_SIZE];
    uint8_t *at = bytes;
    *at++ = setup->seats;
    *at++ = s->turn;
    *at++ = s->moved;
    for (unsigned i = 0; i < setup->seats; i++) {
        const struct foret_seat *seat = &s->seat[i];
        *at++ = (uint8_t)(FIELD_ORIGIN % FIELD_COLUMNS - seat->left);
        *at++ = (uint8_t)(FIELD_ORIGIN / FIELD_COLUMNS - seat->top);
        for (unsigned row = 0; row < FORET_ROWS; row++) {
            memcpy(at, &seat->card[foret_box_cell(seat, row * FORET_COLUMNS)], FORET_COLUMNS);
            at += FORET_COLUMNS;
        }
        memcpy(at, seat->played, sizeof(seat->played));
        at += sizeof(seat->played);
    }
    if (setup->variant != FORET_STANDARD) {
        memcpy(at, s->other, sizeof(s->other));
        at += sizeof(s->other);
    }
    if (setup->level == FORET_FULL) {
        size_t n = (size_t)foret_hands(setup) * FORET_TYPES;
        memcpy(at, s->hand, n);
        at += n;
    }
    sha256_add(hash, bytes, (size_t)(at - bytes));
}
