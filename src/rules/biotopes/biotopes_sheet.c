/*
 * The sheet of a finished game: who had which species with how many cubes, and
 * where tokens lay. A row says first how many species follow, then each of
 * them; until they are all there nobody else writes. Nothing is asked that a
 * line before could make impossible: a row is never longer than there are
 * species left for it, and no cubes can always be written.
 */
#include "rules/biotopes/biotopes_sheet.h"

#include "base/banned.h"

enum { ALL_BIOTOPES = (1 << BIO_BIOTOPES) - 1 };

seat_set bio_sheet_turn(const struct setup *setup, const struct bio_state *s)
{
    return s->row_due > 0 ? seat_bit(s->row_seat) : (seat_bit(setup->seats) - 1) & ~(seat_set)s->done;
}

/* Species of a biotope that nobody has written. */
static unsigned free_species(const struct setup *setup, const struct bio_state *s, unsigned biotope)
{
    unsigned count = 0;
    for (unsigned i = 0; i < BIO_SPECIES; i++) {
        count += s->at[i] == AT_UNSEEN && bio_cat(setup)->species[i].biotope == biotope;
    }
    return count;
}

static unsigned cubes_written(const struct bio_state *s)
{
    unsigned sum = 0;
    for (unsigned i = 0; i < BIO_SPECIES; i++) {
        sum += cubes_sum(s->cubes[i]);
    }
    return sum;
}

/* True when every line that the seat owes is written; bonuses are not owed. */
static bool is_complete(const struct setup *setup, const struct bio_state *s, unsigned seat)
{
    return s->row_due == 0 && s->rows[seat] == ALL_BIOTOPES && s->landed[seat] &&
           (!bio_is_initiate(setup) || s->has[seat] == ALL_BIOTOPES);
}

/* ---- judging ---- */

static enum bio_rule check_biotope(const struct setup *setup, const struct bio_state *s, unsigned seat,
                                   struct bio_word w)
{
    if (w.a >= BIO_BIOTOPES || w.b >= BIO_MILIEUS || w.b == BIO_BASIC) {
        return BIO_NOT_A_MOVE;
    }
    if (!bio_is_initiate(setup)) {
        return BIO_NOT_NOW;
    }
    if (s->has[seat] >> w.a & 1) {
        return BIO_MILIEU_HELD;
    }
    for (unsigned i = 0; i < setup->seats; i++) {
        if ((s->has[i] >> w.a & 1) && s->milieu[i][w.a] == w.b) {
            return BIO_MILIEU_TAKEN;
        }
    }
    return BIO_OK;
}

static enum bio_rule check_row(const struct setup *setup, const struct bio_state *s, unsigned seat, struct bio_word w)
{
    if (w.a >= BIO_BIOTOPES) {
        return BIO_NOT_A_MOVE;
    }
    if (s->rows[seat] >> w.a & 1) {
        return BIO_ROW_TWICE;
    }
    return w.b > BIO_ROW || w.b > free_species(setup, s, w.a) ? BIO_ROW_LENGTH : BIO_OK;
}

static enum bio_rule check_species(const struct setup *setup, const struct bio_state *s, struct bio_word w)
{
    if (w.a >= BIO_SPECIES) {
        return BIO_NOT_A_MOVE;
    }
    if (bio_cat(setup)->species[w.a].biotope != s->row_biotope) {
        return BIO_ROW_BIOTOPE;
    }
    if (s->at[w.a] != AT_UNSEEN) {
        return BIO_CARD_TWICE;
    }
    if (w.b > BIO_ROOM) {
        return BIO_CUBES_RANGE;
    }
    return w.b > 0 && cubes_written(s) + w.b > BIO_BIOTOPES * bio_supply(setup) ? BIO_CUBES_SUPPLY : BIO_OK;
}

