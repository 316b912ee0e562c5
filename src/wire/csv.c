/* Games as rows of a spreadsheet: RFC 4180, a row a seat, a column a category. */
#include "wire/csv_cells.h"
#include "wire/exchange.h"

#include "base/banned.h"

/* Unless it is there; beyond WIRE_COLUMNS it is dropped. */
static void add_column(struct wire_columns *columns, const char *id)
{
    size_t at = 0;
    while (at < columns->count && strcmp(columns->id[at], id) != 0) {
        at++;
    }
    if (at == columns->count && at < WIRE_COLUMNS) {
        columns->id[columns->count++] = id;
    }
}

void wire_columns_add(struct wire_columns *columns, const struct game *game)
{
    for (unsigned i = 0; i < game->categories_count; i++) {
        add_column(columns, game->categories[i].id);
    }
}

void wire_columns_add_pad(struct wire_columns *columns, const struct title_document *document)
{
    for (unsigned i = 0; i < document->about.categories; i++) {
        add_column(columns, document->about.category[i].id);
    }
}

void wire_export_csv_head(const struct wire_columns *columns, struct strbuf *out)
{
    strbuf_add(out, "id,game,variant,level,status,day,seats,seat,player,total,rank,title,basis,duration,team,"
                    "time,place,contested,uuid");
    for (size_t i = 0; i < columns->count; i++) {
        strbuf_add_char(out, ',');
        wire_csv_text(columns->id[i], out);
    }
    strbuf_add_char(out, '\n');
}

static void add_text(struct span text, struct strbuf *out)
{
    strbuf_add_char(out, ',');
    wire_csv_span(text, out);
}

/* `20:30` of `2026-11-13T20:30+01:00`; nothing of a day. */
static struct span time_of(const struct record *record)
{
    enum { BEFORE = 11, LETTERS = 5 };
    struct span played = record ? record->played.text : span_from("");
    return played.len >= BEFORE + LETTERS ? span_of(played.ptr + BEFORE, LETTERS) : span_from("");
}

/* The points of the category that the column is about; nothing when the game or the seat has no such category. */
static void add_category(const char *id, const struct setup *setup, const struct outcome_row *row, struct strbuf *out)
{
    strbuf_add_char(out, ',');
    for (unsigned i = 0; i < setup_categories(setup); i++) {
        if (row->categories >> i & 1 && strcmp(setup_category(setup, i).id, id) == 0) {
            strbuf_points(out, row->category[i], game_scale(setup->game));
            return;
        }
    }
}

static void add_row(const struct wire_columns *columns, const struct wire_export *export, const struct outcome_row *row,
                    struct strbuf *out)
{
    const struct export_game *game = export->game;
    const struct span texts[] = {game->game, game->variant, game->level, game->status};
    const struct setup *setup = export->setup;
    bool named = row->seat < setup->seats;
    bool finished = game_status_is(game->status, GAME_FINISHED);
    strbuf_int(out, game->id);
    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
        add_text(texts[i], out);
    }
    wire_csv_day(game->has_day, game->day, out);
    wire_csv_int(true, game->seats, out);
    add_text(span_from(seat_label(row->seat)), out);
    add_text(named ? export->players[row->seat] : span_from(""), out);
    wire_csv_points(finished && !row->untotalled, row->total, game_scale(setup->game), out);
    wire_csv_int(finished && row->rank > 0, row->rank, out);
    add_text(span_from(name_in(&game->title, export->lang)), out);
    add_text(span_from(basis_names[setup->game->levels[setup->level].basis].id), out);
    wire_csv_int(game->has_duration, game->duration, out);
    wire_csv_int(named && setup->team[row->seat] > 0, named ? setup->team[row->seat] : 0, out);
    add_text(time_of(export->record), out);
    add_text(export->record ? export->record->place.text : span_from(""), out);
    wire_csv_int(true, export->contested >> row->seat & 1, out);
    add_text(export->uuid, out);
    for (size_t i = 0; i < columns->count; i++) {
        if (finished) {
            add_category(columns->id[i], setup, row, out);
        } else {
            strbuf_add_char(out, ',');
        }
    }
    strbuf_add_char(out, '\n');
}

void wire_export_csv(const struct wire_columns *columns, const struct wire_export *export, struct strbuf *out)
{
    for (unsigned i = 0; i < export->outcome->rows_count; i++) {
        if (export->outcome->rows[i].scored) {
            add_row(columns, export, &export->outcome->rows[i], out);
        }
    }
}
