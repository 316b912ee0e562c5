/*
 * Before the first cycle: conditions, tiles, tokens with their biotope cards,
 * and the deal. Rules for tokens are waived one after the other where a
 * landscape has no hex that keeps them all.
 */
#include "rules/biotopes/biotopes_state.h"

#include "base/banned.h"

/* ---- the beginning ---- */

static void fill_decks(const struct setup *setup, struct bio_state *s)
{
    for (unsigned i = 0; i < BIO_SPECIES; i++) {
        s->deck[bio_cat(setup)->species[i].deck]++;
    }
    for (unsigned seat = 0; seat < setup->seats && setup->level == BIO_TABLE; seat++) {
        s->hand[seat][BIO_HERBIVORE] = BIO_BIOTOPES;
        s->deck[BIO_HERBIVORE] = (uint8_t)(s->deck[BIO_HERBIVORE] - BIO_BIOTOPES);
    }
}

/* A cube from the reserve goes with every biotope card. */
static void take_biotope(struct bio_state *s, unsigned seat, unsigned biotope, unsigned milieu)
{
    s->has[seat] = (uint8_t)(s->has[seat] | 1u << biotope);
    s->milieu[seat][biotope] = (uint8_t)milieu;
    s->plants[seat][biotope]++;
    s->reserve[biotope]--;
}

enum err bio_init(const struct setup *setup, void *state, struct error *error)
{
    struct bio_state *s = state;
    const struct variant *variant = &setup->game->variants[setup->variant];
    memset(s, 0, sizeof(*s));
    if (setup->seats < variant->min_seats || setup->seats > variant->max_seats) {
        return error_raise(error, &bio_messages[BIO_BAD_SETUP]);
    }
    const struct bio_catalogue *cat = setup->block;
    if (!cat || setup->block_size != sizeof(*cat) || cat->magic != BIO_BLOCK_MAGIC) {
        return error_raise(error, &bio_messages[BIO_BAD_BLOCK]);
    }
    fill_decks(setup, s);
    memset(s->reserve, (int)bio_supply(setup), sizeof(s->reserve));
    for (unsigned seat = 0; seat < setup->seats; seat++) {
        s->tokens[seat] = BIO_TOKENS;
        for (unsigned b = 0; b < BIO_BIOTOPES && !bio_is_initiate(setup); b++) {
            take_biotope(s, seat, b, BIO_BASIC);
        }
    }
    s->step = setup->level == BIO_TOTALS ? STEP_TOTALS : STEP_CONDITIONS;
    return ERR_OK;
}

static unsigned tiles_of(const struct setup *setup)
{
    return setup->seats < 2 ? 4 : 2u * setup->seats;
}

/* ---- where a token may go ---- */

enum { WAIVE_NONE, WAIVE_EDGE, WAIVE_ADJACENCY, WAIVE_BIOTOPE };

static enum bio_rule check_hex(const struct bio_state *s, unsigned seat, unsigned hex, unsigned waived)
{
    const struct bio_land *land = &s->land;
    unsigned owner = 1 + seat;
    if (land->owner[hex] != OWNER_NONE) {
        return BIO_HEX_TAKEN;
    }
    if (waived < WAIVE_BIOTOPE && bio_land_tokens(land, owner, land->biotope[hex]) > 0) {
        return BIO_BIOTOPE_HELD;
    }
    if (waived < WAIVE_ADJACENCY && bio_land_touches(land, hex, owner)) {
        return BIO_NEXT_TO_OWN;
    }
    return waived >= WAIVE_EDGE || bio_land_is_edge(land, hex) ? BIO_OK : BIO_NOT_EDGE;
}

/* What has to be waived for this seat's next token. */
static unsigned waived_for(const struct bio_state *s, unsigned seat)
{
    for (unsigned waived = WAIVE_NONE; waived < WAIVE_BIOTOPE; waived++) {
        for (unsigned hex = 0; hex < s->land.count; hex++) {
            if (check_hex(s, seat, hex, waived) == BIO_OK) {
                return waived;
            }
        }
    }
    return WAIVE_BIOTOPE;
}

/* ---- judging ---- */

static enum bio_rule check_conditions(struct bio_word w)
{
    if (w.a >= BIO_BIOTOPES || w.b >= BIO_BIOTOPES || w.c >= BIO_TYPES || w.d >= BIO_TYPES) {
        return BIO_NOT_A_MOVE;
    }
    if (w.c == BIO_PLANT || w.d == BIO_PLANT) {
        return BIO_CONDITION_PLANT;
    }
    return w.a == w.b || w.c == w.d ? BIO_SAME_CONDITIONS : BIO_OK;
}

static bool tile_used(const struct bio_land *land, unsigned face)
{
    for (unsigned i = 0; i < land->tiles; i++) {
        if (land->tile[i].face / 2 == face / 2) {
            return true;
        }
    }
    return false;
}

