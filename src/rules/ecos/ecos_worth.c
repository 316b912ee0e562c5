/*
 * What a card is worth before anybody knows where its pieces will lie: its
 * points with the counts that the landscape has now, its gains, and how long
 * its slots wait for their elements. All in tenths of a point.
 */
#include "rules/ecos/ecos_review.h"

#include "base/banned.h"

/* The measured units of an effect, if what is placed first (`placed`, or THING_NONE) is laid well. */
static unsigned likely_units(const struct ecos_land *land, const struct ecos_effect *e, unsigned placed, bool picked)
{
    unsigned more = picked ? 0 : 1;
    unsigned of = e->of == THING_NONE ? placed : e->of;
    bool same = of == placed || (of == THING_ANIMAL && placed != THING_NONE && placed >= THING_SPECIES) ||
                (of == THING_LAND && placed <= THING_GRASSLAND);
    if (e->measure == MEASURE_FIXED) {
        return 1;
    }
    if (e->measure == MEASURE_LANDSCAPE) {
        return land_count(land, e->of) + (same ? more : 0);
    }
    if (placed == THING_NONE && e->measure != MEASURE_LARGEST) {
        return 0;
    }
    unsigned count;
    switch (e->measure) {
    case MEASURE_HERD:
    case MEASURE_LARGEST:
        return land_largest(land, of) + (same ? more : 0);
    case MEASURE_HABITAT:
        return land_largest(land, placed >= THING_SPECIES && e->of == THING_NONE ? (unsigned)THING_LAND : of) + more;
    case MEASURE_TERRITORY:
        return land_largest(land, THING_LAND) + (placed <= THING_GRASSLAND || placed == THING_LAND ? more : 0);
    case MEASURE_ADJACENT:
        count = land_count(land, of);
        return count < 3 ? count : 3;
    default: /* MEASURE_IN_HABITAT, MEASURE_IN_TERRITORY: most of them */
        return (land_count(land, of) * 3 + 2) / 4 + (same ? more : 0);
    }
}

static int32_t points_worth(const struct ecos_catalogue *cat, const struct ecos_land *land, const struct ecos_effect *e,
                            unsigned placed, bool picked)
{
    if (e->flags & EFFECT_EVERYONE) {
        return 0; /* nobody is ahead of another by it */
    }
    unsigned units = likely_units(land, e, placed, picked) / e->per;
    units = e->cap && units > e->cap ? e->cap : units;
    if (e->table_length) {
        unsigned at = units > e->table_length ? e->table_length : units;
        return at ? 10 * cat->step[e->table + at - 1] : 0;
    }
    return 10 * (int32_t)(units * e->amount);
}

/* Gains other than points. */
static int32_t gain_worth(const struct ecos_effect *e)
{
    static const uint8_t PRICE[ECOS_OPS] = {[ECOS_ELEMENT] = ECOS_W_ELEMENT,
                                            [ECOS_CUBE] = ECOS_W_CUBE,
                                            [ECOS_CARD] = ECOS_W_CARD,
                                            [ECOS_PLAY] = ECOS_W_PLAY};
    return e->flags & EFFECT_EVERYONE ? 0 : e->amount * PRICE[e->op];
}

int32_t ecos_program_worth(const struct ecos_catalogue *cat, const struct ecos_state *s, unsigned pc)
{
    int32_t worth = 0;
    unsigned placed = THING_NONE;
    bool picked = false;
    for (; cat->effect[pc].op != ECOS_END; pc++) {
        const struct ecos_effect *e = &cat->effect[pc];
        switch (e->op) {
        case ECOS_POINTS:
            worth += points_worth(cat, &s->land, e, placed, picked);
            break;
        case ECOS_PLACE:
        case ECOS_PICK:
            placed = e->what;
            picked = e->op == ECOS_PICK;
            break;
        case ECOS_REMOVE: /* without one, what hangs on it is left out */
            pc = e->target && land_count(&s->land, e->what) == 0 ? e->target - 1u : pc;
            break;
        case ECOS_CHOICE: /* branches are worth much the same */
            pc = cat->effect[pc + 1].target - 1u;
            break;
        case ECOS_JUMP:
            pc = e->target - 1u;
            break;
        default:
            worth += gain_worth(e);
            break;
        }
    }
    return worth;
}

int32_t ecos_worth(const struct ecos_catalogue *cat, const struct ecos_state *s, unsigned card)
{
    if (!card_knows(cat, card, CARD_EFFECTS_KNOWN)) {
        return 30;
    }
    int32_t worth = ecos_program_worth(cat, s, cat->card[card].first);
    return worth > 5 ? worth : 5;
}

unsigned ecos_wait(const struct ecos_catalogue *cat, unsigned element)
{
    unsigned all = 0;
    for (unsigned i = 0; i < cat->elements; i++) {
        all += cat->element_tokens[i];
    }
    unsigned fits = cat->element_tokens[element] + (element == cat->wild ? 0u : cat->element_tokens[cat->wild]);
    return 10 * all / (fits ? fits : 1);
}

unsigned ecos_wait_for(const struct ecos_catalogue *cat, unsigned card, uint32_t filled)
{
    unsigned wait = 0;
    for (unsigned i = 0; i < cat->elements; i++) {
        unsigned need = card_cubes(cat->card[card].need, i);
        unsigned there = card_cubes(filled, i);
        wait += need > there ? (need - there) * ecos_wait(cat, i) : 0;
    }
    return wait;
}
