/*
 * What goes in and out in bulk, to the byte: exported games as JSON and as a
 * table, problems and counts of an import, findings of an audit. Each JSON
 * answer is made again with too little room, and with its Nth allocation
 * failing.
 */
#include "support/cmocka.h"
#include "support/failing_alloc.h"

#include "support/answer_lines.h"
#include "wire/audit.h"
#include "wire/exchange.h"
#include "wire/http_answer.h"
#include "wire/title_document.h"
#include "wire/titles.h"

static const struct name OAK_ELM[] = {{"oak", "oaks", "chênes"}, {"elm", "elms", "ormes"}};
static const struct name ELM_ASH[] = {{"elm", "elms", "ormes"}, {"ash", "ashes", "frênes"}};
static const struct variant VARIANTS[] = {{{"many", "many", "à plusieurs"}, 1, 6, 0, CONTEST_HIGH}};
static const struct level LEVELS[] = {{{"full", "full", "complet"}, NULL, true, BASIS_JUDGED, false}};
static const struct game TREES = {.name = {"trees", "Trees", "Arbres"},
                                  .variants = VARIANTS,
                                  .variants_count = 1,
                                  .levels = LEVELS,
                                  .levels_count = 1,
                                  .categories = OAK_ELM,
                                  .categories_count = 2};
static const struct game WOODS = {.name = {"woods", "Woods", "Bois"}, .categories = ELM_ASH, .categories_count = 2};
static const struct setup SETUP = {.game = &TREES, .seats = 2};
static const struct span PLAYERS[] = {{"Zoé \"Z\", Jr.", 13}, {" B", 2}};
static const struct outcome OUTCOME = {
    .over = true,
    .rows_count = 4,
    .rows = {{.seat = 0, .scored = true, .rank = 2, .categories = 3, .category = {1, -2}, .total = -1},
             {.seat = 1, .scored = true, .rank = 1, .categories = 1, .category = {4}, .total = 4},
             {.seat = SEAT_NEUTRAL},
             {.seat = SEAT_RIVAL, .scored = true, .categories = 2, .category = {0, 8}, .total = 8}},
    .winners = 2,
};

/* Of a title: points in hundredths, teams, a guest, somebody without a total. */
static const struct level STATED[] = {{{"totals", "totals", "totaux"}, NULL, true, BASIS_STATED, false}};
static const struct game SHEET = {.name = {"sheet", "Sheet", "Feuille"},
                                  .variants = VARIANTS,
                                  .variants_count = 1,
                                  .levels = STATED,
                                  .levels_count = 1,
                                  .categories = OAK_ELM,
                                  .categories_count = 2,
                                  .titled = true,
                                  .hundredths = true};
static const struct setup TEAMS = {.game = &SHEET, .seats = 3, .team = {1, 0, 1}};
static const struct span THREE[] = {{"Ada", 3}, {"?", 1}, {"Cy", 2}};
static const struct outcome DECIMALS = {
    .over = true,
    .rows_count = 3,
    .rows = {{.seat = 0, .scored = true, .rank = 1, .categories = 1, .category = {750}, .total = 725},
             {.seat = 1, .scored = true, .rank = 3, .total = -350},
             {.seat = 2, .scored = true, .rank = 1, .untotalled = true}},
    .winners = 5,
};

static struct export_game title_game(void)
{
    return (struct export_game){.id = 13,
                                .game = SPAN_LITERAL("l'ile perdue"),
                                .title = {"l'ile perdue", "L'Île perdue", "L'Île perdue"},
                                .variant = SPAN_LITERAL("many"),
                                .level = SPAN_LITERAL("totals"),
                                .status = SPAN_LITERAL("finished"),
                                .seats = 3,
                                .plies = 3,
                                .has_duration = true,
                                .duration = 95,
                                .record = SPAN_LITERAL("dendro 1\n")};
}

static struct export_game game_of(const char *status)
{
    return (struct export_game){.id = 12,
                                .game = SPAN_LITERAL("trees"),
                                .title = {"trees", "Trees", "Arbres, grands"},
                                .variant = SPAN_LITERAL("many"),
                                .level = SPAN_LITERAL("full"),
                                .status = span_from(status),
                                .seats = 2,
                                .plies = 9,
                                .has_day = true,
                                .day = 20770,
                                .record = SPAN_LITERAL("dendro 1\n\"é\"\n")};
}

/* ---- the table ---- */

