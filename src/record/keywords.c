/*
 * Keywords: `game foret`, `seat 1 Amélie`, `claim 1 bee 6`. The table says
 * what each is called in French, what it takes and whether it belongs before
 * the moves or behind them.
 */
#include "record/keywords.h"

#include "base/date.h"
#include "base/date_words.h"
#include "base/near.h"
#include "base/points.h"
#include "base/utf8.h"
#include "record/messages.h"

#include "base/banned.h"

struct field lines_field(const struct lines *at, struct span text)
{
    return (struct field){text, at->line, (uint32_t)(text.ptr - at->line_start) + 1};
}

struct field lines_written(const struct lines *at, struct span text)
{
    struct field field = lines_field(at, text);
    field.text.ptr = at->text + (text.ptr - at->copy);
    return field;
}

void lines_result(struct lines *at, struct span word)
{
    at->result = at->phase == PHASE_RESULT ? at->result : word;
    at->phase = PHASE_RESULT;
}

enum err lines_refuse(struct lines *at, const struct message *message, struct span text)
{
    struct field field = lines_field(at, text);
    enum err err = error_raise_span(at->error, message, text);
    at->error->line = field.line;
    at->error->column = record_column_at(at->line_start, at->line_end, field.column);
    return err;
}

enum err lines_refuse_more(struct lines *at, int64_t most)
{
    enum err err = lines_refuse(at, &RECORD_MSG_TOO_MANY, span_of(at->line_start, 0));
    at->error->args = 0;
    error_add_int(at->error, most);
    return err;
}

void *lines_next(struct lines *at, void **list, size_t *count, size_t most, size_t size, enum err *err)
{
    if (!*list) {
        *list = arena_new(&at->reader->arena, most, size);
        if (!*list) {
            *err = error_raise(at->error, &MSG_MEMORY);
            return NULL;
        }
    }
    if (*count == most) {
        *err = lines_refuse_more(at, (int64_t)most);
        return NULL;
    }
    *err = ERR_OK;
    return (char *)*list + (*count)++ * size;
}

/* ---- each reads the value that follows it ---- */

struct keyword;
typedef enum err keyword_fn(struct lines *at, const struct keyword *keyword, struct span value);

struct keyword {
    const char *name;
    const char *french;
    keyword_fn *read;
    size_t offset; /* of a plain field in struct record */
    bool (*check)(struct span value);
    const struct message *wrong;
    bool result; /* belongs behind the moves */
};

/* `place 2 Bob` behind another place: in French a seat may be called so, and was meant. */
static void hint_seat(struct lines *at, const struct keyword *keyword, struct span value)
{
    int64_t number = 0;
    bool seat = keyword->offset == offsetof(struct record, place) &&
                span_int(span_word(&value), 1, GAME_PLAYERS, &number) && span_trim(value).len > 0;
    if (seat) {
        bool french = (at->record->header_langs & 1u << LANG_FR) != 0;
        error_hint(at->error, french ? SPAN_LITERAL("siège") : SPAN_LITERAL("seat"));
    }
}

static enum err read_plain(struct lines *at, const struct keyword *keyword, struct span value)
{
    struct field *field = (struct field *)((char *)at->record + keyword->offset);
    if (field->text.len > 0) {
        enum err err = lines_refuse(at, &RECORD_MSG_TWICE, at->word);
        hint_seat(at, keyword, value);
        return err;
    }
    if (keyword->check && !keyword->check(value)) {
        return lines_refuse(at, keyword->wrong, value);
    }
    *field = lines_field(at, value);
    return ERR_OK;
}

/* What is written is kept to the byte. */
static enum err read_text(struct lines *at, const struct keyword *keyword, struct span value)
{
    enum err err = read_plain(at, keyword, value);
    if (err == ERR_OK) {
        *(struct field *)((char *)at->record + keyword->offset) = lines_written(at, value);
    }
    return err;
}

static bool is_digest(struct span value)
{
    uint8_t bytes[SHA256_SIZE];
    return sha256_from_hex(value, bytes);
}

static bool is_rules(struct span value)
{
    int64_t number;
    return span_int(value, 1, UINT16_MAX, &number);
}

