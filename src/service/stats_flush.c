/* Pouring a tally into the derived tables. */
#include "base/fnv.h"
#include "service/messages.h"
#include "service/stats_tally.h"

#include <stdlib.h>

#include "base/banned.h"

enum { BODY_LIMIT = 4 << 20 };

struct store_group tally_key_group(const struct tally_key *key)
{
    static const uint8_t none[SHA256_SIZE] = {0};
    bool catalogued = memcmp(key->catalogue, none, SHA256_SIZE) != 0;
    return (struct store_group){.game = span_from(key->game),
                                .variant = span_from(key->variant),
                                .seats = key->seats,
                                .level = span_from(key->level),
                                .month = key->month,
                                .catalogue = span_of((const char *)key->catalogue, catalogued ? SHA256_SIZE : 0)};
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

enum err tally_add_standing(struct store *store, int64_t person, const struct store_group *group,
                            const struct tally_standing *more, struct strbuf *body, struct error *error)
{
    struct evening sum = {.games = 0}; /* SQL adds the rest of the stored numbers */
    bool plain = more->sums.categories == 0;
    strbuf_clear(body);
    enum err err = plain ? ERR_OK : store_standing_categories(store, person, group, body, error);
    if (err != ERR_OK) {
        return err;
    }
    if (!evening_unpack_categories(strbuf_span(body), &sum)) {
        return error_raise_span(error, &SERVICE_MSG_SUMS, SPAN_LITERAL("d_standing"));
    }
    evening_merge(&sum, &more->sums);
    strbuf_clear(body);
    evening_pack_categories(&sum, body);
    if (!strbuf_ok(body)) {
        return error_raise(error, &MSG_MEMORY);
    }
    struct store_standing row = {.person = person,
                                 .group = *group,
                                 .games = sum.games,
                                 .wins = sum.wins,
                                 .win = sum.win,
                                 .total = sum.total,
                                 .total_squares = sum.total_squares,
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
    enum err err = tally_add_standing(store, row.person, &row.group, item->of.standing, body, error);
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
    struct store_pair row = item->of.pair;
    row.game = span_from(item->key.game);
    row.a = item->key.a;
    row.b = item->key.b;
    return store_pair_add(store, &row, error);
}

/* The nights of this game, and of all games, from the oldest one touched on. */
static enum err pour_night(const struct tally_item *item, struct store *store, struct error *error)
{
    enum err err = store_history_leave(store, span_from(item->key.game), item->of.night, error);
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
    uint64_t rank;
    size_t item;
};

/*
 * Rows that lie together in their table come one after the other: the same pages are found in the processor's caches, and fewer of them
 * change in all. Tables begin with the person, that of pairs with the title, whose order among titles does not matter.
 */
static uint64_t rank_of(const struct tally_key *key)
{
    uint64_t person = (uint64_t)key->a & 0xffffffff;
    uint64_t title = fnv_add(FNV_START, span_from(key->game)) >> 35;
    uint64_t place = key->kind == TALLY_PAIR ? title << 32 | person : person << 29 | title;
    return (uint64_t)key->kind << 61 | place;
}

static int in_order(const void *a, const void *b)
{
    const struct turn *one = a;
    const struct turn *other = b;
    return (one->rank > other->rank) - (one->rank < other->rank);
}

static enum err pour_all(struct tally *tally, struct turn *turns, struct strbuf *body, struct store *store,
                         struct error *error)
{
    size_t count = tally->count;
    for (size_t i = 0; i < count; i++) {
        turns[i] = (struct turn){rank_of(&tally->items[i].key), i};
    }
    qsort(turns, count, sizeof(turns[0]), in_order);
    for (size_t i = 0; i < count; i++) {
        enum err err = pour(tally, &tally->items[turns[i].item], body, store, error);
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
