/*
 * The round: tokens, charges, dials, who resolves when, and the end. Effects
 * of cards are in ecos_effects.c; this file calls them and is called back
 * through the stack of frames.
 */
#include "rules/ecos/ecos_seen.h"

#include "base/banned.h"

void ecos_push(struct ecos_state *s, unsigned kind, unsigned seat, unsigned a, unsigned b)
{
    s->frame[s->frames++] = (struct ecos_frame){(uint8_t)kind, (uint8_t)seat, (uint8_t)a, (uint8_t)b};
}

static void pop(struct ecos_state *s)
{
    s->frame[--s->frames] = (struct ecos_frame){0, 0, 0, 0};
}

unsigned ecos_cubes_on(uint32_t filled)
{
    unsigned sum = 0;
    for (; filled; filled >>= 4) {
        sum += filled & 15;
    }
    return sum;
}

void ecos_dial(struct ecos_state *s, unsigned seat)
{
    s->dial[seat]++;
    if (s->dial[seat] == 2) {
        ecos_push(s, FRAME_DIAL2, seat, 0, 0);
    } else if (s->dial[seat] == 3) {
        ecos_push(s, FRAME_DIAL3, seat, 0, 0);
    }
}

/* ---- what a word does ---- */

void ecos_set_full(struct ecos_state *s, unsigned card, bool full)
{
    s->fulls = (uint8_t)(s->fulls + full - s->full[card]);
    s->full[card] = full;
}

static void charge(const struct setup *setup, struct ecos_state *s, unsigned seat, struct ecos_word w)
{
    const struct ecos_catalogue *cat = ecos_cat(setup);
    if (w.v[1]) {
        s->filled[w.v[1]] -= UINT32_C(1) << 4 * w.v[2];
    } else {
        s->spare[seat]--;
    }
    s->filled[w.a] += UINT32_C(1) << 4 * w.v[0];
    bool known = card_knows(cat, w.a, CARD_SLOTS_KNOWN);
    ecos_set_full(s, w.a, known ? s->filled[w.a] == cat->card[w.a].need : w.v[3] & 1);
    if (w.v[3] && ecos_remembers_cubes(setup)) {
        s->cubes_seen[w.a] = (uint8_t)ecos_cubes_on(s->filled[w.a]);
    }
}

static void choose(const struct setup *setup, struct ecos_state *s, unsigned seat, struct ecos_word w)
{
    s->choice[seat] = w.kind == KIND_TURN ? CHOICE_TURN : CHOICE_CHARGE;
    if (w.kind != KIND_CHARGE) {
        return;
    }
    charge(setup, s, seat, w);
    if (s->full[w.a]) { /* only a cube that completed a card may be taken back */
        s->charged[seat] = (uint8_t)w.a;
        s->charged_element[seat] = (uint8_t)w.v[0];
    }
}

static void withdraw(struct ecos_state *s, unsigned seat)
{
    unsigned card = s->charged[seat];
    s->filled[card] -= UINT32_C(1) << 4 * s->charged_element[seat];
    ecos_set_full(s, card, false);
    s->spare[seat]++;
    s->charged[seat] = 0;
    s->charged_element[seat] = 0;
    s->choice[seat] = CHOICE_TURNED;
    ecos_dial(s, seat);
}

static void look(const struct setup *setup, struct ecos_state *s, unsigned seat, unsigned which)
{
    unsigned count = which == LOOK_BOTH ? 2 : s->deck_left[which] < 2 ? s->deck_left[which] : 2;
    pop(s);
    if (setup->level == ECOS_FULL) {
        ecos_push(s, FRAME_TOP, seat, which, count);
        return;
    }
    if (which == LOOK_BOTH) { /* one of the two stays; which back that one has is seen when the other is left */
        ecos_hide(s, seat, ECOS_BLUE, 1);
        ecos_hide(s, seat, ECOS_BROWN, 1);
        s->hidden[seat]--;
    } else {
        ecos_hide(s, seat, which, 1);
        s->deck_left[which] = (uint8_t)(s->deck_left[which] - (count - 1));
    }
    if (count == 2) {
        ecos_push(s, FRAME_LEAVE, seat, which, 0);
    }
}

