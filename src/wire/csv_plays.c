/*
 * Rows of a spreadsheet as plays. In the long form a row is a seat, and rows that
 * follow one another are one play when they have one id, or, without ids, one date,
 * game and place and nobody twice. In the wide form a row is a play.
 */
#include "base/fold.h"
#include "wire/csv_inside.h"

#include "base/banned.h"

static const struct message MSG_DATE = {
    ERR_SYNTAX, "csv.date", "'%1' is no day: write 2026-11-13, 13/11/2026 or 13.11.2026, with a time behind it or none",
    "« %1 » n'est pas un jour : écrivez 2026-11-13, 13/11/2026 ou 13.11.2026, suivi d'une heure ou non"};
static const struct message MSG_MONTH_FIRST = {
    ERR_SYNTAX, "csv.month-first",
    "'%1' has the month before the day, and so may all dates of this file: write 2026-11-13 or 13/11/2026",
    "« %1 » a le mois avant le jour, et peut-être toutes les dates de ce fichier : écrivez 2026-11-13 ou 13/11/2026"};
static const struct message MSG_VALUE = {ERR_SYNTAX, "csv.value", "column '%2': '%1' is not %3",
                                         "colonne « %2 » : « %1 » n'est pas %3"};
static const struct message MSG_LONG_ID = {ERR_LIMIT, "csv.id", "an id of more than %1 bytes",
                                           "un identifiant de plus de %1 octets"};
static const struct message MSG_IDS = {ERR_LIMIT, "csv.ids", "more than %1 ids in one file",
                                       "plus de %1 identifiants dans un fichier"};
static const struct message MSG_DIFFERS = {ERR_SYNTAX, "csv.differs",
                                           "column '%2': '%1' here, and '%3' in the row of the same id in line %4",
                                           "colonne « %2 » : « %1 » ici, et « %3 » à la ligne %4 du même identifiant"};
static const struct message MSG_NOBODY = {ERR_SYNTAX, "csv.nobody", "a row without a player", "une ligne sans joueur"};
static const struct message MSG_EXTRA = {ERR_SYNTAX, "csv.extra", "'%1' stands in a column without a name",
                                         "« %1 » est dans une colonne sans nom"};
static const struct message MSG_STATUS = {ERR_SYNTAX, "csv.status", "this game is not finished: it is '%1'",
                                          "cette partie n'est pas terminée : elle est « %1 »"};
static const struct message MSG_PLAY = {ERR_LIMIT, "csv.play", "a play of more than %1 bytes",
                                        "une partie de plus de %1 octets"};

static const struct name A_TIME = {"", "a time such as 20:30", "une heure comme 20:30"};
static const struct name MINUTES = {"", "a number of minutes", "un nombre de minutes"};
static const struct name A_MARK = {"", "1, 0, x, yes or no", "1, 0, x, oui ou non"};
static const struct name A_RANK = {"", "a rank", "un rang"};
static const struct name A_NUMBER = {"", "a number", "un nombre"};

/* ---- cells of the row at hand ---- */

static struct span cell_of(const struct csv_reader *reader, enum csv_column kind)
{
    unsigned at = reader->header.at[kind];
    return at > 0 ? csv_rows_cell(&reader->rows, at - 1) : (struct span){"", 0};
}

static enum err at_column(const struct csv_reader *reader, unsigned column, enum err err, struct error *error)
{
    const struct csv_cell *cell = &reader->rows.cells[column < reader->rows.count ? column : 0];
    error->line = cell->line;
    error->column = cell->column;
    return err;
}

static enum err at_kind(const struct csv_reader *reader, enum csv_column kind, enum err err, struct error *error)
{
    unsigned at = reader->header.at[kind];
    return at_column(reader, at > 0 ? at - 1 : 0, err, error);
}

static enum err refuse_value(const struct csv_reader *reader, enum csv_column kind, const struct name *wanted,
                             struct error *error)
{
    enum err err = error_raise_span(error, &MSG_VALUE, cell_of(reader, kind));
    error_add(error, reader->header.name[reader->header.at[kind] - 1]);
    error_add_name(error, wanted);
    return at_kind(reader, kind, err, error);
}

/* No cell stands behind the header's last, nor, in the wide form, under one without a name. */
static enum err check_extra(const struct csv_reader *reader, struct error *error)
{
    const struct csv_header *header = &reader->header;
    for (unsigned i = header->wide ? 0 : header->count; i < reader->rows.count; i++) {
        bool named = i < header->count && (header->kind[i] != CSV_OTHER || header->name[i].len > 0);
        if (!named && csv_rows_cell(&reader->rows, i).len > 0) {
            return at_column(reader, i, error_raise_span(error, &MSG_EXTRA, csv_rows_cell(&reader->rows, i)), error);
        }
    }
    return ERR_OK;
}

