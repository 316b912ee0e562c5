/*
 * What cards bring: gains that an action triggers, new cubes where the reserve
 * is short, the Actions of discreet species and predators.
 */
#include "rules/biotopes/biotopes_play.h"

#include "base/banned.h"

/* ---- gains ---- */

/* Rows from the left, then the biotope cards. */
unsigned bio_scan_spot(const struct bio_state *s)
{
    unsigned seat = s->act_seat;
    if (s->scan >= BIO_SPECIES) {
        unsigned b = s->scan - (unsigned)BIO_SPECIES;
        return b < BIO_BIOTOPES && s->has[seat] >> b & 1 ? s->scan : (unsigned)BIO_SPOTS;
    }
    unsigned b = s->scan / BIO_ROW;
    unsigned i = s->scan % BIO_ROW;
    return i < s->row_length[seat][b] ? s->row[seat][b][i] : (unsigned)BIO_SPOTS;
}

static bool triggers(const struct setup *setup, const struct bio_state *s, const struct bio_effect *effect)
{
    static const uint8_t when[BIO_ACTS] = {
        [ACT_ADAPT] = WHEN_ADAPT,     [ACT_REPRODUCE] = WHEN_REPRODUCE, [ACT_TRANSFER] = WHEN_TRANSFER,
        [ACT_EVOLVE] = WHEN_EVOLVE,   [ACT_EXPAND] = WHEN_EXPAND,       [ACT_MIGRATE] = WHEN_MIGRATE,
        [ACT_COMPETE] = WHEN_COMPETE,
    };
    bool settles = s->act >= ACT_EXPAND && s->act <= ACT_COMPETE;
    if (effect->when != when[s->act] && !(settles && effect->when == WHEN_SETTLE)) {
        return false;
    }
    unsigned onto = settles               ? s->land.biotope[s->to]
                    : s->act == ACT_ADAPT ? bio_cat(setup)->species[s->act_card].biotope
                                          : (unsigned)BIO_ANY;
    return effect->onto == BIO_ANY || effect->onto == onto;
}

/* Behind the last card of a row it is the next row's turn, or the biotope cards'. */
static void skip_row(struct bio_state *s)
{
    while (s->scan < BIO_SPECIES && s->scan % BIO_ROW >= s->row_length[s->act_seat][s->scan / BIO_ROW]) {
        s->scan = (uint8_t)((s->scan / BIO_ROW + 1) * BIO_ROW);
    }
}

bool bio_next_gain(const struct setup *setup, struct bio_state *s, enum bio_gain gain)
{
    bool any = gain == GAIN_CARD ? bio_can_draw_any(setup, s) : bio_bag_sum(s, s->act_seat) > 0;
    for (; any && s->scan < BIO_SPOTS; s->scan++, s->opened = 0) {
        skip_row(s);
        unsigned spot = bio_scan_spot(s);
        bool arrives = s->act == ACT_ADAPT && spot == s->act_card; /* nothing triggers on its own arrival */
        const struct bio_effect *effect = spot < BIO_SPOTS ? bio_effect_at(setup, s, s->act_seat, spot) : NULL;
        if (!effect || arrives || effect->gain != gain || !triggers(setup, s, effect)) {
            continue;
        }
        if (!s->opened) {
            s->opened = 1;
            s->left = effect->count;
        }
        if (s->left > 0) {
            return true;
        }
    }
    return false;
}

bool bio_can_put(const struct setup *setup, const struct bio_state *s, unsigned spot)
{
    bool at_home = spot >= BIO_SPECIES || bio_cat(setup)->species[spot].biotope == s->drawn;
    return at_home && bio_has_room(s, s->whom, spot, s->drawn);
}

void bio_drawn(const struct setup *setup, struct bio_state *s, unsigned colour)
{
    unsigned seat = s->whom;
    s->bag[seat][colour]--;
    s->drawn = (uint8_t)colour;
    for (unsigned i = 0; i < s->row_length[seat][colour]; i++) {
        if (bio_can_put(setup, s, s->row[seat][colour][i])) {
            s->step = STEP_PUT;
            s->asked = (uint8_t)seat;
            return;
        }
    }
    bio_add_cube(s, seat, BIO_SPECIES + colour, colour);
    bio_advance(setup, s);
}

/* ---- new cubes ---- */

static bool is_due(const struct bio_state *s, unsigned species)
{
    return s->fill[species / 64] >> species % 64 & 1;
}

static void settle_due(struct bio_state *s, unsigned species)
{
    s->fill[species / 64] &= ~(UINT64_C(1) << species % 64);
}

