/*
 * The notation: text to words. Reading is one pass over the bytes; keywords,
 * clans, towers and squares may be English or French, with or without
 * accents, in any case.
 */
#include "rules/cursor.h"
#include "rules/grandbois/grandbois_state.h"

#include "base/banned.h"

/* Complains about a word, at its column. */
static enum err refuse_word(struct error *error, enum grandbois_rule rule, const struct cursor *c, struct span word)
{
    return cursor_fail(c, word.ptr, grandbois_refuse_word(error, rule, word), error);
}

/* The same, and offers the one of `names` that the word is near to. */
static enum err refuse_name(struct error *error, enum grandbois_rule rule, const struct cursor *c, struct span word,
                            const struct name *names, size_t count)
{
    enum err err = refuse_word(error, rule, c, word);
    name_hint(names, count, word, error);
    return err;
}

static struct span next_word(struct cursor *c)
{
    return cursor_word(c, "");
}

/* name_find with a short way for the first letters of canonical spelling: replaying is mostly reading. */
static int word_find(const struct name *names, size_t count, struct span word)
{
    for (size_t i = 0; i < count; i++) {
        const char *id = names[i].id;
        size_t n = 0;
        while (n < word.len && id[n] != '\0' && word.ptr[n] == id[n]) {
            n++;
        }
        if (n > 0 && n == word.len && id[n] == '\0') {
            return (int)i;
        }
    }
    return name_find(names, count, word);
}

static enum err read_end(struct cursor *c, struct error *error)
{
    if (cursor_done(c)) {
        return ERR_OK;
    }
    return refuse_word(error, GRANDBOIS_BAD_REST, c, span_of(c->at, (size_t)(c->end - c->at)));
}

/* ---- numbers and cells ---- */

static enum err read_cell(struct cursor *c, int *x, int *y, struct error *error)
{
    if (!cursor_cell(c, x, y)) {
        return cursor_fail(c, c->at, grandbois_refuse(error, GRANDBOIS_BAD_CELL), error);
    }
    return ERR_OK;
}

/* True when a cell may start here. */
static bool sees_cell(struct cursor *c)
{
    return !cursor_done(c) && (*c->at == '(' || *c->at == '-' || *c->at == '+' || (*c->at >= '0' && *c->at <= '9'));
}

static enum err read_tile(struct cursor *c, unsigned *tile, struct error *error)
{
    struct span word = next_word(c);
    int64_t number;
    if (!span_int(word, 1, GRANDBOIS_TILES, &number)) {
        return refuse_word(error, GRANDBOIS_BAD_TILE, c, word);
    }
    *tile = (unsigned)number;
    return ERR_OK;
}

/* The next word, or two when a name has two: `raton laveur`. */
static struct span next_name(struct cursor *c)
{
    struct span word = next_word(c);
    struct cursor ahead = *c;
    struct span next = next_word(&ahead);
    if (!grandbois_name_goes_on(word, next)) {
        return word;
    }
    *c = ahead;
    return span_of(word.ptr, (size_t)(ahead.at - word.ptr));
}

static enum err read_clan(struct cursor *c, unsigned *clan, struct error *error)
{
    struct span name = next_name(c);
    *clan = grandbois_find_clan(name);
    return *clan != 0 ? ERR_OK
                      : refuse_name(error, GRANDBOIS_BAD_CLAN, c, name, grandbois_clan_name(1), GRANDBOIS_CLANS);
}

/* ---- players ---- */

static enum err parse_lay(const struct setup *setup, const struct grandbois_state *s, struct cursor *c, unsigned seat,
                          struct grandbois_word *w, struct error *error)
{
    static const struct name rotations[4] = {
        {"r0", "0", "0°"}, {"r90", "90", "90°"}, {"r180", "180", "180°"}, {"r270", "270", "270°"}};
    enum err err = read_tile(c, &w->a, error);
    if (err != ERR_OK) {
        return err;
    }
    /* The rotation may be left out; a bare number is one when no comma makes it a cell. */
    struct cursor ahead = *c;
    struct span word = next_word(&ahead);
    bool cell = sees_cell(c) && (memchr(word.ptr, ',', word.len) != NULL || *word.ptr == '(' || cursor_done(&ahead) ||
                                 *ahead.at == ',');
    if (!cell) {
        int found = word.len > 0 ? word_find(rotations, 4, word) : -1;
        if (found < 0) {
            return refuse_word(error, GRANDBOIS_BAD_ROTATION, c, word);
        }
        w->b = (unsigned)found;
        *c = ahead;
    }
    int x = 0;
    int y = 0;
    err = read_cell(c, &x, &y, error);
    if (err != ERR_OK) {
        return err;
    }
    if (!grid_holds(x, y) || !grid_holds(x + 1, y + 1)) { /* no word can say it, so it is refused here */
        err = grandbois_check_lay_step(setup, s, seat, w->a, error);
        return err != ERR_OK ? err : grandbois_refuse(error, GRANDBOIS_COVERS_NOTHING);
    }
    w->cell = grid_cell(x, y);
    return ERR_OK;
}

