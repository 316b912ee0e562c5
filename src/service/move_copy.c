/* A club's rows in another database: what a move, a backup of a club on a server and its way back have in common. */
#include "base/checkpoint.h"
#include "service/move_internal.h"
#include "service/proof.h"
#include "service/rebuild.h"
#include "store/moving.h"

#include "base/banned.h"

static const char STALE[] = "derived-stale";

static const struct message MSG_LOG = {
    ERR_CORRUPT, "move.log", "the log of %1 has not arrived in %2 as it is: `dendro audit` tells what is wrong",
    "le journal de %1 n'est pas arrivé dans %2 tel qu'il est : « dendro audit » dit "
    "ce qui ne va pas"};
static const struct message MSG_CLUB = {
    ERR_CONFLICT, "restore.club",
    "%1 is a club already, and one on a server is not replaced: restore it under another name, or remove that one first",
    "%1 est déjà un club, et sur un serveur un club n'est pas remplacé : rétablissez sous un autre nom, ou retirez-le "
    "d'abord"};

enum err copy_needs_empty(struct service *service, const struct message *message, struct error *error)
{
    bool empty = false;
    enum err err = store_is_empty(service->store, &empty, error);
    if (err != ERR_OK || empty) {
        return err;
    }
    return error_raise_span(error, message, store_shown(service->store));
}

/* ---- rows ---- */

static enum err read_stale(struct copy *copy, struct error *error)
{
    enum err err =
        store_setting_get(copy->from->store, STALE, copy->stale, sizeof(copy->stale), &copy->stale_size, error);
    copy->stale_known = err == ERR_OK;
    return err == ERR_NOT_FOUND ? ERR_OK : err;
}

enum err copy_rows(struct copy *copy, struct error *error)
{
    enum err err = read_stale(copy, error);
    if (err != ERR_OK) {
        return err;
    }
    first_write(copy->to);
    err = store_copy(copy->from->store, copy->to->store, copy->progress, copy->context, error);
    if (err != ERR_OK) {
        return err;
    }
    err = store_same(copy->from->store, copy->to->store, error);
    if (err == ERR_OK) {
        copy->to->broken = false;
    }
    return err;
}

/* ---- derived tables ---- */

static void pass_over(void *context, const struct rebuild_difference *difference)
{
    (void)context;
    (void)difference;
}

/* As it was, unless it said that tables have still to be made: here they have been. */
static enum err put_stale_back(struct copy *copy, struct error *error)
{
    bool was_stale = copy->stale_known && copy->stale_size == 1 && copy->stale[0] == '1';
    enum err err = begin_write(copy->to, error);
    if (err != ERR_OK || was_stale) {
        return err == ERR_OK ? end_write(copy->to, ERR_OK, error) : err;
    }
    first_write(copy->to);
    err = copy->stale_known ? store_setting_set(copy->to->store, STALE, span_of(copy->stale, copy->stale_size), error)
                            : store_setting_drop(copy->to->store, STALE, error);
    return end_write(copy->to, err, error);
}

enum err copy_tables(struct copy *copy, struct error *error)
{
    /* Whoever listens to differences asks for all tables, those of the tree included. */
    const struct rebuild_options options = {
        .force = true, .difference = pass_over, .progress = copy->progress, .context = copy->context};
    struct rebuild_summary summary;
    enum err err = seen_key(copy->to->store, copy->to->seen_key, error);
    if (err != ERR_OK) {
        return err;
    }
    err = service_rebuild(copy->to, &options, &summary, error);
    return err == ERR_OK ? put_stale_back(copy, error) : err;
}

/* ---- the log ---- */

struct latest {
    int64_t size; /* 0: there is none */
    struct strbuf text;
};

static enum err see_checkpoint(void *context, int64_t size, int64_t at, struct span text, struct error *error)
{
    struct latest *latest = context;
    (void)at;
    latest->size = size;
    strbuf_clear(&latest->text);
    strbuf_add_span(&latest->text, text);
    return strbuf_ok(&latest->text) ? ERR_OK : error_raise(error, &MSG_MEMORY);
}

static enum err raise_log(const struct copy *copy, struct error *error)
{
    enum err err = error_raise_span(error, &MSG_LOG, store_shown(copy->from->store));
    error_add(error, store_shown(copy->to->store));
    return err;
}

/* The signed statement that `from` gave out last is true of `to`. */
static enum err check_latest(struct copy *copy, const struct latest *latest, struct error *error)
{
    uint8_t key[CHECKPOINT_PUBLIC];
    struct checkpoint checkpoint;
    struct merkle_hash root;
    enum err err = signing_key(copy->to->store, NULL, key, error);
    if (err != ERR_OK) {
        return err;
    }
    err = checkpoint_parse(strbuf_span(&latest->text), key, &checkpoint, error);
    if (err != ERR_OK) {
        return raise_log(copy, error);
    }
    err = service_root_at(copy->to, (int64_t)checkpoint.size, &root, error);
    if (err != ERR_OK) {
        return err == ERR_NOT_FOUND ? raise_log(copy, error) : err;
    }
    return memcmp(&root, &checkpoint.root, sizeof(root)) == 0 ? ERR_OK : raise_log(copy, error);
}

