/* Derived: games, their seats and their facts. While a shadow is open, the same functions fill and read the shadow. */
#include "store/messages.h"
#include "store/query.h"

#include "base/banned.h"

static enum err put_game(struct store *store, const struct store_game *game, struct error *error)
{
    struct query query;
    query_start(&query, store, STATEMENT_GAME_PUT);
    query_int(&query, game->id);
    query_text(&query, game->game);
    query_int(&query, game->rules);
    query_text(&query, game->variant);
    query_text(&query, game->level);
    query_int(&query, game->seats);
    query_text(&query, game->status);
    query_int(&query, game->source);
    query_int(&query, game->last);
    query_int(&query, game->plies);
    query_int_if(&query, game->has_played, game->played);
    query_int_if(&query, game->has_day, game->day);
    query_int_if(&query, game->has_margin, game->margin);
    query_text_if(&query, game->verdict);
    query_bytes_if(&query, game->digest);
    query_int_if(&query, game->has_duration, game->duration);
    return query_run(&query, error);
}

static enum err put_seat(struct store *store, int64_t game, const struct store_seat *seat, struct error *error)
{
    struct query query;
    query_start(&query, store, STATEMENT_SEAT_ADD);
    query_int(&query, game);
    query_int(&query, seat->seat);
    query_int(&query, seat->person);
    query_int(&query, seat->team);
    query_int_if(&query, seat->has_total, seat->total);
    query_int_if(&query, seat->has_result, seat->rank);
    query_int_if(&query, seat->has_win, seat->win);
    query_bytes_if(&query, seat->categories);
    return query_run(&query, error);
}

static enum err clear(struct store *store, enum statement_id statement, int64_t game, struct error *error)
{
    struct query query;
    query_start(&query, store, statement);
    query_int(&query, game);
    return query_run(&query, error);
}

static enum err put_facts(struct store *store, int64_t game, struct span facts, struct error *error)
{
    if (facts.len == 0) {
        return clear(store, STATEMENT_FACTS_CLEAR, game, error);
    }
    struct query query;
    query_start(&query, store, STATEMENT_FACTS_PUT);
    query_int(&query, game);
    query_bytes(&query, facts.ptr, facts.len);
    return query_run(&query, error);
}

enum err store_game_put(struct store *store, const struct store_game *game, const struct store_seat *seats,
                        size_t seats_count, struct span facts, struct error *error)
{
    enum err err = put_game(store, game, error);
    if (err != ERR_OK) {
        return err;
    }
    err = clear(store, STATEMENT_SEATS_CLEAR, game->id, error);
    if (err != ERR_OK) {
        return err;
    }
    for (size_t i = 0; i < seats_count; i++) {
        err = put_seat(store, game->id, &seats[i], error);
        if (err != ERR_OK) {
            return err;
        }
    }
    return put_facts(store, game->id, facts, error);
}

enum err store_game_touch(struct store *store, int64_t id, int64_t last, int64_t plies,
                          const uint8_t digest[SHA256_SIZE], struct error *error)
{
    struct query query;
    query_start(&query, store, STATEMENT_GAME_TOUCH);
    query_int(&query, id);
    query_int(&query, last);
    query_int(&query, plies);
    query_bytes(&query, digest, SHA256_SIZE);
    return query_run_must(&query, &STORE_MSG_NO_GAME, id, error);
}

struct game_call {
    store_game_fn *fn;
    void *context;
};

static enum err each_game(struct query *query, void *context, struct error *error)
{
    const struct game_call *to = context;
    struct store_game game = {
        .id = query_column(query, 0),
        .game = query_column_span(query, 1),
        .rules = query_column(query, 2),
        .variant = query_column_span(query, 3),
        .level = query_column_span(query, 4),
        .seats = query_column(query, 5),
        .status = query_column_span(query, 6),
        .source = query_column(query, 7),
        .last = query_column(query, 8),
        .plies = query_column(query, 9),
        .has_played = !query_column_null(query, 10),
        .played = query_column(query, 10),
        .has_day = !query_column_null(query, 11),
        .day = query_column(query, 11),
        .has_margin = !query_column_null(query, 12),
        .margin = query_column(query, 12),
        .verdict = query_column_span(query, 13),
        .digest = query_column_span(query, 14),
        .has_duration = !query_column_null(query, 15),
        .duration = query_column(query, 15),
    };
    if (game.digest.len != SHA256_SIZE && !query_column_null(query, 14)) {
        return query_bad_value(query, "d_game.digest", error);
    }
    if (game.verdict.len == 0 && !query_column_null(query, 13)) {
        return query_bad_value(query, "d_game.verdict", error);
    }
    return to->fn(to->context, &game, error);
}

enum err store_game(struct store *store, int64_t id, store_game_fn *fn, void *context, struct error *error)
{
    struct game_call to = {fn, context};
    struct query query;
    query_start(&query, store, STATEMENT_GAME);
    query_int(&query, id);
    enum err err = query_one_int(&query, &STORE_MSG_NO_GAME, id, error);
    if (err != ERR_OK) {
        goto out;
    }
    err = each_game(&query, &to, error);
out:
    query_end(&query);
    return err == ERR_END ? ERR_OK : err;
}

