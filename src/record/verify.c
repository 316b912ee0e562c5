/* Verification: the header, who sits there, and every line; what the record states as result is in verify_result.c. */
#include "record/verifier.h"

#include "base/fold.h"
#include "base/utf8.h"
#include "record/messages.h"
#include "record/write.h"

#include "base/banned.h"

/* Keeps a problem when it is the first of its gravity. */
static void weigh(struct verifier *verifier, const struct error *error)
{
    enum err code = error->message->code;
    if (verifier->worst == ERR_OK || (verifier->worst == ERR_MISMATCH && code != ERR_MISMATCH)) {
        verifier->worst = code;
        *verifier->error = *error;
    }
}

void verifier_report(struct verifier *verifier, const struct problem *problem)
{
    weigh(verifier, &problem->error);
    if (verifier->fn) {
        verifier->fn(verifier->context, problem);
    }
}

/* A line that is wrong: only counted when there have been many. */
static void report_line(struct verifier *verifier, const struct problem *problem)
{
    if (verifier->told++ < RECORD_COMPLAINTS) {
        verifier->told_line = problem->error.line;
        verifier->told_column = problem->error.column;
        verifier_report(verifier, problem);
    } else {
        weigh(verifier, &problem->error);
    }
}

/* True for a refusal that may be untrue, or is told already: lines that it rests on are wrong or were not read. */
static bool rests_on_wrong(const struct verifier *verifier, const struct record_move *move, const struct error *error)
{
    const struct record *record = verifier->record;
    bool unread = record->moves_unread && (size_t)(move - record->moves) >= record->unread_from;
    seat_set wrong = error->rests == RESTS_ON_ALL ? verifier->failed : verifier->failed & seat_bit(SEAT_TABLE);
    return error->rests != RESTS_ALONE && (unread || wrong != 0);
}

/* A problem with the move itself: the error has its column in bytes within the move, or none. */
static void report_move(struct verifier *verifier, const struct record_move *move, size_t ply, struct error *error)
{
    uint32_t column = move->column + (error->column > 0 ? error->column - 1 : 0);
    bool told = verifier->worst == ERR_OK || verifier->told < RECORD_COMPLAINTS;
    error->line = move->line;
    error->column =
        told ? record_column(verifier->record, move->line, column) : 0; /* found by a walk over the record */
    if (rests_on_wrong(verifier, move, error)) {
        weigh(verifier, error);
        return;
    }
    struct problem problem = {.error = *error, .seat = move->seat, .move = move->text, .ply = (int64_t)ply};
    report_line(verifier, &problem);
}

/* Plays one line, and spells it into `lines` unless that is NULL. */
static enum err play_line(const struct verifier *verifier, struct replay *replay, const struct record_move *move,
                          struct error *error)
{
    struct strbuf *lines = verifier->lines;
    enum err err = move->back > 0 ? replay_back(replay, move->back, error)
                   : lines        ? replay_spell(replay, move->seat, move->text, lines, error)
                                  : replay_line(replay, move->seat, move->text, error);
    if (err != ERR_OK) {
        return err;
    }
    if (lines && move->back > 0) {
        strbuf_add(lines, "*: back ");
        strbuf_int(lines, move->back);
        strbuf_add_char(lines, '\n');
    }
    return ERR_OK;
}

/*
 * True for an error that the text alone is to blame for: it names a word of the
 * line, which is where it points, or nothing at all. A number of cards that are
 * due, or a word that is missing, may be right elsewhere; but a line of a sheet
 * has no position that could say the rest of it.
 */
static bool is_wrong_anywhere(const struct record_move *move, bool whole, enum err err, const struct error *error)
{
    if (err != ERR_SYNTAX || error->column == 0) {
        return false;
    }
    struct span at = span_skip(move->text, error->column - 1);
    if (at.len == 0) {
        return !whole;
    }
    return error->args == 0 || (error->arg[0][0] != '\0' && span_starts(at, error->arg[0]));
}

