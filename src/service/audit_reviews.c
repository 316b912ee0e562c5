/*
 * Kept reviews. Every one can be read, is of a game, and its sums are those of
 * its lines. What its lines say takes minutes to make again: so a sample is
 * drawn, AUDIT_REVIEWS games and AUDIT_REVIEW_LINES lines of each, by the root
 * of the log: the same log draws the same lines, and a longer one others; fewer
 * where they have many playouts. With `all_reviews` every line is made again.
 *
 * A stale review, or one of another version, is nobody's any more and is not
 * made again.
 */
#include "base/fnv.h"
#include "service/audit_internal.h"
#include "service/review_run.h"
#include "service/review_text.h"
#include "store/reviews.h"

#include "base/banned.h"

struct drawn {
    uint64_t lot;
    int64_t game;
};

struct review_audit {
    struct auditor *auditor;
    struct drawn *games; /* whose reviews can be made again */
    size_t count;
    size_t room;
    int64_t playouts; /* of lines that were made again, a sample's */
};

static void report(struct review_audit *reviews, int64_t game, int64_t ply, const char *field, struct span stored,
                   struct span computed)
{
    struct audit_finding finding = {.subject = "review",
                                    .game = game,
                                    .ply = ply,
                                    .seat = -1,
                                    .field = field,
                                    .stored = stored,
                                    .computed = computed};
    audit_report(reviews->auditor->audit, &finding);
}

static uint64_t lot_of(const struct audit *audit, uint64_t number)
{
    const char *root = (const char *)audit->summary->root;
    return hash_mix(fnv_add(FNV_START, span_of(root, sizeof(audit->summary->root))), number) >> 8;
}

/* ---- what every row is looked at for ---- */

struct row_game {
    int64_t last;
    bool there;
    bool finished;
};

static enum err take_game(void *context, const struct store_game *row, struct error *error)
{
    (void)error;
    struct row_game *game = context;
    *game = (struct row_game){row->last, true, game_status_is(row->status, GAME_FINISHED)};
    return ERR_OK;
}

static enum err draw(struct review_audit *reviews, int64_t game, struct error *error)
{
    const struct allocator *allocator = reviews->auditor->audit->options->allocator;
    struct drawn *more = mem_more(allocator, reviews->games, reviews->count, &reviews->room, sizeof(*more));
    if (!more) {
        return error_raise(error, &MSG_MEMORY);
    }
    reviews->games = more;
    reviews->games[reviews->count++] = (struct drawn){lot_of(reviews->auditor->audit, (uint64_t)game), game};
    return ERR_OK;
}

/* The text can be read, and the sums are its sums. */
static enum err check_text(struct review_audit *reviews, const struct store_review *row, bool *good,
                           struct error *error)
{
    const struct allocator *allocator = reviews->auditor->audit->options->allocator;
    struct reviewed reviewed;
    struct arena arena;
    struct strbuf sums;
    arena_init(&arena, allocator, REVIEW_TEXT_LIMIT);
    strbuf_init(&sums, allocator, REVIEW_SUMS_LIMIT);
    enum err err = reviewed_read(row->body, &arena, &reviewed, error);
    *good = err == ERR_OK;
    if (err == ERR_OK) {
        reviewed_sums_print(&reviewed, &sums);
        err = strbuf_ok(&sums) ? ERR_OK : error_raise(error, &MSG_MEMORY);
    }
    if (err == ERR_OK && !span_equal(strbuf_span(&sums), row->sums)) {
        report(reviews, row->game, -1, "sums", row->sums, strbuf_span(&sums));
    } else if (err == ERR_CORRUPT) {
        report(reviews, row->game, -1, "damaged", span_of(NULL, 0), span_of(NULL, 0));
        err = ERR_OK;
    }
    strbuf_release(&sums);
    arena_release(&arena);
    return err;
}

static enum err check_row(void *context, const struct store_review *row, struct error *error)
{
    struct review_audit *reviews = context;
    struct row_game game = {.there = false};
    bool good = false;
    enum err err = store_game(reviews->auditor->store, row->game, take_game, &game, error);
    if (err != ERR_OK && err != ERR_NOT_FOUND) {
        return err;
    }
    if (!game.there) {
        report(reviews, row->game, -1, "surplus", span_of(NULL, 0), span_of(NULL, 0));
        return ERR_OK;
    }
    err = check_text(reviews, row, &good, error);
    if (err != ERR_OK || !good || !game.finished || game.last != row->entry || row->version != REVIEW_VERSION) {
        return err;
    }
    return draw(reviews, row->game, error);
}

/* ---- making it again ---- */

/* The line of a stored body that a step made; the first line is the head. */
static struct span line_of(struct span body, size_t step)
{
    struct span line = {NULL, 0};
    for (size_t i = 0; i < step + 2; i++) {
        line = span_cut(&body, '\n');
    }
    return line;
}

struct stored_text {
    struct strbuf body;
    int64_t budget;
};

static enum err take_body(void *context, const struct store_review *row, struct error *error)
{
    struct stored_text *text = context;
    text->budget = row->budget;
    strbuf_clear(&text->body);
    strbuf_add_span(&text->body, row->body);
    return strbuf_ok(&text->body) ? ERR_OK : error_raise(error, &MSG_MEMORY);
}

