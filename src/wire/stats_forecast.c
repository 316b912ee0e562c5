/* A forecast as JSON, and as rows of a spreadsheet. */
#include "wire/pieces.h"
#include "wire/stats.h"

#include "base/banned.h"

static void emit_row(struct emit *emit, const struct forecast_row *row)
{
    emit_object(emit, NULL);
    emit_word(emit, "player", row->player);
    emit_word(emit, "handle", row->handle);
    emit_fitted(emit, "rating", &row->rating);
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
    emit_title_of(&emit, &forecast->title);
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
        wire_csv_text(row->player, out);
        strbuf_add_char(out, ',');
        wire_csv_text(row->handle, out);
        wire_csv_figure(&row->rating, out);
        strbuf_add(out, row->provisional ? ",true," : ",false,");
        wire_csv_number(true, row->chance, out);
        strbuf_add_char(out, '\n');
    }
}
