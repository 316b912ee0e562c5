/*
 * dendro review: where a game was won and which decisions cost the most. Of a
 * game of the database the review is kept, and answered at once when it is
 * asked for again; of a record in a file it is made and forgotten.
 */
#include "base/handle.h"
#include "cli/bar.h"
#include "cli/catalogues.h"
#include "cli/database.h"
#include "cli/review_show.h"
#include "cli/values.h"
#include "service/reading.h"
#include "wire/reviews.h"

#include <pthread.h>
#include <stdatomic.h>

#include "base/banned.h"

enum {
    REVIEW_DB,
    REVIEW_BUDGET_OPTION,
    REVIEW_THREADS,
    REVIEW_AGAIN,
    REVIEW_CATALOGUE,
    REVIEW_JSON,
    REVIEW_QUIET,
    REVIEW_OPTIONS
};
enum {
    LOOK_AGAIN = 500, /* milliseconds between two looks whether another program has made it */
    LOOK_ENDED = 20   /* and whether it is made */
};

static const struct cli_option OPTIONS[REVIEW_OPTIONS] = {
    [REVIEW_DB] = CLI_OPTION_DB,
    [REVIEW_BUDGET_OPTION] = {.name = "budget",
                              .kind = CLI_NUMBER,
                              .value = "N",
                              .min = REVIEW_BUDGET_MIN,
                              .max = REVIEW_BUDGET_MAX,
                              .en = "playouts a decision (default: what suits the game, 10000 for Forêt)",
                              .fr = "parties simulées par décision (par défaut : selon le jeu, 10000 pour Forêt)"},
    [REVIEW_THREADS] = {.name = "threads",
                        .kind = CLI_NUMBER,
                        .value = "N",
                        .min = 1,
                        .max = REVIEW_CREW,
                        .en = "how many threads (default: one a core)",
                        .fr = "combien de fils (par défaut : un par cœur)"},
    [REVIEW_AGAIN] = {.name = "again",
                      .kind = CLI_FLAG,
                      .en = "make it anew, although there is one",
                      .fr = "la refaire, même s'il y en a une"},
    [REVIEW_CATALOGUE] = CLI_OPTION_CATALOGUES,
    [REVIEW_JSON] = CLI_OPTION_JSON,
    [REVIEW_QUIET] = {.name = "quiet", .kind = CLI_FLAG, .en = "no progress bar", .fr = "pas de barre de progression"},
};

struct review_run {
    struct cli *cli;
    const struct cli_arguments *arguments;
    int64_t game;
    int64_t budget;
    struct bar bar;
    struct strbuf sums;
    struct strbuf body;
    struct arena arena;
    struct review_status status;
    struct reviewed reviewed;

    /* While it is made for a database. */
    struct service *service;
    struct span holder;
    atomic_bool lost; /* the job is another's by now, or was cancelled */
    atomic_bool over; /* nothing is computed any more */
};

static void run_init(struct review_run *run, struct cli *cli, const struct cli_arguments *arguments)
{
    const struct cli_value *value = arguments->value;
    memset(run, 0, sizeof(*run));
    run->cli = cli;
    run->arguments = arguments;
    run->budget = value[REVIEW_BUDGET_OPTION].set ? value[REVIEW_BUDGET_OPTION].number : REVIEW_BUDGET_USUAL;
    strbuf_init(&run->sums, cli->allocator, REVIEW_SUMS_LIMIT);
    strbuf_init(&run->body, cli->allocator, REVIEW_TEXT_LIMIT);
    arena_init(&run->arena, cli->allocator, REVIEW_TEXT_LIMIT);
    bar_init(&run->bar, cli, value[REVIEW_QUIET].set);
}

static void run_release(struct review_run *run)
{
    arena_release(&run->arena);
    strbuf_release(&run->body);
    strbuf_release(&run->sums);
}

/* True when the kept one is as good as what is asked for. */
static bool is_enough(const struct review_run *run)
{
    int64_t asked = run->budget == REVIEW_BUDGET_USUAL ? run->status.usual : run->budget;
    return run->status.state == REVIEW_DONE && run->status.budget >= asked;
}

