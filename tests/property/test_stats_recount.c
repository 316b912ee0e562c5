/*
 * Figures against a count by hand. A club that has played since 1969: nights
 * around the ends of months, years and centuries, several games a night whose
 * times are not in the order in which they were logged, games without a night,
 * solo games; some corrected, some void, two people who became one, names of
 * one letter. What a page, a leaderboard and the records say of any part of it
 * is counted again from the results alone, in the plainest way.
 */
#include "support/cmocka.h"

#include "base/date.h"
#include "rules/registry.h"
#include "service/statistics.h"
#include "stats/evening.h"
#include "support/plain_sums.h"
#include "support/text.h"
#include "support/world.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { PEOPLE = 7, GAMES = 64, SEATS = 512, NO_DAY = INT32_MIN, CATEGORIES = 32 };

static const char *const NAMES[PEOPLE] = {"Ada", "Bea", "Cyd", "Dee", "Eve", "Fay", "G"};
static const char *const NIGHTS[] = {"1969-12-31", "1970-01-01", "1987-12-31", "1988-01-01",
                                     "1999-12-31", "2000-01-01", "2000-02-29", "2009-10-09",
                                     "2026-01-31", "2026-02-01", "2026-02-15", "2126-11-30"};
static const char *const LEVELS[] = {"table", "sheet"};
enum { LEVELS_COUNT = sizeof(LEVELS) / sizeof(LEVELS[0]) };
enum { NIGHTS_COUNT = sizeof(NIGHTS) / sizeof(NIGHTS[0]) };

/* A seat of a finished game. */
struct result {
    int64_t id;
    char game[16], variant[16], level[16], place[16];
    int64_t seats, day, played, person, total, rank, win; /* win -1: solo */
    unsigned categories;
    int64_t category[CATEGORIES];
};

struct club {
    struct world world;
    struct service *service;
    struct prng prng;
    struct strbuf text;
    struct result result[SEATS]; /* in the order of play */
    size_t count;
};

/* ---- the club ---- */

static const char *invent(struct club *club, unsigned number)
{
    static const struct {
        const char *game, *variant;
        uint8_t seats;
    } KINDS[] = {{"foret", "standard", 3}, {"foret", "standard", 4}, {"foret", "duel", 2},
                 {"foret", "solo", 1},     {"grandbois", NULL, 3},   {"grandbois", NULL, 4}};
    unsigned kind = prng_below(&club->prng, sizeof(KINDS) / sizeof(KINDS[0]));
    const struct game *game = registry_newest(span_from(KINDS[kind].game));
    struct setup setup = {.game = game, .seats = KINDS[kind].seats};
    const char *level = LEVELS[prng_below(&club->prng, LEVELS_COUNT)];
    while (strcmp(game->levels[setup.level].name.id, level) != 0) {
        setup.level++;
    }
    setup.variant = (uint8_t)game_variant_for(game, setup.seats);
    for (uint8_t v = 0; KINDS[kind].variant && v < game->variants_count; v++) {
        setup.variant = strcmp(game->variants[v].name.id, KINDS[kind].variant) == 0 ? v : setup.variant;
    }
    struct span names[GAME_PLAYERS];
    unsigned first = prng_below(&club->prng, PEOPLE);
    for (unsigned i = 0; i < setup.seats; i++) {
        unsigned who = (first + i) % PEOPLE;
        names[i] = span_from(who == 0 && prng_below(&club->prng, 3) == 0 ? "Zed" : NAMES[who]);
    }
    struct strbuf record;
    strbuf_init(&record, &allocator_heap, RECORD_BYTES);
    world_simulate(&club->world, &setup, number, names, &record);
    strbuf_clear(&club->text);
    strbuf_add(&club->text, "dendro 1\n");
    unsigned night = prng_below(&club->prng, NIGHTS_COUNT + 2);
    if (night < NIGHTS_COUNT && prng_below(&club->prng, 3) > 0) {
        text_format(&club->text, "played %sT%02u:00Z\n", NIGHTS[night], prng_below(&club->prng, 24));
    } else if (night < NIGHTS_COUNT) {
        text_format(&club->text, "night %s\n", NIGHTS[night]);
    }
    text_format(&club->text, "place %s\n", prng_below(&club->prng, 3) > 0 ? "Hall" : "A");
    strbuf_add_span(&club->text, span_skip(strbuf_span(&record), strlen("dendro 1\n")));
    strbuf_release(&record);
    return strbuf_text(&club->text);
}

