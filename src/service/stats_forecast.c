/*
 * Who wins a table of these people. The fit that leaderboards keep is used, and
 * of it what is known of the table together; nothing else is fitted.
 */
#include "service/messages.h"
#include "service/stats_internal.h"
#include "stats/forecast.h"

#include "base/banned.h"

/* Who sits there, in the order in which they were named. */
struct table {
    size_t seats;
    struct span name[FORECAST_SEATS];
    int64_t person[FORECAST_SEATS];
};

/* `A,B,C` into names. */
static enum err cut_names(struct span text, struct table *table, struct error *error)
{
    int64_t count = 0;
    for (struct span rest = text; rest.ptr && text.len > 0;) {
        struct span name = span_trim(span_cut(&rest, ','));
        if (name.len == 0) {
            return error_raise(error, &SERVICE_MSG_WHICH_PLAYER);
        }
        if (count < FORECAST_SEATS) {
            table->name[count] = name;
        }
        count++;
    }
    if (count < 2 || count > FORECAST_SEATS) {
        return error_raise_int(error, &SERVICE_MSG_FORECAST_SEATS, count);
    }
    table->seats = (size_t)count;
    return ERR_OK;
}

static enum err find_people(struct service *service, struct table *table, struct error *error)
{
    char handle[PERSON_HANDLE];
    for (size_t i = 0; i < table->seats; i++) {
        enum err err = person_asked(service, table->name[i], &table->person[i], handle, error);
        if (err != ERR_OK) {
            return err;
        }
        for (size_t k = 0; k < i; k++) {
            if (table->person[k] == table->person[i]) {
                err = error_raise_span(error, &SERVICE_MSG_VERSUS_SELF, table->name[k]);
                error_add(error, table->name[i]);
                return err;
            }
        }
    }
    return ERR_OK;
}

/* The rated games of one person, of one game or all. */
struct counting {
    struct span game;
    int64_t games;
};

static enum err count_games(void *context, const struct store_standing *row, struct error *error)
{
    (void)error;
    struct counting *to = context;
    bool counts = row->group.seats > 1 && contest_is_rated(registry_contest(row->group.variant)) &&
                  span_equal(row->group.game, to->game);
    to->games += counts ? row->games : 0;
    return ERR_OK;
}

static enum err fill_row(struct service *service, int64_t person, struct span game, const struct fit *fit,
                         struct forecast *out, struct error *error)
{
    struct forecast_row *row = &out->rows[out->count++];
    const struct rating *rating = fit_find(fit, person);
    struct counting counting = {.game = game};
    if (rating) {
        row->rating = figure_normal(rating->rating, rating->sd);
    }
    enum err err = store_standings_of(service->store, person, count_games, &counting, error);
    if (err != ERR_OK) {
        return err;
    }
    row->provisional = counting.games < STATS_PROVISIONAL;
    return stats_person(service, &out->arena, person, &row->player, &row->handle, error);
}

static enum err fill(struct service *service, const struct stats_filter *filter, struct span seats,
                     struct forecast *out, struct error *error)
{
    const struct stats_filter only = {.game = filter->game};
    struct selection selection;
    struct table table;
    struct rating_mixture mixture;
    const struct kept_fit *kept = NULL;
    double chance[FORECAST_SEATS];
    enum err err = selection_make(service, &only, &selection, error);
    if (err != ERR_OK) {
        return err;
    }
    err = cut_names(seats, &table, error);
    if (err != ERR_OK) {
        return err;
    }
    err = find_people(service, &table, error);
    if (err != ERR_OK) {
        return err;
    }
    err = store_log_size(service->store, &out->log_size, error);
    if (err != ERR_OK) {
        return err;
    }
    struct span game = selection.rows.game;
    err = fits_keep(service, game, out->log_size, &kept, error);
    if (err != ERR_OK) {
        return err;
    }
    const struct deadline *deadline = store_deadline_now(service->store);
    err = fit_joint(&kept->pairs, &kept->fit, table.person, table.seats, deadline, &mixture, error);
    if (err != ERR_OK) {
        return err;
    }
    err = stats_title(service, &out->arena, game, &out->title, error);
    if (err != ERR_OK) {
        return err;
    }
    out->approximate = !ratings_exact(kept->fit.count);
    for (size_t i = 0; i < table.seats; i++) {
        err = fill_row(service, table.person[i], game, &kept->fit, out, error);
        if (err != ERR_OK) {
            return err;
        }
    }
    forecast_chances(&mixture, chance);
    for (size_t i = 0; i < table.seats; i++) {
        out->rows[i].chance = chance[i];
    }
    return ERR_OK;
}

enum err service_forecast(struct service *service, const struct stats_filter *filter, struct span seats,
                          struct forecast *out, struct error *error)
{
    *out = (struct forecast){.count = 0};
    arena_init(&out->arena, service->options.allocator, STATS_ARENA);
    enum err err = fill(service, filter, seats, out, error);
    if (err != ERR_OK) {
        forecast_release(out);
    }
    return err;
}

void forecast_release(struct forecast *forecast)
{
    arena_release(&forecast->arena);
    *forecast = (struct forecast){.count = 0};
}
