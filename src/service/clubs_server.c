/* Clubs of a server: a schema each. */
#include "service/clubs_inside.h"
#include "service/internal.h"
#include "store/clubs.h"
#include "store/pool.h"

#include "base/fnv.h"

#include "base/banned.h"

enum { LOOK_AGAIN_MS = 10 * 60 * 1000, BUSY_MS = 5000 };

static const struct store_options OPTIONS = {.allocator = &allocator_heap, .busy_ms = BUSY_MS};

/* PLACE#SLUG */
static enum err server_address(const char *place, struct span slug, struct club_address *address, struct error *error)
{
    struct strbuf out;
    strbuf_wrap(&out, address->path, sizeof(address->path));
    strbuf_add(&out, place);
    strbuf_add_char(&out, '#');
    strbuf_add_span(&out, slug);
    return strbuf_ok(&out) ? ERR_OK : error_raise_span(error, &CLUBS_MSG_LONG, slug);
}

/* The place of a club's path. */
static void place_of(const struct club_address *address, char place[CLUB_PATH])
{
    struct strbuf out;
    strbuf_wrap(&out, place, CLUB_PATH);
    strbuf_add_span(&out, span_of(address->path, strcspn(address->path, "#")));
}

static enum err server_exists(const struct club_address *address, bool *there, struct error *error)
{
    char place[CLUB_PATH];
    place_of(address, place);
    return store_club_exists(place, span_from(address->slug), &OPTIONS, there, error);
}

static enum err server_list(const char *place, const struct service_options *options, club_slug_fn *fn, void *context,
                            struct error *error)
{
    const struct store_options store = store_options_of(options);
    return store_clubs(place, &store, fn, context, error);
}

/* The schema comes into being whole; a token that could not be made is made with `dendro token add`. */
static enum err server_add(const char *place, const struct club_address *address, const struct service_options *options,
                           char token[TOKEN_TEXT], struct error *error)
{
    (void)place;
    return clubs_make(address->path, options, token, error);
}

static enum err server_rename(const char *place, const struct club_address *from, const struct club_address *to,
                              struct error *error)
{
    return store_club_rename(place, span_from(from->slug), span_from(to->slug), &OPTIONS, error);
}

static enum err server_drop(const char *place, const struct club_address *address, struct error *error)
{
    return store_club_drop(place, span_from(address->slug), &OPTIONS, error);
}

static bool server_used(const struct club_address *address)
{
    char place[CLUB_PATH];
    struct error ignored;
    bool used = false;
    place_of(address, place);
    return store_club_used(place, span_from(address->slug), &OPTIONS, &used, &ignored) == ERR_OK && used;
}

/* SLUG.2026-11-18.bak where the command was run. */
static enum err server_backup_name(const char *place, const struct club_address *address, int32_t day, int number,
                                   char path[CLUB_PATH], struct error *error)
{
    (void)place;
    return CLUBS_FOLDER.backup_name(".", address, day, number, path, error);
}

/* To ask each of thousands of clubs whether it has changed would take as long as reading it: each is read again now and then. */
static void server_stamp(const struct club_address *address, int64_t stamp[CLUB_STAMP])
{
    int64_t now = clock_system.now(clock_system.context);
    int64_t shift = (int64_t)(fnv_add(FNV_START, span_from(address->slug)) % LOOK_AGAIN_MS);
    memset(stamp, 0, CLUB_STAMP * sizeof(*stamp));
    stamp[0] = (now + shift) / LOOK_AGAIN_MS;
}

/* ---- connections ---- */

_Static_assert((int)CLUBS_POOL_LEAST == (int)STORE_POOL_LEAST, "the edges need not know the store's");

enum err clubs_pool_new(struct store_pool **pool, const char *place, int64_t connections,
                        const struct allocator *allocator, struct error *error)
{
    *pool = NULL;
    return service_on_server(place) ? store_pool_new(pool, place, (int)connections, allocator, error) : ERR_OK;
}

void clubs_pool_free(struct store_pool *pool)
{
    store_pool_free(pool);
}

void clubs_pool_tidy(struct store_pool *pool)
{
    store_pool_tidy(pool);
}

void clubs_pool_counts(struct store_pool *pool, struct clubs_pool_counts *counts)
{
    struct store_pool_counts now;
    store_pool_counts(pool, &now);
    *counts = (struct clubs_pool_counts){now.most, now.open, now.busy, now.waiting};
}

const struct place_kind CLUBS_SERVER = {server_address, server_exists, server_list,        server_add,  server_rename,
                                        server_drop,    server_used,   server_backup_name, server_stamp};
