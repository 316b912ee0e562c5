/* Derived games, seats and facts, and lists of games against a list that is searched by hand. */
#include "support/cmocka.h"

#include "base/prng.h"
#include "support/scene.h"
#include "support/text.h"

static struct error error;

static enum err copy_game(void *context, const struct store_game *game, struct error *inner)
{
    (void)inner;
    struct store_game *out = context;
    *out = *game;
    /* spans do not outlive the call: check them here */
    assert_true(game->game.len == 0 || span_is(game->game, "foret") || span_is(game->game, "ecos"));
    return ERR_OK;
}

static enum err same_game(void *context, const struct store_game *game, struct error *inner)
{
    (void)inner;
    const struct store_game *expected = context;
    assert_int_equal(game->id, expected->id);
    assert_true(span_equal(game->game, expected->game));
    assert_int_equal(game->rules, expected->rules);
    assert_true(span_equal(game->variant, expected->variant));
    assert_true(span_equal(game->level, expected->level));
    assert_int_equal(game->seats, expected->seats);
    assert_true(span_equal(game->status, expected->status));
    assert_int_equal(game->source, expected->source);
    assert_int_equal(game->last, expected->last);
    assert_int_equal(game->plies, expected->plies);
    assert_int_equal(game->has_played, expected->has_played);
    assert_int_equal(game->played, expected->has_played ? expected->played : 0);
    assert_int_equal(game->has_day, expected->has_day);
    assert_int_equal(game->day, expected->has_day ? expected->day : 0);
    assert_int_equal(game->has_margin, expected->has_margin);
    assert_int_equal(game->margin, expected->has_margin ? expected->margin : 0);
    assert_true(span_equal(game->verdict, expected->verdict));
    assert_true(span_equal(game->digest, expected->digest));
    return ERR_OK;
}

struct seats {
    const struct store_seat *expected;
    unsigned count;
};

static enum err same_seat(void *context, const struct store_seat *seat, struct error *inner)
{
    (void)inner;
    struct seats *seats = context;
    const struct store_seat *expected = &seats->expected[seats->count++];
    assert_int_equal(seat->game, expected->game);
    assert_int_equal(seat->seat, expected->seat);
    assert_int_equal(seat->person, expected->person);
    assert_int_equal(seat->has_result, expected->has_result);
    assert_int_equal(seat->total, expected->has_result ? expected->total : 0);
    assert_int_equal(seat->rank, expected->has_result ? expected->rank : 0);
    assert_int_equal(seat->has_win, expected->has_win);
    assert_int_equal(seat->win, expected->has_win ? expected->win : 0);
    assert_true(span_equal(seat->categories, expected->categories));
    return ERR_OK;
}

static void check_game(struct store *store, const struct scene_game *game, unsigned seats, struct span facts)
{
    struct store_game expected = game->game;
    struct seats found = {game->seats, 0};
    struct span stored;
    MUST(store_game(store, expected.id, same_game, &expected, &error));
    MUST(store_seats(store, expected.id, same_seat, &found, &error));
    assert_int_equal(found.count, seats);
    if (facts.len > 0) {
        MUST(store_facts(store, expected.id, &stored, &error));
        assert_true(span_equal(stored, facts));
    } else {
        MUST_FAIL(store_facts(store, expected.id, &stored, &error), ERR_NOT_FOUND, "store.no-facts");
        assert_int_equal(stored.len, 0);
    }
}

