/*
 * Pouring evenings, records and runs. What only adds up is added; what a
 * game that left has held, or one that came out of order has moved, is found
 * again by walking through the games of its month.
 */
#include "service/messages.h"
#include "service/stats_tally.h"
#include "store/ahead.h"

#include "base/banned.h"

void tally_page_body(const struct tally_item *item, struct strbuf *out)
{
    strbuf_clear(out);
    if (item->key.kind == TALLY_RECORD) {
        holders_pack(item->of.holders, out);
    } else if (item->of.results.games != 0) {
        struct evening evening = tally_evening(&item->of.results);
        evening_pack(&evening, out);
    }
}

static enum err put_body(const struct tally_item *item, enum store_page page, struct strbuf *body, struct store *store,
                         struct error *error)
{
    struct store_page_row row = {.person = item->key.a, .group = tally_key_group(&item->key)};
    tally_page_body(item, body);
    row.body = strbuf_span(body);
    return strbuf_ok(body) ? store_page_put(store, page, &row, error) : error_raise(error, &MSG_MEMORY);
}

/* Most pages are new: `*added` is false when there is one already, or nothing to add; and where all were asked for before. */
static enum err add_body(const struct tally_item *item, enum store_page page, struct strbuf *body, struct store *store,
                         bool *added, struct error *error)
{
    struct store_page_row row = {.person = item->key.a, .group = tally_key_group(&item->key)};
    tally_page_body(item, body);
    row.body = strbuf_span(body);
    *added = false;
    if (!strbuf_ok(body)) {
        return error_raise(error, &MSG_MEMORY);
    }
    return row.body.len > 0 && !store_foresees(store) ? store_page_add(store, page, &row, added, error) : ERR_OK;
}

static enum err pour_evening(struct tally *tally, struct tally_item *item, struct strbuf *body, struct store *store,
                             struct error *error)
{
    struct store_group group = tally_key_group(&item->key);
    struct evening stored;
    bool added = false;
    enum err err = add_body(item, PAGE_EVENING, body, store, &added, error);
    if (err != ERR_OK || added) {
        return err;
    }
    strbuf_clear(body);
    err = store_page_get(store, PAGE_EVENING, item->key.a, &group, body, error);
    if (err != ERR_OK) {
        return err;
    }
    if (body->len > 0) {
        if (!evening_unpack(strbuf_span(body), &stored)) {
            return error_raise_span(error, &SERVICE_MSG_SUMS, SPAN_LITERAL("d_evening"));
        }
        if (!tally_add_results(tally, &item->of.results, &stored)) {
            return error_raise(error, &MSG_MEMORY);
        }
    }
    return put_body(item, PAGE_EVENING, body, store, error);
}

static enum err pour_record(const struct tally *tally, struct tally_item *item, struct strbuf *body,
                            struct store *store, struct error *error)
{
    struct store_group group = tally_key_group(&item->key);
    bool added = false;
    enum err err = add_body(item, PAGE_RECORD, body, store, &added, error);
    if (err != ERR_OK || added) {
        return err;
    }
    strbuf_clear(body);
    err = store_page_get(store, PAGE_RECORD, item->key.a, &group, body, error);
    if (err != ERR_OK) {
        return err;
    }
    if (body->len > 0) {
        struct holders *sum = holders_new(tally->allocator, GAME_CATEGORIES);
        if (!sum) {
            return error_raise(error, &MSG_MEMORY);
        }
        holders_merge(sum, item->of.holders);
        mem_free(tally->allocator, item->of.holders);
        item->of.holders = sum;
        if (!holders_unpack(strbuf_span(body), sum)) {
            return error_raise_span(error, &SERVICE_MSG_SUMS, SPAN_LITERAL("d_record"));
        }
    }
    return put_body(item, PAGE_RECORD, body, store, error);
}

/* ---- runs ---- */

_Static_assert(sizeof(struct run) == STORE_RUN_NUMBERS * sizeof(int64_t), "a run is the numbers of its row");

static struct store_run run_row(const struct tally_key *key, const struct run *run)
{
    struct store_run row = {.person = key->a, .game = key->names->game, .month = key->month};
    memcpy(row.number, run, sizeof(*run));
    return row;
}

