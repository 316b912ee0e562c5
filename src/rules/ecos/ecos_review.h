/*
 * Private to the folder, shared by the files of Ecos that answer a review
 * (rules/game_review.h): what a legal word is worth at sight, and the worlds
 * that fit what a seat knows.
 */
#ifndef RULES_ECOS_REVIEW_H
#define RULES_ECOS_REVIEW_H

#include "rules/ecos/ecos_state.h"
#include "rules/game_review.h"

/* Called with every legal word in ascending order, and its worth in tenths of a point. */
typedef void ecos_value_fn(void *context, struct ecos_word w, int32_t value);
void ecos_each_value(const struct setup *setup, const struct ecos_state *s, unsigned seat, ecos_value_fn *fn,
                     void *context);

/* Prices of gains in tenths of a point, found with the weights of ecos_values.c. */
enum { ECOS_W_ELEMENT = 14, ECOS_W_CUBE = 14, ECOS_W_CARD = 18, ECOS_W_PLAY = 14 };

/* What one use of a card brings as the landscape is now, in tenths of a point. */
int32_t ecos_worth(const struct ecos_catalogue *cat, const struct ecos_state *s, unsigned card);

/* What the records of a program from `pc` to its end bring, nothing being placed yet. */
int32_t ecos_program_worth(const struct ecos_catalogue *cat, const struct ecos_state *s, unsigned pc);

/* Tokens that are drawn until one fits a slot of that element, in tenths; and for all slots that `filled` leaves. */
unsigned ecos_wait(const struct ecos_catalogue *cat, unsigned element);
unsigned ecos_wait_for(const struct ecos_catalogue *cat, unsigned card, uint32_t filled);

/* The functions of ecos_review. */
void ecos_imagine(const struct setup *setup, void *state, unsigned seat, struct prng *prng);
size_t ecos_values(const struct setup *setup, const void *state, unsigned seat, game_move *moves, int32_t *values,
                   size_t cap);
game_move ecos_policy(const struct setup *setup, const void *state, unsigned seat, unsigned heat, struct prng *prng);
uint64_t ecos_taken(const struct setup *setup, const void *state, game_move move);
void ecos_promise(const struct setup *setup, const void *state, int32_t promise[GAME_PLAYERS]);
int32_t ecos_doubt(const struct setup *setup, const void *state);

extern const struct game_review ecos_review;

#endif
