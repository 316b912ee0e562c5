/* A child that writes until it is killed, and its parent's book of what it acknowledged. */
#include "support/mortal.h"

#include "support/cmocka.h"
#include "support/text.h"

#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

enum { ACKS = 1 << 20, SLOW = 400 /* milliseconds until the first kill at most */ };

/* What the child says: this entry is on disk. Smaller than PIPE_BUF, so it arrives whole or not at all. */
struct mortal_ack {
    int64_t seq;
    int64_t game;
    char kind[8];
};

/* ---- the child ---- */

struct child {
    struct service *service;
    struct world *world;
    struct prng prng;
    int pipe;
    unsigned run;
    unsigned number; /* of the next game */
    int64_t live;
    const struct strbuf *records;
};

static void say(const struct child *child, int64_t seq, int64_t game, const char *kind)
{
    struct mortal_ack ack = {.seq = seq, .game = game};
    (void)snprintf(ack.kind, sizeof(ack.kind), "%s", kind);
    if (write(child->pipe, &ack, sizeof(ack)) != (ssize_t)sizeof(ack)) {
        _exit(3);
    }
}

static void must(enum err err, const struct error *error)
{
    if (err != ERR_OK) {
        (void)fprintf(stderr, "child: %s %s\n", test_err_name(err), error->message->id);
        _exit(4);
    }
}

static void open_one(struct child *child, struct receipt *receipt)
{
    struct error error = {.message = NULL};
    char text[160];
    unsigned n = child->number++;
    (void)snprintf(text, sizeof(text), "dendro 1\ngame foret\nseat 1 Run %u\nseat 2 P%u\nseat 3 Q%u\nnote %u\n",
                   child->run, n % 17, n % 5, n);
    must(world_game(child->world, child->service, text, receipt, &error), &error);
}

static void act_open(struct child *child)
{
    struct receipt receipt;
    open_one(child, &receipt);
    child->live = receipt.game;
    say(child, receipt.seq, receipt.game, "open");
}

static void act_moves(struct child *child)
{
    struct error error = {.message = NULL};
    struct receipt receipt;
    if (child->live != 0) {
        must(world_moves(child->service, child->live, -1, "1: bee 0,0\n2: fox 0,0", &receipt, &error), &error);
        say(child, receipt.seq, receipt.game, "moves");
        must(service_back(child->service, AUTHOR_CLI, child->live, 2, 2, &receipt, &error), &error);
        say(child, receipt.seq, receipt.game, "back");
    }
}

static void act_group(struct child *child)
{
    struct error error = {.message = NULL};
    struct receipt receipts[5];
    must(service_begin(child->service, &error), &error);
    for (size_t i = 0; i < 5; i++) {
        open_one(child, &receipts[i]);
    }
    must(service_commit(child->service, &error), &error);
    for (size_t i = 0; i < 5; i++) {
        say(child, receipts[i].seq, receipts[i].game, "open");
    }
}

static void act_import(struct child *child)
{
    struct error error = {.message = NULL};
    struct import_listener listener = {.problem = NULL};
    struct import_tally tally;
    struct source_memory memory;
    int64_t before = 0;
    const struct strbuf *text = &child->records[prng_below(&child->prng, MORTAL_RECORDS)];
    must(service_log_size(child->service, &before, &error), &error);
    must(service_import(child->service, AUTHOR_CLI, source_from_memory(&memory, strbuf_span(text)), &listener, &tally,
                        &error),
         &error);
    for (int64_t i = 1; i <= tally.added; i++) {
        say(child, before + i, before + i, "import");
    }
}

static void act_checkpoint(struct child *child)
{
    struct error error = {.message = NULL};
    struct strbuf text;
    strbuf_init(&text, &allocator_heap, 1 << 12);
    must(service_checkpoint(child->service, &text, &error), &error);
    strbuf_release(&text);
}

static void live_and_die(struct mortal *mortal, unsigned run, int fd)
{
    struct world *world = &mortal->world;
    static void (*const acts[])(struct child *) = {act_open,  act_moves,  act_moves,     act_moves,
                                                   act_group, act_import, act_checkpoint};
    struct error error = {.message = NULL};
    struct child child = {.world = world, .pipe = fd, .run = run, .records = mortal->records};
    prng_seed(&child.prng, mortal->seed + run);
    prng_seed(&world->prng, UINT64_C(77777) * (run + 1)); /* handles that no other child has made */
    world->options.busy_ms = 5000;
    world->options.vfs = mortal->vfs;
    must(service_open(&child.service, world->path, SERVICE_CREATE, &world->options, &error), &error);
    say(&child, 0, 0, "ready");
    for (;;) {
        acts[prng_below(&child.prng, sizeof(acts) / sizeof(acts[0]))](&child);
    }
}

