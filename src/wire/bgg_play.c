/* A <play> of BoardGameGeek: attributes by tables. */
#include "wire/bgg_play.h"

#include "base/date.h"
#include "base/hidden.h"
#include "base/utf8.h"
#include "wire/foreign_messages.h"

#include "base/banned.h"

enum { MOST = 1000000, NO_SEAT = 0 };

void bgg_play_init(struct bgg_play *builder, const struct allocator *allocator)
{
    builder->wrong = ERR_OK;
    arena_init(&builder->memory, allocator, BGG_PLAY_BYTES);
    strbuf_init(&builder->comments, allocator, BGG_COMMENTS);
}

void bgg_play_release(struct bgg_play *builder)
{
    arena_release(&builder->memory);
    strbuf_release(&builder->comments);
}

/* ---- refusals: the first is kept ---- */

/* Where an attribute is: of the play, of its item, or of player `seat`, counted from 1. */
struct spot {
    const char *element;
    unsigned seat;
    const char *attribute;
};

/* Raises `message` with the path `player[2]/@win`; false when something was wrong before. */
static bool refuse(struct bgg_play *builder, const struct message *message, struct spot spot)
{
    char memory[ERROR_ARG_SIZE];
    struct strbuf path;
    if (builder->wrong != ERR_OK) {
        return false;
    }
    strbuf_wrap(&path, memory, sizeof(memory));
    strbuf_add(&path, spot.element);
    if (spot.seat != NO_SEAT) {
        strbuf_add_char(&path, '[');
        strbuf_int(&path, spot.seat);
        strbuf_add_char(&path, ']');
    }
    if (spot.attribute) {
        strbuf_add(&path, "/@");
        strbuf_add(&path, spot.attribute);
    }
    builder->wrong = error_raise_span(&builder->error, message, strbuf_span(&path));
    builder->error.line = builder->play.line;
    builder->error.column = builder->play.column;
    return true;
}

static void refuse_memory(struct bgg_play *builder)
{
    if (builder->wrong != ERR_OK) {
        return;
    }
    builder->wrong = error_raise(&builder->error, &MSG_MEMORY);
}

/* ---- one attribute ---- */

static bool check_text(struct bgg_play *builder, struct spot spot, struct span text, size_t limit, bool lines)
{
    if (text.len > limit) {
        if (refuse(builder, &FOREIGN_MSG_LONG, spot)) {
            error_add_int(&builder->error, (int64_t)limit);
        }
        return false;
    }
    for (struct span rest = text; rest.len > 0; rest = span_skip(rest, 1)) {
        bool passes = lines && (rest.ptr[0] == '\n' || rest.ptr[0] == '\r' || rest.ptr[0] == '\t');
        if (utf8_control(rest) > 0 && !passes) {
            char name[HIDDEN_TEXT];
            hidden_print(utf8_next(&rest), name);
            if (refuse(builder, &FOREIGN_MSG_CONTROL, spot)) {
                error_add(&builder->error, span_from(name));
            }
            return false;
        }
    }
    return true;
}

static struct span copy_of(struct bgg_play *builder, struct span text)
{
    const char *copy = text.len > 0 ? arena_copy(&builder->memory, text) : "";
    if (!copy) {
        refuse_memory(builder);
    }
    return span_of(copy, copy ? text.len : 0);
}

static void take_text(struct bgg_play *builder, struct spot spot, struct span text, size_t limit, struct span *out)
{
    text = span_trim(text);
    if (check_text(builder, spot, text, limit, false)) {
        *out = copy_of(builder, text);
    }
}

static void take_number(struct bgg_play *builder, struct spot spot, struct span text, int64_t max, int64_t *out)
{
    text = span_trim(text);
    if (text.len > 0 && !span_int(text, 0, max, out)) {
        int64_t number;
        bool whole = span_int(text, -SPAN_INT_MAX, SPAN_INT_MAX, &number);
        if (!refuse(builder, whole ? &FOREIGN_MSG_RANGE : &FOREIGN_MSG_TYPE, spot)) {
            return;
        }
        if (whole) {
            error_add_int(&builder->error, 0);
            error_add_int(&builder->error, max);
        } else {
            error_add_name(&builder->error, &FOREIGN_A_NUMBER);
        }
    }
}

