/*
 * What cards are worth, as questions get it: fitted once for all who ask the
 * same, never older than the games, and the same as a fit of one's own.
 */
#include "support/cmocka.h"

#include "service/statistics.h"
#include "service/worths.h"
#include "support/world.h"

enum { GAMES = 12 };

struct club {
    struct world world;
    struct worths worths;
    struct service *writer;
    struct service *keeps; /* a reader that shares its fits */
    struct service *alone; /* one that fits each time */
    struct strbuf text;
    unsigned number;
    int64_t live;
};

static void add_finished(struct club *club)
{
    strbuf_clear(&club->text);
    world_foret(&club->world, "standard", "table", 3 + club->number % 2, club->number, &club->text);
    club->number++;
    assert_int_equal(world_import(club->writer, strbuf_span(&club->text), NULL).added, 1);
}

static int set_up(void **state)
{
    static struct club club;
    struct error error = {.message = NULL};
    struct receipt receipt;
    club = (struct club){.number = 1};
    world_begin(&club.world);
    worths_init(&club.worths, &allocator_heap);
    strbuf_init(&club.text, &allocator_heap, 1 << 20);
    club.writer = world_open(&club.world, SERVICE_CREATE);
    for (int i = 0; i < GAMES; i++) {
        add_finished(&club);
    }
    MUST(world_game(&club.world, club.writer, "dendro 1\ngame foret\nseat 1 Zoe\nseat 2 Bob\nseat 3 Eve\n", &receipt,
                    &error));
    club.live = receipt.game;
    club.alone = world_open(&club.world, SERVICE_READ);
    club.world.options.worths = &club.worths;
    club.keeps = world_open(&club.world, SERVICE_READ);
    *state = &club;
    return 0;
}

static int tear_down(void **state)
{
    struct club *club = *state;
    service_close(club->writer);
    service_close(club->keeps);
    service_close(club->alone);
    strbuf_release(&club->text);
    worths_release(&club->worths);
    world_end(&club->world);
    return 0;
}

static unsigned kept(const struct club *club)
{
    unsigned count = 0;
    for (size_t i = 0; i < WORTHS_KEPT; i++) {
        assert_int_not_equal(club->worths.kept[i].state, WORTHS_MAKING);
        count += club->worths.kept[i].state == WORTHS_READY;
    }
    return count;
}

static struct card_table ask(struct service *service, const struct stats_filter *filter, const char *card)
{
    struct error error = {.message = NULL};
    struct card_table table;
    MUST(service_cards(service, filter, span_from(card), true, &table, &error));
    return table;
}

/* Both readers say the same, to the bit; returns how many cards have a worth. */
static unsigned must_agree(const struct club *club, const struct stats_filter *filter, const char *card)
{
    unsigned known = 0;
    struct card_table a = ask(club->keeps, filter, card);
    struct card_table b = ask(club->alone, filter, card);
    assert_int_equal(a.count, b.count);
    for (size_t i = 0; i < a.count; i++) {
        const struct figure *x = &a.rows[i].worth;
        const struct figure *y = &b.rows[i].worth;
        assert_int_equal(x->known, y->known);
        assert_int_equal(x->bounded, x->known);
        assert_memory_equal(&x->value, &y->value, sizeof(x->value));
        assert_memory_equal(&x->lo, &y->lo, sizeof(x->lo));
        assert_memory_equal(&x->hi, &y->hi, sizeof(x->hi));
        assert_true(!x->known || (x->lo < x->value && x->value < x->hi));
        known += x->known;
    }
    card_table_release(&a);
    card_table_release(&b);
    return known;
}

static const struct stats_filter FORET = {.game = {"foret", 5}};

static void one_fit_for_all_pages(void **state)
{
    struct club *club = *state;
    struct stats_filter threes = FORET;
    threes.seats = 3;
    assert_int_equal(must_agree(club, &FORET, NULL), 11);
    assert_int_equal(must_agree(club, &FORET, "bee"), 1);
    assert_int_equal(must_agree(club, &FORET, "wolf"), 1);
    assert_int_equal(kept(club), 1);
    assert_int_equal(must_agree(club, &threes, NULL), 11);
    assert_int_equal(kept(club), 2);
}

