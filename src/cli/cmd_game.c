/*
 * dendro game: single games of the database, for the organiser. What it changes becomes an entry of the log; nothing is
 * taken out of it.
 */
#include "base/date.h"
#include "cli/database.h"
#include "cli/feed.h"
#include "cli/input.h"
#include "cli/kinds.h"
#include "cli/sheet.h"
#include "cli/text.h"
#include "cli/values.h"
#include "service/reading.h"
#include "wire/bgstats_link.h"

#include "base/banned.h"

enum { GAME_DB, GAME_OPTIONS_COUNT };
enum { LINE_SIZE = 4096, NAME_WIDTH = 30 };

static const struct cli_option DB[GAME_OPTIONS_COUNT] = {[GAME_DB] = CLI_OPTION_DB};

/* What a command does with the game of that number. */
typedef enum err game_fn(struct cli *cli, struct service *service, int64_t id, const struct cli_arguments *arguments,
                         struct error *error);

/* Calls `fn` with the open database and the game that the first operand names; the exit code. */
static int game_run(struct cli *cli, const struct cli_arguments *arguments, enum service_mode mode, game_fn *fn)
{
    int64_t id = 0;
    struct service *service = NULL;
    struct error error;
    if (value_game_number(arguments->operands[0], &id, &error) != ERR_OK) {
        return cli_fail(cli, &error);
    }
    if (!database_open(cli, &arguments->value[GAME_DB], mode, &service)) {
        return CLI_FAILURE;
    }
    enum err err = fn(cli, service, id, arguments, &error);
    service_close(service);
    return cli_finish(cli, err, &error);
}

/* ---- list ---- */

enum { LIST_DB, LIST_PLAYER, LIST_SINCE, LIST_OPTIONS };

static const struct cli_option LIST[LIST_OPTIONS] = {
    [LIST_DB] = CLI_OPTION_DB,
    [LIST_PLAYER] = CLI_OPTION_PLAYER,
    [LIST_SINCE] = CLI_OPTION_SINCE,
};

static void add_player(const struct seat_info *seat, int64_t scale, enum lang lang, struct strbuf *out)
{
    if (seat->person.len == 0) {
        kinds_guest(out, lang);
    } else if (seat->name.len > 0) {
        text_clean_cut(out, seat->name, NAME_WIDTH);
    } else {
        strbuf_add_char(out, '@');
        strbuf_add_span(out, seat->person);
    }
    if (seat->has_result && seat->has_total) {
        strbuf_add_char(out, ' ');
        strbuf_points(out, seat->total, (int32_t)scale);
    } else if (seat->has_result && seat->rank > 0) {
        strbuf_add(out, " #");
        strbuf_int(out, seat->rank);
    }
}

/* In French for who speaks it; what is not known stays as it is. */
static struct span status_word(struct span status, enum lang lang)
{
    enum game_status known;
    return game_status_parse(status, &known) ? span_from(name_in(&game_status_names[known], lang)) : status;
}

/* `12  2026-11-13  foret standard table      finished    Amélie 50, Ferdinand 36, Mana 43` */
static void write_game(const struct game_info *game, enum lang lang, struct strbuf *out)
{
    enum { WHAT_WIDTH = 24 /* grandbois standard table */, WHAT_WIDTH_FR = 26 /* complet */, STATUS_WIDTH = 10 };
    char day[DATE_SIZE] = "-";
    char memory[128];
    struct strbuf what;
    if (game->has_day) {
        date_format(game->day, day);
    }
    strbuf_int_right(out, game->id, 6);
    strbuf_add(out, "  ");
    strbuf_pad(out, span_from(day), 10);
    strbuf_add(out, "  ");
    strbuf_wrap(&what, memory, sizeof(memory));
    kinds_add(&what, lang, game->game, &game->title, game->variant, game->level, " ");
    strbuf_pad(out, strbuf_span(&what), lang == LANG_FR ? WHAT_WIDTH_FR : WHAT_WIDTH);
    strbuf_add(out, "  ");
    strbuf_pad(out, status_word(game->status, lang), STATUS_WIDTH);
    for (unsigned i = 0; i < game->seats_count; i++) {
        strbuf_add(out, i > 0 ? ", " : "  ");
        add_player(&game->seats[i], game->scale, lang, out);
    }
    strbuf_add_char(out, '\n');
}

