/* The body of a `season` entry, and what it does to the table of seasons. */
#include "service/season_text.h"

#include "base/date.h"
#include "base/utf8.h"
#include "service/messages.h"
#include "stats/win_points.h"

#include "base/banned.h"

enum { POINTS_TEXT = 128, LINE_TEXT = 256 };

/* ---- points ---- */

static bool read_place(struct span word, const struct season_points *so_far, int32_t *place)
{
    int64_t value = 0;
    if (!span_int(word, 0, SEASON_POINT_MAX, &value)) {
        return false;
    }
    *place = (int32_t)value;
    return so_far->count == 0 || *place <= so_far->place[so_far->count - 1];
}

enum err season_points_parse(struct span text, struct season_points *points, struct error *error)
{
    struct span rest = span_trim(text);
    *points = (struct season_points){.count = 0};
    if (span_is(rest, "win")) {
        return ERR_OK;
    }
    for (struct span word = span_word_between(&rest, " ,"); word.len > 0; word = span_word_between(&rest, " ,")) {
        int32_t place = 0;
        if (points->count == SEASON_PLACES || !read_place(word, points, &place)) {
            return error_raise_span(error, &SERVICE_MSG_SEASON_POINTS, span_of(text.ptr, utf8_fit(text, POINTS_TEXT)));
        }
        points->place[points->count++] = place;
    }
    return points->count > 0
               ? ERR_OK
               : error_raise_span(error, &SERVICE_MSG_SEASON_POINTS, span_of(text.ptr, utf8_fit(text, POINTS_TEXT)));
}

void season_points_print(const struct season_points *points, struct strbuf *out)
{
    if (points->count == 0) {
        strbuf_add(out, "win");
    }
    for (unsigned i = 0; i < points->count; i++) {
        strbuf_add(out, i > 0 ? " " : "");
        strbuf_int(out, points->place[i]);
    }
}

/* ---- writing ---- */

static void write_line(const char *keyword, struct span value, struct strbuf *out)
{
    strbuf_add(out, keyword);
    strbuf_add_char(out, ' ');
    strbuf_add_span(out, value);
    strbuf_add_char(out, '\n');
}

static void write_day(const char *keyword, int32_t day, struct strbuf *out)
{
    char text[DATE_SIZE];
    date_format(day, text);
    write_line(keyword, span_from(text), out);
}

static void write_head(enum season_step step, int64_t season, struct strbuf *out)
{
    static const char *const words[] = {[SEASON_NEW] = "new", [SEASON_CHANGE] = "change", [SEASON_CLOSE] = "close"};
    strbuf_add(out, "season ");
    if (step != SEASON_NEW) {
        strbuf_int(out, season);
        strbuf_add_char(out, ' ');
    }
    strbuf_add(out, words[step]);
    strbuf_add_char(out, '\n');
}

void season_write_terms(enum season_step step, int64_t season, const struct season_terms *terms, struct strbuf *out)
{
    write_head(step, season, out);
    write_line("name", terms->name, out);
    write_day("from", terms->from, out);
    write_day("to", terms->to, out);
    if (terms->title.len > 0) {
        write_line("title", terms->title, out);
    }
    strbuf_add(out, "points ");
    season_points_print(&terms->points, out);
    strbuf_add_char(out, '\n');
}

void season_write_close(int64_t season, int64_t games, struct strbuf *out)
{
    write_head(SEASON_CLOSE, season, out);
    strbuf_add(out, "games ");
    strbuf_int(out, games);
    strbuf_add_char(out, '\n');
}

