/*
 * The search: which choices are worth playouts, halving among them, and when
 * one is better beyond doubt. Sequential halving as in Karnin, Koren and
 * Somekh (2013), with the same worlds for all that are left.
 */
#include "review/search.h"

#include "base/banned.h"

/* A choice beats the base when the square of its lead is this many quarters of its variance: one standard error. */
enum { LEAD_QUARTERS = 4 };

enum { TAKEN_AGAIN = 2 }; /* each further choice that takes the same comes in as if it were a heat / 2 less at sight */

static int best_at_sight(const struct review_scratch *scratch, size_t count)
{
    int best = -1;
    for (size_t i = 0; i < count; i++) {
        if (scratch->moves[i] && (best < 0 || scratch->values[i] > scratch->values[best])) {
            best = (int)i;
        }
    }
    return best;
}

/* Moves listed move `index` among the choices; those left that take the same become less urgent. */
static void take_in(struct search *search, size_t count, size_t index)
{
    struct review_scratch *scratch = search->scratch;
    struct choice *choice = &search->choice[search->count++];
    memset(choice, 0, sizeof(*choice));
    choice->move = scratch->moves[index];
    choice->value = scratch->values[index];
    choice->taken = search->review->taken(search->setup, scratch->start, choice->move);
    scratch->moves[index] = 0;
    int32_t less = search->review->heat / TAKEN_AGAIN;
    for (size_t i = 0; i < count; i++) {
        game_move move = scratch->moves[i];
        if (move && search->review->taken(search->setup, scratch->start, move) == choice->taken) {
            scratch->values[i] -= less;
        }
    }
}

/* `made` is a choice, or becomes the last one. */
static void take_made(struct search *search, game_move made)
{
    for (unsigned i = 0; i < search->count; i++) {
        if (search->choice[i].move == made) {
            return;
        }
    }
    unsigned at = search->count < search->wide ? search->count++ : search->count - 1;
    struct choice *choice = &search->choice[at];
    memset(choice, 0, sizeof(*choice));
    choice->move = made;
    choice->taken = search->review->taken(search->setup, search->scratch->start, made);
}

size_t search_begin(struct search *search, game_move made, bool same)
{
    struct review_scratch *scratch = search->scratch;
    const struct game_review *review = search->review;
    search->count = 0;
    search->playouts = 0;
    search->worlds = 0;
    size_t count =
        review->values(search->setup, scratch->start, search->seat, scratch->moves, scratch->values, scratch->limit);
    count = count < scratch->limit ? count : scratch->limit;
    uint64_t wanted = made ? review->taken(search->setup, scratch->start, made) : 0;
    for (size_t i = 0; i < count && same; i++) {
        if (review->taken(search->setup, scratch->start, scratch->moves[i]) != wanted) {
            scratch->moves[i] = 0;
        }
    }
    while (search->count < search->wide) {
        int best = best_at_sight(scratch, count);
        if (best < 0) {
            break;
        }
        take_in(search, count, (size_t)best);
    }
    if (made) {
        take_made(search, made);
    }
    return count;
}

void search_base(struct search *search, game_move move)
{
    for (unsigned i = 0; i < search->count; i++) {
        if (search->choice[i].move == move) {
            struct choice base = search->choice[i];
            memmove(&search->choice[1], &search->choice[0], i * sizeof(base));
            search->choice[0] = base;
            return;
        }
    }
}

/* One world for the first `alive` choices. */
static enum err play_world(struct search *search, unsigned alive, struct error *error)
{
    struct world world;
    int32_t base = 0;
    world_imagine(search, search->worlds, &world);
    for (unsigned i = 0; i < alive; i++) {
        struct choice *choice = &search->choice[i];
        struct result result;
        enum err err = world_play(search, &world, choice->move, &result, error);
        if (err != ERR_OK) {
            return err;
        }
        base = i == 0 ? result.weight : base;
        int64_t gap = (result.weight - base) / (WEIGHT_ONE / GAP_ONE);
        choice->weight += result.weight;
        choice->gap += gap;
        choice->gap2 += gap * gap;
    }
    search->worlds++;
    return ERR_OK;
}

/* The base stays first; behind it the better before the worse, the earlier before the later. */
static void rank(struct search *search, unsigned alive)
{
    for (unsigned i = 2; i < alive; i++) {
        struct choice choice = search->choice[i];
        unsigned at = i;
        while (at > 1 && search->choice[at - 1].weight < choice.weight) {
            search->choice[at] = search->choice[at - 1];
            at--;
        }
        search->choice[at] = choice;
    }
}

enum err search_run(struct search *search, uint32_t budget, struct error *error)
{
    unsigned alive = search->count;
    unsigned rounds = 1;
    uint32_t asked = search->playouts;
    while (alive > 1u << rounds) {
        rounds++;
    }
    for (unsigned round = 0; round < rounds && alive > 1; round++) {
        uint32_t worlds = budget / rounds / alive;
        worlds = worlds > 2 ? worlds : 2;
        for (uint32_t i = 0; i < worlds; i++) {
            enum err err = play_world(search, alive, error);
            if (err != ERR_OK) {
                return err;
            }
            if (search->playouts - asked >= SEARCH_STEP) {
                asked = search->playouts;
                err = deadline_check(search->deadline, error);
                if (err != ERR_OK) {
                    return err;
                }
            }
        }
        rank(search, alive);
        alive = round + 1 < rounds ? (alive + 1) / 2 : alive;
        alive = alive < 2 ? 2 : alive;
    }
    return ERR_OK;
}

game_move search_best(const struct search *search)
{
    const struct choice *other = &search->choice[1];
    if (search->count < 2 || search->worlds == 0 || other->gap <= 0) {
        return search->choice[0].move;
    }
    int64_t variance = other->gap2 - other->gap * other->gap / search->worlds;
    bool beyond = other->gap * other->gap > variance / 4 * LEAD_QUARTERS;
    return beyond ? other->move : search->choice[0].move;
}