static void a_game_is_replaced_as_a_whole(void **unused)
{
    (void)unused;
    struct scene scene;
    struct scene_game game;
    scene_begin(&scene);
    struct store *store = scene_open(&scene, STORE_CREATE);
    MUST(store_begin(store, &error));
    MUST_FAIL(store_game(store, 5, copy_game, NULL, &error), ERR_NOT_FOUND, "store.no-game");
    assert_string_equal(error.arg[0], "5");

    scene_game(5, 1, 4, &game);
    struct span facts = span_of(game.facts, sizeof(game.facts));
    MUST(store_game_put(store, &game.game, game.seats, 4, facts, &error));
    check_game(store, &game, 4, facts);

    /* A live solo game: fewer seats, no results, no facts, and what solo games have. */
    scene_game(5, 8, 1, &game);
    game.game.status = SPAN_LITERAL("live");
    game.game.has_played = false;
    game.game.has_day = false;
    game.game.has_margin = true;
    game.game.margin = -12;
    game.game.verdict = SPAN_LITERAL("loss");
    game.game.digest = (struct span){0};
    game.seats[0].has_result = false;
    game.seats[0].has_total = false;
    game.seats[0].has_win = false;
    game.seats[0].categories = (struct span){0};
    MUST(store_game_put(store, &game.game, game.seats, 1, (struct span){0}, &error));
    check_game(store, &game, 1, (struct span){0});

    uint8_t digest[SHA256_SIZE];
    memset(digest, 9, sizeof(digest));
    MUST(store_game_touch(store, 5, 77, 33, digest, &error));
    game.game.last = 77;
    game.game.plies = 33;
    game.game.digest = span_of((const char *)digest, sizeof(digest));
    check_game(store, &game, 1, (struct span){0});
    MUST_FAIL_KEPT(store, store_game_touch(store, 6, 77, 33, digest, &error), ERR_NOT_FOUND, "store.no-game");

    game.game.status = SPAN_LITERAL("odd");
    MUST_FAIL_KEPT(store, store_game_put(store, &game.game, game.seats, 1, facts, &error), ERR_CONFLICT,
                   "store.conflict");
    MUST(store_commit(store, &error));
    store_close(store);
    scene_end(&scene);
}

static void facts_are_lent_until_the_next_ones(void **unused)
{
    (void)unused;
    struct scene scene;
    scene_begin(&scene);
    struct store *store = scene_open(&scene, STORE_CREATE);
    static char large[100000];
    memset(large, 7, sizeof(large));
    struct scene_game game;
    struct span facts;
    int64_t size = 0;
    MUST(store_begin(store, &error));
    scene_add_game(store, 1, 1, 2);
    scene_game(2, 1, 2, &game);
    MUST(store_game_put(store, &game.game, game.seats, 2, span_of(large, sizeof(large)), &error));
    MUST(store_facts(store, 1, &facts, &error));
    MUST(store_log_size(store, &size, &error)); /* other calls leave them alone */
    scene_add_game(store, 3, 1, 2);
    assert_int_equal(facts.len, sizeof(game.facts));
    assert_int_equal(facts.ptr[39], 1);
    MUST(store_facts(store, 2, &facts, &error));
    assert_true(span_equal(facts, span_of(large, sizeof(large))));
    if (!test_on_server()) { /* where each question needs some */
        failing_alloc_arm(&scene.memory, 1);
        enum err err = store_facts(store, 1, &facts, &error); /* has room already */
        failing_alloc_arm(&scene.memory, 0);
        assert_int_equal(err, ERR_OK);
    }
    MUST(store_commit(store, &error));
    store_close(store);

    store = scene_open(&scene, STORE_READ);
    failing_alloc_arm(&scene.memory, 1);
    MUST_FAIL(store_facts(store, 2, &facts, &error), ERR_MEMORY, "memory");
    failing_alloc_arm(&scene.memory, 0);
    MUST(store_facts(store, 2, &facts, &error));
    assert_int_equal(facts.len, sizeof(large));
    store_close(store);
    scene_end(&scene);
}

enum { GAMES = 120, PEOPLE = 6 };

struct model {
    struct scene_game games[GAMES + 1];
};

