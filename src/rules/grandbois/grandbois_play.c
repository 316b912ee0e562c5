/*
 * Making a move. apply is the hot path of every replay: laying a tile looks
 * at four squares, and asks whether the next player can lay at all.
 */
#include "rules/grandbois/grandbois_state.h"

#include "base/banned.h"

/* ---- from step to step ---- */

static void end_turn(const struct setup *setup, struct grandbois_state *s)
{
    s->player = (uint8_t)(s->player + 1 == setup->seats ? 0 : s->player + 1);
    if (grandbois_can_lay(setup, s)) {
        s->phase = PHASE_LAY;
    } else {
        s->phase = setup->level == GRANDBOIS_TABLE ? PHASE_REVEAL : PHASE_OVER;
    }
}

/* The River is as it should be: the tower's turn, if there is one and the tile shows a clearing. */
static void after_river(const struct setup *setup, struct grandbois_state *s)
{
    bool clearing = false;
    for (unsigned corner = 0; corner < 4; corner++) {
        clearing = clearing || s->grid[s->last + grid_corner[corner]] == SQUARE_CLEARING;
    }
    if (clearing && grandbois_tower_left(setup, s, s->player)) {
        s->phase = PHASE_TOWER;
    } else {
        end_turn(setup, s);
    }
}

/* ---- refusals that many moves share ---- */

/* Why a player's move of another phase cannot be made now. */
static enum err refuse_phase(const struct grandbois_state *s, struct error *error)
{
    static const enum grandbois_rule rule[] = {
        [PHASE_SETUP] = GRANDBOIS_SETUP_FIRST,   [PHASE_LAY] = GRANDBOIS_LAY_FIRST,
        [PHASE_REFILL] = GRANDBOIS_REFILL_FIRST, [PHASE_TOWER] = GRANDBOIS_TOWER_FIRST,
        [PHASE_REVEAL] = GRANDBOIS_REVEAL_ONLY,  [PHASE_SHEET] = GRANDBOIS_NO_PLAY_LEVEL,
        [PHASE_OVER] = GRANDBOIS_IS_OVER,
    };
    return grandbois_refuse(error, rule[s->phase]);
}

/* A move of the player whose turn it is, in `phase`. */
static enum err check_turn(const struct setup *setup, const struct grandbois_state *s, unsigned seat, unsigned phase,
                           struct error *error)
{
    if (seat >= setup->seats) {
        return grandbois_refuse_stranger(error, setup, seat);
    }
    if (setup->level == GRANDBOIS_SHEET) {
        return grandbois_refuse(error, GRANDBOIS_NO_PLAY_LEVEL);
    }
    if (s->phase != phase) {
        return refuse_phase(s, error);
    }
    if (seat != s->player) {
        return grandbois_refuse_seat(error, GRANDBOIS_NOT_YOUR_TURN, s->player);
    }
    return ERR_OK;
}

/* ---- laying a tile ---- */

enum err grandbois_check_lay_step(const struct setup *setup, const struct grandbois_state *state, unsigned seat,
                                  unsigned tile, struct error *error)
{
    enum err err = check_turn(setup, state, seat, PHASE_LAY, error);
    if (err != ERR_OK) {
        return err;
    }
    return state->river & tile_bit(tile) ? ERR_OK : grandbois_refuse_int(error, GRANDBOIS_NOT_IN_RIVER, tile);
}

static enum err apply_lay(const struct setup *setup, struct grandbois_state *s, unsigned seat, struct grandbois_word w,
                          struct error *error)
{
    enum err err = check_turn(setup, s, seat, PHASE_LAY, error);
    if (err != ERR_OK) {
        return err;
    }
    err = grandbois_check_lay(setup, s, w, error);
    if (err != ERR_OK) {
        return err;
    }
    for (unsigned corner = 0; corner < 4; corner++) {
        unsigned cell = w.cell + grid_corner[corner];
        s->squares = (uint8_t)(s->squares + (s->grid[cell] == SQUARE_NONE));
        s->grid[cell] = (uint8_t)tile_square(w.a, w.b, corner);
    }
    grandbois_bound(s, w.cell);
    grandbois_bound(s, w.cell + grid_corner[2]);
    s->last = (uint16_t)w.cell;
    s->river &= ~tile_bit(w.a);
    s->laid_by[w.a - 1] = (uint8_t)(seat + 1);
    s->tiles++;
    if (s->drawn != TILES_ALL) {
        s->phase = PHASE_REFILL;
    } else {
        after_river(setup, s);
    }
    return ERR_OK;
}

