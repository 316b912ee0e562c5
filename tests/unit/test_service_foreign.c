/* What an import would do, told without doing it, and what other programs call people, titles and games. */
#include "support/cmocka.h"

#include "service/foreign.h"
#include "service/merges.h"
#include "service/titles.h"
#include "service/upkeep.h"
#include "store/foreign.h"
#include "support/open_club.h"
#include "support/tamper.h"
#include "support/text.h"

#include <stdio.h>

static const struct span WHY = SPAN_INIT("a reason");

/* ---- what an import would do ---- */

static void hear(void *context, const struct problem *problem, bool refused)
{
    const struct error *error = &problem->error;
    text_format(context, "%s %u %s %s\n", refused ? "refused" : "told", error->line, error->message->id, error->arg[0]);
}

static struct import_tally take(struct service *service, struct span text, bool dry, bool strict, struct strbuf *said)
{
    struct error error = {.message = NULL};
    struct import_tally tally;
    struct source_memory memory;
    strbuf_clear(said);
    struct import_listener listener = {.problem = hear, .context = said, .strict = strict, .dry_run = dry};
    MUST(service_import(service, AUTHOR_CLI, source_from_memory(&memory, text), &listener, &tally, &error));
    return tally;
}

static void assert_same_tally(const struct import_tally *dry, const struct import_tally *real)
{
    assert_int_equal(dry->records, real->records);
    assert_int_equal(dry->added, real->added);
    assert_int_equal(dry->known, real->known);
    assert_int_equal(dry->contested, real->contested);
    assert_int_equal(dry->refused, real->refused);
    assert_int_equal(dry->unreadable, real->unreadable);
    assert_int_equal(dry->number, 0);
}

/* A file with all that can happen to a record. */
static void write_file(struct club *club, struct strbuf *out)
{
    strbuf_add(out, club_pad(club, 1, "Ann", "Bob", 10)); /* known */
    strbuf_add(out, club_pad(club, 2, "Ann", "Bob", 10)); /* undone: counts again, once */
    strbuf_add(out, club_pad(club, 2, "Ann", "Bob", 10));
    strbuf_add(out, club_pad(club, 3, "Ann", "Bob", 10)); /* void by hand */
    strbuf_add(out, club_pad(club, 4, "Ann", "Bob", 10)); /* new, and again */
    strbuf_add(out, club_pad(club, 4, "Ann", "Bob", 10));
    strbuf_add(out, club_pad(club, 5, "Ferdinant", "Bob", 10)); /* looks like another */
    strbuf_add(out, club_pad(club, 1, "Ann", "Bob", 17));       /* looks like a game */
    strbuf_add(out, club_pad(club, 6, "Ann", "Ann", 10));       /* nobody plays alone against themselves */
    strbuf_add(out, club_pad(club, 7, "Max", "Moritz", 10));    /* two who are one here, void since */
    strbuf_add(
        out, "dendro 1\ngame pad\ntitle Catan\nseat 1 Ann\nseat 2 Bob\nplayed 2999-01-01\n\n1: total 1\n2: total 2\n");
    strbuf_add(out, "dendro 1\ngame nothing\nseat 1 Ann\n");
    strbuf_add(out, "dendro 1\ngame foret\nseat 1 Ann\nseat 2 Bob\nseat 3 Eve\n\n1: bee 0,0\n"); /* goes on here */
    strbuf_add(out, "dendro 1\ngame foret\nseat 1 Ann\nseat 2 Bob\nseat 3 Eve\n\n1: bear 0,0\n2: bee 0,0\n");
    strbuf_add(out, "no record\n");
    world_foret(&club->world, "standard", "sheet", 3, 7, out);
    struct strbuf contested;
    strbuf_init(&contested, &allocator_heap, 1 << 16);
    world_foret(&club->world, "standard", "sheet", 3, 8, &contested);
    const char *total = strstr(strbuf_text(&contested), "\n= "); /* totals, and a digest that stays out */
    assert_non_null(total);
    strbuf_add_span(out, span_of(contested.text, (size_t)(total - contested.text)));
    strbuf_add(out, "\n= 1 2 3\n");
    strbuf_release(&contested);
}

