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
    size_t count;
    const struct game *const *games = registry_current(&count);
    enum err err = request_only(request, NOTHING, error);
    return err == ERR_OK ? wire_rules(games, count, &request->response.body, error) : err;
}

/* ---- scoring ---- */

static enum err score(struct request *request, const struct record *record, struct replay *replay, struct error *error)
{
    struct span players[GAME_PLAYERS];
    struct outcome outcome;
    enum err err = record_verify(record, service_blocks(request->service), replay, found_problem, request, error);
    if (err != ERR_OK && err != ERR_MISMATCH) { /* a wrong total is reported, and scored all the same */
        return err;
    }
    const struct setup *setup = &replay->setup;
    setup->game->outcome(setup, replay->state, &outcome);
    for (unsigned i = 0; i < record->seats; i++) {
        players[i] = record->seat[i].text;
    }
    struct span problems = strbuf_span(&request->problem_list);
    return wire_score_checked(setup, &outcome, players, &problems, &request->response.body, error);
}

enum err post_score(struct request *request, struct error *error)
{
    struct replay replay;
    enum err err = record_is_read(request, error);
    if (err != ERR_OK) {
        return err;
    }
    replay_init(&replay, request->arena.allocator);
    replay.pace.deadline = service_deadline_now(request->service);
    err = score(request, request_record(request), &replay, error);
    replay_release(&replay);
    return err;
}
