/*
 * From a document to the block, and what a setup knows of it. docs/pad.md has
 * an example and explains every key.
 */
#include "rules/pad/pad_document.h"

#include "rules/pad/pad.h"
#include "rules/pad/pad_state.h"

#include "base/banned.h"

enum { MOST_BGG = 99999999 };

static const struct message MSG_RESERVED = {
    ERR_SYNTAX, "catalogue.reserved",
    "%1: no category is called '%2', which a line of totals would read as something else",
    "%1 : aucune catégorie ne s'appelle « %2 », qu'une ligne de totaux lirait autrement"};
static const struct message MSG_SEATS = {ERR_SYNTAX, "catalogue.seats", "%1: the fewest seats are more than the most",
                                         "%1 : le moins de sièges dépasse le plus de sièges"};

/* ---- reading ---- */

static enum err read_seats(const struct value *document, struct pad_document *d, struct error *error)
{
    static const char *const keys[] = {"least", "most", NULL};
    struct value seats = value_member(document, "seats");
    struct value least = value_member(&seats, "least");
    struct value most = value_member(&seats, "most");
    unsigned number = 0;
    enum err err = value_object(&seats, keys, error);
    if (err != ERR_OK) {
        return err;
    }
    err = value_number(&least, 1, GAME_PLAYERS, &number, error);
    if (err != ERR_OK) {
        return err;
    }
    d->least = (uint8_t)number;
    err = value_number(&most, 1, GAME_PLAYERS, &number, error);
    if (err != ERR_OK) {
        return err;
    }
    d->most = (uint8_t)number;
    return d->least <= d->most ? ERR_OK : value_raise(&seats, &MSG_SEATS, NULL, error);
}

static enum err read_about(const struct value *document, struct pad_document *d, struct error *error)
{
    const char *variants[PAD_VARIANTS + 1] = {NULL};
    struct value variant = value_member(document, "variant");
    struct value bgg = value_member(document, "bgg");
    struct value note = value_member(document, "note"); /* for whoever reads the file */
    unsigned number = 0;
    for (unsigned i = 0; i < PAD_VARIANTS; i++) {
        variants[i] = pad_game.variants[i].name.id;
    }
    if (note.node && !value_is_kind(&note, VALUE_TEXT)) {
        return value_raise(&note, &VALUE_MSG_TEXT, NULL, error);
    }
    enum err err = value_number_or(document, "edition", 1, 255, 1, &d->edition, error);
    if (err != ERR_OK) {
        return err;
    }
    if (bgg.node) {
        err = value_number(&bgg, 1, MOST_BGG, &number, error);
        if (err != ERR_OK) {
            return err;
        }
        d->bgg = number;
    }
    return value_choice(&variant, variants, &d->variant, error);
}

/* A name that a line of totals would not read back. */
static enum err check_words(const struct value *object, const struct pad_document *d, struct label label,
                            struct error *error)
{
    static const char *const keys[] = {"id", "en", "fr"};
    const uint16_t begins[] = {label.id, label.en, label.fr};
    for (unsigned i = 0; i < 3; i++) {
        const char *word = d->text + begins[i];
        if (totals_reserved(span_from(word))) {
            struct value value = value_member(object, keys[i]);
            return value_raise(&value, &MSG_RESERVED, word, error);
        }
    }
    return ERR_OK;
}

static enum err read_category(const struct value *object, struct pad_document *d, struct label_texts *texts,
                              struct label_kind *kind, struct error *error)
{
    static const char *const keys[] = {"id", "en", "fr", "sign", NULL};
    static const char *const signs[] = {"+", "-", NULL};
    struct value sign = value_member(object, "sign");
    uint8_t which = 0;
    enum err err = value_object(object, keys, error);
    if (err != ERR_OK) {
        return err;
    }
    err = label_read_new(texts, object, &d->category[d->categories], kind, error);
    if (err != ERR_OK) {
        return err;
    }
    err = check_words(object, d, d->category[d->categories], error);
    if (err != ERR_OK) {
        return err;
    }
    if (sign.node) {
        err = value_choice(&sign, signs, &which, error);
        if (err != ERR_OK) {
            return err;
        }
    }
    d->sign[d->categories++] = which == 0 ? 1 : -1;
    return ERR_OK;
}

