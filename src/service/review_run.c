/* A review being made: the game, the crew, the text. */
#include "service/review_run.h"

#include "service/internal.h"
#include "service/messages.h"
#include "service/reading.h"
#include "service/review_text.h"

#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

#include "base/banned.h"

/* ---- the game ---- */

static enum err make_room(struct reviewing *reviewing, bool over, struct error *error)
{
    const struct review *review = &reviewing->review;
    size_t count = review->decisions_count;
    reviewing->verdicts = mem_new(reviewing->allocator, count ? count : 1, sizeof(*reviewing->verdicts));
    if (!reviewing->verdicts) {
        return error_raise(error, &MSG_MEMORY);
    }
    if (over && review->setup.game->review->arrange) {
        reviewing->forests = mem_new(reviewing->allocator, review->setup.seats, sizeof(*reviewing->forests));
        if (!reviewing->forests) {
            return error_raise(error, &MSG_MEMORY);
        }
    }
    return ERR_OK;
}

enum err reviewing_of(const struct replay *replay, const struct allocator *allocator, uint32_t budget,
                      struct reviewing *reviewing, struct error *error)
{
    const struct setup *setup = &replay->setup;
    memset(reviewing, 0, sizeof(*reviewing));
    reviewing->allocator = allocator;
    enum err err = review_begin(&reviewing->review, allocator, replay, budget, error);
    if (err != ERR_OK) {
        return err;
    }
    err = make_room(reviewing, setup->game->turn(setup, replay->state) == 0, error);
    if (err != ERR_OK) {
        reviewing_release(reviewing);
    }
    return err;
}

enum err service_review_load(struct service *service, int64_t game, uint32_t budget, struct reviewing *reviewing,
                             struct error *error)
{
    struct board board;
    memset(reviewing, 0, sizeof(*reviewing));
    enum err err = service_board(service, game, &board, error);
    if (err != ERR_OK) {
        return err;
    }
    if (board.status != GAME_FINISHED) {
        err = error_raise_int(error, &SERVICE_MSG_REVIEW_OPEN, game);
        error_add_name(error, &game_status_names[board.status]);
        return err;
    }
    err = reviewing_of(board.replay, service->options.allocator, budget, reviewing, error);
    reviewing->game = game;
    reviewing->entry = board.last;
    return err;
}

void reviewing_release(struct reviewing *reviewing)
{
    if (reviewing->allocator) {
        mem_free(reviewing->allocator, reviewing->forests);
        mem_free(reviewing->allocator, reviewing->verdicts);
    }
    review_release(&reviewing->review);
    memset(reviewing, 0, sizeof(*reviewing));
}

size_t reviewing_steps(const struct reviewing *reviewing)
{
    return reviewing->review.decisions_count + (reviewing->forests ? reviewing->review.setup.seats : 0);
}

/* ---- the crew ---- */

struct crew {
    struct reviewing *reviewing;
    const struct review_crew *asked;
    struct deadline deadline; /* that of the caller, and over once one of the crew has failed */
    const void *end;          /* the position after the last move, for arrangements */
    atomic_size_t next;
    atomic_size_t done;
    atomic_bool failed;
};

struct hand {
    struct crew *crew;
    pthread_t thread;
    bool started;
    bool caller; /* it is the caller's thread, which tells of progress */
    enum err err;
    struct error error;
};

static enum err crew_check(void *context, struct error *error)
{
    const struct crew *crew = context;
    if (atomic_load_explicit(&crew->failed, memory_order_relaxed)) {
        return error_raise(error, &MSG_DEADLINE); /* nobody is told: the first failure is */
    }
    return deadline_check(crew->asked->deadline, error);
}

static void arrange(struct crew *crew, unsigned seat)
{
    const struct setup *setup = &crew->reviewing->review.setup;
    const struct game_arrange *hooks = setup->game->review->arrange;
    struct reviewed_forest *forest = &crew->reviewing->forests[seat];
    hooks->made(setup, crew->end, seat, &forest->made);
    uint64_t swaps = crew->asked->swaps ? crew->asked->swaps : REVIEW_SWAPS;
    hooks->solve(setup, crew->end, seat, swaps, REVIEW_SEED + seat, &forest->best);
}

