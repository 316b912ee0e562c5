/* Games under way: moves, take-backs, abandonment, making a game void, and taking that back. */
#include "record/messages.h"
#include "record/write.h"
#include "service/alike.h"
#include "service/internal.h"
#include "service/messages.h"

#include "base/banned.h"

static enum game_status status_of(const struct live *live)
{
    const struct setup *setup = &live->replay.setup;
    if (live->story.voided) {
        return GAME_VOID;
    }
    if (live->story.abandoned) {
        return GAME_ABANDONED;
    }
    return setup->game->turn(setup, live->replay.state) == 0 ? GAME_FINISHED : GAME_LIVE;
}

static void fill_receipt(const struct live *live, int64_t seq, struct receipt *receipt)
{
    *receipt = (struct receipt){
        .game = live->story.id, .seq = seq, .ply = (int64_t)live->replay.plies, .status = status_of(live)};
}

/* The game, ready, at the ply the caller expects. */
static enum err take_up(struct service *service, int64_t game, int64_t expected, struct live **live,
                        struct receipt *receipt, struct error *error)
{
    *receipt = (struct receipt){.game = game};
    enum err err = live_get(service, game, live, error);
    if (err != ERR_OK) {
        return err;
    }
    fill_receipt(*live, 0, receipt);
    if (expected >= 0 && expected != receipt->ply) {
        err = error_raise_int(error, &SERVICE_MSG_PLY, receipt->ply);
        error_add_int(error, expected);
    }
    return err;
}

/* Derives the game anew from its story: when its status changes. */
static enum err derive_again(struct service *service, const struct live *live, struct error *error)
{
    struct record record;
    struct seating seating;
    enum err err = live_seating(service, live, &record, &seating, error);
    if (err != ERR_OK) {
        return err;
    }
    return derive_and_put(service, &live->story, &record, &live->replay, &seating, error);
}

static enum err change_status(struct service *service, const struct live *live, struct error *error)
{
    enum err err = derive_again(service, live, error);
    if (err != ERR_OK) {
        return err;
    }
    return status_of(live) == GAME_FINISHED ? remember_game(service, live->id, error) : ERR_OK;
}

/* What a move changes in the derived tables while the game goes on. */
static enum err touch(struct service *service, const struct live *live, int64_t seq, struct error *error)
{
    uint8_t digest[SHA256_SIZE];
    replay_digest(&live->replay.setup, live->replay.state, digest);
    return store_game_touch(service->store, live->id, seq, (int64_t)live->replay.plies, digest, error);
}

static enum err write_parts(struct service *service, struct span author, const char *kind, struct live *live,
                            size_t lines, enum game_status before, struct receipt *receipt, struct error *error)
{
    int64_t seq = 0;
    if (!strbuf_ok(&service->body)) {
        return error_raise(error, &MSG_MEMORY);
    }
    struct store_entry entry = {.kind = span_from(kind), .game = live->id, .body = strbuf_span(&service->body)};
    enum err err = append_entry(service, author, kind, live->id, false, entry.body, &seq, error);
    if (err != ERR_OK) {
        return err;
    }
    entry.seq = seq;
    err = story_add(&live->story, &entry, error);
    if (err != ERR_OK) {
        return err;
    }
    live->lines += lines;
    err = status_of(live) == before ? touch(service, live, seq, error) : change_status(service, live, error);
    if (err != ERR_OK) {
        return err;
    }
    fill_receipt(live, seq, receipt);
    return ERR_OK;
}

/* Writes the entry whose body, of so many move lines, is in service->body, and what it changes in the derived tables. */
static enum err write_entry(struct service *service, struct span author, const char *kind, struct live *live,
                            size_t lines, enum game_status before, struct receipt *receipt, struct error *error)
{
    int64_t game = live->id;
    enum err err = write_parts(service, author, kind, live, lines, before, receipt, error);
    if (err != ERR_OK) {
        /* The position in memory is ahead of the log. */
        live_forget(service, game);
    }
    return err;
}

