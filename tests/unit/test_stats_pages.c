/* Runs, records and evenings: stretches put together are the whole, groups merge in any order, and bytes come back. */
#include "base/prng.h"
#include "stats/evening.h"
#include "stats/holders.h"
#include "stats/runs.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

enum { GAMES = 40, ROUNDS = 500 };

static void test_stretches_make_a_career(void **state)
{
    (void)state;
    struct prng prng;
    prng_seed(&prng, 1);
    for (int round = 0; round < ROUNDS; round++) {
        struct run whole = {.games = 0};
        struct run joined = {.games = 0};
        struct run stretch = {.games = 0};
        int64_t now = 0;
        int64_t best = 0;
        int64_t end = 0;
        int64_t drought = 0;
        for (int64_t game = 1; game <= GAMES; game++) {
            bool won = prng_below(&prng, 3) > 0;
            now = won ? now + 1 : 0;
            drought = won ? 0 : drought + 1;
            end = now > best ? game : end;
            best = now > best ? now : best;
            run_add(&whole, game, won);
            run_add(&stretch, game, won);
            if (prng_below(&prng, 6) == 0) {
                run_join(&joined, &stretch);
                stretch = (struct run){.games = 0};
            }
        }
        run_join(&joined, &stretch);
        assert_memory_equal(&whole, &joined, sizeof(whole));
        assert_int_equal(whole.last, now);
        assert_int_equal(whole.best, best);
        assert_int_equal(whole.best_end, end);
        assert_int_equal(whole.tail, drought);
        assert_int_equal(whole.last_game, GAMES);
    }
}

static struct holders *fresh(void)
{
    struct holders *holders = holders_new(&allocator_heap, 3);
    assert_non_null(holders);
    return holders;
}

static void test_records_merge_in_any_order(void **state)
{
    (void)state;
    struct prng prng;
    struct strbuf one;
    struct strbuf two;
    prng_seed(&prng, 2);
    strbuf_init(&one, &allocator_heap, 1 << 16);
    strbuf_init(&two, &allocator_heap, 1 << 16);
    for (int round = 0; round < ROUNDS; round++) {
        struct holders *whole = fresh();
        struct holders *parts[3] = {fresh(), fresh(), fresh()};
        struct holders *sum = fresh();
        for (int64_t game = 1; game <= GAMES; game++) {
            unsigned kind = prng_below(&prng, 5);
            int64_t value = (int64_t)prng_below(&prng, 4) - 2;
            struct holder holder = {game, (int32_t)prng_below(&prng, 5) - 2, (int32_t)prng_below(&prng, 4)};
            holder.day = holder.day == 2 ? INT32_MIN : holder.day;
            holders_take(whole, kind, value, &holder);
            holders_take(parts[prng_below(&prng, 3)], kind, value, &holder);
        }
        strbuf_clear(&one);
        strbuf_clear(&two);
        holders_pack(whole, &one);
        for (int i = 2; i >= 0; i--) { /* by way of their bytes, backwards */
            strbuf_clear(&two);
            holders_pack(parts[i], &two);
            assert_true(holders_unpack(strbuf_span(&two), sum));
            for (size_t cut = 1; cut < two.len; cut++) {
                struct holders *spoilt = fresh();
                assert_false(holders_unpack(span_of(two.text, two.len - cut), spoilt));
                mem_free(&allocator_heap, spoilt);
            }
            mem_free(&allocator_heap, parts[i]);
        }
        strbuf_clear(&two);
        holders_pack(sum, &two);
        assert_true(span_equal(strbuf_span(&one), strbuf_span(&two)));
        mem_free(&allocator_heap, whole);
        mem_free(&allocator_heap, sum);
    }
    strbuf_release(&one);
    strbuf_release(&two);
}

static void test_evenings_come_back(void **state)
{
    (void)state;
    struct evening a = {.games = 2, .wins = 1, .win = 120, .total = -3, .total_squares = 9, .categories = 3};
    struct evening b;
    struct strbuf bytes;
    strbuf_init(&bytes, &allocator_heap, 1 << 12);
    a.category[1] = -7;
    a.squares[1] = 49;
    evening_pack(&a, &bytes);
    assert_true(evening_unpack(strbuf_span(&bytes), &b));
    assert_int_equal(b.games, 2);
    assert_int_equal(b.total, -3);
    assert_int_equal(b.categories, 2); /* up to the last with points */
    assert_int_equal(b.category[1], -7);
    for (size_t cut = 1; cut < bytes.len; cut++) {
        assert_false(evening_unpack(span_of(bytes.text, bytes.len - cut), &b));
    }
    strbuf_add_char(&bytes, '\0');
    assert_false(evening_unpack(strbuf_span(&bytes), &b));
    strbuf_release(&bytes);
}

/* A standing keeps the categories alone; what a game added goes when it leaves, to the last byte. */
static void test_categories_come_back_alone(void **state)
{
    (void)state;
    const struct evening_game game = {
        .total = 9, .scale = 1, .win = 27720, .categories = SPAN_LITERAL("\x05\x00\xfc\xff\x00\x00")};
    struct evening a = evening_of_game(1, &game);
    const struct evening gone = evening_of_game(-1, &game);
    struct evening b = {.games = 7};
    struct strbuf bytes;
    strbuf_init(&bytes, &allocator_heap, 1 << 12);
    evening_pack_categories(&a, &bytes);
    assert_true(evening_unpack_categories(strbuf_span(&bytes), &b));
    assert_int_equal(b.games, 7);
    assert_int_equal(b.categories, 2);
    assert_true(b.category[0] == 5 && b.squares[0] == 25 && b.category[1] == -4 && b.squares[1] == 16);
    for (size_t cut = 1; cut < bytes.len; cut++) {
        assert_false(evening_unpack_categories(span_of(bytes.text, bytes.len - cut), &b));
    }
    strbuf_add_char(&bytes, '\0');
    assert_false(evening_unpack_categories(strbuf_span(&bytes), &b));
    assert_true(evening_unpack_categories(SPAN_LITERAL(""), &b));
    assert_int_equal(b.categories, 0);
    assert_int_equal(b.squares[0], 0);
    evening_merge(&a, &gone);
    assert_true(a.games == 0 && a.wins == 0 && a.win == 0 && a.total == 0 && a.total_squares == 0);
    strbuf_clear(&bytes);
    evening_pack_categories(&a, &bytes);
    assert_true(span_equal(strbuf_span(&bytes), span_of("\0", 1)));
    strbuf_release(&bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_stretches_make_a_career),
        cmocka_unit_test(test_records_merge_in_any_order),
        cmocka_unit_test(test_evenings_come_back),
        cmocka_unit_test(test_categories_come_back_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
