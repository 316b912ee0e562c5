/*
 * The effect of a card as a catalogue writes it. `when` says what kind of
 * effect it is, and one table what else each kind may say: a key that would be
 * without meaning is refused, so that a slip of the pen is not played silently.
 */
#include "rules/biotopes/biotopes_catalogue_read.h"

#include "rules/biotopes/biotopes_state.h"

#include "base/banned.h"

enum { MOST = 3, MOST_PER = 20 }; /* of cards, cubes or points at a time; of what makes one unit */

static const struct message MSG_SPECIES = {ERR_SYNTAX, "catalogue.species_only",
                                           "%1: '%2' is for species, not for a biotope card",
                                           "%1 : « %2 » est réservé aux espèces, pas aux cartes Biotope"};

static const char *const WHENS_SPELT[] = {[WHEN_NEVER] = "never",
                                          [WHEN_UNKNOWN] = "", /* is written by leaving the effect out */
                                          [WHEN_EXPAND] = "expand",
                                          [WHEN_MIGRATE] = "migrate",
                                          [WHEN_COMPETE] = "compete",
                                          [WHEN_SETTLE] = "settle",
                                          [WHEN_ADAPT] = "adapt",
                                          [WHEN_REPRODUCE] = "reproduce",
                                          [WHEN_TRANSFER] = "transfer",
                                          [WHEN_EVOLVE] = "evolve",
                                          [WHEN_PRODUCTION] = "production",
                                          [WHEN_PAY] = "pay",
                                          [WHEN_END] = "end",
                                          [WHEN_ACTION_DRAW] = "draw",
                                          [WHEN_ACTION_SHIFT] = "shift",
                                          [WHEN_ACTION_PREY] = "prey",
                                          [WHENS] = NULL};

/* What an effect may say besides `when`. */
static const char *const ALONE[] = {"when", NULL};
static const char *const COUNTED[] = {"when", "count", NULL};
static const char *const GAINED[] = {"when", "gain", "count", NULL};
static const char *const GAINED_ONTO[] = {"when", "onto", "gain", "count", NULL};
static const char *const POINTS[] = {"when", "points", "each", "of", "per", NULL};

static const char *const *const KEYS[WHENS] = {
    [WHEN_NEVER] = ALONE,         [WHEN_UNKNOWN] = ALONE,       [WHEN_EXPAND] = GAINED_ONTO,
    [WHEN_MIGRATE] = GAINED_ONTO, [WHEN_COMPETE] = GAINED_ONTO, [WHEN_SETTLE] = GAINED_ONTO,
    [WHEN_ADAPT] = GAINED_ONTO,   [WHEN_REPRODUCE] = GAINED,    [WHEN_TRANSFER] = GAINED,
    [WHEN_EVOLVE] = GAINED,       [WHEN_PRODUCTION] = COUNTED,  [WHEN_PAY] = ALONE,
    [WHEN_END] = POINTS,          [WHEN_ACTION_DRAW] = COUNTED, [WHEN_ACTION_SHIFT] = COUNTED,
    [WHEN_ACTION_PREY] = ALONE};

enum err bio_read_named(const struct value *value, const struct name *names, unsigned count, uint8_t *out,
                        struct error *error)
{
    struct span text = {NULL, 0};
    enum err err = value_text(value, &text, error);
    if (err != ERR_OK) {
        return err;
    }
    for (unsigned i = 0; i < count; i++) {
        if (span_is(text, names[i].id)) {
            *out = (uint8_t)i;
            return ERR_OK;
        }
    }
    return value_raise(value, &VALUE_MSG_UNKNOWN, text.ptr, error);
}

/* `{"when": "settle", "onto": "mountain", "gain": "cube", "count": 2}`; without `onto` any biotope does. */
static enum err read_gain(const struct value *object, struct bio_effect *e, struct error *error)
{
    static const char *const gains[] = {[GAIN_CARD] = "card", [GAIN_CUBE] = "cube", NULL};
    struct value gain = value_member(object, "gain");
    struct value onto = value_member(object, "onto");
    enum err err = value_choice(&gain, gains, &e->gain, error);
    if (err != ERR_OK || !onto.node) {
        return err;
    }
    return bio_read_named(&onto, bio_biotopes, BIO_BIOTOPES, &e->onto, error);
}

