/* Catalogues in the database: storing them, listing them, and finding the one that a record names. */
#include "service/catalogues.h"

#include "base/hidden.h"
#include "rules/values.h"
#include "service/internal.h"
#include "service/messages.h"

#include "base/banned.h"

/* ---- reading what is stored ---- */

struct reading {
    struct catalogues *all;
    const struct catalogue *found; /* NULL: none yet */
};

static enum err raise_hash(struct error *error, const struct message *message, const uint8_t hash[SHA256_SIZE])
{
    char memory[2 * SHA256_SIZE + 1];
    struct strbuf text;
    strbuf_wrap(&text, memory, sizeof(memory));
    strbuf_hex(&text, hash, SHA256_SIZE);
    return error_raise_span(error, message, strbuf_span(&text));
}

enum err catalogue_check(const struct store_catalogue *row, struct error *error)
{
    uint8_t hash[SHA256_SIZE];
    catalogue_hash(row->json, hash);
    return memcmp(hash, row->hash, SHA256_SIZE) == 0 ? ERR_OK
                                                     : raise_hash(error, &SERVICE_MSG_CATALOGUE_HASH, row->hash);
}

enum err catalogue_read(struct catalogues *all, const struct store_catalogue *row, const struct catalogue **out,
                        struct error *error)
{
    struct error why = {.message = NULL};
    enum err err = catalogue_check(row, error);
    if (err != ERR_OK) {
        return err;
    }
    err = catalogues_read(all, row->json, out, &why);
    if (err == ERR_SYNTAX || err == ERR_ENCODING) {
        static const enum lang langs[] = {LANG_EN, LANG_FR};
        err = raise_hash(error, &SERVICE_MSG_CATALOGUE_READ, row->hash);
        for (size_t i = 0; i < sizeof(langs) / sizeof(langs[0]); i++) {
            char text[256];
            size_t length = error_text(&why, langs[i], text, sizeof(text));
            error_add(error, span_of(text, length));
        }
        return err;
    }
    if (err != ERR_OK) {
        *error = why;
    }
    return err;
}

static enum err read_row(void *context, const struct store_catalogue *row, struct error *error)
{
    struct reading *reading = context;
    return catalogue_read(reading->all, row, &reading->found, error);
}

/* The stored one of that hash, read when it has not been before. */
static enum err find_stored(const struct finder *finder, const uint8_t hash[SHA256_SIZE], const struct catalogue **out,
                            struct error *error)
{
    struct reading reading = {.all = finder->options->catalogues};
    int64_t added = 0;
    /* The registry may have one of another database, or one that was rolled back: the store decides. */
    enum err err = store_catalogue_added(finder->store, hash, &added, error);
    if (err != ERR_OK) {
        return err;
    }
    if (added == 0) {
        return error_raise(error, &SERVICE_MSG_NO_CATALOGUE);
    }
    reading.found = catalogues_known(reading.all, hash);
    err = reading.found ? ERR_OK : store_catalogue(finder->store, hash, read_row, &reading, error);
    if (err != ERR_OK) {
        return err;
    }
    *out = reading.found;
    return reading.found ? ERR_OK : error_raise(error, &SERVICE_MSG_NO_CATALOGUE);
}

static enum err find(void *context, const struct game *game, struct span name, const uint8_t hash[SHA256_SIZE],
                     const void **block, size_t *size, struct error *error)
{
    const struct finder *finder = context;
    const struct catalogues *all = finder->options->catalogues;
    const struct catalogue *found = NULL;
    if (!all) {
        return error_raise(error, &SERVICE_MSG_NO_CATALOGUE);
    }
    enum err err = all->source.find(all->source.context, game, name, hash, block, size, error);
    if (err != ERR_NOT_FOUND) {
        return err;
    }
    struct error unknown = *error; /* with what was meant, if a shipped one was */
    err = find_stored(finder, hash, &found, error);
    if (err != ERR_OK) {
        *error = err == ERR_NOT_FOUND ? unknown : *error;
        return err;
    }
    if (found->game->catalogue != game->catalogue) {
        return error_raise(error, &SERVICE_MSG_NO_CATALOGUE);
    }
    if (!span_equal(found->name, name)) {
        err = error_raise(error, &SERVICE_MSG_NO_CATALOGUE);
        error_hint(error, found->name);
        return err;
    }
    *block = found->block;
    *size = game->catalogue->block_size;
    return ERR_OK;
}

/* It is a shipped one: which those of the database cannot be, or the same record would mean another game elsewhere. */
static enum err find_usual(void *context, const struct game *game, struct span *name, const uint8_t **hash,
                           const void **block, size_t *size, struct error *error)
{
    const struct finder *finder = context;
    const struct catalogues *all = finder->options->catalogues;
    return all ? all->source.usual(all->source.context, game, name, hash, block, size, error)
               : error_raise(error, &SERVICE_MSG_NO_CATALOGUE);
}

