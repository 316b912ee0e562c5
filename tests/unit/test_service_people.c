/* People: who a name means, and what renaming, merging and erasing do to games, exports, imports and proofs. */
#include "support/cmocka.h"

#include "support/open_club.h"
#include "support/text.h"

#include <stdio.h>

/* Opens a game of three; the result is its id. */
static int64_t sit(struct club *club, const char *one, const char *two, const char *three)
{
    struct error error = {.message = NULL};
    struct receipt receipt;
    strbuf_clear(&club->other);
    strbuf_add(&club->other, "dendro 1\ngame foret\nseat 1 ");
    strbuf_add(&club->other, one);
    strbuf_add(&club->other, "\nseat 2 ");
    strbuf_add(&club->other, two);
    strbuf_add(&club->other, "\nseat 3 ");
    strbuf_add(&club->other, three);
    strbuf_add_char(&club->other, '\n');
    MUST(world_game(&club->world, club->service, strbuf_text(&club->other), &receipt, &error));
    return receipt.game;
}

static const char *add(struct club *club, const char *name, char handle[PERSON_HANDLE])
{
    struct error error = {.message = NULL};
    MUST(service_person_add(club->service, span_from(name), handle, &error));
    assert_int_equal(strlen(handle), 12);
    return handle;
}

/* Who `name` is, or "nobody". */
static const char *find(struct club *club, const char *name, char handle[PERSON_HANDLE])
{
    struct error error = {.message = NULL};
    enum err err = service_person_find(club->service, span_from(name), handle, &error);
    if (err != ERR_OK) {
        assert_int_equal(err, ERR_NOT_FOUND);
        assert_string_equal(error.message->id, "person.unknown");
        return "nobody";
    }
    return handle;
}

static void assert_one(struct club *club, const char *a, const char *b)
{
    char handles[2][PERSON_HANDLE];
    assert_string_equal(find(club, a, handles[0]), find(club, b, handles[1]));
}

static bool says(struct club *club, int64_t game, const char *line)
{
    strbuf_clear(&club->text);
    world_record(club->service, game, false, &club->text);
    return strstr(strbuf_text(&club->text), line) != NULL;
}

static enum err append_person(void *context, const struct person *person, struct error *error)
{
    (void)error;
    text_format(context, "%.*s %lld%s\n", (int)person->name.len, person->name.ptr ? person->name.ptr : "",
                (long long)person->games, person->merged_into.len > 0 ? " merged" : "");
    return ERR_OK;
}

static const char *everybody(struct club *club)
{
    struct error error = {.message = NULL};
    strbuf_clear(&club->text);
    MUST(service_people(club->service, append_person, &club->text, &error));
    return strbuf_text(&club->text);
}

/* ---- names ---- */

static void test_one_name_one_person(void **state)
{
    struct club *club = *state;
    struct error error = {.message = NULL};
    char handle[PERSON_HANDLE];
    char other[PERSON_HANDLE];
    add(club, "Amélie", handle);
    static const char *const same[] = {"Amélie", "amelie", "AMÉLIE", "Ame\u0301lie"};
    for (size_t i = 0; i < sizeof(same) / sizeof(same[0]); i++) {
        assert_string_equal(find(club, same[i], other), handle);
        MUST_FAIL(service_person_add(club->service, span_from(same[i]), other, &error), ERR_CONFLICT, "person.taken");
    }
    assert_string_equal(find(club, "Am\u200eélie\u200d", other), handle);
    assert_string_equal(find(club, "Amelia", other), "nobody");
    int64_t game = sit(club, "amelie", "Jean  Paul", "Zoë");
    assert_true(says(club, game, "seat 1 Amélie\nseat 2 Jean  Paul\nseat 3 Zoë\n"));
    assert_one(club, "Jean Paul", "JEAN \u00a0 PAUL");
    assert_one(club, "zoe", "Zoë");
    char at[PERSON_HANDLE + 1] = "@";
    memcpy(at + 1, handle, PERSON_HANDLE);
    assert_string_equal(find(club, at, other), handle);
    assert_string_equal(find(club, handle, other), handle);
    assert_string_equal(everybody(club), "Amélie 1\nJean  Paul 1\nZoë 1\n");
}