/* ---- the parent ---- */

/* Reads what comes until nothing has for so many milliseconds, one less with each word, or the pipe is closed. */
static void listen_to(int fd, struct mortal *mortal, int milliseconds)
{
    struct pollfd waiting = {.fd = fd, .events = POLLIN};
    while (mortal->count < ACKS) {
        int ready = poll(&waiting, 1, milliseconds);
        if (ready <= 0) {
            return;
        }
        ssize_t got = read(fd, &mortal->acks[mortal->count], sizeof(struct mortal_ack));
        if (got == 0) {
            return;
        }
        assert_int_equal(got, sizeof(struct mortal_ack));
        if (mortal->acks[mortal->count].seq > 0) {
            mortal->count++;
            milliseconds = milliseconds > 1 ? milliseconds - 1 : 0;
        }
    }
}

void mortal_kill(struct mortal *mortal, unsigned run)
{
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        (void)close(ends[0]);
        live_and_die(mortal, run, ends[1]);
        _exit(5);
    }
    (void)close(ends[1]);
    struct pollfd first = {.fd = ends[0], .events = POLLIN};
    if (run % 4 == 1) { /* some surely get to work, however slow the machine; some do not even get to open it */
        for (size_t before = mortal->count;
             mortal->count == before && poll(&first, 1, -1) > 0 && !(first.revents & POLLHUP);) {
            listen_to(ends[0], mortal, 0);
        }
    }
    listen_to(ends[0], mortal, (int)prng_below(&mortal->prng, run % 4 == 0 ? 40 : SLOW));
    assert_int_equal(kill(child, SIGKILL), 0);
    listen_to(ends[0], mortal, -1);
    (void)close(ends[0]);
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    if (!WIFSIGNALED(status) || WTERMSIG(status) != SIGKILL) {
        fail_msg("run %u: the child ended by itself, with status %d", run, status);
    }
}

/* What is still to be found in the log, which is read in order. */
struct search {
    const struct mortal_ack *acks;
    size_t left;
    size_t lost;
};

static enum err find_ack(void *context, const struct log_line *line, struct error *error)
{
    (void)error;
    struct search *search = context;
    for (; search->left > 0 && search->acks->seq <= line->seq; search->acks++, search->left--) {
        bool there = search->acks->seq == line->seq && search->acks->game == line->game &&
                     span_is(line->kind, search->acks->kind);
        search->lost += there ? 0 : 1;
    }
    return ERR_OK;
}

static int by_seq(const void *a, const void *b)
{
    const struct mortal_ack *one = a;
    const struct mortal_ack *two = b;
    return one->seq < two->seq ? -1 : one->seq > two->seq;
}

size_t mortal_lost(struct mortal *mortal)
{
    struct error error = {.message = NULL};
    struct service *service = world_open(&mortal->world, SERVICE_CREATE);
    qsort(mortal->acks, mortal->count, sizeof(struct mortal_ack), by_seq);
    struct search search = {.acks = mortal->acks, .left = mortal->count};
    MUST(service_log(service, 1, 0, find_ack, &search, &error));
    service_close(service);
    return search.lost + search.left;
}

void mortal_must_be_sound(struct mortal *mortal, unsigned run, bool thorough)
{
    struct strbuf said;
    if (thorough) {
        struct service *service = world_open(&mortal->world, SERVICE_CREATE);
        world_must_be_sound(&mortal->world, service, "after kills");
        service_close(service);
        return;
    }
    strbuf_init(&said, &allocator_heap, 1 << 16);
    struct audit_summary summary = world_audit(&mortal->world, 1, true, &said);
    if (summary.findings != 0) {
        fail_msg("run %u:\n%s", run, strbuf_text(&said));
    }
    strbuf_release(&said);
}

void mortal_begin(struct mortal *mortal, uint64_t seed)
{
    *mortal = (struct mortal){.seed = seed, .acks = mem_new(&allocator_heap, ACKS, sizeof(struct mortal_ack))};
    assert_non_null(mortal->acks);
    world_begin(&mortal->world);
    prng_seed(&mortal->prng, seed);
    for (unsigned i = 0; i < MORTAL_RECORDS; i++) {
        strbuf_init(&mortal->records[i], &allocator_heap, 1 << 20);
        for (unsigned j = 0; j < 8; j++) {
            world_foret(&mortal->world, "standard", "sheet", 3, i * 8 + j, &mortal->records[i]);
        }
    }
}

void mortal_end(struct mortal *mortal)
{
    mem_free(&allocator_heap, mortal->acks);
    for (unsigned i = 0; i < MORTAL_RECORDS; i++) {
        strbuf_release(&mortal->records[i]);
    }
    world_end(&mortal->world);
}
