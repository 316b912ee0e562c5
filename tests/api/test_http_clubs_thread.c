/* Clubs that are opened, closed and suspended while others ask: nothing acknowledged is lost, nothing is mixed up. */
#include "support/cmocka.h"

#include "support/http_clubs.h"
#include "support/text.h"

#include <stdio.h>
#include <unistd.h>

enum { CLUBS = 4, ROOM = 2, VISITORS = 4, ROUNDS = 24 };

static const char *const SLUGS[] = {"a", "b", "c", "d", NULL};

struct visitor {
    pthread_t thread;
    struct http_clubs *stage;
    int number;
    int added[CLUBS];
    int strange; /* a status that nobody expects */
};

/* Asks, and comes back as long as there is no room or the club is suspended. */
static int ask(struct client *client, struct reply *reply, const struct call *call)
{
    for (int i = 0; i < 30000; i++) {
        client_call(client, call, reply);
        if (reply->status != 503) {
            break;
        }
        http_clubs_pause(10);
    }
    return reply->status;
}

static void *visit(void *context)
{
    struct visitor *visitor = context;
    struct client client;
    struct reply reply;
    char path[64];
    char body[64];
    client_init(&client, server_port(visitor->stage->server));
    reply_init(&reply);
    for (int i = 0; i < ROUNDS && visitor->strange == 0; i++) {
        int club = (i + visitor->number) % CLUBS;
        (void)snprintf(path, sizeof(path), "/c/%s/v1/players", SLUGS[club]);
        (void)snprintf(body, sizeof(body), "{\"name\":\"%s %d %d\"}", SLUGS[club], visitor->number, i);
        const struct call add = {"POST", path, visitor->stage->token[club], NULL, body, NULL};
        int status = ask(&client, &reply, &add);
        visitor->added[club] += status == 201;
        visitor->strange = status == 201 ? 0 : status;
        const struct call list = {"GET", path, NULL, NULL, NULL, NULL};
        status = visitor->strange == 0 ? ask(&client, &reply, &list) : 200;
        visitor->strange = status == 200 ? visitor->strange : status;
    }
    reply_release(&reply);
    client_release(&client);
    return NULL;
}

static int count_names(const char *text)
{
    int count = 0;
    while ((text = strstr(text, "\"name\":"))) {
        text++;
        count++;
    }
    return count;
}

static void clubs_come_and_go_under_traffic(void **unused)
{
    (void)unused;
    struct http_clubs stage;
    struct visitor visitor[VISITORS];
    http_clubs_make(&stage, SLUGS);
    http_clubs_start(&stage);
    (void)pthread_mutex_lock(&stage.server->clubs.lock);
    stage.server->clubs.limit = ROOM;
    (void)pthread_mutex_unlock(&stage.server->clubs.lock);
    for (int i = 0; i < VISITORS; i++) {
        visitor[i] = (struct visitor){.stage = &stage, .number = i};
        assert_int_equal(pthread_create(&visitor[i].thread, NULL, visit, &visitor[i]), 0);
    }
    for (int i = 0; i < 3; i++) { /* meanwhile one of them is suspended, and resumed */
        http_clubs_set(&stage, "b", "suspended", i < 2 && i % 2 == 0 ? "yes" : "no");
        http_clubs_pause(300);
    }
    for (int i = 0; i < VISITORS; i++) {
        assert_int_equal(pthread_join(visitor[i].thread, NULL), 0);
        assert_int_equal(visitor[i].strange, 0);
    }
    for (int club = 0; club < CLUBS; club++) {
        char path[64];
        int added = 0;
        (void)snprintf(path, sizeof(path), "/c/%s/v1/players", SLUGS[club]);
        http_clubs_comes(&stage, path, 200);
        for (int i = 0; i < VISITORS; i++) {
            added += visitor[i].added[club];
        }
        assert_int_equal(count_names(strbuf_text(&stage.reply.body)), added);
        for (int other = 0; other < CLUBS; other++) {
            char mixed[16];
            (void)snprintf(mixed, sizeof(mixed), "\"name\":\"%s ", SLUGS[other]);
            assert_true(other == club || !reply_has(&stage.reply, mixed));
        }
    }
    http_clubs_end(&stage);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(clubs_come_and_go_under_traffic)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
