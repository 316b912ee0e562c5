/*
 * A daemon that runs out of memory in the middle of a request that writes: whatever it answers, the same request sent
 * again with its Idempotency-Key is stored once. A daemon in this process, whose allocator fails on command.
 */
#include "support/cmocka.h"

#include "http/server.h"
#include "support/http_client.h"
#include "support/scene.h"
#include "support/text.h"

#include <stdatomic.h>
#include <stdio.h>

enum { MOST = 400 /* allocations of one request, far more than there are */, TRIES = 50 };

/* Counts down with each allocation of any thread; the one that finds 0 fails. Negative: none does. */
static void *resize(void *context, void *old, size_t size)
{
    atomic_long *left = context;
    if (size > 0 && atomic_load(left) >= 0 && atomic_fetch_sub(left, 1) == 0) {
        return NULL;
    }
    return mem_resize(&allocator_heap, old, size);
}

struct stage {
    struct scene scene;
    struct server *server;
    struct client client;
    struct reply reply;
    atomic_long left;
    struct allocator allocator;
};

static void stage_begin(struct stage *stage)
{
    struct config config;
    struct error error = {.message = NULL};
    scene_begin(&stage->scene);
    atomic_init(&stage->left, -1);
    stage->allocator = (struct allocator){resize, &stage->left};
    config_init(&config);
    MUST(config_set(&config, SPAN_LITERAL("db"), span_from(stage->scene.path), &error));
    MUST(config_set(&config, SPAN_LITERAL("listen"), SPAN_LITERAL("127.0.0.1:0"), &error));
    MUST(server_start(&stage->server, &config, &stage->allocator, NULL, &error));
    client_init(&stage->client, server_port(stage->server));
    reply_init(&stage->reply);
}

static void stage_end(struct stage *stage)
{
    client_release(&stage->client);
    reply_release(&stage->reply);
    server_stop(stage->server);
    scene_end(&stage->scene);
}

/* Sends it with allocation `n` failing, then again until it is answered; true when the nth was never asked for. */
static bool send_twice(struct stage *stage, long n, const char *path, const char *body)
{
    char key[64];
    (void)snprintf(key, sizeof(key), "Idempotency-Key: %s-%ld\r\n", path, n);
    const struct call call = {"POST", path, server_first_token(stage->server), NULL, body, key};
    atomic_store(&stage->left, n);
    client_call(&stage->client, &call, &stage->reply);
    bool spared = atomic_exchange(&stage->left, -1) >= 0;
    client_close(&stage->client);
    for (int i = 0; i < TRIES && stage->reply.status != 201; i++) {
        client_call(&stage->client, &call, &stage->reply);
        client_close(&stage->client);
    }
    assert_int_equal(stage->reply.status, 201);
    return spared;
}

static void a_game_is_opened_once(void **unused)
{
    (void)unused;
    static const char game[] = "{\"game\": \"foret\", \"seats\": [\"Ada\", \"Bo\", \"Cy\"]}";
    struct stage stage;
    stage_begin(&stage);
    long n = 0;
    bool spared = false;
    for (; n < MOST && !spared; n++) {
        spared = send_twice(&stage, n, "/v1/games", game);
        assert_int_equal(scene_sql_int(stage.scene.path, "SELECT count(*) FROM entry"), n + 1);
    }
    assert_true(spared && n > 4);
    stage_end(&stage);
}

static void a_person_is_added_once(void **unused)
{
    (void)unused;
    struct stage stage;
    stage_begin(&stage);
    long n = 0;
    bool spared = false;
    for (; n < MOST && !spared; n++) {
        char body[64];
        (void)snprintf(body, sizeof(body), "{\"name\": \"Person %ld\"}", n);
        spared = send_twice(&stage, n, "/v1/players", body);
        assert_int_equal(scene_sql_int(stage.scene.path, "SELECT count(*) FROM person"), n + 1);
    }
    assert_true(spared && n > 4);
    stage_end(&stage);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_game_is_opened_once),
        cmocka_unit_test(a_person_is_added_once),
    };
    return cmocka_run_group_tests_name("http memory", tests, NULL, NULL);
}