/* The table shows a card of the look under way. */
static void show_top(struct ecos_state *s, unsigned card)
{
    struct ecos_frame *top = &s->frame[s->frames - 1];
    unsigned seat = top->seat;
    unsigned back = top->a == LOOK_BOTH ? (top->b == 2 ? ECOS_BLUE : ECOS_BROWN) : top->a;
    s->deck_left[back]--;
    s->at[card] = (uint8_t)(AT_LOOKED + seat);
    s->seen[card] |= ECOS_DRAWN; /* nobody who saw it in a pack knows that it is here: it was shuffled since */
    s->looked[s->looked[0] ? 1 : 0] = (uint8_t)card;
    if (--top->b > 0) {
        return;
    }
    pop(s);
    if (s->looked[1]) {
        ecos_push(s, FRAME_KEEP, seat, 0, 0);
    } else {
        s->at[card] = (uint8_t)(AT_HAND + seat);
        s->looked[0] = 0;
    }
}

static void keep(struct ecos_state *s, unsigned seat, unsigned card)
{
    unsigned other = s->looked[0] == card ? s->looked[1] : s->looked[0];
    s->at[card] = (uint8_t)(AT_HAND + seat);
    s->at[other] = AT_FACE_UP;
    s->looked[0] = 0;
    s->looked[1] = 0;
    pop(s);
}

/* Level table: the card that was not kept; of a look at both decks it tells which back went into the hand. */
static void leave(const struct setup *setup, struct ecos_state *s, unsigned seat, unsigned card)
{
    unsigned back = ecos_cat(setup)->card[card].back;
    s->at[card] = AT_FACE_UP;
    if (ecos_top(s)->a == LOOK_BOTH && back != ECOS_BACK_UNKNOWN) {
        s->hidden_back[seat][back]--;
    }
    ecos_clamp_backs(s, seat);
    pop(s);
}

/* Answers the frame on top. */
static void answer(const struct setup *setup, struct ecos_state *s, unsigned seat, struct ecos_word w)
{
    unsigned kind = s->frame[s->frames - 1].kind;
    switch (w.kind) {
    case KIND_CHARGE:
        pop(s);
        charge(setup, s, seat, w);
        break;
    case KIND_TURN:
        pop(s);
        ecos_dial(s, seat);
        break;
    case KIND_LOOK:
        look(setup, s, seat, w.a);
        break;
    case KIND_TOP:
        show_top(s, w.a);
        break;
    case KIND_KEEP:
        keep(s, seat, w.a);
        break;
    case KIND_LEAVE:
        leave(setup, s, seat, w.a);
        break;
    case KIND_FACEUP:
        s->at[w.a] = (uint8_t)(AT_HAND + seat);
        s->seen[w.a] = ECOS_PUBLIC;
        pop(s);
        break;
    case KIND_GAIN: /* of a dial: a card or a cube */
        pop(s);
        s->dial[seat] = 0;
        if (w.a == GAIN_CUBE) {
            s->cubes_left--;
            s->spare[seat]++;
        } else if (ecos_can_gain(s)) {
            ecos_push(s, FRAME_GAIN, seat, 0, 0);
        }
        break;
    case KIND_PLAY:
        ecos_put_in_play(ecos_cat(setup), s, seat, w.a);
        pop(s);
        s->dial[seat] = kind == FRAME_DIAL3 ? 0 : s->dial[seat];
        break;
    default: /* KIND_WAIT, KIND_NOTHING */
        pop(s);
        s->dial[seat] = kind == FRAME_DIAL3 ? 0 : s->dial[seat];
        break;
    }
}

static void draw_token(const struct setup *setup, struct ecos_state *s, unsigned element)
{
    unsigned wanted = setup->seats == 2 ? 2 : 1;
    unsigned left = 0;
    s->bag[element]--;
    s->token[s->tokens++] = (uint8_t)element;
    s->wild_drawn = s->wild_drawn || element == ecos_cat(setup)->wild;
    for (unsigned i = 0; i < ECOS_ELEMENTS; i++) {
        left += s->bag[i];
    }
    if (s->tokens == wanted || left == 0) {
        bool two = s->tokens == 2;
        bool order = two && s->token[0] != s->token[1];
        s->phase = order ? PHASE_ORDER : PHASE_CHOOSE;
        if (two && !order && ecos_is_short(setup)) {
            ecos_remember(s, s->harbinger, (struct ecos_word){.kind = KIND_FIRST, .a = element});
        }
    }
}

