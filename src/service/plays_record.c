/* The record that a play becomes: headers, what the record cannot say, and a line a side. */
#include "service/plays_record.h"

#include "base/date.h"
#include "base/points.h"
#include "base/utf8.h"
#include "base/zone.h"
#include "rules/registry.h"
#include "service/internal.h"
#include "service/messages.h"
#include "service/play_sides.h"

#include "base/banned.h"

enum { NOTES = 40, VALUE = 500 /* bytes of a line that is kept beside a record */, DAY_SECONDS = 86400 };

/* `text` on one line: what controls a terminal is a blank. */
static void add_flat(struct strbuf *out, struct span text)
{
    while (text.len > 0) {
        size_t control = utf8_control(text);
        if (control > 0) {
            strbuf_add_char(out, ' ');
            text = span_skip(text, control);
        } else {
            strbuf_add_char(out, text.ptr[0]);
            text = span_skip(text, 1);
        }
    }
}

static void add_line(struct strbuf *out, const char *keyword, struct span value)
{
    if (value.len > 0) {
        strbuf_add(out, keyword);
        strbuf_add_char(out, ' ');
        add_flat(out, value);
        strbuf_add_char(out, '\n');
    }
}

static void add_number(struct strbuf *out, const char *keyword, int64_t value)
{
    strbuf_add(out, keyword);
    strbuf_add_char(out, ' ');
    strbuf_int(out, value);
    strbuf_add_char(out, '\n');
}

/* ---- when ---- */

static void add_two(struct strbuf *out, const char *before, int value)
{
    strbuf_add(out, before);
    strbuf_add(out, value < 10 ? "0" : "");
    strbuf_int(out, value);
}

/* `played 2026-11-13T20:30+01:00`, the clock of the club's zone; a day when there is no time. */
static void add_played(struct strbuf *out, const struct play *play, struct span zone)
{
    char day[DATE_SIZE];
    int32_t ahead = 0;
    if (!play->has_day) {
        return;
    }
    date_format(play->day, day);
    strbuf_add(out, "played ");
    strbuf_add(out, day);
    if (play->has_time) {
        int second = play->second;
        add_two(out, "T", second / 3600);
        add_two(out, ":", second / 60 % 60);
        if (second % 60 != 0) {
            add_two(out, ":", second % 60);
        }
        (void)zone_ahead_at_wall(zone, (int64_t)play->day * DAY_SECONDS + second, &ahead);
        int minutes = (ahead < 0 ? -ahead : ahead) / 60;
        if (minutes == 0) {
            strbuf_add_char(out, 'Z');
        } else {
            add_two(out, ahead < 0 ? "-" : "+", minutes / 60);
            add_two(out, ":", minutes % 60);
        }
    }
    strbuf_add_char(out, '\n');
}

/* ---- beside the record ---- */

static void add_x(struct strbuf *out, enum play_source source, const char *name)
{
    strbuf_add(out, "x-");
    strbuf_add(out, play_sources[source]);
    strbuf_add_char(out, '-');
    strbuf_add(out, name);
    strbuf_add_char(out, ' ');
}

static void add_value(struct strbuf *out, struct span value)
{
    add_flat(out, span_of(value.ptr, utf8_fit(value, VALUE)));
}

/* Lines of a comment are notes; behind the last that there is room for, the rest is one. */
static void add_notes(struct strbuf *out, struct span comments)
{
    for (unsigned i = 0; comments.len > 0; i++) {
        struct span line = i < NOTES ? span_line(&comments) : comments;
        comments = i < NOTES ? comments : (struct span){NULL, 0};
        add_line(out, "note", span_trim(line));
    }
}

/* `x-bgstats-row Nests: 3, 4`: rows that cannot be categories. */
static void add_rows(struct strbuf *out, const struct play *play, enum play_source source)
{
    for (unsigned r = 0; r < play->rows; r++) {
        add_x(out, source, "row");
        add_value(out, play->row[r].label);
        strbuf_add(out, play->row[r].negative ? " (-):" : ":");
        for (unsigned i = 0; i < play->seats; i++) {
            strbuf_add(out, i > 0 ? ", " : " ");
            add_value(out, play->row[r].score[i]);
        }
        strbuf_add_char(out, '\n');
    }
}

