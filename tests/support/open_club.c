/* A club that is open. */
#include "support/cmocka.h"

#include "support/open_club.h"

#include "support/text.h"

enum { TEXT_LIMIT = 1 << 23, SAID_LIMIT = 1 << 16 };

int club_set_up(void **state)
{
    static struct club club;
    world_begin(&club.world);
    club.service = world_open(&club.world, SERVICE_CREATE);
    strbuf_init(&club.text, &allocator_heap, TEXT_LIMIT);
    strbuf_init(&club.other, &allocator_heap, TEXT_LIMIT);
    strbuf_init(&club.said, &allocator_heap, SAID_LIMIT);
    *state = &club;
    return 0;
}

/* The audit is most of a short test: where cases count a hundredth (valgrind), every fourth test has it. */
static bool is_audited(void)
{
    static unsigned ended;
    return test_cases(100) >= 10 || ended++ % 4 == 0;
}

int club_tear_down(void **state)
{
    struct club *club = *state;
    if (is_audited()) {
        world_must_be_sound(&club->world, club->service, "at the end");
    }
    service_close(club->service);
    strbuf_release(&club->text);
    strbuf_release(&club->other);
    strbuf_release(&club->said);
    world_end(&club->world);
    return 0;
}

int64_t club_size(struct club *club)
{
    struct error error = {.message = NULL};
    int64_t size = -1;
    MUST(service_log_size(club->service, &size, &error));
    return size;
}

const char *club_pad(struct club *club, unsigned day, const char *one, const char *two, unsigned total)
{
    strbuf_clear(&club->other);
    text_format(&club->other,
                "dendro 1\ngame pad\ntitle Catan\nseat 1 %s\nseat 2 %s\nplayed 2026-01-%02u\nplace Hall %u\n"
                "note said %u\nx-bgstats-board %u\n\n1: total %u\n2: total 8\n",
                one, two, day, total, total, total, total);
    return strbuf_text(&club->other);
}

int64_t club_import(struct club *club, const char *text, struct import_mark *mark)
{
    struct error error = {.message = NULL};
    struct receipt receipt;
    struct record record = world_read(&club->world, text);
    MUST(service_game_import_marked(club->service, AUTHOR_CLI, &record, mark, NULL, NULL, &receipt, &error));
    return receipt.game;
}

struct import_undo club_undo(struct club *club, int64_t number)
{
    struct error error = {.message = NULL};
    struct import_undo undo = {.number = number};
    MUST(service_import_undo(club->service, AUTHOR_CLI, &undo, NULL, NULL, &error));
    assert_true(undo.done);
    return undo;
}
