/*
 * Files of BG Stats: every trap of a backup, a wrong type in every field, files that are cut off or damaged at every byte,
 * reads of any size, memory that does not grow with the plays.
 */
#include "support/cmocka.h"

#include "support/failing_alloc.h"
#include "support/play_text.h"
#include "support/text.h"
#include "wire/bgstats.h"
#include "wire/bgstats_scan.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>

enum { TEXT_LIMIT = 16 << 20 };

static void read_fixture(const char *name, struct strbuf *out)
{
    char path[512];
    (void)snprintf(path, sizeof(path), "%s/tests/fixtures/exchange/%s", test_source_dir(), name);
    strbuf_init(out, &allocator_heap, TEXT_LIMIT);
    test_read_file(path, out);
}

/* Opens `bytes` and writes all plays, or `line:column code id argument` of the refusal. */
static enum err tell(struct span bytes, size_t step, const struct allocator *allocator, struct strbuf *out)
{
    struct spool spool;
    struct foreign_reader reader;
    struct error error = {.message = NULL};
    spool_of(&spool, bytes);
    enum err err = bgstats_open_stepped(&reader, &spool, allocator, step, &error);
    if (err != ERR_OK) {
        char line[256];
        char sentence[512];
        (void)snprintf(line, sizeof(line), "%u:%u %s %s %s", error.line, error.column, test_err_name(err),
                       error.message->id, error.args > 0 ? error.arg[0] : "");
        strbuf_add(out, line);
        assert_true(error_text(&error, LANG_FR, sentence, sizeof(sentence)) > 0);
        return err;
    }
    (void)play_reader_text(&reader.plays, out);
    reader.release(reader.plays.context);
    return ERR_OK;
}

static void assert_told(const char *json, const char *expected)
{
    struct strbuf out;
    strbuf_init(&out, &allocator_heap, TEXT_LIMIT);
    (void)tell(span_from(json), 0, &allocator_heap, &out);
    if (strcmp(strbuf_text(&out), expected) != 0) {
        print_message("%s\n", json);
    }
    assert_string_equal(strbuf_text(&out), expected);
    strbuf_release(&out);
}

/* ---- the fixtures ---- */

static void assert_golden(const char *name)
{
    char golden[128];
    struct strbuf bytes;
    struct strbuf expected;
    struct strbuf out;
    (void)snprintf(golden, sizeof(golden), "%s.plays", name);
    read_fixture(name, &bytes);
    read_fixture(golden, &expected);
    strbuf_init(&out, &allocator_heap, TEXT_LIMIT);
    assert_int_equal(tell(strbuf_span(&bytes), 0, &allocator_heap, &out), ERR_OK);
    if (getenv("PRINT_PLAYS")) {
        (void)printf("%s", strbuf_text(&out));
    }
    assert_string_equal(strbuf_text(&out), strbuf_text(&expected));
    strbuf_release(&out);
    strbuf_release(&expected);
    strbuf_release(&bytes);
}

static void every_trap_of_a_backup_is_read(void **unused)
{
    (void)unused;
    assert_golden("BGStatsExport.json");
    assert_golden("evening.bgsplay");
}

static void where_a_read_ends_makes_no_difference(void **unused)
{
    (void)unused;
    static const size_t steps[] = {1, 2, 3, 7, 4096};
    struct strbuf bytes;
    struct strbuf whole;
    struct strbuf out;
    read_fixture("BGStatsExport.json", &bytes);
    strbuf_init(&whole, &allocator_heap, TEXT_LIMIT);
    strbuf_init(&out, &allocator_heap, TEXT_LIMIT);
    assert_int_equal(tell(strbuf_span(&bytes), 0, &allocator_heap, &whole), ERR_OK);
    for (size_t i = 0; i < sizeof(steps) / sizeof(steps[0]); i++) {
        strbuf_clear(&out);
        assert_int_equal(tell(strbuf_span(&bytes), steps[i], &allocator_heap, &out), ERR_OK);
        assert_string_equal(strbuf_text(&out), strbuf_text(&whole));
    }
    strbuf_release(&out);
    strbuf_release(&whole);
    strbuf_release(&bytes);
}