/* `x-bgg-score 2 Decisive`: what is no number, or was not to count. */
static void add_scores(struct strbuf *out, const struct play *play, enum play_source source, bool all)
{
    for (unsigned i = 0; i < play->seats; i++) {
        struct span score = span_trim(play->seat[i].score);
        int64_t ignored = 0;
        if (score.len > 0 && (all || !play_points(score, &ignored))) {
            add_x(out, source, "score");
            strbuf_int(out, i + 1);
            strbuf_add_char(out, ' ');
            add_value(out, score);
            strbuf_add_char(out, '\n');
        }
    }
}

/* `x-bgstats-team 1 Red`: what the team of seat 1 is called there. */
static void add_team_names(struct strbuf *out, const struct play *play, enum play_source source,
                           const struct play_sides *sides)
{
    for (unsigned s = 0; s < sides->count; s++) {
        struct span name = span_trim(play->seat[sides->side[s].seat].team);
        int64_t number = 0;
        if (name.len > 0 && !span_int(name, 0, GAME_PLAYERS, &number)) {
            add_x(out, source, "team");
            strbuf_int(out, sides->side[s].seat + 1);
            strbuf_add_char(out, ' ');
            add_value(out, name);
            strbuf_add_char(out, '\n');
        }
    }
}

static void add_beside(struct strbuf *out, const struct play *play, enum play_source source,
                       const struct play_words *words, const struct play_sides *sides)
{
    add_line(out, "id", play->id);
    add_notes(out, play->comments);
    if (play->quantity > 1) {
        add_number(out, "x-bgg-quantity", play->quantity);
    }
    if (words->copy > 1) {
        add_x(out, source, "copy");
        strbuf_int(out, words->copy);
        strbuf_add_char(out, '\n');
    }
    if (play->uncounted) {
        add_x(out, source, "uncounted");
        strbuf_add(out, "1\n");
    }
    add_team_names(out, play, source, sides);
    add_scores(out, play, source, sides->shape == PLAY_PLAYED || sides->mixed);
    if (!words->categories) {
        add_rows(out, play, source);
    }
    for (unsigned i = 0; i < play->extras; i++) {
        struct strbuf name;
        char memory[64];
        strbuf_wrap(&name, memory, sizeof(memory));
        strbuf_add_span(&name, play->extra[i].name);
        add_x(out, source, strbuf_text(&name));
        add_value(out, play->extra[i].value);
        strbuf_add_char(out, '\n');
    }
}

/* ---- the result ---- */

static void add_categories(struct strbuf *out, const struct play *play, const struct play_words *words, unsigned seat)
{
    for (unsigned r = 0; words->categories && r < play->rows; r++) {
        int64_t points = 0;
        if (play_points(play->row[r].score[seat], &points)) {
            strbuf_add_span(out, words->category[r]);
            strbuf_add_char(out, ' ');
            strbuf_points(out, points, POINTS_ONE);
            strbuf_add(out, ", ");
        }
    }
}

static void add_total(struct strbuf *out, const char *before, const struct play_side *side)
{
    if (side->scored) {
        strbuf_add(out, before);
        strbuf_add(out, "total ");
        strbuf_points(out, side->total, POINTS_ONE);
    }
}

static void add_side(struct strbuf *out, const struct play *play, const struct play_words *words,
                     const struct play_sides *sides, const struct play_side *side)
{
    strbuf_int(out, side->seat + 1);
    strbuf_add(out, ": ");
    if (sides->shape == PLAY_WON) {
        strbuf_add(out, side->winner ? "wins" : "loses");
        if (!sides->mixed) {
            add_total(out, ", ", side);
        }
        strbuf_add_char(out, '\n');
        return;
    }
    if (sides->shape == PLAY_SCORED) {
        add_categories(out, play, words, side->seat);
    }
    if (!sides->mixed) {
        add_total(out, "", side);
    }
    if (sides->placed || sides->shape == PLAY_RANKED) {
        strbuf_add(out, side->scored && !sides->mixed ? " rank " : "rank ");
        strbuf_int(out, side->place);
    }
    strbuf_add_char(out, '\n');
}