static void found(struct club *club, uint64_t seed)
{
    struct error error = {.message = NULL};
    struct receipt receipt;
    int64_t last = 0;
    world_begin(&club->world);
    prng_seed(&club->prng, seed);
    strbuf_init(&club->text, &allocator_heap, RECORD_BYTES);
    club->service = world_open(&club->world, SERVICE_CREATE);
    for (unsigned i = 0; i < GAMES; i++) {
        if (i == GAMES / 2) {
            char handles[2][PERSON_HANDLE];
            MUST(service_person_find(club->service, SPAN_LITERAL("Zed"), handles[0], &error));
            MUST(service_person_find(club->service, span_from(NAMES[0]), handles[1], &error));
            MUST(service_person_merge(club->service, AUTHOR_CLI, span_from(handles[0]), span_from(handles[1]), &error));
        }
        unsigned what = i > 8 ? prng_below(&club->prng, 10) : 2;
        enum err err = ERR_OK;
        if (what == 0) {
            err = world_correct(&club->world, club->service, last, invent(club, i), "another night", &receipt, &error);
        } else if (what == 1) {
            (void)!service_void(club->service, AUTHOR_CLI, last, SPAN_LITERAL("never"), &receipt, &error);
        } else {
            err = world_take(&club->world, club->service, invent(club, i), &receipt, &error);
            last = err == ERR_OK && prng_below(&club->prng, 2) ? receipt.game : last == 0 ? receipt.game : last;
        }
        assert_true(err == ERR_OK || err == ERR_CONFLICT);
    }
}

static int64_t number_of(char **at)
{
    char *end = strchr(*at, '|');
    int64_t value = strcmp(*at, "") == 0 ? 0 : strtoll(*at, NULL, 10);
    *at = end + 1;
    return value;
}

static void word_of(char **at, char out[16])
{
    char *end = strchr(*at, '|');
    (void)snprintf(out, 16, "%.*s", (int)(end - *at), *at);
    *at = end + 1;
}

static void read_results(struct club *club)
{
    struct strbuf rows;
    strbuf_init(&rows, &allocator_heap, 1 << 20);
    scene_sql_text(club->world.path,
                   "SELECT g.id, g.game, g.variant, g.level, ifnull(p.name, ''), g.seats, ifnull(g.day, -2147483648),"
                   " ifnull(g.played, -9000000000000000000), s.person, s.total, s.rank, ifnull(s.win, -1),"
                   " ifnull(hex(s.categories), ''), '' FROM d_game AS g JOIN d_seat AS s ON s.game = g.id"
                   " LEFT JOIN whereabouts AS gp ON gp.entry = g.source LEFT JOIN place AS p ON p.id = gp.place"
                   " WHERE g.status = 'finished' ORDER BY g.day, g.played, g.id, s.seat",
                   &rows);
    char *at = rows.text;
    for (club->count = 0; *at != '\0'; club->count++) {
        assert_true(club->count < SEATS);
        struct result *r = &club->result[club->count];
        r->id = number_of(&at);
        word_of(&at, r->game);
        word_of(&at, r->variant);
        word_of(&at, r->level);
        word_of(&at, r->place);
        int64_t *const numbers[] = {&r->seats, &r->day, &r->played, &r->person, &r->total, &r->rank, &r->win};
        for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++) {
            *numbers[i] = number_of(&at);
        }
        for (r->categories = 0; *at != '|' && r->categories < CATEGORIES; r->categories++, at += 4) {
            char digits[5] = {at[2], at[3], at[0], at[1], '\0'};
            r->category[r->categories] = (int16_t)strtol(digits, NULL, 16);
        }
        at = strchr(at, '\n') + 1;
    }
    strbuf_release(&rows);
}

/* ---- the count ---- */

