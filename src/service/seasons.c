/* Seasons made, changed and closed, each by an entry of the log; and the list of them. */
#include "service/seasons.h"

#include "service/messages.h"
#include "service/reading.h"
#include "service/season_page.h"
#include "service/season_text.h"
#include "service/titles.h"

#include "base/banned.h"

/* ---- reading ---- */

struct listing {
    const int32_t *day; /* NULL: any */
    season_fn *fn;
    void *context;
    bool found;
};

static enum err show_season(void *context, const struct store_season *row, struct error *error)
{
    struct listing *listing = context;
    struct season season = {
        .id = row->id,
        .last = row->last,
        .terms = {.name = row->name, .from = (int32_t)row->opens, .to = (int32_t)row->ends, .title = row->title},
        .closed = row->closed,
    };
    listing->found = true;
    if (listing->day && (*listing->day < row->opens || *listing->day > row->ends)) {
        return ERR_OK;
    }
    struct error ignored;
    if (season_points_parse(row->points, &season.terms.points, &ignored) != ERR_OK) {
        return error_raise_span(error, &SERVICE_MSG_SUMS, SPAN_LITERAL("d_season"));
    }
    return listing->fn(listing->context, &season, error);
}

enum err service_seasons(struct service *service, const int32_t *day, season_fn *fn, void *context, struct error *error)
{
    struct listing listing = {.day = day, .fn = fn, .context = context};
    return store_seasons(service->store, show_season, &listing, error);
}

enum err service_season(struct service *service, int64_t id, season_fn *fn, void *context, struct error *error)
{
    struct listing listing = {.fn = fn, .context = context};
    enum err err = store_season(service->store, id, show_season, &listing, error);
    if (err != ERR_OK) {
        return err;
    }
    return listing.found ? ERR_OK : error_raise_int(error, &SERVICE_MSG_NO_SEASON, id);
}

/* ---- writing ---- */

/* Appends the body that is in service->body, and brings the table up to date. */
static enum err append_season(struct service *service, struct span author, int64_t *seq, struct error *error)
{
    const struct strbuf *body = &service->body;
    if (!strbuf_ok(body)) {
        return error_raise(error, &MSG_MEMORY);
    }
    enum err err = append_entry(service, author, "season", 0, false, strbuf_span(body), seq, error);
    if (err != ERR_OK) {
        return err;
    }
    struct store_entry entry = {.seq = *seq, .body = strbuf_span(body)};
    return season_enter(service->store, &entry, error);
}

struct namesakes {
    int64_t self;
    struct span name;
};

static enum err see_namesake(void *context, const struct season *season, struct error *error)
{
    const struct namesakes *to = context;
    bool same = season->id != to->self && season->closed == 0 && fold_same(season->terms.name, to->name);
    return same ? error_raise_span(error, &SERVICE_MSG_SEASON_TAKEN, season->terms.name) : ERR_OK;
}

/* Terms that may stand in the log; the title becomes its id, in `title`. `self`: the season that has them; 0: a new one. */
static enum err check_terms(struct service *service, int64_t self, struct season_terms *terms, char title[STORE_TITLE],
                            struct error *error)
{
    enum err err = check_name(terms->name, error);
    if (err != ERR_OK) {
        return err;
    }
    err = range_days(terms->from, terms->to, error);
    if (err != ERR_OK) {
        return err;
    }
    if (terms->title.len > 0) {
        err = service_title_named(service, terms->title, title, error);
        if (err != ERR_OK) {
            return err;
        }
        terms->title = span_from(title);
    }
    struct namesakes namesakes = {self, terms->name};
    return service_seasons(service, NULL, see_namesake, &namesakes, error);
}

static enum err add_season(struct service *service, struct span author, const struct season_terms *terms, int64_t *id,
                           struct error *error)
{
    struct season_terms checked = *terms;
    char title[STORE_TITLE];
    enum err err = check_terms(service, 0, &checked, title, error);
    if (err != ERR_OK) {
        return err;
    }
    strbuf_clear(&service->body);
    season_write_terms(SEASON_NEW, 0, &checked, &service->body);
    return append_season(service, author, id, error);
}

