/* The audit: connections that agree on a moment, workers, and what is done once they have ended. */
#include "service/audit.h"

#include "service/audit_internal.h"
#include "service/messages.h"

#include <unistd.h>

#include "base/banned.h"

enum { CACHE_KIB = 2048 /* of each connection: an audit reads everything once, in order */ };

/*
 * About a row that whoever writes next makes anew. What is said of the log, its tree and its moves is never that, nor is a
 * row of a game that the log does not have: making tables can be cut short, but it leaves no more than the log tells.
 */
static bool is_pending(const struct audit *audit, const struct audit_finding *finding)
{
    static const char *const derived[] = {"game", "seat", "facts", "statistics", "imports", "season"};
    if (!audit->stale || finding->note || finding->cause) {
        return false;
    }
    if (finding->field && strcmp(finding->field, "surplus") == 0 && strcmp(finding->subject, "imports") != 0) {
        return false;
    }
    for (size_t i = 0; i < sizeof(derived) / sizeof(derived[0]); i++) {
        if (strcmp(finding->subject, derived[i]) == 0) {
            return true;
        }
    }
    return false;
}

void audit_report(struct audit *audit, const struct audit_finding *finding)
{
    bool pending = is_pending(audit, finding);
    (void)pthread_mutex_lock(&audit->lock);
    if (pending) {
        audit->summary->pending++;
    } else if (finding->note) {
        audit->summary->notes++;
    } else {
        audit->summary->findings++;
    }
    if (!pending && audit->audit->finding) {
        audit->audit->finding(audit->audit->context, finding);
    }
    (void)pthread_mutex_unlock(&audit->lock);
}

void audit_report_entry(struct audit *audit, int64_t seq, const char *field, const struct error *cause)
{
    struct audit_finding finding = {
        .subject = "entry", .seq = seq, .ply = -1, .seat = -1, .field = field, .cause = cause};
    audit_report(audit, &finding);
}

bool audit_fails(enum err err)
{
    return err == ERR_IO || err == ERR_BUSY || err == ERR_MEMORY;
}

/* ---- workers ---- */

static void count_done(struct audit *audit, int64_t done)
{
    (void)pthread_mutex_lock(&audit->lock);
    audit->done += done;
    if (audit->audit->progress) {
        audit->audit->progress(audit->audit->context, audit->done, audit->size);
    }
    (void)pthread_mutex_unlock(&audit->lock);
}

static void report_check(void *context, struct span text, struct span french)
{
    struct audit_finding finding = {
        .subject = "database", .ply = -1, .seat = -1, .stored = text, .stored_french = french};
    audit_report(context, &finding);
}

/* One worker begins with SQLite's own check, while the others are at the entries already. */
static void *work(void *context)
{
    struct auditor *auditor = context;
    struct audit *audit = auditor->audit;
    if (!atomic_exchange(&audit->checking, true)) {
        auditor->err = store_check(auditor->store, !audit->audit->results_only, report_check, audit, &auditor->error);
    }
    while (auditor->err == ERR_OK) {
        int64_t first = atomic_fetch_add(&audit->next, AUDIT_CHUNK);
        if (first > audit->size) {
            break;
        }
        int64_t last = first + AUDIT_CHUNK - 1 < audit->size ? first + AUDIT_CHUNK - 1 : audit->size;
        auditor->err = audit_entries(auditor, first, last, &auditor->error);
        count_done(audit, last - first + 1);
    }
    return NULL;
}

static void add_met(struct audit_met *sum, const struct audit_met *met)
{
    sum->games += met->games;
    sum->seats += met->seats;
    sum->facts += met->facts;
    sum->entries += met->entries;
}

/* Runs the workers and waits for all of them. The first one works on the caller's thread. */
static enum err run_workers(struct auditor *auditors, unsigned count, struct error *error)
{
    pthread_t threads[AUDIT_THREADS];
    bool started[AUDIT_THREADS] = {false};
    for (unsigned i = 1; i < count; i++) {
        started[i] = pthread_create(&threads[i], NULL, work, &auditors[i]) == 0;
    }
    (void)work(&auditors[0]);
    enum err err = ERR_OK;
    for (unsigned i = 0; i < count; i++) {
        if (started[i]) {
            (void)pthread_join(threads[i], NULL);
        }
        if (auditors[i].err != ERR_OK && err == ERR_OK) {
            err = auditors[i].err;
            *error = auditors[i].error;
        }
        struct audit *audit = auditors[i].audit;
        audit->summary->games += auditors[i].games;
        audit->summary->plies += auditors[i].plies;
        for (unsigned b = 0; b < BASES; b++) {
            audit->summary->basis[b] += auditors[i].basis[b];
        }
        add_met(&audit->met, &auditors[i].met);
    }
    return err;
}

