/* Reviews: asked for, made, kept, stale; and the queue between. */
#include "support/cmocka.h"

#include "service/messages.h"
#include "service/reviews.h"
#include "support/address.h"
#include "support/open_club.h"
#include "support/text.h"

#include <stdio.h>

/* Only an audit looks at the best forests that were found: most reviews here hardly look for any. */
enum { BUDGET = REVIEW_BUDGET_MIN, FEW_SWAPS = 1000 };

static const struct span ANN = SPAN_INIT("ann"), BEN = SPAN_INIT("ben"), RUN = SPAN_INIT("daemon-1"),
                         OTHER = SPAN_INIT("daemon-2");

/* ---- words for what these tests do ---- */

/* A finished game at level full; its number. */
static int64_t play(struct club *club, unsigned number)
{
    strbuf_clear(&club->text);
    world_foret(&club->world, "standard", "full", 3, number, &club->text);
    return club_import(club, strbuf_text(&club->text), NULL);
}

static struct review_status ask(struct club *club, struct span author, int64_t game, int64_t budget)
{
    struct error error = {.message = NULL};
    struct review_status status;
    MUST(service_review_ask(club->service, author, game, budget, &status, &error));
    return status;
}

static enum review_state state_of(struct club *club, int64_t game)
{
    struct error error = {.message = NULL};
    struct review_status status;
    MUST(service_review_status(club->service, game, &status, &error));
    return status.state;
}

/* The job that `holder` got, game 0 when there was none. */
static struct review_job take(struct club *club, struct span holder)
{
    struct error error = {.message = NULL};
    struct review_job job = {.game = 0};
    bool found = false;
    MUST(service_review_take(club->service, holder, &job, &found, &error));
    assert_int_equal(found, job.game != 0);
    return job;
}

/* What a review of the job says, as text. */
static void make(struct club *club, const struct review_job *job, const struct review_crew *crew, struct strbuf *sums,
                 struct strbuf *body)
{
    struct error error = {.message = NULL};
    struct reviewing reviewing;
    MUST(service_review_load(club->service, job->game, (uint32_t)job->budget, &reviewing, &error));
    if (crew->threads > 1) { /* the allocator of a test is for one thread */
        struct reviewing shared;
        struct service_options options = club->world.options;
        struct service *service = NULL;
        reviewing_release(&reviewing);
        options.allocator = &allocator_heap;
        MUST(service_open(&service, club->world.path, SERVICE_READ, &options, &error));
        MUST(service_review_load(service, job->game, (uint32_t)job->budget, &shared, &error));
        service_close(service);
        reviewing = shared;
    }
    MUST(reviewing_run(&reviewing, crew, &error));
    MUST(reviewing_print(&reviewing, sums, body, &error));
    reviewing_release(&reviewing);
}

static bool make_so_and_keep(struct club *club, struct span holder, const struct review_job *job,
                             const struct review_crew *crew)
{
    struct error error = {.message = NULL};
    struct strbuf sums;
    struct strbuf body;
    bool kept = false;
    strbuf_init(&sums, &allocator_heap, REVIEW_SUMS_LIMIT);
    strbuf_init(&body, &allocator_heap, REVIEW_TEXT_LIMIT);
    make(club, job, crew, &sums, &body);
    MUST(service_review_keep(club->service, holder, job, strbuf_span(&sums), strbuf_span(&body), &kept, &error));
    strbuf_release(&sums);
    strbuf_release(&body);
    return kept;
}

static bool make_and_keep(struct club *club, struct span holder, const struct review_job *job)
{
    return make_so_and_keep(club, holder, job, &(struct review_crew){.threads = 1, .swaps = FEW_SWAPS});
}

/* What hardly looked for forests is none that an audit would make again; that which it looks at has a test of its own. */
static int tear_down_hurried(void **state)
{
    struct club *club = *state;
    return scene_sql(club->world.path, "DELETE FROM review") == SQLITE_OK ? club_tear_down(state) : -1;
}

/* ---- asking ---- */

