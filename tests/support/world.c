/* A club of its own. */
#include "support/cmocka.h"

#include "support/world.h"

#include "record/simulate.h"
#include "rules/registry.h"
#include "support/blank.h"
#include "support/setups.h"
#include "support/shipped.h"
#include "support/tamper.h"
#include "support/text.h"

#include <stdio.h>
#include <stdlib.h>

enum { OUT_LIMIT = 1 << 22, LINES = 4096 };

static int64_t tell_time(void *context)
{
    struct world *world = context;
    return world->now++;
}

static void fill(void *context, void *bytes, size_t size)
{
    struct world *world = context;
    uint8_t *out = bytes;
    for (size_t i = 0; i < size; i++) {
        out[i] = (uint8_t)prng_next(&world->prng);
    }
}

void world_begin(struct world *world)
{
    *world = (struct world){.now = 1794603600000};
    folder_make(world->folder, "dendro-world");
    char file[FOLDER_PATH + 16];
    (void)snprintf(file, sizeof(file), "%s/club.db", world->folder);
    test_address(file, world->path);
    failing_alloc_init(&world->memory);
    prng_seed(&world->prng, 20261116);
    world->clock = (struct clock){tell_time, world};
    world->entropy = (struct entropy){fill, world};
    world->options = (struct service_options){
        .allocator = &world->memory.allocator,
        .clock = &world->clock,
        .entropy = &world->entropy,
        .catalogues = shipped_catalogues(),
        .cache_kib = 2048,
    };
    replay_init(&world->full, &allocator_heap);
    replay_init(&world->told, &allocator_heap);
}

void world_end(struct world *world)
{
    folder_remove(world->folder);
    record_reader_release(&world->reader);
    replay_release(&world->full);
    replay_release(&world->told);
    assert_int_equal(world->memory.live, 0);
}

struct service *world_open(struct world *world, enum service_mode mode)
{
    struct error error = {.message = NULL};
    struct service *service = NULL;
    if (mode == SERVICE_CREATE && !world->options.vfs) {
        blank_database(world->path);
    }
    MUST(service_open(&service, world->path, mode, &world->options, &error));
    return service;
}

struct record world_read(struct world *world, const char *text)
{
    struct error error = {.message = NULL};
    struct record record;
    MUST(record_read_one(&world->reader, span_from(text), &allocator_heap, &record, &error));
    return record;
}

enum err world_game(struct world *world, struct service *service, const char *text, struct receipt *receipt,
                    struct error *error)
{
    struct record record = world_read(world, text);
    return service_game_open(service, AUTHOR_CLI, &record, NULL, NULL, receipt, error);
}

enum err world_take(struct world *world, struct service *service, const char *text, struct receipt *receipt,
                    struct error *error)
{
    struct record record = world_read(world, text);
    return service_game_import(service, AUTHOR_CLI, &record, NULL, NULL, receipt, error);
}

enum err world_correct(struct world *world, struct service *service, int64_t game, const char *text, const char *reason,
                       struct receipt *receipt, struct error *error)
{
    struct record record = world_read(world, text);
    return service_correct(service, AUTHOR_CLI, game, &record, span_from(reason), 0, NULL, NULL, receipt, error);
}

enum err world_moves(struct service *service, int64_t game, int64_t expected, const char *lines,
                     struct receipt *receipt, struct error *error)
{
    return service_moves(service, AUTHOR_CLI, game, expected, span_from(lines), receipt, error);
}

static void note_problem(void *context, const struct problem *problem, bool refused)
{
    if (context) {
        text_format(context, "%s %u:%u %s\n", refused ? "refused" : "contested", problem->error.line,
                    problem->error.column, problem->error.message->id);
    }
}

struct import_tally world_import(struct service *service, struct span text, struct strbuf *said)
{
    struct error error = {.message = NULL};
    struct import_listener listener = {.problem = note_problem, .context = said};
    struct import_tally tally;
    struct source_memory memory;
    MUST(service_import(service, AUTHOR_CLI, source_from_memory(&memory, text), &listener, &tally, &error));
    return tally;
}

/* ---- simulated games ---- */

void world_simulate(struct world *world, const struct setup *setup, unsigned number, const struct span *names,
                    struct strbuf *out)
{
    struct error error = {.message = NULL};
    struct simulation simulation = {
        .setup = *setup,
        /* Random totals and random ranks contradict each other, which is warned of. */
        .player = setup->game->titled ? SIMULATE_GREEDY : SIMULATE_RANDOM,
        .seed = 1116,
        .number = number,
        .names = names,
        .catalogue = setups_catalogue(setup),
    };
    MUST(simulate_record(&simulation, &world->full, &world->told, out, &error));
}

