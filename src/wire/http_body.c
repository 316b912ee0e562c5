/* Bodies of requests: one reader, driven by a table of members for each kind. */
#include "wire/http_body.h"

#include "base/date.h"
#include "base/strbuf.h"
#include "base/utf8.h"
#include "record/write.h"
#include "wire/http_members.h"
#include "wire/reviews.h"

#include "base/banned.h"

#define MEMBER(type, member, kind, required, min, max)                   \
    {                                                                    \
#member, kind, required, offsetof(struct type, member), min, max \
    }
#define COUNT(table) (sizeof(table) / sizeof((table)[0]))

enum { PLIES = 1 << 20 };

enum err wire_read_moves(struct span json, struct arena *arena, struct wire_moves *out, struct error *error)
{
    static const struct member members[] = {
        MEMBER(wire_moves, ply, MEMBER_INTEGER, false, 0, PLIES),
        MEMBER(wire_moves, moves, MEMBER_LINES, true, 0, 0),
    };
    *out = (struct wire_moves){.ply = -1};
    return members_read(json, members, COUNT(members), arena, out, error);
}

enum err wire_read_back(struct span json, struct arena *arena, struct wire_back *out, struct error *error)
{
    static const struct member members[] = {
        MEMBER(wire_back, ply, MEMBER_INTEGER, false, 0, PLIES),
        MEMBER(wire_back, count, MEMBER_INTEGER, false, 1, PLIES),
    };
    *out = (struct wire_back){.ply = -1, .count = 1};
    return members_read(json, members, COUNT(members), arena, out, error);
}

enum err wire_read_reason(struct span json, struct arena *arena, struct wire_reason *out, struct error *error)
{
    static const struct member members[] = {MEMBER(wire_reason, reason, MEMBER_TEXT, false, 0, 0)};
    *out = (struct wire_reason){.reason = {NULL, 0}};
    return members_read(json, members, COUNT(members), arena, out, error);
}

enum err wire_read_name(struct span json, struct arena *arena, struct wire_name *out, struct error *error)
{
    static const struct member members[] = {MEMBER(wire_name, name, MEMBER_TEXT, true, 0, 0)};
    *out = (struct wire_name){.name = {NULL, 0}};
    return members_read(json, members, COUNT(members), arena, out, error);
}

enum err wire_read_merge(struct span json, struct arena *arena, struct wire_merge *out, struct error *error)
{
    static const struct member members[] = {
        MEMBER(wire_merge, into, MEMBER_TEXT, true, 0, 0),
        MEMBER(wire_merge, dry_run, MEMBER_BOOLEAN, false, 0, 0),
    };
    *out = (struct wire_merge){.into = {NULL, 0}};
    return members_read(json, members, COUNT(members), arena, out, error);
}

enum err wire_read_unmerge(struct span json, struct arena *arena, struct wire_unmerge *out, struct error *error)
{
    static const struct member members[] = {MEMBER(wire_unmerge, entry, MEMBER_INTEGER, false, 1, SPAN_INT_MAX)};
    *out = (struct wire_unmerge){.entry = 0};
    return members_read(json, members, COUNT(members), arena, out, error);
}

enum err wire_read_two(struct span json, struct arena *arena, struct wire_two *out, struct error *error)
{
    static const struct member members[] = {MEMBER(wire_two, other, MEMBER_TEXT, true, 0, 0)};
    *out = (struct wire_two){.other = {NULL, 0}};
    return members_read(json, members, COUNT(members), arena, out, error);
}

static const struct message MSG_TITLE = {
    ERR_USAGE, "body.title", "give either 'name', another name, or 'into', the title that it is part of",
    "donnez soit « name », un autre nom, soit « into », le titre dont il fait partie"};

enum err wire_read_title(struct span json, struct arena *arena, struct wire_title_change *out, struct error *error)
{
    static const struct member members[] = {
        MEMBER(wire_title_change, name, MEMBER_TEXT, false, 0, 0),
        MEMBER(wire_title_change, into, MEMBER_TEXT, false, 0, 0),
    };
    *out = (struct wire_title_change){.name = {NULL, 0}};
    enum err err = members_read(json, members, COUNT(members), arena, out, error);
    if (err != ERR_OK) {
        return err;
    }
    bool either = (out->name.ptr != NULL) != (out->into.ptr != NULL);
    return either ? ERR_OK : error_raise(error, &MSG_TITLE);
}

