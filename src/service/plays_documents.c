/* The pad documents of a slice of an import. */
#include "service/plays_documents.h"

#include "service/internal.h"

#include "base/banned.h"

void plays_documents_release(struct plays_documents *all, const struct allocator *allocator)
{
    mem_free(allocator, all->list);
    *all = (struct plays_documents){.list = NULL};
}

static enum err append(struct plays_documents *all, const struct allocator *allocator, const struct plays_document *one,
                       struct error *error)
{
    struct plays_document *list = mem_more(allocator, all->list, all->count, &all->room, sizeof(*list));
    if (!list) {
        return error_raise(error, &MSG_MEMORY);
    }
    all->list = list;
    all->list[all->count++] = *one;
    return ERR_OK;
}

struct reading {
    struct plays_documents *all;
    struct service *service;
};

static enum err take(void *context, const struct title_document *document, struct error *error)
{
    const struct reading *reading = context;
    struct plays_document one = {.document = *document};
    struct strbuf title;
    strbuf_wrap(&title, one.title, sizeof(one.title));
    strbuf_add_span(&title, document->title);
    one.document.title = (struct span){NULL, 0};
    return append(reading->all, reading->service->options.allocator, &one, error);
}

enum err plays_documents_read(struct plays_documents *all, struct service *service, struct error *error)
{
    struct reading reading = {all, service};
    if (all->read) {
        return ERR_OK;
    }
    all->count = 0;
    enum err err = service_pads(service, take, &reading, error);
    all->read = err == ERR_OK;
    return err;
}

enum err plays_documents_add(struct plays_documents *all, struct service *service, const struct catalogue *catalogue,
                             struct error *error)
{
    struct plays_document one = {
        .document = {.catalogue = catalogue, .edition = catalogue_edition(catalogue), .stored = true}};
    catalogue->game->catalogue->title(catalogue->block, &one.document.about);
    return append(all, service->options.allocator, &one, error);
}

enum err plays_document_title(struct plays_document *one, struct service *service, struct error *error)
{
    bool found = false;
    return one->title[0] != '\0'
               ? ERR_OK
               : title_of_document(service->store, one->document.catalogue, one->title, &found, error);
}
