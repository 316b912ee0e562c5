/*
 * Effects as a catalogue writes them, compiled to the records that the rules
 * run. One table says which key makes which effect and what else it may have.
 */
#include "rules/ecos/ecos_catalogue_read.h"

#include "base/banned.h"

enum { DEPTH = 2 }; /* a choice or an option within another one, no deeper */

static const struct message MSG_NEAR = {ERR_SYNTAX, "catalogue.near",
                                        "%1: nothing is placed near an animal after a move on the same card",
                                        "%1 : rien ne se place près d'un animal après un déplacement de la même carte"};
static const struct message MSG_EFFECT = {ERR_SYNTAX, "catalogue.effect", "%1 is not an effect: %2 expected",
                                          "%1 n'est pas un effet : %2 attendu"};

static enum err read_block(struct ecos_reading *r, const struct value *list, unsigned depth);

/* NULL: the block is full. */
static struct ecos_effect *new_record(struct ecos_reading *r, unsigned op)
{
    if (r->effects == ECOS_PROGRAMS) {
        return NULL;
    }
    struct ecos_effect *e = &r->block->effect[r->effects++];
    *e = (struct ecos_effect){.op = (uint8_t)op, .near = THING_NONE, .of = THING_NONE, .per = 1, .amount = 1};
    return e;
}

static enum err raise_full(const struct ecos_reading *r, const struct value *value)
{
    return value_raise(value, &VALUE_MSG_FULL, NULL, r->error);
}

/* The thing is none of those that may stand here. */
static enum err raise_unknown(const struct ecos_reading *r, const struct value *value)
{
    return value_raise(value, &VALUE_MSG_UNKNOWN, value->reader->text(value->node).ptr, r->error);
}

/* A flag of the effect. */
static enum err read_mark(const struct ecos_reading *r, const struct value *object, const char *key, unsigned flag,
                          uint8_t *flags)
{
    bool set = false;
    enum err err = value_flag(object, key, &set, r->error);
    *flags = (uint8_t)(*flags | (set ? flag : 0));
    return err;
}

static enum err read_place(struct ecos_reading *r, const struct value *object, struct ecos_effect *e)
{
    static const char *const keys[] = {"place", "count", "near", NULL};
    struct value what = value_member(object, "place");
    struct value near = value_member(object, "near");
    enum err err = value_object(object, keys, r->error);
    if (err != ERR_OK) {
        return err;
    }
    err = ecos_read_named_thing(r, &what, &e->what);
    if (err != ERR_OK) {
        return err;
    }
    err = value_number_or(object, "count", 1, 4, 1, &e->amount, r->error);
    if (err != ERR_OK || !near.node) {
        return err;
    }
    return ecos_read_named_thing(r, &near, &e->near);
}

/* `"points": 3` or `"points": [1, 3, 6]` */
static enum err read_amount(struct ecos_reading *r, const struct value *points, struct ecos_effect *e)
{
    unsigned number = 0;
    if (!value_is_kind(points, VALUE_LIST)) {
        enum err err = value_number(points, 1, 60, &number, r->error);
        e->amount = (uint8_t)number;
        return err;
    }
    enum err err = value_list(points, 1, 20, r->error);
    if (err != ERR_OK) {
        return err;
    }
    e->table = (uint16_t)r->steps;
    for (size_t i = 0; i < value_count(points); i++) {
        struct value entry = value_item(points, i);
        err = value_number(&entry, 0, 60, &number, r->error);
        if (err != ERR_OK) {
            return err;
        }
        if (r->steps == ECOS_STEPS) {
            return raise_full(r, &entry);
        }
        r->block->step[r->steps++] = (uint8_t)number;
        e->table_length++;
    }
    return ERR_OK;
}

