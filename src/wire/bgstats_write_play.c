/* One play of a BG Stats file, with its players' scores and its score sheet. */
#include "base/date.h"
#include "base/sha256.h"
#include "wire/bgstats_write.h"
#include "wire/emit.h"

#include "base/banned.h"

enum { DAY_SECONDS = 86400, DAY_ONLY = 10 * 3600 /* the time of a play of which only the day is known */ };

/* ---- when ---- */

static void add_two(struct strbuf *out, char before, int value)
{
    strbuf_add_char(out, before);
    strbuf_add(out, value < 10 ? "0" : "");
    strbuf_int(out, value);
}

void bgstats_date(int64_t wall, char out[BGSTATS_DATE])
{
    char day[DATE_SIZE];
    struct strbuf text;
    int32_t number = (int32_t)(wall / DAY_SECONDS - (wall % DAY_SECONDS < 0));
    int second = (int)(wall - (int64_t)number * DAY_SECONDS);
    date_format(number, day);
    strbuf_wrap(&text, out, BGSTATS_DATE);
    strbuf_add(&text, day);
    add_two(&text, ' ', second / 3600);
    add_two(&text, ':', second / 60 % 60);
    add_two(&text, ':', second % 60);
}

int64_t bgstats_wall(const struct play *play)
{
    return (int64_t)play->day * DAY_SECONDS + (play->has_time ? play->second : DAY_ONLY);
}

static void emit_date(struct emit *emit, const char *key, int64_t wall)
{
    char text[BGSTATS_DATE];
    bgstats_date(wall, text);
    emit_word(emit, key, text);
}

/* ---- who and what ---- */

/* What the title's plays say, put together. */
static void count_title(const struct play *play, bool teams, struct bgstats_ref *ref)
{
    const struct play_title *title = &play->title;
    ref->plays++;
    ref->together += title->together;
    bool scored = !title->together && !title->no_points && play->seats > 0 && play->seat[0].score.len > 0;
    ref->scored += scored;
    ref->lowest += scored && title->lowest_wins;
    ref->pointless += title->no_points;
    ref->bgg = ref->bgg != 0 ? ref->bgg : title->bgg;
    ref->teams = ref->teams || teams;
    ref->least = ref->least == 0 || play->seats < ref->least ? play->seats : ref->least;
    ref->most = play->seats > ref->most ? play->seats : ref->most;
}

static bool has_teams(const struct play *play)
{
    bool teams = false;
    for (unsigned i = 0; i < play->seats; i++) {
        teams = teams || play->seat[i].team.len > 0;
    }
    return teams;
}

/* The numbers in the file of what the play refers to. */
struct numbers {
    size_t title;
    size_t place; /* 0: none */
    size_t person[PLAY_SEATS];
    unsigned expansions;
    size_t expansion[PLAY_EXTRAS];
};

static enum err number_place(struct bgstats_export *export, size_t *number, struct error *error)
{
    char id[UUID_SIZE];
    struct span place = export->play.place;
    *number = 0;
    if (place.len == 0) {
        return ERR_OK;
    }
    enum err err = service_place_uuid(export->service, place, id, error);
    if (err != ERR_OK) {
        return err;
    }
    return bgstats_refs_number(&export->refs[BGSTATS_LOCATIONS], span_from(id), place, number, error);
}

/* Expansions came in as names; in the file they are games that are not played by themselves. */
static enum err number_expansions(struct bgstats_export *export, struct numbers *numbers, struct error *error)
{
    const struct play *play = &export->play;
    numbers->expansions = 0;
    for (unsigned i = 0; i < play->extras; i++) {
        struct span name = play->extra[i].value;
        struct span id;
        if (!span_is(play->extra[i].name, "expansion") || name.len == 0) {
            continue;
        }
        enum err err = service_title_uuid(export->service, name, &export->memory, &id, error);
        if (err != ERR_OK) {
            return err;
        }
        size_t *number = &numbers->expansion[numbers->expansions++];
        err = bgstats_refs_number(&export->refs[BGSTATS_GAMES], id, name, number, error);
        if (err != ERR_OK) {
            return err;
        }
    }
    return ERR_OK;
}

