/* The slow rules of GrandBois. See grandbois_slow.h for what they promise; the rules are in docs/grandbois.md. */
#include "grandbois_slow.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The list of the rules, letter by letter: number, then the squares clockwise from the top left. */
static const char LIST[] = " 1 B W3 T1 T1    2 T3 B R1 R1    3 R1 L2 B R2    4 F1 L1 L2 B\n"
                           " 5 B F3 F1 W2    6 C W3 W1 F3    7 C W3 R3 W1    8 C T4 F2 F2\n"
                           " 9 C T2 L4 T2   10 C R2 F1 F4   11 C R4 W2 W2   12 W4 C T1 T2\n"
                           "13 R2 C L2 R4   14 T3 C F3 F1   15 W1 C F4 W2   16 F2 C F1 R4\n"
                           "17 T3 C L1 L3   18 W4 L1 L3 C   19 R2 R1 T4 C   20 L4 L1 F2 C\n"
                           "21 W2 W3 L3 C   22 F3 R3 R2 C   23 R2 W2 R3 C   24 T3 T1 W3 C\n"
                           "25 F1 F3 C L3   26 L1 L4 C W2   27 T4 T1 C R2   28 F2 T3 C F2\n"
                           "29 T2 L3 C L2   30 W4 W1 L1 L2   31 R3 L2 L2 R1   32 F4 F2 T1 T1\n"
                           "33 R1 T2 T3 R1   34 T2 T2 W1 W3   35 W1 R3 R3 W1   36 F3 F1 L3 L1\n";

static void demand(bool condition, const char *what)
{
    if (!condition) {
        fprintf(stderr, "grandbois_slow: %s\n", what);
        abort();
    }
}

/* ---- the forest ---- */

static int index_at(const struct gslow_forest *forest, int x, int y)
{
    for (int i = 0; i < forest->count; i++) {
        if (forest->square[i].x == x && forest->square[i].y == y) {
            return i;
        }
    }
    return -1;
}

const struct gslow_square *gslow_at(const struct gslow_forest *forest, int x, int y)
{
    int i = index_at(forest, x, y);
    return i < 0 ? NULL : &forest->square[i];
}

static struct gslow_square from_text(const char *text)
{
    struct gslow_square square = {.kind = text[0]};
    demand(strchr("TRFWLCB", text[0]) != NULL && text[0] != '\0', "no such square");
    if (text[0] != 'C' && text[0] != 'B') {
        demand(text[1] >= '1' && text[1] <= '4', "a square has 1 to 4 animals");
        square.number = text[1] - '0';
    }
    return square;
}

void gslow_put(struct gslow_forest *forest, int x, int y, const char *text)
{
    int i = index_at(forest, x, y);
    if (i < 0) {
        demand(forest->count < GSLOW_MOST, "too many squares");
        i = forest->count++;
    }
    struct gslow_square square = from_text(text);
    square.x = x;
    square.y = y;
    forest->square[i] = square;
}

void gslow_tower(struct gslow_forest *forest, int x, int y)
{
    int i = index_at(forest, x, y);
    demand(i >= 0 && !forest->square[i].tower, "no place for a tower");
    forest->square[i].tower = true;
}

void gslow_start(struct gslow_forest *forest)
{
    forest->count = 0;
    gslow_put(forest, 0, 0, "C");
    gslow_put(forest, 1, 0, "C");
    gslow_put(forest, 0, 1, "C");
    gslow_put(forest, 1, 1, "C");
}

/* ---- tiles ---- */

enum { TILES = 36 };

/* The list is read once: searching the text for every tile took three quarters of what the slow rules do. */
static void read_list(char tiles[TILES][4][3])
{
    const char *at = LIST;
    for (int i = 0; i < TILES; i++) {
        char(*out)[3] = tiles[i];
        int number = 0;
        int used = 0;
        demand(sscanf(at, "%d %2s %2s %2s %2s%n", &number, out[0], out[1], out[2], out[3], &used) == 5, "a bad list");
        demand(number == i + 1, "a list that does not count");
        at += used;
    }
}