/* What is here before: known, undone, void, and people who are one by now. */
static void prepare(struct club *club)
{
    struct error error = {.message = NULL};
    struct receipt receipt;
    struct import_mark mark = {.number = 0};
    char handles[2][PERSON_HANDLE];
    (void)club_import(club, club_pad(club, 1, "Ann", "Bob", 10), NULL);
    (void)club_import(club, club_pad(club, 2, "Ann", "Bob", 10), &mark);
    int64_t voided = club_import(club, club_pad(club, 3, "Ann", "Bob", 10), NULL);
    (void)club_import(club, club_pad(club, 9, "Ferdinand", "Bob", 10), NULL);
    (void)club_import(club, club_pad(club, 7, "Max", "Moritz", 10), &mark);
    MUST(service_void(club->service, AUTHOR_CLI, voided, WHY, &receipt, &error));
    (void)club_undo(club, mark.number);
    MUST(service_person_find(club->service, SPAN_LITERAL("Max"), handles[0], &error));
    MUST(service_person_find(club->service, SPAN_LITERAL("Moritz"), handles[1], &error));
    MUST(service_person_merge(club->service, AUTHOR_CLI, span_from(handles[0]), span_from(handles[1]), &error));
    MUST(world_game(&club->world, club->service, "dendro 1\ngame foret\nseat 1 Ann\nseat 2 Bob\nseat 3 Eve\n", &receipt,
                    &error));
    MUST(world_moves(club->service, receipt.game, 0, "1: bee 0,0\n2: bear 0,0", &receipt, &error));
}

static void rehearse(struct club *club, bool strict)
{
    struct error error = {.message = NULL};
    struct strbuf file;
    struct strbuf before;
    struct strbuf after;
    struct strbuf said;
    strbuf_init(&file, &allocator_heap, 1 << 20);
    strbuf_init(&before, &allocator_heap, 1 << 24);
    strbuf_init(&after, &allocator_heap, 1 << 24);
    strbuf_init(&said, &allocator_heap, 1 << 20);
    prepare(club);
    write_file(club, &file);
    /* On a service that reads: not a byte of the database changes. */
    service_close(club->service);
    club_bytes(club->world.path, &before);
    club->service = world_open(&club->world, SERVICE_READ);
    struct import_tally read = take(club->service, strbuf_span(&file), true, strict, &club->said);
    service_close(club->service);
    club_bytes(club->world.path, &after);
    assert_true(span_equal(strbuf_span(&before), strbuf_span(&after)));
    /* On one that writes, twice, and inside a group, with what it remembers: the same is told. */
    club->service = world_open(&club->world, SERVICE_WRITE);
    int64_t size = club_size(club);
    for (int i = 0; i < 2; i++) {
        struct import_tally dry = take(club->service, strbuf_span(&file), true, strict, &said);
        assert_same_tally(&dry, &read);
        assert_string_equal(strbuf_text(&said), strbuf_text(&club->said));
    }
    MUST(service_begin(club->service, &error));
    struct import_tally dry = take(club->service, strbuf_span(&file), true, strict, &said);
    MUST(service_commit(club->service, &error));
    assert_same_tally(&dry, &read);
    assert_int_equal(club_size(club), size);
    struct import_tally real = take(club->service, strbuf_span(&file), false, strict, &said);
    assert_same_tally(&read, &real);
    assert_string_equal(strbuf_text(&said), strbuf_text(&club->said));
    assert_true(real.added > 0 && real.known > 0 && real.refused > 0 && real.contested == 1);
    /* Afterwards all of it is known. */
    dry = take(club->service, strbuf_span(&file), true, strict, &said);
    assert_int_equal(dry.added, 0);
    assert_int_equal(dry.known, real.added + real.known);
    strbuf_release(&file);
    strbuf_release(&before);
    strbuf_release(&after);
    strbuf_release(&said);
}

static void test_dry_run(void **state)
{
    rehearse(*state, false);
}

static void test_dry_run_strict(void **state)
{
    rehearse(*state, true);
}

/* ---- ids of other programs ---- */

