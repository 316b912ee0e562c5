/*
 * Lines that say less, or nothing new, in the service: what the rules have
 * done already is accepted and not written down, and what goes without saying
 * is taken back with the line that it went before.
 */
#include "support/cmocka.h"

#include "support/open_club.h"
#include "support/own_catalogue.h"
#include "support/shipped.h"
#include "support/text.h"

/* A game of three with decks of the house; whose dial has been turned once, three times (nobody can use animals). */
static const char START[] =
    "*: deck 1 draft\n*: deck 2 draft\n*: deck 3 draft\n1: active 27 38 61\n2: active 21 31 53\n3: active 73 77 90\n";

static int64_t open_game(struct club *club, struct receipt *receipt)
{
    struct error error = {.message = NULL};
    const struct catalogue_document *house = shipped_document("ecos", "house");
    strbuf_clear(&club->text);
    own_catalogue_record("house", span_of(house->bytes, house->size), &club->text);
    strbuf_add(&club->text, "seat 3 Cy\n");
    MUST(world_game(&club->world, club->service, strbuf_text(&club->text), receipt, &error));
    MUST(world_moves(club->service, receipt->game, 0, START, receipt, &error));
    assert_int_equal(receipt->ply, 6);
    return receipt->game;
}

/* The moves of the exported record from ply `from` on. */
static const char *moves_from(struct club *club, int64_t game, unsigned from)
{
    strbuf_clear(&club->other);
    world_record(club->service, game, true, &club->other);
    const char *at = strstr(strbuf_text(&club->other), "\n\n") + 1;
    for (; from > 0; from--) {
        at = strchr(at + 1, '\n');
    }
    return at + 1;
}

static void what_the_rules_have_done_is_accepted_and_not_written_down(void **state)
{
    struct club *club = *state;
    struct error error = {.message = NULL};
    struct receipt receipt;
    int64_t game = open_game(club, &receipt);
    /* One is played, one says nothing new, one is refused: what was played is taken back, no more. */
    MUST_FAIL(world_moves(club->service, game, 6, "*: token animal\n1: turn\n2: charge 21\n", &receipt, &error),
              ERR_RULE, "ecos.not-your-turn");
    assert_int_equal(error.line, 3);
    MUST(world_moves(club->service, game, 6, "*: token animal\n", &receipt, &error));
    assert_int_equal(receipt.ply, 7);
    int64_t last = receipt.seq;
    int64_t size = club_size(club);

    MUST(world_moves(club->service, game, 7, "1: turn\n2: turn\n", &receipt, &error));
    assert_int_equal(receipt.ply, 7);
    assert_int_equal(receipt.seq, last);
    assert_int_equal(receipt.status, GAME_LIVE);
    assert_int_equal(club_size(club), size);

    MUST(world_moves(club->service, game, 7, "3: turn\n*: token sun\n", &receipt, &error));
    assert_int_equal(receipt.ply, 8);
    assert_string_equal(moves_from(club, game, 6), "*: token animal\n*: token sun\n");
    MUST(world_moves(club->service, game, 8, "1: charge 38\n", &receipt, &error));
    assert_string_equal(moves_from(club, game, 8), "1: charge 38 sun\n");
}

static void what_goes_without_saying_is_taken_back_with_its_line(void **state)
{
    struct club *club = *state;
    struct error error = {.message = NULL};
    struct receipt receipt;
    int64_t game = open_game(club, &receipt);
    MUST(world_moves(club->service, game, 6, "*: token animal\n*: token animal\n*: token stone\n", &receipt, &error));
    assert_int_equal(receipt.ply, 9);
    assert_string_equal(moves_from(club, game, 6), "*: token animal\n*: token animal\n*: token stone\n");
    MUST(service_back(club->service, AUTHOR_CLI, game, 9, 1, &receipt, &error));
    assert_int_equal(receipt.ply, 8);
    MUST(world_moves(club->service, game, 8, "2: look both\n2: leave 71\n", &receipt, &error)); /* the first waits */
    assert_string_equal(moves_from(club, game, 6), "*: token animal\n*: token animal\n*: token stone\n*: back 1\n"
                                                   "2: look both\n2: leave 71\n");
}

int main(void)
{
#define CLUB_TEST(name) cmocka_unit_test_setup_teardown(name, club_set_up, club_tear_down)
    const struct CMUnitTest tests[] = {
        CLUB_TEST(what_the_rules_have_done_is_accepted_and_not_written_down),
        CLUB_TEST(what_goes_without_saying_is_taken_back_with_its_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