enum err wire_read_night(struct span json, struct arena *arena, struct wire_night *out, struct error *error)
{
    static const struct member members[] = {
        MEMBER(wire_night, day, MEMBER_TEXT, false, 0, 0),
        MEMBER(wire_night, title, MEMBER_TEXT, false, 0, 0),
        MEMBER(wire_night, place, MEMBER_TEXT, false, 0, 0),
        MEMBER(wire_night, note, MEMBER_TEXT, false, 0, 0),
    };
    *out = (struct wire_night){.day = {NULL, 0}};
    return members_read(json, members, COUNT(members), arena, out, error);
}

enum err wire_read_season(struct span json, struct arena *arena, bool complete, struct wire_season *out,
                          struct error *error)
{
    const struct member members[] = {
        MEMBER(wire_season, name, MEMBER_TEXT, complete, 0, 0),
        MEMBER(wire_season, from, MEMBER_TEXT, complete, 0, 0),
        MEMBER(wire_season, to, MEMBER_TEXT, complete, 0, 0),
        MEMBER(wire_season, title, MEMBER_TEXT, false, 0, 0),
        MEMBER(wire_season, points, MEMBER_NUMBERS, false, 0, 0),
        MEMBER(wire_season, closed, MEMBER_BOOLEAN, false, 0, 0),
    };
    *out = (struct wire_season){.closed = false};
    return members_read(json, members, complete ? COUNT(members) - 1 : COUNT(members), arena, out, error);
}

enum err wire_read_tables(struct span json, struct arena *arena, struct wire_tables_asked *out, struct error *error)
{
    static const struct member members[] = {
        MEMBER(wire_tables_asked, people, MEMBER_TEXTS, true, 0, 0),
        MEMBER(wire_tables_asked, titles, MEMBER_TEXTS, true, 0, 0),
        MEMBER(wire_tables_asked, day, MEMBER_TEXT, false, 0, 0),
    };
    *out = (struct wire_tables_asked){.day = {NULL, 0}};
    return members_read(json, members, COUNT(members), arena, out, error);
}

enum err wire_read_token(struct span json, struct arena *arena, struct wire_token *out, struct error *error)
{
    static const struct member members[] = {
        MEMBER(wire_token, label, MEMBER_TEXT, true, 0, 0),
        MEMBER(wire_token, scopes, MEMBER_LINES, true, 0, 0),
        MEMBER(wire_token, expires, MEMBER_TEXT, false, 0, 0),
    };
    *out = (struct wire_token){.label = {NULL, 0}};
    return members_read(json, members, COUNT(members), arena, out, error);
}

enum err wire_read_club(struct span json, struct arena *arena, struct wire_club_change *out, struct error *error)
{
    static const struct member members[] = {
        MEMBER(wire_club_change, name, MEMBER_OR_NONE, false, 0, 0),
        MEMBER(wire_club_change, zone, MEMBER_OR_NONE, false, 0, 0),
        MEMBER(wire_club_change, language, MEMBER_OR_NONE, false, 0, 0),
        MEMBER(wire_club_change, searchable, MEMBER_FLAG, false, 0, 0),
    };
    *out = (struct wire_club_change){.name = {.said = false}};
    enum err err = members_read(json, members, COUNT(members), arena, out, error);
    if (err == ERR_OK && out->zone.said && !out->zone.text.ptr) { /* there is always one */
        err = error_raise_span(error, &MEMBERS_MSG_TYPE, SPAN_LITERAL("zone"));
        error_add(error, SPAN_LITERAL("a text"));
        error_add(error, SPAN_LITERAL("un texte"));
    }
    return err;
}

enum err wire_read_audit(struct span json, struct arena *arena, struct wire_audit *out, struct error *error)
{
    static const struct member members[] = {MEMBER(wire_audit, results_only, MEMBER_BOOLEAN, false, 0, 0)};
    *out = (struct wire_audit){.results_only = false};
    return members_read(json, members, COUNT(members), arena, out, error);
}

enum err wire_read_review(struct span json, struct arena *arena, struct wire_review_asked *out, struct error *error)
{
    static const struct member members[] = {MEMBER(wire_review_asked, budget, MEMBER_INTEGER, false, 1, INT32_MAX)};
    *out = (struct wire_review_asked){.budget = REVIEW_BUDGET_USUAL};
    return members_read(json, members, COUNT(members), arena, out, error);
}

