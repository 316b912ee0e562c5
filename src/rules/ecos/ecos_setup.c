/*
 * Before the first token: the starting landscape, decks and draft, active
 * cards. At level table what is dealt and kept is not seen, so those steps
 * are passed over and hands have hidden cards.
 */
#include "rules/ecos/ecos_seen.h"

#include "base/banned.h"

enum { EXTRA_BLUE = 2, EXTRA_BROWN = 4, PACK_BLUE = 5, PACK_BROWN = 9, HAND_BLUE = 4, HAND_BROWN = 8 };

struct shape {
    int8_t q, r;
    uint8_t terrain;
};

/* The shapes other than the standard one are ours: the scan does not show them. docs/ecos.md draws them. */
static const struct shape SHAPES[4][8] = {
    [ECOS_STANDARD] = {{0, 0, THING_DESERT}, {0, 1, THING_WATER}, {1, -1, THING_WATER}, {1, 0, THING_GRASSLAND}},
    [ECOS_RIVER] = {{-1, 0, THING_GRASSLAND},
                    {-1, 1, THING_WATER},
                    {0, -1, THING_DESERT},
                    {0, 0, THING_WATER},
                    {0, 1, THING_DESERT},
                    {1, -1, THING_WATER},
                    {1, 0, THING_GRASSLAND}},
    [ECOS_COAST] = {{0, 0, THING_DESERT},
                    {0, 1, THING_WATER},
                    {1, 0, THING_GRASSLAND},
                    {1, 1, THING_WATER},
                    {2, 0, THING_DESERT},
                    {2, 1, THING_WATER}},
    [ECOS_ISLANDS] = {{-1, 0, THING_DESERT},
                      {0, -1, THING_WATER},
                      {0, 0, THING_WATER},
                      {0, 1, THING_WATER},
                      {1, -2, THING_GRASSLAND},
                      {1, 1, THING_DESERT}},
};

static unsigned shape_size(const struct shape *shape)
{
    unsigned n = 0;
    while (n < 8 && (shape[n].q || shape[n].r || shape[n].terrain || n == 0)) {
        n++;
    }
    return n;
}

static void start_land(const struct setup *setup, struct ecos_land *land)
{
    const struct ecos_catalogue *cat = ecos_cat(setup);
    unsigned which = setup->option[ECOS_OPTION_LANDSCAPE];
    unsigned size = which == ECOS_STANDARD ? 4 : shape_size(SHAPES[which]);
    land->left[THING_LAND] = cat->land;
    land->left[THING_WATER] = cat->water;
    land->left[THING_MOUNTAIN] = cat->mountains;
    land->left[THING_FOREST] = cat->forests;
    for (unsigned i = 0; i < cat->species; i++) {
        land->left[THING_SPECIES + i] = cat->animal[i].tokens;
    }
    for (unsigned i = 0; i < size; i++) {
        const struct shape *at = &SHAPES[which][i];
        land_place(land, at->terrain, at->q, at->r);
    }
}

enum err ecos_init(const struct setup *setup, void *state, struct error *error)
{
    struct ecos_state *s = state;
    const struct ecos_catalogue *cat = setup->block;
    memset(s, 0, sizeof(*s));
    if (setup->seats < 2 || setup->seats > ENGINE_PLAYERS) {
        return error_raise(error, &ecos_messages[ECOS_BAD_SETUP]);
    }
    if (!cat || setup->block_size != sizeof(*cat) || cat->magic != ECOS_BLOCK_MAGIC) {
        return error_raise(error, &ecos_messages[ECOS_BAD_BLOCK]);
    }
    s->ref_thing = THING_NONE;
    if (setup->level == ECOS_SHEET) {
        s->phase = PHASE_SHEET;
        return ERR_OK;
    }
    start_land(setup, &s->land);
    memcpy(s->deck_left, cat->deck_size, sizeof(s->deck_left));
    memcpy(s->bag, cat->element_tokens, sizeof(s->bag));
    s->cubes_left = (uint8_t)(cat->cubes - ECOS_START_CUBES * setup->seats);
    for (unsigned i = 0; i < setup->seats; i++) {
        s->spare[i] = ECOS_START_CUBES;
    }
    s->phase = PHASE_DECK;
    return ERR_OK;
}

