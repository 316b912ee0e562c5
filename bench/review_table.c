/* Games of Dendro's computer players, seat by seat. */
#include "review_table.h"

#include "rules/registry.h"
#include "service/catalogues.h"
#include "wire/values.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

/* The catalogue that a game is played with when no other is asked for, if it needs one. */
static bool take_catalogue(struct table *table)
{
    const struct catalogue *found = NULL;
    struct error error;
    catalogues_init(&table->catalogues, &allocator_heap, &wire_values, &catalogues_shipped);
    if (!table->setup.game->catalogue || table->setup.game->catalogue->optional) {
        return true;
    }
    if (catalogues_default(&table->catalogues, table->setup.game, &found, &error) != ERR_OK) {
        fprintf(stderr, "no catalogue of %s\n", table->setup.game->name.id);
        return false;
    }
    catalogue_use(found, &table->setup);
    return true;
}

bool table_open(struct table *table, const char *game, unsigned seats)
{
    memset(table, 0, sizeof(*table));
    table->setup.game = registry_newest(span_from(game));
    if (!table->setup.game || !table->setup.game->review) {
        fprintf(stderr, "no game %s that has a review\n", game);
        return false;
    }
    int variant = game_variant_for(table->setup.game, seats);
    if (variant < 0 || !take_catalogue(table)) {
        return false;
    }
    table->setup.variant = (uint8_t)variant;
    table->setup.seats = (uint8_t)seats;
    size_t size = table->setup.game->state_size;
    table->state = calloc(1, size);
    for (unsigned seat = 0; seat < GAME_PLAYERS; seat++) {
        table->since[seat] = calloc(1, size);
    }
    table->room = calloc(table->setup.game->legal_limit, sizeof(game_move));
    table->moves = calloc(TABLE_MOVES, sizeof(game_move));
    table->scratch = review_scratch_new(&allocator_heap, &table->setup);
    return true;
}

void table_close(struct table *table)
{
    review_scratch_free(table->scratch);
    free(table->room);
    free(table->moves);
    for (unsigned seat = 0; seat < GAME_PLAYERS; seat++) {
        free(table->since[seat]);
    }
    free(table->state);
    catalogues_release(&table->catalogues);
}

struct player player_of(const char *text, uint32_t budget)
{
    struct player player = {.kind = PLAYER_RANDOM, .budget = budget, .heat = UINT32_MAX};
    const char *colon = strchr(text, ':');
    if (strncmp(text, "greedy", 6) == 0) {
        player.kind = PLAYER_GREEDY;
    } else if (strncmp(text, "policy", 6) == 0) {
        player.kind = PLAYER_POLICY;
        player.heat = colon ? (unsigned)atoi(colon + 1) : UINT32_MAX;
    } else if (strncmp(text, "expert", 6) == 0) {
        player.kind = PLAYER_EXPERT;
        player.budget = colon ? (uint32_t)atoi(colon + 1) : budget;
    }
    return player;
}

static game_move move_of(struct table *table, const struct player *player, unsigned seat, struct prng *prng)
{
    const struct game *game = table->setup.game;
    struct error error;
    game_move move = 0;
    switch (player->kind) {
    case PLAYER_GREEDY:
        return game->greedy(&table->setup, table->state, seat, prng);
    case PLAYER_POLICY: {
        unsigned heat = player->heat == UINT32_MAX ? game->review->heat : player->heat;
        return game->review->policy(&table->setup, table->state, seat, heat, prng);
    }
    case PLAYER_EXPERT: {
        clock_t begin = clock();
        if (review_choose(&table->setup, table->since[seat], seat, player->budget, table->scratch, NULL, prng, &move,
                          &error) != ERR_OK) {
            abort();
        }
        table->expert_seconds += (double)(clock() - begin) / CLOCKS_PER_SEC;
        table->decisions++;
        return move;
    }
    case PLAYER_RANDOM:
    default: {
        size_t count = game->legal(&table->setup, table->state, seat, table->room, game->legal_limit);
        return table->room[prng_below(prng, (uint32_t)count)];
    }
    }
}

void table_play_on(struct table *table, const struct player *players, uint64_t seed)
{
    const struct game *game = table->setup.game;
    struct prng prng;
    struct error error;
    seat_set waiting = 0;
    prng_seed(&prng, seed);
    for (seat_set turn; (turn = game->turn(&table->setup, table->state)) != 0;) {
        for (unsigned seat = 0; seat < table->setup.seats; seat++) {
            if ((turn & ~waiting) & seat_bit(seat)) {
                memcpy(table->since[seat], table->state, game->state_size);
            }
        }
        unsigned seat = review_next_seat(turn);
        game_move move = seat >= GAME_PLAYERS ? game->chance(&table->setup, table->state, &prng)
                                              : move_of(table, &players[seat], seat, &prng);
        if (game->apply(&table->setup, table->state, move, &error) != ERR_OK) {
            char text[256];
            error_text(&error, LANG_EN, text, sizeof(text));
            fprintf(stderr, "refused: %s\n", text);
            abort();
        }
        if (table->moves_count < TABLE_MOVES) {
            table->moves[table->moves_count++] = move;
        }
        waiting = turn & ~seat_bit(seat);
    }
}

void table_play(struct table *table, const struct player *players, uint64_t seed)
{
    struct error error;
    table->moves_count = 0;
    if (table->setup.game->init(&table->setup, table->state, &error) != ERR_OK) {
        abort();
    }
    table_play_on(table, players, seed);
}

void table_playout(struct table *table, uint64_t seed)
{
    const struct game_review *review = table->setup.game->review;
    struct error error;
    struct prng players[GAME_PLAYERS];
    struct prng chance;
    for (unsigned seat = 0; seat < GAME_PLAYERS; seat++) {
        prng_seed(&players[seat], seed * 16 + seat);
    }
    prng_seed(&chance, seed * 16 + 15);
    if (table->setup.game->init(&table->setup, table->state, &error) != ERR_OK) {
        abort();
    }
    if (review->playout) {
        review->playout(&table->setup, table->state, review->heat, players, &chance);
        return;
    }
    struct player policies[GAME_PLAYERS];
    for (unsigned seat = 0; seat < GAME_PLAYERS; seat++) {
        policies[seat] = player_of("policy", 0);
    }
    table_play_on(table, policies, seed);
}
