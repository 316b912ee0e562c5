/* A club evening in which something fails. */
#include "support/cmocka.h"

#include "support/deeds.h"

#include "service/catalogues.h"
#include "service/merges.h"
#include "support/own_catalogue.h"
#include "support/text.h"

void deeds_init(struct deeds *deeds, struct world *world)
{
    *deeds = (struct deeds){.opened = false};
    strbuf_init(&deeds->checkpoints, &allocator_heap, 1 << 16);
    strbuf_init(&deeds->records, &allocator_heap, 1 << 20);
    world_foret(world, "standard", "table", 3, 1, &deeds->records);
    world_foret(world, "solo", "sheet", 1, 2, &deeds->records);
    strbuf_add(&deeds->records, "dendro 1\ngame foret\nseat 1 A\nseat 2 a\nseat 3 refused\n");
    world_foret(world, "duel", "table", 2, 3, &deeds->records);
    strbuf_init(&deeds->catalogue, &allocator_heap, 1 << 20);
    strbuf_init(&deeds->pinned, &allocator_heap, 1 << 12);
    own_catalogue("mine", &deeds->catalogue);
    own_catalogue_record("mine", strbuf_span(&deeds->catalogue), &deeds->pinned);
    shipped_init(&deeds->catalogues, world->options.allocator);
    world->options.catalogues = &deeds->catalogues;
}

void deeds_release(struct deeds *deeds)
{
    catalogues_release(&deeds->catalogues);
    strbuf_release(&deeds->catalogue);
    strbuf_release(&deeds->pinned);
    strbuf_release(&deeds->checkpoints);
    strbuf_release(&deeds->records);
}

void deeds_forget(struct deeds *deeds)
{
    const struct allocator *allocator = deeds->catalogues.allocator;
    catalogues_release(&deeds->catalogues);
    shipped_init(&deeds->catalogues, allocator);
}

/* True when the deed was done; what fails is counted. */
static bool did(struct deeds *deeds, enum err err)
{
    if (err != ERR_OK) {
        deeds->failed++;
        deeds->last = err;
    }
    return err == ERR_OK;
}

static void ack(struct deeds *deeds, const struct receipt *receipt, const char *kind)
{
    assert_true(deeds->acked_count < DEEDS);
    deeds->acked[deeds->acked_count++] = (struct deed){receipt->seq, receipt->game, kind};
}

static bool open_game(struct deeds *deeds, struct world *world, struct service *service, int64_t *game)
{
    struct error error = {.message = NULL};
    struct receipt receipt;
    if (!did(deeds, world_game(world, service,
                               "dendro 1\ngame foret\nseat 1 Zoé\nseat 2 Bob\nseat 3 Eve\nplace Here\nnote hello\n",
                               &receipt, &error))) {
        return false;
    }
    ack(deeds, &receipt, "open");
    *game = receipt.game;
    return true;
}

/* Moves one at a time, each acknowledged; a take-back, a refusal. */
static void play(struct deeds *deeds, struct service *service, int64_t game)
{
    static const char *const lines[] = {"1: bee 0,0", "2: bear 0,0", "3: fox 0,0", "1: bee 1,0\n2: bee 1,0"};
    struct error error = {.message = NULL};
    struct receipt receipt;
    for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
        enum err err = world_moves(service, game, -1, lines[i], &receipt, &error);
        /* A seat that could not move before is out of turn now: that is a refusal, not a failure. */
        if (err != ERR_RULE && did(deeds, err)) {
            ack(deeds, &receipt, "moves");
        }
    }
    if (did(deeds, service_back(service, AUTHOR_CLI, game, -1, 1, &receipt, &error))) {
        ack(deeds, &receipt, "back");
    }
    assert_int_not_equal(world_moves(service, game, -1, "1: bee 9,9", &receipt, &error), ERR_OK);
}

/* A catalogue, and a game that is pinned to it: refused, not failed, when the catalogue is not there. */
static void store_catalogue_of(struct deeds *deeds, struct world *world, struct service *service)
{
    struct error error = {.message = NULL};
    const struct catalogue *catalogue = NULL;
    struct receipt receipt;
    bool added = false;
    if (did(deeds, service_catalogue_add(service, strbuf_span(&deeds->catalogue), &catalogue, &added, &error))) {
        assert_true(added);
        deeds->stored = true;
    }
    enum err err = world_game(world, service, strbuf_text(&deeds->pinned), &receipt, &error);
    if (err == ERR_NOT_FOUND) {
        assert_false(deeds->stored);
    } else if (did(deeds, err)) {
        ack(deeds, &receipt, "open");
    }
}