static void a_table_has_a_row_for_each_seat_that_scores(void **unused)
{
    (void)unused;
    struct wire_columns columns = {.count = 0};
    struct strbuf out;
    struct export_game game = game_of("finished");
    struct record record = {.played = {.text = SPAN_LITERAL("2026-11-13T20:30+01:00")},
                            .place = {.text = SPAN_LITERAL("@home")}};
    struct wire_export export = {
        &game, &SETUP, &OUTCOME, PLAYERS, LANG_FR, &record, seat_bit(1) | seat_bit(SEAT_RIVAL), SPAN_INIT("u-12")};
    strbuf_init(&out, &allocator_heap, 1 << 16);
    wire_columns_add(&columns, &TREES);
    wire_columns_add(&columns, &WOODS);
    wire_columns_add(&columns, &TREES);
    assert_int_equal(columns.count, 3);
    wire_export_csv_head(&columns, &out);
    wire_export_csv(&columns, &export, &out);
    game = game_of("void");
    game.has_day = false;
    record.played.text = SPAN_LITERAL("2026-11-13");
    record.place.text = span_from("");
    export.contested = 0;
    wire_export_csv(&columns, &export, &out);
    assert_string_equal(
        strbuf_text(&out),
        "id,game,variant,level,status,day,seats,seat,player,total,rank,title,basis,duration,team,time,place,contested,"
        "uuid,oak,elm,ash\n"
        "12,trees,many,full,finished,2026-11-13,2,1,\"Zoé \"\"Z\"\", Jr.\",-1,2,\"Arbres, grands\",judged,,,20:30,"
        "\"'@home\",0,u-12,1,-2,\n"
        "12,trees,many,full,finished,2026-11-13,2,2,\" B\",4,1,\"Arbres, grands\",judged,,,20:30,\"'@home\",1,u-12,4,,\n"
        "12,trees,many,full,finished,2026-11-13,2,a,,8,,\"Arbres, grands\",judged,,,20:30,\"'@home\",1,u-12,,8,\n"
        "12,trees,many,full,void,,2,1,\"Zoé \"\"Z\"\", Jr.\",,,\"Arbres, grands\",judged,,,,,0,u-12,,,\n"
        "12,trees,many,full,void,,2,2,\" B\",,,\"Arbres, grands\",judged,,,,,0,u-12,,,\n"
        "12,trees,many,full,void,,2,a,,,,\"Arbres, grands\",judged,,,,,0,u-12,,,\n");
    strbuf_release(&out);
}

static void a_table_has_points_with_decimals_teams_and_guests(void **unused)
{
    (void)unused;
    struct wire_columns columns = {.count = 0};
    struct strbuf out;
    struct export_game game = title_game();
    struct wire_export export = {&game, &TEAMS, &DECIMALS, THREE, LANG_EN, NULL, 0, {"", 0}};
    strbuf_init(&out, &allocator_heap, 1 << 16);
    wire_columns_add(&columns, &SHEET);
    wire_export_csv(&columns, &export, &out);
    assert_string_equal(strbuf_text(&out),
                        "13,l'ile perdue,many,totals,finished,,3,1,Ada,7.25,1,L'Île perdue,stated,95,1,,,0,,7.5,\n"
                        "13,l'ile perdue,many,totals,finished,,3,2,?,-3.5,3,L'Île perdue,stated,95,,,,0,,,\n"
                        "13,l'ile perdue,many,totals,finished,,3,3,Cy,,1,L'Île perdue,stated,95,1,,,0,,,\n");
    strbuf_release(&out);
}

