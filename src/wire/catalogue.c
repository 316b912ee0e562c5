/* A catalogue as a whole: box, species, cards and starting decks, held against what the rules need of them. */
#include "wire/catalogue_read.h"

#include "base/utf8.h"
#include "wire/json_why.h"

#include "base/banned.h"

static const struct message MSG_JSON = {ERR_SYNTAX, "catalogue.json", "not JSON: %1", "pas du JSON : %2"};

static enum err read_elements(struct reading *r, const struct at *root)
{
    static const char *const keys[] = {"id", "en", "fr", "count", "wild", NULL};
    static const char *const reserved[] = {"cube", "card", "carte", "play", "from", "de", "eco", NULL};
    struct names names = {.reserved = reserved};
    struct at list = at_key(root, "elements");
    unsigned wilds = 0;
    unsigned number = 0;
    enum err err = read_list(r, &list, 2, ECOS_ELEMENTS);
    for (size_t i = 0; err == ERR_OK && i < json_array_size(list.value); i++) {
        struct at object = at_index(&list, i);
        struct at count = at_key(&object, "count");
        err = read_object(r, &object, keys);
        err = err == ERR_OK ? read_name(r, &object, &r->block->element[i], &names) : err;
        err = err == ERR_OK ? read_number(r, &count, 1, 30, &number) : err;
        r->block->element_tokens[i] = (uint8_t)number;
        bool wild = false;
        err = err == ERR_OK ? read_flag(r, &object, "wild", &wild) : err;
        if (wild) {
            r->block->wild = (uint8_t)i;
            wilds++;
        }
        r->block->elements++;
    }
    if (err == ERR_OK && wilds != 1) {
        err = read_raise(r, &CATALOGUE_COUNT, &list, "wild");
    }
    return err;
}

static enum err read_species(struct reading *r, const struct at *root)
{
    static const char *const keys[] = {"id", "en", "fr", "tokens", "lives", NULL};
    static const char *const places[] = {"desert", "grassland", "water", "mountain", "forest", NULL};
    static const char *const reserved[] = {"desert",   "grassland", "prairie", "water", "eau", "mountain",
                                           "montagne", "forest",    "foret",   "land",  "sol", "tile",
                                           "tuile",    "animal",    "animaux", NULL};
    struct names names = {.reserved = reserved};
    struct at list = at_key(root, "species");
    enum err err = read_list(r, &list, 1, ECOS_SPECIES);
    for (size_t i = 0; err == ERR_OK && i < json_array_size(list.value); i++) {
        struct ecos_species_entry *entry = &r->block->animal[i];
        struct at object = at_index(&list, i);
        struct at tokens = at_key(&object, "tokens");
        struct at lives = at_key(&object, "lives");
        unsigned number = 0;
        err = read_object(r, &object, keys);
        err = err == ERR_OK ? read_name(r, &object, &entry->name, &names) : err;
        err = err == ERR_OK ? read_number(r, &tokens, 1, ECOS_TOKENS, &number) : err;
        err = err == ERR_OK ? read_list(r, &lives, 1, 5) : err;
        entry->tokens = (uint8_t)number;
        for (size_t k = 0; err == ERR_OK && k < json_array_size(lives.value); k++) {
            struct at place = at_index(&lives, k);
            uint8_t thing = 0;
            err = read_choice(r, &place, places, &thing);
            entry->lives = (uint8_t)(entry->lives | 1u << thing);
        }
        r->block->species++;
    }
    return err;
}

static enum err read_supplies(struct reading *r, const struct at *root)
{
    static const char *const keys[] = {"land", "water", "mountains", "forests", "cubes", NULL};
    static const char *const backs[] = {"blue", "brown", NULL};
    uint8_t *const to[] = {&r->block->land, &r->block->water, &r->block->mountains, &r->block->forests,
                           &r->block->cubes};
    static const unsigned min[] = {10, 10, 0, 0, 42};
    struct at object = at_key(root, "supplies");
    struct at sizes = at_key(root, "backs");
    enum err err = read_object(r, &object, keys);
    for (unsigned i = 0; err == ERR_OK && i < 5; i++) {
        struct at place = at_key(&object, keys[i]);
        unsigned number = 0;
        err = read_number(r, &place, min[i], 120, &number);
        *to[i] = (uint8_t)number;
    }
    if (err == ERR_OK && r->block->land + r->block->water > ECOS_LAND_TILES) {
        err = read_raise(r, &CATALOGUE_COUNT, &object, "land + water <= 80");
    }
    err = err == ERR_OK ? read_object(r, &sizes, backs) : err;
    for (unsigned i = 0; err == ERR_OK && i < 2; i++) {
        struct at place = at_key(&sizes, backs[i]);
        unsigned number = 0;
        err = read_number(r, &place, i == 0 ? ECOS_DECK_BLUE : ECOS_DECK_BROWN, ECOS_CARDS, &number);
        r->block->deck_size[i] = (uint8_t)number;
    }
    if (err == ERR_OK && r->block->deck_size[0] + r->block->deck_size[1] != ECOS_CARDS) {
        err = read_raise(r, &CATALOGUE_COUNT, &sizes, "blue + brown = 105");
    }
    return err;
}

