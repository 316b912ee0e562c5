/* Rows of titles, in and out. */
#include "store/titles.h"

#include "store/messages.h"
#include "store/query.h"

#include "base/banned.h"

static enum err run_texts(struct store *store, enum statement_id statement, struct span one, struct span two,
                          struct error *error)
{
    struct query query;
    query_start(&query, store, statement);
    query_text(&query, one);
    query_text(&query, two);
    return query_run(&query, error);
}

enum err store_title_put(struct store *store, const struct store_title *title, struct error *error)
{
    struct query query;
    query_start(&query, store, STATEMENT_TITLE_PUT);
    query_text(&query, title->id);
    query_text(&query, title->name);
    query_text(&query, title->target);
    return query_run(&query, error);
}

enum err store_title_follow(struct store *store, struct span id, struct span target, struct error *error)
{
    return run_texts(store, STATEMENT_TITLE_FOLLOW, id, target, error);
}

enum err store_title_name_put(struct store *store, struct span folded, struct span id, struct error *error)
{
    return run_texts(store, STATEMENT_TITLE_NAME_PUT, folded, id, error);
}

enum err store_title_find(struct store *store, struct span folded, char id[STORE_TITLE], struct error *error)
{
    struct query query;
    struct strbuf out;
    query_start(&query, store, STATEMENT_TITLE_FIND);
    query_text(&query, folded);
    enum err err = query_one(&query, &STORE_MSG_NO_TITLE, folded, error);
    strbuf_wrap(&out, id, STORE_TITLE);
    strbuf_add_span(&out, err == ERR_OK ? query_column_span(&query, 0) : SPAN_LITERAL(""));
    query_end(&query);
    return err;
}

struct title_call {
    store_title_fn *fn;
    void *context;
};

static enum err each_title(struct query *query, void *context, struct error *error)
{
    const struct title_call *to = context;
    struct store_title title = {
        .id = query_column_span(query, 0), .name = query_column_span(query, 1), .target = query_column_span(query, 2)};
    return to->fn(to->context, &title, error);
}

enum err store_title(struct store *store, struct span id, store_title_fn *fn, void *context, struct error *error)
{
    struct title_call to = {fn, context};
    struct query query;
    query_start(&query, store, STATEMENT_TITLE);
    query_text(&query, id);
    enum err err = query_one(&query, &STORE_MSG_NO_TITLE, id, error);
    err = err == ERR_OK ? each_title(&query, &to, error) : err;
    query_end(&query);
    return err == ERR_END ? ERR_OK : err;
}

static enum err list(struct store *store, enum statement_id statement, store_title_fn *fn, void *context,
                     struct error *error)
{
    struct query query;
    query_start(&query, store, statement);
    return query_each(&query, each_title, &(struct title_call){fn, context}, error);
}

enum err store_titles(struct store *store, store_title_fn *fn, void *context, struct error *error)
{
    return list(store, STATEMENT_TITLES, fn, context, error);
}

enum err store_title_names(struct store *store, store_title_fn *fn, void *context, struct error *error)
{
    return list(store, STATEMENT_TITLE_NAMES, fn, context, error);
}

enum err store_title_plays(struct store *store, struct span id, struct store_plays *plays, struct error *error)
{
    struct query query;
    bool row = false;
    *plays = (struct store_plays){.first = INT64_MIN, .last = INT64_MIN};
    query_start(&query, store, STATEMENT_TITLE_PLAYS);
    query_text(&query, id);
    enum err err = query_next(&query, &row, error);
    if (row) {
        *plays = (struct store_plays){.games = query_column(&query, 0),
                                      .first = query_column(&query, 1),
                                      .last = query_column(&query, 2),
                                      .minutes = query_column(&query, 3),
                                      .timed = query_column(&query, 4)};
    }
    query_end(&query);
    return err;
}

enum err store_title_after(struct store *store, char id[STORE_TITLE], bool *found, struct error *error)
{
    struct query query;
    query_start(&query, store, STATEMENT_TITLE_AFTER);
    query_text(&query, span_from(id));
    enum err err = query_next(&query, found, error);
    *found = *found && !query_column_null(&query, 0);
    if (*found) {
        struct span next = query_column_span(&query, 0);
        struct strbuf out;
        strbuf_wrap(&out, id, STORE_TITLE);
        strbuf_add_span(&out, next);
        err = strbuf_ok(&out) ? err : query_bad_value(&query, "d_game.game", error);
    }
    query_end(&query);
    return err;
}

struct title_game_call {
    store_title_game_fn *fn;
    void *context;
};

static enum err each_title_game(struct query *query, void *context, struct error *error)
{
    const struct title_game_call *to = context;
    return to->fn(to->context, query_column(query, 0), error);
}

enum err store_title_games(struct store *store, struct span id, store_title_game_fn *fn, void *context,
                           struct error *error)
{
    struct query query;
    query_start(&query, store, STATEMENT_TITLE_GAMES);
    query_text(&query, id);
    return query_each(&query, each_title_game, &(struct title_game_call){fn, context}, error);
}

enum err store_title_move(struct store *store, int64_t game, struct span target, struct error *error)
{
    struct query query;
    query_start(&query, store, STATEMENT_TITLE_MOVE);
    query_int(&query, game);
    query_text(&query, target);
    return query_run(&query, error);
}

enum err store_title_variant(struct store *store, struct span id, struct strbuf *out, struct error *error)
{
    struct query query;
    query_start(&query, store, STATEMENT_TITLE_VARIANT);
    query_text(&query, id);
    return query_append(&query, out, error);
}
