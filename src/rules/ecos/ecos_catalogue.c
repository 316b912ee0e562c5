/*
 * From a document to the block: what the box holds, then its cards and decks,
 * all held against what the rules need of them. docs/ecos-catalogue.md explains
 * the document, schema/catalogue.schema.json describes it.
 */
#include "rules/ecos/ecos_catalogue_read.h"

#include "rules/ecos/ecos.h"
#include "rules/ecos/ecos_state.h"

#include "base/banned.h"

const char *const ecos_backs[] = {[ECOS_BLUE] = "blue", [ECOS_BROWN] = "brown", [ECOS_BACK_UNKNOWN] = NULL};

/* ---- things and elements by their ids ---- */

enum err ecos_read_named_thing(const struct ecos_reading *r, const struct value *value, uint8_t *out)
{
    struct span text = {NULL, 0};
    enum err err = value_text(value, &text, r->error);
    if (err != ERR_OK) {
        return err;
    }
    for (unsigned i = 0; i < THING_SPECIES + (unsigned)r->block->species; i++) {
        if (span_is(text, ecos_thing_name(r->block, i).id)) {
            *out = (uint8_t)i;
            return ERR_OK;
        }
    }
    return value_raise(value, &VALUE_MSG_UNKNOWN, text.ptr, r->error);
}

enum err ecos_read_named_element(const struct ecos_reading *r, const struct value *value, uint8_t *out)
{
    struct span text = {NULL, 0};
    enum err err = value_text(value, &text, r->error);
    if (err != ERR_OK) {
        return err;
    }
    for (unsigned i = 0; i < r->block->elements; i++) {
        if (span_is(text, ecos_label_name(r->block, r->block->element[i]).id)) {
            *out = (uint8_t)i;
            return ERR_OK;
        }
    }
    return value_raise(value, &VALUE_MSG_UNKNOWN, text.ptr, r->error);
}

/* ---- what the box holds ---- */

/* Which of several documents of one name it is: the first says nothing. */
static enum err read_edition(struct ecos_reading *r, const struct value *document)
{
    return value_number_or(document, "edition", 1, 255, 1, &r->block->edition, r->error);
}

static enum err read_element(struct ecos_reading *r, const struct value *object, struct label_kind *names, size_t i,
                             bool *wild)
{
    static const char *const keys[] = {"id", "en", "fr", "count", "wild", NULL};
    struct value count = value_member(object, "count");
    unsigned number = 0;
    enum err err = value_object(object, keys, r->error);
    if (err != ERR_OK) {
        return err;
    }
    err = label_read_new(&r->texts, object, &r->block->element[i], names, r->error);
    if (err != ERR_OK) {
        return err;
    }
    err = value_number(&count, 1, 30, &number, r->error);
    if (err != ERR_OK) {
        return err;
    }
    r->block->element_tokens[i] = (uint8_t)number;
    r->block->elements++;
    return value_flag(object, "wild", wild, r->error);
}

static enum err read_elements(struct ecos_reading *r, const struct value *document)
{
    static const char *const reserved[] = {"cube", "card", "carte", "play", "from", "de", "eco", NULL};
    struct label_kind names = {.reserved = reserved};
    struct value list = value_member(document, "elements");
    unsigned wilds = 0;
    enum err err = value_list(&list, 2, ECOS_ELEMENTS, r->error);
    if (err != ERR_OK) {
        return err;
    }
    for (size_t i = 0; i < value_count(&list); i++) {
        struct value object = value_item(&list, i);
        bool wild = false;
        err = read_element(r, &object, &names, i, &wild);
        if (err != ERR_OK) {
            return err;
        }
        if (wild) {
            r->block->wild = (uint8_t)i;
            wilds++;
        }
    }
    return wilds == 1 ? ERR_OK : value_raise(&list, &VALUE_MSG_COUNT, "wild", r->error);
}

/* Where a species may be placed. */
static enum err read_lives(const struct ecos_reading *r, const struct value *list, uint8_t *lives)
{
    static const char *const terrains[] = {"desert", "grassland", "water", "mountain", "forest", NULL};
    enum err err = value_list(list, 1, 5, r->error);
    if (err != ERR_OK) {
        return err;
    }
    for (size_t i = 0; i < value_count(list); i++) {
        struct value terrain = value_item(list, i);
        uint8_t thing = 0;
        err = value_choice(&terrain, terrains, &thing, r->error);
        if (err != ERR_OK) {
            return err;
        }
        *lives = (uint8_t)(*lives | 1u << thing);
    }
    return ERR_OK;
}

