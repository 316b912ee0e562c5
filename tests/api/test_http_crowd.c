/*
 * A crowd that says nothing, says it slowly, or has nothing more to say: more
 * connections than there may be, from several addresses and from the one that
 * a writer has too. Moves are answered meanwhile, newcomers are served, and
 * the daemon ends when it is told to. (Before: every network thread hung.)
 */
#include "support/cmocka.h"

#include "support/http_scene.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

enum { CROWD = 1500, ADDRESSES = 5 };

static const char *const SAYINGS[] = {
    "",                                                                                                /* nothing */
    "GET /v1/games HTT",                                                                               /* half a line */
    "GET /v1/games HTTP/1.1\r\nHost: x\r\nX-A: ",                                                      /* half a head */
    "POST /v1/score HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: 99\r\n\r\nden", /* half a body */
    "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n", /* and then nothing */
};

/* A connection from 127.0.0.`last`; -1: refused. */
static int connect_from(uint16_t port, unsigned last)
{
    struct sockaddr_in from = {.sin_family = AF_INET, .sin_addr = {htonl(0x7f000000u + last)}};
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(port), .sin_addr = {htonl(0x7f000001u)}};
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    if (fd >= 0 && (bind(fd, (const struct sockaddr *)&from, sizeof(from)) != 0 ||
                    connect(fd, (const struct sockaddr *)&to, sizeof(to)) != 0)) {
        (void)close(fd);
        return -1;
    }
    return fd;
}

static void say(int fd, const char *text)
{
    if (fd >= 0) {
        ssize_t sent = send(fd, text, strlen(text), MSG_NOSIGNAL);
        (void)sent; /* who was sent away already says nothing */
    }
}

/* Logs the next move on a connection of its own. */
static void log_move(struct http_scene *scene, int *ply)
{
    static const char *const cards[] = {"bee", "bear",  "deer",   "trout",  "wolf",
                                        "fox", "eagle", "meadow", "stream", "dragonfly"};
    char body[128];
    struct client writer;
    client_init(&writer, scene->daemon.port);
    int turn = *ply / 3;
    (void)snprintf(body, sizeof(body), "{\"ply\":%d,\"moves\":\"%d: %s %d,%d\"}", *ply, *ply % 3 + 1, cards[turn % 10],
                   turn % 5, turn / 5);
    struct call move = {"POST", "/v1/games/1/moves", scene->daemon.token, NULL, body, NULL};
    client_call(&writer, &move, &scene->reply);
    if (scene->reply.status != 200) {
        fail_msg("move %d: %d %s", *ply, scene->reply.status, strbuf_text(&scene->reply.body));
    }
    client_release(&writer);
    ++*ply;
}

/* The crowd comes, from `addresses` of them; a move in between now and then. */
static void come(struct http_scene *scene, int *crowd, unsigned addresses, int *ply)
{
    for (unsigned i = 0; i < CROWD; i++) {
        crowd[i] = connect_from(scene->daemon.port, 1 + i % addresses);
        say(crowd[i], SAYINGS[i / addresses % (sizeof(SAYINGS) / sizeof(SAYINGS[0]))]);
        if (i % 100 == 99) {
            log_move(scene, ply);
        }
    }
}

static void go(int *crowd)
{
    for (unsigned i = 0; i < CROWD; i++) {
        if (crowd[i] >= 0) {
            (void)close(crowd[i]);
        }
    }
}

static void a_crowd_holds_nobody_up(void **unused)
{
    (void)unused;
    struct http_scene scene;
    struct rlimit files;
    static int crowd[CROWD];
    int ply = 0;
    assert_int_equal(getrlimit(RLIMIT_NOFILE, &files), 0);
    files.rlim_cur = files.rlim_max;
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &files), 0);
    http_scene_begin(&scene, NULL);
    struct call open = {
        "POST", "/v1/games", scene.daemon.token, NULL, "{\"game\":\"foret\",\"seats\":[\"A\",\"B\",\"C\"]}", NULL};
    client_call(&scene.client, &open, &scene.reply);
    assert_int_equal(scene.reply.status, 201);
    come(&scene, crowd, ADDRESSES, &ply);
    go(crowd);
    come(&scene, crowd, 1, &ply); /* as from behind a proxy */
    /* Whoever has been answered before keeps his connection while others have none; and newcomers are served. */
    struct call games = {"GET", "/v1/games", NULL, NULL, NULL, NULL};
    for (int i = 0; i < 10; i++) {
        client_close(&scene.client);
        client_call(&scene.client, &games, &scene.reply);
        assert_int_equal(scene.reply.status, 200);
    }
    http_scene_end(&scene); /* with all of them there */
    go(crowd);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_crowd_holds_nobody_up)};
    return cmocka_run_group_tests_name("a crowd", tests, NULL, NULL);
}
