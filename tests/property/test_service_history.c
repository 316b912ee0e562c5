/*
 * Any history of a club leaves it sound: games of every kind opened, played,
 * taken back, abandoned, corrected, voided and unvoided, people renamed, merged,
 * unmerged and erased, records imported once and twice, imports that correct and void, and are undone, groups rolled back, the database
 * closed and opened. Every few steps nothing is found by an audit, nothing
 * changes in a rebuild, and each game's exported record, replayed afresh,
 * ends in the position that the database says.
 */
#include "support/cmocka.h"

#include "rules/registry.h"
#include "service/internal.h"
#include "service/merges.h"
#include "support/setups.h"
#include "support/text.h"
#include "support/world.h"

#include <stdio.h>

enum {
    SEED = 31116,
    CASES = 12,
    STEPS = 60,
    PAUSE = 12,
    SETUPS = 512,
    GAMES = 64,
    RECORDS = 16,
    NAMES = 12,
    MERGES = 64
};

static const char *const NAME[NAMES] = {"Amélie",    "amelie b.", "Bob",     "BOB", "Zoë",  "Jean  Paul",
                                        "Jean Paul", "O'Neil",    "日本 語", "é",   "שלום", "Eve"};

/* A game that the test plays from a simulated record, line by line. */
struct played {
    int64_t id;
    size_t text; /* index of its record */
    size_t line; /* lines played so far */
};

struct history {
    struct played games[GAMES];
    size_t games_count;
};

struct club {
    struct world world;
    struct service *service;
    struct prng prng;
    struct setup setups[SETUPS];
    size_t setups_count;
    struct strbuf records[RECORDS]; /* simulated */
    size_t records_count;
    struct history now;
    struct history saved;   /* when the group began */
    int64_t merges[MERGES]; /* entries; of a group that was rolled back, too */
    size_t merges_count;
    int64_t imports;
    bool group;
    unsigned number; /* of the next simulated game */
    struct strbuf text;
    struct strbuf journal; /* what was done, for a failure */
};

static uint32_t below(struct club *club, size_t n)
{
    return prng_below(&club->prng, (uint32_t)n);
}

static void keep_setup(void *context, const struct setup *setup)
{
    struct club *club = context;
    if (club->setups_count < SETUPS) {
        club->setups[club->setups_count++] = *setup;
    }
}

/* A refusal is fine when it is about the request; anything else is a failure of the service. */
static bool done(struct club *club, const char *what, enum err err, const struct error *error)
{
    text_format(&club->journal, "%s: %s%s%s\n", what, err == ERR_OK ? "ok" : test_err_name(err),
                err == ERR_OK ? "" : " ", err == ERR_OK ? "" : error->message->id);
    if (err != ERR_OK && err != ERR_CONFLICT && err != ERR_NOT_FOUND && err != ERR_USAGE && err != ERR_RULE) {
        fail_msg("%s", strbuf_text(&club->journal));
    }
    return err == ERR_OK;
}

/* A simulated record of any setup by people of the club; its index. */
static size_t simulate(struct club *club)
{
    struct span names[GAME_PLAYERS];
    const struct setup *setup = &club->setups[below(club, club->setups_count)];
    uint32_t first = below(club, NAMES);
    for (unsigned i = 0; i < setup->seats; i++) {
        names[i] = span_from(NAME[(first + i * 5) % NAMES]);
    }
    size_t index = club->records_count < RECORDS ? club->records_count++ : below(club, RECORDS);
    for (size_t i = 0; i < club->now.games_count; i++) {
        if (club->now.games[i].text == index) {
            club->now.games[i].text = SIZE_MAX; /* its record is gone: it is not played on */
        }
    }
    for (size_t i = 0; i < club->saved.games_count; i++) {
        if (club->saved.games[i].text == index) {
            club->saved.games[i].text = SIZE_MAX;
        }
    }
    strbuf_clear(&club->records[index]);
    world_simulate(&club->world, setup, club->number++, names, &club->records[index]);
    return index;
}

/* What follows is the result, or nothing. */
static bool is_over(const char *at)
{
    return *at == '=' || *at == '\0' || strncmp(at, "digest ", strlen("digest ")) == 0;
}

