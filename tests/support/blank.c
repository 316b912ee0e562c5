/* The first one is made by the store; its bytes are kept as long as the program runs. */
#include "support/cmocka.h"

#include "support/blank.h"

#include "store/store.h"
#include "support/address.h"
#include "support/folder.h"
#include "support/scene.h"
#include "support/text.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { LIMIT = 1 << 24 };

static struct strbuf blank; /* empty: none has been made */

static void forget(void)
{
    strbuf_release(&blank);
}

static void make(void)
{
    char folder[FOLDER_PATH];
    char path[FOLDER_PATH + 16];
    struct error error = {.message = NULL};
    struct store *store = NULL;
    struct store_options options = {.allocator = &allocator_heap};
    folder_make(folder, "dendro-blank");
    (void)snprintf(path, sizeof(path), "%s/blank.db", folder);
    MUST(store_open(&store, path, STORE_CREATE, &options, false, &error));
    store_close(store);
    strbuf_init(&blank, &allocator_heap, LIMIT);
    test_read_file(path, &blank);
    folder_remove(folder);
    assert_int_equal(atexit(forget), 0);
}

void blank_database(const char *path)
{
    if (test_on_server() || access(path, F_OK) == 0) {
        return;
    }
    if (strbuf_span(&blank).len == 0) {
        make();
    }
    int file = open(path, O_WRONLY | O_CREAT | O_EXCL, 0600);
    assert_true(file >= 0);
    struct span bytes = strbuf_span(&blank);
    assert_int_equal(write(file, bytes.ptr, bytes.len), (ssize_t)bytes.len);
    assert_int_equal(close(file), 0);
}
