/* A forecast as JSON, and as rows of a spreadsheet. */
#include "wire/pieces.h"
#include "wire/stats.h"

#include "base/banned.h"

static double end_of(const struct forecast_row *row, double sign)
{
    return row->rating.value + sign * RATINGS_Z * row->rating.error;
}

static void emit_row(struct emit *emit, const struct forecast_row *row)
{
    bool known = row->rating.known;
    emit_object(emit, NULL);
    emit_word(emit, "player", row->player);
    emit_word(emit, "handle", row->handle);
    emit_real_or_null(emit, "rating", known, row->rating.value);
    emit_real_or_null(emit, "rating_lo", known, end_of(row, -1));
    emit_real_or_null(emit, "rating_hi", known, end_of(row, 1));
    emit_boolean(emit, "provisional", row->provisional);
    emit_rounded(emit, "chance", row->chance);
    emit_close(emit);
}

enum err wire_forecast(const struct forecast *forecast, struct strbuf *out, struct error *error)
{
    struct emit emit = emit_start(out);
    emit_object(&emit, NULL);
    emit_integer(&emit, "log_size", forecast->log_size);
    emit_word(&emit, "algorithm", RATINGS_ALGORITHM);
    emit_boolean(&emit, "approximate", forecast->approximate);
    emit_text_or_null(&emit, "game", span_from(forecast->game ? forecast->game->name.id : NULL));
    emit_list(&emit, "rows");
    for (size_t i = 0; i < forecast->count; i++) {
        emit_row(&emit, &forecast->rows[i]);
    }
    emit_close(&emit);
    emit_close(&emit);
    return emit_end(&emit, error);
}

void wire_forecast_csv(const struct forecast *forecast, struct strbuf *out)
{
    strbuf_add(out, "player,handle,rating,rating_lo,rating_hi,provisional,chance\n");
    for (size_t i = 0; i < forecast->count; i++) {
        const struct forecast_row *row = &forecast->rows[i];
        const double figures[] = {row->rating.value, end_of(row, -1), end_of(row, 1)};
        wire_csv_text(row->player, out);
        strbuf_add_char(out, ',');
        wire_csv_text(row->handle, out);
        for (size_t k = 0; k < 3; k++) {
            strbuf_add_char(out, ',');
            wire_csv_figure(row->rating.known, figures[k], out);
        }
        strbuf_add(out, row->provisional ? ",true," : ",false,");
        wire_csv_figure(true, row->chance, out);
        strbuf_add_char(out, '\n');
    }
}
