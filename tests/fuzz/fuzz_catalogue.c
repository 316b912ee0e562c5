/*
 * Any bytes as a catalogue, for every game that has catalogues. They are no
 * JSON, or the game refuses them with a message that begins with a path, or it
 * makes a block of them: every byte of it the same whatever lay there before,
 * and every function on blocks works on it.
 */
#include "base/utf8.h"
#include "rules/registry.h"
#include "wire/values.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool condition)
{
    if (!condition) {
        abort();
    }
}

static void must_explain(enum err err, const struct error *error)
{
    char sentence[1024];
    must(error->message && error->message->code == err);
    must(error_text(error, LANG_EN, sentence, sizeof(sentence)) > 0);
    must(error_text(error, LANG_FR, sentence, sizeof(sentence)) > 0);
}

/* All that a block is asked by others. */
static void show(const struct game *game, const void *block)
{
    const struct game_catalogue *catalogue = game->catalogue;
    struct strbuf out;
    struct name name = catalogue->name(block);
    must(name.id[0] && name.en[0] && name.fr[0]);
    strbuf_init(&out, &allocator_heap, 1 << 20);
    for (unsigned i = 0; i < catalogue->counts_count; i++) {
        strbuf_int(&out, catalogue->count(block, i));
    }
    for (unsigned i = 0; i < game->cards_count; i++) {
        catalogue->print_card(block, i, i % 2 ? LANG_EN : LANG_FR, &out);
    }
    must(strbuf_ok(&out) && utf8_valid(strbuf_span(&out)) == out.len);
    strbuf_release(&out);
}

static void read_for(const struct game *game, const struct value *document)
{
    size_t size = game->catalogue->block_size;
    struct error error = {.message = NULL};
    void *block[2] = {malloc(size), malloc(size)};
    enum err err[2];
    for (int i = 0; i < 2; i++) {
        must(block[i] != NULL);
        memset(block[i], i == 0 ? 0 : 0xa5, size);
        err[i] = game->catalogue->read(document, block[i], &error);
    }
    must(err[0] == err[1]);
    if (err[0] == ERR_OK) {
        must(memcmp(block[0], block[1], size) == 0);
        show(game, block[0]);
    } else {
        must(err[0] == ERR_SYNTAX || err[0] == ERR_LIMIT);
        must_explain(err[0], &error);
        must(strncmp(error.arg[0], "catalogue", strlen("catalogue")) == 0);
    }
    free(block[0]);
    free(block[1]);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    size_t count = 0;
    const struct game *const *games = registry_all(&count);
    struct value document;
    struct error error = {.message = NULL};
    enum err err = wire_values.open(span_of((const char *)data, size), &document, &error);
    if (err != ERR_OK) {
        must(err == ERR_SYNTAX);
        must_explain(err, &error);
        return 0;
    }
    for (size_t i = 0; i < count; i++) {
        if (games[i]->catalogue) {
            read_for(games[i], &document);
        }
    }
    wire_values.close(&document);
    return 0;
}