static enum err make_step(struct crew *crew, size_t step, struct review_scratch *scratch, struct error *error)
{
    struct reviewing *reviewing = crew->reviewing;
    size_t decisions = reviewing->review.decisions_count;
    if (step >= decisions) {
        enum err err = deadline_check(&crew->deadline, error);
        if (err == ERR_OK) {
            arrange(crew, (unsigned)(step - decisions));
        }
        return err;
    }
    return review_decide(&reviewing->review, step, scratch, &crew->deadline, &reviewing->verdicts[step], error);
}

static enum err make_steps(struct hand *hand, struct review_scratch *scratch, struct error *error)
{
    struct crew *crew = hand->crew;
    size_t steps = reviewing_steps(crew->reviewing);
    for (;;) {
        size_t step = atomic_fetch_add(&crew->next, 1);
        if (step >= steps) {
            return ERR_OK;
        }
        enum err err = make_step(crew, step, scratch, error);
        if (err != ERR_OK) {
            return err;
        }
        size_t done = atomic_fetch_add(&crew->done, 1) + 1;
        if (hand->caller && crew->asked->progress) {
            crew->asked->progress(crew->asked->context, (int64_t)done, (int64_t)steps);
        }
    }
}

static void *work(void *context)
{
    struct hand *hand = context;
    const struct reviewing *reviewing = hand->crew->reviewing;
    struct review_scratch *scratch = review_scratch_new(reviewing->allocator, &reviewing->review.setup);
    hand->err = scratch ? make_steps(hand, scratch, &hand->error) : error_raise(&hand->error, &MSG_MEMORY);
    if (hand->err != ERR_OK && atomic_exchange(&hand->crew->failed, true)) {
        hand->err = ERR_OK; /* another one has said why */
    }
    review_scratch_free(scratch);
    return NULL;
}

static unsigned crew_size(const struct reviewing *reviewing, unsigned asked)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    size_t wanted = asked > 0 ? asked : cores > 0 ? (size_t)cores : 1;
    size_t steps = reviewing_steps(reviewing);
    wanted = wanted < steps ? wanted : steps;
    return (unsigned)(wanted < 1 ? 1 : wanted < REVIEW_CREW ? wanted : REVIEW_CREW);
}

static enum err run_hands(struct crew *crew, struct error *error)
{
    struct hand hands[REVIEW_CREW];
    unsigned count = crew_size(crew->reviewing, crew->asked->threads);
    memset(hands, 0, sizeof(hands));
    for (unsigned i = 0; i < count; i++) {
        hands[i].crew = crew;
        hands[i].caller = i == 0;
        hands[i].started = i > 0 && pthread_create(&hands[i].thread, NULL, work, &hands[i]) == 0;
    }
    (void)work(&hands[0]);
    enum err err = hands[0].err;
    if (err != ERR_OK) {
        *error = hands[0].error;
    }
    for (unsigned i = 1; i < count; i++) {
        if (hands[i].started) {
            (void)pthread_join(hands[i].thread, NULL);
        }
        if (hands[i].err != ERR_OK) {
            err = hands[i].err;
            *error = hands[i].error;
        }
    }
    return err;
}

/* Plays all moves; `*state` is the caller's to free, whatever happens. */
static enum err play_to_the_end(const struct reviewing *reviewing, void **state, struct error *error)
{
    const struct review *review = &reviewing->review;
    const struct game *game = review->setup.game;
    *state = mem_new(reviewing->allocator, 1, game->state_size);
    if (!*state) {
        return error_raise(error, &MSG_MEMORY);
    }
    enum err err = game->init(&review->setup, *state, error);
    for (size_t i = 0; err == ERR_OK && i < review->moves_count; i++) {
        err = game->apply(&review->setup, *state, review->moves[i], error);
    }
    return err;
}

enum err reviewing_run(struct reviewing *reviewing, const struct review_crew *asked, struct error *error)
{
    struct crew crew = {.reviewing = reviewing, .asked = asked};
    void *end = NULL;
    crew.deadline = (struct deadline){.check = crew_check, .context = &crew};
    enum err err = reviewing->forests ? play_to_the_end(reviewing, &end, error) : ERR_OK;
    crew.end = end;
    err = err == ERR_OK ? run_hands(&crew, error) : err;
    mem_free(reviewing->allocator, end);
    return err;
}