static bool is_meant(const struct stats_filter *f, const struct result *r)
{
    bool solo = f->seats == 1 || f->variant.len > 0;
    return (f->game.len == 0 || span_is(f->game, r->game)) &&
           (f->variant.len == 0 || span_is(f->variant, r->variant)) &&
           (f->level.len == 0 || span_is(f->level, r->level)) && (f->place.len == 0 || span_is(f->place, r->place)) &&
           (f->seats == 0 || f->seats == r->seats) && (r->seats > 1 || solo) &&
           (!f->has_from || (r->day != NO_DAY && r->day >= f->from)) &&
           (!f->has_to || (r->day != NO_DAY && r->day <= f->to)) && (!f->has_night || r->day == f->night);
}

/* Which number of a result is meant: the total, or a category; of any table, or of one size. */
struct which {
    int category; /* -1: the total */
    int64_t seats;
};

static bool value_of(const struct stats_filter *f, const struct result *r, struct which which, int64_t *value)
{
    *value = which.category < 0 ? r->total : r->category[which.category];
    return is_meant(f, r) && (which.seats == 0 || r->seats == which.seats);
}

/* How much one person's numbers vary, over everybody's of the filter. False: nothing can be said. */
static bool spread_of(const struct club *club, const struct stats_filter *f, struct which which, double *variance,
                      int64_t *weight)
{
    struct sum all = {0};
    struct sum one[64] = {{0}};
    int64_t value = 0;
    int64_t people = 0;
    double within = 0;
    for (size_t i = 0; i < club->count; i++) {
        if (value_of(f, &club->result[i], which, &value)) {
            add(&all, value);
            add(&one[club->result[i].person], value);
        }
    }
    for (int i = 0; i < 64; i++) {
        if (one[i].n > 0) {
            people++;
            within += (double)one[i].squares - (double)one[i].sum * (double)one[i].sum / (double)one[i].n;
        }
    }
    int64_t degrees = all.n - people;
    if (degrees == 0) {
        degrees = all.n - 1;
        within = (double)all.squares - (double)all.sum * (double)all.sum / (double)all.n;
    }
    *variance = degrees > 0 ? within / (double)degrees : 0;
    *weight = degrees < 4 ? degrees : 4;
    return degrees > 0;
}

/* A player's mean: Student's interval, the spread of the others joining with the weight of four games. */
static void is_score(const struct club *club, const struct stats_filter *f, struct which which,
                     const struct figure *figure, const struct sum *sum)
{
    double variance = 0;
    int64_t weight = 0;
    if (f->game.len == 0) {
        assert_false(figure->known); /* points of different titles */
        return;
    }
    is_value(figure, sum, 1);
    if (sum->n == 0) {
        return;
    }
    bool told = spread_of(club, f, which, &variance, &weight);
    double own = (double)sum->squares - (double)sum->sum * (double)sum->sum / (double)sum->n;
    double squares = (own + (double)weight * variance) / (double)(sum->n - 1 + weight);
    assert_int_equal(figure->bounded, told && squares > 1e-9);
    if (figure->bounded) {
        double half = student_quantile(sum->n - 1 + weight) * sqrt(squares / (double)sum->n);
        assert_true(fabs(figure->hi - figure->value - half) < 1e-6);
        assert_true(fabs(figure->value - figure->lo - half) < 1e-6);
    }
}

/* The club's: one pair of sums a game. */
static void is_club(const struct club *club, const struct stats_filter *f, struct which which,
                    const struct figure *figure)
{
    struct sum all = {0};
    double games = 0;
    double squares = 0;
    int64_t value = 0;
    for (size_t i = 0; i < club->count; i++) {
        if (value_of(f, &club->result[i], which, &value)) {
            add(&all, value);
        }
    }
    is_value(figure, &all, 1);
    for (size_t i = 0; i < club->count; i++) {
        bool first = i == 0 || club->result[i - 1].id != club->result[i].id;
        double about = 0;
        for (size_t j = i; first && j < club->count && club->result[j].id == club->result[i].id; j++) {
            about += value_of(f, &club->result[j], which, &value) ? (double)value - figure->value : 0;
        }
        games += first && value_of(f, &club->result[i], which, &value);
        squares += about * about;
    }
    assert_int_equal(figure->bounded, games > 1 && squares > 1e-9);
    if (figure->bounded) {
        double half = student_quantile((int64_t)games - 1) * sqrt(games / (games - 1) * squares) / (double)all.n;
        assert_true(fabs(figure->hi - figure->value - half) < 1e-6);
    }
}

