/* Files to records: opening them, going on after a broken record, reporting what is wrong. */
#include "cli/feed.h"

#include "base/system.h"
#include "base/utf8.h"
#include "cli/input.h"
#include "cli/text.h"
#include "service/service.h"

#include "base/banned.h"

enum {
    LINE_SIZE = 4096,
    HELD = 256,           /* problems of a record that are put in order */
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

static void show(struct feed *feed, const struct problem *problem)
{
    int code = cli_exit_code(problem->error.message->code);
    if (feed->input) {
        bar_wipe(&feed->input->bar);
    }
    if (code != CLI_FAILURE && feed->problem) {
        feed->problem(feed, problem);
    } else {
        feed_complain(feed, problem);
    }
    if (feed->input && feed->input->size > 0) {
        (void)cli_flush(feed->cli); /* before the bar comes back */
    }
}

static void show_held(struct feed *feed)
{
    for (size_t i = 0; i < feed->held_count; i++) {
        show(feed, &feed->held[i]);
    }
    feed->held_count = 0;
}

static bool is_behind(const struct error *a, const struct error *b)
{
    return a->line != b->line ? a->line > b->line : a->column > b->column;
}

void feed_hold(struct feed *feed, const struct problem *problem)
{
    if (feed->held_count == HELD) {
        show_held(feed);
    }
    size_t at = feed->held_count++;
    for (; at > 0 && is_behind(&feed->held[at - 1].error, &problem->error); at--) {
        feed->held[at] = feed->held[at - 1];
    }
    feed->held[at] = *problem;
}

void feed_report(struct feed *feed, const struct problem *problem)
{
    raise_code(feed, cli_exit_code(problem->error.message->code));
    feed_hold(feed, problem);
}

void feed_report_error(struct feed *feed, const struct error *error)
{
    struct problem problem = problem_of(error);
    feed_report(feed, &problem);
}

/* A file whose reading failed, in the words used for one that cannot be opened. */
static void report_read(struct feed *feed, int number)
{
    struct error error;
    raise_code(feed, cli_exit_code(system_raise(&error, number)));
    cli_complain_file(feed->cli, feed->file, &error);
}

/* A line that cannot be read. */
static void on_complaint(void *context, const struct error *error)
{
    feed_report_error(context, error);
}

static void on_problem(void *context, const struct problem *problem)
{
    feed_report(context, problem);
}

void feed_merged(struct feed *feed, const struct record *record)
{
    if (feed->club) {
        service_merged_twice(feed->club, record, on_problem, feed);
    }
}

/* Lines of the record could not be read, and were reported: what is wrong with the others. */
static void judge_rest(struct feed *feed, const struct record *record)
{
    struct error error;
    enum err err = record_verify(record, feed->cli->blocks, &feed->replay, on_problem, feed, &error);
    (void)err; /* every problem has been reported one by one */
    feed_merged(feed, record);
}

/* All records of an open file. A reader that failed for want of memory or input would fail forever. */
static void read_records(struct feed *feed, struct input *input)
{
    struct record_reader reader;
    struct record record;
    struct error error;
    record_reader_init(&reader, input_source(input), feed->cli->allocator);
    reader.complain = on_complaint;
    reader.complain_context = feed;
    feed->number = 0;
    while (!feed->stop) {
        feed->number++;
        enum err err = record_reader_next(&reader, &record, &error);
        if (err == ERR_END) {
            feed->number--;
            break;
        }
        feed->records++;
        if (err == ERR_OK) {
            feed->record(feed, &record);
        } else if (err == ERR_IO) {
            report_read(feed, input->failed);
        } else if (err == ERR_SYNTAX && reader.complaints > 0) {
            judge_rest(feed, &record);
        } else {
            feed_report_error(feed, &error);
        }
        show_held(feed);
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

enum err feed_begin(struct feed *feed, struct error *error)
{
    feed->held = mem_new(feed->cli->allocator, HELD, sizeof(*feed->held));
    return feed->held ? ERR_OK : error_raise(error, &MSG_MEMORY);
}

void feed_end(struct feed *feed)
{
    show_held(feed);
    mem_free(feed->cli->allocator, feed->held);
    feed->held = NULL;
}

int feed_run(struct feed *feed, const char *const *files, size_t count)
{
    static const char *const STANDARD_INPUT[] = {"-"};
    if (count == 0) {
        files = STANDARD_INPUT;
        count = 1;
    }
    struct error error;
    if (feed_begin(feed, &error) != ERR_OK) {
        return cli_fail(feed->cli, &error);
    }
    replay_init(&feed->replay, feed->cli->allocator);
    for (size_t i = 0; i < count && !feed->stop && feed->cli->out_errno == 0; i++) {
        feed->file = files[i];
        read_file(feed);
    }
    replay_release(&feed->replay);
    feed_end(feed);
    return feed->code;
}

static void report_unplayable(void *context, const struct problem *problem)
{
    if (problem->error.message->code != ERR_MISMATCH) {
        feed_report(context, problem);
    }
}

static void hold_person(void *context, const struct problem *problem)
{
    feed_hold(context, problem);
}

void feed_people(struct feed *feed, const struct record *record)
{
    record_people(record, hold_person, feed);
    record_warn_place(record, hold_person, feed);
}

bool feed_play(struct feed *feed, const struct record *record)
{
    struct error error;
    feed_people(feed, record);
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
