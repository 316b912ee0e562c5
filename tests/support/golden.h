/* Reading a golden record of replays/, for tests that go into it. */
#ifndef SUPPORT_GOLDEN_H
#define SUPPORT_GOLDEN_H

#include "record/record.h"
#include "record/replay.h"

struct golden {
    struct record_reader reader;
    struct replay replay; /* of the whole record */
    struct strbuf text;
    struct record record;
};

void golden_init(struct golden *golden);
void golden_release(struct golden *golden);

/* Reads and verifies replays/<game>/<name>.dendro; the test fails with line and column unless it is right. */
void golden_read(struct golden *golden, const struct game *game, const char *name, const struct block_source *blocks);

#endif
