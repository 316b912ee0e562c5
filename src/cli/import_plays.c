/*
 * The plays of a file of another program. The file is read more than once, so
 * what comes through a pipe is spooled to a file without a name first.
 */
#include "base/system.h"
#include "base/world.h"
#include "cli/import.h"
#include "cli/text.h"
#include "http/config.h"
#include "wire/exchange.h"

#include "base/banned.h"

enum { PAUSE_MS = 10 /* between two slices: whoever waits to write looks every few milliseconds */ };

/* ---- the file ---- */

static const struct message MSG_LONG = {
    ERR_LIMIT, "import.too-long",
    "more than %1 bytes: save it as a file, which is read where it is, or set DENDRO_IMPORT_LIMIT",
    "plus de %1 octets : enregistrez-le dans un fichier, lu là où il est, ou réglez DENDRO_IMPORT_LIMIT"};

/* What the daemon takes of one import, it takes of the disk here: a pipe may have no end. */
static enum err spool_limit(const struct cli *cli, uint64_t *limit, struct error *error)
{
    struct config config;
    config_init(&config);
    enum err err = cli->import_limit
                       ? config_set(&config, SPAN_LITERAL("import-limit"), span_from(cli->import_limit), error)
                       : ERR_OK;
    *limit = (uint64_t)config.import_limit;
    return err;
}

static enum err spool_piece(struct spool *spool, struct span piece, uint64_t limit, struct error *error)
{
    return spool->size + piece.len > limit ? error_raise_int(error, &MSG_LONG, (int64_t)limit)
                                           : spool_add(spool, piece, error);
}

static enum err spool_input(struct import *import, struct spool *spool, struct error *error)
{
    struct input *input = &import->input;
    struct source source = input_source(input);
    char piece[16 << 10];
    uint64_t limit = 0;
    ptrdiff_t n;
    if (input->whole) {
        return spool_borrow(spool, input->fd, error);
    }
    enum err err = spool_limit(import->cli, &limit, error);
    if (err != ERR_OK) {
        return err;
    }
    err = spool_make(spool, import->cli->temporary ? import->cli->temporary : "/tmp", error);
    while (err == ERR_OK && (n = source.read(source.context, piece, sizeof(piece))) != 0) {
        err = n < 0 ? system_raise(error, input->failed) : spool_piece(spool, span_of(piece, (size_t)n), limit, error);
    }
    return err;
}

/* ---- its plays ---- */

static void report_json(struct import *import, enum foreign_format format, const struct plays_import *plays)
{
    struct error error;
    struct wire_plays report = {.file = span_from(import->file),
                                .tally = plays_import_tally(plays),
                                .format = foreign_formats[format],
                                .dry_run = import->options.dry_run,
                                .names = plays_import_names(plays)};
    if (wire_plays_report(&report, &import->cli->text, &error) != ERR_OK) {
        import_complain(import, &error);
    }
}

static enum err work_off(struct import *import, struct plays_import *plays, const struct spool *spool,
                         struct error *error)
{
    struct input *input = &import->input;
    bool done = false;
    for (;;) {
        enum err err = plays_import_some(plays, &done, error);
        if (err != ERR_OK || done) {
            return err;
        }
        if (input->size > 0) {
            bar_draw(&input->bar, (int64_t)spool->at, (int64_t)spool->size);
        }
        if (!import->options.dry_run) {
            pause_ms(PAUSE_MS);
        }
    }
}

/* What is on disk is counted and told, whether the rest came to it or not. */
static bool import_opened(struct import *import, enum foreign_format format, const struct foreign_file *file,
                          const struct spool *spool)
{
    struct plays_import *plays = NULL;
    struct error error;
    struct import_listener listener = {.problem = import_problem,
                                       .context = import,
                                       .strict = import->options.strict,
                                       .dry_run = import->options.dry_run,
                                       .number = import->tally.number,
                                       .would = &import->would};
    import->options.number = import->tally.number;
    enum err err = plays_import_begin(import->service, AUTHOR_CLI, foreign_plays(file), &import->options, &listener,
                                      &plays, &error);
    if (err != ERR_OK) {
        plays_import_end(plays);
        import_complain(import, &error);
        return !err_is_fatal(err);
    }
    err = work_off(import, plays, spool, &error);
    bar_wipe(&import->input.bar);
    import_add_tally(import, plays_import_tally(plays));
    if (import->json) {
        report_json(import, format, plays);
    } else if (!import->quiet && err == ERR_OK) {
        import_tell_names(import, plays);
    }
    plays_import_end(plays);
    if (err != ERR_OK) {
        import_complain(import, &error);
    }
    return err == ERR_OK || !err_is_fatal(err);
}

bool import_plays(struct import *import, enum foreign_format format)
{
    struct spool spool = {.fd = -1};
    struct foreign_file *file = NULL;
    struct error error;
    bool go_on = true;
    enum err err = spool_input(import, &spool, &error);
    err = err == ERR_OK ? foreign_open(&file, &spool, format, import->cli->allocator, &error) : err;
    if (err == ERR_OK) {
        go_on = import_opened(import, format, file, &spool);
    } else {
        import_complain(import, &error);
    }
    foreign_close(file);
    spool_close(&spool);
    return go_on;
}

/* ---- who and what is new ---- */

enum { NAMES_TOLD = 40, LINE_SIZE = 2048, NAME_WIDTH = 60 };

