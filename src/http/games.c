/* Games over HTTP: everything that writes. */
#include "http/handlers.h"
#include "service/reading.h"
#include "wire/http_answer.h"
#include "wire/http_body.h"
#include "wire/json.h"

#include "base/banned.h"

enum { LEGAL_SHOWN = 40 };

/* ---- records ---- */

struct parsed_record {
    struct wire_record wire;
    struct record_reader reader;
    struct record record;
    enum err unread; /* lines could not be read, and are in request->problem_list: what was wrong first */
    struct error why;
};

static void release_record(struct request *request)
{
    struct parsed_record *parsed = request->parsed;
    record_reader_release(&parsed->reader);
}

/* A line that cannot be read. */
static void take_complaint(void *context, const struct error *error)
{
    struct request *request = context;
    const struct problem problem = problem_of(error);
    const struct wire_finding finding = {.problem = &problem};
    wire_gather_problem(&finding, request->lang, &request->problem_list);
}

/* What a correction says beside a record that is sent as text. */
static enum err prepare_text(struct request *request, struct wire_record *wire, struct error *error)
{
    enum err err = request_query(request, "reason", &wire->reason, error);
    return err == ERR_OK ? request_query_int(request, "last", 1, INT64_MAX, &wire->last, error) : err;
}

/* Lines that cannot be read are left to the handler, which has the catalogues to judge the others by. */
enum err prepare_record(struct request *request, struct error *error)
{
    struct parsed_record *parsed = arena_new(&request->arena, 1, sizeof(*parsed));
    if (!parsed) {
        return error_raise(error, &MSG_MEMORY);
    }
    request->parsed = parsed;
    request->cleanup = release_record;
    parsed->wire.record = strbuf_span(&request->body);
    enum err err = request->text_body
                       ? prepare_text(request, &parsed->wire, error)
                       : wire_read_record(strbuf_span(&request->body), &request->arena, &parsed->wire, error);
    if (err != ERR_OK) {
        return err;
    }
    parsed->reader.complain = take_complaint;
    parsed->reader.complain_context = request;
    err = record_read_one(&parsed->reader, parsed->wire.record, request->arena.allocator, &parsed->record, error);
    if (err != ERR_SYNTAX || parsed->reader.complaints == 0) {
        return err;
    }
    parsed->unread = err;
    parsed->why = *error;
    return ERR_OK;
}

enum err record_is_read(struct request *request, struct error *error)
{
    const struct parsed_record *parsed = request->parsed;
    if (parsed->unread != ERR_OK) {
        service_judge_rest(request->service, &parsed->record, found_problem, request);
        *error = parsed->why;
    }
    return parsed->unread;
}

const struct record *request_record(const struct request *request)
{
    const struct parsed_record *parsed = request->parsed;
    return &parsed->record;
}

void found_problem(void *context, const struct problem *problem)
{
    struct request *request = context;
    const struct parsed_record *parsed = request->parsed;
    const struct wire_finding finding = {.problem = problem};
    bool refuses = parsed->unread == ERR_OK && problem->error.message && problem->error.message->code != ERR_MISMATCH;
    if (refuses && !problem_is_warning(problem) && request->problem_ply < 0) {
        request->problem_seat = problem->seat;
        request->problem_ply = problem->ply;
    }
    wire_gather_problem(&finding, request->lang, &request->problem_list);
}

/* {"game","seq","ply","status","problems":[…]} */
static enum err answer_receipt(struct request *request, const struct receipt *receipt, bool judged, struct error *error)
{
    struct span problems = strbuf_span(&request->problem_list);
    request->touched_game = receipt->game;
    request->stored = true;
    return wire_receipt(receipt, judged ? &problems : NULL, &request->response.body, error);
}

enum err post_game(struct request *request, struct error *error)
{
    struct parsed_record *parsed = request->parsed;
    struct receipt receipt;
    enum err err = record_is_read(request, error);
    if (err != ERR_OK) {
        return err;
    }
    err =
        service_game_open(request->service, request->author, &parsed->record, found_problem, request, &receipt, error);
    if (err != ERR_OK) {
        return err;
    }
    char memory[24];
    struct strbuf id;
    strbuf_wrap(&id, memory, sizeof(memory));
    strbuf_int(&id, receipt.game);
    answer_created(request, "/v1/games/", memory);
    return answer_receipt(request, &receipt, true, error);
}

enum err post_correct(struct request *request, struct error *error)
{
    struct parsed_record *parsed = request->parsed;
    struct receipt receipt;
    int64_t game = 0;
    enum err err = request_id(request, &game, error);
    if (err != ERR_OK) {
        return err;
    }
    err = record_is_read(request, error);
    if (err != ERR_OK) {
        return err;
    }
    err = service_correct(request->service, request->author, game, &parsed->record, parsed->wire.reason,
                          parsed->wire.last, found_problem, request, &receipt, error);
    return err == ERR_OK ? answer_receipt(request, &receipt, true, error) : err;
}

/* ---- moves ---- */

enum err prepare_moves(struct request *request, struct error *error)
{
    struct wire_moves *moves = arena_new(&request->arena, 1, sizeof(*moves));
    request->parsed = moves;
    if (!moves) {
        return error_raise(error, &MSG_MEMORY);
    }
    if (!request->text_body) {
        return wire_read_moves(strbuf_span(&request->body), &request->arena, moves, error);
    }
    *moves = (struct wire_moves){.ply = -1, .moves = strbuf_span(&request->body)};
    return request_query_int(request, "ply", 0, INT32_MAX, &moves->ply, error);
}

