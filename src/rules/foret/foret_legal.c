/*
 * Listing the legal moves: the same rules as apply, read the other way
 * round. A property test holds the two together by trying every word.
 */
#include "rules/foret/foret_state.h"

#include "base/banned.h"

struct list {
    game_move *moves;
    size_t cap;
    size_t count;
};

static void list_add(struct list *list, unsigned seat, struct foret_word w)
{
    if (list->count < list->cap) {
        list->moves[list->count] = foret_pack(seat, w);
    }
    list->count++;
}

/* One word, or in solo one for each card that can be given with it. */
static void list_play(struct list *list, const struct setup *setup, unsigned seat, struct foret_word w,
                      const uint8_t *stock)
{
    if (setup->variant != FORET_SOLO) {
        list_add(list, seat, w);
        return;
    }
    for (unsigned give = 0; give < FORET_TYPES; give++) {
        if (stock[give] > (give == w.card)) {
            w.give = give + 1;
            list_add(list, seat, w);
        }
    }
}

static void list_swaps(struct list *list, const struct setup *setup, unsigned seat, struct foret_word w,
                       uint64_t occupied, const uint8_t *stock)
{
    for (uint64_t from = occupied; from; from &= from - 1) {
        w.a = field_lowest(from) + 1;
        for (uint64_t to = from & (from - 1); to; to &= to - 1) {
            w.b = field_lowest(to) + 1;
            list_play(list, setup, seat, w, stock);
        }
    }
}

static void list_player(struct list *list, const struct setup *setup, const struct foret_state *s, unsigned seat,
                        const uint8_t *stock)
{
    uint64_t open = foret_open(&s->seat[seat]);
    for (unsigned card = 0; card < FORET_TYPES; card++) {
        if (stock[card] == 0) {
            continue;
        }
        for (uint64_t rest = open; rest; rest &= rest - 1) {
            unsigned cell = field_lowest(rest);
            struct foret_word w = {.kind = FORET_PLAY, .card = card, .at = cell + 1};
            list_play(list, setup, seat, w, stock);
            if (card == FORET_RABBIT) {
                list_swaps(list, setup, seat, w, s->seat[seat].occupied | field_bit(cell), stock);
            }
        }
    }
}

static void list_deal(struct list *list, const struct setup *setup, const struct foret_state *s)
{
    for (unsigned card = 0; card < FORET_TYPES; card++) {
        for (unsigned hand = 0; hand < foret_hands(setup) && s->supply[card] > 0; hand++) {
            if (s->need[hand] > 0 && (s->begun == 0 || s->begun == hand + 1)) {
                list_add(list, SEAT_TABLE, (struct foret_word){.kind = FORET_DEAL, .card = card, .at = hand});
            }
        }
    }
}

/* Cards of `stock`, each as one word of this kind. */
static void list_cards(struct list *list, unsigned seat, unsigned kind, unsigned at, const uint8_t *stock)
{
    for (unsigned card = 0; card < FORET_TYPES; card++) {
        if (stock[card] > 0) {
            list_add(list, seat, (struct foret_word){.kind = kind, .card = card, .at = at});
        }
    }
}

size_t foret_legal(const struct setup *setup, const void *state, unsigned seat, game_move *moves, size_t cap)
{
    const struct foret_state *s = state;
    struct list list = {.cap = cap};
    list.moves = moves;
    if (setup->level == FORET_TOTALS) {
        return totals_legal(&foret_totals, setup, state, seat, moves, cap);
    }
    if (seat >= GAME_SEATS || !(foret_turn(setup, s) & seat_bit(seat))) {
        return 0;
    }
    if (seat == SEAT_TABLE) {
        list_deal(&list, setup, s);
    } else if (setup->level == FORET_SHEET) {
        list_cards(&list, seat, FORET_GRID, s->fill, s->supply);
    } else {
        unsigned index = (unsigned)foret_index(setup, seat);
        const uint8_t *stock = foret_stock(setup, s, index);
        if (seat == SEAT_NEUTRAL) {
            list_cards(&list, seat, FORET_PLAY, 0, stock);
        } else {
            list_player(&list, setup, s, seat, stock);
        }
    }
    return list.count;
}