/* The game must stay readable: no more lines, and no longer, than a reader takes. */
static enum err check_room(const struct service *service, const struct live *live, size_t lines, struct error *error)
{
    if (live->lines + lines > RECORD_LINES) {
        return error_raise_int(error, &RECORD_MSG_TOO_MANY, RECORD_LINES);
    }
    size_t bytes = live->story.text.len + service->body.len;
    return bytes > LIVE_LIMIT ? error_raise_int(error, &RECORD_MSG_TOO_LONG, LIVE_LIMIT) : ERR_OK;
}

/* Plays one line after the other; the canonical lines of those that are plies go to service->body. */
static enum err play_each(struct service *service, struct live *live, const struct record *record,
                          struct receipt *receipt, struct error *error)
{
    size_t plies = live->replay.plies;
    strbuf_clear(&service->body);
    for (size_t i = 0; i < record->moves_count; i++) {
        const struct record_move *move = &record->moves[i];
        error->column = 0;
        enum err err = replay_spell(&live->replay, move->seat, move->text, &service->body, error);
        if (err != ERR_OK) {
            receipt->ply = (int64_t)live->replay.plies;
            error->line = move->line;
            error->column = record_column(record, move->line, move->column + (error->column ? error->column - 1 : 0));
            return err;
        }
    }
    return check_room(service, live, live->replay.plies - plies, error);
}

/* Plays every line, or none; `*played`: the plies that there are more. */
static enum err play_lines(struct service *service, struct live *live, const struct record *record, size_t *played,
                           struct receipt *receipt, struct error *error)
{
    struct error ignored;
    size_t plies = live->replay.plies;
    enum err err = play_each(service, live, record, receipt, error);
    *played = live->replay.plies - plies;
    if (err != ERR_OK) {
        /* These lines were just played, so they can be taken back. */
        (void)!replay_back(&live->replay, *played, &ignored);
    }
    return err;
}

/* The request holds moves and nothing else. */
static enum err check_moves(const struct record *record, struct error *error)
{
    bool others = record->totals_count > 0 || record->claims_count > 0 || record->digest.text.len > 0;
    for (size_t i = 0; i < record->moves_count && !others; i++) {
        others = record->moves[i].back > 0;
    }
    if (others) {
        return error_raise(error, &SERVICE_MSG_ONLY_MOVES);
    }
    return record->moves_count == 0 ? error_raise(error, &SERVICE_MSG_NO_MOVES) : ERR_OK;
}

static enum err raise_status(struct error *error, const struct message *message, enum game_status status)
{
    enum err err = error_raise_span(error, message, span_from(game_status_names[status].en));
    error_add(error, span_from(game_status_names[status].fr));
    return err;
}

static enum err add_moves(struct service *service, struct span author, int64_t game, int64_t expected, struct span text,
                          struct receipt *receipt, struct error *error)
{
    struct live *live = NULL;
    struct record record;
    size_t played = 0;
    enum err err = take_up(service, game, expected, &live, receipt, error);
    if (err != ERR_OK) {
        return err;
    }
    if (receipt->status != GAME_LIVE) {
        return raise_status(error, &SERVICE_MSG_OVER, receipt->status);
    }
    err = record_read_moves(&service->reader, text, service->options.allocator, &record, error);
    if (err != ERR_OK) {
        return err;
    }
    err = check_moves(&record, error);
    if (err != ERR_OK) {
        return err;
    }
    err = play_lines(service, live, &record, &played, receipt, error);
    if (err != ERR_OK) {
        return err;
    }
    if (played == 0) { /* every line says what the rules have done already: nothing to write down */
        fill_receipt(live, live->story.last, receipt);
        return ERR_OK;
    }
    return write_entry(service, author, "moves", live, played, GAME_LIVE, receipt, error);
}

enum err service_moves(struct service *service, struct span author, int64_t game, int64_t expected, struct span text,
                       struct receipt *receipt, struct error *error)
{
    *receipt = (struct receipt){.game = game};
    enum err err = begin_entry(service, author, error);
    if (err != ERR_OK) {
        return err;
    }
    err = add_moves(service, author, game, expected, text, receipt, error);
    return end_entry(service, err, receipt, error);
}

