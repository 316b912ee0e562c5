/* All catalogues of a run: the shipped ones and those that were added or read, found by name and hash. */
#include "wire/catalogue.h"

#include "base/utf8.h"

#include "base/banned.h"

static const struct message MSG_UNKNOWN = {ERR_NOT_FOUND, "catalogue.not-found",
                                           "there is no catalogue '%1' with this hash",
                                           "il n'y a pas de catalogue « %1 » avec cette empreinte"};
static const struct message MSG_MANY = {ERR_LIMIT, "catalogue.too-many", "more than %1 catalogues",
                                        "plus de %1 catalogues"};

static void lock(struct wire_catalogues *all)
{
    (void)pthread_mutex_lock(&all->lock);
}

static void unlock(struct wire_catalogues *all)
{
    (void)pthread_mutex_unlock(&all->lock);
}

/* ---- one ---- */

static void hash_of(struct span json, uint8_t out[SHA256_SIZE])
{
    struct sha256 hash;
    sha256_init(&hash);
    sha256_add(&hash, json.ptr, json.len);
    sha256_end(&hash, out);
}

static const char *name_of(const struct wire_catalogue *catalogue)
{
    return catalogue->block->text + catalogue->block->name.id;
}

static void free_one(struct wire_catalogues *all, struct wire_catalogue *one)
{
    if (one) {
        mem_free(all->allocator, one->block);
        mem_free(all->allocator, one);
    }
}

static enum err make(struct wire_catalogues *all, struct span json, const uint8_t hash[SHA256_SIZE],
                     struct wire_catalogue **out, struct error *error)
{
    struct wire_catalogue *one = mem_new(all->allocator, 1, sizeof(*one));
    struct ecos_catalogue *block = one ? mem_new(all->allocator, 1, sizeof(*block)) : NULL;
    enum err err = block ? wire_catalogue_load(json, block, error) : error_raise(error, &MSG_MEMORY);
    if (err != ERR_OK) {
        mem_free(all->allocator, block);
        mem_free(all->allocator, one);
        return err;
    }
    memcpy(one->hash, hash, SHA256_SIZE);
    one->block = block;
    *out = one;
    return ERR_OK;
}

/* ---- all, under their lock ---- */

static struct wire_catalogue *find_hash(const struct wire_catalogues *all, const uint8_t hash[SHA256_SIZE])
{
    for (size_t i = 0; i < all->count; i++) {
        if (memcmp(all->entry[i]->hash, hash, SHA256_SIZE) == 0) {
            return all->entry[i];
        }
    }
    return NULL;
}

static enum err make_room(struct wire_catalogues *all, struct error *error)
{
    enum { STEP = 64 };
    if (all->count >= WIRE_CATALOGUES) {
        return error_raise_int(error, &MSG_MANY, WIRE_CATALOGUES);
    }
    if (all->count < all->room) {
        return ERR_OK;
    }
    struct wire_catalogue **entry = mem_new(all->allocator, all->room + STEP, sizeof(struct wire_catalogue *));
    if (!entry) {
        return error_raise(error, &MSG_MEMORY);
    }
    if (all->count > 0) {
        memcpy(entry, all->entry, all->count * sizeof(struct wire_catalogue *));
    }
    mem_free(all->allocator, all->entry);
    all->entry = entry;
    all->room += STEP;
    return ERR_OK;
}

/* ---- adding ---- */

/*
 * The one made of this JSON, old or new. The document is read outside the
 * lock: others go on meanwhile, and when two read the same one, the first
 * one's stays.
 */
static enum err learn(struct wire_catalogues *all, struct span json, bool named, const struct wire_shipped *shipped,
                      struct wire_catalogue **out, struct error *error)
{
    uint8_t hash[SHA256_SIZE];
    struct wire_catalogue *made = NULL;
    enum err err = ERR_OK;
    hash_of(json, hash);
    lock(all);
    struct wire_catalogue *found = find_hash(all, hash);
    if (!found) {
        unlock(all);
        err = make(all, json, hash, &made, error);
        lock(all);
        found = find_hash(all, hash);
    }
    if (err == ERR_OK && !found) {
        err = make_room(all, error);
        if (err == ERR_OK) {
            found = made;
            all->entry[all->count++] = made;
            made = NULL;
        }
    }
    if (err == ERR_OK) {
        found->named = found->named || named;
        found->shipped = shipped ? shipped : found->shipped;
        *out = found;
    }
    unlock(all);
    free_one(all, made);
    return err;
}

enum err wire_catalogues_add(struct wire_catalogues *all, struct span json, const struct wire_catalogue **out,
                             struct error *error)
{
    struct wire_catalogue *found = NULL;
    enum err err = learn(all, json, true, NULL, &found, error);
    if (err == ERR_OK && out) {
        *out = found;
    }
    return err;
}

