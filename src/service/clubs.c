/* The clubs of a place, whichever kind it is (clubs_inside.h). */
#include "store/clubs.h"
#include "service/clubs_inside.h"
#include "service/upkeep.h"

#include <time.h>
#include <unistd.h>

#include "base/banned.h"

enum {
    PATIENCE_MS = 30000, /* that others have to let go of a club */
    STEP_MS = 50,
    BACKUPS = 100 /* of one slug and day */
};

static const struct message MSG_SLUG = {ERR_USAGE, "club.slug",
                                        "'%1' is no slug of a club: 1 to 40 small letters a-z, digits and hyphens",
                                        "« %1 » n'est pas un nom court de club : de 1 à 40 minuscules a-z, chiffres et "
                                        "traits d'union"};
static const struct message MSG_UNKNOWN = {ERR_NOT_FOUND, "club.unknown", "there is no club '%1' in %2",
                                           "il n'y a pas de club « %1 » dans %2"};
const struct message CLUBS_MSG_TAKEN = {ERR_CONFLICT, "club.taken", "there is a club '%1' already",
                                        "il y a déjà un club « %1 »"};
const struct message CLUBS_MSG_LONG = {ERR_LIMIT, "club.place-long", "the name of the folder %1 is too long",
                                       "le nom du dossier %1 est trop long"};
const struct message CLUBS_MSG_USED = {ERR_BUSY, "club.used",
                                       "another program has the club '%1' open and does not let go of it",
                                       "un autre programme a le club « %1 » ouvert et ne le lâche pas"};

bool club_slug_ok(struct span slug)
{
    return store_slug_ok(slug);
}

enum err clubs_make(const char *path, const struct service_options *options, char token[TOKEN_TEXT],
                    struct error *error)
{
    struct service *service = NULL;
    char id[TOKEN_ID];
    enum err err = service_open(&service, path, SERVICE_CREATE, options, error);
    if (err == ERR_OK) {
        err = service_token_add(service, SPAN_LITERAL("first"), SCOPE_READ | SCOPE_RECORD | SCOPE_ADMIN, 0, token, id,
                                error);
    }
    service_close(service);
    return err;
}

/* ---- kinds of places ---- */

/* An address that is no URL is a folder. */
static const struct place_kind *kind_of(const char *place)
{
    return service_on_server(place) ? &CLUBS_SERVER : &CLUBS_FOLDER;
}

enum err clubs_address(const char *place, struct span slug, struct club_address *address, struct error *error)
{
    *address = (struct club_address){.slug = ""};
    if (!club_slug_ok(slug)) {
        return error_raise_span(error, &MSG_SLUG, slug);
    }
    memcpy(address->slug, slug.ptr, slug.len);
    return kind_of(place)->address(place, slug, address, error);
}

enum err clubs_find(const char *place, struct span slug, struct club_address *address, struct error *error)
{
    bool there = false;
    enum err err = clubs_address(place, slug, address, error);
    if (err != ERR_OK) {
        return err;
    }
    err = kind_of(place)->exists(address, &there, error);
    if (err != ERR_OK || there) {
        return err;
    }
    err = error_raise_span(error, &MSG_UNKNOWN, slug);
    error_add(error, service_on_server(place) ? SPAN_LITERAL("postgresql://") : span_from(place)); /* no password */
    return err;
}

enum err clubs_list(const char *place, const struct allocator *allocator, club_slug_fn *fn, void *context,
                    struct error *error)
{
    const struct service_options options = {.allocator = allocator, .busy_ms = service_options_default.busy_ms};
    return clubs_list_by(place, &options, fn, context, error);
}

enum err clubs_list_by(const char *place, const struct service_options *options, club_slug_fn *fn, void *context,
                       struct error *error)
{
    return kind_of(place)->list(place, options, fn, context, error);
}

void clubs_stamp(const char *place, const struct club_address *address, int64_t stamp[CLUB_STAMP])
{
    kind_of(place)->stamp(address, stamp);
}

enum err clubs_add(const char *place, struct span slug, const struct service_options *options, char token[TOKEN_TEXT],
                   struct error *error)
{
    struct club_address address;
    bool there = false;
    enum err err = clubs_address(place, slug, &address, error);
    if (err != ERR_OK) {
        return err;
    }
    err = kind_of(place)->exists(&address, &there, error);
    if (err != ERR_OK) {
        return err;
    }
    return there ? error_raise_span(error, &CLUBS_MSG_TAKEN, slug)
                 : kind_of(place)->add(place, &address, options, token, error);
}

/* ---- out of the way ---- */

