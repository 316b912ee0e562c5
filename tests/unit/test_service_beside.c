/*
 * A rebuild and an import beside others who write: nobody is locked out, what they wrote is in the result, nothing that
 * is right is told to be wrong, and whoever is interrupted is continued.
 */
#include "support/cmocka.h"

#include "service/club.h"
#include "service/merges.h"
#include "service/upkeep.h"
#include "support/text.h"
#include "support/world.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum { GAMES = 30 };

static const char DAMAGE[] =
    "UPDATE d_seat SET total = 99 WHERE game % 4 = 1; DELETE FROM d_game WHERE id % 5 = 2; DELETE FROM d_facts WHERE "
    "game = 3; UPDATE d_standing SET games = games + 1; DELETE FROM d_pair; UPDATE d_aggregate SET games = 1;"
    "DELETE FROM d_alias; DELETE FROM seen WHERE game < 9; DELETE FROM seen_recent WHERE game < 9;"
    "INSERT INTO seen VALUES (zeroblob(16), 99999); INSERT INTO d_facts VALUES (9999, x'00')";

struct club {
    struct world world;
    struct service *service;
    struct service *other; /* another program's */
    struct strbuf text;
    unsigned number; /* of the next simulated game */
    int64_t live;
    unsigned calls;
    int64_t merge; /* the last one */
    unsigned wrote;
    unsigned most; /* deeds of the other one */
    bool damaged;  /* then nobody is parted: that looks at all games of a person, and says what is wrong with one */
};

static void add_finished(struct club *club, struct service *service)
{
    strbuf_clear(&club->text);
    world_foret(&club->world, "standard", "table", 3, club->number++, &club->text);
    struct import_tally tally = world_import(service, strbuf_span(&club->text), NULL);
    assert_int_equal(tally.added, 1);
}

static int set_up(void **state)
{
    static struct club club;
    struct error error = {.message = NULL};
    struct receipt receipt;
    club = (struct club){.number = 1};
    world_begin(&club.world);
    strbuf_init(&club.text, &allocator_heap, 1 << 20);
    club.service = world_open(&club.world, SERVICE_CREATE);
    for (int i = 0; i < GAMES; i++) {
        add_finished(&club, club.service);
    }
    MUST(world_game(&club.world, club.service, "dendro 1\ngame foret\nseat 1 Zoe\nseat 2 Bob\nseat 3 Eve\n", &receipt,
                    &error));
    club.live = receipt.game;
    club.other = world_open(&club.world, SERVICE_WRITE);
    *state = &club;
    return 0;
}

static int tear_down(void **state)
{
    struct club *club = *state;
    service_close(club->service);
    service_close(club->other);
    strbuf_release(&club->text);
    world_end(&club->world);
    return 0;
}

static void run(struct club *club, const char *sql)
{
    assert_int_equal(scene_sql(club->world.path, sql), SQLITE_OK);
}

/* Somebody plays in Bot 1's place, and is taken for Bot 1. */
static void merge_guest(struct club *club)
{
    struct error error = {.message = NULL};
    struct receipt receipt;
    char guest[PERSON_HANDLE];
    char bot[PERSON_HANDLE];
    char name[32];
    (void)snprintf(name, sizeof(name), "Guest %u", club->wrote);
    strbuf_clear(&club->text);
    world_foret(&club->world, "standard", "sheet", 3, 900 + club->wrote, &club->text);
    char *at = strstr(strbuf_text(&club->text), "seat 1 Bot 1\n");
    assert_non_null(at);
    struct strbuf record;
    strbuf_init(&record, &allocator_heap, 1 << 16);
    strbuf_add_span(&record, span_of(club->text.text, (size_t)(at - club->text.text)));
    strbuf_add(&record, "seat 1 ");
    strbuf_add(&record, name);
    strbuf_add(&record, at + strlen("seat 1 Bot 1"));
    MUST(world_take(&club->world, club->other, strbuf_text(&record), &receipt, &error));
    strbuf_release(&record);
    MUST(service_person_find(club->other, span_from(name), guest, &error));
    MUST(service_person_find(club->other, SPAN_LITERAL("Bot 1"), bot, &error));
    MUST(service_person_merge_entry(club->other, AUTHOR_CLI, span_from(guest), span_from(bot), &club->merge, &error));
}

