/*
 * From a document to the block: every species and every advanced biotope once,
 * held against what the box is known to hold. docs/biotopes-catalogue.md
 * explains the document.
 *
 * The cards of the box are fixed, so a document that has other totals than the
 * rulebook states is a document with a slip in it, and is refused.
 */
#include "rules/biotopes/biotopes_catalogue_read.h"

#include "rules/biotopes/biotopes_state.h"

#include "base/strbuf.h"

#include "base/banned.h"

enum { MOST_CUBES = 4 /* that a species costs */, ADVANCED = BIO_BASICS - BIO_ADVANCED };

static const struct message MSG_COST = {ERR_SYNTAX, "catalogue.cost", "%1: a species costs 1 to 4 cubes",
                                        "%1 : une espèce coûte de 1 à 4 cubes"};
static const struct message MSG_CERTAIN = {ERR_SYNTAX, "catalogue.certain",
                                           "%1 is missing: a catalogue that is certain has every effect",
                                           "%1 manque : un catalogue certain a tous les effets"};

/* Species of a deck, by the rulebook: of each biotope, and of each type. */
static const uint8_t OF_BIOTOPE[BIO_DECKS] = {[BIO_HERBIVORE] = 9, [BIO_INSECTIVORE] = 7, [BIO_CARNIVORE] = 6};
static const uint8_t OF_TYPE[BIO_DECKS][BIO_TYPES] = {
    [BIO_HERBIVORE] = {[BIO_INVERTEBRATE] = 16, [BIO_REPTILE] = 0, [BIO_BIRD] = 9, [BIO_MAMMAL] = 11},
    [BIO_INSECTIVORE] = {[BIO_INVERTEBRATE] = 5, [BIO_REPTILE] = 12, [BIO_BIRD] = 6, [BIO_MAMMAL] = 5},
    [BIO_CARNIVORE] = {[BIO_INVERTEBRATE] = 1, [BIO_REPTILE] = 7, [BIO_BIRD] = 9, [BIO_MAMMAL] = 7},
};

/* ---- one species ---- */

/* `{"plant": 1, "invertebrate": 2}` */
static enum err read_cost(const struct value *object, struct bio_species *species, struct error *error)
{
    const char *keys[BIO_TYPES + 1] = {NULL};
    unsigned sum = 0;
    for (unsigned i = 0; i < BIO_TYPES; i++) {
        keys[i] = bio_types[i].id;
    }
    enum err err = value_object(object, keys, error);
    if (err != ERR_OK) {
        return err;
    }
    for (unsigned i = 0; i < BIO_TYPES; i++) {
        err = value_number_or(object, keys[i], 1, MOST_CUBES, 0, &species->cost[i], error);
        if (err != ERR_OK) {
            return err;
        }
        sum += species->cost[i];
    }
    return sum >= 1 && sum <= MOST_CUBES ? ERR_OK : value_raise(object, &MSG_COST, NULL, error);
}

/* What the species is, besides its id and its effect. */
static enum err read_traits(const struct value *object, struct bio_species *species, struct error *error)
{
    struct value deck = value_member(object, "deck");
    struct value biotope = value_member(object, "biotope");
    struct value type = value_member(object, "type");
    struct value cost = value_member(object, "cost");
    enum err err = bio_read_named(&deck, bio_decks, BIO_DECKS, &species->deck, error);
    if (err != ERR_OK) {
        return err;
    }
    err = bio_read_named(&biotope, bio_biotopes, BIO_BIOTOPES, &species->biotope, error);
    if (err != ERR_OK) {
        return err;
    }
    /* No species is a plant. */
    err = bio_read_named(&type, bio_types + BIO_INVERTEBRATE, BIO_TYPES - BIO_INVERTEBRATE, &species->type, error);
    if (err != ERR_OK) {
        return err;
    }
    species->type = (uint8_t)(species->type + BIO_INVERTEBRATE);
    return read_cost(&cost, species, error);
}

/* Its effect, which a document that is certain has to know. */
static enum err read_does(const struct value *object, struct bio_catalogue *b, unsigned card, struct error *error)
{
    enum err err = bio_read_effect(object, card < BIO_SPECIES, &b->effect[card], error);
    if (err != ERR_OK) {
        return err;
    }
    if (b->certain && b->effect[card].when == WHEN_UNKNOWN) {
        struct value effect = value_member(object, "effect");
        return value_raise(&effect, &MSG_CERTAIN, NULL, error);
    }
    return ERR_OK;
}

static enum err read_one_species(const struct value *object, struct bio_catalogue *b, bool *is_read,
                                 struct error *error)
{
    static const char *const keys[] = {"id", "deck", "biotope", "type", "cost", "effect", NULL};
    struct value id = value_member(object, "id");
    uint8_t card = 0;
    enum err err = value_object(object, keys, error);
    if (err != ERR_OK) {
        return err;
    }
    err = bio_read_named(&id, bio_card_names, BIO_SPECIES, &card, error);
    if (err != ERR_OK) {
        return err;
    }
    if (is_read[card]) {
        return value_raise(&id, &VALUE_MSG_TWICE, bio_card_names[card].id, error);
    }
    is_read[card] = true;
    err = read_traits(object, &b->species[card], error);
    if (err != ERR_OK) {
        return err;
    }
    return read_does(object, b, card, error);
}

/* ---- the box ---- */

static unsigned species_of(const struct bio_catalogue *b, unsigned deck, unsigned biotope, unsigned type)
{
    unsigned count = 0;
    for (unsigned i = 0; i < BIO_SPECIES; i++) {
        const struct bio_species *s = &b->species[i];
        count += s->deck == deck && (biotope == BIO_BIOTOPES || s->biotope == biotope) &&
                 (type == BIO_TYPES || s->type == type);
    }
    return count;
}

