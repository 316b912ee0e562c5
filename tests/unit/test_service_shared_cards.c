/* Sums of cards over clubs: when a row is shown, when it changes, and when it must not, so that no difference tells of one club. */
#include "support/cmocka.h"

#include "base/fnv.h"
#include "service/shared_cards.h"
#include "support/world.h"
#include "wire/stats.h"

enum { CLUBS = 7 };

struct stage {
    struct world world[CLUBS];
    struct service *service[CLUBS]; /* writes */
    struct service *reader[CLUBS];
    unsigned games;
    struct catalogues catalogues;
    struct shared_cards *shown;
    struct strbuf text;
    struct strbuf answer;
};

static void play(struct stage *stage, unsigned club)
{
    strbuf_clear(&stage->text);
    stage->games++;
    world_foret(&stage->world[club], "standard", "table", 3 + stage->games % 3, stage->games, &stage->text);
    assert_int_equal(world_import(stage->service[club], strbuf_span(&stage->text), NULL).added, 1);
}

static int set_up(void **state)
{
    static struct stage stage;
    static const struct catalogue_documents none = {.count = 0};
    stage = (struct stage){.games = 0};
    strbuf_init(&stage.text, &allocator_heap, 1 << 20);
    strbuf_init(&stage.answer, &allocator_heap, 1 << 20);
    catalogues_init(&stage.catalogues, &allocator_heap, NULL, &none);
    stage.shown = shared_cards_new(&allocator_heap, &stage.catalogues);
    assert_non_null(stage.shown);
    for (unsigned i = 0; i < CLUBS; i++) {
        world_begin(&stage.world[i]);
        stage.service[i] = world_open(&stage.world[i], SERVICE_CREATE);
        stage.reader[i] = world_open(&stage.world[i], SERVICE_READ);
        play(&stage, i);
    }
    *state = &stage;
    return 0;
}

static int tear_down(void **state)
{
    struct stage *stage = *state;
    shared_cards_free(stage->shown);
    catalogues_release(&stage->catalogues);
    strbuf_release(&stage->text);
    strbuf_release(&stage->answer);
    for (unsigned i = 0; i < CLUBS; i++) {
        service_close(stage->reader[i]);
        service_close(stage->service[i]);
        world_end(&stage->world[i]);
    }
    return 0;
}

/* The clubs of a set of bits are called 10, 20, … */
static struct shared_clubs clubs(unsigned set, uint64_t out[CLUBS])
{
    struct shared_clubs all = {out, 0};
    for (unsigned i = 0; i < CLUBS; i++) {
        if (set & 1u << i) {
            out[all.count++] = 10 * (i + 1);
        }
    }
    return all;
}

/* A round in which those of `read` can be read; `agreed` agree. */
static void publish(struct stage *stage, unsigned read, unsigned agreed)
{
    struct error error = {.message = NULL};
    uint64_t memory[CLUBS];
    const struct shared_clubs all = clubs(agreed, memory);
    struct shared_cards *round = shared_cards_new(&allocator_heap, &stage->catalogues);
    assert_non_null(round);
    for (unsigned i = 0; i < CLUBS; i++) {
        if (read & 1u << i) {
            MUST(shared_cards_add(round, 10 * (i + 1), stage->reader[i], &error));
        }
    }
    MUST(shared_cards_publish(stage->shown, round, &all, &error));
    shared_cards_free(round);
}

/* The answer, but for how many clubs there are in all. */
static uint64_t shown(struct stage *stage, size_t *rows, int64_t *of)
{
    struct error error = {.message = NULL};
    struct card_table table;
    MUST(shared_cards_table(stage->shown, SPAN_LITERAL("foret"), (struct span){NULL, 0}, &table, &error));
    *rows = table.count;
    *of = table.count > 0 ? table.rows[0].clubs : 0;
    table.clubs = 0;
    strbuf_clear(&stage->answer);
    MUST(wire_shared_cards(&table, &stage->answer, &error));
    card_table_release(&table);
    return fnv_add(FNV_START, strbuf_span(&stage->answer));
}

static void expect_none(struct stage *stage)
{
    size_t rows = 1;
    int64_t of = 0;
    (void)shown(stage, &rows, &of);
    assert_int_equal(rows, 0);
}

static uint64_t expect_of(struct stage *stage, int64_t clubs_shown)
{
    size_t rows = 0;
    int64_t of = 0;
    uint64_t hash = shown(stage, &rows, &of);
    assert_true(rows > 0);
    assert_int_equal(of, clubs_shown);
    return hash;
}

static void five_are_shown(void **state)
{
    struct stage *stage = *state;
    expect_none(stage);
    publish(stage, 0x0f, 0x0f);
    expect_none(stage);
    publish(stage, 0x1f, 0x1f);
    (void)expect_of(stage, 5);
}

/* Four that play, or two that join, would be told apart; the fifth change lets all of them in. */
static void few_changes_wait(void **state)
{
    struct stage *stage = *state;
    publish(stage, 0x1f, 0x1f);
    uint64_t first = expect_of(stage, 5);
    publish(stage, 0x7f, 0x7f);
    assert_true(expect_of(stage, 5) == first);
    for (unsigned i = 0; i < 2; i++) {
        play(stage, i);
        publish(stage, 0x7f, 0x7f);
        assert_true(expect_of(stage, 5) == first);
    }
    play(stage, 2);
    publish(stage, 0x7f, 0x7f);
    assert_true(expect_of(stage, 7) != first);
}

static void who_leaves_is_out_at_once(void **state)
{
    struct stage *stage = *state;
    uint64_t memory[CLUBS];
    publish(stage, 0x3f, 0x3f);
    uint64_t first = expect_of(stage, 6);
    const struct shared_clubs without = clubs(0x3e, memory);
    assert_true(shared_cards_withdraw(stage->shown, &without));
    expect_none(stage);
    publish(stage, 0x3e, 0x3e); /* the rest would tell by the difference what it had */
    expect_none(stage);
    publish(stage, 0x3f, 0x3f);
    assert_true(expect_of(stage, 6) == first); /* it agrees again */
    for (unsigned i = 1; i < 5; i++) {
        play(stage, i);
    }
    publish(stage, 0x3e, 0x3e);
    (void)expect_of(stage, 5);
    const struct shared_clubs none = {memory, 0};
    assert_true(shared_cards_withdraw(stage->shown, &none));
    expect_none(stage);
}

/* Four that are left are four, however many have changed. */
static void four_that_are_left_are_not_shown(void **state)
{
    struct stage *stage = *state;
    publish(stage, 0x1f, 0x1f);
    (void)expect_of(stage, 5);
    for (unsigned i = 1; i < 5; i++) {
        play(stage, i);
    }
    publish(stage, 0x1e, 0x1e);
    expect_none(stage);
}

/* A broken disk takes nobody's agreement back, and hides nothing. */
static void who_cannot_be_read_stays(void **state)
{
    struct stage *stage = *state;
    publish(stage, 0x1f, 0x1f);
    uint64_t first = expect_of(stage, 5);
    publish(stage, 0x0f, 0x1f);
    assert_true(expect_of(stage, 5) == first);
    publish(stage, 0x00, 0x1f);
    assert_true(expect_of(stage, 5) == first);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(five_are_shown, set_up, tear_down),
        cmocka_unit_test_setup_teardown(few_changes_wait, set_up, tear_down),
        cmocka_unit_test_setup_teardown(who_leaves_is_out_at_once, set_up, tear_down),
        cmocka_unit_test_setup_teardown(four_that_are_left_are_not_shown, set_up, tear_down),
        cmocka_unit_test_setup_teardown(who_cannot_be_read_stays, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
