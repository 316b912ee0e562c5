/* A reader of plays that are at hand. */
#include "support/plays_file.h"

#include "support/cmocka.h"
#include "support/text.h"

/* A file: plays of a table. */
struct file {
    struct play_reader reader;
    const struct play *play;
    size_t count, at;
};

static enum err rewind_file(void *context, struct error *error)
{
    (void)error;
    ((struct file *)context)->at = 0;
    return ERR_OK;
}

static enum err next_play(void *context, struct play *play, struct error *error)
{
    (void)error;
    struct file *file = context;
    if (file->at == file->count) {
        return ERR_END;
    }
    *play = file->play[file->at++];
    play->line = (uint32_t)file->at;
    return ERR_OK;
}

struct play_seat plays_seat(const char *name, const char *score)
{
    return (struct play_seat){.person = {.name = span_from(name)}, .score = span_from(score)};
}

struct play_seat plays_known_seat(const char *id, const char *name, const char *score)
{
    struct play_seat made = plays_seat(name, score);
    made.person.id = span_from(id);
    return made;
}

struct play plays_play_of(const char *id, const char *title, int32_t day)
{
    return (struct play){.id = span_from(id), .title = {.name = span_from(title)}, .has_day = true, .day = day};
}

static void hear(void *context, const struct problem *problem, bool refused)
{
    struct plays_heard *heard = context;
    heard->refusals += refused;
    heard->warnings += !refused;
    heard->line = problem->error.line;
    struct strbuf id;
    strbuf_wrap(&id, heard->why, sizeof(heard->why));
    strbuf_add(&id, problem->error.message->id);
}

struct import_tally plays_take_as(struct club *club, enum play_source source, const struct play *plays, size_t count,
                                  struct plays_options options, struct plays_heard *heard)
{
    struct file file = {.reader = {source, rewind_file, next_play, &file}, .play = plays, .count = count};
    struct import_listener listener = {.problem = hear, .context = heard};
    struct plays_import *import = NULL;
    struct error error = {.message = NULL};
    bool done = false;
    *heard = (struct plays_heard){.line = 0};
    MUST(plays_import_begin(club->service, AUTHOR_CLI, &file.reader, &options, &listener, &import, &error));
    while (!done) {
        MUST(plays_import_some(import, &done, &error));
    }
    struct import_tally tally = *plays_import_tally(import);
    plays_import_end(import);
    return tally;
}

struct import_tally plays_take(struct club *club, const struct play *plays, size_t count, struct plays_heard *heard)
{
    return plays_take_as(club, PLAYS_BGSTATS, plays, count, (struct plays_options){.may_void = true}, heard);
}

struct import_tally plays_rehearse(struct club *club, const struct play *plays, size_t count, struct plays_heard *heard)
{
    return plays_take_as(club, PLAYS_BGSTATS, plays, count, (struct plays_options){.dry_run = true, .may_void = true},
                         heard);
}

void plays_assert_tally(struct import_tally tally, int64_t added, int64_t known, int64_t refused)
{
    assert_int_equal(tally.added, added);
    assert_int_equal(tally.known, known);
    assert_int_equal(tally.refused, refused);
    assert_int_equal(tally.records, added + known + refused);
}

/* The lines of the game's record behind `dendro 1`, without rules, level and digest. */
void plays_assert_record(struct club *club, int64_t game, const char *expected)
{
    struct error error = {.message = NULL};
    struct strbuf text;
    struct strbuf kept;
    strbuf_init(&text, &allocator_heap, 1 << 16);
    strbuf_init(&kept, &allocator_heap, 1 << 16);
    MUST(service_record(club->service, game, false, &text, &error));
    struct span rest = strbuf_span(&text);
    while (rest.len > 0) {
        struct span line = span_line(&rest);
        bool fixed = span_is(line, "dendro 1") || span_starts(line, "rules ") || span_starts(line, "level ") ||
                     span_starts(line, "digest ") || line.len == 0;
        if (!fixed) {
            strbuf_add_span(&kept, line);
            strbuf_add_char(&kept, '\n');
        }
    }
    assert_string_equal(strbuf_text(&kept), expected);
    strbuf_release(&text);
    strbuf_release(&kept);
}

static enum err take_number(void *context, const struct export_game *game, struct error *error)
{
    (void)error;
    struct plays_numbers *numbers = context;
    assert_true(numbers->count < PLAYS_MOST);
    numbers->game[numbers->count++] = game->id;
    return ERR_OK;
}

/* The games of the club in their order, void ones too. */
struct plays_numbers plays_games_of(struct club *club)
{
    struct plays_numbers numbers = {.count = 0};
    struct error error = {.message = NULL};
    struct export_filter filter = {.voided = true};
    MUST(service_export(club->service, &filter, take_number, &numbers, &error));
    return numbers;
}

/* A play of Catan by Ada and Bo, who have ids. */
struct play plays_evening(const char *id, const char *ada, const char *bo)
{
    struct play play = plays_play_of(id, "Catan", 20000);
    play.title.id = TEXT("title-1");
    play.seats = 2;
    play.seat[0] = plays_known_seat("person-a", "Ada", ada);
    play.seat[1] = plays_known_seat("person-b", "Bo", bo);
    return play;
}