/* ---- towers ---- */

static enum err check_tower_turn(const struct setup *setup, const struct grandbois_state *s, unsigned seat,
                                 struct error *error)
{
    if (setup->level != GRANDBOIS_SHEET) {
        return check_turn(setup, s, seat, PHASE_TOWER, error);
    }
    if (seat >= setup->seats) {
        return grandbois_refuse_stranger(error, setup, seat);
    }
    if (s->phase == PHASE_OVER) {
        return grandbois_refuse(error, GRANDBOIS_IS_OVER);
    }
    enum err err = grandbois_check_rows(setup, s, error);
    if (err != ERR_OK) {
        return err;
    }
    return grandbois_clans_due(setup, s, seat) ? ERR_OK : grandbois_refuse_seat(error, GRANDBOIS_SEAT_DONE, seat);
}

enum err grandbois_check_tower_step(const struct setup *setup, const struct grandbois_state *state, unsigned seat,
                                    unsigned colour, struct error *error)
{
    enum err err = check_tower_turn(setup, state, seat, error);
    if (err != ERR_OK) {
        return err;
    }
    unsigned first = grandbois_first_tower(setup, seat);
    if (colour < first || colour >= first + grandbois_share(setup)) {
        return grandbois_refuse_tower(error, GRANDBOIS_NOT_YOUR_TOWER, colour);
    }
    return state->tower[colour] == 0 ? ERR_OK : grandbois_refuse_tower(error, GRANDBOIS_TOWER_PLACED, colour);
}

static bool on_last_tile(const struct grandbois_state *s, unsigned cell)
{
    unsigned from = cell - s->last; /* wraps when the cell comes before */
    return from <= 1 || from == GRID_SIDE || from == GRID_SIDE + 1;
}

static enum err apply_tower(const struct setup *setup, struct grandbois_state *s, unsigned seat,
                            struct grandbois_word w, struct error *error)
{
    if (w.a >= GRANDBOIS_TOWERS || w.b != 0 || w.cell >= GRID_CELLS) {
        return grandbois_refuse(error, GRANDBOIS_NOT_A_MOVE);
    }
    enum err err = grandbois_check_tower_step(setup, s, seat, w.a, error);
    if (err != ERR_OK) {
        return err;
    }
    if (setup->level != GRANDBOIS_SHEET && !on_last_tile(s, w.cell)) {
        return grandbois_refuse_cell(error, GRANDBOIS_NOT_ON_TILE, grid_x(w.cell), grid_y(w.cell));
    }
    if (s->grid[w.cell] != SQUARE_CLEARING) {
        return grandbois_refuse_cell(error, GRANDBOIS_NO_CLEARING, grid_x(w.cell), grid_y(w.cell));
    }
    if (setup->level == GRANDBOIS_SHEET && !grandbois_tower_fits(setup, s, w.cell)) {
        return grandbois_refuse_cell(error, GRANDBOIS_TOWER_ON_START, grid_x(w.cell), grid_y(w.cell));
    }
    s->grid[w.cell] = SQUARE_TOWER;
    s->tower[w.a] = (uint16_t)w.cell;
    if (setup->level != GRANDBOIS_SHEET) {
        end_turn(setup, s);
    }
    return ERR_OK;
}

