/* Verification of what a record states as its result: unfinished, or compared with what the engine computed. */
#include "base/points.h"
#include "record/claims.h"
#include "record/messages.h"
#include "record/verifier.h"

#include "base/banned.h"

static void report_difference(struct verifier *verifier, const struct message *message, struct field field, int seat,
                              const struct name *what, int64_t written, int64_t computed)
{
    struct problem problem = {.seat = seat, .ply = -1};
    if (what) {
        problem.move = span_from(what->id);
        problem.fr = what->fr;
    }
    (void)!record_raise(&problem.error, message, verifier->record, field);
    problem.error.args = 0;
    error_add_points(&problem.error, written, POINTS_ONE);
    error_add_points(&problem.error, computed, POINTS_ONE);
    verifier_report(verifier, &problem);
}

static size_t scored_rows(const struct outcome *outcome)
{
    size_t scored = 0;
    for (size_t i = 0; i < outcome->rows_count; i++) {
        scored += outcome->rows[i].scored && !outcome->rows[i].untotalled;
    }
    return scored;
}

/* As many totals as there are scores; of a line with a word that is no number nobody knows. */
static bool check_totals_count(struct verifier *verifier, const struct outcome *outcome)
{
    const struct record *record = verifier->record;
    size_t scored = scored_rows(outcome);
    if (record->totals_unread) {
        return false;
    }
    if (record->totals_count == 0 || record->totals_count == scored) {
        return true;
    }
    report_difference(verifier, &RECORD_MSG_TOTALS_COUNT, record->totals[0].field, -1, NULL,
                      (int64_t)record->totals_count * POINTS_ONE, (int64_t)scored * POINTS_ONE);
    return false;
}

static void check_totals(struct verifier *verifier, const struct game *game, const struct outcome *outcome)
{
    const struct record_total *total = verifier->record->totals;
    for (size_t i = 0; i < outcome->rows_count; i++) {
        const struct outcome_row *row = &outcome->rows[i];
        if (!row->scored) {
            continue;
        }
        int32_t computed = game_hundredths(game, row->total);
        if (total->hundredths != computed) {
            verifier->differs = true;
            struct name what = claim_name(NULL, CLAIM_TOTAL);
            report_difference(verifier, &RECORD_MSG_TOTAL, total->field, row->seat, &what, total->hundredths, computed);
        }
        total++;
    }
}

/* The points are compared only when the game is over, but a name must make sense at any time. */
static void check_claim(struct verifier *verifier, const struct setup *setup, const struct outcome *outcome,
                        const struct record_claim *claim)
{
    struct problem problem = {.seat = claim->seat, .move = claim->name.text, .ply = -1};
    int row;
    int category;
    if (claim_find(verifier->record, setup, outcome, claim, &row, &category, &problem.error) != ERR_OK) {
        verifier_report(verifier, &problem);
        return;
    }
    const struct outcome_row *at = &outcome->rows[row];
    int32_t computed = game_hundredths(setup->game, category == CLAIM_TOTAL ? at->total : at->category[category]);
    if (outcome->over && !verifier->lost && computed != claim->hundredths) {
        struct name what = claim_name(setup, category);
        report_difference(verifier, &RECORD_MSG_CLAIMED, claim->name, claim->seat, &what, claim->hundredths, computed);
    }
}

/* `50 36 43`: the totals as the engine has them. */
static void add_totals(struct error *error, const struct game *game, const struct outcome *outcome)
{
    char memory[ERROR_ARG_SIZE];
    struct strbuf text;
    strbuf_wrap(&text, memory, sizeof(memory));
    for (size_t i = 0; i < outcome->rows_count; i++) {
        if (outcome->rows[i].scored) {
            strbuf_add(&text, text.len > 0 ? " " : "");
            strbuf_points(&text, outcome->rows[i].total, game_scale(game));
        }
    }
    error_add(error, strbuf_span(&text));
}