static void do_round(const struct setup *setup, struct ecos_state *s, unsigned seat, struct ecos_word w)
{
    switch (w.kind) {
    case KIND_TOKEN:
        draw_token(setup, s, w.a);
        break;
    case KIND_FIRST:
        if (s->token[0] != w.a) {
            s->token[1] = s->token[0];
            s->token[0] = (uint8_t)w.a;
        }
        s->phase = PHASE_CHOOSE;
        break;
    case KIND_RESOLVE:
        ecos_start_card(setup, s, seat, w.a);
        break;
    case KIND_WITHDRAW:
        withdraw(s, seat);
        break;
    default:
        choose(setup, s, seat, w);
        break;
    }
}

/* How much of a player's move could be checked. */
static unsigned step_of(const struct setup *setup, const struct ecos_state *s, struct ecos_word w)
{
    const struct ecos_catalogue *cat = ecos_cat(setup);
    const struct ecos_frame *top = ecos_top(s);
    if (w.kind == KIND_CHARGE && !card_knows(cat, w.a, CARD_SLOTS_KNOWN)) {
        return STEP_NUMBER;
    }
    if (top && top->kind == FRAME_CARD && !card_knows(cat, s->card, CARD_EFFECTS_KNOWN)) {
        return card_knows(cat, s->card, CARD_SLOTS_KNOWN) ? STEP_SLOTS : STEP_NUMBER;
    }
    return STEP_EFFECTS;
}

void ecos_step(const struct setup *setup, struct ecos_state *s, unsigned seat, struct ecos_word w)
{
    const struct ecos_frame *top = ecos_top(s);
    if (top && top->kind == FRAME_CARD) {
        ecos_do_card(setup, s, w);
    } else if (top) {
        answer(setup, s, top->seat, w);
    } else if (s->phase < PHASE_TOKEN) {
        ecos_do_setup(setup, s, seat, w);
        ecos_setup_advance(setup, s);
    } else {
        do_round(setup, s, seat, w);
    }
    ecos_advance(setup, s);
}

void ecos_do(const struct setup *setup, struct ecos_state *s, unsigned seat, struct ecos_word w)
{
    if (seat < GAME_PLAYERS) {
        s->verified[step_of(setup, s, w)]++;
    }
    if (!ecos_is_short(setup)) {
        ecos_step(setup, s, seat, w);
        return;
    }
    if (w.kind == KIND_TOKEN) { /* what was done for the one before is said by now, or never */
        memset(s->done, 0, sizeof(s->done));
        s->done_count = 0;
    }
    unsigned choosing = s->phase == PHASE_CHOOSE ? s->tokens : 0u;
    ecos_step(setup, s, seat, w);
    if (s->phase != PHASE_CHOOSE || choosing != s->tokens) { /* else a seat has chosen; the others have a choice */
        ecos_settle(setup, s);
    }
}

/* ---- going on ---- */

unsigned ecos_full_cards(const struct ecos_state *s, unsigned seat, unsigned *last)
{
    unsigned count = 0;
    const uint8_t *at = s->full;
    const uint8_t *end = at + ECOS_CARDS + 1;
    for (unsigned left = s->fulls; left > 0 && (at = memchr(at, 1, (size_t)(end - at))); left--, at++) {
        unsigned card = (unsigned)(at - s->full);
        if (card_at(s, card, AT_ACTIVE, seat)) {
            *last = card;
            count++;
        }
    }
    return count;
}

static bool can_anyone_score(const struct setup *setup, const struct ecos_state *s)
{
    bool any = ecos_can_gain(s);
    for (unsigned i = 0; i < setup->seats && !any; i++) {
        any = s->hidden[i] > 0;
    }
    for (unsigned card = 1; card <= ECOS_CARDS && !any; card++) {
        unsigned pile = s->at[card] & 0xf0;
        any = pile == AT_HAND || pile == AT_ACTIVE;
    }
    return any;
}

