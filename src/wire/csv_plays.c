/*
 * Rows of a spreadsheet as plays: what both forms say of a whole play, and the wide form, in which a row is one. The long
 * form is csv_long.c.
 */
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
static const struct message MSG_EXTRA = {ERR_SYNTAX, "csv.extra", "'%1' stands in a column without a name",
                                         "« %1 » est dans une colonne sans nom"};
static const struct message MSG_STATUS = {ERR_SYNTAX, "csv.status", "this game is not finished: it is '%1'",
                                          "cette partie n'est pas terminée : elle est « %1 »"};

static const struct name A_TIME = {"", "a time such as 20:30", "une heure comme 20:30"};
static const struct name MINUTES = {"", "a number of minutes", "un nombre de minutes"};
static const struct name A_NUMBER = {"", "a number", "un nombre"};

/* ---- cells of the row at hand ---- */

struct span csv_cell_of(const struct csv_reader *reader, enum csv_column kind)
{
    unsigned at = reader->header.at[kind];
    return at > 0 ? csv_rows_cell(&reader->rows, at - 1) : (struct span){"", 0};
}

enum csv_column csv_id_column(const struct csv_reader *reader)
{
    return csv_cell_of(reader, CSV_UUID).len > 0 ? CSV_UUID : CSV_ID;
}

struct span csv_id_of(const struct csv_reader *reader)
{
    return csv_cell_of(reader, csv_id_column(reader));
}

enum err csv_at_column(const struct csv_reader *reader, unsigned column, enum err err, struct error *error)
{
    const struct csv_cell *cell = &reader->rows.cells[column < reader->rows.count ? column : 0];
    error->line = cell->line;
    error->column = cell->column;
    return err;
}

enum err csv_at_kind(const struct csv_reader *reader, enum csv_column kind, enum err err, struct error *error)
{
    unsigned at = reader->header.at[kind];
    return csv_at_column(reader, at > 0 ? at - 1 : 0, err, error);
}

enum err csv_refuse_value(const struct csv_reader *reader, enum csv_column kind, const struct name *wanted,
                          struct error *error)
{
    enum err err = error_raise_span(error, &MSG_VALUE, csv_cell_of(reader, kind));
    error_add(error, reader->header.name[reader->header.at[kind] - 1]);
    error_add_name(error, wanted);
    return csv_at_kind(reader, kind, err, error);
}