struct listing {
    struct cli *cli;
    int64_t count;
};

static enum err on_game(void *context, const struct game_info *game, struct error *error)
{
    (void)error;
    struct listing *listing = context;
    listing->count++;
    write_game(game, listing->cli->lang, &listing->cli->text);
    return cli_push(listing->cli) ? ERR_OK : ERR_END;
}

static int run_list(struct cli *cli, const struct cli_arguments *arguments)
{
    const struct cli_value *value = arguments->value;
    struct game_filter filter = {.person = span_from(value[LIST_PLAYER].text)};
    struct service *service = NULL;
    struct error error;
    if (value[LIST_SINCE].set) {
        filter.has_since = true;
        enum err err = value_day(value[LIST_SINCE].text, "since", &filter.since, &error);
        if (err != ERR_OK) {
            return cli_finish(cli, err, &error);
        }
    }
    if (!database_open(cli, &value[LIST_DB], SERVICE_READ, &service)) {
        return CLI_FAILURE;
    }
    struct listing listing = {.cli = cli};
    enum err err = service_games(service, &filter, on_game, &listing, &error);
    service_close(service);
    if (err == ERR_OK && listing.count == 0) {
        database_tell_no_game(cli);
    }
    return cli_finish(cli, err, &error);
}

static const struct command GAME_LIST = {
    .name = "game list",
    .en = "a line a game: number, day, what was played, players and totals",
    .fr = "une ligne par partie : numéro, jour, jeu, joueurs et totaux",
    .options = LIST,
    .options_count = LIST_OPTIONS,
    .run = run_list,
};

/* ---- show ---- */

static enum err on_info(void *context, const struct game_info *game, struct error *error)
{
    (void)error;
    struct cli *cli = context;
    write_game(game, cli->lang, &cli->text);
    return ERR_OK;
}

/* What an entry did to its game; those of the log keep their ids in exports. */
static const struct name KINDS[] = {
    {"open", "open", "début"},      {"import", "import", "import"},         {"moves", "moves", "coups"},
    {"back", "back", "reprise"},    {"correct", "correct", "correction"},   {"abandon", "abandon", "abandon"},
    {"void", "void", "annulation"}, {"unvoid", "unvoid", "rétablissement"},
};

static struct span kind_word(struct span kind, enum lang lang)
{
    int at = name_find(KINDS, sizeof(KINDS) / sizeof(KINDS[0]), kind);
    return at < 0 ? kind : span_from(name_in(&KINDS[at], lang));
}

/* The reason that an entry gives in its first line; empty: none. */
static struct span reason_of(struct span body)
{
    struct span line = span_cut(&body, '\n');
    return span_starts(line, "reason ") ? span_skip(line, strlen("reason ")) : (struct span){NULL, 0};
}

/* `  entry 31  2026-11-14T09:12:44.120Z  cli  void: counted twice` */
static enum err on_entry(void *context, const struct game_entry *entry, struct error *error)
{
    (void)error;
    struct cli *cli = context;
    struct strbuf *out = &cli->text;
    char at[DATE_TIME_SIZE];
    date_time_format(entry->at, at);
    strbuf_add(out, cli_say(cli, "  entry ", "  entrée "));
    strbuf_int(out, entry->seq);
    strbuf_add(out, "  ");
    strbuf_add(out, at);
    strbuf_add(out, "  ");
    text_clean(out, entry->author);
    strbuf_add(out, "  ");
    text_clean(out, kind_word(entry->kind, cli->lang));
    struct span reason = reason_of(entry->body);
    if (reason.len > 0) {
        strbuf_add(out, cli_say(cli, ": ", " : "));
        text_clean(out, reason);
    }
    strbuf_add_char(out, '\n');
    return cli_push(cli) ? ERR_OK : ERR_END;
}

static void add_sheet(struct cli *cli, const struct board *board)
{
    const struct setup *setup = &board->replay->setup;
    struct outcome outcome;
    struct feed_names names;
    setup->game->outcome(setup, board->replay->state, &outcome);
    feed_names_of(board->players, board->seats, &names);
    sheet_write(cli, setup, &outcome, &names, &cli->text);
}

