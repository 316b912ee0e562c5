/* Games that arrive complete, or begin: opening, importing, correcting. All three turn a record into one entry. */
#include "record/messages.h"
#include "record/write.h"
#include "rules/registry.h"
#include "service/alike.h"
#include "service/arrival.h"
#include "service/messages.h"

#include "base/utf8.h"

#include "base/banned.h"

static const struct message MSG_CHANGED = {
    ERR_CONFLICT, "game.changed",
    "the game has changed meanwhile, by entry %1: look at it, and correct what stands now",
    "la partie a changé entre-temps, par l'entrée %1 : regardez-la, et corrigez ce qui est écrit maintenant"};

enum {
    REASON_LENGTH = 500,
    HEADERS_SPARE = 1 << 14,         /* by how much longer names can make a record that was imported with short ones */
    ASIDES_LIMIT = RECORD_BYTES / 4, /* of a game that goes on */
    WOULD_LIMIT = 4 << 20            /* records that a dry run remembers, eight bytes each and as much again */
};

static bool is_strict(const struct arrival *arrival)
{
    return arrival->mark && arrival->mark->strict;
}

/* ---- judging the record ---- */

struct sieve {
    problem_fn *fn;
    void *context;
    bool refused;
    struct error why;
};

/* Contested totals and claims pass; every other difference refuses the record. */
static void sift(void *context, const struct problem *problem)
{
    struct sieve *sieve = context;
    if (!problem_is_contested(problem) && !sieve->refused) {
        sieve->refused = true;
        sieve->why = problem->error;
    }
    if (sieve->fn && problem->error.message->code != ERR_MEMORY) {
        sieve->fn(sieve->context, problem);
    }
}

/* What is kept beside the log must leave room for the moves that may follow: an export is one record again. */
static enum err check_asides(const struct record *record, struct error *error)
{
    size_t size = record->place.text.len + record->id.text.len;
    for (size_t i = 0; i < record->notes_count; i++) {
        size += record->notes[i].value.text.len;
    }
    for (size_t i = 0; i < record->extras_count; i++) {
        size += record->extras[i].name.text.len + record->extras[i].value.text.len;
    }
    return size <= ASIDES_LIMIT ? ERR_OK : error_raise_int(error, &RECORD_MSG_TOO_LONG, ASIDES_LIMIT);
}

/* What was stated before joins a correction that says nothing of the kind; where the engine differs, that is told. */
static enum err claim_stated(struct service *service, const struct arrival *arrival, struct sieve *sieve,
                             struct record *with, struct error *error)
{
    if (!arrival->stated) {
        *with = *arrival->record;
        return ERR_OK;
    }
    enum err err = stated_claims(service, arrival->stated, arrival->record, &service->replay, with, error);
    if (err == ERR_OK && with->claims_count > arrival->record->claims_count) {
        record_contest(with, &service->replay, sift, sieve);
    }
    return err;
}

/* Replays the record into service->replay and puts its canonical text into service->text; `*head`: of its headers. */
static enum err judge(struct service *service, const struct arrival *arrival, size_t *head, struct error *error)
{
    struct sieve sieve = {.fn = arrival->fn, .context = arrival->context};
    const struct record *record = arrival->record;
    struct replay *replay = &service->replay;
    struct strbuf *text = &service->text;
    strbuf_clear(&service->body);
    enum err err = record_verify_spell(record, &service->finder.source, replay, &service->body, sift, &sieve, error);
    if (err != ERR_OK && (err != ERR_MISMATCH || sieve.refused)) {
        if (arrival->fn && !err_is_fatal(err)) { /* the seats of one that passes are looked at later */
            record_people(record, arrival->fn, arrival->context);
            service_merged_twice(service, record, arrival->fn, arrival->context);
        }
        *error = sieve.refused ? sieve.why : *error;
        return error->message->code;
    }
    if (arrival->fn && !is_strict(arrival)) {
        record_warn(record, replay, arrival->fn, arrival->context);
    }
    struct record with;
    err = claim_stated(service, arrival, &sieve, &with, error);
    if (err != ERR_OK) {
        return err;
    }
    strbuf_clear(text);
    record_write_head(record, &replay->setup, text);
    *head = text->len;
    strbuf_add(text, record->moves_count > 0 ? "\n" : "");
    strbuf_add_span(text, strbuf_span(&service->body));
    err = record_write_end(&with, replay, text, error);
    if (err != ERR_OK) {
        return err;
    }
    if (!(strbuf_ok(&service->body) && strbuf_ok(text))) {
        return error_raise(error, &MSG_MEMORY);
    }
    if (text->len > RECORD_BYTES - HEADERS_SPARE) {
        return error_raise_int(error, &RECORD_MSG_TOO_LONG, RECORD_BYTES - HEADERS_SPARE);
    }
    bool goes_on = replay->setup.game->turn(&replay->setup, replay->state) != 0;
    return goes_on ? check_asides(record, error) : ERR_OK;
}