/* What is counted of one person. */
struct count {
    int64_t games, wins, best, streak, best_streak, best_end, drought, nights;
    struct sum win, total, category[CATEGORIES], size_win[STATS_SIZES], size_total[STATS_SIZES];
    int64_t size_wins[STATS_SIZES];
    int64_t tables; /* seats of the tables that win points are of, together */
};

static void count_one(const struct club *club, const struct stats_filter *f, int64_t person, struct count *count)
{
    int64_t night = NO_DAY;
    *count = (struct count){.games = 0};
    for (size_t i = 0; i < club->count; i++) {
        const struct result *r = &club->result[i];
        if (r->person != person || !is_meant(f, r)) {
            continue;
        }
        count->games++;
        count->wins += r->win > 0;
        count->best = r->total > count->best ? r->total : count->best;
        add(&count->total, r->total);
        add(&count->size_total[r->seats], r->total);
        count->size_wins[r->seats] += r->win > 0;
        if (r->win >= 0) {
            add(&count->win, r->win);
            count->tables += r->seats;
            add(&count->size_win[r->seats], r->win);
        }
        for (unsigned c = 0; c < r->categories; c++) {
            add(&count->category[c], r->category[c]);
        }
        count->streak = r->win > 0 ? count->streak + 1 : 0;
        count->drought = r->win > 0 ? 0 : count->drought + 1;
        if (count->streak > count->best_streak) {
            count->best_streak = count->streak;
            count->best_end = r->id;
        }
        count->nights += r->day != NO_DAY && r->day != night;
        night = r->day;
    }
}

static void same_row(const struct club *club, const struct stats_filter *f, const struct leaderboard_row *row,
                     const struct count *count)
{
    assert_int_equal(row->games, count->games);
    assert_int_equal(row->wins, count->wins);
    assert_int_equal(row->has_best, f->game.len > 0 && count->games > 0);
    assert_true(!row->has_best || row->best_score == count->best);
    is_wins(&row->win_points, &count->win, count->tables);
    is_score(club, f, (struct which){-1, 0}, &row->mean_score, &count->total);
    assert_true(!row->points.known || fabs(row->points.value - (double)count->win.sum / WIN_UNIT) < 1e-9);
}

static void same_nights(const struct club *club, const struct stats_filter *f, int64_t person,
                        const struct player_page *page)
{
    for (size_t i = 0; i < page->nights_count; i++) {
        struct stats_filter one = *f;
        struct count count;
        const struct night_row *night = &page->nights[i];
        one.has_from = one.has_to = true;
        one.from = one.to = night->day;
        count_one(club, &one, person, &count);
        assert_true(i == 0 || page->nights[i - 1].day < night->day);
        assert_int_equal(night->games, count.games);
        assert_int_equal(night->wins, count.wins);
        is_wins(&night->win_points, &count.win, count.tables);
    }
}

/* What one did against another, asked for alone. */
static void same_versus(const struct club *club, const struct stats_filter *f, const char *name, const char *other,
                        const int64_t met[3])
{
    struct error error = {.message = NULL};
    struct stats_filter filter = *f;
    struct versus_row row;
    struct arena arena;
    int64_t log_size = 0;
    char handle[32];
    (void)snprintf(handle, sizeof(handle), "@%.12s", other);
    filter.player = span_from(name);
    arena_init(&arena, &allocator_heap, 1 << 16);
    MUST(service_versus(club->service, &filter, span_from(handle), &arena, &row, &log_size, &error));
    assert_int_equal(row.games, met[0] + met[1] + met[2]);
    assert_int_equal(row.won, met[0]);
    assert_int_equal(row.lost, met[1]);
    assert_int_equal(row.tied, met[2]);
    arena_release(&arena);
}

