/* Two answers, figure by figure. */
#include "support/stats_same.h"

#include "support/cmocka.h"
#include "support/scene.h"

#include <math.h>

static void same_figure(const struct figure *a, const struct figure *b)
{
    assert_int_equal(a->known, b->known);
    assert_int_equal(a->bounded, b->bounded);
    assert_true(!a->known || a->value == b->value);
    assert_true(!a->bounded || (a->lo == b->lo && a->hi == b->hi));
}

void same_boards(struct service *one, const struct stats_filter *f, struct service *two, const struct stats_filter *g,
                 double tolerance)
{
    struct error error = {.message = NULL};
    struct leaderboard a;
    struct leaderboard b;
    for (int order = ORDER_WIN_POINTS; order <= ORDER_GAMES; order++) {
        if (f->game.len == 0 && (order == ORDER_MEAN_SCORE || order == ORDER_BEST_SCORE)) {
            continue; /* scores of several titles have no order */
        }
        MUST(service_leaderboard(one, f, (enum leaderboard_order)order, &a, &error));
        MUST(service_leaderboard(two, g, (enum leaderboard_order)order, &b, &error));
        assert_int_equal(a.count, b.count);
        assert_int_equal(a.log_size, b.log_size);
        for (size_t i = 0; i < a.count; i++) {
            const struct leaderboard_row *x = &a.rows[i];
            const struct leaderboard_row *y = &b.rows[i];
            assert_string_equal(x->player, y->player);
            assert_int_equal(x->rank, y->rank);
            assert_int_equal(x->games, y->games);
            assert_int_equal(x->wins, y->wins);
            assert_int_equal(x->best_score, y->best_score);
            assert_int_equal(x->provisional, y->provisional);
            same_figure(&x->win_points, &y->win_points);
            same_figure(&x->mean_score, &y->mean_score);
            assert_int_equal(x->rating.known, y->rating.known);
            assert_true(fabs(x->rating.value - y->rating.value) <= tolerance);
            assert_true(fabs(x->sd - y->sd) <= tolerance);
        }
        leaderboard_release(&a);
        leaderboard_release(&b);
    }
}

/* A fit walks through the games in the order in which they come. */
static void same_fit(const struct figure *a, const struct figure *b)
{
    assert_int_equal(a->known, b->known);
    assert_true(fabs(a->value - b->value) <= 1e-6);
    assert_true(fabs(a->lo - b->lo) <= 1e-6 && fabs(a->hi - b->hi) <= 1e-6);
}

void same_cards(struct service *service, const struct stats_filter *f, const struct stats_filter *g)
{
    struct error error = {.message = NULL};
    struct card_table a;
    struct card_table b;
    MUST(service_cards(service, f, span_from(NULL), true, &a, &error));
    MUST(service_cards(service, g, span_from(NULL), true, &b, &error));
    assert_int_equal(a.games, b.games);
    assert_int_equal(a.count, b.count);
    for (size_t i = 0; i < a.count; i++) {
        const struct card_row *x = &a.rows[i];
        const struct card_row *y = &b.rows[i];
        assert_string_equal(x->name.en, y->name.en);
        assert_int_equal(x->source != NULL, y->source != NULL);
        if (x->source) {
            assert_memory_equal(x->source->hash, y->source->hash, SHA256_SIZE);
        }
        assert_int_equal(x->copies, y->copies);
        assert_int_equal(x->seats, y->seats);
        assert_int_equal(x->games, y->games);
        assert_memory_equal(x->seen_at, y->seen_at, sizeof(x->seen_at));
        assert_memory_equal(x->taken_at, y->taken_at, sizeof(x->taken_at));
        assert_memory_equal(x->cell_copies, y->cell_copies, sizeof(x->cell_copies));
        assert_memory_equal(x->link_pairs, y->link_pairs, sizeof(x->link_pairs));
        same_figure(&x->ppc, &y->ppc);
        same_figure(&x->mpc, &y->mpc);
        same_figure(&x->wp_with, &y->wp_with);
        same_figure(&x->wp_without, &y->wp_without);
        same_fit(&x->worth, &y->worth);
        same_figure(&x->alsa, &y->alsa);
        same_figure(&x->iwt, &y->iwt);
        assert_int_equal(x->activations, y->activations);
        assert_int_equal(x->cubes, y->cubes);
        same_figure(&x->ppa, &y->ppa);
        same_figure(&x->first_round, &y->first_round);
        assert_memory_equal(x->times_seats, y->times_seats, sizeof(x->times_seats));
    }
    card_table_release(&a);
    card_table_release(&b);
}

