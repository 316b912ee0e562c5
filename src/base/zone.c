/*
 * Names and files of time zones. A file has the moments at which the clocks
 * changed, in a block of 64-bit numbers behind one of 32-bit numbers that is
 * passed over, and a last line that says how they go on (zone_rule.h).
 */
#include "base/zone.h"

#include "base/strbuf.h"
#include "base/zone_rule.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/banned.h"

enum {
    HEAD = 44, /* bytes before each block */
    COUNTS = 6 /* numbers at the end of a head */
};

/* What a head counts, in its order. */
enum { UT_MARKS, STANDARD_MARKS, LEAPS, TIMES, TYPES, LETTERS };

bool zone_name_ok(struct span name)
{
    bool first = true; /* of a part */
    if (name.len == 0 || name.len > ZONE_NAME || name.ptr[0] < 'A' || name.ptr[0] > 'Z') {
        return false;
    }
    for (size_t i = 0; i < name.len; i++) {
        char c = name.ptr[i];
        bool letter = (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
        bool other = (c >= '0' && c <= '9') || c == '_' || c == '-' || c == '+';
        if (!letter && (first || !(other || c == '/'))) {
            return false;
        }
        first = c == '/';
    }
    return !first;
}

/* ---- the file ---- */

static uint64_t number(const char *bytes, size_t size)
{
    uint64_t value = 0;
    for (size_t i = 0; i < size; i++) {
        value = value << 8 | (unsigned char)bytes[i];
    }
    return value;
}

/* Reads the head of a block and passes it; false when the bytes do not begin with one. */
static bool take_head(struct span *bytes, char *version, uint32_t count[COUNTS])
{
    if (bytes->len < HEAD || !span_starts(*bytes, "TZif")) {
        return false;
    }
    *version = bytes->ptr[4];
    for (unsigned i = 0; i < COUNTS; i++) {
        count[i] = (uint32_t)number(bytes->ptr + HEAD - 4 * COUNTS + 4 * i, 4);
        if (count[i] > ZONE_BYTES) {
            return false;
        }
    }
    *bytes = span_skip(*bytes, HEAD);
    return true;
}

/* Bytes of a block whose moments have `size` bytes each. */
static size_t block_size(const uint32_t count[COUNTS], size_t size)
{
    return count[TIMES] * (size + 1) + (size_t)count[TYPES] * 6 + count[LETTERS] + count[LEAPS] * (size + 4) +
           count[STANDARD_MARKS] + count[UT_MARKS];
}

/* The last line: what stands between the line feeds behind the block. */
static struct span footer(struct span rest)
{
    struct span line = {NULL, 0};
    if (!span_starts(rest, "\n")) {
        return line;
    }
    rest = span_skip(rest, 1);
    return span_cut_at(&rest, '\n', &line) ? line : (struct span){NULL, 0};
}

/* In the block of 64-bit numbers: the newest change that is not after `at`; behind the last of them the rule. */
static bool find(struct span bytes, const uint32_t count[COUNTS], int64_t at, int32_t *ahead)
{
    const char *times = bytes.ptr;
    const char *types = times + (size_t)count[TIMES] * 8;
    const char *rows = types + count[TIMES];
    size_t next = 0;
    while (next < count[TIMES] && (int64_t)number(times + 8 * next, 8) <= at) {
        next++;
    }
    bool behind = next == count[TIMES];
    if (behind && zone_rule(footer(span_skip(bytes, block_size(count, 8))), at, ahead)) {
        return true;
    }
    unsigned type = next > 0 ? (unsigned char)types[next - 1] : 0;
    if (type >= count[TYPES]) {
        return false;
    }
    *ahead = (int32_t)(uint32_t)number(rows + 6 * (size_t)type, 4);
    return *ahead > -ZONE_AHEAD && *ahead < ZONE_AHEAD;
}

bool zone_ahead_in(struct span bytes, int64_t at, int32_t *ahead)
{
    uint32_t count[COUNTS];
    char version = 0;
    *ahead = 0;
    if (!take_head(&bytes, &version, count) || version < '2' || block_size(count, 4) > bytes.len) {
        return false;
    }
    bytes = span_skip(bytes, block_size(count, 4));
    bool good =
        take_head(&bytes, &version, count) && block_size(count, 8) <= bytes.len && find(bytes, count, at, ahead);
    *ahead = good ? *ahead : 0;
    return good;
}

bool zone_ahead_at_wall(struct span bytes, int64_t wall, int32_t *ahead)
{
    int32_t before = 0;
    bool good = zone_ahead_in(bytes, wall - ZONE_AHEAD, &before) && zone_ahead_in(bytes, wall - before, ahead);
    if (!good || *ahead == before) {
        return good;
    }
    int32_t again = 0; /* the clocks changed within a day: whichever answer holds at the moment that it means */
    good = zone_ahead_in(bytes, wall - *ahead, &again);
    *ahead = again == *ahead ? *ahead : before;
    return good;
}

/* ---- in a folder ---- */

struct span zone_load(const char *folder, struct span name, char bytes[ZONE_BYTES])
{
    char memory[ZONE_NAME + 256];
    struct strbuf path;
    size_t size = 0;
    if (!zone_name_ok(name)) {
        return (struct span){NULL, 0};
    }
    strbuf_wrap(&path, memory, sizeof(memory));
    strbuf_add(&path, folder);
    strbuf_add_char(&path, '/');
    strbuf_add_span(&path, name);
    int file = strbuf_ok(&path) ? open(strbuf_text(&path), O_RDONLY | O_CLOEXEC | O_NONBLOCK) : -1;
    if (file < 0) {
        return (struct span){NULL, 0};
    }
    for (ssize_t got = 1; got > 0 && size < ZONE_BYTES;) {
        got = read(file, bytes + size, ZONE_BYTES - size);
        size += got > 0 ? (size_t)got : 0;
    }
    (void)close(file);
    return span_of(bytes, size);
}

bool zone_ahead(const char *folder, struct span name, int64_t at, int32_t *ahead)
{
    char bytes[ZONE_BYTES];
    return zone_ahead_in(zone_load(folder, name, bytes), at, ahead);
}

bool zone_known(const char *folder, struct span name)
{
    struct stat found;
    char bytes[ZONE_BYTES];
    if (!zone_name_ok(name)) {
        return false;
    }
    bool there = stat(folder, &found) == 0 && S_ISDIR(found.st_mode);
    return !there || span_starts(zone_load(folder, name, bytes), "TZif");
}
