/* The moves of chance and of players run by the machine, and what a record of a lower level says. */
#include "rules/foret/foret_state.h"

#include "base/banned.h"

unsigned foret_draw_one(const uint8_t *stock, struct prng *prng)
{
    uint32_t total = 0;
    for (unsigned card = 0; card < FORET_TYPES; card++) {
        total += stock[card];
    }
    uint32_t at = prng_below(prng, total);
    unsigned card = 0;
    while (at >= stock[card]) {
        at -= stock[card++];
    }
    return card;
}

/* The neutral seat's card is chance's too, so it is drawn here when no hand is owed a card. */
game_move foret_chance(const struct setup *setup, const void *state, struct prng *prng)
{
    const struct foret_state *s = state;
    if (s->needs == 0) {
        const uint8_t *hand = foret_stock(setup, s, setup->seats);
        return foret_pack(SEAT_NEUTRAL, (struct foret_word){.kind = FORET_PLAY, .card = foret_draw_one(hand, prng)});
    }
    unsigned hand = s->begun ? s->begun - 1u : (unsigned)__builtin_ctz(s->needs);
    return foret_pack(SEAT_TABLE,
                      (struct foret_word){.kind = FORET_DEAL, .card = foret_draw_one(s->supply, prng), .at = hand});
}

size_t foret_project(const struct setup *setup, const void *state, game_move move, unsigned level, game_move *out)
{
    (void)setup;
    (void)state;
    if (level != FORET_FULL && move_seat(move) == SEAT_TABLE) {
        return 0;
    }
    out[0] = move;
    return 1;
}

size_t foret_sheet(const struct setup *setup, const void *state, unsigned level, game_move *out, size_t cap)
{
    if (setup->level == FORET_TOTALS) {
        return totals_again(&foret_totals, setup, state, out, cap);
    }
    if (level == FORET_TOTALS) {
        struct outcome outcome;
        foret_outcome(setup, state, &outcome);
        return totals_of_outcome(&foret_totals, setup, &outcome, out, cap);
    }
    const struct foret_state *s = state;
    size_t n = 0;
    unsigned sheets = setup->seats + (setup->variant != FORET_STANDARD ? 1u : 0u);
    for (unsigned index = 0; index < sheets; index++) {
        for (unsigned cell = 0; cell < FORET_CELLS; cell++) {
            unsigned card = s->other[cell];
            if (index < setup->seats) {
                card = s->seat[index].card[foret_box_cell(&s->seat[index], cell)];
            }
            if (n < cap) {
                struct foret_word w = {.kind = FORET_GRID, .card = card - 1, .at = cell};
                out[n] = foret_pack(foret_seat_of(setup, index), w);
            }
            n++;
        }
    }
    return n;
}
