/*
 * The service behind a connection that breaks: before, inside and after every
 * message of every deed, in both directions. Whatever a call says is true: an
 * ERR_OK is in the log once, an error has left nothing; no call hangs, and the
 * same service does the next deed without being opened again. A second service
 * with a connection of its own is the witness. Some of it once more with the
 * connections of a pool.
 */
#include "support/cmocka.h"

#include "postgres/pq.h"
#include "support/cutting_proxy.h"
#include "support/postgres_server.h"
#include "support/text.h"
#include "support/world.h"

#include "service/clubs.h"
#include "service/merges.h"

#include <unistd.h>

struct cutting {
    struct world world;
    struct cutting_proxy proxy;
    char direct[TEST_ADDRESS];
    char through[CUTTING_URL + 64];
    struct service *service; /* through the proxy */
    struct service *witness; /* without it */
    struct store_pool *pool; /* of the first; NULL: none */
    int64_t game;            /* one to play in */
    bool moved;              /* it has a ply */
    int64_t other;           /* one to correct */
    char person[2][PERSON_HANDLE];
    char name[32];   /* of the first */
    unsigned number; /* of trials, for names that are new */
    unsigned cuts;
    unsigned succeeded; /* although it was cut */
    unsigned refused;
};

/* What is tried; `*added` says how many entries it adds when it succeeds. */
typedef enum err deed_fn(struct cutting *scene, int64_t *added, struct error *error);

/* ---- the scene ---- */

static void drop_club(struct cutting *scene)
{
    PGconn *owner = pq_open(postgres_shared());
    char sql[PQ_TEXT];
    pq_do(owner, "SET client_min_messages = error");
    (void)snprintf(sql, sizeof(sql), "DROP SCHEMA IF EXISTS \"club_cut-%ld\" CASCADE", (long)getpid());
    pq_do(owner, sql);
    PQfinish(owner);
    (void)scene;
}

static void cutting_begin(struct cutting *scene, bool pooled)
{
    struct error error = {.message = NULL};
    struct receipt receipt;
    char through[CUTTING_URL];
    *scene = (struct cutting){.game = 0};
    const char *url = postgres_shared();
    cutting_proxy_start(&scene->proxy, url);
    cutting_proxy_url(&scene->proxy, url, through);
    world_begin(&scene->world);
    (void)snprintf(scene->direct, sizeof(scene->direct), "%s#cut-%ld", url, (long)getpid());
    (void)snprintf(scene->through, sizeof(scene->through), "%s#cut-%ld", through, (long)getpid());
    (void)snprintf(scene->world.path, sizeof(scene->world.path), "%s", scene->direct);
    drop_club(scene);
    scene->world.options.busy_ms = 60000; /* the server may take a moment to see that a connection is gone */
    MUST(service_open(&scene->witness, scene->direct, SERVICE_CREATE, &scene->world.options, &error));
    if (pooled) {
        MUST(clubs_pool_new(&scene->pool, scene->through, CLUBS_POOL_LEAST, &allocator_heap, &error));
        scene->world.options.pool = scene->pool;
    }
    MUST(service_open(&scene->service, scene->through, SERVICE_WRITE, &scene->world.options, &error));
    MUST(world_game(&scene->world, scene->service, "dendro 1\ngame foret\nseat 1 Zoé\nseat 2 Bob\nseat 3 Eve\n",
                    &receipt, &error));
    scene->game = receipt.game;
}

static void cutting_end(struct cutting *scene)
{
    world_must_be_sound(&scene->world, scene->witness, "after all cuts");
    service_close(scene->service);
    service_close(scene->witness);
    clubs_pool_free(scene->pool);
    drop_club(scene);
    cutting_proxy_stop(&scene->proxy);
    world_end(&scene->world);
}

static int64_t size_of(struct cutting *scene)
{
    struct error error = {.message = NULL};
    int64_t size = 0;
    MUST(service_log_size(scene->witness, &size, &error));
    return size;
}

/* ---- deeds ---- */

/* One ply and its taking back are one pair of entries, so that a game never ends. */
static enum err do_move(struct cutting *scene, int64_t *added, struct error *error)
{
    struct receipt receipt;
    *added = 1;
    return world_moves(scene->service, scene->game, -1, "1: bee 0,0", &receipt, error);
}

static enum err do_back(struct cutting *scene, int64_t *added, struct error *error)
{
    struct receipt receipt;
    *added = 1;
    return service_back(scene->service, AUTHOR_CLI, scene->game, -1, 1, &receipt, error);
}

