/*
 * The picture of a finished game: what each player has in front of them, card by card, and the total below it, the
 * winner's underlined. It is drawn of any game whose position says `seats` with `cells` of `x`, `y` and `card`, as long
 * as the page has a piece for each card (tiles.h); of another it is the picture that all games of its kind have.
 */
#include "http/handlers.h"
#include "http/inside.h"
#include "http/messages.h"
#include "http/page.h"
#include "http/preview.h"
#include "http/tiles.h"
#include "service/reading.h"

#include "base/banned.h"

enum {
    CELLS = 64, /* of a player at the most */
    BETWEEN = 4,
    SIGN_WIDTH = 36,
    SIGN_HEIGHT = 56,
    ABOVE_TOTAL = 8,
    UNDERLINE = 6,
    MARK = 24
};

/* ---- what is on the table ---- */

struct cell {
    int x, y;
    char card[TILES_NAME];
};

struct board_seen {
    struct cell cell[CELLS];
    size_t count;
    int left, top, right, bottom; /* of the cells */
};

/* A walk through the position: how deep it is, and in which of the lists that matter. */
struct walk {
    struct board_seen seat[TILE_SEATS_COUNT];
    size_t seats;
    bool strange; /* more than there is room for */
    int depth;
    int seats_depth; /* of the list; 0: not in it */
    int cells_depth;
    struct cell now;
    unsigned has; /* bits of what the cell has said: x, y, card */
};

enum { HAS_X = 1, HAS_Y = 2, HAS_CARD = 4, HAS_ALL = 7 };

static void open_object(void *context, const char *key)
{
    struct walk *walk = context;
    (void)key;
    walk->depth++;
    if (walk->seats_depth && walk->depth == walk->seats_depth + 1) {
        walk->strange = walk->strange || walk->seats == TILE_SEATS_COUNT;
        walk->seats += !walk->strange;
    }
    if (walk->cells_depth && walk->depth == walk->cells_depth + 1) {
        walk->has = 0;
    }
}

static void open_list(void *context, const char *key)
{
    struct walk *walk = context;
    walk->depth++;
    if (key && walk->depth == 2 && strcmp(key, "seats") == 0) { /* of the position itself */
        walk->seats_depth = walk->depth;
    } else if (key && walk->seats_depth && walk->depth == walk->seats_depth + 2 && strcmp(key, "cells") == 0) {
        walk->cells_depth = walk->depth;
    }
}

static void keep_cell(struct walk *walk)
{
    struct board_seen *seen = &walk->seat[walk->seats - 1];
    if (seen->count == CELLS) {
        walk->strange = true;
        return;
    }
    const struct cell *cell = &walk->now;
    bool first = seen->count == 0;
    seen->cell[seen->count++] = *cell;
    seen->left = first || cell->x < seen->left ? cell->x : seen->left;
    seen->right = first || cell->x > seen->right ? cell->x : seen->right;
    seen->top = first || cell->y < seen->top ? cell->y : seen->top;
    seen->bottom = first || cell->y > seen->bottom ? cell->y : seen->bottom;
}

static void close_any(void *context)
{
    struct walk *walk = context;
    if (walk->cells_depth && walk->depth == walk->cells_depth + 1 && walk->seats > 0 && !walk->strange) {
        walk->strange = walk->has != HAS_ALL;
        if (!walk->strange) {
            keep_cell(walk);
        }
    }
    walk->cells_depth = walk->depth == walk->cells_depth ? 0 : walk->cells_depth;
    walk->seats_depth = walk->depth == walk->seats_depth ? 0 : walk->seats_depth;
    walk->depth--;
}

static bool in_cell(const struct walk *walk, const char *key, const char *wanted)
{
    return key && walk->cells_depth && walk->depth == walk->cells_depth + 1 && strcmp(key, wanted) == 0;
}

static void take_integer(void *context, const char *key, int64_t value)
{
    struct walk *walk = context;
    bool near = value > -1000 && value < 1000;
    if (in_cell(walk, key, "x") && near) {
        walk->now.x = (int)value;
        walk->has |= HAS_X;
    } else if (in_cell(walk, key, "y") && near) {
        walk->now.y = (int)value;
        walk->has |= HAS_Y;
    }
}