static void fill(struct store *store, struct model *model, struct prng *prng)
{
    static const char *const status[] = {"live", "finished", "finished", "finished", "abandoned", "void"};
    for (int64_t i = 1; i <= GAMES; i++) {
        struct scene_game *game = &model->games[i];
        unsigned seats = 1 + prng_below(prng, 4);
        scene_game(i, 1 + prng_below(prng, PEOPLE), seats, game);
        for (unsigned k = 0; k < seats; k++) {
            game->seats[k].person = 1 + prng_below(prng, PEOPLE); /* somebody may sit twice */
        }
        game->game.game = prng_below(prng, 3) == 0 ? SPAN_LITERAL("ecos") : SPAN_LITERAL("foret");
        game->game.status = span_from(status[prng_below(prng, 6)]);
        game->game.has_day = prng_below(prng, 5) != 0;
        game->game.day = (int64_t)prng_below(prng, 20) - 5;
        MUST(store_game_put(store, &game->game, game->seats, seats, (struct span){0}, &error));
    }
}

static bool fits(const struct scene_game *game, const struct store_game_filter *filter)
{
    bool seated = filter->person == 0;
    for (int64_t i = 0; i < game->game.seats; i++) {
        seated = seated || game->seats[i].person == filter->person;
    }
    bool days = filter->since != INT64_MIN || filter->until != INT64_MAX;
    bool in_time = !days || (game->game.has_day && game->game.day >= filter->since && game->game.day <= filter->until);
    return seated && in_time && (filter->game.len == 0 || span_equal(filter->game, game->game.game)) &&
           (filter->status.len == 0 || span_equal(filter->status, game->game.status)) && game->game.id > filter->after;
}

struct list {
    struct model *model;
    const struct store_game_filter *filter;
    int64_t last;
    int64_t count;
};

static enum err check_listed(void *context, const struct store_game *game, struct error *inner)
{
    struct list *list = context;
    for (int64_t i = list->last + 1; i < game->id; i++) {
        assert_false(fits(&list->model->games[i], list->filter)); /* none is left out */
    }
    assert_true(game->id > list->last);
    assert_true(fits(&list->model->games[game->id], list->filter));
    list->last = game->id;
    list->count++;
    struct store_game expected = list->model->games[game->id].game;
    return same_game(&expected, game, inner);
}

static void lists_of_games_are_what_a_search_by_hand_finds(void **unused)
{
    (void)unused;
    static struct model model;
    struct scene scene;
    struct prng prng;
    prng_seed(&prng, 42);
    scene_begin(&scene);
    struct store *store = scene_open(&scene, STORE_CREATE);
    MUST(store_begin(store, &error));
    fill(store, &model, &prng);
    MUST(store_commit(store, &error));
    static const char *const status[] = {"", "", "live", "finished", "abandoned", "void", "nonsense"};
    static const char *const games[] = {"", "", "foret", "ecos", "chess"};
    for (unsigned i = 0; i < test_cases(2000); i++) {
        struct store_game_filter filter = {
            .game = span_from(games[prng_below(&prng, 5)]),
            .status = span_from(status[prng_below(&prng, 7)]),
            .since = prng_below(&prng, 2) == 0 ? INT64_MIN : (int64_t)prng_below(&prng, 22) - 6,
            .until = prng_below(&prng, 2) == 0 ? INT64_MAX : (int64_t)prng_below(&prng, 22) - 6,
            .person = prng_below(&prng, 2) == 0 ? 0 : prng_below(&prng, PEOPLE + 2),
            .after = prng_below(&prng, 3) == 0 ? prng_below(&prng, GAMES + 5) : 0,
            .limit = prng_below(&prng, 3) == 0 ? 1 + prng_below(&prng, 9) : 0,
        };
        struct list list = {&model, &filter, filter.after, 0};
        MUST(store_games(store, &filter, check_listed, &list, &error));
        if (filter.limit > 0 && list.count == filter.limit) {
            continue;
        }
        assert_true(filter.limit == 0 || list.count < filter.limit);
        for (int64_t k = list.last + 1; k <= GAMES; k++) {
            assert_false(fits(&model.games[k], &filter));
        }
    }
    store_close(store);
    scene_end(&scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_game_is_replaced_as_a_whole),
        cmocka_unit_test(facts_are_lent_until_the_next_ones),
        cmocka_unit_test(lists_of_games_are_what_a_search_by_hand_finds),
    };
    return cmocka_run_group_tests_name("store games", tests, NULL, NULL);
}
