/* Golden records: read, verified, and of the game that they must be of. */
#include "support/golden.h"

#include "record/verify.h"
#include "support/cmocka.h"
#include "support/text.h"

#include <stdio.h>
#include <string.h>

enum { LIMIT = 1 << 20 };

void golden_init(struct golden *golden)
{
    memset(golden, 0, sizeof(*golden));
    replay_init(&golden->replay, &allocator_heap);
    strbuf_init(&golden->text, &allocator_heap, LIMIT);
}

void golden_release(struct golden *golden)
{
    replay_release(&golden->replay);
    record_reader_release(&golden->reader);
    strbuf_release(&golden->text);
}

void golden_read(struct golden *golden, const struct game *game, const char *name, const struct block_source *blocks)
{
    char path[512];
    struct error error = {.message = NULL};
    (void)snprintf(path, sizeof(path), "%s/replays/%s/%s.dendro", test_source_dir(), game->name.id, name);
    strbuf_clear(&golden->text);
    test_read_file(path, &golden->text);
    struct span text = strbuf_span(&golden->text);
    enum err err = record_read_one(&golden->reader, text, &allocator_heap, &golden->record, &error);
    if (err == ERR_OK) {
        err = record_verify(&golden->record, blocks, &golden->replay, NULL, NULL, &error);
    }
    if (err != ERR_OK) {
        char said[256];
        (void)error_text(&error, LANG_EN, said, sizeof(said));
        fail_msg("%s:%u:%u: %s", name, error.line, error.column, said);
    }
    assert_string_equal(golden->replay.setup.game->name.id, game->name.id);
}
