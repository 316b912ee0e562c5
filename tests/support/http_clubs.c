/* Many clubs in one process. */
#include "support/http_clubs.h"

#include "support/cmocka.h"
#include "support/scene.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

void http_clubs_make(struct http_clubs *stage, const char *const *slugs)
{
    struct error error = {.message = NULL};
    struct service_options options = service_options_default;
    memset(stage, 0, sizeof(*stage));
    (void)snprintf(stage->folder, sizeof(stage->folder), "/tmp/dendro-clubs-XXXXXX");
    assert_non_null(mkdtemp(stage->folder));
    for (size_t i = 0; slugs[i]; i++) {
        MUST(clubs_add(stage->folder, span_from(slugs[i]), &options, stage->token[i], &error));
    }
}

void http_clubs_start(struct http_clubs *stage)
{
    struct config config;
    struct error error = {.message = NULL};
    config_init(&config);
    MUST(config_set(&config, SPAN_LITERAL("clubs"), span_from(stage->folder), &error));
    MUST(config_set(&config, SPAN_LITERAL("listen"), SPAN_LITERAL("127.0.0.1:0"), &error));
    MUST(config_set(&config, SPAN_LITERAL("host"), SPAN_LITERAL("*"), &error));
    MUST(server_start(&stage->server, &config, &allocator_heap, NULL, &error));
    client_init(&stage->client, server_port(stage->server));
    reply_init(&stage->reply);
}

void http_clubs_end(struct http_clubs *stage)
{
    const struct dirent *item;
    reply_release(&stage->reply);
    client_release(&stage->client);
    server_stop(stage->server);
    DIR *folder = opendir(stage->folder);
    assert_non_null(folder);
    while ((item = readdir(folder))) {
        char path[512];
        (void)snprintf(path, sizeof(path), "%s/%s", stage->folder, item->d_name);
        (void)unlink(path);
    }
    (void)closedir(folder);
    assert_int_equal(rmdir(stage->folder), 0);
}

int http_clubs_ask(struct http_clubs *stage, const char *method, const char *path, const char *token, const char *body,
                   const char *headers)
{
    const struct call call = {method, path, token, NULL, body, headers};
    client_call(&stage->client, &call, &stage->reply);
    return stage->reply.status;
}

/* In a process of its own, as in life: see base/serving.h. */
void http_clubs_set(const struct http_clubs *stage, const char *slug, const char *name, const char *value)
{
    const char *suspend = strcmp(value, "yes") == 0 ? "suspend" : "resume";
    const char *const standing[] = {"club", suspend, slug, "--clubs", stage->folder, NULL};
    const char *const setting[] = {"settings", "set", name, value, "--clubs", stage->folder, "--club", slug, NULL};
    assert_int_equal(daemon_run(strcmp(name, "suspended") == 0 ? standing : setting), 0);
}

void http_clubs_pause(int ms)
{
    const struct timespec pause = {ms / 1000, ms % 1000 * 1000000L};
    (void)nanosleep(&pause, NULL);
}

void http_clubs_comes(struct http_clubs *stage, const char *path, int status)
{
    for (int i = 0; i < 3000; i++) {
        if (http_clubs_ask(stage, "GET", path, NULL, NULL, NULL) == status) {
            return;
        }
        http_clubs_pause(20);
    }
    fail_msg("%s never became %d: %d", path, status, stage->reply.status);
}
