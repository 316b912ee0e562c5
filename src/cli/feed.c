/* Files to records: opening them, going on after a broken record, reporting what is wrong. */
#include "cli/feed.h"

#include "base/utf8.h"
#include "cli/input.h"
#include "cli/text.h"

#include "base/banned.h"

enum {
    LINE_SIZE = 4096,
    NAME_WIDTH = 30,      /* columns of a name at the most */
    LARGE_FILE = 16 << 20 /* bytes from which on a bar is shown */
};

void feed_problem_line(const struct cli *cli, const char *file, const char *mark, const struct problem *problem,
                       struct strbuf *out)
{
    cli_add_position(out, file, &problem->error);
    strbuf_add(out, ": ");
    strbuf_add(out, mark);
    problem_text(problem, cli->lang, out);
}

void feed_complain(struct feed *feed, const struct problem *problem)
{
    char memory[LINE_SIZE];
    struct strbuf line;
    strbuf_wrap(&line, memory, sizeof(memory));
    feed_problem_line(feed->cli, feed->file, "", problem, &line);
    cli_tell(feed->cli, strbuf_span(&line));
}

static void raise_code(struct feed *feed, int code)
{
    feed->code = code > feed->code ? code : feed->code;
}

void feed_report(struct feed *feed, const struct problem *problem)
{
    int code = cli_exit_code(problem->error.message->code);
    raise_code(feed, code);
    bar_wipe(&feed->input->bar);
    if (code == CLI_PROBLEM && feed->problem) {
        feed->problem(feed, problem);
    } else {
        feed_complain(feed, problem);
    }
    if (feed->input->size > 0) {
        (void)cli_flush(feed->cli); /* before the bar comes back */
    }
}

void feed_report_error(struct feed *feed, const struct error *error)
{
    struct problem problem = {.error = *error, .seat = -1, .ply = -1};
    feed_report(feed, &problem);
}

/* A file whose reading failed, in the words used for one that cannot be opened. */
static void report_read(struct feed *feed, int number)
{
    struct error error;
    raise_code(feed, cli_exit_code(cli_raise_errno(&error, number)));
    cli_complain_file(feed->cli, feed->file, &error);
}

/* All records of an open file. A reader that failed for want of memory or input would fail forever. */
static void read_records(struct feed *feed, struct input *input)
{
    struct record_reader reader;
    struct record record;
    struct error error;
    record_reader_init(&reader, input_source(input), feed->cli->allocator);
    feed->number = 0;
    while (!feed->stop) {
        enum err err = record_reader_next(&reader, &record, &error);
        if (err == ERR_END) {
            break;
        }
        feed->number++;
        feed->records++;
        if (err == ERR_OK) {
            feed->record(feed, &record);
        } else if (err == ERR_IO) {
            report_read(feed, input->failed);
        } else {
            feed_report_error(feed, &error);
        }
        if (err == ERR_IO || err == ERR_MEMORY || !cli_push(feed->cli)) {
            break;
        }
    }
    record_reader_release(&reader);
}

static void read_file(struct feed *feed)
{
    struct input input;
    struct error error;
    enum err err = input_open(&input, feed->cli, feed->file, feed->progress ? LARGE_FILE : 0, &error);
    if (err != ERR_OK) {
        cli_complain_file(feed->cli, feed->file, &error);
        raise_code(feed, cli_exit_code(err));
        return;
    }
    feed->files++;
    feed->input = &input;
    read_records(feed, &input);
    input_close(&input);
}

int feed_run(struct feed *feed, const char *const *files, size_t count)
{
    static const char *const STANDARD_INPUT[] = {"-"};
    if (count == 0) {
        files = STANDARD_INPUT;
        count = 1;
    }
    replay_init(&feed->replay, feed->cli->allocator);
    for (size_t i = 0; i < count && !feed->stop && feed->cli->out_errno == 0; i++) {
        feed->file = files[i];
        read_file(feed);
    }
    replay_release(&feed->replay);
    return feed->code;
}

static void report_unplayable(void *context, const struct problem *problem)
{
    if (problem->error.message->code != ERR_MISMATCH) {
        feed_report(context, problem);
    }
}

bool feed_play(struct feed *feed, const struct record *record)
{
    struct error error;
    enum err err = record_verify(record, feed->cli->blocks, &feed->replay, report_unplayable, feed, &error);
    return err == ERR_OK || err == ERR_MISMATCH;
}

void feed_names_of(const struct span *players, unsigned count, struct feed_names *names)
{
    for (unsigned i = 0; i < count; i++) {
        struct strbuf out;
        strbuf_wrap(&out, names->memory[i], sizeof(names->memory[i]));
        names->raw[i] = players[i];
        text_clean_cut(&out, span_of(names->raw[i].ptr, utf8_fit(names->raw[i], 96)), NAME_WIDTH);
        if (out.len == 0) {
            strbuf_add(&out, seat_label(i));
        }
        names->clean[i] = strbuf_span(&out);
    }
}

void feed_names(const struct record *record, struct feed_names *names)
{
    struct span players[GAME_PLAYERS];
    for (unsigned i = 0; i < record->seats; i++) {
        players[i] = record->seat[i].text;
    }
    feed_names_of(players, record->seats, names);
}
