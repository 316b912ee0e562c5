/* Playing the games of a pool once, and what is true of its cards. */
#include "clubs/pool.h"

#include "stats/facts.h"

#include <math.h>

#include "base/banned.h"

enum { FACTS_LIMIT = 1 << 28, RECORD_LIMIT = 1 << 16 };

static const struct message MSG_FACTS = {ERR_LIMIT, "clubs.facts", "the games of the pool take too much memory",
                                         "les parties prennent trop de mémoire"};

/* What one game leaves. */
static void keep(struct pool *pool, struct pool_game *game, const struct setup *setup, const void *state,
                 struct game_facts *facts)
{
    struct outcome outcome;
    setup->game->outcome(setup, state, &outcome);
    gather_facts(setup, state, facts);
    game->seats = setup->seats;
    game->start = pool->facts.len;
    facts_pack(facts, setup->game->unit, &pool->facts);
    game->length = pool->facts.len - game->start;
    for (unsigned i = 0; i < setup->seats; i++) {
        struct pool_seat *seat = &game->seat[i];
        const struct outcome_row *row = &outcome.rows[outcome_row_of(&outcome, i)];
        seat->total = row->total;
        for (unsigned c = 0; c < setup->game->categories_count; c++) {
            seat->category[c] = row->category[c];
        }
        for (unsigned p = 0; p < facts->seat[i].placed_count; p++) {
            seat->copies[facts->seat[i].placed[p].card]++;
        }
    }
}

struct making {
    struct replay full, told;
    struct strbuf text;
    struct game_facts facts;
};

static enum err play(struct pool *pool, struct making *making, uint64_t seed, struct error *error)
{
    for (uint32_t i = 0; i < POOL_SIZES * pool->each; i++) {
        unsigned seats = POOL_SMALLEST + i / pool->each;
        struct simulation simulation = {.setup = {.game = pool->game, .seats = (uint8_t)seats},
                                        .player = SIMULATE_GREEDY,
                                        .seed = seed,
                                        .number = i};
        simulation.setup.variant = (uint8_t)game_variant_for(pool->game, seats);
        strbuf_clear(&making->text);
        enum err err = simulate_record(&simulation, &making->full, &making->told, &making->text, error);
        if (err != ERR_OK) {
            return err;
        }
        keep(pool, &pool->games[i], &making->told.setup, making->told.state, &making->facts);
    }
    return strbuf_ok(&pool->facts) ? ERR_OK : error_raise(error, &MSG_FACTS);
}

static double value_of(struct figure figure)
{
    return figure.known ? figure.value : (double)NAN;
}

static enum err find_truth(struct pool *pool, struct game_facts *facts, struct error *error)
{
    struct card_fold *folds = mem_new(pool->allocator, POOL_CARDS, sizeof(*folds));
    if (!folds) {
        return error_raise(error, &MSG_MEMORY);
    }
    double seats = 0;
    bool good = true;
    for (size_t i = 0; good && i < POOL_SIZES * (size_t)pool->each; i++) {
        const struct pool_game *game = &pool->games[i];
        good = pool_facts(pool, game, facts);
        card_folds_add(folds, pool->game->cards_count, facts, ~(seat_set)0, 1);
        for (unsigned s = 0; s < game->seats; s++) {
            pool->total += game->seat[s].total;
            for (unsigned c = 0; c < pool->game->categories_count; c++) {
                pool->category[c] += game->seat[s].category[c];
            }
        }
        seats += game->seats;
    }
    pool->total /= seats;
    for (unsigned c = 0; c < GAME_CATEGORIES; c++) {
        pool->category[c] /= seats;
    }
    for (unsigned i = 0; i < pool->game->cards_count; i++) {
        struct pool_card *card = &pool->card[i];
        card->points = value_of(figure_ratio(&folds[i].points, (double)pool->game->unit));
        card->marginal = value_of(figure_counts(&folds[i].marginal));
        card->zero = value_of(figure_rate(&folds[i].zero));
        card->looks = value_of(figure_rate(&folds[i].looks));
        card->turns = value_of(figure_counts(&folds[i].turns));
        card->last = value_of(figure_counts(&folds[i].last));
        for (unsigned t = 0; t < GATHER_PICKS; t++) {
            card->picks[t] = value_of(figure_rate(&folds[i].picks[t]));
        }
    }
    mem_free(pool->allocator, folds);
    return good ? ERR_OK : error_raise(error, &MSG_FACTS);
}

enum err pool_init(struct pool *pool, const struct allocator *allocator, const struct game *game, unsigned each,
                   uint64_t seed, struct error *error)
{
    *pool = (struct pool){.allocator = allocator, .game = game, .each = each};
    strbuf_init(&pool->facts, allocator, FACTS_LIMIT);
    struct making *making = mem_new(allocator, 1, sizeof(*making));
    pool->games = mem_new(allocator, POOL_SIZES * (size_t)each, sizeof(*pool->games));
    if (!making || !pool->games || game->cards_count > POOL_CARDS) {
        mem_free(allocator, making);
        return error_raise(error, &MSG_MEMORY);
    }
    replay_init(&making->full, allocator);
    replay_init(&making->told, allocator);
    strbuf_init(&making->text, allocator, RECORD_LIMIT);
    enum err err = play(pool, making, seed, error);
    if (err == ERR_OK) {
        err = find_truth(pool, &making->facts, error);
    }
    strbuf_release(&making->text);
    replay_release(&making->told);
    replay_release(&making->full);
    mem_free(allocator, making);
    return err;
}

void pool_release(struct pool *pool)
{
    mem_free(pool->allocator, pool->games);
    strbuf_release(&pool->facts);
}

const struct pool_game *pool_draw(const struct pool *pool, struct prng *prng)
{
    return &pool->games[prng_below(prng, POOL_SIZES * pool->each)];
}

bool pool_facts(const struct pool *pool, const struct pool_game *game, struct game_facts *facts)
{
    struct span bytes = span_of(pool->facts.text + game->start, game->length);
    return facts_unpack(bytes, pool->game->unit, ~(seat_set)0, false, facts);
}