/* The score of the game as it stands. */
static enum err add_board(struct cli *cli, struct service *service, int64_t id, struct error *error)
{
    struct board *board = mem_new(cli->allocator, 1, sizeof(*board));
    if (!board) {
        return error_raise(error, &MSG_MEMORY);
    }
    enum err err = service_board(service, id, board, error);
    if (err == ERR_OK) {
        add_sheet(cli, board);
    }
    mem_free(cli->allocator, board);
    return err;
}

static enum err show(struct cli *cli, struct service *service, int64_t id, const struct cli_arguments *arguments,
                     struct error *error)
{
    (void)arguments;
    enum err err = service_game_info(service, id, on_info, cli, error);
    if (err != ERR_OK) {
        return err;
    }
    err = service_game_entries(service, id, 0, on_entry, cli, error);
    if (err != ERR_OK) {
        return err;
    }
    return add_board(cli, service, id, error);
}

static int run_show(struct cli *cli, const struct cli_arguments *arguments)
{
    return game_run(cli, arguments, SERVICE_READ, show);
}

static const struct command GAME_SHOW = {
    .name = "game show",
    .en = "one game: what happened to it, and its score",
    .fr = "une partie : ce qui lui est arrivé, et ses points",
    .options = DB,
    .options_count = GAME_OPTIONS_COUNT,
    .operands = "ID",
    .operands_min = 1,
    .operands_max = 1,
    .run = run_show,
};

/* ---- record ---- */

enum { RECORD_DB, RECORD_HANDLES, RECORD_OPTIONS };

static const struct cli_option RECORD[RECORD_OPTIONS] = {
    [RECORD_DB] = CLI_OPTION_DB,
    [RECORD_HANDLES] = {.name = "handles",
                        .kind = CLI_FLAG,
                        .en = "players by handle, as the log has them",
                        .fr = "les joueurs par identifiant, comme au journal"},
};

static enum err print_record(struct cli *cli, struct service *service, int64_t id,
                             const struct cli_arguments *arguments, struct error *error)
{
    return service_record(service, id, arguments->value[RECORD_HANDLES].set, &cli->text, error);
}

static int run_record(struct cli *cli, const struct cli_arguments *arguments)
{
    return game_run(cli, arguments, SERVICE_READ, print_record);
}

static const struct command GAME_RECORD = {
    .name = "game record",
    .en = "the record of one game, in canonical spelling",
    .fr = "le relevé d'une partie, en écriture canonique",
    .options = RECORD,
    .options_count = RECORD_OPTIONS,
    .operands = "ID",
    .operands_min = 1,
    .operands_max = 1,
    .run = run_record,
};

/* ---- bgstats ---- */

static enum err print_link(struct cli *cli, struct service *service, int64_t id, const struct cli_arguments *arguments,
                           struct error *error)
{
    (void)arguments;
    enum err err = bgstats_link_url(service, id, &cli->text, error);
    if (err == ERR_OK) {
        strbuf_add_char(&cli->text, '\n');
    }
    return err;
}

static int run_bgstats(struct cli *cli, const struct cli_arguments *arguments)
{
    return game_run(cli, arguments, SERVICE_READ, print_link);
}

static const struct command GAME_BGSTATS = {
    .name = "game bgstats",
    .en = "a link that hands a finished game to the BG Stats app",
    .fr = "un lien qui transmet une partie terminée à l'application BG Stats",
    .options = DB,
    .options_count = GAME_OPTIONS_COUNT,
    .operands = "ID",
    .operands_min = 1,
    .operands_max = 1,
    .run = run_bgstats,
};

/* ---- void, unvoid and abandon ---- */

enum { CHANGE_DB, CHANGE_REASON, CHANGE_OPTIONS };

#define OPTION_REASON(must)                                                      \
    {                                                                            \
        .name = "reason", .kind = CLI_WORD, .required = (must), .value = "TEXT", \
        .en = "why, in one line: it is kept in the log, so no names",            \
        .fr = "pourquoi, en une ligne : cela reste au journal, donc sans noms"   \
    }

