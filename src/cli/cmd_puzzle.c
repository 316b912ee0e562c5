/*
 * dendro puzzle: the position of the day, as its player knew it, with the
 * choices that are worth thinking about; the answer when it is asked for.
 */
#include "base/date.h"
#include "cli/database.h"
#include "cli/feed.h"
#include "cli/review_show.h"
#include "cli/text.h"
#include "cli/values.h"
#include "service/messages.h"
#include "service/puzzles.h"
#include "service/reading.h"
#include "service/titles.h"
#include "wire/reviews.h"

#include "base/banned.h"

enum { PUZZLE_DB, PUZZLE_DAY, PUZZLE_GAME, PUZZLE_ANSWER, PUZZLE_JSON, PUZZLE_OPTIONS };

static const struct cli_option OPTIONS[PUZZLE_OPTIONS] = {
    [PUZZLE_DB] = CLI_OPTION_DB,
    [PUZZLE_DAY] = {.name = "day",
                    .kind = CLI_WORD,
                    .value = "DATE",
                    .en = "the puzzle of this day (default: today, where the club is)",
                    .fr = "le problème de ce jour (par défaut : aujourd'hui, là où est le club)"},
    [PUZZLE_GAME] = {.name = "game", .kind = CLI_WORD, .value = "G", .en = "of this title", .fr = "de ce jeu"},
    [PUZZLE_ANSWER] = {.name = "answer",
                       .kind = CLI_FLAG,
                       .en = "say what is best, and what was played",
                       .fr = "dire ce qui est le mieux, et ce qui a été joué"},
    [PUZZLE_JSON] = CLI_OPTION_JSON,
};

/* One question, with room for all that answering takes. */
struct asking {
    struct cli *cli;
    struct service *service;
    bool answer;
    bool json;
    struct puzzle puzzle;
    struct board board;
    struct review review;
    void *state;
};

static void add_choice(const struct asking *asking, struct span text)
{
    review_say(asking->cli, &asking->review, asking->state, asking->puzzle.decision->verdict.seat, text,
               &asking->cli->text);
}

/* `14.2 % (10.1 % to 18.3 %)`: what is believed of a figure, with its 95 % interval */
static void add_figure(const struct asking *asking, const struct review_figure *figure)
{
    struct strbuf *out = &asking->cli->text;
    const struct review_believed shown = review_believed(&asking->puzzle.reviewed, figure);
    review_percent(out, shown.value);
    strbuf_add(out, " (");
    review_percent(out, shown.low);
    strbuf_add(out, cli_say(asking->cli, " to ", " à "));
    review_percent(out, shown.high);
    strbuf_add_char(out, ')');
}

/* `The puzzle of 2026-11-19: game 12, Ecosystem: Forest, 2026-11-13` */
static void add_title(const struct asking *asking, const struct game_info *game)
{
    const struct cli *cli = asking->cli;
    struct strbuf *out = &asking->cli->text;
    char day[DATE_SIZE];
    date_format(asking->puzzle.found.day, day);
    strbuf_add(out, cli_say(cli, "The puzzle of ", "Le problème du "));
    strbuf_add(out, day);
    strbuf_add(out, cli_say(cli, ": game ", " : partie "));
    strbuf_int(out, game->id);
    strbuf_add(out, ", ");
    strbuf_add(out, name_in(&game->title, cli->lang));
    if (game->has_day) {
        date_format(game->day, day);
        strbuf_add(out, ", ");
        strbuf_add(out, day);
    }
    strbuf_add_char(out, '\n');
}

static void add_question(const struct asking *asking, const struct feed_names *names)
{
    const struct cli *cli = asking->cli;
    struct strbuf *out = &asking->cli->text;
    const struct reviewed_decision *decision = asking->puzzle.decision;
    strbuf_add_char(out, '\n');
    strbuf_add(out, seat_label(decision->verdict.seat));
    strbuf_add(out, ": ");
    strbuf_add_span(out, names->clean[decision->verdict.seat]);
    strbuf_add(out, decision->verdict.puzzle.asks == REVIEW_ASKS_TAKE
                        ? cli_say(cli, " is to move. What to take, wherever it goes?\n",
                                  " doit jouer. Que prendre, où que ça aille ?\n")
                        : cli_say(cli, " is to move. Which move?\n", " doit jouer. Quel coup ?\n"));
    for (unsigned i = 0; i < decision->verdict.puzzle.count; i++) {
        strbuf_add(out, "  ");
        add_choice(asking, decision->choices[i]);
        strbuf_add_char(out, '\n');
    }
}

static void add_answer(const struct asking *asking)
{
    const struct cli *cli = asking->cli;
    struct strbuf *out = &asking->cli->text;
    const struct reviewed_decision *decision = asking->puzzle.decision;
    strbuf_add(out, cli_say(cli, "\nBest: ", "\nLe mieux : "));
    add_choice(asking, decision->best);
    strbuf_add(out, cli_say(cli, "; what comes next costs ", " ; ce qui vient ensuite coûte "));
    add_figure(asking, &decision->verdict.puzzle.margin);
    strbuf_add(out, cli_say(cli, "\nPlayed: ", "\nJoué : "));
    add_choice(asking, decision->made);
    if (decision->verdict.grade != REVIEW_NONE) {
        strbuf_add(out, cli_say(cli, ", which cost ", ", ce qui a coûté "));
        add_figure(asking, &decision->verdict.loss);
    }
    strbuf_add_char(out, '\n');
}

