/* Pouring a tally into the derived tables. */
#include "service/messages.h"
#include "service/stats_tally.h"
#include "store/ahead.h"

#include <stdlib.h>

#include "base/banned.h"

enum { BODY_LIMIT = 4 << 20, ASKED = 100 };

struct store_group tally_key_group(const struct tally_key *key)
{
    return (struct store_group){.game = key->names->game,
                                .variant = key->names->variant,
                                .seats = key->seats,
                                .level = key->names->level,
                                .month = key->month,
                                .catalogue = key->names->catalogue};
}

/* The stored sum and the tally's make the new one, in `sum`, which is empty. */
static enum err add_cards(const struct tally_item *item, struct aggregate *sum, struct strbuf *body,
                          struct store *store, struct error *error)
{
    struct store_aggregate row = {.group = tally_key_group(&item->key)};
    strbuf_clear(body);
    enum err err = store_aggregate(store, &row.group, body, error);
    if (err != ERR_OK) {
        return err;
    }
    if (body->len > 0 && !aggregate_unpack(strbuf_span(body), sum)) {
        return error_raise_span(error, &SERVICE_MSG_SUMS, SPAN_LITERAL("d_aggregate"));
    }
    aggregate_merge(sum, item->of.aggregate);
    strbuf_clear(body);
    aggregate_pack(sum, body);
    row.games = sum->games;
    row.body = strbuf_span(body);
    return strbuf_ok(body) ? store_aggregate_put(store, &row, error) : error_raise(error, &MSG_MEMORY);
}

static enum err pour_cards(const struct tally *tally, const struct tally_item *item, struct strbuf *body,
                           struct store *store, struct error *error)
{
    const struct aggregate *more = item->of.aggregate;
    struct aggregate *sum = aggregate_new(tally->allocator, more->categories, more->cards);
    if (!sum) {
        return error_raise(error, &MSG_MEMORY);
    }
    enum err err = add_cards(item, sum, body, store, error);
    aggregate_free(tally->allocator, sum);
    return err;
}

/* The categories of the row and of what comes, which SQL cannot add: in `body`. `more` NULL: a row is new, or keeps its. */
static enum err add_categories(struct store *store, int64_t person, const struct store_group *group,
                               const struct evening *more, struct strbuf *body, struct error *error)
{
    struct evening sum = {.games = 0};
    strbuf_clear(body);
    enum err err = more ? store_standing_categories(store, person, group, body, error) : ERR_OK;
    if (err != ERR_OK) {
        return err;
    }
    if (!evening_unpack_categories(strbuf_span(body), &sum)) {
        return error_raise_span(error, &SERVICE_MSG_SUMS, SPAN_LITERAL("d_standing"));
    }
    if (more) {
        evening_merge(&sum, more);
    }
    strbuf_clear(body);
    evening_pack_categories(&sum, body);
    return strbuf_ok(body) ? ERR_OK : error_raise(error, &MSG_MEMORY);
}

enum err tally_add_standing(struct store *store, int64_t person, const struct store_group *group,
                            const struct tally_results *more, struct strbuf *body, struct error *error)
{
    bool plain = !more->categories || more->categories->categories == 0;
    enum err err = add_categories(store, person, group, plain ? NULL : more->categories, body, error);
    if (err != ERR_OK) {
        return err;
    }
    struct store_standing row = {.person = person,
                                 .group = *group,
                                 .games = more->games,
                                 .wins = more->wins,
                                 .win = more->win,
                                 .total = more->total,
                                 .total_squares = more->total_squares,
                                 .best = more->best,
                                 .categories = strbuf_span(body)};
    return plain ? store_standing_add_plain(store, &row, error) : store_standing_add(store, &row, error);
}

static enum err pour_standing(const struct tally_item *item, struct strbuf *body, struct store *store,
                              struct error *error)
{
    struct store_standing row = {.person = item->key.a, .group = tally_key_group(&item->key)};
    int64_t first = 0;
    int64_t last = 0;
    enum err err = tally_add_standing(store, row.person, &row.group, &item->of.results, body, error);
    if (err != ERR_OK) {
        return err;
    }
    if (!item->lost) {
        return ERR_OK;
    }
    if (item->key.month >= 0) {
        month_days(item->key.month, &first, &last);
    }
    return store_standing_mend(store, &row, item->key.month >= 0, first, last, error);
}

static enum err pour_pair(const struct tally_item *item, struct store *store, struct error *error)
{
    const struct tally_pair *pair = &item->of.pair;
    struct store_pair row = {.game = item->key.names->game,
                             .a = item->key.a,
                             .b = item->key.b,
                             .games = pair->games,
                             .a_first = pair->a_first,
                             .b_first = pair->b_first,
                             .a_won = pair->a_won,
                             .b_won = pair->b_won};
    return store_pair_add(store, &row, error);
}

/* The nights of this game, and of all games, from the oldest one touched on. */
static enum err pour_night(const struct tally_item *item, struct store *store, struct error *error)
{
    enum err err = store_history_leave(store, item->key.names->game, item->of.night, error);
    return err == ERR_OK ? store_history_leave(store, SPAN_LITERAL(""), item->of.night, error) : err;
}