static enum err parse_tower(const struct setup *setup, const struct grandbois_state *s, struct cursor *c, unsigned seat,
                            struct grandbois_word *w, struct error *error)
{
    unsigned first = seat < setup->seats ? grandbois_first_tower(setup, seat) : 0;
    w->a = first;
    if (grandbois_share(setup) == 2 && s->tower[first] != 0) {
        w->a = first + 1;
    }
    if (!cursor_done(c) && !sees_cell(c)) {
        struct span word = next_word(c);
        int found = name_find(grandbois_towers, GRANDBOIS_TOWERS, word);
        if (found < 0) {
            return refuse_name(error, GRANDBOIS_BAD_COLOUR, c, word, grandbois_towers, GRANDBOIS_TOWERS);
        }
        w->a = (unsigned)found;
    }
    int x = 0;
    int y = 0;
    enum err err = read_cell(c, &x, &y, error);
    if (err != ERR_OK) {
        return err;
    }
    if (!grid_holds(x, y)) {
        err = grandbois_check_tower_step(setup, s, seat, w->a, error);
        return err != ERR_OK ? err : grandbois_refuse_cell(error, GRANDBOIS_NO_CLEARING, x, y);
    }
    w->cell = grid_cell(x, y);
    return ERR_OK;
}

/* Clans up to the end, each as a word like `w` with the clan in it. */
static enum err read_clans(struct cursor *c, unsigned seat, struct grandbois_word w, game_move *moves, size_t *count,
                           struct error *error)
{
    *count = 0;
    do {
        if (*count == GRANDBOIS_CLANS) {
            return cursor_fail(c, c->at, grandbois_refuse_int(error, GRANDBOIS_BAD_LENGTH, GRANDBOIS_CLANS), error);
        }
        enum err err = read_clan(c, w.kind == KIND_CLAN ? &w.b : &w.a, error);
        if (err != ERR_OK) {
            return err;
        }
        moves[(*count)++] = grandbois_pack(seat, w);
    } while (!cursor_done(c));
    return ERR_OK;
}

/* Those of players, then those of the table. */
const struct name grandbois_words[GRANDBOIS_KINDS] = {
    [KIND_LAY] = {"tile", "tile", "tuile"},       [KIND_TOWER] = {"tower", "tower", "tour"},
    [KIND_PASS] = {"pass", "pass", "passe"},      [KIND_REVEAL] = {"reveal", "reveal", "révèle"},
    [KIND_RIVER] = {"river", "river", "rivière"}, [KIND_CLAN] = {"clan", "clan", "clan"},
    [KIND_SQUARE] = {"row", "row", "ligne"},
};

/* The kind of line of a table's word; GRANDBOIS_KINDS: of none. */
static unsigned table_kind(struct span word)
{
    int found = word_find(&grandbois_words[KIND_RIVER], GRANDBOIS_KINDS - KIND_RIVER, word);
    return found < 0 ? (unsigned)GRANDBOIS_KINDS : KIND_RIVER + (unsigned)found;
}

static enum err parse_player(const struct setup *setup, const struct grandbois_state *s, struct cursor *c,
                             unsigned seat, game_move *moves, size_t *count, struct error *error)
{
    struct span word = next_word(c);
    int kind = word_find(grandbois_words, KIND_RIVER, word);
    if (kind < 0) {
        return refuse_name(error, GRANDBOIS_BAD_WORD, c, word, grandbois_words, KIND_RIVER);
    }
    struct grandbois_word w = {.kind = (unsigned)kind};
    if (kind == KIND_REVEAL) {
        return read_clans(c, seat, w, moves, count, error);
    }
    enum err err = kind == KIND_LAY     ? parse_lay(setup, s, c, seat, &w, error)
                   : kind == KIND_TOWER ? parse_tower(setup, s, c, seat, &w, error)
                                        : ERR_OK;
    if (err != ERR_OK) {
        return err;
    }
    moves[0] = grandbois_pack(seat, w);
    *count = 1;
    return read_end(c, error);
}

/* ---- the table ---- */

static enum err parse_river(struct cursor *c, game_move *moves, size_t *count, struct error *error)
{
    struct grandbois_word w = {.kind = KIND_RIVER};
    *count = 0;
    do {
        if (*count == GRANDBOIS_RIVER) {
            return cursor_fail(c, c->at, grandbois_refuse_int(error, GRANDBOIS_BAD_LENGTH, GRANDBOIS_RIVER), error);
        }
        enum err err = read_tile(c, &w.a, error);
        if (err != ERR_OK) {
            return err;
        }
        moves[(*count)++] = grandbois_pack(SEAT_TABLE, w);
    } while (!cursor_done(c));
    return ERR_OK;
}

