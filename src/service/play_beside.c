/*
 * The other way round of what an import of plays keeps beside a record
 * (plays_record.c): `x-bgstats-row Nests: 3, 4` is a row again, and
 * `x-bgg-score 2 Decisive` the score of seat 2, if it has none.
 */
#include "service/play_beside.h"

#include "service/play_ids.h"

#include "base/banned.h"

/* The name behind `x-SOURCE-`, of any of the sources; empty: the line is none of theirs. */
static struct span behind_source(struct span keyword, enum play_source *source)
{
    for (unsigned i = 0; i < PLAY_SOURCES; i++) {
        struct span rest = span_starts(keyword, "x-") ? span_skip(keyword, 2) : (struct span){NULL, 0};
        if (span_starts(rest, play_sources[i])) {
            rest = span_skip(rest, strlen(play_sources[i]));
            if (span_starts(rest, "-")) {
                *source = (enum play_source)i;
                return span_skip(rest, 1);
            }
        }
    }
    return (struct span){NULL, 0};
}

static bool is_quantity(struct span value, struct play *play)
{
    int64_t quantity = 0;
    bool good = span_int(value, 1, INT32_MAX, &quantity);
    play->quantity = good ? (unsigned)quantity : play->quantity;
    return good;
}

static bool is_uncounted(struct span value, struct play *play)
{
    play->uncounted = play->uncounted || span_is(value, "1");
    return span_is(value, "1");
}

static bool is_score(struct span value, struct play *play)
{
    int64_t seat = 0;
    if (!span_int(span_word(&value), 1, play->seats, &seat)) {
        return false;
    }
    struct span *score = &play->seat[seat - 1].score;
    *score = score->len == 0 ? span_trim(value) : *score;
    return true;
}

/* Cuts the next of the values, which have a comma and a blank between them. */
static struct span next_value(struct span *rest)
{
    for (size_t i = 0; i + 1 < rest->len; i++) {
        if (rest->ptr[i] == ',' && rest->ptr[i + 1] == ' ') {
            struct span value = span_of(rest->ptr, i);
            *rest = span_skip(*rest, i + 2);
            return value;
        }
    }
    struct span value = *rest;
    *rest = (struct span){NULL, 0};
    return value;
}

/* Where the values begin: behind the last colon that has a blank, or nothing, behind it. 0: there is none. */
static size_t values_at(struct span text)
{
    size_t at = 0;
    for (size_t i = 0; i < text.len; i++) {
        at = text.ptr[i] == ':' && (i + 1 == text.len || text.ptr[i + 1] == ' ') ? i + 1 : at;
    }
    return at;
}

static bool is_row(struct span value, struct play *play)
{
    static const char minus[] = " (-)";
    size_t at = values_at(value);
    if (at == 0 || play->rows == PLAY_ROWS) {
        return false;
    }
    struct play_row *row = &play->row[play->rows];
    struct span rest = span_skip(value, at + 1);
    *row = (struct play_row){.label = span_of(value.ptr, at - 1)};
    size_t mark = row->label.len - (row->label.len < sizeof(minus) - 1 ? row->label.len : sizeof(minus) - 1);
    row->negative = row->label.ptr && span_is(span_skip(row->label, mark), minus);
    row->label.len = row->negative ? mark : row->label.len;
    for (unsigned i = 0; i < play->seats; i++) {
        row->score[i] = next_value(&rest);
    }
    play->rows++;
    return true;
}

/* Which of several plays of one file that say the same it is: that is for imports. */
static bool is_copy(struct span value, struct play *play)
{
    (void)value;
    (void)play;
    return true;
}

static const struct {
    const char *name;
    bool (*take)(struct span value, struct play *play); /* false: it does not say that */
} MEMBERS[] = {
    {"quantity", is_quantity}, {"uncounted", is_uncounted}, {"score", is_score}, {"row", is_row}, {"copy", is_copy},
};

static bool take_member(struct span name, struct span value, struct play *play)
{
    for (size_t i = 0; i < sizeof(MEMBERS) / sizeof(MEMBERS[0]); i++) {
        if (span_is(name, MEMBERS[i].name)) {
            return MEMBERS[i].take(value, play);
        }
    }
    return false;
}

static enum err tell_comments(const struct record *record, struct arena *memory, struct play *play, struct error *error)
{
    size_t size = 0;
    for (size_t i = 0; i < record->notes_count; i++) {
        size += record->notes[i].value.text.len + 1;
    }
    if (size == 0) {
        return ERR_OK;
    }
    char *text = arena_new(memory, size, 1);
    if (!text) {
        return error_raise(error, &MSG_MEMORY);
    }
    struct strbuf out;
    strbuf_wrap(&out, text, size);
    for (size_t i = 0; i < record->notes_count; i++) {
        strbuf_add(&out, i > 0 ? "\n" : "");
        strbuf_add_span(&out, record->notes[i].value.text);
    }
    play->comments = strbuf_span(&out);
    return ERR_OK;
}

enum err play_beside(const struct record *record, struct arena *memory, struct play *play, struct error *error)
{
    play->place = record->place.text;
    for (size_t i = 0; i < record->extras_count; i++) {
        enum play_source source = PLAY_SOURCES;
        struct span name = behind_source(record->extras[i].name.text, &source);
        struct span value = record->extras[i].value.text;
        if (name.len == 0 || take_member(name, value, play) || source != PLAYS_BGSTATS || play->extras == PLAY_EXTRAS) {
            continue;
        }
        play->extra[play->extras++] = (struct play_extra){name, value};
    }
    return tell_comments(record, memory, play, error);
}