static void a_table_for_boardgamegeek_has_a_row_a_player(void **unused)
{
    (void)unused;
    struct strbuf out;
    struct export_game game = game_of("finished");
    struct field_pair notes[] = {{.value = {.text = SPAN_LITERAL("+1 for the host")}},
                                 {.value = {.text = SPAN_LITERAL("late")}}};
    struct field_pair extra = {{.text = SPAN_LITERAL("x-bgg-quantity")}, {.text = SPAN_LITERAL("3")}};
    struct record record = {
        .place = {.text = SPAN_LITERAL("Club")}, .notes = notes, .notes_count = 2, .extras = &extra, .extras_count = 1};
    struct wire_export export = {&game, &SETUP, &OUTCOME, PLAYERS, LANG_EN, &record, 0, SPAN_INIT("u-12")};
    strbuf_init(&out, &allocator_heap, 1 << 16);
    wire_export_bgg_head(&out);
    wire_export_bgg(&export, 271519, &out);
    game = title_game();
    record = (struct record){.seats = 3};
    export = (struct wire_export){&game, &TEAMS, &DECIMALS, THREE, LANG_EN, &record, 0, {"", 0}};
    wire_export_bgg(&export, 0, &out);
    assert_string_equal(
        strbuf_text(&out),
        "playid,date,quantity,length,incomplete,nowinstats,location,objectid,game,comments,username,name,startposition,"
        "color,score,new,rating,win,uuid\n"
        "12,2026-11-13,3,,0,0,Club,271519,Trees,\"'+1 for the host\nlate\",,\"Zoé \"\"Z\"\", Jr.\",1,,-1,,,0,u-12\n"
        "12,2026-11-13,3,,0,0,Club,271519,Trees,\"'+1 for the host\nlate\",,\" B\",2,,4,,,1,u-12\n"
        "13,,1,95,0,0,,,L'Île perdue,,,Ada,,,7.25,,,1,\n"
        "13,,1,95,0,0,,,L'Île perdue,,,,,,-3.5,,,0,\n"
        "13,,1,95,0,0,,,L'Île perdue,,,Cy,,,,,,1,\n");
    strbuf_release(&out);
}

static void more_columns_than_there_is_room_for_are_dropped(void **unused)
{
    (void)unused;
    static char ids[WIRE_COLUMNS + 10][8];
    static struct name names[WIRE_COLUMNS + 10];
    struct wire_columns columns = {.count = 0};
    for (size_t i = 0; i < WIRE_COLUMNS + 10; i++) {
        ids[i][0] = (char)('a' + i % 26);
        ids[i][1] = (char)('a' + i / 26 % 26);
        ids[i][2] = (char)('a' + i / 676);
        names[i] = (struct name){ids[i], ids[i], ids[i]};
    }
    struct game large = {.categories = names, .categories_count = 98}; /* 21 times, WIRE_COLUMNS and 10 */
    for (size_t i = 0; i < WIRE_COLUMNS + 10; i += large.categories_count) {
        large.categories = names + i;
        wire_columns_add(&columns, &large);
    }
    assert_int_equal(columns.count, WIRE_COLUMNS);
}

/* ---- JSON ---- */

static enum err export_finished(struct strbuf *out, struct error *error)
{
    struct export_game game = game_of("finished");
    struct wire_export export = {&game, &SETUP, &OUTCOME, PLAYERS, LANG_FR, NULL, 0, {"", 0}};
    return wire_export_json(&export, out, error);
}

static enum err export_abandoned(struct strbuf *out, struct error *error)
{
    struct export_game game = game_of("abandoned");
    struct wire_export export = {&game, &SETUP, &OUTCOME, PLAYERS, LANG_FR, NULL, 0, {"", 0}};
    game.has_day = false;
    return wire_export_json(&export, out, error);
}

static enum err export_title(struct strbuf *out, struct error *error)
{
    struct export_game game = title_game();
    struct wire_export export = {&game, &TEAMS, &DECIMALS, THREE, LANG_EN, NULL, 0, {"", 0}};
    return wire_export_json(&export, out, error);
}

static struct title a_title(void)
{
    return (struct title){.id = SPAN_LITERAL("l'ile perdue"),
                          .name = {"l'ile perdue", "L'Île perdue", "L'Île perdue"},
                          .game = &SHEET,
                          .plays = {.games = 3, .first = 20770, .last = 20771, .minutes = 95, .timed = 1}};
}

static enum err title(struct strbuf *out, struct error *error)
{
    struct title one = a_title();
    return wire_title(&one, out, error);
}

static enum err title_unplayed(struct strbuf *out, struct error *error)
{
    struct title one = {.id = SPAN_LITERAL("trees"),
                        .name = TREES.name,
                        .game = &TREES,
                        .merged_into = SPAN_LITERAL("woods"),
                        .plays = {.first = INT64_MIN, .last = INT64_MIN}};
    return wire_title(&one, out, error);
}

static enum err title_page(struct strbuf *out, struct error *error)
{
    static struct record_row rows[] = {
        {.kind = "score",
         .game = "x",
         .title = {"x", "X", "X"},
         .low = true,
         .id = 4,
         .player = "Ada",
         .handle = "k3f9",
         .value = -325,
         .scale = 100,
         .ties = 1},
        {.kind = "margin", .game = "x", .title = {"x", "X", "X"}, .id = 4, .player = "Ada", .handle = "k3f9"},
    };
    struct title_page page = {.title = a_title(), .board = {.log_size = 9}, .records = {.rows = rows, .count = 2}};
    return wire_title_page(&page, out, error);
}

