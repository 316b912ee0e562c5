/*
 * The registry of catalogues of a program. An entry never changes its content
 * and never moves once it is in the list, so who has found one needs no lock to
 * use it; the lock is for the list and for who may name what.
 */
#include "service/catalogues.h"

#include "rules/registry.h"
#include "service/internal.h"

#include "base/banned.h"

struct catalogue_entry {
    struct catalogue catalogue;
    void *block;
    const struct catalogue_document *shipped; /* NULL: it is not part of the program */
    bool named;                               /* any record may name it: shipped, or added by the user */
};

static const struct message MSG_UNKNOWN = {ERR_NOT_FOUND, "catalogue.not-found",
                                           "there is no catalogue '%1' with this hash",
                                           "il n'y a pas de catalogue « %1 » avec cette empreinte"};
static const struct message MSG_MANY = {ERR_LIMIT, "catalogue.too-many", "more than %1 catalogues",
                                        "plus de %1 catalogues"};

static void lock(struct catalogues *all)
{
    (void)pthread_mutex_lock(&all->lock);
}

static void unlock(struct catalogues *all)
{
    (void)pthread_mutex_unlock(&all->lock);
}

void catalogue_hash(struct span bytes, uint8_t out[SHA256_SIZE])
{
    struct sha256 hash;
    sha256_init(&hash);
    sha256_add(&hash, bytes.ptr, bytes.len);
    sha256_end(&hash, out);
}

/* ---- one ---- */

static void free_entry(struct catalogues *all, struct catalogue_entry *entry)
{
    if (entry) {
        mem_free(all->allocator, entry->block);
        mem_free(all->allocator, entry);
    }
}

/*
 * The game that a document says it is of. One that says no such game is held
 * against the first that has catalogues, which refuses it: a misspelled key is
 * then named as such, and not taken for a missing one. NULL: no game has any.
 */
static const struct game *game_of(const struct value *document)
{
    size_t count = 0;
    const struct game *const *games = registry_all(&count);
    const struct game *first = NULL;
    struct value says = value_member(document, "catalogue");
    struct span id = value_is_kind(&says, VALUE_TEXT) ? says.reader->text(says.node) : span_from(NULL);
    for (size_t i = 0; i < count; i++) {
        if (games[i]->catalogue && span_is(id, games[i]->name.id)) {
            return games[i];
        }
        first = !first && games[i]->catalogue ? games[i] : first;
    }
    return first;
}

static enum err read_values(const struct catalogues *all, const struct value *document, struct catalogue_entry *entry,
                            struct error *error)
{
    const struct game *game = game_of(document);
    struct value says = value_member(document, "catalogue");
    if (says.node && !value_is_kind(&says, VALUE_TEXT)) {
        return value_raise(&says, &VALUE_MSG_TEXT, NULL, error);
    }
    if (!game) {
        return value_raise(document, &VALUE_MSG_UNKNOWN, "catalogue", error);
    }
    entry->block = mem_new(all->allocator, 1, game->catalogue->block_size);
    if (!entry->block) {
        return error_raise(error, &MSG_MEMORY);
    }
    enum err err = game->catalogue->read(document, entry->block, error);
    if (err != ERR_OK) {
        return err;
    }
    entry->catalogue.game = game;
    entry->catalogue.block = entry->block;
    entry->catalogue.name = span_from(game->catalogue->name(entry->block).id);
    return ERR_OK;
}

static enum err read_document(const struct catalogues *all, struct span bytes, struct catalogue_entry *entry,
                              struct error *error)
{
    struct value document;
    enum err err = all->format->open(bytes, &document, error);
    if (err != ERR_OK) {
        return err;
    }
    err = read_values(all, &document, entry, error);
    all->format->close(&document);
    return err;
}

static enum err make(struct catalogues *all, struct span bytes, const uint8_t hash[SHA256_SIZE],
                     struct catalogue_entry **out, struct error *error)
{
    struct catalogue_entry *entry = mem_new(all->allocator, 1, sizeof(*entry));
    if (!entry) {
        return error_raise(error, &MSG_MEMORY);
    }
    enum err err = read_document(all, bytes, entry, error);
    if (err != ERR_OK) {
        free_entry(all, entry);
        return err;
    }
    memcpy(entry->catalogue.hash, hash, SHA256_SIZE);
    *out = entry;
    return ERR_OK;
}

/* ---- all, under their lock ---- */

static struct catalogue_entry *find_hash(const struct catalogues *all, const uint8_t hash[SHA256_SIZE])
{
    for (size_t i = 0; i < all->count; i++) {
        if (memcmp(all->entry[i]->catalogue.hash, hash, SHA256_SIZE) == 0) {
            return all->entry[i];
        }
    }
    return NULL;
}

