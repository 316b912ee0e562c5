/* One file of an import: what it is, what was wrong with its records, and what becomes of it. */
#include "base/system.h"
#include "cli/feed.h"
#include "cli/import.h"
#include "wire/exchange.h"
#include "wire/import_choice.h"

#include "base/banned.h"

enum { LINE_SIZE = 4096, BAR_FROM = 1 << 20 };

void import_raise_code(struct import *import, int code)
{
    import->code = code > import->code ? code : import->code;
}

/* `FILE:LINE:COL: contested: seat 2: total: written 58, computed 62` */
static void write_line(struct import *import, const struct problem *problem, bool refused, struct strbuf *line)
{
    struct cli *cli = import->cli;
    const char *mark = refused || problem_is_warning(problem) ? "" : cli_say(cli, "contested: ", "contesté : ");
    feed_problem_line(cli, import->file, mark, problem, line);
}

void import_problem(void *context, const struct problem *problem, bool refused)
{
    struct import *import = context;
    struct cli *cli = import->cli;
    int refusal = import->foreign ? CLI_PROBLEM : cli_exit_code(problem->error.message->code);
    int code = refused ? refusal : CLI_OK;
    char memory[LINE_SIZE];
    struct strbuf line;
    strbuf_wrap(&line, memory, sizeof(memory));
    import_raise_code(import, code);
    bar_wipe(&import->input.bar);
    if (code == CLI_FAILURE) {
        write_line(import, problem, refused, &line);
        cli_tell(cli, strbuf_span(&line));
    } else if (import->json) {
        struct error error;
        if (wire_import_problem(span_from(import->file), problem, refused, cli->lang, &cli->text, &error) != ERR_OK) {
            cli_complain(cli, &error);
            import_raise_code(import, CLI_FAILURE);
        }
    } else {
        write_line(import, problem, refused, &line);
        cli_print(cli, strbuf_span(&line));
    }
    if (import->input.size > 0) {
        (void)cli_flush(cli); /* before the bar comes back */
    } else {
        (void)cli_push(cli);
    }
}

void import_add_tally(struct import *import, const struct import_tally *tally)
{
    struct import_tally *sum = &import->tally;
    sum->records += tally->records;
    sum->added += tally->added;
    sum->known += tally->known;
    sum->contested += tally->contested;
    sum->refused += tally->refused;
    sum->corrected += tally->corrected;
    sum->voided += tally->voided;
    sum->number = tally->number != 0 ? tally->number : sum->number;
}

/* `dendro: FILE:LINE:COL: sentence` */
void import_complain(struct import *import, const struct error *error)
{
    char memory[LINE_SIZE];
    struct strbuf position;
    strbuf_wrap(&position, memory, sizeof(memory));
    cli_add_position(&position, import->file, error);
    bar_wipe(&import->input.bar);
    import_raise_code(import, CLI_FAILURE);
    cli_complain_file(import->cli, strbuf_ok(&position) ? strbuf_text(&position) : import->file, error);
}

/* ---- records ---- */

static bool import_named_records(struct import *import, struct import_names *names)
{
    struct input *input = &import->input;
    struct import_listener listener = {.problem = import_problem,
                                       .context = import,
                                       .strict = import->options.strict,
                                       .slow = !input->whole,
                                       .dry_run = import->options.dry_run,
                                       .number = import->tally.number,
                                       .would = &import->would,
                                       .names = names};
    struct import_tally tally = {.records = 0};
    struct error error;
    if (import->options.titles_count + import->options.players_count > 0) {
        (void)!error_raise(&error, &CHOICE_MSG_RECORD);
        import_complain(import, &error);
        return true;
    }
    enum err err = service_import(import->service, AUTHOR_CLI, input_source(input), &listener, &tally, &error);
    import_add_tally(import, &tally);
    bar_wipe(&input->bar);
    if (input->failed != 0) {
        (void)!system_raise(&error, input->failed);
        import_complain(import, &error);
        return true;
    }
    if (err != ERR_OK) {
        import_raise_code(import, cli_fail(import->cli, &error));
        return false;
    }
    if (import->options.dry_run && import->json) {
        struct wire_plays report = {
            span_from(import->file), &tally, foreign_formats[FOREIGN_RECORD], true, names, NULL};
        if (wire_plays_report(&report, &import->cli->text, &error) != ERR_OK) {
            import_complain(import, &error);
        }
    }
    return true;
}

static bool import_records(struct import *import)
{
    struct import_names *names = NULL;
    struct error error;
    bool told = import->options.dry_run && import->json;
    if (told && import_names_new(import->cli->allocator, &names, &error) != ERR_OK) {
        import_complain(import, &error);
        return true;
    }
    bool go_on = import_named_records(import, names);
    import_names_free(names);
    return go_on;
}

/* ---- what it is ---- */

static bool import_open(struct import *import)
{
    char bytes[CHOICE_BYTES];
    struct span first;
    struct error error;
    enum foreign_format format = import->format;
    if (!import->has_format) {
        enum err err = input_peek(&import->input, bytes, sizeof(bytes), choice_enough, &first, &error);
        err = err == ERR_OK ? choice_format(first, &format, &error) : err;
        if (err != ERR_OK) {
            import_complain(import, &error);
            return true;
        }
    }
    import->foreign = format != FOREIGN_RECORD;
    return import->foreign ? import_plays(import, format) : import_records(import);
}

bool import_file(struct import *import)
{
    struct input *input = &import->input;
    struct error error;
    if (input_open(input, import->cli, import->file, import->quiet ? 0 : BAR_FROM, &error) != ERR_OK) {
        import_complain(import, &error);
        return true;
    }
    bool go_on = import_open(import);
    input_close(input);
    return go_on;
}
