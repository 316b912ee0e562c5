/*
 * Totals: what is left of a game when only its results were written down.
 *
 * One implementation for every game that has such a level. Each seat says one
 * line, in any order of seats,
 *
 *     [CATEGORY N, ...] total N [rank R]
 *
 * and the game is over when all have. Categories may be said in part; when all
 * are said they add up to the total. Ranks are said by every seat or by none,
 * and somebody is first; what is said counts, whatever the totals say.
 *
 * The pad, for titles that nobody wrote rules for, has more: who speaks and what
 * has to be said depends on the contest of the variant (game.h), mates of a team
 * speak through the lowest of their seats, and a game may have been played and
 * that is all.
 *
 * The state is the game's own memory, seen as a `struct totals` as long as the
 * level is totals: TOTALS_SIZE says how much of it that takes. The functions
 * are those of struct game with the game's `struct totals_rules` in front.
 *
 * Moves. From the top: the seat (8 bits), then
 *
 *     kind 4 | a 8 | result 2 | has 1 | 9 zero bits | value 32
 *
 *     category  a: the category; has: 1; value: the points
 *     line      a: the rank said, or 0; result: won or lost, where that is said; has: a total is; value: the total.
 *               It ends what a seat says
 *     played    nothing: the table says that it was played, and that is all
 *
 * where a value is kept with its sign bit turned, so that words ascend as points do.
 */
#ifndef RULES_TOTALS_H
#define RULES_TOTALS_H

#include "rules/game.h"

enum { TOTALS_LINES = GAME_PLAYERS + 1 }; /* the players', and that of a rival */

/* Whether ranks are said: by nobody, or by everybody. */
enum { TOTALS_UNRANKED = 1, TOTALS_RANKED };

enum totals_result { TOTALS_UNSAID, TOTALS_WON, TOTALS_LOST };

struct totals_line {
    int32_t total;
    uint32_t stated; /* bit i: category i was said */
    uint8_t done;
    uint8_t has_total;
    uint8_t rank;   /* as it was said; 0: it was not */
    uint8_t result; /* enum totals_result, as it was said */
};

/* What was said; by the seat that speaks (totals_voice), a rival's behind the players'. */
struct totals {
    uint8_t played;
    uint8_t ranks; /* 0: nobody has spoken; TOTALS_UNRANKED or TOTALS_RANKED */
    uint8_t spare[2];
    struct totals_line line[TOTALS_LINES];
    int32_t category[]; /* of line i from i x setup_categories on */
};

/* Bytes of a struct totals of so many lines and categories. */
#define TOTALS_SIZE(lines, categories) (sizeof(struct totals) + sizeof(int32_t) * (lines) * (categories))

struct totals_range {
    int32_t least;
    int32_t most;
};

struct totals_rules {
    struct totals_range category;
    struct totals_range total;
    struct totals_range listed; /* what a level that is sampled lists, in whole points */
    bool pad;                   /* what counts is the variant's contest, and there may be teams */
    int (*sign)(const struct setup *setup, unsigned category); /* +1 or -1 in the sum; NULL: all are added */
};

/* The seat whose line is that of a player: of a team the lowest, of those who play together the first. */
unsigned totals_voice(const struct totals_rules *rules, const struct setup *setup, unsigned seat);

/* The points that a line has said in a category, and whether it has. */
int32_t totals_points(const struct setup *setup, const struct totals *totals, unsigned line, unsigned category);

/* ---- as in struct game ---- */

void totals_init(const struct totals_rules *rules, const struct setup *setup, void *state);
bool totals_over(const struct totals_rules *rules, const struct setup *setup, const void *state);
seat_set totals_turn(const struct totals_rules *rules, const struct setup *setup, const void *state);
size_t totals_legal(const struct totals_rules *rules, const struct setup *setup, const void *state, unsigned seat,
                    game_move *moves, size_t cap);
ERR_CHECK enum err totals_apply(const struct totals_rules *rules, const struct setup *setup, void *state,
                                game_move move, struct error *error);
ERR_CHECK enum err totals_parse(const struct totals_rules *rules, const struct setup *setup, unsigned seat,
                                struct span text, game_move *moves, size_t *count, struct error *error);
size_t totals_say(const struct setup *setup, const game_move *moves, size_t count, enum lang lang, struct strbuf *out);
void totals_view(const struct totals_rules *rules, const struct setup *setup, const void *state,
                 const struct view_sink *sink);
void totals_draw(const struct totals_rules *rules, const struct setup *setup, const void *state,
                 const struct draw_style *style, struct strbuf *out);
void totals_outcome(const struct totals_rules *rules, const struct setup *setup, const void *state,
                    struct outcome *outcome);
void totals_credits(const struct totals_rules *rules, const struct setup *setup, const void *state, credit_fn *fn,
                    void *context);
int32_t totals_without(const struct totals_rules *rules, const struct setup *setup, const void *state, unsigned seat);
void totals_warnings(const struct totals_rules *rules, const struct setup *setup, const void *state, warning_fn *fn,
                     void *context);
void totals_digest(const struct totals_rules *rules, const struct setup *setup, const void *state, struct sha256 *hash);

/* The lines of a game that ended like that, ranks only where the totals do not tell them; as struct game's sheet. */
size_t totals_of_outcome(const struct totals_rules *rules, const struct setup *setup, const struct outcome *outcome,
                         game_move *out, size_t cap);

/* What was said, once more: the sheet of a game that is at level totals itself. */
size_t totals_again(const struct totals_rules *rules, const struct setup *setup, const void *state, game_move *out,
                    size_t cap);

/* ---- words ---- */

enum totals_kind { TOTALS_CATEGORY, TOTALS_LINE, TOTALS_PLAYED };

struct totals_word {
    unsigned kind;
    unsigned a;
    unsigned result;
    bool has;
    int32_t value;
};

game_move totals_pack(unsigned seat, struct totals_word w);

/* False: bits that no field uses are set, or the word is none. */
bool totals_unpack(game_move move, struct totals_word *w);

/* True when a name begins with a word of the notation, or with a number: no category may be called so. */
bool totals_reserved(struct span name);

#endif