/* Whom one met in the games that the filter selects. */
static void same_meetings(const struct club *club, const struct stats_filter *f, const char *name, int64_t person,
                          const struct player_page *page)
{
    int64_t met[64][3] = {{0}}; /* before, behind, level */
    size_t others = 0;
    for (size_t i = 0; i < club->count; i++) {
        const struct result *me = &club->result[i];
        for (size_t j = 0; me->person == person && j < club->count; j++) {
            const struct result *other = &club->result[j];
            if (other->id == me->id && j != i && is_meant(f, me)) {
                assert_in_range(other->person, 1, 63);
                met[other->person][me->rank < other->rank ? 0 : me->rank > other->rank ? 1 : 2]++;
            }
        }
    }
    for (int64_t other = 0; other < 64; other++) {
        int64_t games = met[other][0] + met[other][1] + met[other][2];
        char sql[96];
        struct strbuf handle;
        if (games == 0) {
            continue;
        }
        others++;
        strbuf_init(&handle, &allocator_heap, 256);
        (void)snprintf(sql, sizeof(sql), "SELECT handle FROM person WHERE id = %lld", (long long)other);
        scene_sql_text(club->world.path, sql, &handle);
        const struct versus_row *row = NULL;
        for (size_t i = 0; i < page->versus_count; i++) {
            bool it = strncmp(page->versus[i].handle, handle.text, handle.len - 1) == 0;
            row = it ? &page->versus[i] : row;
            assert_true(i == 0 || page->versus[i - 1].games >= page->versus[i].games);
        }
        assert_non_null(row);
        assert_int_equal(row->games, games);
        assert_int_equal(row->won, met[other][0]);
        assert_int_equal(row->lost, met[other][1]);
        assert_int_equal(row->tied, met[other][2]);
        same_versus(club, f, name, handle.text, met[other]);
        strbuf_release(&handle);
    }
    assert_int_equal(page->versus_count, others);
}

static void same_page(const struct club *club, const struct stats_filter *filter, const char *name)
{
    struct error error = {.message = NULL};
    struct stats_filter f = *filter;
    struct player_page page;
    struct count count;
    f.player = span_from(name);
    MUST(service_player_page(club->service, &f, &page, &error));
    int64_t person = page.row.person;
    count_one(club, filter, person, &count);
    same_row(club, filter, &page.row, &count);
    assert_int_equal(page.streak, count.streak);
    assert_int_equal(page.best_streak, count.best_streak);
    assert_int_equal(page.drought, count.drought);
    assert_int_equal(page.nights_count, count.nights);
    same_nights(club, filter, person, &page);
    size_t sizes = 0;
    for (int seats = 1; seats < STATS_SIZES; seats++) {
        if (count.size_total[seats].n > 0) {
            const struct size_row *row = &page.sizes[sizes++];
            assert_int_equal(row->seats, seats);
            assert_int_equal(row->games, count.size_total[seats].n);
            assert_int_equal(row->wins, count.size_wins[seats]);
            is_wins(&row->win_points, &count.size_win[seats], seats * count.size_win[seats].n);
            is_score(club, filter, (struct which){-1, seats}, &row->mean_score, &count.size_total[seats]);
        }
    }
    assert_int_equal(page.sizes_count, sizes);
    for (size_t c = 0; c < page.categories_count; c++) {
        struct which which = {(int)c, 0};
        is_score(club, filter, which, &page.categories[c].mean, &count.category[c]);
        is_club(club, filter, which, &page.categories[c].club);
    }
    if (filter->game.len > 0) {
        is_club(club, filter, (struct which){-1, 0}, &page.club_score);
    } else {
        assert_false(page.club_score.known);
    }
    same_meetings(club, filter, name, person, &page);
    player_page_release(&page);
}

static void same_board(const struct club *club, const struct stats_filter *filter)
{
    struct error error = {.message = NULL};
    struct leaderboard board;
    struct count count;
    size_t people = 0;
    MUST(service_leaderboard(club->service, filter, ORDER_GAMES, &board, &error));
    for (size_t i = 0; i < board.count; i++) {
        count_one(club, filter, board.rows[i].person, &count);
        same_row(club, filter, &board.rows[i], &count);
        assert_true(i == 0 || board.rows[i - 1].games >= board.rows[i].games);
    }
    for (int64_t person = 1; person < 64; person++) {
        count_one(club, filter, person, &count);
        people += count.games > 0;
    }
    assert_int_equal(board.count, people);
    leaderboard_release(&board);
}