static const struct cli_option CHANGE[CHANGE_OPTIONS] = {
    [CHANGE_DB] = CLI_OPTION_DB, [CHANGE_REASON] = OPTION_REASON(true)};
static const struct cli_option ABANDON[CHANGE_OPTIONS] = {
    [CHANGE_DB] = CLI_OPTION_DB, [CHANGE_REASON] = OPTION_REASON(false)};

static enum err declare_void(struct cli *cli, struct service *service, int64_t id,
                             const struct cli_arguments *arguments, struct error *error)
{
    (void)cli;
    struct receipt receipt;
    return service_void(service, AUTHOR_CLI, id, span_from(arguments->value[CHANGE_REASON].text), &receipt, error);
}

static enum err count_again(struct cli *cli, struct service *service, int64_t id, const struct cli_arguments *arguments,
                            struct error *error)
{
    (void)cli;
    struct receipt receipt;
    return service_unvoid(service, AUTHOR_CLI, id, span_from(arguments->value[CHANGE_REASON].text), &receipt, error);
}

static enum err abandon(struct cli *cli, struct service *service, int64_t id, const struct cli_arguments *arguments,
                        struct error *error)
{
    (void)cli;
    struct receipt receipt;
    return service_abandon(service, AUTHOR_CLI, id, span_from(arguments->value[CHANGE_REASON].text), &receipt, error);
}

static int run_void(struct cli *cli, const struct cli_arguments *arguments)
{
    return game_run(cli, arguments, SERVICE_WRITE, declare_void);
}

static int run_unvoid(struct cli *cli, const struct cli_arguments *arguments)
{
    return game_run(cli, arguments, SERVICE_WRITE, count_again);
}

static int run_abandon(struct cli *cli, const struct cli_arguments *arguments)
{
    return game_run(cli, arguments, SERVICE_WRITE, abandon);
}

static const struct command GAME_VOID_COMMAND = {
    .name = "game void",
    .en = "the game does not count; it stays readable",
    .fr = "la partie ne compte pas ; elle reste lisible",
    .options = CHANGE,
    .options_count = CHANGE_OPTIONS,
    .operands = "ID",
    .operands_min = 1,
    .operands_max = 1,
    .run = run_void,
};

static const struct command GAME_UNVOID = {
    .name = "game unvoid",
    .en = "a void game counts after all: it is what it was before",
    .fr = "une partie annulée compte tout de même : elle redevient ce qu'elle était",
    .more_en = "Refused when two of its seats are one person by now, because people were merged.\n",
    .more_fr = "Refusé si deux de ses sièges sont devenus une seule personne par une fusion.\n",
    .options = CHANGE,
    .options_count = CHANGE_OPTIONS,
    .operands = "ID",
    .operands_min = 1,
    .operands_max = 1,
    .run = run_unvoid,
};

static const struct command GAME_ABANDON = {
    .name = "game abandon",
    .en = "end a game that nobody will finish, without a result",
    .fr = "clore sans résultat une partie que personne ne finira",
    .options = ABANDON,
    .options_count = CHANGE_OPTIONS,
    .operands = "ID",
    .operands_min = 1,
    .operands_max = 1,
    .run = run_abandon,
};

/* ---- correct ---- */

struct correction {
    struct cli *cli;
    struct feed feed;   /* puts what is wrong in the order of the lines */
    bool unread;        /* the file cannot be read */
    struct strbuf text; /* of the file */
    struct record_reader reader;
    bool told; /* something that refuses the record has been held */
};

/* What is wrong with the record, or contested in it. */
static void on_problem(void *context, const struct problem *problem)
{
    struct correction *correction = context;
    correction->told = correction->told || !problem_is_warning(problem);
    feed_hold(&correction->feed, problem);
}

/* A line that cannot be read. */
static void on_complaint(void *context, const struct error *error)
{
    struct problem problem = problem_of(error);
    on_problem(context, &problem);
}

