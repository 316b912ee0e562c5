/* The puzzle of a day over HTTP. */
#include "http/build_id.h"
#include "http/handlers.h"
#include "http/inside.h"
#include "http/messages.h"
#include "service/puzzles.h"
#include "service/reading.h"
#include "wire/reviews.h"

#include "base/banned.h"

enum { TAG_SIZE = 128 };

struct puzzle_call {
    struct request *request;
    const struct puzzle *puzzle;
};

static enum err show(void *context, const struct game_info *game, struct error *error)
{
    const struct puzzle_call *call = context;
    return wire_puzzle(call->puzzle, game, true, &call->request->response.body, error);
}

/* Days change, and reviews come, without the log; names and titles change with the versions. */
static enum err add_tag(struct request *request, const struct puzzle *puzzle, struct error *error)
{
    const int64_t numbers[] = {request->versions.log, request->versions.people, puzzle->found.day,
                               puzzle->found.game,    puzzle->found.ply,        puzzle->status.made};
    char *memory = arena_new(&request->arena, TAG_SIZE, 1);
    struct strbuf tag;
    if (!memory) {
        return error_raise(error, &MSG_MEMORY);
    }
    strbuf_wrap(&tag, memory, TAG_SIZE);
    strbuf_add(&tag, BUILD_ID);
    for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++) {
        strbuf_add_char(&tag, '.');
        strbuf_int(&tag, numbers[i]);
    }
    if (request->club->tag[0]) {
        strbuf_add_char(&tag, '.');
        strbuf_add(&tag, request->club->tag);
    }
    request->response.tag = memory;
    return strbuf_ok(&tag) ? ERR_OK : error_raise(error, &MSG_MEMORY);
}

static enum err answer(struct request *request, const struct puzzle_asked *asked, struct strbuf *body,
                       struct error *error)
{
    struct puzzle puzzle;
    struct puzzle_call call = {request, &puzzle};
    enum err err = service_puzzle(request->service, asked, body, &request->arena, &puzzle, error);
    if (err != ERR_OK) {
        return err;
    }
    err = add_tag(request, &puzzle, error);
    return err == ERR_OK ? service_game_info(request->service, puzzle.found.game, show, &call, error) : err;
}

enum err get_puzzle(struct request *request, struct error *error)
{
    static const char *const names[] = {"day", "game", NULL};
    struct puzzle_asked asked = {.has_day = false};
    struct strbuf body;
    enum err err = request_only(request, names, error);
    if (err != ERR_OK) {
        return err;
    }
    err = request_query_day(request, "day", &asked.has_day, &asked.day, error);
    if (err != ERR_OK) {
        return err;
    }
    err = request_game(request, &asked.title, error);
    if (err != ERR_OK) {
        return err;
    }
    strbuf_init(&body, request->server->allocator, REVIEW_TEXT_LIMIT);
    err = answer(request, &asked, &body, error);
    strbuf_release(&body);
    return err;
}