static void test_asked_made_and_kept(void **state)
{
    struct club *club = *state;
    struct error error = {.message = NULL};
    int64_t game = play(club, 1);
    assert_int_equal(state_of(club, game), REVIEW_ABSENT);
    struct review_status status = ask(club, ANN, game, BUDGET);
    assert_int_equal(status.state, REVIEW_QUEUED);
    assert_true(status.asked);
    status = ask(club, BEN, game, BUDGET); /* joins */
    assert_int_equal(status.state, REVIEW_QUEUED);
    assert_false(status.asked);
    struct review_job job = take(club, RUN);
    assert_int_equal(job.game, game);
    assert_int_equal(job.budget, BUDGET);
    assert_int_equal(take(club, OTHER).game, 0); /* nobody else gets it */
    assert_int_equal(state_of(club, game), REVIEW_RUNNING);
    assert_int_equal(ask(club, BEN, game, BUDGET).state, REVIEW_RUNNING);
    assert_true(make_and_keep(club, RUN, &job));
    status = ask(club, BEN, game, BUDGET);
    assert_int_equal(status.state, REVIEW_DONE);
    assert_false(status.asked);
    assert_int_equal(take(club, RUN).game, 0);

    struct reviewed reviewed;
    struct arena arena;
    arena_init(&arena, &allocator_heap, REVIEW_TEXT_LIMIT);
    MUST(service_review_read(club->service, game, &status, &club->text, &arena, &reviewed, &error));
    assert_int_equal(reviewed.players, 3);
    assert_int_equal(reviewed.count, 57);
    int64_t decisions = 0;
    for (unsigned seat = 0; seat < 3; seat++) {
        struct reviewed_sums sums;
        char sql[64];
        (void)snprintf(sql, sizeof(sql), "SELECT sums FROM review WHERE game = %d", (int)game);
        strbuf_clear(&club->other);
        scene_sql_text(club->world.path, sql, &club->other);
        assert_true(reviewed_sums_find(strbuf_span(&club->other), seat, &sums));
        assert_int_equal(sums.decisions, reviewed.sum.player[seat].decisions);
        decisions += sums.decisions;
    }
    assert_int_equal(decisions, 57);
    arena_release(&arena);
}

static void test_a_larger_budget_is_another_question(void **state)
{
    struct club *club = *state;
    int64_t game = play(club, 2);
    (void)ask(club, ANN, game, BUDGET);
    struct review_job job = take(club, RUN);
    struct review_status status = ask(club, BEN, game, 2 * BUDGET); /* while the smaller one is made */
    assert_int_equal(status.state, REVIEW_RUNNING);
    assert_int_equal(status.budget, 2 * BUDGET);
    assert_true(make_and_keep(club, RUN, &job));
    job = take(club, RUN);
    assert_int_equal(job.game, game);
    assert_int_equal(job.budget, 2 * BUDGET);
    assert_true(make_and_keep(club, RUN, &job));
    assert_int_equal(take(club, RUN).game, 0);
    status = ask(club, BEN, game, BUDGET); /* the better one answers it */
    assert_int_equal(status.state, REVIEW_DONE);
    assert_int_equal(status.budget, 2 * BUDGET);
}

static void test_who_says_no_budget_has_that_of_the_game(void **state)
{
    struct club *club = *state;
    int64_t game = play(club, 4);
    struct review_status status = ask(club, ANN, game, BUDGET);
    struct review_job job = take(club, RUN);
    assert_true(make_and_keep(club, RUN, &job));
    status = ask(club, ANN, game, REVIEW_BUDGET_USUAL); /* the small one that is kept does not answer it */
    assert_int_equal(status.state, REVIEW_QUEUED);
    assert_int_equal(status.budget, 10000);
    assert_int_equal(status.usual, 10000);
    assert_int_equal(take(club, RUN).budget, 10000);
}

