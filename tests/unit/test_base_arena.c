/* The arena and the allocator below it: limits, alignment, reuse, nothing lost. */
#include "support/cmocka.h"

#include "base/arena.h"
#include "base/prng.h"
#include "support/failing_alloc.h"
#include "support/text.h"

#include <stdalign.h>

static void new_memory_is_zeroed_and_overflow_is_refused(void **unused)
{
    (void)unused;
    struct failing_alloc memory;
    failing_alloc_init(&memory);
    unsigned char *p = mem_new(&memory.allocator, 3, 5);
    assert_non_null(p);
    for (int i = 0; i < 15; i++) {
        assert_int_equal(p[i], 0);
    }
    mem_free(&memory.allocator, p);
    mem_free(&memory.allocator, NULL);
    assert_int_equal(memory.live, 0);
    long before = memory.requests;
    assert_null(mem_new(&memory.allocator, SIZE_MAX / 2, 3));
    assert_null(mem_new(&memory.allocator, 2, SIZE_MAX));
    assert_int_equal(memory.requests, before);
    p = mem_new(&memory.allocator, 0, 5); /* nothing is something that can be freed */
    assert_non_null(p);
    mem_free(&memory.allocator, p);
    assert_int_equal(memory.live, 0);
}

static void the_heap_keeps_the_contract_of_resize(void **unused)
{
    (void)unused;
    char *p = mem_resize(&allocator_heap, NULL, 4);
    assert_non_null(p);
    memcpy(p, "abc", 4);
    p = mem_resize(&allocator_heap, p, 40000);
    assert_non_null(p);
    assert_string_equal(p, "abc");
    assert_null(mem_resize(&allocator_heap, p, 0));
    assert_null(mem_resize(&allocator_heap, NULL, 0));
}

/* Blocks of any size do not overlap, are zeroed and aligned, and the chunks stay under the limit. */
static void blocks_are_apart_zeroed_and_aligned(void **unused)
{
    (void)unused;
    enum { LIMIT = 200000, BLOCKS = 400 };
    struct failing_alloc memory;
    failing_alloc_init(&memory);
    struct arena arena;
    arena_init(&arena, &memory.allocator, LIMIT);
    struct prng prng;
    prng_seed(&prng, 1);
    for (int round = 0; round < 5; round++) {
        unsigned char *block[BLOCKS];
        size_t size[BLOCKS];
        int count = 0;
        for (; count < BLOCKS; count++) {
            size[count] = prng_below(&prng, prng_below(&prng, 8) == 0 ? 5000 : 60);
            block[count] = arena_new(&arena, size[count], 1);
            if (!block[count]) {
                break;
            }
            assert_int_equal((uintptr_t)block[count] % alignof(max_align_t), 0);
            for (size_t i = 0; i < size[count]; i++) {
                assert_int_equal(block[count][i], 0);
            }
            memset(block[count], count % 251 + 1, size[count]);
            assert_true(memory.held <= LIMIT);
            assert_int_equal(memory.held, arena.held);
        }
        for (int i = 0; i < count; i++) {
            for (size_t j = 0; j < size[i]; j++) {
                assert_int_equal(block[i][j], i % 251 + 1);
            }
        }
        arena_clear(&arena);
        assert_int_equal(memory.held, arena.held);
        assert_true(memory.live <= 1);
    }
    arena_release(&arena);
    assert_int_equal(memory.live, 0);
    assert_int_equal(memory.held, 0);
    assert_int_equal(arena.held, 0);
}

static void the_limit_counts_chunks_to_the_byte(void **unused)
{
    (void)unused;
    struct failing_alloc memory;
    failing_alloc_init(&memory);
    struct arena arena;
    arena_init(&arena, &memory.allocator, 0);
    assert_null(arena_new(&arena, 1, 1));
    arena_release(&arena);
    /* Whatever the header of a chunk takes: some limit is the least that holds 64 bytes, and one less does not. */
    size_t least = 0;
    for (size_t limit = 1; limit < 1000 && least == 0; limit++) {
        arena_init(&arena, &memory.allocator, limit);
        least = arena_new(&arena, 64, 1) ? limit : 0;
        assert_true(memory.held <= limit);
        if (least) {
            assert_int_equal(memory.held, least);
            assert_null(arena_new(&arena, 1, 1));
        }
        arena_release(&arena);
    }
    assert_in_range(least, 64, 64 + 64);
    /* Around the size of a first chunk, too, which is cut to what is allowed. */
    for (size_t limit = 4000; limit < 4300; limit++) {
        arena_init(&arena, &memory.allocator, limit);
        assert_non_null(arena_new(&arena, 64, 1));
        assert_true(memory.held <= limit);
        arena_release(&arena);
    }
    assert_int_equal(memory.live, 0);
}