/* Warnings on their way to who imports; to who is strict, they are refusals. */
struct scruples {
    const struct arrival *arrival;
    bool refused;
    struct error why;
};

/* A game of the same file, which has each of them once, is no other one. */
static bool is_of_same_file(const struct arrival *arrival, const struct error *error)
{
    int64_t game = 0;
    bool alike = error->message == &SERVICE_MSG_ALIKE_GAME || error->message == &SERVICE_MSG_ALIKE_LEVEL;
    return alike && arrival->mark && arrival->mark->since > 0 &&
           span_int(span_from(error->arg[0]), 1, SPAN_INT_MAX, &game) && game >= arrival->mark->since;
}

static void weigh(void *context, const struct problem *problem)
{
    struct scruples *scruples = context;
    const struct arrival *arrival = scruples->arrival;
    struct problem told = *problem;
    if (is_of_same_file(arrival, &problem->error)) {
        return;
    }
    if (is_strict(arrival) && problem_is_warning(problem)) {
        warning_refuses(&told);
        scruples->why = scruples->refused ? scruples->why : told.error;
        scruples->refused = true;
    }
    if (arrival->fn) {
        arrival->fn(arrival->context, &told);
    }
}

/* What is odd about a record that is new here; refused for it only when that was asked for. */
static enum err warn(struct service *service, const struct arrival *arrival, const struct seats *seats, bool import,
                     struct error *error)
{
    struct scruples scruples = {.arrival = arrival};
    if (!arrival->fn && !is_strict(arrival)) {
        return ERR_OK;
    }
    if (is_strict(arrival)) {
        record_warn(arrival->record, &service->replay, weigh, &scruples);
    }
    enum err err =
        arrival_warn(service, arrival->record, seats, import ? ARRIVAL_IMPORT : ARRIVAL_OPEN, weigh, &scruples, error);
    if (err != ERR_OK || !scruples.refused) {
        return err;
    }
    *error = scruples.why;
    return error->message->code;
}

/* ---- recognising it ---- */

static enum err take_status(void *context, const struct store_game *game, struct error *error)
{
    (void)error;
    struct receipt *receipt = context;
    receipt->ply = game->plies;
    (void)game_status_parse(game->status, &receipt->status);
    return ERR_OK;
}

/* Sets receipt->duplicate, and the rest of it, when the canonical text in service->text was imported before. */
static enum err recognise(struct service *service, uint8_t hash[KEYED_HASH_SIZE], struct receipt *receipt,
                          struct error *error)
{
    keyed_hash(service->seen_key, strbuf_span(&service->text), hash);
    enum err err = store_seen_find(service->store, hash, &receipt->game, error);
    receipt->duplicate = err == ERR_OK;
    err = err == ERR_OK ? store_game(service->store, receipt->game, take_status, receipt, error) : err;
    return err == ERR_NOT_FOUND ? ERR_OK : err;
}

