/*
 * Who may speak, what is refused and what a line changes. Nothing is asked
 * that a line before could make impossible: the last category is refused when
 * no total could be the sum, the last rank when nobody would be first.
 */
#include "rules/totals.h"

#include "rules/totals_messages.h"

#include "base/banned.h"

/* ---- words ---- */

#define ZEROS UINT64_C(0x000001ff00000000)
#define SIGN UINT32_C(0x80000000)

game_move totals_pack(unsigned seat, struct totals_word w)
{
    return (game_move)seat << 56 | (game_move)w.kind << 52 | (game_move)w.a << 44 | (game_move)w.result << 42 |
           (game_move)w.has << 41 | (w.has ? (uint32_t)w.value ^ SIGN : 0);
}

bool totals_unpack(game_move move, struct totals_word *w)
{
    uint32_t value = (uint32_t)move;
    w->kind = (unsigned)(move >> 52) & 15;
    w->a = (unsigned)(move >> 44) & 255;
    w->result = (unsigned)(move >> 42) & 3;
    w->has = (move >> 41 & 1) != 0;
    w->value = w->has ? (int32_t)(value ^ SIGN) : 0;
    if ((move & ZEROS) || (!w->has && value != 0) || w->result > TOTALS_LOST) {
        return false;
    }
    switch (w->kind) {
    case TOTALS_CATEGORY:
        return w->has && w->result == 0;
    case TOTALS_LINE:
        return true;
    case TOTALS_PLAYED:
        return !w->has && w->a == 0 && w->result == 0;
    default:
        return false;
    }
}

/* ---- who speaks ---- */

static bool are_one(const struct totals_rules *rules, const struct setup *setup)
{
    return rules->pad && setup_contest(setup) == CONTEST_TOGETHER;
}

static bool has_rival(const struct setup *setup)
{
    return (setup->game->variants[setup->variant].extra & seat_bit(SEAT_RIVAL)) != 0;
}

unsigned totals_voice(const struct totals_rules *rules, const struct setup *setup, unsigned seat)
{
    if (are_one(rules, setup)) {
        return 0;
    }
    for (unsigned i = 0; i < seat && setup->team[seat] != 0; i++) {
        if (setup->team[i] == setup->team[seat]) {
            return i;
        }
    }
    return seat;
}

/* The lines of players that have to be said, as bits. */
static seat_set voices(const struct totals_rules *rules, const struct setup *setup)
{
    seat_set all = 0;
    for (unsigned i = 0; i < setup->seats; i++) {
        all |= seat_bit(totals_voice(rules, setup, i));
    }
    return all;
}

/* Players that count as one: teams, and whoever plays alone. */
static unsigned sides(const struct totals_rules *rules, const struct setup *setup)
{
    return (unsigned)__builtin_popcount(voices(rules, setup));
}

static seat_set lines_due(const struct totals_rules *rules, const struct setup *setup, const struct totals *t)
{
    seat_set due = 0;
    seat_set lines = voices(rules, setup) | (has_rival(setup) ? seat_bit(setup->seats) : 0);
    for (unsigned i = 0; i <= setup->seats && !t->played; i++) {
        due |= (lines >> i & 1) != 0 && !t->line[i].done ? seat_bit(i) : 0;
    }
    return due;
}

bool totals_over(const struct totals_rules *rules, const struct setup *setup, const void *state)
{
    return lines_due(rules, setup, state) == 0;
}

seat_set totals_turn(const struct totals_rules *rules, const struct setup *setup, const void *state)
{
    seat_set due = lines_due(rules, setup, state);
    if (are_one(rules, setup)) {
        return due ? seat_bit(SEAT_TABLE) : 0;
    }
    bool rival = (due >> setup->seats & 1) != 0;
    return (due & (seat_bit(setup->seats) - 1)) | (rival ? seat_bit(SEAT_RIVAL) : 0);
}

/* ---- categories ---- */

static uint32_t all_categories(const struct setup *setup)
{
    return (UINT32_C(1) << setup_categories(setup)) - 1;
}

static int sign_of(const struct totals_rules *rules, const struct setup *setup, unsigned category)
{
    return rules->sign ? rules->sign(setup, category) : 1;
}