/* Each of these must succeed at once: the other one waits for nobody. */
static void write_something(struct club *club)
{
    struct error error = {.message = NULL};
    struct receipt receipt;
    char one[PERSON_HANDLE];
    char two[PERSON_HANDLE];
    char name[32];
    struct unmerged unmerged;
    switch (club->wrote++ % 8) {
    case 0:
        add_finished(club, club->other);
        break;
    case 1:
        MUST(world_moves(club->other, club->live, -1, "1: bee 0,0\n2: fox 0,0", &receipt, &error));
        MUST(service_back(club->other, AUTHOR_CLI, club->live, 2, 2, &receipt, &error));
        break;
    case 2:
        (void)snprintf(name, sizeof(name), "New %u", club->wrote);
        MUST(service_person_find(club->other, SPAN_LITERAL("Bob"), one, &error));
        MUST(service_person_add(club->other, span_from(name), two, &error));
        MUST(service_person_merge(club->other, AUTHOR_CLI, span_from(two), span_from(one), &error));
        break;
    case 3:
        MUST(service_person_find(club->other, SPAN_LITERAL("Bot 2"), one, &error));
        (void)snprintf(name, sizeof(name), "Botte %u", club->wrote);
        MUST(service_person_rename(club->other, span_from(one), span_from(name), &error));
        MUST(service_person_rename(club->other, span_from(one), SPAN_LITERAL("Bot 2"), &error));
        break;
    case 4:
        strbuf_clear(&club->text);
        world_foret(&club->world, "standard", "table", 4, 500 + club->number, &club->text);
        MUST(world_correct(&club->world, club->other, 10 + club->wrote / 8, strbuf_text(&club->text), "mistyped",
                           &receipt, &error));
        break;
    case 5:
        MUST(service_void(club->other, AUTHOR_CLI, 20 + club->wrote / 8, SPAN_LITERAL("played twice"), &receipt,
                          &error));
        if (club->wrote % 16 < 8) {
            MUST(service_unvoid(club->other, AUTHOR_CLI, receipt.game, SPAN_LITERAL("no"), &receipt, &error));
        }
        break;
    case 6:
        if (!club->damaged) {
            merge_guest(club);
        }
        break;
    default:
        if (club->damaged) {
            break;
        }
        MUST(service_person_unmerge(club->other, AUTHOR_CLI, (struct span){NULL, 0}, club->merge, &unmerged, &error));
        assert_int_equal(unmerged.games, 1);
        break;
    }
}

/* Between two slices of the rebuild: somebody else writes, a limited number of times so that there is an end. */
static void in_between(void *context)
{
    struct club *club = context;
    club->calls++;
    if (club->wrote < club->most) {
        write_something(club);
    }
}

static void nothing_right_is_told_to_be_wrong(void **state)
{
    struct club *club = *state;
    struct error error = {.message = NULL};
    for (unsigned slice = 1; slice <= 16; slice *= 4) {
        struct rebuild_options options = {.slice = slice, .between = in_between, .context = club};
        struct rebuild_summary summary;
        club->calls = 0;
        club->most = club->wrote + 16;
        MUST(service_rebuild(club->service, &options, &summary, &error));
        assert_int_equal(summary.differences, 0);
        assert_true(summary.swapped);
        assert_int_equal(club->wrote, club->most); /* all of them got in */
        assert_true(club->calls > GAMES / slice);
    }
    world_must_be_sound(&club->world, club->service, "after rebuilds beside a writer");
}

static void what_is_written_meanwhile_is_in_the_result(void **state)
{
    struct club *club = *state;
    struct error error = {.message = NULL};
    struct strbuf text;
    strbuf_init(&text, &allocator_heap, 1 << 22);
    for (unsigned slice = 1; slice <= 16; slice *= 4) {
        struct rebuild_options options = {.force = true, .slice = slice, .between = in_between, .context = club};
        struct rebuild_summary summary;
        int64_t size = 0;
        club->most = club->wrote + 24;
        club->damaged = true;
        run(club, DAMAGE);
        MUST(service_rebuild(club->service, &options, &summary, &error));
        assert_true(summary.differences > 20);
        assert_true(summary.swapped);
        assert_int_equal(club->wrote, club->most);
        world_must_be_sound(&club->world, club->service, "after a rebuild beside a writer");
        /* The memory of imports is whole: what is exported is known, to the last game. */
        MUST(service_log_size(club->service, &size, &error));
        for (int64_t game = 1; game <= GAMES; game++) {
            world_record(club->service, game, false, &text);
            struct import_tally tally = world_import(club->service, strbuf_span(&text), NULL);
            assert_int_equal(tally.added, 0);
            strbuf_clear(&text);
        }
    }
    strbuf_release(&text);
}