/* A record that names no rules may have come when older ones were the newest: then it is known by those. */
static enum err recognise_older(struct service *service, const struct arrival *arrival, struct receipt *receipt,
                                struct error *error)
{
    const struct game *newest = registry_newest(arrival->record->game.text);
    struct record older = *arrival->record;
    struct arrival quiet = *arrival;
    quiet.record = &older;
    quiet.fn = NULL;
    for (unsigned rules = newest ? newest->rules : 1; rules-- > 1 && !receipt->duplicate;) {
        uint8_t hash[KEYED_HASH_SIZE];
        size_t head = 0;
        older.rules = (uint16_t)rules;
        enum err err = judge(service, &quiet, &head, error);
        if (err_is_fatal(err)) {
            return err;
        }
        err = err == ERR_OK ? recognise(service, hash, receipt, error) : ERR_OK;
        if (err != ERR_OK) {
            return err;
        }
    }
    return ERR_OK;
}

/* The same for a game that goes on, whose text is another after every move: it is known by its people and moves. */
static enum err recognise_unfinished(struct service *service, const struct arrival *arrival, const struct seats *seats,
                                     size_t head, struct receipt *receipt, struct error *error)
{
    const struct replay *replay = &service->replay;
    const struct game *game = replay->setup.game;
    bool known = game->turn(&replay->setup, replay->state) != 0;
    for (unsigned i = 0; i < seats->seating.count; i++) {
        known = known && (seats->seating.person[i] != 0 || span_is(seats->name[i], RECORD_GUEST));
    }
    if (!known) {
        return ERR_OK;
    }
    arrival_body(service, arrival, seats, head);
    if (!strbuf_ok(&service->body)) {
        return error_raise(error, &MSG_MEMORY);
    }
    struct span title = seating_title(&seats->seating, game);
    enum err err = find_unfinished(service, &seats->seating, title, arrival->record->id.text, (int64_t)replay->plies,
                                   strbuf_span(&service->body), &receipt->game, error);
    receipt->duplicate = err == ERR_OK && receipt->game != 0;
    return receipt->duplicate ? store_game(service->store, receipt->game, take_status, receipt, error) : err;
}

/* In a dry run a record that came before in the same file is known; those beyond what is remembered count as new. */
static enum err would_add(struct hash_set *would, uint64_t key, struct error *error)
{
    bool fresh = false;
    return would->count >= WOULD_LIMIT || hash_set_add(would, key, &fresh) ? ERR_OK : error_raise(error, &MSG_MEMORY);
}

/* It would count again, once, unless two of its people are one by now. */
static enum err would_revive(struct service *service, const struct arrival *arrival, struct receipt *receipt,
                             struct error *error)
{
    uint64_t key = (uint64_t)receipt->game; /* beside hashes of texts, of which none is as small */
    if (arrival->would && hash_set_has(arrival->would, key)) {
        return ERR_OK;
    }
    strbuf_clear(&service->body);
    enum err err = game_text(service, receipt->game, &service->body, error);
    if (err != ERR_OK) {
        return err;
    }
    err = check_sitting(service, strbuf_span(&service->body), error);
    receipt->duplicate = err != ERR_OK;
    return err == ERR_OK && arrival->would ? would_add(arrival->would, key, error) : err;
}

/*
 * A record that is known: nothing changes, unless its game is void because the import that brought it was undone. Who
 * imports it again wants it back. A game that somebody made void by itself stays void.
 */
static enum err revive(struct service *service, const struct arrival *arrival, struct receipt *receipt,
                       struct error *error)
{
    struct game_state state;
    if (receipt->status != GAME_VOID) {
        return ERR_OK;
    }
    enum err err = game_state(service, receipt->game, &state, error);
    if (err != ERR_OK || state.undone == 0) {
        return err;
    }
    return arrival->dry ? would_revive(service, arrival, receipt, error)
                        : unvoid_within(service, arrival->author, receipt->game, SPAN_LITERAL("imported again"),
                                        arrival->mark, receipt, error);
}

/* What is corrected must be there, and count; what was stated of it is kept. */
static enum err check_corrected(struct service *service, const struct arrival *arrival, struct error *error)
{
    struct live *live = NULL;
    enum err err = check_reason(arrival->reason, true, error);
    if (err != ERR_OK) {
        return err;
    }
    err = live_get(service, arrival->game, &live, error);
    if (err != ERR_OK) {
        return err;
    }
    if (live->story.voided) {
        return error_raise(error, &SERVICE_MSG_VOID);
    }
    if (arrival->seen != 0 && arrival->seen != live->story.last) {
        return error_raise_int(error, &MSG_CHANGED, live->story.last);
    }
    return arrival->stated ? stated_read(service, live, arrival->stated, error) : ERR_OK;
}

