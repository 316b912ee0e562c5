/*
 * Decisions with one clearly best choice. A large loss does not make one: the
 * choice made may have been the only bad one. So the choices next to the best
 * in the search are played beside it, in worlds that neither the search nor
 * the losses have seen: first those that take something else (is there one
 * card to take?), then, where that stands, the other places of the best one
 * (is there one place for it?), which a search of their own has put in order.
 *
 * Each rival has to be behind by itself. That all are is then no less sure than
 * that any one is, however many there are (an intersection-union test). But the
 * few puzzles are picked from many decisions, so what is asked of each is more
 * than 95 %: PUZZLE_DOUBT standard errors. Most decisions are no puzzles, and
 * most of these cost nothing or a few playouts: what is known already, and then
 * the first worlds, say that they cannot be.
 */
#include "review/search.h"

#include "base/banned.h"

const struct name review_asks_names[REVIEW_ASKS] = {
    [REVIEW_ASKS_NOTHING] = {"nothing", "nothing", "rien"},
    [REVIEW_ASKS_TAKE] = {"take", "what to take", "quoi prendre"},
    [REVIEW_ASKS_MOVE] = {"move", "the move", "le coup"},
};

enum {
    RIVALS = 6,       /* that take something else */
    RIVALS_ALIKE = 2, /* of them, at the most, that take the same as each other */
    RIVALS_PLACES = 3,
    ROUNDS = 4,        /* between two of them the worlds double */
    LEAD_VARIANCE = 4, /* two standard errors */
    LINE_PART = 4      /* a line is played in a quarter of the budget's worlds, as those of a loss are */
};

struct rival {
    game_move move;
    struct pair behind;
};

struct rivals {
    unsigned count;
    struct rival rival[RIVALS];
    int64_t worlds;
};

static uint64_t taken(const struct search *search, game_move move)
{
    return search->review->taken(search->setup, search->scratch->start, move);
}

static bool rivals_have(const struct rivals *rivals, game_move move)
{
    for (unsigned i = 0; i < rivals->count; i++) {
        if (rivals->rival[i].move == move) {
            return true;
        }
    }
    return false;
}

static void rivals_add(struct rivals *rivals, game_move move)
{
    if (rivals->count < RIVALS && !rivals_have(rivals, move)) {
        rivals->rival[rivals->count++] = (struct rival){.move = move};
    }
}

/* Choices of the search, in its order, that take something other than the best; the made one and its best place first. */
static void list_others(const struct search *looked, const struct review_verdict *verdict, struct rivals *rivals)
{
    uint64_t best = taken(looked, verdict->best);
    memset(rivals, 0, sizeof(*rivals));
    if (taken(looked, verdict->made) != best) {
        rivals_add(rivals, verdict->best_placing);
    }
    for (unsigned i = 0; i < looked->count; i++) {
        const struct choice *choice = &looked->choice[i];
        unsigned alike = 0;
        for (unsigned before = 0; before < rivals->count; before++) {
            alike += taken(looked, rivals->rival[before].move) == choice->taken;
        }
        if (choice->taken != best && alike < RIVALS_ALIKE) {
            rivals_add(rivals, choice->move);
        }
    }
}

/* False when this difference is no margin of a puzzle, nor likely to become one. */
static bool may_be(const struct search *search, struct review_figure behind)
{
    return review_shrunk(search->setup->game, behind.value + behind.error) >= PUZZLE_LEAST;
}

static bool is_margin(const struct search *search, struct review_figure behind)
{
    return review_shrunk(search->setup->game, behind.value) >= PUZZLE_LEAST &&
           (int64_t)behind.value * 100 > (int64_t)behind.error * PUZZLE_DOUBT;
}