void same_records(struct service *service, const struct stats_filter *f, const struct stats_filter *g)
{
    struct error error = {.message = NULL};
    struct record_table a;
    struct record_table b;
    MUST(service_records(service, f, &a, &error));
    MUST(service_records(service, g, &b, &error));
    assert_int_equal(a.count, b.count);
    for (size_t i = 0; i < a.count; i++) {
        const struct record_row *x = &a.rows[i];
        const struct record_row *y = &b.rows[i];
        assert_string_equal(x->kind, y->kind);
        assert_string_equal(x->category ? x->category : "", y->category ? y->category : "");
        assert_string_equal(x->game, y->game);
        assert_string_equal(x->handle, y->handle);
        assert_int_equal(x->id, y->id);
        assert_int_equal(x->value, y->value);
        assert_int_equal(x->has_day, y->has_day);
        assert_true(!x->has_day || x->day == y->day);
        assert_int_equal(x->ties, y->ties);
        assert_int_equal(x->more, y->more);
    }
    assert_int_equal(a.streaks_count, b.streaks_count);
    for (size_t i = 0; i < a.streaks_count; i++) {
        const struct streak_row *x = &a.streaks[i];
        const struct streak_row *y = &b.streaks[i];
        assert_string_equal(x->handle, y->handle);
        assert_int_equal(x->value, y->value);
        assert_int_equal(x->going_on, y->going_on);
        assert_int_equal(x->id, y->id);
        assert_true(x->has_day == y->has_day && (!x->has_day || x->day == y->day));
    }
    record_table_release(&a);
    record_table_release(&b);
}

void same_page(struct service *service, const struct stats_filter *f, const struct stats_filter *g)
{
    struct error error = {.message = NULL};
    struct player_page a;
    struct player_page b;
    enum err err = service_player_page(service, f, &a, &error);
    assert_int_equal(service_player_page(service, g, &b, &error), err);
    if (err != ERR_OK) {
        assert_int_equal(err, ERR_NOT_FOUND);
        return;
    }
    assert_int_equal(a.row.games, b.row.games);
    assert_int_equal(a.row.wins, b.row.wins);
    assert_true(a.row.games == 0 || a.row.best_score == b.row.best_score);
    assert_int_equal(a.row.provisional, b.row.provisional);
    same_figure(&a.row.win_points, &b.row.win_points);
    same_figure(&a.row.mean_score, &b.row.mean_score);
    assert_int_equal(a.streak, b.streak);
    assert_int_equal(a.best_streak, b.best_streak);
    assert_int_equal(a.drought, b.drought);
    assert_int_equal(a.sizes_count, b.sizes_count);
    for (size_t i = 0; i < a.sizes_count; i++) {
        assert_int_equal(a.sizes[i].seats, b.sizes[i].seats);
        assert_int_equal(a.sizes[i].games, b.sizes[i].games);
        assert_int_equal(a.sizes[i].wins, b.sizes[i].wins);
        same_figure(&a.sizes[i].win_points, &b.sizes[i].win_points);
        same_figure(&a.sizes[i].mean_score, &b.sizes[i].mean_score);
    }
    assert_int_equal(a.nights_count, b.nights_count);
    for (size_t i = 0; i < a.nights_count; i++) {
        assert_int_equal(a.nights[i].day, b.nights[i].day);
        assert_int_equal(a.nights[i].games, b.nights[i].games);
        assert_int_equal(a.nights[i].wins, b.nights[i].wins);
        same_figure(&a.nights[i].win_points, &b.nights[i].win_points);
    }
    assert_int_equal(a.categories_count, b.categories_count);
    for (size_t i = 0; i < a.categories_count; i++) {
        same_figure(&a.categories[i].mean, &b.categories[i].mean);
        same_figure(&a.categories[i].club, &b.categories[i].club);
    }
    assert_int_equal(a.versus_count, b.versus_count);
    player_page_release(&a);
    player_page_release(&b);
}