/* A record whose canonical text is new here: unless the game goes on here, it is written. */
static enum err receive_new(struct service *service, const struct arrival *arrival, const uint8_t *imported,
                            size_t head, struct receipt *receipt, struct error *error)
{
    struct seats seats = {.seating = {.count = 0}};
    seats_read(service, head, arrival->record->seats, &seats);
    service->respelled = false;
    enum err err = seats_find(service, arrival->record, imported != NULL, arrival->fn, arrival->context, &seats, error);
    if (err != ERR_OK) {
        return err;
    }
    err = imported ? recognise_unfinished(service, arrival, &seats, head, receipt, error) : ERR_OK;
    if (err != ERR_OK || receipt->duplicate) {
        return err;
    }
    err = warn(service, arrival, &seats, imported != NULL, error);
    if (err != ERR_OK || arrival->dry) {
        return err;
    }
    err = arrival_write(service, arrival, &seats, head, receipt, error);
    if (err != ERR_OK) {
        return err;
    }
    err = alike_game_added(service, error);
    if (err != ERR_OK) {
        return err;
    }
    err = mark_entry(service, arrival->author, arrival->mark, receipt->seq, error);
    if (err != ERR_OK) {
        return err;
    }
    err = imported ? store_seen_add(service->store, imported, receipt->game, error) : ERR_OK;
    if (err != ERR_OK) {
        return err;
    }
    bool other_text = imported ? service->respelled : receipt->status == GAME_FINISHED;
    return other_text ? remember_game(service, receipt->game, error) : ERR_OK;
}

static enum err receive_within(struct service *service, const struct arrival *arrival, bool import,
                               struct receipt *receipt, struct error *error)
{
    uint8_t hash[KEYED_HASH_SIZE] = {0}; /* what an import is recognised by */
    size_t head = 0;
    enum err err = arrival->game != 0 ? check_corrected(service, arrival, error) : ERR_OK;
    if (err != ERR_OK) {
        return err;
    }
    err = import && arrival->record->rules == 0 ? recognise_older(service, arrival, receipt, error) : ERR_OK;
    if (err != ERR_OK || receipt->duplicate) {
        return err;
    }
    err = judge(service, arrival, &head, error);
    if (err != ERR_OK) {
        return err;
    }
    err = import ? recognise(service, hash, receipt, error) : ERR_OK;
    if (err != ERR_OK || receipt->duplicate) {
        return err;
    }
    uint64_t key = 0;
    memcpy(&key, hash, sizeof(key));
    receipt->duplicate = arrival->would && hash_set_has(arrival->would, key);
    if (receipt->duplicate) {
        return ERR_OK;
    }
    err = receive_new(service, arrival, import ? hash : NULL, head, receipt, error);
    return err == ERR_OK && arrival->would ? would_add(arrival->would, key, error) : err;
}

static enum err receive(struct service *service, const struct arrival *arrival, bool import, struct receipt *receipt,
                        struct error *error)
{
    *receipt = (struct receipt){.game = arrival->game};
    enum err err = begin_entry(service, arrival->author, error);
    if (err != ERR_OK) {
        return err;
    }
    err = receive_within(service, arrival, import, receipt, error);
    err = err == ERR_OK && receipt->duplicate ? revive(service, arrival, receipt, error) : err;
    return end_entry(service, err, receipt, error);
}

enum err service_game_open(struct service *service, struct span author, const struct record *record, problem_fn *fn,
                           void *context, struct receipt *receipt, struct error *error)
{
    struct arrival arrival = {.author = author, .kind = "open", .record = record, .fn = fn, .context = context};
    return receive(service, &arrival, false, receipt, error);
}

