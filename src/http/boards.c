/* Games over HTTP: everything that reads. */
#include "http/handlers.h"
#include "http/messages.h"
#include "service/reading.h"
#include "wire/bgstats_link.h"
#include "wire/http_answer.h"
#include "wire/json.h"

#include "base/banned.h"

enum { GAMES_PAGE = 50, GAMES_PAGE_MAX = 500, LEGAL_PAGE = 1000, LEGAL_PAGE_MAX = 10000 };

static const char *const NOTHING[] = {NULL};

static enum err show(void *context, const struct game_info *game, struct error *error)
{
    struct request *request = context;
    return wire_game(game, &request->response.body, error);
}

enum err get_game(struct request *request, struct error *error)
{
    int64_t game = 0;
    enum err err = request_only(request, NOTHING, error);
    if (err != ERR_OK) {
        return err;
    }
    err = request_id(request, &game, error);
    return err == ERR_OK ? service_game_info(request->service, game, show, request, error) : err;
}

/* ---- the list ---- */

struct page {
    struct request *request;
    int64_t limit;
    int64_t count;
    int64_t last;
    bool more;
};

static enum err show_item(void *context, const struct game_info *game, struct error *error)
{
    struct page *page = context;
    (void)error;
    if (page->count == page->limit) {
        page->more = true;
        return ERR_END;
    }
    page->count++;
    page->last = game->id;
    emit_game(&page->request->list, game);
    return ERR_OK;
}

static enum err read_status(struct request *request, struct span *out, struct error *error)
{
    enum err err = request_query(request, "status", out, error);
    if (err != ERR_OK || !out->ptr) {
        return err;
    }
    enum game_status status;
    if (game_status_parse(*out, &status)) {
        return ERR_OK;
    }
    err = error_raise_span(error, &HTTP_MSG_QUERY, SPAN_LITERAL("status"));
    error_add(error, SPAN_LITERAL(GAME_STATUS_CHOICE("or")));
    error_add(error, SPAN_LITERAL(GAME_STATUS_CHOICE("ou")));
    return err;
}

static enum err read_order(struct request *request, bool *newest_first, struct error *error)
{
    struct span text;
    enum err err = request_query(request, "order", &text, error);
    if (err != ERR_OK || !text.ptr || span_is(text, "oldest")) {
        return err;
    }
    *newest_first = true;
    if (span_is(text, "newest")) {
        return ERR_OK;
    }
    err = error_raise_span(error, &HTTP_MSG_QUERY, SPAN_LITERAL("order"));
    error_add(error, SPAN_LITERAL("oldest or newest"));
    error_add(error, SPAN_LITERAL("oldest ou newest"));
    return err;
}

static enum err read_game_filter(struct request *request, struct game_filter *filter, struct error *error)
{
    enum err err = request_game(request, &filter->game, error);
    if (err != ERR_OK) {
        return err;
    }
    err = read_status(request, &filter->status, error);
    if (err != ERR_OK) {
        return err;
    }
    err = request_query(request, "player", &filter->person, error);
    if (err != ERR_OK) {
        return err;
    }
    err = request_days(request, filter, error);
    if (err != ERR_OK) {
        return err;
    }
    return read_order(request, &filter->newest_first, error);
}

enum err get_games(struct request *request, struct error *error)
{
    static const char *const names[] = {"game", "status", "player", "since", "until", "order", "limit", "cursor", NULL};
    struct game_filter filter = {.after = 0};
    struct page page = {.request = request, .limit = GAMES_PAGE};
    enum err err = request_only(request, names, error);
    if (err != ERR_OK) {
        return err;
    }
    err = read_game_filter(request, &filter, error);
    if (err != ERR_OK) {
        return err;
    }
    err = request_query_int(request, "limit", 1, GAMES_PAGE_MAX, &page.limit, error);
    if (err != ERR_OK) {
        return err;
    }
    char cursor = filter.newest_first ? 'G' : 'g';
    err = request_cursor(request, cursor, &filter.after, error);
    if (err != ERR_OK) {
        return err;
    }
    filter.limit = page.limit + 1;
    list_begin(request, "games");
    err = service_games(request->service, &filter, show_item, &page, error);
    if (err != ERR_OK) {
        return err;
    }
    return list_end(request, page.more ? answer_next(request, cursor, page.last) : NULL, error);
}

/* ---- one game, looked at ---- */

static enum err look(struct request *request, const char *const *names, int64_t *game, struct board *board,
                     struct error *error)
{
    enum err err = request_only(request, names, error);
    if (err != ERR_OK) {
        return err;
    }
    err = request_id(request, game, error);
    return err == ERR_OK ? service_board(request->service, *game, board, error) : err;
}

