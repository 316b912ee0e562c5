/* Statistics over HTTP: the service's answers as the command line's JSON. */
#include "service/statistics.h"
#include "http/handlers.h"
#include "http/messages.h"
#include "wire/stats.h"

#include "base/banned.h"

/* Which of them a route takes is the table of docs/statistics.md. */
#define KIND "game", "variant", "level", "place", "seats"
#define DAYS "from", "to"
#define FILTERS KIND, DAYS, "night", "player"

/* The filter that the query asks for, which has no other parameters than `names`; its text is in the request's arena. */
static enum err read_filter(struct request *request, const char *const *names, struct stats_filter *filter,
                            struct error *error)
{
    struct {
        const char *name;
        struct span *value;
    } const texts[] = {{"game", &filter->game},
                       {"variant", &filter->variant},
                       {"level", &filter->level},
                       {"place", &filter->place},
                       {"player", &filter->player}};
    int64_t seats = 0;
    *filter = (struct stats_filter){.seats = 0};
    enum err err = request_only(request, names, error);
    if (err != ERR_OK) {
        return err;
    }
    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
        err = request_query(request, texts[i].name, texts[i].value, error);
        if (err != ERR_OK) {
            return err;
        }
    }
    err = request_query_int(request, "seats", 1, GAME_PLAYERS, &seats, error);
    filter->seats = (int)seats;
    if (err != ERR_OK) {
        return err;
    }
    err = request_query_day(request, "from", &filter->has_from, &filter->from, error);
    if (err != ERR_OK) {
        return err;
    }
    err = request_query_day(request, "to", &filter->has_to, &filter->to, error);
    return err == ERR_OK ? request_query_day(request, "night", &filter->has_night, &filter->night, error) : err;
}

/* A person in the path: `@handle`, so that a name is not taken for one. */
static enum err read_person(struct request *request, size_t param, struct span *person, struct error *error)
{
    char *text = arena_new(&request->arena, request->param[param].len + 2, 1);
    if (!text) {
        return error_raise(error, &MSG_MEMORY);
    }
    text[0] = '@';
    memcpy(text + 1, request->param[param].ptr, request->param[param].len);
    *person = span_from(text);
    return ERR_OK;
}

static enum err read_order(struct request *request, enum leaderboard_order *order, struct error *error)
{
    struct span word = {NULL, 0};
    enum err err = request_query(request, "order", &word, error);
    *order = ORDER_DEFAULT;
    if (err != ERR_OK || !word.ptr) {
        return err;
    }
    for (int i = 0; leaderboard_orders[i]; i++) {
        if (span_is(word, leaderboard_orders[i])) {
            *order = (enum leaderboard_order)i;
            return ERR_OK;
        }
    }
    err = error_raise_span(error, &HTTP_MSG_QUERY, SPAN_LITERAL("order"));
    error_add(error, SPAN_LITERAL("rating, win-points, wins, mean-score, best-score or games"));
    error_add(error, SPAN_LITERAL("rating, win-points, wins, mean-score, best-score ou games"));
    return err;
}

enum err get_leaderboard(struct request *request, struct error *error)
{
    static const char *const names[] = {FILTERS, "order", NULL};
    struct stats_filter filter;
    struct leaderboard board;
    enum leaderboard_order order = ORDER_DEFAULT;
    enum err err = read_filter(request, names, &filter, error);
    if (err != ERR_OK) {
        return err;
    }
    err = read_order(request, &order, error);
    if (err != ERR_OK) {
        return err;
    }
    err = service_leaderboard(request->service, &filter, order, &board, error);
    if (err != ERR_OK) {
        return err;
    }
    err = wire_leaderboard(&board, &request->response.body, error);
    leaderboard_release(&board);
    return err;
}

/* All cards, or the one named in the path. */
static enum err answer_cards(struct request *request, struct span card, struct error *error)
{
    static const char *const names[] = {FILTERS, "catalogue", NULL};
    struct stats_filter filter;
    struct card_table table;
    bool one = card.len > 0;
    enum err err = read_filter(request, names, &filter, error);
    if (err != ERR_OK) {
        return err;
    }
    err = request_query(request, "catalogue", &filter.catalogue, error);
    if (err != ERR_OK) {
        return err;
    }
    err = service_cards(request->service, &filter, card, true, &table, error);
    if (err != ERR_OK) {
        return err;
    }
    err = one ? wire_card(&table, &request->response.body, error) : wire_cards(&table, &request->response.body, error);
    card_table_release(&table);
    return err;
}