static void test_hostile_names(void **state)
{
    struct club *club = *state;
    struct error error = {.message = NULL};
    char handle[PERSON_HANDLE];
    char again[PERSON_HANDLE];
    struct strbuf longest;
    strbuf_init(&longest, &allocator_heap, 4096);
    strbuf_repeat(&longest, "𝔐", 200);
    const char *const good[] = {"'; DROP TABLE person; --",
                                "\"quoted\"",
                                "שלום",
                                "%s%n",
                                "a",
                                "0",
                                "日本 語",
                                "Bob \\n",
                                "=5+5",
                                "👩‍👩‍👧",
                                "NULL",
                                strbuf_text(&longest)};
    for (size_t i = 0; i < sizeof(good) / sizeof(good[0]); i++) {
        add(club, good[i], handle);
        assert_string_equal(find(club, good[i], again), handle);
        MUST(service_person_rename(club->service, span_from(handle), SPAN_LITERAL("Somebody Else"), &error));
        MUST(service_person_rename(club->service, span_from(handle), span_from(good[i]), &error));
    }
    strbuf_add_char(&longest, 'x');
    const struct {
        struct span name;
        const char *id;
    } bad[] = {
        {{NULL, 0}, "person.name"},
        {SPAN_INIT("@x"), "person.name"},
        {SPAN_INIT("@"), "person.name"},
        {SPAN_INIT("two\nlines"), "text.hidden"},
        {SPAN_INIT("bell\a"), "text.hidden"},
        {SPAN_INIT("\xc2\x9b[2J"), "text.hidden"},
        {SPAN_INIT("tab\there"), "text.hidden"},
        {SPAN_INIT("\u202enaA"), "text.hidden"},
        {SPAN_INIT("An\u200ba"), "text.hidden"},
        {SPAN_INIT(" Bob"), "person.name"},
        {SPAN_INIT("Bob "), "person.name"},
        {SPAN_INIT("\u0301"), "person.name"},
        {SPAN_INIT("\u200f\u200e"), "text.hidden"},
        {SPAN_INIT("\u00a0"), "person.name"},
        {SPAN_INIT("\xff\xfe"), "person.name"},
        {SPAN_INIT("a\xed\xa0\x80"), "person.name"},
        {strbuf_span(&longest), "person.name"},
    };
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        MUST_FAIL(service_person_add(club->service, bad[i].name, handle, &error), ERR_USAGE, bad[i].id);
        MUST_FAIL(service_person_rename(club->service, span_from(again), bad[i].name, &error), ERR_USAGE, bad[i].id);
    }
    strbuf_release(&longest);
}

/* Names that come in with a record: refused with their place, or made plain. */
static void test_names_in_records(void **state)
{
    struct club *club = *state;
    struct error error = {.message = NULL};
    struct receipt receipt;
    static const struct {
        const char *seats;
        const char *id; /* NULL: it is added */
        unsigned line;
        unsigned column;
    } cases[] = {
        {"seat 1 Ann\nseat 2 Bob\nseat 3 ann\n", "person.twice", 5, 8},
        {"seat 1 Jean  Paul\nseat 2 Jean Paul\nseat 3 Ann\n", "person.twice", 4, 8},
        {"seat 1 Zoe\nseat 2 Ann\nseat 3 Zo\u0308e\n", "person.twice", 5, 8},
        {"seat 1 Zoe\nseat 2 Ann\nseat 3 Zo\u0308e\u200b\n", "text.hidden", 5, 8},
        {"seat 1 Zoe\nseat 2 \u202ennA\nseat 3 Bob\n", "text.hidden", 4, 8},
        {"seat 1 Zoe\nseat 2 Ann\nseat 3 Bob\nplace At\u2066tic\n", "text.hidden", 6, 7},
        {"seat 1 Ann\nseat 2 @x\nseat 3 Bob\n", "person.unknown", 4, 8},
        {"seat 1 Ann\nseat 2 @\nseat 3 Bob\n", "person.unknown", 4, 8},
        {"seat 1 Ann\nseat 2 \u0301\nseat 3 Bob\n", "person.name", 4, 8},
        {"seat 1 Ann\nseat 2 \u200b\nseat 3 Bob\n", "text.hidden", 4, 8},
        {"seat 1 B\x1b[2Jell\a\nseat 2 Ann\nseat 3 Tab\there\n", NULL, 0, 0},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        strbuf_clear(&club->text);
        strbuf_add(&club->text, "dendro 1\ngame foret\n");
        strbuf_add(&club->text, cases[i].seats);
        enum err err = world_game(&club->world, club->service, strbuf_text(&club->text), &receipt, &error);
        assert_int_equal(err == ERR_OK, cases[i].id == NULL);
        if (cases[i].id) {
            assert_string_equal(error.message->id, cases[i].id);
            assert_int_equal(error.line, cases[i].line);
            assert_int_equal(error.column, cases[i].column);
            assert_int_equal(receipt.game, 0);
            assert_string_equal(everybody(club), ""); /* a refused record makes nobody */
        }
    }
    assert_string_equal(everybody(club), "B [2Jell 1\nAnn 1\nTab here 1\n");
    assert_true(says(club, receipt.game, "seat 1 B [2Jell\nseat 2 Ann\nseat 3 Tab here\n"));
    assert_int_equal(sit(club, "b [2jell", "ann", "tab  here"), 2);
    assert_string_equal(everybody(club), "B [2Jell 2\nAnn 2\nTab here 2\n");
}