static enum err do_open(struct cutting *scene, int64_t *added, struct error *error)
{
    char text[256];
    struct receipt receipt;
    *added = 1;
    (void)snprintf(text, sizeof(text), "dendro 1\ngame foret\nseat 1 O%u\nseat 2 P%u\nseat 3 Q%u\nnote x\n",
                   scene->number, scene->number, scene->number);
    return world_game(&scene->world, scene->service, text, &receipt, error);
}

static const char *pad(const struct cutting *scene, unsigned total, char text[512])
{
    (void)snprintf(
        text, 512,
        "dendro 1\ngame pad\ntitle Catan\nseat 1 R%u\nseat 2 S%u\nplayed 2026-01-%02u\nplace Hall\nnote said\n\n"
        "1: total %u\n2: total 8\n",
        scene->number % 50, scene->number % 50 + 1, scene->number % 28 + 1, total);
    return text;
}

static enum err do_import(struct cutting *scene, int64_t *added, struct error *error)
{
    char text[512];
    struct receipt receipt;
    *added = 1;
    return world_take(&scene->world, scene->service, pad(scene, 1000 + scene->number, text), &receipt, error);
}

static enum err do_correct(struct cutting *scene, int64_t *added, struct error *error)
{
    char text[512];
    struct receipt receipt;
    *added = 1;
    return world_correct(&scene->world, scene->service, scene->other, pad(scene, 5000 + scene->number, text), "late",
                         &receipt, error);
}

static enum err do_merge(struct cutting *scene, int64_t *added, struct error *error)
{
    *added = 1;
    return service_person_merge(scene->service, AUTHOR_CLI, span_from(scene->person[0]), span_from(scene->person[1]),
                                error);
}

/* Nothing of the log changes: the name is there afterwards, or not. */
static enum err do_erase(struct cutting *scene, int64_t *added, struct error *error)
{
    char handle[PERSON_HANDLE];
    struct error absent = {.message = NULL};
    *added = 0;
    enum err err = service_person_erase(scene->service, span_from(scene->person[0]), error);
    bool there = service_person_find(scene->witness, span_from(scene->name), handle, &absent) == ERR_OK;
    if (there != (err != ERR_OK)) {
        fail_msg("erase said %s and the name is%s there", test_err_name(err), there ? "" : " not");
    }
    return err;
}

static enum err do_rebuild(struct cutting *scene, int64_t *added, struct error *error)
{
    struct rebuild_options options = {.force = true};
    struct rebuild_summary summary;
    *added = 0;
    enum err err = service_rebuild(scene->service, &options, &summary, error);
    assert_true(err == ERR_OK || !summary.swapped);
    assert_int_equal(summary.differences, 0); /* nothing was wrong before, so nothing is mended */
    return err;
}

static enum err do_audit(struct cutting *scene, int64_t *added, struct error *error)
{
    struct audit_options options = {.threads = 1};
    struct audit_summary summary;
    *added = 0;
    enum err err = service_audit(scene->through, &scene->world.options, &options, &summary, error);
    if (err == ERR_OK) {
        assert_int_equal(summary.findings, 0);
    }
    return err;
}

static enum err do_reopen(struct cutting *scene, int64_t *added, struct error *error)
{
    struct service *service = NULL;
    int64_t size = 0;
    *added = 0;
    enum err err = service_open(&service, scene->through, SERVICE_WRITE, &scene->world.options, error);
    if (err == ERR_OK) {
        err = service_log_size(service, &size, error);
    }
    service_close(service);
    return err;
}

static enum err do_toggle(struct cutting *scene, int64_t *added, struct error *error)
{
    enum err err = scene->moved ? do_back(scene, added, error) : do_move(scene, added, error);
    scene->moved = err == ERR_OK ? !scene->moved : scene->moved;
    return err;
}

/* ---- what a deed needs, by the witness ---- */

static void with_people(struct cutting *scene)
{
    struct error error = {.message = NULL};
    char other[32];
    (void)snprintf(scene->name, sizeof(scene->name), "Nn %u", scene->number);
    (void)snprintf(other, sizeof(other), "Mm %u", scene->number);
    MUST(service_person_add(scene->witness, span_from(scene->name), scene->person[0], &error));
    MUST(service_person_add(scene->witness, span_from(other), scene->person[1], &error));
}

static void with_record(struct cutting *scene)
{
    char text[512];
    struct error error = {.message = NULL};
    struct receipt receipt;
    if (scene->other == 0) {
        MUST(world_take(&scene->world, scene->witness, pad(scene, 1, text), &receipt, &error));
        scene->other = receipt.game;
    }
}

/* Games in the derived tables, so that a rebuild has something to do. */
static void with_cut(struct cutting *scene)
{
    cutting_proxy_say(&scene->proxy, "cut");
}

/* ---- trials ---- */

