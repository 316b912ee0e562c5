/*
 * Playing: the position before the first move, who may move, what they may
 * do, and doing it. apply is the hot path of every replay: it tests bits and
 * never walks a grid.
 */
#include "rules/foret/foret_state.h"

#include "base/banned.h"

/* ---- where a card may go ---- */

#define COLUMN_FIRST UINT64_C(0x0040201008040201) /* column 0 of the field */
#define COLUMN_LAST (COLUMN_FIRST << (FIELD_COLUMNS - 1))

uint64_t field_near(uint64_t set)
{
    uint64_t sideways = (set & ~COLUMN_LAST) << 1 | (set & ~COLUMN_FIRST) >> 1;
    return (sideways | set << FIELD_COLUMNS | set >> FIELD_COLUMNS) & FIELD_ALL;
}

uint64_t foret_free(const struct foret_seat *seat)
{
    /* The origin is always in the box, so a window of 5 columns from right - 4 to left + 4 never leaves the field. */
    unsigned first_column = seat->right - (FORET_COLUMNS - 1u);
    unsigned columns = seat->left + FORET_COLUMNS - first_column;
    uint64_t in_columns = (COLUMN_FIRST * ((UINT64_C(1) << columns) - 1)) << first_column;
    unsigned first_row = seat->bottom - (FORET_ROWS - 1u);
    unsigned rows = seat->top + FORET_ROWS - first_row;
    uint64_t in_rows = ((UINT64_C(1) << rows * FIELD_COLUMNS) - 1) << first_row * FIELD_COLUMNS;
    return in_columns & in_rows & ~seat->occupied;
}

uint64_t foret_open(const struct foret_seat *seat)
{
    if (seat->occupied == 0) {
        return field_bit(FIELD_ORIGIN);
    }
    return field_near(seat->occupied) & foret_free(seat);
}

void foret_put(struct foret_seat *seat, unsigned cell, unsigned card)
{
    uint8_t column = (uint8_t)(cell % FIELD_COLUMNS);
    uint8_t row = (uint8_t)(cell / FIELD_COLUMNS);
    seat->card[cell] = (uint8_t)(card + 1);
    seat->occupied |= field_bit(cell);
    seat->left = column < seat->left ? column : seat->left;
    seat->right = column > seat->right ? column : seat->right;
    seat->top = row < seat->top ? row : seat->top;
    seat->bottom = row > seat->bottom ? row : seat->bottom;
}

/* ---- before the first move ---- */

/* The table owes every hand `cards` cards. */
static void owe(const struct setup *setup, struct foret_state *state, unsigned cards)
{
    unsigned hands = foret_hands(setup);
    for (unsigned i = 0; i < hands; i++) {
        state->need[i] = (uint8_t)cards;
    }
    state->needs = (uint8_t)((1u << hands) - 1);
}

enum err foret_init(const struct setup *setup, void *state, struct error *error)
{
    const struct game *game = setup->game;
    if (setup->variant >= game->variants_count || setup->level >= game->levels_count ||
        setup->seats < game->variants[setup->variant].min_seats ||
        setup->seats > game->variants[setup->variant].max_seats) {
        return foret_refuse(error, FORET_BAD_SETUP);
    }
    if (setup->level == FORET_TOTALS) {
        totals_init(&foret_totals, setup, state);
        return ERR_OK;
    }
    struct foret_state *s = state;
    memset(s, 0, sizeof(*s));
    for (unsigned i = 0; i < ENGINE_PLAYERS; i++) {
        s->seat[i].left = s->seat[i].right = FIELD_ORIGIN % FIELD_COLUMNS;
        s->seat[i].top = s->seat[i].bottom = FIELD_ORIGIN / FIELD_COLUMNS;
    }
    memcpy(s->supply, foret_copies, sizeof(s->supply));
    if (setup->level == FORET_FULL) {
        owe(setup, s, FORET_ROUND);
    }
    return ERR_OK;
}