enum err csv_next_row(struct csv_reader *reader, struct error *error)
{
    enum err err;
    do {
        err = csv_rows_next(&reader->rows, error);
    } while (err == ERR_OK && csv_rows_blank(&reader->rows));
    if (err == ERR_OK && reader->header.count > 0) {
        err = check_extra(reader, error);
    }
    reader->over = err == ERR_END;
    reader->broken = err != ERR_OK && err != ERR_END;
    return err;
}

/* A copy that lives as long as the play. */
static enum err keep(struct csv_reader *reader, struct span text, struct span *out, struct error *error)
{
    *out = (struct span){"", 0};
    if (text.len == 0) {
        return ERR_OK;
    }
    if (reader->used + text.len > CSV_PLAY) {
        return at_column(reader, 0, error_raise_int(error, &MSG_PLAY, CSV_PLAY), error);
    }
    const char *copy = arena_copy(&reader->memory, text);
    if (!copy) {
        reader->broken = true;
        return error_raise(error, &MSG_MEMORY);
    }
    reader->used += text.len;
    *out = span_of(copy, text.len);
    return ERR_OK;
}

/* ---- what is said of the whole play ---- */

static enum err read_day(struct csv_reader *reader, struct play *play, struct error *error)
{
    struct csv_moment moment;
    struct span text = cell_of(reader, CSV_DATE);
    struct span time = cell_of(reader, CSV_TIME);
    if (text.len > 0) {
        enum csv_day found = csv_read_moment(text, &moment);
        if (found != CSV_DAY) {
            reader->broken = found == CSV_DAY_MONTH_FIRST;
            const struct message *message = reader->broken ? &MSG_MONTH_FIRST : &MSG_DATE;
            return at_kind(reader, CSV_DATE, error_raise_span(error, message, text), error);
        }
        play->has_day = true;
        play->day = moment.day;
        play->has_time = moment.has_time;
        play->second = moment.second;
    }
    if (time.len > 0) {
        if (!csv_read_time(time, &play->second)) {
            return refuse_value(reader, CSV_TIME, &A_TIME, error);
        }
        play->has_time = play->has_day;
    }
    return ERR_OK;
}

static enum err read_numbers(struct csv_reader *reader, struct play *play, struct error *error)
{
    struct span minutes = cell_of(reader, CSV_DURATION);
    struct span bgg = cell_of(reader, CSV_BGG);
    struct span quantity = cell_of(reader, CSV_QUANTITY);
    int64_t number = 0;
    if (minutes.len > 0 && !csv_read_minutes(minutes, &play->minutes)) {
        return refuse_value(reader, CSV_DURATION, &MINUTES, error);
    }
    if (bgg.len > 0 && !span_int(bgg, 0, INT32_MAX, &play->title.bgg)) {
        return refuse_value(reader, CSV_BGG, &A_NUMBER, error);
    }
    if (quantity.len > 0 && !span_int(quantity, 0, INT32_MAX, &number)) {
        return refuse_value(reader, CSV_QUANTITY, &A_NUMBER, error);
    }
    play->quantity = (unsigned)number;
    return ERR_OK;
}

static enum err read_id(struct csv_reader *reader, struct span id, struct error *error)
{
    bool known = false;
    if (id.len > PLAY_TEXT) {
        return at_kind(reader, CSV_ID, error_raise_int(error, &MSG_LONG_ID, PLAY_TEXT), error);
    }
    if (id.len == 0 || !reader->checking) {
        return ERR_OK;
    }
    enum err err = csv_ids_add(&reader->ids, id, &known);
    reader->broken = err != ERR_OK || known;
    if (err == ERR_MEMORY) {
        return error_raise(error, &MSG_MEMORY);
    }
    if (err == ERR_LIMIT) {
        return at_kind(reader, CSV_ID, error_raise_int(error, &MSG_IDS, (int64_t)reader->ids.limit), error);
    }
    return known ? csv_id_again(reader, id, error) : ERR_OK;
}

/* Of a play's first row; texts are kept by the caller. */
static enum err read_about(struct csv_reader *reader, struct play *play, struct error *error)
{
    struct span status = cell_of(reader, CSV_STATUS);
    enum err err = read_id(reader, play->id, error);
    if (err != ERR_OK) {
        return err;
    }
    err = read_day(reader, play, error);
    if (err != ERR_OK) {
        return err;
    }
    if (reader->header.ours && !span_is(status, "finished")) {
        return at_kind(reader, CSV_STATUS, error_raise_span(error, &MSG_STATUS, status), error);
    }
    return read_numbers(reader, play, error);
}

