/* For simulation: what chance does, and how a game is written at a lower level. */
#include "rules/ecos/ecos_state.h"

#include "base/banned.h"

/* A card that has not been seen, of a back. */
static unsigned random_card(const struct setup *setup, const struct ecos_state *s, unsigned back, struct prng *prng)
{
    unsigned found = 0;
    uint32_t count = 0;
    for (unsigned card = 1; card <= ECOS_CARDS; card++) {
        bool fits = s->at[card] == AT_UNSEEN && card_has_back(ecos_cat(setup), card, back);
        if (fits && prng_below(prng, ++count) == 0) {
            found = card;
        }
    }
    return found;
}

/*
 * What a table starts with: the first seat takes a deck of either family two
 * times out of three, and drafts otherwise; each next one does as the first,
 * but one in five the other way. So a third of the tables or so is mixed.
 */
static unsigned random_deck(const struct setup *setup, const struct ecos_state *s, unsigned seat, struct prng *prng)
{
    const struct ecos_catalogue *cat = ecos_cat(setup);
    unsigned family = prng_below(prng, 2);
    bool drafts = seat == 0 ? prng_below(prng, 3) == 0 : (s->deck[0] == 1) != (prng_below(prng, 5) == 0);
    unsigned found = 1;
    uint32_t count = 0;
    for (unsigned k = 0; k < seat; k++) {
        family = s->deck[k] >= 2 ? cat->deck[s->deck[k] - 2].family : family;
    }
    for (unsigned i = 0; i < cat->decks && !drafts; i++) {
        bool taken = false;
        for (unsigned k = 0; k < seat; k++) {
            taken = taken || s->deck[k] == i + 2;
        }
        if (!taken && cat->deck[i].family == family && prng_below(prng, ++count) == 0) {
            found = i + 2;
        }
    }
    return found;
}

static unsigned random_token(const struct setup *setup, const struct ecos_state *s, struct prng *prng)
{
    const struct ecos_catalogue *cat = ecos_cat(setup);
    unsigned left = 0;
    for (unsigned i = 0; i < cat->elements; i++) {
        left += s->bag[i];
    }
    unsigned skip = prng_below(prng, left);
    unsigned element = 0;
    while (skip >= s->bag[element]) {
        skip -= s->bag[element++];
    }
    return element;
}

game_move ecos_chance(const struct setup *setup, const void *state, struct prng *prng)
{
    const struct ecos_state *s = state;
    const struct ecos_frame *top = ecos_top(s);
    struct ecos_word w = {.kind = KIND_TOP};
    if (top) {
        unsigned back = top->a == LOOK_BOTH ? (top->b == 2 ? ECOS_BLUE : ECOS_BROWN) : top->a;
        w.a = random_card(setup, s, back, prng);
    } else if (s->phase == PHASE_DECK) {
        w.kind = KIND_DECK;
        while (s->deck[w.a]) {
            w.a++;
        }
        w.v[0] = random_deck(setup, s, w.a, prng);
    } else if (s->phase == PHASE_DEAL) {
        w.kind = KIND_DEAL;
        while (s->dealt[w.a] >= ecos_deal_need(setup, s, w.a)) {
            w.a++;
        }
        w.v[0] = random_card(setup, s, ecos_deal_back(s, w.a), prng);
    } else {
        w.kind = KIND_TOKEN;
        w.a = random_token(setup, s, prng);
    }
    return ecos_pack(SEAT_TABLE, w);
}

/* What the table sees: not the deals, not the draft; of a look the card that was left. */
size_t ecos_project(const struct setup *setup, const void *state, game_move move, unsigned level, game_move *out)
{
    const struct ecos_state *s = state;
    struct ecos_word w = ecos_unpack(move);
    (void)setup;
    (void)level; /* there is one lower level that tells the game as played */
    if (w.kind == KIND_DEAL || w.kind == KIND_TOP || (w.kind == KIND_KEEP && !s->frames)) {
        return 0;
    }
    if (w.kind == KIND_KEEP) {
        w.a = s->looked[0] == w.a ? s->looked[1] : s->looked[0];
        w.kind = KIND_LEAVE;
    }
    out[0] = ecos_pack(move_seat(move), w);
    return 1;
}

size_t ecos_sheet(const struct setup *setup, const void *state, unsigned level, game_move *out, size_t cap)
{
    (void)level;
    const struct ecos_state *s = state;
    size_t count = 0;
    for (unsigned seat = 0; seat < setup->seats; seat++) {
        for (unsigned card = 1; card <= ECOS_CARDS; card++) {
            unsigned pile = s->at[card] & 0xf0;
            if ((pile != AT_ACTIVE && pile != AT_USED) || (s->at[card] & 15u) != seat) {
                continue;
            }
            if (count < cap) {
                unsigned times = s->times[seat][card];
                struct ecos_word w = {.kind = KIND_USED, .a = card, .v = {times > 15 ? 15u : times, 0, 0, 0}};
                out[count] = ecos_pack(seat, w);
            }
            count++;
        }
        if (count < cap) {
            out[count] = ecos_pack(seat, (struct ecos_word){.kind = KIND_TOTAL, .v = {s->points[seat], 0, 0, 0}});
        }
        count++;
    }
    return count;
}