/* The record's text up to and with line `lines` of its moves, without result. */
static struct span beginning(const struct strbuf *record, size_t lines)
{
    const char *at = strstr(strbuf_text(record), "\n\n") + 1;
    for (size_t i = 0; i <= lines && !(i > 0 && is_over(at)); i++) {
        at = strchr(at, '\n') + 1;
    }
    return span_of(record->text, (size_t)(at - record->text));
}

static size_t lines_of(const struct strbuf *record)
{
    size_t lines = 0;
    for (const char *at = strstr(strbuf_text(record), "\n\n") + 2; !is_over(at); lines++) {
        at = strchr(at, '\n') + 1;
    }
    return lines;
}

static void keep_game(struct club *club, int64_t id, size_t text, size_t line)
{
    struct history *now = &club->now;
    for (size_t i = 0; i < now->games_count; i++) {
        if (now->games[i].id == id) {
            now->games[i] = (struct played){id, text, line};
            return;
        }
    }
    size_t index = now->games_count < GAMES ? now->games_count++ : below(club, GAMES);
    now->games[index] = (struct played){id, text, line};
}

static struct played *any_game(struct club *club)
{
    static struct played none;
    none = (struct played){.id = 0, .text = SIZE_MAX};
    return club->now.games_count > 0 ? &club->now.games[below(club, club->now.games_count)] : &none;
}

/* ---- steps ---- */

/* Reads a record that begins as a simulated one does. */
static struct record some_record(struct club *club, size_t *text, size_t *line)
{
    *text = simulate(club);
    size_t lines = lines_of(&club->records[*text]);
    bool whole = below(club, 2) == 0;
    *line = whole ? SIZE_MAX : below(club, lines);
    strbuf_clear(&club->text);
    strbuf_add_span(&club->text, whole ? strbuf_span(&club->records[*text]) : beginning(&club->records[*text], *line));
    return world_read(&club->world, strbuf_text(&club->text));
}

static void step_open(struct club *club)
{
    struct error error = {.message = NULL};
    struct receipt receipt;
    size_t text;
    size_t line;
    struct record record = some_record(club, &text, &line);
    if (done(club, "open", service_game_open(club->service, AUTHOR_CLI, &record, NULL, NULL, &receipt, &error),
             &error)) {
        keep_game(club, receipt.game, text, line);
    }
}

static void step_import(struct club *club)
{
    struct error error = {.message = NULL};
    struct receipt first;
    struct receipt second;
    size_t text = simulate(club);
    if (done(club, "import", world_take(&club->world, club->service, strbuf_text(&club->records[text]), &first, &error),
             &error)) {
        keep_game(club, first.game, text, SIZE_MAX);
        if (!done(club, "import again",
                  world_take(&club->world, club->service, strbuf_text(&club->records[text]), &second, &error),
                  &error) ||
            !second.duplicate || second.game != first.game) {
            fail_msg("%s", strbuf_text(&club->journal));
        }
    }
}

/* A whole import, by number, and its undoing: of any number, now and then of none. */
static void step_undo(struct club *club)
{
    struct error error = {.message = NULL};
    struct import_undo undo = {.number = 1 + below(club, (size_t)club->imports + 1)};
    if (club->group) {
        return;
    }
    if (below(club, 2) == 0) {
        strbuf_clear(&club->text);
        for (unsigned i = 0; i < 3; i++) {
            strbuf_add_span(&club->text, strbuf_span(&club->records[simulate(club)]));
        }
        struct import_tally tally = world_import(club->service, strbuf_span(&club->text), NULL);
        club->imports = tally.number > club->imports ? tally.number : club->imports;
        text_format(&club->journal, "import %lld: %lld\n", (long long)tally.number, (long long)tally.added);
        return;
    }
    if (done(club, "undo", service_import_undo(club->service, AUTHOR_CLI, &undo, NULL, NULL, &error), &error)) {
        undo = (struct import_undo){.number = undo.number};
        MUST(service_import_undo(club->service, AUTHOR_CLI, &undo, NULL, NULL, &error));
        assert_int_equal(undo.voided, 0);
        assert_int_equal(undo.restored, 0);
    }
}