/* ---- who is due what ---- */

bool ecos_drafts(const struct ecos_state *s, unsigned seat)
{
    return s->deck[seat] == 1;
}

unsigned ecos_deal_need(const struct setup *setup, const struct ecos_state *s, unsigned seat)
{
    if (seat >= setup->seats) {
        return 0;
    }
    if (s->deal_step == 1) {
        return EXTRA_BLUE + EXTRA_BROWN;
    }
    return !ecos_drafts(s, seat) ? 0 : s->deal_step == 2 ? PACK_BLUE : PACK_BROWN;
}

unsigned ecos_deal_back(const struct ecos_state *s, unsigned seat)
{
    if (s->deal_step == 1) {
        return s->dealt[seat] < EXTRA_BLUE ? ECOS_BLUE : ECOS_BROWN;
    }
    return s->deal_step == 2 ? ECOS_BLUE : ECOS_BROWN;
}

static unsigned keep_need(const struct setup *setup)
{
    return setup->seats == 2 ? 2 : 1;
}

/* ---- judging ---- */

static enum ecos_rule check_deck(const struct setup *setup, const struct ecos_state *s, struct ecos_word w)
{
    const struct ecos_catalogue *cat = ecos_cat(setup);
    if (w.a >= setup->seats || s->deck[w.a]) {
        return ECOS_SEAT_ORDER;
    }
    for (unsigned i = 0; i < w.a; i++) {
        if (!s->deck[i]) {
            return ECOS_SEAT_ORDER;
        }
    }
    if (w.v[0] == 0 || w.v[0] >= 2u + cat->decks) {
        return ECOS_NO_SUCH_DECK;
    }
    for (unsigned i = 0; i < w.a && w.v[0] >= 2; i++) {
        if (s->deck[i] == w.v[0]) {
            return ECOS_DECK_TAKEN;
        }
        if (s->deck[i] >= 2 && cat->deck[s->deck[i] - 2].family != cat->deck[w.v[0] - 2].family) {
            return ECOS_OTHER_FAMILY;
        }
    }
    return ECOS_OK;
}

static enum ecos_rule check_deal(const struct setup *setup, const struct ecos_state *s, struct ecos_word w)
{
    if (ecos_deal_need(setup, s, w.a) <= (w.a < setup->seats ? s->dealt[w.a] : 0u)) {
        return ECOS_DEALT_ENOUGH;
    }
    if (w.v[0] == 0 || w.v[0] > ECOS_CARDS || s->at[w.v[0]] != AT_UNSEEN) {
        return ECOS_CARD_ELSEWHERE;
    }
    return card_has_back(ecos_cat(setup), w.v[0], ecos_deal_back(s, w.a)) ? ECOS_OK : ECOS_WRONG_BACK;
}

enum ecos_rule ecos_check_setup(const struct setup *setup, const struct ecos_state *s, unsigned seat,
                                struct ecos_word w)
{
    if (s->phase == PHASE_DECK) {
        return w.kind == KIND_DECK ? check_deck(setup, s, w) : ECOS_NOT_NOW;
    }
    if (s->phase == PHASE_DEAL) {
        return w.kind == KIND_DEAL ? check_deal(setup, s, w) : ECOS_NOT_NOW;
    }
    if (s->phase == PHASE_DRAFT && w.kind == KIND_KEEP) {
        return w.a >= 1 && w.a <= ECOS_CARDS && card_at(s, w.a, AT_PACK, seat) ? ECOS_OK : ECOS_NOT_IN_PACK;
    }
    if (s->phase == PHASE_ACTIVE && w.kind == KIND_ACTIVE) {
        return ecos_in_hand(ecos_cat(setup), s, seat, w.a) ? ECOS_OK : ECOS_NOT_IN_HAND;
    }
    return ECOS_NOT_NOW;
}