static uint32_t below(struct club *club, uint32_t n)
{
    return prng_below(&club->world.prng, n);
}

static void put(struct club *club, const char *source, const char *kind, const char *id, const char *ours,
                int64_t entry)
{
    struct error error = {.message = NULL};
    struct store_foreign row = {.source = span_from(source),
                                .kind = span_from(kind),
                                .id = span_from(id),
                                .ours = span_from(ours),
                                .has_state = entry != 0,
                                .entry = entry};
    MUST(store_foreign_put(club->service->store, &row, &error));
}

/* Whom an id leads to; NULL: nobody. */
static const char *led(struct club *club, const char *source, const char *id, char handle[PERSON_HANDLE])
{
    struct error error = {.message = NULL};
    bool found = false;
    MUST(foreign_person_find(club->service, span_from(source), span_from(id), handle, &found, &error));
    return found ? handle : NULL;
}

static bool file_says(const char *path, const char *word)
{
    struct strbuf bytes;
    strbuf_init(&bytes, &allocator_heap, 1 << 26);
    club_bytes(path, &bytes);
    size_t length = strlen(word);
    bool says = false;
    for (size_t i = 0; i + length <= bytes.len && !says; i++) {
        says = memcmp(bytes.text + i, word, length) == 0;
    }
    strbuf_release(&bytes);
    return says;
}

static void test_foreign_people(void **state)
{
    struct club *club = *state;
    struct error error = {.message = NULL};
    struct unmerged unmerged;
    char ann[PERSON_HANDLE];
    char bob[PERSON_HANDLE];
    char eve[PERSON_HANDLE];
    char handle[PERSON_HANDLE];
    char log[TEST_ADDRESS + 8];
    char number[24];
    int64_t seq = 0;
    int64_t game = club_import(club, club_pad(club, 1, "Ann", "Bob", 10), NULL);
    (void)club_import(club, club_pad(club, 2, "Eve", "Bob", 10), NULL);
    (void)snprintf(number, sizeof(number), "%lld", (long long)game);
    MUST(service_person_find(club->service, SPAN_LITERAL("Ann"), ann, &error));
    MUST(service_person_find(club->service, SPAN_LITERAL("Bob"), bob, &error));
    MUST(service_person_find(club->service, SPAN_LITERAL("Eve"), eve, &error));
    /* Enough rows that pages were split while the names were there. */
    MUST(service_begin(club->service, &error));
    for (unsigned i = 0; i < 2000; i++) {
        char id[64];
        (void)snprintf(id, sizeof(id), "%08x-%s-%.*s", below(club, 1U << 30), i % 3 ? "plugh" : "xyzzy",
                       (int)below(club, 30), "who-is-called-so-in-another-program");
        put(club, "bgg", "person", id, i % 3 ? ann : bob, 0);
        (void)snprintf(id, sizeof(id), "%u-%u", below(club, 1U << 30), i);
        put(club, "bgg", "play", id, number, game);
    }
    put(club, "bgg", "person", "plugh-annette", ann, 0);
    put(club, "bgg", "person", "plugh-eve", eve, 0);
    put(club, "bgstats", "person", "0e0a-uuid", ann, 0);
    put(club, "bgstats", "title", "uuid-of-catan", "catan", 0);
    put(club, "bgg", "title", "271519", "foret", 0);
    MUST(service_commit(club->service, &error));
    assert_string_equal(led(club, "bgg", "plugh-annette", handle), ann);
    assert_null(led(club, "bgstats", "plugh-annette", handle));
    assert_null(led(club, "bgg", "nobody", handle));
    world_must_be_sound(&club->world, club->service, "ids of other programs");
    /* Merged, an id leads to who the person is now; parted, back. */
    MUST(service_person_merge_entry(club->service, AUTHOR_CLI, span_from(ann), span_from(eve), &seq, &error));
    assert_string_equal(led(club, "bgg", "plugh-annette", handle), eve);
    world_must_be_sound(&club->world, club->service, "merged");
    MUST(service_person_unmerge(club->service, AUTHOR_CLI, (struct span){NULL, 0}, seq, &unmerged, &error));
    assert_string_equal(led(club, "bgg", "plugh-annette", handle), ann);
    MUST(service_person_merge_entry(club->service, AUTHOR_CLI, span_from(ann), span_from(eve), &seq, &error));
    /* Erased with all who are one with her: no page has what they were called. */
    MUST(service_person_erase(club->service, span_from(eve), &error));
    MUST(service_flush(club->service, 0, &error));
    (void)snprintf(log, sizeof(log), "%s-wal", club->world.path);
    assert_false(file_says(club->world.path, "plugh"));
    assert_false(file_says(log, "plugh"));
    assert_true(file_says(club->world.path, "xyzzy")); /* those of Bob */
    assert_string_equal(led(club, "bgg", "plugh-annette", handle), eve);
    assert_string_equal(led(club, "bgg", "plugh-eve", handle), eve);
    assert_string_equal(led(club, "bgstats", "0e0a-uuid", handle), eve);
    MUST(service_person_erase(club->service, span_from(eve), &error)); /* again: what is hidden stays so */
    const struct span bgg = SPAN_LITERAL("bgg"); /* what is said to lead to them now is not kept as it is either */
    MUST(service_begin(club->service, &error));
    MUST(foreign_person_put(club->service, bgg, SPAN_LITERAL("plugh-again"), span_from(eve), &error));
    MUST(foreign_person_put(club->service, bgg, SPAN_LITERAL("grue"), span_from(bob), &error));
    MUST(service_commit(club->service, &error));
    MUST(service_flush(club->service, 0, &error));
    assert_false(file_says(club->world.path, "plugh"));
    assert_true(file_says(club->world.path, "grue"));
    assert_string_equal(led(club, "bgg", "plugh-again", handle), eve);
    assert_string_equal(led(club, "bgg", "grue", handle), bob);
    assert_string_equal(led(club, "bgg", "plugh-eve", handle), eve);
    MUST(service_person_erase(club->service, span_from(bob), &error));
    MUST(service_flush(club->service, 0, &error));
    assert_false(file_says(club->world.path, "xyzzy"));
    world_must_be_sound(&club->world, club->service, "erased");
    service_close(club->service);
    club->service = world_open(&club->world, SERVICE_READ);
    assert_string_equal(led(club, "bgg", "plugh-annette", handle), eve);
    service_close(club->service);
    club->service = world_open(&club->world, SERVICE_WRITE);
    MUST(service_person_unmerge(club->service, AUTHOR_CLI, (struct span){NULL, 0}, seq, &unmerged, &error));
    assert_string_equal(led(club, "bgg", "plugh-annette", handle), ann);
}

