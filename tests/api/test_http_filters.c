/*
 * Filters of statistics over HTTP, as who asks for too much meets them: ranges
 * in the wrong order, names that are nearly right, filters that a statistic
 * does not take, and names that are told only to those who may read them.
 */
#include "support/cmocka.h"

#include "support/http_scene.h"

#include <stdio.h>
#include <string.h>

static int get(struct http_scene *scene, const char *path, const char *headers)
{
    struct call call = {"GET", path, NULL, NULL, NULL, headers};
    client_call(&scene->client, &call, &scene->reply);
    return scene->reply.status;
}

static int post(struct http_scene *scene, const char *path, const char *body)
{
    struct call call = {"POST", path, scene->daemon.token, NULL, body, NULL};
    client_call(&scene->client, &call, &scene->reply);
    return scene->reply.status;
}

static void open_club(struct http_scene *scene)
{
    assert_int_equal(
        post(scene, "/v1/games",
             "{\"game\":\"foret\",\"seats\":[\"Ferdinand\",\"Bo\",\"Cyprien\"],\"place\":\"Salle Colette\","
             "\"night\":\"2026-11-13\"}"),
        201);
}

static void refusals_name_what_is_wrong_and_what_was_meant(void **unused)
{
    (void)unused;
    static const struct {
        const char *path;
        int status;
        const char *says;
    } cases[] = {
        {"/v1/leaderboard?from=2026-11-01&to=2026-10-01", 400,
         "the days are in the wrong order: from 2026-11-01 to 2026-10-01"},
        {"/v1/records?from=2026-11-01&to=2026-10-01", 400, "range.days"},
        {"/v1/ratings/history?from=2026-11-01&to=2026-10-01", 400, "range.days"},
        {"/v1/cards?game=foret&from=2026-11-01&to=2026-10-01", 400, "range.days"},
        {"/v1/games?since=2026-11-01&until=2026-10-01", 400, "range.days"},
        {"/v1/export?since=2026-11-01&until=2026-10-01", 400, "range.days"},
        {"/v1/games?since=soon", 400, "the parameter 'since' must be a date like 2026-11-13"},
        {"/v1/games?until=2026-11-31", 400, "the parameter 'until' must be a date like 2026-11-13"},
        {"/v1/export?until=soon", 400, "the parameter 'until' must be a date like 2026-11-13"},
        {"/v1/log?first=3&last=2", 400, "the entries are in the wrong order: from 3 to 2"},
        {"/v1/games?limit=0", 400, "the parameter 'limit' must be 1..500"},
        {"/v1/games/1/state?at=9", 400, "the parameter 'at' must be 0..0"},
        {"/v1/leaderboard?gmae=foret", 400, "there is no parameter 'gmae' here; did you mean 'game'?"},
        {"/v1/leaderboard?game=forret", 404, "no game is called 'forret'; did you mean 'foret'?"},
        {"/v1/games?game=forret", 404, "no game is called 'forret'; did you mean 'foret'?"},
        {"/v1/cards/beee?game=foret", 404, "no card is called 'beee'; did you mean 'bee'?"},
        {"/v1/leaderboard?variant=dule", 404, "did you mean 'duel'?"},
        {"/v1/leaderboard?level=tabel", 404, "did you mean 'table'?"},
        {"/v1/leaderboard?place=sale%20colette", 404, "did you mean 'Salle Colette'?"},
        {"/v1/leaderboard?player=Feridnand", 404, "nobody here is called 'Feridnand'; did you mean 'Ferdinand'?"},
        {"/v1/games?player=ciprien", 404, "did you mean 'Cyprien'?"},
        {"/v1/ratings/history?seats=4", 400, "there is no parameter 'seats' here"},
        {"/v1/nights/2026-11-13?from=2026-11-01", 400, "there is no parameter 'from' here"},
        {"/v1/nights?winners=yes", 400, "'winners'"},
        {"/v1/search", 400, "what is looked for has 1 to 100 characters"},
        {"/v1/search?q=", 400, "the parameter 'q' is empty"},
        {"/v1/search?q=%FF", 400, "is not UTF-8"},
        {"/v1/search?q=a%01", 400, "U+0001"},
        {"/v1/search?q=a&limit=21", 400, "the parameter 'limit' must be 1..20"},
        {"/v1/search?q=a&game=foret", 400, "there is no parameter 'game' here"},
        {"/v1/search?q=FERDI", 200, "\"name\":\"Ferdinand\""},
        {"/v1/search?q=colette", 200, "\"places\":[{\"name\":\"Salle Colette\"}]"},
        {"/v1/nights?winners=1", 200, "\"winners\":["},
    };
    struct http_scene scene;
    http_scene_begin(&scene, NULL);
    open_club(&scene);
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        int status = get(&scene, cases[i].path, NULL);
        if (status != cases[i].status || !reply_has(&scene.reply, cases[i].says)) {
            fail_msg("%s: %d %s", cases[i].path, status, strbuf_text(&scene.reply.body));
        }
    }
    assert_int_equal(get(&scene, "/v1/leaderboard?player=Feridnand", "Accept-Language: fr\r\n"), 404);
    assert_true(reply_has(&scene.reply, "personne ici ne s'appelle « Feridnand » ; vouliez-vous dire « Ferdinand » ?"));
    assert_int_equal(post(&scene, "/v1/games", "{\"gmae\":\"foret\"}"), 400);
    assert_true(reply_has(&scene.reply, "there is no member 'gmae' here; did you mean 'game'?"));
    http_scene_end(&scene);
}

