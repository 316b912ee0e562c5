/*
 * A daemon in this process that counts its memory: after an evening with every
 * kind of request, of clients who leave too early too, it has given back every
 * block and every descriptor.
 */
#include "support/cmocka.h"

#include "http/server.h"
#include "support/folder.h"
#include "support/http_client.h"
#include "support/scene.h"

#include <arpa/inet.h>
#include <dirent.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

static atomic_long blocks;
static pthread_t starter; /* whose requests are counted, and may fail */
static long requests;
static long fail_at; /* 0: none */

static bool fails(void)
{
    return pthread_equal(pthread_self(), starter) && ++requests == fail_at;
}

static void *count_resize(void *context, void *old, size_t size)
{
    (void)context;
    if (size == 0) {
        atomic_fetch_sub(&blocks, old ? 1 : 0);
        free(old);
        return NULL;
    }
    void *made = fails() ? NULL : realloc(old, size);
    atomic_fetch_add(&blocks, made && !old ? 1 : 0);
    return made;
}

static const struct allocator COUNTING = {count_resize, NULL};

static size_t open_files(void)
{
    size_t count = 0;
    DIR *folder = opendir("/proc/self/fd");
    assert_non_null(folder);
    while (readdir(folder)) {
        count++;
    }
    assert_int_equal(closedir(folder), 0);
    return count;
}

struct evening {
    char folder[FOLDER_PATH];
    struct config config;
    struct server *server;
    struct client client;
    struct reply reply;
    char token[64];
};

static void set(struct evening *evening, const char *name, const char *value)
{
    struct error error = {.message = NULL};
    MUST(config_set(&evening->config, span_from(name), span_from(value), &error));
}

static void open_door(struct evening *evening)
{
    struct error error = {.message = NULL};
    MUST(server_start(&evening->server, &evening->config, &COUNTING, NULL, &error));
    if (server_first_token(evening->server)[0]) {
        (void)snprintf(evening->token, sizeof(evening->token), "%s", server_first_token(evening->server));
    }
    client_init(&evening->client, server_port(evening->server));
}

static void begin(struct evening *evening)
{
    char path[FOLDER_PATH + 16];
    memset(evening, 0, sizeof(*evening));
    folder_make(evening->folder, "leaks");
    config_init(&evening->config);
    (void)snprintf(path, sizeof(path), "%s/club.db", evening->folder);
    set(evening, "db", path);
    (void)snprintf(path, sizeof(path), "%s/access", evening->folder);
    set(evening, "access-log", path);
    set(evening, "listen", "127.0.0.1:0");
    set(evening, "host", "*");
    set(evening, "threads", "2");
    set(evening, "readers", "2");
    reply_init(&evening->reply);
}

static int ask(struct evening *evening, const char *method, const char *path, const char *type, const char *body,
               const char *headers)
{
    struct call call = {method, path, evening->token, type, body, headers};
    client_call(&evening->client, &call, &evening->reply);
    return evening->reply.status;
}

static void must(struct evening *evening, const char *method, const char *path, const char *body, int status)
{
    const char *type = body && body[0] == 'd' ? "text/plain" : NULL;
    if (ask(evening, method, path, type, body, NULL) != status) {
        fail_msg("%s %s: %d %s", method, path, evening->reply.status, strbuf_text(&evening->reply.body));
    }
}

/* What earlier answers named. */
static void take_id(const struct evening *evening, const char *name, char out[32])
{
    const char *at = strstr(strbuf_text(&evening->reply.body), name);
    assert_non_null(at);
    at += strlen(name);
    size_t length = strcspn(at, "\"");
    assert_true(length < 32);
    memcpy(out, at, length);
    out[length] = '\0';
}

#define GRID                                                                                                         \
    "bee bear trout fox eagle / dragonfly deer rabbit meadow stream / wolf bee bear trout fox / deer rabbit meadow " \
    "stream wolf\n"
#define CORRECTION(last) "{\"game\":\"foret\",\"seats\":[\"Ada\",\"Bo\",\"Cy\"],\"reason\":\"late\",\"last\":" last "}"
#define SHEET                                                                                                \
    "dendro 1\ngame foret\nvariant standard\nlevel sheet\nseat 1 Ada\nseat 2 Bo\nseat 3 Cy\nplayed 2026-11-" \
    "13\nplace Cave\n\n1: grid " GRID "2: grid " GRID "3: grid " GRID