static enum err take_back(struct service *service, struct span author, int64_t game, int64_t expected, int64_t count,
                          struct receipt *receipt, struct error *error)
{
    struct live *live = NULL;
    enum err err = take_up(service, game, expected, &live, receipt, error);
    if (err != ERR_OK) {
        return err;
    }
    enum game_status before = receipt->status;
    if (before != GAME_LIVE && before != GAME_FINISHED) {
        return raise_status(error, &SERVICE_MSG_OVER, before);
    }
    if (!live->story.appendable) {
        return error_raise(error, &SERVICE_MSG_SHEET_BACK);
    }
    if (count < 1) {
        return error_raise(error, &SERVICE_MSG_BACK_COUNT);
    }
    strbuf_clear(&service->body);
    err = check_room(service, live, 1, error);
    if (err != ERR_OK) {
        return err;
    }
    err = replay_back(&live->replay, (size_t)count, error);
    if (err != ERR_OK) {
        return err;
    }
    strbuf_add(&service->body, "*: back ");
    strbuf_int(&service->body, count);
    strbuf_add_char(&service->body, '\n');
    return write_entry(service, author, "back", live, 1, before, receipt, error);
}

enum err service_back(struct service *service, struct span author, int64_t game, int64_t expected, int64_t count,
                      struct receipt *receipt, struct error *error)
{
    *receipt = (struct receipt){.game = game};
    enum err err = begin_entry(service, author, error);
    if (err != ERR_OK) {
        return err;
    }
    err = take_back(service, author, game, expected, count, receipt, error);
    return end_entry(service, err, receipt, error);
}

/* Abandoning, voiding and the reverse: an entry with a reason that changes only the status. */
struct ending {
    const char *kind;
    struct span reason;
    int64_t import;           /* that is undone by it; 0: none */
    struct import_mark *mark; /* of the import that it is part of; NULL: of none */
};

/* The status allows it. */
static enum err check_ending(const struct ending *ending, enum game_status before, struct error *error)
{
    if (strcmp(ending->kind, "unvoid") == 0) {
        return before == GAME_VOID ? ERR_OK : raise_status(error, &SERVICE_MSG_NOT_VOID, before);
    }
    if (before == GAME_VOID) {
        return error_raise(error, &SERVICE_MSG_VOID);
    }
    bool abandon = strcmp(ending->kind, "abandon") == 0;
    return abandon && before != GAME_LIVE ? raise_status(error, &SERVICE_MSG_NOT_LIVE, before) : ERR_OK;
}

/* The name of the person of that handle itself, not of whom they were merged into; without a name, the handle. */
struct sitter {
    char memory[4 * PERSON_NAME + 1];
    struct strbuf text;
};

static enum err take_name(void *context, const struct store_person *person, struct error *error)
{
    (void)error;
    struct sitter *sitter = context;
    strbuf_add(&sitter->text, person->name.len > 0 ? "" : "@");
    strbuf_add_span(&sitter->text, person->name.len > 0 ? person->name : person->handle);
    return ERR_OK;
}

static enum err raise_twice(struct service *service, struct span one, struct span other, struct error *error)
{
    const struct span handle[2] = {span_skip(one, 1), span_skip(other, 1)};
    struct sitter sitter[2];
    for (int i = 0; i < 2; i++) {
        int64_t id = 0;
        strbuf_wrap(&sitter[i].text, sitter[i].memory, sizeof(sitter[i].memory));
        enum err err = store_person_by_handle(service->store, handle[i], &id, error);
        if (err != ERR_OK) {
            return err;
        }
        err = store_person(service->store, id, take_name, &sitter[i], error);
        if (err != ERR_OK) {
            return err;
        }
    }
    enum err err = error_raise_span(error, &SERVICE_MSG_UNVOID_TWICE, strbuf_span(&sitter[0].text));
    error_add(error, strbuf_span(&sitter[1].text));
    return err;
}