static enum err number_all(struct bgstats_export *export, struct numbers *numbers, struct error *error)
{
    const struct play *play = &export->play;
    struct bgstats_refs *games = &export->refs[BGSTATS_GAMES];
    struct bgstats_refs *players = &export->refs[BGSTATS_PLAYERS];
    enum err err = number_place(export, &numbers->place, error);
    if (err != ERR_OK) {
        return err;
    }
    err = bgstats_refs_number(games, play->title.id, play->title.name, &numbers->title, error);
    if (err != ERR_OK) {
        return err;
    }
    count_title(play, has_teams(play), &games->items[numbers->title - 1]);
    for (unsigned i = 0; i < play->seats; i++) {
        const struct play_person *person = &play->seat[i].person;
        err = bgstats_refs_number(players, person->id, person->name, &numbers->person[i], error);
        if (err != ERR_OK) {
            return err;
        }
        players->items[numbers->person[i] - 1].anonymous = person->anonymous;
    }
    return number_expansions(export, numbers, error);
}

/* ---- what there is no member for in a play of ours: lines that came in, kept beside the record ---- */

/* The value of the extra `name`, of a seat `name-SEAT`; empty: there is none. */
static struct span extra_of(const struct play *play, const char *name, unsigned seat)
{
    char memory[64];
    struct strbuf key;
    strbuf_wrap(&key, memory, sizeof(memory));
    strbuf_add(&key, name);
    if (seat > 0) {
        strbuf_add_char(&key, '-');
        strbuf_int(&key, seat);
    }
    for (unsigned i = 0; i < play->extras; i++) {
        if (span_equal(play->extra[i].name, strbuf_span(&key))) {
            return play->extra[i].value;
        }
    }
    return (struct span){NULL, 0};
}

static void emit_extra(struct emit *emit, const struct play *play, const char *key, const char *name, unsigned seat)
{
    emit_text(emit, key, extra_of(play, name, seat));
}

static void emit_extra_number(struct emit *emit, const struct play *play, const char *key, const char *name,
                              unsigned seat)
{
    int64_t number = 0;
    (void)span_int(extra_of(play, name, seat), -SPAN_INT_MAX, SPAN_INT_MAX, &number);
    emit_integer(emit, key, number);
}

static void emit_extra_flag(struct emit *emit, const struct play *play, const char *key, const char *name,
                            unsigned seat)
{
    emit_boolean(emit, key, span_is(extra_of(play, name, seat), "1"));
}

/* ---- the score sheet ---- */

/* By which a score sheet knows the score of a seat: made of the play's own id, so that it is the same each time. */
static void score_uuid(const struct play *play, unsigned seat, char out[UUID_SIZE])
{
    uint8_t hash[SHA256_SIZE];
    uint8_t number = (uint8_t)seat;
    struct sha256 sum;
    sha256_init(&sum);
    sha256_add(&sum, play->id.ptr, play->id.len);
    sha256_add(&sum, &number, sizeof(number));
    sha256_end(&sum, hash);
    uuid_stamp(hash, UUID_FREE);
    uuid_write(hash, out);
}

static void emit_row(struct emit *emit, const struct play *play, const struct play_row *row)
{
    emit_object(emit, NULL);
    emit_text(emit, "label", row->label);
    emit_integer(emit, "repetition", 1);
    emit_boolean(emit, "negative", row->negative);
    emit_boolean(emit, "isExtra", false);
    emit_object(emit, "scores");
    for (unsigned i = 0; i < play->seats; i++) {
        char uuid[UUID_SIZE];
        if (row->score[i].len > 0) {
            score_uuid(play, i, uuid);
            emit_text(emit, uuid, row->score[i]);
        }
    }
    emit_close(emit);
    emit_close(emit);
}

