/*
 * A review as text, which is what is stored. A body:
 *
 *     review 1 players 4 decisions 80 truth 61
 *     d PLY SEAT CHOICES PLAYOUTS GRADE  DRAFTING ERROR PLACING ERROR LOSS ERROR  SHOWN DRAFTING PLACING  CHANCE…
 *     f SEAT ROWS COLUMNS MADE TOTAL BOUND TRIED
 *
 * one `d` a decision in the order of the game, one `f` a player whose cards
 * were arranged. Words have one blank between them (those above two, to be
 * read), seats count from 0, chances and losses are in REVIEW_UNIT, `truth` is
 * the game's ratio in percent. Behind a `d`, each after a tab, are the texts of
 * the move that was made, of the best one and of the best that takes the same.
 * Where these are followed by
 *
 *     AT ASKS  MARGIN ERROR SHOWN  COUNT (KIND PLAYED BEHIND ERROR)…
 *
 * and the texts of COUNT choices, the decision is a puzzle: it is asked after
 * AT plies, and what is asked is a number of `enum review_asks`. Behind
 * an `f` the cards that were laid and those of the best arrangement, a
 * word a cell. No line has a name in it.
 *
 * Sums: `SEAT DECISIONS TRUTH DRAFTING PLACING LOSS` and the number of each
 * grade, a line a player: sums of estimates, not shrunk. Then `puzzles PLY…`,
 * the plies of the decisions that are puzzles.
 */
#ifndef SERVICE_REVIEW_TEXT_H
#define SERVICE_REVIEW_TEXT_H

#include "base/arena.h"
#include "review/review.h"

enum { REVIEW_FORMAT = 1, REVIEW_PERCENT = 100 };

struct reviewed_decision {
    uint32_t ply;
    struct review_verdict verdict; /* without the words of its moves, which are 0 */
    struct span made, best, best_placing;
    uint32_t at;                        /* of a puzzle: plies before the position */
    struct span choices[PUZZLE_LOOKED]; /* of a puzzle, in the order of verdict.puzzle.look */
};

/* Cards of a `f` line: words with a blank between them, row by row; `-` is an empty cell. */
struct reviewed_cards {
    unsigned seat;
    unsigned rows, columns;
    int32_t made, total, bound;
    int64_t tried;
    struct span made_cards, best_cards;
};

struct reviewed {
    unsigned players;
    unsigned truth; /* percent, as shown losses were shrunk */
    size_t count;
    struct reviewed_decision *decisions; /* the arena's, as the next; texts are borrowed from the body */
    size_t forests_count;
    struct reviewed_cards forests[GAME_PLAYERS];
    struct review_sum sum;
};

/* ERR_CORRUPT for a body that nobody wrote. */
ERR_CHECK enum err reviewed_read(struct span body, struct arena *arena, struct reviewed *out, struct error *error);

struct reviewed_sums {
    int64_t decisions;
    int64_t truth; /* percent */
    int64_t drafting, placing, loss;
    int64_t grades[REVIEW_GRADES];
};
/* Appends the lines of all players. */
void reviewed_sums_print(const struct reviewed *reviewed, struct strbuf *out);
/* The line of one player; false when there is none, or it is damaged. */
bool reviewed_sums_find(struct span sums, int64_t seat, struct reviewed_sums *out);
/* The plies of the puzzles; false when there is no such line. */
bool reviewed_puzzles(struct span sums, struct span *plies);
/* Cuts the first of them off; false when there is none, or it is damaged. */
bool reviewed_puzzle_cut(struct span *plies, uint32_t *ply);

#endif
