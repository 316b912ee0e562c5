/* A play of BG Stats: fields by tables, numbers of titles, people and places looked up. */
#include "wire/bgstats_play.h"

#include "base/date.h"
#include "wire/foreign_messages.h"

#include "base/banned.h"

enum { MOST = 1000000, DAY_SECONDS = 86400, DATE_TEXT = 19, DAY_ONLY = 10 * 3600 };

/* ---- tables ---- */

struct play_fields {
    struct span uuid, date, entered, modified, comments, board, rating;
    int64_t game, location, minutes, rounds;
    bool ignored, manual, teams;
    json_t *seats, *expansions, *sheet;
};
#define AT(member) offsetof(struct play_fields, member)
static const struct json_field PLAY[] = {
    {"uuid", FIELD_TEXT, AT(uuid), 0, PLAY_TEXT},
    {"gameRefId", FIELD_NEEDED, AT(game), -SPAN_INT_MAX, SPAN_INT_MAX},
    {"locationRefId", FIELD_NUMBER, AT(location), -SPAN_INT_MAX, SPAN_INT_MAX},
    {"playDate", FIELD_TEXT, AT(date), 0, PLAY_TEXT},
    {"entryDate", FIELD_TEXT, AT(entered), 0, PLAY_TEXT},
    {"modificationDate", FIELD_TEXT, AT(modified), 0, PLAY_TEXT},
    {"durationMin", FIELD_NUMBER, AT(minutes), 0, MOST},
    {"ignored", FIELD_FLAG, AT(ignored), 0, 0},
    {"manualWinner", FIELD_FLAG, AT(manual), 0, 0},
    {"usesTeams", FIELD_FLAG, AT(teams), 0, 0},
    {"rounds", FIELD_NUMBER, AT(rounds), 0, MOST},
    {"rating", FIELD_TEXT, AT(rating), 0, PLAY_TEXT}, /* there may be halves */
    {"board", FIELD_TEXT, AT(board), 0, FIELD_NAME},
    {"comments", FIELD_LINES, AT(comments), 0, FIELD_COMMENTS},
    {"scoresheet", FIELD_ANY, AT(sheet), 0, 0},
    {"playerScores", FIELD_LIST, AT(seats), 0, 0},
    {"expansionPlays", FIELD_LIST, AT(expansions), 0, 0},
};
#undef AT

struct seat_fields {
    int64_t player, rank, order;
    struct span score, role, team, team_role, position;
    bool winner, fresh, start;
    json_t *meta;
};
#define AT(member) offsetof(struct seat_fields, member)
static const struct json_field SEAT[] = {
    {"playerRefId", FIELD_NEEDED, AT(player), -SPAN_INT_MAX, SPAN_INT_MAX},
    {"score", FIELD_TEXT, AT(score), 0, PLAY_TEXT},
    {"winner", FIELD_FLAG, AT(winner), 0, 0},
    {"newPlayer", FIELD_FLAG, AT(fresh), 0, 0},
    {"startPlayer", FIELD_FLAG, AT(start), 0, 0},
    {"rank", FIELD_NUMBER, AT(rank), 0, MOST},
    {"seatOrder", FIELD_NUMBER, AT(order), 0, MOST},
    {"role", FIELD_TEXT, AT(role), 0, FIELD_NAME},
    {"team", FIELD_TEXT, AT(team), 0, FIELD_NAME},
    {"teamRole", FIELD_TEXT, AT(team_role), 0, FIELD_NAME},
    {"startPosition", FIELD_TEXT, AT(position), 0, FIELD_NAME},
    {"metaData", FIELD_INNER, AT(meta), 0, 0},
};
#undef AT

static const struct json_field EXPANSION[] = {{"gameRefId", FIELD_NEEDED, 0, -SPAN_INT_MAX, SPAN_INT_MAX}};

#define COUNT(table) (sizeof(table) / sizeof((table)[0]))