/* ---- making it ---- */

static const struct message MSG_LOST = {ERR_CONFLICT, "review.cancelled",
                                        "this review was cancelled, or the game has changed meanwhile",
                                        "cette analyse a été annulée, ou la partie a changé entre-temps"};

static enum err check_lost(void *context, struct error *error)
{
    const struct review_run *run = context;
    return atomic_load_explicit(&run->lost, memory_order_relaxed) ? error_raise(error, &MSG_LOST) : ERR_OK;
}

static void on_progress(void *context, int64_t done, int64_t total)
{
    struct review_run *run = context;
    bar_draw(&run->bar, done, total);
}

/*
 * A decision may take longer than a job is held without a sign of life: so that is given by a thread of its own, which has the
 * service to itself meanwhile.
 */
static void *renew(void *context)
{
    struct review_run *run = context;
    int64_t renewed = monotonic_ms();
    struct error ignored;
    while (!atomic_load(&run->over)) {
        bool held = true;
        pause_ms(LOOK_ENDED);
        if (monotonic_ms() - renewed < REVIEWS_RENEW) {
            continue;
        }
        renewed = monotonic_ms();
        if (service_review_renew(run->service, run->holder, run->game, &held, &ignored) == ERR_OK && !held) {
            atomic_store(&run->lost, true);
        }
    }
    return NULL;
}

static enum err compute(struct review_run *run, struct reviewing *reviewing, const struct review_crew *crew,
                        struct error *error)
{
    pthread_t thread;
    if (!run->service) {
        return reviewing_run(reviewing, crew, error);
    }
    atomic_store(&run->over, false);
    if (pthread_create(&thread, NULL, renew, run) != 0) {
        return error_raise(error, &MSG_MEMORY);
    }
    enum err err = reviewing_run(reviewing, crew, error);
    atomic_store(&run->over, true);
    (void)pthread_join(thread, NULL);
    return err;
}

static enum err make(struct review_run *run, struct reviewing *reviewing, struct error *error)
{
    const struct cli_value *threads = &run->arguments->value[REVIEW_THREADS];
    const struct deadline deadline = {.check = check_lost, .context = run};
    const struct review_crew crew = {.threads = threads->set ? (unsigned)threads->number : 0,
                                     .deadline = &deadline,
                                     .progress = on_progress,
                                     .context = run};
    strbuf_clear(&run->body);
    strbuf_clear(&run->sums);
    enum err err = compute(run, reviewing, &crew, error);
    bar_wipe(&run->bar);
    return err == ERR_OK ? reviewing_print(reviewing, &run->sums, &run->body, error) : err;
}

/* ---- showing it ---- */

static enum err show(struct review_run *run, const struct replay *replay, const struct review *review,
                     const struct feed_names *names, struct error *error)
{
    struct cli *cli = run->cli;
    if (run->arguments->value[REVIEW_JSON].set) {
        const struct wire_progress all = {1, 1};
        return wire_review(&run->status, &all, &run->reviewed, &cli->text, error);
    }
    struct outcome outcome;
    replay->setup.game->outcome(&replay->setup, replay->state, &outcome);
    const struct review_shown shown = {.reviewed = &run->reviewed,
                                       .review = review,
                                       .setup = &replay->setup,
                                       .outcome = &outcome,
                                       .names = names,
                                       .budget = run->status.budget};
    return review_show(cli, &shown, &cli->text, error);
}

/* ---- of the database ---- */

static enum err show_board(struct review_run *run, struct service *service, struct board *board, struct error *error)
{
    struct feed_names names;
    struct review review;
    enum err err = service_board(service, run->game, board, error);
    if (err != ERR_OK) {
        return err;
    }
    feed_names_of(board->players, board->seats, &names);
    err = review_begin(&review, run->cli->allocator, board->replay, REVIEW_BUDGET_MIN, error);
    if (err != ERR_OK) {
        return err;
    }
    err = show(run, board->replay, &review, &names, error);
    review_release(&review);
    return err;
}