/* False when the base's lead over the choice that was left with it, in the search, is too small beyond doubt. */
static bool lead_may_be(const struct search *looked)
{
    unsigned truth = review_truth(looked->setup->game);
    int64_t least = (int64_t)PUZZLE_LEAST * GAP_ONE / REVIEW_UNIT * 100 / truth * looked->worlds;
    int64_t gap = looked->choice[1].gap; /* of the other one */
    int64_t variance = looked->choice[1].gap2 - gap * gap / looked->worlds;
    int64_t lacks = least + gap;
    return lacks <= 0 || lacks * lacks <= LEAD_VARIANCE * variance;
}

/* What the search and the losses say already, of rivals that take the same or something else. */
static bool is_open(const struct search *looked, const struct review_verdict *verdict, bool same)
{
    const struct choice *choice = looked->choice;
    bool made_same = taken(looked, verdict->made) == taken(looked, verdict->best);
    struct review_figure known = made_same ? verdict->loss : verdict->drafting;
    if (verdict->best != verdict->made) {
        return made_same != same || may_be(looked, known);
    }
    bool told = looked->count > 1 && looked->worlds > 0 && (choice[1].taken == choice[0].taken) == same;
    return !told || lead_may_be(looked);
}

static enum err play_world(struct search *search, game_move best, struct rivals *rivals, struct error *error)
{
    struct world world;
    struct result base;
    world_imagine(search, (uint64_t)rivals->worlds, &world);
    enum err err = world_play(search, &world, best, &base, error);
    for (unsigned i = 0; err == ERR_OK && i < rivals->count; i++) {
        struct result result;
        err = world_play(search, &world, rivals->rival[i].move, &result, error);
        if (err == ERR_OK) {
            pair_add(&rivals->rival[i].behind, base.share[search->seat] - result.share[search->seat]);
        }
    }
    rivals->worlds++;
    return err;
}

static bool all_may_be(const struct search *search, const struct rivals *rivals)
{
    for (unsigned i = 0; i < rivals->count; i++) {
        if (!may_be(search, pair_figure(&rivals->rival[i].behind, rivals->worlds))) {
            return false;
        }
    }
    return true;
}

/* Plays all in `worlds` worlds, unless one of them is too near on the way. */
static enum err play_rivals(struct search *search, game_move best, int64_t worlds, struct rivals *rivals, bool *behind,
                            struct error *error)
{
    uint32_t asked = search->playouts;
    *behind = worlds >= PUZZLE_WORLDS;
    for (unsigned round = 0; *behind && rivals->count > 0 && round <= ROUNDS; round++) {
        while (rivals->worlds < worlds >> (ROUNDS - round)) {
            enum err err = play_world(search, best, rivals, error);
            if (err == ERR_OK && search->playouts - asked >= SEARCH_STEP) {
                asked = search->playouts;
                err = deadline_check(search->deadline, error);
            }
            if (err != ERR_OK) {
                return err;
            }
        }
        *behind = all_may_be(search, rivals);
    }
    for (unsigned i = 0; *behind && i < rivals->count; i++) {
        *behind = is_margin(search, pair_figure(&rivals->rival[i].behind, rivals->worlds));
    }
    return ERR_OK;
}

/* The margin is the least of the differences. */
static void take_margin(const struct rivals *rivals, struct review_puzzle *puzzle)
{
    for (unsigned i = 0; i < rivals->count; i++) {
        struct review_figure behind = pair_figure(&rivals->rival[i].behind, rivals->worlds);
        if (behind.value < puzzle->margin.value) {
            puzzle->margin = behind;
        }
    }
}

/* ---- what is looked at ---- */

static unsigned kinds_of(const struct search *looked)
{
    unsigned kinds = 0;
    for (unsigned i = 0; i < looked->count; i++) {
        bool seen = false;
        for (unsigned j = 0; j < i && !seen; j++) {
            seen = looked->choice[j].taken == looked->choice[i].taken;
        }
        kinds += !seen;
    }
    return kinds;
}

