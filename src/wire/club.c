/* The club's settings as JSON. */
#include "wire/club.h"

#include "base/banned.h"

enum err wire_club(const struct club_settings *club, const bool *closed, struct strbuf *out, struct error *error)
{
    struct emit emit = emit_start(out);
    emit_object(&emit, NULL);
    emit_text_or_null(&emit, "name", span_from(club->name));
    emit_word(&emit, "zone", club->zone);
    emit_text_or_null(&emit, "language", span_from(club->language));
    emit_boolean(&emit, "searchable", club->searchable);
    if (closed) {
        emit_boolean(&emit, "private", *closed);
    }
    emit_close(&emit);
    return emit_end(&emit, error);
}