/* Inside a group a rebuild is part of it, and undone with it. */
static void a_group_has_it_whole_or_not_at_all(void **state)
{
    struct club *club = *state;
    struct error error = {.message = NULL};
    struct rebuild_options options = {.force = true, .slice = 1};
    struct rebuild_summary summary;
    run(club, DAMAGE);
    int64_t damaged = scene_sql_int(club->world.path, "SELECT count(*) FROM d_game");
    MUST(service_begin(club->service, &error));
    MUST(service_rebuild(club->service, &options, &summary, &error));
    service_rollback(club->service);
    assert_int_equal(scene_sql_int(club->world.path, "SELECT count(*) FROM d_game"), damaged);
    MUST(service_begin(club->service, &error));
    MUST(service_rebuild(club->service, &options, &summary, &error));
    assert_true(summary.swapped);
    MUST(service_commit(club->service, &error));
    world_must_be_sound(&club->world, club->service, "after a rebuild in a group");
}

/* ---- interrupted ---- */

/* Only in a child. */
static void die_in_between(void *context)
{
    struct club *club = context;
    if (++club->calls == club->most) {
        (void)kill(getpid(), SIGKILL);
    }
}

/* A child rebuilds and is killed at its nth pause; true when it came to its end before that. */
static bool rebuild_and_die(struct club *club, unsigned n)
{
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        struct error error = {.message = NULL};
        struct service *service = NULL;
        struct rebuild_options options = {.force = true, .slice = 7, .between = die_in_between, .context = club};
        struct rebuild_summary summary;
        club->calls = 0;
        club->most = n;
        club->world.options.allocator = &allocator_heap;
        enum err err = service_open(&service, club->world.path, SERVICE_WRITE, &club->world.options, &error);
        err = err == ERR_OK ? service_rebuild(service, &options, &summary, &error) : err;
        service_close(service);
        _exit(err == ERR_OK ? 0 : 1);
    }
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status) || (WIFEXITED(status) && WEXITSTATUS(status) == 0));
    return WIFEXITED(status);
}

static bool is_stale(const struct club *club)
{
    return scene_sql_int(club->world.path, "SELECT coalesce((SELECT CAST(CAST(value AS TEXT) AS INTEGER) FROM setting"
                                           " WHERE name = 'derived-stale'), 0)") == 1;
}

/* Killed at any pause: either nothing has changed yet, or the file says so, and the next writer goes on by itself. */
static void whoever_is_killed_is_continued(void **state)
{
    struct club *club = *state;
    struct strbuf said;
    unsigned untouched = 0;
    unsigned continued = 0;
    bool ended = false;
    service_close(club->service);
    service_close(club->other);
    club->service = club->other = NULL;
    strbuf_init(&said, &allocator_heap, 1 << 20);
    for (unsigned n = 1; !ended; n += 3) {
        run(club, DAMAGE);
        ended = rebuild_and_die(club, n);
        bool stale = is_stale(club);
        strbuf_clear(&said);
        struct audit_summary summary = world_audit(&club->world, 1, false, &said);
        assert_int_equal(stale, strstr(strbuf_text(&said), "note database stale") != NULL);
        assert_true(stale || summary.findings == 0 || (summary.findings > 20 && !ended)); /* new, or as it was */
        struct rebuild_options options = {.force = !stale};
        struct rebuild_summary rebuilt;
        struct error error = {.message = NULL};
        club->service = world_open(&club->world, SERVICE_WRITE);
        if (!stale) { /* as it was: somebody must ask again */
            MUST(service_rebuild(club->service, &options, &rebuilt, &error));
        }
        world_must_be_sound(&club->world, club->service, "after a rebuild that was killed");
        service_close(club->service);
        club->service = NULL;
        assert_false(is_stale(club));
        untouched += !stale;
        continued += stale;
    }
    assert_true(untouched > 3);
    assert_true(continued > 3);
    strbuf_release(&said);
    club->service = world_open(&club->world, SERVICE_WRITE);
}