static unsigned thread_count(const struct audit_options *audit)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    unsigned wanted = audit->threads > 0 ? audit->threads : cores > 0 ? (unsigned)cores : 1;
    return wanted < AUDIT_THREADS ? wanted : AUDIT_THREADS;
}

/* ---- connections ---- */

static enum err auditor_open(struct auditor *auditor, struct audit *audit, const char *path, struct error *error)
{
    const struct service_options *options = audit->options;
    struct store_options store = store_options_of(options);
    store.cache_kib = CACHE_KIB;
    *auditor = (struct auditor){.audit = audit};
    replay_init(&auditor->replay, options->allocator);
    story_init(&auditor->story, options->allocator);
    strbuf_init(&auditor->derived.facts, options->allocator, TEXT_LIMIT);
    tally_init(&auditor->tally, options->allocator);
    auditor->tally.kinds = TALLY_SUMS;
    enum err err = store_open(&auditor->store, path, STORE_READ, &store, false, error);
    finder_init(&auditor->finder, options, auditor->store);
    known_init(&auditor->known, options->allocator, auditor->store, &audit->people, &auditor->finder.source);
    return err;
}

static void auditor_close(struct auditor *auditor)
{
    if (auditor->store) {
        store_rollback(auditor->store);
    }
    store_close(auditor->store);
    record_reader_release(&auditor->reader);
    replay_release(&auditor->replay);
    story_release(&auditor->story);
    strbuf_release(&auditor->derived.facts);
    tally_release(&auditor->tally);
    known_release(&auditor->known);
}

/* All connections see the log at one moment: when an entry was written in between, they begin again. */
static enum err begin_together(const struct audit *audit, struct auditor *auditors, unsigned count, int64_t *size,
                               struct error *error)
{
    enum { TRIES = 100 };
    for (int tries = 0; tries < TRIES; tries++) {
        bool same = true;
        for (unsigned i = 0; i <= count; i++) {
            struct store *store = i < count ? auditors[i].store : audit->shadow;
            int64_t seen = 0;
            if (!store) {
                continue; /* one game needs no shadow */
            }
            enum err err = store_begin(store, error);
            if (err != ERR_OK) {
                return err;
            }
            err = store_log_size(store, &seen, error);
            if (err != ERR_OK) {
                return err;
            }
            same = same && (i == 0 || seen == *size);
            *size = seen;
        }
        if (same) {
            return ERR_OK;
        }
        for (unsigned i = 0; i < count; i++) {
            store_rollback(auditors[i].store);
        }
        if (audit->shadow) {
            store_rollback(audit->shadow);
        }
    }
    return error_raise(error, &SERVICE_MSG_MOVING);
}

/* The connection whose shadow gathers sums. */
static enum err sums_open(struct audit *audit, const char *path, struct error *error)
{
    struct store_options store = store_options_of(audit->options);
    store.cache_kib = CACHE_KIB;
    return store_open(&audit->shadow, path, STORE_READ, &store, false, error);
}

/* ---- the audit ---- */

/* Tables that are being made anew, or that a migration or rebuild which was interrupted has left half so. */
static enum err note_stale(struct audit *audit, struct store *store, struct error *error)
{
    enum err err = derived_stale(store, &audit->stale, error);
    if (audit_fails(err)) {
        return err;
    }
    if (err != ERR_OK) {
        audit->stale = false; /* nobody can tell: everything that differs is told */
        struct audit_finding finding = {.subject = "database", .ply = -1, .seat = -1, .cause = error};
        audit_report(audit, &finding);
        return ERR_OK;
    }
    if (audit->stale) {
        struct audit_finding finding = {.subject = "database", .note = true, .ply = -1, .seat = -1, .field = "stale"};
        audit_report(audit, &finding);
    }
    return ERR_OK;
}

