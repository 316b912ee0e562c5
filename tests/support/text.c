/* Text for tests. */
#include "support/text.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>
#include <unistd.h>

static const uint64_t ROOM = UINT64_C(1) << 30;

unsigned test_cases(unsigned cases)
{
    const char *text = getenv("DENDRO_TEST_SCALE");
    int64_t percent = 100;
    if (text && !span_int(span_from(text), 0, 1000000, &percent)) {
        (void)fprintf(stderr, "DENDRO_TEST_SCALE is not a percentage: %s\n", text);
        exit(1);
    }
    uint64_t scaled = (uint64_t)cases * (uint64_t)percent / 100;
    return scaled > 0 ? (unsigned)scaled : 1;
}

/* Containers often have a /dev/shm of 64 MiB, which a few tests at a time would fill. */
static bool has_room(const char *folder)
{
    struct statvfs facts;
    return access(folder, W_OK) == 0 && statvfs(folder, &facts) == 0 &&
           (uint64_t)facts.f_bavail * facts.f_frsize >= ROOM;
}

const char *test_parent_folder(void)
{
    const char *const wishes[] = {getenv("TMPDIR"), "/dev/shm"};
    for (size_t i = 0; i < sizeof(wishes) / sizeof(wishes[0]); i++) {
        if (wishes[i] && strlen(wishes[i]) <= TEST_PARENT_MAX && has_room(wishes[i])) {
            return wishes[i];
        }
    }
    return "/tmp";
}

const char *test_source_dir(void)
{
    const char *dir = getenv("SOURCE_DIR");
    if (!dir) {
        (void)fprintf(stderr, "SOURCE_DIR is not set\n");
        exit(1);
    }
    return dir;
}

void test_read_file(const char *path, struct strbuf *out)
{
    FILE *file = fopen(path, "rb");
    if (!file) {
        (void)fprintf(stderr, "cannot open %s\n", path);
        exit(1);
    }
    char buffer[4096];
    size_t n;
    while ((n = fread(buffer, 1, sizeof(buffer), file)) > 0) {
        strbuf_add_span(out, span_of(buffer, n));
    }
    if (ferror(file) || !strbuf_ok(out)) {
        (void)fprintf(stderr, "cannot read %s\n", path);
        exit(1);
    }
    (void)fclose(file);
}

const char *test_err_name(enum err err)
{
    static const char *const names[] = {"ERR_OK",    "ERR_END",      "ERR_USAGE",     "ERR_SYNTAX",   "ERR_ENCODING",
                                        "ERR_RULE",  "ERR_MISMATCH", "ERR_NOT_FOUND", "ERR_CONFLICT", "ERR_DENIED",
                                        "ERR_LIMIT", "ERR_MEMORY",   "ERR_IO",        "ERR_CORRUPT",  "ERR_BUSY"};
    return (size_t)err < sizeof(names) / sizeof(names[0]) ? names[err] : "ERR_?";
}

static ptrdiff_t read_trickle(void *context, char *buffer, size_t size)
{
    struct trickle *trickle = context;
    size_t n = trickle->given == 0 && trickle->first > 0 ? trickle->first : trickle->step;
    n = n > size ? size : n;
    n = n > trickle->rest.len ? trickle->rest.len : n;
    if (trickle->fail_after >= 0) {
        size_t left = (size_t)(trickle->fail_after - trickle->given);
        if (left == 0) {
            errno = EIO;
            return -1;
        }
        n = n > left ? left : n;
    }
    if (n > 0) {
        memcpy(buffer, trickle->rest.ptr, n);
    }
    trickle->rest = span_skip(trickle->rest, n);
    trickle->given += (long)n;
    return (ptrdiff_t)n;
}

struct source source_trickle(struct trickle *trickle)
{
    return (struct source){read_trickle, trickle};
}

void text_format(struct strbuf *out, const char *format, ...)
{
    char text[1024];
    va_list arguments;
    va_start(arguments, format);
    int n = vsnprintf(text, sizeof(text), format, arguments);
    va_end(arguments);
    if (n < 0 || (size_t)n >= sizeof(text)) {
        (void)fprintf(stderr, "text_format: too long: %s\n", format);
        abort();
    }
    strbuf_add_span(out, span_of(text, (size_t)n));
}