static void take_text(void *context, const char *key, struct span value)
{
    struct walk *walk = context;
    if (in_cell(walk, key, "card") && value.len < sizeof(walk->now.card)) {
        memcpy(walk->now.card, value.ptr, value.len);
        walk->now.card[value.len] = '\0';
        walk->has |= HAS_CARD;
    }
}

static void pass_boolean(void *context, const char *key, bool value)
{
    (void)context, (void)key, (void)value;
}

static void pass_null(void *context, const char *key)
{
    (void)context, (void)key;
}

static void pass_decimal(void *context, const char *key, int64_t value, int32_t scale)
{
    (void)context, (void)key, (void)value, (void)scale;
}

/* False when there is nothing that could be drawn. */
static bool see(const struct replay *replay, struct walk *walk)
{
    const struct view_sink sink = {.context = walk,
                                   .open_object = open_object,
                                   .open_list = open_list,
                                   .close = close_any,
                                   .integer = take_integer,
                                   .boolean = pass_boolean,
                                   .text = take_text,
                                   .null = pass_null,
                                   .decimal = pass_decimal};
    replay->setup.game->view(&replay->setup, replay->state, &sink);
    bool any = walk->seats > 0 && !walk->strange;
    for (size_t i = 0; i < walk->seats; i++) {
        any = any && walk->seat[i].count > 0;
    }
    return any;
}

/* ---- drawing it ---- */

struct drawing {
    const struct tiles *tiles;
    const struct replay *replay;
    const struct walk *walk;
    const struct outcome *outcome;
    uint8_t *picture;
    int size; /* of a tile */
};

static bool find_piece(const struct drawing *drawing, const char *first, const char *second, int64_t number,
                       struct piece *piece)
{
    char memory[3 * TILES_NAME];
    struct strbuf name;
    strbuf_wrap(&name, memory, sizeof(memory));
    strbuf_add(&name, first);
    strbuf_add(&name, second);
    strbuf_int(&name, number);
    return strbuf_ok(&name) && tiles_find(drawing->tiles, strbuf_span(&name), piece);
}

static bool draw_cells(const struct drawing *drawing, const struct board_seen *seen, int left, int top)
{
    for (size_t i = 0; i < seen->count; i++) {
        const struct cell *cell = &seen->cell[i];
        char card[TILES_NAME + 2];
        struct strbuf name;
        struct piece piece;
        strbuf_wrap(&name, card, sizeof(card));
        strbuf_add_char(&name, '-');
        strbuf_add(&name, cell->card);
        strbuf_add_char(&name, '@');
        if (!find_piece(drawing, drawing->replay->setup.game->name.id, strbuf_text(&name), drawing->size, &piece)) {
            return false;
        }
        picture_put(drawing->picture, left + (cell->x - seen->left) * (drawing->size + BETWEEN),
                    top + (cell->y - seen->top) * (drawing->size + BETWEEN), &piece);
    }
    return true;
}

/* The total, with a mark of the seat's colour before it, in the middle of `middle`. */
static void draw_total(const struct drawing *drawing, size_t seat, int middle, int top)
{
    static const char SIGNS[] = "0123456789-.";
    const struct outcome_row *row = &drawing->outcome->rows[seat];
    char memory[24];
    struct strbuf text;
    strbuf_wrap(&text, memory, sizeof(memory));
    if (row->scored && !row->untotalled) {
        strbuf_points(&text, row->total, game_scale(drawing->replay->setup.game));
    }
    int width = (int)text.len * SIGN_WIDTH;
    int left = middle - width / 2;
    picture_fill(drawing->picture, left - 2 * MARK, top + (SIGN_HEIGHT - MARK) / 2, MARK, MARK,
                 (uint8_t)(TILE_SEATS + seat));
    for (size_t i = 0; i < text.len; i++) {
        const char *sign = strchr(SIGNS, memory[i]);
        struct piece piece;
        if (sign && find_piece(drawing, "sign", "-", sign - SIGNS, &piece)) {
            picture_put(drawing->picture, left + (int)i * SIGN_WIDTH, top, &piece);
        }
    }
    if (row->rank == 1) {
        picture_fill(drawing->picture, left, top + SIGN_HEIGHT, width, UNDERLINE, TILE_WINNER);
    }
}