/* A date as people write it becomes one of the format, in the reader's arena; the field keeps its place. */
static enum err read_words(struct lines *at, const struct keyword *keyword, bool timed, struct span value)
{
    char iso[DATE_WORDS_SIZE];
    struct field *field = (struct field *)((char *)at->record + keyword->offset);
    enum date_words read = date_from_words(value, timed, iso);
    const struct message *const wrong[] = {[DATE_WORDS_NO] = keyword->wrong,
                                           [DATE_WORDS_WEEKDAY] = &RECORD_MSG_WEEKDAY,
                                           [DATE_WORDS_SHORT_YEAR] = &RECORD_MSG_YEAR,
                                           [DATE_WORDS_MIDNIGHT] = &RECORD_MSG_MIDNIGHT,
                                           [DATE_WORDS_MONTH_FIRST] = &RECORD_MSG_DATE_ORDER};
    if (read != DATE_WORDS_OK) {
        return lines_refuse(at, wrong[read], value);
    }
    const char *copy = arena_copy(&at->reader->arena, span_from(iso));
    if (!copy) {
        return error_raise(at->error, &MSG_MEMORY);
    }
    field->text = span_from(copy);
    return ERR_OK;
}

static enum err read_night(struct lines *at, const struct keyword *keyword, struct span value)
{
    enum err err = read_plain(at, keyword, value);
    return err != ERR_OK || date_parse(value, NULL) ? err : read_words(at, keyword, false, value);
}

static enum err read_played(struct lines *at, const struct keyword *keyword, struct span value)
{
    enum err err = read_plain(at, keyword, value);
    return err != ERR_OK || date_wall_parse(value, NULL, NULL) ? err : read_words(at, keyword, true, value);
}

static enum err read_rules(struct lines *at, const struct keyword *keyword, struct span value)
{
    enum err err = read_plain(at, keyword, value);
    if (err != ERR_OK) {
        return err;
    }
    int64_t number = 0;
    if (span_int(value, 1, UINT16_MAX, &number)) {
        at->record->rules = (uint16_t)number;
    }
    return ERR_OK;
}

static enum err read_seat(struct lines *at, const struct keyword *keyword, struct span value)
{
    (void)keyword;
    struct span number = span_word(&value);
    int seat = seat_from_label(number);
    if (seat < 0 || seat >= GAME_PLAYERS) {
        return lines_refuse(at, &RECORD_MSG_SEAT, number);
    }
    struct span name = span_trim(value);
    if (name.len == 0) {
        return lines_refuse(at, &RECORD_MSG_VALUE, at->word);
    }
    if (at->record->seat[seat].text.len > 0) {
        return lines_refuse(at, &RECORD_MSG_TWICE, number);
    }
    at->record->seat[seat] = lines_written(at, name);
    if (at->record->seats <= seat) {
        at->record->seats = (uint8_t)(seat + 1);
    }
    return ERR_OK;
}

/* `team 1 3 4`: seats, two at least, each in one team. Whether there are such seats is known at the end of the header. */
static enum err read_team(struct lines *at, const struct keyword *keyword, struct span value)
{
    (void)keyword;
    struct record *record = at->record;
    struct record_team team = {.field = lines_field(at, value)};
    seat_set taken = 0;
    unsigned seats = 0;
    for (unsigned i = 0; i < record->teams_count; i++) {
        taken |= record->team[i].seats;
    }
    for (struct span label = span_word(&value); label.len > 0; label = span_word(&value)) {
        int seat = seat_from_label(label);
        if (seat < 0 || seat >= GAME_PLAYERS) {
            return lines_refuse(at, &RECORD_MSG_SEAT, label);
        }
        if ((taken | team.seats) & seat_bit((unsigned)seat)) {
            return lines_refuse(at, &RECORD_MSG_TEAM_TWICE, label);
        }
        team.seats |= seat_bit((unsigned)seat);
        seats++;
    }
    if (seats < 2) { /* so that RECORD_TEAMS are enough */
        return lines_refuse(at, &RECORD_MSG_TEAM, team.field.text);
    }
    record->team[record->teams_count++] = team;
    return ERR_OK;
}

static bool is_title(struct span value)
{
    return value.len <= RECORD_TITLE;
}

static bool is_minutes(struct span value)
{
    int64_t number;
    return span_int(value, 1, RECORD_MINUTES, &number);
}

static enum err read_duration(struct lines *at, const struct keyword *keyword, struct span value)
{
    enum err err = read_plain(at, keyword, value);
    if (err != ERR_OK) {
        return err;
    }
    int64_t number = 0;
    if (span_int(value, 1, RECORD_MINUTES, &number)) {
        at->record->minutes = (uint16_t)number;
    }
    return ERR_OK;
}

