/*
 * What the writer does besides requests: it sweeps kept answers, empties the
 * log beside the file after an erasure, and finds out whether writes work
 * again after they have failed. A log beside the file that has grown too large
 * is emptied in a moment that the keeper makes for it, by holding the readers.
 * What nobody asked for is told on standard
 * error, once when it begins and once when it is over.
 */
#include "http/handlers.h"
#include "http/inside.h"
#include "service/upkeep.h"

#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/banned.h"

enum {
    LINE = 2048,
    SENTENCE = 1024,
    FLUSH_PATIENCE = 1500, /* milliseconds that an erasure waits for readers before it answers, and writers with it */
    FLUSH_TRIES = 10,      /* of which one has that patience: in a crowd there is always somebody who reads */
    SWEEP_SECONDS = 3600,
    LOG_LARGE = 64 << 20, /* bytes of the log beside the file */
    HOLD_STEPS = 400,     /* of a few milliseconds, that readers have to come to an end */
    HOLD_STEP = 5000000,  /* nanoseconds */
    TRIM_PATIENCE = 100   /* milliseconds, for who reads a row or two in a network thread */
};

static const struct notice {
    const char *en;
    const char *fr;
} WRITES_FAIL = {"writes fail: ", "les écritures échouent : "},
  WRITES_WORK = {"writes work again", "les écritures fonctionnent de nouveau"},
  STALE = {"statistics are missing, and cannot be made from the log: `dendro audit` tells why",
           "des statistiques manquent et ne peuvent être faites depuis le journal : « dendro audit » dit pourquoi"},
  ERASURE_DONE = {"the log beside the database has been emptied: erased names are gone",
                  "le journal à côté de la base a été vidé : les noms effacés n'y sont plus"};

/* `dendro: NOTICE SENTENCE`, in one write: other threads may speak, too. The error may be NULL. */
static void tell(const struct server *server, const struct notice *notice, const struct error *error)
{
    char memory[LINE];
    char sentence[SENTENCE];
    struct strbuf line;
    enum lang lang = server->config.lang;
    strbuf_wrap(&line, memory, sizeof(memory));
    strbuf_add(&line, "dendro: ");
    strbuf_add(&line, lang == LANG_FR ? notice->fr : notice->en);
    if (error) {
        strbuf_add_span(&line, span_of(sentence, error_text(error, lang, sentence, sizeof(sentence))));
    }
    strbuf_add_char(&line, '\n');
    ssize_t ignored = write(STDERR_FILENO, strbuf_text(&line), line.len); /* nobody is left to tell */
    (void)ignored;
}

void stale_tell(const struct server *server)
{
    struct error ignored;
    bool stale = false;
    if (service_stale(server->writer.service, &stale, &ignored) == ERR_OK && stale) {
        tell(server, &STALE, NULL);
    }
}

/* ---- do writes work ---- */

void writes_fail(struct server *server, const struct error *error)
{
    atomic_store(&server->writer.probed, 0);
    if (!atomic_exchange(&server->writer.failing, true)) {
        tell(server, &WRITES_FAIL, error);
    }
}

/* The transaction that has just gone well took room to spare, if writes were failing: that is given back. */
void writes_work(struct server *server)
{
    struct error error;
    if (!atomic_load(&server->writer.failing)) {
        return;
    }
    if (service_probe_room(server->writer.service, false, &error) == ERR_OK) {
        atomic_store(&server->writer.failing, false);
        tell(server, &WRITES_WORK, NULL);
    }
}

/* ---- erased names ---- */

static bool is_erasure(const struct request *request)
{
    return request->route && request->route->handler == delete_player && request->response.status == 204;
}

/* {"status":"waiting","until":"2026-11-13T19:30:00.000Z"} */
static void answer_waiting(struct request *request, int64_t until)
{
    struct error ignored;
    strbuf_clear(&request->response.body);
    struct emit emit = emit_start(&request->response.body);
    emit_object(&emit, NULL);
    emit_word(&emit, "status", "waiting");
    emit_moment(&emit, "until", true, until);
    emit_close(&emit);
    (void)!emit_end(&emit, &ignored); /* it is short; without memory the status alone says it */
    answer_status(request, 202);
}

static bool flush(struct server *server, int patience)
{
    struct error ignored;
    bool done = service_flush(server->writer.service, patience, &ignored) == ERR_OK;
    atomic_store(&server->flush_due, !done);
    return done;
}

void erasures_settle(struct server *server, struct request *group)
{
    const struct clock *clock = server->options.clock;
    struct request *first = group;
    while (first && !is_erasure(first)) {
        first = first->next;
    }
    if (!first || !atomic_load(&server->flush_due)) {
        return;
    }
    pool_hold(server->pool, true); /* who asks after this has never seen the name */
    bool done = flush(server, FLUSH_PATIENCE);
    pool_hold(server->pool, false);
    if (done) {
        return;
    }
    server->writer.erasure_waits = true;
    int64_t until = clock->now(clock->context) + (int64_t)READER_LONGEST * 1000;
    for (struct request *request = first; request; request = request->next) {
        if (is_erasure(request)) {
            answer_waiting(request, until);
        }
    }
}

/* ---- chores ---- */

void chores_run(struct server *server, unsigned chores)
{
    struct error ignored;
    if (chores & CHORE_SWEEP) {
        (void)!service_answers_sweep(server->writer.service, &ignored); /* the next hour is not far */
    }
    if (chores & CHORE_HISTORY) {
        histories_keep(server);
    }
    if (chores & CHORE_TRIM) {
        (void)!service_flush(server->writer.service, TRIM_PATIENCE, &ignored); /* else it is tried again */
        pool_hold(server->pool, false);
    }
    if (chores & CHORE_FLUSH) {
        server->writer.flush_tries = (server->writer.flush_tries + 1) % FLUSH_TRIES;
        if (flush(server, server->writer.flush_tries == 0 ? FLUSH_PATIENCE : 0) && server->writer.erasure_waits) {
            server->writer.erasure_waits = false;
            tell(server, &ERASURE_DONE, NULL);
        }
    }
}

static bool log_is_large(const struct server *server)
{
    char path[CONFIG_TEXT + 8];
    struct strbuf name;
    struct stat found;
    strbuf_wrap(&name, path, sizeof(path));
    strbuf_add(&name, server->config.db);
    strbuf_add(&name, "-wal");
    return stat(path, &found) == 0 && found.st_size > LOG_LARGE;
}

/* Waits until no reader is at work, none beginning meanwhile; not for ever. The writer lets them go. */
static void hold_readers(struct server *server)
{
    struct timespec step = {.tv_nsec = HOLD_STEP};
    struct pool_counts readers = {.running = 1};
    pool_hold(server->pool, true);
    for (int i = 0; i < HOLD_STEPS && readers.running > 0 && !atomic_load(&server->stopping); i++) {
        (void)nanosleep(&step, NULL);
        pool_counts(server->pool, &readers);
    }
}

void chores_due(struct server *server)
{
    int64_t now = ticks();
    unsigned chores = 0;
    if (now - atomic_load(&server->keeper.swept) >= (int64_t)SWEEP_SECONDS * 1000000) {
        atomic_store(&server->keeper.swept, now);
        chores |= CHORE_SWEEP;
    }
    chores |= atomic_load(&server->flush_due) ? CHORE_FLUSH : 0;
    chores |= atomic_load(&server->writer.failing) ? CHORE_PROBE : 0;
    if (log_is_large(server)) {
        hold_readers(server);
        chores |= CHORE_TRIM;
    }
    if (chores) {
        writer_chore(server, chores);
    }
}