static int64_t common_divisor(int64_t a, int64_t b)
{
    while (b != 0) {
        int64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* `12` or `25/2`, in lowest terms. */
static void write_units(const char *keyword, int64_t units, struct strbuf *out)
{
    int64_t divisor = common_divisor(units, WIN_UNIT);
    strbuf_add_char(out, ' ');
    strbuf_add(out, keyword);
    strbuf_add_char(out, ' ');
    strbuf_int(out, units / divisor);
    if (divisor != WIN_UNIT) {
        strbuf_add_char(out, '/');
        strbuf_int(out, WIN_UNIT / divisor);
    }
}

void season_write_line(const struct season_written *line, struct strbuf *out)
{
    strbuf_int(out, line->place);
    strbuf_add(out, " @");
    strbuf_add_span(out, line->handle);
    write_units("points", line->points, out);
    write_units("win", line->win, out);
    strbuf_add(out, " wins ");
    strbuf_int(out, line->wins);
    strbuf_add(out, " games ");
    strbuf_int(out, line->games);
    strbuf_add_char(out, '\n');
}

/* ---- reading ---- */

/* The value of a line that begins with the keyword. */
static bool read_value(struct span *rest, const char *keyword, struct span *value)
{
    struct span line;
    if (!span_cut_at(rest, '\n', &line) || !span_starts(line, keyword)) {
        return false;
    }
    *value = span_skip(line, strlen(keyword));
    return value->len > 0;
}

static bool read_day(struct span *rest, const char *keyword, int32_t *day)
{
    struct span value;
    return read_value(rest, keyword, &value) && date_parse(value, day);
}

static bool read_terms(struct span *rest, struct season_terms *terms)
{
    struct span points;
    struct error ignored;
    bool good = read_value(rest, "name ", &terms->name) && read_day(rest, "from ", &terms->from) &&
                read_day(rest, "to ", &terms->to) && terms->from <= terms->to;
    if (!good) {
        return false;
    }
    if (span_starts(*rest, "title ") && !read_value(rest, "title ", &terms->title)) {
        return false;
    }
    return read_value(rest, "points ", &points) && season_points_parse(points, &terms->points, &ignored) == ERR_OK &&
           rest->len == 0;
}

static bool read_count(struct span *rest, const char *keyword, int64_t *count)
{
    return span_is(span_word(rest), keyword) && span_int(span_word(rest), 0, SPAN_INT_MAX, count);
}

/* What write_units writes; other spellings of the number are found out by writing it again. */
static bool read_units(struct span *rest, const char *keyword, int64_t *units)
{
    if (!span_is(span_word(rest), keyword)) {
        return false;
    }
    struct span denominator = span_word(rest);
    struct span numerator;
    int64_t parts = 0;
    int64_t divisor = 1;
    bool whole = !span_cut_at(&denominator, '/', &numerator);
    bool good = span_int(whole ? denominator : numerator, 0, SPAN_INT_MAX / WIN_UNIT, &parts) &&
                (whole || span_int(denominator, 1, WIN_UNIT, &divisor)) && WIN_UNIT % divisor == 0;
    *units = parts * (WIN_UNIT / divisor);
    return good;
}

/* True when the line is what would be written. */
static bool is_canonical(struct span line, const struct season_written *written)
{
    char memory[LINE_TEXT];
    struct strbuf again;
    strbuf_wrap(&again, memory, sizeof(memory));
    season_write_line(written, &again);
    return strbuf_ok(&again) && again.len == line.len + 1 && memcmp(memory, line.ptr, line.len) == 0;
}

bool season_read_line(struct span *lines, struct season_written *out)
{
    struct span line;
    if (!span_cut_at(lines, '\n', &line)) {
        return false;
    }
    struct span rest = line;
    bool good = span_int(span_word(&rest), 1, SPAN_INT_MAX, &out->place);
    struct span handle = span_word(&rest);
    out->handle = span_skip(handle, 1);
    return good && span_starts(handle, "@") && out->handle.len > 0 && out->handle.len < PERSON_HANDLE &&
           read_units(&rest, "points", &out->points) && read_units(&rest, "win", &out->win) &&
           read_count(&rest, "wins", &out->wins) && read_count(&rest, "games", &out->games) && is_canonical(line, out);
}

static bool read_close(struct span *rest, struct season_entry *out)
{
    struct span games;
    if (!read_value(rest, "games ", &games) || !span_int(games, 0, SPAN_INT_MAX, &out->games)) {
        return false;
    }
    out->lines = *rest;
    int64_t place = 1;
    for (int64_t i = 1; rest->len > 0; i++) {
        struct season_written line;
        if (!season_read_line(rest, &line) || (line.place != i && line.place != place) || (i == 1 && line.place != 1)) {
            return false;
        }
        place = line.place;
    }
    return true;
}

/* `season new`, `season 12 change`, `season 12 close`. */
static bool read_head(struct span *rest, struct season_entry *out)
{
    struct span line;
    if (!span_cut_at(rest, '\n', &line) || !span_is(span_word(&line), "season")) {
        return false;
    }
    struct span word = span_word(&line);
    out->step = SEASON_NEW;
    if (span_is(word, "new")) {
        return line.len == 0;
    }
    bool numbered = span_int(word, 1, SPAN_INT_MAX, &out->season);
    word = span_word(&line);
    out->step = span_is(word, "close") ? SEASON_CLOSE : SEASON_CHANGE;
    return numbered && (out->step == SEASON_CLOSE || span_is(word, "change")) && line.len == 0;
}

/* Everything but the lines of a board, which are looked at one by one, written again is what was read. */
static bool reads_back(struct span body, const struct season_entry *entry)
{
    char memory[8 * PERSON_NAME + LINE_TEXT];
    struct strbuf again;
    strbuf_wrap(&again, memory, sizeof(memory));
    if (entry->step == SEASON_CLOSE) {
        season_write_close(entry->season, entry->games, &again);
    } else {
        season_write_terms(entry->step, entry->season, &entry->terms, &again);
    }
    return strbuf_ok(&again) && again.len + entry->lines.len == body.len && memcmp(memory, body.ptr, again.len) == 0;
}

bool season_read(struct span body, struct season_entry *out)
{
    struct span rest = body;
    *out = (struct season_entry){.season = 0};
    if (!read_head(&rest, out)) {
        return false;
    }
    bool good = out->step == SEASON_CLOSE ? read_close(&rest, out) : read_terms(&rest, &out->terms);
    return good && reads_back(body, out);
}

/* ---- the table ---- */

/* A season that is changed or closed: what stands, in memory of its own. */
struct standing {
    bool found;
    int64_t closed;
    int64_t opens, ends;
    char memory[8 * PERSON_NAME + POINTS_TEXT];
    struct strbuf texts;
    struct span name, title, points;
};

static struct span keep_text(struct strbuf *texts, struct span text)
{
    size_t at = texts->len;
    strbuf_add_span(texts, text);
    return span_of(strbuf_text(texts) + at, texts->len - at);
}

static enum err keep_standing(void *context, const struct store_season *season, struct error *error)
{
    struct standing *to = context;
    to->found = true;
    to->closed = season->closed;
    to->opens = season->opens;
    to->ends = season->ends;
    strbuf_wrap(&to->texts, to->memory, sizeof(to->memory));
    to->name = keep_text(&to->texts, season->name);
    to->title = keep_text(&to->texts, season->title);
    to->points = keep_text(&to->texts, season->points);
    return strbuf_ok(&to->texts) ? ERR_OK : error_raise_int(error, &SERVICE_MSG_ENTRY, season->last);
}

enum err season_enter(struct store *store, const struct store_entry *entry, struct error *error)
{
    struct season_entry said;
    struct standing standing = {.found = false};
    if (!season_read(entry->body, &said)) {
        return error_raise_int(error, &SERVICE_MSG_ENTRY, entry->seq);
    }
    enum err err = said.step == SEASON_NEW ? ERR_OK : store_season(store, said.season, keep_standing, &standing, error);
    if (err != ERR_OK) {
        return err;
    }
    if (said.step != SEASON_NEW && (!standing.found || standing.closed != 0)) {
        return error_raise_int(error, &SERVICE_MSG_ENTRY, entry->seq);
    }
    char memory[POINTS_TEXT];
    struct strbuf points;
    strbuf_wrap(&points, memory, sizeof(memory));
    season_points_print(&said.terms.points, &points);
    struct store_season row = {
        .id = said.step == SEASON_NEW ? entry->seq : said.season,
        .last = entry->seq,
        .name = said.terms.name,
        .opens = said.terms.from,
        .ends = said.terms.to,
        .title = said.terms.title,
        .points = strbuf_span(&points),
    };
    if (said.step == SEASON_CLOSE) {
        row.name = standing.name;
        row.opens = standing.opens;
        row.ends = standing.ends;
        row.title = standing.title;
        row.points = standing.points;
        row.closed = entry->seq;
    }
    return store_season_put(store, &row, error);
}