/* ---- import ---- */

enum { RECORDS = 300, TURNS = 3, ROUNDS = 2000 };

/* A writer in another process, which waits for its turn as a command does, and counts its turns in the club's name. */
static pid_t start_writer(struct club *club)
{
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        struct error error = {.message = NULL};
        struct service *service = NULL;
        (void)prctl(PR_SET_PDEATHSIG, SIGKILL); /* a test that fails before it kills us leaves nobody behind */
        club->world.options.allocator = &allocator_heap;
        club->world.options.busy_ms = 600000;
        if (service_open(&service, club->world.path, SERVICE_WRITE, &club->world.options, &error) != ERR_OK) {
            _exit(1);
        }
        for (int turns = 1;; turns++) {
            char name[32];
            (void)snprintf(name, sizeof(name), "%d", turns);
            if (service_club_set(service, span_from(name), &error) != ERR_OK) {
                _exit(2);
            }
        }
    }
    return child;
}

static int64_t turns_of(const struct club *club)
{
    return scene_sql_int(club->world.path, "SELECT coalesce((SELECT CAST(CAST(value AS TEXT) AS INTEGER) FROM setting"
                                           " WHERE name = 'club'), 0)");
}

/* The same records again and again, until the writer has had so many turns since: it is one import for all that. */
struct endless {
    const struct club *club;
    struct span all;
    struct span rest;
    int64_t until;
    unsigned rounds;
};

static ptrdiff_t read_endless(void *context, char *buffer, size_t size)
{
    struct endless *endless = context;
    if (endless->until == 0) { /* the import holds the lock by now: what comes from here on, it has let in */
        endless->until = turns_of(endless->club) + TURNS;
    }
    if (endless->rest.len == 0) {
        if (++endless->rounds == ROUNDS || turns_of(endless->club) >= endless->until) {
            return 0;
        }
        endless->rest = endless->all;
    }
    size_t some = endless->rest.len < size ? endless->rest.len : size;
    memcpy(buffer, endless->rest.ptr, some);
    endless->rest = span_skip(endless->rest, some);
    return (ptrdiff_t)some;
}

static void an_import_lets_others_write(void **state)
{
    struct club *club = *state;
    struct strbuf text;
    int status = 0;
    strbuf_init(&text, &allocator_heap, 1 << 26);
    for (unsigned i = 0; i < RECORDS; i++) {
        world_foret(&club->world, "duel", "sheet", 2, 10000 + i, &text);
    }
    service_close(club->service);
    service_close(club->other);
    club->other = NULL;
    club->world.options.busy_ms = 600000;
    club->service = world_open(&club->world, SERVICE_WRITE);
    pid_t writer = start_writer(club);
    while (turns_of(club) == 0) {
        pause_ms(1);
    }
    struct error error = {.message = NULL};
    struct import_listener listener = {.problem = NULL};
    struct import_tally tally;
    struct endless endless = {.club = club, .all = strbuf_span(&text), .rest = strbuf_span(&text)};
    MUST(service_import(club->service, AUTHOR_CLI, (struct source){read_endless, &endless}, &listener, &tally, &error));
    (void)kill(writer, SIGKILL);
    assert_int_equal(waitpid(writer, &status, 0), writer);
    assert_true(WIFSIGNALED(status));
    assert_int_equal(tally.added, RECORDS);
    assert_true(endless.rounds < ROUNDS); /* it had its turns while the import went on */
    world_must_be_sound(&club->world, club->service, "after an import beside a writer");
    strbuf_release(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(nothing_right_is_told_to_be_wrong, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_is_written_meanwhile_is_in_the_result, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_group_has_it_whole_or_not_at_all, set_up, tear_down),
        cmocka_unit_test_setup_teardown(whoever_is_killed_is_continued, set_up, tear_down),
        cmocka_unit_test_setup_teardown(an_import_lets_others_write, set_up, tear_down),
    };
    return cmocka_run_group_tests_name("service beside others", tests, NULL, NULL);
}