/* ---- changes ---- */

static void test_rename(void **state)
{
    struct club *club = *state;
    struct error error = {.message = NULL};
    char ann[PERSON_HANDLE];
    char bob[PERSON_HANDLE];
    char found[PERSON_HANDLE];
    add(club, "Ann", ann);
    add(club, "Bob", bob);
    int64_t game = sit(club, "Ann", "Bob", "Eve");
    int64_t size = club_size(club);
    MUST(service_person_rename(club->service, span_from(ann), SPAN_LITERAL("Anne-Marie"), &error));
    assert_true(says(club, game, "seat 1 Anne-Marie\n"));
    assert_string_equal(find(club, "Ann", found), "nobody");
    MUST_FAIL(service_person_rename(club->service, span_from(ann), SPAN_LITERAL("BOB"), &error), ERR_CONFLICT,
              "person.taken");
    MUST(service_person_rename(club->service, span_from(ann), SPAN_LITERAL("ANNE-MARIE"), &error));
    MUST_FAIL(service_person_rename(club->service, SPAN_LITERAL("nobody"), SPAN_LITERAL("Carl"), &error), ERR_NOT_FOUND,
              "person.unknown");
    char at[PERSON_HANDLE + 1] = "@";
    memcpy(at + 1, bob, PERSON_HANDLE);
    MUST(service_person_rename(club->service, span_from(at), SPAN_LITERAL("Robert"), &error));
    assert_true(says(club, game, "seat 1 ANNE-MARIE\nseat 2 Robert\n"));
    assert_int_equal(club_size(club), size); /* the log knows no names */
}

static void test_merge(void **state)
{
    struct club *club = *state;
    struct error error = {.message = NULL};
    char handles[4][PERSON_HANDLE];
    int64_t first = sit(club, "Amelie", "Bob", "Eve");
    int64_t second = sit(club, "Amélie D.", "Bob", "Zoé");
    int64_t third = sit(club, "Ame", "Bob", "Zoé");
    struct span old = span_from(find(club, "Amelie", handles[0]));
    struct span into = span_from(find(club, "Amélie D.", handles[1]));
    struct span bob = span_from(find(club, "Bob", handles[2]));
    struct span nick = span_from(find(club, "Ame", handles[3]));
    MUST_FAIL(service_person_merge(club->service, AUTHOR_CLI, bob, into, &error), ERR_CONFLICT, "person.merge-met");
    MUST_FAIL(service_person_merge(club->service, AUTHOR_CLI, old, old, &error), ERR_USAGE, "person.merge-self");
    MUST_FAIL(service_person_merge(club->service, AUTHOR_CLI, old, SPAN_LITERAL("x"), &error), ERR_NOT_FOUND,
              "person.unknown");
    assert_int_equal(club_size(club), 3);
    MUST(service_person_merge(club->service, AUTHOR_CLI, old, into, &error));
    assert_int_equal(club_size(club), 4);
    assert_true(says(club, first, "seat 1 Amélie D.\n"));
    assert_one(club, "amelie", "amelie d.");
    MUST_FAIL(service_person_merge(club->service, AUTHOR_CLI, old, into, &error), ERR_USAGE, "person.merge-self");
    MUST_FAIL(service_person_merge(club->service, AUTHOR_CLI, into, old, &error), ERR_USAGE, "person.merge-self");
    /* A third joins through the one that is merged already. */
    MUST(service_person_merge(club->service, AUTHOR_CLI, nick, old, &error));
    assert_true(says(club, third, "seat 1 Amélie D.\n"));
    assert_one(club, "ame", "amelie d.");
    /* Whoever sits down under the old name is the same person: also against sitting twice. */
    int64_t fourth = sit(club, "AMELIE", "Carl", "Zoé");
    assert_true(says(club, fourth, "seat 1 Amélie D.\n"));
    struct receipt receipt;
    MUST_FAIL(world_game(&club->world, club->service, "dendro 1\ngame foret\nseat 1 Amelie\nseat 2 Ame\nseat 3 Carl\n",
                         &receipt, &error),
              ERR_CONFLICT, "person.twice");
    MUST_FAIL(service_person_merge(club->service, AUTHOR_CLI, nick, span_from(find(club, "Zoé", handles[2])), &error),
              ERR_CONFLICT, "person.merge-met");
    assert_string_equal(everybody(club), "Amelie 0 merged\nBob 3\nEve 1\nAmélie D. 4\nZoé 3\nAme 0 merged\nCarl 1\n");
    (void)second;
}

