/* Derived rows against what they should be, column by column. */
#include "base/utf8.h"
#include "service/audit_internal.h"
#include "stats/facts.h"

#include <limits.h>

#include "base/banned.h"

enum column_kind { COLUMN_INTEGER, COLUMN_TEXT, COLUMN_BYTES };

struct column {
    const char *name;
    enum column_kind kind;
    size_t offset;
    size_t present; /* offset of the bool that is false when it is NULL; 0: never, or an empty span is */
};

#define GAME_COLUMN(kind, name)                           \
    {                                                     \
#name, kind, offsetof(struct store_game, name), 0 \
    }
#define GAME_OPTIONAL(name)                                                                               \
    {                                                                                                     \
#name, COLUMN_INTEGER, offsetof(struct store_game, name), offsetof(struct store_game, has_##name) \
    }
#define SEAT_COLUMN(kind, name, present)                        \
    {                                                           \
#name, kind, offsetof(struct store_seat, name), present \
    }

static const struct column GAME_COLUMNS[] = {
    GAME_COLUMN(COLUMN_TEXT, game),
    GAME_COLUMN(COLUMN_INTEGER, rules),
    GAME_COLUMN(COLUMN_TEXT, variant),
    GAME_COLUMN(COLUMN_TEXT, level),
    GAME_COLUMN(COLUMN_INTEGER, seats),
    GAME_COLUMN(COLUMN_TEXT, status),
    GAME_COLUMN(COLUMN_INTEGER, source),
    GAME_COLUMN(COLUMN_INTEGER, last),
    GAME_COLUMN(COLUMN_INTEGER, plies),
    GAME_OPTIONAL(played),
    GAME_OPTIONAL(day),
    GAME_OPTIONAL(margin),
    GAME_COLUMN(COLUMN_TEXT, verdict),
    GAME_COLUMN(COLUMN_BYTES, digest),
    GAME_OPTIONAL(duration),
};

static const struct column SEAT_COLUMNS[] = {
    SEAT_COLUMN(COLUMN_INTEGER, person, 0),
    SEAT_COLUMN(COLUMN_INTEGER, team, 0),
    SEAT_COLUMN(COLUMN_INTEGER, total, offsetof(struct store_seat, has_total)),
    SEAT_COLUMN(COLUMN_INTEGER, rank, offsetof(struct store_seat, has_result)),
    SEAT_COLUMN(COLUMN_INTEGER, win, offsetof(struct store_seat, has_win)),
    SEAT_COLUMN(COLUMN_BYTES, categories, 0),
};

enum { VALUE_SIZE = 160 };

static bool is_present(const struct column *column, const void *row)
{
    const char *base = row;
    if (column->present != 0) {
        return *(const bool *)(base + column->present);
    }
    struct span value = {"", 1};
    if (column->kind != COLUMN_INTEGER) {
        memcpy(&value, base + column->offset, sizeof(value));
    }
    return value.len > 0;
}

static bool is_same(const struct column *column, const void *a, const void *b)
{
    bool present = is_present(column, a);
    if (!present || !is_present(column, b)) {
        return present == is_present(column, b);
    }
    const char *one = (const char *)a + column->offset;
    const char *two = (const char *)b + column->offset;
    if (column->kind == COLUMN_INTEGER) {
        return memcmp(one, two, sizeof(int64_t)) == 0;
    }
    struct span left;
    struct span right;
    memcpy(&left, one, sizeof(left));
    memcpy(&right, two, sizeof(right));
    return span_equal(left, right);
}

/* A column's value as text; NULL is "null". */
static void print_value(const struct column *column, const void *row, struct strbuf *out)
{
    const char *at = (const char *)row + column->offset;
    if (!is_present(column, row)) {
        strbuf_add(out, "null");
    } else if (column->kind == COLUMN_INTEGER) {
        int64_t value;
        memcpy(&value, at, sizeof(value));
        strbuf_int(out, value);
    } else {
        struct span value;
        memcpy(&value, at, sizeof(value));
        if (column->kind == COLUMN_TEXT) {
            strbuf_add_span(out, span_of(value.ptr, utf8_fit(value, out->limit)));
        } else {
            size_t most = out->limit / 2;
            strbuf_hex(out, (const uint8_t *)value.ptr, value.len < most ? value.len : most);
        }
    }
}