static const struct message MSG_RULE = {ERR_RULE, "trees.rule", "no %1 here", "pas de %1 ici"};

static enum err problem(struct strbuf *out, struct error *error)
{
    struct problem problem = {.seat = 1, .move = SPAN_LITERAL("acorn"), .ply = 3};
    (void)!error_raise_span(&problem.error, &MSG_RULE, SPAN_LITERAL("elm"));
    problem.error.line = 4;
    problem.error.column = 9;
    return wire_import_problem(SPAN_LITERAL("f"), &problem, true, LANG_EN, out, error);
}

static enum err tally(struct strbuf *out, struct error *error)
{
    struct import_tally tally = {.records = 5, .added = 3, .known = 1, .contested = 2, .refused = 1, .number = 4};
    return wire_import_tally(&tally, out, error);
}

static enum err finding(struct strbuf *out, struct error *error)
{
    struct audit_finding finding = {.subject = "seat",
                                    .seq = 9,
                                    .game = 5,
                                    .ply = -1,
                                    .seat = 1,
                                    .field = "total",
                                    .stored = SPAN_LITERAL("50"),
                                    .computed = SPAN_LITERAL("51")};
    return wire_audit_finding(&finding, LANG_EN, out, error);
}

static enum err finding_with_cause(struct strbuf *out, struct error *error)
{
    struct error cause;
    (void)!error_raise_span(&cause, &MSG_RULE, SPAN_LITERAL("orme"));
    struct audit_finding finding = {
        .subject = "game", .note = true, .seq = 0, .game = 0, .ply = 7, .seat = -1, .cause = &cause};
    return wire_audit_finding(&finding, LANG_FR, out, error);
}

static enum err summary(struct strbuf *out, struct error *error)
{
    struct audit_summary summary = {.entries = 6,
                                    .games = 5,
                                    .basis = {3, 1, 2},
                                    .plies = 4,
                                    .findings = 3,
                                    .notes = 2,
                                    .pending = 9,
                                    .root = {0xab}};
    return wire_audit_summary(&summary, out, error);
}

static enum err summary_without_root(struct strbuf *out, struct error *error)
{
    struct audit_summary summary = {.entries = 1};
    return wire_audit_summary(&summary, out, error);
}

static enum err difference(struct strbuf *out, struct error *error)
{
    struct rebuild_difference difference = {SPAN_LITERAL("d_seat"), SPAN_LITERAL("12/3"), SPAN_LITERAL("total"),
                                            SPAN_LITERAL("50"), SPAN_LITERAL("51")};
    return wire_rebuild_difference(&difference, out, error);
}

static enum err rebuilt(struct strbuf *out, struct error *error)
{
    struct rebuild_summary summary = {.games = 7, .differences = 1, .swapped = true};
    return wire_rebuild_summary(&summary, out, error);
}

static enum err player(struct strbuf *out, struct error *error)
{
    struct person person = {SPAN_LITERAL("k3f9"), SPAN_LITERAL("Zoé"), 1794603600000, 4, {NULL, 0}};
    return wire_person(&person, out, error);
}

static enum err player_gone(struct strbuf *out, struct error *error)
{
    struct person person = {SPAN_LITERAL("k3f9"), {NULL, 0}, 0, 0, SPAN_LITERAL("p7c2")};
    return wire_person(&person, out, error);
}

