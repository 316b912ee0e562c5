/* Nights, boards, seasons, years and people in a sentence. */
#include "base/date.h"
#include "http/preview.h"
#include "service/reading.h"
#include "service/seasons.h"
#include "service/statistics.h"
#include "service/titles.h"
#include "service/years.h"

#include "base/banned.h"

enum { LEADERS = 3 /* that a board names */ };

static const char *const GAMES_EN[2] = {"game", "games"};
static const char *const GAMES_FR[2] = {"partie", "parties"};
static const char *const NIGHTS_EN[2] = {"evening", "evenings"};
static const char *const NIGHTS_FR[2] = {"soirée", "soirées"};
static const char *const PEOPLE_EN[2] = {"person", "people"};
static const char *const PEOPLE_FR[2] = {"personne", "personnes"};
static const char *const MORE_EN[2] = {"other", "others"};
static const char *const MORE_FR[2] = {"autre", "autres"};

/* `1. Mana`, of a board: those of one place share its number. */
static void add_place(const struct preview *preview, struct strbuf *out, int64_t place, const char *player,
                      size_t before)
{
    strbuf_add(out, before > 0 ? ", " : "");
    strbuf_int(out, place);
    strbuf_add(out, preview_word(preview, ". ", ".\u00a0"));
    preview_player(preview, out, player);
}

/* ---- a night ---- */

/* What was played, each title once, as many as a sentence has. */
static void add_titles(struct preview *preview, const struct night_page *page)
{
    struct strbuf *out = &preview->sentence;
    const char *said[PREVIEW_NAMES];
    size_t count = 0;
    for (size_t i = 0; i < page->games_count; i++) {
        bool before = false;
        for (size_t j = 0; j < count && !before; j++) {
            before = strcmp(said[j], page->games[i].game) == 0;
        }
        const char *name = name_in(&page->games[i].title, preview->lang);
        if (before || !name) {
            continue;
        }
        strbuf_add(out, count == 0 ? preview_word(preview, ": ", "\u00a0: ") : ", ");
        if (count == PREVIEW_NAMES) {
            strbuf_add(out, "…");
            return;
        }
        preview_name(out, span_from(name));
        said[count++] = page->games[i].game;
    }
}

/* Who leads the night; of many, how many more. */
static void add_leaders(struct preview *preview, const struct leaderboard *board)
{
    struct strbuf *out = &preview->sentence;
    size_t first = 0;
    while (first < board->count && board->rows[first].rank == 1) {
        first++;
    }
    size_t named = first > PREVIEW_NAMES ? PREVIEW_NAMES : first;
    size_t parts = named < first ? named + 1 : named;
    for (size_t i = 0; i < parts; i++) {
        if (i == 0) {
            preview_dot(out);
            strbuf_add(out, preview_word(preview, "first: ", "en tête\u00a0: "));
        }
        preview_between(preview, out, i, parts);
        if (i < named) {
            preview_player(preview, out, board->rows[i].player);
        } else {
            preview_count(preview, out, (int64_t)(first - named), MORE_EN, MORE_FR);
        }
    }
}

static void say_night(struct preview *preview, const struct night_page *page)
{
    struct strbuf *out = &preview->sentence;
    if (page->title[0]) {
        preview_name(&preview->title, span_from(page->title));
        preview_dot(&preview->title);
    } else {
        strbuf_add(&preview->title, preview_word(preview, "Evening of ", "Soirée du "));
    }
    preview_day(preview, &preview->title, page->day);
    int64_t games = page->games_count > 0 ? (int64_t)page->games_count : page->known;
    if (games > 0) {
        preview_count(preview, out, games, GAMES_EN, GAMES_FR);
        add_titles(preview, page);
    }
    add_leaders(preview, &page->standings);
}

enum err preview_night(struct preview *preview, struct service *service, struct span day, struct error *error)
{
    struct stats_filter filter = {.has_night = true};
    struct night_page page;
    if (!date_parse(day, &filter.night)) {
        return ERR_NOT_FOUND;
    }
    enum err err = service_night_page(service, &filter, &page, error);
    if (err != ERR_OK) {
        return err;
    }
    say_night(preview, &page);
    night_page_release(&page);
    preview->type = "article";
    preview_picture(preview, SPAN_LITERAL("night"), "club");
    return ERR_OK;
}

/* ---- the leaderboard ---- */

static void say_board(struct preview *preview, const struct leaderboard *board)
{
    struct strbuf *out = &preview->sentence;
    size_t said = 0;
    for (size_t i = 0; i < board->count && said < LEADERS; i++) {
        const struct leaderboard_row *row = &board->rows[i];
        if (row->rank > 0 && !row->provisional) {
            strbuf_add(out, said == 0 ? preview_word(preview, "By rating: ", "Par cote\u00a0: ") : "");
            add_place(preview, out, row->rank, row->player, said++);
        }
    }
    if (board->count > 0) {
        preview_dot(out);
        preview_count(preview, out, (int64_t)board->count, PEOPLE_EN, PEOPLE_FR);
    }
}