enum err service_game_import_marked(struct service *service, struct span author, const struct record *record,
                                    struct import_mark *mark, problem_fn *fn, void *context, struct receipt *receipt,
                                    struct error *error)
{
    struct arrival arrival = {
        .author = author, .kind = "import", .record = record, .fn = fn, .context = context, .mark = mark};
    return receive(service, &arrival, true, receipt, error);
}

enum err service_game_import(struct service *service, struct span author, const struct record *record, problem_fn *fn,
                             void *context, struct receipt *receipt, struct error *error)
{
    return service_game_import_marked(service, author, record, NULL, fn, context, receipt, error);
}

enum err check_reason(struct span reason, bool required, struct error *error)
{
    bool good = utf8_valid(reason) == reason.len && utf8_count(reason) <= REASON_LENGTH &&
                (!required || span_trim(reason).len > 0) && (reason.len == 0 || !memchr(reason.ptr, '\n', reason.len));
    return good ? check_visible(reason, "\t", error) : error_raise(error, &SERVICE_MSG_REASON);
}

/* A service that reads has no key, and a tree of its last question, until it is asked for them. */
enum err game_judge(struct service *service, const struct record *record, bool strict, struct hash_set *would,
                    problem_fn *fn, void *context, struct receipt *receipt, struct error *error)
{
    struct import_mark mark = {.strict = strict};
    struct arrival arrival = {
        .kind = "import", .record = record, .fn = fn, .context = context, .mark = &mark, .dry = true, .would = would};
    *receipt = (struct receipt){.game = 0};
    enum err err = service->writes ? ERR_OK : seen_key(service->store, service->seen_key, error);
    if (err != ERR_OK) {
        return err;
    }
    err = service->group ? ERR_OK : catch_up(service, error);
    if (err != ERR_OK) {
        return err;
    }
    err = receive_within(service, &arrival, true, receipt, error);
    return err == ERR_OK && receipt->duplicate ? revive(service, &arrival, receipt, error) : err;
}

enum err service_game_judge(struct service *service, const struct record *record, bool strict, problem_fn *fn,
                            void *context, struct receipt *receipt, struct error *error)
{
    return game_judge(service, record, strict, NULL, fn, context, receipt, error);
}

static enum err correct(struct service *service, const struct arrival *arrival, struct receipt *receipt,
                        struct error *error)
{
    if (arrival->game <= 0) {
        *receipt = (struct receipt){.game = arrival->game};
        return error_raise_int(error, &SERVICE_MSG_NO_GAME, arrival->game);
    }
    enum err err = receive(service, arrival, false, receipt, error);
    live_forget(service, arrival->game);
    if (arrival->stated) {
        stated_release(service, arrival->stated);
    }
    return err;
}

enum err correct_imported(struct service *service, struct span author, int64_t game, const struct record *record,
                          struct span reason, struct import_mark *mark, problem_fn *fn, void *context,
                          struct receipt *receipt, struct error *error)
{
    struct stated stated = {.game = NULL};
    struct arrival arrival = {.author = author,
                              .kind = "correct",
                              .game = game,
                              .stated = &stated,
                              .reason = reason,
                              .record = record,
                              .fn = fn,
                              .context = context,
                              .mark = mark};
    return correct(service, &arrival, receipt, error);
}

enum err service_correct(struct service *service, struct span author, int64_t game, const struct record *record,
                         struct span reason, int64_t seen, problem_fn *fn, void *context, struct receipt *receipt,
                         struct error *error)
{
    struct stated stated = {.game = NULL};
    struct arrival arrival = {.author = author,
                              .kind = "correct",
                              .game = game,
                              .seen = seen,
                              .stated = &stated,
                              .reason = reason,
                              .record = record,
                              .fn = fn,
                              .context = context};
    return correct(service, &arrival, receipt, error);
}

enum err correct_undone(struct service *service, struct span author, int64_t game, const struct record *record,
                        struct span reason, int64_t import, struct receipt *receipt, struct error *error)
{
    struct arrival arrival = {
        .author = author, .kind = "correct", .game = game, .reason = reason, .undone = import, .record = record};
    return correct(service, &arrival, receipt, error);
}