/* No cell stands behind the header's last, nor, in the wide form, under one without a name. */
static enum err check_extra(const struct csv_reader *reader, struct error *error)
{
    const struct csv_header *header = &reader->header;
    for (unsigned i = header->wide ? 0 : header->count; i < reader->rows.count; i++) {
        bool named = i < header->count && (header->kind[i] != CSV_OTHER || header->name[i].len > 0);
        if (!named && csv_rows_cell(&reader->rows, i).len > 0) {
            return csv_at_column(reader, i, error_raise_span(error, &MSG_EXTRA, csv_rows_cell(&reader->rows, i)),
                                 error);
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

/* ---- what is said of the whole play ---- */

static enum err read_day(struct csv_reader *reader, struct play *play, struct error *error)
{
    struct csv_moment moment;
    struct span text = csv_cell_of(reader, CSV_DATE);
    struct span time = csv_cell_of(reader, CSV_TIME);
    if (text.len > 0) {
        enum csv_day found = csv_read_moment(text, &moment);
        if (found != CSV_DAY) {
            reader->broken = found == CSV_DAY_MONTH_FIRST;
            const struct message *message = reader->broken ? &MSG_MONTH_FIRST : &MSG_DATE;
            return csv_at_kind(reader, CSV_DATE, error_raise_span(error, message, text), error);
        }
        play->has_day = true;
        play->day = moment.day;
        play->has_time = moment.has_time;
        play->second = moment.second;
    }
    if (time.len > 0) {
        if (!csv_read_time(time, &play->second)) {
            return csv_refuse_value(reader, CSV_TIME, &A_TIME, error);
        }
        play->has_time = play->has_day;
    }
    return ERR_OK;
}

static enum err read_numbers(struct csv_reader *reader, struct play *play, struct error *error)
{
    struct span minutes = csv_cell_of(reader, CSV_DURATION);
    struct span bgg = csv_cell_of(reader, CSV_BGG);
    struct span quantity = csv_cell_of(reader, CSV_QUANTITY);
    int64_t number = 0;
    if (minutes.len > 0 && !csv_read_minutes(minutes, &play->minutes)) {
        return csv_refuse_value(reader, CSV_DURATION, &MINUTES, error);
    }
    if (bgg.len > 0 && !span_int(bgg, 0, INT32_MAX, &play->title.bgg)) {
        return csv_refuse_value(reader, CSV_BGG, &A_NUMBER, error);
    }
    if (quantity.len > 0 && !span_int(quantity, 0, INT32_MAX, &number)) {
        return csv_refuse_value(reader, CSV_QUANTITY, &A_NUMBER, error);
    }
    play->quantity = (unsigned)number;
    return ERR_OK;
}

static enum err read_id(struct csv_reader *reader, struct span id, struct error *error)
{
    bool known = false;
    if (id.len > PLAY_TEXT) {
        return csv_at_kind(reader, csv_id_column(reader), error_raise_int(error, &MSG_LONG_ID, PLAY_TEXT), error);
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
        return csv_at_kind(reader, csv_id_column(reader), error_raise_int(error, &MSG_IDS, (int64_t)reader->ids.limit),
                           error);
    }
    return known ? csv_id_again(reader, id, error) : ERR_OK;
}

/* Of a play's first row; texts are kept by the caller. */
enum err csv_read_about(struct csv_reader *reader, struct play *play, struct error *error)
{
    struct span status = csv_cell_of(reader, CSV_STATUS);
    enum err err = read_id(reader, play->id, error);
    if (err != ERR_OK) {
        return err;
    }
    err = read_day(reader, play, error);
    if (err != ERR_OK) {
        return err;
    }
    if (reader->header.ours && !span_is(status, "finished")) {
        return csv_at_kind(reader, CSV_STATUS, error_raise_span(error, &MSG_STATUS, status), error);
    }
    return read_numbers(reader, play, error);
}

/* Everything but the lists, which are long and are set as they are filled. */
void csv_begin_play(const struct csv_reader *reader, struct play *play)
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

void csv_add_seat(struct play *play, const struct play_seat *seat)
{
    if (play->seats < PLAY_SEATS) {
        play->seat[play->seats] = *seat;
    }
    play->seats++;
}

static enum err wide_play(struct csv_reader *reader, struct play *play, struct error *error)
{
    const struct csv_header *header = &reader->header;
    struct span title = csv_cell_of(reader, CSV_TITLE);
    csv_begin_play(reader, play);
    play->id = csv_id_of(reader);
    play->title.name = title.len > 0 ? title : csv_cell_of(reader, CSV_GAME);
    play->place = csv_cell_of(reader, CSV_PLACE);
    play->comments = csv_cell_of(reader, CSV_NOTE);
    for (unsigned i = 0; i < header->count && i < reader->rows.count; i++) {
        struct span cell = csv_rows_cell(&reader->rows, i);
        if (header->kind[i] == CSV_OTHER && is_there(cell)) {
            struct play_seat seat = {.person = {.name = header->name[i]}, .score = cell};
            seat.score.len = span_is_nocase(cell, "x") ? 0 : cell.len;
            seat.person.anonymous = span_is(seat.person.name, RECORD_GUEST);
            csv_add_seat(play, &seat);
        }
    }
    return csv_read_about(reader, play, error);
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
    return reader->header.wide ? wide_play(reader, play, error) : csv_long_play(reader, play, error);
}