/* Of a correction that was made: on standard output, as import does. */
static void print_problem(struct feed *feed, const struct problem *problem)
{
    char memory[LINE_SIZE];
    struct strbuf line;
    strbuf_wrap(&line, memory, sizeof(memory));
    feed_problem_line(feed->cli, feed->file, "", problem, &line);
    cli_print(feed->cli, strbuf_span(&line));
}

/* The one record of the file becomes what the game is; of one that cannot, all that is wrong is held. */
static enum err correct(struct correction *correction, struct service *service, int64_t id, struct span reason,
                        struct error *error)
{
    struct cli *cli = correction->cli;
    struct record record;
    struct receipt receipt;
    enum err err = input_slurp(cli, correction->feed.file, &correction->text, error);
    if (err != ERR_OK) {
        correction->unread = true;
        return err;
    }
    correction->reader.complain = on_complaint;
    correction->reader.complain_context = correction;
    err = record_read_one(&correction->reader, strbuf_span(&correction->text), cli->allocator, &record, error);
    if (err == ERR_SYNTAX && correction->reader.complaints > 0) {
        service_judge_rest(service, &record, on_problem, correction);
    }
    if (err != ERR_OK) {
        return err;
    }
    return service_correct(service, AUTHOR_CLI, id, &record, reason, 0, on_problem, correction, &receipt, error);
}

/* The exit code, once what was held has been shown: of a correction that was refused, on standard error. */
static int conclude(struct correction *correction, enum err err, const struct error *error)
{
    bool about_line = err != ERR_OK && error->line > 0;
    if (about_line && !correction->told) {
        struct problem problem = problem_of(error);
        feed_hold(&correction->feed, &problem);
    }
    correction->feed.problem = err == ERR_OK ? print_problem : NULL;
    feed_end(&correction->feed);
    if (correction->unread) {
        cli_complain_file(correction->cli, correction->feed.file, error);
        return cli_exit_code(err);
    }
    return about_line ? cli_exit_code(err) : cli_finish(correction->cli, err, error);
}

static int run_correct(struct cli *cli, const struct cli_arguments *arguments)
{
    struct correction correction = {.cli = cli, .feed = {.cli = cli, .file = arguments->operands[1]}};
    int64_t id = 0;
    struct service *service = NULL;
    struct error error;
    if (value_game_number(arguments->operands[0], &id, &error) != ERR_OK) {
        return cli_fail(cli, &error);
    }
    if (!database_open(cli, &arguments->value[CHANGE_DB], SERVICE_WRITE, &service)) {
        return CLI_FAILURE;
    }
    strbuf_init(&correction.text, cli->allocator, RECORD_BYTES);
    struct span reason = span_from(arguments->value[CHANGE_REASON].text);
    int code = CLI_FAILURE;
    if (feed_begin(&correction.feed, &error) == ERR_OK) {
        enum err err = correct(&correction, service, id, reason, &error);
        code = conclude(&correction, err, &error);
    } else {
        code = cli_fail(cli, &error);
    }
    record_reader_release(&correction.reader);
    strbuf_release(&correction.text);
    service_close(service);
    return code;
}

static const struct command GAME_CORRECT = {
    .name = "game correct",
    .en = "another record takes the place of what the game was",
    .fr = "un autre relevé prend la place de ce qu'était la partie",
    .more_en = "'dendro game record ID' gives the text to edit. What the game was stays in the log.\n",
    .more_fr = "« dendro game record ID » donne le texte à modifier. L'ancien reste au journal.\n",
    .options = CHANGE,
    .options_count = CHANGE_OPTIONS,
    .operands = "ID FILE|-",
    .hint = HINT_FILE,
    .operands_min = 2,
    .operands_max = 2,
    .run = run_correct,
};

static const struct command *const CHILDREN[] = {&GAME_LIST,    &GAME_SHOW,         &GAME_RECORD, &GAME_BGSTATS,
                                                 &GAME_CORRECT, &GAME_VOID_COMMAND, &GAME_UNVOID, &GAME_ABANDON};

const struct command command_game = {
    .name = "game",
    .en = "list, show, correct, void and abandon games of the database",
    .fr = "lister, montrer, corriger, annuler et abandonner des parties de la base",
    .options = DB,
    .options_count = GAME_OPTIONS_COUNT,
    CLI_GROUP(CHILDREN),
};
