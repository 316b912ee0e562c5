/* What a position is worth to a computer player; private to the folder. */
#ifndef RULES_BIOTOPES_BIOTOPES_VALUE_H
#define RULES_BIOTOPES_BIOTOPES_VALUE_H

#include "rules/biotopes/biotopes_play.h"

/* From where a seat looks at positions: what does not change while it thinks about one decision. */
struct bio_outlook {
    const struct setup *setup;
    unsigned seat;
    int32_t later;           /* cycles after this one */
    int32_t mean[BIO_DECKS]; /* a card of each deck, by what this seat has not seen */
    int32_t land;
};

void bio_look(struct bio_outlook *look, const struct setup *setup, const struct bio_state *s, unsigned seat);
void bio_look_at_land(struct bio_outlook *look, const struct bio_state *s);

/* The land of the outlook, and the cards, cubes and bag of the position, with `draws` cards to be drawn. */
int32_t bio_value(const struct bio_outlook *look, const struct bio_state *s, unsigned draws);

/* A rival's ecosystem as the table sees it. */
int32_t bio_value_of_rival(const struct bio_outlook *look, const struct bio_state *s, unsigned rival);

/* The moves to think about; of more than `cap` the first (biotopes_options.c). */
size_t bio_options(const struct setup *setup, const struct bio_state *s, unsigned seat, game_move *moves, size_t cap);

/* A cube out of the bag, not yet seen. */
int32_t bio_value_of_cube(const struct bio_outlook *look);

#endif
