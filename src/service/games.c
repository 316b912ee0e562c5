/* Games that arrive complete, or begin: opening, importing, correcting. All three turn a record into one entry. */
#include "record/messages.h"
#include "record/write.h"
#include "rules/registry.h"
#include "service/alike.h"
#include "service/internal.h"
#include "service/messages.h"
#include "service/seats.h"
#include "service/stated.h"

#include "base/utf8.h"

#include "base/banned.h"

enum {
    REASON_LENGTH = 500,
    HEADERS_SPARE = 1 << 14,        /* by how much longer names can make a record that was imported with short ones */
    ASIDES_LIMIT = RECORD_BYTES / 4 /* of a game that goes on */
};

/* Where a record goes and in whose name. */
struct arrival {
    struct span author;
    const char *kind;
    int64_t game;       /* corrected game; 0: a new one */
    struct span reason; /* of a correction */
    const struct record *record;
    problem_fn *fn;
    void *context;
    struct stated *stated;    /* of what is corrected; NULL: nothing is */
    struct import_mark *mark; /* of the import that it is part of; NULL: of none that has a number */
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

static void weigh(void *context, const struct problem *problem)
{
    struct scruples *scruples = context;
    const struct arrival *arrival = scruples->arrival;
    struct problem told = *problem;
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

/* ---- writing ---- */

/* The body of the entry: the reason of a correction, the headers with handles and without asides, the rest as is. */
static void compose_body(struct service *service, const struct arrival *arrival, const struct seats *seats, size_t head)
{
    char names[GAME_PLAYERS][PERSON_HANDLE + 1];
    struct record bare = *arrival->record;
    for (unsigned i = 0; i < bare.seats; i++) {
        struct strbuf name;
        strbuf_wrap(&name, names[i], sizeof(names[i]));
        if (span_is(bare.seat[i].text, RECORD_GUEST)) {
            continue;
        }
        strbuf_add_char(&name, '@');
        strbuf_add(&name, seats->handle[i]);
        bare.seat[i].text = strbuf_span(&name);
    }
    bare.place.text = bare.id.text = (struct span){NULL, 0};
    bare.notes_count = bare.extras_count = 0;
    strbuf_clear(&service->body);
    if (arrival->reason.len > 0) {
        record_write_header(&service->body, "reason", arrival->reason);
    }
    record_write_head(&bare, &service->replay.setup, &service->body);
    strbuf_add_span(&service->body, span_skip(strbuf_span(&service->text), head));
}

/* Notes, the record's own id, x- lines and the place: beside the log, where they can be erased. */
static enum err write_asides(struct service *service, int64_t entry, const struct record *record, struct error *error)
{
    struct store *store = service->store;
    int position = 0;
    enum err err = ERR_OK;
    for (size_t i = 0; i < record->notes_count; i++) {
        err = store_aside_add(store, entry, position++, SPAN_LITERAL("note"), record->notes[i].value.text, error);
        if (err != ERR_OK) {
            return err;
        }
    }
    if (record->id.text.len > 0) {
        err = store_aside_add(store, entry, position++, SPAN_LITERAL("id"), record->id.text, error);
    }
    if (err != ERR_OK) {
        return err;
    }
    for (size_t i = 0; i < record->extras_count; i++) {
        const struct field_pair *extra = &record->extras[i];
        err = store_aside_add(store, entry, position++, extra->name.text, extra->value.text, error);
        if (err != ERR_OK) {
            return err;
        }
    }
    if (record->place.text.len == 0) {
        return ERR_OK;
    }
    int64_t place = 0;
    err = store_place_id(store, record->place.text, true, &place, error);
    return err == ERR_OK ? store_whereabouts_set(store, entry, place, error) : err;
}

static enum err write_arrival(struct service *service, const struct arrival *arrival, struct seats *seats, size_t head,
                              struct receipt *receipt, struct error *error)
{
    int64_t seq = 0;
    first_write(service);
    enum err err = catalogue_keep(service, &service->replay.setup, error);
    if (err != ERR_OK) {
        return err;
    }
    err = seats_create(service, seats, error);
    if (err != ERR_OK) {
        return err;
    }
    err = title_keep(service, arrival->author, arrival->record, &service->replay.setup, seats->seating.title, error);
    if (err != ERR_OK) {
        return err;
    }
    compose_body(service, arrival, seats, head);
    if (!strbuf_ok(&service->body)) {
        return error_raise(error, &MSG_MEMORY);
    }
    err = append_entry(service, arrival->author, arrival->kind, arrival->game, arrival->game == 0,
                       strbuf_span(&service->body), &seq, error);
    if (err != ERR_OK) {
        return err;
    }
    err = write_asides(service, seq, arrival->record, error);
    if (err != ERR_OK) {
        return err;
    }
    struct story story = {.id = arrival->game ? arrival->game : seq, .source = seq, .last = seq};
    err = derive_and_put(service, &story, arrival->record, &service->replay, &seats->seating, error);
    if (err != ERR_OK) {
        return err;
    }
    const struct setup *setup = &service->replay.setup;
    bool over = setup->game->turn(setup, service->replay.state) == 0;
    *receipt = (struct receipt){.game = story.id,
                                .seq = seq,
                                .ply = (int64_t)service->replay.plies,
                                .status = over ? GAME_FINISHED : GAME_LIVE};
    return ERR_OK;
}

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
    compose_body(service, arrival, seats, head);
    if (!strbuf_ok(&service->body)) {
        return error_raise(error, &MSG_MEMORY);
    }
    struct span title = seating_title(&seats->seating, game);
    enum err err = find_unfinished(service, &seats->seating, title, arrival->record->id.text, (int64_t)replay->plies,
                                   strbuf_span(&service->body), &receipt->game, error);
    receipt->duplicate = err == ERR_OK && receipt->game != 0;
    return receipt->duplicate ? store_game(service->store, receipt->game, take_status, receipt, error) : err;
}

/* The entry belongs to the import. */
static enum err mark_entry(struct service *service, const struct arrival *arrival, int64_t seq, struct error *error)
{
    struct import_mark *mark = arrival->mark;
    if (!mark) {
        return ERR_OK;
    }
    enum err err = ERR_OK;
    if (mark->number == 0) {
        err = store_import_add(service->store, now_of(service), arrival->author, &mark->number, error);
    }
    if (err != ERR_OK) {
        return err;
    }
    mark->first = mark->last > 0 && mark->last + 1 == seq ? mark->first : seq;
    mark->last = seq;
    return store_import_run(service->store, mark->number, mark->first, seq, error);
}

/*
 * A record that is known: nothing changes, unless its game is void because the import that brought it was undone. Who
 * imports it again wants it back. A game that somebody made void by itself stays void.
 */
static enum err revive(struct service *service, const struct arrival *arrival, struct receipt *receipt,
                       struct error *error)
{
    struct live *live = NULL;
    if (receipt->status != GAME_VOID) {
        return ERR_OK;
    }
    enum err err = live_get(service, receipt->game, &live, error);
    if (err != ERR_OK || live->story.undone == 0) {
        return err;
    }
    err = unvoid_within(service, arrival->author, receipt->game, SPAN_LITERAL("imported again"), receipt, error);
    return err == ERR_OK ? mark_entry(service, arrival, receipt->seq, error) : err;
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
    return live->story.voided ? error_raise(error, &SERVICE_MSG_VOID)
                              : stated_read(service, live, arrival->stated, error);
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
    if (err != ERR_OK) {
        return err;
    }
    err = write_arrival(service, arrival, &seats, head, receipt, error);
    if (err != ERR_OK) {
        return err;
    }
    err = alike_game_added(service, error);
    if (err != ERR_OK) {
        return err;
    }
    err = mark_entry(service, arrival, receipt->seq, error);
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
    uint8_t hash[KEYED_HASH_SIZE]; /* what an import is recognised by */
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
    return receive_new(service, arrival, import ? hash : NULL, head, receipt, error);
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

enum err service_correct(struct service *service, struct span author, int64_t game, const struct record *record,
                         struct span reason, problem_fn *fn, void *context, struct receipt *receipt,
                         struct error *error)
{
    struct stated stated = {.game = NULL};
    struct arrival arrival = {.author = author,
                              .kind = "correct",
                              .game = game,
                              .stated = &stated,
                              .reason = reason,
                              .record = record,
                              .fn = fn,
                              .context = context};
    if (game <= 0) {
        *receipt = (struct receipt){.game = game};
        return error_raise_int(error, &SERVICE_MSG_NO_GAME, game);
    }
    enum err err = receive(service, &arrival, false, receipt, error);
    live_forget(service, game);
    stated_release(service, &stated);
    return err;
}
