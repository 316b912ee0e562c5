/* The clubs of a place. Whatever becomes a name of a file has been through club_slug_ok. */
#include "service/clubs.h"

#include "base/date.h"
#include "base/serving.h"
#include "base/system.h"
#include "service/upkeep.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/banned.h"

enum {
    CLUBS_LIMIT = 100000, /* of one folder */
    PATIENCE_MS = 30000,  /* that others have to let go of a club */
    STEP_MS = 50,
    BACKUPS = 100 /* of one slug and day */
};

static const struct message MSG_SLUG = {ERR_USAGE, "club.slug",
                                        "'%1' is no slug of a club: 1 to 40 small letters a-z, digits and hyphens",
                                        "« %1 » n'est pas un nom court de club : de 1 à 40 minuscules a-z, chiffres et "
                                        "traits d'union"};
static const struct message MSG_UNKNOWN = {ERR_NOT_FOUND, "club.unknown", "there is no club '%1' in %2",
                                           "il n'y a pas de club « %1 » dans %2"};
static const struct message MSG_TAKEN = {ERR_CONFLICT, "club.taken", "there is a club '%1' already",
                                         "il y a déjà un club « %1 »"};
static const struct message MSG_PLACE = {ERR_IO, "club.place", "%1: %2", "%1 : %2"};
static const struct message MSG_LONG = {ERR_LIMIT, "club.place-long", "the name of the folder %1 is too long",
                                        "le nom du dossier %1 est trop long"};
static const struct message MSG_MANY = {ERR_LIMIT, "club.many", "there are more than %1 clubs in one folder",
                                        "il y a plus de %1 clubs dans un dossier"};
static const struct message MSG_USED = {ERR_BUSY, "club.used",
                                        "another program has the club '%1' open and does not let go of it",
                                        "un autre programme a le club « %1 » ouvert et ne le lâche pas"};