/* The line of a step as it is stored and as it was made just now. */
static enum err compare_step(struct review_audit *reviews, const struct reviewing *reviewing, int64_t game,
                             const struct stored_text *stored, size_t step, struct error *error)
{
    const struct review *review = &reviewing->review;
    struct strbuf line;
    strbuf_init(&line, reviewing->allocator, REVIEW_TEXT_LIMIT);
    enum err err = reviewing_print_one(reviewing, step, &line, error);
    if (err == ERR_OK) {
        struct span was = line_of(strbuf_span(&stored->body), step);
        struct span is = span_of(strbuf_text(&line), line.len - 1);
        int64_t ply = step < review->decisions_count ? (int64_t)review->decisions[step].ply : -1;
        if (!span_equal(was, is)) {
            report(reviews, game, ply, "body", was.len > 0 ? was : SPAN_LITERAL("nothing"), is);
        }
    }
    strbuf_release(&line);
    return err;
}

static enum err remake_sample(struct review_audit *reviews, struct reviewing *reviewing, int64_t game,
                              const struct stored_text *stored, struct error *error)
{
    size_t steps = reviewing_steps(reviewing);
    for (size_t i = 0; i < AUDIT_REVIEW_LINES && steps > 0; i++) {
        if (reviews->playouts > 0 && reviews->playouts + stored->budget > AUDIT_REVIEW_PLAYOUTS) {
            return ERR_OK;
        }
        reviews->playouts += stored->budget;
        size_t step = lot_of(reviews->auditor->audit, (uint64_t)game * AUDIT_REVIEW_LINES + i + 1) % steps;
        enum err err = reviewing_step(reviewing, step, NULL, error);
        err = err == ERR_OK ? compare_step(reviews, reviewing, game, stored, step, error) : err;
        if (err != ERR_OK) {
            return err;
        }
    }
    return ERR_OK;
}

static enum err remake_all(struct review_audit *reviews, struct reviewing *reviewing, int64_t game,
                           const struct stored_text *stored, struct error *error)
{
    const struct review_crew crew = {.threads = reviews->auditor->audit->audit->threads};
    enum err err = reviewing_run(reviewing, &crew, error);
    for (size_t step = 0; err == ERR_OK && step < reviewing_steps(reviewing); step++) {
        err = compare_step(reviews, reviewing, game, stored, step, error);
    }
    return err;
}

static enum err remake(struct review_audit *reviews, int64_t game, const struct stored_text *stored,
                       struct error *error)
{
    struct auditor *auditor = reviews->auditor;
    struct audit *audit = auditor->audit;
    struct reviewing reviewing;
    struct record record;
    enum err err = story_load(auditor->store, game, &auditor->story, error);
    if (err != ERR_OK) {
        return err;
    }
    err = story_play(&auditor->story, &auditor->finder.source, &auditor->reader, &auditor->replay, &record, error);
    if (err != ERR_OK) {
        return err;
    }
    err = reviewing_of(&auditor->replay, audit->options->allocator, (uint32_t)stored->budget, &reviewing, error);
    if (err != ERR_OK) {
        return err;
    }
    err = audit->audit->all_reviews ? remake_all(reviews, &reviewing, game, stored, error)
                                    : remake_sample(reviews, &reviewing, game, stored, error);
    reviewing_release(&reviewing);
    return err;
}

/* One game; what keeps its review from being made again is a finding. */
static enum err remake_game(struct review_audit *reviews, int64_t game, struct error *error)
{
    struct auditor *auditor = reviews->auditor;
    struct stored_text stored = {.budget = 0};
    strbuf_init(&stored.body, auditor->audit->options->allocator, REVIEW_TEXT_LIMIT);
    enum err err = store_review(auditor->store, game, true, take_body, &stored, error);
    err = err == ERR_OK ? remake(reviews, game, &stored, error) : err;
    strbuf_release(&stored.body);
    if (err == ERR_OK || audit_fails(err)) {
        return err;
    }
    struct audit_finding finding = {.subject = "review", .game = game, .ply = -1, .seat = -1, .cause = error};
    audit_report(auditor->audit, &finding);
    return ERR_OK;
}

/* The lowest lot that was not drawn yet; of equal ones that of the smaller game. */
static size_t next_drawn(const struct review_audit *reviews, size_t from)
{
    size_t best = from;
    for (size_t i = from + 1; i < reviews->count; i++) {
        const struct drawn *one = &reviews->games[i];
        const struct drawn *other = &reviews->games[best];
        best = one->lot < other->lot || (one->lot == other->lot && one->game < other->game) ? i : best;
    }
    return best;
}

static enum err remake_drawn(struct review_audit *reviews, struct error *error)
{
    bool all = reviews->auditor->audit->audit->all_reviews;
    size_t wanted = all || reviews->count < AUDIT_REVIEWS ? reviews->count : AUDIT_REVIEWS;
    for (size_t i = 0; i < wanted; i++) {
        size_t at = all ? i : next_drawn(reviews, i);
        struct drawn drawn = reviews->games[at];
        reviews->games[at] = reviews->games[i];
        reviews->games[i] = drawn;
        enum err err = remake_game(reviews, drawn.game, error);
        if (err != ERR_OK) {
            return err;
        }
    }
    return ERR_OK;
}

enum err audit_reviews(struct auditor *auditor, struct error *error)
{
    struct review_audit reviews = {.auditor = auditor};
    if (auditor->audit->audit->results_only) {
        return ERR_OK;
    }
    enum err err = store_reviews(auditor->store, check_row, &reviews, error);
    if (err == ERR_OK) {
        err = remake_drawn(&reviews, error);
    } else if (!audit_fails(err)) {
        err = ERR_OK; /* a row that cannot be read was reported by SQLite's check */
    }
    mem_free(auditor->audit->options->allocator, reviews.games);
    return err;
}