/* A line that there is no position for: whether it can be read at all. */
static void read_lost(struct verifier *verifier, const struct replay *replay, const struct record_move *move)
{
    game_move moves[GAME_LINE];
    size_t count = 0;
    struct error error = {.column = 0};
    if (move->back > 0) {
        return;
    }
    const struct setup *setup = &replay->setup;
    enum err err = setup->game->parse(setup, replay->state, move->seat, move->text, moves, &count, &error);
    if (is_wrong_anywhere(move, setup_is_judged(setup), err, &error)) {
        report_move(verifier, move, replay->plies, &error);
    }
}

/* Plays the record's lines, or reads those that cannot be played; false when there is no going on. */
static bool play(struct verifier *verifier, struct replay *replay)
{
    const struct record *record = verifier->record;
    bool whole = setup_is_judged(&replay->setup);
    struct error error;
    for (size_t i = 0; i < record->moves_count; i++) {
        const struct record_move *move = &record->moves[i];
        size_t ply = replay->plies;
        if (verifier->told >= RECORD_GIVEN_UP) {
            return false;
        }
        verifier->lost = verifier->lost || (whole && record->moves_unread && i >= record->unread_from);
        if (verifier->lost) {
            read_lost(verifier, replay, move);
            continue;
        }
        error.column = 0;
        enum err err = play_line(verifier, replay, move, &error);
        if (err == ERR_BUSY) { /* the time is over: that says nothing about the record */
            verifier->worst = err;
            *verifier->error = error;
            return false;
        }
        if (err == ERR_OK) {
            continue;
        }
        report_move(verifier, move, ply, &error);
        if (err != ERR_SYNTAX && err != ERR_RULE) {
            return false;
        }
        verifier->lost = whole;
        verifier->failed |= seat_bit(move->seat);
    }
    return true;
}

/* How many lines were wrong and not told one by one, where the last that was told stands: behind it when sorted. */
static void report_more(struct verifier *verifier)
{
    if (verifier->told > RECORD_COMPLAINTS) {
        struct problem problem = {.seat = -1, .ply = -1};
        (void)!error_raise_int(&problem.error, &RECORD_MSG_AND_MORE, verifier->told - RECORD_COMPLAINTS);
        problem.error.line = verifier->told_line;
        problem.error.column = verifier->told_column;
        verifier_report(verifier, &problem);
    }
}

/* ---- who sits there ---- */

/* The name as canonical text has it, in which control characters are blanks, folded; nothing for a longer one. */
static struct span fold_seat(struct span name, char memory[RECORD_NAME])
{
    char line[RECORD_NAME];
    struct strbuf folded;
    strbuf_wrap(&folded, memory, RECORD_NAME);
    fold_name(record_seat_name(name, line), &folded);
    return strbuf_ok(&folded) ? strbuf_span(&folded) : (struct span){NULL, 0};
}

/* A guest, `?`, is nobody in particular. */
void record_people(const struct record *record, problem_fn *fn, void *context)
{
    char memory[GAME_PLAYERS][RECORD_NAME];
    struct span folded[GAME_PLAYERS];
    for (unsigned i = 0; i < record->seats; i++) {
        folded[i] = fold_seat(record->seat[i].text, memory[i]);
        unsigned other = folded[i].len == 0 || span_is(folded[i], "?") ? i : 0;
        while (other < i && !span_equal(folded[i], folded[other])) {
            other++;
        }
        if (other < i) {
            struct problem problem = {.seat = -1, .ply = -1};
            (void)!record_raise(&problem.error, &RECORD_MSG_PERSON_TWICE, record, record->seat[i]);
            error_add(&problem.error, span_from(seat_label(other)));
            fn(context, &problem);
        }
    }
}

static void report_person(void *context, const struct problem *problem)
{
    verifier_report(context, problem);
}

/* ---- all of it ---- */