/* A text that holds JSON; an empty one when there are no rows. */
static enum err make_sheet(struct bgstats_export *export, struct error *error)
{
    const struct play *play = &export->play;
    strbuf_clear(&export->inner);
    if (play->rows == 0) {
        return ERR_OK;
    }
    struct emit emit = emit_start(&export->inner);
    emit_object(&emit, NULL);
    emit_integer(&emit, "bggId", play->title.bgg);
    emit_integer(&emit, "version", 1);
    emit_word(&emit, "langCode", export->language);
    emit_word(&emit, "scoreType", "bestTotalWins");
    emit_list(&emit, "rounds");
    emit_object(&emit, NULL);
    emit_list(&emit, "rows");
    for (unsigned i = 0; i < play->rows; i++) {
        emit_row(&emit, play, &play->row[i]);
    }
    emit_close(&emit);
    emit_close(&emit);
    emit_close(&emit);
    emit_close(&emit);
    enum err err = emit_end(&emit, error);
    if (err == ERR_OK) {
        strbuf_truncate(&export->inner, export->inner.len - 1);
    }
    return err;
}

/* ---- seats ---- */

static void emit_seat_data(struct emit *emit, const struct play *play, unsigned seat)
{
    char memory[96];
    char uuid[UUID_SIZE];
    struct strbuf text;
    strbuf_wrap(&text, memory, sizeof(memory));
    strbuf_add(&text, "{");
    if (play->rows > 0) {
        score_uuid(play, seat, uuid);
        strbuf_add(&text, "\"scoreUuid\":\"");
        strbuf_add(&text, uuid);
        strbuf_add(&text, "\",");
    }
    strbuf_add(&text, "\"isNpc\":0}");
    emit_text(emit, "metaData", strbuf_span(&text));
}

static void emit_seat(struct emit *emit, const struct play *play, unsigned i, size_t person)
{
    const struct play_seat *seat = &play->seat[i];
    emit_object(emit, NULL);
    emit_integer(emit, "playerRefId", (int64_t)person);
    emit_text_or_null(emit, "score", seat->score);
    emit_boolean(emit, "winner", seat->winner);
    emit_extra_flag(emit, play, "newPlayer", "new", i + 1);
    emit_boolean(emit, "startPlayer", seat->start);
    emit_integer(emit, "rank", seat->rank);
    emit_extra_number(emit, play, "seatOrder", "seat-order", i + 1);
    emit_extra(emit, play, "role", "role", i + 1);
    emit_text(emit, "team", seat->team);
    emit_extra(emit, play, "teamRole", "team-role", i + 1);
    emit_extra(emit, play, "startPosition", "start-position", i + 1);
    emit_seat_data(emit, play, i);
    emit_close(emit);
}

/* ---- the play ---- */

enum err bgstats_write_play(struct bgstats_export *export, struct error *error)
{
    const struct play *play = &export->play;
    struct numbers numbers;
    enum err err = number_all(export, &numbers, error);
    if (err != ERR_OK) {
        return err;
    }
    err = make_sheet(export, error);
    if (err != ERR_OK) {
        return err;
    }
    struct emit emit = emit_start(export->out);
    emit_object(&emit, NULL);
    emit_text(&emit, "uuid", play->id);
    emit_integer(&emit, "gameRefId", (int64_t)numbers.title);
    emit_integer(&emit, "locationRefId", (int64_t)numbers.place);
    emit_date(&emit, "playDate", bgstats_wall(play));
    emit_date(&emit, "entryDate", play->entered);
    emit_date(&emit, "modificationDate", play->entered);
    emit_integer(&emit, "durationMin", play->minutes);
    emit_boolean(&emit, "ignored", play->uncounted);
    emit_boolean(&emit, "manualWinner", play->manual_winner);
    emit_boolean(&emit, "usesTeams", has_teams(play));
    emit_extra_number(&emit, play, "rounds", "rounds", 0);
    emit_extra_number(&emit, play, "rating", "rating", 0);
    emit_extra(&emit, play, "board", "board", 0);
    emit_text(&emit, "comments", play->comments);
    emit_text(&emit, "scoresheet", strbuf_span(&export->inner));
    emit_list(&emit, "playerScores");
    for (unsigned i = 0; i < play->seats; i++) {
        emit_seat(&emit, play, i, numbers.person[i]);
    }
    emit_close(&emit);
    emit_list(&emit, "expansionPlays");
    for (unsigned i = 0; i < numbers.expansions; i++) {
        emit_object(&emit, NULL);
        emit_integer(&emit, "gameRefId", (int64_t)numbers.expansion[i]);
        emit_close(&emit);
    }
    emit_close(&emit);
    emit_close(&emit);
    return emit_end(&emit, error);
}