/* An import that corrects a game, makes one void and lets one count again, as one of another program's plays does. */
static void step_plays(struct club *club)
{
    struct error error = {.message = NULL};
    struct import_mark mark = {.number = 0};
    const struct span why = SPAN_LITERAL("changed there");
    if (club->group) {
        return;
    }
    for (unsigned i = 0; i < 3; i++) {
        struct receipt receipt;
        size_t text;
        size_t line;
        int64_t id = any_game(club)->id;
        if (below(club, 3) == 0) {
            (void)done(club, "plays void", void_by_import(club->service, AUTHOR_CLI, id, why, &mark, &receipt, &error),
                       &error);
            continue;
        }
        if (below(club, 3) == 0) {
            (void)done(club, "plays unvoid",
                       unvoid_by_import(club->service, AUTHOR_CLI, id, why, &mark, &receipt, &error), &error);
            continue;
        }
        struct record record = some_record(club, &text, &line);
        if (done(club, "plays correct",
                 correct_imported(club->service, AUTHOR_CLI, id, &record, why, &mark, NULL, NULL, &receipt, &error),
                 &error)) {
            keep_game(club, id, SIZE_MAX, line);
        }
    }
    club->imports = mark.number > club->imports ? mark.number : club->imports;
}

static void step_moves(struct club *club)
{
    struct error error = {.message = NULL};
    struct receipt receipt;
    struct played *game = any_game(club);
    if (game->text == SIZE_MAX || game->line == SIZE_MAX) {
        return;
    }
    const struct strbuf *record = &club->records[game->text];
    size_t count = 1 + below(club, 9);
    struct span before = beginning(record, game->line);
    struct span after = beginning(record, game->line + count);
    struct span lines = span_skip(after, before.len);
    if (lines.len > 0 &&
        done(club, "moves",
             service_moves(club->service, AUTHOR_CLI, game->id, (int64_t)game->line, lines, &receipt, &error),
             &error)) {
        game->line = (size_t)receipt.ply;
    }
}

static void step_back(struct club *club)
{
    struct error error = {.message = NULL};
    struct receipt receipt;
    struct played *game = any_game(club);
    int64_t count = 1 + (int64_t)below(club, 6);
    if (done(club, "back", service_back(club->service, AUTHOR_CLI, game->id, -1, count, &receipt, &error), &error)) {
        game->line = (size_t)receipt.ply;
    }
}

static void step_end(struct club *club)
{
    struct error error = {.message = NULL};
    struct receipt receipt;
    struct played *game = any_game(club);
    const struct span why = SPAN_LITERAL("é because");
    if (below(club, 3) == 0) {
        (void)done(club, "void", service_void(club->service, AUTHOR_CLI, game->id, why, &receipt, &error), &error);
    } else {
        (void)done(club, "abandon", service_abandon(club->service, AUTHOR_CLI, game->id, why, &receipt, &error),
                   &error);
    }
}

/* What was voided may count again, and says so when it may not. */
static void step_unvoid(struct club *club)
{
    struct error error = {.message = NULL};
    struct receipt receipt;
    struct played *game = any_game(club);
    (void)done(club, "unvoid",
               service_unvoid(club->service, AUTHOR_CLI, game->id, SPAN_LITERAL("after all"), &receipt, &error),
               &error);
}

/* Any entry: most are no merge, and some have been undone already. */
static void step_unmerge(struct club *club)
{
    struct error error = {.message = NULL};
    struct unmerged unmerged;
    int64_t merge = club->merges_count > 0 ? club->merges[below(club, club->merges_count)] : 1 + below(club, 40);
    (void)done(club, "unmerge",
               service_person_unmerge(club->service, AUTHOR_CLI, (struct span){NULL, 0}, merge, &unmerged, &error),
               &error);
}

static void step_correct(struct club *club)
{
    struct error error = {.message = NULL};
    struct receipt receipt;
    size_t text;
    size_t line;
    int64_t id = any_game(club)->id;
    struct record record = some_record(club, &text, &line);
    if (done(club, "correct",
             service_correct(club->service, AUTHOR_CLI, id, &record, SPAN_LITERAL("why"), 0, NULL, NULL, &receipt,
                             &error),
             &error)) {
        keep_game(club, id, text, line);
    }
}