static enum err apply_pass(const struct setup *setup, struct grandbois_state *s, unsigned seat, struct grandbois_word w,
                           struct error *error)
{
    if (w.a | w.b | w.cell) {
        return grandbois_refuse(error, GRANDBOIS_NOT_A_MOVE);
    }
    enum err err = check_turn(setup, s, seat, PHASE_TOWER, error);
    if (err != ERR_OK) {
        return err;
    }
    end_turn(setup, s);
    return ERR_OK;
}

/* ---- clans ---- */

/* The first of the player's clans that is not known yet is this one. */
static void give_clan(struct grandbois_state *s, unsigned player, unsigned clan)
{
    s->clan[player][s->clan[player][0] != 0] = (uint8_t)clan;
}

static enum err check_reveal(const struct setup *setup, const struct grandbois_state *s, struct error *error)
{
    if (setup->level == GRANDBOIS_FULL) {
        return grandbois_refuse(error, GRANDBOIS_NO_REVEAL_LEVEL);
    }
    if (s->phase == PHASE_OVER) {
        return grandbois_refuse(error, GRANDBOIS_IS_OVER);
    }
    if (setup->level == GRANDBOIS_TABLE) {
        return s->phase == PHASE_REVEAL ? ERR_OK : grandbois_refuse(error, GRANDBOIS_NO_REVEAL_YET);
    }
    return grandbois_check_rows(setup, s, error);
}

/* The player has a clan already, or in a duel both. */
static enum err refuse_clan_more(const struct setup *setup, const struct grandbois_state *s, unsigned player,
                                 struct error *error)
{
    char text[32];
    struct strbuf clans;
    strbuf_wrap(&clans, text, sizeof(text));
    for (unsigned i = 0; i < grandbois_share(setup); i++) {
        strbuf_add(&clans, i > 0 ? ", " : "");
        strbuf_add(&clans, grandbois_clan_name(s->clan[player][i])->id);
    }
    enum err err = grandbois_refuse_seat(error, GRANDBOIS_CLANS_KNOWN, player);
    error_add(error, strbuf_span(&clans));
    return err;
}

static enum err check_clan(const struct setup *setup, const struct grandbois_state *s, unsigned player, unsigned clan,
                           struct error *error)
{
    if (clan < 1 || clan > GRANDBOIS_CLANS) {
        return grandbois_refuse(error, GRANDBOIS_NOT_A_MOVE);
    }
    if (!grandbois_clans_due(setup, s, player)) {
        return refuse_clan_more(setup, s, player, error);
    }
    for (unsigned owner = 0; owner < setup->seats; owner++) {
        if (s->clan[owner][0] == clan || s->clan[owner][1] == clan) {
            enum err err = grandbois_refuse_clan(error, GRANDBOIS_CLAN_TAKEN, clan);
            error_add(error, span_from(seat_label(owner)));
            return err;
        }
    }
    return ERR_OK;
}

static enum err apply_reveal(const struct setup *setup, struct grandbois_state *s, unsigned seat,
                             struct grandbois_word w, struct error *error)
{
    if (seat >= setup->seats) {
        return grandbois_refuse_stranger(error, setup, seat);
    }
    if (w.b | w.cell) {
        return grandbois_refuse(error, GRANDBOIS_NOT_A_MOVE);
    }
    enum err err = check_reveal(setup, s, error);
    if (err != ERR_OK) {
        return err;
    }
    err = check_clan(setup, s, seat, w.a, error);
    if (err != ERR_OK) {
        return err;
    }
    if (setup->level == GRANDBOIS_SHEET && grandbois_last_clan(setup, s)) {
        err = grandbois_check_end(setup, s, error);
        if (err != ERR_OK) {
            return err;
        }
    }
    give_clan(s, seat, w.a);
    s->phase = grandbois_hidden(setup, s) ? s->phase : PHASE_OVER;
    return ERR_OK;
}

/* ---- the table ---- */

static unsigned river_count(const struct grandbois_state *s)
{
    return (unsigned)__builtin_popcountll(s->river);
}

static void end_setup(const struct setup *setup, struct grandbois_state *s)
{
    if (river_count(s) == GRANDBOIS_RIVER && (setup->level != GRANDBOIS_FULL || !grandbois_hidden(setup, s))) {
        s->phase = PHASE_LAY;
    }
}