static enum bio_rule check_land(const struct bio_state *s, unsigned seat, struct bio_word w)
{
    unsigned sum = (unsigned)w.a + w.b + w.c + w.d;
    if (s->landed[seat]) {
        return BIO_LAND_TWICE;
    }
    if (sum > BIO_TOKENS) {
        return BIO_LAND_TOKENS;
    }
    return w.e > sum || (w.e == 0) != (sum == 0) ? BIO_LAND_GROUPS : BIO_OK;
}

static enum bio_rule check_bonus(const struct setup *setup, const struct bio_state *s, unsigned seat, struct bio_word w)
{
    if (!bio_declares(setup)) {
        return BIO_NO_DECLARING;
    }
    if (w.a >= BIO_SPOTS) {
        return BIO_NOT_A_MOVE;
    }
    if (w.b > BIO_MOST_BONUS) {
        return BIO_BONUS_RANGE;
    }
    if (w.a >= BIO_SPECIES) {
        unsigned b = w.a - (unsigned)BIO_SPECIES;
        if (!bio_is_initiate(setup)) {
            return BIO_NO_EFFECT;
        }
        if (!(s->has[seat] >> b & 1)) {
            return BIO_NOT_IN_PLAY;
        }
        return s->bonus_biotope[seat][b] ? BIO_BONUS_TWICE : BIO_OK;
    }
    if (s->at[w.a] != AT_PLAY + seat) {
        return s->at[w.a] == AT_DISCARD ? BIO_NO_CUBES_LEFT : BIO_NOT_IN_PLAY;
    }
    return s->bonus[w.a] ? BIO_BONUS_TWICE : BIO_OK;
}

static enum bio_rule check_done(const struct setup *setup, const struct bio_state *s, unsigned seat)
{
    return bio_declares(setup) && is_complete(setup, s, seat) ? BIO_OK : BIO_NOT_NOW;
}

enum bio_rule bio_check_sheet(const struct setup *setup, const struct bio_state *s, unsigned seat, struct bio_word w)
{
    if (seat >= setup->seats) {
        return BIO_NO_SUCH_SEAT;
    }
    if (!(bio_sheet_turn(setup, s) & seat_bit(seat))) {
        return BIO_NOT_YOUR_TURN;
    }
    if (s->step == STEP_TOTALS) {
        return bio_check_totals(setup, s, seat, w);
    }
    if ((w.kind == KIND_SPECIES) != (s->row_due > 0)) {
        return BIO_NOT_NOW;
    }
    switch (w.kind) {
    case KIND_BIOTOPE:
        return check_biotope(setup, s, seat, w);
    case KIND_ROW:
        return check_row(setup, s, seat, w);
    case KIND_SPECIES:
        return check_species(setup, s, w);
    case KIND_LAND:
        return check_land(s, seat, w);
    case KIND_BONUS:
        return check_bonus(setup, s, seat, w);
    case KIND_DONE:
        return check_done(setup, s, seat);
    default:
        return BIO_NOT_NOW;
    }
}

/* ---- doing ---- */

void bio_sheet_done(const struct setup *setup, struct bio_state *s, unsigned seat)
{
    s->done = (uint8_t)(s->done | 1u << seat);
    if (s->done == seat_bit(setup->seats) - 1) {
        s->step = STEP_OVER;
    }
}

/* A species without cubes is remembered, so that it is written once, but is in no row. */
static void do_species(const struct setup *setup, struct bio_state *s, unsigned seat, struct bio_word w)
{
    unsigned b = s->row_biotope;
    s->at[w.a] = (uint8_t)(w.b > 0 ? AT_PLAY + seat : AT_DISCARD);
    if (w.b > 0) {
        s->cubes[w.a] = (uint16_t)(w.b << 4 * bio_cat(setup)->species[w.a].biotope);
        s->row[seat][b][s->row_length[seat][b]++] = w.a;
    }
    s->row_due--;
}

static void do_land(struct bio_state *s, unsigned seat, struct bio_word w)
{
    const uint8_t count[BIO_BIOTOPES] = {w.a, w.b, w.c, w.d};
    memcpy(s->count[seat], count, sizeof(count));
    s->groups[seat] = w.e;
    s->landed[seat] = 1;
}