static const struct answer_line ANSWERS[] = {
    {export_finished,
     "{\"id\":12,\"game\":\"trees\",\"title\":{\"en\":\"Trees\",\"fr\":\"Arbres, grands\"},\"variant\":\"many\",\"level\":\"full\",\"basis\":\"judged\",\"status\":\"finished\",\"day\":\"2026-11-13\","
     "\"duration\":null,\"plies\":9,\"seats\":[{\"seat\":1,\"player\":\"Zoé \\\"Z\\\", Jr.\",\"total\":-1,\"rank\":2,\"categories\":{"
     "\"oak\":1,\"elm\":-2}},{\"seat\":2,\"player\":\" B\",\"total\":4,\"rank\":1,\"categories\":{\"oak\":4}},"
     "{\"seat\":\"n\",\"player\":null,\"total\":null,\"rank\":null,\"categories\":{}},{\"seat\":\"a\",\"player\":null,"
     "\"total\":8,\"rank\":null,\"categories\":{\"elm\":8}}],\"winners\":[2],\"record\":\"dendro 1\\n\\\"é\\\"\\n\"}\n"},
    {export_abandoned,
     "{\"id\":12,\"game\":\"trees\",\"title\":{\"en\":\"Trees\",\"fr\":\"Arbres, grands\"},\"variant\":\"many\",\"level\":\"full\",\"basis\":\"judged\",\"status\":\"abandoned\",\"day\":null,"
     "\"duration\":null,\"plies\":9,\"seats\":[{\"seat\":1,\"player\":\"Zoé \\\"Z\\\", Jr.\",\"total\":null,\"rank\":null,\"categories\":{}},"
     "{\"seat\":2,\"player\":\" B\",\"total\":null,\"rank\":null,\"categories\":{}},{\"seat\":\"n\",\"player\":null,"
     "\"total\":null,\"rank\":null,\"categories\":{}},{\"seat\":\"a\",\"player\":null,\"total\":null,\"rank\":null,"
     "\"categories\":{}}],\"winners\":[],\"finished\":false,\"record\":\"dendro 1\\n\\\"é\\\"\\n\"}\n"},
    {export_title,
     "{\"id\":13,\"game\":\"l'ile perdue\",\"title\":{\"en\":\"L'Île perdue\",\"fr\":\"L'Île perdue\"},\"variant\":\"many\","
     "\"level\":\"totals\",\"basis\":\"stated\",\"status\":\"finished\",\"day\":null,\"duration\":95,\"plies\":3,\"seats\":["
     "{\"seat\":1,\"player\":\"Ada\",\"team\":1,\"total\":7.25,\"rank\":1,\"categories\":{\"oak\":7.5}},"
     "{\"seat\":2,\"player\":null,\"guest\":true,\"total\":-3.5,\"rank\":3,\"categories\":{}},"
     "{\"seat\":3,\"player\":\"Cy\",\"team\":1,\"total\":null,\"rank\":1,\"categories\":{}}],"
     "\"winners\":[1,3],\"record\":\"dendro 1\\n\"}\n"},
    {title,
     "{\"id\":\"l'ile perdue\",\"name\":{\"en\":\"L'Île perdue\",\"fr\":\"L'Île perdue\"},\"engine\":false,\"plays\":3,"
     "\"first\":\"2026-11-13\",\"last\":\"2026-11-14\",\"minutes\":95,\"timed\":1,\"merged_into\":null}\n"},
    {title_unplayed,
     "{\"id\":\"trees\",\"name\":{\"en\":\"Trees\",\"fr\":\"Arbres\"},\"engine\":true,\"plays\":0,\"first\":null,"
     "\"last\":null,\"minutes\":null,\"timed\":0,\"merged_into\":\"woods\"}\n"},
    {title_page,
     "{\"id\":\"l'ile perdue\",\"name\":{\"en\":\"L'Île perdue\",\"fr\":\"L'Île perdue\"},\"engine\":false,\"plays\":3,"
     "\"first\":\"2026-11-13\",\"last\":\"2026-11-14\",\"minutes\":95,\"timed\":1,\"merged_into\":null,\"log_size\":9,"
     "\"mean_score\":null,\"mean_score_lo\":null,\"mean_score_hi\":null,\"spread\":null,\"spreads\":[],\"players\":[],\"records\":[{\"record\":\"score\","
     "\"category\":null,\"game\":\"x\",\"title\":{\"en\":\"X\",\"fr\":\"X\"},\"low\":true,\"id\":4,\"player\":\"Ada\","
     "\"handle\":\"k3f9\",\"value\":-3.25,\"night\":null,\"ties\":1}]}\n"},
    {problem, "{\"file\":\"f\",\"record\":null,\"line\":4,\"column\":9,\"seat\":2,\"move\":\"acorn\",\"ply\":3,"
              "\"rule\":\"trees.rule\",\"message\":\"no elm here\",\"refused\":true}\n"},
    {tally, "{\"records\":5,\"added\":3,\"known\":1,\"contested\":2,\"refused\":1,\"import\":4}\n"},
    {finding, "{\"finding\":\"seat\",\"note\":false,\"entry\":9,\"game\":5,\"ply\":null,\"seat\":2,\"field\":\"total\","
              "\"stored\":\"50\",\"computed\":\"51\",\"rule\":null,\"message\":null}\n"},
    {finding_with_cause,
     "{\"finding\":\"game\",\"note\":true,\"entry\":null,\"game\":null,\"ply\":7,\"seat\":null,\"field\":null,"
     "\"stored\":null,\"computed\":null,\"rule\":\"trees.rule\",\"message\":\"pas de orme ici\"}\n"},
    {summary,
     "{\"entries\":6,\"games\":5,\"judged\":3,\"scored\":1,\"stated\":2,\"plies\":4,\"findings\":3,\"notes\":2,\"pending\":9,"
     "\"root\":\"ab00000000000000000000000000000000000000000000000000000000000000\"}\n"},
    {summary_without_root,
     "{\"entries\":1,\"games\":0,\"judged\":0,\"scored\":0,\"stated\":0,\"plies\":0,\"findings\":0,\"notes\":0,\"pending\":0,\"root\":null}\n"},
    {difference, "{\"table\":\"d_seat\",\"key\":\"12/3\",\"column\":\"total\",\"stored\":\"50\",\"rebuilt\":\"51\"}\n"},
    {rebuilt, "{\"games\":7,\"differences\":1,\"swapped\":true}\n"},
    {player, "{\"id\":\"k3f9\",\"name\":\"Zoé\",\"created\":\"2026-11-13T21:00:00.000Z\",\"games\":4,"
             "\"merged_into\":null}\n"},
    {player_gone, "{\"id\":\"k3f9\",\"name\":null,\"created\":\"1970-01-01T00:00:00.000Z\",\"games\":0,"
                  "\"merged_into\":\"p7c2\"}\n"},
};