/* What the points are for: `per`, and `of` where that needs it. */
static enum err read_measure(const struct ecos_reading *r, const struct value *object, struct ecos_effect *e)
{
    static const char *const measures[] = {[MEASURE_FIXED] = "fixed",
                                           [MEASURE_HERD] = "herd",
                                           [MEASURE_HABITAT] = "habitat",
                                           [MEASURE_TERRITORY] = "territory",
                                           [MEASURE_ADJACENT] = "adjacent",
                                           [MEASURE_IN_HABITAT] = "in-habitat",
                                           [MEASURE_IN_TERRITORY] = "in-territory",
                                           [MEASURE_LANDSCAPE] = "landscape",
                                           [MEASURE_LARGEST] = "largest",
                                           [MEASURES] = NULL};
    struct value per = value_member(object, "per");
    struct value of = value_member(object, "of");
    enum err err = per.node ? value_choice(&per, measures, &e->measure, r->error) : ERR_OK;
    if (err != ERR_OK || !of.node) {
        return err;
    }
    return ecos_read_named_thing(r, &of, &e->of);
}

static enum err read_points(struct ecos_reading *r, const struct value *object, struct ecos_effect *e)
{
    static const char *const keys[] = {"points", "per", "of", "every", "cap", "everyone", NULL};
    struct value points = value_member(object, "points");
    struct value of = value_member(object, "of");
    enum err err = value_object(object, keys, r->error);
    if (err != ERR_OK) {
        return err;
    }
    err = read_amount(r, &points, e);
    if (err != ERR_OK) {
        return err;
    }
    err = read_measure(r, object, e);
    if (err != ERR_OK) {
        return err;
    }
    err = value_number_or(object, "every", 1, 20, 1, &e->per, r->error);
    if (err != ERR_OK) {
        return err;
    }
    err = value_number_or(object, "cap", 1, 100, 0, &e->cap, r->error);
    if (err != ERR_OK) {
        return err;
    }
    err = read_mark(r, object, "everyone", EFFECT_EVERYONE, &e->flags);
    if (err != ERR_OK) {
        return err;
    }
    if (e->of == THING_NONE && e->measure >= MEASURE_ADJACENT) {
        return value_raise(&of, &VALUE_MSG_MISSING, NULL, r->error);
    }
    return ERR_OK;
}

/* `"gain": "sun"`, `"cube"`, `"card"`, `"play"` */
static enum err read_gain(struct ecos_reading *r, const struct value *object, struct ecos_effect *e)
{
    static const char *const keys[] = {"gain", "count", "everyone", NULL};
    struct value what = value_member(object, "gain");
    struct span text = {NULL, 0};
    enum err err = value_object(object, keys, r->error);
    if (err != ERR_OK) {
        return err;
    }
    err = value_text(&what, &text, r->error);
    if (err != ERR_OK) {
        return err;
    }
    e->op = span_is(text, "cube")   ? ECOS_CUBE
            : span_is(text, "card") ? ECOS_CARD
            : span_is(text, "play") ? ECOS_PLAY
                                    : ECOS_ELEMENT;
    err = e->op == ECOS_ELEMENT ? ecos_read_named_element(r, &what, &e->what) : ERR_OK;
    if (err != ERR_OK) {
        return err;
    }
    err = value_number_or(object, "count", 1, 8, 1, &e->amount, r->error);
    if (err != ERR_OK) {
        return err;
    }
    return read_mark(r, object, "everyone", EFFECT_EVERYONE, &e->flags);
}

static enum err read_move(struct ecos_reading *r, const struct value *object, struct ecos_effect *e)
{
    static const char *const keys[] = {"move", "steps", "count", "anywhere", NULL};
    struct value what = value_member(object, "move");
    enum err err = value_object(object, keys, r->error);
    if (err != ERR_OK) {
        return err;
    }
    err = ecos_read_named_thing(r, &what, &e->what);
    if (err != ERR_OK) {
        return err;
    }
    if (e->what < THING_ANIMAL) {
        return raise_unknown(r, &what);
    }
    err = value_number_or(object, "steps", 1, 20, 1, &e->steps, r->error);
    if (err != ERR_OK) {
        return err;
    }
    err = value_number_or(object, "count", 1, 8, 1, &e->amount, r->error);
    if (err != ERR_OK) {
        return err;
    }
    return read_mark(r, object, "anywhere", EFFECT_ANYWHERE, &e->flags);
}

