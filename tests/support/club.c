/* A small club in which everything has happened once. */
#include "support/cmocka.h"

#include "support/club.h"

#include "support/text.h"

enum { ENTRIES = 300 };

struct filler {
    struct world *world;
    struct service *service;
    struct strbuf text;
};

static int64_t take(struct filler *filler, const char *variant, const char *level, unsigned seats, unsigned number)
{
    struct error error = {.message = NULL};
    struct receipt receipt;
    strbuf_clear(&filler->text);
    world_foret(filler->world, variant, level, seats, number, &filler->text);
    MUST(world_take(filler->world, filler->service, strbuf_text(&filler->text), &receipt, &error));
    return receipt.game;
}

static int64_t take_contested(struct filler *filler)
{
    struct error error = {.message = NULL};
    struct receipt receipt;
    struct strbuf text;
    strbuf_init(&text, &allocator_heap, 1 << 16);
    strbuf_clear(&filler->text);
    world_foret(filler->world, "standard", "sheet", 3, 50, &filler->text);
    const char *totals = strstr(strbuf_text(&filler->text), "\n= ");
    assert_non_null(totals);
    strbuf_add_span(&text, span_of(filler->text.text, (size_t)(totals - filler->text.text)));
    strbuf_add(&text, "\nclaim 2 bee 77");
    strbuf_add(&text, totals);
    MUST(world_take(filler->world, filler->service, strbuf_text(&text), &receipt, &error));
    strbuf_release(&text);
    return receipt.game;
}

static int64_t open_game(struct filler *filler, const char *one, const char *two, const char *three)
{
    struct error error = {.message = NULL};
    struct receipt receipt;
    strbuf_clear(&filler->text);
    text_format(&filler->text, "dendro 1\ngame foret\nseat 1 %s\nseat 2 %s\nseat 3 %s\nplace Here\nnote hello\n", one,
                two, three);
    MUST(world_game(filler->world, filler->service, strbuf_text(&filler->text), &receipt, &error));
    MUST(world_moves(filler->service, receipt.game, 0, "1: bee 0,0\n2: bear 0,0\n3: fox 0,0", &receipt, &error));
    return receipt.game;
}

static int64_t merge(struct filler *filler, const char *from, const char *into)
{
    struct error error = {.message = NULL};
    char handles[2][PERSON_HANDLE];
    int64_t size = 0;
    MUST(service_person_find(filler->service, span_from(from), handles[0], &error));
    MUST(service_person_find(filler->service, span_from(into), handles[1], &error));
    MUST(service_person_merge(filler->service, AUTHOR_CLI, span_from(handles[0]), span_from(handles[1]), &error));
    MUST(service_log_size(filler->service, &size, &error));
    return size;
}

static void checkpoint(struct filler *filler)
{
    struct error error = {.message = NULL};
    strbuf_clear(&filler->text);
    MUST(service_checkpoint(filler->service, &filler->text, &error));
}

static void fill(struct filler *filler, struct club_games *games)
{
    struct error error = {.message = NULL};
    struct receipt receipt;
    struct service *service = filler->service;
    char handle[PERSON_HANDLE];
    checkpoint(filler);
    games->finished = take(filler, "standard", "table", 3, 1);
    games->contested = take_contested(filler);
    games->live = open_game(filler, "Ann", "Bob", "Eve");
    MUST(service_back(service, AUTHOR_CLI, games->live, 3, 2, &receipt, &error));
    games->abandoned = open_game(filler, "Ann", "Robert", "Zoé");
    MUST(service_abandon(service, AUTHOR_CLI, games->abandoned, SPAN_LITERAL("late"), &receipt, &error));
    games->voided = take(filler, "standard", "table", 4, 2);
    MUST(service_void(service, AUTHOR_CLI, games->voided, SPAN_LITERAL("a test"), &receipt, &error));
    games->corrected = take(filler, "standard", "sheet", 4, 3);
    checkpoint(filler);
    strbuf_clear(&filler->text);
    world_foret(filler->world, "standard", "sheet", 3, 4, &filler->text);
    MUST(world_correct(filler->world, service, games->corrected, strbuf_text(&filler->text), "three of us", &receipt,
                       &error));
    games->solo = take(filler, "solo", "table", 1, 5);
    (void)take(filler, "duel", "full", 2, 6);
    (void)merge(filler, "Robert", "Bob");
    games->merge = merge(filler, "Zoé", "Bot 4");
    MUST(service_person_find(service, SPAN_LITERAL("Eve"), handle, &error));
    MUST(service_person_erase(service, span_from(handle), &error));
}

void club_fill(struct world *world, struct club_games *games)
{
    struct error error = {.message = NULL};
    struct receipt receipt;
    struct filler filler = {.world = world, .service = world_open(world, SERVICE_CREATE)};
    strbuf_init(&filler.text, &allocator_heap, 1 << 16);
    fill(&filler, games);
    MUST(service_begin(filler.service, &error));
    for (games->size = 0; games->size < ENTRIES;) {
        MUST(world_moves(filler.service, games->live, 1, "2: eagle 0,0", &receipt, &error));
        MUST(service_back(filler.service, AUTHOR_CLI, games->live, 2, 1, &receipt, &error));
        games->size = receipt.seq;
        if (games->size % 50 < 2) {
            checkpoint(&filler);
        }
    }
    MUST(service_commit(filler.service, &error));
    checkpoint(&filler);
    world_must_be_sound(world, filler.service, "the club");
    service_close(filler.service);
    strbuf_release(&filler.text);
}