/* Titles that are merged, and games that are undone, are still what ids of other programs lead to. */
static void test_foreign_rest(void **state)
{
    struct club *club = *state;
    struct error error = {.message = NULL};
    struct import_mark mark = {.number = 0};
    int64_t game = club_import(club, club_pad(club, 1, "Ann", "Bob", 10), &mark);
    char number[24];
    (void)snprintf(number, sizeof(number), "%lld", (long long)game);
    struct receipt receipt;
    MUST(world_take(&club->world, club->service,
                    "dendro 1\ngame pad\ntitle Die Siedler\nseat 1 Ann\nseat 2 Bob\n1: total 10\n2: total 8\n",
                    &receipt, &error));
    put(club, "bgstats", "play", "uuid", number, game);
    put(club, "bgstats", "title", "uuid", "die siedler", 0);
    MUST(service_title_merge(club->service, AUTHOR_CLI, SPAN_LITERAL("Die Siedler"), SPAN_LITERAL("Catan"), &error));
    MUST(service_title_rename(club->service, AUTHOR_CLI, SPAN_LITERAL("Catan"), SPAN_LITERAL("Settlers"), &error));
    (void)club_undo(club, mark.number);
    world_must_be_sound(&club->world, club->service, "undone");
}

#define CLUB_TEST(name) cmocka_unit_test_setup_teardown(name, club_set_up, club_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        CLUB_TEST(test_dry_run),
        CLUB_TEST(test_dry_run_strict),
        CLUB_TEST(test_foreign_people),
        CLUB_TEST(test_foreign_rest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