/* An effect whose first key says what it is about. */
static enum err read_alone(const struct ecos_reading *r, const struct value *object, const char *const *keys,
                           uint8_t *out)
{
    struct value what = value_member(object, keys[0]);
    enum err err = value_object(object, keys, r->error);
    return err == ERR_OK ? ecos_read_named_thing(r, &what, out) : err;
}

static enum err read_remove(struct ecos_reading *r, const struct value *object, struct ecos_effect *e)
{
    static const char *const keys[] = {"remove", "then", NULL};
    return read_alone(r, object, keys, &e->what);
}

static enum err read_replace(struct ecos_reading *r, const struct value *object, struct ecos_effect *e)
{
    static const char *const keys[] = {"replace", "by", "then", NULL};
    struct value what = value_member(object, "replace");
    struct value by = value_member(object, "by");
    enum err err = value_object(object, keys, r->error);
    if (err != ERR_OK) {
        return err;
    }
    err = ecos_read_named_thing(r, &what, &e->what);
    if (err != ERR_OK) {
        return err;
    }
    err = ecos_read_named_thing(r, &by, &e->of);
    if (err != ERR_OK) {
        return err;
    }
    bool terrain = e->what <= THING_WATER || e->what == THING_LAND || e->what == THING_TILE;
    if (!terrain) {
        return raise_unknown(r, &what);
    }
    return e->of <= THING_WATER ? ERR_OK : raise_unknown(r, &by);
}

static enum err read_pick(struct ecos_reading *r, const struct value *object, struct ecos_effect *e)
{
    static const char *const keys[] = {"pick", NULL};
    return read_alone(r, object, keys, &e->what);
}

/* `"choose": [[...], [...]]`: the head, its branches, each with a jump behind them all. */
// NOLINTNEXTLINE(misc-no-recursion): DEPTH bounds it
static enum err read_branches(struct ecos_reading *r, const struct value *object, unsigned depth)
{
    static const char *const keys[] = {"choose", NULL};
    struct value list = value_member(object, "choose");
    enum err err = value_object(object, keys, r->error);
    if (err != ERR_OK) {
        return err;
    }
    err = value_list(&list, 2, 4, r->error);
    if (err != ERR_OK) {
        return err;
    }
    size_t count = value_count(&list);
    size_t head = r->effects;
    for (size_t i = 0; i <= count; i++) {
        struct ecos_effect *e = new_record(r, i == 0 ? ECOS_CHOICE : ECOS_BRANCH);
        if (!e) {
            return raise_full(r, &list);
        }
        e->amount = (uint8_t)count;
    }
    size_t jump[4] = {0};
    for (size_t i = 0; i < count; i++) {
        struct value branch = value_item(&list, i);
        r->block->effect[head + 1 + i].target = (uint16_t)r->effects;
        err = read_block(r, &branch, depth + 1);
        if (err != ERR_OK) {
            return err;
        }
        jump[i] = r->effects;
        if (!new_record(r, ECOS_JUMP)) {
            return raise_full(r, &branch);
        }
    }
    for (size_t i = 0; i < count; i++) {
        r->block->effect[jump[i]].target = (uint16_t)r->effects;
    }
    return ERR_OK;
}

// NOLINTNEXTLINE(misc-no-recursion)
static enum err read_optional(struct ecos_reading *r, const struct value *object, unsigned depth)
{
    static const char *const keys[] = {"optional", NULL};
    struct value list = value_member(object, "optional");
    enum err err = value_object(object, keys, r->error);
    if (err != ERR_OK) {
        return err;
    }
    struct ecos_effect *e = new_record(r, ECOS_MAY);
    if (!e) {
        return raise_full(r, &list);
    }
    err = read_block(r, &list, depth + 1);
    e->target = (uint16_t)r->effects;
    return err;
}

