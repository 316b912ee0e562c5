/* Years as JSON: the list of them, and the page of one. */
#include "wire/years.h"

#include "wire/pieces.h"

#include "base/banned.h"

enum err wire_years(const struct year_table *table, struct strbuf *out, struct error *error)
{
    struct emit emit = emit_start(out);
    emit_object(&emit, NULL);
    emit_integer(&emit, "log_size", table->log_size);
    emit_integer(&emit, "undated", table->undated);
    emit_list(&emit, "years");
    for (size_t i = 0; i < table->count; i++) {
        emit_object(&emit, NULL);
        emit_integer(&emit, "year", table->rows[i].year);
        emit_integer(&emit, "games", table->rows[i].games);
        emit_integer(&emit, "nights", table->rows[i].nights);
        emit_close(&emit);
    }
    emit_close(&emit);
    emit_close(&emit);
    return emit_end(&emit, error);
}

/* ---- one year ---- */

/* The members of the object that is open. */
static void emit_person(struct emit *emit, const char *player, const char *handle)
{
    emit_word(emit, "player", player);
    emit_word(emit, "handle", handle);
}

static void emit_title_members(struct emit *emit, const struct name *name)
{
    emit_word(emit, "id", name->id);
    emit_object(emit, "name");
    emit_word(emit, "en", name->en);
    emit_word(emit, "fr", name->fr);
    emit_close(emit);
}

static void emit_months(struct emit *emit, const struct year_page *page)
{
    emit_list(emit, "months");
    for (int i = 0; i < YEAR_MONTHS; i++) {
        emit_object(emit, NULL);
        emit_integer(emit, "month", i + 1);
        emit_integer(emit, "games", page->months[i].games);
        emit_integer(emit, "nights", page->months[i].nights);
        emit_close(emit);
    }
    emit_close(emit);
}

static void emit_most(struct emit *emit, const struct year_page *page)
{
    emit_list(emit, "titles");
    for (size_t i = 0; i < page->titles_shown; i++) {
        emit_object(emit, NULL);
        emit_title_members(emit, &page->titles[i].name);
        emit_integer(emit, "games", page->titles[i].games);
        emit_boolean(emit, "new", page->titles[i].is_new);
        emit_close(emit);
    }
    emit_close(emit);
    emit_list(emit, "people_top");
    for (size_t i = 0; i < page->top_shown; i++) {
        const struct year_person *person = &page->top[i];
        emit_object(emit, NULL);
        emit_person(emit, person->player, person->handle);
        emit_integer(emit, "games", person->games);
        emit_integer(emit, "nights", person->nights);
        emit_integer(emit, "wins", person->wins);
        emit_boolean(emit, "new", person->is_new);
        emit_close(emit);
    }
    emit_close(emit);
}

static void emit_new(struct emit *emit, const struct year_page *page)
{
    emit_integer(emit, "new_people_count", page->new_people_count);
    emit_list(emit, "new_people");
    for (size_t i = 0; i < page->new_people_shown; i++) {
        emit_object(emit, NULL);
        emit_person(emit, page->new_people[i].player, page->new_people[i].handle);
        emit_day(emit, "day", true, (int32_t)page->new_people[i].first);
        emit_close(emit);
    }
    emit_close(emit);
    emit_integer(emit, "new_titles_count", page->new_titles_count);
    emit_list(emit, "new_titles");
    for (size_t i = 0; i < page->new_titles_shown; i++) {
        emit_object(emit, NULL);
        emit_title_members(emit, &page->new_titles[i].name);
        emit_day(emit, "day", true, (int32_t)page->new_titles[i].first);
        emit_close(emit);
    }
    emit_close(emit);
}

static void emit_seasons(struct emit *emit, const struct year_page *page)
{
    emit_list(emit, "seasons");
    for (size_t i = 0; i < page->seasons_count; i++) {
        const struct year_season *season = &page->seasons[i];
        emit_object(emit, NULL);
        emit_integer(emit, "id", season->id);
        emit_word(emit, "name", season->name);
        emit_list(emit, "winners");
        for (size_t k = 0; k < season->winners_count; k++) {
            emit_object(emit, NULL);
            emit_person(emit, season->winners[k].player, season->winners[k].handle);
            emit_close(emit);
        }
        emit_close(emit);
        emit_close(emit);
    }
    emit_close(emit);
}

static void emit_longest(struct emit *emit, const struct year_page *page)
{
    if (!page->has_longest) {
        emit_null(emit, "longest_night");
        return;
    }
    emit_object(emit, "longest_night");
    emit_day(emit, "day", true, (int32_t)page->longest_day);
    emit_integer(emit, "games", page->longest_games);
    emit_close(emit);
}

static void emit_pair(struct emit *emit, const struct year_page *page)
{
    static const char *const KEYS[] = {"a", "b"};
    if (!page->has_pair) {
        emit_null(emit, "pair");
        return;
    }
    emit_object(emit, "pair");
    for (int i = 0; i < 2; i++) {
        emit_object(emit, KEYS[i]);
        emit_person(emit, page->pair[i].player, page->pair[i].handle);
        emit_close(emit);
    }
    emit_integer(emit, "games", page->pair_games);
    emit_close(emit);
}

enum err wire_year(const struct year_page *page, struct strbuf *out, struct error *error)
{
    struct emit emit = emit_start(out);
    emit_object(&emit, NULL);
    emit_integer(&emit, "log_size", page->log_size);
    emit_integer(&emit, "year", page->year);
    emit_integer(&emit, "games", page->games);
    emit_integer(&emit, "nights", page->nights);
    emit_integer(&emit, "people", page->people);
    emit_integer(&emit, "titles_count", page->titles_count);
    emit_integer(&emit, "minutes", page->minutes);
    emit_integer(&emit, "timed", page->timed);
    emit_months(&emit, page);
    emit_most(&emit, page);
    emit_new(&emit, page);
    emit_seasons(&emit, page);
    emit_longest(&emit, page);
    emit_pair(&emit, page);
    emit_list(&emit, "records");
    for (size_t i = 0; i < page->records.count; i++) {
        emit_record(&emit, &page->records.rows[i]);
    }
    emit_close(&emit);
    emit_close(&emit);
    return emit_end(&emit, error);
}