/* The moves before the position at the fullest level, where the hand is known; drawn as its player knew it. */
static enum err show_position(struct asking *asking, const struct game_info *game, struct error *error)
{
    const struct reviewed_decision *decision = asking->puzzle.decision;
    const struct review *review = &asking->review;
    const struct review_decision *own = NULL;
    struct feed_names names;
    for (size_t i = 0; i < review->decisions_count; i++) {
        const struct review_decision *one = &review->decisions[i]; /* a line may have more of them: the first */
        own = !own && one->ply == decision->ply && one->seat == decision->verdict.seat && !one->inside ? one : own;
    }
    if (!own) {
        return error_raise(error, &SERVICE_MSG_REVIEW_TEXT);
    }
    enum err err = review_play_to(review, asking->state, own->from, error);
    if (err != ERR_OK) {
        return err;
    }
    feed_names_of(asking->board.players, asking->board.seats, &names);
    const struct draw_style style = {.lang = asking->cli->lang,
                                     .colour = asking->cli->colour,
                                     .players = names.clean,
                                     .hides = true,
                                     .viewer = own->seat};
    add_title(asking, game);
    strbuf_add_char(&asking->cli->text, '\n');
    review->setup.game->draw(&review->setup, asking->state, &style, &asking->cli->text);
    add_question(asking, &names);
    if (asking->answer) {
        add_answer(asking);
    }
    return ERR_OK;
}

static enum err show(void *context, const struct game_info *game, struct error *error)
{
    struct asking *asking = context;
    struct cli *cli = asking->cli;
    if (asking->json) {
        return wire_puzzle(&asking->puzzle, game, asking->answer, &cli->text, error);
    }
    enum err err = service_board(asking->service, asking->puzzle.found.game, &asking->board, error);
    if (err != ERR_OK) {
        return err;
    }
    err = review_begin(&asking->review, cli->allocator, asking->board.replay, REVIEW_BUDGET_MIN, error);
    if (err != ERR_OK) {
        return err;
    }
    asking->state = mem_new(cli->allocator, 1, asking->review.setup.game->state_size);
    err = asking->state ? show_position(asking, game, error) : error_raise(error, &MSG_MEMORY);
    mem_free(cli->allocator, asking->state);
    review_release(&asking->review);
    return err;
}

static enum err answer(struct asking *asking, const struct puzzle_asked *asked, struct error *error)
{
    const struct allocator *allocator = asking->cli->allocator;
    struct strbuf body;
    struct arena arena;
    strbuf_init(&body, allocator, REVIEW_TEXT_LIMIT);
    arena_init(&arena, allocator, REVIEW_TEXT_LIMIT);
    enum err err = service_puzzle(asking->service, asked, &body, &arena, &asking->puzzle, error);
    if (err == ERR_OK) {
        err = service_game_info(asking->service, asking->puzzle.found.game, show, asking, error);
    }
    arena_release(&arena);
    strbuf_release(&body);
    return err;
}

static enum err run_with(struct cli *cli, struct service *service, const struct cli_arguments *arguments,
                         struct error *error)
{
    const struct cli_value *value = arguments->value;
    struct puzzle_asked asked = {.has_day = value[PUZZLE_DAY].set};
    char id[STORE_TITLE];
    enum err err = asked.has_day ? value_day(value[PUZZLE_DAY].text, "day", &asked.day, error) : ERR_OK;
    if (err == ERR_OK && value[PUZZLE_GAME].set) {
        err = service_title_named(service, span_from(value[PUZZLE_GAME].text), id, error);
        asked.title = span_from(id);
    }
    if (err != ERR_OK) {
        return err;
    }
    struct asking *asking = mem_new(cli->allocator, 1, sizeof(*asking));
    if (!asking) {
        return error_raise(error, &MSG_MEMORY);
    }
    asking->cli = cli;
    asking->service = service;
    asking->answer = value[PUZZLE_ANSWER].set;
    asking->json = value[PUZZLE_JSON].set;
    err = answer(asking, &asked, error);
    mem_free(cli->allocator, asking);
    return err;
}

static int run(struct cli *cli, const struct cli_arguments *arguments)
{
    return database_run(cli, arguments, &arguments->value[PUZZLE_DB], SERVICE_READ, run_with);
}

const struct command command_puzzle = {
    .name = "puzzle",
    .en = "a position of the club's games with one clearly best choice",
    .fr = "une position des parties du club où un choix est nettement le meilleur",
    .more_en = "Each day has one, out of the reviewed games: see 'dendro review'. What is shown is what the\n"
               "player knew. Every other choice would have been a mistake, as far as playing on tells.\n",
    .more_fr = "Chaque jour a le sien, tiré des parties analysées : voir « dendro review ». On voit ce que la\n"
               "personne savait. Tout autre choix aurait été une erreur, pour autant que les parties simulées\n"
               "le disent.\n",
    .options = OPTIONS,
    .options_count = PUZZLE_OPTIONS,
    .run = run,
};
