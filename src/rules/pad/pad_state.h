/* Private to the folder: the variants, the state, and the functions that make up pad_game. */
#ifndef RULES_PAD_PAD_STATE_H
#define RULES_PAD_PAD_STATE_H

#include "rules/totals.h"

enum { PAD_HIGH, PAD_LOW, PAD_RANK, PAD_WIN, PAD_TOGETHER, PAD_VARIANTS };

/* Points are in hundredths, up to 999 999.99 either way. */
enum { PAD_ONE = 100, PAD_MOST = 99999999, PAD_LISTED = 99 /* whole points that legal lists */ };

extern const struct totals_rules pad_totals;

unsigned pad_category_count(const struct setup *setup);
struct name pad_category_name(const struct setup *setup, unsigned index);
int pad_category_sign(const struct setup *setup, unsigned category);

game_move pad_chance(const struct setup *setup, const void *state, struct prng *prng);
game_move pad_greedy(const struct setup *setup, const void *state, unsigned seat, struct prng *prng);

#endif
