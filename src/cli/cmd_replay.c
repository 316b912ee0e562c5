/*
 * dendro replay: a position of a game, for a person or a machine, or the
 * list of everything that was logged.
 *
 * A record that breaks off at an illegal line is shown up to there, because
 * that is how one finds out what went wrong at the table; the problem is on
 * standard error and the exit code is 1.
 */
#include "cli/catalogues.h"
#include "cli/feed.h"
#include "cli/sheet.h"
#include "cli/text.h"
#include "wire/json.h"

#include "base/banned.h"

enum { REPLAY_AT, REPLAY_RAW, REPLAY_JSON, REPLAY_RECORD, REPLAY_CATALOGUE, REPLAY_DB, REPLAY_OPTIONS };

static const struct cli_option OPTIONS[REPLAY_OPTIONS] = {
    [REPLAY_AT] = {.name = "at",
                   .kind = CLI_NUMBER,
                   .value = "N",
                   .max = RECORD_LINES,
                   .en = "the position after N moves (default: the end)",
                   .fr = "la position après N coups (par défaut : la fin)"},
    [REPLAY_RAW] = {.name = "raw",
                    .kind = CLI_FLAG,
                    .en = "list every line as logged, take-backs included",
                    .fr = "énumérer toutes les lignes, coups repris compris"},
    [REPLAY_JSON] = CLI_OPTION_JSON,
    [REPLAY_RECORD] = {.name = "record",
                       .kind = CLI_NUMBER,
                       .value = "K",
                       .min = 1,
                       .max = UINT32_MAX,
                       .en = "the K-th record of the file (default: 1)",
                       .fr = "la K-ième partie du fichier (par défaut : 1)"},
    [REPLAY_CATALOGUE] = CLI_OPTION_CATALOGUES,
    [REPLAY_DB] = CLI_OPTION_CATALOGUES_DB,
};

static const struct message MSG_AT = {ERR_USAGE, "replay.at", "--at %1: the record has only %2 moves",
                                      "--at %1 : au-delà du dernier coup, le %2"};
static const struct message MSG_RECORD = {ERR_USAGE, "replay.record", "--record %1: the file has only %2 records",
                                          "--record %1 : au-delà de la dernière partie du fichier, la %2"};
static const struct message MSG_RAW = {ERR_USAGE, "replay.raw", "'--raw' goes neither with '--at' nor with '--json'",
                                       "« --raw » ne va ni avec « --at » ni avec « --json »"};

struct wish {
    uint32_t record;
    int64_t at; /* -1: the end */
    bool raw;
    bool json;
};

/* Plays until the end or the first line that is refused, into feed->replay. */
static enum err play(struct feed *feed, const struct record *record, struct error *error)
{
    struct setup setup;
    struct replay *replay = &feed->replay;
    enum err err = record_setup(record, feed->cli->blocks, &setup, error);
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
        if (err != ERR_OK) {
            break; /* what was legal before it is shown */
        }
    }
    return ERR_OK;
}

static void show_json(struct feed *feed, const struct feed_names *names, size_t ply)
{
    struct error error;
    struct replay *replay = &feed->replay;
    struct wire_position position = {
        .setup = &replay->setup, .players = names->raw, .ply = ply, .plies = replay->plies};
    position.state = replay_at(replay, ply);
    if (wire_position(&position, &feed->cli->text, &error) != ERR_OK) {
        feed_report_error(feed, &error);
    }
}

/* `move 12 of 80: 3: wolf 1,0` */
static void add_last_move(struct feed *feed, size_t ply)
{
    struct cli *cli = feed->cli;
    struct strbuf *out = &cli->text;
    strbuf_add(out, cli_say(cli, "move ", "coup "));
    strbuf_int(out, (int64_t)ply);
    strbuf_add(out, cli_say(cli, " of ", " sur "));
    strbuf_int(out, (int64_t)feed->replay.plies);
    if (ply > 0) {
        strbuf_add(out, cli_say(cli, ", last: ", ", dernier : "));
        replay_say(&feed->replay, ply - 1, cli->lang, out);
    }
    strbuf_add_char(out, '\n');
}

static void show_text(struct feed *feed, const struct record *record, const struct feed_names *names, size_t ply)
{
    struct cli *cli = feed->cli;
    struct replay *replay = &feed->replay;
    const struct setup *setup = &replay->setup;
    const struct draw_style style = {.lang = cli->lang, .colour = cli->colour, .players = names->clean};
    struct outcome outcome;
    sheet_title(cli, record, setup, &cli->text);
    add_last_move(feed, ply);
    strbuf_add_char(&cli->text, '\n');
    const void *state = replay_at(replay, ply);
    setup->game->draw(setup, state, &style, &cli->text);
    setup->game->outcome(setup, state, &outcome);
    if (outcome.over) {
        strbuf_add_char(&cli->text, '\n');
        sheet_write(cli, setup, &outcome, names, &cli->text);
    }
}

