/* What leaves the program: buffered standard output, complaints on standard error, the exit code. */
#include "cli/cli.h"
#include "cli/text.h"

#include <errno.h>
#include <unistd.h>

#include "base/banned.h"

enum { LINE_SIZE = 8192 };

void cli_init(struct cli *cli, const struct allocator *allocator, int in, int out, int err)
{
    *cli = (struct cli){
        .allocator = allocator, .in = in, .out = out, .err = err, .lang = LANG_EN, .database = "dendro.db"};
    strbuf_init(&cli->text, allocator, CLI_TEXT);
}

void cli_release(struct cli *cli)
{
    strbuf_release(&cli->text);
}

const char *cli_say(const struct cli *cli, const char *en, const char *fr)
{
    return cli->lang == LANG_FR ? fr : en;
}

/* Writes all of `s`; the errno of a failure, 0 when it is out. */
static int write_all(int fd, struct span s)
{
    while (s.len > 0) {
        ssize_t n = write(fd, s.ptr, s.len);
        if (n < 0 && errno == EINTR) {
            continue;
        }
        if (n < 0) {
            return errno;
        }
        s = span_skip(s, (size_t)n);
    }
    return 0;
}

bool cli_flush(struct cli *cli)
{
    if (cli->out_errno == 0 && !strbuf_ok(&cli->text)) {
        cli->out_errno = ENOMEM;
    }
    if (cli->out_errno == 0 && cli->text.len > 0) {
        cli->out_errno = write_all(cli->out, strbuf_span(&cli->text));
    }
    strbuf_clear(&cli->text);
    return cli->out_errno == 0;
}

bool cli_push(struct cli *cli)
{
    if (cli->text.len < CLI_FLUSH && strbuf_ok(&cli->text) && cli->out_errno == 0) {
        return true;
    }
    return cli_flush(cli);
}

void cli_tell(struct cli *cli, struct span line)
{
    char memory[LINE_SIZE];
    struct strbuf out;
    (void)cli_flush(cli);
    strbuf_wrap(&out, memory, sizeof(memory) - 1); /* the line feed always fits */
    text_clean(&out, line);
    memory[out.len] = '\n';
    (void)write_all(cli->err, span_of(memory, out.len + 1)); /* there is no channel left to report a failure on */
}

void cli_print(struct cli *cli, struct span line)
{
    text_clean(&cli->text, line);
    strbuf_add_char(&cli->text, '\n');
}

void cli_add_position(struct strbuf *out, const char *file, const struct error *error)
{
    strbuf_add(out, file);
    if (error->line > 0) {
        strbuf_add_char(out, ':');
        strbuf_int(out, error->line);
    }
    if (error->line > 0 && error->column > 0) {
        strbuf_add_char(out, ':');
        strbuf_int(out, error->column);
    }
}

/* `dendro: FILE: sentence`; the file may be NULL. */
static void complain(struct cli *cli, const char *file, const struct error *error)
{
    char memory[LINE_SIZE];
    char sentence[1024];
    struct strbuf line;
    strbuf_wrap(&line, memory, sizeof(memory));
    strbuf_add(&line, "dendro: ");
    if (file) {
        strbuf_add(&line, file);
        strbuf_add(&line, ": ");
    }
    size_t n = error_text(error, cli->lang, sentence, sizeof(sentence));
    strbuf_add_span(&line, span_of(sentence, n));
    cli_tell(cli, strbuf_span(&line));
}

void cli_complain(struct cli *cli, const struct error *error)
{
    complain(cli, NULL, error);
}

int cli_finish(struct cli *cli, enum err err, const struct error *error)
{
    if (err != ERR_OK) {
        cli_complain(cli, error);
    }
    return cli_exit_code(err);
}

int cli_fail(struct cli *cli, const struct error *error)
{
    cli_complain(cli, error);
    return CLI_FAILURE;
}

void cli_complain_file(struct cli *cli, const char *file, const struct error *error)
{
    complain(cli, file, error);
}

int cli_exit_code(enum err code)
{
    static const int CODES[] = {
        [ERR_OK] = CLI_OK,
        [ERR_END] = CLI_OK,
        [ERR_USAGE] = CLI_FAILURE,
        [ERR_SYNTAX] = CLI_PROBLEM,
        [ERR_ENCODING] = CLI_FAILURE,
        [ERR_RULE] = CLI_PROBLEM,
        [ERR_MISMATCH] = CLI_PROBLEM,
        [ERR_NOT_FOUND] = CLI_PROBLEM,
        [ERR_CONFLICT] = CLI_PROBLEM,
        [ERR_DENIED] = CLI_FAILURE,
        [ERR_LIMIT] = CLI_PROBLEM,
        [ERR_MEMORY] = CLI_FAILURE,
        [ERR_IO] = CLI_FAILURE,
        [ERR_CORRUPT] = CLI_FAILURE,
        [ERR_BUSY] = CLI_FAILURE,
    };
    return (size_t)code < sizeof(CODES) / sizeof(CODES[0]) ? CODES[code] : CLI_FAILURE;
}