enum err service_season_add(struct service *service, struct span author, const struct season_terms *terms, int64_t *id,
                            struct error *error)
{
    *id = 0;
    enum err err = begin_entry(service, author, error);
    return err == ERR_OK ? end_write(service, add_season(service, author, terms, id, error), error) : err;
}

enum err season_keep(void *context, const struct season *season, struct error *error)
{
    struct season_copy *copy = context;
    copy->season = *season;
    const char *name = arena_copy(copy->arena, season->terms.name);
    const char *title = arena_copy(copy->arena, season->terms.title);
    if (!name || !title) {
        return error_raise(error, &MSG_MEMORY);
    }
    copy->season.terms.name.ptr = name;
    copy->season.terms.title.ptr = title;
    return ERR_OK;
}

/* The season of that number, copied, which must be open. */
static enum err open_season(struct service *service, int64_t id, struct season_copy *copy, struct error *error)
{
    enum err err = service_season(service, id, season_keep, copy, error);
    if (err != ERR_OK) {
        return err;
    }
    return copy->season.closed == 0 ? ERR_OK : error_raise_int(error, &SERVICE_MSG_SEASON_CLOSED, id);
}

static bool same_terms(const struct season_terms *a, const struct season_terms *b)
{
    return span_equal(a->name, b->name) && a->from == b->from && a->to == b->to && span_equal(a->title, b->title) &&
           a->points.count == b->points.count &&
           memcmp(a->points.place, b->points.place, a->points.count * sizeof(a->points.place[0])) == 0;
}

static enum err change_season(struct service *service, struct span author, int64_t id,
                              const struct season_change *change, struct arena *arena, struct error *error)
{
    struct season_copy copy = {.arena = arena};
    int64_t seq = 0;
    enum err err = open_season(service, id, &copy, error);
    if (err != ERR_OK) {
        return err;
    }
    struct season_terms terms = copy.season.terms;
    terms.name = change->name.ptr ? change->name : terms.name;
    terms.title = change->title.ptr ? change->title : terms.title;
    terms.from = change->has_from ? change->from : terms.from;
    terms.to = change->has_to ? change->to : terms.to;
    terms.points = change->has_points ? change->points : terms.points;
    char title[STORE_TITLE];
    err = check_terms(service, id, &terms, title, error);
    if (err != ERR_OK || same_terms(&terms, &copy.season.terms)) {
        return err;
    }
    strbuf_clear(&service->body);
    season_write_terms(SEASON_CHANGE, id, &terms, &service->body);
    return append_season(service, author, &seq, error);
}

enum err service_season_change(struct service *service, struct span author, int64_t id,
                               const struct season_change *change, struct error *error)
{
    struct arena arena;
    enum err err = begin_entry(service, author, error);
    if (err != ERR_OK) {
        return err;
    }
    arena_init(&arena, service->options.allocator, SEASON_ARENA);
    err = end_write(service, change_season(service, author, id, change, &arena, error), error);
    arena_release(&arena);
    return err;
}

static enum err close_season(struct service *service, struct span author, int64_t id, struct arena *arena,
                             struct error *error)
{
    struct season_copy copy = {.arena = arena};
    struct season_board board;
    int64_t seq = 0;
    enum err err = open_season(service, id, &copy, error);
    if (err != ERR_OK) {
        return err;
    }
    err = season_board_now(service, &copy.season, arena, &board, error);
    if (err != ERR_OK) {
        return err;
    }
    strbuf_clear(&service->body);
    season_write_close(id, board.games, &service->body);
    for (size_t i = 0; i < board.count; i++) {
        const struct season_row *row = &board.rows[i];
        struct season_written line = {row->place, span_from(row->handle), row->points, row->win, row->wins, row->games};
        season_write_line(&line, &service->body);
    }
    return append_season(service, author, &seq, error);
}

enum err service_season_close(struct service *service, struct span author, int64_t id, struct error *error)
{
    struct arena arena;
    enum err err = begin_entry(service, author, error);
    if (err != ERR_OK) {
        return err;
    }
    arena_init(&arena, service->options.allocator, SEASON_ARENA);
    err = end_write(service, close_season(service, author, id, &arena, error), error);
    arena_release(&arena);
    return err;
}