static void write_much(struct evening *evening)
{
    must(evening, "POST", "/v1/players", "{\"name\":\"Ada\"}", 201);
    must(evening, "POST", "/v1/players", "{\"name\":\"Ada\"}", 409);
    must(evening, "POST", "/v1/players", "{\"name\":3}", 400);
    must(evening, "POST", "/v1/games", "{\"game\":\"foret\",\"seats\":[\"Ada\",\"Bo\",\"Cy\"]}", 201);
    must(evening, "POST", "/v1/games", SHEET, 201);
    must(evening, "POST", "/v1/games/1/moves", "{\"ply\":0,\"moves\":\"1: bee 0,0\"}", 200);
    must(evening, "POST", "/v1/games/1/moves", "{\"ply\":1,\"moves\":\"2: bee 5,5\"}", 422);
    must(evening, "POST", "/v1/games/1/takeback", "{\"ply\":1}", 200);
    must(evening, "POST", "/v1/score", SHEET "= 1 2 3\n", 200);
    must(evening, "POST", "/v1/nights", "{\"day\":\"2026-11-20\",\"title\":\"Autumn\"}", 201);
    must(evening, "POST", "/v1/places", "{\"name\":\"Attic\"}", 201);
    must(evening, "POST", "/v1/import", "dendro 1\ngame odd\n", 200);
    must(evening, "POST", "/v1/games/2/correct?reason=name&last=1", SHEET, 409); /* whoever knows an older game */
    must(evening, "POST", "/v1/games/2/correct", CORRECTION("1"), 409);
    assert_true(reply_has(&evening->reply, "game.changed"));
    must(evening, "POST", "/v1/games/2/correct", CORRECTION("0"), 400);
    must(evening, "POST", "/v1/games/2/correct", CORRECTION("\"2\""), 400);
    must(evening, "POST", "/v1/games/2/correct?reason=name", SHEET, 200);
    for (int i = 0; i < 2; i++) { /* the answer itself, and again what was kept of it */
        assert_int_equal(ask(evening, "POST", "/v1/places", NULL, "{\"name\":\"Roof\"}", "Idempotency-Key: k\r\n"),
                         201);
        assert_true(reply_has(&evening->reply, "Roof"));
    }
    assert_int_equal(ask(evening, "POST", "/v1/places", NULL, "{\"name\":\"Well\"}", "Idempotency-Key: k\r\n"), 422);
}

/* More than one piece of records. */
static void import_much(struct evening *evening)
{
    struct strbuf text;
    strbuf_init(&text, &allocator_heap, 1 << 20);
    for (int i = 0; i < 300; i++) {
        char day[16];
        (void)snprintf(day, sizeof(day), "2025-%02d-%02d", 1 + i % 12, 1 + i % 28);
        strbuf_add(&text, "dendro 1\ngame foret\nlevel sheet\nseat 1 Ada\nseat 2 Bo\nseat 3 Cy\nplayed ");
        strbuf_add(&text, day);
        strbuf_add(&text, "\n\n1: grid " GRID "2: grid " GRID "3: grid nothing " GRID);
    }
    assert_true(text.len > 100000);
    must(evening, "POST", "/v1/import", strbuf_text(&text), 200);
    assert_int_equal(reply_int(&evening->reply, "records"), 300);
    assert_int_equal(reply_int(&evening->reply, "refused"), 300);
    strbuf_release(&text);
}

static void read_much(struct evening *evening)
{
    static const char *const paths[] = {"/healthz",
                                        "/readyz",
                                        "/metrics",
                                        "/openapi.json",
                                        "/",
                                        "/v1/access",
                                        "/v1/players",
                                        "/v1/players?limit=1",
                                        "/v1/games",
                                        "/v1/games?limit=1",
                                        "/v1/games/1",
                                        "/v1/games/1/moves",
                                        "/v1/games/1/legal",
                                        "/v1/games/1/state",
                                        "/v1/games/2/score",
                                        "/v1/games/2/scores",
                                        "/v1/games/2/record",
                                        "/v1/games/1/hands",
                                        "/v1/games/2/bgstats",
                                        "/v1/games/2/audit",
                                        "/v1/nights",
                                        "/v1/nights/2026-11-13",
                                        "/v1/places",
                                        "/v1/rules",
                                        "/v1/catalogues",
                                        "/v1/tokens",
                                        "/v1/export",
                                        "/v1/export?format=ndjson&player=Ada",
                                        "/v1/export?format=bgstats",
                                        "/v1/log",
                                        "/v1/log/checkpoint",
                                        "/v1/log/key",
                                        "/v1/log/proof/inclusion?seq=2",
                                        "/v1/log/proof/consistency?first=2&size=3",
                                        "/v1/leaderboard?game=foret",
                                        "/v1/cards?game=foret",
                                        "/v1/cards/abeille?game=foret",
                                        "/v1/ratings/history?game=foret",
                                        "/v1/records?game=foret"};
    for (size_t i = 0; i < sizeof(paths) / sizeof(paths[0]); i++) {
        static const char packed[] = "Accept-Encoding: gzip\r\n";
        char headers[160];
        for (int k = 0; k < 2; k++) { /* what was kept ready, too */
            must(evening, "GET", paths[i], NULL, 200);
            assert_int_equal(ask(evening, "GET", paths[i], NULL, NULL, packed), 200);
        }
        assert_int_equal(ask(evening, "HEAD", paths[i], NULL, NULL, packed), 200);
        struct span tag = reply_header(&evening->reply, "ETag");
        (void)snprintf(headers, sizeof(headers), "If-None-Match: %.*s\r\nAccept-Encoding: gzip\r\n", (int)tag.len,
                       tag.len > 0 ? tag.ptr : "");
        if (tag.len > 0) {
            assert_int_equal(ask(evening, "GET", paths[i], NULL, NULL, headers), 304);
        }
    }
    must(evening, "GET", "/v1/games/99", NULL, 404);
    must(evening, "GET", "/v1/games/99/events", NULL, 404);
    must(evening, "GET", "/v1/export?player=Nobody", NULL, 404);
    must(evening, "GET", "/v1/log/proof/inclusion?seq=9999", NULL, 404);
    must(evening, "GET", "/v1/leaderboard?order=luck", NULL, 400);
    must(evening, "GET", "/nothing", NULL, 404);
    must(evening, "DELETE", "/v1/games", NULL, 405);
}