/* `herbivore forest = 9`: what the box has. */
static enum err raise_total(const struct value *list, unsigned deck, const struct name *of, unsigned count,
                            struct error *error)
{
    char memory[64];
    struct strbuf total;
    strbuf_wrap(&total, memory, sizeof(memory));
    strbuf_add(&total, bio_decks[deck].id);
    strbuf_add_char(&total, ' ');
    strbuf_add(&total, of->id);
    strbuf_add(&total, " = ");
    strbuf_int(&total, count);
    return value_raise(list, &VALUE_MSG_COUNT, strbuf_text(&total), error);
}

static enum err check_totals(const struct value *list, const struct bio_catalogue *b, struct error *error)
{
    for (unsigned deck = 0; deck < BIO_DECKS; deck++) {
        for (unsigned i = 0; i < BIO_BIOTOPES; i++) {
            if (species_of(b, deck, i, BIO_TYPES) != OF_BIOTOPE[deck]) {
                return raise_total(list, deck, &bio_biotopes[i], OF_BIOTOPE[deck], error);
            }
        }
        for (unsigned i = BIO_INVERTEBRATE; i < BIO_TYPES; i++) {
            if (species_of(b, deck, BIO_BIOTOPES, i) != OF_TYPE[deck][i]) {
                return raise_total(list, deck, &bio_types[i], OF_TYPE[deck][i], error);
            }
        }
    }
    return ERR_OK;
}

static enum err read_species(const struct value *document, struct bio_catalogue *b, struct error *error)
{
    struct value list = value_member(document, "species");
    bool is_read[BIO_SPECIES] = {false};
    enum err err = value_list(&list, BIO_SPECIES, BIO_SPECIES, error);
    if (err != ERR_OK) {
        return err;
    }
    for (size_t i = 0; i < BIO_SPECIES; i++) {
        struct value object = value_item(&list, i);
        err = read_one_species(&object, b, is_read, error);
        if (err != ERR_OK) {
            return err;
        }
    }
    return check_totals(&list, b, error);
}

/* ---- advanced biotopes ---- */

static enum err read_one_biotope(const struct value *object, struct bio_catalogue *b, bool *is_read,
                                 struct error *error)
{
    static const char *const keys[] = {"biotope", "milieu", "effect", NULL};
    struct value biotope = value_member(object, "biotope");
    struct value milieu = value_member(object, "milieu");
    uint8_t of = 0;
    uint8_t which = 0;
    enum err err = value_object(object, keys, error);
    if (err != ERR_OK) {
        return err;
    }
    err = bio_read_named(&biotope, bio_biotopes, BIO_BIOTOPES, &of, error);
    if (err != ERR_OK) {
        return err;
    }
    err = bio_read_named(&milieu, bio_milieus + BIO_PRESERVED, BIO_MILIEUS - BIO_PRESERVED, &which, error);
    if (err != ERR_OK) {
        return err;
    }
    unsigned index = of * (BIO_MILIEUS - 1u) + which;
    if (is_read[index]) {
        return value_raise(object, &VALUE_MSG_TWICE, bio_card_names[BIO_ADVANCED + index].id, error);
    }
    is_read[index] = true;
    return read_does(object, b, BIO_ADVANCED + index, error);
}

static enum err read_biotopes(const struct value *document, struct bio_catalogue *b, struct error *error)
{
    struct value list = value_member(document, "biotopes");
    bool is_read[ADVANCED] = {false};
    enum err err = value_list(&list, ADVANCED, ADVANCED, error);
    if (err != ERR_OK) {
        return err;
    }
    for (size_t i = 0; i < ADVANCED; i++) {
        struct value object = value_item(&list, i);
        err = read_one_biotope(&object, b, is_read, error);
        if (err != ERR_OK) {
            return err;
        }
    }
    for (unsigned i = BIO_BASICS; i < BIO_CARDS; i++) {
        b->effect[i] = (struct bio_effect){.when = WHEN_NEVER, .onto = BIO_ANY, .count = 1, .per = 1};
    }
    return ERR_OK;
}

/* ---- the document ---- */

static enum err read_about(const struct value *document, struct bio_catalogue *b, struct error *error)
{
    struct value note = value_member(document, "note"); /* for whoever reads the file */
    bool certain = false;
    if (note.node && !value_is_kind(&note, VALUE_TEXT)) {
        return value_raise(&note, &VALUE_MSG_TEXT, NULL, error);
    }
    enum err err = value_number_or(document, "edition", 1, 255, 1, &b->edition, error);
    if (err != ERR_OK) {
        return err;
    }
    err = value_flag(document, "certain", &certain, error);
    b->certain = certain;
    return err;
}

enum err bio_catalogue_read(const struct value *document, void *block, struct error *error)
{
    static const char *const keys[] = {"catalogue", "name", "edition", "note", "certain", "species", "biotopes", NULL};
    static enum err (*const parts[])(const struct value *, struct bio_catalogue *,
                                     struct error *) = {read_about, read_species, read_biotopes};
    struct bio_catalogue *b = block;
    struct label_texts texts = {b->text, sizeof(b->text), 1};
    memset(b, 0, sizeof(*b));
    b->magic = BIO_BLOCK_MAGIC;
    enum err err = label_read_document(&texts, document, keys, "biotopes", &b->name, error);
    for (size_t i = 0; err == ERR_OK && i < sizeof(parts) / sizeof(parts[0]); i++) {
        err = parts[i](document, b, error);
    }
    return err;
}