/* ---- whose turn ---- */

/* Bits of the indices that move in a turn or give a sheet. */
static unsigned everyone(const struct setup *setup)
{
    bool alban = setup->level == FORET_SHEET && setup->variant == FORET_SOLO;
    return (1u << (foret_hands(setup) + alban)) - 1;
}

bool foret_over(const struct setup *setup, const struct foret_state *state)
{
    return setup->level == FORET_SHEET ? state->moved == everyone(setup) : state->turn == FORET_CELLS;
}

seat_set foret_turn(const struct setup *setup, const void *state)
{
    const struct foret_state *s = state;
    if (setup->level == FORET_TOTALS) {
        return totals_turn(&foret_totals, setup, state);
    }
    if (s->needs) {
        return seat_bit(SEAT_TABLE);
    }
    if (foret_over(setup, s)) {
        return 0;
    }
    unsigned waiting = everyone(setup) & ~(unsigned)s->moved;
    if (setup->level == FORET_SHEET && s->begun) {
        waiting = 1u << (s->begun - 1);
    }
    unsigned players = (1u << setup->seats) - 1;
    return (waiting & players) | (waiting & ~players ? seat_bit(foret_extra(setup)) : 0);
}

/* ---- making a move ---- */

static void end_turn(const struct setup *setup, struct foret_state *s)
{
    unsigned hands = foret_hands(setup);
    s->moved = 0;
    s->turn++;
    if (s->turn == FORET_ROUND) {
        s->first = 0;
    } else if (s->turn < FORET_ROUND) {
        s->first = (uint8_t)(s->first == 0 ? hands - 1 : s->first - 1u);
    } else {
        s->first = (uint8_t)(s->first == hands - 1 ? 0 : s->first + 1u);
    }
    if (setup->level != FORET_FULL || s->turn == FORET_CELLS) {
        return;
    }
    if (setup->variant == FORET_SOLO) {
        owe(setup, s, s->turn % FORET_COLUMNS == 0 ? 5 : 1);
    } else if (s->turn == FORET_ROUND) {
        owe(setup, s, FORET_ROUND);
    }
}

/* Where the copies are that a play uses up: the hand held, or the supply when hands are not known. */
static uint8_t *stock_of(const struct setup *setup, struct foret_state *s, unsigned index)
{
    return setup->level == FORET_FULL ? s->hand[foret_hand_of(setup, s, index)] : s->supply;
}

static enum err check_swap(const struct foret_seat *seat, const struct foret_word *w, struct error *error)
{
    if (w->card != FORET_RABBIT) {
        return foret_refuse_card(error, FORET_SWAP_ONLY_RABBIT, w->card);
    }
    if (w->a == 0 || w->b == 0 || w->a > w->b) {
        return foret_refuse(error, FORET_NOT_A_MOVE);
    }
    if (w->a == w->b) {
        return foret_refuse(error, FORET_SWAP_SAME_CELL);
    }
    uint64_t occupied = seat->occupied | field_bit(w->at - 1);
    if (!(occupied & field_bit(w->a - 1))) {
        return foret_refuse_cell(error, FORET_SWAP_EMPTY_CELL, field_x(w->a - 1), field_y(w->a - 1));
    }
    if (!(occupied & field_bit(w->b - 1))) {
        return foret_refuse_cell(error, FORET_SWAP_EMPTY_CELL, field_x(w->b - 1), field_y(w->b - 1));
    }
    return ERR_OK;
}

