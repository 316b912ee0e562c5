/* Verification: replay, then compare what the record states with what the engine computed. */
#include "record/verify.h"

#include "base/utf8.h"
#include "record/claims.h"
#include "record/messages.h"

#include "base/banned.h"

struct verifier {
    const struct record *record;
    problem_fn *fn;
    void *context;
    struct error *error;  /* the gravest problem so far */
    struct strbuf *lines; /* NULL, or where canonical lines go */
    enum err worst;
};

/* Passes a problem on, and keeps it when it is the first of its gravity. */
static void report(struct verifier *verifier, const struct problem *problem)
{
    enum err code = problem->error.message->code;
    if (verifier->worst == ERR_OK || (verifier->worst == ERR_MISMATCH && code != ERR_MISMATCH)) {
        verifier->worst = code;
        *verifier->error = problem->error;
    }
    if (verifier->fn) {
        verifier->fn(verifier->context, problem);
    }
}

/* A problem with the move itself: the error has its column in bytes within the move, or none. */
static void report_move(struct verifier *verifier, const struct record_move *move, size_t ply, struct error *error)
{
    uint32_t column = move->column + (error->column > 0 ? error->column - 1 : 0);
    error->line = move->line;
    error->column = record_column(verifier->record, move->line, column);
    struct problem problem = {*error, move->seat, move->text, (int64_t)ply};
    report(verifier, &problem);
}

/* Plays one line, and spells it when somebody wants that. */
static enum err play_line(const struct verifier *verifier, struct replay *replay, const struct record_move *move,
                          struct error *error)
{
    struct strbuf *lines = verifier->lines;
    enum err err = move->back > 0 ? replay_back(replay, move->back, error)
                   : lines        ? replay_spell(replay, move->seat, move->text, lines, error)
                                  : replay_line(replay, move->seat, move->text, error);
    if (err == ERR_OK && lines) {
        if (move->back > 0) {
            strbuf_add(lines, "*: back ");
            strbuf_int(lines, move->back);
        }
        strbuf_add_char(lines, '\n');
    }
    return err;
}

/* Plays the record's lines; false at the first that cannot be played. */
static bool play(struct verifier *verifier, struct replay *replay)
{
    const struct record *record = verifier->record;
    struct error error;
    for (size_t i = 0; i < record->moves_count; i++) {
        const struct record_move *move = &record->moves[i];
        size_t ply = replay->plies;
        error.column = 0;
        enum err err = play_line(verifier, replay, move, &error);
        if (err == ERR_BUSY) { /* the time is over: that says nothing about the record */
            verifier->worst = err;
            *verifier->error = error;
            return false;
        }
        if (err != ERR_OK) {
            report_move(verifier, move, ply, &error);
            return false;
        }
    }
    return true;
}

static void report_difference(struct verifier *verifier, const struct message *message, struct field field, int seat,
                              struct span what, int64_t written, int64_t computed)
{
    struct problem problem = {.seat = seat, .move = what, .ply = -1};
    (void)!record_raise(&problem.error, message, verifier->record, field);
    problem.error.args = 0;
    error_add_int(&problem.error, written);
    error_add_int(&problem.error, computed);
    report(verifier, &problem);
}

static void check_totals(struct verifier *verifier, const struct outcome *outcome)
{
    const struct record *record = verifier->record;
    size_t scored = 0;
    for (size_t i = 0; i < outcome->rows_count; i++) {
        scored += outcome->rows[i].scored;
    }
    if (record->totals_count != scored) {
        report_difference(verifier, &RECORD_MSG_TOTALS_COUNT, record->totals[0].field, -1, (struct span){NULL, 0},
                          (int64_t)record->totals_count, (int64_t)scored);
        return;
    }
    size_t next = 0;
    for (size_t i = 0; i < outcome->rows_count; i++) {
        const struct outcome_row *row = &outcome->rows[i];
        if (!row->scored) {
            continue;
        }
        const struct record_total *total = &record->totals[next++];
        if (total->points != row->total) {
            report_difference(verifier, &RECORD_MSG_TOTAL, total->field, row->seat, SPAN_LITERAL("total"),
                              total->points, row->total);
        }
    }
}

