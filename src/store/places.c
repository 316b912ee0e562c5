/* What people say around the games: places, nights, and the asides of records. All of it can be erased. */
#include "store/ahead.h"
#include "store/messages.h"
#include "store/query.h"

#include "base/banned.h"

enum err store_place_id(struct store *store, struct span name, bool create, int64_t *id, struct error *error)
{
    struct query query;
    query_start(&query, store, STATEMENT_PLACE_ID);
    query_text(&query, name);
    enum err err = query_one(&query, &STORE_MSG_NO_PLACE, name, error);
    *id = err == ERR_OK ? query_column(&query, 0) : 0;
    query_end(&query);
    if (err != ERR_NOT_FOUND || !create) {
        return err;
    }
    query_start(&query, store, STATEMENT_PLACE_ADD);
    query_text(&query, name);
    return query_value(&query, 0, id, error);
}

struct place_call {
    store_place_fn *fn;
    void *context;
};

static enum err each_place(struct query *query, void *context, struct error *error)
{
    const struct place_call *to = context;
    return to->fn(to->context, query_column(query, 0), query_column_span(query, 1), error);
}

enum err store_places(struct store *store, store_place_fn *fn, void *context, struct error *error)
{
    struct query query;
    query_start(&query, store, STATEMENT_PLACES);
    return query_each(&query, each_place, &(struct place_call){fn, context}, error);
}

enum err store_whereabouts_set(struct store *store, int64_t entry, int64_t place, struct error *error)
{
    struct query query;
    query_start(&query, store, STATEMENT_WHEREABOUTS_SET);
    query_int(&query, entry);
    query_int(&query, place);
    return query_run(&query, error);
}

enum err store_night_set(struct store *store, const struct store_night *night, struct error *error)
{
    bool empty = night->title.len == 0 && night->place.len == 0 && night->note.len == 0;
    int64_t place = 0;
    enum err err = night->place.len > 0 ? store_place_id(store, night->place, true, &place, error) : ERR_OK;
    if (err != ERR_OK) {
        return err;
    }
    struct query query;
    query_start(&query, store, empty ? STATEMENT_NIGHT_CLEAR : STATEMENT_NIGHT_SET);
    query_int(&query, night->day);
    if (!empty) {
        query_text_if(&query, night->title);
        query_int_if(&query, place != 0, place);
        query_text_if(&query, night->note);
    }
    return query_run(&query, error);
}

struct night_call {
    store_night_fn *fn;
    void *context;
};

static enum err each_night(struct query *query, void *context, struct error *error)
{
    const struct night_call *to = context;
    struct store_night night = {
        .day = query_column(query, 0),
        .title = query_column_span(query, 1),
        .place = query_column_span(query, 2),
        .note = query_column_span(query, 3),
        .games = query_column(query, 4),
    };
    return to->fn(to->context, &night, error);
}

enum err store_nights(struct store *store, store_night_fn *fn, void *context, struct error *error)
{
    struct query query;
    query_start(&query, store, STATEMENT_NIGHTS);
    return query_each(&query, each_night, &(struct night_call){fn, context}, error);
}

struct night_person_call {
    store_night_person_fn *fn;
    void *context;
};

static enum err each_night_person(struct query *query, void *context, struct error *error)
{
    const struct night_person_call *to = context;
    return to->fn(to->context, query_column_span(query, 0), query_column_span(query, 1), query_column(query, 2), error);
}

enum err store_night_people(struct store *store, int64_t day, store_night_person_fn *fn, void *context,
                            struct error *error)
{
    struct query query;
    query_start(&query, store, STATEMENT_NIGHT_PEOPLE);
    query_int(&query, day);
    return query_each(&query, each_night_person, &(struct night_person_call){fn, context}, error);
}

enum err store_aside_add(struct store *store, int64_t entry, int position, struct span keyword, struct span text,
                         struct error *error)
{
    struct query query;
    query_start(&query, store, STATEMENT_ASIDE_ADD);
    query_int(&query, entry);
    query_int(&query, position);
    query_text(&query, keyword);
    query_text(&query, text);
    return query_run(&query, error);
}

struct aside_call {
    store_aside_fn *fn;
    void *context;
    bool ended;
};

static enum err each_aside(struct query *query, void *context, struct error *error)
{
    struct aside_call *to = context;
    enum err err = to->fn(to->context, query_column_span(query, 0), query_column_span(query, 1), error);
    to->ended = err == ERR_END;
    return err;
}

static enum err list_asides(struct store *store, enum statement_id list, int64_t entry, struct aside_call *to,
                            struct error *error)
{
    struct query query;
    query_start(&query, store, list);
    query_int(&query, entry);
    return query_each(&query, each_aside, to, error);
}

enum err store_asides(struct store *store, int64_t entry, store_aside_fn *fn, void *context, struct error *error)
{
    static const enum statement_id lists[] = {STATEMENT_ASIDES, STATEMENT_ASIDE_PLACE};
    struct aside_call to = {.fn = fn, .context = context};
    struct error ignored;
    size_t from = 0;
    enum err err = ERR_OK;
    bool twice = store_foresee(store, &from);
    for (size_t i = 0; twice && i < sizeof(lists) / sizeof(lists[0]); i++) {
        (void)!list_asides(store, lists[i], entry, &to, &ignored);
    }
    store_foreseen(store);
    for (size_t i = 0; err == ERR_OK && !to.ended && i < sizeof(lists) / sizeof(lists[0]); i++) {
        err = list_asides(store, lists[i], entry, &to, error);
    }
    store_forget(store, from);
    return err;
}

enum err store_asides_erase(struct store *store, int64_t game, struct error *error)
{
    static const enum statement_id lists[] = {STATEMENT_ASIDES_ERASE, STATEMENT_WHEREABOUTS_ERASE};
    return query_run_all(store, lists, sizeof(lists) / sizeof(lists[0]), game, error);
}