/* Two who were merged by mistake into a chain, and a game that does not count. */
static void test_merge_after_void(void **state)
{
    struct club *club = *state;
    struct error error = {.message = NULL};
    struct receipt receipt;
    char handles[2][PERSON_HANDLE];
    int64_t game = sit(club, "Ann", "Anne", "Eve");
    struct span ann = span_from(find(club, "Ann", handles[0]));
    struct span anne = span_from(find(club, "Anne", handles[1]));
    MUST_FAIL(service_person_merge(club->service, AUTHOR_CLI, ann, anne, &error), ERR_CONFLICT, "person.merge-met");
    MUST(service_void(club->service, AUTHOR_CLI, game, SPAN_LITERAL("a test"), &receipt, &error));
    MUST(service_person_merge(club->service, AUTHOR_CLI, ann, anne, &error));
    /* Its record keeps them apart, or it could not be read again; and it cannot count while they are one. */
    assert_true(says(club, game, "seat 1 Ann\nseat 2 Anne\n"));
    MUST_FAIL(service_unvoid(club->service, AUTHOR_CLI, game, SPAN_LITERAL("it was one"), &receipt, &error),
              ERR_CONFLICT, "game.unvoid-twice");
    assert_string_equal(error.arg[0], "Ann");
    assert_string_equal(error.arg[1], "Anne");
}

/* The name of somebody who was merged into a person can become that person's name. */
static void test_rename_merged(void **state)
{
    struct club *club = *state;
    struct error error = {.message = NULL};
    char handles[2][PERSON_HANDLE];
    char found[PERSON_HANDLE];
    int64_t game = sit(club, "Amélie", "Bob", "Eve");
    struct span old = span_from(find(club, "Amélie", handles[0]));
    struct span into = span_from(add(club, "amelie2", handles[1]));
    MUST(service_person_merge(club->service, AUTHOR_CLI, old, into, &error));
    MUST(service_person_rename(club->service, old, SPAN_LITERAL("Amélie Dupont"), &error));
    assert_true(says(club, game, "seat 1 Amélie Dupont\n"));
    MUST(service_person_rename(club->service, into, SPAN_LITERAL("Amélie"), &error));
    assert_true(says(club, game, "seat 1 Amélie\n"));
    assert_string_equal(find(club, "amelie", found), handles[1]);
    MUST_FAIL(service_person_rename(club->service, into, SPAN_LITERAL("bob"), &error), ERR_CONFLICT, "person.taken");
}