void world_foret(struct world *world, const char *variant, const char *level, unsigned seats, unsigned number,
                 struct strbuf *out)
{
    const struct game *game = registry_newest(SPAN_LITERAL("foret"));
    struct setup setup = {.game = game, .seats = (uint8_t)seats};
    while (strcmp(game->variants[setup.variant].name.id, variant) != 0) {
        setup.variant++;
        assert_true(setup.variant < game->variants_count);
    }
    while (strcmp(game->levels[setup.level].name.id, level) != 0) {
        setup.level++;
        assert_true(setup.level < game->levels_count);
    }
    world_simulate(world, &setup, number, NULL, out);
}

void world_record(struct service *service, int64_t game, bool handles, struct strbuf *out)
{
    struct error error = {.message = NULL};
    MUST(service_record(service, game, handles, out, &error));
}

/* ---- auditing ---- */

struct lines {
    size_t count;
    char line[LINES][240];
};

static void note_finding(void *context, const struct audit_finding *finding)
{
    struct lines *lines = context;
    assert_true(lines->count < LINES);
    struct strbuf out;
    strbuf_wrap(&out, lines->line[lines->count], sizeof(lines->line[0]));
    lines->count++;
    text_format(&out, "%s%s", finding->note ? "note " : "", finding->subject);
    const struct {
        const char *name;
        int64_t value;
    } places[] = {{"entry", finding->seq > 0 ? finding->seq : -1},
                  {"game", finding->game > 0 ? finding->game : -1},
                  {"ply", finding->ply},
                  {"seat", finding->seat}};
    for (size_t i = 0; i < sizeof(places) / sizeof(places[0]); i++) {
        if (places[i].value >= 0) {
            text_format(&out, " %s %lld", places[i].name, (long long)places[i].value);
        }
    }
    text_format(&out, " %s", finding->field ? finding->field : "-");
    if (finding->stored.len > 0 || finding->computed.len > 0) {
        text_format(&out, ": %.*s -> %.*s", (int)(finding->stored.len < 64 ? finding->stored.len : 64),
                    finding->stored.ptr ? finding->stored.ptr : "",
                    (int)(finding->computed.len < 64 ? finding->computed.len : 64),
                    finding->computed.ptr ? finding->computed.ptr : "");
    }
    if (finding->cause) {
        text_format(&out, " [%s]", finding->cause->message->id);
    }
}

static int by_text(const void *a, const void *b)
{
    return strcmp(a, b);
}

struct audit_summary world_audit(struct world *world, unsigned threads, bool results_only, struct strbuf *out)
{
    static struct lines lines; /* large; tests audit one at a time */
    struct error error = {.message = NULL};
    struct service_options options = world->options;
    struct audit_options audit = {
        .results_only = results_only, .threads = threads, .finding = note_finding, .context = &lines};
    struct audit_summary summary;
    lines.count = 0;
    if (threads != 1) {
        options.allocator = &allocator_heap;
    }
    MUST(service_audit(world->path, &options, &audit, &summary, &error));
    assert_int_equal(lines.count, summary.findings + summary.notes);
    qsort(lines.line, lines.count, sizeof(lines.line[0]), by_text);
    for (size_t i = 0; i < lines.count; i++) {
        strbuf_add(out, lines.line[i]);
        strbuf_add_char(out, '\n');
    }
    return summary;
}

static void note_difference(void *context, const struct rebuild_difference *difference)
{
    text_format(context, "rebuild %.*s %.*s %.*s: %.*s -> %.*s\n", (int)difference->table.len, difference->table.ptr,
                (int)difference->key.len, difference->key.ptr, (int)difference->column.len, difference->column.ptr,
                (int)difference->stored.len, difference->stored.ptr, (int)difference->rebuilt.len,
                difference->rebuilt.ptr);
}

void world_must_be_sound(struct world *world, struct service *service, const char *when)
{
    struct error error = {.message = NULL};
    struct strbuf said;
    strbuf_init(&said, &allocator_heap, OUT_LIMIT);
    struct audit_summary full = world_audit(world, 1, false, &said);
    struct audit_summary results = world_audit(world, 1, true, &said);
    struct rebuild_options options = {.difference = note_difference, .context = &said};
    struct rebuild_summary rebuilt;
    MUST(service_rebuild(service, &options, &rebuilt, &error));
    if (full.findings != 0 || results.findings != 0 || rebuilt.differences != 0 || !rebuilt.swapped) {
        print_error("%s:\n%s", when, strbuf_text(&said));
        fail();
    }
    assert_int_equal(full.entries, results.entries);
    assert_int_equal(full.plies, results.plies);
    assert_int_equal(full.games, rebuilt.games);
    assert_memory_equal(full.root, results.root, sizeof(full.root));
    strbuf_release(&said);
}

void world_copy(const struct world *world, const char *name, char out[TEST_ADDRESS])
{
    char file[FOLDER_PATH + 64];
    (void)snprintf(file, sizeof(file), "%s/%s", world->folder, name);
    copy_club(world->path, file, out);
}
