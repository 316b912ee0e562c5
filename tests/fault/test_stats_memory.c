/*
 * Memory runs out while statistics are answered: the Nth allocation of ours
 * fails, and the Nth of SQLite's, for every N until the answer comes. It is
 * refused or right, nothing leaks, and the next question is answered.
 */
#include "support/cmocka.h"

#include "base/date.h"
#include "rules/registry.h"
#include "service/statistics.h"
#include "support/setups.h"
#include "support/sqlite_memory.h"
#include "support/text.h"
#include "support/world.h"
#include "wire/stats.h"

/* ---- the questions ---- */

struct question {
    const char *what;
    struct stats_filter filter;
    struct span card;
    /* Appends the answer; JSON, so that all of it is compared. */
    enum err (*ask)(struct service *service, const struct question *question, struct strbuf *out, struct error *error);
};

static enum err ask_board(struct service *service, const struct question *q, struct strbuf *out, struct error *error)
{
    struct leaderboard board;
    enum err err = service_leaderboard(service, &q->filter, ORDER_RATING, &board, error);
    if (err == ERR_OK) {
        err = wire_leaderboard(&board, out, error);
        leaderboard_release(&board);
    }
    return err;
}

static enum err ask_cards(struct service *service, const struct question *q, struct strbuf *out, struct error *error)
{
    struct card_table table;
    enum err err = service_cards(service, &q->filter, q->card, true, &table, error);
    if (err == ERR_OK) {
        err = wire_cards(&table, out, error);
        card_table_release(&table);
    }
    return err;
}

static enum err ask_player(struct service *service, const struct question *q, struct strbuf *out, struct error *error)
{
    struct player_page page;
    enum err err = service_player_page(service, &q->filter, &page, error);
    if (err == ERR_OK) {
        err = wire_player_page(&page, out, error);
        player_page_release(&page);
    }
    return err;
}

static enum err ask_versus(struct service *service, const struct question *q, struct strbuf *out, struct error *error)
{
    struct arena arena;
    struct versus_row row;
    int64_t log_size = 0;
    arena_init(&arena, &allocator_heap, 1 << 16);
    enum err err = service_versus(service, q->filter.game, SPAN_LITERAL("Ada"), SPAN_LITERAL("Bea"), &arena, &row,
                                  &log_size, error);
    if (err == ERR_OK) {
        err = wire_versus(&row, log_size, out, error);
    }
    arena_release(&arena);
    return err;
}

static enum err ask_night(struct service *service, const struct question *q, struct strbuf *out, struct error *error)
{
    struct night_page page;
    enum err err = service_night_page(service, &q->filter, &page, error);
    if (err == ERR_OK) {
        err = wire_night_page(&page, out, error);
        night_page_release(&page);
    }
    return err;
}

static enum err ask_records(struct service *service, const struct question *q, struct strbuf *out, struct error *error)
{
    struct record_table table;
    enum err err = service_records(service, &q->filter, &table, error);
    if (err == ERR_OK) {
        err = wire_records(&table, out, error);
        record_table_release(&table);
    }
    return err;
}

static enum err ask_history(struct service *service, const struct question *q, struct strbuf *out, struct error *error)
{
    struct rating_history history;
    enum err err = service_rating_history(service, &q->filter, &history, error);
    if (err == ERR_OK) {
        err = wire_rating_history(&history, out, error);
        rating_history_release(&history);
    }
    return err;
}

#define TEXT(literal)                \
    {                                \
        literal, sizeof(literal) - 1 \
    }

static const struct question QUESTIONS[] = {
    {"leaderboard from sums", {.seats = 0}, TEXT(""), ask_board},
    {"leaderboard of a place", {.game = TEXT("foret"), .place = TEXT("Hall")}, TEXT(""), ask_board},
    {"cards from sums", {.game = TEXT("foret")}, TEXT(""), ask_cards},
    {"cards of a place", {.game = TEXT("foret"), .place = TEXT("Hall")}, TEXT(""), ask_cards},
    {"cards of a player", {.game = TEXT("foret"), .player = TEXT("Ada")}, TEXT(""), ask_cards},
    {"cards of a catalogue", {.game = TEXT("ecos"), .place = TEXT("Hall")}, TEXT(""), ask_cards},
    {"one card", {.game = TEXT("grandbois")}, TEXT("fox"), ask_cards},
    {"a player", {.game = TEXT("foret"), .player = TEXT("Ada"), .place = TEXT("Hall")}, TEXT(""), ask_player},
    {"one against another", {.seats = 0}, TEXT(""), ask_versus},
    {"a night", {.has_night = true, .night = 20000}, TEXT(""), ask_night},
    {"records", {.seats = 0}, TEXT(""), ask_records},
    {"history", {.seats = 0}, TEXT(""), ask_history},
};

