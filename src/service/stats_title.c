/* A title's page: what it is, who plays it, and how well. */
#include "service/stats_club.h"
#include "service/titles.h"

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

static enum err fill_page(struct service *service, struct span name, struct title_page *out, struct error *error)
{
    struct copying copying = {&out->arena, &out->title};
    enum err err = service_title(service, name, copy_title, &copying, error);
    if (err != ERR_OK) {
        return err;
    }
    const struct stats_filter filter = {.game = out->title.id};
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