static void a_move_changes_nothing(void **state)
{
    struct club *club = *state;
    struct error error = {.message = NULL};
    struct receipt receipt;
    (void)must_agree(club, &FORET, NULL);
    MUST(world_moves(club->writer, club->live, -1, "1: bee 0,0\n2: fox 0,0", &receipt, &error));
    (void)must_agree(club, &FORET, NULL);
    MUST(service_back(club->writer, AUTHOR_CLI, club->live, 2, 1, &receipt, &error));
    MUST(service_abandon(club->writer, AUTHOR_CLI, club->live, SPAN_LITERAL("late"), &receipt, &error));
    (void)must_agree(club, &FORET, NULL);
    assert_int_equal(kept(club), 1);
}

static void what_was_finished_is_in_it(void **state)
{
    struct club *club = *state;
    struct error error = {.message = NULL};
    struct receipt receipt;
    char one[PERSON_HANDLE];
    char two[PERSON_HANDLE];
    (void)must_agree(club, &FORET, NULL);
    add_finished(club);
    (void)must_agree(club, &FORET, NULL);
    assert_int_equal(kept(club), 2);
    MUST(service_void(club->writer, AUTHOR_CLI, 3, SPAN_LITERAL("played twice"), &receipt, &error));
    (void)must_agree(club, &FORET, NULL);
    assert_int_equal(kept(club), 3);
    strbuf_clear(&club->text);
    world_foret(&club->world, "standard", "table", 4, 500, &club->text);
    MUST(world_correct(&club->world, club->writer, 5, strbuf_text(&club->text), "mistyped", &receipt, &error));
    (void)must_agree(club, &FORET, NULL);
    assert_int_equal(kept(club), 4);
    MUST(service_person_find(club->writer, SPAN_LITERAL("Bob"), one, &error)); /* who has finished no game */
    MUST(service_person_find(club->writer, SPAN_LITERAL("Bot 2"), two, &error));
    MUST(service_person_merge(club->writer, AUTHOR_CLI, span_from(two), span_from(one), &error));
    (void)must_agree(club, &FORET, NULL);
    assert_int_equal(kept(club), 5);
}

static void a_player_has_none(void **state)
{
    struct club *club = *state;
    struct stats_filter filter = FORET;
    filter.player = SPAN_LITERAL("Bot 1");
    assert_int_equal(must_agree(club, &filter, NULL), 0);
    assert_int_equal(kept(club), 0);
}

/* What a writer sees before it commits is for nobody else. */
static void a_writer_keeps_nothing(void **state)
{
    struct club *club = *state;
    struct error error = {.message = NULL};
    service_close(club->writer);
    club->writer = world_open(&club->world, SERVICE_WRITE); /* with the shared fits in its options */
    struct receipt receipt;
    strbuf_clear(&club->text);
    world_foret(&club->world, "standard", "table", 4, 500, &club->text);
    MUST(service_begin(club->writer, &error));
    MUST(world_take(&club->world, club->writer, strbuf_text(&club->text), &receipt, &error));
    struct card_table table = ask(club->writer, &FORET, NULL);
    assert_true(table.rows[0].worth.known);
    card_table_release(&table);
    service_rollback(club->writer);
    assert_int_equal(kept(club), 0);
}

static enum err run_out(void *context, struct error *error)
{
    int *left = context;
    return *left > 0 && --*left > 0 ? ERR_OK : error_put(error, &MSG_DEADLINE);
}

/* A question whose time is over leaves no place occupied: the next one is answered. */
static void a_deadline_leaves_nothing_behind(void **state)
{
    struct club *club = *state;
    struct error error = {.message = NULL};
    unsigned ended = 0;
    enum err err = ERR_BUSY;
    for (int allowed = 1; err != ERR_OK; allowed += 1 + allowed / 4) {
        int left = allowed;
        struct deadline deadline = {run_out, &left, 10};
        struct card_table table;
        service_deadline(club->keeps, &deadline);
        err = service_cards(club->keeps, &FORET, span_from(NULL), true, &table, &error);
        service_deadline(club->keeps, NULL);
        assert_true(err == ERR_OK || err == ERR_BUSY);
        ended += err == ERR_BUSY;
        assert_int_equal(kept(club), err == ERR_OK);
        if (err == ERR_OK) {
            card_table_release(&table);
        }
    }
    assert_true(ended > 10);
    assert_int_equal(must_agree(club, &FORET, NULL), 11);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(one_fit_for_all_pages, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_move_changes_nothing, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_was_finished_is_in_it, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_player_has_none, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_writer_keeps_nothing, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_deadline_leaves_nothing_behind, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
