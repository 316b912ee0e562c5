/*
 * Hands, seen from the plays alone. Every card of a hand is played by
 * somebody in a known turn, so what a player looked at is what was taken out
 * of that hand then and later. Only in the round being played, and only at
 * level full, is there more: what is still in it.
 */
#include "rules/foret/foret_state.h"

#include "base/banned.h"

unsigned foret_taken(const struct setup *setup, const struct foret_state *state, unsigned index, unsigned turn)
{
    return index < setup->seats ? state->seat[index].played[turn] : state->other[turn];
}

void foret_hand_seen(const struct setup *setup, const struct foret_state *state, unsigned index, unsigned turn,
                     uint8_t copies[FORET_TYPES])
{
    unsigned hands = foret_hands(setup);
    unsigned hand = foret_hand_at(hands, index, turn);
    unsigned round = turn / FORET_ROUND;
    memset(copies, 0, FORET_TYPES);
    if (setup->level == FORET_FULL && state->turn / FORET_ROUND == round) {
        memcpy(copies, state->hand[hand], FORET_TYPES);
    }
    /* The hand goes on to the next index in round 1 and to the one before in round 2. */
    unsigned step = round == 0 ? 1 : hands - 1;
    unsigned holder = index;
    for (unsigned t = turn; t < (round + 1) * FORET_ROUND; t++) {
        unsigned card = foret_taken(setup, state, holder, t);
        if (card) {
            copies[card - 1]++;
        }
        holder += step;
        holder = holder >= hands ? holder - hands : holder;
    }
}

static void each_look(const struct setup *setup, const struct foret_state *s, unsigned seat, unsigned turn, look_fn *fn,
                      void *context)
{
    uint8_t copies[FORET_TYPES];
    struct look look = {.round = (uint8_t)(turn / FORET_ROUND), .pick = (uint8_t)(turn % FORET_ROUND + 1)};
    look.seat = (uint8_t)seat;
    look.origin = (uint8_t)foret_seat_of(setup, foret_hand_at(foret_hands(setup), seat, turn));
    look.taken = (uint16_t)(s->seat[seat].played[turn] - 1);
    foret_hand_seen(setup, s, seat, turn, copies);
    for (unsigned card = 0; card < FORET_TYPES; card++) {
        for (unsigned i = 0; i < copies[card]; i++) {
            look.card[look.count++] = (uint16_t)card;
        }
    }
    fn(context, &look);
}

void foret_looks(const struct setup *setup, const void *state, look_fn *fn, void *context)
{
    const struct foret_state *s = state;
    if (setup->variant == FORET_SOLO || !setup_is_judged(setup)) {
        return;
    }
    unsigned finished = s->turn / FORET_ROUND * FORET_ROUND;
    for (unsigned turn = 0; turn < finished; turn++) {
        for (unsigned seat = 0; seat < setup->seats; seat++) {
            each_look(setup, s, seat, turn, fn, context);
        }
    }
}
