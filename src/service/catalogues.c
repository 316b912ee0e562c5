/* Catalogues in the database: storing them, listing them, and finding the one that a record names. */
#include "service/catalogues.h"

#include "service/internal.h"
#include "service/messages.h"

#include "base/banned.h"

/* ---- reading what is stored ---- */

struct reading {
    const struct catalogue_shelf *shelf;
    struct catalogue *out;
    bool found;
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
    struct sha256 sum;
    sha256_init(&sum);
    sha256_add(&sum, row->json.ptr, row->json.len);
    sha256_end(&sum, hash);
    return memcmp(hash, row->hash, SHA256_SIZE) == 0 ? ERR_OK
                                                     : raise_hash(error, &SERVICE_MSG_CATALOGUE_HASH, row->hash);
}

enum err catalogue_read(const struct catalogue_shelf *shelf, const struct store_catalogue *row, struct catalogue *out,
                        struct error *error)
{
    struct error why = {.message = NULL};
    enum err err = catalogue_check(row, error);
    if (err != ERR_OK) {
        return err;
    }
    err = shelf->read(shelf->context, row->json, out, &why);
    if (err == ERR_SYNTAX || err == ERR_ENCODING) {
        char text[256];
        size_t length = error_text(&why, LANG_EN, text, sizeof(text));
        err = raise_hash(error, &SERVICE_MSG_CATALOGUE_READ, row->hash);
        error_add(error, span_of(text, length));
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
    reading->found = true;
    return catalogue_read(reading->shelf, row, reading->out, error);
}

/* The stored one of that hash, read when it has not been before. */
static enum err find_stored(const struct finder *finder, const uint8_t hash[SHA256_SIZE], struct catalogue *out,
                            struct error *error)
{
    const struct catalogue_shelf *shelf = finder->options->shelf;
    struct reading reading = {.shelf = shelf, .out = out};
    int64_t added = 0;
    /* Another database's, or one that was rolled back, may be on the shelf: the store decides. */
    enum err err = store_catalogue_added(finder->store, hash, &added, error);
    reading.found = err == ERR_OK && added != 0 && shelf->known(shelf->context, hash, out);
    if (err == ERR_OK && added != 0 && !reading.found) {
        err = store_catalogue(finder->store, hash, read_row, &reading, error);
    }
    return err == ERR_OK && !reading.found ? error_raise(error, &SERVICE_MSG_NO_CATALOGUE) : err;
}

static enum err find(void *context, const struct game *game, struct span name, const uint8_t hash[SHA256_SIZE],
                     const void **block, size_t *size, struct error *error)
{
    const struct finder *finder = context;
    const struct block_source *blocks = finder->options->blocks;
    struct catalogue found;
    enum err err = blocks ? blocks->find(blocks->context, game, name, hash, block, size, error)
                          : error_raise(error, &SERVICE_MSG_NO_CATALOGUE);
    if (err != ERR_NOT_FOUND || !finder->options->shelf) {
        return err;
    }
    err = find_stored(finder, hash, &found, error);
    if (err == ERR_OK && !(span_is(found.game, game->name.id) && span_equal(found.name, name))) {
        err = error_raise(error, &SERVICE_MSG_NO_CATALOGUE);
    }
    if (err == ERR_OK) {
        *block = found.block;
        *size = found.size;
    }
    return err;
}

void finder_init(struct finder *finder, const struct service_options *options, struct store *store)
{
    *finder = (struct finder){.source = {find, finder}, .options = options, .store = store};
}

const struct block_source *service_blocks(struct service *service)
{
    return &service->finder.source;
}

/* ---- the shipped ones ---- */

/* The shipped one of that hash, or with that block. ERR_NOT_FOUND. */
static enum err find_shipped(const struct service *service, const uint8_t *hash, const void *block,
                             struct catalogue *out, struct error *error)
{
    const struct catalogue_shelf *shelf = service->options.shelf;
    enum err err = shelf ? ERR_OK : error_raise(error, &SERVICE_MSG_NO_CATALOGUE);
    for (size_t i = 0; err == ERR_OK; i++) {
        err = shelf->shipped(shelf->context, i, out, error);
        if (err == ERR_OK && (hash ? memcmp(out->hash, hash, SHA256_SIZE) == 0 : out->block == block)) {
            return ERR_OK;
        }
    }
    return err;
}

/* ---- writing ---- */

static enum err count_one(void *context, const struct store_catalogue *row, struct error *error)
{
    (void)row;
    (void)error;
    ++*(size_t *)context;
    return ERR_OK;
}

static enum err put(struct service *service, const struct catalogue *catalogue, struct span json, struct error *error)
{
    struct store_catalogue row = {.hash = catalogue->hash,
                                  .game = catalogue->game,
                                  .name = catalogue->name,
                                  .json = json,
                                  .added = service->options.clock->now(service->options.clock->context)};
    return store_catalogue_add(service->store, &row, error);
}

/* The document is read. Stores it unless it is there. */
static enum err add(struct service *service, const struct catalogue *catalogue, struct span json, bool *added,
                    struct error *error)
{
    struct catalogue shipped;
    int64_t there = 0;
    size_t count = 0;
    enum err err = find_shipped(service, catalogue->hash, NULL, &shipped, error);
    if (err != ERR_NOT_FOUND) {
        return err;
    }
    err = store_catalogue_added(service->store, catalogue->hash, &there, error);
    if (err != ERR_OK || there != 0) {
        return err;
    }
    err = store_catalogues(service->store, count_one, &count, error);
    if (err == ERR_OK && count >= CATALOGUES_LIMIT) {
        err = error_raise_int(error, &SERVICE_MSG_CATALOGUES, CATALOGUES_LIMIT);
    }
    if (err == ERR_OK) {
        first_write(service);
        err = put(service, catalogue, json, error);
        *added = err == ERR_OK;
    }
    return err;
}

enum err service_catalogue_add(struct service *service, struct span json, struct catalogue *out, bool *added,
                               struct error *error)
{
    const struct catalogue_shelf *shelf = service->options.shelf;
    *added = false;
    enum err err =
        shelf ? shelf->read(shelf->context, json, out, error) : error_raise(error, &SERVICE_MSG_NO_CATALOGUE);
    if (err == ERR_OK) {
        err = begin_write(service, error);
    }
    if (err != ERR_OK) {
        return err;
    }
    err = end_write(service, add(service, out, json, added, error), error);
    *added = *added && err == ERR_OK;
    return err;
}

enum err catalogue_keep(struct service *service, const struct setup *setup, struct error *error)
{
    struct catalogue shipped;
    int64_t added = 0;
    if (!setup->game->needs_block || !service->options.shelf) {
        return ERR_OK;
    }
    enum err err = find_shipped(service, NULL, setup->block, &shipped, error);
    if (err == ERR_OK) {
        err = store_catalogue_added(service->store, shipped.hash, &added, error);
    }
    if (err != ERR_OK || added != 0) {
        return err == ERR_NOT_FOUND ? ERR_OK : err; /* none of ours: it was found in the store */
    }
    return put(service, &shipped, shipped.json, error);
}

/* ---- showing ---- */

struct walk {
    struct service *service;
    catalogue_fn *visit;
    void *context;
    bool found;
};

static enum err show(void *context, const struct store_catalogue *row, struct error *error)
{
    struct walk *walk = context;
    struct catalogue shipped;
    struct catalogue_info info = {
        .hash = row->hash, .game = row->game, .name = row->name, .json = row->json, .added = row->added};
    enum err err = find_shipped(walk->service, row->hash, NULL, &shipped, error);
    if (err == ERR_OK) {
        return ERR_OK; /* told already */
    }
    walk->found = true;
    return err == ERR_NOT_FOUND ? walk->visit(walk->context, &info, error) : err;
}

static enum err show_sound(void *context, const struct store_catalogue *row, struct error *error)
{
    enum err err = catalogue_check(row, error);
    return err == ERR_OK ? show(context, row, error) : err;
}

static enum err show_shipped(const struct walk *walk, const struct catalogue *shipped, bool whole, struct error *error)
{
    struct catalogue_info info = {.hash = shipped->hash, .game = shipped->game, .name = shipped->name, .shipped = true};
    info.json = whole ? shipped->json : info.json;
    enum err err = store_catalogue_added(walk->service->store, shipped->hash, &info.added, error);
    return err == ERR_OK ? walk->visit(walk->context, &info, error) : err;
}

enum err service_catalogues(struct service *service, catalogue_fn *visit, void *context, struct error *error)
{
    const struct catalogue_shelf *shelf = service->options.shelf;
    struct walk walk = {service, visit, context, false};
    struct catalogue shipped;
    for (size_t i = 0; shelf; i++) {
        enum err err = shelf->shipped(shelf->context, i, &shipped, error);
        if (err == ERR_NOT_FOUND) {
            break;
        }
        err = err == ERR_OK ? show_shipped(&walk, &shipped, false, error) : err;
        if (err != ERR_OK) {
            return err;
        }
    }
    return store_catalogues(service->store, show, &walk, error);
}

enum err service_catalogue(struct service *service, const uint8_t hash[SHA256_SIZE], catalogue_fn *visit, void *context,
                           struct error *error)
{
    struct walk walk = {service, visit, context, false};
    struct catalogue shipped;
    enum err err = find_shipped(service, hash, NULL, &shipped, error);
    if (err != ERR_NOT_FOUND) {
        return err == ERR_OK ? show_shipped(&walk, &shipped, true, error) : err;
    }
    err = store_catalogue(service->store, hash, show_sound, &walk, error);
    return err == ERR_OK && !walk.found ? error_raise(error, &SERVICE_MSG_NO_CATALOGUE) : err;
}
