/*
 * Private to the room: the pad documents that titles of a file are held against. They are read once a slice, for to walk
 * through all of them at every new title would take the square of the time. In a slice nobody else writes, and an import
 * neither renames nor merges titles: a document that is of a title stays so, one that is of none yet is looked at again.
 */
#ifndef SERVICE_PLAYS_DOCUMENTS_H
#define SERVICE_PLAYS_DOCUMENTS_H

#include "service/catalogues.h"
#include "store/titles.h"

struct plays_document {
    struct title_document document; /* its `title` is not set */
    char title[STORE_TITLE];        /* the id; empty: of none when it was last looked at */
};

struct plays_documents {
    struct plays_document *list; /* as service_pads orders them, then those of this slice */
    size_t count, room;
    bool read; /* in this slice */
};

void plays_documents_release(struct plays_documents *all, const struct allocator *allocator);

/* Reads them, unless they have been in this slice. */
ERR_CHECK enum err plays_documents_read(struct plays_documents *all, struct service *service, struct error *error);
/* One more has been stored. */
ERR_CHECK enum err plays_documents_add(struct plays_documents *all, struct service *service,
                                       const struct catalogue *catalogue, struct error *error);
/* Looks again for the title of one that had none. */
ERR_CHECK enum err plays_document_title(struct plays_document *one, struct service *service, struct error *error);

#endif