static void step_people(struct club *club)
{
    struct error error = {.message = NULL};
    char handles[2][PERSON_HANDLE];
    struct span one = span_from(NAME[below(club, NAMES)]);
    struct span two = span_from(NAME[below(club, NAMES)]);
    if (service_person_find(club->service, one, handles[0], &error) != ERR_OK) {
        return;
    }
    switch (below(club, 4)) {
    case 0:
        (void)done(club, "rename", service_person_rename(club->service, span_from(handles[0]), two, &error), &error);
        break;
    case 1:
        (void)done(club, "erase", service_person_erase(club->service, span_from(handles[0]), &error), &error);
        break;
    default:
        if (service_person_find(club->service, two, handles[1], &error) == ERR_OK) {
            int64_t seq = 0;
            enum err err = service_person_merge_entry(club->service, AUTHOR_CLI, span_from(handles[0]),
                                                      span_from(handles[1]), &seq, &error);
            if (done(club, "merge", err, &error)) {
                club->merges[club->merges_count++ % MERGES] = seq;
                club->merges_count = club->merges_count > MERGES ? MERGES : club->merges_count;
            }
        }
        break;
    }
}

/* What somebody might have written down of this record: its totals, some of them wrong, the seats the other way round. */
static bool write_totals(struct club *club, const struct record *record)
{
    const struct game *game = registry_newest(record->game.text);
    unsigned level = 0;
    while (level < game->levels_count && game->levels[level].basis != BASIS_STATED) {
        level++;
    }
    if (level == game->levels_count || game->titled || record->totals_count != record->seats) {
        return false;
    }
    strbuf_clear(&club->text);
    text_format(&club->text, "dendro 1\ngame %s\nvariant %.*s\nlevel %s\n", game->name.id,
                (int)record->variant.text.len, record->variant.text.ptr, game->levels[level].name.id);
    for (unsigned i = 0; i < record->seats; i++) {
        struct span name = record->seat[record->seats - 1 - i].text;
        text_format(&club->text, "seat %u %.*s\n", i + 1, (int)name.len, name.ptr);
    }
    for (size_t i = 0; i < record->options_count; i++) {
        const struct field_pair *option = &record->options[i];
        text_format(&club->text, "option %.*s %.*s\n", (int)option->name.text.len, option->name.text.ptr,
                    (int)option->value.text.len, option->value.text.ptr);
    }
    for (unsigned i = 0; i < record->seats; i++) {
        int32_t points = record->totals[record->seats - 1 - i].hundredths / 100;
        text_format(&club->text, "%u: total %d\n", i + 1, (int)points + (int)below(club, 2));
    }
    return true;
}

/* Totals of a game, and then its fuller record in their place: they become claims, whoever has been merged meanwhile. */
static void step_fuller(struct club *club)
{
    struct error error = {.message = NULL};
    struct receipt receipt;
    size_t text = simulate(club);
    struct record record = world_read(&club->world, strbuf_text(&club->records[text]));
    if (!write_totals(club, &record)) {
        return;
    }
    record = world_read(&club->world, strbuf_text(&club->text));
    if (!done(club, "totals", service_game_import(club->service, AUTHOR_CLI, &record, NULL, NULL, &receipt, &error),
              &error)) {
        return;
    }
    int64_t id = receipt.game;
    step_people(club);
    strbuf_clear(&club->text);
    strbuf_add_span(&club->text, beginning(&club->records[text], SIZE_MAX - 1));
    record = world_read(&club->world, strbuf_text(&club->text));
    if (done(club, "fuller",
             service_correct(club->service, AUTHOR_CLI, id, &record, SPAN_LITERAL("found"), 0, NULL, NULL, &receipt,
                             &error),
             &error)) {
        keep_game(club, id, text, SIZE_MAX);
    }
}

static void step_group(struct club *club)
{
    struct error error = {.message = NULL};
    if (!club->group) {
        club->saved = club->now;
        MUST(service_begin(club->service, &error));
        strbuf_add(&club->journal, "begin\n");
        club->group = true;
        return;
    }
    club->group = false;
    if (below(club, 3) == 0) {
        service_rollback(club->service);
        club->now = club->saved;
        strbuf_add(&club->journal, "rollback\n");
    } else {
        MUST(service_commit(club->service, &error));
        strbuf_add(&club->journal, "commit\n");
    }
}

static void step_checkpoint(struct club *club)
{
    struct error error = {.message = NULL};
    strbuf_clear(&club->text);
    (void)done(club, "checkpoint", service_checkpoint(club->service, &club->text, &error), &error);
}

