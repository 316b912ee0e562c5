/* A club from its opening to its end: what it has of the database, and what it knows of it. */
#include "base/fnv.h"
#include "http/inside.h"
#include "http/messages.h"
#include "service/club.h"
#include "service/proof.h"
#include "service/reading.h"

#include "base/banned.h"

enum { READER_CACHE_KIB = 2048, WRITER_CACHE_KIB = 8192, MANY_CACHE_KIB = 512, SWEEP_LATER = 60 * 1000000 };

void club_init(struct club *club, struct server *server)
{
    club->server = server;
    club->serial = atomic_fetch_add(&server->serial, 1) + 1;
    club->serving.fd = -1;
    club->options = server->options;
    worths_init(&club->worths, server->allocator);
    club->options.worths = &club->worths;
    (void)pthread_mutex_init(&club->readers.lock, NULL);
    (void)pthread_mutex_init(&club->writer.lock, NULL);
    (void)pthread_mutex_init(&club->learning, NULL);
    atomic_store(&club->reviews.wanted, true);
    access_init(&club->access, server->allocator);
    atomic_store(&club->closed, server->config.private_reads != 0);
}

/* ---- readers of the network threads, and of the pool where there are many clubs ---- */

static struct service *idle_reader(struct readers *readers)
{
    (void)pthread_mutex_lock(&readers->lock);
    struct service *service = readers->count > 0 ? readers->idle[--readers->count] : NULL;
    (void)pthread_mutex_unlock(&readers->lock);
    return service;
}

static enum err open_reader(struct club *club, struct service **service, struct error *error)
{
    struct service_options options = club->options;
    options.cache_kib = club->slug[0] ? MANY_CACHE_KIB : READER_CACHE_KIB;
    return service_open(service, club->path, SERVICE_READ, &options, error);
}

struct service *reader_take(struct club *club)
{
    struct error ignored;
    struct service *service = idle_reader(&club->readers);
    if (!service && (club->slug[0] || club->shared) && open_reader(club, &service, &ignored) != ERR_OK) {
        return NULL;
    }
    return service;
}

void reader_give(struct club *club, struct service *service)
{
    struct readers *readers = &club->readers;
    (void)pthread_mutex_lock(&readers->lock);
    bool kept = readers->count < readers->kept;
    if (kept) {
        readers->idle[readers->count++] = service;
    }
    (void)pthread_mutex_unlock(&readers->lock);
    if (!kept) {
        service_close(service);
    }
}

/* A club that is alone has one for each thread from the start, another opens them when they are needed. */
static enum err open_readers(struct club *club, struct error *error)
{
    int64_t count = club->slug[0] ? 0 : club->server->config.threads + 1;
    for (int64_t i = 0; i < count; i++) {
        struct service *service = NULL;
        enum err err = open_reader(club, &service, error);
        if (err != ERR_OK) {
            return err;
        }
        reader_give(club, service);
    }
    return ERR_OK;
}

/* ---- what the database says ---- */

void club_stand(struct club *club, const struct club_standing *standing)
{
    bool ended = standing->suspended && !atomic_load(&club->suspended);
    atomic_store(&club->closed, standing->closed || club->server->config.private_reads);
    atomic_store(&club->entries_a_day, standing->entries_a_day);
    atomic_store(&club->bytes, standing->bytes);
    atomic_store(&club->suspended, standing->suspended);
    atomic_store(&club->searchable, standing->searchable);
    if (ended) {
        followers_beat(club->server);
    }
}

/* How it stands, for itself and for the list of clubs. */
static enum err read_standing(struct club *club, struct service *service, int64_t version, struct error *error)
{
    struct club_standing standing;
    struct club_settings settings;
    enum err err = service_standing(service, &standing, error);
    if (err != ERR_OK) {
        return err;
    }
    err = service_club(service, &settings, error);
    if (err != ERR_OK) {
        return err;
    }
    club_stand(club, &standing);
    if (club->slug[0]) {
        directory_note(club->server, club->slug, &standing, settings.name);
    }
    club->standing_version = version;
    return ERR_OK;
}

/* Numbers only go up, whoever has read them first. */
static bool raise_to(atomic_int_least64_t *known, int64_t value)
{
    int_least64_t before = atomic_load(known);
    while (value > before) {
        if (atomic_compare_exchange_weak(known, &before, value)) {
            return true;
        }
    }
    return false;
}

bool club_raise(struct club *club, const struct versions *versions)
{
    (void)raise_to(&club->people_version, versions->people);
    return raise_to(&club->log_size, versions->log);
}

/* With `learning` held. */
static enum err take_note(struct club *club, struct service *service, const struct versions *versions,
                          struct error *error)
{
    bool grown = club_raise(club, versions);
    if (versions->flush != 0) {
        atomic_store(&club->flush_due, true); /* the writer says when it is no longer */
    }
    if (grown) {
        followers_wake(club, 0);
    }
    enum err err = access_renew(&club->access, service, versions->token, error);
    if (err != ERR_OK || versions->people == club->standing_version) {
        return err;
    }
    return read_standing(club, service, versions->people, error);
}

/* A server adds up some eighty files for it: only when the log has grown. */
void club_weigh(struct club *club, struct service *service)
{
    struct error ignored;
    int64_t size = 0;
    int64_t grown_to = atomic_load(&club->log_size);
    if (club->shared && club->weighed == grown_to && atomic_load(&club->size) > 0) {
        return;
    }
    if (service_size(service, &size, &ignored) == ERR_OK) {
        club->weighed = grown_to;
        atomic_store(&club->size, size);
    }
}