static void absurd_sizes_are_refused(void **unused)
{
    (void)unused;
    struct failing_alloc memory;
    failing_alloc_init(&memory);
    struct arena arena;
    arena_init(&arena, &memory.allocator, SIZE_MAX);
    assert_null(arena_new(&arena, SIZE_MAX, 2));
    assert_null(arena_new(&arena, 2, SIZE_MAX));
    assert_null(arena_new(&arena, SIZE_MAX, 1));
    assert_null(arena_new(&arena, 1, SIZE_MAX));
    assert_int_equal(memory.requests, 0);
    arena_init(&arena, &memory.allocator, 1 << 20);
    assert_null(arena_new(&arena, SIZE_MAX - 64, 1));
    assert_null(arena_new(&arena, 1 << 20, 1));
    assert_int_equal(memory.requests, 0);
    assert_non_null(arena_new(&arena, 0, 8));
    assert_non_null(arena_new(&arena, 8, 0));
    arena_release(&arena);
    assert_int_equal(memory.live, 0);
}

/* What a fresh arena gives, a cleared one gives as well, whatever it was used for before. */
static void clearing_gives_the_whole_limit_again(void **unused)
{
    (void)unused;
    enum { LIMIT = 8192, NEED = 6000 };
    struct failing_alloc memory;
    failing_alloc_init(&memory);
    struct arena arena;
    arena_init(&arena, &memory.allocator, LIMIT);
    assert_non_null(arena_new(&arena, 100, 1));
    arena_clear(&arena);
    assert_non_null(arena_new(&arena, NEED, 1));
    assert_true(memory.held <= LIMIT);
    arena_release(&arena);
    assert_int_equal(memory.live, 0);
}

static void clearing_keeps_memory_for_reuse(void **unused)
{
    (void)unused;
    struct failing_alloc memory;
    failing_alloc_init(&memory);
    struct arena arena;
    arena_init(&arena, &memory.allocator, 1 << 20);
    arena_clear(&arena); /* of nothing */
    for (int i = 0; i < 1000; i++) {
        assert_non_null(arena_new(&arena, 10, 10));
    }
    arena_clear(&arena);
    assert_int_equal(memory.live, 1);
    long before = memory.requests;
    for (int i = 0; i < 300; i++) {
        char *p = arena_new(&arena, 10, 10);
        assert_non_null(p);
        assert_int_equal(p[99], 0);
        memset(p, 1, 100);
    }
    assert_int_equal(memory.requests, before);
    arena_release(&arena);
    arena_release(&arena);
    assert_int_equal(memory.live, 0);
}

static void copies_are_terminated(void **unused)
{
    (void)unused;
    struct arena arena;
    arena_init(&arena, &allocator_heap, 1 << 16);
    char *copy = arena_copy(&arena, span_of("wolfish", 4));
    assert_string_equal(copy, "wolf");
    char *empty = arena_copy(&arena, (struct span){NULL, 0});
    assert_string_equal(empty, "");
    assert_string_equal(copy, "wolf");
    arena_release(&arena);
    struct arena zeroed = {0};
    arena_release(&zeroed);
}

static void a_failed_allocation_leaves_the_arena_usable(void **unused)
{
    (void)unused;
    struct failing_alloc memory;
    failing_alloc_init(&memory);
    struct arena arena;
    arena_init(&arena, &memory.allocator, 1 << 20);
    failing_alloc_arm(&memory, 1);
    assert_null(arena_new(&arena, 10, 1));
    char *first = arena_new(&arena, 10, 1);
    assert_non_null(first);
    memset(first, 7, 10);
    failing_alloc_arm(&memory, 1);
    assert_null(arena_new(&arena, 100000, 1));
    assert_non_null(arena_new(&arena, 100000, 1));
    assert_int_equal(first[9], 7);
    arena_release(&arena);
    assert_int_equal(memory.live, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(new_memory_is_zeroed_and_overflow_is_refused),
        cmocka_unit_test(the_heap_keeps_the_contract_of_resize),
        cmocka_unit_test(blocks_are_apart_zeroed_and_aligned),
        cmocka_unit_test(the_limit_counts_chunks_to_the_byte),
        cmocka_unit_test(absurd_sizes_are_refused),
        cmocka_unit_test(clearing_gives_the_whole_limit_again),
        cmocka_unit_test(clearing_keeps_memory_for_reuse),
        cmocka_unit_test(copies_are_terminated),
        cmocka_unit_test(a_failed_allocation_leaves_the_arena_usable),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
