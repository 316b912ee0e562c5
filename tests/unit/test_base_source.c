/* Sources: memory in pieces, a pipe, a descriptor that cannot be read. */
#include "support/cmocka.h"

#include "base/source.h"

#include <errno.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

static void memory_is_given_in_pieces_of_the_size_asked(void **unused)
{
    (void)unused;
    struct source_memory memory;
    struct source source = source_from_memory(&memory, SPAN_LITERAL("dendro 1"));
    char buffer[5];
    assert_int_equal(source.read(source.context, buffer, 5), 5);
    assert_memory_equal(buffer, "dendr", 5);
    assert_int_equal(source.read(source.context, buffer, 5), 3);
    assert_memory_equal(buffer, "o 1", 3);
    assert_int_equal(source.read(source.context, buffer, 5), 0);
    assert_int_equal(source.read(source.context, buffer, 5), 0);
}

static void empty_memory_is_at_its_end(void **unused)
{
    (void)unused;
    struct source_memory memory;
    struct source source = source_from_memory(&memory, (struct span){NULL, 0});
    char buffer[1];
    assert_int_equal(source.read(source.context, buffer, 1), 0);
}

static void a_pipe_gives_what_it_has_then_the_end(void **unused)
{
    (void)unused;
    int ends[2];
    assert_return_code(pipe(ends), errno);
    struct source_fd file;
    struct source source = source_from_fd(&file, ends[0]);
    char buffer[16];
    assert_int_equal(write(ends[1], "one", 3), 3);
    assert_int_equal(source.read(source.context, buffer, sizeof(buffer)), 3);
    assert_memory_equal(buffer, "one", 3);
    assert_int_equal(write(ends[1], "twenty", 6), 6);
    assert_int_equal(source.read(source.context, buffer, 2), 2);
    assert_int_equal(source.read(source.context, buffer, sizeof(buffer)), 4);
    assert_memory_equal(buffer, "enty", 4);
    assert_return_code(close(ends[1]), errno);
    assert_int_equal(source.read(source.context, buffer, sizeof(buffer)), 0);
    /* The descriptor stayed ours: closing it works once. */
    assert_return_code(close(ends[0]), errno);
    assert_int_equal(source.read(source.context, buffer, sizeof(buffer)), -1);
    assert_int_equal(errno, EBADF);
}

static void a_bad_descriptor_fails_with_errno(void **unused)
{
    (void)unused;
    struct source_fd file;
    struct source source = source_from_fd(&file, -1);
    char buffer[1];
    assert_int_equal(source.read(source.context, buffer, 1), -1);
    assert_int_equal(errno, EBADF);
}

static int pipe_to_write; /* for the signal handler */

static void write_a_byte(int signal)
{
    (void)signal;
    (void)!write(pipe_to_write, "!", 1);
}

/* A signal that interrupts a waiting read is not a failure. The handler itself gives the byte that ends the wait. */
static void a_signal_does_not_end_a_read(void **unused)
{
    (void)unused;
    int ends[2];
    assert_return_code(pipe(ends), errno);
    pipe_to_write = ends[1];
    struct sigaction act = {.sa_handler = write_a_byte}; /* without SA_RESTART */
    struct sigaction before;
    assert_return_code(sigaction(SIGALRM, &act, &before), errno);
    timer_t timer;
    assert_return_code(timer_create(CLOCK_MONOTONIC, NULL, &timer), errno);
    struct itimerspec soon = {.it_value = {.tv_nsec = 20000000}};
    assert_return_code(timer_settime(timer, 0, &soon, NULL), errno);
    struct source_fd file;
    struct source source = source_from_fd(&file, ends[0]);
    char buffer[4];
    assert_int_equal(source.read(source.context, buffer, sizeof(buffer)), 1);
    assert_int_equal(buffer[0], '!');
    assert_return_code(timer_delete(timer), errno);
    assert_return_code(sigaction(SIGALRM, &before, NULL), errno);
    assert_return_code(close(ends[0]), errno);
    assert_return_code(close(ends[1]), errno);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(memory_is_given_in_pieces_of_the_size_asked),
        cmocka_unit_test(empty_memory_is_at_its_end),
        cmocka_unit_test(a_pipe_gives_what_it_has_then_the_end),
        cmocka_unit_test(a_bad_descriptor_fails_with_errno),
        cmocka_unit_test(a_signal_does_not_end_a_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
