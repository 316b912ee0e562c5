/*
 * Ratings off the writer: a reader fits them, once for each change of
 * the pairs. A connection keeps the pairs that it has read; when the log has
 * grown it looks at the entries since, and reads again only what the games
 * that they touched have changed: nothing at all after a move.
 */
#include "service/kinds.h"
#include "service/stats_internal.h"

#include "base/banned.h"

enum { FOLLOWED = 256 }; /* games; a fit that has missed more reads all pairs again */

/* The kept fit of a game, or the one to make room for it. */
static struct kept_fit *kept_for(struct fits *fits, struct span game)
{
    for (size_t i = 0; i < FITS; i++) {
        if (fits->kept[i].known && span_is(game, fits->kept[i].game)) {
            return &fits->kept[i];
        }
    }
    struct kept_fit *oldest = &fits->kept[fits->next];
    fits->next = (fits->next + 1) % FITS;
    return oldest;
}

static void forget(const struct allocator *allocator, struct kept_fit *kept)
{
    pair_list_release(&kept->pairs);
    fit_release(allocator, &kept->fit);
    kept->known = false;
}

/* What has been written since. */
struct news {
    int64_t game[FOLLOWED];
    size_t count;
    bool lost; /* too much, or something that does not say whose pairs it was about */
};

static enum err take_change(void *context, struct span kind, int64_t game, struct error *error)
{
    (void)error;
    struct news *news = context;
    bool again = news->count > 0 && news->game[news->count - 1] == game;
    bool people = game == 0 && entry_kind_concerns(kind, ABOUT_PEOPLE);
    news->lost = span_is(kind, "correct") || people || (news->count == FOLLOWED && !again);
    if (news->lost) {
        return ERR_END;
    }
    if (!again) {
        news->game[news->count++] = game;
    }
    return ERR_OK;
}

struct table {
    unsigned seats;
    int64_t person[GAME_PLAYERS];
};

static enum err take_seat(void *context, const struct store_seat *seat, struct error *error)
{
    (void)error;
    struct table *table = context;
    if (table->seats < GAME_PLAYERS) {
        table->person[table->seats++] = seat->person;
    }
    return ERR_OK;
}

/* Reads the pairs of one game again. */
static enum err follow_game(struct service *service, struct kept_fit *kept, int64_t game, bool *changed,
                            struct error *error)
{
    struct table table = {.seats = 0};
    enum err err = store_seats(service->store, game, take_seat, &table, error);
    if (err != ERR_OK) {
        return err;
    }
    for (unsigned i = 1; i < table.seats; i++) {
        for (unsigned k = 0; k < i; k++) {
            if (table.person[i] == table.person[k]) {
                continue;
            }
            err = pair_list_refresh(service->store, span_from(kept->game), &kept->pairs, table.person[i],
                                    table.person[k], changed, error);
            if (err != ERR_OK) {
                return err;
            }
        }
    }
    return ERR_OK;
}

/* Brings the pairs to this log; `*changed`: they are not what was fitted. */
static enum err follow(struct service *service, struct kept_fit *kept, int64_t log_size, bool *changed,
                       struct error *error)
{
    struct news news = {.lost = !kept->known || log_size < kept->log_size};
    enum err err = news.lost ? ERR_OK : store_changes(service->store, kept->log_size, take_change, &news, error);
    if (err != ERR_OK) {
        return err;
    }
    if (news.lost) {
        *changed = true;
        return pair_list_load(service->store, span_from(kept->game), &kept->pairs, error);
    }
    for (size_t i = 0; i < news.count; i++) {
        err = follow_game(service, kept, news.game[i], changed, error);
        if (err != ERR_OK) {
            return err;
        }
    }
    return ERR_OK;
}

enum err fits_keep(struct service *service, struct span game, int64_t log_size, const struct kept_fit **out,
                   struct error *error)
{
    const struct allocator *allocator = service->options.allocator;
    bool changed = false;
    if (!service->fits) {
        service->fits = mem_new(allocator, 1, sizeof(*service->fits));
        if (!service->fits) {
            return error_raise(error, &MSG_MEMORY);
        }
    }
    struct kept_fit *kept = kept_for(service->fits, game);
    *out = kept;
    if (kept->known && span_is(game, kept->game) && kept->log_size == log_size) {
        return ERR_OK;
    }
    if (!kept->known || !span_is(game, kept->game)) {
        struct strbuf name;
        forget(allocator, kept);
        kept->pairs.allocator = allocator;
        strbuf_wrap(&name, kept->game, sizeof(kept->game));
        strbuf_add_span(&name, game);
    }
    enum err err = follow(service, kept, log_size, &changed, error);
    if (err == ERR_OK && changed) {
        fit_release(allocator, &kept->fit);
        err = fit_pairs(&kept->pairs, NULL, NULL, store_deadline_now(service->store), &kept->fit, error);
    }
    if (err != ERR_OK) {
        forget(allocator, kept);
        return err;
    }
    kept->known = true;
    kept->log_size = log_size;
    return ERR_OK;
}

enum err fits_get(struct service *service, struct span game, int64_t log_size, const struct fit **out,
                  struct error *error)
{
    const struct kept_fit *kept = NULL;
    enum err err = fits_keep(service, game, log_size, &kept, error);
    *out = err == ERR_OK ? &kept->fit : NULL;
    return err;
}

void fits_release(struct service *service)
{
    for (size_t i = 0; service->fits && i < FITS; i++) {
        forget(service->options.allocator, &service->fits->kept[i]);
    }
    mem_free(service->options.allocator, service->fits);
    service->fits = NULL;
}