/* The part of a player's word beyond the card: a cell, a swap, and what Alban is given. */
static enum err check_player(const struct setup *setup, const struct foret_seat *seat, const struct foret_word *w,
                             const uint8_t *stock, struct error *error)
{
    unsigned cell = w->at - 1;
    if (!(foret_open(seat) & field_bit(cell))) {
        return foret_refuse_put(error, seat, field_x(cell), field_y(cell));
    }
    if (w->a | w->b) {
        enum err err = check_swap(seat, w, error);
        if (err) {
            return err;
        }
    }
    if (setup->variant != FORET_SOLO) {
        return w->give ? foret_refuse(error, FORET_GIVE_ONLY_SOLO) : ERR_OK;
    }
    if (w->give == 0) {
        return foret_refuse(error, FORET_GIVE_MISSING);
    }
    if (w->give > FORET_TYPES) {
        return foret_refuse(error, FORET_NOT_A_MOVE);
    }
    if (stock[w->give - 1] <= (w->give - 1 == w->card)) {
        return foret_refuse_card(error, setup->level == FORET_FULL ? FORET_NOT_IN_HAND : FORET_SUPPLY, w->give - 1);
    }
    return ERR_OK;
}

static void make_play(struct foret_state *s, unsigned seat, const struct foret_word *w)
{
    if (seat == SEAT_NEUTRAL) {
        s->other[s->turn] = (uint8_t)(w->card + 1);
        return;
    }
    struct foret_seat *mine = &s->seat[seat];
    foret_put(mine, w->at - 1, w->card);
    mine->played[s->turn] = (uint8_t)(w->card + 1);
    if (w->a) {
        uint8_t moved = mine->card[w->a - 1];
        mine->card[w->a - 1] = mine->card[w->b - 1];
        mine->card[w->b - 1] = moved;
    }
    if (w->give) {
        s->other[s->turn] = (uint8_t)w->give;
    }
}

enum err foret_check_step(const struct setup *setup, const struct foret_state *s, unsigned seat, unsigned card,
                          struct error *error)
{
    if (setup->level == FORET_SHEET) {
        return foret_refuse(error, FORET_NO_PLAY_LEVEL);
    }
    int index = foret_index(setup, seat);
    if (index < 0) {
        return foret_refuse_stranger(error, setup, seat);
    }
    if (seat == SEAT_RIVAL) {
        return foret_refuse(error, FORET_ALBAN_GIVEN);
    }
    if (s->turn == FORET_CELLS) {
        return foret_refuse(error, FORET_OVER);
    }
    if (s->needs) {
        return foret_refuse(error, FORET_DEAL_FIRST);
    }
    if (s->moved >> index & 1) {
        return foret_refuse(error, FORET_NOT_YOUR_TURN);
    }
    if (foret_stock(setup, s, (unsigned)index)[card] == 0) {
        return foret_refuse_card(error, setup->level == FORET_FULL ? FORET_NOT_IN_HAND : FORET_SUPPLY, card);
    }
    return ERR_OK;
}

static enum err apply_play(const struct setup *setup, struct foret_state *s, unsigned seat, struct foret_word w,
                           struct error *error)
{
    enum err step = foret_check_step(setup, s, seat, w.card, error);
    if (step) {
        return step;
    }
    int at = foret_index(setup, seat);
    if (at < 0) {
        return foret_refuse_stranger(error, setup, seat);
    }
    unsigned index = (unsigned)at;
    uint8_t *stock = stock_of(setup, s, index);
    if (seat == SEAT_NEUTRAL) {
        if (w.at | w.a | w.b | w.give) {
            return foret_refuse(error, FORET_NEUTRAL_CELL);
        }
    } else if (w.at == 0) {
        return foret_refuse(error, FORET_NOT_A_MOVE);
    } else {
        enum err err = check_player(setup, &s->seat[seat], &w, stock, error);
        if (err) {
            return err;
        }
    }
    stock[w.card]--;
    if (w.give) {
        stock[w.give - 1]--;
    }
    make_play(s, seat, &w);
    s->moved = (uint8_t)(s->moved | 1u << index);
    if (s->moved == everyone(setup)) {
        end_turn(setup, s);
    }
    return ERR_OK;
}