static enum err add_pair(struct lines *at, struct field_pair **list, size_t *count, struct field_pair pair)
{
    enum err err;
    void *all = *list;
    struct field_pair *next = lines_next(at, &all, count, RECORD_EXTRAS, sizeof(*next), &err);
    *list = all;
    if (next) {
        *next = pair;
    }
    return err;
}

static enum err read_option(struct lines *at, const struct keyword *keyword, struct span value)
{
    (void)keyword;
    struct record *record = at->record;
    struct span name = span_word(&value);
    struct span rest = span_trim(value);
    if (rest.len == 0) {
        return lines_refuse(at, &RECORD_MSG_VALUE, at->word);
    }
    for (size_t i = 0; i < record->options_count; i++) {
        if (span_equal(record->options[i].name.text, name)) {
            return lines_refuse(at, &RECORD_MSG_TWICE, name);
        }
    }
    struct field_pair pair = {lines_field(at, name), lines_field(at, rest)};
    return add_pair(at, &record->options, &record->options_count, pair);
}

static enum err read_note(struct lines *at, const struct keyword *keyword, struct span value)
{
    (void)keyword;
    struct field_pair pair = {.value = lines_written(at, value)};
    return add_pair(at, &at->record->notes, &at->record->notes_count, pair);
}

static enum err read_extra(struct lines *at, struct span name, struct span value)
{
    struct field_pair pair = {lines_field(at, name), lines_written(at, value)};
    return add_pair(at, &at->record->extras, &at->record->extras_count, pair);
}

/*
 * The name of a category may have several words: those up to the number. Without a number behind it, the name is its
 * first word, and the second one is what should have been a number.
 */
static struct span take_name(struct span *value)
{
    struct span name = span_word(value);
    struct span rest = *value;
    int32_t ignored = 0;
    for (struct span word = span_word(&rest); word.len > 0; word = span_word(&rest)) {
        if (points_parse(word, &ignored)) {
            break;
        }
        if (word.ptr[0] >= '0' && word.ptr[0] <= '9') {
            return name;
        }
        struct span behind = rest;
        if (points_parse(span_word(&behind), &ignored)) {
            name.len = (size_t)(word.ptr + word.len - name.ptr);
            *value = rest;
            break;
        }
    }
    return name;
}

static enum err read_claim(struct lines *at, const struct keyword *keyword, struct span value)
{
    (void)keyword;
    struct span label = span_word(&value);
    int seat = seat_from_label(label);
    if (seat < 0 || seat == SEAT_TABLE) {
        return lines_refuse(at, &RECORD_MSG_LABEL, label);
    }
    struct span name = take_name(&value);
    if (name.len == 0) {
        return lines_refuse(at, &RECORD_MSG_CLAIM, label);
    }
    for (; name.len > 0; name = take_name(&value)) {
        struct span number = span_word(&value);
        int32_t points = 0;
        if (number.len == 0) {
            return lines_refuse(at, &RECORD_MSG_CLAIM, name);
        }
        if (!points_parse(number, &points)) {
            return lines_refuse(at, &RECORD_MSG_NUMBER, number);
        }
        enum err err;
        void *list = at->record->claims;
        struct record_claim *claim =
            lines_next(at, &list, &at->record->claims_count, RECORD_CLAIMS, sizeof(*claim), &err);
        at->record->claims = list;
        if (!claim) {
            return err;
        }
        *claim = (struct record_claim){lines_field(at, name), points, (uint8_t)seat};
    }
    return ERR_OK;
}

static const struct keyword KEYWORDS[] = {
    {"game", "jeu", read_plain, offsetof(struct record, game), NULL, NULL, false},
    {"title", "titre", read_text, offsetof(struct record, title), is_title, &RECORD_MSG_TITLE_LONG, false},
    {"rules", "règles", read_rules, offsetof(struct record, rules_field), is_rules, &RECORD_MSG_RULES, false},
    {"variant", "variante", read_plain, offsetof(struct record, variant), NULL, NULL, false},
    {"level", "niveau", read_plain, offsetof(struct record, level), NULL, NULL, false},
    {"seat", "siège", read_seat, 0, NULL, NULL, false},
    {"team", "équipe", read_team, 0, NULL, NULL, false},
    {"played", "joué", read_played, offsetof(struct record, played), NULL, &RECORD_MSG_TIME, false},
    {"duration", "durée", read_duration, offsetof(struct record, duration), is_minutes, &RECORD_MSG_DURATION, false},
    {"place", "lieu", read_text, offsetof(struct record, place), NULL, NULL, false},
    {"night", "soirée", read_night, offsetof(struct record, night), NULL, &RECORD_MSG_DATE, false},
    {"option", "option", read_option, 0, NULL, NULL, false},
    {"note", "note", read_note, 0, NULL, NULL, false},
    {"id", "id", read_text, offsetof(struct record, id), NULL, NULL, false},
    {"claim", "annonce", read_claim, 0, NULL, NULL, true},
    {"digest", "empreinte", read_plain, offsetof(struct record, digest), is_digest, &RECORD_MSG_DIGEST, true},
};
enum { KEYWORDS_COUNT = sizeof(KEYWORDS) / sizeof(KEYWORDS[0]) };