/* The best value of a kind, and how many share it: of a score, a margin, or a category. */
static void same_best(const struct club *club, const struct stats_filter *filter, const struct record_row *row,
                      const struct game *game)
{
    int64_t best = INT64_MIN;
    int64_t ties = 0;
    for (size_t i = 0; i < club->count; i++) {
        const struct result *r = &club->result[i];
        int64_t value = r->total;
        if (strcmp(r->game, row->game) != 0 || !is_meant(filter, r)) {
            continue;
        }
        if (row->category) {
            unsigned c = 0;
            while (strcmp(game->categories[c].id, row->category) != 0) {
                c++;
            }
            value = r->category[c];
        } else if (strcmp(row->kind, "margin") == 0) {
            int64_t second = INT64_MIN;
            for (size_t j = 0; j < club->count; j++) {
                bool other = j != i && club->result[j].id == r->id;
                second = other && club->result[j].total > second ? club->result[j].total : second;
                value = other && club->result[j].rank == 1 ? INT64_MIN : value;
            }
            if (r->rank != 1 || second == INT64_MIN || value == INT64_MIN) {
                continue;
            }
            value -= second;
        }
        ties = value > best ? 1 : ties + (value == best);
        best = value > best ? value : best;
    }
    assert_int_equal(row->value, best);
    assert_int_equal(row->ties, ties);
}

static void same_table(const struct club *club, const struct stats_filter *filter)
{
    struct error error = {.message = NULL};
    struct record_table table;
    size_t runs = 0;
    MUST(service_records(club->service, filter, &table, &error));
    for (size_t i = 0; i < table.count; i++) {
        same_best(club, filter, &table.rows[i], registry_newest(span_from(table.rows[i].game)));
    }
    for (int64_t person = 1; person < 64; person++) {
        struct count count;
        count_one(club, filter, person, &count);
        if (count.best_streak < 2) {
            continue;
        }
        runs++;
        bool shown = false;
        for (size_t i = 0; i < table.streaks_count; i++) {
            const struct streak_row *row = &table.streaks[i];
            shown = shown || (row->id == count.best_end && row->value == count.best_streak &&
                              row->going_on == (count.streak == count.best_streak));
        }
        assert_true(shown);
    }
    assert_int_equal(table.streaks_count, runs);
    for (size_t i = 1; i < runs; i++) {
        assert_true(table.streaks[i - 1].value >= table.streaks[i].value);
    }
    record_table_release(&table);
}

/* A range that is reversed would be refused. */
static void put_in_order(struct stats_filter *f)
{
    if (f->has_from && f->has_to && f->from > f->to) {
        int32_t later = f->from;
        f->from = f->to;
        f->to = later;
    }
}

static void test_recount(void **state)
{
    (void)state;
    static struct club club;
    static const char *const ALL[] = {"", "foret", "grandbois"};
    for (unsigned i = 0; i < test_cases(4); i++) {
        found(&club, 77 + i);
        read_results(&club);
        assert_true(club.count > GAMES);
        for (unsigned n = 0; n < 60; n++) {
            struct stats_filter f = {.game = span_from(ALL[n % 3])};
            f.has_from = prng_below(&club.prng, 2) == 0;
            f.has_to = prng_below(&club.prng, 2) == 0;
            assert_true(date_parse(span_from(NIGHTS[prng_below(&club.prng, NIGHTS_COUNT)]), &f.from));
            assert_true(date_parse(span_from(NIGHTS[prng_below(&club.prng, NIGHTS_COUNT)]), &f.to));
            put_in_order(&f);
            f.has_night = prng_below(&club.prng, 6) == 0;
            assert_true(date_parse(span_from(NIGHTS[prng_below(&club.prng, NIGHTS_COUNT)]), &f.night));
            f.level =
                prng_below(&club.prng, 4) == 0 ? span_from(LEVELS[prng_below(&club.prng, LEVELS_COUNT)]) : f.level;
            f.seats = prng_below(&club.prng, 4) == 0 ? (int)(1 + prng_below(&club.prng, 5)) : 0;
            f.place = prng_below(&club.prng, 4) == 0 ? SPAN_LITERAL("A") : f.place;
            if (n % 3 == 1 && prng_below(&club.prng, 4) == 0) {
                f.variant = span_from(prng_below(&club.prng, 2) ? "solo" : "standard");
            }
            same_board(&club, &f);
            same_table(&club, &f);
            same_page(&club, &f, NAMES[n % PEOPLE]);
        }
        world_must_be_sound(&club.world, club.service, "a recount");
        service_close(club.service);
        strbuf_release(&club.text);
        world_end(&club.world);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_recount)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