/* One player's, in the middle of a part of the picture; false when it does not fit, or a card has no piece. */
static bool draw_seat(const struct drawing *drawing, size_t seat, int columns, int rows)
{
    const struct board_seen *seen = &drawing->walk->seat[seat];
    int across = PICTURE_WIDTH / columns;
    int down = PICTURE_HEIGHT / rows;
    int step = drawing->size + BETWEEN;
    int width = (seen->right - seen->left + 1) * step - BETWEEN;
    int grid = (seen->bottom - seen->top + 1) * step - BETWEEN;
    int height = grid + ABOVE_TOTAL + SIGN_HEIGHT + UNDERLINE;
    if (width > across || height > down) {
        return false;
    }
    int left = ((int)seat % columns) * across;
    int top = ((int)seat / columns) * down + (down - height) / 2;
    draw_total(drawing, seat, left + across / 2, top + grid + ABOVE_TOTAL);
    return draw_cells(drawing, seen, left + (across - width) / 2, top);
}

static bool draw(struct drawing *drawing)
{
    int seats = (int)drawing->walk->seats;
    int columns = seats <= 3 ? seats : seats == 4 ? 2 : 3;
    int rows = (seats + columns - 1) / columns;
    drawing->size = seats <= 2   ? 112
                    : seats == 3 ? 72
                                 : 48; /* with a margin around each: some programs cut a little off */
    bool good = drawing->outcome->rows_count >= drawing->walk->seats;
    for (int i = 0; good && i < seats; i++) {
        good = draw_seat(drawing, (size_t)i, columns, rows);
    }
    return good;
}

/* Appends the picture; false, and nothing is appended, when this game cannot be drawn. */
static bool draw_game(struct request *request, const struct replay *replay, struct strbuf *out)
{
    struct walk *walk = arena_new(&request->arena, 1, sizeof(*walk));
    struct outcome *outcome = arena_new(&request->arena, 1, sizeof(*outcome));
    const struct allocator *allocator = request->server->allocator;
    struct tiles tiles;
    if (!walk || !outcome || !see(replay, walk)) {
        return false;
    }
    replay->setup.game->outcome(&replay->setup, replay->state, outcome);
    struct drawing drawing = {.replay = replay, .walk = walk, .outcome = outcome, .tiles = &tiles};
    bool good = tiles_open(&tiles, allocator);
    drawing.picture = good ? picture_new(allocator) : NULL;
    good = drawing.picture && draw(&drawing) && picture_png(&tiles, drawing.picture, out);
    mem_free(allocator, drawing.picture);
    tiles_release(&tiles);
    if (!good) {
        strbuf_clear(out);
    }
    return good;
}

/* ---- the answer ---- */

/* `5.png` */
static enum err read_id(struct request *request, int64_t *game, struct error *error)
{
    static const char END[] = ".png";
    struct span name = request->param[0];
    size_t length = name.len > sizeof(END) - 1 ? name.len - (sizeof(END) - 1) : 0;
    bool good = length > 0 && span_is(span_skip(name, length), END) &&
                request_number(span_of(name.ptr, length), 1, SPAN_INT_MAX, game);
    return good ? ERR_OK : error_raise_span(error, &HTTP_MSG_ID, name);
}

enum err get_game_picture(struct request *request, struct error *error)
{
    static const char *const names[] = {"v",
                                        NULL}; /* the entry that touched it last: a program that keeps it asks anew */
    struct board board;
    int64_t game = 0;
    enum err err = request_only(request, names, error);
    if (err != ERR_OK) {
        return err;
    }
    err = read_id(request, &game, error);
    if (err != ERR_OK) {
        return err;
    }
    err = service_board(request->service, game, &board, error);
    if (err != ERR_OK) {
        return err;
    }
    answer_header(request, "X-Robots-Tag", "noindex");
    request->response.type = "image/png";
    if (board.status == GAME_FINISHED && draw_game(request, board.replay, &request->response.body)) {
        return ERR_OK;
    }
    return page_picture(request, span_from(board.replay->setup.game->name.id), error);
}