/* Complaints about the header that a line of it which could not be read may be the answer to. */
static bool is_withheld(const struct record *record, const struct message *message)
{
    bool seats = message == &RECORD_MSG_NO_VARIANT || message == &RECORD_MSG_SEATS || message == &RECORD_MSG_SEATS_ONLY;
    bool others =
        message == &RECORD_MSG_GAME_MISSING || message == &RECORD_MSG_LEVEL_MISSING || message == &RECORD_MSG_CATALOGUE;
    return (seats && (record->header_unread || record->seats_missing)) || (others && record->header_unread);
}

static void report_header(void *context, const struct error *error)
{
    struct verifier *verifier = context;
    struct problem problem = problem_of(error);
    if (problem.error.line == 0) {
        problem.error.line = verifier->record->line;
        problem.error.column = 1;
    }
    if (is_withheld(verifier->record, error->message)) {
        weigh(verifier, &problem.error);
    } else {
        report_line(verifier, &problem);
    }
}

/* The position before the first move; false when the header gives none. */
static bool begin(struct verifier *verifier, const struct block_source *blocks, struct replay *replay)
{
    struct setup setup;
    struct error error;
    bool sure = false;
    enum err err = record_setup_anyway(verifier->record, blocks, &setup, report_header, verifier, &sure, &error);
    verifier->lost = err != ERR_OK && !sure;
    if (!setup.game) {
        return false;
    }
    if (replay_begin(replay, &setup, &error) != ERR_OK) {
        report_header(verifier, &error);
        return false;
    }
    return true;
}

static enum err judge(struct verifier *verifier, const struct block_source *blocks, struct replay *replay)
{
    bool played = begin(verifier, blocks, replay) && play(verifier, replay);
    report_more(verifier);
    if (played) {
        verifier_result(verifier, replay);
    }
    if (played && verifier->fn && verifier->worst != ERR_OK && verifier->worst != ERR_MISMATCH) {
        record_warn_letters(verifier->record, &replay->setup, verifier->fn, verifier->context);
    }
    return verifier->worst;
}

enum err record_verify(const struct record *record, const struct block_source *blocks, struct replay *replay,
                       problem_fn *fn, void *context, struct error *error)
{
    struct verifier verifier = {.record = record, .fn = fn, .context = context, .error = error};
    record_people(record, report_person, &verifier);
    return judge(&verifier, blocks, replay);
}

enum err record_verify_spell(const struct record *record, const struct block_source *blocks, struct replay *replay,
                             struct strbuf *lines, problem_fn *fn, void *context, struct error *error)
{
    struct verifier verifier = {.record = record, .fn = fn, .context = context, .error = error, .lines = lines};
    return judge(&verifier, blocks, replay);
}

bool problem_is_contested(const struct problem *problem)
{
    return problem->error.message == &RECORD_MSG_TOTAL || problem->error.message == &RECORD_MSG_CLAIMED;
}

void problem_text(const struct problem *problem, enum lang lang, struct strbuf *out)
{
    char text[512];
    if (problem_is_warning(problem)) {
        strbuf_add(out, lang == LANG_FR ? "attention : " : "warning: ");
    }
    if (problem->seat >= 0) {
        strbuf_add(out, lang == LANG_FR ? "siège " : "seat ");
        strbuf_add(out, seat_label((unsigned)problem->seat));
        strbuf_add(out, ": ");
    }
    if (problem->fr && lang == LANG_FR) {
        strbuf_add(out, problem->fr);
        strbuf_add(out, ": ");
    } else if (problem->move.len > 0) {
        struct span shown = span_of(problem->move.ptr, utf8_fit(problem->move, PROBLEM_MOVE));
        bool cut = shown.len < problem->move.len;
        strbuf_add_plain(out, shown);
        strbuf_add(out, cut ? "…: " : ": ");
    }
    strbuf_add_span(out, span_of(text, error_text(&problem->error, lang, text, sizeof(text))));
}