int32_t totals_points(const struct setup *setup, const struct totals *totals, unsigned line, unsigned category)
{
    return totals->category[line * setup_categories(setup) + category];
}

static int64_t stated_sum(const struct totals_rules *rules, const struct setup *setup, const struct totals *t,
                          unsigned line)
{
    int64_t sum = 0;
    for (unsigned i = 0; i < setup_categories(setup); i++) {
        sum += (int64_t)sign_of(rules, setup, i) * totals_points(setup, t, line, i);
    }
    return sum;
}

/* True when every category, of which there are some, has been said. */
static bool is_whole(const struct setup *setup, uint32_t stated)
{
    return stated != 0 && stated == all_categories(setup);
}

static bool within(struct totals_range range, int64_t value)
{
    return value >= range.least && value <= range.most;
}

/* ---- judging ---- */

static enum err refuse(struct error *error, enum totals_rule rule)
{
    return error_raise(error, &totals_messages[rule]);
}

static enum err refuse_seat(struct error *error, enum totals_rule rule, unsigned seat)
{
    return error_raise_span(error, &totals_messages[rule], span_from(seat_label(seat)));
}

static void add_range(struct error *error, const struct setup *setup, struct totals_range range)
{
    error_add_points(error, range.least, game_scale(setup->game));
    error_add_points(error, range.most, game_scale(setup->game));
}

static enum err refuse_category(struct error *error, enum totals_rule rule, const struct setup *setup,
                                unsigned category)
{
    enum err err = refuse(error, rule);
    struct name name = setup_category(setup, category);
    error_add_name(error, &name);
    return err;
}

static enum err check_category(const struct totals_rules *rules, const struct setup *setup, const struct totals *t,
                               unsigned line, const struct totals_word *w, struct error *error)
{
    uint32_t stated = t->line[line].stated;
    if (w->a >= setup_categories(setup)) {
        return refuse(error, TOTALS_NOT_A_MOVE);
    }
    if (stated >> w->a & 1) {
        return refuse_category(error, TOTALS_CATEGORY_TWICE, setup, w->a);
    }
    if (!within(rules->category, w->value)) {
        enum err err = refuse_category(error, TOTALS_CATEGORY_RANGE, setup, w->a);
        add_range(error, setup, rules->category);
        return err;
    }
    if (!is_whole(setup, stated | UINT32_C(1) << w->a)) {
        return ERR_OK;
    }
    int64_t sum = stated_sum(rules, setup, t, line) + (int64_t)sign_of(rules, setup, w->a) * w->value;
    if (!within(rules->total, sum)) {
        enum err err = refuse(error, TOTALS_SUM_RANGE);
        error_add_points(error, sum, game_scale(setup->game));
        add_range(error, setup, rules->total);
        return err;
    }
    return ERR_OK;
}

/* Whoever speaks last is the first when nobody before is. */
static bool leaves_nobody_first(const struct totals_rules *rules, const struct setup *setup, const struct totals *t,
                                unsigned line, unsigned rank)
{
    for (unsigned i = 0; i < setup->seats; i++) {
        if (i != line && t->line[i].rank == 1) {
            return false;
        }
    }
    return rank != 1 && (lines_due(rules, setup, t) & (seat_bit(setup->seats) - 1)) == seat_bit(line);
}

static enum err check_rank(const struct totals_rules *rules, const struct setup *setup, const struct totals *t,
                           unsigned line, unsigned rank, struct error *error)
{
    if (rank > sides(rules, setup)) {
        return error_raise_int(error, &totals_messages[TOTALS_RANK_RANGE], sides(rules, setup));
    }
    if (t->ranks != 0 && t->ranks != (rank ? TOTALS_RANKED : TOTALS_UNRANKED)) {
        return refuse(error, TOTALS_RANKS_ALL);
    }
    return rank > 0 && leaves_nobody_first(rules, setup, t, line, rank) ? refuse(error, TOTALS_NOBODY_FIRST) : ERR_OK;
}