static void import(struct deeds *deeds, struct service *service)
{
    struct error error = {.message = NULL};
    struct import_listener listener = {.problem = NULL};
    struct import_tally tally = {.records = 0};
    struct source_memory memory;
    int64_t before = 0;
    int64_t after = 0;
    bool counted = service_log_size(service, &before, &error) == ERR_OK;
    enum err err = service_import(service, AUTHOR_CLI, source_from_memory(&memory, strbuf_span(&deeds->records)),
                                  &listener, &tally, &error);
    (void)did(deeds, err);
    deeds->imported = tally.added > 0 ? before + 1 : deeds->imported;
    for (int64_t i = 0; counted && i < tally.added; i++) {
        ack(deeds, &(struct receipt){.game = before + 1 + i, .seq = before + 1 + i}, "import");
    }
    if (err == ERR_OK) {
        assert_int_equal(tally.added + tally.known, 3);
        assert_int_equal(tally.refused, 1);
    }
    if (counted && service_log_size(service, &after, &error) == ERR_OK && err == ERR_OK) {
        assert_int_equal(after, before + tally.added);
    }
}

/* Several requests in one transaction: acknowledged together or not at all. */
static void group(struct deeds *deeds, struct world *world, struct service *service, int64_t game)
{
    struct error error = {.message = NULL};
    struct receipt receipts[3];
    char handle[PERSON_HANDLE];
    bool done[3] = {false};
    if (!did(deeds, service_begin(service, &error))) {
        return;
    }
    done[0] = service_abandon(service, AUTHOR_CLI, game, SPAN_LITERAL("late"), &receipts[0], &error) == ERR_OK;
    bool added = service_person_add(service, SPAN_LITERAL("Ann"), handle, &error) == ERR_OK;
    done[1] = world_game(world, service, "dendro 1\ngame foret\nseat 1 X\nseat 2 Y\nseat 3 Z\n", &receipts[1],
                         &error) == ERR_OK;
    done[2] = done[1] &&
              service_void(service, AUTHOR_CLI, receipts[1].game, SPAN_LITERAL("x"), &receipts[2], &error) == ERR_OK;
    if (!did(deeds, service_commit(service, &error))) {
        return;
    }
    static const char *const kinds[] = {"abandon", "open", "void"};
    for (size_t i = 0; i < 3; i++) {
        if (done[i]) {
            ack(deeds, &receipts[i], kinds[i]);
        }
    }
    deeds->people += added;
}

static void sign(struct deeds *deeds, struct service *service)
{
    struct error error = {.message = NULL};
    size_t before = deeds->checkpoints.len;
    if (did(deeds, service_checkpoint(service, &deeds->checkpoints, &error))) {
        strbuf_add_char(&deeds->checkpoints, '\0');
    } else {
        assert_int_equal(deeds->checkpoints.len, before);
    }
}

static void merge(struct deeds *deeds, struct service *service)
{
    struct error error = {.message = NULL};
    char handles[2][PERSON_HANDLE];
    struct receipt receipt = {.game = 0};
    if (service_person_find(service, SPAN_LITERAL("Bob"), handles[0], &error) == ERR_OK &&
        service_person_find(service, SPAN_LITERAL("Bot 1"), handles[1], &error) == ERR_OK &&
        did(deeds, service_person_merge(service, AUTHOR_CLI, span_from(handles[0]), span_from(handles[1]), &error)) &&
        service_log_size(service, &receipt.seq, &error) == ERR_OK) {
        ack(deeds, &receipt, "merge");
    }
}

/* What was done is undone: a merge, a void game, an import. */
static void think_again(struct deeds *deeds, struct service *service)
{
    struct error error = {.message = NULL};
    struct receipt receipt = {.game = 0};
    struct unmerged unmerged;
    for (size_t i = 0; i < deeds->acked_count; i++) {
        struct deed deed = deeds->acked[i];
        if (strcmp(deed.kind, "merge") == 0 &&
            did(deeds,
                service_person_unmerge(service, AUTHOR_CLI, (struct span){NULL, 0}, deed.seq, &unmerged, &error))) {
            ack(deeds, &(struct receipt){.seq = unmerged.seq}, "unmerge");
        }
        if (strcmp(deed.kind, "void") == 0 &&
            did(deeds, service_unvoid(service, AUTHOR_CLI, deed.game, SPAN_LITERAL("x"), &receipt, &error))) {
            ack(deeds, &receipt, "unvoid");
        }
    }
}

/* All of the import or, when it fails on the way, what it says that is on disk: no more is acknowledged. */
static void undo(struct deeds *deeds, struct service *service)
{
    struct error error = {.message = NULL};
    struct import_undo undo = {.number = 1};
    int64_t before = 0;
    bool counted = service_log_size(service, &before, &error) == ERR_OK;
    enum err err = service_import_undo(service, AUTHOR_CLI, &undo, NULL, NULL, &error);
    if (err == ERR_NOT_FOUND) {
        return; /* nothing was imported */
    }
    (void)did(deeds, err);
    for (int64_t i = 0; counted && i < undo.voided; i++) {
        int64_t game = deeds->imported + i;
        ack(deeds, &(struct receipt){.game = game, .seq = before + 1 + i}, "void");
    }
}