/* A word for a shell: as it is, or in quotes. */
static void add_word(struct strbuf *out, struct span from, struct span to)
{
    char memory[LINE_SIZE];
    struct strbuf word;
    strbuf_wrap(&word, memory, sizeof(memory));
    strbuf_add_span(&word, from);
    strbuf_add_char(&word, '=');
    strbuf_add_span(&word, to);
    struct span text = strbuf_span(&word);
    bool plain = true;
    for (size_t i = 0; i < text.len; i++) {
        unsigned char c = (unsigned char)text.ptr[i];
        plain = plain && (c >= 0x80 || (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
                          memchr("=-_.@", c, 5));
    }
    strbuf_add(out, plain ? "" : "'");
    for (size_t i = 0; i < text.len; i++) {
        if (text.ptr[i] == '\'') {
            strbuf_add(out, "'\\''");
        } else {
            strbuf_add_char(out, text.ptr[i]);
        }
    }
    strbuf_add(out, plain ? "" : "'");
}

/* `Amelie, 2 plays`; one that is new under another name, which a mapping said: `Amelie, 2 plays, as Zoé` */
static void add_name(const struct cli *cli, struct strbuf *out, const struct plays_name *name)
{
    struct span shown = name->name.len > 0 ? name->name : name->id;
    text_clean_cut(out, shown, NAME_WIDTH);
    strbuf_add(out, ", ");
    text_count(out, name->plays, cli_say(cli, "play", "partie"), cli_say(cli, "plays", "parties"));
    if (name->ours.len == 0 && name->named.len > 0 && !span_equal(name->named, shown)) {
        strbuf_add(out, cli_say(cli, ", as ", ", sous le nom "));
        text_clean_cut(out, name->named, NAME_WIDTH);
    }
}

/* `new person: Amelie, 2 plays; looks like Amélie: --player Amelie=Amélie`. False: not worth a line. */
static bool add_person(const struct cli *cli, struct strbuf *out, const struct plays_name *name)
{
    if (name->ours.len > 0) {
        return false;
    }
    strbuf_add(out, cli_say(cli, "new person: ", "nouvelle personne : "));
    add_name(cli, out, name);
    if (name->alike.len > 0) {
        strbuf_add(out, cli_say(cli, "; looks like ", " ; ressemble à "));
        text_clean_cut(out, name->alike_name, NAME_WIDTH);
        strbuf_add(out, cli_say(cli, ": --player ", " : --player "));
        add_word(out, name->name.len > 0 ? name->name : name->id, name->alike_name);
    }
    return true;
}

/* `title: Ecosystem, 3 plays, is Foret`, `new title: Azul, 2 plays` */
static bool add_title(const struct cli *cli, struct strbuf *out, const struct plays_name *name)
{
    strbuf_add(out, name->ours.len > 0 ? cli_say(cli, "title: ", "titre : ")
                                       : cli_say(cli, "new title: ", "nouveau titre : "));
    add_name(cli, out, name);
    if (name->ours.len > 0) {
        strbuf_add(out, cli_say(cli, ", is ", ", est "));
        text_clean_cut(out, name->named.len > 0 ? name->named : name->ours, NAME_WIDTH);
    }
    return true;
}

/* One list: those that are not told one by one are counted. */
struct names_of {
    size_t (*get)(const struct import_names *names, size_t offset, struct plays_name *out, size_t room);
    bool (*add)(const struct cli *cli, struct strbuf *out, const struct plays_name *name);
    const char *more_en, *more_fr;
};

static void print_line(struct import *import, struct span text)
{
    char memory[LINE_SIZE + 512];
    struct strbuf line;
    strbuf_wrap(&line, memory, sizeof(memory));
    strbuf_add(&line, import->file);
    strbuf_add(&line, ": ");
    strbuf_add_span(&line, text);
    cli_print(import->cli, strbuf_span(&line));
    (void)cli_push(import->cli);
}

static void tell_names(struct import *import, const struct plays_import *plays, const struct names_of *of)
{
    enum { AT_ONCE = 64 };
    struct plays_name some[AT_ONCE];
    char memory[LINE_SIZE];
    struct strbuf line;
    int64_t told = 0;
    size_t at = 0;
    size_t got = AT_ONCE;
    strbuf_wrap(&line, memory, sizeof(memory));
    for (; got == AT_ONCE; at += got) {
        got = of->get(plays_import_names(plays), at, some, AT_ONCE);
        for (size_t i = 0; i < got; i++) {
            strbuf_clear(&line);
            if (of->add(import->cli, &line, &some[i]) && told++ < NAMES_TOLD) {
                print_line(import, strbuf_span(&line));
            }
        }
    }
    if (told > NAMES_TOLD) {
        strbuf_clear(&line);
        strbuf_int(&line, told - NAMES_TOLD);
        strbuf_add(&line, cli_say(import->cli, of->more_en, of->more_fr));
        print_line(import, strbuf_span(&line));
    }
}

void import_tell_names(struct import *import, const struct plays_import *plays)
{
    static const struct names_of people = {import_names_people, add_person, " more new people",
                                           " autres nouvelles personnes"};
    static const struct names_of titles = {import_names_titles, add_title, " more titles", " autres titres"};
    tell_names(import, plays, &people);
    tell_names(import, plays, &titles);
}