struct walk {
    const char *what;
    deed_fn *deed;
    void (*prepare)(struct cutting *scene);
    unsigned stride; /* 1: every message; CUT_EVERY=1 in the environment has all of them, which takes minutes */
};

static void must_go_on(struct cutting *scene, const char *rule)
{
    struct error error = {.message = NULL};
    int64_t added = 0;
    enum err err = do_toggle(scene, &added, &error);
    unsigned looks = 0;
    /* A pool whose connecting was cut says so for a second, as if the server were gone. */
    while (scene->pool && err != ERR_OK && strcmp(error.message->id, "store.no-server") == 0) {
        pq_pause(&looks);
        err = do_toggle(scene, &added, &error);
    }
    if (err != ERR_OK) {
        fail_msg("%s: and then a move fails: %s (%s)", rule, test_err_name(err), error.message->id);
    }
}

/* False: the deed was over before the place came. */
static bool try_at(struct cutting *scene, const struct walk *walk, const char *cut)
{
    struct error error = {.message = NULL};
    char rule[PQ_TEXT];
    int64_t added = 0;
    (void)snprintf(rule, sizeof(rule), "%s: %s", walk->what, cut);
    scene->number++;
    if (walk->prepare) {
        walk->prepare(scene);
    }
    cutting_proxy_say(&scene->proxy, "reset");
    int64_t before = size_of(scene);
    cutting_proxy_say(&scene->proxy, "%s", cut);
    enum err err = walk->deed(scene, &added, &error);
    bool fired = cutting_proxy_count(&scene->proxy).cut > 0;
    int64_t after = size_of(scene);
    if (after != before + (err == ERR_OK ? added : 0) || (err != ERR_OK && !fired)) {
        fail_msg("%s: %s (%s), and the log has %lld entries more", rule, test_err_name(err),
                 error.message ? error.message->id : "-", (long long)(after - before));
    }
    cutting_proxy_say(&scene->proxy, "reset");
    must_go_on(scene, rule);
    scene->cuts += fired;
    scene->succeeded += fired && err == ERR_OK;
    scene->refused += fired && err != ERR_OK;
    return fired;
}

static void walk_through(struct cutting *scene, const struct walk *walk)
{
    static const char *const places[] = {"before", "inside", "after"};
    static const char *const sides[] = {"front", "back"};
    unsigned messages[2] = {0};
    unsigned stride = getenv("CUT_EVERY") ? 1 : walk->stride;
    scene->cuts = scene->succeeded = scene->refused = 0;
    for (unsigned way = 0; way < 6; way++) {
        unsigned number = 1 + (stride > 1 ? way : 0); /* each way at other messages */
        for (;; number += stride) {
            char cut[64];
            (void)snprintf(cut, sizeof(cut), "cut %s %s %u", places[way % 3], sides[way / 3], number);
            if (!try_at(scene, walk, cut)) {
                break;
            }
            messages[way / 3] = number;
        }
    }
    print_message("%s: %u cuts at %u messages of ours and %u of the server's: %u refused, %u done all the same\n",
                  walk->what, scene->cuts, messages[0], messages[1], scene->refused, scene->succeeded);
    assert_true(scene->refused > 0);
}

static void walk_all(const struct walk *walks, size_t count, bool pooled)
{
    struct cutting scene;
    const char *only = getenv("CUT_ONLY");
    cutting_begin(&scene, pooled);
    for (size_t i = 0; i < count; i++) {
        if (!only || strstr(walks[i].what, only)) {
            walk_through(&scene, &walks[i]);
        }
    }
    cutting_end(&scene);
}

static void test_cuts(void **state)
{
    (void)state;
    static const struct walk walks[] = {
        {"a move", do_toggle, NULL, 1},
        {"a move after an idle cut", do_toggle, with_cut, 11},
        {"opening a game", do_open, NULL, 41},
        {"importing a record", do_import, with_record, 97},
        {"correcting it", do_correct, with_record, 97},
        {"merging people", do_merge, with_people, 97},
        {"erasing a name", do_erase, with_people, 97},
        {"opening the club", do_reopen, NULL, 97},
        {"an audit", do_audit, NULL, 301},
        {"a rebuild", do_rebuild, NULL, 499},
    };
    walk_all(walks, sizeof(walks) / sizeof(walks[0]), false);
}

static void test_cuts_with_a_pool(void **state)
{
    (void)state;
    static const struct walk walks[] = {
        {"a move", do_toggle, NULL, 23},
        {"a move after an idle cut", do_toggle, with_cut, 61},
        {"opening a game", do_open, NULL, 41},
        {"correcting a record", do_correct, with_record, 97},
    };
    walk_all(walks, sizeof(walks) / sizeof(walks[0]), true);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cuts),
        cmocka_unit_test(test_cuts_with_a_pool),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