enum err get_cards(struct request *request, struct error *error)
{
    if (!request->club) {
        return get_shared_cards(request, error);
    }
    return answer_cards(request, (struct span){NULL, 0}, error);
}

enum err get_card(struct request *request, struct error *error)
{
    return answer_cards(request, request->param[0], error);
}

enum err get_records(struct request *request, struct error *error)
{
    static const char *const names[] = {FILTERS, NULL};
    struct stats_filter filter;
    struct record_table table;
    enum err err = read_filter(request, names, &filter, error);
    if (err != ERR_OK) {
        return err;
    }
    err = service_records(request->service, &filter, &table, error);
    if (err != ERR_OK) {
        return err;
    }
    err = wire_records(&table, &request->response.body, error);
    record_table_release(&table);
    return err;
}

enum err get_rating_history(struct request *request, struct error *error)
{
    static const char *const names[] = {"game", "player", DAYS, NULL};
    struct stats_filter filter;
    struct rating_history history;
    enum err err = read_filter(request, names, &filter, error);
    if (err != ERR_OK) {
        return err;
    }
    err = service_rating_history(request->service, &filter, &history, error);
    if (err != ERR_OK) {
        return err;
    }
    err = wire_rating_history(&history, &request->response.body, error);
    rating_history_release(&history);
    return err;
}

enum err get_forecast(struct request *request, struct error *error)
{
    static const char *const names[] = {"game", "seats", NULL};
    struct stats_filter filter = {.seats = 0};
    struct forecast forecast;
    struct span seats = {NULL, 0};
    enum err err = request_only(request, names, error);
    if (err != ERR_OK) {
        return err;
    }
    err = request_query(request, "game", &filter.game, error);
    if (err != ERR_OK) {
        return err;
    }
    err = request_query(request, "seats", &seats, error);
    if (err != ERR_OK) {
        return err;
    }
    err = service_forecast(request->service, &filter, seats, &forecast, error);
    if (err != ERR_OK) {
        return err;
    }
    err = wire_forecast(&forecast, &request->response.body, error);
    forecast_release(&forecast);
    return err;
}

enum err get_player_stats(struct request *request, struct error *error)
{
    static const char *const names[] = {KIND, DAYS, "night", NULL};
    struct stats_filter filter;
    struct player_page page;
    enum err err = read_filter(request, names, &filter, error);
    if (err != ERR_OK) {
        return err;
    }
    err = read_person(request, 0, &filter.player, error);
    if (err != ERR_OK) {
        return err;
    }
    err = service_player_page(request->service, &filter, &page, error);
    if (err != ERR_OK) {
        return err;
    }
    err = wire_player_page(&page, &request->response.body, error);
    player_page_release(&page);
    return err;
}

enum err get_versus(struct request *request, struct error *error)
{
    static const char *const names[] = {KIND, DAYS, "night", NULL};
    struct stats_filter filter;
    struct versus_row row;
    struct span other = {NULL, 0};
    int64_t log_size = 0;
    enum err err = read_filter(request, names, &filter, error);
    if (err != ERR_OK) {
        return err;
    }
    err = read_person(request, 0, &filter.player, error);
    if (err != ERR_OK) {
        return err;
    }
    err = read_person(request, 1, &other, error);
    if (err != ERR_OK) {
        return err;
    }
    err = service_versus(request->service, &filter, other, &request->arena, &row, &log_size, error);
    return err == ERR_OK ? wire_versus(&row, log_size, &request->response.body, error) : err;
}

/* The day is in the path. */
enum err get_night(struct request *request, struct error *error)
{
    static const char *const names[] = {KIND, "player", NULL};
    struct stats_filter filter;
    struct night_page page;
    enum err err = read_filter(request, names, &filter, error);
    if (err != ERR_OK) {
        return err;
    }
    filter.has_night = true;
    err = request_day(request->param[0], &HTTP_MSG_QUERY, &filter.night, error);
    if (err != ERR_OK) {
        return err;
    }
    err = service_night_page(request->service, &filter, &page, error);
    if (err != ERR_OK) {
        return err;
    }
    err = wire_night_page(&page, &request->response.body, error);
    night_page_release(&page);
    return err;
}