/* What reading one play needs. */
struct reading {
    const struct bgstats_known *known;
    struct field_place place;
    struct arena *memory;
    struct play *play;
    struct error *error;
    struct span keys[PLAY_SEATS]; /* by which the sheet knows the seats */
};

static enum err no_memory(const struct reading *reading)
{
    return error_raise(reading->error, &MSG_MEMORY);
}

/* ---- what goes along ---- */

static void add_extra(struct play *play, struct span name, struct span value)
{
    if (value.len > 0 && play->extras < PLAY_EXTRAS) {
        play->extra[play->extras++] = (struct play_extra){name, value};
    }
}

static enum err keep(const struct reading *reading, const struct strbuf *text, struct span *out)
{
    const char *copy = arena_copy(reading->memory, strbuf_span(text));
    *out = span_of(copy, copy ? text->len : 0);
    return copy ? ERR_OK : no_memory(reading);
}

/* A number that is not 0, under the name. */
static enum err extra_number(const struct reading *reading, struct span name, int64_t number)
{
    char digits[32];
    struct strbuf out;
    struct span value;
    if (number == 0) {
        return ERR_OK;
    }
    strbuf_wrap(&out, digits, sizeof(digits));
    strbuf_int(&out, number);
    enum err err = keep(reading, &out, &value);
    if (err == ERR_OK) {
        add_extra(reading->play, name, value);
    }
    return err;
}

/* `role-2` */
static enum err seat_name(const struct reading *reading, const char *what, unsigned seat, struct span *name)
{
    char memory[64];
    struct strbuf out;
    strbuf_wrap(&out, memory, sizeof(memory));
    strbuf_add(&out, what);
    strbuf_add_char(&out, '-');
    strbuf_int(&out, (int64_t)seat + 1);
    return keep(reading, &out, name);
}

static enum err seat_extras(const struct reading *reading, const struct seat_fields *fields, unsigned seat)
{
    const struct {
        const char *name;
        struct span text;
        int64_t number;
    } said[] = {
        {"role", fields->role, 0},
        {"team-role", fields->team_role, 0},
        {"start-position", fields->position, 0},
        {"seat-order", {NULL, 0}, fields->order},
        {"new", {NULL, 0}, fields->fresh ? 1 : 0},
    };
    for (size_t i = 0; i < COUNT(said); i++) {
        struct span name;
        if (said[i].text.len == 0 && said[i].number == 0) {
            continue;
        }
        enum err err = seat_name(reading, said[i].name, seat, &name);
        if (err != ERR_OK) {
            return err;
        }
        add_extra(reading->play, name, said[i].text);
        err = extra_number(reading, name, said[i].number);
        if (err != ERR_OK) {
            return err;
        }
    }
    return ERR_OK;
}

/* ---- references ---- */

static enum err look_up(const struct reading *reading, enum known_list list, int64_t id, const char *key,
                        const struct known_thing **out)
{
    *out = bgstats_known_find(reading->known, list, id);
    if (*out) {
        return ERR_OK;
    }
    enum err err = field_raise(&reading->place, key, &FOREIGN_MSG_REFERENCE, reading->error);
    error_add_int(reading->error, id);
    return error_sure(err);
}

static enum err set_title(const struct reading *reading, int64_t id, const struct known_thing **game)
{
    enum err err = look_up(reading, KNOWN_GAMES, id, "gameRefId", game);
    if (err != ERR_OK) {
        return err;
    }
    reading->play->title = (struct play_title){.id = bgstats_known_uuid(reading->known, *game),
                                               .name = bgstats_known_name(reading->known, *game),
                                               .bgg = (*game)->bgg,
                                               .together = ((*game)->flags & KNOWN_TOGETHER) != 0,
                                               .lowest_wins = ((*game)->flags & KNOWN_LOWEST) != 0,
                                               .no_points = ((*game)->flags & KNOWN_NO_POINTS) != 0};
    return ERR_OK;
}

static enum err set_place(const struct reading *reading, int64_t id)
{
    const struct known_thing *location;
    if (id == 0) {
        return ERR_OK;
    }
    enum err err = look_up(reading, KNOWN_LOCATIONS, id, "locationRefId", &location);
    if (err == ERR_OK) {
        reading->play->place = bgstats_known_name(reading->known, location);
    }
    return err;
}

