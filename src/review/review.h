/*
 * The review of a game: what every decision was worth, and what another one
 * would have been. Works on a finished or unfinished replay whose game has the
 * hooks of rules/game_review.h, and knows no game by name.
 *
 * How: from a position, worlds are imagined that the player cannot tell from
 * the true one; in each the choices are played out to the end by quick noisy
 * players, with the same chance for every choice. Halving leaves more and more
 * playouts to fewer choices. Losses are then estimated in worlds that had no
 * part in choosing.
 *
 * Where players move at the same time, a decision is judged at the beginning
 * of its turn: what rivals did in it is not known yet.
 *
 * Deterministic: a budget is a number of playouts, everything is decided on
 * integers. The same record, version and budget give the same review on any
 * machine, whoever asks for which decision when.
 *
 * Chances and losses are in REVIEW_UNIT: millionths of a game won, where a win
 * that n share is 1/n for each.
 */
#ifndef REVIEW_REVIEW_H
#define REVIEW_REVIEW_H

#include "base/alloc.h"
#include "base/deadline.h"
#include "record/replay.h"
#include "rules/game_review.h"

enum {
    REVIEW_UNIT = 1000000,
    REVIEW_DECISIONS = 1 << 12, /* of one game at the most */
    REVIEW_BUDGET = 10000,      /* playouts a decision, unless its game or somebody says something else */
    REVIEW_BUDGET_USUAL = 0,    /* asks for review_budget */
    REVIEW_BUDGET_MIN = 64,
    REVIEW_BUDGET_MAX = 1 << 20,
    REVIEW_VERSION = 1, /* of what is computed: another one may give other figures */
    REVIEW_TURNS = 3    /* turning points at the most */
};

/* ---- a review ---- */

struct review_decision {
    uint32_t ply;  /* of the reviewed record (not of the lifted one): the line that made it, from 0 */
    uint32_t from; /* moves of `moves` that come before the position in which it is judged */
    uint32_t at;   /* plies of the reviewed record that come before that position */
    game_move made;
    uint8_t seat;
    bool inside; /* a line: that position is between two moves of ply `at`, and after no number of plies */
};

struct review {
    const struct allocator *allocator;
    struct setup setup; /* at the fullest level; its block is borrowed */
    uint32_t budget;
    game_move *moves; /* of the whole game */
    size_t moves_count;
    struct review_decision *decisions;
    size_t decisions_count;
};

/* Whether games of this level have a review at all; a setup may still not be offered one. */
bool review_at_level(const struct game *game, unsigned level);

/* True when there is a review for records of this setup. */
bool review_offered(const struct setup *setup);

/* Playouts a decision when nobody says how many. */
uint32_t review_budget(const struct game *game);

/* How much of a loss that was found is believed, in percent: what experts keep of it, or half where that is not measured. */
unsigned review_truth(const struct game *game);

/*
 * Reads the game in `replay` (its moves are copied) and lists its decisions: a player's moves that had an alternative.
 * ERR_USAGE when the game, or its level, has no review or the moves do not tell enough. `budget` may be REVIEW_BUDGET_USUAL.
 */
ERR_CHECK enum err review_begin(struct review *review, const struct allocator *allocator, const struct replay *replay,
                                uint32_t budget, struct error *error);
void review_release(struct review *review);

/* ---- a decision ---- */

/* From light to heavy; NONE where the interval of the loss holds 0 as well. */
enum review_grade { REVIEW_NONE, REVIEW_GOOD, REVIEW_INACCURACY, REVIEW_MISTAKE, REVIEW_BLUNDER, REVIEW_GRADES };
extern const struct name review_grades[REVIEW_GRADES];

/* An estimate and its standard error. */
struct review_figure {
    int32_t value;
    int32_t error;
};

/* What a puzzle asks: nothing, what to take (any place is right), or the very move. */
enum review_asks { REVIEW_ASKS_NOTHING, REVIEW_ASKS_TAKE, REVIEW_ASKS_MOVE, REVIEW_ASKS };
extern const struct name review_asks_names[REVIEW_ASKS];

