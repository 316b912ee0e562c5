/* The decisions of a game, and room for judging them. */
#include "review/review.h"

#include "review/search.h"

#include "base/banned.h"

static const struct message MSG_NONE = {ERR_USAGE, "review.none", "there is no review of %1 at the level %2",
                                        "il n'y a pas d'analyse de %1 au niveau %2"};
static const struct message MSG_UNSUITED = {ERR_USAGE, "review.unsuited",
                                            "there is no review of %1 in this variant, or with these options or cards",
                                            "il n'y a pas d'analyse de %1 dans cette variante, ou avec ces options ou "
                                            "ces cartes"};
static const struct message MSG_UNTOLD = {ERR_USAGE, "review.untold", "this record does not tell enough for a review",
                                          "cette partie n'en dit pas assez pour une analyse"};
static const struct message MSG_LONG = {ERR_LIMIT, "review.long", "a game with more than %1 decisions has no review",
                                        "une partie de plus de %1 décisions n'a pas d'analyse"};

/* Moves of a lifted record: those of the table come in addition, and are fewer than this. */
enum { LIFT_MORE = 4, LIFT_ROOM = 256 };

static bool is_suited(const struct setup *setup)
{
    const struct game_review *review = setup->game->review;
    return !review || !review->offered || review->offered(setup);
}

bool review_at_level(const struct game *game, unsigned level)
{
    return game->review && game->levels[level].basis == BASIS_JUDGED && (level == 0 || game->review->lift);
}

bool review_offered(const struct setup *setup)
{
    return review_at_level(setup->game, setup->level) && setup->seats <= ENGINE_PLAYERS && is_suited(setup);
}

enum { TRUTH_UNMEASURED = 50 }; /* what every measured game has to keep at the least (bench/review) */

uint32_t review_budget(const struct game *game)
{
    return game->review && game->review->budget ? game->review->budget : REVIEW_BUDGET;
}

unsigned review_truth(const struct game *game)
{
    return game->review && game->review->truth ? game->review->truth : TRUTH_UNMEASURED;
}

/* ---- scratch ---- */

struct review_scratch *review_scratch_new(const struct allocator *allocator, const struct setup *setup)
{
    struct review_scratch *scratch = mem_new(allocator, 1, sizeof(*scratch));
    if (!scratch) {
        return NULL;
    }
    scratch->allocator = allocator;
    scratch->state_size = setup->game->state_size;
    scratch->limit = setup->game->legal_limit;
    scratch->start = mem_new(allocator, 1, scratch->state_size);
    scratch->world = mem_new(allocator, 1, scratch->state_size);
    scratch->played = mem_new(allocator, 1, scratch->state_size);
    scratch->moves = mem_new(allocator, scratch->limit, sizeof(*scratch->moves));
    scratch->values = mem_new(allocator, scratch->limit, sizeof(*scratch->values));
    if (!scratch->start || !scratch->world || !scratch->played || !scratch->moves || !scratch->values) {
        review_scratch_free(scratch);
        return NULL;
    }
    return scratch;
}

void review_scratch_free(struct review_scratch *scratch)
{
    if (scratch) {
        const struct allocator *allocator = scratch->allocator;
        mem_free(allocator, scratch->values);
        mem_free(allocator, scratch->moves);
        mem_free(allocator, scratch->played);
        mem_free(allocator, scratch->world);
        mem_free(allocator, scratch->start);
        mem_free(allocator, scratch);
    }
}

/* ---- the game ---- */

/* The moves of `replay` at the fullest level. */
static enum err lift(struct review *review, const struct replay *replay, struct error *error)
{
    const struct game_review *hooks = replay->setup.game->review;
    bool full = replay->setup.level == 0;
    size_t room = full ? replay->moves_count : LIFT_MORE * replay->moves_count + LIFT_ROOM;
    review->moves = mem_new(review->allocator, room ? room : 1, sizeof(*review->moves));
    if (!review->moves) {
        return error_raise(error, &MSG_MEMORY);
    }
    if (full) {
        memcpy(review->moves, replay->moves, room * sizeof(*review->moves));
        review->moves_count = room;
    } else {
        review->moves_count = hooks->lift(&replay->setup, replay->moves, replay->moves_count, review->moves, room);
    }
    return review->moves_count > 0 ? ERR_OK : error_raise(error, &MSG_UNTOLD);
}

/* Walks over the game: since when each player could make its next move, in moves. */
struct walk {
    void *state;  /* now */
    void *before; /* where a decision is judged: after `at` moves */
    void *tried;  /* that, with the decision made */
    size_t at;
    uint32_t since[GAME_PLAYERS];
    uint32_t since_ply[GAME_PLAYERS];
    seat_set since_inside; /* players whose `since` is inside a line */
    seat_set waiting;      /* players whose `since` is set */
    size_t told;           /* moves of the reviewed record that were passed */
    uint32_t ply;          /* of the next of them */
    bool inside;           /* its line has begun */
};

static void walk_turn(const struct review *review, struct walk *walk, size_t now)
{
    seat_set turn = review->setup.game->turn(&review->setup, walk->state);
    for (unsigned seat = 0; seat < review->setup.seats; seat++) {
        if ((turn & ~walk->waiting) & seat_bit(seat)) {
            walk->since[seat] = (uint32_t)now;
            walk->since_ply[seat] = walk->ply;
            walk->since_inside =
                walk->inside ? walk->since_inside | seat_bit(seat) : walk->since_inside & ~seat_bit(seat);
        }
    }
    walk->waiting = turn;
}

