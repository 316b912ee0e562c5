/*
 * A position as a tree of values. docs/foret.md lists the keys; seats are
 * numbered from 1 here as in records, cards are ids.
 */
#include "rules/foret/foret_state.h"

#include "base/banned.h"

static void put_card(const struct view_sink *sink, const char *key, unsigned card)
{
    sink->text(sink->context, key, span_from(foret_cards[card].id));
}

static void put_cell(const struct view_sink *sink, int x, int y)
{
    sink->integer(sink->context, "x", x);
    sink->integer(sink->context, "y", y);
}

/* A list of cards, a copy at a time. */
static void put_copies(const struct view_sink *sink, const char *key, const uint8_t copies[FORET_TYPES])
{
    sink->open_list(sink->context, key);
    for (unsigned card = 0; card < FORET_TYPES; card++) {
        for (unsigned i = 0; i < copies[card]; i++) {
            put_card(sink, NULL, card);
        }
    }
    sink->close(sink->context);
}

static void put_cells(const struct view_sink *sink, const struct foret_seat *seat)
{
    sink->open_list(sink->context, "cells");
    for (uint64_t rest = seat->occupied; rest; rest &= rest - 1) {
        unsigned cell = field_lowest(rest);
        sink->open_object(sink->context, NULL);
        put_cell(sink, field_x(cell), field_y(cell));
        put_card(sink, "card", seat->card[cell] - 1u);
        sink->close(sink->context);
    }
    sink->close(sink->context);
    if (seat->occupied == 0) {
        sink->null(sink->context, "box");
        return;
    }
    sink->open_object(sink->context, "box");
    put_cell(sink, seat->left - 4, seat->top - 3);
    sink->integer(sink->context, "width", seat->right - seat->left + 1);
    sink->integer(sink->context, "height", seat->bottom - seat->top + 1);
    sink->close(sink->context);
}

static void put_open(const struct view_sink *sink, const struct foret_seat *seat)
{
    sink->open_list(sink->context, "open");
    for (uint64_t rest = foret_open(seat); rest; rest &= rest - 1) {
        unsigned cell = field_lowest(rest);
        sink->open_object(sink->context, NULL);
        put_cell(sink, field_x(cell), field_y(cell));
        sink->close(sink->context);
    }
    sink->close(sink->context);
}

/* Whether `index` has moved, and the hand it holds when that is known (after a solo game, the card discarded). */
static void put_hand(const struct setup *setup, const struct foret_state *s, const struct view_sink *sink,
                     unsigned index)
{
    sink->boolean(sink->context, "moved", (s->moved >> index & 1) != 0);
    if (setup->level == FORET_FULL) {
        put_copies(sink, "hand", s->hand[foret_hand_of(setup, s, index)]);
    }
}

static void put_player(const struct setup *setup, const struct foret_state *s, const struct view_sink *sink,
                       unsigned index, const struct outcome_row *row)
{
    sink->open_object(sink->context, NULL);
    sink->integer(sink->context, "seat", index + 1);
    put_cells(sink, &s->seat[index]);
    put_hand(setup, s, sink, index);
    if (setup->level != FORET_SHEET && s->turn < FORET_CELLS) {
        put_open(sink, &s->seat[index]);
    }
    sink->integer(sink->context, "score", row->total);
    sink->close(sink->context);
}

static void put_neutral(const struct setup *setup, const struct foret_state *s, const struct view_sink *sink)
{
    sink->open_object(sink->context, "neutral");
    sink->open_list(sink->context, "cards");
    for (unsigned i = 0; i < FORET_CELLS && s->other[i]; i++) {
        put_card(sink, NULL, s->other[i] - 1u);
    }
    sink->close(sink->context);
    put_hand(setup, s, sink, setup->seats);
    sink->close(sink->context);
}

static void put_alban(const struct foret_state *s, const struct view_sink *sink, const struct outcome_row *row)
{
    sink->open_object(sink->context, "alban");
    sink->open_list(sink->context, "cells");
    for (unsigned i = 0; i < FORET_CELLS && s->other[i]; i++) {
        sink->open_object(sink->context, NULL);
        put_cell(sink, (int)(i % FORET_COLUMNS), (int)(i / FORET_COLUMNS));
        put_card(sink, "card", s->other[i] - 1u);
        sink->close(sink->context);
    }
    sink->close(sink->context);
    sink->integer(sink->context, "score", row->total);
    sink->close(sink->context);
}

static void put_picks(const struct setup *setup, const struct foret_state *s, const struct view_sink *sink,
                      unsigned index, unsigned round)
{
    sink->open_object(sink->context, NULL);
    sink->integer(sink->context, "seat", index + 1);
    sink->open_list(sink->context, "picks");
    for (unsigned turn = round * FORET_ROUND; turn < (round + 1) * FORET_ROUND; turn++) {
        unsigned card = foret_taken(setup, s, index, turn);
        if (card == 0) {
            break;
        }
        uint8_t copies[FORET_TYPES];
        foret_hand_seen(setup, s, index, turn, copies);
        sink->open_object(sink->context, NULL);
        put_card(sink, "taken", card - 1);
        put_copies(sink, "hand", copies);
        sink->close(sink->context);
    }
    sink->close(sink->context);
    sink->close(sink->context);
}

/* The hands that players looked at: of finished rounds, and at level full also of the one being played. */
static void put_rounds(const struct setup *setup, const struct foret_state *s, const struct view_sink *sink)
{
    if (setup->variant == FORET_SOLO || setup->level == FORET_SHEET) {
        return;
    }
    unsigned rounds = s->turn / FORET_ROUND;
    if (setup->level == FORET_FULL && rounds < 2 && !s->needs) {
        rounds++;
    }
    sink->open_list(sink->context, "rounds");
    for (unsigned round = 0; round < rounds; round++) {
        sink->open_object(sink->context, NULL);
        sink->integer(sink->context, "round", round + 1);
        sink->open_list(sink->context, "seats");
        for (unsigned index = 0; index < setup->seats; index++) {
            put_picks(setup, s, sink, index, round);
        }
        sink->close(sink->context);
        sink->close(sink->context);
    }
    sink->close(sink->context);
}

void foret_view(const struct setup *setup, const void *state, const struct view_sink *sink)
{
    if (setup->level == FORET_TOTALS) {
        totals_view(&foret_totals, setup, state, sink);
        return;
    }
    const struct foret_state *s = state;
    struct outcome outcome;
    foret_outcome(setup, s, &outcome);
    sink->open_object(sink->context, NULL);
    if (setup->level != FORET_SHEET) {
        unsigned turn = s->turn < FORET_CELLS ? s->turn : FORET_CELLS - 1;
        sink->integer(sink->context, "turn", turn + 1);
        if (setup->variant != FORET_SOLO) {
            sink->integer(sink->context, "round", turn / FORET_ROUND + 1);
        }
    }
    sink->boolean(sink->context, "over", outcome.over);
    sink->open_list(sink->context, "seats");
    for (unsigned i = 0; i < setup->seats; i++) {
        put_player(setup, s, sink, i, &outcome.rows[i]);
    }
    sink->close(sink->context);
    if (setup->variant == FORET_DUEL) {
        put_neutral(setup, s, sink);
    } else if (setup->variant == FORET_SOLO) {
        put_alban(s, sink, &outcome.rows[1]);
    }
    sink->open_object(sink->context, "supply");
    for (unsigned card = 0; card < FORET_TYPES; card++) {
        sink->integer(sink->context, foret_cards[card].id, s->supply[card]);
    }
    sink->close(sink->context);
    put_rounds(setup, s, sink);
    sink->close(sink->context);
}