/* ---- a record in members ---- */

struct game_members {
    struct span record, reason, game, title, variant, level, played, place, night, id, moves;
    struct span options; /* lines `NAME VALUE` */
    struct span teams;   /* lines `1 2` */
    struct texts seats, notes;
    int64_t last, rules;
    int64_t duration;
};

static const struct message MSG_EITHER = {ERR_USAGE, "body.either",
                                          "give either 'record', the text, or the headers as members, not both",
                                          "donnez soit « record », le texte, soit les en-têtes, pas les deux"};
static const struct message MSG_SEATS = {ERR_USAGE, "body.seats", "'%1' is missing", "« %1 » manque"};

static const struct message MSG_LINE = {ERR_USAGE, "body.line", "'%1': a name is one line, with something to see in it",
                                        "« %1 » : un nom tient en une ligne, avec quelque chose à voir"};

/* A name of a record: what a header would make of a blank or of a line break is not what somebody meant. */
static bool is_name(struct span text)
{
    bool seen = false;
    for (struct span rest = text; rest.len > 0; rest = span_skip(rest, 1)) {
        if (utf8_control(rest) > 0) {
            return false;
        }
        seen = seen || rest.ptr[0] != ' ';
    }
    return seen;
}

static enum err check_names(const struct game_members *game, struct error *error)
{
    if (game->title.len > 0 && !is_name(game->title)) {
        return error_raise_span(error, &MSG_LINE, SPAN_LITERAL("title"));
    }
    for (size_t i = 0; i < game->seats.count; i++) {
        if (!is_name(game->seats.text[i])) {
            return error_raise_span(error, &MSG_LINE, SPAN_LITERAL("seats"));
        }
    }
    return ERR_OK;
}

static void add_header(struct strbuf *out, const char *keyword, struct span value)
{
    if (value.len > 0) {
        record_write_header(out, keyword, value);
    }
}

static void write_seats(const struct texts *seats, struct strbuf *out)
{
    for (size_t i = 0; i < seats->count; i++) {
        char memory[32];
        struct strbuf keyword;
        strbuf_wrap(&keyword, memory, sizeof(memory));
        strbuf_add(&keyword, "seat ");
        strbuf_int(&keyword, (int64_t)i + 1);
        record_write_header(out, strbuf_text(&keyword), seats->text[i]);
    }
}

/* A header for each line of `values`: `option NAME VALUE`, `team 1 2`. */
static void write_lines(const char *keyword, struct span values, struct strbuf *out)
{
    while (values.len > 0) {
        record_write_header(out, keyword, span_cut(&values, '\n'));
    }
}

static void write_number(const char *keyword, int64_t number, struct strbuf *out)
{
    if (number > 0) {
        strbuf_add(out, keyword);
        strbuf_add_char(out, ' ');
        strbuf_int(out, number);
        strbuf_add_char(out, '\n');
    }
}

/* Programs write dates in one form only; a record as text has more of them. */
static enum err check_dates(const struct game_members *game, struct error *error)
{
    bool night = game->night.len == 0 || date_parse(game->night, NULL);
    bool played = game->played.len == 0 || date_wall_parse(game->played, NULL, NULL);
    if (night && played) {
        return ERR_OK;
    }
    enum err err = error_raise_span(error, &MEMBERS_MSG_TYPE, span_from(night ? "played" : "night"));
    error_add(error, span_from(night ? "a date or time like 2026-11-13T20:30+01:00" : "a date like 2026-11-13"));
    error_add(error,
              span_from(night ? "une date ou une heure comme 2026-11-13T20:30+01:00" : "une date comme 2026-11-13"));
    return err;
}