static enum err show_stored(struct review_run *run, struct service *service, struct error *error)
{
    struct board *board = mem_new(run->cli->allocator, 1, sizeof(*board));
    if (!board) {
        return error_raise(error, &MSG_MEMORY);
    }
    enum err err = show_board(run, service, board, error);
    mem_free(run->cli->allocator, board);
    return err;
}

static enum err make_claimed(struct review_run *run, const struct review_job *job, struct error *error)
{
    struct reviewing reviewing;
    enum err err = service_review_load(run->service, run->game, (uint32_t)job->budget, &reviewing, error);
    if (err == ERR_OK) {
        err = reviewing.entry == job->entry ? make(run, &reviewing, error) : error_raise(error, &MSG_LOST);
    }
    reviewing_release(&reviewing);
    return err;
}

/* Has the job, and is to be rid of it at the end. */
static enum err make_and_keep(struct review_run *run, const struct review_job *job, struct error *error)
{
    struct error ignored;
    bool kept = false;
    enum err err = make_claimed(run, job, error);
    if (err != ERR_OK) {
        (void)!service_review_fail(run->service, run->holder, job, error, &ignored);
        return err;
    }
    struct span sums = strbuf_span(&run->sums);
    struct span body = strbuf_span(&run->body);
    err = service_review_keep(run->service, run->holder, job, sums, body, &kept, error);
    if (err != ERR_OK) {
        return err;
    }
    return kept ? ERR_OK : error_raise(error, &MSG_LOST);
}

/* Another program is at it: its result is waited for, or that it is given up. */
static enum err await(struct review_run *run, struct review_job *job, bool *made, struct error *error)
{
    bool told = false;
    for (;;) {
        enum err err = service_review_claim(run->service, AUTHOR_CLI, run->holder, run->game, run->budget, job, error);
        if (err != ERR_BUSY || strcmp(error->message->id, "review.held") != 0) {
            return err;
        }
        if (!told) {
            cli_complain(run->cli, error);
            told = true;
        }
        pause_ms(LOOK_AGAIN);
        err = service_review_status(run->service, run->game, &run->status, error);
        *made = err == ERR_OK && is_enough(run);
        if (err != ERR_OK || *made) {
            return err;
        }
    }
}

static enum err read_stored(struct review_run *run, struct service *service, struct error *error)
{
    arena_clear(&run->arena);
    return service_review_read(service, run->game, &run->status, &run->body, &run->arena, &run->reviewed, error);
}

static enum err make_stored(struct review_run *run, struct error *error)
{
    char handle[HANDLE_SIZE];
    char name[REVIEWS_HOLDER];
    struct strbuf holder;
    struct review_job job;
    bool made = false;
    handle_make(&entropy_system, handle);
    strbuf_wrap(&holder, name, sizeof(name));
    strbuf_add(&holder, "cli-");
    strbuf_add(&holder, handle);
    run->holder = strbuf_span(&holder);
    enum err err = await(run, &job, &made, error);
    if (err == ERR_OK && !made) {
        err = make_and_keep(run, &job, error);
    }
    return err == ERR_OK ? read_stored(run, run->service, error) : err;
}

/* Shows the one that is there. `*there` is false when there is none, or it is to be made again. */
static enum err try_stored(struct review_run *run, bool *there, struct error *error)
{
    struct service *service = NULL;
    if (!database_open(run->cli, &run->arguments->value[REVIEW_DB], SERVICE_READ, &service)) {
        error->message = NULL;
        return ERR_IO;
    }
    enum err err = read_stored(run, service, error);
    *there = err == ERR_OK && is_enough(run) && !run->arguments->value[REVIEW_AGAIN].set;
    if (*there) {
        err = show_stored(run, service, error);
    }
    service_close(service);
    return err;
}

