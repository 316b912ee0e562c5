/* Fits of worth that several connections share: one fits, others wait, and nobody waits for ever. */
#include "service/worths.h"
#include "support/failing_alloc.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum { THREADS = 8, ROUNDS = 200, QUESTIONS = 40 };

static struct worth_shelf SCRATCH[WORTHS_SHELVES];

static struct worth_shelf shelf_of(int number)
{
    struct worth_shelf shelf = {.catalogued = true, .hash = {(uint8_t)number}};
    for (size_t i = 0; i < GATHER_CARDS; i++) {
        shelf.value[i] = (struct worth_value){true, number, number - 1, number + 1};
    }
    return shelf;
}

static void spell(int number, char key[WORTHS_KEY])
{
    (void)snprintf(key, WORTHS_KEY, "question %d", number);
}

/* True when it was kept; otherwise `*mine` is to be settled. */
static bool take(struct worths *all, int number, struct kept_worth **mine)
{
    struct error error;
    char key[WORTHS_KEY];
    size_t count = 0;
    bool found = false;
    spell(number, key);
    assert_int_equal(worths_take(all, key, NULL, SCRATCH, &count, &found, mine, &error), ERR_OK);
    if (found) {
        assert_int_equal(count, 1);
        assert_true(SCRATCH[0].value[GATHER_CARDS - 1].value == number);
    }
    return found;
}

static void fit(struct worths *all, int number)
{
    struct kept_worth *mine = NULL;
    struct worth_shelf shelf = shelf_of(number);
    assert_false(take(all, number, &mine));
    assert_non_null(mine);
    worths_put(all, mine, &shelf, 1);
}

static void test_the_oldest_makes_room(void **state)
{
    (void)state;
    struct worths all;
    struct kept_worth *mine = NULL;
    worths_init(&all, &allocator_heap);
    for (int i = 0; i < WORTHS_KEPT; i++) {
        fit(&all, i);
    }
    assert_true(take(&all, 0, &mine)); /* used again: now 1 is the oldest */
    fit(&all, WORTHS_KEPT);
    assert_true(take(&all, 0, &mine));
    assert_true(take(&all, WORTHS_KEPT, &mine));
    assert_false(take(&all, 1, &mine));
    worths_drop(&all, mine);
    worths_release(&all);
}

/* Whoever finds all places taken by others who fit is told so, and keeps nothing. */
static void test_no_place_is_left(void **state)
{
    (void)state;
    struct worths all;
    struct kept_worth *mine[WORTHS_KEPT + 1];
    struct worth_shelf shelf = shelf_of(1);
    worths_init(&all, &allocator_heap);
    for (int i = 0; i <= WORTHS_KEPT; i++) {
        assert_false(take(&all, i, &mine[i]));
        assert_int_equal(mine[i] != NULL, i < WORTHS_KEPT);
    }
    worths_put(&all, mine[WORTHS_KEPT], &shelf, 1);
    for (int i = 0; i < WORTHS_KEPT; i++) {
        worths_drop(&all, mine[i]);
    }
    assert_false(take(&all, 0, &mine[0]));
    worths_drop(&all, mine[0]);
    worths_release(&all);
}

/* No memory for the copy: nothing is kept, and nothing is lost. */
static void test_no_memory(void **state)
{
    (void)state;
    struct failing_alloc memory;
    struct worths all;
    struct kept_worth *mine = NULL;
    struct worth_shelf shelf = shelf_of(3);
    failing_alloc_init(&memory);
    worths_init(&all, &memory.allocator);
    failing_alloc_arm(&memory, 1);
    assert_false(take(&all, 3, &mine));
    worths_put(&all, mine, &shelf, 1);
    failing_alloc_arm(&memory, 0);
    fit(&all, 3);
    assert_true(take(&all, 3, &mine));
    worths_release(&all);
    assert_int_equal(memory.live, 0);
}

/* ---- threads ---- */

struct scene {
    struct worths all;
    atomic_int fitting; /* threads that fit question 1 */
    atomic_int fits;
    atomic_int answers;
    bool fail; /* every second fit */
};

