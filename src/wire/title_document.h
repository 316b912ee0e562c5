/* The document of a title, written: what an import of score sheets makes (service/plays.h, `document`). */
#ifndef WIRE_TITLE_DOCUMENT_H
#define WIRE_TITLE_DOCUMENT_H

#include "base/strbuf.h"
#include "rules/game.h"

/* Appends it as JSON that service_catalogue_add reads (docs/pad.md); the variant is one of the newest rules of
 * that game. */
ERR_CHECK enum err wire_title_document(const struct catalogue_title *about, unsigned edition, struct strbuf *json,
                                       struct error *error);

#endif