/* ---- files that are refused as a whole ---- */

static void what_does_not_hold_together_is_refused(void **unused)
{
    (void)unused;
    static const struct {
        const char *json;
        const char *said;
    } cases[] = {
        {"", "1:1 ERR_SYNTAX foreign.ends "},
        {"\xef\xbb\xbf", "1:1 ERR_SYNTAX foreign.ends "},
        {"\xef\xbb", "1:3 ERR_ENCODING foreign.encoding "},
        {"[]", "1:1 ERR_SYNTAX foreign.json an object"},
        {"{}", "1:1 ERR_SYNTAX foreign.no-plays "},
        {"{\"games\":[]}", "1:1 ERR_SYNTAX foreign.no-plays "},
        {"{\"plays\":[]} x", "1:14 ERR_SYNTAX foreign.behind "},
        {"{\"plays\":[]}\n{}", "2:1 ERR_SYNTAX foreign.behind "},
        {"{\"plays\":[],\"plays\":[]}", "1:13 ERR_SYNTAX foreign.twice plays"},
        {"{\"plays\":[],\"pl\\u0061ys\":[]}", "1:13 ERR_SYNTAX foreign.twice plays"},
        {"{\"x\":1,\"x\":1,\"plays\":[]}", "1:8 ERR_SYNTAX foreign.twice x"},
        {"{\"plays\":{}}", "1:10 ERR_SYNTAX foreign.type plays"},
        {"{\"plays\":null}", "1:10 ERR_SYNTAX foreign.type plays"},
        {"{\"games\":7,\"plays\":[]}", "1:10 ERR_SYNTAX foreign.type games"},
        {"{\"deletedObjects\":\"\",\"plays\":[]}", "1:19 ERR_SYNTAX foreign.type deletedObjects"},
        {"{\"plays\":[1,]}", "1:13 ERR_SYNTAX foreign.json a value"},
        {"{\"plays\":[1 2]}", "1:13 ERR_SYNTAX foreign.json a comma or ]"},
        {"{\"plays\":[]\n,\n\"x\":[nul]}", "3:9 ERR_SYNTAX foreign.json a value"},
        {"{\"plays\":[],}", "1:13 ERR_SYNTAX foreign.json a name in quotes"},
        {"{\"plays\" []}", "1:10 ERR_SYNTAX foreign.json a colon"},
        {"{\"plays\":[],\"x\":01}", "1:18 ERR_SYNTAX foreign.json a comma or }"},
        {"{\"plays\":[],\"x\":1.}", "1:19 ERR_SYNTAX foreign.json a digit"},
        {"{\"plays\":[],\"x\":-}", "1:18 ERR_SYNTAX foreign.json a digit"},
        {"{\"plays\":[],\"x\":1e+}", "1:20 ERR_SYNTAX foreign.json a digit"},
        {"{\"plays\":[],\"x\":\"\\q\"}", "1:19 ERR_SYNTAX foreign.json an escape such as \\n or \\u00e9"},
        {"{\"plays\":[],\"x\":\"\\u12g4\"}", "1:22 ERR_SYNTAX foreign.json an escape such as \\n or \\u00e9"},
        {"{\"plays\":[],\"x\":\"a\nb\"}", "1:19 ERR_SYNTAX foreign.raw "},
        {"{\"plays\":[],\"x\":\"a\xff\"}", "1:19 ERR_ENCODING foreign.encoding "},
        {"{\"plays\":[],\"x\":\"a\xed\xa0\x80\"}", "1:19 ERR_ENCODING foreign.encoding "},
        {"{\"plays\":[],\"x\":\"a\xf0\x9f\x98", "1:19 ERR_SYNTAX foreign.ends "},
        {"{\"plays\":[],\"x\":{\"a\":[}}", "1:23 ERR_SYNTAX foreign.json a value"},
        {"{\"plays\":[],\"x\":[1}", "1:19 ERR_SYNTAX foreign.json a comma or ]"},
        {"{\"plays\":[],\n\"games\":[{\"id\":1},\n{\"id\":2},{\"id\":1}]}",
         "3:10 ERR_SYNTAX foreign.twice games[].id 1"},
        {"{\"plays\":[],\"games\":[{\"name\":\"x\"}]}", "1:22 ERR_SYNTAX foreign.missing games[0].id"},
        {"{\"plays\":[],\"players\":[{\"id\":1,\"name\":[]}]}", "1:24 ERR_SYNTAX foreign.type players[0].name"},
        {"{\"plays\":[],\"players\":[7]}", "1:24 ERR_SYNTAX foreign.type players[0]"},
        {"{\"plays\":[],\"players\":[{\"id\":1,\"id\":2}]}",
         "1:24 ERR_SYNTAX foreign.element-json duplicate object key near '\"id\"'"},
        {"{\"plays\":[],\"players\":[{\"id\":1,\"name\":\"a\\u0000b\"}]}",
         "1:24 ERR_SYNTAX foreign.element-json a text holds the character \\u0000"},
        {"{\"plays\":[],\"players\":[{\"id\":1,\"name\":\"a\\u0007b\"}]}",
         "1:24 ERR_SYNTAX foreign.control players[0].name"},
        {"{\"plays\":[],\"players\":[{\"id\":1,\"name\":\"a\\u0085b\"}]}",
         "1:24 ERR_SYNTAX foreign.control players[0].name"},
        {"{\"plays\":[],\"games\":[{\"id\":1,\"bggId\":-5}]}", "1:22 ERR_SYNTAX foreign.range games[0].bggId"},
        {"{\"plays\":[],\"games\":[{\"id\":99999999999999999999}]}",
         "1:22 ERR_SYNTAX foreign.element-json too big integer near '99999999999999999999'"},
        {"{\"plays\":[],\"games\":[{\"id\":1.5}]}", "1:22 ERR_SYNTAX foreign.type games[0].id"},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        assert_told(cases[i].json, cases[i].said);
    }
}