static enum err put_run(const struct tally_key *key, const struct run *run, struct store *store, struct error *error)
{
    struct store_run row = run_row(key, run);
    return store_run_put(store, &row, error);
}

/* The games of the tally follow those of the row; otherwise the item is lost. */
static enum err pour_run(struct tally_item *item, struct store *store, struct error *error)
{
    const struct tally_key *key = &item->key;
    struct run stored;
    struct store_moment last;
    struct store_run row = run_row(key, &item->of.run.run);
    bool added = false;
    bool add = row.number[0] > 0 && !store_foresees(store);
    enum err err = add ? store_run_add(store, &row, &added, error) : ERR_OK;
    if (err != ERR_OK || added) {
        return err;
    }
    err = store_run_end(store, key->a, key->names->game, key->month, row.number, &last, error);
    if (err != ERR_OK) {
        return err;
    }
    memcpy(&stored, row.number, sizeof(stored));
    if (stored.games > 0) {
        struct moment end = {last.day, last.played, stored.last_game};
        item->lost = !last.known || moment_before(&item->of.run.first, &end);
    }
    if (item->lost) {
        return ERR_OK;
    }
    run_join(&stored, &item->of.run.run);
    return put_run(key, &stored, store, error);
}

void tally_ask_page(const struct tally_item *item, struct strbuf *body, struct store *store)
{
    struct error ignored;
    const struct tally_key *key = &item->key;
    struct store_group group = tally_key_group(key);
    int64_t number[STORE_RUN_NUMBERS];
    struct store_moment last;
    if (item->lost) {
        return;
    }
    if (key->kind == TALLY_RUN) {
        (void)!store_run_end(store, key->a, key->names->game, key->month, number, &last, &ignored);
    } else {
        enum store_page page = key->kind == TALLY_EVENING ? PAGE_EVENING : PAGE_RECORD;
        (void)!store_page_get(store, page, key->a, &group, body, &ignored);
    }
}

enum err tally_pour_page(struct tally *tally, struct tally_item *item, struct strbuf *body, struct store *store,
                         struct error *error)
{
    if (item->lost) {
        return ERR_OK;
    }
    switch (item->key.kind) {
    case TALLY_EVENING:
        return pour_evening(tally, item, body, store, error);
    case TALLY_RECORD:
        return pour_record(tally, item, body, store, error);
    default:
        return pour_run(item, store, error);
    }
}

/* ---- what is lost ---- */

static bool needs_mending(const struct tally_item *item)
{
    return item->lost && (item->key.kind == TALLY_RECORD || item->key.kind == TALLY_RUN);
}

/* The row as the games of the month make it; without any it goes. */
static enum err replace(const struct tally *again, const struct tally_item *item, struct strbuf *body,
                        struct store *store, struct error *error)
{
    const struct tally_item *found = tally_find(again, &item->key);
    if (item->key.kind == TALLY_RUN) {
        const struct run nothing = {.games = 0};
        return put_run(&item->key, found ? &found->of.run.run : &nothing, store, error);
    }
    if (found) {
        return put_body(found, PAGE_RECORD, body, store, error);
    }
    struct store_page_row row = {.person = item->key.a, .group = tally_key_group(&item->key)};
    return store_page_put(store, PAGE_RECORD, &row, error);
}

static enum err mend_month(struct tally *tally, int32_t month, struct strbuf *body, struct store *store,
                           struct error *error)
{
    struct tally again;
    tally_init(&again, tally->allocator);
    again.kinds = 1U << TALLY_RECORD | 1U << TALLY_RUN;
    again.only = tally;
    enum err err = tally_month(&again, store, month, error);
    for (size_t i = 0; err == ERR_OK && i < tally->count; i++) {
        struct tally_item *item = &tally->items[i];
        if (needs_mending(item) && item->key.month == month) {
            err = replace(&again, item, body, store, error);
            item->lost = false;
        }
    }
    tally_release(&again);
    return err;
}

enum err tally_mend(struct tally *tally, struct strbuf *body, struct store *store, struct error *error)
{
    for (size_t i = 0; i < tally->count; i++) {
        if (needs_mending(&tally->items[i])) {
            enum err err = mend_month(tally, tally->items[i].key.month, body, store, error);
            if (err != ERR_OK) {
                return err;
            }
        }
    }
    return ERR_OK;
}