/* While the game was void, its people may have been merged. */
enum err check_sitting(struct service *service, struct span text, struct error *error)
{
    struct record record;
    struct seating seating;
    enum err err = record_read_one(&service->reader, text, service->options.allocator, &record, error);
    if (err != ERR_OK) {
        return err;
    }
    err = seating_of(service->store, &record, &seating, error);
    if (err != ERR_OK) {
        return err;
    }
    for (unsigned i = 0; i < seating.count; i++) {
        for (unsigned j = 0; j < i; j++) {
            if (seating.person[i] != 0 && seating.person[i] == seating.person[j]) { /* a guest is nobody */
                return raise_twice(service, record.seat[j].text, record.seat[i].text, error);
            }
        }
    }
    return ERR_OK;
}

static enum err write_end(struct service *service, struct span author, const struct ending *ending, int64_t game,
                          struct receipt *receipt, struct error *error)
{
    struct live *live = NULL;
    enum err err = take_up(service, game, -1, &live, receipt, error);
    if (err != ERR_OK) {
        return err;
    }
    enum game_status before = receipt->status;
    err = check_ending(ending, before, error);
    if (err != ERR_OK) {
        return err;
    }
    err = before == GAME_VOID ? check_sitting(service, strbuf_span(&live->story.text), error) : ERR_OK;
    if (err != ERR_OK) {
        return err;
    }
    strbuf_clear(&service->body);
    if (span_trim(ending->reason).len > 0) {
        record_write_header(&service->body, "reason", ending->reason);
    }
    if (ending->import > 0) {
        undone_line(ending->import, &service->body);
    }
    err = write_entry(service, author, ending->kind, live, 0, before, receipt, error);
    if (err != ERR_OK || !ending->mark) {
        return err;
    }
    err = alike_game_added(service, error); /* an import goes on comparing */
    return err == ERR_OK ? mark_entry(service, author, ending->mark, receipt->seq, error) : err;
}

static enum err end_game(struct service *service, struct span author, const struct ending *ending, int64_t game,
                         struct receipt *receipt, struct error *error)
{
    *receipt = (struct receipt){.game = game};
    enum err err = check_reason(ending->reason, strcmp(ending->kind, "abandon") != 0, error);
    if (err != ERR_OK) {
        return err;
    }
    err = begin_entry(service, author, error);
    if (err != ERR_OK) {
        return err;
    }
    err = write_end(service, author, ending, game, receipt, error);
    return end_entry(service, err, receipt, error);
}

enum err service_abandon(struct service *service, struct span author, int64_t game, struct span reason,
                         struct receipt *receipt, struct error *error)
{
    return end_game(service, author, &(struct ending){"abandon", reason, 0, NULL}, game, receipt, error);
}

enum err service_void(struct service *service, struct span author, int64_t game, struct span reason,
                      struct receipt *receipt, struct error *error)
{
    return end_game(service, author, &(struct ending){"void", reason, 0, NULL}, game, receipt, error);
}

enum err service_unvoid(struct service *service, struct span author, int64_t game, struct span reason,
                        struct receipt *receipt, struct error *error)
{
    return end_game(service, author, &(struct ending){"unvoid", reason, 0, NULL}, game, receipt, error);
}

enum err void_by_import(struct service *service, struct span author, int64_t game, struct span reason,
                        struct import_mark *mark, struct receipt *receipt, struct error *error)
{
    return end_game(service, author, &(struct ending){"void", reason, 0, mark}, game, receipt, error);
}

enum err unvoid_by_import(struct service *service, struct span author, int64_t game, struct span reason,
                          struct import_mark *mark, struct receipt *receipt, struct error *error)
{
    return end_game(service, author, &(struct ending){"unvoid", reason, 0, mark}, game, receipt, error);
}

enum err unvoid_within(struct service *service, struct span author, int64_t game, struct span reason,
                       struct import_mark *mark, struct receipt *receipt, struct error *error)
{
    return write_end(service, author, &(struct ending){"unvoid", reason, 0, mark}, game, receipt, error);
}

enum err end_undone(struct service *service, struct span author, int64_t game, const char *kind, struct span reason,
                    int64_t import, struct receipt *receipt, struct error *error)
{
    return end_game(service, author, &(struct ending){kind, reason, import, NULL}, game, receipt, error);
}
