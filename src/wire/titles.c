/* Titles as JSON: a row of the list, and a page. */
#include "wire/titles.h"

#include "wire/pieces.h"

#include "base/banned.h"

static void emit_members(struct emit *emit, const struct title *title)
{
    const struct store_plays *plays = &title->plays;
    bool dated = plays->first != INT64_MIN;
    emit_text(emit, "id", title->id);
    emit_object(emit, "name");
    emit_word(emit, "en", title->name.en);
    emit_word(emit, "fr", title->name.fr);
    emit_close(emit);
    emit_boolean(emit, "engine", title->game && !title->game->titled);
    emit_integer(emit, "plays", plays->games);
    emit_day(emit, "first", dated, dated ? (int32_t)plays->first : 0);
    emit_day(emit, "last", dated, dated ? (int32_t)plays->last : 0);
    emit_integer_or_null(emit, "minutes", plays->timed > 0, plays->minutes);
    emit_integer(emit, "timed", plays->timed);
    emit_text_or_null(emit, "merged_into", title->merged_into);
}

void emit_title(struct emit *emit, const struct title *title)
{
    emit_object(emit, NULL);
    emit_members(emit, title);
    emit_close(emit);
}

enum err wire_title(const struct title *title, struct strbuf *out, struct error *error)
{
    struct emit emit = emit_start(out);
    emit_title(&emit, title);
    return emit_end(&emit, error);
}

static void emit_spread(struct emit *emit, const char *key, const struct title_spread *spread, int64_t scale)
{
    const struct quartiles *totals = &spread->totals;
    const struct {
        const char *key;
        int64_t value;
    } numbers[] = {{"least", totals->least},
                   {"lower", totals->lower},
                   {"middle", totals->middle},
                   {"upper", totals->upper},
                   {"most", totals->most}};
    emit_object(emit, key);
    emit_boolean(emit, "low", spread->low);
    emit_integer(emit, "scores", totals->scores);
    for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++) {
        emit_points(emit, numbers[i].key, 5 * numbers[i].value, (int32_t)(10 * scale)); /* of halves, tenths */
    }
    emit_close(emit);
}

static void emit_spreads(struct emit *emit, const struct title_page *page)
{
    if (page->spreads_count > 0) {
        emit_spread(emit, "spread", &page->spreads[0], page->scale);
    } else {
        emit_null(emit, "spread");
    }
    emit_list(emit, "spreads");
    for (size_t i = 0; i < page->spreads_count; i++) {
        emit_spread(emit, NULL, &page->spreads[i], page->scale);
    }
    emit_close(emit);
}

enum err wire_title_page(const struct title_page *page, struct strbuf *out, struct error *error)
{
    struct emit emit = emit_start(out);
    emit_object(&emit, NULL);
    emit_members(&emit, &page->title);
    emit_integer(&emit, "log_size", page->board.log_size);
    emit_figure(&emit, "mean_score", &page->club_score);
    emit_spreads(&emit, page);
    emit_list(&emit, "players");
    for (size_t i = 0; i < page->board.count && i < TITLE_PLAYERS; i++) {
        emit_object(&emit, NULL);
        emit_standing(&emit, &page->board.rows[i], page->board.scale);
        emit_close(&emit);
    }
    emit_close(&emit);
    emit_list(&emit, "records");
    for (size_t i = 0; i < page->records.count; i++) {
        if (strcmp(page->records.rows[i].kind, "score") == 0) {
            emit_record(&emit, &page->records.rows[i]);
        }
    }
    emit_close(&emit);
    emit_close(&emit);
    return emit_end(&emit, error);
}