void finder_init(struct finder *finder, const struct service_options *options, struct store *store)
{
    *finder = (struct finder){.source = {find, finder, find_usual}, .options = options, .store = store};
}

const struct block_source *service_blocks(struct service *service)
{
    return &service->finder.source;
}

/* ---- the shipped ones ---- */

struct shipped {
    const struct catalogue *catalogue;
    struct span bytes;
};

/* The shipped one of that hash, or with that block. ERR_NOT_FOUND. */
static enum err find_shipped(const struct service *service, const uint8_t *hash, const void *block, struct shipped *out,
                             struct error *error)
{
    struct catalogues *all = service->options.catalogues;
    if (!all) {
        return error_raise(error, &SERVICE_MSG_NO_CATALOGUE);
    }
    for (size_t i = 0;; i++) {
        enum err err = catalogues_ship(all, i, &out->catalogue, &out->bytes, error);
        if (err != ERR_OK) {
            return err;
        }
        if (hash ? memcmp(out->catalogue->hash, hash, SHA256_SIZE) == 0 : out->catalogue->block == block) {
            return ERR_OK;
        }
    }
}

enum err catalogue_find(struct service *service, const uint8_t hash[SHA256_SIZE], const struct catalogue **out,
                        struct error *error)
{
    struct shipped shipped;
    enum err err = find_shipped(service, hash, NULL, &shipped, error);
    *out = err == ERR_OK ? shipped.catalogue : NULL;
    if (err == ERR_NOT_FOUND && service->options.catalogues) {
        err = find_stored(&service->finder, hash, out, error);
    }
    if (err == ERR_NOT_FOUND || err == ERR_CORRUPT) {
        error_clear(error);
        err = ERR_OK;
    }
    return err;
}

/* ---- what is new has nothing hidden in it ---- */

static enum err check_text(const struct value *value, struct span text, struct error *error)
{
    char name[HIDDEN_TEXT];
    uint32_t c = 0;
    if (!hidden_find(text, &c)) {
        return ERR_OK;
    }
    hidden_print(c, name);
    return value_raise(value, &SERVICE_MSG_CATALOGUE_HIDDEN, name, error);
}

/* Every text below. The document was read before: it is as deep as a catalogue is. */
static enum err check_texts(const struct value *value, struct error *error) /* NOLINT(misc-no-recursion) */
{
    if (value_is_kind(value, VALUE_TEXT)) {
        return check_text(value, value->reader->text(value->node), error);
    }
    for (size_t i = 0; i < value_count(value); i++) {
        struct value item = value_item(value, i);
        enum err err = check_texts(&item, error);
        if (err != ERR_OK) {
            return err;
        }
    }
    bool object = value_is_kind(value, VALUE_OBJECT);
    for (const char *key = object ? value->reader->next_key(value->node, NULL) : NULL; key;
         key = value->reader->next_key(value->node, key)) {
        struct value member = value_member(value, key);
        enum err err = check_texts(&member, error);
        if (err != ERR_OK) {
            return err;
        }
    }
    return ERR_OK;
}

enum err catalogues_visible(const struct catalogues *all, struct span bytes, struct error *error)
{
    struct value document;
    enum err err = all->format->open(bytes, &document, error);
    if (err != ERR_OK) {
        return err;
    }
    err = check_texts(&document, error);
    all->format->close(&document);
    return err;
}

/* ---- writing ---- */

static enum err put(struct service *service, const struct catalogue *catalogue, struct span json, struct error *error)
{
    struct store_catalogue row = {.hash = catalogue->hash,
                                  .game = span_from(catalogue->game->name.id),
                                  .name = catalogue->name,
                                  .json = json,
                                  .added = service->options.clock->now(service->options.clock->context)};
    enum err err = store_catalogue_add(service->store, &row, error);
    return err == ERR_OK ? alike_nobody_added(service, error) : err;
}

/* The document is read. Stores it unless it is there. */
static enum err add(struct service *service, const struct catalogue *catalogue, struct span json, bool *added,
                    struct error *error)
{
    struct shipped shipped;
    int64_t there = 0;
    int64_t count = 0;
    enum err err = find_shipped(service, catalogue->hash, NULL, &shipped, error);
    if (err != ERR_NOT_FOUND) {
        return err;
    }
    err = store_catalogue_added(service->store, catalogue->hash, &there, error);
    if (err != ERR_OK || there != 0) {
        return err;
    }
    err = title_document_check(catalogue, error);
    if (err != ERR_OK) {
        return err;
    }
    err = catalogues_visible(service->options.catalogues, json, error);
    if (err != ERR_OK) {
        return err;
    }
    err = store_catalogues_count(service->store, &count, error);
    if (err != ERR_OK) {
        return err;
    }
    if (count >= CATALOGUES_LIMIT) {
        return error_raise_int(error, &SERVICE_MSG_CATALOGUES, CATALOGUES_LIMIT);
    }
    first_write(service);
    err = put(service, catalogue, json, error);
    *added = err == ERR_OK;
    return err;
}