static enum err write_game(const struct game_members *game, struct arena *arena, struct span *record,
                           struct error *error)
{
    struct strbuf out;
    strbuf_init(&out, arena->allocator, arena->limit);
    strbuf_add(&out, "dendro 1\n");
    add_header(&out, "game", game->game);
    add_header(&out, "title", game->title);
    write_number("rules", game->rules, &out);
    add_header(&out, "variant", game->variant);
    add_header(&out, "level", game->level);
    write_lines("option", game->options, &out);
    write_seats(&game->seats, &out);
    write_lines("team", game->teams, &out);
    add_header(&out, "played", game->played);
    write_number("duration", game->duration, &out);
    add_header(&out, "place", game->place);
    add_header(&out, "night", game->night);
    add_header(&out, "id", game->id);
    for (size_t i = 0; i < game->notes.count; i++) {
        record_write_header(&out, "note", game->notes.text[i]);
    }
    if (game->moves.len > 0) {
        strbuf_add_char(&out, '\n');
        strbuf_add_span(&out, game->moves);
        strbuf_add_char(&out, '\n');
    }
    const char *copy = strbuf_ok(&out) ? arena_copy(arena, strbuf_span(&out)) : NULL;
    *record = span_of(copy, copy ? out.len : 0);
    strbuf_release(&out);
    return copy ? ERR_OK : error_raise(error, &MSG_MEMORY);
}

enum err wire_read_record(struct span json, struct arena *arena, struct wire_record *out, struct error *error)
{
    static const struct member members[] = {
        MEMBER(game_members, record, MEMBER_TEXT, false, 0, 0),
        MEMBER(game_members, reason, MEMBER_TEXT, false, 0, 0),
        MEMBER(game_members, last, MEMBER_INTEGER, false, 1, INT64_MAX),
        MEMBER(game_members, game, MEMBER_TEXT, false, 0, 0),
        MEMBER(game_members, title, MEMBER_TEXT, false, 0, 0),
        MEMBER(game_members, rules, MEMBER_INTEGER, false, 1, 65535),
        MEMBER(game_members, variant, MEMBER_TEXT, false, 0, 0),
        MEMBER(game_members, level, MEMBER_TEXT, false, 0, 0),
        MEMBER(game_members, options, MEMBER_PAIRS, false, 0, 0),
        MEMBER(game_members, seats, MEMBER_SEATS, false, 0, 0),
        MEMBER(game_members, teams, MEMBER_TEAMS, false, 1, GAME_PLAYERS),
        MEMBER(game_members, played, MEMBER_TEXT, false, 0, 0),
        MEMBER(game_members, duration, MEMBER_INTEGER, false, 1, RECORD_MINUTES),
        MEMBER(game_members, place, MEMBER_TEXT, false, 0, 0),
        MEMBER(game_members, night, MEMBER_TEXT, false, 0, 0),
        MEMBER(game_members, id, MEMBER_TEXT, false, 0, 0),
        MEMBER(game_members, notes, MEMBER_TEXTS, false, 0, 0),
        MEMBER(game_members, moves, MEMBER_LINES, false, 0, 0),
    };
    struct game_members game = {.rules = 0};
    enum err err = members_read(json, members, COUNT(members), arena, &game, error);
    if (err != ERR_OK) {
        return err;
    }
    *out = (struct wire_record){game.record, game.reason, game.last};
    bool headers = game.game.ptr || game.title.ptr || game.rules || game.teams.ptr || game.duration ||
                   game.variant.ptr || game.level.ptr || game.options.ptr || game.seats.text || game.played.ptr ||
                   game.place.ptr || game.night.ptr || game.id.ptr || game.notes.text || game.moves.ptr;
    if (game.record.ptr) {
        return headers ? error_raise(error, &MSG_EITHER) : ERR_OK;
    }
    if (!game.game.ptr || game.seats.count == 0) {
        return error_raise_span(error, &MSG_SEATS, span_from(game.game.ptr ? "seats" : "game"));
    }
    err = check_names(&game, error);
    if (err != ERR_OK) {
        return err;
    }
    err = check_dates(&game, error);
    return err == ERR_OK ? write_game(&game, arena, &out->record, error) : err;
}

const struct message *const *wire_body_messages(size_t *count)
{
    static const struct message *const messages[] = {
        &MSG_EITHER,        &MSG_LINE,           &MSG_SEATS,           &MSG_TITLE,        &MEMBERS_MSG_JSON,
        &MEMBERS_MSG_DEPTH, &MEMBERS_MSG_OBJECT, &MEMBERS_MSG_UNKNOWN, &MEMBERS_MSG_TYPE, &MEMBERS_MSG_MISSING,
        &MEMBERS_MSG_RANGE};
    *count = COUNT(messages);
    return messages;
}
