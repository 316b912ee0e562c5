/* Warnings: what is odd about a record that is legal, told at the line where it stands; most of it a game finds. */
#include "base/utf8.h"
#include "record/verify.h"

#include "base/banned.h"

struct warner {
    const struct record *record;
    const struct replay *replay;
    problem_fn *fn;
    void *context;
};

/* The standing ply that made this move; the last when none did. */
static size_t ply_of(const struct replay *replay, game_move move)
{
    size_t ply = 0;
    for (size_t i = 0; i < replay->moves_count; i++) {
        ply += i >= replay->ends[ply];
        if (replay->moves[i] == move) {
            return ply;
        }
    }
    return replay->plies - 1;
}

/* The line of the record at which that ply stands: from the end, passing over what was taken back. */
static const struct record_move *line_of(const struct warner *warner, size_t ply)
{
    const struct record *record = warner->record;
    size_t plies = warner->replay->plies;
    size_t gone = 0;
    for (size_t i = record->moves_count; i-- > 0;) {
        const struct record_move *move = &record->moves[i];
        if (move->back > 0) {
            gone += move->back;
        } else if (gone > 0) {
            gone--;
        } else if (--plies == ply) {
            return move;
        }
    }
    return &record->moves[record->moves_count - 1];
}

static void report(void *context, const struct warning *warning)
{
    const struct warner *warner = context;
    size_t ply = ply_of(warner->replay, warning->move);
    const struct record_move *line = line_of(warner, ply);
    bool about = warning->move != 0;
    struct problem problem = {.seat = warning->seat, .ply = about ? (int64_t)ply : -1};
    (void)error_put(&problem.error, warning->message);
    problem.move = about ? line->text : (struct span){NULL, 0};
    problem.error.line = line->line;
    problem.error.column = record_column(warner->record, line->line, line->column);
    warner->fn(warner->context, &problem);
}

static const struct message MSG_PLACE = {ERR_OK, "record.place-seat",
                                         "'place' is where it was played: did you mean 'seat %1'?",
                                         "« place » est un lieu : vouliez-vous dire « siège %1 » ?"};

/* The keyword that stands before a value. */
static struct span keyword_of(struct field field)
{
    struct span line = span_of(field.text.ptr - (field.column - 1), field.column - 1);
    return span_word(&line);
}

/* `3 rue Colette`: several words, and the first is no name. */
static bool is_address(struct span text)
{
    struct span first = span_word(&text);
    return first.len > 0 && first.ptr[0] >= 'a' && first.ptr[0] <= 'z' && span_trim(text).len > 0;
}

/* True for `place 3 Mana`: in French a seat is a `place` as well, and the player would be lost. */
static bool is_seat(const struct record *record)
{
    struct span rest = record->place.text;
    int64_t number = 0;
    if (record->place.line == 0 || !span_int(span_word(&rest), 1, ENGINE_PLAYERS, &number) ||
        !utf8_same(keyword_of(record->place), SPAN_LITERAL("place"))) {
        return false;
    }
    return number == record->seats + 1 || (span_trim(rest).len > 0 && !is_address(rest));
}

void record_warn_place(const struct record *record, problem_fn *fn, void *context)
{
    if (!is_seat(record)) {
        return;
    }
    struct problem problem = {.seat = -1, .ply = -1};
    (void)error_put_span(&problem.error, &MSG_PLACE, record->place.text);
    problem.error.line = record->place.line;
    problem.error.column = record_column(record, record->place.line, record->place.column);
    fn(context, &problem);
}

/* The first line whose letters are those of `lang`, or of any language when it is -1; and which language that is. */
static const struct record_move *line_in(const struct record *record, const struct setup *setup, int lang, int *found)
{
    for (size_t i = 0; i < record->moves_count; i++) {
        const struct record_move *move = &record->moves[i];
        *found = move->back > 0 ? -1 : setup->game->letters(setup, move->seat, move->text);
        if (*found >= 0 && (lang < 0 || *found == lang)) {
            return move;
        }
    }
    return NULL;
}

void record_warn_letters(const struct record *record, const struct setup *setup, problem_fn *fn, void *context)
{
    int lang = -1;
    const struct record_move *line = setup->game->letters ? line_in(record, setup, -1, &lang) : NULL;
    if (!line) {
        return;
    }
    int other = lang == LANG_EN ? LANG_FR : LANG_EN;
    const struct record_move *differs = line_in(record, setup, other, &other);
    bool foreign = record->header_langs != 0 && !(record->header_langs & 1u << lang);
    if (!differs && !foreign) {
        return;
    }
    const struct mixed_letters *mixed = setup->game->mixed;
    line = differs ? differs : line;
    struct problem problem = {.seat = -1, .ply = -1, .move = line->text};
    (void)error_put(&problem.error, differs ? &mixed->lines[other] : &mixed->header[lang]);
    problem.error.line = line->line;
    problem.error.column = record_column(record, line->line, line->column);
    fn(context, &problem);
}

void record_warn(const struct record *record, const struct replay *replay, problem_fn *fn, void *context)
{
    record_warn_place(record, fn, context);
    record_warn_letters(record, &replay->setup, fn, context);
    const struct game *game = replay->setup.game;
    struct warner warner = {record, replay, fn, context};
    bool over = replay->plies > 0 && game->turn(&replay->setup, replay->state) == 0;
    if (over && game->warnings) {
        game->warnings(&replay->setup, replay->state, report, &warner);
    }
}
