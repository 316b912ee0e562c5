/*
 * Keywords: `game foret`, `seat 1 Amélie`, `claim 1 bee 6`. The table says
 * what each takes and whether it belongs before the moves or behind them.
 */
#include "record/keywords.h"

#include "base/date.h"
#include "record/messages.h"

#include "base/banned.h"

struct field lines_field(const struct lines *at, struct span text)
{
    return (struct field){text, at->line, (uint32_t)(text.ptr - at->line_start) + 1};
}

enum err lines_refuse(struct lines *at, const struct message *message, struct span text)
{
    return record_raise(at->error, message, at->record, lines_field(at, text));
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
    keyword_fn *read;
    size_t offset; /* of a plain field in struct record */
    bool (*check)(struct span value);
    const struct message *wrong;
    bool result; /* belongs behind the moves */
};

static enum err read_plain(struct lines *at, const struct keyword *keyword, struct span value)
{
    struct field *field = (struct field *)((char *)at->record + keyword->offset);
    if (field->text.len > 0) {
        return lines_refuse(at, &RECORD_MSG_TWICE, at->word);
    }
    *field = lines_field(at, value);
    return keyword->check && !keyword->check(value) ? lines_refuse(at, keyword->wrong, value) : ERR_OK;
}

static bool is_date(struct span value)
{
    return date_parse(value, NULL);
}

static bool is_time(struct span value)
{
    return date_time_parse(value, NULL, NULL);
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

static enum err read_rules(struct lines *at, const struct keyword *keyword, struct span value)
{
    enum err err = read_plain(at, keyword, value);
    int64_t number = 0;
    if (err == ERR_OK && span_int(value, 1, UINT16_MAX, &number)) {
        at->record->rules = (uint16_t)number;
    }
    return err;
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
    at->record->seat[seat] = lines_field(at, name);
    if (at->record->seats <= seat) {
        at->record->seats = (uint8_t)(seat + 1);
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
    struct field_pair pair = {.value = lines_field(at, value)};
    return add_pair(at, &at->record->notes, &at->record->notes_count, pair);
}

static enum err read_extra(struct lines *at, struct span name, struct span value)
{
    struct field_pair pair = {lines_field(at, name), lines_field(at, value)};
    return add_pair(at, &at->record->extras, &at->record->extras_count, pair);
}

static enum err read_claim(struct lines *at, const struct keyword *keyword, struct span value)
{
    (void)keyword;
    struct span label = span_word(&value);
    int seat = seat_from_label(label);
    if (seat < 0 || seat == SEAT_TABLE) {
        return lines_refuse(at, &RECORD_MSG_LABEL, label);
    }
    struct span name = span_word(&value);
    if (name.len == 0) {
        return lines_refuse(at, &RECORD_MSG_CLAIM, label);
    }
    for (; name.len > 0; name = span_word(&value)) {
        struct span number = span_word(&value);
        int64_t points;
        if (number.len == 0) {
            return lines_refuse(at, &RECORD_MSG_CLAIM, name);
        }
        if (!span_int(number, -9999, 9999, &points)) {
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
        *claim = (struct record_claim){lines_field(at, name), (int32_t)points, (uint8_t)seat};
    }
    return ERR_OK;
}

static const struct keyword KEYWORDS[] = {
    {"game", read_plain, offsetof(struct record, game), NULL, NULL, false},
    {"rules", read_rules, offsetof(struct record, rules_field), is_rules, &RECORD_MSG_RULES, false},
    {"variant", read_plain, offsetof(struct record, variant), NULL, NULL, false},
    {"level", read_plain, offsetof(struct record, level), NULL, NULL, false},
    {"seat", read_seat, 0, NULL, NULL, false},
    {"played", read_plain, offsetof(struct record, played), is_time, &RECORD_MSG_TIME, false},
    {"place", read_plain, offsetof(struct record, place), NULL, NULL, false},
    {"night", read_plain, offsetof(struct record, night), is_date, &RECORD_MSG_DATE, false},
    {"option", read_option, 0, NULL, NULL, false},
    {"note", read_note, 0, NULL, NULL, false},
    {"id", read_plain, offsetof(struct record, id), NULL, NULL, false},
    {"claim", read_claim, 0, NULL, NULL, true},
    {"digest", read_plain, offsetof(struct record, digest), is_digest, &RECORD_MSG_DIGEST, true},
};

static const struct keyword *find_keyword(struct span word)
{
    for (size_t i = 0; i < sizeof(KEYWORDS) / sizeof(KEYWORDS[0]); i++) {
        if (span_is(word, KEYWORDS[i].name)) {
            return &KEYWORDS[i];
        }
    }
    return NULL;
}

static bool is_extra(struct span word)
{
    return span_starts(word, "x-") && word.len > 2;
}

bool keyword_known(struct span word)
{
    return is_extra(word) || find_keyword(word);
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
        return lines_refuse(at, span_is(word, "dendro") ? &RECORD_MSG_MORE : &RECORD_MSG_KEYWORD, word);
    }
    bool result = found && found->result;
    if (at->phase > PHASE_HEADER && !result) {
        return lines_refuse(at, &RECORD_MSG_LATE, word);
    }
    if (value.len == 0 && !extra) {
        return lines_refuse(at, &RECORD_MSG_VALUE, word);
    }
    if (result) {
        at->phase = PHASE_RESULT;
    }
    return extra ? read_extra(at, word, value) : found->read(at, found, value);
}