void gslow_tile(int tile, int degrees, char out[4][3])
{
    static char tiles[TILES][4][3];
    if (tiles[0][0][0] == '\0') {
        read_list(tiles);
    }
    demand(tile >= 1 && tile <= TILES, "no such tile");
    memcpy(out, tiles[tile - 1], sizeof(tiles[0]));
    for (; degrees > 0; degrees -= 90) {
        /* A quarter turn clockwise: what was at the bottom left comes to the top left, and so on around. */
        char bottom_left[3];
        memcpy(bottom_left, out[3], 3);
        memcpy(out[3], out[2], 3);
        memcpy(out[2], out[1], 3);
        memcpy(out[1], out[0], 3);
        memcpy(out[0], bottom_left, 3);
    }
}

static const int tile_x[4] = {0, 1, 1, 0};
static const int tile_y[4] = {0, 0, 1, 1};

/* Whether a square may be covered by another, sentence by sentence. */
static bool may_cover(const struct gslow_square *lower, const struct gslow_square *upper, bool expert)
{
    bool animals_below = lower->kind != 'C' && lower->kind != 'B';
    bool animals_above = upper->kind != 'C' && upper->kind != 'B';
    if (lower->tower) {
        return false; /* a tower square can never be covered */
    }
    if (lower->kind == 'B') {
        return false; /* a bear can never be covered */
    }
    if (upper->kind == 'B') {
        return true; /* a bear covers anything else */
    }
    if (lower->kind == 'C') {
        return true; /* a clearing is covered by anything */
    }
    if (upper->kind == 'C') {
        return false; /* a clearing never covers animals */
    }
    if (expert && animals_below && animals_above && lower->kind == upper->kind) {
        return false; /* expert option: animals may not cover animals of the same clan */
    }
    return upper->number > lower->number; /* only by more animals, of any clan */
}

bool gslow_may_lay(const struct gslow_forest *forest, int tile, int degrees, int x, int y, bool expert)
{
    int covered = 0;
    for (int i = 0; i < 4; i++) {
        covered += gslow_at(forest, x + tile_x[i], y + tile_y[i]) ? 1 : 0;
    }
    if (covered == 0 || covered == 4) {
        return false; /* at least one square of the forest, and at least one new one */
    }
    char squares[4][3];
    gslow_tile(tile, degrees, squares);
    for (int i = 0; i < 4; i++) {
        const struct gslow_square *lower = gslow_at(forest, x + tile_x[i], y + tile_y[i]);
        struct gslow_square upper = from_text(squares[i]);
        if (lower && !may_cover(lower, &upper, expert)) {
            return false;
        }
    }
    return true;
}

void gslow_lay(struct gslow_forest *forest, int tile, int degrees, int x, int y)
{
    char squares[4][3];
    gslow_tile(tile, degrees, squares);
    for (int i = 0; i < 4; i++) {
        gslow_put(forest, x + tile_x[i], y + tile_y[i], squares[i]);
    }
}

/* ---- scores ---- */

/* Counts the squares of `clan` that hang together with x,y and are not marked yet, and marks them. */
static int flood(const struct gslow_forest *forest, int x, int y, char clan, bool marked[])
{
    int i = index_at(forest, x, y);
    if (i < 0 || marked[i] || forest->square[i].kind != clan) {
        return 0;
    }
    marked[i] = true;
    return 1 + flood(forest, x + 1, y, clan, marked) + flood(forest, x - 1, y, clan, marked) +
           flood(forest, x, y + 1, clan, marked) + flood(forest, x, y - 1, clan, marked);
}

static int largest_set(const struct gslow_forest *forest, char clan)
{
    int largest = 0;
    for (int i = 0; i < forest->count; i++) {
        bool marked[GSLOW_MOST] = {false};
        int size = flood(forest, forest->square[i].x, forest->square[i].y, clan, marked);
        largest = size > largest ? size : largest;
    }
    return largest;
}

static int squares_of(const struct gslow_forest *forest, char clan)
{
    int count = 0;
    for (int i = 0; i < forest->count; i++) {
        count += forest->square[i].kind == clan ? 1 : 0;
    }
    return count;
}

