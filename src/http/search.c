/* Looking for a word over HTTP. */
#include "service/search.h"
#include "http/handlers.h"
#include "http/messages.h"
#include "service/reading.h"
#include "service/seasons.h"
#include "service/titles.h"
#include "wire/http_answer.h"
#include "wire/search.h"
#include "wire/seasons.h"
#include "wire/titles.h"

#include "base/banned.h"

enum { LIMIT_USUAL = 5 };

static enum err show_person(void *context, const struct person *person, struct error *error)
{
    (void)error;
    emit_person(context, person);
    return ERR_OK;
}

static enum err show_title(void *context, const struct title *title, struct error *error)
{
    (void)error;
    emit_title(context, title);
    return ERR_OK;
}

static enum err show_game(void *context, const struct game_info *game, struct error *error)
{
    (void)error;
    emit_game(context, game);
    return ERR_OK;
}

static enum err show_season(void *context, const struct season *season, struct error *error)
{
    (void)error;
    emit_season(context, season);
    return ERR_OK;
}

static enum err show(struct service *service, enum search_kind kind, const struct search_hit *hit, struct emit *emit,
                     struct error *error)
{
    switch (kind) {
    case SEARCH_PEOPLE:
        return service_person(service, hit->key, show_person, emit, error);
    case SEARCH_TITLES:
        return service_title(service, hit->key, show_title, emit, error);
    case SEARCH_GAMES:
        return service_game_info(service, hit->id, show_game, emit, error);
    case SEARCH_CARDS:
        emit_found_card(emit, hit->what);
        return ERR_OK;
    case SEARCH_NIGHTS:
        emit_found_night(emit, hit->what);
        return ERR_OK;
    case SEARCH_SEASONS:
        return service_season(service, hit->id, show_season, emit, error);
    case SEARCH_PLACES:
        emit_place(emit, hit->key);
        return ERR_OK;
    case SEARCH_KINDS:
        break;
    }
    return ERR_OK;
}

static enum err answer(struct request *request, const struct search_found *found, struct error *error)
{
    static const char *const names[SEARCH_KINDS] = {
        [SEARCH_PEOPLE] = "people", [SEARCH_TITLES] = "titles",   [SEARCH_GAMES] = "games",  [SEARCH_CARDS] = "cards",
        [SEARCH_NIGHTS] = "nights", [SEARCH_SEASONS] = "seasons", [SEARCH_PLACES] = "places"};
    struct emit emit = emit_start(&request->response.body);
    emit_object(&emit, NULL);
    for (size_t kind = 0; kind < SEARCH_KINDS; kind++) {
        const struct search_list *list = &found->list[kind];
        emit_list(&emit, names[kind]);
        for (size_t i = 0; i < list->count; i++) {
            enum err err = show(request->service, (enum search_kind)kind, &list->hit[i], &emit, error);
            if (err != ERR_OK) {
                return err;
            }
        }
        emit_close(&emit);
    }
    emit_close(&emit);
    return emit_end(&emit, error);
}

enum err get_search(struct request *request, struct error *error)
{
    static const char *const names[] = {"q", "limit", NULL};
    struct search_found found;
    struct span text = {NULL, 0};
    int64_t limit = LIMIT_USUAL;
    enum err err = request_only(request, names, error);
    if (err != ERR_OK) {
        return err;
    }
    err = request_query_int(request, "limit", 1, SEARCH_LIMIT, &limit, error);
    if (err != ERR_OK) {
        return err;
    }
    err = request_query(request, "q", &text, error);
    if (err != ERR_OK) {
        return err;
    }
    err = service_search(request->service, text, (size_t)limit, &found, error);
    if (err != ERR_OK) {
        return err;
    }
    err = answer(request, &found, error);
    search_found_release(&found);
    return err;
}
