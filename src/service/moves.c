/* Games under way: moves, take-backs, abandonment, and making a game void. */
#include "record/messages.h"
#include "record/write.h"
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
static enum err put_whole(struct service *service, const struct live *live, struct error *error)
{
    struct record record;
    struct seating seating;
    enum err err =
        record_read_one(&service->reader, strbuf_span(&live->story.text), service->options.allocator, &record, error);
    if (err == ERR_OK) {
        err = seating_of(service->store, &record, &seating, error);
    }
    return err == ERR_OK ? derive_and_put(service, &live->story, &record, &live->replay, &seating, error) : err;
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
    if (err == ERR_OK) {
        entry.seq = seq;
        err = story_add(&live->story, &entry, error);
        live->lines += lines;
    }
    if (err != ERR_OK) {
        return err;
    }
    if (status_of(live) == before) {
        uint8_t digest[SHA256_SIZE];
        replay_digest(&live->replay.setup, live->replay.state, digest);
        err = store_game_touch(service->store, live->id, seq, (int64_t)live->replay.plies, digest, error);
    } else {
        err = put_whole(service, live, error);
        if (err == ERR_OK && status_of(live) == GAME_FINISHED) {
            err = remember_game(service, live->id, error);
        }
    }
    if (err == ERR_OK) {
        fill_receipt(live, seq, receipt);
    }
    return err;
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

/* Plays every line, or none; the canonical lines go to service->body. */
static enum err play_lines(struct service *service, struct live *live, const struct record *record,
                           struct receipt *receipt, struct error *error)
{
    struct error ignored;
    size_t played = 0;
    enum err err = ERR_OK;
    strbuf_clear(&service->body);
    for (; err == ERR_OK && played < record->moves_count; played++) {
        const struct record_move *move = &record->moves[played];
        error->column = 0;
        err = replay_spell(&live->replay, move->seat, move->text, &service->body, error);
        strbuf_add_char(&service->body, '\n');
        if (err != ERR_OK) {
            receipt->ply = (int64_t)live->replay.plies;
            error->line = move->line;
            error->column = record_column(record, move->line, move->column + (error->column ? error->column - 1 : 0));
            break;
        }
    }
    if (err == ERR_OK) {
        err = check_room(service, live, played, error);
    }
    if (err != ERR_OK) {
        /* These lines were just played, so they can be taken back. */
        (void)!replay_back(&live->replay, played, &ignored);
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

enum err service_moves(struct service *service, struct span author, int64_t game, int64_t expected, struct span text,
                       struct receipt *receipt, struct error *error)
{
    struct live *live = NULL;
    struct record record;
    *receipt = (struct receipt){.game = game};
    enum err err = begin_entry(service, author, error);
    if (err != ERR_OK) {
        return err;
    }
    err = take_up(service, game, expected, &live, receipt, error);
    if (err == ERR_OK && receipt->status != GAME_LIVE) {
        err = raise_status(error, &SERVICE_MSG_OVER, receipt->status);
    }
    if (err == ERR_OK) {
        err = record_read_moves(&service->reader, text, service->options.allocator, &record, error);
    }
    if (err == ERR_OK) {
        err = check_moves(&record, error);
    }
    if (err == ERR_OK) {
        err = play_lines(service, live, &record, receipt, error);
    }
    if (err == ERR_OK) {
        err = write_entry(service, author, "moves", live, record.moves_count, GAME_LIVE, receipt, error);
    }
    return end_entry(service, err, receipt, error);
}

enum err service_back(struct service *service, struct span author, int64_t game, int64_t expected, int64_t count,
                      struct receipt *receipt, struct error *error)
{
    struct live *live = NULL;
    *receipt = (struct receipt){.game = game};
    enum err err = begin_entry(service, author, error);
    if (err != ERR_OK) {
        return err;
    }
    err = take_up(service, game, expected, &live, receipt, error);
    enum game_status before = receipt->status;
    if (err == ERR_OK && before != GAME_LIVE && before != GAME_FINISHED) {
        err = raise_status(error, &SERVICE_MSG_OVER, before);
    }
    if (err == ERR_OK && !live->story.appendable) {
        err = error_raise(error, &SERVICE_MSG_SHEET_BACK);
    }
    if (err == ERR_OK && count < 1) {
        err = error_raise(error, &SERVICE_MSG_BACK_COUNT);
    }
    strbuf_clear(&service->body);
    if (err == ERR_OK) {
        err = check_room(service, live, 1, error);
    }
    if (err == ERR_OK) {
        err = replay_back(&live->replay, (size_t)count, error);
    }
    if (err == ERR_OK) {
        strbuf_add(&service->body, "*: back ");
        strbuf_int(&service->body, count);
        strbuf_add_char(&service->body, '\n');
        err = write_entry(service, author, "back", live, 1, before, receipt, error);
    }
    return end_entry(service, err, receipt, error);
}

/* Abandoning and voiding: an entry with a reason that changes only the status. */
static enum err set_status(struct service *service, struct span author, const char *kind, int64_t game,
                           struct span reason, struct receipt *receipt, struct error *error)
{
    struct live *live = NULL;
    bool abandon = span_is(span_from(kind), "abandon");
    *receipt = (struct receipt){.game = game};
    enum err err = check_reason(reason, !abandon, error);
    if (err != ERR_OK) {
        return err;
    }
    err = begin_entry(service, author, error);
    if (err != ERR_OK) {
        return err;
    }
    err = take_up(service, game, -1, &live, receipt, error);
    enum game_status before = receipt->status;
    if (err == ERR_OK && before == GAME_VOID) {
        err = error_raise(error, &SERVICE_MSG_VOID);
    }
    if (err == ERR_OK && abandon && before != GAME_LIVE) {
        err = raise_status(error, &SERVICE_MSG_NOT_LIVE, before);
    }
    if (err == ERR_OK) {
        strbuf_clear(&service->body);
        if (span_trim(reason).len > 0) {
            record_write_header(&service->body, "reason", reason);
        }
        err = write_entry(service, author, kind, live, 0, before, receipt, error);
    }
    return end_entry(service, err, receipt, error);
}

enum err service_abandon(struct service *service, struct span author, int64_t game, struct span reason,
                         struct receipt *receipt, struct error *error)
{
    return set_status(service, author, "abandon", game, reason, receipt, error);
}

enum err service_void(struct service *service, struct span author, int64_t game, struct span reason,
                      struct receipt *receipt, struct error *error)
{
    return set_status(service, author, "void", game, reason, receipt, error);
}