enum err preview_leaderboard(struct preview *preview, struct service *service, struct error *error)
{
    struct stats_filter filter = {.seats = 0};
    struct leaderboard board;
    enum err err = service_leaderboard(service, &filter, ORDER_DEFAULT, &board, error);
    if (err != ERR_OK) {
        return err;
    }
    strbuf_add(&preview->title, preview_word(preview, "Leaderboard", "Classement"));
    say_board(preview, &board);
    leaderboard_release(&board);
    preview_picture(preview, SPAN_LITERAL("board"), "club");
    return ERR_OK;
}

/* ---- a season ---- */

static void say_season(struct preview *preview, const struct season_page *page)
{
    struct strbuf *out = &preview->sentence;
    const struct season_terms *terms = &page->season.terms;
    preview_name(&preview->title, terms->name);
    preview_day(preview, out, terms->from);
    strbuf_add(out, " – ");
    preview_day(preview, out, terms->to);
    preview_dot(out);
    strbuf_add(out, page->season.closed ? preview_word(preview, "closed", "close")
                                        : preview_word(preview, "not closed yet", "pas encore close"));
    preview_dot(out);
    preview_count(preview, out, page->board.games, GAMES_EN, GAMES_FR);
    for (size_t i = 0; i < page->board.count && i < LEADERS; i++) {
        if (i == 0) {
            preview_dot(out);
        }
        add_place(preview, out, page->board.rows[i].place, page->board.rows[i].player, i);
    }
}

enum err preview_season(struct preview *preview, struct service *service, struct span id, struct error *error)
{
    struct season_page page;
    int64_t number = 0;
    if (!request_number(id, 1, SPAN_INT_MAX, &number)) {
        return ERR_NOT_FOUND;
    }
    enum err err = service_season_page(service, number, &page, error);
    if (err != ERR_OK) {
        return err;
    }
    say_season(preview, &page);
    season_page_release(&page);
    preview_picture(preview, SPAN_LITERAL("board"), "club");
    return ERR_OK;
}

/* ---- a year ---- */

static void say_year(struct preview *preview, const struct year_page *page)
{
    struct strbuf *out = &preview->sentence;
    strbuf_add(&preview->title, preview_word(preview, "The year ", "L’année "));
    strbuf_int(&preview->title, page->year);
    preview_count(preview, out, page->games, GAMES_EN, GAMES_FR);
    preview_dot(out);
    preview_count(preview, out, page->nights, NIGHTS_EN, NIGHTS_FR);
    preview_dot(out);
    preview_count(preview, out, page->people, PEOPLE_EN, PEOPLE_FR);
}

enum err preview_year(struct preview *preview, struct service *service, struct span year, struct error *error)
{
    struct year_page page;
    int number = 0;
    if (service_year_parse(year, &number, error) != ERR_OK) {
        return ERR_NOT_FOUND;
    }
    enum err err = service_year(service, number, &page, error);
    if (err != ERR_OK) {
        return err;
    }
    bool any = page.games > 0;
    say_year(preview, &page);
    year_page_release(&page);
    preview_picture(preview, SPAN_LITERAL("board"), "club");
    return any ? ERR_OK : ERR_NOT_FOUND;
}

/* ---- a title ---- */

static enum err take_title(void *context, const struct title *title, struct error *error)
{
    struct preview *preview = context;
    (void)error;
    preview_name(&preview->title, span_from(name_in(&title->name, preview->lang)));
    preview_count(preview, &preview->sentence, title->plays.games, GAMES_EN, GAMES_FR);
    preview_picture(preview, title->id, "title");
    return ERR_OK;
}

enum err preview_title(struct preview *preview, struct service *service, struct span id, struct error *error)
{
    return service_title(service, id, take_title, preview, error);
}

/* ---- a person ---- */

struct met {
    struct preview *preview;
    char into[PERSON_HANDLE]; /* whom they were merged into; empty: nobody */
};

static enum err take_person(void *context, const struct person *person, struct error *error)
{
    struct met *met = context;
    struct preview *preview = met->preview;
    (void)error;
    if (person->merged_into.len > 0 && person->merged_into.len < sizeof(met->into)) {
        memcpy(met->into, person->merged_into.ptr, person->merged_into.len);
        met->into[person->merged_into.len] = '\0';
        return ERR_OK;
    }
    met->into[0] = '\0';
    if (person->name.len > 0) {
        preview_name(&preview->title, person->name);
    } else {
        preview_player(preview, &preview->title, NULL);
    }
    preview_count(preview, &preview->sentence, person->games, GAMES_EN, GAMES_FR);
    return ERR_OK;
}

enum err preview_person(struct preview *preview, struct service *service, struct span handle, struct error *error)
{
    struct met met = {.preview = preview, .into = ""};
    enum err err = service_person(service, handle, take_person, &met, error);
    for (int i = 0; err == ERR_OK && met.into[0] && i < 2; i++) { /* chains are one long, but nobody should loop */
        char into[PERSON_HANDLE];
        memcpy(into, met.into, sizeof(into));
        err = service_person(service, span_from(into), take_person, &met, error);
    }
    if (err != ERR_OK) {
        return err;
    }
    preview->type = "profile";
    preview_picture(preview, SPAN_LITERAL("person"), "club");
    return ERR_OK;
}
