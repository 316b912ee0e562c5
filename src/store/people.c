/* People: who they are, and whom they became. Names can be erased; the handle, which the log uses, stays. */
#include "store/messages.h"
#include "store/query.h"

#include "base/banned.h"

enum err store_person_add(struct store *store, struct span handle, struct span name, struct span folded,
                          int64_t created, int64_t *id, struct error *error)
{
    struct query query;
    query_start(&query, store, STATEMENT_PERSON_ADD);
    query_text(&query, handle);
    query_text_if(&query, name);
    query_text_if(&query, folded);
    query_int(&query, created);
    enum err err = query_one(&query, &STORE_MSG_NAME_TAKEN, name, error);
    *id = err == ERR_OK ? query_column(&query, 0) : 0;
    query_end(&query);
    return err;
}

enum err store_person_rename(struct store *store, int64_t id, struct span name, struct span folded, struct error *error)
{
    struct query query;
    query_start(&query, store, STATEMENT_PERSON_RENAME);
    query_int(&query, id);
    query_text_if(&query, name);
    query_text_if(&query, folded);
    enum err err = query_run(&query, error);
    if (err == ERR_CONFLICT) {
        return error_raise_span(error, &STORE_MSG_NAME_TAKEN, name);
    }
    if (err != ERR_OK) {
        return err;
    }
    return query_changes(store) > 0 ? ERR_OK : error_raise_int(error, &STORE_MSG_NO_PERSON, id);
}

static enum err find(struct store *store, enum statement_id statement, struct span key, int64_t *id,
                     struct error *error)
{
    struct query query;
    query_start(&query, store, statement);
    query_text(&query, key);
    enum err err = query_one(&query, &STORE_MSG_NO_PERSON, key, error);
    *id = err == ERR_OK ? query_column(&query, 0) : 0;
    query_end(&query);
    return err;
}

enum err store_person_by_handle(struct store *store, struct span handle, int64_t *id, struct error *error)
{
    return find(store, STATEMENT_PERSON_BY_HANDLE, handle, id, error);
}

enum err store_person_target(struct store *store, struct span handle, int64_t *target, struct error *error)
{
    return find(store, STATEMENT_PERSON_TARGET, handle, target, error);
}

enum err store_person_by_name(struct store *store, struct span folded, int64_t *id, struct error *error)
{
    return find(store, STATEMENT_PERSON_BY_NAME, folded, id, error);
}

struct person_call {
    store_person_fn *fn;
    void *context;
};

static enum err each_person(struct query *query, void *context, struct error *error)
{
    const struct person_call *to = context;
    struct store_person person = {
        .id = query_column(query, 0),
        .handle = query_column_span(query, 1),
        .name = query_column_span(query, 2),
        .created = query_column(query, 3),
        .target = query_column(query, 4),
        .games = query_column_null(query, 5) ? -1 : query_column(query, 5),
    };
    return to->fn(to->context, &person, error);
}

enum err store_person(struct store *store, int64_t id, store_person_fn *fn, void *context, struct error *error)
{
    struct person_call to = {fn, context};
    struct query query;
    query_start(&query, store, STATEMENT_PERSON);
    query_int(&query, id);
    enum err err = query_one_int(&query, &STORE_MSG_NO_PERSON, id, error);
    if (err != ERR_OK) {
        goto out;
    }
    err = each_person(&query, &to, error);
out:
    query_end(&query);
    return err == ERR_END ? ERR_OK : err;
}

enum err store_person_games(struct store *store, int64_t id, int64_t *games, struct error *error)
{
    struct query query;
    query_start(&query, store, STATEMENT_PERSON_GAMES);
    query_int(&query, id);
    return query_value(&query, 0, games, error);
}

enum err store_people(struct store *store, store_person_fn *fn, void *context, struct error *error)
{
    struct query query;
    query_start(&query, store, STATEMENT_PEOPLE);
    return query_each(&query, each_person, &(struct person_call){fn, context}, error);
}

enum err store_everybody(struct store *store, store_person_fn *fn, void *context, struct error *error)
{
    struct query query;
    query_start(&query, store, STATEMENT_EVERYBODY);
    return query_each(&query, each_person, &(struct person_call){fn, context}, error);
}

static enum err point(struct store *store, enum statement_id statement, int64_t person, int64_t target,
                      struct error *error)
{
    struct query query;
    query_start(&query, store, statement);
    query_int(&query, person);
    query_int(&query, target);
    return query_run(&query, error);
}

/* Whom `person` was merged into, or `person`. */
static enum err resolve(struct store *store, int64_t person, int64_t *target, struct error *error)
{
    struct query query;
    query_start(&query, store, STATEMENT_ALIAS_OF);
    query_int(&query, person);
    return query_value(&query, person, target, error);
}

enum err store_alias_set(struct store *store, int64_t person, int64_t target, struct error *error)
{
    static const enum statement_id steps[] = {STATEMENT_ALIAS_FOLLOW, STATEMENT_ALIAS_SET, STATEMENT_ALIAS_SEATS};
    int64_t end = target;
    enum err err = resolve(store, target, &end, error);
    if (err != ERR_OK) {
        return err;
    }
    if (end == person) {
        return error_raise(error, &STORE_MSG_SELF_MERGE);
    }
    for (size_t i = 0; i < sizeof(steps) / sizeof(steps[0]); i++) {
        err = point(store, steps[i], person, end, error);
        if (err != ERR_OK) {
            return err;
        }
    }
    return ERR_OK;
}

enum err store_alias_point(struct store *store, int64_t person, int64_t target, struct error *error)
{
    if (target != person) {
        return point(store, STATEMENT_ALIAS_SET, person, target, error);
    }
    struct query query;
    query_start(&query, store, STATEMENT_ALIAS_DROP);
    query_int(&query, person);
    return query_run(&query, error);
}

enum err store_seat_person(struct store *store, int64_t game, int64_t seat, int64_t person, struct error *error)
{
    struct query query;
    query_start(&query, store, STATEMENT_SEAT_PERSON);
    query_int(&query, game);
    query_int(&query, seat);
    query_int(&query, person);
    return query_run(&query, error);
}

enum err store_alias_clear(struct store *store, struct error *error)
{
    struct query query;
    query_start(&query, store, STATEMENT_ALIAS_CLEAR);
    return query_run(&query, error);
}

enum err store_people_met(struct store *store, int64_t a, int64_t b, bool *together, struct error *error)
{
    struct query query;
    int64_t met = 0;
    query_start(&query, store, STATEMENT_PEOPLE_MET);
    query_int(&query, a);
    query_int(&query, b);
    enum err err = query_value(&query, 0, &met, error);
    *together = met != 0;
    return err;
}