/* Marks which lines stand at the end: `stands[i]` is the ply of line i, or 0. `order` is room for a stack of lines. */
static void find_standing(const struct record *record, uint32_t *order, uint32_t *stands)
{
    size_t depth = 0;
    for (size_t i = 0; i < record->moves_count; i++) {
        uint32_t back = record->moves[i].back;
        for (; back > 0 && depth > 0; back--) {
            stands[order[--depth]] = 0;
        }
        if (record->moves[i].back == 0) {
            order[depth++] = (uint32_t)i;
            stands[i] = (uint32_t)depth;
        }
    }
}

/* One line a move: its ply, `-` for one that was taken back, nothing for the taking back; then the text. */
static void show_raw(struct feed *feed, const struct record *record)
{
    struct strbuf *out = &feed->cli->text;
    const struct allocator *allocator = feed->cli->allocator;
    uint32_t *room = mem_new(allocator, record->moves_count * 2 + 1, sizeof(*room));
    if (!room) {
        struct error error;
        (void)!error_raise(&error, &MSG_MEMORY);
        feed_report_error(feed, &error);
        return;
    }
    uint32_t *stands = room + record->moves_count;
    find_standing(record, room, stands);
    sheet_title(feed->cli, record, &feed->replay.setup, out);
    for (size_t i = 0; i < record->moves_count; i++) {
        const struct record_move *move = &record->moves[i];
        if (stands[i] > 0) {
            strbuf_int_right(out, stands[i], 5);
        } else {
            strbuf_add(out, move->back > 0 ? "     " : "    -");
        }
        strbuf_add(out, "  ");
        strbuf_add(out, seat_label(move->seat));
        if (move->back > 0) {
            strbuf_add(out, ": back ");
            strbuf_int(out, move->back);
        } else {
            strbuf_add(out, ": ");
            text_clean(out, move->text);
        }
        strbuf_add_char(out, '\n');
        if (!cli_push(feed->cli)) {
            break;
        }
    }
    mem_free(allocator, room);
}

static void refuse_at(struct feed *feed, const struct wish *wish)
{
    struct error error;
    (void)!error_raise_int(&error, &MSG_AT, wish->at);
    error_add_int(&error, (int64_t)feed->replay.plies);
    cli_complain_file(feed->cli, feed->file, &error);
    feed->code = CLI_FAILURE;
}

static void on_record(struct feed *feed, const struct record *record)
{
    const struct wish *wish = feed->context;
    struct feed_names names;
    struct error error;
    if (feed->number != wish->record) {
        return;
    }
    feed->stop = true;
    feed->code = feed->code == CLI_PROBLEM ? CLI_OK : feed->code; /* that was about records before this one */
    (void)feed_play(feed, record);                                /* reports what is wrong, if anything is */
    if (play(feed, record, &error) != ERR_OK) {
        return;
    }
    feed_names(record, &names);
    size_t ply = wish->at < 0 ? feed->replay.plies : (size_t)wish->at;
    if (ply > feed->replay.plies) {
        refuse_at(feed, wish);
    } else if (wish->raw) {
        show_raw(feed, record);
    } else if (wish->json) {
        show_json(feed, &names, ply);
    } else {
        show_text(feed, record, &names, ply);
    }
}

/* Only the record asked for matters: the others may be as broken as they like. */
static void on_problem(struct feed *feed, const struct problem *problem)
{
    const struct wish *wish = feed->context;
    if (feed->number == wish->record) {
        feed->stop = true;
        feed_complain(feed, problem);
    }
}

static int run(struct cli *cli, const struct cli_arguments *arguments)
{
    const struct cli_value *value = arguments->value;
    struct wish wish = {
        .record = value[REPLAY_RECORD].set ? (uint32_t)value[REPLAY_RECORD].number : 1,
        .at = value[REPLAY_AT].set ? value[REPLAY_AT].number : -1,
        .raw = value[REPLAY_RAW].set,
        .json = value[REPLAY_JSON].set,
    };
    struct error error;
    if (wish.raw && (wish.json || wish.at >= 0)) {
        return cli_finish(cli, error_raise(&error, &MSG_RAW), &error);
    }
    struct feed feed = {.cli = cli, .record = on_record, .problem = on_problem, .context = &wish};
    struct catalogues_use use;
    int code = CLI_OK;
    if (catalogues_begin(cli, arguments, &value[REPLAY_DB], &use, &code)) {
        code = feed_run(&feed, arguments->operands, arguments->operands_count);
    }
    catalogues_end(cli, &use);
    if (!feed.stop && code != CLI_FAILURE) {
        code = cli_exit_code(error_raise_int(&error, &MSG_RECORD, wish.record));
        error_add_int(&error, feed.number);
        cli_complain_file(cli, arguments->operands[0], &error);
    }
    return code;
}

const struct command command_replay = {
    .name = "replay",
    .en = "show a position of a game",
    .fr = "montrer une position d'une partie",
    .more_en = "Moves are counted as they stand at the end: one that was taken back does not count.\n",
    .more_fr = "Les coups se comptent tels qu'ils restent à la fin : un coup repris ne compte pas.\n",
    .options = OPTIONS,
    .options_count = REPLAY_OPTIONS,
    .operands = "FILE|-",
    .hint = HINT_FILE,
    .operands_min = 1,
    .operands_max = 1,
    .run = run,
};