static const struct keyword *find_keyword(struct span word)
{
    for (size_t i = 0; i < KEYWORDS_COUNT; i++) {
        if (span_is(word, KEYWORDS[i].name)) {
            return &KEYWORDS[i];
        }
    }
    for (size_t i = 0; i < KEYWORDS_COUNT; i++) {
        if (utf8_same(word, span_from(KEYWORDS[i].name)) || utf8_same(word, span_from(KEYWORDS[i].french))) {
            return &KEYWORDS[i];
        }
    }
    return NULL;
}

/* What people write for a keyword, though it is none and near none, or near another. */
static const struct {
    const char *written;
    const char *meant;
} SYNONYMS[] = {
    {"player", "seat"}, {"players", "seat"}, {"joueur", "siège"}, {"joueurs", "siège"}, {"joueuse", "siège"}};

static const char *synonym(struct span word)
{
    for (size_t i = 0; i < sizeof(SYNONYMS) / sizeof(SYNONYMS[0]); i++) {
        if (utf8_same(word, span_from(SYNONYMS[i].written))) {
            return SYNONYMS[i].meant;
        }
    }
    return NULL;
}

/* Refuses a word that is no keyword, and offers the one that it is near to. */
static enum err refuse_unknown(struct lines *at, struct span word)
{
    if (span_is(word, "dendro")) {
        return lines_refuse(at, &RECORD_MSG_MORE, word);
    }
    struct near near;
    near_begin(&near, word);
    bool told = at->reader->complaints < RECORD_COMPLAINTS; /* of the others nobody reads what was meant */
    for (size_t i = 0; told && i < KEYWORDS_COUNT; i++) {
        struct name name = {KEYWORDS[i].name, KEYWORDS[i].name, KEYWORDS[i].french};
        near_offer_name(&near, &name);
    }
    enum err err = lines_refuse(at, &RECORD_MSG_KEYWORD, word);
    const char *meant = told ? synonym(word) : NULL;
    if (meant) {
        error_hint(at->error, span_from(meant));
    } else {
        near_hint(&near, at->error);
    }
    return err;
}

static bool is_extra(struct span word)
{
    return span_starts(word, "x-") && word.len > 2;
}

bool keyword_known(struct span word)
{
    return is_extra(word) || find_keyword(word);
}

/* Which language the header speaks, where the two have different words. */
static void note_lang(struct record *record, const struct keyword *keyword, struct span word)
{
    bool english = span_is(word, keyword->name) || utf8_same(word, span_from(keyword->name));
    if (!english || strcmp(keyword->name, keyword->french) != 0) {
        record->header_langs |= (uint8_t)(1u << (english ? LANG_EN : LANG_FR));
    }
}

enum err keyword_read(struct lines *at, struct span line)
{
    struct span rest = line;
    struct span word = span_word(&rest);
    struct span value = span_trim(rest);
    bool extra = is_extra(word);
    const struct keyword *found = find_keyword(word);
    at->word = word;
    if (at->headless) {
        return lines_refuse(at, &RECORD_MSG_MOVES_ONLY, word);
    }
    if (!found && !extra) {
        return refuse_unknown(at, word);
    }
    bool result = found && found->result;
    if (found && !result) {
        note_lang(at->record, found, word);
    }
    if (at->phase > PHASE_HEADER && !result) {
        return lines_refuse(at, &RECORD_MSG_LATE, word);
    }
    if (value.len == 0 && !extra) {
        return lines_refuse(at, &RECORD_MSG_VALUE, word);
    }
    if (result) {
        lines_result(at, word);
    }
    return extra ? read_extra(at, word, value) : found->read(at, found, value);
}