static void *ask_often(void *context)
{
    struct scene *scene = context;
    static _Thread_local struct worth_shelf shelves[WORTHS_SHELVES];
    for (int round = 0; round < ROUNDS; round++) {
        struct error error;
        struct kept_worth *mine = NULL;
        char key[WORTHS_KEY];
        size_t count = 0;
        bool found = false;
        int number = round % QUESTIONS;
        spell(number, key);
        if (worths_take(&scene->all, key, NULL, shelves, &count, &found, &mine, &error) != ERR_OK) {
            return NULL;
        }
        if (found) {
            atomic_fetch_add(&scene->answers, count == 1 && shelves[0].value[7].value == number);
            continue;
        }
        bool alone = number != 1 || !mine || atomic_fetch_add(&scene->fitting, 1) == 0;
        bool fail = scene->fail && atomic_fetch_add(&scene->fits, 1) % 2 == 0;
        struct worth_shelf shelf = shelf_of(number);
        if (number == 1 && mine) {
            atomic_fetch_sub(&scene->fitting, 1);
        }
        if (fail) {
            worths_drop(&scene->all, mine);
        } else {
            worths_put(&scene->all, mine, &shelf, 1);
        }
        atomic_fetch_add(&scene->answers, alone);
    }
    return NULL;
}

static void run(bool fail)
{
    static struct scene scene;
    pthread_t threads[THREADS];
    memset(&scene, 0, sizeof(scene));
    scene.fail = fail;
    worths_init(&scene.all, &allocator_heap);
    for (int i = 0; i < THREADS; i++) {
        assert_int_equal(pthread_create(&threads[i], NULL, ask_often, &scene), 0);
    }
    for (int i = 0; i < THREADS; i++) {
        assert_int_equal(pthread_join(threads[i], NULL), 0);
    }
    assert_int_equal(atomic_load(&scene.answers), THREADS * ROUNDS);
    worths_release(&scene.all);
}

static void test_threads_get_right_answers(void **state)
{
    (void)state;
    run(false);
}

static void test_threads_whose_fits_fail(void **state)
{
    (void)state;
    run(true);
}

/* ---- waiting ---- */

struct waiter {
    struct worths *all;
    struct deadline deadline;
    atomic_bool over;
    enum err err;
    bool found;
    struct kept_worth *mine;
    struct worth_shelf shelf[WORTHS_SHELVES];
};

static enum err check_over(void *context, struct error *error)
{
    struct waiter *waiter = context;
    return atomic_load(&waiter->over) ? error_put(error, &MSG_DEADLINE) : ERR_OK;
}

static void *wait_for_one(void *context)
{
    struct waiter *waiter = context;
    struct error error;
    char key[WORTHS_KEY];
    size_t count = 0;
    spell(1, key);
    waiter->err =
        worths_take(waiter->all, key, &waiter->deadline, waiter->shelf, &count, &waiter->found, &waiter->mine, &error);
    return NULL;
}

/* One fits; another one asks for the same meanwhile, or just afterwards; `over`: its time ends while it waits. */
static void wait_through(bool fail, bool over, struct waiter *waiter, struct worths *all)
{
    struct kept_worth *mine = NULL;
    struct worth_shelf shelf = shelf_of(1);
    pthread_t thread;
    worths_init(all, &allocator_heap);
    *waiter = (struct waiter){.all = all, .deadline = {.check = check_over, .context = waiter}};
    atomic_store(&waiter->over, over);
    assert_false(take(all, 1, &mine));
    assert_int_equal(pthread_create(&thread, NULL, wait_for_one, waiter), 0);
    if (fail) {
        worths_drop(all, mine);
    } else {
        worths_put(all, mine, &shelf, 1);
    }
    assert_int_equal(pthread_join(thread, NULL), 0);
}

static void test_who_waits_gets_it(void **state)
{
    (void)state;
    static struct waiter waiter;
    struct worths all;
    wait_through(false, false, &waiter, &all);
    assert_int_equal(waiter.err, ERR_OK);
    assert_true(waiter.found);
    assert_true(waiter.shelf[0].value[3].hi == 2);
    worths_release(&all);
}

static void test_who_waits_goes_on_after_a_failure(void **state)
{
    (void)state;
    static struct waiter waiter;
    struct worths all;
    wait_through(true, false, &waiter, &all);
    assert_int_equal(waiter.err, ERR_OK);
    assert_false(waiter.found);
    assert_non_null(waiter.mine);
    worths_drop(&all, waiter.mine);
    worths_release(&all);
}

static void test_who_waits_has_a_deadline(void **state)
{
    (void)state;
    static struct waiter waiter;
    struct worths all;
    wait_through(true, true, &waiter, &all);
    assert_true(waiter.err == ERR_BUSY || waiter.mine); /* it came too late to wait */
    worths_drop(&all, waiter.mine);
    worths_release(&all);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_oldest_makes_room),
        cmocka_unit_test(test_no_place_is_left),
        cmocka_unit_test(test_no_memory),
        cmocka_unit_test(test_threads_get_right_answers),
        cmocka_unit_test(test_threads_whose_fits_fail),
        cmocka_unit_test(test_who_waits_gets_it),
        cmocka_unit_test(test_who_waits_goes_on_after_a_failure),
        cmocka_unit_test(test_who_waits_has_a_deadline),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