void gslow_score(const struct gslow_forest *forest, const struct gslow_player *player, struct gslow_score *out)
{
    *out = (struct gslow_score){0};
    for (const char *clan = player->clans; *clan != '\0'; clan++) {
        out->squares += squares_of(forest, *clan);
        out->set += 2 * largest_set(forest, *clan);
    }
    for (int i = 0; i < player->towers; i++) {
        for (int j = 0; j < forest->count; j++) {
            const struct gslow_square *square = &forest->square[j];
            int dx = abs(square->x - player->tower_x[i]);
            int dy = abs(square->y - player->tower_y[i]);
            bool around = dx <= 1 && dy <= 1 && dx + dy > 0;
            if (!around || square->kind == 'C' || square->kind == 'B') {
                continue;
            }
            if (strchr(player->clans, square->kind)) {
                out->own_tower += 2;
            } else {
                out->other_tower += 1;
            }
        }
    }
    out->total = out->squares + out->set + out->own_tower + out->other_tower;
}

/* Positive when a is ahead, in the order of the score sheet. */
static int ahead(const struct gslow_score *a, const struct gslow_score *b)
{
    if (a->total != b->total) {
        return a->total - b->total;
    }
    if (a->squares != b->squares) {
        return a->squares - b->squares;
    }
    if (a->set != b->set) {
        return a->set - b->set;
    }
    if (a->own_tower != b->own_tower) {
        return a->own_tower - b->own_tower;
    }
    return a->other_tower - b->other_tower;
}

void gslow_ranks(int players, const struct gslow_score scores[], int rank[])
{
    for (int i = 0; i < players; i++) {
        rank[i] = 1;
        for (int j = 0; j < players; j++) {
            rank[i] += ahead(&scores[j], &scores[i]) > 0 ? 1 : 0;
        }
    }
}

/* ---- a whole game ---- */

void gslow_begin(struct gslow_game *game, int seats, bool expert, bool sheet)
{
    memset(game, 0, sizeof(*game));
    game->seats = seats;
    game->expert = expert;
    for (int i = 0; i < 4; i++) {
        game->player[i].clans = game->clans[i];
    }
    if (!sheet) {
        gslow_start(&game->forest);
    }
}

/* The letters of the clans that the words of `text` name, after those that the player has. */
static void take_clans(struct gslow_game *game, int player, const char *text)
{
    static const struct {
        const char *name;
        char letter;
    } clans[] = {{"toad", 'T'}, {"rabbit", 'R'}, {"fox", 'F'}, {"raccoon", 'W'}, {"lizard", 'L'}};
    char word[16];
    int used = 0;
    demand(player >= 0 && player < game->seats, "no such player");
    for (; sscanf(text, "%15s%n", word, &used) == 1; text += used) {
        size_t have = strlen(game->clans[player]);
        demand(have < 2, "too many clans");
        for (size_t i = 0; i < sizeof(clans) / sizeof(clans[0]); i++) {
            if (strcmp(word, clans[i].name) == 0) {
                game->clans[player][have] = clans[i].letter;
            }
        }
        demand(strlen(game->clans[player]) == have + 1, "no such clan");
    }
}

static void write_row(struct gslow_game *game, int x, int y, const char *text)
{
    char word[4];
    int used = 0;
    for (; sscanf(text, "%3s%n", word, &used) == 1; text += used) {
        if (strcmp(word, ".") != 0) {
            demand(!gslow_at(&game->forest, x, y), "a square is written twice");
            gslow_put(&game->forest, x, y, word);
        }
        x++;
    }
}

static bool place_tower(struct gslow_game *game, int player, int x, int y)
{
    struct gslow_player *mine = &game->player[player];
    const struct gslow_square *square = gslow_at(&game->forest, x, y);
    if (!square || square->kind != 'C' || square->tower || mine->towers == (game->seats == 2 ? 2 : 1)) {
        return false;
    }
    gslow_tower(&game->forest, x, y);
    mine->tower_x[mine->towers] = x;
    mine->tower_y[mine->towers] = y;
    mine->towers++;
    return true;
}