bool club_slug_ok(struct span slug)
{
    for (size_t i = 0; i < slug.len; i++) {
        char c = slug.ptr[i];
        if (!((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-')) {
            return false;
        }
    }
    return slug.len >= 1 && slug.len <= CLUB_SLUG;
}

static enum err raise_system(struct error *error, const char *what, int number)
{
    enum err err = error_raise_span(error, &MSG_PLACE, span_from(what));
    system_add(error, number);
    return err;
}

/* ---- a folder ---- */

/* PLACE/[before]SLUG[after] */
static enum err folder_name(const char *place, const char *before, struct span slug, const char *after,
                            char path[CLUB_PATH], struct error *error)
{
    struct strbuf out;
    strbuf_wrap(&out, path, CLUB_PATH);
    strbuf_add(&out, place);
    strbuf_add_char(&out, '/');
    strbuf_add(&out, before);
    strbuf_add_span(&out, slug);
    strbuf_add(&out, after);
    return strbuf_ok(&out) && strbuf_text(&out) ? ERR_OK : error_raise_span(error, &MSG_LONG, span_from(place));
}

static enum err folder_address(const char *place, struct span slug, struct club_address *address, struct error *error)
{
    address->schema = false;
    return folder_name(place, "", slug, ".db", address->path, error);
}

static enum err folder_exists(const struct club_address *address, bool *there, struct error *error)
{
    struct stat found;
    *there = stat(address->path, &found) == 0 && S_ISREG(found.st_mode);
    if (*there || errno == ENOENT || errno == ENOTDIR || errno == 0) {
        return ERR_OK;
    }
    return raise_system(error, address->path, errno);
}

static enum err gather(DIR *folder, char (**slugs)[CLUB_SLUG + 1], size_t *count, const struct allocator *allocator,
                       struct error *error)
{
    const struct dirent *item;
    size_t room = 0;
    while ((item = readdir(folder))) { // NOLINT(concurrency-mt-unsafe): each call has a stream of its own
        struct span name = span_from(item->d_name);
        if (name.len < 4 || memcmp(name.ptr + name.len - 3, ".db", 3) != 0 ||
            !club_slug_ok(span_of(name.ptr, name.len - 3))) {
            continue;
        }
        if (*count == CLUBS_LIMIT) {
            return error_raise_int(error, &MSG_MANY, CLUBS_LIMIT);
        }
        if (*count == room) {
            room = room > 0 ? 2 * room : 64;
            void *grown = mem_resize(allocator, *slugs, room * sizeof(**slugs));
            if (!grown) {
                return error_raise(error, &MSG_MEMORY);
            }
            *slugs = grown;
        }
        memset((*slugs)[*count], 0, sizeof(**slugs));
        memcpy((*slugs)[(*count)++], name.ptr, name.len - 3);
    }
    return ERR_OK;
}

static int by_letters(const void *a, const void *b)
{
    return strcmp(a, b);
}

static enum err folder_list(const char *place, const struct allocator *allocator, club_slug_fn *fn, void *context,
                            struct error *error)
{
    char(*slugs)[CLUB_SLUG + 1] = NULL;
    size_t count = 0;
    DIR *folder = opendir(place);
    if (!folder) {
        return raise_system(error, place, errno);
    }
    enum err err = gather(folder, &slugs, &count, allocator, error);
    (void)closedir(folder);
    if (count > 1) {
        qsort(slugs, count, sizeof(*slugs), by_letters);
    }
    for (size_t i = 0; err == ERR_OK && i < count; i++) {
        err = fn(context, span_from(slugs[i]), error);
    }
    mem_free(allocator, slugs);
    return err;
}

/* Names and removals outlast a power cut once their folder has been synced. */
static void folder_sync(const char *place)
{
    int fd = open(place, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd >= 0) {
        (void)fsync(fd);
        (void)close(fd);
    }
}

/* Gives a file a second name, unless that is taken, and takes the first away. */
static enum err folder_move(const char *place, const char *from, const char *to, struct span slug, struct error *error)
{
    if (link(from, to) != 0) {
        return errno == EEXIST ? error_raise_span(error, &MSG_TAKEN, slug) : raise_system(error, to, errno);
    }
    (void)unlink(from);
    folder_sync(place);
    return ERR_OK;
}

/* The files that SQLite has beside one. */
static void drop_beside(const char *path)
{
    static const char *const tails[] = {"-wal", "-shm"};
    for (size_t i = 0; i < sizeof(tails) / sizeof(tails[0]); i++) {
        char name[CLUB_PATH + 8];
        struct strbuf out;
        strbuf_wrap(&out, name, sizeof(name));
        strbuf_add(&out, path);
        strbuf_add(&out, tails[i]);
        if (strbuf_ok(&out) && strbuf_text(&out)) {
            (void)unlink(name);
        }
    }
}

static enum err make_with_token(const char *path, const struct service_options *options, char token[TOKEN_TEXT],
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

/* Made under a name that is no club's, so that nobody meets a half-made one. */
static enum err folder_add(const char *place, const struct club_address *address, const struct service_options *options,
                           char token[TOKEN_TEXT], struct error *error)
{
    char path[CLUB_PATH];
    struct span slug = span_from(address->slug);
    if (mkdir(place, 0700) != 0 && errno != EEXIST) {
        return raise_system(error, place, errno);
    }
    enum err err = folder_name(place, ".new-", slug, ".part", path, error);
    if (err != ERR_OK) {
        return err;
    }
    (void)unlink(path); /* of somebody who was killed */
    drop_beside(path);
    err = make_with_token(path, options, token, error);
    err = err == ERR_OK ? folder_move(place, path, address->path, slug, error) : err;
    (void)unlink(path);
    drop_beside(path);
    return err;
}

static enum err folder_rename(const char *place, const struct club_address *from, const struct club_address *to,
                              struct error *error)
{
    char name[CLUB_PATH + 8];
    struct strbuf log;
    struct stat found;
    strbuf_wrap(&log, name, sizeof(name));
    strbuf_add(&log, from->path);
    strbuf_add(&log, "-wal");
    if (!strbuf_ok(&log) || (stat(strbuf_text(&log), &found) == 0 && found.st_size > 0)) {
        return error_raise_span(error, &MSG_USED, span_from(from->slug)); /* the newest changes are in there */
    }
    drop_beside(from->path);
    return folder_move(place, from->path, to->path, span_from(to->slug), error);
}

static enum err folder_drop(const char *place, const struct club_address *address, struct error *error)
{
    if (unlink(address->path) != 0) {
        return raise_system(error, address->path, errno);
    }
    drop_beside(address->path);
    folder_sync(place);
    return ERR_OK;
}

static bool folder_used(const struct club_address *address)
{
    return serving_in_use(address->path);
}

/* SLUG.2026-11-18.bak, and SLUG.2026-11-18.2.bak when that is there. */
static enum err folder_backup_name(const char *place, const struct club_address *address, int32_t day, int number,
                                   char path[CLUB_PATH], struct error *error)
{
    char memory[64];
    char date[DATE_SIZE];
    struct strbuf tail;
    date_format(day, date);
    strbuf_wrap(&tail, memory, sizeof(memory));
    strbuf_add_char(&tail, '.');
    strbuf_add(&tail, date);
    if (number > 1) {
        strbuf_add_char(&tail, '.');
        strbuf_int(&tail, number);
    }
    strbuf_add(&tail, ".bak");
    return folder_name(place, "", span_from(address->slug), strbuf_text(&tail), path, error);
}

/* Size and time of the file and of the log beside it. */
static void folder_stamp(const struct club_address *address, int64_t stamp[CLUB_STAMP])
{
    static const char *const tails[] = {"", "-wal"};
    for (size_t i = 0; i < sizeof(tails) / sizeof(tails[0]); i++) {
        char name[CLUB_PATH + 8];
        struct strbuf out;
        struct stat found;
        strbuf_wrap(&out, name, sizeof(name));
        strbuf_add(&out, address->path);
        strbuf_add(&out, tails[i]);
        bool there = strbuf_ok(&out) && stat(strbuf_text(&out), &found) == 0;
        stamp[2 * i] = there ? (int64_t)found.st_size : -1;
        stamp[2 * i + 1] = there ? (int64_t)found.st_mtim.tv_sec * 1000000000 + found.st_mtim.tv_nsec : 0;
    }
}

/* ---- kinds of places ---- */

static const struct place_kind {
    enum err (*address)(const char *place, struct span slug, struct club_address *address, struct error *error);
    enum err (*exists)(const struct club_address *address, bool *there, struct error *error);
    enum err (*list)(const char *place, const struct allocator *allocator, club_slug_fn *fn, void *context,
                     struct error *error);
    enum err (*add)(const char *place, const struct club_address *address, const struct service_options *options,
                    char token[TOKEN_TEXT], struct error *error);
    enum err (*rename)(const char *place, const struct club_address *from, const struct club_address *to,
                       struct error *error);
    enum err (*drop)(const char *place, const struct club_address *address, struct error *error);
    bool (*used)(const struct club_address *address); /* another program has it open */
    enum err (*backup_name)(const char *place, const struct club_address *address, int32_t day, int number,
                            char path[CLUB_PATH], struct error *error);
    void (*stamp)(const struct club_address *address, int64_t stamp[CLUB_STAMP]);
} FOLDER = {folder_address, folder_exists, folder_list,        folder_add,  folder_rename,
            folder_drop,    folder_used,   folder_backup_name, folder_stamp};

/* An address that is no URL is a folder. */
static const struct place_kind *kind_of(const char *place)
{
    (void)place;
    return &FOLDER;
}

static enum err address_of(const char *place, struct span slug, struct club_address *address, struct error *error)
{
    *address = (struct club_address){.schema = false};
    if (!club_slug_ok(slug)) {
        return error_raise_span(error, &MSG_SLUG, slug);
    }
    memcpy(address->slug, slug.ptr, slug.len);
    return kind_of(place)->address(place, slug, address, error);
}

enum err clubs_find(const char *place, struct span slug, struct club_address *address, struct error *error)
{
    bool there = false;
    enum err err = address_of(place, slug, address, error);
    if (err != ERR_OK) {
        return err;
    }
    err = kind_of(place)->exists(address, &there, error);
    if (err != ERR_OK || there) {
        return err;
    }
    err = error_raise_span(error, &MSG_UNKNOWN, slug);
    error_add(error, span_from(place));
    return err;
}

enum err clubs_list(const char *place, const struct allocator *allocator, club_slug_fn *fn, void *context,
                    struct error *error)
{
    return kind_of(place)->list(place, allocator, fn, context, error);
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
    enum err err = address_of(place, slug, &address, error);
    if (err != ERR_OK) {
        return err;
    }
    err = kind_of(place)->exists(&address, &there, error);
    if (err != ERR_OK) {
        return err;
    }
    return there ? error_raise_span(error, &MSG_TAKEN, slug)
                 : kind_of(place)->add(place, &address, options, token, error);
}

/* ---- out of the way ---- */

static struct service_options options_for(const struct service_options *options, const struct club_address *address)
{
    struct service_options with = *options;
    with.club = address->schema ? address->slug : NULL;
    return with;
}

/* `*before`, unless NULL: whether it was. */
static enum err set_suspended(const struct club_address *address, const struct service_options *options, bool suspended,
                              bool *before, struct error *error)
{
    struct service_options with = options_for(options, address);
    struct service *service = NULL;
    struct club_standing standing;
    enum err err = service_open(&service, address->path, SERVICE_WRITE, &with, error);
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
            return error_raise_span(error, &MSG_USED, span_from(address->slug));
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
    err = address_of(place, to, &fresh, error);
    if (err != ERR_OK) {
        return err;
    }
    err = kind_of(place)->exists(&fresh, &there, error);
    if (err != ERR_OK || there) {
        return there ? error_raise_span(error, &MSG_TAKEN, to) : err;
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
    struct service_options with = options_for(options, address);
    struct service *service = NULL;
    int32_t day = (int32_t)(options->clock->now(options->clock->context) / DAY_MS);
    enum err err = service_open(&service, address->path, SERVICE_READ, &with, error);
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
    return kind_of(place)->drop(place, &address, error);
}
