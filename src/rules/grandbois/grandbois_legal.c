/*
 * Listing the legal moves: the same rules as apply, read the other way
 * round. A property test holds the two together by trying every word.
 */
#include "rules/grandbois/grandbois_state.h"

#include "base/banned.h"

struct list {
    game_move *moves;
    size_t cap;
    size_t count;
    unsigned seat;
};

static void list_add(struct list *list, struct grandbois_word w)
{
    if (list->count < list->cap) {
        list->moves[list->count] = grandbois_pack(list->seat, w);
    }
    list->count++;
}

static bool list_lay(void *context, struct grandbois_word word)
{
    list_add(context, word);
    return true;
}

/* Every free clearing among `cells` that are given in ascending order, for every tower that the seat has left. */
static void list_towers(struct list *list, const struct setup *setup, const struct grandbois_state *s,
                        const uint16_t *cells, unsigned count)
{
    unsigned first = grandbois_first_tower(setup, list->seat);
    for (unsigned colour = first; colour < first + grandbois_share(setup); colour++) {
        for (unsigned i = 0; i < count && s->tower[colour] == 0; i++) {
            if (s->grid[cells[i]] == SQUARE_CLEARING) {
                list_add(list, (struct grandbois_word){.kind = KIND_TOWER, .a = colour, .cell = cells[i]});
            }
        }
    }
}

static void list_tower_step(struct list *list, const struct setup *setup, const struct grandbois_state *s)
{
    const uint16_t cells[4] = {s->last, (uint16_t)(s->last + 1), (uint16_t)(s->last + GRID_SIDE),
                               (uint16_t)(s->last + GRID_SIDE + 1)};
    list_towers(list, setup, s, cells, 4);
    list_add(list, (struct grandbois_word){.kind = KIND_PASS});
}

static void list_reveals(struct list *list, const struct grandbois_state *s)
{
    unsigned taken = grandbois_clans_taken(s);
    for (unsigned clan = 1; clan <= GRANDBOIS_CLANS; clan++) {
        if (!(taken >> clan & 1)) {
            list_add(list, (struct grandbois_word){.kind = KIND_REVEAL, .a = clan});
        }
    }
}

static void list_setup(struct list *list, const struct setup *setup, const struct grandbois_state *s)
{
    bool opening = __builtin_popcountll(s->river) < GRANDBOIS_RIVER;
    for (unsigned tile = 1; tile <= GRANDBOIS_TILES && opening; tile++) {
        if (!(s->drawn & tile_bit(tile))) {
            list_add(list, (struct grandbois_word){.kind = KIND_RIVER, .a = tile});
        }
    }
    unsigned taken = grandbois_clans_taken(s);
    for (unsigned player = 0; player < setup->seats && setup->level == GRANDBOIS_FULL; player++) {
        for (unsigned clan = 1; clan <= GRANDBOIS_CLANS && grandbois_clans_due(setup, s, player); clan++) {
            if (!(taken >> clan & 1)) {
                list_add(list, (struct grandbois_word){.kind = KIND_CLAN, .a = player, .b = clan});
            }
        }
    }
}

static void list_refill(struct list *list, const struct grandbois_state *s)
{
    for (unsigned tile = 1; tile <= GRANDBOIS_TILES; tile++) {
        if (!(s->drawn & tile_bit(tile))) {
            list_add(list, (struct grandbois_word){.kind = KIND_RIVER, .a = tile});
        }
    }
}

/* ---- the sheet ---- */

static void list_squares(struct list *list, const struct grandbois_state *s)
{
    /* Free cells next to n connected squares are at most 2n + 2; the first square has one cell. */
    uint16_t cells[2 * GRANDBOIS_MOST_SQUARES + 2];
    unsigned count = 0;
    if (s->squares == GRANDBOIS_MOST_SQUARES) {
        return;
    }
    for (unsigned row = 0; row < plane_rows(s); row++) {
        for (unsigned column = 0; column < s->right - s->left + 3u; column++) {
            unsigned cell = plane_cell(s, row, column);
            if (grandbois_square_fits(s, cell)) {
                cells[count++] = (uint16_t)cell;
            }
        }
    }
    for (unsigned square = 0; square < SQUARE_VALUES; square++) {
        for (unsigned i = 0; i < count && s->shown[square] < grandbois_copies(square); i++) {
            list_add(list, (struct grandbois_word){.kind = KIND_SQUARE, .a = square, .cell = cells[i]});
        }
    }
}

static void list_sheet(struct list *list, const struct setup *setup, const struct grandbois_state *s)
{
    if (list->seat == SEAT_TABLE) {
        list_squares(list, s);
        return;
    }
    uint16_t cells[GRANDBOIS_MOST_SQUARES];
    unsigned count = 0;
    for (unsigned row = 1; row + 1 < plane_rows(s); row++) {
        for (unsigned column = 1; column <= s->right - s->left + 1u; column++) {
            unsigned cell = plane_cell(s, row, column);
            if (grandbois_tower_fits(setup, s, cell)) {
                cells[count++] = (uint16_t)cell;
            }
        }
    }
    struct error error;
    list_towers(list, setup, s, cells, count);
    if (!grandbois_last_clan(setup, s) || grandbois_check_end(setup, s, &error) == ERR_OK) {
        list_reveals(list, s);
    }
}

size_t grandbois_legal(const struct setup *setup, const void *state, unsigned seat, game_move *moves, size_t cap)
{
    if (setup->level == GRANDBOIS_TOTALS) {
        return totals_legal(&grandbois_totals, setup, state, seat, moves, cap);
    }
    const struct grandbois_state *s = state;
    struct list list = {.cap = cap, .seat = seat};
    list.moves = moves;
    if (seat >= GAME_SEATS || !(grandbois_turn(setup, s) & seat_bit(seat))) {
        return 0;
    }
    switch (s->phase) {
    case PHASE_SETUP:
        list_setup(&list, setup, s);
        break;
    case PHASE_LAY:
        grandbois_each_lay(setup, s, list_lay, &list);
        break;
    case PHASE_REFILL:
        list_refill(&list, s);
        break;
    case PHASE_TOWER:
        list_tower_step(&list, setup, s);
        break;
    case PHASE_REVEAL:
        list_reveals(&list, s);
        break;
    default:
        list_sheet(&list, setup, s);
        break;
    }
    return list.count;
}