static enum err parse_clan(const struct setup *setup, struct cursor *c, game_move *moves, size_t *count,
                           struct error *error)
{
    struct span label = next_word(c);
    int seat = seat_from_label(label);
    if (seat < 0 || seat >= setup->seats) {
        return refuse_word(error, GRANDBOIS_BAD_SEAT, c, label);
    }
    struct grandbois_word w = {.kind = KIND_CLAN, .a = (unsigned)seat};
    return read_clans(c, SEAT_TABLE, w, moves, count, error);
}

static enum err read_square(struct cursor *c, bool french, unsigned *square, struct error *error)
{
    struct span word = next_name(c);
    struct grandbois_reading reading = grandbois_read_square(word, french);
    if (reading.square < 0) {
        enum err err = refuse_word(error, reading.rule, c, word);
        if (reading.rule == GRANDBOIS_TWO_MEANINGS) {
            error_add_name(error, &reading.meaning[0]);
            error_add_name(error, &reading.meaning[1]);
        }
        return err;
    }
    *square = (unsigned)reading.square;
    return ERR_OK;
}

static enum err parse_row(const struct setup *setup, const struct grandbois_state *s, struct cursor *c, bool french,
                          game_move *moves, size_t *count, struct error *error)
{
    struct grandbois_row row = {.left = 0};
    int x = 0;
    int y = 0;
    enum err err = read_cell(c, &x, &y, error);
    if (err != ERR_OK) {
        return err;
    }
    (void)cursor_char(c, ':');
    if (!grid_holds(x, y)) {
        err = grandbois_check_square_step(setup, s, error);
        return err != ERR_OK ? err : grandbois_refuse_cell(error, GRANDBOIS_SQUARE_ALONE, x, y);
    }
    unsigned squares = 0;
    unsigned column = grid_cell(x, y) % GRID_SIDE;
    row.left = column;
    do {
        unsigned square = SQUARE_NONE;
        cursor_skip_blanks(c);
        const char *at = c->at;
        err = read_square(c, french, &square, error);
        if (err != ERR_OK) {
            return err;
        }
        if (column >= row.left + (unsigned)GRANDBOIS_SPAN || column == GRID_SIDE - 1) {
            return cursor_fail(c, at, grandbois_refuse_int(error, GRANDBOIS_BAD_LENGTH, GRANDBOIS_SPAN), error);
        }
        squares += square != SQUARE_NONE;
        row.right = column;
        row.square[column++] = (uint8_t)square;
    } while (!cursor_done(c));
    if (squares == 0) {
        return refuse_word(error, GRANDBOIS_BAD_SQUARE, c, span_of(c->end, 0));
    }
    row.row = grid_cell(x, y) / GRID_SIDE;
    *count = grandbois_row_moves(s, &row, moves);
    return ERR_OK;
}

/* Whether a word for a row, one or several, is the French one, whose squares have French letters. */
static bool is_french_row(const struct setup *setup, struct span word)
{
    static const struct name english = {"row", "row", "row"};
    return grandbois_has_french_letters(setup) && word_find(&english, 1, word) < 0;
}

int grandbois_letters_of(const struct setup *setup, unsigned seat, struct span text)
{
    struct cursor c = cursor_over(text);
    if (seat != SEAT_TABLE || setup->level != GRANDBOIS_SHEET || !grandbois_has_french_letters(setup)) {
        return -1;
    }
    struct span word = next_word(&c);
    return table_kind(word) != KIND_SQUARE ? -1 : is_french_row(setup, word) ? LANG_FR : LANG_EN;
}

static enum err parse_table(const struct setup *setup, const struct grandbois_state *s, struct cursor *c,
                            game_move *moves, size_t *count, struct error *error)
{
    struct span word = next_word(c);
    switch (table_kind(word)) {
    case KIND_RIVER:
        return parse_river(c, moves, count, error);
    case KIND_CLAN:
        return parse_clan(setup, c, moves, count, error);
    case KIND_SQUARE:
        return parse_row(setup, s, c, is_french_row(setup, word), moves, count, error);
    default:
        return refuse_name(error, GRANDBOIS_BAD_TABLE, c, word, &grandbois_words[KIND_RIVER],
                           GRANDBOIS_KINDS - KIND_RIVER);
    }
}

enum err grandbois_parse(const struct setup *setup, const void *state, unsigned seat, struct span text,
                         game_move *moves, size_t *count, struct error *error)
{
    if (setup->level == GRANDBOIS_TOTALS) {
        return totals_parse(&grandbois_totals, setup, seat, text, moves, count, error);
    }
    const struct grandbois_state *s = state;
    struct cursor c = cursor_over(text);
    enum err err = seat == SEAT_TABLE ? parse_table(setup, s, &c, moves, count, error)
                                      : parse_player(setup, s, &c, seat, moves, count, error);
    /* Behind the end the line's first word is read, and nothing else of it is judged. */
    bool known = err == ERR_SYNTAX && error->message != &grandbois_messages[GRANDBOIS_BAD_WORD] &&
                 error->message != &grandbois_messages[GRANDBOIS_BAD_TABLE];
    return known && s->phase == PHASE_OVER ? grandbois_refuse(error, GRANDBOIS_IS_OVER) : err;
}