static int run_stored(struct review_run *run)
{
    struct error error = {.message = NULL};
    bool there = false;
    enum err err = try_stored(run, &there, &error);
    if (err != ERR_OK || there) {
        return err != ERR_OK && !error.message ? CLI_FAILURE : cli_finish(run->cli, err, &error);
    }
    if (!database_open(run->cli, &run->arguments->value[REVIEW_DB], SERVICE_WRITE, &run->service)) {
        return CLI_FAILURE;
    }
    err = make_stored(run, &error);
    if (err == ERR_OK) {
        err = show_stored(run, run->service, &error);
    }
    service_close(run->service);
    return cli_finish(run->cli, err, &error);
}

/* ---- of a file ---- */

static enum err review_record(struct review_run *run, struct feed *feed, const struct record *record,
                              struct error *error)
{
    struct reviewing reviewing;
    struct feed_names names;
    enum err err = reviewing_of(&feed->replay, run->cli->allocator, (uint32_t)run->budget, &reviewing, error);
    if (err != ERR_OK) {
        return err;
    }
    run->status =
        (struct review_status){.state = REVIEW_DONE, .version = REVIEW_VERSION, .budget = reviewing.review.budget};
    feed_names(record, &names);
    err = make(run, &reviewing, error);
    if (err == ERR_OK) {
        arena_clear(&run->arena);
        err = reviewed_read(strbuf_span(&run->body), &run->arena, &run->reviewed, error);
    }
    if (err == ERR_OK) {
        err = show(run, &feed->replay, &reviewing.review, &names, error);
    }
    reviewing_release(&reviewing);
    return err;
}

static void on_record(struct feed *feed, const struct record *record)
{
    struct error error;
    if (feed_play(feed, record) && review_record(feed->context, feed, record, &error) != ERR_OK) {
        feed_report_error(feed, &error);
    }
}

static int run_file(struct review_run *run)
{
    struct feed feed = {.cli = run->cli, .record = on_record, .context = run};
    struct cli_value none = {.set = false};
    const struct cli_value *db = &run->arguments->value[REVIEW_DB];
    struct catalogues_use use;
    int code = CLI_OK;
    if (catalogues_begin(run->cli, run->arguments, db->set ? db : &none, &use, &code)) {
        code = feed_run(&feed, run->arguments->operands, run->arguments->operands_count);
    }
    catalogues_end(run->cli, &use);
    return code;
}

static int run(struct cli *cli, const struct cli_arguments *arguments)
{
    struct review_run state;
    run_init(&state, cli, arguments);
    bool number = span_int(span_from(arguments->operands[0]), 1, SPAN_INT_MAX, &state.game);
    int code = number ? run_stored(&state) : run_file(&state);
    run_release(&state);
    return code;
}

const struct command command_review = {
    .name = "review",
    .en = "where a game was won, and which decisions cost the most",
    .fr = "où une partie s'est gagnée, et quelles décisions ont coûté le plus",
    .more_en = "Plays on from every decision a few thousand times, with each choice, and says what the\n"
               "choice made cost in chance to win. A number is a game of the database, whose review is\n"
               "kept: asked for again it is shown at once. Anything else is a file of records (./12 for\n"
               "one that is called like a number), and - standard input. A loss is shown with its 95 %\n"
               "interval, and not at all where that holds 0. ?? is a blunder, ? a mistake, ?! an\n"
               "inaccuracy. The same record and budget give the same review on any machine.\n",
    .more_fr = "Rejoue chaque décision quelques milliers de fois, avec chaque choix, et dit ce que le\n"
               "choix fait a coûté en chances de gagner. Un nombre est une partie de la base, dont\n"
               "l'analyse est gardée : redemandée, elle s'affiche aussitôt. Tout autre mot est un\n"
               "fichier de parties (./12 s'il s'appelle comme un nombre), et - l'entrée standard. Une\n"
               "perte s'affiche avec son intervalle à 95 %, et pas du tout s'il contient 0. ?? est une\n"
               "gaffe, ? une erreur, ?! une imprécision. La même feuille et le même budget donnent la\n"
               "même analyse sur toute machine.\n",
    .options = OPTIONS,
    .options_count = REVIEW_OPTIONS,
    .operands = "GAMEID|FILE|-",
    .hint = HINT_FILE,
    .operands_min = 1,
    .operands_max = 1,
    .run = run,
};