/* `"then": [...]` of a removal or a replacement: what happens only when there was something to remove. */
// NOLINTNEXTLINE(misc-no-recursion)
static enum err read_then(struct ecos_reading *r, const struct value *object, struct ecos_effect *e, unsigned depth)
{
    struct value list = value_member(object, "then");
    if (!list.node) {
        return ERR_OK;
    }
    if (depth >= DEPTH) {
        return raise_full(r, &list);
    }
    enum err err = read_block(r, &list, depth + 1);
    e->target = (uint16_t)r->effects;
    return err;
}

static const struct kind {
    const char *key;
    uint8_t op;
    enum err (*read)(struct ecos_reading *r, const struct value *object, struct ecos_effect *e);
} KINDS_OF_EFFECT[] = {
    {"place", ECOS_PLACE, read_place}, {"points", ECOS_POINTS, read_points}, {"gain", ECOS_ELEMENT, read_gain},
    {"move", ECOS_MOVE, read_move},    {"remove", ECOS_REMOVE, read_remove}, {"replace", ECOS_REPLACE, read_replace},
    {"pick", ECOS_PICK, read_pick},
};

static bool has(const struct value *object, const char *key)
{
    return value_member(object, key).node != NULL;
}

// NOLINTNEXTLINE(misc-no-recursion)
static enum err read_effect(struct ecos_reading *r, const struct value *object, unsigned depth)
{
    if (has(object, "choose") && depth < DEPTH) {
        return read_branches(r, object, depth);
    }
    if (has(object, "optional") && depth < DEPTH) {
        return read_optional(r, object, depth);
    }
    for (size_t i = 0; i < sizeof(KINDS_OF_EFFECT) / sizeof(KINDS_OF_EFFECT[0]); i++) {
        if (has(object, KINDS_OF_EFFECT[i].key)) {
            struct ecos_effect *e = new_record(r, KINDS_OF_EFFECT[i].op);
            if (!e) {
                return raise_full(r, object);
            }
            enum err err = KINDS_OF_EFFECT[i].read(r, object, e);
            return err == ERR_OK ? read_then(r, object, e, depth) : err;
        }
    }
    return value_raise(object, &MSG_EFFECT, "place, points, gain, move, remove, replace, pick, choose", r->error);
}

// NOLINTNEXTLINE(misc-no-recursion)
static enum err read_block(struct ecos_reading *r, const struct value *list, unsigned depth)
{
    enum err err = value_list(list, 1, 8, r->error);
    if (err != ERR_OK) {
        return err;
    }
    for (size_t i = 0; i < value_count(list); i++) {
        struct value object = value_item(list, i);
        err = read_effect(r, &object, depth);
        if (err != ERR_OK) {
            return err;
        }
    }
    return ERR_OK;
}

/* From the last record to the first: what follows each. */
static enum err mark_records(const struct ecos_reading *r, const struct value *list, size_t first)
{
    bool places = false;
    bool asks = false;
    for (size_t i = r->effects; i-- > first;) {
        struct ecos_effect *e = &r->block->effect[i];
        places = places || e->op == ECOS_PLACE;
        e->flags = (uint8_t)(e->flags | (places ? EFFECT_PLACES : 0) | (asks ? 0 : EFFECT_PLACE_FREE));
        asks = asks || (e->op == ECOS_PLACE && e->near != THING_NONE) || e->op == ECOS_REMOVE || e->op == ECOS_REPLACE;
    }
    bool moved = false;
    for (size_t i = first; i < r->effects; i++) {
        const struct ecos_effect *e = &r->block->effect[i];
        moved = moved || e->op == ECOS_MOVE;
        if (moved && e->op == ECOS_PLACE && e->near != THING_NONE && e->near >= THING_ANIMAL) {
            return value_raise(list, &MSG_NEAR, NULL, r->error);
        }
    }
    return r->effects - first <= ECOS_PROGRAM ? ERR_OK : raise_full(r, list);
}

enum err ecos_read_effects(struct ecos_reading *r, const struct value *list, struct ecos_card *card)
{
    size_t first = r->effects;
    card->first = (uint16_t)first;
    enum err err = read_block(r, list, 0);
    if (err != ERR_OK) {
        return err;
    }
    return new_record(r, ECOS_END) ? mark_records(r, list, first) : raise_full(r, list);
}