/* Who follows a game and stays, who leaves in the middle of an export, of a body, of a head. */
static void come_and_go(struct evening *evening, struct client *follower)
{
    static const char *const unfinished[] = {
        "GET /v1/export HTTP/1.1\r\nHost: x\r\n\r\n",
        "GET /v1/log HTTP/1.1\r\nHost: x\r\n\r\n",
        "POST /v1/import HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: 99\r\n\r\ndendro",
        "POST /v1/score HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nden",
        "GET /v1/games HTTP/1.1\r\nHost: x\r\nX-A: ",
        "GET / HTTP/1.1\nHost: x\n\n",
        "",
    };
    for (size_t i = 0; i < sizeof(unfinished) / sizeof(unfinished[0]); i++) {
        struct client client;
        client_init(&client, server_port(evening->server));
        assert_true(client_send(&client, span_from(unfinished[i])));
        client_release(&client);
    }
    for (int i = 0; i < 2; i++) {
        client_init(&follower[i], server_port(evening->server));
        assert_true(client_send(&follower[i], SPAN_LITERAL("GET /v1/games/1/events HTTP/1.1\r\nHost: x\r\n\r\n")));
        assert_true(client_wait(&follower[i], "\r\n\r\n", PATIENCE_MS));
    }
    client_close(&follower[1]);
}

static void finish(struct evening *evening)
{
    char id[32];
    char path[64];
    must(evening, "POST", "/v1/tokens", "{\"label\":\"phone\",\"scopes\":[\"record\"]}", 201);
    take_id(evening, "\"id\":\"", id);
    (void)snprintf(path, sizeof(path), "/v1/tokens/%s", id);
    must(evening, "DELETE", path, NULL, 204);
    must(evening, "POST", "/v1/audit", "{\"results_only\":true}", 202);
    for (int i = 0; i < 30000; i++) {
        must(evening, "GET", "/v1/audit", NULL, 200);
        if (!reply_has(&evening->reply, "\"running\"")) {
            break;
        }
    }
    must(evening, "POST", "/v1/games/1/abandon", "{\"reason\":\"the bell rang\"}", 200);
    must(evening, "POST", "/v1/games/1/void", "{\"reason\":\"a test\"}", 200);
    must(evening, "GET", "/v1/players", NULL, 200);
    take_id(evening, "\"id\":\"", id);
    (void)snprintf(path, sizeof(path), "/v1/players/%s/stats?game=foret", id);
    must(evening, "GET", path, NULL, 200);
    (void)snprintf(path, sizeof(path), "/v1/players/%s", id);
    must(evening, "PATCH", path, "{\"name\":\"Zoe\"}", 200);
    int status = ask(evening, "DELETE", path, NULL, NULL, NULL);
    assert_true(status == 204 || status == 202);
}

static void close_door(struct evening *evening)
{
    server_stop(evening->server);
    evening->server = NULL;
    client_release(&evening->client);
}

static void nothing_is_left(const struct evening *evening, size_t files)
{
    (void)evening;
    assert_int_equal(atomic_load(&blocks), 0);
    assert_int_equal(open_files(), files);
}