enum err foret_check_deal(const struct setup *setup, const struct foret_state *s, struct error *error)
{
    if (setup->level != FORET_FULL) {
        return foret_refuse(error, FORET_NO_DEAL_LEVEL);
    }
    if (s->needs == 0) {
        return foret_refuse(error, s->turn == FORET_CELLS ? FORET_OVER : FORET_NO_DEAL_NOW);
    }
    return ERR_OK;
}

static enum err apply_deal(const struct setup *setup, struct foret_state *s, unsigned seat, struct foret_word w,
                           struct error *error)
{
    if (setup->level != FORET_FULL) {
        return foret_refuse(error, FORET_NO_DEAL_LEVEL);
    }
    if (seat != SEAT_TABLE) {
        return foret_refuse_stranger(error, setup, seat);
    }
    if (w.at >= foret_hands(setup) || (w.a | w.b | w.give)) {
        return foret_refuse(error, FORET_NOT_A_MOVE);
    }
    if (s->needs == 0) {
        return foret_refuse(error, s->turn == FORET_CELLS ? FORET_OVER : FORET_NO_DEAL_NOW);
    }
    if (s->begun && s->begun != w.at + 1) {
        return foret_refuse(error, FORET_FINISH_HAND);
    }
    if (s->need[w.at] == 0) {
        return foret_refuse(error, FORET_HAND_DEALT);
    }
    if (s->supply[w.card] == 0) {
        return foret_refuse_card(error, FORET_SUPPLY, w.card);
    }
    s->supply[w.card]--;
    s->hand[w.at][w.card]++;
    s->begun = (uint8_t)(w.at + 1);
    if (--s->need[w.at] == 0) {
        s->begun = 0;
        s->needs = (uint8_t)(s->needs & ~(1u << w.at));
    }
    return ERR_OK;
}

static enum err apply_grid(const struct setup *setup, struct foret_state *s, unsigned seat, struct foret_word w,
                           struct error *error)
{
    if (setup->level != FORET_SHEET) {
        return foret_refuse(error, FORET_NO_GRID_LEVEL);
    }
    int index = foret_index(setup, seat);
    if (index < 0) {
        return foret_refuse_stranger(error, setup, seat);
    }
    if (s->moved >> index & 1) {
        return foret_refuse_seat(error, FORET_GRID_GIVEN, seat);
    }
    if (s->begun && s->begun != index + 1) {
        return foret_refuse(error, FORET_FINISH_GRID);
    }
    if (w.at != s->fill || (w.a | w.b | w.give)) {
        return foret_refuse(error, FORET_NOT_A_MOVE);
    }
    if (s->supply[w.card] == 0) {
        return foret_refuse_card(error, FORET_SUPPLY, w.card);
    }
    s->supply[w.card]--;
    if (seat < GAME_PLAYERS) {
        foret_put(&s->seat[seat], field_cell((int)(w.at % FORET_COLUMNS), (int)(w.at / FORET_COLUMNS)), w.card);
    } else {
        s->other[w.at] = (uint8_t)(w.card + 1);
    }
    s->begun = (uint8_t)(index + 1);
    if (++s->fill == FORET_CELLS) {
        s->begun = 0;
        s->fill = 0;
        s->moved = (uint8_t)(s->moved | 1u << index);
    }
    return ERR_OK;
}

enum err foret_apply(const struct setup *setup, void *state, game_move move, struct error *error)
{
    struct foret_word w = foret_unpack(move);
    if (setup->level == FORET_TOTALS) {
        return totals_apply(&foret_totals, setup, state, move, error);
    }
    if (foret_stray(move) || w.card >= FORET_TYPES) {
        return foret_refuse(error, FORET_NOT_A_MOVE);
    }
    switch (w.kind) {
    case FORET_PLAY:
        return apply_play(setup, state, move_seat(move), w, error);
    case FORET_DEAL:
        return apply_deal(setup, state, move_seat(move), w, error);
    case FORET_GRID:
        return apply_grid(setup, state, move_seat(move), w, error);
    default:
        return foret_refuse(error, FORET_NOT_A_MOVE);
    }
}
