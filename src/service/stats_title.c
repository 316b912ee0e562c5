/* A title's page: what it is, who plays it, and how well; how totals are spread is in no sum, and is told by one walk. */
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

/* Everybody's mean total, out of the sums. */
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

/* All totals of a title. */
struct totals {
    struct keyed_counts counts[2]; /* how often each was reached, where the higher is better, and where the lower is */
    struct moments score;          /* of people: S points, N seats */
    int64_t game;                  /* whose seats are coming */
    int64_t sum, seats;            /* of people at it, so far */
};

static void end_game(struct totals *totals)
{
    moments_add(&totals->score, totals->sum, totals->seats, 1);
    totals->sum = 0;
    totals->seats = 0;
}

static enum err take_total(void *context, const struct store_total *row, struct error *error)
{
    struct totals *totals = context;
    bool low = registry_contest(row->variant) == CONTEST_LOW;
    if (row->game != totals->game) {
        end_game(totals);
        totals->game = row->game;
    }
    totals->sum += row->person != 0 ? row->total : 0;
    totals->seats += row->person != 0;
    return keyed_counts_add(&totals->counts[low], row->total) ? ERR_OK : error_raise(error, &MSG_MEMORY);
}

/* What has more scores comes first. */
static void fill_spreads(struct totals *totals, struct title_page *out)
{
    unsigned first = totals->counts[1].sum > totals->counts[0].sum;
    for (unsigned i = 0; i < 2; i++) {
        unsigned low = i ^ first;
        if (totals->counts[low].sum > 0) {
            out->spreads[out->spreads_count++] = (struct title_spread){low == 1, quartiles_of(&totals->counts[low])};
        }
    }
}

/* Spreads out of one walk through the games; the mean of a title, which has no sums of cards, out of the same. */
static enum err fill_scores(struct service *service, const struct stats_filter *filter, struct title_page *out,
                            struct error *error)
{
    struct totals totals = {.game = 0};
    keyed_counts_init(&totals.counts[0], service->options.allocator);
    keyed_counts_init(&totals.counts[1], service->options.allocator);
    out->scale = game_scale(out->title.game);
    enum err err = store_title_totals(service->store, out->title.id, take_total, &totals, error);
    if (err == ERR_OK) {
        end_game(&totals);
        fill_spreads(&totals, out);
        out->club_score = figure_ratio(&totals.score, (double)out->scale);
    }
    keyed_counts_release(&totals.counts[0]);
    keyed_counts_release(&totals.counts[1]);
    return err == ERR_OK && !out->title.game->titled ? mean_of(service, filter, &out->club_score, error) : err;
}

static enum err fill_page(struct service *service, struct span name, struct title_page *out, struct error *error)
{
    struct copying copying = {&out->arena, &out->title};
    enum err err = service_title(service, name, copy_title, &copying, error);
    if (err != ERR_OK) {
        return err;
    }
    const struct stats_filter filter = {.game = out->title.id};
    err = fill_scores(service, &filter, out, error);
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
