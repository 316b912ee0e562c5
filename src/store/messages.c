/* The messages of messages.h, defined. */
#include "store/messages.h"

#include "store/store.h"

#include "base/banned.h"

#define STORE_DEFINE(name, code, id, en, fr) const struct message STORE_MSG_##name = {code, id, en, fr};
STORE_MESSAGES(STORE_DEFINE)

#define STORE_LIST(name, code, id, en, fr) &STORE_MSG_##name,
static const struct message *const ALL[] = {STORE_MESSAGES(STORE_LIST)};

const struct message *const *store_messages(size_t *count)
{
    *count = sizeof(ALL) / sizeof(ALL[0]);
    return ALL;
}

struct span path_shown(const char *path)
{
    struct span span = span_from(path);
    while (span_starts(span, "./") && span.len > 2) {
        span = span_skip(span, 2);
    }
    return span;
}

enum err schema_moved(struct error *error, int64_t version, const char *path)
{
    enum err err = error_raise_span(error, &STORE_MSG_MOVED, path_shown(path));
    error_add_int(error, version);
    error_add_int(error, store_schema_current());
    return err;
}