/* The points are compared only when the game is over, but a name must make sense at any time. */
static void check_claim(struct verifier *verifier, const struct game *game, const struct outcome *outcome,
                        const struct record_claim *claim)
{
    struct problem problem = {.seat = claim->seat, .move = claim->name.text, .ply = -1};
    int row;
    int category;
    if (claim_find(verifier->record, game, outcome, claim, &row, &category, &problem.error) != ERR_OK) {
        report(verifier, &problem);
        return;
    }
    const struct outcome_row *at = &outcome->rows[row];
    int32_t computed = category == CLAIM_TOTAL ? at->total : at->category[category];
    if (outcome->over && computed != claim->points) {
        report_difference(verifier, &RECORD_MSG_CLAIMED, claim->name, claim->seat, claim_name(game, category),
                          claim->points, computed);
    }
}

static void check_digest(struct verifier *verifier, const struct replay *replay)
{
    uint8_t computed[SHA256_SIZE];
    uint8_t written[SHA256_SIZE];
    replay_digest(&replay->setup, replay->state, computed);
    if (!sha256_from_hex(verifier->record->digest.text, written) || memcmp(written, computed, SHA256_SIZE) != 0) {
        struct problem problem = {.seat = -1, .ply = -1};
        (void)!record_raise(&problem.error, &RECORD_MSG_DIGEST_DIFFERS, verifier->record, verifier->record->digest);
        char hex[SHA256_HEX + 1];
        struct strbuf text;
        strbuf_wrap(&text, hex, sizeof(hex));
        strbuf_hex(&text, computed, SHA256_SIZE);
        problem.error.args = 0;
        error_add(&problem.error, strbuf_span(&text));
        report(verifier, &problem);
    }
}

static void report_unfinished(struct verifier *verifier)
{
    const struct record *record = verifier->record;
    struct field field = record->totals_count > 0   ? record->totals[0].field
                         : record->claims_count > 0 ? record->claims[0].name
                                                    : record->digest;
    struct problem problem = {.seat = -1, .ply = -1};
    (void)!record_raise(&problem.error, &RECORD_MSG_UNFINISHED, record, field);
    report(verifier, &problem);
}

static void check_result(struct verifier *verifier, const struct replay *replay)
{
    const struct record *record = verifier->record;
    if (record->totals_count == 0 && record->claims_count == 0 && record->digest.text.len == 0) {
        return;
    }
    struct outcome outcome;
    replay->setup.game->outcome(&replay->setup, replay->state, &outcome);
    if (!outcome.over) {
        report_unfinished(verifier);
    }
    if (outcome.over && record->totals_count > 0) {
        check_totals(verifier, &outcome);
    }
    for (size_t i = 0; i < record->claims_count; i++) {
        check_claim(verifier, replay->setup.game, &outcome, &record->claims[i]);
    }
    if (outcome.over && record->digest.text.len > 0) {
        check_digest(verifier, replay);
    }
}

enum err record_verify(const struct record *record, const struct block_source *blocks, struct replay *replay,
                       problem_fn *fn, void *context, struct error *error)
{
    return record_verify_spell(record, blocks, replay, NULL, fn, context, error);
}

enum err record_verify_spell(const struct record *record, const struct block_source *blocks, struct replay *replay,
                             struct strbuf *lines, problem_fn *fn, void *context, struct error *error)
{
    struct verifier verifier = {record, fn, context, error, lines, ERR_OK};
    struct setup setup;
    struct problem problem = {.seat = -1, .ply = -1};
    enum err err = record_setup(record, blocks, &setup, &problem.error);
    if (err == ERR_OK) {
        err = replay_begin(replay, &setup, &problem.error);
    }
    if (err != ERR_OK) {
        if (problem.error.line == 0) {
            problem.error.line = record->line;
            problem.error.column = 1;
        }
        report(&verifier, &problem);
        return verifier.worst;
    }
    if (play(&verifier, replay)) {
        check_result(&verifier, replay);
    }
    return verifier.worst;
}

void problem_text(const struct problem *problem, enum lang lang, struct strbuf *out)
{
    char text[512];
    if (problem->seat >= 0) {
        strbuf_add(out, lang == LANG_FR ? "place " : "seat ");
        strbuf_add(out, seat_label((unsigned)problem->seat));
        strbuf_add(out, ": ");
    }
    if (problem->move.len > 0) {
        struct span shown = span_of(problem->move.ptr, utf8_fit(problem->move, PROBLEM_MOVE));
        bool cut = shown.len < problem->move.len;
        strbuf_add_plain(out, shown);
        strbuf_add(out, cut ? "…: " : ": ");
    }
    strbuf_add_span(out, span_of(text, error_text(&problem->error, lang, text, sizeof(text))));
}