/* What a line has to say, and what it cannot, by what the players are to each other. */
static enum err check_parts(const struct totals_rules *rules, const struct setup *setup, unsigned line,
                            const struct totals_word *w, struct error *error)
{
    enum contest contest = rules->pad ? setup_contest(setup) : CONTEST_HIGH;
    bool by_result = contest == CONTEST_WINNERS || contest == CONTEST_TOGETHER;
    if (by_result != (w->result != TOTALS_UNSAID)) {
        return refuse(error, by_result ? TOTALS_RESULT_MISSING : TOTALS_NO_RESULT);
    }
    if (w->a > 0 && (by_result || has_rival(setup))) {
        return refuse(error, TOTALS_NO_RANK);
    }
    if (!w->has && (contest == CONTEST_HIGH || contest == CONTEST_LOW || line >= setup->seats)) {
        return refuse(error, TOTALS_TOTAL_MISSING);
    }
    return w->a == 0 && contest == CONTEST_RANKS ? refuse(error, TOTALS_RANK_MISSING) : ERR_OK;
}

static enum err check_line(const struct totals_rules *rules, const struct setup *setup, const struct totals *t,
                           unsigned line, const struct totals_word *w, struct error *error)
{
    enum err err = check_parts(rules, setup, line, w, error);
    if (err != ERR_OK) {
        return err;
    }
    if (w->has && !within(rules->total, w->value)) {
        err = refuse(error, TOTALS_TOTAL_RANGE);
        add_range(error, setup, rules->total);
        return err;
    }
    bool whole = w->has && is_whole(setup, t->line[line].stated);
    if (whole && stated_sum(rules, setup, t, line) != w->value) {
        err = refuse(error, TOTALS_NOT_THE_SUM);
        error_add_points(error, stated_sum(rules, setup, t, line), game_scale(setup->game));
        error_add_points(error, w->value, game_scale(setup->game));
        return err;
    }
    return line < setup->seats ? check_rank(rules, setup, t, line, w->a, error) : ERR_OK;
}

/* The line that a seat may write now. */
static enum err find_line(const struct totals_rules *rules, const struct setup *setup, const struct totals *t,
                          unsigned seat, unsigned *line, struct error *error)
{
    bool player = seat < setup->seats;
    if (!player && seat != SEAT_TABLE && !(seat == SEAT_RIVAL && has_rival(setup))) {
        return refuse_seat(error, TOTALS_NO_SUCH_SEAT, seat);
    }
    if (totals_over(rules, setup, t)) {
        return refuse(error, TOTALS_IS_OVER);
    }
    if (are_one(rules, setup)) {
        *line = 0;
        return seat == SEAT_TABLE ? ERR_OK : refuse_seat(error, TOTALS_AS_ONE, seat);
    }
    if (seat == SEAT_TABLE) {
        return refuse(error, TOTALS_NO_TABLE);
    }
    *line = player ? seat : setup->seats;
    unsigned voice = player ? totals_voice(rules, setup, seat) : seat;
    if (voice != seat) {
        enum err err = refuse_seat(error, TOTALS_MATE, seat);
        error_add(error, span_from(seat_label(voice)));
        return err;
    }
    return t->line[*line].done ? refuse_seat(error, TOTALS_SAID, seat) : ERR_OK;
}

static enum err check_played(const struct totals_rules *rules, const struct setup *setup, const struct totals *t,
                             unsigned seat, struct error *error)
{
    if (!rules->pad || seat != SEAT_TABLE) {
        return refuse(error, TOTALS_NOT_A_MOVE);
    }
    if (totals_over(rules, setup, t)) {
        return refuse(error, TOTALS_IS_OVER);
    }
    for (unsigned i = 0; i < setup->seats; i++) {
        if (t->line[i].done || t->line[i].stated) {
            return refuse(error, TOTALS_PLAYED_LATE);
        }
    }
    return ERR_OK;
}

static enum err check_said(const struct totals_rules *rules, const struct setup *setup, const struct totals *t,
                           unsigned line, const struct totals_word *w, struct error *error)
{
    return w->kind == TOTALS_CATEGORY ? check_category(rules, setup, t, line, w, error)
                                      : check_line(rules, setup, t, line, w, error);
}