static enum err read_one_species(struct ecos_reading *r, const struct value *object, struct label_kind *names,
                                 struct ecos_species_entry *entry)
{
    static const char *const keys[] = {"id", "en", "fr", "tokens", "lives", NULL};
    struct value tokens = value_member(object, "tokens");
    struct value lives = value_member(object, "lives");
    unsigned number = 0;
    enum err err = value_object(object, keys, r->error);
    if (err != ERR_OK) {
        return err;
    }
    err = label_read_new(&r->texts, object, &entry->name, names, r->error);
    if (err != ERR_OK) {
        return err;
    }
    err = value_number(&tokens, 1, ECOS_TOKENS, &number, r->error);
    if (err != ERR_OK) {
        return err;
    }
    entry->tokens = (uint8_t)number;
    return read_lives(r, &lives, &entry->lives);
}

static enum err read_species(struct ecos_reading *r, const struct value *document)
{
    static const char *const reserved[] = {"desert",   "grassland", "prairie", "water", "eau", "mountain",
                                           "montagne", "forest",    "foret",   "land",  "sol", "tile",
                                           "tuile",    "animal",    "animaux", NULL};
    struct label_kind names = {.reserved = reserved};
    struct value list = value_member(document, "species");
    enum err err = value_list(&list, 1, ECOS_SPECIES, r->error);
    if (err != ERR_OK) {
        return err;
    }
    for (size_t i = 0; i < value_count(&list); i++) {
        struct value object = value_item(&list, i);
        err = read_one_species(r, &object, &names, &r->block->animal[i]);
        if (err != ERR_OK) {
            return err;
        }
        r->block->species++;
    }
    return ERR_OK;
}

static enum err read_supplies(struct ecos_reading *r, const struct value *document)
{
    static const char *const keys[] = {"land", "water", "mountains", "forests", "cubes", NULL};
    static const unsigned min[] = {10, 10, 0, 0, 42};
    struct ecos_catalogue *b = r->block;
    uint8_t *const to[] = {&b->land, &b->water, &b->mountains, &b->forests, &b->cubes};
    struct value object = value_member(document, "supplies");
    enum err err = value_object(&object, keys, r->error);
    if (err != ERR_OK) {
        return err;
    }
    for (unsigned i = 0; i < 5; i++) {
        struct value supply = value_member(&object, keys[i]);
        unsigned number = 0;
        err = value_number(&supply, min[i], 120, &number, r->error);
        if (err != ERR_OK) {
            return err;
        }
        *to[i] = (uint8_t)number;
    }
    bool fits = b->land + b->water <= ECOS_LAND_TILES;
    return fits ? ERR_OK : value_raise(&object, &VALUE_MSG_COUNT, "land + water <= 80", r->error);
}

static enum err read_backs(struct ecos_reading *r, const struct value *document)
{
    static const unsigned min[] = {[ECOS_BLUE] = ECOS_DECK_BLUE, [ECOS_BROWN] = ECOS_DECK_BROWN};
    struct value object = value_member(document, "backs");
    enum err err = value_object(&object, ecos_backs, r->error);
    if (err != ERR_OK) {
        return err;
    }
    for (unsigned i = 0; i < 2; i++) {
        struct value size = value_member(&object, ecos_backs[i]);
        unsigned number = 0;
        err = value_number(&size, min[i], ECOS_CARDS, &number, r->error);
        if (err != ERR_OK) {
            return err;
        }
        r->block->deck_size[i] = (uint8_t)number;
    }
    bool sums = r->block->deck_size[ECOS_BLUE] + r->block->deck_size[ECOS_BROWN] == ECOS_CARDS;
    return sums ? ERR_OK : value_raise(&object, &VALUE_MSG_COUNT, "blue + brown = 105", r->error);
}

/* ---- the document ---- */

enum err ecos_catalogue_read(const struct value *document, void *block, struct error *error)
{
    static const char *const keys[] = {"catalogue", "name",  "edition", "note",  "elements", "species",
                                       "supplies",  "backs", "cards",   "decks", NULL};
    static enum err (*const parts[])(struct ecos_reading * r, const struct value *document) = {
        read_edition, read_elements, read_species, read_supplies, read_backs, ecos_read_cards, ecos_read_decks};
    struct ecos_catalogue *b = block;
    struct ecos_reading r = {.block = b, .error = error, .texts = {b->text, sizeof(b->text), 1}};
    memset(b, 0, sizeof(*b));
    b->magic = ECOS_BLOCK_MAGIC;
    enum err err = label_read_document(&r.texts, document, keys, ecos_game.name.id, &b->name, error);
    for (size_t i = 0; err == ERR_OK && i < sizeof(parts) / sizeof(parts[0]); i++) {
        err = parts[i](&r, document);
    }
    return err;
}
