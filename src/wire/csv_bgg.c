/*
 * Games as rows with the attributes of BoardGameGeek's list of plays: a row a player, empty where nothing is known, and our id
 * behind them. */
#include "wire/csv_cells.h"
#include "wire/exchange.h"

#include "base/banned.h"

void wire_export_bgg_head(struct strbuf *out)
{
    strbuf_add(out, "playid,date,quantity,length,incomplete,nowinstats,location,objectid,game,comments,username,name,"
                    "startposition,color,score,new,rating,win,uuid\n");
}

static void add_text(struct span text, struct strbuf *out)
{
    strbuf_add_char(out, ',');
    wire_csv_span(text, out);
}

/* What `x-bgg-quantity` says. */
static int64_t quantity_of(const struct record *record)
{
    int64_t quantity = 1;
    for (size_t i = 0; i < record->extras_count; i++) {
        if (span_is(record->extras[i].name.text, "x-bgg-quantity")) {
            (void)span_int(record->extras[i].value.text, 1, INT32_MAX, &quantity);
        }
    }
    return quantity;
}

/* The notes of the record as one cell. */
static void add_notes(const struct record *record, struct strbuf *out)
{
    char memory[WIRE_NOTES];
    struct strbuf notes;
    strbuf_wrap(&notes, memory, sizeof(memory));
    for (size_t i = 0; i < record->notes_count; i++) {
        strbuf_add(&notes, notes.len > 0 ? "\n" : "");
        strbuf_add_span(&notes, record->notes[i].value.text);
    }
    add_text(strbuf_span(&notes), out);
}

static void add_row(const struct wire_export *export, uint32_t number, const struct outcome_row *row,
                    struct strbuf *out)
{
    const struct export_game *game = export->game;
    const struct setup *setup = export->setup;
    struct span player = export->players[row->seat];
    bool in_order = setup->game->levels[setup->level].basis == BASIS_JUDGED; /* else seats are as somebody wrote them */
    strbuf_int(out, game->id);
    wire_csv_day(game->has_day, game->day, out);
    wire_csv_int(true, quantity_of(export->record), out);
    wire_csv_int(game->has_duration, game->duration, out);
    strbuf_add(out, ",0,0");
    add_text(export->record->place.text, out);
    wire_csv_int(number > 0, number, out);
    add_text(span_from(name_in(&game->title, export->lang)), out);
    add_notes(export->record, out);
    strbuf_add_char(out, ',');
    add_text(span_is(player, RECORD_GUEST) ? span_from("") : player, out);
    wire_csv_int(in_order, row->seat + 1, out);
    strbuf_add_char(out, ',');
    wire_csv_points(!row->untotalled, row->total, game_scale(setup->game), out);
    strbuf_add(out, ",,");
    wire_csv_int(true, export->outcome->winners >> row->seat & 1, out);
    add_text(export->uuid, out);
    strbuf_add_char(out, '\n');
}

void wire_export_bgg(const struct wire_export *export, uint32_t number, struct strbuf *out)
{
    for (unsigned i = 0; i < export->outcome->rows_count; i++) {
        const struct outcome_row *row = &export->outcome->rows[i];
        if (row->seat < export->setup->seats) {
            add_row(export, number, row, out);
        }
    }
}