static void test_erase(void **state)
{
    struct club *club = *state;
    struct error error = {.message = NULL};
    char handles[3][PERSON_HANDLE];
    char found[PERSON_HANDLE];
    char line[64];
    int64_t game = sit(club, "Amélie", "Bob", "Eve");
    struct span amelie = span_from(find(club, "Amélie", handles[0]));
    struct span nick = span_from(add(club, "Ame", handles[1]));
    MUST(service_person_merge(club->service, AUTHOR_CLI, nick, amelie, &error));
    uint64_t size = 0;
    struct merkle_hash before;
    struct merkle_hash after;
    MUST(service_root(club->service, &size, &before, &error));
    MUST(service_person_erase(club->service, nick, &error));
    MUST(service_person_erase(club->service, amelie, &error)); /* again: nothing more to do */
    MUST_FAIL(service_person_erase(club->service, SPAN_LITERAL("x"), &error), ERR_NOT_FOUND, "person.unknown");
    (void)snprintf(line, sizeof(line), "seat 1 @%s\nseat 2 Bob\n", handles[0]);
    assert_true(says(club, game, line));
    assert_string_equal(find(club, "Amélie", found), "nobody");
    assert_string_equal(find(club, "Ame", found), "nobody");
    assert_string_equal(find(club, handles[1], found), handles[0]);
    /* Nothing of the name is left, and the log proves what it proved before. */
    assert_int_equal(scene_sql_int(club->world.path, "SELECT count(*) FROM person WHERE lower(name) LIKE 'am%'"), 0);
    assert_int_equal(scene_sql_int(club->world.path, "SELECT count(*) FROM person WHERE folded LIKE 'am%'"), 0);
    assert_int_equal(scene_sql_int(club->world.path, "SELECT count(*) FROM entry WHERE body LIKE '%Am_lie%'"), 0);
    MUST(service_root(club->service, &size, &after, &error));
    assert_true(merkle_equal(&before, &after));
    /* The export with a handle comes back to the same person; the name alone would be somebody new. */
    struct receipt receipt;
    strbuf_clear(&club->other);
    world_record(club->service, game, false, &club->other);
    MUST(world_take(&club->world, club->service, strbuf_text(&club->other), &receipt, &error));
    assert_true(says(club, receipt.game, line));
    int64_t fresh = sit(club, "Amélie", "Bob", "Eve");
    assert_true(says(club, fresh, "seat 1 Amélie\n"));
    assert_string_not_equal(find(club, "Amélie", found), handles[0]);
}

/* A name from before such names were refused is found, shown and exported; it comes in again where it is known. */
static void test_names_from_before(void **state)
{
    struct club *club = *state;
    struct error error = {.message = NULL};
    struct receipt receipt;
    char bob[PERSON_HANDLE];
    char found[PERSON_HANDLE];
    int64_t game = sit(club, "Ann", "Bob", "Eve");
    find(club, "Bob", bob);
    assert_int_equal(scene_sql(club->world.path, "UPDATE person SET name = 'B\u202eob' WHERE name = 'Bob'"), 0);
    assert_true(says(club, game, "seat 2 B\u202eob\n"));
    assert_string_equal(find(club, "Bob", found), bob);
    assert_string_equal(find(club, "B\u202eob", found), bob);
    strbuf_clear(&club->other);
    world_record(club->service, game, false, &club->other);
    MUST(world_take(&club->world, club->service, strbuf_text(&club->other), &receipt, &error));
    assert_true(says(club, receipt.game, "seat 2 B\u202eob\n"));
    /* Where nobody is called so, the record is refused, and says why; renamed, it goes anywhere. */
    MUST_FAIL(world_take(&club->world, club->service,
                         "dendro 1\ngame foret\nseat 1 Ann\nseat 2 C\u202eid\nseat 3 Eve\n", &receipt, &error),
              ERR_USAGE, "text.hidden");
    assert_string_equal(error.arg[0], "U+202E");
    assert_int_equal(error.line, 4);
    MUST(service_person_rename(club->service, span_from(bob), SPAN_LITERAL("Bob"), &error));
    assert_true(says(club, game, "seat 2 Bob\n"));
    /* Nobody is asked for with a control character: no name has one. */
    MUST_FAIL(service_person_find(club->service, SPAN_LITERAL("B\aob"), found, &error), ERR_USAGE, "text.hidden");
}

int main(void)
{
#define CLUB_TEST(name) cmocka_unit_test_setup_teardown(name, club_set_up, club_tear_down)
    const struct CMUnitTest tests[] = {
        CLUB_TEST(test_one_name_one_person),
        CLUB_TEST(test_hostile_names),
        CLUB_TEST(test_names_in_records),
        CLUB_TEST(test_rename),
        CLUB_TEST(test_merge),
        CLUB_TEST(test_merge_after_void),
        CLUB_TEST(test_rename_merged),
        CLUB_TEST(test_erase),
        CLUB_TEST(test_names_from_before),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
