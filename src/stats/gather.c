/* Gathering: one callback a kind of fact. */
#include "stats/gather.h"

#include "stats/win_points.h"

#include "base/banned.h"

struct gathering {
    const struct setup *setup;
    const void *state;
    const struct outcome *outcome;
    struct game_facts *facts;
    /* For each seat, origin of a hand and card: the last pick at which it was seen there, in this round. */
    uint8_t last[ENGINE_PLAYERS][GAME_SEATS][GATHER_CARDS];
    uint8_t round;
};

static void take_credit(void *context, const struct credit *credit)
{
    struct gathering *gathering = context;
    if (credit->card >= GATHER_CARDS /* none, or too many */ || credit->seat >= ENGINE_PLAYERS) {
        return;
    }
    struct seat_facts *seat = &gathering->facts->seat[credit->seat];
    /* A card may earn in several categories: it is still one card. */
    for (unsigned i = 0; i < seat->placed_count; i++) {
        struct placed *placed = &seat->placed[i];
        if (placed->card == credit->card && placed->cell == credit->cell) {
            placed->units += credit->units;
            return;
        }
    }
    if (seat->placed_count < GATHER_PLACED) {
        seat->placed[seat->placed_count++] = (struct placed){credit->card, credit->cell, credit->units};
    }
}

/* What each card of a seat is worth by its absence. */
static void take_marginals(const struct gathering *gathering, unsigned index)
{
    const struct setup *setup = gathering->setup;
    struct seat_facts *seat = &gathering->facts->seat[index];
    int row = outcome_row_of(gathering->outcome, index);
    uint16_t cells[GATHER_PLACED];
    int32_t totals[GATHER_PLACED] = {0};
    for (unsigned i = 0; i < seat->placed_count; i++) {
        cells[i] = seat->placed[i].cell;
    }
    if (setup->game->withouts) {
        setup->game->withouts(setup, gathering->state, index, cells, seat->placed_count, totals);
    } else {
        for (unsigned i = 0; i < seat->placed_count; i++) {
            totals[i] = setup->game->without(setup, gathering->state, index, cells[i]);
        }
    }
    for (unsigned i = 0; i < seat->placed_count; i++) {
        seat->card[seat->placed[i].card].marginal += gathering->outcome->rows[row].total - totals[i];
    }
}

static void take_link(void *context, const struct link *link)
{
    struct gathering *gathering = context;
    struct seat_facts *seat = &gathering->facts->seat[link->seat];
    if (seat->links_count < GATHER_LINKS) {
        seat->links[seat->links_count++] = *link;
    }
}

static void take_use(void *context, const struct use *use)
{
    struct gathering *gathering = context;
    if (use->seat < ENGINE_PLAYERS && use->card < GATHER_CARDS) {
        struct seat_card *mine = &gathering->facts->seat[use->seat].card[use->card];
        mine->times = use->times;
        mine->cubes = use->cubes;
        mine->first = use->first;
    }
}

/* A round is over: what was last seen of each card in each hand counts. */
static void close_round(struct gathering *gathering)
{
    for (unsigned seat = 0; seat < gathering->facts->seats; seat++) {
        for (unsigned origin = 0; origin < GAME_SEATS; origin++) {
            for (unsigned card = 0; card < gathering->facts->cards; card++) {
                uint8_t *last = &gathering->last[seat][origin][card];
                struct seat_card *mine = &gathering->facts->seat[seat].card[card];
                mine->last_sum = (uint16_t)(mine->last_sum + *last);
                mine->last_hands = (uint16_t)(mine->last_hands + (*last > 0));
                *last = 0;
            }
        }
    }
}

static void take_look(void *context, const struct look *look)
{
    struct gathering *gathering = context;
    struct seat_facts *seat = &gathering->facts->seat[look->seat];
    if (look->round >= GATHER_ROUNDS || look->pick < 1 || look->pick > GATHER_PICKS) {
        return;
    }
    uint32_t bit = (uint32_t)1 << (look->round * GATHER_PICKS + look->pick - 1);
    if (look->round != gathering->round) {
        close_round(gathering);
        gathering->round = look->round;
    }
    gathering->facts->drafted = true;
    for (unsigned i = 0; i < look->count; i++) {
        seat->card[look->card[i]].seen |= bit;
        gathering->last[look->seat][look->origin][look->card[i]] = look->pick;
    }
    seat->card[look->taken].taken |= bit;
}

static void take_wins(const struct setup *setup, const struct outcome *outcome, struct game_facts *facts)
{
    for (unsigned i = 0; i < setup->seats; i++) {
        facts->seat[i].win = win_points(setup, outcome, i);
    }
}

/* By card, then cell: the order of the packed form. Few cards, so insertion does. */
static void sort_placed(struct seat_facts *seat)
{
    for (unsigned i = 1; i < seat->placed_count; i++) {
        struct placed placed = seat->placed[i];
        unsigned j = i;
        for (; j > 0; j--) {
            const struct placed *before = &seat->placed[j - 1];
            if (before->card < placed.card || (before->card == placed.card && before->cell <= placed.cell)) {
                break;
            }
            seat->placed[j] = *before;
        }
        seat->placed[j] = placed;
    }
}

/* From which card on it is known who had what. */
static uint16_t first_known(const struct setup *setup)
{
    switch (setup_basis(setup)) {
    case BASIS_SCORED:
        return setup->game->sheet_cards;
    case BASIS_STATED:
        return setup->game->cards_count;
    case BASIS_JUDGED:
    default:
        return 0;
    }
}

void gather_facts(const struct setup *setup, const void *state, struct game_facts *facts)
{
    const struct game *game = setup->game;
    struct outcome outcome;
    facts->seats = setup->seats;
    facts->unit = (int64_t)game->unit;
    facts->drafted = false;
    facts->used = false;
    facts->catalogued = false;
    facts->cards = game->cards_count < GATHER_CARDS ? game->cards_count : GATHER_CARDS;
    for (unsigned i = 0; i < ENGINE_PLAYERS; i++) {
        struct seat_facts *seat = &facts->seat[i];
        seat->win = 0;
        seat->placed_count = 0;
        seat->links_count = 0;
        memset(seat->card, 0, sizeof(seat->card)); /* the lists are as long as their counts say */
    }
    facts->first = first_known(setup);
    game->outcome(setup, state, &outcome);
    take_wins(setup, &outcome, facts);
    struct gathering gathering = {.setup = setup, .state = state, .outcome = &outcome, .facts = facts};
    game->credits(setup, state, take_credit, &gathering);
    if (game->links) {
        game->links(setup, state, take_link, &gathering);
    }
    if (game->looks) {
        game->looks(setup, state, take_look, &gathering);
        close_round(&gathering);
    }
    if (game->uses && setup_is_judged(setup)) {
        facts->used = true;
        game->uses(setup, state, take_use, &gathering);
    }
    for (unsigned i = 0; game->without && i < setup->seats; i++) {
        take_marginals(&gathering, i);
    }
    for (unsigned i = 0; i < setup->seats; i++) {
        sort_placed(&facts->seat[i]);
        for (unsigned j = 0; !game->links && j < facts->seat[i].placed_count; j++) {
            facts->seat[i].placed[j].cell = GATHER_NOWHERE;
        }
    }
}