static void test_what_cannot_be_asked(void **state)
{
    struct club *club = *state;
    struct error error = {.message = NULL};
    struct review_status status;
    struct receipt receipt;
    struct service *service = club->service;
    int64_t game = play(club, 3);
    MUST_FAIL(service_review_ask(service, ANN, 99, BUDGET, &status, &error), ERR_NOT_FOUND, "game.unknown");
    MUST_FAIL(service_review_ask(service, ANN, game, BUDGET - 1, &status, &error), ERR_USAGE, "review.budget");
    MUST_FAIL(service_review_ask(service, ANN, game, INT32_MAX, &status, &error), ERR_USAGE, "review.budget");
    MUST_FAIL(service_review_cancel(service, game, &error), ERR_NOT_FOUND, "review.none");
    MUST(service_void(service, AUTHOR_CLI, game, SPAN_LITERAL("why"), &receipt, &error));
    MUST_FAIL(service_review_ask(service, ANN, game, BUDGET, &status, &error), ERR_CONFLICT, "review.open");
    int64_t pad = club_import(club, club_pad(club, 1, "Ann", "Bob", 10), NULL);
    MUST_FAIL(service_review_ask(service, ANN, pad, BUDGET, &status, &error), ERR_USAGE, "review.not-offered");
    MUST(world_game(&club->world, service, "dendro 1\ngame foret\nlevel full\nseat 1 X\nseat 2 Y\nseat 3 Z\n", &receipt,
                    &error));
    MUST_FAIL(service_review_ask(service, ANN, receipt.game, BUDGET, &status, &error), ERR_CONFLICT, "review.open");
    assert_int_equal(take(club, RUN).game, 0);
}

/* ---- the queue ---- */

static void test_authors_take_turns(void **state)
{
    struct club *club = *state;
    int64_t game[6];
    for (unsigned i = 0; i < 6; i++) {
        game[i] = play(club, 10 + i);
    }
    for (unsigned i = 0; i < 4; i++) {
        (void)ask(club, ANN, game[i], BUDGET);
    }
    (void)ask(club, BEN, game[4], BUDGET);
    assert_int_equal(take(club, RUN).game, game[0]);
    assert_int_equal(take(club, RUN).game, game[4]); /* Ben's first before Ann's second */
    (void)ask(club, BEN, game[5], BUDGET);
    assert_int_equal(take(club, RUN).game, game[1]);
    assert_int_equal(take(club, RUN).game, game[5]); /* and his second before her third */
    assert_int_equal(take(club, RUN).game, game[2]);
    assert_int_equal(take(club, RUN).game, game[3]);
    assert_int_equal(take(club, RUN).game, 0);
}

static void test_cancelled(void **state)
{
    struct club *club = *state;
    struct error error = {.message = NULL};
    bool held = true;
    int64_t game = play(club, 4);
    (void)ask(club, ANN, game, BUDGET);
    MUST(service_review_cancel(club->service, game, &error));
    assert_int_equal(state_of(club, game), REVIEW_ABSENT);
    assert_int_equal(take(club, RUN).game, 0);
    (void)ask(club, ANN, game, BUDGET);
    struct review_job job = take(club, RUN);
    MUST(service_review_cancel(club->service, game, &error));
    MUST(service_review_renew(club->service, RUN, game, &held, &error));
    assert_false(held);
    assert_false(make_and_keep(club, RUN, &job)); /* nobody wants it any more */
    assert_int_equal(state_of(club, game), REVIEW_ABSENT);
}

/* What was cancelled and is asked for again is another job: who made the first one has nothing of it. */
static void test_cancelled_and_asked_again(void **state)
{
    struct club *club = *state;
    struct error error = {.message = NULL};
    bool held = true;
    int64_t game = play(club, 4);
    (void)ask(club, ANN, game, BUDGET);
    struct review_job first = take(club, RUN);
    MUST(service_review_cancel(club->service, game, &error));
    (void)ask(club, ANN, game, BUDGET);
    struct review_job second = take(club, OTHER);
    MUST(service_review_renew(club->service, RUN, game, &held, &error));
    assert_false(held);
    MUST(service_review_let_go(club->service, RUN, &first, &error));
    assert_false(make_and_keep(club, RUN, &first));
    assert_int_equal(state_of(club, game), REVIEW_RUNNING);
    assert_true(make_and_keep(club, OTHER, &second));
}

