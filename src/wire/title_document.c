/* The document of a title as JSON. */
#include "wire/title_document.h"

#include "rules/registry.h"
#include "wire/pieces.h"

#include "base/banned.h"

static void emit_categories(struct emit *emit, const struct catalogue_title *about)
{
    emit_list(emit, "categories");
    for (unsigned i = 0; i < about->categories; i++) {
        emit_object(emit, NULL);
        emit_name(emit, &about->category[i]);
        if (about->sign[i] < 0) {
            emit_word(emit, "sign", "-");
        }
        emit_close(emit);
    }
    emit_close(emit);
}

enum err wire_title_document(const struct catalogue_title *about, unsigned edition, struct strbuf *json,
                             struct error *error)
{
    const struct game *game = registry_titled();
    struct emit emit = emit_start(json);
    emit_object(&emit, NULL);
    emit_word(&emit, "catalogue", game->name.id);
    emit_object(&emit, "name");
    emit_name(&emit, &about->name);
    emit_close(&emit);
    emit_integer(&emit, "edition", edition);
    if (about->bgg > 0) {
        emit_integer(&emit, "bgg", about->bgg);
    }
    emit_word(&emit, "variant", game->variants[about->variant].name.id);
    emit_object(&emit, "seats");
    emit_integer(&emit, "least", about->least);
    emit_integer(&emit, "most", about->most);
    emit_close(&emit);
    emit_categories(&emit, about);
    emit_close(&emit);
    return emit_end(&emit, error);
}