/* The token has been used by all: the next one, the end of the round, or of the game. */
static void end_token(const struct setup *setup, struct ecos_state *s)
{
    s->token[0] = s->token[1];
    s->token[1] = 0;
    s->tokens--;
    memset(s->choice, 0, sizeof(s->choice));
    memset(s->charged, 0, sizeof(s->charged));
    memset(s->charged_element, 0, sizeof(s->charged_element));
    s->index = 0;
    s->opened = 0;
    s->resolved = 0;
    s->resolved_own = 0;
    if (s->tokens > 0) {
        s->phase = PHASE_CHOOSE;
        return;
    }
    s->phase = PHASE_TOKEN;
    if (!s->wild_drawn && !s->tie) {
        return;
    }
    unsigned best = 0;
    unsigned leaders = 0;
    for (unsigned i = 0; i < setup->seats; i++) {
        leaders = s->points[i] > best ? 1 : leaders + (s->points[i] == best);
        best = s->points[i] > best ? s->points[i] : best;
    }
    s->round++;
    bool ends = s->tie || best >= ecos_target(setup);
    if ((ends && leaders == 1) || s->round >= ECOS_ROUNDS || !can_anyone_score(setup, s)) {
        s->phase = PHASE_OVER;
        return;
    }
    s->tie = ends;
    s->wild_drawn = 0;
    s->harbinger = (uint8_t)(s->harbinger + 1 < setup->seats ? s->harbinger + 1 : 0);
    memcpy(s->bag, ecos_cat(setup)->element_tokens, sizeof(s->bag));
}

/* The seat whose turn it is goes on; false when a decision is needed or the token is used up. */
static bool resolve_on(const struct setup *setup, struct ecos_state *s)
{
    unsigned seat = ecos_resolver(setup, s);
    unsigned only = 0;
    unsigned count = ecos_full_cards(s, seat, &only);
    if (!s->opened) {
        s->opened = 1;
        if (s->choice[seat] == CHOICE_TURN) { /* once, even when the seats come round again */
            s->choice[seat] = CHOICE_TURNED;
            ecos_dial(s, seat);
            return s->frames == 0;
        }
    }
    if (count > 1 || (count == 1 && s->resolved > 0 && !s->resolved_own && s->charged[seat] == only)) {
        return false; /* which card; or this one, or withdraw */
    }
    if (count == 1) {
        if (ecos_is_short(setup)) {
            ecos_remember(s, seat, (struct ecos_word){.kind = KIND_RESOLVE, .a = only});
        }
        ecos_start_card(setup, s, seat, only);
        return true;
    }
    s->resolved = (uint8_t)(s->resolved || s->resolved_own);
    s->resolved_own = 0;
    s->opened = 0;
    s->index++;
    for (unsigned i = 0; s->index >= setup->seats && i < setup->seats; i++) {
        if (ecos_full_cards(s, (s->harbinger + i) % setup->seats, &only) >
            0) { /* an effect for everyone completed it */
            s->index = (uint8_t)i;
            s->opened = 1;
            s->resolved_own = 1;
        }
    }
    if (s->index >= setup->seats) {
        end_token(setup, s);
        return false;
    }
    return true;
}

void ecos_advance(const struct setup *setup, struct ecos_state *s)
{
    if (s->phase == PHASE_CHOOSE) {
        for (unsigned i = 0; i < setup->seats; i++) {
            if (!s->choice[i]) {
                return;
            }
        }
        s->phase = PHASE_RESOLVE;
    }
    while (s->phase == PHASE_RESOLVE) {
        ecos_drop_vain(s);
        const struct ecos_frame *top = ecos_top(s);
        if (top && top->kind != FRAME_CARD) {
            return;
        }
        if (top) {
            unsigned card = s->card;
            ecos_run_card(setup, s);
            if (s->card == card) {
                top = ecos_top(s);
                if (top->kind == FRAME_CARD) {
                    return; /* the card asks something */
                }
            }
        } else if (!resolve_on(setup, s)) {
            return;
        }
    }
}