/* ---- dates ---- */

/* `2026-11-13 20:30:00`, a T between, or the day alone; seconds as if the clock on the wall were UTC's. */
static enum err read_date(const struct reading *reading, const char *key, struct span text, int64_t *seconds,
                          int32_t *day)
{
    char copy[DATE_TEXT];
    int64_t ms = 0;
    struct span date = span_trim(text);
    if (date.len <= sizeof(copy)) {
        memcpy(copy, date.ptr, date.len);
        if (date.len > 10 && copy[10] == ' ') {
            copy[10] = 'T';
        }
    }
    if (date.len > sizeof(copy) || memchr(copy, 'Z', date.len) || !date_wall_parse(span_of(copy, date.len), &ms, day)) {
        enum err err = field_raise(&reading->place, key, &FOREIGN_MSG_DATE, reading->error);
        error_add(reading->error, text);
        return err;
    }
    *seconds = ms / 1000; /* whole seconds, for there is no room for a fraction */
    return ERR_OK;
}

static enum err set_dates(const struct reading *reading, const struct play_fields *fields)
{
    struct play *play = reading->play;
    int64_t seconds = 0;
    int32_t day = 0;
    if (fields->date.len > 0) {
        enum err err = read_date(reading, "playDate", fields->date, &seconds, &play->day);
        if (err != ERR_OK) {
            return err;
        }
        int32_t second = (int32_t)(seconds - (int64_t)play->day * DAY_SECONDS);
        play->has_day = true;
        play->has_time = fields->date.len > DATE_SIZE - 1 && second != DAY_ONLY; /* the app's 10:00:00 is a day */
        play->second = play->has_time ? second : 0;
    }
    const struct {
        const char *key;
        struct span text;
        int64_t *seconds;
    } stamps[] = {{"entryDate", fields->entered, &play->entered},
                  {"modificationDate", fields->modified, &play->modified}};
    for (size_t i = 0; i < COUNT(stamps); i++) {
        enum err err = stamps[i].text.len > 0
                           ? read_date(reading, stamps[i].key, stamps[i].text, stamps[i].seconds, &day)
                           : ERR_OK;
        if (err != ERR_OK) {
            return err;
        }
    }
    return ERR_OK;
}

/* ---- seats ---- */

static enum err read_meta(struct reading *reading, json_t *meta, struct span uuid, bool *npc, struct span *key)
{
    bool memory = false;
    json_t *inner = meta ? field_inner(meta, &memory) : NULL;
    if (memory) {
        return no_memory(reading);
    }
    struct span text = field_inner_text(inner, "scoreUuid");
    const char *copy = text.len > 0 ? arena_copy(reading->memory, text) : uuid.ptr;
    *npc = field_inner_flag(inner, "isNpc");
    *key = text.len > 0 ? span_of(copy, text.len) : uuid;
    json_decref(inner);
    return text.len > 0 && !copy ? no_memory(reading) : ERR_OK;
}

static enum err add_seat(struct reading *reading, const struct seat_fields *fields, bool teams)
{
    struct play *play = reading->play;
    const struct known_thing *player;
    unsigned seat = play->seats;
    bool npc = false;
    struct span key;
    enum err err = look_up(reading, KNOWN_PLAYERS, fields->player, "playerRefId", &player);
    if (err != ERR_OK) {
        return err;
    }
    struct span uuid = bgstats_known_uuid(reading->known, player);
    err = read_meta(reading, fields->meta, uuid, &npc, &key);
    play->seats++;
    if (err != ERR_OK || seat >= PLAY_SEATS) {
        return err;
    }
    reading->keys[seat] = key;
    play->seat[seat] = (struct play_seat){
        .person = {uuid, bgstats_known_name(reading->known, player), npc || (player->flags & KNOWN_ANONYMOUS) != 0},
        .score = span_trim(fields->score),
        .team = teams ? fields->team : (struct span){NULL, 0},
        .rank = (unsigned)fields->rank,
        .winner = fields->winner,
        .start = fields->start};
    return seat_extras(reading, fields, seat);
}

