/* A title's page: what it is, who plays it, and how well. */
#include "service/stats_club.h"
#include "service/titles.h"
#include "store/years.h"

#include "base/banned.h"

struct copying {
    struct arena *arena;
    struct title *title;
};

static enum err copy_title(void *context, const struct title *title, struct error *error)
{
    struct copying *to = context;
    *to->title = *title;
    const char *id = arena_copy(to->arena, title->id);
    const char *into = arena_copy(to->arena, title->merged_into);
    const char *en = arena_copy(to->arena, span_from(title->name.en));
    const char *fr = arena_copy(to->arena, span_from(title->name.fr));
    if (!id || !into || !en || !fr) {
        return error_raise(error, &MSG_MEMORY);
    }
    to->title->id = span_from(id);
    to->title->merged_into = span_from(into);
    to->title->name = (struct name){id, en, fr};
    return ERR_OK;
}

/* Everybody's mean total. */
static enum err mean_of(struct service *service, const struct stats_filter *filter, struct figure *out,
                        struct error *error)
{
    struct selection selection;
    struct club *club = mem_new(service->options.allocator, 1, sizeof(*club));
    if (!club) {
        return error_raise(error, &MSG_MEMORY);
    }
    enum err err = selection_make(service, filter, &selection, error);
    err = err == ERR_OK ? club_collect(service, &selection, club, error) : err;
    if (err == ERR_OK) {
        *out = figure_ratio(&club->score, (double)selection_scale(&selection));
    }
    mem_free(service->options.allocator, club);
    return err;
}

/* How often each total was reached, where the higher is better, and where the lower is. */
struct totals {
    struct keyed_counts counts[2];
};

static enum err take_total(void *context, struct span variant, int64_t total, struct error *error)
{
    struct totals *totals = context;
    bool low = registry_contest(variant) == CONTEST_LOW;
    return keyed_counts_add(&totals->counts[low], total) ? ERR_OK : error_raise(error, &MSG_MEMORY);
}

static enum err fill_spreads(struct service *service, struct title_page *out, struct error *error)
{
    struct totals totals;
    for (unsigned low = 0; low < 2; low++) {
        keyed_counts_init(&totals.counts[low], service->options.allocator);
    }
    enum err err = store_title_totals(service->store, out->title.id, take_total, &totals, error);
    unsigned first = totals.counts[1].sum > totals.counts[0].sum;
    for (unsigned i = 0; i < 2 && err == ERR_OK; i++) {
        unsigned low = i ^ first;
        if (totals.counts[low].sum > 0) {
            out->spreads[out->spreads_count++] = (struct title_spread){low == 1, quartiles_of(&totals.counts[low])};
        }
    }
    keyed_counts_release(&totals.counts[0]);
    keyed_counts_release(&totals.counts[1]);
    return err;
}

static enum err fill_page(struct service *service, struct span name, struct title_page *out, struct error *error)
{
    struct copying copying = {&out->arena, &out->title};
    enum err err = service_title(service, name, copy_title, &copying, error);
    if (err != ERR_OK) {
        return err;
    }
    const struct stats_filter filter = {.game = out->title.id};
    out->scale = game_scale(out->title.game);
    err = fill_spreads(service, out, error);
    if (err != ERR_OK) {
        return err;
    }
    err = mean_of(service, &filter, &out->club_score, error);
    if (err != ERR_OK) {
        return err;
    }
    err = service_leaderboard(service, &filter, ORDER_GAMES, &out->board, error);
    return err == ERR_OK ? service_records(service, &filter, &out->records, error) : err;
}

enum err service_title_page(struct service *service, struct span name, struct title_page *out, struct error *error)
{
    *out = (struct title_page){.title = {.game = NULL}};
    arena_init(&out->arena, service->options.allocator, STATS_ARENA);
    enum err err = fill_page(service, name, out, error);
    if (err != ERR_OK) {
        title_page_release(out);
    }
    return err;
}

void title_page_release(struct title_page *page)
{
    leaderboard_release(&page->board);
    record_table_release(&page->records);
    arena_release(&page->arena);
}
