/* The index of a list: what was put in is found, by its hash and by itself, however often it grows. */
#include "support/cmocka.h"

#include "base/hash_index.h"
#include "support/failing_alloc.h"

enum { ITEMS = 5000, CLASHING = 3 };

struct list {
    uint64_t item[ITEMS];
    uint64_t wanted;
};

static bool is_wanted(const void *context, size_t number)
{
    const struct list *list = context;
    return list->item[number] == list->wanted;
}

/* A few thousand values in hashes that `CLASHING` of them share, and whose lower half says nothing. */
static uint64_t hash_of(uint64_t value)
{
    return value / CLASHING << HASH_INDEX_HALF | 7;
}

static size_t find(struct list *list, const struct hash_index *index, uint64_t value)
{
    list->wanted = value;
    return hash_index_find(index, hash_of(value), is_wanted, list);
}

static void everything_is_found_again(void **unused)
{
    (void)unused;
    static struct list list;
    struct failing_alloc memory;
    struct hash_index index;
    failing_alloc_init(&memory);
    hash_index_init(&index, &memory.allocator);
    assert_int_equal(find(&list, &index, 1), HASH_INDEX_NONE);
    for (int round = 0; round < 2; round++) {
        for (size_t i = 0; i < ITEMS; i++) {
            list.item[i] = 2 * i; /* the odd ones are not there */
            assert_true(hash_index_add(&index, hash_of(list.item[i]), i));
        }
        for (size_t i = 0; i < ITEMS; i++) {
            assert_int_equal(find(&list, &index, 2 * i), i);
            assert_int_equal(find(&list, &index, 2 * i + 1), HASH_INDEX_NONE);
        }
        hash_index_clear(&index);
        assert_int_equal(find(&list, &index, 0), HASH_INDEX_NONE);
    }
    hash_index_release(&index);
    assert_int_equal(memory.live, 0);
}

static void without_memory_nothing_changes(void **unused)
{
    (void)unused;
    static struct list list;
    struct failing_alloc memory;
    struct hash_index index;
    size_t refused = 0;
    failing_alloc_init(&memory);
    hash_index_init(&index, &memory.allocator);
    for (size_t i = 0; i < 200; i++) {
        list.item[i] = i;
        failing_alloc_arm(&memory, 1);
        if (!hash_index_add(&index, hash_of(i), i)) {
            refused++;
            assert_int_equal(find(&list, &index, i), HASH_INDEX_NONE);
            failing_alloc_arm(&memory, 0);
            assert_true(hash_index_add(&index, hash_of(i), i));
        }
        for (size_t j = 0; j <= i; j++) {
            assert_int_equal(find(&list, &index, j), j);
        }
    }
    assert_true(refused >= 3);
    assert_false(hash_index_add(&index, 1, (size_t)HASH_INDEX_NUMBER)); /* a number that does not fit */
    hash_index_release(&index);
    assert_int_equal(memory.live, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(everything_is_found_again),
        cmocka_unit_test(without_memory_nothing_changes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
