/*
 * A game as its entries make it. The text of the game is the body of the
 * entry whose record stands (open, import, or the newest correction) and
 * behind it the bodies of the moves and take-backs that followed: plain
 * concatenation, because every body is a piece of one record.
 */
#include "record/messages.h"
#include "service/internal.h"
#include "service/messages.h"

#include "base/banned.h"

void story_init(struct story *story, const struct allocator *allocator)
{
    *story = (struct story){.id = 0};
    strbuf_init(&story->text, allocator, TEXT_LIMIT);
}

void story_release(struct story *story)
{
    strbuf_release(&story->text);
}

int64_t undoes_import(struct span body)
{
    struct span line = span_cut(&body, '\n');
    line = span_starts(line, "reason ") ? span_cut(&body, '\n') : (struct span){NULL, 0};
    int64_t number = 0;
    bool said =
        span_starts(line, UNDONE_LINE) && span_int(span_skip(line, sizeof(UNDONE_LINE) - 1), 1, INT64_MAX, &number);
    return said ? number : 0;
}

void undone_line(int64_t import, struct strbuf *body)
{
    strbuf_add(body, UNDONE_LINE);
    strbuf_int(body, import);
    strbuf_add_char(body, '\n');
}

/* A new record stands from here on. */
static void restart(struct story *story, const struct store_entry *entry, struct span text)
{
    story->source = entry->seq;
    story->abandoned = false;
    strbuf_clear(&story->text);
    strbuf_add_span(&story->text, text);
}

static void add_opening(struct story *story, const struct store_entry *entry)
{
    story->id = entry->game;
    story->voided = false;
    story->undone = 0;
    restart(story, entry, entry->body);
}

static void add_lines(struct story *story, const struct store_entry *entry)
{
    if (story->text.len > 0 && story->text.text[story->text.len - 1] != '\n') {
        strbuf_add_char(&story->text, '\n');
    }
    strbuf_add_span(&story->text, entry->body);
}

/* The reason stands in the first line, behind it the import that is undone, if one is, and then the record. */
static void add_correction(struct story *story, const struct store_entry *entry)
{
    struct span record = entry->body;
    struct span line;
    (void)span_cut_at(&record, '\n', &line);
    if (undoes_import(entry->body) > 0) {
        (void)span_cut_at(&record, '\n', &line);
    }
    restart(story, entry, record);
}

static void add_abandonment(struct story *story, const struct store_entry *entry)
{
    (void)entry;
    story->abandoned = true;
}

static void add_void(struct story *story, const struct store_entry *entry)
{
    story->voided = true;
    story->undone = undoes_import(entry->body);
}

/* What it was before it was void, it is again: nothing else was touched. */
static void add_unvoid(struct story *story, const struct store_entry *entry)
{
    (void)entry;
    story->voided = false;
    story->undone = 0;
}

static const struct chapter {
    const char *kind;
    bool opens;
    bool plays;   /* it cannot follow an abandonment */
    bool revives; /* it follows a void entry, and nothing else does */
    void (*add)(struct story *story, const struct store_entry *entry);
} CHAPTERS[] = {
    {"open", true, false, false, add_opening},        {"import", true, false, false, add_opening},
    {"moves", false, true, false, add_lines},         {"back", false, true, false, add_lines},
    {"correct", false, false, false, add_correction}, {"abandon", false, true, false, add_abandonment},
    {"void", false, false, false, add_void},          {"unvoid", false, false, true, add_unvoid},
};

/* A story opens with its opening, and once it is void only one entry follows: that it is not, after all. */
static bool can_follow(const struct story *story, const struct store_entry *entry, const struct chapter *chapter)
{
    if (chapter->opens || entry->seq == entry->game) {
        return chapter->opens && entry->seq == entry->game;
    }
    return story->id == entry->game && story->voided == chapter->revives && !(chapter->plays && story->abandoned);
}

enum err story_add(struct story *story, const struct store_entry *entry, struct error *error)
{
    for (size_t i = 0; i < sizeof(CHAPTERS) / sizeof(CHAPTERS[0]); i++) {
        const struct chapter *chapter = &CHAPTERS[i];
        if (span_is(entry->kind, chapter->kind) && can_follow(story, entry, chapter)) {
            chapter->add(story, entry);
            story->last = entry->seq;
            return strbuf_ok(&story->text) ? ERR_OK : error_raise(error, &MSG_MEMORY);
        }
    }
    return error_raise_int(error, &SERVICE_MSG_ENTRY, entry->seq);
}

static enum err take_entry(void *context, const struct store_entry *entry, struct error *error)
{
    return story_add(context, entry, error);
}

enum err story_load(struct store *store, int64_t game, struct story *story, struct error *error)
{
    story->id = 0;
    enum err err = game > 0 ? store_entries_of(store, game, take_entry, story, error) : ERR_OK;
    if (err != ERR_OK) {
        return err;
    }
    return story->id == 0 ? error_raise_int(error, &SERVICE_MSG_NO_GAME, game) : ERR_OK;
}

enum err story_play(const struct story *story, const struct block_source *blocks, struct record_reader *reader,
                    struct replay *replay, struct record *record, struct error *error)
{
    struct setup setup;
    enum err err = record_read_one(reader, strbuf_span(&story->text), story->text.allocator, record, error);
    if (err != ERR_OK) {
        return err;
    }
    err = record_setup(record, blocks, &setup, error);
    if (err != ERR_OK) {
        return err;
    }
    err = replay_begin(replay, &setup, error);
    if (err != ERR_OK) {
        return err;
    }
    for (size_t i = 0; i < record->moves_count; i++) {
        const struct record_move *move = &record->moves[i];
        err = move->back > 0 ? replay_back(replay, move->back, error)
                             : replay_line(replay, move->seat, move->text, error);
        if (err != ERR_OK && err != ERR_BUSY) { /* that is not about the line */
            error->line = move->line;
            error->column = 0;
        }
        if (err != ERR_OK) {
            return err;
        }
    }
    return ERR_OK;
}