static enum bio_rule check_tile(const struct bio_state *s, struct bio_word w)
{
    const struct bio_land *land = &s->land;
    int q = bio_uncoord(w.c);
    int r = bio_uncoord(w.d);
    if (w.a >= 2 * BIO_TILES || w.b >= 6) {
        return BIO_NOT_A_MOVE;
    }
    if (tile_used(land, w.a)) {
        return BIO_TILE_USED;
    }
    if (land->count == 0) {
        bool near = q >= -BIO_FIRST_REACH && q <= BIO_FIRST_REACH && r >= -BIO_FIRST_REACH && r <= BIO_FIRST_REACH;
        return near ? BIO_OK : BIO_TOO_FAR;
    }
    if (bio_land_takes_tile(land, q, r)) {
        return BIO_OK;
    }
    for (unsigned i = 0; i < land->tiles; i++) {
        int dq = q - land->tile[i].q;
        int dr = r - land->tile[i].r;
        if (dq * dq + dr * dr + dq * dr < 7) { /* closer than three steps: the square of the distance is 7 or 9 there */
            return BIO_TILE_OVERLAPS;
        }
    }
    return BIO_TILE_APART;
}

static enum bio_rule check_token(const struct bio_state *s, struct bio_word w)
{
    unsigned hex = bio_land_find(&s->land, bio_uncoord(w.a), bio_uncoord(w.b));
    return hex == HEX_NONE ? BIO_NO_HEX : check_hex(s, s->asked, hex, waived_for(s, s->asked));
}

static enum bio_rule check_biotope(const struct setup *setup, const struct bio_state *s, struct bio_word w)
{
    if (w.a >= BIO_BIOTOPES || w.b == BIO_BASIC || w.b >= BIO_MILIEUS) {
        return BIO_NOT_A_MOVE;
    }
    unsigned has = s->has[s->asked];
    unsigned wanted = s->land.biotope[s->to];
    if (has >> w.a & 1) {
        return BIO_MILIEU_HELD;
    }
    if (!(has >> wanted & 1) && w.a != wanted) {
        return BIO_MILIEU_OTHER;
    }
    for (unsigned seat = 0; seat < setup->seats; seat++) {
        if (s->has[seat] >> w.a & 1 && s->milieu[seat][w.a] == w.b) {
            return BIO_MILIEU_TAKEN;
        }
    }
    return BIO_OK;
}

static enum bio_rule check_deal(const struct setup *setup, const struct bio_state *s, struct bio_word w)
{
    if (w.a >= setup->seats || w.b >= BIO_SPECIES) {
        return BIO_NOT_A_MOVE;
    }
    const struct bio_species *species = &bio_cat(setup)->species[w.b];
    if (w.a != s->asked) {
        return BIO_DEAL_ORDER;
    }
    if (species->deck != BIO_HERBIVORE) {
        return BIO_DEAL_HERBIVORE;
    }
    if (s->at[w.b] != AT_UNSEEN) {
        return BIO_CARD_ELSEWHERE;
    }
    return s->dealt >> species->biotope & 1 ? BIO_DEAL_BIOTOPE : BIO_OK;
}

enum bio_rule bio_check_setup(const struct setup *setup, const struct bio_state *s, struct bio_word w)
{
    switch (s->step) {
    case STEP_CONDITIONS:
        return check_conditions(w);
    case STEP_TILE:
        return check_tile(s, w);
    case STEP_TOKEN:
        return check_token(s, w);
    case STEP_BIOTOPE:
        return check_biotope(setup, s, w);
    default:
        return check_deal(setup, s, w);
    }
}

/* ---- doing ---- */

static void start_cycles(const struct setup *setup, struct bio_state *s)
{
    s->asked = 0;
    if (setup->level == BIO_FULL && s->step != STEP_DEAL) {
        s->step = STEP_DEAL;
        return;
    }
    bio_begin_cycle(setup, s);
}

static void next_token(const struct setup *setup, struct bio_state *s)
{
    s->placed++;
    s->to = 0;
    s->asked = (uint8_t)(s->placed % setup->seats);
    s->step = STEP_TOKEN;
    if (s->placed == BIO_START_TOKENS * setup->seats) {
        start_cycles(setup, s);
    }
}

static void put_neutrals(struct bio_land *land)
{
    for (unsigned hex = 0; hex < land->count; hex++) {
        land->owner[hex] = bio_land_is_edge(land, hex) ? OWNER_NONE : OWNER_NEUTRAL;
    }
}

static void lay_tile(const struct setup *setup, struct bio_state *s, struct bio_word w)
{
    bio_land_lay(&s->land, (struct bio_tile){w.a, w.b, (int8_t)bio_uncoord(w.c), (int8_t)bio_uncoord(w.d)});
    s->asked = (uint8_t)(s->land.tiles % setup->seats);
    if (s->land.tiles < tiles_of(setup)) {
        return;
    }
    if (bio_is_solo(setup)) {
        put_neutrals(&s->land);
    }
    s->step = STEP_TOKEN;
}

