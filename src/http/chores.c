/*
 * What the writer does besides requests: it sweeps kept answers, empties the
 * log beside the file after an erasure, and finds out whether writes work
 * again after they have failed. A log beside the file that has grown too large
 * is emptied in a moment that the keeper makes for it, by holding the readers.
 * What is no answer to a request is printed on standard error, once when it
 * begins and once when it is over.
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
    FLUSH_TRIES = 10,      /* of which one has that patience: among many clients one always reads */
    LOG_LARGE = 64 << 20,  /* bytes of the log beside the file */
    HOLD_STEPS = 400,      /* of a few milliseconds, that readers have to come to an end */
    HOLD_STEP = 5000000,   /* nanoseconds */
    TRIM_PATIENCE = 100    /* milliseconds, for who reads a row or two in a network thread */
};

static const struct notice {
    const char *en;
    const char *fr;
} BROKEN = {"cannot be opened: ", "ne peut pas être ouvert : "},
  WRITES_FAIL = {"writes fail: ", "les écritures échouent : "},
  WRITES_WORK = {"writes work again", "les écritures fonctionnent de nouveau"},
  STALE = {"statistics are missing, and cannot be made from the log: `dendro audit` tells why",
           "des statistiques manquent et ne peuvent être faites depuis le journal : « dendro audit » dit pourquoi"},
  ERASURE_DONE = {"the log beside the database has been emptied: erased names are gone",
                  "le journal à côté de la base a été vidé : les noms effacés n'y sont plus"};

/* `dendro: NOTICE SENTENCE`, in one write: other threads may speak, too. The error may be NULL. */
static void print_notice(const struct club *club, const struct notice *notice, const struct error *error)
{
    char memory[LINE];
    char sentence[SENTENCE];
    struct strbuf line;
    enum lang lang = club->server->config.lang;
    strbuf_wrap(&line, memory, sizeof(memory));
    strbuf_add(&line, "dendro: ");
    if (club->slug[0]) {
        strbuf_add(&line, club->slug);
        strbuf_add(&line, lang == LANG_FR ? " : " : ": ");
    }
    strbuf_add(&line, lang == LANG_FR ? notice->fr : notice->en);
    if (error) {
        strbuf_add_span(&line, span_of(sentence, error_text(error, lang, sentence, sizeof(sentence))));
    }
    strbuf_add_char(&line, '\n');
    ssize_t ignored = write(STDERR_FILENO, strbuf_text(&line), line.len); /* there is no other way to say it */
    (void)ignored;
}

void broken_tell(const struct club *club, const struct error *error)
{
    print_notice(club, &BROKEN, error);
}

void stale_tell(const struct club *club)
{
    struct error ignored;
    bool stale = false;
    if (service_stale(club->writer.service, &stale, &ignored) == ERR_OK && stale) {
        print_notice(club, &STALE, NULL);
    }
}

/* ---- do writes work ---- */

void writes_fail(struct club *club, const struct error *error)
{
    atomic_store(&club->writer.probed, 0);
    if (!atomic_exchange(&club->writer.failing, true)) {
        print_notice(club, &WRITES_FAIL, error);
    }
}

/* The transaction that has just gone well took room to spare, if writes were failing: that is given back. */
void writes_work(struct club *club)
{
    struct error error;
    if (!atomic_load(&club->writer.failing)) {
        return;
    }
    if (service_probe_room(club->writer.service, false, &error) == ERR_OK) {
        atomic_store(&club->writer.failing, false);
        print_notice(club, &WRITES_WORK, NULL);
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

static bool flush(struct club *club, int patience)
{
    struct error ignored;
    bool done = service_flush(club->writer.service, patience, &ignored) == ERR_OK;
    atomic_store(&club->flush_due, !done);
    return done;
}

void erasures_settle(struct club *club, struct request *group)
{
    const struct clock *clock = club->options.clock;
    struct request *first = group;
    while (first && !is_erasure(first)) {
        first = first->next;
    }
    if (!first || !atomic_load(&club->flush_due)) {
        return;
    }
    pool_hold(club->server->pool, club_group(club), true); /* who asks after this has never seen the name */
    bool done = flush(club, FLUSH_PATIENCE);
    pool_hold(club->server->pool, club_group(club), false);
    if (done) {
        return;
    }
    club->writer.erasure_waits = true;
    int64_t until = clock->now(clock->context) + (int64_t)READER_LONGEST * 1000;
    for (struct request *request = first; request; request = request->next) {
        if (is_erasure(request)) {
            answer_waiting(request, until);
        }
    }
}

/* ---- chores ---- */

void chores_run(struct club *club, unsigned chores)
{
    struct error ignored;
    if (chores & CHORE_SWEEP) {
        (void)!service_answers_sweep(club->writer.service, &ignored); /* the next hour is not far */
    }
    if (chores & CHORE_HISTORY) {
        histories_keep(club);
    }
    if (chores & CHORE_REVIEW) {
        reviews_settle(club);
    }
    if (chores & CHORE_TRIM) {
        (void)!service_flush(club->writer.service, TRIM_PATIENCE, &ignored); /* else it is tried again */
        pool_hold(club->server->pool, club_group(club), false);
    }
    if (chores & CHORE_FLUSH) {
        club->writer.flush_tries = (club->writer.flush_tries + 1) % FLUSH_TRIES;
        if (flush(club, club->writer.flush_tries == 0 ? FLUSH_PATIENCE : 0) && club->writer.erasure_waits) {
            club->writer.erasure_waits = false;
            print_notice(club, &ERASURE_DONE, NULL);
        }
    }
}

static bool log_is_large(const struct club *club)
{
    char path[CLUB_PATH + 8];
    struct strbuf name;
    struct stat found;
    strbuf_wrap(&name, path, sizeof(path));
    strbuf_add(&name, club->path);
    strbuf_add(&name, "-wal");
    return strbuf_ok(&name) && stat(path, &found) == 0 && found.st_size > LOG_LARGE;
}

/* Waits until no reader is at work, none beginning meanwhile; not for ever. The writer lets them go. */
static void hold_readers(struct club *club)
{
    struct timespec step = {.tv_nsec = HOLD_STEP};
    pool_hold(club->server->pool, club_group(club), true);
    for (int i = 0; i < HOLD_STEPS && !atomic_load(&club->server->stopping); i++) {
        (void)nanosleep(&step, NULL);
        if (pool_running(club->server->pool, club_group(club)) == 0) {
            break;
        }
    }
}

bool chores_due(struct club *club, bool may_hold)
{
    int64_t now = ticks();
    unsigned chores = 0;
    if (now - atomic_load(&club->swept) >= (int64_t)SWEEP_SECONDS * 1000000) {
        atomic_store(&club->swept, now);
        chores |= CHORE_SWEEP;
    }
    chores |= atomic_load(&club->flush_due) ? CHORE_FLUSH : 0;
    chores |= atomic_load(&club->writer.failing) ? CHORE_PROBE : 0;
    bool large = may_hold && log_is_large(club);
    if (large) {
        hold_readers(club);
        chores |= CHORE_TRIM;
    }
    if (chores) {
        writer_chore(club, chores);
    }
    return large;
}