/* ---- plays that are refused one by one ---- */

#define FILE_OF(play)                                                                          \
    "{\"games\":[{\"id\":1,\"name\":\"Aulnes\"}],\"players\":[{\"id\":1,\"name\":\"Ada\"}],\n" \
    "\"plays\":[{\"gameRefId\":1},\n" play ",\n{\"gameRefId\":1}]}"
#define FIRST "2:10 title Aulnes|\n"
#define LAST "4:1 title Aulnes|\nend\n"

static void a_play_that_cannot_be_taken_is_passed_over(void **unused)
{
    (void)unused;
    static const struct {
        const char *json;
        const char *said;
    } cases[] = {
        {FILE_OF("{}"), FIRST "3:1: ERR_SYNTAX: 'plays[1].gameRefId' is missing\n" LAST},
        {FILE_OF("7"), FIRST "3:1: ERR_SYNTAX: 'plays[1]' must be an object\n" LAST},
        {FILE_OF("{\"gameRefId\":2}"),
         FIRST "3:1: ERR_SYNTAX: 'plays[1].gameRefId' is 2, which nothing in the file has as its id\n" LAST},
        {FILE_OF("{\"gameRefId\":1,\"locationRefId\":4}"),
         FIRST "3:1: ERR_SYNTAX: 'plays[1].locationRefId' is 4, which nothing in the file has as its id\n" LAST},
        {FILE_OF("{\"gameRefId\":1,\"playerScores\":[{\"playerRefId\":1},{\"playerRefId\":-1}]}"),
         FIRST "3:1: ERR_SYNTAX: 'plays[1].playerScores[1].playerRefId' is -1, which nothing in the file has as its "
               "id\n" LAST},
        {FILE_OF("{\"gameRefId\":1,\"expansionPlays\":[{\"gameRefId\":3}]}"),
         FIRST "3:1: ERR_SYNTAX: 'plays[1].expansionPlays[0].gameRefId' is 3, which nothing in the file has as its "
               "id\n" LAST},
        {FILE_OF("  {\"gameRefId\":1,\"playDate\":\"2026-02-29 10:00:00\"}"),
         FIRST "3:3: ERR_SYNTAX: 'plays[1].playDate' is no date: 2026-02-29 10:00:00\n" LAST},
        {FILE_OF("{\"gameRefId\":1,\"playDate\":\"2026-02-28 25:00:00\"}"),
         FIRST "3:1: ERR_SYNTAX: 'plays[1].playDate' is no date: 2026-02-28 25:00:00\n" LAST},
        {FILE_OF("{\"gameRefId\":1,\"playDate\":\"2026-02-28T10:00Z\"}"),
         FIRST "3:1: ERR_SYNTAX: 'plays[1].playDate' is no date: 2026-02-28T10:00Z\n" LAST},
        {FILE_OF("{\"gameRefId\":1,\"entryDate\":\"soon\"}"),
         FIRST "3:1: ERR_SYNTAX: 'plays[1].entryDate' is no date: soon\n" LAST},
        {FILE_OF("{\"gameRefId\":1,\"modificationDate\":\"late\"}"),
         FIRST "3:1: ERR_SYNTAX: 'plays[1].modificationDate' is no date: late\n" LAST},
        {FILE_OF("{\"gameRefId\":1,\"durationMin\":-1}"),
         FIRST "3:1: ERR_SYNTAX: 'plays[1].durationMin' must lie between 0 and 1000000\n" LAST},
        {FILE_OF("{\"gameRefId\":1,\"gameRefId\":1}"),
         FIRST "3:1: ERR_SYNTAX: 'plays[1]' cannot be read: duplicate object key near '\"gameRefId\"'\n" LAST},
        {FILE_OF("{\"gameRefId\":1,\"comments\":\"a\\u0000\"}"),
         FIRST "3:1: ERR_SYNTAX: 'plays[1]' cannot be read: a text holds the character \\u0000\n" LAST},
        {FILE_OF("{\"gameRefId\":1,\"comments\":\"\\ud800\"}"),
         FIRST "3:1: ERR_SYNTAX: 'plays[1]' cannot be read: invalid Unicode '\\uD800' near '\"\\ud800\"'\n" LAST},
        {FILE_OF("{\"gameRefId\":1,\"comments\":\"a\\u001bb\"}"),
         FIRST "3:1: ERR_SYNTAX: 'plays[1].comments' has the control character U+001B\n" LAST},
        {FILE_OF("{\"gameRefId\":1,\"board\":\"a\\nb\"}"),
         FIRST "3:1: ERR_SYNTAX: 'plays[1].board' has the control character U+000A\n" LAST},
        /* taken, with what is odd about them */
        {FILE_OF("{\"gameRefId\":1,\"playDate\":\"2026-02-28\",\"comments\":\"a\\nb\",\"scoresheet\":7}"),
         FIRST "3:1 title Aulnes| on 2026-02-28 comments a\\nb|\n" LAST},
        {FILE_OF("{\"gameRefId\":1,\"playDate\":\"2026-02-28T00:00:01\",\"durationMin\":12.0}"),
         FIRST "3:1 title Aulnes| on 2026-02-28 at 1 minutes 12|\n" LAST},
        {FILE_OF("{\"gameRefId\":1,\"playDate\":\"1969-12-31 23:59:59\",\"entryDate\":\"1969-12-31 23:59:59\"}"),
         FIRST "3:1 title Aulnes| on 1969-12-31 at 86399 entered -1|\n" LAST},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        assert_told(cases[i].json, cases[i].said);
    }
}