void bio_do_fill(struct bio_state *s, unsigned species)
{
    unsigned seat = s->act_seat;
    unsigned colour = s->colour;
    uint8_t *from = s->reserve[colour] > 0 ? &s->reserve[colour] : &s->bag[seat][colour];
    --*from;
    bio_add_cube(s, seat, species, colour);
    settle_due(s, species);
}

/* The species of a colour that are still to get a cube; `give`: each gets one, or without it `drop`: none does. */
static unsigned each_due(struct bio_state *s, unsigned colour, bool give, bool drop)
{
    unsigned due = 0;
    s->colour = (uint8_t)colour;
    for (unsigned i = 0; i < s->row_length[s->act_seat][colour]; i++) {
        unsigned species = s->row[s->act_seat][colour][i];
        if (!is_due(s, species)) {
            continue;
        }
        due++;
        if (give) {
            bio_do_fill(s, species);
        } else if (drop) {
            settle_due(s, species);
        }
    }
    return due;
}

void bio_skip_fill(struct bio_state *s)
{
    (void)each_due(s, s->colour, false, true);
}

bool bio_fills(const struct setup *setup, const struct bio_state *s, unsigned spot)
{
    return spot < BIO_SPECIES && is_due(s, spot) && bio_cat(setup)->species[spot].biotope == s->colour;
}

bool bio_next_fill(struct bio_state *s)
{
    for (unsigned colour = 0; colour < BIO_BIOTOPES && (s->fill[0] | s->fill[1]); colour++) {
        unsigned due = each_due(s, colour, false, false);
        bool enough = s->reserve[colour] >= due;
        bool none = s->reserve[colour] == 0 && s->bag[s->act_seat][colour] == 0;
        if (due > 0 && !enough && !none) {
            return true;
        }
        (void)each_due(s, colour, enough, none);
    }
    s->colour = 0;
    return false;
}

/* ---- discreet species and predators ---- */

enum bio_rule bio_check_shift(const struct bio_state *s, unsigned seat, struct bio_word w)
{
    if (w.b >= BIO_BIOTOPES || w.c >= BIO_SPOTS || w.d >= BIO_SPOTS) {
        return BIO_NOT_A_MOVE;
    }
    bool moved = s->shift_spot == w.c + 1 && s->shift_colour == w.b;
    if ((w.c < BIO_SPECIES && s->at[w.c] != AT_PLAY + seat) || (w.d < BIO_SPECIES && s->at[w.d] != AT_PLAY + seat)) {
        return BIO_NOT_IN_PLAY;
    }
    if (w.c == w.d) {
        return BIO_SAME_SPOT;
    }
    unsigned cubes = bio_cubes_at(s, seat, w.c, w.b);
    if (cubes <= moved) {
        return cubes ? BIO_HAS_SHIFTED : BIO_NO_CUBE;
    }
    return bio_has_room(s, seat, w.d, w.b) ? BIO_OK : BIO_NO_ROOM;
}

bool bio_any_shift(const struct bio_state *s, unsigned seat)
{
    for (unsigned colour = 0; colour < BIO_BIOTOPES; colour++) {
        for (unsigned from = 0; from < BIO_SPOTS; from++) {
            for (unsigned to = 0; to < BIO_SPOTS && bio_cubes_at(s, seat, from, colour) > 0; to++) {
                struct bio_word w = {.b = (uint8_t)colour, .c = (uint8_t)from, .d = (uint8_t)to};
                if (bio_check_shift(s, seat, w) == BIO_OK) {
                    return true;
                }
            }
        }
    }
    return false;
}

enum bio_rule bio_check_prey(const struct setup *setup, const struct bio_state *s, unsigned seat, struct bio_word w)
{
    if (w.b >= setup->seats || w.c >= BIO_BIOTOPES || w.d >= BIO_SPOTS) {
        return BIO_NOT_A_MOVE;
    }
    if (w.b == seat) {
        return BIO_NOT_OTHER;
    }
    if (w.d < BIO_SPECIES && s->at[w.d] != AT_PLAY + w.b) {
        return BIO_NOT_IN_PLAY;
    }
    return bio_cubes_at(s, w.b, w.d, w.c) > 0 ? BIO_OK : BIO_NO_CUBE;
}

bool bio_any_prey(const struct setup *setup, const struct bio_state *s, unsigned seat)
{
    for (unsigned other = 0; other < setup->seats; other++) {
        for (unsigned b = 0; b < BIO_BIOTOPES && other != seat; b++) {
            if (s->plants[other][b] > 0) {
                return true;
            }
            for (unsigned i = 0; i < s->row_length[other][b]; i++) {
                if (s->cubes[s->row[other][b][i]] != 0) {
                    return true;
                }
            }
        }
    }
    return false;
}