/* Every entry, every game, the tree, and the tables that are made of them. */
static enum err audit_all(struct audit *audit, struct auditor *auditors, unsigned count, struct error *error)
{
    struct store *store = auditors[0].store;
    audit->summary->entries = audit->size;
    audit->tiles =
        mem_new(audit->options->allocator, (size_t)(audit->size / AUDIT_TILE) + 1, sizeof(struct audit_tile));
    if (!audit->tiles) {
        return error_raise(error, &MSG_MEMORY);
    }
    enum err err = audit_people(audit, store, error);
    if (err != ERR_OK) {
        return err;
    }
    err = audit_seen_key(audit, store, error);
    if (err != ERR_OK) {
        return err;
    }
    err = run_workers(auditors, count, error);
    if (err != ERR_OK) {
        return err;
    }
    err = audit_catalogues(audit, store, error);
    if (err != ERR_OK) {
        return err;
    }
    err = audit_seasons(audit, store, error);
    if (err != ERR_OK) {
        return err;
    }
    err = audit_tree(audit, store, error);
    if (err != ERR_OK) {
        return err;
    }
    err = audit_statistics(audit, auditors, count, error);
    if (err != ERR_OK) {
        return err;
    }
    err = audit_seen_strays(audit, store, error);
    if (err != ERR_OK) {
        return err;
    }
    err = audit_foreign(audit, store, error);
    if (err != ERR_OK) {
        return err;
    }
    err = audit_strays(audit, store, error);
    if (err != ERR_OK) {
        return err;
    }
    err = audit_pages(audit, store, error);
    if (err != ERR_OK) {
        return err;
    }
    return audit_reviews(&auditors[0], error);
}

static enum err audit_with(struct audit *audit, struct auditor *auditors, unsigned count, struct error *error)
{
    enum err err = begin_together(audit, auditors, count, &audit->size, error);
    if (err != ERR_OK) {
        return err;
    }
    err = note_stale(audit, auditors[0].store, error);
    if (err != ERR_OK) {
        return err;
    }
    if (audit->audit->game > 0) {
        err = audit_people(audit, auditors[0].store, error);
        return err == ERR_OK ? audit_one_game(&auditors[0], error) : err;
    }
    err = store_shadow_open(audit->shadow, error);
    return err == ERR_OK ? audit_all(audit, auditors, count, error) : err;
}

/* Opens what is needed, and audits. `*open`: how many auditors there are to be closed. */
static enum err audit_path(struct audit *audit, const char *path, struct auditor *auditors, unsigned count,
                           unsigned *open, struct error *error)
{
    while (*open < count) {
        enum err err = auditor_open(&auditors[(*open)++], audit, path, error);
        if (err != ERR_OK) {
            return err;
        }
    }
    bool one = audit->audit->game > 0;
    enum err err = one ? ERR_OK : sums_open(audit, path, error);
    if (err != ERR_OK) {
        return err;
    }
    err = audit_with(audit, auditors, count, error);
    if (err == ERR_OK || audit_fails(err) || (one && err == ERR_NOT_FOUND)) {
        return err;
    }
    /* So damaged that it cannot even be walked through: the findings so far, and this one, are the answer. */
    struct audit_finding finding = {.subject = "database", .ply = -1, .seat = -1, .cause = error};
    audit_report(audit, &finding);
    return ERR_OK;
}

enum err service_audit(const char *path, const struct service_options *options, const struct audit_options *options_of,
                       struct audit_summary *summary, struct error *error)
{
    unsigned count = options_of->game > 0 ? 1 : thread_count(options_of);
    struct audit audit = {.options = options, .audit = options_of, .summary = summary, .next = 1};
    *summary = (struct audit_summary){.entries = 0};
    struct auditor *auditors = mem_new(options->allocator, count, sizeof(*auditors));
    if (!auditors) {
        return error_raise(error, &MSG_MEMORY);
    }
    sums_init(&audit.sums, options->allocator);
    (void)pthread_mutex_init(&audit.lock, NULL);
    (void)pthread_mutex_init(&audit.pouring, NULL);
    unsigned open = 0;
    enum err err = audit_path(&audit, path, auditors, count, &open, error);
    for (unsigned i = 0; i < open; i++) {
        auditor_close(&auditors[i]);
    }
    people_map_release(&audit.people);
    if (audit.shadow) {
        store_rollback(audit.shadow);
    }
    store_close(audit.shadow);
    sums_release(&audit.sums);
    (void)pthread_mutex_destroy(&audit.lock);
    (void)pthread_mutex_destroy(&audit.pouring);
    mem_free(options->allocator, audit.tiles);
    mem_free(options->allocator, auditors);
    return err;
}