/* ---- a wrong type in every field ---- */

/* What each field takes of null, true, 1, "x", [] and {}: a letter each, `+` taken, `-` refused. */
#define TEXT "+-++--"
#define NUMBER "+-+---"
#define NEEDED "--+---"
#define FLAG "+++---"
#define LIST "+---+-"
#define INNER "+--+-+"
#define ANYTHING "++++++"

static const char *const VALUES[] = {"null", "true", "1", "\"x\"", "[]", "{}"};

/* `file` refuses the file, else the play; `frame` has the object that the field is put into at its `@`. */
static const struct {
    const char *name;
    bool file;
    const char *frame;
    const char *fields; /* pairs of name and letters */
} OBJECTS[] = {
    {"game", true, "{\"games\":[{\"id\":1@}],\"plays\":[]}",
     "uuid " TEXT " name " TEXT " bggName " TEXT " bggId " NUMBER " cooperative " FLAG " highestWins " FLAG
     " noPoints " FLAG " usesTeams " FLAG " isExpansion " ANYTHING " metaData " ANYTHING},
    {"game id", true, "{\"games\":[{\"name\":\"\"@}],\"plays\":[]}", "id " NEEDED},
    {"player", true, "{\"players\":[{\"id\":1@}],\"plays\":[]}",
     "uuid " TEXT " name " TEXT " isAnonymous " FLAG " metaData " INNER " bggUsername " ANYTHING},
    {"location", true, "{\"locations\":[{\"id\":1@}],\"plays\":[]}", "uuid " TEXT " name " TEXT},
    {"top", true, "{\"x\":1@}", "plays ----+-"},
    {"top", true, "{\"plays\":[]@}",
     "games ----+- players ----+- locations ----+- deletedObjects ----+- tags " ANYTHING " userInfo " ANYTHING},
    {"play", false, "{\"games\":[{\"id\":1}],\"locations\":[{\"id\":1}],\"plays\":[{\"gameRefId\":1@}]}",
     "uuid " TEXT " locationRefId " NUMBER
     " playDate +----- entryDate +----- modificationDate +----- durationMin " NUMBER " ignored " FLAG
     " manualWinner " FLAG " usesTeams " FLAG " rounds " NUMBER " rating " TEXT " board " TEXT " comments " TEXT
     " scoresheet " ANYTHING " playerScores " LIST " expansionPlays " LIST " bggId " ANYTHING},
    {"play ref", false, "{\"games\":[{\"id\":1}],\"plays\":[{\"uuid\":\"\"@}]}", "gameRefId " NEEDED},
    {"seat", false,
     "{\"games\":[{\"id\":1}],\"players\":[{\"id\":1}],\"plays\":[{\"gameRefId\":1,\"playerScores\":"
     "[{\"playerRefId\":1@}]}]}",
     "score " TEXT " winner " FLAG " newPlayer " FLAG " startPlayer " FLAG " rank " NUMBER " seatOrder " NUMBER
     " role " TEXT " team " TEXT " teamRole " TEXT " startPosition " TEXT " metaData " INNER},
    {"seat ref", false,
     "{\"games\":[{\"id\":1}],\"players\":[{\"id\":1}],\"plays\":[{\"gameRefId\":1,\"playerScores\":[{\"score\":1@}]}]}",
     "playerRefId " NEEDED},
    {"expansion", false, "{\"games\":[{\"id\":1}],\"plays\":[{\"gameRefId\":1,\"expansionPlays\":[{\"bggId\":1@}]}]}",
     "gameRefId " NEEDED},
    {"deleted", false, "{\"plays\":[],\"deletedObjects\":[{\"objectType\":\"Play\"@}]}", "uuid --++--"},
};