/* ---- doing ---- */

/* Hands out a card of a deck of our own, or counts it. */
static void use_deck(const struct setup *setup, struct ecos_state *s, unsigned seat, unsigned which)
{
    const struct ecos_catalogue *cat = ecos_cat(setup);
    s->deck[seat] = (uint8_t)which;
    if (which == 1) {
        return;
    }
    const struct ecos_deck *deck = &cat->deck[which - 2];
    if (!ecos_deck_is_known(cat, which)) { /* a name and twelve hidden cards */
        ecos_hide(s, seat, ECOS_BLUE, HAND_BLUE);
        ecos_hide(s, seat, ECOS_BROWN, HAND_BROWN);
        return;
    }
    for (unsigned i = 0; i < ECOS_DECK_CARDS; i++) {
        unsigned card = deck->card[i];
        s->at[card] = (uint8_t)((i < ECOS_DECK_ACTIVE ? AT_ACTIVE : AT_HAND) + seat);
        s->leaves[card] = i < ECOS_DECK_ACTIVE ? cat->card[card].leaves : 0;
        s->seen[card] = ECOS_PUBLIC; /* the decks can be read by all */
    }
    s->deck_left[ECOS_BLUE] = (uint8_t)(s->deck_left[ECOS_BLUE] - HAND_BLUE);
    s->deck_left[ECOS_BROWN] = (uint8_t)(s->deck_left[ECOS_BROWN] - HAND_BROWN);
}

void ecos_do_setup(const struct setup *setup, struct ecos_state *s, unsigned seat, struct ecos_word w)
{
    switch (w.kind) {
    case KIND_DECK:
        use_deck(setup, s, w.a, w.v[0]);
        break;
    case KIND_DEAL:
        s->deck_left[ecos_deal_back(s, w.a)]--;
        s->at[w.v[0]] = (uint8_t)((s->deal_step == 1 ? AT_HAND : AT_PACK) + w.a);
        s->dealt[w.a]++;
        if (s->deal_step > 1) {
            s->seen[w.v[0]] = (w.a + 1) << ECOS_SEEN_PACK;
            ecos_see(s, w.a, w.v[0]);
        }
        break;
    case KIND_KEEP:
        s->at[w.a] = (uint8_t)(AT_HAND + seat);
        s->dealt[seat]++;
        break;
    default: /* KIND_ACTIVE */
        ecos_put_in_play(ecos_cat(setup), s, seat, w.a);
        s->due[seat]--;
        break;
    }
}

/* ---- going on ---- */

static unsigned pack_size(const struct ecos_state *s, unsigned seat)
{
    unsigned size = 0;
    for (unsigned card = 1; card <= ECOS_CARDS; card++) {
        size += card_at(s, card, AT_PACK, seat);
    }
    return size;
}

/* The drafting seat to which a seat hands its pack: blue to the left, brown to the right. */
static unsigned next_drafter(const struct setup *setup, const struct ecos_state *s, unsigned seat)
{
    unsigned step = s->deal_step == 2 ? 1 : setup->seats - 1u;
    do {
        seat = (seat + step) % setup->seats;
    } while (!ecos_drafts(s, seat));
    return seat;
}