/* ---- cards ---- */

static enum err read_slots(const struct reading *r, const struct at *list, struct ecos_card *card)
{
    enum err err = read_list(r, list, 1, ECOS_SLOTS);
    for (size_t i = 0; err == ERR_OK && i < json_array_size(list->value); i++) {
        struct at place = at_index(list, i);
        uint8_t element = 0;
        err = read_element(r, &place, &element);
        card->need += UINT32_C(1) << 4 * element;
    }
    card->flags |= CARD_SLOTS_KNOWN;
    return err;
}

/* `card-17` is the id; a card without a name is called by its number. */
static enum err name_card(struct reading *r, const struct at *object, unsigned number, struct ecos_label *label)
{
    static const char *const keys[] = {"en", "fr", NULL};
    struct at name = at_key(object, "name");
    char memory[32];
    struct strbuf text;
    strbuf_wrap(&text, memory, sizeof(memory));
    strbuf_add(&text, "card-");
    strbuf_int(&text, number);
    enum err err = read_keep(r, object, strbuf_span(&text), &label->id);
    for (unsigned i = 0; err == ERR_OK && i < 2; i++) {
        struct at place = at_key(&name, keys[i]);
        struct span given;
        strbuf_clear(&text);
        strbuf_add(&text, i == 0 ? "card " : "carte ");
        strbuf_int(&text, number);
        given = strbuf_span(&text);
        err = name.value ? read_object(r, &name, keys) : ERR_OK;
        err = err == ERR_OK && name.value ? read_text(r, &place, &given) : err;
        err = err == ERR_OK ? read_keep(r, object, given, i == 0 ? &label->en : &label->fr) : err;
    }
    return err;
}

static enum err read_card(struct reading *r, const struct at *object)
{
    static const char *const keys[] = {"number", "name", "back", "slots", "leaves", "backlash", "effects", NULL};
    static const char *const backs[] = {"blue", "brown", NULL};
    struct at number = at_key(object, "number");
    struct at back = at_key(object, "back");
    struct at slots = at_key(object, "slots");
    struct at effects = at_key(object, "effects");
    unsigned n = 0;
    enum err err = read_object(r, object, keys);
    err = err == ERR_OK ? read_number(r, &number, 1, ECOS_CARDS, &n) : err;
    struct ecos_card *card = &r->block->card[n];
    if (err == ERR_OK && card->name.en) {
        err = read_raise(r, &CATALOGUE_TWICE, &number, r->block->text + card->name.id);
    }
    err = err == ERR_OK ? name_card(r, object, n, &card->name) : err;
    card->back = ECOS_BACK_UNKNOWN;
    err = err == ERR_OK && back.value ? read_choice(r, &back, backs, &card->back) : err;
    err = err == ERR_OK && slots.value ? read_slots(r, &slots, card) : err;
    err = err == ERR_OK ? read_number_or(r, object, "leaves", 1, 4, 0, &card->leaves) : err;
    bool backlash = false;
    err = err == ERR_OK ? read_flag(r, object, "backlash", &backlash) : err;
    if (backlash) {
        card->flags |= CARD_BACKLASH;
    }
    if (err == ERR_OK && effects.value) {
        struct at leaves = at_key(object, "leaves");
        card->flags |= CARD_EFFECTS_KNOWN;
        err = card->leaves && slots.value ? read_effects(r, &effects, card)
                                          : read_raise(r, &CATALOGUE_MISSING, slots.value ? &leaves : &slots, NULL);
    }
    return err;
}

/* No name of a card may mean another card. */
static enum err check_card_names(const struct reading *r, const struct at *list)
{
    const struct ecos_catalogue *b = r->block;
    for (unsigned i = 1; i <= ECOS_CARDS; i++) {
        for (unsigned k = 1; k < i; k++) {
            struct span a[2] = {span_from(b->text + b->card[i].name.en), span_from(b->text + b->card[i].name.fr)};
            struct span c[2] = {span_from(b->text + b->card[k].name.en), span_from(b->text + b->card[k].name.fr)};
            if (utf8_same(a[0], c[0]) || utf8_same(a[0], c[1]) || utf8_same(a[1], c[0]) || utf8_same(a[1], c[1])) {
                return read_raise(r, &CATALOGUE_TWICE, list, a[0].ptr);
            }
        }
    }
    return ERR_OK;
}

static enum err read_cards(struct reading *r, const struct at *root)
{
    struct at list = at_key(root, "cards");
    unsigned backs[3] = {0, 0, 0};
    enum err err = read_list(r, &list, ECOS_CARDS, ECOS_CARDS);
    for (size_t i = 0; err == ERR_OK && i < ECOS_CARDS; i++) {
        struct at object = at_index(&list, i);
        err = read_card(r, &object);
    }
    for (unsigned i = 1; err == ERR_OK && i <= ECOS_CARDS; i++) {
        backs[r->block->card[i].back]++;
    }
    if (err == ERR_OK && (backs[0] > r->block->deck_size[0] || backs[1] > r->block->deck_size[1])) {
        err = read_raise(r, &CATALOGUE_COUNT, &list, "back");
    }
    return err == ERR_OK ? check_card_names(r, &list) : err;
}