/* The seat of line `number` (from 1) of the request, or -1. */
static int seat_of_line(struct span text, uint32_t number)
{
    for (uint32_t i = 1; text.len > 0; i++) {
        struct span line = span_cut(&text, '\n');
        struct span label;
        if (i == number) {
            return span_cut_at(&line, ':', &label) ? seat_from_label(span_trim(label)) : -1;
        }
    }
    return -1;
}

/* A broken rule: who, when, and what could have been played instead, if that is
 * short. */
static void explain(struct request *request, int64_t game, const struct receipt *receipt, const struct error *why)
{
    const struct wire_moves *moves = request->parsed;
    struct board board;
    struct error ignored;
    request->problem_ply = receipt->ply;
    request->problem_seat = seat_of_line(moves->moves, why->line);
    if (request->problem_seat < 0 || service_board(request->service, game, &board, &ignored) != ERR_OK ||
        (int64_t)board.replay->plies != receipt->ply) {
        return;
    }
    unsigned seat = (unsigned)request->problem_seat;
    const struct setup *setup = &board.replay->setup;
    game_move words[LEGAL_SHOWN];
    size_t count = setup->game->legal(setup, board.replay->state, seat, words, LEGAL_SHOWN);
    if (count == 0 || count > LEGAL_SHOWN) {
        return;
    }
    struct strbuf *out = &request->problem_legal;
    for (size_t i = 0; i < count; i++) {
        char memory[512];
        struct strbuf line;
        strbuf_wrap(&line, memory, sizeof(memory));
        strbuf_add(&line, seat_label(seat));
        strbuf_add(&line, ": ");
        (void)setup->game->print(setup, board.replay->state, &words[i], 1, &line);
        struct emit item = emit_item(out);
        emit_text(&item, NULL, strbuf_span(&line));
    }
    if (!strbuf_ok(out)) {
        strbuf_clear(out);
    }
}

enum err post_moves(struct request *request, struct error *error)
{
    const struct wire_moves *moves = request->parsed;
    struct receipt receipt = {.ply = -1};
    int64_t game = 0;
    enum err err = request_id(request, &game, error);
    if (err != ERR_OK) {
        return err;
    }
    err = service_moves(request->service, request->author, game, moves->ply, moves->moves, &receipt, error);
    if (err == ERR_OK) {
        return answer_receipt(request, &receipt, false, error);
    }
    if (err == ERR_RULE) {
        explain(request, game, &receipt, error);
    } else if (err == ERR_CONFLICT || err == ERR_SYNTAX) {
        request->problem_ply = receipt.ply;
    }
    return err;
}

enum err prepare_back(struct request *request, struct error *error)
{
    struct wire_back *back = arena_new(&request->arena, 1, sizeof(*back));
    request->parsed = back;
    if (!back) {
        return error_raise(error, &MSG_MEMORY);
    }
    struct span body = request->body.len > 0 ? strbuf_span(&request->body) : SPAN_LITERAL("{}");
    return wire_read_back(body, &request->arena, back, error);
}

enum err post_takeback(struct request *request, struct error *error)
{
    const struct wire_back *back = request->parsed;
    struct receipt receipt = {.ply = -1};
    int64_t game = 0;
    enum err err = request_id(request, &game, error);
    if (err != ERR_OK) {
        return err;
    }
    err = service_back(request->service, request->author, game, back->ply, back->count, &receipt, error);
    if (err == ERR_OK) {
        return answer_receipt(request, &receipt, false, error);
    }
    if (err == ERR_CONFLICT) {
        request->problem_ply = receipt.ply;
    }
    return err;
}

/* ---- the end of a game ---- */

enum err prepare_reason(struct request *request, struct error *error)
{
    struct wire_reason *reason = arena_new(&request->arena, 1, sizeof(*reason));
    request->parsed = reason;
    if (!reason) {
        return error_raise(error, &MSG_MEMORY);
    }
    struct span body = request->body.len > 0 ? strbuf_span(&request->body) : SPAN_LITERAL("{}");
    return wire_read_reason(body, &request->arena, reason, error);
}

/* A change that says no more than why. */
typedef enum err change_fn(struct service *service, struct span author, int64_t game, struct span reason,
                           struct receipt *receipt, struct error *error);

static enum err post_change(struct request *request, change_fn *change, struct error *error)
{
    const struct wire_reason *reason = request->parsed;
    struct receipt receipt;
    int64_t game = 0;
    enum err err = request_id(request, &game, error);
    if (err != ERR_OK) {
        return err;
    }
    err = change(request->service, request->author, game, reason->reason, &receipt, error);
    return err == ERR_OK ? answer_receipt(request, &receipt, false, error) : err;
}

enum err post_abandon(struct request *request, struct error *error)
{
    return post_change(request, service_abandon, error);
}

enum err post_void(struct request *request, struct error *error)
{
    return post_change(request, service_void, error);
}

enum err post_unvoid(struct request *request, struct error *error)
{
    return post_change(request, service_unvoid, error);
}