/* Every drafter has kept: the packs go on, or their last cards back. */
static void pass_packs(const struct setup *setup, struct ecos_state *s)
{
    unsigned first = 0;
    while (!ecos_drafts(s, first)) {
        first++;
    }
    bool last = pack_size(s, first) <= 1;
    uint8_t to[ENGINE_PLAYERS] = {0};
    for (unsigned seat = 0; seat < setup->seats; seat++) {
        to[seat] = (uint8_t)(ecos_drafts(s, seat) ? next_drafter(setup, s, seat) : seat);
    }
    for (unsigned card = 1; card <= ECOS_CARDS; card++) {
        if ((s->at[card] & 0xf0) == AT_PACK) {
            s->at[card] = last ? AT_UNSEEN : (uint8_t)(AT_PACK + to[s->at[card] & 15]);
            if (last) {
                s->deck_left[s->deal_step == 2 ? ECOS_BLUE : ECOS_BROWN]++;
            } else {
                ecos_see(s, s->at[card] & 15, card);
            }
        }
    }
    memset(s->dealt, 0, sizeof(s->dealt));
    if (last) {
        s->phase = PHASE_DEAL;
        s->deal_step++;
    }
}

static bool all_dealt(const struct setup *setup, const struct ecos_state *s)
{
    for (unsigned i = 0; i < setup->seats; i++) {
        if (s->dealt[i] < ecos_deal_need(setup, s, i)) {
            return false;
        }
    }
    return true;
}

static bool all_kept(const struct setup *setup, const struct ecos_state *s)
{
    for (unsigned i = 0; i < setup->seats; i++) {
        if (ecos_drafts(s, i) && s->dealt[i] < keep_need(setup)) {
            return false;
        }
    }
    return true;
}

/* Level table: what was dealt and drafted is a number of hidden cards. */
static void hide_hands(const struct setup *setup, struct ecos_state *s)
{
    for (unsigned i = 0; i < setup->seats; i++) {
        unsigned blue = (setup->seats == 2 ? EXTRA_BLUE : 0u) + (ecos_drafts(s, i) ? HAND_BLUE : 0u);
        unsigned brown = (setup->seats == 2 ? EXTRA_BROWN : 0u) + (ecos_drafts(s, i) ? HAND_BROWN : 0u);
        ecos_hide(s, i, ECOS_BLUE, blue);
        ecos_hide(s, i, ECOS_BROWN, brown);
    }
}

static void start_active(const struct setup *setup, struct ecos_state *s)
{
    unsigned wanted = setup->seats == 2 ? 5 : ECOS_DECK_ACTIVE;
    memset(s->dealt, 0, sizeof(s->dealt));
    s->phase = PHASE_ACTIVE;
    s->deal_step = 0;
    for (unsigned i = 0; i < setup->seats; i++) {
        s->due[i] = (uint8_t)(ecos_deck_is_known(ecos_cat(setup), s->deck[i]) ? wanted - ECOS_DECK_ACTIVE : wanted);
    }
}

void ecos_setup_advance(const struct setup *setup, struct ecos_state *s)
{
    if (s->phase == PHASE_DECK && s->deck[setup->seats - 1]) {
        s->phase = PHASE_DEAL;
        s->deal_step = setup->seats == 2 ? 1 : 2;
        if (setup->level == ECOS_TABLE) {
            hide_hands(setup, s);
            start_active(setup, s);
        }
    }
    while (s->phase == PHASE_DEAL && all_dealt(setup, s)) {
        bool packs = s->dealt[0] + s->dealt[1] + s->dealt[2] + s->dealt[3] + s->dealt[4] + s->dealt[5] > 0;
        if (s->deal_step >= 2 && packs) {
            s->phase = PHASE_DRAFT;
        } else if (s->deal_step >= 3) {
            start_active(setup, s);
        } else {
            s->deal_step++;
        }
        memset(s->dealt, 0, sizeof(s->dealt));
    }
    if (s->phase == PHASE_DRAFT && all_kept(setup, s)) {
        pass_packs(setup, s);
        if (s->phase == PHASE_DEAL && s->deal_step > 3) {
            start_active(setup, s);
        }
    }
    bool due = false;
    for (unsigned i = 0; i < setup->seats; i++) {
        due = due || s->due[i] > 0;
    }
    if (s->phase == PHASE_ACTIVE && !due) {
        s->phase = PHASE_TOKEN;
    }
}