enum err get_moves(struct request *request, struct error *error)
{
    static const char *const names[] = {"from", "limit", NULL};
    struct board board;
    int64_t game = 0;
    int64_t from = 0;
    int64_t limit = INT32_MAX;
    enum err err = look(request, names, &game, &board, error);
    if (err != ERR_OK) {
        return err;
    }
    err = request_query_int(request, "from", 0, (int64_t)board.replay->plies, &from, error);
    if (err != ERR_OK) {
        return err;
    }
    err = request_query_int(request, "limit", 1, INT32_MAX, &limit, error);
    if (err != ERR_OK) {
        return err;
    }
    return wire_moves_list(game, board.replay, (size_t)from, (size_t)limit, &request->response.body, error);
}

/* `at`: after that many plies; without it, now. */
static enum err read_at(struct request *request, const struct board *board, int64_t *at, struct error *error)
{
    *at = (int64_t)board->replay->plies;
    return request_query_int(request, "at", 0, *at, at, error);
}

/* `seat`: that one alone; without it `seats` stays. */
static enum err read_seats(struct request *request, seat_set *seats, struct error *error)
{
    struct span label;
    enum err err = request_query(request, "seat", &label, error);
    if (err != ERR_OK || !label.ptr) {
        return err;
    }
    int seat = seat_from_label(label);
    if (seat >= 0) {
        *seats = seat_bit((unsigned)seat);
        return ERR_OK;
    }
    err = error_raise_span(error, &HTTP_MSG_QUERY, SPAN_LITERAL("seat"));
    error_add(error, SPAN_LITERAL("1 to 12, *, n or a"));
    error_add(error, SPAN_LITERAL("1 à 12, *, n ou a"));
    return err;
}

enum err get_legal(struct request *request, struct error *error)
{
    static const char *const names[] = {"seat", "limit", "at", NULL};
    struct board board;
    int64_t game = 0;
    int64_t limit = LEGAL_PAGE;
    seat_set seats = ~(seat_set)0;
    enum err err = look(request, names, &game, &board, error);
    if (err != ERR_OK) {
        return err;
    }
    int64_t at = 0;
    err = read_at(request, &board, &at, error);
    if (err != ERR_OK) {
        return err;
    }
    err = request_query_int(request, "limit", 1, LEGAL_PAGE_MAX, &limit, error);
    if (err != ERR_OK) {
        return err;
    }
    err = read_seats(request, &seats, error);
    if (err != ERR_OK) {
        return err;
    }
    return wire_legal(game, board.replay, (size_t)at, seats, (size_t)limit, &request->response.body, error);
}

enum err get_state(struct request *request, struct error *error)
{
    static const char *const names[] = {"at", NULL};
    struct board board;
    int64_t game = 0;
    enum err err = look(request, names, &game, &board, error);
    if (err != ERR_OK) {
        return err;
    }
    int64_t at = 0;
    err = read_at(request, &board, &at, error);
    if (err != ERR_OK) {
        return err;
    }
    struct wire_position position = {
        .setup = &board.replay->setup,
        .state = replay_at(board.replay, (size_t)at),
        .players = board.players,
        .ply = (size_t)at,
        .plies = board.replay->plies,
    };
    return wire_position(&position, &request->response.body, error);
}

enum err get_score(struct request *request, struct error *error)
{
    struct board board;
    struct outcome outcome;
    int64_t game = 0;
    enum err err = look(request, NOTHING, &game, &board, error);
    if (err != ERR_OK) {
        return err;
    }
    const struct setup *setup = &board.replay->setup;
    setup->game->outcome(setup, board.replay->state, &outcome);
    return wire_score(setup, &outcome, board.players, &request->response.body, error);
}

enum err get_scores(struct request *request, struct error *error)
{
    struct board board;
    int64_t game = 0;
    enum err err = look(request, NOTHING, &game, &board, error);
    return err == ERR_OK ? wire_scores(game, board.replay, &request->response.body, error) : err;
}

enum err get_hands(struct request *request, struct error *error)
{
    struct board board;
    int64_t game = 0;
    enum err err = look(request, NOTHING, &game, &board, error);
    return err == ERR_OK ? wire_hands(game, board.replay, &request->response.body, error) : err;
}

enum err get_record(struct request *request, struct error *error)
{
    static const char *const names[] = {"handles", NULL};
    bool handles = false;
    int64_t game = 0;
    enum err err = request_only(request, names, error);
    if (err != ERR_OK) {
        return err;
    }
    err = request_query_flag(request, "handles", &handles, error);
    if (err != ERR_OK) {
        return err;
    }
    err = request_id(request, &game, error);
    if (err != ERR_OK) {
        return err;
    }
    request->response.type = "text/plain; charset=utf-8";
    return service_record(request->service, game, handles, &request->response.body, error);
}

enum err get_bgstats(struct request *request, struct error *error)
{
    int64_t game = 0;
    enum err err = request_only(request, NOTHING, error);
    if (err != ERR_OK) {
        return err;
    }
    err = request_id(request, &game, error);
    return err == ERR_OK ? wire_bgstats_link(request->service, game, &request->response.body, error) : err;
}