enum err service_catalogue_add(struct service *service, struct span json, const struct catalogue **out, bool *added,
                               struct error *error)
{
    struct catalogues *all = service->options.catalogues;
    *added = false;
    enum err err = all ? catalogues_read(all, json, out, error) : error_raise(error, &SERVICE_MSG_NO_CATALOGUE);
    if (err != ERR_OK) {
        return err;
    }
    err = begin_write(service, error);
    if (err != ERR_OK) {
        return err;
    }
    err = end_write(service, add(service, *out, json, added, error), error);
    *added = *added && err == ERR_OK;
    return err;
}

enum err catalogue_keep(struct service *service, const struct setup *setup, struct error *error)
{
    struct shipped shipped;
    int64_t added = 0;
    if (!setup->block || !service->options.catalogues) {
        return ERR_OK;
    }
    enum err err = find_shipped(service, NULL, setup->block, &shipped, error);
    if (err != ERR_OK) {
        return err == ERR_NOT_FOUND ? ERR_OK : err; /* none of ours: it was found in the store */
    }
    err = store_catalogue_added(service->store, shipped.catalogue->hash, &added, error);
    if (err != ERR_OK || added != 0) {
        return err;
    }
    return put(service, shipped.catalogue, shipped.bytes, error);
}

/* ---- showing ---- */

struct walk {
    struct service *service;
    catalogue_fn *fn;
    void *context;
    bool found;
};

static enum err show(void *context, const struct store_catalogue *row, struct error *error)
{
    struct walk *walk = context;
    struct shipped shipped;
    struct catalogue_info info = {
        .hash = row->hash, .game = row->game, .name = row->name, .json = row->json, .added = row->added};
    enum err err = find_shipped(walk->service, row->hash, NULL, &shipped, error);
    if (err == ERR_OK) {
        if (!shipped.catalogue->older) {
            return ERR_OK; /* shown already, among the shipped ones */
        }
        info.shipped = true;
        info.older = true;
        return walk->fn(walk->context, &info, error);
    }
    walk->found = true;
    return err == ERR_NOT_FOUND ? walk->fn(walk->context, &info, error) : err;
}

static enum err show_sound(void *context, const struct store_catalogue *row, struct error *error)
{
    enum err err = catalogue_check(row, error);
    return err == ERR_OK ? show(context, row, error) : err;
}

/* A shipped one; `json` is empty in lists. */
static enum err show_shipped(const struct walk *walk, const struct catalogue *shipped, struct span json,
                             struct error *error)
{
    struct catalogue_info info = {.hash = shipped->hash,
                                  .game = span_from(shipped->game->name.id),
                                  .name = shipped->name,
                                  .json = json,
                                  .shipped = true,
                                  .older = shipped->older};
    enum err err = store_catalogue_added(walk->service->store, shipped->hash, &info.added, error);
    return err == ERR_OK ? walk->fn(walk->context, &info, error) : err;
}

enum err service_catalogues(struct service *service, catalogue_fn *fn, void *context, struct error *error)
{
    struct catalogues *all = service->options.catalogues;
    struct walk walk = {service, fn, context, false};
    struct shipped shipped;
    for (size_t i = 0; all; i++) {
        enum err err = catalogues_ship(all, i, &shipped.catalogue, &shipped.bytes, error);
        if (err == ERR_NOT_FOUND) {
            break;
        }
        bool shown = err == ERR_OK && !shipped.catalogue->older; /* an older edition is shown where it is stored */
        err = shown ? show_shipped(&walk, shipped.catalogue, span_from(NULL), error) : err;
        if (err != ERR_OK) {
            return err;
        }
    }
    return store_catalogues(service->store, show, &walk, error);
}

enum err service_catalogue(struct service *service, const uint8_t hash[SHA256_SIZE], catalogue_fn *fn, void *context,
                           struct error *error)
{
    struct walk walk = {service, fn, context, false};
    struct shipped shipped;
    enum err err = find_shipped(service, hash, NULL, &shipped, error);
    if (err == ERR_OK) {
        return show_shipped(&walk, shipped.catalogue, shipped.bytes, error);
    }
    if (err != ERR_NOT_FOUND) {
        return err;
    }
    err = store_catalogue(service->store, hash, show_sound, &walk, error);
    return err == ERR_OK && !walk.found ? error_raise(error, &SERVICE_MSG_NO_CATALOGUE) : err;
}