enum err club_learn(struct club *club, struct service *service, struct error *error)
{
    struct versions versions;
    enum err err = service_versions(service, &versions, error);
    if (err != ERR_OK) {
        return err;
    }
    (void)pthread_mutex_lock(&club->learning);
    err = take_note(club, service, &versions, error);
    (void)pthread_mutex_unlock(&club->learning);
    return err;
}

void club_relearn(struct club *club, const struct request *group)
{
    struct error ignored;
    bool touched = false;
    for (const struct request *request = group; request; request = request->next) {
        touched = touched || request->touched_club;
    }
    if (touched) {
        (void)!club_learn(club, club->writer.service, &ignored); /* else the next second does */
    }
}

/* Out of its key and its slug: a copy of a club under another name has the key of the first. */
static enum err make_tag(struct club *club, struct error *error)
{
    char memory[512];
    struct strbuf key;
    struct strbuf tag;
    uint8_t bytes[CLUB_TAG / 2];
    strbuf_wrap(&key, memory, sizeof(memory));
    if (!club->slug[0]) {
        return ERR_OK;
    }
    enum err err = service_key(club->writer.service, &key, error);
    if (err != ERR_OK && err != ERR_NOT_FOUND) { /* a lost key is for the audit to find */
        return err;
    }
    uint64_t hash = fnv_add(fnv_add(FNV_START, strbuf_span(&key)), span_from(club->slug));
    memcpy(bytes, &hash, sizeof(bytes));
    strbuf_wrap(&tag, club->tag, sizeof(club->tag));
    strbuf_hex(&tag, bytes, sizeof(bytes));
    return ERR_OK;
}

/* What the database says at first: its versions, its tokens, how it stands. */
static enum err learn_first(struct club *club, struct error *error)
{
    struct versions versions;
    enum err err = service_versions(club->writer.service, &versions, error);
    if (err != ERR_OK) {
        return err;
    }
    atomic_store(&club->log_size, versions.log);
    atomic_store(&club->people_version, versions.people);
    atomic_store(&club->flush_due, versions.flush != 0);
    err = read_standing(club, club->writer.service, versions.people, error);
    return err == ERR_OK ? access_renew(&club->access, club->writer.service, versions.token, error) : err;
}

/* ---- opening ---- */

/* Whether it can be opened at once, and is to be: a reader changes nothing, and is one of the club's then. */
static enum err probe(struct club *club, struct error *error)
{
    struct service *service = NULL;
    struct club_standing standing;
    bool stale = false;
    enum err err = open_reader(club, &service, error);
    if (err != ERR_OK) {
        return err;
    }
    err = service_standing(service, &standing, error);
    err = err == ERR_OK ? standing_writable(&standing, error) : err;
    err = err == ERR_OK ? service_stale(service, &stale, error) : err;
    if (err == ERR_OK && stale) {
        err = error_raise(error, &HTTP_MSG_PREPARING);
    }
    if (err == ERR_OK) {
        reader_give(club, service);
    } else {
        service_close(service);
    }
    return err;
}

/* What a club needs to answer, once its database is open to be written. */
static enum err furnish(struct club *club, struct error *error)
{
    bool many = club->slug[0] != '\0';
    enum err err = many ? ERR_OK : service_answers_sweep(club->writer.service, error);
    if (err != ERR_OK) {
        return err;
    }
    /* One among many is swept once it has been open for a while: who only looks in shall not wait for the disk. */
    atomic_store(&club->swept, ticks() - (many ? (int64_t)SWEEP_SECONDS * 1000000 - SWEEP_LATER : 0));
    err = open_readers(club, error);
    if (err != ERR_OK) {
        return err;
    }
    err = learn_first(club, error);
    if (err != ERR_OK) {
        return err;
    }
    err = make_tag(club, error);
    if (err != ERR_OK) {
        return err;
    }
    if (!cache_init(&club->cache, club->server->allocator, many ? MANY_SLOTS : CACHE_SLOTS,
                    many ? MANY_BYTES : CACHE_BYTES)) {
        return error_raise(error, &MSG_MEMORY);
    }
    return histories_new(club, error);
}

enum err club_open(struct club *club, enum service_mode mode, struct error *error)
{
    struct service_options options = club->options;
    bool many = club->slug[0] != '\0';
    club->shared = service_on_server(club->path);
    club->readers.kept = many ? READERS_KEPT : READERS;
    enum err err = mode == SERVICE_READ ? probe(club, error) : ERR_OK;
    if (err != ERR_OK) {
        return err;
    }
    options.cache_kib = many ? MANY_CACHE_KIB : WRITER_CACHE_KIB;
    err = service_open(&club->writer.service, club->path, mode == SERVICE_READ ? SERVICE_WRITE : mode, &options, error);
    if (err != ERR_OK) {
        return err;
    }
    serving_open(&club->serving, club->path);
    serving_begin(&club->serving);
    stale_tell(club);
    return furnish(club, error);
}

void club_release(struct club *club)
{
    struct service *service;
    reviews_forget(club);
    histories_free(club);
    cache_release(&club->cache);
    auditing_release(club);
    while ((service = idle_reader(&club->readers))) {
        service_close(service);
    }
    service_close(club->writer.service);
    club->writer.service = NULL;
    serving_close(&club->serving);
    worths_release(&club->worths);
    access_release(&club->access);
    if (club->catalogues.allocator) {
        catalogues_release(&club->catalogues);
    }
    (void)pthread_mutex_destroy(&club->readers.lock);
    (void)pthread_mutex_destroy(&club->writer.lock);
    (void)pthread_mutex_destroy(&club->learning);
}