enum { ANSWERS_COUNT = sizeof(ANSWERS) / sizeof(ANSWERS[0]) };

static void answers_to_the_byte(void **unused)
{
    (void)unused;
    answer_lines_are_exact(ANSWERS, ANSWERS_COUNT);
}

static void a_full_buffer_is_a_limit(void **unused)
{
    (void)unused;
    answer_lines_keep_the_limit(ANSWERS, ANSWERS_COUNT);
}

/* ---- without memory ---- */

static void without_memory_there_is_an_error_and_nothing_else(void **unused)
{
    (void)unused;
    struct failing_alloc memory;
    failing_alloc_init(&memory);
    for (size_t i = 0; i < ANSWERS_COUNT; i++) {
        for (long n = 1;; n++) {
            struct strbuf out;
            struct error error;
            strbuf_init(&out, &memory.allocator, 1 << 16);
            failing_alloc_arm(&memory, n);
            enum err err = ANSWERS[i].answer(&out, &error);
            bool fired = memory.fired;
            assert_int_equal(err, fired ? ERR_MEMORY : ERR_OK);
            assert_int_equal(out.len, fired ? 0 : strlen(ANSWERS[i].line));
            strbuf_release(&out);
            assert_int_equal(memory.live, 0);
            if (!fired) {
                break;
            }
        }
    }
}

/* The document that score sheets need, as docs/pad.md has it; its variant is that of the rules by number. */
static void a_document_is_written(void **unused)
{
    (void)unused;
    struct strbuf out;
    struct error error;
    struct catalogue_title about = {.name = {"hedge", "Hedge \"1\"", "Haie"},
                                    .bgg = 12,
                                    .least = 1,
                                    .most = 12,
                                    .categories = 2,
                                    .category = {{"nests", "nests", "nids"}, {"gaps", "gaps", "trous"}},
                                    .sign = {1, -1}};
    strbuf_init(&out, &allocator_heap, 4096);
    assert_int_equal(wire_title_document(&about, 3, &out, &error), ERR_OK);
    assert_string_equal(
        strbuf_text(&out),
        "{\"catalogue\":\"pad\",\"name\":{\"id\":\"hedge\",\"en\":\"Hedge \\\"1\\\"\",\"fr\":\"Haie\"},"
        "\"edition\":3,\"bgg\":12,\"variant\":\"high\",\"seats\":{\"least\":1,\"most\":12},\"categories\":["
        "{\"id\":\"nests\",\"en\":\"nests\",\"fr\":\"nids\"},"
        "{\"id\":\"gaps\",\"en\":\"gaps\",\"fr\":\"trous\",\"sign\":\"-\"}]}\n");
    strbuf_release(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_table_has_a_row_for_each_seat_that_scores),
        cmocka_unit_test(a_table_has_points_with_decimals_teams_and_guests),
        cmocka_unit_test(a_table_for_boardgamegeek_has_a_row_a_player),
        cmocka_unit_test(more_columns_than_there_is_room_for_are_dropped),
        cmocka_unit_test(answers_to_the_byte),
        cmocka_unit_test(a_full_buffer_is_a_limit),
        cmocka_unit_test(a_document_is_written),
        cmocka_unit_test(without_memory_there_is_an_error_and_nothing_else),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
