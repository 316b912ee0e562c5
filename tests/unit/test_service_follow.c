/*
 * Two programs write one club by turns: what each has in memory of the log
 * (its tree, its live games) is always what the log is, however much the other
 * has added and whatever it was about.
 */
#include "support/cmocka.h"

#include "service/internal.h"
#include "service/merges.h"
#include "support/open_club.h"
#include "support/text.h"

#include <stdio.h>

enum { LIVE = 3, SEATS = 3, LINES = 200 };

struct table {
    int64_t game;
    struct strbuf text;
    const char *line[LINES];
    size_t count;
    size_t next;
};

struct pair {
    struct club *club;
    struct service *service[2];
    struct table table[LIVE];
    unsigned number; /* of the next simulated game */
    int people;
};

/* A game under way, and the lines that are to be played in it. */
static void begin_table(struct pair *pair, struct table *table)
{
    struct error error = {.message = NULL};
    struct receipt receipt;
    struct span text;
    static const char HEAD[] = "dendro 1\ngame foret\nseat 1 Zoe\nseat 2 Bob\nseat 3 Eve\n";
    strbuf_clear(&table->text);
    world_foret(&pair->club->world, "standard", "table", SEATS, pair->number++, &table->text);
    table->count = table->next = 0;
    strbuf_add_char(&table->text, '\0');
    for (char *line = strtok(table->text.text, "\n"); line; line = strtok(NULL, "\n")) {
        if (line[0] >= '1' && line[0] <= '3' && line[1] == ':' && table->count < LINES) {
            table->line[table->count++] = line;
        }
    }
    text = SPAN_LITERAL(HEAD);
    assert_true(table->count > 10);
    MUST(world_game(&pair->club->world, pair->service[0], text.ptr, &receipt, &error));
    table->game = receipt.game;
}

static void play(struct pair *pair, struct service *service, struct table *table)
{
    struct error error = {.message = NULL};
    struct receipt receipt;
    if (table->next == table->count) {
        begin_table(pair, table);
    }
    MUST(world_moves(service, table->game, (int64_t)table->next, table->line[table->next], &receipt, &error));
    table->next++;
}

static void take_back(struct service *service, struct table *table)
{
    struct error error = {.message = NULL};
    struct receipt receipt;
    if (table->next > 0 && table->next < table->count) {
        MUST(service_back(service, AUTHOR_CLI, table->game, (int64_t)table->next, 1, &receipt, &error));
        table->next--;
    }
}

static void add_games(struct pair *pair, struct service *service, int count)
{
    struct strbuf *text = &pair->club->text;
    strbuf_clear(text);
    for (int i = 0; i < count; i++) {
        world_foret(&pair->club->world, "standard", "table", 3, pair->number++, text);
    }
    assert_int_equal(world_import(service, strbuf_span(text), NULL).added, count);
}

static void merge(struct pair *pair, struct service *service)
{
    struct error error = {.message = NULL};
    char handle[2][PERSON_HANDLE];
    char name[32];
    for (int i = 0; i < 2; i++) {
        (void)snprintf(name, sizeof(name), "Somebody %d", pair->people++);
        MUST(service_person_add(service, span_from(name), handle[i], &error));
    }
    MUST(service_person_merge(service, AUTHOR_CLI, span_from(handle[0]), span_from(handle[1]), &error));
}

/* What it has in memory is what somebody reads who has just come. */
static void must_know_the_log(struct pair *pair, struct service *service, unsigned step)
{
    struct error error = {.message = NULL};
    struct merkle_hash known;
    struct merkle_hash root;
    uint64_t size = 0;
    struct service *fresh = world_open(&pair->club->world, SERVICE_READ);
    MUST(service_root(fresh, &size, &root, &error));
    merkle_root(&service->tree.log, &known);
    if (size != service->tree.log.size || memcmp(known.byte, root.byte, SHA256_SIZE) != 0) {
        fail_msg("step %u: %llu entries in memory, %llu in the log, or another root", step,
                 (unsigned long long)service->tree.log.size, (unsigned long long)size);
    }
    service_close(fresh);
}

/* As if the server had lost entries that this service had seen acknowledged, and others had come in their place. */
static void be_of_another_log(struct service *service)
{
    service->tree.last.byte[0] ^= 1;
    memset(service->tree.log.peak, 7, sizeof(service->tree.log.peak));
}

static void by_turns(void **state)
{
    enum { MANY = 260 }; /* more than are followed one by one */
    struct pair pair = {.club = *state, .number = 1};
    struct prng prng;
    unsigned steps = (unsigned)test_cases(300);
    pair.service[0] = pair.club->service;
    pair.service[1] = world_open(&pair.club->world, SERVICE_WRITE);
    prng_seed(&prng, 18);
    for (int i = 0; i < LIVE; i++) {
        strbuf_init(&pair.table[i].text, &allocator_heap, 1 << 16);
        begin_table(&pair, &pair.table[i]);
    }
    for (unsigned step = 0; step < steps; step++) {
        struct service *service = pair.service[prng_below(&prng, 2)];
        struct table *table = &pair.table[prng_below(&prng, LIVE)];
        uint32_t deed = prng_below(&prng, 20);
        if (step % 10 == 9) {
            struct service *other = pair.service[service == pair.service[0]];
            be_of_another_log(service);
            add_games(&pair, other, 1);
        }
        if (step == steps / 2) {
            add_games(&pair, service, MANY);
        } else if (deed < 14) {
            play(&pair, service, table);
        } else if (deed < 17) {
            take_back(service, table);
        } else if (deed < 19) {
            add_games(&pair, service, 1);
        } else {
            merge(&pair, service);
        }
        if (service->tree.log.size == (uint64_t)club_size(pair.club)) { /* it had something to do */
            must_know_the_log(&pair, service, step);
        }
    }
    for (int i = 0; i < LIVE; i++) {
        strbuf_release(&pair.table[i].text);
    }
    service_close(pair.service[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test_setup_teardown(by_turns, club_set_up, club_tear_down)};
    return cmocka_run_group_tests_name("service follow", tests, NULL, NULL);
}