enum err reviewing_step(struct reviewing *reviewing, size_t step, const struct deadline *deadline, struct error *error)
{
    const struct review_crew asked = {.deadline = deadline};
    struct crew crew = {.reviewing = reviewing, .asked = &asked};
    struct review_scratch *scratch = review_scratch_new(reviewing->allocator, &reviewing->review.setup);
    void *end = NULL;
    crew.deadline = (struct deadline){.check = crew_check, .context = &crew};
    enum err err = scratch ? ERR_OK : error_raise(error, &MSG_MEMORY);
    err = err == ERR_OK && reviewing->forests ? play_to_the_end(reviewing, &end, error) : err;
    crew.end = end;
    err = err == ERR_OK ? make_step(&crew, step, scratch, error) : err;
    mem_free(reviewing->allocator, end);
    review_scratch_free(scratch);
    return err;
}

/* ---- the text ---- */

/* Positions in which decisions are judged, each played on from the one before where that can be. */
struct positions {
    const struct review *review;
    void *state;
    size_t at;
    bool begun;
};

static enum err position_to(struct positions *positions, size_t count, struct error *error)
{
    const struct review *review = positions->review;
    const struct game *game = review->setup.game;
    if (!positions->begun || count < positions->at) {
        enum err err = game->init(&review->setup, positions->state, error);
        if (err != ERR_OK) {
            return err;
        }
        positions->begun = true;
        positions->at = 0;
    }
    for (; positions->at < count; positions->at++) {
        enum err err = game->apply(&review->setup, positions->state, review->moves[positions->at], error);
        if (err != ERR_OK) {
            return err;
        }
    }
    return ERR_OK;
}

static void add_number(struct strbuf *out, int64_t number)
{
    strbuf_add_char(out, ' ');
    strbuf_int(out, number);
}

static void add_figure(struct strbuf *out, const struct review_figure *figure)
{
    add_number(out, figure->value);
    add_number(out, figure->error);
}

static void add_move(const struct positions *positions, game_move move, struct strbuf *out)
{
    const struct setup *setup = &positions->review->setup;
    strbuf_add_char(out, '\t');
    (void)setup->game->print(setup, positions->state, &move, 1, out);
}

static void add_puzzle(const struct positions *positions, const struct review_decision *decision,
                       const struct review_puzzle *puzzle, struct strbuf *out)
{
    strbuf_add_char(out, '\t');
    strbuf_int(out, decision->at);
    add_number(out, puzzle->asks);
    add_figure(out, &puzzle->margin);
    add_number(out, puzzle->shown);
    add_number(out, puzzle->count);
    for (unsigned i = 0; i < puzzle->count; i++) {
        add_number(out, puzzle->look[i].kind);
        add_number(out, puzzle->look[i].played);
        add_figure(out, &puzzle->look[i].behind);
    }
    for (unsigned i = 0; i < puzzle->count; i++) {
        add_move(positions, puzzle->look[i].move, out);
    }
}

static enum err print_decision(const struct reviewing *reviewing, struct positions *positions, size_t index,
                               struct strbuf *out, struct error *error)
{
    const struct review_decision *decision = &reviewing->review.decisions[index];
    const struct review_verdict *verdict = &reviewing->verdicts[index];
    enum err err = position_to(positions, decision->from, error);
    if (err != ERR_OK) {
        return err;
    }
    strbuf_add_char(out, 'd');
    add_number(out, decision->ply);
    add_number(out, verdict->seat);
    add_number(out, verdict->choices);
    add_number(out, verdict->playouts);
    add_number(out, verdict->grade);
    add_figure(out, &verdict->drafting);
    add_figure(out, &verdict->placing);
    add_figure(out, &verdict->loss);
    add_number(out, verdict->shown);
    add_number(out, verdict->shown_drafting);
    add_number(out, verdict->shown_placing);
    for (unsigned seat = 0; seat < reviewing->review.setup.seats; seat++) {
        add_number(out, verdict->chance[seat]);
    }
    add_move(positions, verdict->made, out);
    add_move(positions, verdict->best, out);
    add_move(positions, verdict->best_placing, out);
    if (verdict->puzzle.asks != REVIEW_ASKS_NOTHING) {
        add_puzzle(positions, decision, &verdict->puzzle, out);
    }
    strbuf_add_char(out, '\n');
    return ERR_OK;
}