enum {
    PUZZLE_LOOKED = 28,    /* choices of a puzzle at the most */
    PUZZLE_CHOICES = 4,    /* answers from which it is one, at the least */
    PUZZLE_LEAST = 100000, /* what the next best costs, as shown, at the least: it would be a mistake */
    PUZZLE_DOUBT = 300,    /* standard errors, in percent, by which it is above 0: few puzzles come of many decisions */
    PUZZLE_WORLDS = 100    /* fewer worlds prove nothing */
};

struct review_look {
    game_move move;
    struct review_figure behind; /* V(best) - V(move), when it was played beside the best */
    uint8_t kind;                /* the same number: they take the same */
    bool played;
};

/*
 * A decision with one clearly best choice: every other that the search took for good was played beside it in worlds of
 * their own, and is behind beyond doubt; never one inside a line, whose position nobody can be shown. `margin` is V(best) - V(next best), as estimated, among those with which the
 * question is concerned. All 0 where nothing is asked.
 */
struct review_puzzle {
    enum review_asks asks;
    struct review_figure margin;
    int32_t shown; /* the margin shrunk */
    uint8_t count;
    struct review_look look[PUZZLE_LOOKED]; /* ascending by move */
};

struct review_verdict {
    game_move made;
    game_move best;                /* the best that was found: `made` itself when nothing beat it */
    game_move best_placing;        /* the best that takes the same */
    struct review_figure drafting; /* what was lost by what was taken, as estimated: it may come out below 0 */
    struct review_figure placing;
    struct review_figure loss; /* both */
    int32_t shown;             /* the loss to show: shrunk by the game's ratio of truth, 0 without a grade */
    int32_t shown_drafting, shown_placing;
    enum review_grade grade;
    uint8_t seat;
    uint32_t choices; /* legal moves that were looked at */
    uint32_t playouts;
    int32_t
        chance[GAME_PLAYERS]; /* of each player before the decision, as the player who decides can know it; they add up
                                     to REVIEW_UNIT where players compete */
    struct review_puzzle puzzle;
};

/* Room for one decision at a time: each thread has its own. */
struct review_scratch;
struct review_scratch *review_scratch_new(const struct allocator *allocator, const struct setup *setup);
void review_scratch_free(struct review_scratch *scratch);

/*
 * Judges decision `index`: pure but for `scratch`, so any thread may ask for any decision in any order. Asks the
 * deadline (NULL: none) every few playouts, and fails with its error.
 */
ERR_CHECK enum err review_decide(const struct review *review, size_t index, struct review_scratch *scratch,
                                 const struct deadline *deadline, struct review_verdict *out, struct error *error);

/* ---- figures ---- */

/* Of one player: means a decision, as estimated (not shrunk), with their standard errors. */
struct review_player {
    uint32_t decisions;
    struct review_figure drafting, placing, loss;
    uint32_t grades[REVIEW_GRADES];
};

/* Where the game turned: between this decision's turn and the next one of the same player, its chance changed most. */
struct review_turn {
    uint32_t decision;
    uint8_t seat;
    int32_t change;
};

struct review_sum {
    struct review_player player[GAME_PLAYERS];
    struct review_turn turn[REVIEW_TURNS];
    uint8_t turns;
};

/* `verdicts` are of all decisions, in order. */
void review_sum(const struct review *review, const struct review_verdict *verdicts, struct review_sum *out);

/* ---- the player `expert` ---- */

enum { EXPERT_BUDGET = 800 };

/*
 * The move that the search finds for `seat` in `state`, a position of the fullest level in which rivals have not moved
 * in this turn yet; a game that has no review gets the greedy player's. Draws one word from `prng`.
 */
ERR_CHECK enum err review_choose(const struct setup *setup, const void *state, unsigned seat, uint32_t budget,
                                 struct review_scratch *scratch, const struct deadline *deadline, struct prng *prng,
                                 game_move *out, struct error *error);

/* A player for record/simulate.h: its `choose` there is expert_choose with this as the context. */
struct expert {
    const struct allocator *allocator;
    uint32_t budget;
    struct review_scratch *scratch;
};
void expert_init(struct expert *expert, const struct allocator *allocator, uint32_t budget);
void expert_release(struct expert *expert);
enum err expert_choose(void *context, struct replay *full, unsigned seat, struct prng *prng, game_move *move,
                       struct error *error);

/* Plies after which `seat` could first make its next move: where rivals' moves of the same turn are not known yet. */
size_t review_turn_begins(struct replay *replay, unsigned seat);

#endif