static enum err read_categories(const struct value *document, struct pad_document *d, struct label_texts *texts,
                                struct error *error)
{
    static const char *const reserved[] = {NULL}; /* see check_words */
    struct label_kind kind = {.reserved = reserved};
    struct value list = value_member(document, "categories");
    if (!list.node) {
        return ERR_OK;
    }
    enum err err = value_list(&list, 0, GAME_CATEGORIES, error);
    for (size_t i = 0; err == ERR_OK && i < value_count(&list); i++) {
        struct value object = value_item(&list, i);
        err = read_category(&object, d, texts, &kind, error);
    }
    return err;
}

enum err pad_document_read(const struct value *document, void *block, struct error *error)
{
    static const char *const keys[] = {"catalogue", "name",  "edition",    "note", "bgg",
                                       "variant",   "seats", "categories", NULL};
    struct pad_document *d = block;
    struct label_texts texts = {d->text, sizeof(d->text), 1};
    memset(d, 0, sizeof(*d));
    enum err err = label_read_document(&texts, document, keys, "pad", &d->name, error);
    if (err != ERR_OK) {
        return err;
    }
    err = read_about(document, d, error);
    if (err != ERR_OK) {
        return err;
    }
    err = read_seats(document, d, error);
    return err == ERR_OK ? read_categories(document, d, &texts, error) : err;
}

/* ---- what it says ---- */

static const struct pad_document *document_of(const struct setup *setup)
{
    return setup->block;
}

unsigned pad_category_count(const struct setup *setup)
{
    return setup->block ? document_of(setup)->categories : 0;
}

struct name pad_category_name(const struct setup *setup, unsigned index)
{
    const struct pad_document *d = document_of(setup);
    return d && index < d->categories ? label_name(d->text, d->category[index]) : (struct name){"?", "?", "?"};
}

int pad_category_sign(const struct setup *setup, unsigned category)
{
    const struct pad_document *d = document_of(setup);
    return d && category < d->categories ? d->sign[category] : 1;
}

static struct name name_of(const void *block)
{
    const struct pad_document *d = block;
    return label_name(d->text, d->name);
}

static unsigned edition_of(const void *block)
{
    const struct pad_document *d = block;
    return d->edition;
}

static void tell_title(const void *block, struct catalogue_title *out)
{
    const struct pad_document *d = block;
    *out = (struct catalogue_title){.name = label_name(d->text, d->name),
                                    .bgg = d->bgg,
                                    .variant = d->variant,
                                    .least = d->least,
                                    .most = d->most,
                                    .categories = d->categories};
    for (unsigned i = 0; i < d->categories; i++) {
        out->category[i] = label_name(d->text, d->category[i]);
        out->sign[i] = d->sign[i];
    }
}

enum { COUNT_LEAST, COUNT_MOST, COUNT_CATEGORIES, COUNTS };

static const struct name COUNT_NAMES[COUNTS] = {
    [COUNT_LEAST] = {"least", "seats at the least", "sièges au moins"},
    [COUNT_MOST] = {"most", "seats at the most", "sièges au plus"},
    [COUNT_CATEGORIES] = {"categories", "categories", "catégories"},
};

static uint32_t count_of(const void *block, unsigned index)
{
    const struct pad_document *d = block;
    const uint32_t counts[COUNTS] = {d->least, d->most, d->categories};
    return index < COUNTS ? counts[index] : 0;
}

/* A pad has no cards: nobody asks. */
static void print_card(const void *block, unsigned index, enum lang lang, struct strbuf *out)
{
    (void)block;
    (void)index;
    (void)lang;
    (void)out;
}

const struct game_catalogue pad_game_catalogue = {
    .option = "pad",
    .optional = true,
    .block_size = sizeof(struct pad_document),
    .read = pad_document_read,
    .name = name_of,
    .edition = edition_of,
    .title = tell_title,
    .counts = COUNT_NAMES,
    .counts_count = COUNTS,
    .count = count_of,
    .print_card = print_card,
};