/* A digest that differs is that of other moves; when the totals differ too, both are of before a correction. */
static void check_digest(struct verifier *verifier, const struct replay *replay, const struct outcome *outcome)
{
    const struct record *record = verifier->record;
    uint8_t computed[SHA256_SIZE];
    uint8_t written[SHA256_SIZE];
    replay_digest(&replay->setup, replay->state, computed);
    if (sha256_from_hex(record->digest.text, written) && memcmp(written, computed, SHA256_SIZE) == 0) {
        return;
    }
    struct problem problem = {.seat = -1, .ply = -1};
    const struct message *message = verifier->differs ? &RECORD_MSG_OUTDATED : &RECORD_MSG_DIGEST_DIFFERS;
    (void)!record_raise(&problem.error, message, record, record->digest);
    problem.error.args = 0;
    if (verifier->differs) {
        add_totals(&problem.error, replay->setup.game, outcome);
    }
    char hex[SHA256_HEX + 1];
    struct strbuf text;
    strbuf_wrap(&text, hex, sizeof(hex));
    strbuf_hex(&text, computed, SHA256_SIZE);
    error_add(&problem.error, strbuf_span(&text));
    verifier_report(verifier, &problem);
}

/* Complains at the first line that states a result; `seat` and its player, or -1. */
static void report_unfinished(struct verifier *verifier, const struct message *message, int seat)
{
    const struct record *record = verifier->record;
    struct field field = record->totals_count > 0   ? record->totals[0].field
                         : record->claims_count > 0 ? record->claims[0].name
                                                    : record->digest;
    struct problem problem = {.seat = seat, .ply = -1};
    (void)!record_raise(&problem.error, message, record, field);
    problem.error.args = 0;
    if (seat >= 0) {
        bool named = seat < GAME_PLAYERS && record->seat[seat].text.len > 0;
        error_add(&problem.error, named ? record->seat[seat].text : span_from(seat_label((unsigned)seat)));
        struct span line = span_of(field.text.ptr - (field.column - 1), field.column - 1);
        error_add(&problem.error, span_word(&line));
    }
    verifier_report(verifier, &problem);
}

/* A game that is not over: on a sheet, whose sheet is missing. A line that is wrong or was not read is there. */
static void check_unfinished(struct verifier *verifier, const struct replay *replay)
{
    const struct setup *setup = &replay->setup;
    bool whole = setup_is_judged(setup);
    if (verifier->lost || verifier->record->moves_unread) {
        return;
    }
    seat_set missing = whole ? 0 : setup->game->turn(setup, replay->state) & ~verifier->failed;
    bool table = missing == 0 || (missing & seat_bit(SEAT_TABLE));
    if (table && verifier->failed != 0) {
        return;
    }
    if (table) {
        report_unfinished(verifier, &RECORD_MSG_UNFINISHED, -1);
        return;
    }
    bool totals = verifier->record->totals_count > 0;
    for (int seat = 0; seat < GAME_SEATS; seat++) {
        if (missing & seat_bit((unsigned)seat)) {
            report_unfinished(verifier, totals ? &RECORD_MSG_SHEET_MISSING : &RECORD_MSG_NO_SHEET, seat);
        }
    }
}

void verifier_result(struct verifier *verifier, const struct replay *replay)
{
    const struct record *record = verifier->record;
    if (record->totals_count == 0 && record->claims_count == 0 && record->digest.text.len == 0) {
        return;
    }
    struct outcome outcome;
    replay->setup.game->outcome(&replay->setup, replay->state, &outcome);
    bool over = outcome.over && !verifier->lost;
    bool broken = verifier->lost || verifier->failed != 0 || record->moves_unread;
    if (!outcome.over) {
        check_unfinished(verifier, replay);
    }
    if ((over || broken) && check_totals_count(verifier, &outcome) && over && record->totals_count > 0) {
        check_totals(verifier, replay->setup.game, &outcome);
    }
    for (size_t i = 0; i < record->claims_count; i++) {
        check_claim(verifier, &replay->setup, &outcome, &record->claims[i]);
    }
    if (over && record->digest.text.len > 0) {
        check_digest(verifier, replay, &outcome);
    }
}

void record_contest(const struct record *record, const struct replay *replay, problem_fn *fn, void *context)
{
    struct error gravest;
    struct outcome outcome;
    struct verifier verifier = {.record = record, .fn = fn, .context = context, .error = &gravest};
    replay->setup.game->outcome(&replay->setup, replay->state, &outcome);
    for (size_t i = 0; i < record->claims_count; i++) {
        check_claim(&verifier, &replay->setup, &outcome, &record->claims[i]);
    }
}