static enum err pour(struct tally *tally, struct tally_item *item, struct strbuf *body, struct store *store,
                     struct error *error)
{
    switch ((enum tally_kind)item->key.kind) {
    case TALLY_AGGREGATE:
        return pour_cards(tally, item, body, store, error);
    case TALLY_STANDING:
        return pour_standing(item, body, store, error);
    case TALLY_PAIR:
        return pour_pair(item, store, error);
    case TALLY_EVENING:
    case TALLY_RECORD:
    case TALLY_RUN:
        return tally_pour_page(tally, item, body, store, error);
    case TALLY_NIGHT:
        return pour_night(item, store, error);
    case TALLY_FREE:
        break;
    }
    return ERR_OK;
}

/* ---- in which order ---- */

struct turn {
    uint64_t first;
    uint64_t second;
    size_t item;
};

/*
 * Rows come in the order of their tables: the same pages are found in the processor's caches, and fewer of them change in
 * all. Tables begin with the person, that of pairs with the title, that of evenings has the day before the title.
 */
static struct turn turn_of(const struct tally_key *key, size_t item)
{
    enum { KIND = 56, HALF = 32, SEATS = 24 };
    uint64_t kind = (uint64_t)key->kind << KIND;
    uint64_t person = (uint64_t)key->a;
    uint64_t names = key->names->order;
    uint64_t month = (uint64_t)((int64_t)key->month - EVENING_UNDATED);
    if (key->kind == TALLY_PAIR) {
        return (struct turn){kind | names, person << HALF | ((uint64_t)key->b & UINT32_MAX), item};
    }
    if (key->kind == TALLY_EVENING) {
        return (struct turn){kind | person, month << HALF | names, item};
    }
    return (struct turn){kind | person, names << HALF | (uint64_t)key->seats << SEATS | month, item};
}

static int in_order(const void *a, const void *b)
{
    const struct turn *one = a;
    const struct turn *other = b;
    if (one->first != other->first) {
        return one->first < other->first ? -1 : 1;
    }
    return (one->second > other->second) - (one->second < other->second);
}

/* What pouring an item will ask first. */
static void ask(const struct tally_item *item, struct strbuf *body, struct store *store)
{
    struct error ignored;
    struct store_group group = tally_key_group(&item->key);
    switch ((enum tally_kind)item->key.kind) {
    case TALLY_AGGREGATE:
        (void)!store_aggregate(store, &group, body, &ignored);
        break;
    case TALLY_STANDING:
        if (item->of.results.categories && item->of.results.categories->categories > 0) {
            (void)!store_standing_categories(store, item->key.a, &group, body, &ignored);
        }
        break;
    case TALLY_EVENING:
    case TALLY_RECORD:
    case TALLY_RUN:
        tally_ask_page(item, body, store);
        break;
    case TALLY_PAIR:
    case TALLY_NIGHT:
    case TALLY_FREE:
        break;
    }
}

/* Each item changes only its own rows, so what several will ask can be asked at once. */
static void ask_some(const struct tally *tally, const struct turn *turns, size_t count, struct strbuf *body,
                     struct store *store, size_t *from)
{
    if (!store_foresee(store, from)) {
        return;
    }
    for (size_t i = 0; i < count; i++) {
        ask(&tally->items[turns[i].item], body, store);
    }
    store_foreseen(store);
}

static enum err pour_some(struct tally *tally, const struct turn *turns, size_t count, struct strbuf *body,
                          struct store *store, struct error *error)
{
    size_t from = 0;
    enum err err = ERR_OK;
    ask_some(tally, turns, count, body, store, &from);
    for (size_t i = 0; i < count && err == ERR_OK; i++) {
        err = pour(tally, &tally->items[turns[i].item], body, store, error);
    }
    store_forget(store, from);
    return err;
}

static enum err pour_all(struct tally *tally, struct turn *turns, struct strbuf *body, struct store *store,
                         struct error *error)
{
    size_t count = tally->count;
    if (!names_order(&tally->names)) {
        return error_raise(error, &MSG_MEMORY);
    }
    for (size_t i = 0; i < count; i++) {
        turns[i] = turn_of(&tally->items[i].key, i);
    }
    qsort(turns, count, sizeof(turns[0]), in_order);
    for (size_t i = 0; i < count; i += ASKED) {
        enum err err = pour_some(tally, &turns[i], count - i < ASKED ? count - i : ASKED, body, store, error);
        if (err != ERR_OK) {
            return err;
        }
    }
    return tally_mend(tally, body, store, error);
}

enum err tally_flush(struct tally *tally, struct store *store, struct error *error)
{
    struct strbuf body;
    if (tally->count == 0) {
        return ERR_OK;
    }
    strbuf_init(&body, tally->allocator, BODY_LIMIT);
    struct turn *turns = mem_new(tally->allocator, tally->count, sizeof(*turns));
    enum err err = turns ? pour_all(tally, turns, &body, store, error) : error_raise(error, &MSG_MEMORY);
    mem_free(tally->allocator, turns);
    strbuf_release(&body);
    tally_clear(tally);
    return err;
}