static void an_evening_leaves_nothing_behind(void **unused)
{
    (void)unused;
    struct evening evening;
    struct client follower[2];
    begin(&evening);
    open_door(&evening); /* once before: libraries keep what they made first */
    close_door(&evening);
    size_t files = open_files();
    assert_int_equal(atomic_load(&blocks), 0);
    open_door(&evening);
    write_much(&evening);
    import_much(&evening);
    read_much(&evening);
    come_and_go(&evening, follower);
    finish(&evening);
    close_door(&evening);
    client_release(&follower[0]);
    client_release(&follower[1]);
    nothing_is_left(&evening, files);
    reply_release(&evening.reply);
    folder_remove(evening.folder);
}

/* A start that fails at each of its first steps gives back what the steps before it took. */
static void a_start_that_fails_leaves_nothing_behind(void **unused)
{
    (void)unused;
    static const struct {
        const char *name;
        const char *value;
    } wrong[] = {{"access-log", "/nowhere/log"}, {"listen", "nonsense"},     {"listen", "192.0.2.1:1"},
                 {"tls-cert", "/nowhere/cert"},  {"db", "/nowhere/club.db"}, {"db", "/dev/null/x"}};
    size_t files = open_files();
    for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
        struct evening evening;
        struct error error = {.message = NULL};
        begin(&evening);
        set(&evening, wrong[i].name, wrong[i].value);
        enum err err = server_start(&evening.server, &evening.config, &COUNTING, NULL, &error);
        if (err == ERR_OK || evening.server || !error.message) {
            fail_msg("%s = %s: started", wrong[i].name, wrong[i].value);
        }
        nothing_is_left(&evening, files);
        reply_release(&evening.reply);
        folder_remove(evening.folder);
    }
}

/* The same for each piece of memory that a start asks for; and then it starts. */
static void a_start_without_memory_leaves_nothing_behind(void **unused)
{
    (void)unused;
    struct evening evening;
    begin(&evening);
    open_door(&evening); /* there is a database, and libraries are ready */
    close_door(&evening);
    size_t files = open_files();
    for (long n = 1;; n += n < 100 ? 1 : n / 50) {
        struct error error = {.message = NULL};
        requests = 0;
        fail_at = n;
        enum err err = server_start(&evening.server, &evening.config, &COUNTING, NULL, &error);
        bool failed = requests >= n;
        fail_at = 0;
        if ((err != ERR_OK) != failed || (failed && (evening.server || !error.message))) {
            fail_msg("request %ld for memory: %d %s", n, (int)err, error.message ? error.message->id : "");
        }
        server_stop(evening.server);
        nothing_is_left(&evening, files);
        if (!failed) {
            break;
        }
    }
    reply_release(&evening.reply);
    folder_remove(evening.folder);
}

static void *stop(void *context)
{
    struct evening *evening = context;
    server_stop(evening->server);
    return NULL;
}

static bool refuses(uint16_t port)
{
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(port), .sin_addr = {htonl(INADDR_LOOPBACK)}};
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    assert_true(fd >= 0);
    bool refused = connect(fd, (const struct sockaddr *)&to, sizeof(to)) != 0;
    (void)close(fd);
    return refused;
}

/* What was opened while the daemon stops, with the number that its door had before, stays open. */
static void a_stop_closes_nothing_twice(void **unused)
{
    (void)unused;
    struct evening evening;
    pthread_t stopper;
    int files[64];
    begin(&evening);
    open_door(&evening);
    uint16_t port = server_port(evening.server);
    /* Half a body keeps the daemon waiting after its door is closed. */
    assert_true(
        client_send(&evening.client, SPAN_LITERAL("POST /v1/score HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\n"
                                                  "Content-Type: text/plain\r\nContent-Length: 9\r\n\r\n")));
    assert_true(client_wait(&evening.client, "100 Continue", PATIENCE_MS));
    assert_int_equal(pthread_create(&stopper, NULL, stop, &evening), 0);
    for (int i = 0; i < 30000 && !refuses(port); i++) {
        const struct timespec pause = {0, 10 * 1000 * 1000};
        (void)nanosleep(&pause, NULL);
    }
    for (size_t i = 0; i < 64; i++) {
        files[i] = open("/dev/null", O_RDONLY | O_CLOEXEC);
        assert_true(files[i] >= 0);
    }
    client_release(&evening.client);
    assert_int_equal(pthread_join(stopper, NULL), 0);
    for (size_t i = 0; i < 64; i++) {
        assert_int_equal(close(files[i]), 0);
    }
    reply_release(&evening.reply);
    folder_remove(evening.folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_evening_leaves_nothing_behind),
        cmocka_unit_test(a_start_that_fails_leaves_nothing_behind),
        cmocka_unit_test(a_start_without_memory_leaves_nothing_behind),
        cmocka_unit_test(a_stop_closes_nothing_twice),
    };
    starter = pthread_self();
    (void)signal(SIGPIPE, SIG_IGN);
    return cmocka_run_group_tests_name("http leaks", tests, NULL, NULL);
}