/* ---- starting decks ---- */

static enum err read_deck(struct reading *r, const struct at *object, struct names *names, struct ecos_deck *deck)
{
    static const char *const keys[] = {"id", "en", "fr", "family", "active", "hand", NULL};
    static const char *const families[] = {"footprint", "plant", NULL};
    struct at family = at_key(object, "family");
    struct at lists[2] = {at_key(object, "active"), at_key(object, "hand")};
    unsigned backs[3] = {0, 0, 0};
    unsigned filled = 0;
    enum err err = read_object(r, object, keys);
    err = err == ERR_OK ? read_name(r, object, &deck->name, names) : err;
    err = err == ERR_OK ? read_choice(r, &family, families, &deck->family) : err;
    for (unsigned k = 0; err == ERR_OK && k < 2; k++) {
        size_t size = k == 0 ? ECOS_DECK_ACTIVE : ECOS_DECK_CARDS - ECOS_DECK_ACTIVE;
        err = read_list(r, &lists[k], size, size);
        for (size_t i = 0; err == ERR_OK && i < size; i++) {
            struct at place = at_index(&lists[k], i);
            unsigned number = 0;
            err = read_number(r, &place, 1, ECOS_CARDS, &number);
            deck->card[filled++] = (uint8_t)number;
            backs[r->block->card[number].back]++;
        }
    }
    bool sums = backs[ECOS_BLUE] <= 4 && backs[ECOS_BROWN] <= 8;
    return err == ERR_OK && !sums ? read_raise(r, &CATALOGUE_COUNT, object, "4 blue, 8 brown") : err;
}

/* A card is in at most one deck of a family. */
static enum err check_decks(const struct reading *r, const struct at *list)
{
    uint8_t seen[2][ECOS_CARDS + 1] = {{0}};
    for (unsigned i = 0; i < r->block->decks; i++) {
        const struct ecos_deck *deck = &r->block->deck[i];
        for (unsigned k = 0; k < ECOS_DECK_CARDS; k++) {
            if (seen[deck->family][deck->card[k]]++) {
                struct at place = at_index(list, i);
                return read_raise(r, &CATALOGUE_TWICE, &place, r->block->text + r->block->card[deck->card[k]].name.id);
            }
        }
    }
    return ERR_OK;
}

static enum err read_decks(struct reading *r, const struct at *root)
{
    static const char *const reserved[] = {"draft", NULL};
    struct names names = {.reserved = reserved};
    struct at list = at_key(root, "decks");
    enum err err = read_list(r, &list, 0, ECOS_DECKS);
    for (size_t i = 0; err == ERR_OK && i < json_array_size(list.value); i++) {
        struct at object = at_index(&list, i);
        err = read_deck(r, &object, &names, &r->block->deck[i]);
        r->block->decks++;
    }
    return err == ERR_OK ? check_decks(r, &list) : err;
}

enum err wire_catalogue_load(struct span json, struct ecos_catalogue *block, struct error *error)
{
    static const char *const keys[] = {"catalogue", "name",  "note",  "elements", "species",
                                       "supplies",  "backs", "cards", "decks",    NULL};
    static const char *const games[] = {"ecos", NULL};
    static const char *const labels[] = {"id", "en", "fr", NULL};
    json_error_t why;
    struct reading r = {.block = block, .error = error, .text = 1};
    memset(block, 0, sizeof(*block));
    block->magic = ECOS_BLOCK_MAGIC;
    json_t *tree = json_loadb(json.ptr, json.len, JSON_REJECT_DUPLICATES, &why);
    if (!tree) {
        enum err err = error_raise(error, &MSG_JSON);
        wire_json_why(&why, error);
        error->line = why.line > 0 ? (uint32_t)why.line : 0;
        error->column = why.column > 0 ? (uint32_t)why.column : 0;
        return err;
    }
    struct at root = {NULL, "catalogue", 0, tree};
    struct at game = at_key(&root, "catalogue");
    struct at name = at_key(&root, "name");
    uint8_t ignored = 0;
    enum err err = read_object(&r, &root, keys);
    err = err == ERR_OK ? read_choice(&r, &game, games, &ignored) : err;
    err = err == ERR_OK ? read_object(&r, &name, labels) : err;
    err = err == ERR_OK ? read_label(&r, &name, &block->name) : err;
    err = err == ERR_OK ? read_elements(&r, &root) : err;
    err = err == ERR_OK ? read_species(&r, &root) : err;
    err = err == ERR_OK ? read_supplies(&r, &root) : err;
    err = err == ERR_OK ? read_cards(&r, &root) : err;
    err = err == ERR_OK ? read_decks(&r, &root) : err;
    json_decref(tree);
    return err;
}