static void put_field(const char *frame, const char *field, size_t len, const char *value, struct strbuf *out)
{
    const char *at = strchr(frame, '@');
    strbuf_add_span(out, span_of(frame, (size_t)(at - frame)));
    strbuf_add(out, ",\"");
    strbuf_add_span(out, span_of(field, len));
    strbuf_add(out, "\":");
    strbuf_add(out, value);
    strbuf_add(out, at + 1);
}

static unsigned try_field(size_t object, struct span field, struct span letters)
{
    assert_int_equal(letters.len, sizeof(VALUES) / sizeof(VALUES[0]));
    for (size_t i = 0; i < letters.len; i++) {
        struct strbuf json;
        struct strbuf said;
        strbuf_init(&json, &allocator_heap, TEXT_LIMIT);
        strbuf_init(&said, &allocator_heap, TEXT_LIMIT);
        put_field(OBJECTS[object].frame, field.ptr, field.len, VALUES[i], &json);
        enum err err = tell(strbuf_span(&json), 0, &allocator_heap, &said);
        bool told = strstr(strbuf_text(&said), "ERR_SYNTAX") != NULL;
        bool taken = letters.ptr[i] == '+';
        bool whole = OBJECTS[object].file ? (err == ERR_OK) == taken : err == ERR_OK;
        if (told == taken || !whole) {
            print_message("%s: %s: %s\n", OBJECTS[object].name, strbuf_text(&json), strbuf_text(&said));
        }
        assert_true(told != taken);
        assert_true(whole);
        strbuf_release(&json);
        strbuf_release(&said);
    }
    return (unsigned)letters.len;
}

