/*
 * What a game offers those who ask what a decision was worth (src/review): a
 * few functions beside `struct game`, all pure like its own. A game without
 * them (`review` NULL) has no review. Each is for judged levels, where moves
 * are the game as played; `state` is one in which a player or chance may move.
 *
 * Integers only, and no choice hangs on an address or a clock: the same
 * arguments give the same answer on every machine.
 */
#ifndef RULES_GAME_REVIEW_H
#define RULES_GAME_REVIEW_H

#include "rules/game.h"

/* How willing a player of playouts is to make another move than the one that looks best: in tenths of a point. */
enum { HEAT_NONE = 0 };

struct game_review {
    /*
     * False for a game of this setup that has no review though its level has: there is nobody to win against, or nobody
     * but the players knows what cards do. NULL: every game has.
     */
    bool (*offered)(const struct setup *setup);

    /* Plies, chance's counted, after which a playout may end and be judged by `promise`; 0: it goes to the end. */
    uint16_t horizon;

    /* Playouts a decision when nobody says how many: a review is made in a few minutes. 0: REVIEW_BUDGET. */
    uint32_t budget;

    /* A heat of playouts whose players are good and not of one mind, as measured for this game. */
    uint16_t heat;

    /*
     * What a difference between two players' totals at the end of a playout says of who is ahead, in hundredths of a
     * point: one of this size is e to 1. Where a search chooses, a result that was narrow counts less than a clear one.
     */
    uint16_t blur;

    /*
     * What share of a loss that was found remains when good players replay both choices, in percent, measured by
     * bench/review: what is shown is shrunk by it. 0: not measured, and half of it is believed.
     */
    uint8_t truth;

    /*
     * Turns `state`, in which `seat` has to move, into one of those that the seat cannot tell apart from it: whatever
     * is hidden from the seat (rivals' hands and clans, what lies in bags and stacks) is drawn anew by `prng`, each
     * fitting world as likely as chance would have made it. What the seat has seen stays as it is.
     */
    void (*imagine)(const struct setup *setup, void *state, unsigned seat, struct prng *prng);

    /*
     * The legal moves of `seat` with what each is worth at sight, in tenths of a point: stores the first `cap` in the
     * order of `legal` and returns how many there are. A move that no sensible player would think of (a swap of two
     * equal cards) may be left out, but at least one is there.
     */
    size_t (*values)(const struct setup *setup, const void *state, unsigned seat, game_move *moves, int32_t *values,
                     size_t cap);

    /*
     * The move of a quick player in a playout: a legal one, the more likely the more it is worth at sight, so that a
     * difference of `heat` tenths of a point is e to 1. Draws the same number of words from `prng` whatever it finds,
     * so that two playouts that differ in one choice stay in step; the noise of a move should hang on the move and the
     * words alone, so that what is as good in both is chosen in both.
     */
    game_move (*policy)(const struct setup *setup, const void *state, unsigned seat, unsigned heat, struct prng *prng);

    /*
     * Plays `state` on to its end (or the horizon), each player with a generator of its own and chance with another:
     * to the byte what `policy`, `chance` and `apply` do in the order of review_next_seat. NULL: just that is done. For
     * a game that can keep between two moves what policy would look up anew.
     */
    void (*playout)(const struct setup *setup, void *state, unsigned heat, struct prng *players, struct prng *chance);

    /* What a move takes, apart from where it goes: moves of one position with the same number differ by place alone. */
    uint64_t (*taken)(const struct setup *setup, const void *state, game_move move);

    /*
     * What each player will have in the end, in hundredths of a point, as far as the position tells: its total when
     * the game is over. For a playout that is cut off at the horizon.
     */
    void (*promise)(const struct setup *setup, const void *state, int32_t promise[GAME_PLAYERS]);

    /*
     * What a lead in promises says of who will win from there, in hundredths of a point: one of this size is e to 1. As
     * measured: who leads at a horizon has not won. NULL: who leads there counts as the winner.
     */
    int32_t (*doubt)(const struct setup *setup, const void *state);

    /*
     * The game that `count` moves of a record at the level of `setup` tell, at the fullest level: stores its moves in
     * an order in which they can be applied (at most `cap`) and returns how many there are; of a game under way as far
     * as it is told, which may be less than was played. 0: the moves do not tell it. NULL: only records of the fullest level have a review.
     */
    size_t (*lift)(const struct setup *setup, const game_move *moves, size_t count, game_move *out, size_t cap);

    /* The most that the cards of one player can make, the others' boards as they are: see game_arrange. NULL: no such question. */
    const struct game_arrange *arrange;
};

/* Who moves next in a playout: the table, then players in order, then the others. `turn` is not empty. */
static inline unsigned review_next_seat(seat_set turn)
{
    return turn & seat_bit(SEAT_TABLE) ? SEAT_TABLE : (unsigned)__builtin_ctz(turn);
}

/*
 * The best forest: a player's own cards of a finished game, laid anew. An arrangement is what lies in each of
 * `cells` cells, in the game's own numbering of types.
 */
enum { ARRANGE_CELLS = 32 };

struct arrangement {
    uint8_t cells;
    uint8_t card[ARRANGE_CELLS];
    int32_t total; /* of the player, the others as they are */
    int32_t bound; /* no arrangement of these cards has more; proven best when it is the total */
    uint64_t tried;
};

struct game_arrange {
    uint8_t rows, columns;

    /* The arrangement that the player made. */
    void (*made)(const struct setup *setup, const void *state, unsigned seat, struct arrangement *out);

    /* The best found with about `budget` swaps tried: deterministic in all arguments. */
    void (*solve)(const struct setup *setup, const void *state, unsigned seat, uint64_t budget, uint64_t seed,
                  struct arrangement *out);
};

#endif