static void add_result(struct strbuf *out, const struct play *play, const struct play_words *words,
                       const struct play_sides *sides)
{
    if (sides->shape == PLAY_PLAYED) {
        strbuf_add(out, "*: played\n");
        return;
    }
    if (sides->shape == PLAY_TOGETHER) {
        bool total = sides->side[0].scored;
        for (unsigned i = 1; i < sides->count; i++) {
            total = total && (!sides->side[i].scored || sides->side[i].total == sides->side[0].total);
        }
        strbuf_add(out, sides->won ? "*: won" : "*: lost");
        if (total) {
            add_total(out, ", ", &sides->side[0]);
        }
        strbuf_add_char(out, '\n');
        return;
    }
    for (unsigned i = 0; i < sides->count; i++) {
        add_side(out, play, words, sides, &sides->side[i]);
    }
}

/* ---- the whole ---- */

static const char *variant_of(const struct play_sides *sides)
{
    static const char *const names[] = {
        [PLAY_PLAYED] = "high", [PLAY_TOGETHER] = "together", [PLAY_WON] = "win", [PLAY_RANKED] = "rank"};
    if (sides->shape == PLAY_SCORED) {
        return sides->lowest ? "low" : "high";
    }
    return names[sides->shape];
}

static void add_teams(struct strbuf *out, const struct play *play, const struct play_sides *sides)
{
    for (unsigned s = 0; s < sides->count; s++) {
        if (sides->side[s].seats < 2) {
            continue;
        }
        strbuf_add(out, "team");
        for (unsigned i = 0; i < play->seats; i++) {
            if (sides->of[i] == s) {
                strbuf_add_char(out, ' ');
                strbuf_int(out, i + 1);
            }
        }
        strbuf_add_char(out, '\n');
    }
}

static void add_head(struct strbuf *out, const struct play *play, const struct play_words *words,
                     const struct play_sides *sides)
{
    strbuf_add(out, "dendro 1\n");
    add_line(out, "game", span_from(registry_titled()->name.id));
    add_line(out, "title", words->title);
    if (!words->engine) {
        add_line(out, "variant", span_from(variant_of(sides)));
    }
    for (unsigned i = 0; i < play->seats; i++) {
        strbuf_add(out, "seat ");
        strbuf_int(out, i + 1);
        strbuf_add_char(out, ' ');
        strbuf_add_span(out, words->seat[i]);
        strbuf_add_char(out, '\n');
    }
    add_teams(out, play, sides);
    add_played(out, play, words->zone);
    if (play->minutes > 0 && play->minutes <= RECORD_MINUTES) {
        add_number(out, "duration", play->minutes);
    }
    add_line(out, "place", span_trim(play->place));
    add_line(out, "option", words->option);
}

enum err play_refuse(const struct message *message, const struct game *engine, struct error *error)
{
    (void)error_put(error, message);
    error_add_name(error, &engine->name);
    return message->code;
}

/* Who has an engine has its points written down, and nothing else. */
static enum err check_engine(const struct play_words *words, const struct play_sides *sides, struct error *error)
{
    if (!words->engine || sides->shape == PLAY_SCORED) {
        return ERR_OK;
    }
    return play_refuse(&SERVICE_MSG_PLAY_ENGINE, words->engine, error);
}