/* Brings walk->before to the position after `count` moves: mostly a few on from where it is. */
static enum err look_back(const struct review *review, struct walk *walk, size_t count, struct error *error)
{
    const struct game *game = review->setup.game;
    if (count < walk->at || walk->at == 0) {
        enum err err = game->init(&review->setup, walk->before, error);
        if (err != ERR_OK) {
            return err;
        }
        walk->at = 0;
    }
    for (; walk->at < count; walk->at++) {
        enum err err = game->apply(&review->setup, walk->before, review->moves[walk->at], error);
        if (err != ERR_OK) {
            return err;
        }
    }
    return ERR_OK;
}

/* Adds the decision that move `i` was, if it had an alternative. */
static enum err decision_add(struct review *review, struct walk *walk, size_t i, struct error *error)
{
    const struct game *game = review->setup.game;
    game_move move = review->moves[i];
    unsigned seat = move_seat(move);
    struct review_decision decision = {.ply = walk->ply, .from = walk->since[seat], .made = move};
    decision.at = walk->since_ply[seat];
    decision.seat = (uint8_t)seat;
    decision.inside = walk->since_inside & seat_bit(seat);
    game_move two[2];
    struct error ignored;
    enum err err = look_back(review, walk, decision.from, error);
    if (err != ERR_OK) {
        return err;
    }
    size_t choices = game->legal(&review->setup, walk->before, seat, two, 2);
    memcpy(walk->tried, walk->before, game->state_size);
    if (game->apply(&review->setup, walk->tried, move, &ignored) != ERR_OK) {
        /* it hangs on what others did since: then that was known */
        decision.from = (uint32_t)i;
        decision.at = walk->ply;
        decision.inside = walk->inside;
        choices = game->legal(&review->setup, walk->state, seat, two, 2);
    }
    if (choices < 2) {
        return ERR_OK;
    }
    if (review->decisions_count == REVIEW_DECISIONS) {
        return error_raise_int(error, &MSG_LONG, REVIEW_DECISIONS);
    }
    review->decisions[review->decisions_count++] = decision;
    return ERR_OK;
}

static enum err walk_game(struct review *review, const struct replay *replay, struct walk *walk, struct error *error)
{
    const struct game *game = review->setup.game;
    enum err err = game->init(&review->setup, walk->state, error);
    for (size_t i = 0; err == ERR_OK && i < review->moves_count; i++) {
        game_move move = review->moves[i];
        unsigned seat = move_seat(move);
        while (walk->ply < replay->plies && replay->ends[walk->ply] <= walk->told) {
            walk->ply++;
        }
        walk->inside = walk->told > (walk->ply > 0 ? replay->ends[walk->ply - 1] : 0);
        walk_turn(review, walk, i);
        if (seat < review->setup.seats) {
            err = decision_add(review, walk, i, error);
            walk->waiting &= ~seat_bit(seat);
        }
        if (err == ERR_OK) {
            err = game->apply(&review->setup, walk->state, move, error);
        }
        walk->told += walk->told < replay->moves_count && replay->moves[walk->told] == move;
    }
    return err;
}

static enum err list_decisions(struct review *review, const struct replay *replay, struct error *error)
{
    size_t size = review->setup.game->state_size;
    struct walk walk = {.state = mem_new(review->allocator, 1, size)};
    walk.before = mem_new(review->allocator, 1, size);
    walk.tried = mem_new(review->allocator, 1, size);
    size_t room = review->moves_count < REVIEW_DECISIONS ? review->moves_count : REVIEW_DECISIONS;
    review->decisions = mem_new(review->allocator, room, sizeof(*review->decisions));
    enum err err = ERR_OK;
    if (walk.state && walk.before && walk.tried && review->decisions) {
        err = walk_game(review, replay, &walk, error);
    } else {
        err = error_raise(error, &MSG_MEMORY);
    }
    mem_free(review->allocator, walk.tried);
    mem_free(review->allocator, walk.before);
    mem_free(review->allocator, walk.state);
    return err;
}

enum err review_begin(struct review *review, const struct allocator *allocator, const struct replay *replay,
                      uint32_t budget, struct error *error)
{
    memset(review, 0, sizeof(*review));
    review->allocator = allocator;
    review->setup = replay->setup;
    review->setup.level = 0;
    budget = budget == REVIEW_BUDGET_USUAL ? review_budget(replay->setup.game) : budget;
    review->budget = budget < REVIEW_BUDGET_MIN ? REVIEW_BUDGET_MIN : budget;
    review->budget = review->budget > REVIEW_BUDGET_MAX ? REVIEW_BUDGET_MAX : review->budget;
    if (!review_offered(&replay->setup)) {
        bool suited = is_suited(&replay->setup);
        enum err err = error_raise(error, suited ? &MSG_NONE : &MSG_UNSUITED);
        error_add_name(error, &replay->setup.game->name);
        if (!suited) {
            return err;
        }
        error_add_name(error, &replay->setup.game->levels[replay->setup.level].name);
        return err;
    }
    enum err err = lift(review, replay, error);
    if (err == ERR_OK) {
        err = list_decisions(review, replay, error);
    }
    if (err != ERR_OK) {
        review_release(review);
    }
    return err;
}

void review_release(struct review *review)
{
    if (review->allocator) {
        mem_free(review->allocator, review->decisions);
        mem_free(review->allocator, review->moves);
    }
    memset(review, 0, sizeof(*review));
}
