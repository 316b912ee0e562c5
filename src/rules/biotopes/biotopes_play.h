/* Between the files that play a game of Biotopes; private to the folder. */
#ifndef RULES_BIOTOPES_BIOTOPES_PLAY_H
#define RULES_BIOTOPES_BIOTOPES_PLAY_H

#include "rules/biotopes/biotopes_state.h"

/* ---- biotopes_play.c ---- */

/* Sets up the action that the word begins, its cost included; whether it can be paid is bio_can_pay's. */
void bio_start(const struct setup *setup, struct bio_state *s, unsigned seat, struct bio_word w);
void bio_next_stage(struct bio_state *s);
void bio_next_turn(const struct setup *setup, struct bio_state *s);
void bio_produce(const struct setup *setup, struct bio_state *s, struct bio_word w);
void bio_retreat(struct bio_state *s, unsigned hex);

/* ---- biotopes_effects.c ---- */

/* Goes through the seat's cards from `scan` on to one that the action makes gain this and has something left for it. */
bool bio_next_gain(const struct setup *setup, struct bio_state *s, enum bio_gain gain);

/* The spot that `scan` stands at; BIO_SPOTS: there is none. */
unsigned bio_scan_spot(const struct bio_state *s);

/* Gives new cubes where the reserve has them, up to a colour whose owner has to choose. */
bool bio_next_fill(struct bio_state *s);
bool bio_fills(const struct setup *setup, const struct bio_state *s,
               unsigned spot); /* it may get the cube asked about */
void bio_do_fill(struct bio_state *s, unsigned species);
void bio_skip_fill(struct bio_state *s);

/* What discreet species and predators may do. */
enum bio_rule bio_check_shift(const struct bio_state *s, unsigned seat, struct bio_word w);
enum bio_rule bio_check_prey(const struct setup *setup, const struct bio_state *s, unsigned seat, struct bio_word w);
bool bio_any_shift(const struct bio_state *s, unsigned seat);
bool bio_any_prey(const struct setup *setup, const struct bio_state *s, unsigned seat);

/* The cube that the table drew: onto the biotope card when there is no choice, else asks. */
void bio_drawn(const struct setup *setup, struct bio_state *s, unsigned colour);
bool bio_can_put(const struct setup *setup, const struct bio_state *s, unsigned spot);

/* ---- biotopes_declared.c ---- */

/* True when the seat has a card whose effect it may declare now. */
bool bio_can_open(const struct setup *setup, const struct bio_state *s, unsigned seat);
enum bio_rule bio_check_open(const struct setup *setup, const struct bio_state *s, unsigned seat, unsigned spot);
bool bio_any_bonus(const struct setup *setup, const struct bio_state *s, unsigned seat);
enum bio_rule bio_check_bonus(const struct setup *setup, const struct bio_state *s, unsigned seat, struct bio_word w);

#endif
