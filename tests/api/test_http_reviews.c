/*
 * A review over HTTP from the question to the figures: every answer that the
 * document describes is given once, so that api/openapi_answers.sh can hold
 * it against the document. What happens to the queue is in http_reviews.sh.
 */
#include "support/cmocka.h"

#include "support/http_scene.h"
#include "support/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define REVIEW "/v1/games/1/review"

static int ask(struct http_scene *scene, const char *method, const char *path, const char *type, const char *body)
{
    struct call call = {method, path, scene->daemon.token, type, body, NULL};
    client_call(&scene->client, &call, &scene->reply);
    return scene->reply.status;
}

static void import(struct http_scene *scene, const char *name)
{
    struct strbuf record;
    char path[1024];
    const char *source = getenv("SOURCE_DIR");
    assert_non_null(source);
    (void)snprintf(path, sizeof(path), "%s/replays/%s.dendro", source, name);
    strbuf_init(&record, &allocator_heap, 1 << 20);
    test_read_file(path, &record);
    assert_int_equal(ask(scene, "POST", "/v1/import", "text/plain", strbuf_text(&record)), 200);
    strbuf_release(&record);
}

static bool comes_to(struct http_scene *scene, const char *path, const char *what)
{
    for (int waited = 0; waited < PATIENCE_MS; waited += 20) {
        const struct timespec pause = {0, 20 * 1000 * 1000};
        assert_int_equal(ask(scene, "GET", path, NULL, NULL), 200);
        if (reply_has(&scene->reply, what)) {
            return true;
        }
        (void)nanosleep(&pause, NULL);
    }
    return false;
}

static void every_answer_about_a_review_is_given(void **unused)
{
    (void)unused;
    struct http_scene scene;
    http_scene_begin(&scene, (const char *const[]){NULL});
    import(&scene, "foret/duel-full");
    assert_int_equal(ask(&scene, "GET", REVIEW, NULL, NULL), 404);
    assert_int_equal(ask(&scene, "GET", "/v1/reviews", NULL, NULL), 200);
    assert_int_equal(reply_int(&scene.reply, "games"), 0);
    assert_int_equal(ask(&scene, "GET", "/v1/puzzle", NULL, NULL), 404);
    assert_int_equal(ask(&scene, "GET", "/v1/puzzle?day=13", NULL, NULL), 400);
    assert_int_equal(ask(&scene, "POST", REVIEW, NULL, "{\"budget\":1048576}"), 202);
    assert_int_equal(ask(&scene, "GET", REVIEW, NULL, NULL), 200);
    assert_false(reply_has(&scene.reply, "\"decisions\""));
    assert_int_equal(ask(&scene, "DELETE", REVIEW, NULL, NULL), 204);
    assert_int_equal(ask(&scene, "DELETE", REVIEW, NULL, NULL), 404);
    assert_int_equal(ask(&scene, "POST", REVIEW, NULL, "{\"budget\":800}"), 202);
    assert_true(comes_to(&scene, REVIEW, "\"status\":\"done\""));
    assert_true(reply_has(&scene.reply, "\"decisions\""));
    assert_true(reply_has(&scene.reply, "\"best_forest\""));
    assert_int_equal(ask(&scene, "POST", REVIEW, NULL, "{\"budget\":800}"), 200);
    assert_int_equal(ask(&scene, "GET", "/v1/reviews", NULL, NULL), 200);
    assert_int_equal(reply_int(&scene.reply, "games"), 1);

    assert_int_equal(ask(&scene, "GET", "/v1/puzzle?day=2026-11-13", NULL, NULL), 200);
    assert_true(reply_has(&scene.reply, "\"margin_lo\""));

    struct client watcher;
    client_init(&watcher, scene.daemon.port);
    assert_true(client_send(&watcher, SPAN_LITERAL("GET " REVIEW "/events HTTP/1.1\r\nHost: x\r\n\r\n")));
    assert_true(client_wait(&watcher, "event: done", PATIENCE_MS));
    client_release(&watcher);
    assert_int_equal(ask(&scene, "HEAD", REVIEW "/events", NULL, NULL), 200);
    assert_int_equal(ask(&scene, "GET", REVIEW "/events?x=1", NULL, NULL), 400);
    http_scene_end(&scene);
}

/* Whether a game has a review hangs on its level, its variant and its options; whoever looks is told, whatever it is. */
static void games_of_every_kind_can_be_asked_for_their_review(void **unused)
{
    (void)unused;
    static const struct {
        const char *name;
        int asked;
        const char *says;
    } games[] = {
        {"biotopes/declared-words", 202, "review.unsuited"},
        {"biotopes/simulated-solo-initiate", 202, "review.unsuited"},
        {"biotopes/simulated-solo", 400, "review.not-offered"},
        {"biotopes/sheet-initiate", 400, "review.not-offered"},
        {"ecos/rules-2-declared-4-players", 202, "review.unsuited"},
        {"ecos/sheet", 400, "review.not-offered"},
        {"grandbois/four-sheet", 400, "review.not-offered"},
        {"foret/totals-three", 400, "review.not-offered"},
    };
    struct http_scene scene;
    http_scene_begin(&scene, (const char *const[]){NULL});
    for (size_t i = 0; i < sizeof(games) / sizeof(games[0]); i++) {
        char path[64];
        import(&scene, games[i].name);
        (void)snprintf(path, sizeof(path), "/v1/games/%zu/review", i + 1);
        assert_int_equal(ask(&scene, "GET", path, NULL, NULL), 404);
        assert_int_equal(ask(&scene, "POST", path, NULL, "{\"budget\":64}"), games[i].asked);
        assert_true(games[i].asked == 202 ? comes_to(&scene, path, games[i].says)
                                          : reply_has(&scene.reply, games[i].says));
    }
    http_scene_end(&scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_answer_about_a_review_is_given),
        cmocka_unit_test(games_of_every_kind_can_be_asked_for_their_review),
    };
    return cmocka_run_group_tests_name("http reviews", tests, NULL, NULL);
}