static struct review_look *look_add(struct review_puzzle *puzzle, game_move move)
{
    unsigned at = 0;
    while (at < puzzle->count && puzzle->look[at].move < move) {
        at++;
    }
    if (at < puzzle->count && puzzle->look[at].move == move) {
        return &puzzle->look[at];
    }
    memmove(&puzzle->look[at + 1], &puzzle->look[at], (puzzle->count - at) * sizeof(puzzle->look[0]));
    puzzle->look[at] = (struct review_look){.move = move};
    puzzle->count++;
    return &puzzle->look[at];
}

static void look_add_rivals(struct review_puzzle *puzzle, const struct rivals *rivals)
{
    for (unsigned i = 0; i < rivals->count && puzzle->count < PUZZLE_LOOKED; i++) {
        struct review_look *look = look_add(puzzle, rivals->rival[i].move);
        look->played = true;
        look->behind = pair_figure(&rivals->rival[i].behind, rivals->worlds);
    }
}

/* All choices that were looked at, in an order that does not tell which is good. */
static void list_looks(const struct search *looked, const struct rivals *others, const struct rivals *places,
                       struct review_puzzle *puzzle)
{
    uint64_t kind[PUZZLE_LOOKED];
    unsigned kinds = 0;
    for (unsigned i = 0; i < looked->count; i++) {
        (void)look_add(puzzle, looked->choice[i].move);
    }
    look_add_rivals(puzzle, others);
    look_add_rivals(puzzle, places);
    for (unsigned i = 0; i < puzzle->count; i++) {
        uint64_t own = taken(looked, puzzle->look[i].move);
        unsigned at = 0;
        while (at < kinds && kind[at] != own) {
            at++;
        }
        kind[at] = own;
        kinds += at == kinds;
        puzzle->look[i].kind = (uint8_t)at;
    }
}

/* The other places of the best choice, the better ones first. */
static enum err find_places(struct search *search, uint32_t budget, game_move best, struct rivals *places,
                            struct error *error)
{
    struct search own = *search;
    own.seed = ~search->seed;
    (void)search_begin(&own, best, true);
    search_base(&own, best);
    enum err err = search_run(&own, budget, error);
    search->playouts += own.playouts;
    for (unsigned i = 1; err == ERR_OK && i < own.count && i <= RIVALS_PLACES; i++) {
        rivals_add(places, own.choice[i].move);
    }
    return err;
}

enum err puzzle_judge(struct search *search, const struct search *looked, uint32_t budget,
                      struct review_verdict *verdict, struct error *error)
{
    int64_t worlds = budget / LINE_PART;
    bool cards = kinds_of(looked) >= PUZZLE_CHOICES;
    struct review_puzzle *puzzle = &verdict->puzzle;
    struct rivals others;
    struct rivals places;
    bool behind = false;
    bool move = is_open(looked, verdict, true); /* it may be the very move that is asked */
    if (verdict->choices < PUZZLE_CHOICES || !is_open(looked, verdict, false) || (!cards && !move)) {
        return ERR_OK;
    }
    list_others(looked, verdict, &others);
    enum err err = play_rivals(search, verdict->best, worlds, &others, &behind, error);
    if (err != ERR_OK || !behind) {
        return err;
    }
    memset(&places, 0, sizeof(places));
    if (move) {
        err = find_places(search, budget / LINE_PART, verdict->best, &places, error);
        err = err == ERR_OK ? play_rivals(search, verdict->best, worlds, &places, &behind, error) : err;
    }
    behind = behind && move;
    if (err != ERR_OK || (!behind && !cards) || others.count + places.count == 0) {
        return err;
    }
    puzzle->asks = behind ? REVIEW_ASKS_MOVE : REVIEW_ASKS_TAKE;
    places.count = behind ? places.count : 0;
    puzzle->margin.value = INT32_MAX;
    take_margin(&others, puzzle);
    take_margin(&places, puzzle);
    puzzle->shown = review_shrunk(search->setup->game, puzzle->margin.value);
    list_looks(looked, &others, &places, puzzle);
    return ERR_OK;
}