/* What is being compared: for the finding. */
struct comparison {
    struct auditor *auditor;
    const char *subject;
    const struct column *columns;
    size_t columns_count;
    int seat;
};

static void compare_rows(const struct comparison *at, const void *stored, const void *computed)
{
    for (size_t i = 0; i < at->columns_count; i++) {
        if (is_same(&at->columns[i], stored, computed)) {
            continue;
        }
        char is[VALUE_SIZE];
        char should[VALUE_SIZE];
        struct strbuf one;
        struct strbuf two;
        strbuf_wrap(&one, is, sizeof(is));
        strbuf_wrap(&two, should, sizeof(should));
        print_value(&at->columns[i], stored, &one);
        print_value(&at->columns[i], computed, &two);
        struct audit_finding finding = {
            .subject = at->subject,
            .seq = at->auditor->story.last,
            .game = at->auditor->game,
            .ply = -1,
            .seat = at->seat,
            .field = at->columns[i].name,
            .stored = strbuf_span(&one),
            .computed = strbuf_span(&two),
        };
        audit_report(at->auditor->audit, &finding);
    }
}

/* ---- games and seats ---- */

static enum err compare_game(void *context, const struct store_game *stored, struct error *error)
{
    (void)error;
    struct auditor *auditor = context;
    auditor->met.games++;
    struct comparison at = {auditor, "game", GAME_COLUMNS, sizeof(GAME_COLUMNS) / sizeof(GAME_COLUMNS[0]), -1};
    compare_rows(&at, stored, &auditor->derived.game);
    return ERR_OK;
}

static void report_row(struct auditor *auditor, const char *subject, int seat, const char *field)
{
    struct audit_finding finding = {
        .subject = subject, .seq = auditor->story.last, .game = auditor->game, .ply = -1, .seat = seat, .field = field};
    audit_report(auditor->audit, &finding);
}

/* Category `i` as derive.c packed it. */
static int64_t unpack(struct span packed, size_t i)
{
    return (int16_t)((uint8_t)packed.ptr[2 * i] | (unsigned)(uint8_t)packed.ptr[2 * i + 1] << 8);
}

/* Tells each category that differs by its name; false when there are not as many on both sides. */
static bool compare_categories(struct auditor *auditor, const struct store_seat *stored,
                               const struct store_seat *computed)
{
    const struct game *game = auditor->replay.setup.game;
    size_t size = (size_t)2 * game->categories_count;
    if (stored->categories.len != size || computed->categories.len != size) {
        return false;
    }
    for (size_t i = 0; i < game->categories_count; i++) {
        int64_t is = unpack(stored->categories, i);
        int64_t should = unpack(computed->categories, i);
        char texts[2][24];
        struct strbuf one;
        struct strbuf two;
        strbuf_wrap(&one, texts[0], sizeof(texts[0]));
        strbuf_wrap(&two, texts[1], sizeof(texts[1]));
        strbuf_int(&one, is);
        strbuf_int(&two, should);
        struct audit_finding finding = {
            .subject = "seat",
            .seq = auditor->story.last,
            .game = auditor->game,
            .ply = -1,
            .seat = (int)stored->seat,
            .field = game->categories[i].id,
            .stored = strbuf_span(&one),
            .computed = strbuf_span(&two),
        };
        if (is != should) {
            audit_report(auditor->audit, &finding);
        }
    }
    return true;
}

struct seats_seen {
    struct auditor *auditor;
    seat_set seen;
};