/* ---- the club ---- */

struct table {
    struct world world;
    struct strbuf text;
    bool had[3];
};

static void take_setup(void *context, const struct setup *setup)
{
    static const char *const GAMES[] = {"foret", "grandbois", "ecos"};
    static const char *const NAMES[] = {"Ada", "Bea", "Cyd", "Dee"};
    struct table *table = context;
    struct span names[3];
    for (unsigned i = 0; i < 3; i++) {
        bool wanted = strcmp(setup->game->name.id, GAMES[i]) == 0 && setup->seats == 3 &&
                      strcmp(setup->game->levels[setup->level].name.id, "table") == 0;
        for (unsigned n = 0; wanted && !table->had[i] && n < (i == 0 ? 4 : 1); n++) {
            struct strbuf record;
            for (unsigned s = 0; s < 3; s++) {
                names[s] = span_from(NAMES[(s + n) % 4]);
            }
            strbuf_init(&record, &allocator_heap, RECORD_BYTES);
            world_simulate(&table->world, setup, n, names, &record);
            struct span rest = span_skip(strbuf_span(&record), strlen("dendro 1\n"));
            char day[DATE_SIZE];
            date_format(20000 + (int32_t)n / 2 * 40, day);
            text_format(&table->text, "dendro 1\nnight %s\nplace Hall\n", day);
            strbuf_add_span(&table->text, rest);
            strbuf_add_char(&table->text, '\n');
            strbuf_release(&record);
        }
        table->had[i] = table->had[i] || wanted;
    }
}

static void fill(struct table *table)
{
    world_begin(&table->world);
    strbuf_init(&table->text, &allocator_heap, 8 << 20);
    setups_visit(take_setup, table);
    assert_true(table->had[0] && table->had[1] && table->had[2]);
    struct service *service = world_open(&table->world, SERVICE_CREATE);
    struct import_tally tally = world_import(service, strbuf_span(&table->text), NULL);
    assert_int_equal(tally.added, 6);
    service_close(service);
}

static void test_questions(void **state)
{
    (void)state;
    static struct table table;
    struct strbuf wanted;
    struct strbuf said;
    long stride = 100 / (long)test_cases(100); /* scaled down: some of them */
    stride = stride > 1 ? stride : 1;
    fill(&table);
    strbuf_init(&wanted, &allocator_heap, 8 << 20);
    strbuf_init(&said, &allocator_heap, 8 << 20);
    for (size_t i = 0; i < sizeof(QUESTIONS) / sizeof(QUESTIONS[0]); i++) {
        const struct question *q = &QUESTIONS[i];
        struct error error = {.message = NULL};
        struct service *service = world_open(&table.world, SERVICE_READ);
        strbuf_clear(&wanted);
        MUST(q->ask(service, q, &wanted, &error));
        service_close(service);
        for (int whose = 0; whose < 2; whose++) { /* ours, SQLite's */
            for (long n = 1;; n += stride) {
                service = world_open(&table.world, SERVICE_READ);
                failing_alloc_arm(&table.world.memory, whose == 0 ? n : 0);
                sqlite_memory_arm(whose == 0 ? 0 : n);
                strbuf_clear(&said);
                enum err err = q->ask(service, q, &said, &error);
                bool fired = table.world.memory.fired || sqlite_memory_fired();
                failing_alloc_arm(&table.world.memory, 0);
                sqlite_memory_arm(0);
                if (err != ERR_OK && (!fired || err != ERR_MEMORY)) {
                    fail_msg("%s, allocation %ld of %s: %s", q->what, n, whose ? "SQLite's" : "ours",
                             error.message ? error.message->id : "?");
                }
                if (err != ERR_OK) { /* and now there is memory again */
                    strbuf_clear(&said);
                    MUST(q->ask(service, q, &said, &error));
                }
                assert_string_equal(strbuf_text(&said), strbuf_text(&wanted));
                service_close(service);
                if (!fired) {
                    break;
                }
            }
        }
        print_message("%s\n", q->what);
    }
    strbuf_release(&wanted);
    strbuf_release(&said);
    strbuf_release(&table.text);
    world_end(&table.world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_questions)};
    return cmocka_run_group_tests(tests, sqlite_memory_set_up, NULL);
}