/* `*before`, unless NULL: whether it was. */
static enum err set_suspended(const struct club_address *address, const struct service_options *options, bool suspended,
                              bool *before, struct error *error)
{
    struct service *service = NULL;
    struct club_standing standing;
    enum err err = service_open(&service, address->path, SERVICE_WRITE, options, error);
    if (err != ERR_OK) {
        return err;
    }
    err = service_standing(service, &standing, error);
    if (err == ERR_OK && standing.suspended != suspended) {
        err = service_standing_set(service, "suspended", suspended ? SPAN_LITERAL("yes") : SPAN_LITERAL("no"), error);
    }
    service_close(service);
    if (before) {
        *before = standing.suspended;
    }
    return err;
}

/* Suspends it, and waits until no other program has it open. ERR_BUSY: one does, and it is as it was. */
static enum err set_aside(const char *place, const struct club_address *address, const struct service_options *options,
                          bool *before, struct error *error)
{
    enum err err = set_suspended(address, options, true, before, error);
    for (int waited = 0; err == ERR_OK && kind_of(place)->used(address); waited += STEP_MS) {
        const struct timespec step = {.tv_nsec = STEP_MS * 1000000L};
        if (waited >= PATIENCE_MS) {
            struct error ignored;
            (void)!set_suspended(address, options, *before, NULL, &ignored);
            return error_raise_span(error, &CLUBS_MSG_USED, span_from(address->slug));
        }
        (void)nanosleep(&step, NULL);
    }
    return err == ERR_OK ? set_suspended(address, options, true, NULL, error)
                         : err; /* the last to close it tidies up */
}

enum err clubs_suspend(const char *place, struct span slug, bool suspended, const struct service_options *options,
                       struct error *error)
{
    struct club_address address;
    enum err err = clubs_find(place, slug, &address, error);
    return err == ERR_OK ? set_suspended(&address, options, suspended, NULL, error) : err;
}

enum err clubs_rename(const char *place, struct span from, struct span to, const struct service_options *options,
                      struct error *error)
{
    struct club_address old;
    struct club_address fresh;
    struct error ignored;
    bool there = false;
    bool suspended = false;
    enum err err = clubs_find(place, from, &old, error);
    if (err != ERR_OK) {
        return err;
    }
    err = clubs_address(place, to, &fresh, error);
    if (err != ERR_OK) {
        return err;
    }
    err = kind_of(place)->exists(&fresh, &there, error);
    if (err != ERR_OK || there) {
        return there ? error_raise_span(error, &CLUBS_MSG_TAKEN, to) : err;
    }
    err = set_aside(place, &old, options, &suspended, error);
    if (err != ERR_OK) {
        return err;
    }
    err = kind_of(place)->rename(place, &old, &fresh, error);
    if (err != ERR_OK) {
        (void)!set_suspended(&old, options, suspended, NULL, &ignored);
        return err;
    }
    return set_suspended(&fresh, options, suspended, NULL, error);
}

static enum err back_up(const char *place, const struct club_address *address, const struct service_options *options,
                        char backup[CLUB_PATH], struct error *error)
{
    enum { DAY_MS = 86400000 };
    struct service *service = NULL;
    int32_t day = (int32_t)(options->clock->now(options->clock->context) / DAY_MS);
    enum err err = service_open(&service, address->path, SERVICE_READ, options, error);
    if (err != ERR_OK) {
        return err;
    }
    for (int number = 1; number <= BACKUPS; number++) {
        err = kind_of(place)->backup_name(place, address, day, number, backup, error);
        err = err == ERR_OK ? service_backup(service, backup, NULL, NULL, error) : err;
        if (err != ERR_CONFLICT) {
            break;
        }
    }
    service_close(service);
    return err;
}

enum err clubs_remove(const char *place, struct span slug, const struct service_options *options,
                      char backup[CLUB_PATH], struct error *error)
{
    struct club_address address;
    struct error ignored;
    bool suspended = false;
    enum err err = clubs_find(place, slug, &address, error);
    if (err != ERR_OK) {
        return err;
    }
    err = set_aside(place, &address, options, &suspended, error);
    if (err != ERR_OK) {
        return err;
    }
    err = back_up(place, &address, options, backup, error);
    if (err != ERR_OK) {
        (void)!set_suspended(&address, options, suspended, NULL, &ignored);
        return err;
    }
    err = kind_of(place)->drop(place, &address, error);
    if (err != ERR_OK) { /* as it was, without a copy that nobody asked for */
        (void)unlink(backup);
        (void)!set_suspended(&address, options, suspended, NULL, &ignored);
    }
    return err;
}