static void test_whoever_dies_loses_the_job(void **state)
{
    struct club *club = *state;
    struct error error = {.message = NULL};
    bool held = false;
    int64_t game = play(club, 5);
    (void)ask(club, ANN, game, BUDGET);
    struct review_job job = take(club, RUN);
    club->world.now += REVIEWS_LEASE / 2;
    MUST(service_review_renew(club->service, RUN, game, &held, &error));
    assert_true(held);
    club->world.now += REVIEWS_LEASE / 2 + 1;
    assert_int_equal(take(club, OTHER).game, 0); /* it said that it is there */
    club->world.now += REVIEWS_LEASE;
    assert_int_equal(take(club, OTHER).game, game);
    assert_false(make_and_keep(club, RUN, &job)); /* too late: it is the other's */
    assert_int_equal(state_of(club, game), REVIEW_RUNNING);
    MUST(service_reviews_begin(club->service, &error)); /* a program that starts does not wait for the dead */
    assert_int_equal(take(club, RUN).game, game);
    MUST(service_review_let_go(club->service, RUN, &job, &error));
    assert_int_equal(state_of(club, game), REVIEW_QUEUED);
    for (int i = 0; i < REVIEWS_TRIES; i++) {
        (void)take(club, RUN);
        MUST(service_reviews_begin(club->service, &error));
    }
    assert_int_equal(take(club, RUN).game, 0);
    struct review_status status;
    MUST(service_review_status(club->service, game, &status, &error));
    assert_int_equal(status.state, REVIEW_FAILED);
    assert_string_equal(status.why, "review.tries");
    assert_int_equal(ask(club, ANN, game, BUDGET).state, REVIEW_QUEUED); /* asked again it is tried again */
    assert_int_equal(take(club, RUN).game, game);
    struct error why = {.message = NULL};
    (void)!error_raise(&why, &SERVICE_MSG_REVIEW_TEXT);
    MUST(service_review_fail(club->service, RUN, &job, &why, &error));
    MUST(service_review_status(club->service, game, &status, &error));
    assert_string_equal(status.why, SERVICE_MSG_REVIEW_TEXT.id);
}

/* It is tried again, but not at once, not before others, and not for ever. */
static void test_what_may_go_better_another_time(void **state)
{
    struct club *club = *state;
    struct error error = {.message = NULL};
    struct error why = {.message = NULL};
    int64_t game = play(club, 23);
    int64_t other = play(club, 24);
    (void)!error_raise(&why, &MSG_MEMORY);
    (void)ask(club, ANN, game, BUDGET);
    (void)ask(club, ANN, other, BUDGET);
    struct review_job job = take(club, RUN);
    assert_int_equal(job.game, game);
    MUST(service_review_fail(club->service, RUN, &job, &why, &error));
    assert_int_equal(state_of(club, game), REVIEW_QUEUED);
    struct review_job next = take(club, RUN);
    assert_int_equal(next.game, other);
    assert_true(make_and_keep(club, RUN, &next));
    assert_int_equal(take(club, RUN).game, 0);
    for (int i = 1; i < REVIEWS_TRIES; i++) {
        assert_int_equal(state_of(club, game), REVIEW_QUEUED);
        club->world.now += REVIEWS_PAUSE;
        assert_int_equal(take(club, RUN).game, game);
        MUST(service_review_fail(club->service, RUN, &job, &why, &error));
    }
    club->world.now += REVIEWS_PAUSE;
    assert_int_equal(take(club, RUN).game, 0);
    struct review_status status;
    MUST(service_review_status(club->service, game, &status, &error));
    assert_int_equal(status.state, REVIEW_FAILED);
    assert_string_equal(status.why, MSG_MEMORY.id);
}

static void test_claimed(void **state)
{
    struct club *club = *state;
    struct error error = {.message = NULL};
    struct review_job job;
    int64_t game = play(club, 6);
    MUST(service_review_claim(club->service, AUTHOR_CLI, RUN, game, BUDGET, &job, &error));
    assert_int_equal(job.budget, BUDGET);
    MUST_FAIL(service_review_claim(club->service, AUTHOR_CLI, OTHER, game, BUDGET, &job, &error), ERR_BUSY,
              "review.held");
    assert_true(make_and_keep(club, RUN, &job));
    MUST(service_review_claim(club->service, AUTHOR_CLI, OTHER, game, BUDGET, &job, &error)); /* again, on purpose */
    assert_true(make_and_keep(club, OTHER, &job));
}

