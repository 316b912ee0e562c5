/* Pad documents: the catalogues that are of titles, in order, each with the title that it is of. */
#include "rules/registry.h"
#include "service/catalogues.h"
#include "service/internal.h"
#include "service/messages.h"
#include "store/titles.h"

#include <stdlib.h>

#include "base/banned.h"

static bool is_pad(const struct catalogue *catalogue)
{
    return catalogue->game->catalogue->title != NULL;
}

enum err catalogue_is_pad(const struct catalogue *catalogue, struct error *error)
{
    return is_pad(catalogue) ? ERR_OK
                             : error_raise_span(error, &SERVICE_MSG_DOCUMENT_NONE, span_from(catalogue->game->name.id));
}

/* The names that records may have for the title: not the document's id, which is nobody's title. */
static void names_of(const struct catalogue *catalogue, const char *names[2])
{
    struct catalogue_title about;
    catalogue->game->catalogue->title(catalogue->block, &about);
    names[0] = about.name.en;
    names[1] = about.name.fr;
}

enum err title_document_check(const struct catalogue *catalogue, struct error *error)
{
    const char *names[2];
    if (!is_pad(catalogue)) {
        return ERR_OK;
    }
    names_of(catalogue, names);
    for (size_t i = 0; i < 2; i++) {
        const struct game *game = registry_newest(span_from(names[i]));
        if (game && !game->titled) {
            return error_raise_span(error, &SERVICE_MSG_DOCUMENT_ENGINE, span_from(names[i]));
        }
    }
    struct catalogue_title about;
    catalogue->game->catalogue->title(catalogue->block, &about);
    const struct game *game = registry_bgg(about.bgg);
    return game ? error_raise_span(error, &SERVICE_MSG_DOCUMENT_ENGINE, span_from(game->name.en)) : ERR_OK;
}

/* ---- all of them ---- */

struct pads {
    struct service *service;
    struct title_document *list;
    size_t count;
    size_t room;
};

static enum err take(void *context, const struct catalogue_info *info, struct error *error)
{
    struct pads *pads = context;
    const struct catalogue *catalogue = NULL;
    const struct game *game = registry_newest(info->game);
    if (!game || !game->catalogue || !game->catalogue->title) {
        return ERR_OK;
    }
    enum err err = catalogue_find(pads->service, info->hash, &catalogue, error);
    if (err != ERR_OK || !catalogue || !is_pad(catalogue)) { /* one that cannot be read is for an audit to tell of */
        return err;
    }
    struct title_document *list =
        mem_more(pads->service->options.allocator, pads->list, pads->count, &pads->room, sizeof(*list));
    if (!list) {
        return error_raise(error, &MSG_MEMORY);
    }
    pads->list = list;
    struct title_document *document = &list[pads->count++];
    *document = (struct title_document){.catalogue = catalogue,
                                        .edition = catalogue_edition(catalogue),
                                        .shipped = info->shipped,
                                        .stored = info->added != 0};
    game->catalogue->title(catalogue->block, &document->about);
    return ERR_OK;
}

static int in_order(const void *a, const void *b)
{
    const struct title_document *one = a;
    const struct title_document *other = b;
    int order = strcmp(one->about.name.id, other->about.name.id);
    if (order != 0) {
        return order;
    }
    if (one->edition != other->edition) {
        return one->edition > other->edition ? -1 : 1;
    }
    return memcmp(one->catalogue->hash, other->catalogue->hash, SHA256_SIZE);
}

enum err title_of_document(struct store *store, const struct catalogue *catalogue, char id[STORE_TITLE], bool *found,
                           struct error *error)
{
    const char *names[2];
    names_of(catalogue, names);
    *found = false;
    for (size_t i = 0; i < 2 && !*found; i++) {
        enum err err = title_named(store, span_from(names[i]), id, found, error);
        if (err != ERR_OK) {
            return err;
        }
    }
    return ERR_OK;
}

/* Shows one, with the title that has one of its names. */
static enum err show(struct service *service, struct title_document *document, title_document_fn *fn, void *context,
                     struct error *error)
{
    char id[STORE_TITLE] = "";
    bool found = false;
    enum err err = title_of_document(service->store, document->catalogue, id, &found, error);
    if (err != ERR_OK) {
        return err;
    }
    document->title = span_from(id);
    return fn(context, document, error);
}

enum err service_pads(struct service *service, title_document_fn *fn, void *context, struct error *error)
{
    struct pads pads = {.service = service};
    enum err err = service_catalogues(service, take, &pads, error);
    if (err == ERR_OK && pads.count > 0) {
        qsort(pads.list, pads.count, sizeof(*pads.list), in_order);
    }
    for (size_t i = 0; err == ERR_OK && i < pads.count; i++) {
        err = show(service, &pads.list[i], fn, context, error);
    }
    mem_free(service->options.allocator, pads.list);
    return err;
}
