/*
 * Time zones by their names, such as Europe/Paris: which names there are, and
 * what the clock on the wall says there. Rules are read from the files of the
 * system's time zone database (TZif, RFC 9636), each time anew: libc's own
 * functions know one zone at a time, which the whole process shares.
 */
#ifndef BASE_ZONE_H
#define BASE_ZONE_H

#include "base/span.h"

enum {
    ZONE_NAME = 64,      /* bytes of a name at the most */
    ZONE_BYTES = 1 << 14 /* of a file; the largest zones have four thousand */
};

/* Where the database is on every system that has one. */
#define ZONE_FOLDER "/usr/share/zoneinfo"

/*
 * True for what has the form of a zone's name: parts of letters, digits, `_`,
 * `-` and `+` with a slash between them, the first letter a capital one. No
 * such name leads out of a folder.
 */
bool zone_name_ok(struct span name);

/* The same, and the database of the system in `folder` has it. Where there is no such folder, the form decides. */
bool zone_known(const char *folder, struct span name);

/*
 * Seconds by which the clocks of the zone are ahead of UTC at the moment `at`
 * (seconds since 1970). False when `folder` has no such zone, or nothing that
 * can be read: `*ahead` is then 0.
 */
bool zone_ahead(const char *folder, struct span name, int64_t at, int32_t *ahead);

/* The file of the zone, for who asks about many moments; nothing when there is none. */
struct span zone_load(const char *folder, struct span name, char bytes[ZONE_BYTES]);

/* The same for the bytes of such a file, of any length and content. */
bool zone_ahead_in(struct span bytes, int64_t at, int32_t *ahead);

/* The same at the moment when the clocks there show `wall` (seconds as if that were UTC): the first of two, if they do so twice. */
bool zone_ahead_at_wall(struct span bytes, int64_t wall, int32_t *ahead);

#endif
