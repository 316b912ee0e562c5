/*
 * Fitting in the background. A reader fits nights for as long as its effort
 * lasts, the writer puts them into the table; what a change of the log has
 * overtaken in between is dropped, and fitted again.
 */
#include "service/kinds.h"
#include "service/reading.h"
#include "service/stats_history.h"

#include "base/banned.h"

/* ---- overtaken ---- */

struct overtaking {
    struct store *store;
    int64_t day; /* the oldest that was touched; INT64_MAX: none */
    bool live;   /* the game goes on */
    int64_t game_day;
};

static enum err take_game(void *context, const struct store_game *game, struct error *error)
{
    (void)error;
    struct overtaking *to = context;
    to->live = game_status_is(game->status, GAME_LIVE);
    to->game_day = game->has_day ? game->day : INT64_MIN;
    return ERR_OK;
}

static enum err take_change(void *context, struct span kind, int64_t game, struct error *error)
{
    struct overtaking *to = context;
    if (entry_kind_scatters(kind)) {
        to->day = INT64_MIN; /* it does not say which nights it was about before */
        return ERR_END;
    }
    if (game == 0) {
        return ERR_OK; /* a season, or another thing that no rating hangs on */
    }
    enum err err = store_game(to->store, game, take_game, to, error);
    if (err != ERR_OK) {
        return err;
    }
    bool harmless = to->live && (span_is(kind, "open") || span_is(kind, "moves"));
    if (!harmless && to->game_day < to->day) {
        to->day = to->game_day;
    }
    return ERR_OK;
}

/* Drops the nights that a change has overtaken, and the sums with them. */
static enum err drop_overtaken(struct service *service, struct history_work *work, struct error *error)
{
    struct overtaking to = {.store = service->store, .day = INT64_MAX};
    int64_t size = 0;
    enum err err = store_log_size(service->store, &size, error);
    if (err != ERR_OK) {
        return err;
    }
    to.day = size < work->log_size ? INT64_MIN : to.day;
    if (size > work->log_size && (work->begun || work->count > 0)) {
        err = store_changes(service->store, work->log_size, take_change, &to, error);
    }
    if (err != ERR_OK) {
        return err;
    }
    work->log_size = size;
    size_t left = 0;
    for (size_t i = 0; i < work->count; i++) { /* of several games, each of which begins again with an older night */
        if (work->nights[i].day < to.day) {
            work->nights[left++] = work->nights[i];
        }
    }
    work->count = left;
    if (to.day != INT64_MAX) {
        history_forget_sums(work); /* also of what is to come: the list of those who will have met may be longer now */
    }
    return ERR_OK;
}

/* ---- in the background ---- */

/* True when nights of the title are fitted and not kept yet, unless they are those that are being fitted. */
static bool is_waiting(const struct history_work *work, const char *title)
{
    bool known = false;
    for (size_t i = 0; !known && i < work->count; i++) {
        known = strcmp(title, work->nights[i].game) == 0;
    }
    return known && !(work->begun && strcmp(title, work->game) == 0);
}

/* All titles together, then one after the other, until the effort is spent. */
static enum err fit_titles(struct service *reader, struct history_work *work, int64_t effort, bool *more,
                           struct error *error)
{
    char title[STORE_TITLE] = "";
    bool found = true;
    enum err err = drop_overtaken(reader, work, error);
    while (err == ERR_OK && found && !*more) {
        err = is_waiting(work, title) ? ERR_OK : history_fit_game(reader, work, span_from(title), &effort, more, error);
        err = err == ERR_OK ? store_title_after(reader->store, title, &found, error) : err;
    }
    return err;
}

/* A writer's connection has no snapshot: it looks whether the log has grown meanwhile. */
static enum err check_alone(struct service *service, struct history_work *work, bool *more, struct error *error)
{
    int64_t size = 0;
    enum err err = store_log_size(service->store, &size, error);
    if (err != ERR_OK) {
        return err;
    }
    if (size != work->log_size) {
        history_forget_sums(work);
        work->count = 0;
        *more = true;
    }
    return ERR_OK;
}

enum err service_history_fit(struct service *reader, struct history_work *work, int64_t effort, bool *more,
                             struct error *error)
{
    *more = false;
    enum err err = reader->writes ? ERR_OK : service_snapshot(reader, error);
    if (err != ERR_OK) {
        return err;
    }
    err = fit_titles(reader, work, effort, more, error);
    if (reader->writes) {
        return err == ERR_OK ? check_alone(reader, work, more, error) : err;
    }
    service_snapshot_end(reader);
    return err;
}

/* Puts the nights that were fitted into the table; `*kept` counts them. */
static enum err put_nights(struct service *writer, struct history_work *work, int64_t *kept, struct error *error)
{
    enum err err = statistics_settle(writer, true, error);
    if (err != ERR_OK) {
        return err;
    }
    err = drop_overtaken(writer, work, error);
    if (err != ERR_OK) {
        return err;
    }
    for (size_t i = 0; i < work->count; i++) {
        const struct fitted_night *night = &work->nights[i];
        struct span body = span_of(strbuf_text(&work->bodies) + night->from, night->size);
        int64_t last = 0;
        err = store_history_last(writer->store, span_from(night->game), &last, error);
        if (err != ERR_OK) {
            return err;
        }
        if (last != night->after) {
            continue; /* the table was emptied */
        }
        err = store_history_put(writer->store, span_from(night->game), night->day, body, error);
        if (err != ERR_OK) {
            return err;
        }
        (*kept)++;
    }
    return ERR_OK;
}

enum err service_history_keep(struct service *writer, struct history_work *work, int64_t *kept, struct error *error)
{
    *kept = 0;
    if (work->count == 0) {
        return ERR_OK;
    }
    enum err err = begin_write(writer, error);
    if (err != ERR_OK) {
        return err;
    }
    first_write(writer);
    err = put_nights(writer, work, kept, error);
    bool lost = *kept < (int64_t)work->count;
    work->count = 0;
    strbuf_clear(&work->bodies);
    if (lost || err != ERR_OK) {
        history_forget_sums(work);
    }
    return end_write(writer, err, error);
}

enum err service_history_catch_up(struct service *service, struct error *error)
{
    struct history_work *work = history_work_new(service->options.allocator);
    bool more = true;
    enum err err = work ? ERR_OK : error_raise(error, &MSG_MEMORY);
    while (err == ERR_OK && more) {
        int64_t kept = 0;
        err = service_history_fit(service, work, HISTORY_EFFORT, &more, error);
        err = err == ERR_OK ? service_history_keep(service, work, &kept, error) : err;
    }
    history_work_free(work);
    return err;
}