static enum err read_seats(struct reading *reading, const json_t *list, bool teams)
{
    for (size_t i = 0; i < json_array_size(list); i++) {
        struct seat_fields fields = {.player = 0};
        reading->place.inner = "playerScores";
        reading->place.inner_index = i;
        enum err err = fields_read(json_array_get(list, i), SEAT, COUNT(SEAT), &reading->place, reading->memory,
                                   &fields, reading->error);
        if (err == ERR_OK) {
            err = add_seat(reading, &fields, teams);
        }
        if (err != ERR_OK) {
            return err;
        }
    }
    reading->place.inner = NULL;
    return ERR_OK;
}

static enum err read_expansions(struct reading *reading, const json_t *list)
{
    for (size_t i = 0; i < json_array_size(list); i++) {
        int64_t id = 0;
        const struct known_thing *game;
        reading->place.inner = "expansionPlays";
        reading->place.inner_index = i;
        enum err err = fields_read(json_array_get(list, i), EXPANSION, COUNT(EXPANSION), &reading->place,
                                   reading->memory, &id, reading->error);
        if (err == ERR_OK) {
            err = look_up(reading, KNOWN_GAMES, id, "gameRefId", &game);
        }
        if (err != ERR_OK) {
            return err;
        }
        add_extra(reading->play, SPAN_LITERAL("expansion"), bgstats_known_name(reading->known, game));
    }
    reading->place.inner = NULL;
    return ERR_OK;
}

/* ---- the play ---- */

static enum err set_plain(struct reading *reading, const struct play_fields *fields)
{
    struct play *play = reading->play;
    play->id = fields->uuid;
    play->minutes = (unsigned)fields->minutes;
    play->comments = fields->comments;
    play->manual_winner = fields->manual;
    play->told_winner = true;
    play->uncounted = fields->ignored;
    enum err err = set_dates(reading, fields);
    if (err != ERR_OK) {
        return err;
    }
    err = set_place(reading, fields->location);
    if (err != ERR_OK) {
        return err;
    }
    add_extra(play, SPAN_LITERAL("board"), fields->board);
    err = extra_number(reading, SPAN_LITERAL("rounds"), fields->rounds);
    if (err != ERR_OK) {
        return err;
    }
    add_extra(play, SPAN_LITERAL("rating"), span_is(fields->rating, "0") ? (struct span){NULL, 0} : fields->rating);
    return read_expansions(reading, fields->expansions);
}

enum err bgstats_play_read(const json_t *tree, const struct bgstats_known *known, const struct field_place *place,
                           struct arena *memory, struct play *play, struct error *error)
{
    struct reading reading = {.known = known, .place = *place, .memory = memory, .play = play, .error = error};
    struct play_fields fields = {.game = 0};
    const struct known_thing *game;
    memset(play, 0, offsetof(struct play, seat)); /* seats, rows and extras are written before they are counted */
    play->rows = 0;
    play->extras = 0;
    play->line = place->line;
    play->column = place->column;
    enum err err = fields_read(tree, PLAY, COUNT(PLAY), place, memory, &fields, error);
    if (err != ERR_OK) {
        return err;
    }
    err = set_title(&reading, fields.game, &game);
    if (err != ERR_OK) {
        return err;
    }
    const json_t *says = json_object_get(tree, "usesTeams");
    bool teams = says && !json_is_null(says) ? fields.teams : (game->flags & KNOWN_TEAMS) != 0;
    err = set_plain(&reading, &fields);
    if (err != ERR_OK) {
        return err;
    }
    err = read_seats(&reading, fields.seats, teams);
    if (err != ERR_OK || !fields.sheet || play->seats > PLAY_SEATS) {
        return err;
    }
    return bgstats_sheet_read(fields.sheet, reading.keys, memory, play, error);
}
