/* Games as rows of a spreadsheet: RFC 4180, a row a seat, a column a category. */
#include "wire/exchange.h"

#include "base/date.h"

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
    strbuf_add(out, "id,game,variant,level,status,day,seats,seat,player,total,rank,title,basis,duration,team");
    for (size_t i = 0; i < columns->count; i++) {
        strbuf_add_char(out, ',');
        strbuf_add(out, columns->id[i]);
    }
    strbuf_add_char(out, '\n');
}

static bool needs_quotes(struct span text)
{
    for (size_t i = 0; i < text.len; i++) {
        if (strchr("\",\r\n", text.ptr[i]) && text.ptr[i] != '\0') {
            return true;
        }
    }
    return span_trim(text).len != text.len;
}

static void add_field(struct span text, struct strbuf *out)
{
    bool quotes = needs_quotes(text);
    strbuf_add(out, quotes ? "\"" : "");
    for (size_t i = 0; i < text.len; i++) {
        strbuf_add(out, text.ptr[i] == '"' ? "\"" : "");
        strbuf_add_char(out, text.ptr[i]);
    }
    strbuf_add(out, quotes ? "\"," : ",");
}

static void add_number(bool there, int64_t value, struct strbuf *out)
{
    if (there) {
        strbuf_int(out, value);
    }
    strbuf_add_char(out, ',');
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
    char day[DATE_SIZE] = "";
    if (game->has_day) {
        date_format(game->day, day);
    }
    add_number(true, game->id, out);
    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
        add_field(texts[i], out);
    }
    add_field(span_from(day), out);
    add_number(true, game->seats, out);
    add_field(span_from(seat_label(row->seat)), out);
    add_field(named ? export->players[row->seat] : span_from(""), out);
    if (finished && !row->untotalled) {
        strbuf_points(out, row->total, game_scale(setup->game));
    }
    strbuf_add_char(out, ',');
    add_number(finished && row->rank > 0, row->rank, out);
    add_field(span_from(name_in(&game->title, export->lang)), out);
    add_field(span_from(basis_names[setup->game->levels[setup->level].basis].id), out);
    add_number(game->has_duration, game->duration, out);
    if (named && setup->team[row->seat] > 0) {
        strbuf_int(out, setup->team[row->seat]);
    }
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