static enum err check(const struct totals_rules *rules, const struct setup *setup, const struct totals *t,
                      unsigned seat, const struct totals_word *w, unsigned *line, struct error *error)
{
    if (w->kind == TOTALS_PLAYED) {
        return check_played(rules, setup, t, seat, error);
    }
    enum err err = find_line(rules, setup, t, seat, line, error);
    if (err != ERR_OK) {
        return err;
    }
    return check_said(rules, setup, t, *line, w, error);
}

/* ---- doing ---- */

void totals_init(const struct totals_rules *rules, const struct setup *setup, void *state)
{
    (void)rules;
    memset(state, 0, setup->game->state_size);
}

enum err totals_apply(const struct totals_rules *rules, const struct setup *setup, void *state, game_move move,
                      struct error *error)
{
    struct totals *t = state;
    struct totals_word w;
    unsigned line = 0;
    if (!totals_unpack(move, &w)) {
        return refuse(error, TOTALS_NOT_A_MOVE);
    }
    enum err err = check(rules, setup, t, move_seat(move), &w, &line, error);
    if (err != ERR_OK) {
        return err;
    }
    struct totals_line *at = &t->line[line];
    if (w.kind == TOTALS_PLAYED) {
        t->played = 1;
    } else if (w.kind == TOTALS_CATEGORY) {
        at->stated |= UINT32_C(1) << w.a;
        t->category[line * setup_categories(setup) + w.a] = w.value;
    } else {
        at->total = w.value;
        at->has_total = w.has;
        at->rank = (uint8_t)w.a;
        at->result = (uint8_t)w.result;
        at->done = 1;
        t->ranks = line < setup->seats ? (w.a ? TOTALS_RANKED : TOTALS_UNRANKED) : t->ranks;
    }
    return ERR_OK;
}

/* ---- listing ---- */

struct list {
    const struct totals_rules *rules;
    const struct setup *setup;
    const struct totals *t;
    unsigned seat;
    unsigned line; /* that the seat may write */
    game_move *moves;
    size_t cap;
    size_t count;
};

static void offer(struct list *list, struct totals_word w)
{
    struct error error;
    if (check_said(list->rules, list->setup, list->t, list->line, &w, &error) != ERR_OK) {
        return;
    }
    if (list->count < list->cap) {
        list->moves[list->count] = totals_pack(list->seat, w);
    }
    list->count++;
}

/* The word with every number of points that is listed. */
static void offer_points(struct list *list, struct totals_word w, struct totals_range range)
{
    const struct setup *setup = list->setup;
    int32_t step = game_scale(setup->game);
    bool sampled = setup->game->levels[setup->level].sampled;
    struct totals_range listed = sampled ? list->rules->listed : range;
    for (int32_t points = listed.least; points <= listed.most; points++) {
        w.value = points * step;
        offer(list, w);
    }
}

/* Lines with this rank and result; where all categories were said there is one total. */
static void offer_lines(struct list *list, unsigned rank, unsigned result)
{
    struct totals_word w = {.kind = TOTALS_LINE, .a = rank, .result = result};
    offer(list, w);
    w.has = true;
    if (is_whole(list->setup, list->t->line[list->line].stated)) {
        w.value = (int32_t)stated_sum(list->rules, list->setup, list->t, list->line);
        offer(list, w);
    } else {
        offer_points(list, w, list->rules->total);
    }
}

size_t totals_legal(const struct totals_rules *rules, const struct setup *setup, const void *state, unsigned seat,
                    game_move *moves, size_t cap)
{
    struct list list = {.rules = rules, .setup = setup, .t = state, .seat = seat, .cap = cap};
    struct error error;
    list.moves = moves;
    if (find_line(rules, setup, state, seat, &list.line, &error) != ERR_OK) {
        return 0;
    }
    for (unsigned i = 0; i < setup_categories(setup); i++) {
        if (!(list.t->line[list.line].stated >> i & 1)) {
            offer_points(&list, (struct totals_word){.kind = TOTALS_CATEGORY, .a = i, .has = true}, rules->category);
        }
    }
    for (unsigned rank = 0; rank <= sides(rules, setup); rank++) {
        for (unsigned result = TOTALS_UNSAID; result <= (rules->pad ? TOTALS_LOST : TOTALS_UNSAID); result++) {
            offer_lines(&list, rank, result);
        }
    }
    return list.count;
}