void bio_do_sheet(const struct setup *setup, struct bio_state *s, unsigned seat, struct bio_word w)
{
    if (s->step == STEP_TOTALS) {
        bio_do_totals(setup, s, seat, w);
        return;
    }
    switch (w.kind) {
    case KIND_BIOTOPE:
        s->has[seat] = (uint8_t)(s->has[seat] | 1u << w.a);
        s->milieu[seat][w.a] = w.b;
        break;
    case KIND_ROW:
        s->rows[seat] = (uint8_t)(s->rows[seat] | 1u << w.a);
        s->row_seat = (uint8_t)seat;
        s->row_biotope = w.a;
        s->row_due = w.b;
        break;
    case KIND_SPECIES:
        do_species(setup, s, seat, w);
        break;
    case KIND_LAND:
        do_land(s, seat, w);
        break;
    case KIND_BONUS:
        *(w.a < BIO_SPECIES ? &s->bonus[w.a] : &s->bonus_biotope[seat][w.a - BIO_SPECIES]) = (uint8_t)(w.b + 1);
        break;
    default: /* done */
        bio_sheet_done(setup, s, seat);
        return;
    }
    if (!bio_declares(setup) && is_complete(setup, s, seat)) {
        bio_sheet_done(setup, s, seat);
    }
}

/* ---- listing ---- */

static bool each_pair(unsigned kind, unsigned first, unsigned most_a, unsigned most_b, bio_word_fn *fn, void *context)
{
    for (unsigned a = 0; a < most_a; a++) {
        for (unsigned b = first; b <= most_b; b++) {
            if (!fn(context, (struct bio_word){.kind = (uint8_t)kind, .a = (uint8_t)a, .b = (uint8_t)b})) {
                return false;
            }
        }
    }
    return true;
}

/* All tokens of the first three biotopes given: those of the fourth, and groups. */
static bool each_land_end(const uint8_t count[3], bio_word_fn *fn, void *context)
{
    for (unsigned d = 0; d + count[0] + count[1] + count[2] <= BIO_TOKENS; d++) {
        unsigned sum = d + count[0] + count[1] + count[2];
        for (unsigned e = sum > 0; e <= sum; e++) {
            struct bio_word w = {KIND_LAND, count[0], count[1], count[2], (uint8_t)d, (uint8_t)e};
            if (!fn(context, w)) {
                return false;
            }
        }
    }
    return true;
}

static bool each_land(bio_word_fn *fn, void *context)
{
    for (unsigned a = 0; a <= BIO_TOKENS; a++) {
        for (unsigned b = 0; a + b <= BIO_TOKENS; b++) {
            for (unsigned c = 0; a + b + c <= BIO_TOKENS; c++) {
                if (!each_land_end((const uint8_t[3]){(uint8_t)a, (uint8_t)b, (uint8_t)c}, fn, context)) {
                    return false;
                }
            }
        }
    }
    return true;
}

bool bio_each_sheet_word(const struct setup *setup, const struct bio_state *s, unsigned seat, bio_word_fn *fn,
                         void *context)
{
    if (!(bio_sheet_turn(setup, s) & seat_bit(seat))) {
        return true;
    }
    if (s->step == STEP_TOTALS) {
        return bio_each_totals_word(setup, fn, context);
    }
    if (s->row_due > 0) {
        return each_pair(KIND_SPECIES, 0, BIO_SPECIES, BIO_ROOM, fn, context);
    }
    return (!bio_is_initiate(setup) || each_pair(KIND_BIOTOPE, 1, BIO_BIOTOPES, BIO_MILIEUS - 1, fn, context)) &&
           fn(context, (struct bio_word){.kind = KIND_DONE}) &&
           (!bio_declares(setup) || each_pair(KIND_BONUS, 0, BIO_SPOTS, BIO_MOST_BONUS, fn, context)) &&
           each_pair(KIND_ROW, 0, BIO_BIOTOPES, BIO_ROW, fn, context) && (s->landed[seat] || each_land(fn, context));
}