/* Everything but the lists, which are long and are set as they are filled. */
static void begin_play(const struct csv_reader *reader, struct play *play)
{
    memset(play, 0, offsetof(struct play, seat));
    play->rows = 0;
    play->extras = 0;
    play->line = reader->rows.cells[0].line;
}

/* ---- the wide form ---- */

static bool is_there(struct span cell)
{
    static const struct span NOT_THERE[] = {SPAN_INIT(""), SPAN_INIT("-"), SPAN_INIT("\xe2\x80\x93"),
                                            SPAN_INIT("\xe2\x80\x94")};
    for (size_t i = 0; i < sizeof(NOT_THERE) / sizeof(NOT_THERE[0]); i++) {
        if (span_equal(cell, NOT_THERE[i])) {
            return false;
        }
    }
    return true;
}

static void add_seat(struct play *play, const struct play_seat *seat)
{
    if (play->seats < PLAY_SEATS) {
        play->seat[play->seats] = *seat;
    }
    play->seats++;
}

static enum err wide_play(struct csv_reader *reader, struct play *play, struct error *error)
{
    const struct csv_header *header = &reader->header;
    struct span title = cell_of(reader, CSV_TITLE);
    begin_play(reader, play);
    play->id = cell_of(reader, CSV_ID);
    play->title.name = title.len > 0 ? title : cell_of(reader, CSV_GAME);
    play->place = cell_of(reader, CSV_PLACE);
    play->comments = cell_of(reader, CSV_NOTE);
    for (unsigned i = 0; i < header->count && i < reader->rows.count; i++) {
        struct span cell = csv_rows_cell(&reader->rows, i);
        if (header->kind[i] == CSV_OTHER && is_there(cell)) {
            struct play_seat seat = {.person = {.name = header->name[i]}, .score = cell};
            seat.score.len = span_is_nocase(cell, "x") ? 0 : cell.len;
            seat.person.anonymous = span_is(seat.person.name, RECORD_GUEST);
            add_seat(play, &seat);
        }
    }
    return read_about(reader, play, error);
}

/* ---- the long form ---- */

/* What rows of one play have in common. */
enum { SAME_ID, SAME_DATE, SAME_TIME, SAME_GAME, SAME_TITLE, SAME_PLACE, SAME };
static const enum csv_column SAMES[SAME] = {CSV_ID, CSV_DATE, CSV_TIME, CSV_GAME, CSV_TITLE, CSV_PLACE};

/* Letters that begin two names and differ also without case and accents: most names are told apart by them. */
static bool begin_apart(struct span a, struct span b)
{
    unsigned char first = (unsigned char)a.ptr[0];
    unsigned char other = (unsigned char)b.ptr[0];
    return first > ' ' && first < 0x7f && other > ' ' && other < 0x7f &&
           !span_equal_nocase(span_of(a.ptr, 1), span_of(b.ptr, 1));
}

static bool is_seated(const struct play *play, struct span name)
{
    for (unsigned i = 0; i < play->seats && i < PLAY_SEATS; i++) {
        struct span other = play->seat[i].person.name;
        if (!play->seat[i].person.anonymous && name.len > 0 && !begin_apart(other, name) && fold_same(other, name)) {
            return true;
        }
    }
    return false;
}

static bool belongs(const struct csv_reader *reader, const struct play *play, const struct span same[SAME])
{
    if (same[SAME_ID].len > 0 || cell_of(reader, CSV_ID).len > 0) {
        return span_equal(same[SAME_ID], cell_of(reader, CSV_ID));
    }
    for (unsigned i = SAME_DATE; i < SAME; i++) {
        if (!span_equal(same[i], cell_of(reader, SAMES[i]))) {
            return false;
        }
    }
    return !is_seated(play, cell_of(reader, CSV_PLAYER));
}

/* A further row of an id says nothing else about its date, game and place. */
static enum err check_same(const struct csv_reader *reader, const struct play *play, const struct span same[SAME],
                           struct error *error)
{
    for (unsigned i = SAME_DATE; i < SAME; i++) {
        struct span cell = cell_of(reader, SAMES[i]);
        if (cell.len > 0 && !span_equal(cell, same[i])) {
            enum err err = error_raise_span(error, &MSG_DIFFERS, cell);
            error_add(error, reader->header.name[reader->header.at[SAMES[i]] - 1]);
            error_add(error, same[i]);
            error_add_int(error, play->line);
            return at_kind(reader, SAMES[i], err, error);
        }
    }
    return ERR_OK;
}