enum err wire_catalogues_load(struct wire_catalogues *all, struct error *error)
{
    lock(all);
    bool loaded = all->loaded;
    unlock(all);
    enum err err = ERR_OK;
    for (size_t i = 0; !loaded && err == ERR_OK && i < wire_shipped_count; i++) {
        struct wire_catalogue *found = NULL;
        err = learn(all, span_of(wire_shipped[i].json, wire_shipped[i].size), true, &wire_shipped[i], &found, error);
    }
    if (err == ERR_OK && !loaded) {
        lock(all);
        all->loaded = true;
        unlock(all);
    }
    return err;
}

const struct wire_catalogue *wire_catalogues_named(struct wire_catalogues *all, struct span name)
{
    const struct wire_catalogue *found = NULL;
    lock(all);
    for (size_t i = all->count; !found && i-- > 0;) {
        const struct wire_catalogue *one = all->entry[i];
        found = one->named && span_is(name, name_of(one)) ? one : NULL;
    }
    unlock(all);
    return found;
}

/* ---- as a block_source ---- */

static enum err find(void *context, const struct game *game, struct span name, const uint8_t hash[SHA256_SIZE],
                     const void **block, size_t *size, struct error *error)
{
    struct wire_catalogues *all = context;
    (void)game; /* one game has catalogues, and checks that the block is its own */
    enum err err = wire_catalogues_load(all, error);
    if (err != ERR_OK) {
        return err;
    }
    lock(all);
    const struct wire_catalogue *found = find_hash(all, hash);
    bool good = found && found->named && span_is(name, name_of(found));
    unlock(all);
    if (!good) {
        return error_raise_span(error, &MSG_UNKNOWN, name);
    }
    *block = found->block;
    *size = sizeof(*found->block);
    return ERR_OK;
}

/* ---- as a shelf ---- */

static void tell(const struct wire_catalogue *one, struct catalogue *out)
{
    *out = (struct catalogue){.game = SPAN_LITERAL("ecos"),
                              .name = span_from(name_of(one)),
                              .block = one->block,
                              .size = sizeof(*one->block)};
    memcpy(out->hash, one->hash, sizeof(out->hash));
}

static enum err shipped(void *context, size_t number, struct catalogue *out, struct error *error)
{
    struct wire_catalogues *all = context;
    const struct wire_catalogue *found = NULL;
    enum err err = wire_catalogues_load(all, error);
    if (err != ERR_OK) {
        return err;
    }
    if (number >= wire_shipped_count) {
        return error_raise_int(error, &MSG_UNKNOWN, (int64_t)number);
    }
    const struct wire_shipped *wanted = &wire_shipped[number];
    lock(all);
    for (size_t i = 0; !found && i < all->count; i++) {
        found = all->entry[i]->shipped == wanted ? all->entry[i] : NULL;
    }
    unlock(all);
    if (!found) {
        return error_raise_span(error, &MSG_UNKNOWN, span_from(wanted->name));
    }
    tell(found, out);
    out->json = span_of(wanted->json, wanted->size);
    return ERR_OK;
}

static bool known(void *context, const uint8_t hash[SHA256_SIZE], struct catalogue *out)
{
    struct wire_catalogues *all = context;
    lock(all);
    const struct wire_catalogue *found = find_hash(all, hash);
    unlock(all);
    if (found) {
        tell(found, out);
    }
    return found != NULL;
}

static enum err read_json(void *context, struct span json, struct catalogue *out, struct error *error)
{
    struct wire_catalogue *found = NULL;
    enum err err = learn(context, json, false, NULL, &found, error);
    if (err == ERR_OK) {
        tell(found, out);
    }
    return err;
}

/* ---- beginning and end ---- */

void wire_catalogues_init(struct wire_catalogues *all, const struct allocator *allocator)
{
    *all = (struct wire_catalogues){
        .allocator = allocator, .source = {find, all}, .shelf = {shipped, known, read_json, all}};
    (void)pthread_mutex_init(&all->lock, NULL);
}

void wire_catalogues_release(struct wire_catalogues *all)
{
    for (size_t i = 0; i < all->count; i++) {
        free_one(all, all->entry[i]);
    }
    mem_free(all->allocator, all->entry);
    (void)pthread_mutex_destroy(&all->lock);
    *all = (struct wire_catalogues){.allocator = all->allocator};
}

void wire_catalogue_option(const struct wire_catalogue *catalogue, struct strbuf *out)
{
    strbuf_add(out, name_of(catalogue));
    strbuf_add(out, " sha256:");
    strbuf_hex(out, catalogue->hash, SHA256_SIZE);
}
