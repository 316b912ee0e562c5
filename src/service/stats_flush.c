/* Pouring a tally into the derived tables. */
#include "service/messages.h"
#include "service/stats_tally.h"

#include "base/banned.h"

enum { BODY_LIMIT = 4 << 20 };

struct store_group tally_key_group(const struct tally_key *key)
{
    return (struct store_group){span_from(key->game), span_from(key->variant), key->seats, span_from(key->level),
                                key->month};
}

/* The stored sum and the tally's make the new one. */
static enum err pour_cards(const struct tally *tally, const struct tally_item *item, struct strbuf *body,
                           struct store *store, struct error *error)
{
    const struct aggregate *more = item->of.aggregate;
    struct store_aggregate row = {.group = tally_key_group(&item->key)};
    struct aggregate *sum = aggregate_new(tally->allocator, more->categories, more->cards);
    if (!sum) {
        return error_raise(error, &MSG_MEMORY);
    }
    strbuf_clear(body);
    enum err err = store_aggregate(store, &row.group, body, error);
    if (err == ERR_OK && body->len > 0 && !aggregate_unpack(strbuf_span(body), sum)) {
        err = error_raise_span(error, &SERVICE_MSG_SUMS, SPAN_LITERAL("d_aggregate"));
    }
    if (err == ERR_OK) {
        aggregate_merge(sum, more);
        strbuf_clear(body);
        aggregate_pack(sum, body);
        row.games = sum->games;
        row.body = strbuf_span(body);
        err = strbuf_ok(body) ? store_aggregate_put(store, &row, error) : error_raise(error, &MSG_MEMORY);
    }
    aggregate_free(tally->allocator, sum);
    return err;
}

static enum err pour_standing(const struct tally_item *item, struct store *store, struct error *error)
{
    struct store_standing row = item->of.standing;
    int64_t first = 0;
    int64_t last = 0;
    row.person = item->key.a;
    row.group = tally_key_group(&item->key);
    enum err err = store_standing_add(store, &row, error);
    if (err != ERR_OK) {
        return err;
    }
    if (item->lost) {
        if (item->key.month >= 0) {
            month_days(item->key.month, &first, &last);
        }
        return store_standing_mend(store, &row, item->key.month >= 0, first, last, error);
    }
    return ERR_OK;
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

enum err tally_flush(struct tally *tally, struct store *store, struct error *error)
{
    struct strbuf body;
    enum err err = ERR_OK;
    if (tally->count == 0) {
        return ERR_OK;
    }
    strbuf_init(&body, tally->allocator, BODY_LIMIT);
    for (size_t i = 0; err == ERR_OK && i < tally->room; i++) {
        struct tally_item *item = &tally->items[i];
        switch ((enum tally_kind)item->key.kind) {
        case TALLY_FREE:
            break;
        case TALLY_AGGREGATE:
            err = pour_cards(tally, item, &body, store, error);
            break;
        case TALLY_STANDING:
            err = pour_standing(item, store, error);
            break;
        case TALLY_PAIR:
            err = pour_pair(item, store, error);
            break;
        case TALLY_EVENING:
        case TALLY_RECORD:
        case TALLY_RUN:
            err = tally_pour_page(tally, item, &body, store, error);
            break;
        case TALLY_NIGHT:
            err = pour_night(item, store, error);
            break;
        }
    }
    if (err == ERR_OK) {
        err = tally_mend(tally, &body, store, error);
    }
    strbuf_release(&body);
    tally_clear(tally);
    return err;
}