/* Notes of several rows, each once, a line each. */
static enum err add_note(struct csv_reader *reader, struct play *play, struct span *last, struct error *error)
{
    struct span note = cell_of(reader, CSV_NOTE);
    struct span before = play->comments;
    if (note.len == 0 || span_equal(note, *last)) {
        return ERR_OK;
    }
    enum err err = keep(reader, note, last, error);
    if (err != ERR_OK || before.len == 0) {
        play->comments = err == ERR_OK ? *last : before;
        return err;
    }
    if (reader->used + before.len + note.len > CSV_PLAY) {
        return at_kind(reader, CSV_NOTE, error_raise_int(error, &MSG_PLAY, CSV_PLAY), error);
    }
    char *both = arena_new(&reader->memory, before.len + 1 + note.len, 1);
    if (!both) {
        reader->broken = true;
        return error_raise(error, &MSG_MEMORY);
    }
    memcpy(both, before.ptr, before.len);
    both[before.len] = '\n';
    memcpy(both + before.len + 1, note.ptr, note.len);
    reader->used += before.len + 1 + note.len;
    play->comments = span_of(both, before.len + 1 + note.len);
    return ERR_OK;
}

/* The person is there whatever is wrong with the rest, so that the next row finds them. */
static enum err read_seat(struct csv_reader *reader, struct play *play, struct error *error)
{
    struct play_seat seat = {.rank = 0};
    struct span name = cell_of(reader, CSV_PLAYER);
    if (name.len == 0) { /* in our own exports a rival that the rules play */
        return reader->header.ours ? ERR_OK : at_kind(reader, CSV_PLAYER, error_raise(error, &MSG_NOBODY), error);
    }
    if (play->seats >= PLAY_SEATS) {
        play->seats++;
        return ERR_OK;
    }
    enum err err = keep(reader, name, &seat.person.name, error);
    if (err != ERR_OK) {
        return err;
    }
    seat.person.anonymous = span_is(name, RECORD_GUEST);
    enum err score = keep(reader, cell_of(reader, CSV_SCORE), &seat.score, error);
    err = score == ERR_OK ? keep(reader, cell_of(reader, CSV_TEAM), &seat.team, error) : score;
    bool marked = csv_read_mark(cell_of(reader, CSV_WIN), &seat.winner);
    bool ranked = csv_read_rank(cell_of(reader, CSV_RANK), &seat.rank);
    add_seat(play, &seat);
    play->manual_winner = play->manual_winner || seat.winner;
    if (err != ERR_OK) {
        return err;
    }
    if (!marked) {
        return refuse_value(reader, CSV_WIN, &A_MARK, error);
    }
    return ranked ? ERR_OK : refuse_value(reader, CSV_RANK, &A_RANK, error);
}

static enum err begin_long(struct csv_reader *reader, struct play *play, struct span same[SAME], struct error *error)
{
    begin_play(reader, play);
    for (unsigned i = 0; i < SAME; i++) {
        enum err err = keep(reader, cell_of(reader, SAMES[i]), &same[i], error);
        if (err != ERR_OK) {
            return err;
        }
    }
    play->id = same[SAME_ID];
    play->title.name = same[SAME_TITLE].len > 0 ? same[SAME_TITLE] : same[SAME_GAME];
    play->place = same[SAME_PLACE];
    return read_about(reader, play, error);
}

/* A row of the play; what is wrong first is told. */
static enum err take_row(struct csv_reader *reader, struct play *play, const struct span same[SAME], struct span *note,
                         struct error *error)
{
    enum err err = read_seat(reader, play, error);
    if (err != ERR_OK) {
        return err;
    }
    err = check_same(reader, play, same, error);
    return err == ERR_OK ? add_note(reader, play, note, error) : err;
}

static enum err long_play(struct csv_reader *reader, struct play *play, struct error *error)
{
    struct span same[SAME] = {{NULL, 0}};
    struct span note = {NULL, 0};
    struct error later;
    enum err judged = begin_long(reader, play, same, error);
    while (!reader->broken) {
        enum err err = take_row(reader, play, same, &note, judged == ERR_OK ? error : &later);
        judged = judged == ERR_OK ? err : judged;
        if (reader->broken) {
            break;
        }
        err = csv_next_row(reader, &later);
        if (err == ERR_END) {
            break;
        }
        if (err != ERR_OK) {
            *error = later;
            return err;
        }
        reader->pending = !belongs(reader, play, same);
        if (reader->pending) {
            break;
        }
    }
    return judged;
}

enum err csv_next_play(void *context, struct play *play, struct error *error)
{
    struct csv_reader *reader = context;
    if (reader->broken || (reader->over && !reader->pending)) {
        return ERR_END;
    }
    if (!reader->pending) {
        enum err err = csv_next_row(reader, error);
        if (err != ERR_OK) {
            return err;
        }
    }
    reader->pending = false;
    reader->used = 0;
    arena_clear(&reader->memory);
    return reader->header.wide ? wide_play(reader, play, error) : long_play(reader, play, error);
}
