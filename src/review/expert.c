/* The player `expert`: what the search of a review finds, move by move. */
#include "review/search.h"

#include "base/banned.h"

enum { EXPERT_WORLDS = 3 }; /* of the first round, at least: fewer choices when the budget is small */

enum err review_choose(const struct setup *setup, const void *state, unsigned seat, uint32_t budget,
                       struct review_scratch *scratch, const struct deadline *deadline, struct prng *prng,
                       game_move *out, struct error *error)
{
    struct search search = {.setup = setup, .review = setup->game->review, .scratch = scratch, .deadline = deadline};
    uint64_t seed = prng_next(prng);
    if (!review_offered(setup)) {
        *out = setup->game->greedy(setup, state, seat, prng);
        return ERR_OK;
    }
    search.seat = seat;
    search.seed = seed;
    uint32_t wide = budget / (4 * EXPERT_WORLDS);
    search.wide = wide < 2 ? 2 : (wide > SEARCH_CHOICES ? SEARCH_CHOICES : wide);
    memcpy(scratch->start, state, scratch->state_size);
    if (search_begin(&search, 0, false) == 0) {
        *out = setup->game->greedy(setup, state, seat, prng);
        return ERR_OK;
    }
    enum err err = search_run(&search, budget, error);
    *out = search_best(&search);
    return err;
}

size_t review_turn_begins(struct replay *replay, unsigned seat)
{
    const struct game *game = replay->setup.game;
    size_t ply = replay->plies;
    while (ply > 0) {
        size_t first = ply > 1 ? replay->ends[ply - 2] : 0;
        bool own = false;
        for (size_t i = first; i < replay->ends[ply - 1]; i++) {
            own = own || move_seat(replay->moves[i]) == seat;
        }
        if (own || !(game->turn(&replay->setup, replay_at(replay, ply - 1)) & seat_bit(seat))) {
            break;
        }
        ply--;
    }
    return ply;
}

void expert_init(struct expert *expert, const struct allocator *allocator, uint32_t budget)
{
    *expert = (struct expert){.allocator = allocator, .budget = budget};
}

void expert_release(struct expert *expert)
{
    review_scratch_free(expert->scratch);
    expert->scratch = NULL;
}

enum err expert_choose(void *context, struct replay *full, unsigned seat, struct prng *prng, game_move *move,
                       struct error *error)
{
    struct expert *expert = context;
    if (!expert->scratch) {
        expert->scratch = review_scratch_new(expert->allocator, &full->setup);
    }
    if (!expert->scratch) {
        return error_raise(error, &MSG_MEMORY);
    }
    const void *state = replay_at(full, review_turn_begins(full, seat));
    return review_choose(&full->setup, state, seat, expert->budget, expert->scratch, NULL, prng, move, error);
}
