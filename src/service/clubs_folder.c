/* Clubs of a folder: SLUG.db each. Whatever becomes a name of a file has been through club_slug_ok. */
#include "service/clubs_inside.h"

#include "base/date.h"
#include "base/serving.h"
#include "base/system.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/banned.h"

enum { CLUBS_LIMIT = 100000 /* of one folder */ };

static const struct message MSG_PLACE = {ERR_IO, "club.place", "%1: %2", "%1 : %2"};
static const struct message MSG_MANY = {ERR_LIMIT, "club.many", "there are more than %1 clubs in one folder",
                                        "il y a plus de %1 clubs dans un dossier"};

static enum err raise_system(struct error *error, const char *what, int number)
{
    enum err err = error_raise_span(error, &MSG_PLACE, span_from(what));
    system_add(error, number);
    return err;
}

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
    return strbuf_ok(&out) && strbuf_text(&out) ? ERR_OK : error_raise_span(error, &CLUBS_MSG_LONG, span_from(place));
}

static enum err folder_address(const char *place, struct span slug, struct club_address *address, struct error *error)
{
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

static enum err folder_list(const char *place, const struct service_options *options, club_slug_fn *fn, void *context,
                            struct error *error)
{
    const struct allocator *allocator = options->allocator;
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
static enum err folder_move(const char *place, const char *from, const struct club_address *to, struct error *error)
{
    if (link(from, to->path) != 0) { // NOLINT(clang-analyzer-core.NonNullParamChecker): a member that is an array
        return errno == EEXIST ? error_raise_span(error, &CLUBS_MSG_TAKEN, span_from(to->slug))
                               : raise_system(error, to->path, errno);
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
    err = clubs_make(path, options, token, error);
    err = err == ERR_OK ? folder_move(place, path, address, error) : err;
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
        return error_raise_span(error, &CLUBS_MSG_USED, span_from(from->slug)); /* the newest changes are in there */
    }
    drop_beside(from->path);
    return folder_move(place, from->path, to, error);
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

const struct place_kind CLUBS_FOLDER = {folder_address, folder_exists, folder_list,        folder_add,  folder_rename,
                                        folder_drop,    folder_used,   folder_backup_name, folder_stamp};