/* ---- tables ---- */

enum kind { KIND_TEXT, KIND_NUMBER };

/* `offset` is that of a struct span, or of an int64_t. */
struct attribute {
    const char *name;
    enum kind kind;
    size_t offset;
    int64_t max; /* bytes, or the largest number */
};

static void take_all(struct bgg_play *builder, struct spot spot, const char **attributes, const struct attribute *table,
                     size_t count, void *out)
{
    for (const char **at = attributes; at[0]; at += 2) {
        for (size_t i = 0; i < count; i++) {
            if (strcmp(at[0], table[i].name) == 0) {
                void *into = (char *)out + table[i].offset;
                spot.attribute = table[i].name;
                if (table[i].kind == KIND_TEXT) {
                    take_text(builder, spot, span_from(at[1]), (size_t)table[i].max, into);
                } else {
                    take_number(builder, spot, span_from(at[1]), table[i].max, into);
                }
            }
        }
    }
}

struct play_attributes {
    struct span id, date, place;
    int64_t quantity, minutes, incomplete, uncounted;
};
#define AT(member) offsetof(struct play_attributes, member)
static const struct attribute PLAY[] = {
    {"id", KIND_TEXT, AT(id), PLAY_TEXT},          {"date", KIND_TEXT, AT(date), PLAY_TEXT},
    {"location", KIND_TEXT, AT(place), BGG_NAME},  {"quantity", KIND_NUMBER, AT(quantity), MOST},
    {"length", KIND_NUMBER, AT(minutes), MOST},    {"incomplete", KIND_NUMBER, AT(incomplete), 1},
    {"nowinstats", KIND_NUMBER, AT(uncounted), 1},
};
#undef AT

struct item_attributes {
    struct span name;
    int64_t bgg;
};
#define AT(member) offsetof(struct item_attributes, member)
static const struct attribute ITEM[] = {
    {"name", KIND_TEXT, AT(name), BGG_NAME},
    {"objectid", KIND_NUMBER, AT(bgg), SPAN_INT_MAX},
};
#undef AT

struct player_attributes {
    struct span username, userid, name, position, color, score, rating;
    int64_t fresh, win;
};
#define AT(member) offsetof(struct player_attributes, member)
static const struct attribute PLAYER[] = {
    {"username", KIND_TEXT, AT(username), PLAY_TEXT},
    {"userid", KIND_TEXT, AT(userid), PLAY_TEXT},
    {"name", KIND_TEXT, AT(name), BGG_NAME},
    {"startposition", KIND_TEXT, AT(position), BGG_NAME},
    {"color", KIND_TEXT, AT(color), BGG_NAME},
    {"score", KIND_TEXT, AT(score), PLAY_TEXT},
    {"rating", KIND_TEXT, AT(rating), PLAY_TEXT},
    {"new", KIND_NUMBER, AT(fresh), 1},
    {"win", KIND_NUMBER, AT(win), 1},
};
#undef AT

#define COUNT(table) (sizeof(table) / sizeof((table)[0]))

/* ---- the play ---- */

