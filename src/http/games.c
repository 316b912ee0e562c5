/* Games over HTTP: everything that writes. */
#include "http/handlers.h"
#include "service/reading.h"
#include "wire/http_answer.h"
#include "wire/http_body.h"
#include "wire/json.h"

#include "base/banned.h"

enum { LEGAL_SHOWN = 40 };

/* ---- whole records ---- */

struct parsed_record {
    struct wire_record wire;
    struct record_reader reader;
    struct record record;
};

static void release_record(struct request *request)
{
    struct parsed_record *parsed = request->parsed;
    record_reader_release(&parsed->reader);
}

enum err prepare_record(struct request *request, struct error *error)
{
    struct parsed_record *parsed = arena_new(&request->arena, 1, sizeof(*parsed));
    if (!parsed) {
        return error_raise(error, &MSG_MEMORY);
    }
    request->parsed = parsed;
    request->cleanup = release_record;
    enum err err = ERR_OK;
    if (request->text_body) {
        parsed->wire.record = strbuf_span(&request->body);
        err = request_query(request, "reason", &parsed->wire.reason, error);
    } else {
        err = wire_read_record(strbuf_span(&request->body), &request->arena, &parsed->wire, error);
    }
    if (err == ERR_OK) {
        err = record_read_one(&parsed->reader, parsed->wire.record, request->arena.allocator, &parsed->record, error);
    }
    return err;
}

const struct record *request_record(const struct request *request)
{
    const struct parsed_record *parsed = request->parsed;
    return &parsed->record;
}

/* What was found in a record: the first refusal goes into the problem, all of
 * it into the answer. */
struct found {
    struct request *request;
    struct strbuf problems;
};

static void hear(void *context, const struct problem *problem)
{
    struct found *found = context;
    struct error ignored;
    struct wire_finding finding = {.problem = problem};
    if (problem->error.message && problem->error.message->code != ERR_MISMATCH && found->request->problem_ply < 0) {
        found->request->problem_seat = problem->seat;
        found->request->problem_ply = problem->ply;
    }
    size_t before = found->problems.len;
    strbuf_add(&found->problems, before > 0 ? "," : "");
    if (wire_problem(&finding, found->request->lang, &found->problems, &ignored) == ERR_OK) {
        strbuf_truncate(&found->problems, found->problems.len - 1);
    } else {
        strbuf_truncate(&found->problems, before);
    }
}

/* {"game","seq","ply","status","problems":[…]} */
static void answer_receipt(struct request *request, const struct receipt *receipt, const struct found *found)
{
    struct strbuf *out = &request->response.body;
    wire_receipt(receipt, out);
    if (found && strbuf_ok(out)) {
        strbuf_truncate(out, out->len - 2);
        strbuf_add(out, ",\"problems\":[");
        strbuf_add_span(out, strbuf_span(&found->problems));
        strbuf_add(out, "]}\n");
    }
    request->touched_game = receipt->game;
}

enum err post_game(struct request *request, struct error *error)
{
    struct parsed_record *parsed = request->parsed;
    struct found found = {.request = request};
    struct receipt receipt;
    strbuf_init(&found.problems, request->arena.allocator, 1 << 20);
    enum err err = service_game_open(request->service, request->author, &parsed->record, hear, &found, &receipt, error);
    if (err == ERR_OK) {
        char memory[48];
        struct strbuf place;
        strbuf_wrap(&place, memory, sizeof(memory));
        strbuf_add(&place, "/v1/games/");
        strbuf_int(&place, receipt.game);
        answer_status(request, 201);
        answer_header(request, "Location", arena_copy(&request->arena, strbuf_span(&place)));
        answer_receipt(request, &receipt, &found);
    }
    strbuf_release(&found.problems);
    return err;
}

enum err post_correct(struct request *request, struct error *error)
{
    struct parsed_record *parsed = request->parsed;
    struct found found = {.request = request};
    struct receipt receipt;
    int64_t game = 0;
    strbuf_init(&found.problems, request->arena.allocator, 1 << 20);
    enum err err = request_id(request, &game, error);
    if (err == ERR_OK) {
        err = service_correct(request->service, request->author, game, &parsed->record, parsed->wire.reason, hear,
                              &found, &receipt, error);
    }
    if (err == ERR_OK) {
        answer_receipt(request, &receipt, &found);
    }
    strbuf_release(&found.problems);
    return err;
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
        strbuf_add(out, i == 0 ? "[" : ",");
        wire_string(out, strbuf_span(&line));
    }
    strbuf_add(out, "]");
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
        answer_receipt(request, &receipt, NULL);
    } else if (err == ERR_RULE) {
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
        answer_receipt(request, &receipt, NULL);
    } else if (err == ERR_CONFLICT) {
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

enum err post_abandon(struct request *request, struct error *error)
{
    const struct wire_reason *reason = request->parsed;
    struct receipt receipt;
    int64_t game = 0;
    enum err err = request_id(request, &game, error);
    if (err == ERR_OK) {
        err = service_abandon(request->service, request->author, game, reason->reason, &receipt, error);
    }
    if (err == ERR_OK) {
        answer_receipt(request, &receipt, NULL);
    }
    return err;
}

enum err post_void(struct request *request, struct error *error)
{
    const struct wire_reason *reason = request->parsed;
    struct receipt receipt;
    int64_t game = 0;
    enum err err = request_id(request, &game, error);
    if (err == ERR_OK) {
        err = service_void(request->service, request->author, game, reason->reason, &receipt, error);
    }
    if (err == ERR_OK) {
        answer_receipt(request, &receipt, NULL);
    }
    return err;
}
