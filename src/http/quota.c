/* What a club may add over HTTP: entries a day, and bytes of its database (service/clubs.h). */
#include "http/inside.h"
#include "http/messages.h"
#include "service/reading.h"

#include "base/banned.h"

/*
 * The one place where quotas are kept: a request that would add to a club which has its share is refused. One that has begun is
 * finished, so the last may go beyond by as much as a request, or a slice of an import, may add.
 */
enum err quota_check(struct request *request, struct service *service, struct error *error)
{
    enum { DAY_MS = 86400000 };
    struct club *club = request->club;
    struct writer *writer = &club->writer;
    int64_t entries = atomic_load(&club->entries_a_day);
    int64_t bytes = atomic_load(&club->bytes);
    int64_t size = 0;
    if (!(request->route->flags & ROUTE_ADDS) || (entries == 0 && bytes == 0)) {
        return ERR_OK;
    }
    enum err err = bytes > 0 ? service_size(service, &size, error) : ERR_OK;
    if (err != ERR_OK || size > bytes) {
        return err == ERR_OK ? error_raise_int(error, &HTTP_MSG_QUOTA_BYTES, bytes) : err;
    }
    int64_t day = club->options.clock->now(club->options.clock->context) / DAY_MS;
    if (entries > 0 && day != writer->quota_day) {
        err = service_log_before(service, day * DAY_MS, &writer->quota_base, error);
        writer->quota_day = err == ERR_OK ? day : 0;
    }
    if (err != ERR_OK || entries == 0) {
        return err;
    }
    err = service_log_size(service, &size, error);
    if (err != ERR_OK || size - writer->quota_base < entries) {
        return err;
    }
    return error_raise_int(error, &HTTP_MSG_QUOTA_ENTRIES, entries);
}