static enum err make_room(struct catalogues *all, struct error *error)
{
    enum { STEP = 64 };
    if (all->count >= CATALOGUES_RUN) {
        return error_raise_int(error, &MSG_MANY, CATALOGUES_RUN);
    }
    if (all->count < all->room) {
        return ERR_OK;
    }
    struct catalogue_entry **entry = mem_new(all->allocator, all->room + STEP, sizeof(struct catalogue_entry *));
    if (!entry) {
        return error_raise(error, &MSG_MEMORY);
    }
    if (all->count > 0) {
        memcpy(entry, all->entry, all->count * sizeof(struct catalogue_entry *));
    }
    mem_free(all->allocator, all->entry);
    all->entry = entry;
    all->room += STEP;
    return ERR_OK;
}

/* Puts `*made` into the list, and NULL in its stead, unless another thread was first. */
static enum err join(struct catalogues *all, struct catalogue_entry **made, struct catalogue_entry **out,
                     struct error *error)
{
    *out = find_hash(all, (*made)->catalogue.hash);
    if (*out) {
        return ERR_OK;
    }
    enum err err = make_room(all, error);
    if (err != ERR_OK) {
        return err;
    }
    all->entry[all->count++] = *out = *made;
    *made = NULL;
    return ERR_OK;
}

static void mark(struct catalogue_entry *entry, bool named, const struct catalogue_document *shipped)
{
    entry->named = entry->named || named;
    entry->shipped = shipped ? shipped : entry->shipped;
}

/* ---- adding ---- */

/*
 * The one made of these bytes, old or new. The document is read outside the
 * lock: others go on meanwhile, and when two read the same one, the first
 * one's stays.
 */
static enum err learn(struct catalogues *all, struct span bytes, bool named, const struct catalogue_document *shipped,
                      const struct catalogue **out, struct error *error)
{
    uint8_t hash[SHA256_SIZE];
    struct catalogue_entry *made = NULL;
    catalogue_hash(bytes, hash);
    lock(all);
    struct catalogue_entry *found = find_hash(all, hash);
    if (found) {
        mark(found, named, shipped);
    }
    unlock(all);
    if (found) {
        *out = &found->catalogue;
        return ERR_OK;
    }
    enum err err = make(all, bytes, hash, &made, error);
    if (err != ERR_OK) {
        return err;
    }
    lock(all);
    err = join(all, &made, &found, error);
    if (err == ERR_OK) {
        mark(found, named, shipped);
        *out = &found->catalogue;
    }
    unlock(all);
    free_entry(all, made);
    return err;
}

enum err catalogues_read(struct catalogues *all, struct span bytes, const struct catalogue **out, struct error *error)
{
    return learn(all, bytes, false, NULL, out, error);
}

enum err catalogues_add(struct catalogues *all, struct span bytes, const struct catalogue **out, struct error *error)
{
    return learn(all, bytes, true, NULL, out, error);
}

unsigned catalogue_edition(const struct catalogue *catalogue)
{
    const struct game_catalogue *facts = catalogue->game->catalogue;
    return facts->edition ? facts->edition(catalogue->block) : 1;
}

/* Of the shipped ones of one game and name all but the latest edition are older, in whatever order they were read. */
static void mark_older(struct catalogues *all)
{
    for (size_t i = 0; i < all->count; i++) {
        struct catalogue_entry *entry = all->entry[i];
        for (size_t k = 0; k < all->count && entry->shipped; k++) {
            const struct catalogue_entry *other = all->entry[k];
            bool same = other->shipped && other->catalogue.game->catalogue == entry->catalogue.game->catalogue &&
                        span_equal(other->catalogue.name, entry->catalogue.name);
            entry->catalogue.older = entry->catalogue.older || (same && catalogue_edition(&other->catalogue) >
                                                                            catalogue_edition(&entry->catalogue));
        }
    }
}

enum err catalogues_load(struct catalogues *all, struct error *error)
{
    lock(all);
    bool loaded = all->loaded;
    unlock(all);
    if (loaded) {
        return ERR_OK;
    }
    for (size_t i = 0; i < all->shipped->count; i++) {
        const struct catalogue_document *one = &all->shipped->document[i];
        const struct catalogue *found = NULL;
        enum err err = learn(all, span_of(one->bytes, one->size), true, one, &found, error);
        if (err != ERR_OK) {
            return err;
        }
    }
    lock(all);
    mark_older(all);
    all->loaded = true;
    unlock(all);
    return ERR_OK;
}

/* ---- finding ---- */

enum err catalogues_ship(struct catalogues *all, size_t number, const struct catalogue **out, struct span *bytes,
                         struct error *error)
{
    enum err err = catalogues_load(all, error);
    if (err != ERR_OK) {
        return err;
    }
    if (number >= all->shipped->count) {
        return error_raise_int(error, &MSG_UNKNOWN, (int64_t)number);
    }
    const struct catalogue_document *wanted = &all->shipped->document[number];
    const struct catalogue_entry *found = NULL;
    lock(all);
    for (size_t i = 0; !found && i < all->count; i++) {
        found = all->entry[i]->shipped == wanted ? all->entry[i] : NULL;
    }
    unlock(all);
    if (!found) {
        return error_raise_span(error, &MSG_UNKNOWN, span_from(wanted->name));
    }
    *out = &found->catalogue;
    *bytes = span_of(wanted->bytes, wanted->size);
    return ERR_OK;
}