static void test_the_queue_is_bounded(void **state)
{
    struct club *club = *state;
    struct error error = {.message = NULL};
    struct review_status status;
    char sql[512];
    int64_t game = play(club, 7);
    (void)snprintf(
        sql, sizeof(sql),
        "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %d)"
        " INSERT INTO review_job (game, entry, budget, author, asked, turn, tries, holder, until, why)"
        " SELECT 1000 + i, 1, 64, CASE WHEN i %% 2 = 0 THEN 'ben' ELSE 'cleo' END, 1, i, 0, '', 0, '' FROM n",
        REVIEWS_QUEUE);
    assert_int_equal(scene_sql(club->world.path, sql), SQLITE_OK);
    MUST_FAIL(service_review_ask(club->service, ANN, game, BUDGET, &status, &error), ERR_BUSY, "review.full");
    assert_int_equal(scene_sql(club->world.path, "DELETE FROM review_job WHERE author = 'cleo'"), SQLITE_OK);
    MUST_FAIL(service_review_ask(club->service, BEN, game, BUDGET, &status, &error), ERR_BUSY, "review.many");
    assert_int_equal(ask(club, ANN, game, BUDGET).state, REVIEW_QUEUED); /* another one's thousand are not in her way */
    assert_int_equal(scene_sql(club->world.path, "UPDATE review_job SET turn = turn + 5 WHERE author = 'ben'"),
                     SQLITE_OK);
    assert_int_equal(take(club, RUN).game, game);
    for (int i = 0; i < 40; i++) { /* those of games that there are not are thrown away, so many at a time */
        assert_int_equal(take(club, RUN).game, 0);
    }
    assert_int_equal(scene_sql_int(club->world.path, "SELECT count(*) FROM review_job"), 1);
}

/* ---- what becomes of a review ---- */

static void test_a_changed_game_has_no_review(void **state)
{
    struct club *club = *state;
    struct error error = {.message = NULL};
    struct receipt receipt;
    bool held = false;
    int64_t game = play(club, 8);
    strbuf_clear(&club->other);
    strbuf_add_span(&club->other, strbuf_span(&club->text));
    (void)ask(club, ANN, game, BUDGET);
    struct review_job job = take(club, RUN);
    assert_true(make_and_keep(club, RUN, &job));
    (void)ask(club, ANN, game, 2 * BUDGET);
    job = take(club, RUN);
    MUST(service_review_renew(club->service, RUN, game, &held, &error));
    assert_true(held);
    MUST(world_correct(&club->world, club->service, game, strbuf_text(&club->other), "a note", &receipt, &error));
    assert_int_equal(state_of(club, game), REVIEW_ABSENT);
    MUST(service_review_renew(club->service, RUN, game, &held, &error));
    assert_false(held); /* nobody computes to the end what nobody asks any more */
    assert_int_equal(scene_sql_int(club->world.path, "SELECT count(*) FROM review_job"), 0);
    assert_false(make_and_keep(club, RUN, &job)); /* of a game as it was */
    assert_int_equal(state_of(club, game), REVIEW_ABSENT);
    assert_int_equal(ask(club, ANN, game, BUDGET).state, REVIEW_QUEUED);
    MUST(service_void(club->service, AUTHOR_CLI, game, SPAN_LITERAL("why"), &receipt, &error));
    assert_int_equal(take(club, RUN).game, 0); /* a queued one is dropped when its turn comes */
    MUST(service_unvoid(club->service, AUTHOR_CLI, game, SPAN_LITERAL("why not"), &receipt, &error));
    assert_int_equal(ask(club, ANN, game, BUDGET).state, REVIEW_QUEUED);
    job = take(club, RUN);
    assert_true(make_and_keep(club, RUN, &job));
    assert_int_equal(state_of(club, game), REVIEW_DONE);
}