/* What `each` counts is of this kind: needed where it has kinds, out of place where it has none. */
static enum err read_of(const struct value *object, struct bio_effect *e, struct error *error)
{
    struct value of = value_member(object, "of");
    enum err err = ERR_OK;
    switch (e->each) {
    case EACH_TYPE: /* no species is a plant */
        err = bio_read_named(&of, bio_types + BIO_INVERTEBRATE, BIO_TYPES - BIO_INVERTEBRATE, &e->of, error);
        e->of = (uint8_t)(e->of + BIO_INVERTEBRATE);
        return err;
    case EACH_BIOTOPE:
    case EACH_TOKEN:
        return bio_read_named(&of, bio_biotopes, BIO_BIOTOPES, &e->of, error);
    case EACH_DECK:
        return bio_read_named(&of, bio_decks, BIO_DECKS, &e->of, error);
    default:
        return of.node ? value_raise(&of, &VALUE_MSG_SURPLUS, NULL, error) : ERR_OK;
    }
}

/* `{"when": "end", "points": 1, "each": "token", "of": "forest", "per": 2}`; without `each` that many points. */
static enum err read_points(const struct value *object, struct bio_effect *e, struct error *error)
{
    static const char *const eaches[] = {[EACH_ONE] = "one",   [EACH_TYPE] = "type",   [EACH_BIOTOPE] = "biotope",
                                         [EACH_DECK] = "deck", [EACH_TOKEN] = "token", [EACH_CUBE] = "cube",
                                         [EACHES] = NULL};
    struct value points = value_member(object, "points");
    struct value each = value_member(object, "each");
    struct value per = value_member(object, "per");
    unsigned number = 0;
    enum err err = value_number(&points, 1, MOST, &number, error);
    if (err != ERR_OK) {
        return err;
    }
    e->count = (uint8_t)number;
    err = each.node ? value_choice(&each, eaches, &e->each, error) : ERR_OK;
    if (err != ERR_OK) {
        return err;
    }
    err = read_of(object, e, error);
    if (err != ERR_OK) {
        return err;
    }
    if (e->each == EACH_ONE && per.node) {
        return value_raise(&per, &VALUE_MSG_SURPLUS, NULL, error);
    }
    return value_number_or(object, "per", 1, MOST_PER, 1, &e->per, error);
}

static bool is_of_species(unsigned when)
{
    return when == WHEN_PAY || when >= WHEN_ACTION_DRAW;
}

enum err bio_read_effect(const struct value *card, bool is_species, struct bio_effect *effect, struct error *error)
{
    struct value object = value_member(card, "effect");
    struct value when = value_member(&object, "when");
    *effect = (struct bio_effect){.when = WHEN_UNKNOWN, .onto = BIO_ANY, .count = 1, .per = 1};
    if (!object.node) {
        return ERR_OK;
    }
    if (!value_is_kind(&object, VALUE_OBJECT)) {
        return value_raise(&object, &VALUE_MSG_OBJECT, NULL, error);
    }
    enum err err = value_choice(&when, WHENS_SPELT, &effect->when, error);
    if (err != ERR_OK) {
        return err;
    }
    if (!is_species && is_of_species(effect->when)) {
        return value_raise(&when, &MSG_SPECIES, WHENS_SPELT[effect->when], error);
    }
    const char *const *keys = KEYS[effect->when];
    err = value_object(&object, keys, error);
    if (err != ERR_OK) {
        return err;
    }
    if (keys == POINTS) {
        return read_points(&object, effect, error);
    }
    if (keys == GAINED || keys == GAINED_ONTO) {
        err = read_gain(&object, effect, error);
        if (err != ERR_OK) {
            return err;
        }
    }
    /* A cube is shifted once: the state remembers one that was, so there is one more at the most. */
    unsigned most = effect->when == WHEN_ACTION_SHIFT ? 2 : MOST;
    return value_number_or(&object, "count", 1, most, 1, &effect->count, error);
}