static enum err check_checkpoint(struct copy *copy, struct error *error)
{
    struct latest latest = {.size = 0};
    strbuf_init(&latest.text, copy->from->options.allocator, CHECKPOINT_TEXT);
    enum err err = store_checkpoints(copy->from->store, see_checkpoint, &latest, error);
    if (err == ERR_OK && latest.size > 0) {
        err = check_latest(copy, &latest, error);
    }
    strbuf_release(&latest.text);
    return err;
}

enum err copy_check_log(struct copy *copy, struct error *error)
{
    uint64_t size[2] = {0, 0};
    struct merkle_hash root[2];
    enum err err = service_root(copy->from, &size[0], &root[0], error);
    if (err != ERR_OK) {
        return err;
    }
    err = service_root(copy->to, &size[1], &root[1], error);
    if (err != ERR_OK) {
        return err;
    }
    if (size[0] != size[1] || memcmp(&root[0], &root[1], sizeof(root[0])) != 0) {
        return raise_log(copy, error);
    }
    return check_checkpoint(copy, error);
}

/* ---- backup: into a new file ---- */

/* The rows are on disk then; that the tables have still to be made is written beside them. */
static enum err back_up_rows(struct copy *copy, struct error *error)
{
    enum err err = service_begin(copy->to, error);
    if (err != ERR_OK) {
        return err;
    }
    err = copy_rows(copy, error);
    if (err != ERR_OK) {
        return err;
    }
    err = store_setting_set(copy->to->store, STALE, SPAN_LITERAL("1"), error);
    return err == ERR_OK ? service_commit(copy->to, error) : err;
}

static enum err back_up(struct copy *copy, const char *part, struct error *error)
{
    struct service_options options = copy->from->options;
    struct error ignored;
    options.moving = true;
    enum err err = service_open(&copy->to, part, SERVICE_CREATE, &options, error);
    if (err != ERR_OK) {
        return err;
    }
    err = back_up_rows(copy, error);
    if (err != ERR_OK) {
        return err;
    }
    /* A log that cannot be played through is backed up all the same: tables are then left to who restores it. */
    if (copy_tables(copy, &ignored) != ERR_OK) {
        return ERR_OK;
    }
    return copy_check_log(copy, error);
}

static enum err back_up_at_once(struct copy *copy, const char *part, struct error *error)
{
    enum err err = store_begin_reading(copy->from->store, error);
    if (err != ERR_OK) {
        return err;
    }
    err = back_up(copy, part, error);
    store_rollback(copy->from->store); /* it was read from one snapshot */
    service_close(copy->to);
    return err;
}

enum err service_backup_rows(struct service *service, const char *path, upkeep_progress_fn *progress, void *context,
                             struct error *error)
{
    struct copy copy = {.from = service, .progress = progress, .context = context};
    struct store_options store = store_options_of(&service->options);
    struct strbuf part;
    strbuf_init(&part, service->options.allocator, MOVE_NAME);
    enum err err = store_part_begin(path, &store, &part, error);
    if (err != ERR_OK) {
        goto out;
    }
    err = back_up_at_once(&copy, strbuf_text(&part), error);
    if (err == ERR_OK) {
        err = store_part_end(strbuf_text(&part), path, &store, error);
    }
    if (err != ERR_OK) {
        store_part_drop(strbuf_text(&part));
    }
out:
    strbuf_release(&part);
    return err;
}

/* ---- restore: onto a server ---- */

enum err copy_whole(struct copy *copy, const struct message *taken, struct error *error)
{
    enum err err = copy_needs_empty(copy->to, taken, error);
    if (err != ERR_OK) {
        return err;
    }
    err = copy_rows(copy, error);
    if (err != ERR_OK) {
        return err;
    }
    err = copy_tables(copy, error);
    return err == ERR_OK ? copy_check_log(copy, error) : err;
}

/* All in one transaction: there is a whole club, or an empty one that the next try fills. */
static enum err restore(struct copy *copy, struct error *error)
{
    enum err err = service_begin(copy->to, error);
    if (err != ERR_OK) {
        return err;
    }
    err = copy_whole(copy, &MSG_CLUB, error);
    return err == ERR_OK ? service_commit(copy->to, error) : err;
}

enum err service_restore_rows(const char *backup, const char *path, const struct service_options *options,
                              upkeep_progress_fn *progress, void *context, struct error *error)
{
    struct copy copy = {.progress = progress, .context = context};
    struct service_options bare = *options;
    bare.moving = true;
    enum err err = service_open(&copy.from, backup, SERVICE_READ, &bare, error);
    if (err != ERR_OK) {
        goto out;
    }
    err = store_begin_reading(copy.from->store, error);
    if (err != ERR_OK) {
        goto out;
    }
    err = service_open(&copy.to, path, SERVICE_CREATE, &bare, error);
    if (err != ERR_OK) {
        goto out;
    }
    err = restore(&copy, error);
out:
    service_close(copy.to);
    service_close(copy.from);
    return err;
}