static void test_the_same_with_any_number_of_threads(void **state)
{
    struct club *club = *state;
    struct strbuf sums[2];
    struct strbuf body[2];
    int64_t game = play(club, 9);
    const struct review_job job = {game, game, BUDGET};
    for (unsigned i = 0; i < 2; i++) {
        strbuf_init(&sums[i], &allocator_heap, REVIEW_SUMS_LIMIT);
        strbuf_init(&body[i], &allocator_heap, REVIEW_TEXT_LIMIT);
        make(club, &job, &(struct review_crew){.threads = i == 0 ? 1 : 5, .swaps = FEW_SWAPS}, &sums[i], &body[i]);
    }
    assert_string_equal(strbuf_text(&body[0]), strbuf_text(&body[1]));
    assert_string_equal(strbuf_text(&sums[0]), strbuf_text(&sums[1]));
    for (unsigned i = 0; i < 2; i++) {
        strbuf_release(&sums[i]);
        strbuf_release(&body[i]);
    }
}

static enum err over(void *context, struct error *error)
{
    return ++*(int *)context > 3 ? error_raise(error, &MSG_DEADLINE) : ERR_OK;
}

static void test_ended_on_the_way(void **state)
{
    struct club *club = *state;
    struct error error = {.message = NULL};
    struct reviewing reviewing;
    int asked = 0;
    int64_t game = play(club, 20);
    const struct deadline deadline = {.check = over, .context = &asked};
    const struct review_crew crew = {.threads = 1, .deadline = &deadline};
    MUST(service_review_load(club->service, game, 4096, &reviewing, &error));
    MUST_FAIL(reviewing_run(&reviewing, &crew, &error), ERR_BUSY, NULL);
    assert_int_equal(asked, 4); /* nothing goes on behind it */
    reviewing_release(&reviewing);
}

/* The review as it should be, and nothing else. */
static void make_anew(struct club *club, int64_t game)
{
    struct error error = {.message = NULL};
    struct review_job job;
    assert_int_equal(scene_sql(club->world.path, "DELETE FROM review"), SQLITE_OK);
    MUST(service_review_claim(club->service, AUTHOR_CLI, RUN, game, BUDGET, &job, &error));
    assert_true(make_so_and_keep(club, RUN, &job, &(struct review_crew){.threads = 1}));
}

static void test_a_tampered_review_is_found(void **state)
{
    struct club *club = *state;
    struct rebuild_summary summary;
    struct error error = {.message = NULL};
    if (test_cases(100) < 10) {
        return; /* forests are looked for as long as in life: minutes under valgrind */
    }
    int64_t game = play(club, 21);
    make_anew(club, game);
    const struct rebuild_options all = {.force = true};
    MUST(service_rebuild(club->service, &all, &summary, &error));
    assert_int_equal(state_of(club, game), REVIEW_DONE); /* a rebuild leaves it */

    /* Every line has another number of choices, so whichever are drawn differ. */
    assert_int_equal(scene_sql(club->world.path, "UPDATE review SET body = replace(body, '\nd ', '\nd 1')"), SQLITE_OK);
    strbuf_clear(&club->said);
    assert_int_equal(world_audit(&club->world, 1, false, &club->said).findings, AUDIT_REVIEW_LINES);
    assert_non_null(strstr(strbuf_text(&club->said), "review game 1 ply "));
    strbuf_clear(&club->said);
    assert_int_equal(world_audit(&club->world, 1, true, &club->said).findings, 0); /* results alone are not this */

    static const struct {
        const char *sql;
        const char *said;
    } damages[] = {
        {"UPDATE review SET sums = replace(sums, '\n', ' 1\n')", "review game 1 sums"},
        {"UPDATE review SET body = 'review 2'", "review game 1 damaged"},
        {"UPDATE review SET body = body || 'd 1 2'", "review game 1 damaged"},
        {"UPDATE review SET game = 77", "review game 77 surplus"},
    };
    for (size_t i = 0; i < test_cases(sizeof(damages) / sizeof(damages[0])); i++) {
        make_anew(club, game);
        assert_int_equal(scene_sql(club->world.path, damages[i].sql), SQLITE_OK);
        strbuf_clear(&club->said);
        assert_int_equal(world_audit(&club->world, 1, false, &club->said).findings, 1);
        if (!strstr(strbuf_text(&club->said), damages[i].said)) {
            fail_msg("%s: %s", damages[i].sql, strbuf_text(&club->said));
        }
    }
    make_anew(club, game);

    if (test_cases(100) < 100) {
        return; /* what follows takes seconds */
    }
    /* Its first line alone takes more than half of what an audit takes. */
    assert_int_equal(scene_sql(club->world.path, "UPDATE review SET budget = 70000"), SQLITE_OK);
    assert_int_equal(world_audit(&club->world, 1, false, &club->said).findings, 1);
    make_anew(club, game);
}

