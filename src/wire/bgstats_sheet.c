/*
 * The score sheet of a play of BG Stats: JSON within a text, rounds (or groups) of rows, in each row points by the key of a
 * seat. Rows with one label are one category, their points summed. The label `{row}.` of a repeated row stands for its
 * number. A sheet is the app's own, and may be of any version: one that cannot be understood says nothing.
 */
#include "wire/bgstats_play.h"

#include "base/points.h"
#include "base/utf8.h"

#include "base/banned.h"

struct sheet {
    struct play *play;
    const struct span *keys;
    struct arena *memory;
    bool failed; /* there was no memory */
};

static struct span text_of(const json_t *value)
{
    return span_trim(span_of(json_string_value(value), json_string_length(value)));
}

static struct span copy_of(struct sheet *sheet, struct span text)
{
    const char *copy = arena_copy(sheet->memory, text);
    sheet->failed = sheet->failed || !copy;
    return span_of(copy, copy ? text.len : 0);
}

static bool is_plain(struct span text, size_t limit)
{
    for (struct span rest = text; rest.len > 0; rest = span_skip(rest, 1)) {
        if (utf8_control(rest) > 0) {
            return false;
        }
    }
    return text.len <= limit;
}

/* `72+75`, `21,7`: what it comes to, in hundredths. */
static bool sum_of(struct span text, int64_t *out)
{
    int64_t points = 0;
    *out = 0;
    for (bool more = true; more; more = text.len > 0) {
        text = span_trim(text);
        if (!points_scan(&text, ".,", &points)) {
            return false;
        }
        *out += points;
        text = span_trim(text);
        if (text.len > 0 && text.ptr[0] != '+') {
            return false;
        }
        text = text.len > 1 ? span_skip(text, 1) : text;
    }
    return true;
}

/* Points of a seat in a row: as written when they are the only ones. */
static bool add_points(struct sheet *sheet, struct span *score, struct span points)
{
    enum { DIGITS = 32 };
    char digits[DIGITS];
    struct strbuf out;
    int64_t had;
    int64_t more;
    if (!is_plain(points, PLAY_TEXT)) {
        return false;
    }
    if (score->len == 0) {
        *score = copy_of(sheet, points);
        return true;
    }
    if (!sum_of(*score, &had) || !sum_of(points, &more)) {
        return false;
    }
    strbuf_wrap(&out, digits, sizeof(digits));
    strbuf_points(&out, had + more, POINTS_ONE);
    *score = copy_of(sheet, strbuf_span(&out));
    return true;
}

/* A number as a text, a text as it is; false for anything else. */
static bool spell(struct sheet *sheet, const json_t *value, struct span *out)
{
    char digits[32];
    struct strbuf text;
    if (json_is_string(value)) {
        *out = text_of(value);
        return true;
    }
    if (!json_is_integer(value)) {
        return false;
    }
    strbuf_wrap(&text, digits, sizeof(digits));
    strbuf_int(&text, json_integer_value(value));
    *out = copy_of(sheet, strbuf_span(&text));
    return true;
}

/* The seat that has the key; false when two have it. PLAY_SEATS: none has. */
static bool seat_of(const struct sheet *sheet, const char *key, unsigned *seat)
{
    *seat = PLAY_SEATS;
    for (unsigned i = 0; i < sheet->play->seats; i++) {
        if (sheet->keys[i].len > 0 && span_equal_nocase(sheet->keys[i], span_from(key))) {
            if (*seat != PLAY_SEATS) {
                return false;
            }
            *seat = i;
        }
    }
    return true;
}

/* The row with this label, a new one if need be; NULL when there is no room, or it counts the other way. */
static struct play_row *row_of(struct sheet *sheet, struct span label, bool negative)
{
    struct play *play = sheet->play;
    for (unsigned i = 0; i < play->rows; i++) {
        if (span_equal(play->row[i].label, label)) {
            return play->row[i].negative == negative ? &play->row[i] : NULL;
        }
    }
    if (play->rows >= PLAY_ROWS) {
        return NULL;
    }
    struct play_row *row = &play->row[play->rows++];
    memset(row, 0, sizeof(*row));
    row->label = copy_of(sheet, label);
    row->negative = negative;
    return row;
}

/* `label` with `{row}` in it made the number. */
static struct span numbered(struct sheet *sheet, struct span label, unsigned number)
{
    static const char mark[] = "{row}";
    char memory[FIELD_NAME + 32];
    struct strbuf out;
    strbuf_wrap(&out, memory, sizeof(memory));
    for (struct span rest = label; rest.len > 0; rest = span_skip(rest, 1)) {
        if (span_starts(rest, mark)) {
            strbuf_add_span(&out, span_of(label.ptr, label.len - rest.len));
            strbuf_int(&out, number);
            strbuf_add_span(&out, span_skip(rest, sizeof(mark) - 1));
            return copy_of(sheet, strbuf_span(&out));
        }
    }
    return label;
}

/* Which of the rows of a round with this label the one at `index` is, from 1. */
static unsigned number_of(const json_t *rows, size_t index, struct span label)
{
    unsigned number = 1;
    for (size_t i = 0; i < index; i++) {
        number += span_equal(text_of(json_object_get(json_array_get(rows, i), "label")), label) ? 1 : 0;
    }
    return number;
}

static bool read_row(struct sheet *sheet, const json_t *rows, size_t index)
{
    json_t *row = json_array_get(rows, index);
    json_t *scores = json_object_get(row, "scores");
    struct span label = text_of(json_object_get(row, "label"));
    const char *key;
    const json_t *value;
    struct play_row *into = NULL;
    json_object_foreach(scores, key, value)
    {
        struct span points;
        unsigned seat;
        if (json_is_null(value)) {
            continue;
        }
        if (!spell(sheet, value, &points) || !seat_of(sheet, key, &seat) || label.len == 0 ||
            !is_plain(label, FIELD_NAME)) {
            return false;
        }
        if (points.len == 0 || seat == PLAY_SEATS) {
            continue;
        }
        if (!into) {
            into =
                row_of(sheet, numbered(sheet, label, number_of(rows, index, label)), field_inner_flag(row, "negative"));
        }
        if (!into || !add_points(sheet, &into->score[seat], points)) {
            return false;
        }
    }
    return true;
}

static bool read_sheet(struct sheet *sheet, const json_t *tree)
{
    enum { MOST_ROWS = 512 };
    const json_t *rounds = json_object_get(tree, "rounds");
    size_t seen = 0;
    rounds = rounds ? rounds : json_object_get(tree, "groups");
    for (size_t i = 0; i < json_array_size(rounds); i++) {
        const json_t *rows = json_object_get(json_array_get(rounds, i), "rows");
        for (size_t k = 0; k < json_array_size(rows); k++) {
            if (++seen > MOST_ROWS || !read_row(sheet, rows, k)) {
                return false;
            }
        }
    }
    return true;
}

enum err bgstats_sheet_read(json_t *value, const struct span *keys, struct arena *memory, struct play *play,
                            struct error *error)
{
    struct sheet sheet = {.play = play, .keys = keys, .memory = memory};
    json_t *tree = field_inner(value, &sheet.failed);
    if (tree && !read_sheet(&sheet, tree)) {
        play->rows = 0;
    }
    json_decref(tree);
    return sheet.failed ? error_raise(error, &MSG_MEMORY) : ERR_OK;
}
