/*
 * How often a writer waits for the server: three times for a group of moves,
 * however many there are, each with a kept answer; and not for every row that
 * a finished game changes. What is asked ahead is right, too: a key that was
 * used is found, a second time within the same group as well.
 */
#include "support/cmocka.h"

#include "postgres/pq.h"
#include "support/cutting_proxy.h"
#include "support/postgres_server.h"
#include "support/text.h"
#include "support/world.h"

#include "service/answers.h"

#include <unistd.h>

enum { GAMES = 8, A_GROUP = 3, AN_END = 13 };

struct trips {
    struct world world;
    struct cutting_proxy proxy;
    char path[CUTTING_URL + 64];
    struct service *service;
    int64_t game[GAMES];
};

static void drop_club(void)
{
    PGconn *owner = pq_open(postgres_shared());
    char sql[PQ_TEXT];
    pq_do(owner, "SET client_min_messages = error");
    (void)snprintf(sql, sizeof(sql), "DROP SCHEMA IF EXISTS \"club_trips-%ld\" CASCADE", (long)getpid());
    pq_do(owner, sql);
    PQfinish(owner);
}

static void trips_begin(struct trips *scene)
{
    struct error error = {.message = NULL};
    char through[CUTTING_URL];
    const char *url = postgres_shared();
    cutting_proxy_start(&scene->proxy, url);
    cutting_proxy_url(&scene->proxy, url, through);
    world_begin(&scene->world);
    drop_club();
    (void)snprintf(scene->path, sizeof(scene->path), "%s#trips-%ld", through, (long)getpid());
    (void)snprintf(scene->world.path, sizeof(scene->world.path), "%s#trips-%ld", url, (long)getpid());
    MUST(service_open(&scene->service, scene->path, SERVICE_CREATE, &scene->world.options, &error));
    for (int i = 0; i < GAMES; i++) {
        char text[128];
        struct receipt receipt;
        (void)snprintf(text, sizeof(text), "dendro 1\ngame foret\nseat 1 A%d\nseat 2 B%d\nseat 3 C%d\n", i, i, i);
        MUST(world_game(&scene->world, scene->service, text, &receipt, &error));
        scene->game[i] = receipt.game;
    }
}

static void trips_end(struct trips *scene)
{
    service_close(scene->service);
    drop_club();
    cutting_proxy_stop(&scene->proxy);
    world_end(&scene->world);
}

static unsigned trips_of(struct trips *scene)
{
    return cutting_proxy_count(&scene->proxy).trips;
}

static struct answer_key key_of(int number, char text[16])
{
    (void)snprintf(text, 16, "key-%d", number);
    return (struct answer_key){.token = SPAN_LITERAL("token"), .key = span_from(text), .request = {7}};
}

static enum err see(void *context, const struct answer *answer, struct error *error)
{
    (void)error;
    *(int64_t *)context = answer->status;
    return ERR_OK;
}

/* As the daemon's writer does it, a move in each game, with these keys; how many of them were known. */
static int write_group(struct trips *scene, const int keys[], int count, const char *line)
{
    struct error error = {.message = NULL};
    struct answer_key key[GAMES];
    const struct answer_key *asked[GAMES] = {NULL};
    char text[GAMES][16];
    struct versions versions;
    int known = 0;
    for (int i = 0; i < count; i++) {
        key[i] = key_of(keys[i], text[i]);
        asked[i] = &key[i];
    }
    MUST(service_begin_for(scene->service, asked, (size_t)count, &error));
    for (int i = 0; i < count; i++) {
        int64_t status = 0;
        enum err found = service_answer_find(scene->service, &key[i], see, &status, &error);
        known += found == ERR_OK && status == 200;
        if (found != ERR_OK) {
            struct receipt receipt;
            const struct answer answer = {200, SPAN_LITERAL("application/json"), {NULL, 0}, SPAN_LITERAL("{}")};
            assert_int_equal(found, ERR_NOT_FOUND);
            MUST(world_moves(scene->service, scene->game[i], -1, line, &receipt, &error));
            MUST(service_answer_keep(scene->service, &key[i], &answer, &error));
        }
    }
    MUST(service_versions(scene->service, &versions, &error));
    MUST(service_commit(scene->service, &error));
    return known;
}

static void test_groups(void **state)
{
    (void)state;
    struct trips scene = {.game = {0}};
    trips_begin(&scene);
    const int first[GAMES] = {1, 2, 3, 4, 5, 6, 7, 8};
    const int second[GAMES] = {11, 12, 13, 14, 15, 16, 17, 18};
    const int third[GAMES] = {21, 22, 23, 21, 25, 12, 27, 28}; /* one is there twice, and one was used before */
    assert_int_equal(write_group(&scene, first, GAMES, "1: bee 0,0"), 0); /* positions and statements are ready then */
    cutting_proxy_say(&scene.proxy, "reset");
    assert_int_equal(write_group(&scene, second, GAMES, "2: bee 0,0"), 0);
    assert_int_equal(trips_of(&scene), A_GROUP);
    assert_int_equal(write_group(&scene, third, GAMES, "3: bee 0,0"), 2);
    assert_int_equal(trips_of(&scene), 2 * A_GROUP + 1); /* the key that is there twice is asked for again */
    trips_end(&scene);
}

/* The last lines of a game change rows of people, cards and pages; the second game finds rows of the first. */
static void test_ends(void **state)
{
    (void)state;
    struct error error = {.message = NULL};
    struct trips scene = {.game = {0}};
    struct strbuf text;
    strbuf_init(&text, &allocator_heap, 1 << 16);
    trips_begin(&scene);
    for (unsigned i = 0; i < 3; i++) {
        struct receipt receipt;
        strbuf_clear(&text);
        world_foret(&scene.world, "standard", "table", 3, i, &text);
        MUST(service_begin(scene.service, &error));
        cutting_proxy_say(&scene.proxy, "reset");
        MUST(world_take(&scene.world, scene.service, strbuf_text(&text), &receipt, &error));
        MUST(service_commit(scene.service, &error));
        assert_true(trips_of(&scene) <= AN_END);
    }
    world_must_be_sound(&scene.world, scene.service, "after games that ended");
    strbuf_release(&text);
    trips_end(&scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_groups), cmocka_unit_test(test_ends)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