static void a_wrong_type_in_every_field_is_refused(void **unused)
{
    (void)unused;
    unsigned tried = 0;
    for (size_t i = 0; i < sizeof(OBJECTS) / sizeof(OBJECTS[0]); i++) {
        struct span rest = span_from(OBJECTS[i].fields);
        while (rest.len > 0) {
            struct span field = span_word(&rest);
            tried += try_field(i, field, span_word(&rest));
        }
    }
    assert_true(tried > 300);
}

/* ---- damage ---- */

static const char SMALL[] =
    "{\"games\":[{\"id\":1,\"name\":\"\xc3\x89t\xc3\xa9\"}],\"players\":[{\"id\":1,\"name\":\"\xf0\x9f\x8c\xbf\"}],"
    "\"plays\":[{\"gameRefId\":1,\"comments\":\"a\\u00e9\\n\",\"playerScores\":[{\"playerRefId\":1,\"score\":\"7,5\","
    "\"winner\":true}]}],\"deletedObjects\":[{\"uuid\":\"u\",\"objectType\":\"Play\"}],\"x\":[null,-1.5e3]}";

static void a_file_that_is_cut_off_is_refused(void **unused)
{
    (void)unused;
    struct strbuf out;
    struct strbuf bytes;
    strbuf_init(&out, &allocator_heap, TEXT_LIMIT);
    read_fixture("evening.bgsplay", &bytes);
    struct span texts[] = {span_from(SMALL), strbuf_span(&bytes)};
    for (size_t i = 0; i < 2; i++) {
        for (size_t len = 0; len < texts[i].len; len++) {
            char *cut = malloc(len ? len : 1); /* of that size, so that the address sanitizer sees one byte too far */
            assert_non_null(cut);
            memcpy(cut, texts[i].ptr, len);
            strbuf_clear(&out);
            assert_int_equal(tell(span_of(cut, len), 0, &allocator_heap, &out), ERR_SYNTAX);
            free(cut);
        }
    }
    strbuf_release(&bytes);
    strbuf_release(&out);
}

static void bytes_that_are_not_text_are_refused(void **unused)
{
    (void)unused;
    static const char broken[] = {'\xff', '\xc0', '\x80', '\xed', '\xf5', '\0', '\x1f'};
    struct strbuf out;
    char bytes[sizeof(SMALL)];
    strbuf_init(&out, &allocator_heap, TEXT_LIMIT);
    for (size_t at = 0; at + 1 < sizeof(SMALL); at++) {
        for (size_t i = 0; i < sizeof(broken); i++) {
            memcpy(bytes, SMALL, sizeof(bytes));
            if (bytes[at] == broken[i] || (broken[i] == '\x80' && (bytes[at] & 0xc0) == 0x80)) {
                continue; /* another character of the same length */
            }
            bytes[at] = broken[i];
            strbuf_clear(&out);
            enum err err = tell(span_of(bytes, sizeof(SMALL) - 1), 0, &allocator_heap, &out);
            if (err != ERR_SYNTAX && err != ERR_ENCODING) {
                print_message("byte %zu: %s\n", at, strbuf_text(&out));
            }
            assert_true(err == ERR_SYNTAX || err == ERR_ENCODING);
        }
    }
    strbuf_release(&out);
}

/* ---- limits ---- */

static void nesting_is_limited(void **unused)
{
    (void)unused;
    static const struct {
        int levels;
        const char *said;
    } cases[] = {{31, "end\n"}, {32, "1:48 ERR_LIMIT foreign.depth 32"}, {100000, "1:48 ERR_LIMIT foreign.depth 32"}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct strbuf json;
        strbuf_init(&json, &allocator_heap, TEXT_LIMIT);
        strbuf_add(&json, "{\"plays\":[],\"x\":");
        strbuf_repeat(&json, "[", cases[i].levels);
        strbuf_repeat(&json, "]", cases[i].levels);
        strbuf_add(&json, "}");
        assert_told(strbuf_text(&json), cases[i].said);
        strbuf_release(&json);
    }
}

