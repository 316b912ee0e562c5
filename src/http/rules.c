/* The games that are known, and scoring without storing. */
#include "http/handlers.h"
#include "http/inside.h"
#include "http/messages.h"
#include "rules/registry.h"
#include "service/catalogues.h"
#include "wire/http_body.h"
#include "wire/json.h"

#include "base/banned.h"

static const char *const NOTHING[] = {NULL};

enum err get_rules(struct request *request, struct error *error)
{
    struct strbuf *out = &request->response.body;
    size_t count;
    const struct game *const *games = registry_all(&count);
    enum err err = request_only(request, NOTHING, error);
    strbuf_add(out, "{\"games\":");
    if (err == ERR_OK) {
        err = wire_games(games, count, out, error);
    }
    if (err == ERR_OK) {
        strbuf_truncate(out, out->len - 1);
        strbuf_add(out, "}\n");
    }
    return err;
}

/* ---- scoring ---- */

struct scoring {
    struct request *request;
    struct strbuf problems;
};

static void hear(void *context, const struct problem *problem)
{
    struct scoring *scoring = context;
    struct error ignored;
    struct wire_finding finding = {.problem = problem};
    if (problem->error.message->code != ERR_MISMATCH && scoring->request->problem_ply < 0) {
        scoring->request->problem_seat = problem->seat;
        scoring->request->problem_ply = problem->ply;
    }
    size_t before = scoring->problems.len;
    strbuf_add(&scoring->problems, before > 0 ? "," : "");
    if (wire_problem(&finding, scoring->request->lang, &scoring->problems, &ignored) == ERR_OK) {
        strbuf_truncate(&scoring->problems, scoring->problems.len - 1);
    } else {
        strbuf_truncate(&scoring->problems, before);
    }
}

static enum err score(struct request *request, const struct record *record, struct replay *replay, struct error *error)
{
    struct scoring scoring = {.request = request};
    struct span players[GAME_PLAYERS];
    struct outcome outcome;
    struct strbuf *out = &request->response.body;
    strbuf_init(&scoring.problems, request->arena.allocator, 1 << 20);
    enum err err = record_verify(record, service_blocks(request->service), replay, hear, &scoring, error);
    if (err == ERR_OK || err == ERR_MISMATCH) { /* a wrong total is reported, and
                                                 scored all the same */
        const struct setup *setup = &replay->setup;
        setup->game->outcome(setup, replay->state, &outcome);
        for (unsigned i = 0; i < record->seats; i++) {
            players[i] = record->seat[i].text;
        }
        err = wire_score(setup, &outcome, players, out, error);
        if (err == ERR_OK) {
            strbuf_truncate(out, out->len - 2);
            strbuf_add(out, ",\"problems\":[");
            strbuf_add_span(out, strbuf_span(&scoring.problems));
            strbuf_add(out, "]}\n");
        }
    }
    strbuf_release(&scoring.problems);
    return err;
}

enum err post_score(struct request *request, struct error *error)
{
    struct replay replay;
    replay_init(&replay, request->arena.allocator);
    replay.pace.deadline = service_deadline_now(request->service);
    enum err err = score(request, request_record(request), &replay, error);
    replay_release(&replay);
    return err;
}