static void put_token(const struct setup *setup, struct bio_state *s, struct bio_word w)
{
    unsigned hex = bio_land_find(&s->land, bio_uncoord(w.a), bio_uncoord(w.b));
    s->land.owner[hex] = (uint8_t)(1 + s->asked);
    s->tokens[s->asked]--;
    if (bio_is_initiate(setup)) {
        s->to = (uint8_t)hex;
        s->step = STEP_BIOTOPE;
    } else {
        next_token(setup, s);
    }
}

static void deal(const struct setup *setup, struct bio_state *s, struct bio_word w)
{
    s->at[w.b] = (uint8_t)(AT_HAND + w.a);
    s->hand[w.a][BIO_HERBIVORE]++;
    s->deck[BIO_HERBIVORE]--;
    s->dealt = (uint8_t)(s->dealt | 1u << bio_cat(setup)->species[w.b].biotope);
    if (s->dealt != (1u << BIO_BIOTOPES) - 1) {
        return;
    }
    s->dealt_left[w.a][s->dealt] = 1;
    s->dealt = 0;
    s->asked++;
    if (s->asked == setup->seats) {
        start_cycles(setup, s);
    }
}

void bio_do_setup(const struct setup *setup, struct bio_state *s, unsigned seat, struct bio_word w)
{
    (void)seat;
    switch (s->step) {
    case STEP_CONDITIONS:
        s->condition[0] = w.a;
        s->condition[1] = w.b;
        s->condition[2] = w.c;
        s->condition[3] = w.d;
        s->step = setup->level == BIO_SHEET ? STEP_SHEET : STEP_TILE;
        break;
    case STEP_TILE:
        lay_tile(setup, s, w);
        break;
    case STEP_TOKEN:
        put_token(setup, s, w);
        break;
    case STEP_BIOTOPE:
        take_biotope(s, s->asked, w.a, w.b);
        next_token(setup, s);
        break;
    default:
        deal(setup, s, w);
        break;
    }
}

/* ---- listing ---- */

static bool each_conditions(bio_word_fn *fn, void *context)
{
    bool on = true;
    for (unsigned i = 0; on && i < BIO_BIOTOPES * BIO_BIOTOPES * BIO_TYPES * BIO_TYPES; i++) {
        unsigned types = i % (BIO_TYPES * BIO_TYPES);
        unsigned biotopes = i / (BIO_TYPES * BIO_TYPES);
        on = fn(context, (struct bio_word){.kind = KIND_CONDITIONS,
                                           .a = (uint8_t)(biotopes / BIO_BIOTOPES),
                                           .b = (uint8_t)(biotopes % BIO_BIOTOPES),
                                           .c = (uint8_t)(types / BIO_TYPES),
                                           .d = (uint8_t)(types % BIO_TYPES)});
    }
    return on;
}

static bool each_tile(const struct bio_state *s, bio_word_fn *fn, void *context)
{
    int8_t centre[BIO_CENTRES][2];
    unsigned centres = bio_land_centres(&s->land, centre);
    bool on = true;
    for (unsigned face = 0; on && face < 2 * BIO_TILES; face++) {
        for (unsigned i = 0; on && !tile_used(&s->land, face) && i < 6 * centres; i++) {
            const int8_t *at = centre[i % centres];
            on = fn(context, (struct bio_word){.kind = KIND_TILE,
                                               .a = (uint8_t)face,
                                               .b = (uint8_t)(i / centres),
                                               .c = bio_coord(at[0]),
                                               .d = bio_coord(at[1])});
        }
    }
    return on;
}

static bool each_token(const struct bio_state *s, bio_word_fn *fn, void *context)
{
    bool on = true;
    for (unsigned hex = 0; on && hex < s->land.count; hex++) {
        on = fn(context,
                (struct bio_word){.kind = KIND_TOKEN, .a = bio_coord(s->land.q[hex]), .b = bio_coord(s->land.r[hex])});
    }
    return on;
}

bool bio_each_setup_word(const struct setup *setup, const struct bio_state *s, bio_word_fn *fn, void *context)
{
    (void)setup;
    bool on = true;
    switch (s->step) {
    case STEP_CONDITIONS:
        return each_conditions(fn, context);
    case STEP_TILE:
        return each_tile(s, fn, context);
    case STEP_TOKEN:
        return each_token(s, fn, context);
    case STEP_BIOTOPE:
        for (unsigned i = 0; on && i < BIO_BIOTOPES * BIO_MILIEUS; i++) {
            on = fn(context, (struct bio_word){.kind = KIND_BIOTOPE,
                                               .a = (uint8_t)(i / BIO_MILIEUS),
                                               .b = (uint8_t)(i % BIO_MILIEUS)});
        }
        return on;
    default:
        for (unsigned i = 0; on && i < BIO_SPECIES; i++) {
            on = fn(context, (struct bio_word){.kind = KIND_DEAL, .a = s->asked, .b = (uint8_t)i});
        }
        return on;
    }
}