bool gslow_line(struct gslow_game *game, const char *line)
{
    int seat = line[0] - '1';
    const char *text = line + 3;
    int a, b, x, y;
    int used = 0;
    demand(strlen(line) > 3 && line[1] == ':' && line[2] == ' ', "not a line");
    if (sscanf(text, "tile %d r%d %d,%d", &a, &b, &x, &y) == 4) {
        bool may = gslow_may_lay(&game->forest, a, b, x, y, game->expert);
        if (may) {
            gslow_lay(&game->forest, a, b, x, y);
        }
        return may;
    }
    if (sscanf(text, "tower %d,%d", &x, &y) == 2 || sscanf(text, "tower %*s %d,%d", &x, &y) == 2) {
        return place_tower(game, seat, x, y);
    }
    if (sscanf(text, "row %d,%d%n", &x, &y, &used) == 2) {
        write_row(game, x, y, text + used);
    } else if (sscanf(text, "clan %d%n", &a, &used) == 1) {
        take_clans(game, a - 1, text + used);
    } else if (strncmp(text, "reveal ", 7) == 0) {
        take_clans(game, seat, text + 7);
    } else {
        demand(strcmp(text, "pass") == 0 || strncmp(text, "river ", 6) == 0, "an unknown line");
    }
    return true;
}

/* The next line of a text into `line`; false at the end. */
static bool next_line(const char **text, char *line, size_t size)
{
    size_t n = strcspn(*text, "\n");
    if (**text == '\0') {
        return false;
    }
    demand(n < size, "a long line");
    memcpy(line, *text, n);
    line[n] = '\0';
    *text += n + ((*text)[n] == '\n' ? 1 : 0);
    return true;
}

int gslow_record(struct gslow_game *game, const char *text, int totals[4])
{
    char line[1024];
    int seats = 0;
    bool expert = false;
    bool sheet = false;
    for (const char *at = text; next_line(&at, line, sizeof(line));) {
        seats += strncmp(line, "seat ", 5) == 0 ? 1 : 0;
        expert = expert || strcmp(line, "option expert yes") == 0;
        sheet = sheet || strcmp(line, "level sheet") == 0;
    }
    demand(seats >= 2 && seats <= 4, "2 to 4 seats");
    gslow_begin(game, seats, expert, sheet);
    for (int i = 0; i < 4; i++) {
        totals[i] = -1;
    }
    int number = 0;
    while (next_line(&text, line, sizeof(line))) {
        number++;
        if (line[0] == '=') {
            (void)sscanf(line, "= %d %d %d %d", &totals[0], &totals[1], &totals[2], &totals[3]);
        }
        if (line[0] != '\0' && line[1] == ':' && !gslow_line(game, line)) {
            return number;
        }
    }
    return 0;
}

void gslow_result(const struct gslow_game *game, struct gslow_score scores[4], int rank[4])
{
    for (int i = 0; i < game->seats; i++) {
        gslow_score(&game->forest, &game->player[i], &scores[i]);
    }
    gslow_ranks(game->seats, scores, rank);
}

/* ---- what a game can leave ---- */

/* Whether `seen` can lie where `laid` was laid: it is that square itself, or came to lie upon it, at once or later. */
static bool lies_on(const struct gslow_square *seen, const struct gslow_square *laid, bool expert)
{
    if (seen->kind == laid->kind && seen->number == laid->number) {
        return true;
    }
    if (laid->kind == 'C') {
        return true; /* a clearing is covered by anything */
    }
    if (laid->kind == 'B' || seen->kind == 'C') {
        return false; /* nothing covers a bear, a clearing covers no animals */
    }
    if (seen->kind == 'B') {
        return true;
    }
    /* expert option: on its own clan only with another's animals between, of a number between theirs */
    int more = expert && seen->kind == laid->kind ? 2 : 1;
    return seen->number >= laid->number + more;
}

/* How many of the tile's squares, so turned and with its top left at x,y, are seen; -1 when it cannot lie there. */
static int tile_seen(const struct gslow_forest *forest, int tile, int degrees, int x, int y,
                     const struct gslow_square *of, bool expert)
{
    char squares[4][3];
    int seen = 0;
    bool of_it = false;
    gslow_tile(tile, degrees, squares);
    for (int i = 0; i < 4; i++) {
        const struct gslow_square *here = gslow_at(forest, x + tile_x[i], y + tile_y[i]);
        struct gslow_square laid = from_text(squares[i]);
        if (!here || !lies_on(here, &laid, expert)) {
            return -1;
        }
        bool shown = here->kind == laid.kind && here->number == laid.number;
        seen += shown ? 1 : 0;
        of_it = of_it || (shown && here == of);
    }
    return of_it ? seen : -1;
}

