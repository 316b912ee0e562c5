/*
 * A spreadsheet as a stranger may send it. Whatever the bytes, reading ends, with plays of UTF-8 or with an error that
 * has a message and a place; a file that was opened is read through a second time as it was the first.
 */
#include "base/utf8.h"
#include "wire/csv_read.h"
#include "wire/foreign.h"

#include "must.h"

static uint64_t must_be_text(struct span text, uint64_t sum)
{
    must(utf8_valid(text) == text.len);
    must(text.len == 0 || !memchr(text.ptr, '\0', text.len));
    for (size_t i = 0; i < text.len; i++) {
        sum = sum * 31 + (unsigned char)text.ptr[i];
    }
    return sum * 31 + 257;
}

static uint64_t must_be_a_play(const struct play *play, struct span text)
{
    must(play->line >= 1 && play->line <= text.len + 1 && play->id.len <= PLAY_TEXT);
    must(play->rows == 0 && play->extras == 0 && (play->has_day || !play->has_time));
    uint64_t sum = must_be_text(play->id, play->line);
    sum = must_be_text(play->title.name, sum);
    sum = must_be_text(play->place, sum);
    sum = must_be_text(play->comments, sum);
    for (unsigned i = 0; i < play->seats && i < PLAY_SEATS; i++) {
        must(play->seat[i].person.name.len > 0 || play->seat[i].person.anonymous);
        sum = must_be_text(play->seat[i].person.name, sum);
        sum = must_be_text(play->seat[i].score, sum);
        sum = must_be_text(play->seat[i].team, sum);
    }
    return sum;
}

static uint64_t read_all(const struct play_reader *plays, struct span text)
{
    static struct play play;
    struct error error;
    uint64_t sum = 0;
    enum err err;
    while ((err = plays->next(plays->context, &play, &error)) != ERR_END) {
        if (err == ERR_OK) {
            sum = sum * 31 + must_be_a_play(&play, text);
        } else {
            must_explain(err, &error, text);
            sum = sum * 31 + error.line;
        }
    }
    return sum;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct span text = span_of((const char *)data, size);
    struct foreign_reader reader;
    struct spool spool;
    struct error error;
    (void)csv_looks_like(text);
    spool_of(&spool, text);
    enum err err = csv_open(&reader, &spool, &allocator_heap, &error);
    if (err != ERR_OK) {
        must_explain(err, &error, text);
        return 0;
    }
    uint64_t first = read_all(&reader.plays, text);
    must(reader.plays.rewind(reader.plays.context, &error) == ERR_OK);
    must(read_all(&reader.plays, text) == first);
    reader.release(reader.plays.context);
    return 0;
}