/* `before`, `fill` bytes of a's, `behind`. */
static void assert_filled(const char *before, int fill, const char *behind, const char *said)
{
    struct strbuf json;
    strbuf_init(&json, &allocator_heap, TEXT_LIMIT);
    strbuf_add(&json, before);
    strbuf_repeat(&json, "a", fill);
    strbuf_add(&json, behind);
    assert_told(strbuf_text(&json), said);
    strbuf_release(&json);
}

static void what_is_too_long_is_refused(void **unused)
{
    (void)unused;
    static const char seat[] = "{\"games\":[{\"id\":1}],\"plays\":[\n{\"gameRefId\":1,\"comments\":\"";
    /* An unknown part may be of any length; a play that is too long is one play; a person that is too long is the file. */
    assert_filled("{\"plays\":[],\"x\":\"", 3 * SCAN_ELEMENT, "\"}", "end\n");
    assert_filled(seat, 3 * SCAN_ELEMENT, "\"},\n{\"gameRefId\":1}]}",
                  "2:1: ERR_LIMIT: 'plays[0]' has more than 1048576 bytes\n3:1\nend\n");
    assert_filled(seat, 65537, "\"}]}", "2:1: ERR_LIMIT: 'plays[0].comments' has more than 65536 bytes\nend\n");
    assert_filled("{\"plays\":[],\"games\":[{\"id\":1,\"x\":\"", SCAN_ELEMENT, "\"}]}",
                  "1:22 ERR_LIMIT foreign.element games[0]");
    assert_filled("{\"plays\":[],\"players\":[{\"id\":1,\"name\":\"", 801, "\"}]}",
                  "1:24 ERR_LIMIT foreign.long players[0].name");
    assert_filled("{\"plays\":[],\"players\":[{\"id\":1,\"uuid\":\"", 201, "\"}]}",
                  "1:24 ERR_LIMIT foreign.long players[0].uuid");
    assert_filled("{\"plays\":[],\"x", 2 * SCAN_ELEMENT, "\":1}", "1:13 ERR_LIMIT foreign.long ");
}

static void only_so_many_names_stand_at_the_top(void **unused)
{
    (void)unused;
    struct strbuf json;
    strbuf_init(&json, &allocator_heap, TEXT_LIMIT);
    strbuf_add(&json, "{\"plays\":[]");
    for (int i = 0; i < 64; i++) {
        strbuf_add(&json, ",\n\"k");
        strbuf_int(&json, i);
        strbuf_add(&json, "\":0");
    }
    strbuf_add(&json, "}");
    assert_told(strbuf_text(&json), "65:1 ERR_LIMIT foreign.keys 64");
    strbuf_release(&json);
}

static void seats_beyond_the_limit_are_counted(void **unused)
{
    (void)unused;
    struct strbuf json;
    struct spool spool;
    struct foreign_reader reader;
    struct error error;
    static struct play play;
    strbuf_init(&json, &allocator_heap, TEXT_LIMIT);
    strbuf_add(&json,
               "{\"games\":[{\"id\":1}],\"players\":[{\"id\":1}],\"plays\":[{\"gameRefId\":1,\"playerScores\":[");
    strbuf_repeat(&json, "{\"playerRefId\":1,\"role\":\"r\"},", PLAY_SEATS + 8);
    strbuf_add(&json, "{\"playerRefId\":1}]}]}");
    spool_of(&spool, strbuf_span(&json));
    assert_int_equal(bgstats_open(&reader, &spool, &allocator_heap, &error), ERR_OK);
    assert_int_equal(reader.plays.next(reader.plays.context, &play, &error), ERR_OK);
    assert_int_equal(play.seats, PLAY_SEATS + 9);
    assert_int_equal(play.extras, PLAY_EXTRAS);
    reader.release(reader.plays.context);
    strbuf_release(&json);
}

/* ---- memory ---- */