static void rebuild(struct deeds *deeds, struct service *service)
{
    struct error error = {.message = NULL};
    struct rebuild_options options = {.force = false};
    struct rebuild_summary summary;
    if (did(deeds, service_rebuild(service, &options, &summary, &error))) {
        assert_int_equal(summary.differences, 0);
        assert_true(summary.swapped);
    } else {
        assert_false(summary.swapped);
    }
}

void deeds_do(struct deeds *deeds, struct world *world)
{
    struct error error = {.message = NULL};
    struct service *service = NULL;
    int64_t game = 0;
    deeds->opened = did(deeds, service_open(&service, world->path, SERVICE_CREATE, &world->options, &error));
    if (!deeds->opened) {
        assert_null(service);
        return;
    }
    bool playing = open_game(deeds, world, service, &game);
    if (playing) {
        play(deeds, service, game);
    }
    store_catalogue_of(deeds, world, service);
    import(deeds, service);
    sign(deeds, service);
    merge(deeds, service);
    if (playing) {
        group(deeds, world, service, game);
    }
    think_again(deeds, service);
    undo(deeds, service);
    rebuild(deeds, service);
    sign(deeds, service);
    service_close(service);
}

/* ---- afterwards ---- */

struct search {
    const struct deeds *deeds;
    size_t found;
};

static enum err find_deed(void *context, const struct log_line *line, struct error *error)
{
    (void)error;
    struct search *search = context;
    for (size_t i = 0; i < search->deeds->acked_count; i++) {
        const struct deed *deed = &search->deeds->acked[i];
        if (deed->seq == line->seq) {
            assert_int_equal(deed->game, line->game);
            assert_true(span_is(line->kind, deed->kind));
            search->found++;
        }
    }
    return ERR_OK;
}

void deeds_check_checkpoints(const struct deeds *deeds, struct service *service)
{
    struct error error = {.message = NULL};
    struct strbuf key;
    struct span origin;
    uint8_t public[CHECKPOINT_PUBLIC];
    strbuf_init(&key, &allocator_heap, 1 << 10);
    MUST(service_key(service, &key, &error));
    MUST(checkpoint_parse_key(strbuf_span(&key), &origin, public, &error));
    for (struct span rest = strbuf_span(&deeds->checkpoints); rest.len > 0;) {
        struct checkpoint checkpoint;
        struct merkle_hash root;
        struct span text = span_from(rest.ptr);
        MUST(checkpoint_parse(text, public, &checkpoint, &error));
        MUST(service_root_at(service, (int64_t)checkpoint.size, &root, &error));
        assert_true(merkle_equal(&root, &checkpoint.root));
        rest = span_skip(rest, text.len + 1);
    }
    strbuf_release(&key);
}

static enum err same_bytes(void *context, const struct catalogue_info *catalogue, struct error *error)
{
    (void)error;
    const struct deeds *deeds = context;
    assert_true(span_equal(catalogue->json, strbuf_span(&deeds->catalogue)));
    return ERR_OK;
}

/* The catalogue is there whole, or not at all. */
static void check_catalogue(struct deeds *deeds, struct service *service, bool exact, const char *when)
{
    struct error error = {.message = NULL};
    struct sha256 sum;
    uint8_t hash[SHA256_SIZE];
    sha256_init(&sum);
    sha256_add(&sum, deeds->catalogue.text, deeds->catalogue.len);
    sha256_end(&sum, hash);
    enum err err = service_catalogue(service, hash, same_bytes, deeds, &error);
    if ((deeds->stored && err != ERR_OK) || (exact && !deeds->stored && err != ERR_NOT_FOUND)) {
        fail_msg("%s: the catalogue was %s, and now: %s", when, deeds->stored ? "stored" : "not stored",
                 test_err_name(err));
    }
}

void deeds_check(struct deeds *deeds, struct world *world, bool exact, const char *when)
{
    struct error error = {.message = NULL};
    struct search search = {deeds, 0};
    struct receipt receipt;
    char handle[PERSON_HANDLE];
    int64_t size = 0;
    struct service *service = world_open(world, SERVICE_CREATE);
    MUST(service_log(service, 1, 0, find_deed, &search, &error));
    MUST(service_log_size(service, &size, &error));
    if (search.found != deeds->acked_count || (exact && (size_t)size != deeds->acked_count)) {
        fail_msg("%s: %zu of %zu acknowledged entries are there, of %lld", when, search.found, deeds->acked_count,
                 (long long)size);
    }
    if (deeds->people > 0) {
        MUST(service_person_find(service, SPAN_LITERAL("Ann"), handle, &error));
    }
    deeds_check_checkpoints(deeds, service);
    check_catalogue(deeds, service, exact, when);
    MUST(world_game(world, service, "dendro 1\ngame foret\nseat 1 K\nseat 2 L\nseat 3 M\n", &receipt, &error));
    MUST(world_moves(service, receipt.game, 0, "1: bee 0,0", &receipt, &error));
    world_must_be_sound(world, service, when);
    service_close(service);
}