/* ---- when memory is short ---- */

static void test_memory(void **state)
{
    struct club *club = *state;
    struct error error = {.message = NULL};
    int64_t game = play(club, 22);
    for (long n = 1;; n = failing_alloc_next(n)) {
        struct reviewing reviewing;
        struct strbuf sums;
        struct strbuf body;
        const struct review_crew crew = {.threads = 1, .swaps = FEW_SWAPS};
        failing_alloc_arm(&club->world.memory, n);
        strbuf_init(&sums, &club->world.memory.allocator, REVIEW_SUMS_LIMIT);
        strbuf_init(&body, &club->world.memory.allocator, REVIEW_TEXT_LIMIT);
        enum err err = service_review_load(club->service, game, BUDGET, &reviewing, &error);
        err = err == ERR_OK ? reviewing_run(&reviewing, &crew, &error) : err;
        err = err == ERR_OK ? reviewing_print(&reviewing, &sums, &body, &error) : err;
        reviewing_release(&reviewing);
        bool fired = club->world.memory.fired;
        failing_alloc_arm(&club->world.memory, 0);
        strbuf_release(&sums);
        strbuf_release(&body);
        if (!fired) {
            assert_int_equal(err, ERR_OK);
            break;
        }
        if (!test_on_server() || err != ERR_OK) { /* what a server is asked ahead, and cannot be, is asked again */
            assert_int_equal(err, ERR_MEMORY);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_asked_made_and_kept, club_set_up, tear_down_hurried),
        cmocka_unit_test_setup_teardown(test_a_larger_budget_is_another_question, club_set_up, tear_down_hurried),
        cmocka_unit_test_setup_teardown(test_who_says_no_budget_has_that_of_the_game, club_set_up, tear_down_hurried),
        cmocka_unit_test_setup_teardown(test_what_cannot_be_asked, club_set_up, tear_down_hurried),
        cmocka_unit_test_setup_teardown(test_authors_take_turns, club_set_up, tear_down_hurried),
        cmocka_unit_test_setup_teardown(test_cancelled, club_set_up, tear_down_hurried),
        cmocka_unit_test_setup_teardown(test_cancelled_and_asked_again, club_set_up, tear_down_hurried),
        cmocka_unit_test_setup_teardown(test_whoever_dies_loses_the_job, club_set_up, tear_down_hurried),
        cmocka_unit_test_setup_teardown(test_what_may_go_better_another_time, club_set_up, tear_down_hurried),
        cmocka_unit_test_setup_teardown(test_claimed, club_set_up, tear_down_hurried),
        cmocka_unit_test_setup_teardown(test_the_queue_is_bounded, club_set_up, tear_down_hurried),
        cmocka_unit_test_setup_teardown(test_a_changed_game_has_no_review, club_set_up, tear_down_hurried),
        cmocka_unit_test_setup_teardown(test_the_same_with_any_number_of_threads, club_set_up, tear_down_hurried),
        cmocka_unit_test_setup_teardown(test_ended_on_the_way, club_set_up, tear_down_hurried),
        cmocka_unit_test_setup_teardown(test_a_tampered_review_is_found, club_set_up, club_tear_down),
        cmocka_unit_test_setup_teardown(test_memory, club_set_up, tear_down_hurried),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