enum err play_compose(const struct play *play, enum play_source source, const struct play_words *words,
                      struct strbuf *out, struct error *error)
{
    struct play_sides sides;
    if (play->seats == 0) {
        return error_raise(error, &SERVICE_MSG_PLAY_EMPTY);
    }
    if (play->seats > GAME_PLAYERS) {
        return error_raise_int(error, &SERVICE_MSG_PLAY_CROWD, play->seats);
    }
    play_sides_of(play, source == PLAYS_BGSTATS, words->way, &sides);
    enum err err = check_engine(words, &sides, error);
    if (err != ERR_OK) {
        return err;
    }
    add_head(out, play, words, &sides);
    add_beside(out, play, source, words, &sides);
    strbuf_add_char(out, '\n');
    add_result(out, play, words, &sides);
    return strbuf_ok(out) ? ERR_OK : error_raise_int(error, &SERVICE_MSG_PLAY_LONG, (int64_t)out->limit);
}

bool play_rows_add_up(const struct play *play)
{
    for (unsigned i = 0; i < play->seats && i < PLAY_SEATS; i++) {
        int64_t total = 0;
        int64_t sum = 0;
        unsigned said = 0;
        if (!play_points(play->seat[i].score, &total)) {
            return false;
        }
        for (unsigned r = 0; r < play->rows; r++) {
            int64_t points = 0;
            if (span_trim(play->row[r].score[i]).len == 0) {
                continue;
            }
            if (!play_points(play->row[r].score[i], &points)) {
                return false;
            }
            said++;
            sum += play->row[r].negative ? -points : points;
        }
        if (said == play->rows && sum != total) {
            return false;
        }
    }
    return play->rows > 0;
}

/* ---- what it was there ---- */

static void put_text(struct strbuf *out, struct span text)
{
    strbuf_int(out, (int64_t)text.len);
    strbuf_add_char(out, ' ');
    strbuf_add_span(out, text);
    strbuf_add_char(out, '\n');
}

static void put_number(struct strbuf *out, int64_t value)
{
    strbuf_int(out, value);
    strbuf_add_char(out, '\n');
}

static void put_seat(struct strbuf *out, const struct play_seat *seat)
{
    const struct play_person *person = &seat->person;
    int64_t points = 0;
    put_text(out, person->id.len > 0 ? person->id : person->name);
    if (play_points(seat->score, &points)) {
        put_number(out, points);
    } else {
        put_text(out, span_trim(seat->score));
    }
    put_text(out, seat->team);
    put_number(out, seat->rank);
    put_number(out, person->anonymous * 4 + seat->winner * 2 + seat->start);
}

enum err play_state(const uint8_t key[KEYED_HASH_KEY], const struct play *play, struct strbuf *scratch,
                    uint8_t out[KEYED_HASH_SIZE], struct error *error)
{
    const struct play_title *title = &play->title;
    unsigned seats = play->seats < PLAY_SEATS ? play->seats : PLAY_SEATS;
    strbuf_clear(scratch);
    put_text(scratch, title->id.len > 0 ? title->id : title->name);
    put_number(scratch, title->together * 4 + title->lowest_wins * 2 + title->no_points);
    put_number(scratch, play->has_day ? (int64_t)play->day * DAY_SECONDS + (play->has_time ? play->second : -1) : -1);
    put_number(scratch, play->minutes);
    put_number(scratch, play->quantity > 1 ? play->quantity : 1);
    put_number(scratch, play->manual_winner * 2 + play->uncounted);
    put_text(scratch, span_trim(play->place));
    put_text(scratch, span_trim(play->comments));
    for (unsigned i = 0; i < seats; i++) {
        put_seat(scratch, &play->seat[i]);
    }
    for (unsigned r = 0; r < play->rows; r++) {
        put_text(scratch, play->row[r].label);
        put_number(scratch, play->row[r].negative);
        for (unsigned i = 0; i < seats; i++) {
            put_text(scratch, play->row[r].score[i]);
        }
    }
    for (unsigned i = 0; i < play->extras; i++) {
        put_text(scratch, play->extra[i].name);
        put_text(scratch, play->extra[i].value);
    }
    if (!strbuf_ok(scratch)) {
        return error_raise(error, &MSG_MEMORY);
    }
    keyed_hash(key, strbuf_span(scratch), out);
    return ERR_OK;
}