/* The most squares of a tile that are seen together with this one, of all tiles that it can be on; -1 for none. */
static int most_seen_with(const struct gslow_forest *forest, const struct gslow_square *square, bool expert)
{
    int most = -1;
    for (int tile = 1; tile <= GSLOW_TILES; tile++) {
        for (int degrees = 0; degrees < 360; degrees += 90) {
            for (int i = 0; i < 4; i++) {
                int seen =
                    tile_seen(forest, tile, degrees, square->x - tile_x[i], square->y - tile_y[i], square, expert);
                most = seen > most ? seen : most;
            }
        }
    }
    return most;
}

static bool in_a_block(const struct gslow_forest *forest, const struct gslow_square *square)
{
    for (int dx = -1; dx <= 1; dx += 2) {
        for (int dy = -1; dy <= 1; dy += 2) {
            if (gslow_at(forest, square->x + dx, square->y) && gslow_at(forest, square->x, square->y + dy) &&
                gslow_at(forest, square->x + dx, square->y + dy)) {
                return true;
            }
        }
    }
    return false;
}

bool gslow_rows_can_be(const struct gslow_forest *forest, bool expert)
{
    bool whole = false;
    if (forest->count < 8) {
        return false;
    }
    for (int i = 0; i < forest->count; i++) {
        const struct gslow_square *square = &forest->square[i];
        int seen = most_seen_with(forest, square, expert);
        if (!in_a_block(forest, square) || (seen < 0 && square->kind != 'C')) {
            return false;
        }
        whole = whole || seen == 4;
    }
    return whole;
}

/* Squares of this tile, over all kinds, that the box would not have besides those seen: 0 when it may not be laid yet. */
static bool may_be_unlaid(const struct gslow_forest *forest, int tile)
{
    static const int box[5] = {0, 7, 7, 6, 3};
    char squares[4][3];
    gslow_tile(tile, 0, squares);
    for (int i = 0; i < 4; i++) {
        struct gslow_square one = from_text(squares[i]);
        int count = 0;
        for (int j = 0; j < 4; j++) {
            count += strcmp(squares[i], squares[j]) == 0 ? 1 : 0;
        }
        for (int j = 0; j < forest->count; j++) {
            count += forest->square[j].kind == one.kind && forest->square[j].number == one.number ? 1 : 0;
        }
        if (count > (one.kind == 'C' ? 28 : one.kind == 'B' ? 5 : box[one.number])) {
            return false;
        }
    }
    return true;
}

static bool fits_somewhere(const struct gslow_forest *forest, int tile, bool expert)
{
    for (int i = 0; i < forest->count; i++) {
        for (int at = 0; at < 16; at++) {
            int x = forest->square[i].x - tile_x[at / 4];
            int y = forest->square[i].y - tile_y[at / 4];
            if (gslow_may_lay(forest, tile, at % 4 * 90, x, y, expert)) {
                return true;
            }
        }
    }
    return false;
}

bool gslow_end_can_be(const struct gslow_forest *forest, bool expert)
{
    /* Squares of at least n animals, bears among them, by n; 5 are the bears. */
    int seen[6] = {0};
    int lack = 40 - forest->count;
    for (int i = 0; i < forest->count; i++) {
        const struct gslow_square *square = &forest->square[i];
        for (int n = 1; n <= 5; n++) {
            seen[n] += square->kind == 'B' || square->number >= n ? 1 : 0;
        }
    }
    static const int box[6] = {0, 35, 35, 30, 15, 5};
    for (int n = 1; n <= 5; n++) {
        int by_tile = n == 5 ? 1 : 4; /* a tile has one bear */
        int tiles = (box[n] - seen[n] + by_tile - 1) / by_tile;
        lack = tiles > lack ? tiles : lack;
    }
    int stuck = 0;
    for (int tile = 1; tile <= GSLOW_TILES && lack > 0; tile++) {
        stuck += may_be_unlaid(forest, tile) && !fits_somewhere(forest, tile, expert) ? 1 : 0;
    }
    return lack <= 0 || stuck >= (lack < 4 ? lack : 4);
}
