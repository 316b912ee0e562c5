/* Private to the folder: what the two levels that are no moves of a game, sheets and totals, share. */
#ifndef RULES_BIOTOPES_BIOTOPES_SHEET_H
#define RULES_BIOTOPES_BIOTOPES_SHEET_H

#include "rules/biotopes/biotopes_state.h"

/* Points of one category that a total may be made of. */
enum { BIO_CATEGORY_LEAST = -99, BIO_CATEGORY_MOST = 400 };

/* Who may write now: who is in the middle of a row, else every seat that is not done. */
seat_set bio_sheet_turn(const struct setup *setup, const struct bio_state *s);

/* Ends the seat's sheet, and the game with the last one. */
void bio_sheet_done(const struct setup *setup, struct bio_state *s, unsigned seat);

/* Moves that are written one after the other as far as there is room. */
struct bio_writer {
    game_move *out;
    size_t cap;
    size_t count;
};
void bio_write(struct bio_writer *writer, unsigned seat, struct bio_word w);

/* The parts of bio_check_sheet and its like for level totals: biotopes_totals.c. */
enum bio_rule bio_check_totals(const struct setup *setup, const struct bio_state *s, unsigned seat, struct bio_word w);
void bio_do_totals(const struct setup *setup, struct bio_state *s, unsigned seat, struct bio_word w);
bool bio_each_totals_word(const struct setup *setup, bio_word_fn *fn, void *context);
void bio_write_totals(const struct setup *setup, const struct bio_state *s, struct bio_writer *writer);

#endif
