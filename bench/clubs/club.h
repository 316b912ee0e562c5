/*
 * A club whose truth is known: how strong its people are, what a copy of each
 * card is worth, by how many points each of them is above or below the others
 * in each category. Its games are drawn from a pool, people to their seats, and who came in which
 * place from Plackett-Luce with theta + beta . copies, so that ranks say
 * nothing that the truth does not. Scores are those of the pool's seats and the
 * person's own points: they need not agree with the ranks, each is calibrated by itself.
 */
#ifndef CLUBS_CLUB_H
#define CLUBS_CLUB_H

#include "clubs/chance.h"
#include "clubs/pool.h"

enum { CLUB_GAMES = 400 }; /* at the most */

/* Standard deviations that truths are drawn with, in rating points. */
struct spreads {
    double players;
    double cards; /* of a copy */
};

struct club_game {
    const struct pool_game *drawn;
    uint8_t person[ENGINE_PLAYERS]; /* of each seat */
    uint8_t rank[ENGINE_PLAYERS];   /* from 1; nobody ties */
};

struct club {
    double theta[CLUB_PEOPLE]; /* log-strengths */
    double beta[POOL_CARDS];
    int32_t extra[CLUB_PEOPLE][GAME_CATEGORIES]; /* points of a person in each category, more or less than the pool */
    unsigned games;
    struct club_game game[CLUB_GAMES];
};

/* Draws a truth, and `games` games (CLUB_GAMES at the most) with it. */
void club_draw(struct club *club, const struct pool *pool, struct spreads spreads, unsigned games, struct prng *prng);

/* A person's points at a seat. */
int32_t club_category(const struct club *club, const struct club_game *game, unsigned seat, unsigned category);
int32_t club_total(const struct club *club, const struct club_game *game, unsigned seat, unsigned categories);

/* ---- the truth of win points ---- */

/*
 * Of each person at tables of each size, opponents drawn from the club, the cards
 * of no account: exact, from every table that there could be.
 */
void club_true_wins(const struct club *club, double wins[CLUB_PEOPLE][POOL_LARGEST + 1]);

/* Of seats with and without a copy of each card: every game of the pool, the people of each drawn once. */
struct club_card_wins {
    double with, without;
};
void club_true_card_wins(const struct club *club, const struct pool *pool, struct prng *prng,
                         struct club_card_wins *wins);

#endif