static void print_cards(const struct game *game, const struct arrangement *arrangement, struct strbuf *out)
{
    for (unsigned cell = 0; cell < arrangement->cells; cell++) {
        unsigned card = arrangement->card[cell];
        strbuf_add(out, cell > 0 ? " " : "\t");
        strbuf_add(out, game->cards && card < game->cards_count ? game->cards[card].id : "-");
    }
}

static void print_forest(const struct reviewing *reviewing, unsigned seat, struct strbuf *out)
{
    const struct game *game = reviewing->review.setup.game;
    const struct reviewed_forest *forest = &reviewing->forests[seat];
    strbuf_add_char(out, 'f');
    add_number(out, seat);
    add_number(out, game->review->arrange->rows);
    add_number(out, game->review->arrange->columns);
    add_number(out, forest->made.total);
    add_number(out, forest->best.total);
    add_number(out, forest->best.bound);
    add_number(out, (int64_t)forest->best.tried);
    print_cards(game, &forest->made, out);
    print_cards(game, &forest->best, out);
    strbuf_add_char(out, '\n');
}

static enum err print_body(const struct reviewing *reviewing, struct positions *positions, struct strbuf *body,
                           struct error *error)
{
    const struct review *review = &reviewing->review;
    strbuf_add(body, "review ");
    strbuf_int(body, REVIEW_FORMAT);
    strbuf_add(body, " players");
    add_number(body, review->setup.seats);
    strbuf_add(body, " decisions");
    add_number(body, (int64_t)review->decisions_count);
    strbuf_add(body, " truth");
    add_number(body, review_truth(review->setup.game));
    strbuf_add_char(body, '\n');
    for (size_t i = 0; i < review->decisions_count; i++) {
        enum err err = print_decision(reviewing, positions, i, body, error);
        if (err != ERR_OK) {
            return err;
        }
    }
    for (unsigned seat = 0; reviewing->forests && seat < review->setup.seats; seat++) {
        print_forest(reviewing, seat, body);
    }
    return strbuf_ok(body) ? ERR_OK : error_raise(error, &MSG_MEMORY);
}

enum err reviewing_print_one(const struct reviewing *reviewing, size_t step, struct strbuf *out, struct error *error)
{
    struct positions positions = {.review = &reviewing->review};
    if (step >= reviewing->review.decisions_count) {
        print_forest(reviewing, (unsigned)(step - reviewing->review.decisions_count), out);
        return strbuf_ok(out) ? ERR_OK : error_raise(error, &MSG_MEMORY);
    }
    positions.state = mem_new(reviewing->allocator, 1, reviewing->review.setup.game->state_size);
    if (!positions.state) {
        return error_raise(error, &MSG_MEMORY);
    }
    enum err err = print_decision(reviewing, &positions, step, out, error);
    mem_free(reviewing->allocator, positions.state);
    return err == ERR_OK && !strbuf_ok(out) ? error_raise(error, &MSG_MEMORY) : err;
}

/* The sums are those of the body as it will be read: there is one function for them. */
enum err reviewing_print(const struct reviewing *reviewing, struct strbuf *sums, struct strbuf *body,
                         struct error *error)
{
    struct positions positions = {.review = &reviewing->review};
    struct reviewed reviewed;
    struct arena arena;
    positions.state = mem_new(reviewing->allocator, 1, reviewing->review.setup.game->state_size);
    if (!positions.state) {
        return error_raise(error, &MSG_MEMORY);
    }
    arena_init(&arena, reviewing->allocator, REVIEW_TEXT_LIMIT);
    enum err err = print_body(reviewing, &positions, body, error);
    err = err == ERR_OK ? reviewed_read(strbuf_span(body), &arena, &reviewed, error) : err;
    if (err == ERR_OK) {
        reviewed_sums_print(&reviewed, sums);
        err = strbuf_ok(sums) ? ERR_OK : error_raise(error, &MSG_MEMORY);
    }
    arena_release(&arena);
    mem_free(reviewing->allocator, positions.state);
    return err;
}