static enum err compare_seat(void *context, const struct store_seat *stored, struct error *error)
{
    (void)error;
    struct seats_seen *seen = context;
    struct auditor *auditor = seen->auditor;
    auditor->met.seats++;
    if (stored->seat < 0 || stored->seat >= auditor->derived.game.seats) {
        report_row(auditor, "seat", stored->seat < 0 || stored->seat > INT_MAX ? -1 : (int)stored->seat, "surplus");
        return ERR_OK;
    }
    struct comparison at = {auditor, "seat", SEAT_COLUMNS, sizeof(SEAT_COLUMNS) / sizeof(SEAT_COLUMNS[0]),
                            (int)stored->seat};
    const struct store_seat *computed = &auditor->derived.seats[stored->seat];
    struct store_seat rest = *stored;
    seen->seen |= seat_bit((unsigned)stored->seat);
    if (!span_equal(stored->categories, computed->categories) && compare_categories(auditor, stored, computed)) {
        rest.categories = computed->categories; /* reported one by one */
    }
    compare_rows(&at, &rest, computed);
    return ERR_OK;
}

/* ---- facts ---- */

enum { FACTS_SHOWN = 16 };

/* Some bytes from `from` on, in hexadecimal, and where they are. */
static void print_bytes(struct span bytes, size_t from, struct strbuf *out)
{
    struct span shown = span_skip(bytes, from);
    if (shown.len == 0) {
        strbuf_add(out, bytes.len == 0 ? "nothing" : "the end");
    }
    strbuf_hex(out, (const uint8_t *)shown.ptr, shown.len < FACTS_SHOWN ? shown.len : FACTS_SHOWN);
    strbuf_add(out, " at byte ");
    strbuf_int(out, (int64_t)from);
    strbuf_add(out, " of ");
    strbuf_int(out, (int64_t)bytes.len);
}

/* Names the seat, and shows the bytes, where stored and computed facts part. */
static void report_facts(struct auditor *auditor, struct span stored, struct span computed)
{
    size_t from = 0;
    while (from < stored.len && from < computed.len && stored.ptr[from] == computed.ptr[from]) {
        from++;
    }
    char is_text[VALUE_SIZE];
    char should_text[VALUE_SIZE];
    struct strbuf one;
    struct strbuf two;
    strbuf_wrap(&one, is_text, sizeof(is_text));
    strbuf_wrap(&two, should_text, sizeof(should_text));
    print_bytes(stored, from, &one);
    print_bytes(computed, from, &two);
    struct audit_finding finding = {
        .subject = "facts",
        .seq = auditor->story.last,
        .game = auditor->game,
        .ply = -1,
        .seat = facts_seat_at(computed.len > 0 ? computed : stored, from),
        .field = "body",
        .stored = strbuf_span(&one),
        .computed = strbuf_span(&two),
    };
    audit_report(auditor->audit, &finding);
}

static enum err compare_facts(struct auditor *auditor, struct error *error)
{
    struct span stored = {NULL, 0};
    struct span computed = strbuf_span(&auditor->derived.facts);
    enum err err = store_facts(auditor->store, auditor->game, &stored, error);
    if (err != ERR_OK && err != ERR_NOT_FOUND) {
        return err;
    }
    auditor->met.facts += err == ERR_OK;
    if (!span_equal(stored, computed)) {
        report_facts(auditor, stored, computed);
    }
    return ERR_OK;
}

enum err audit_compare(struct auditor *auditor, struct error *error)
{
    struct seats_seen seen = {auditor, 0};
    enum err err = store_game(auditor->store, auditor->game, compare_game, auditor, error);
    if (err == ERR_NOT_FOUND) {
        report_row(auditor, "game", -1, "missing");
        return ERR_OK;
    }
    if (err != ERR_OK) {
        return err;
    }
    err = store_seats(auditor->store, auditor->game, compare_seat, &seen, error);
    if (err != ERR_OK) {
        return err;
    }
    for (int i = 0; i < auditor->derived.game.seats; i++) {
        if (!(seen.seen & seat_bit((unsigned)i))) {
            report_row(auditor, "seat", i, "missing");
        }
    }
    return auditor->audit->audit->results_only ? ERR_OK : compare_facts(auditor, error);
}