void bgg_play_begin(struct bgg_play *builder, const char **attributes, uint32_t line, uint32_t column)
{
    struct play_attributes got = {.quantity = 1};
    struct play *play = &builder->play;
    struct spot spot = {.element = "play"};
    arena_clear(&builder->memory);
    strbuf_clear(&builder->comments);
    builder->wrong = ERR_OK;
    builder->item = false;
    memset(play, 0, offsetof(struct play, seat)); /* seats and extras are written before they are counted */
    play->rows = 0;
    play->extras = 0;
    play->line = line;
    play->column = column;
    play->told_winner = true;
    take_all(builder, spot, attributes, PLAY, COUNT(PLAY), &got);
    play->id = got.id;
    play->place = got.place;
    play->quantity = (unsigned)got.quantity;
    play->minutes = (unsigned)got.minutes;
    play->uncounted = got.incomplete != 0 || got.uncounted != 0;
    play->has_day = got.date.len > 0 && !span_is(got.date, "0000-00-00");
    if (play->has_day && !date_parse(got.date, &play->day)) {
        spot.attribute = "date";
        if (refuse(builder, &FOREIGN_MSG_DATE, spot)) {
            error_add(&builder->error, got.date);
        }
    }
}

void bgg_play_item(struct bgg_play *builder, const char **attributes)
{
    struct item_attributes got = {.bgg = 0};
    struct spot spot = {.element = "item"};
    if (builder->item) {
        (void)refuse(builder, &FOREIGN_MSG_TWICE, spot);
        return;
    }
    builder->item = true;
    take_all(builder, spot, attributes, ITEM, COUNT(ITEM), &got);
    builder->play.title.name = got.name;
    builder->play.title.bgg = got.bgg;
}

/* `color-2`; a value that is empty or 0 says nothing. */
static void add_extra(struct bgg_play *builder, const char *what, unsigned seat, struct span value)
{
    char memory[64];
    struct strbuf name;
    struct play *play = &builder->play;
    if (value.len == 0 || span_is(value, "0") || play->extras >= PLAY_EXTRAS) {
        return;
    }
    strbuf_wrap(&name, memory, sizeof(memory));
    strbuf_add(&name, what);
    strbuf_add_char(&name, '-');
    strbuf_int(&name, seat);
    play->extra[play->extras++] = (struct play_extra){copy_of(builder, strbuf_span(&name)), value};
}

void bgg_play_player(struct bgg_play *builder, const char **attributes)
{
    struct player_attributes got = {.win = 0};
    struct play *play = &builder->play;
    unsigned seat = play->seats + 1;
    struct spot spot = {.element = "player", .seat = seat};
    if (builder->wrong != ERR_OK || seat > PLAY_SEATS) {
        play->seats += seat < MOST ? 1 : 0;
        return;
    }
    take_all(builder, spot, attributes, PLAYER, COUNT(PLAYER), &got);
    bool number = got.userid.len > 0 && !span_is(got.userid, "0");
    struct span id = got.username.len > 0 ? got.username : number ? got.userid : (struct span){NULL, 0};
    struct span name = got.name.len > 0 ? got.name : got.username;
    play->seat[seat - 1] =
        (struct play_seat){.person = {id, name, name.len == 0}, .score = got.score, .winner = got.win != 0};
    play->seats = seat;
    add_extra(builder, "start-position", seat, got.position);
    add_extra(builder, "color", seat, got.color);
    add_extra(builder, "rating", seat, got.rating);
    add_extra(builder, "new", seat, got.fresh != 0 ? SPAN_LITERAL("1") : (struct span){NULL, 0});
}

void bgg_play_comments(struct bgg_play *builder, struct span text)
{
    if (builder->wrong != ERR_OK) {
        return;
    }
    if (text.len > BGG_COMMENTS - builder->comments.len) {
        if (refuse(builder, &FOREIGN_MSG_LONG, (struct spot){.element = "comments"})) {
            error_add_int(&builder->error, BGG_COMMENTS);
        }
        return;
    }
    strbuf_add_span(&builder->comments, text);
    if (!strbuf_ok(&builder->comments)) {
        refuse_memory(builder);
    }
}

void bgg_play_end(struct bgg_play *builder)
{
    struct play *play = &builder->play;
    play->comments = strbuf_span(&builder->comments);
    (void)check_text(builder, (struct spot){.element = "comments"}, play->comments, BGG_COMMENTS, true);
    if (!builder->item) {
        (void)refuse(builder, &FOREIGN_MSG_MISSING, (struct spot){.element = "item"});
    }
}