const struct catalogue *catalogues_known(struct catalogues *all, const uint8_t hash[SHA256_SIZE])
{
    lock(all);
    const struct catalogue_entry *found = find_hash(all, hash);
    unlock(all);
    return found ? &found->catalogue : NULL;
}

static bool is_called(const struct catalogue_entry *entry, const struct game *game, struct span name)
{
    return entry->named && entry->catalogue.game->catalogue == game->catalogue &&
           span_equal(entry->catalogue.name, name);
}

const struct catalogue *catalogues_named(struct catalogues *all, const struct game *game, struct span name)
{
    size_t count = 1;
    const struct game *const *games = game ? &game : registry_all(&count);
    const struct catalogue_entry *found = NULL;
    lock(all);
    for (size_t i = 0; i < count && !found; i++) {
        for (size_t k = all->count; k-- > 0 && !found;) {
            bool newest = is_called(all->entry[k], games[i], name) && !all->entry[k]->catalogue.older;
            found = newest ? all->entry[k] : NULL;
        }
    }
    unlock(all);
    return found ? &found->catalogue : NULL;
}

enum err catalogues_default(struct catalogues *all, const struct game *game, const struct catalogue **out,
                            struct error *error)
{
    const struct span name = SPAN_LITERAL(CATALOGUE_DEFAULT);
    enum err err = all ? catalogues_load(all, error) : error_raise_span(error, &MSG_UNKNOWN, name);
    if (err != ERR_OK) {
        return err;
    }
    *out = catalogues_named(all, game, name);
    return *out ? ERR_OK : error_raise_span(error, &MSG_UNKNOWN, name);
}

/* As a block_source. */
static enum err find(void *context, const struct game *game, struct span name, const uint8_t hash[SHA256_SIZE],
                     const void **block, size_t *size, struct error *error)
{
    struct catalogues *all = context;
    enum err err = catalogues_load(all, error);
    if (err != ERR_OK) {
        return err;
    }
    lock(all);
    const struct catalogue_entry *found = find_hash(all, hash);
    bool good = found && is_called(found, game, name);
    bool meant = found && found->named && found->catalogue.game->catalogue == game->catalogue;
    unlock(all);
    if (!good) {
        enum err unknown = error_raise_span(error, &MSG_UNKNOWN, name);
        error_hint(error, meant ? found->catalogue.name : (struct span){NULL, 0}); /* the hash says which */
        return unknown;
    }
    *block = found->block;
    *size = game->catalogue->block_size;
    return ERR_OK;
}

/* As a block_source, too. */
static enum err find_usual(void *context, const struct game *game, struct span *name, const uint8_t **hash,
                           const void **block, size_t *size, struct error *error)
{
    struct catalogues *all = context;
    const struct catalogue_entry *found = NULL;
    enum err err = catalogues_load(all, error);
    if (err != ERR_OK) {
        return err;
    }
    lock(all);
    for (size_t i = 0; i < all->count && !found; i++) {
        const struct catalogue_entry *entry = all->entry[i];
        bool usual =
            entry->shipped && !entry->catalogue.older && is_called(entry, game, SPAN_LITERAL(CATALOGUE_STATED));
        found = usual ? entry : NULL;
    }
    unlock(all);
    if (!found) {
        return error_raise_span(error, &MSG_UNKNOWN, SPAN_LITERAL(CATALOGUE_STATED));
    }
    *name = found->catalogue.name;
    *hash = found->catalogue.hash;
    *block = found->block;
    *size = game->catalogue->block_size;
    return ERR_OK;
}

void catalogue_use(const struct catalogue *catalogue, struct setup *setup)
{
    setup->block = catalogue->block;
    setup->block_size = catalogue->game->catalogue->block_size;
}

void catalogue_option(const struct catalogue *catalogue, struct strbuf *out)
{
    strbuf_add_span(out, catalogue->name);
    strbuf_add(out, " sha256:");
    strbuf_hex(out, catalogue->hash, SHA256_SIZE);
}

/* ---- beginning and end ---- */

void catalogues_init(struct catalogues *all, const struct allocator *allocator, const struct value_format *format,
                     const struct catalogue_documents *shipped)
{
    *all = (struct catalogues){
        .allocator = allocator, .format = format, .shipped = shipped, .source = {find, all, find_usual}};
    (void)pthread_mutex_init(&all->lock, NULL);
}

void catalogues_release(struct catalogues *all)
{
    for (size_t i = 0; i < all->count; i++) {
        free_entry(all, all->entry[i]);
    }
    mem_free(all->allocator, all->entry);
    (void)pthread_mutex_destroy(&all->lock);
    *all = (struct catalogues){.allocator = all->allocator};
}