/* ---- the sheet of a game that was played ---- */

void bio_write(struct bio_writer *writer, unsigned seat, struct bio_word w)
{
    if (writer->count < writer->cap) {
        writer->out[writer->count] = bio_pack(seat, w);
    }
    writer->count++;
}

/* Species without cubes are discarded at the end, so a sheet does not tell them. */
static void write_row(const struct bio_state *s, unsigned seat, unsigned b, struct bio_writer *writer)
{
    uint8_t left[BIO_ROW];
    unsigned length = 0;
    for (unsigned i = 0; i < s->row_length[seat][b]; i++) {
        if (cubes_sum(s->cubes[s->row[seat][b][i]]) > 0) {
            left[length++] = s->row[seat][b][i];
        }
    }
    bio_write(writer, seat, (struct bio_word){.kind = KIND_ROW, .a = (uint8_t)b, .b = (uint8_t)length});
    for (unsigned i = 0; i < length; i++) {
        uint8_t cubes = (uint8_t)cubes_sum(s->cubes[left[i]]);
        bio_write(writer, seat, (struct bio_word){.kind = KIND_SPECIES, .a = left[i], .b = cubes});
    }
}

static void write_land(const struct setup *setup, const struct bio_state *s, unsigned seat, struct bio_writer *writer)
{
    uint8_t count[BIO_BIOTOPES];
    bool sheet = setup->level == BIO_SHEET;
    for (unsigned b = 0; b < BIO_BIOTOPES; b++) {
        count[b] = sheet ? s->count[seat][b] : (uint8_t)bio_land_tokens(&s->land, 1 + seat, b);
    }
    uint8_t groups = sheet ? s->groups[seat] : (uint8_t)bio_land_groups(&s->land, 1 + seat);
    bio_write(writer, seat, (struct bio_word){KIND_LAND, count[0], count[1], count[2], count[3], groups});
}

static void write_bonuses(const struct bio_state *s, unsigned seat, struct bio_writer *writer)
{
    for (unsigned i = 0; i < BIO_SPOTS; i++) {
        bool own = i >= BIO_SPECIES || (s->at[i] == AT_PLAY + seat && cubes_sum(s->cubes[i]) > 0);
        unsigned said = !own ? 0 : i < BIO_SPECIES ? s->bonus[i] : s->bonus_biotope[seat][i - (unsigned)BIO_SPECIES];
        if (said > 0) {
            bio_write(writer, seat, (struct bio_word){.kind = KIND_BONUS, .a = (uint8_t)i, .b = (uint8_t)(said - 1)});
        }
    }
    bio_write(writer, seat, (struct bio_word){.kind = KIND_DONE});
}

size_t bio_sheet(const struct setup *setup, const void *state, unsigned level, game_move *out, size_t cap)
{
    const struct bio_state *s = state;
    struct bio_writer writer = {.cap = cap};
    writer.out = out;
    if (level == BIO_TOTALS || setup->level == BIO_TOTALS) {
        bio_write_totals(setup, s, &writer);
        return writer.count;
    }
    const uint8_t *c = s->condition;
    bio_write(&writer, SEAT_TABLE, (struct bio_word){KIND_CONDITIONS, c[0], c[1], c[2], c[3], 0});
    for (unsigned seat = 0; seat < setup->seats; seat++) {
        for (unsigned b = 0; bio_is_initiate(setup) && b < BIO_BIOTOPES; b++) {
            bio_write(&writer, seat, (struct bio_word){.kind = KIND_BIOTOPE, .a = (uint8_t)b, .b = s->milieu[seat][b]});
        }
        for (unsigned b = 0; b < BIO_BIOTOPES; b++) {
            write_row(s, seat, b, &writer);
        }
        write_land(setup, s, seat, &writer);
        if (bio_declares(setup)) {
            write_bonuses(s, seat, &writer);
        }
    }
    return writer.count;
}