/* The statement whose index narrows the search the most. */
static enum statement_id way_to(const struct store_game_filter *filter)
{
    bool back = filter->newest_first;
    if (filter->person != 0) {
        return back ? STATEMENT_GAMES_OF_PERSON_BACK : STATEMENT_GAMES_OF_PERSON;
    }
    if (span_is(filter->status, "live")) {
        return back ? STATEMENT_GAMES_LIVE_BACK : STATEMENT_GAMES_LIVE;
    }
    /* By day they have to be sorted by number, in memory: only as many as are asked for. */
    if (filter->limit > 0 && (filter->since != INT64_MIN || filter->until != INT64_MAX)) {
        return back ? STATEMENT_GAMES_OF_DAYS_BACK : STATEMENT_GAMES_OF_DAYS;
    }
    return back ? STATEMENT_GAMES_BACK : STATEMENT_GAMES;
}

enum err store_games(struct store *store, const struct store_game_filter *filter, store_game_fn *fn, void *context,
                     struct error *error)
{
    enum statement_id way = way_to(filter);
    struct query query;
    query_start(&query, store, way);
    query_text_if(&query, filter->game);
    query_text_if(&query, filter->status);
    bool days = way == STATEMENT_GAMES_OF_DAYS || way == STATEMENT_GAMES_OF_DAYS_BACK; /* its range has two ends */
    query_int_if(&query, days || filter->since != INT64_MIN, filter->since);
    query_int_if(&query, days || filter->until != INT64_MAX, filter->until);
    query_int(&query, filter->newest_first && filter->after == 0 ? INT64_MAX : filter->after);
    query_int(&query, filter->limit > 0 ? filter->limit : INT64_MAX);
    if (filter->person != 0) {
        query_int(&query, filter->person);
    }
    return query_each(&query, each_game, &(struct game_call){fn, context}, error);
}

struct seat_call {
    store_seat_fn *fn;
    void *context;
};

static enum err each_seat(struct query *query, void *context, struct error *error)
{
    const struct seat_call *to = context;
    struct store_seat seat = {
        .game = query_column(query, 0),
        .seat = query_column(query, 1),
        .person = query_column(query, 2),
        .team = query_column(query, 3),
        .has_total = !query_column_null(query, 4),
        .total = query_column(query, 4),
        .has_result = !query_column_null(query, 5),
        .rank = query_column(query, 5),
        .has_win = !query_column_null(query, 6),
        .win = query_column(query, 6),
        .categories = query_column_span(query, 7),
    };
    if (seat.has_total && !seat.has_result) {
        return query_bad_value(query, "d_seat.rank", error); /* whoever has a total has one */
    }
    if (seat.categories.len == 0 && !query_column_null(query, 7)) {
        return query_bad_value(query, "d_seat.categories", error);
    }
    return to->fn(to->context, &seat, error);
}

enum err store_seats(struct store *store, int64_t game, store_seat_fn *fn, void *context, struct error *error)
{
    struct query query;
    query_start(&query, store, STATEMENT_SEATS);
    query_int(&query, game);
    return query_each(&query, each_seat, &(struct seat_call){fn, context}, error);
}

enum err store_facts(struct store *store, int64_t game, struct span *facts, struct error *error)
{
    struct query query;
    query_start(&query, store, STATEMENT_FACTS);
    query_int(&query, game);
    strbuf_clear(&store->facts);
    enum err err = query_one_int(&query, &STORE_MSG_NO_FACTS, game, error);
    if (err != ERR_OK) {
        goto out;
    }
    strbuf_add_span(&store->facts, query_column_span(&query, 0));
    err = strbuf_ok(&store->facts) ? ERR_OK : error_raise(error, &MSG_MEMORY);
out:
    *facts = strbuf_span(&store->facts);
    query_end(&query);
    return err;
}

enum err store_derived_counts(struct store *store, struct store_counts *counts, struct error *error)
{
    struct query query;
    bool row = false;
    *counts = (struct store_counts){0};
    query_start(&query, store, STATEMENT_DERIVED_COUNTS);
    enum err err = query_next(&query, &row, error);
    if (row) {
        *counts = (struct store_counts){
            .games = query_column(&query, 0),
            .seats = query_column(&query, 1),
            .facts = query_column(&query, 2),
            .aliases = query_column(&query, 3),
            .tiles = query_column(&query, 4),
        };
    }
    query_end(&query);
    return err;
}

struct stray_call {
    store_stray_fn *fn;
    void *context;
};

static enum err each_stray(struct query *query, void *context, struct error *error)
{
    const struct stray_call *to = context;
    return to->fn(to->context, query_column_span(query, 0), query_column(query, 1), query_column(query, 2), error);
}

enum err store_strays(struct store *store, store_stray_fn *fn, void *context, struct error *error)
{
    struct query query;
    query_start(&query, store, STATEMENT_STRAYS);
    return query_each(&query, each_stray, &(struct stray_call){fn, context}, error);
}