/* ---- checking ---- */

/* Only claims that totals left behind (step_fuller) may differ from the engine. */
static void on_problem(void *context, const struct problem *problem)
{
    unsigned *others = context;
    *others += strcmp(problem->error.message->id, "record.claimed") != 0;
}

static enum err check_digest(void *context, const struct export_game *game, struct error *error)
{
    (void)error;
    struct club *club = context;
    struct error problem = {.message = NULL};
    struct record_reader reader = {.allocator = NULL};
    struct record record;
    uint8_t digest[SHA256_SIZE];
    char sql[96];
    struct strbuf hex;
    unsigned others = 0;
    strbuf_init(&hex, &allocator_heap, 256);
    enum err err = record_read_one(&reader, game->record, &allocator_heap, &record, &problem);
    if (err == ERR_OK) {
        err = record_verify(&record, &setups_blocks, &club->world.full, on_problem, &others, &problem);
    }
    if (err != ERR_OK && (err != ERR_MISMATCH || others > 0)) {
        fail_msg("%sgame %lld: %s\n%.*s", strbuf_text(&club->journal), (long long)game->id, problem.message->id,
                 (int)game->record.len, game->record.ptr);
    }
    replay_digest(&club->world.full.setup, club->world.full.state, digest);
    strbuf_hex(&hex, digest, sizeof(digest));
    strbuf_clear(&club->text);
    (void)snprintf(sql, sizeof(sql), "SELECT lower(hex(digest)) FROM d_game WHERE id = %lld", (long long)game->id);
    scene_sql_text(club->world.path, sql, &club->text);
    strbuf_add_char(&hex, '\n');
    assert_string_equal(strbuf_text(&hex), strbuf_text(&club->text));
    assert_int_equal(game->plies, club->world.full.plies);
    strbuf_release(&hex);
    record_reader_release(&reader);
    return ERR_OK;
}

static void check(struct club *club)
{
    struct error error = {.message = NULL};
    struct export_filter filter = {.voided = true};
    if (club->group) {
        step_group(club);
    }
    world_must_be_sound(&club->world, club->service, strbuf_text(&club->journal));
    MUST(service_export(club->service, &filter, check_digest, club, &error));
}

static void live_through(struct club *club, unsigned number)
{
    static void (*const steps[])(struct club *) = {
        step_open,   step_moves,  step_moves,  step_moves,   step_moves,  step_back,  step_import,
        step_end,    step_people, step_people, step_correct, step_group,  step_group, step_checkpoint,
        step_end,    step_unvoid, step_unvoid, step_unmerge, step_people, step_undo,  step_undo,
        step_fuller, step_plays,  step_plays,  step_undo};
    world_begin(&club->world);
    prng_seed(&club->prng, SEED + number);
    club->service = world_open(&club->world, SERVICE_CREATE);
    club->now.games_count = 0;
    club->records_count = 0;
    club->merges_count = 0;
    club->imports = 0;
    strbuf_clear(&club->journal);
    text_format(&club->journal, "seed %d + %u\n", SEED, number);
    for (unsigned i = 1; i <= STEPS; i++) {
        steps[below(club, sizeof(steps) / sizeof(steps[0]))](club);
        if (i % PAUSE == 0) {
            check(club);
            if (below(club, 2) == 0) {
                service_close(club->service);
                club->service = world_open(&club->world, SERVICE_WRITE);
            }
        }
    }
    service_close(club->service);
    world_end(&club->world);
}

static void test_histories(void **state)
{
    (void)state;
    static struct club club;
    setups_visit(keep_setup, &club);
    for (size_t i = 0; i < RECORDS; i++) {
        strbuf_init(&club.records[i], &allocator_heap, 1 << 22);
    }
    strbuf_init(&club.text, &allocator_heap, 1 << 22);
    strbuf_init(&club.journal, &allocator_heap, 1 << 20);
    unsigned cases = test_cases(CASES);
    for (unsigned i = 0; i < cases; i++) {
        live_through(&club, i);
    }
    for (size_t i = 0; i < RECORDS; i++) {
        strbuf_release(&club.records[i]);
    }
    strbuf_release(&club.text);
    strbuf_release(&club.journal);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_histories)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