static enum err apply_river(const struct setup *setup, struct grandbois_state *s, struct grandbois_word w,
                            struct error *error)
{
    if (w.a < 1 || w.a > GRANDBOIS_TILES || w.b != 0 || w.cell != 0) {
        return grandbois_refuse(error, GRANDBOIS_NOT_A_MOVE);
    }
    if (setup->level == GRANDBOIS_SHEET) {
        return grandbois_refuse(error, GRANDBOIS_NO_PLAY_LEVEL);
    }
    bool opening = s->phase == PHASE_SETUP && river_count(s) < GRANDBOIS_RIVER;
    if (!opening && s->phase != PHASE_REFILL) {
        return grandbois_refuse(error, s->phase == PHASE_OVER ? GRANDBOIS_IS_OVER : GRANDBOIS_NO_DRAW_NOW);
    }
    if (s->drawn & tile_bit(w.a)) {
        return grandbois_refuse_int(error, GRANDBOIS_TILE_DRAWN, w.a);
    }
    s->drawn |= tile_bit(w.a);
    s->river |= tile_bit(w.a);
    if (opening) {
        end_setup(setup, s);
    } else {
        after_river(setup, s);
    }
    return ERR_OK;
}

static enum err apply_clan(const struct setup *setup, struct grandbois_state *s, struct grandbois_word w,
                           struct error *error)
{
    if (w.a >= setup->seats || w.cell != 0) {
        return grandbois_refuse(error, GRANDBOIS_NOT_A_MOVE);
    }
    if (setup->level != GRANDBOIS_FULL) {
        return grandbois_refuse(error, GRANDBOIS_NO_CLAN_LEVEL);
    }
    if (s->phase != PHASE_SETUP) {
        return grandbois_refuse(error, s->phase == PHASE_OVER ? GRANDBOIS_IS_OVER : GRANDBOIS_NO_CLAN_NOW);
    }
    enum err err = check_clan(setup, s, w.a, w.b, error);
    if (err != ERR_OK) {
        return err;
    }
    give_clan(s, w.a, w.b);
    end_setup(setup, s);
    return ERR_OK;
}

static enum err apply_table(const struct setup *setup, struct grandbois_state *s, struct grandbois_word w,
                            struct error *error)
{
    if (w.kind == KIND_RIVER) {
        return apply_river(setup, s, w, error);
    }
    if (w.kind == KIND_CLAN) {
        return apply_clan(setup, s, w, error);
    }
    if (setup->level != GRANDBOIS_SHEET) {
        return grandbois_refuse(error, GRANDBOIS_NO_SQUARE_LEVEL);
    }
    return grandbois_apply_square(setup, s, w, error);
}

enum err grandbois_apply(const struct setup *setup, void *state, game_move move, struct error *error)
{
    if (setup->level == GRANDBOIS_TOTALS) {
        return totals_apply(&grandbois_totals, setup, state, move, error);
    }
    struct grandbois_word w = grandbois_unpack(move);
    unsigned seat = move_seat(move);
    if (grandbois_stray(move)) {
        return grandbois_refuse(error, GRANDBOIS_NOT_A_MOVE);
    }
    switch (w.kind) {
    case KIND_LAY:
        return apply_lay(setup, state, seat, w, error);
    case KIND_TOWER:
        return apply_tower(setup, state, seat, w, error);
    case KIND_PASS:
        return apply_pass(setup, state, seat, w, error);
    case KIND_REVEAL:
        return apply_reveal(setup, state, seat, w, error);
    case KIND_RIVER:
    case KIND_CLAN:
    case KIND_SQUARE:
        if (seat != SEAT_TABLE) {
            return grandbois_refuse_stranger(error, setup, seat);
        }
        return apply_table(setup, state, w, error);
    default:
        return grandbois_refuse(error, GRANDBOIS_NOT_A_MOVE);
    }
}