static struct failing_alloc *counted; /* jansson's functions have no context */

static void *count_new(size_t size)
{
    return mem_resize(&counted->allocator, NULL, size ? size : 1);
}

static void count_free(void *p)
{
    mem_free(&counted->allocator, p);
}

/* The most that reading so many plays holds at once, trees of jansson's and all. */
static size_t most_held(unsigned plays, struct failing_alloc *memory)
{
    struct strbuf bytes;
    struct strbuf fixture;
    struct spool spool;
    struct foreign_reader reader;
    struct error error;
    static struct play play;
    unsigned given = 0;
    read_fixture("evening.bgsplay", &fixture);
    const char *list = strstr(strbuf_text(&fixture), "\"plays\":[") + strlen("\"plays\":[");
    struct span one = span_of(list, strlen(list) - 2);
    strbuf_init(&bytes, &allocator_heap, TEXT_LIMIT);
    strbuf_add_span(&bytes, span_of(strbuf_text(&fixture), (size_t)(list - strbuf_text(&fixture))));
    for (unsigned i = 0; i < plays; i++) {
        strbuf_add_span(&bytes, i > 0 ? SPAN_LITERAL(",\n") : SPAN_LITERAL(""));
        strbuf_add_span(&bytes, one);
    }
    strbuf_add(&bytes, "]}");
    failing_alloc_init(memory);
    counted = memory;
    json_set_alloc_funcs(count_new, count_free);
    spool_of(&spool, strbuf_span(&bytes));
    assert_int_equal(bgstats_open(&reader, &spool, &memory->allocator, &error), ERR_OK);
    while (reader.plays.next(reader.plays.context, &play, &error) == ERR_OK) {
        given++;
    }
    reader.release(reader.plays.context);
    json_set_alloc_funcs(malloc, free);
    assert_int_equal(given, plays);
    assert_int_equal(memory->live, 0);
    strbuf_release(&bytes);
    strbuf_release(&fixture);
    return memory->most;
}

static void memory_does_not_grow_with_the_plays(void **unused)
{
    (void)unused;
    struct failing_alloc memory;
    size_t few = most_held(200, &memory);
    size_t many = most_held(4000, &memory);
    print_message("%zu bytes for 200 plays, %zu for 4000\n", few, many);
    assert_true(many <= few + 4096);
}

static void no_memory_is_an_error_and_no_leak(void **unused)
{
    (void)unused;
    struct strbuf bytes;
    struct strbuf out;
    struct failing_alloc memory;
    failing_alloc_init(&memory);
    read_fixture("BGStatsExport.json", &bytes);
    strbuf_init(&out, &allocator_heap, TEXT_LIMIT);
    for (long n = 1;; n = failing_alloc_next(n)) {
        strbuf_clear(&out);
        failing_alloc_arm(&memory, n);
        enum err err = tell(strbuf_span(&bytes), 0, &memory.allocator, &out);
        assert_int_equal(memory.live, 0);
        if (!memory.fired) {
            assert_int_equal(err, ERR_OK);
            break;
        }
        assert_true(err == ERR_MEMORY || strstr(strbuf_text(&out), "ERR_MEMORY"));
    }
    strbuf_release(&out);
    strbuf_release(&bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_trap_of_a_backup_is_read),
        cmocka_unit_test(where_a_read_ends_makes_no_difference),
        cmocka_unit_test(what_does_not_hold_together_is_refused),
        cmocka_unit_test(a_play_that_cannot_be_taken_is_passed_over),
        cmocka_unit_test(a_wrong_type_in_every_field_is_refused),
        cmocka_unit_test(a_file_that_is_cut_off_is_refused),
        cmocka_unit_test(bytes_that_are_not_text_are_refused),
        cmocka_unit_test(nesting_is_limited),
        cmocka_unit_test(what_is_too_long_is_refused),
        cmocka_unit_test(only_so_many_names_stand_at_the_top),
        cmocka_unit_test(seats_beyond_the_limit_are_counted),
        cmocka_unit_test(memory_does_not_grow_with_the_plays),
        cmocka_unit_test(no_memory_is_an_error_and_no_leak),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