/* Nothing was finished: the answer keeps its shape. */
static void nothing_selected_is_an_answer(void **unused)
{
    (void)unused;
    static const struct {
        const char *path;
        const char *says;
    } cases[] = {
        {"/v1/leaderboard?from=2030-01-01", "\"rows\":[]"},
        {"/v1/search?q=xyzzy", "{\"people\":[],\"titles\":[],\"games\":[],\"cards\":[],\"nights\":[],"},
        {"/v1/records?seats=3&night=2026-11-13", "\"rows\":[]"},
        {"/v1/ratings/history?from=2030-01-01", "\"rows\":[]"},
        {"/v1/nights/2026-11-13?game=foret&variant=standard&level=table&seats=3&player=Bo", "\"results\":[]"},
    };
    struct http_scene scene;
    http_scene_begin(&scene, NULL);
    open_club(&scene);
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        int status = get(&scene, cases[i].path, NULL);
        if (status != 200 || !reply_has(&scene.reply, cases[i].says)) {
            fail_msg("%s: %d %s", cases[i].path, status, strbuf_text(&scene.reply.body));
        }
    }
    http_scene_end(&scene);
}

static void a_range_ends_where_it_says(void **unused)
{
    (void)unused;
    struct http_scene scene;
    http_scene_begin(&scene, NULL);
    open_club(&scene);
    open_club(&scene);
    assert_int_equal(get(&scene, "/v1/log", NULL), 200);
    assert_true(reply_has(&scene.reply, "{\"seq\":2,"));
    assert_int_equal(get(&scene, "/v1/log?first=1&last=1", NULL), 200);
    assert_true(reply_has(&scene.reply, "{\"seq\":1,"));
    assert_false(reply_has(&scene.reply, "{\"seq\":2,"));
    http_scene_end(&scene);
}

static void who_may_not_read_learns_no_name(void **unused)
{
    (void)unused;
    static const char *const paths[] = {"/v1/leaderboard?player=Feridnand", "/v1/games?player=Feridnand",
                                        "/v1/export?player=Feridnand", "/v1/leaderboard?place=Sale%20Colette"};
    const char *options[] = {"--private", NULL};
    struct http_scene scene;
    http_scene_begin(&scene, options);
    open_club(&scene);
    for (size_t i = 0; i < sizeof(paths) / sizeof(paths[0]); i++) {
        assert_int_equal(get(&scene, paths[i], NULL), 401);
        assert_false(reply_has(&scene.reply, "Ferdinand"));
        assert_false(reply_has(&scene.reply, "Salle"));
    }
    http_scene_end(&scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(refusals_name_what_is_wrong_and_what_was_meant),
        cmocka_unit_test(nothing_selected_is_an_answer),
        cmocka_unit_test(a_range_ends_where_it_says),
        cmocka_unit_test(who_may_not_read_learns_no_name),
    };
    return cmocka_run_group_tests_name("http filters", tests, NULL, NULL);
}
