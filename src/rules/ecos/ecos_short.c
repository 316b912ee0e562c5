/*
 * Rules 2, the short form: what a line says may be less than what happened.
 *
 *   - It may leave out what only one legal move of its verb could mean.
 *   - It may say what the rules have done already: then it says nothing new.
 *   - It may come after decisions of which only the rare answer is written
 *     down: a seat whose dial was turned twice waits, unless a look or a card
 *     beside the decks follows; a seat that could take its cube back resolves
 *     its card, unless it withdraws. The line stands for these moves and its
 *     own.
 */
#include "rules/ecos/ecos_words.h"

#include "base/banned.h"

enum { FIELD_A = 1, FIELD_0 = 2, FIELD_1 = 4, FIELD_2 = 8, FIELD_3 = 16 };
enum { FIELD_CELL = FIELD_0 | FIELD_1, FIELD_THING = FIELD_A | FIELD_CELL, FIELD_FROM = FIELD_1 | FIELD_2 };

/* What a player's line may leave out, by its verb. That a cube completes an unknown card is said once. */
static const uint8_t OPEN[KINDS] = {
    [KIND_CHARGE] = FIELD_A | FIELD_0 | FIELD_FROM,
    [KIND_RESOLVE] = FIELD_A,
    [KIND_PLACE] = FIELD_THING,
    [KIND_TAKE] = FIELD_THING,
    [KIND_CHOOSE] = FIELD_A,
    [KIND_PICK] = FIELD_THING,
    [KIND_MOVE] = FIELD_THING | FIELD_2 | FIELD_3,
    [KIND_REMOVE] = FIELD_THING,
    [KIND_REPLACE] = FIELD_THING,
    [KIND_LOOK] = FIELD_A,
    [KIND_KEEP] = FIELD_A,
    [KIND_LEAVE] = FIELD_A,
    [KIND_FACEUP] = FIELD_A,
    [KIND_GAIN] = FIELD_A,
    [KIND_PLAY] = FIELD_A,
    [KIND_FIRST] = FIELD_A,
};

bool ecos_leaves_out(const struct setup *setup, struct ecos_cursor *c, struct ecos_said *said, unsigned read)
{
    c->rest = span_trim(c->rest);
    unsigned open = OPEN[said->word.kind] & ~(((1u << read) - 1u));
    if (!ecos_is_short(setup) || c->rest.len > 0 || open == 0) {
        return false;
    }
    said->open |= open;
    return true;
}

bool ecos_opens_element(const struct setup *setup, struct ecos_said *said)
{
    if (!ecos_is_short(setup)) {
        return false;
    }
    said->open |= FIELD_0;
    said->word.v[0] = 0;
    return true;
}

unsigned ecos_means_eco(const struct setup *setup, const struct ecos_state *s, unsigned card, bool said)
{
    const struct ecos_catalogue *cat = ecos_cat(setup);
    unsigned cubes = ecos_cubes_on(s->filled[card]) + 1;
    bool known = card_knows(cat, card, CARD_SLOTS_KNOWN);
    if (!ecos_remembers_cubes(setup)) {
        return said && !known;
    }
    return known ? said && cubes != ecos_cubes_on(cat->card[card].need) : said || cubes == s->cubes_seen[card];
}

/* ---- what is meant ---- */

struct meant {
    const struct setup *setup;
    const struct ecos_state *s;
    unsigned seat;
    const struct ecos_said *said;
    struct ecos_word word[2];
    unsigned count; /* two: two or more */
};

static bool is_said(const struct ecos_said *said, struct ecos_word w)
{
    bool same = w.kind == said->word.kind && (w.a == said->word.a || (said->open & FIELD_A));
    for (unsigned i = 0; same && i < 4; i++) {
        same = w.v[i] == said->word.v[i] || (said->open & (unsigned)FIELD_0 << i);
    }
    return same;
}

static bool add_meant(void *context, struct ecos_word w)
{
    struct meant *meant = context;
    struct ecos_said said = *meant->said;
    if (said.open && w.kind == KIND_CHARGE) { /* by the cubes that lie on this card now */
        said.word.v[3] = ecos_means_eco(meant->setup, meant->s, w.a, said.eco);
    }
    if (is_said(&said, w) && ecos_check(meant->setup, meant->s, meant->seat, w) == ECOS_OK) {
        meant->word[meant->count++] = w;
    }
    return meant->count < 2;
}

/* The legal words that the line may mean now, up to two. */
static void find_meant(struct meant *meant)
{
    meant->count = 0;
    if (meant->said->open == 0) {
        (void)add_meant(meant, meant->said->word);
    } else if (ecos_turn(meant->setup, meant->s) & seat_bit(meant->seat)) {
        (void)ecos_each_word(meant->setup, meant->s, meant->seat, add_meant, meant);
    }
}

static bool is_done(const struct ecos_state *s, unsigned seat, const struct ecos_said *said)
{
    for (unsigned i = 0; i < s->done_count; i++) {
        if (move_seat(s->done[i]) == seat && is_said(said, ecos_unpack(s->done[i]))) {
            return true;
        }
    }
    return false;
}

/* ---- what goes without saying ---- */

/* The move that was not written down before a line of this seat and verb; false when a decision is missing. */
static bool find_unsaid(const struct setup *setup, const struct ecos_state *s, unsigned seat, unsigned kind,
                        game_move *move)
{
    const struct ecos_frame *top = ecos_top(s);
    if (top && top->kind == FRAME_DIAL2) {
        bool own = top->seat == seat;
        bool gains = own && (kind == KIND_LOOK || kind == KIND_FACEUP);
        struct ecos_word gain = {.kind = KIND_GAIN, .a = GAIN_CARD};
        *move = ecos_pack(top->seat, gains ? gain : (struct ecos_word){.kind = KIND_WAIT});
        return !own || (kind != KIND_GAIN && kind != KIND_WAIT);
    }
    if (top || s->phase != PHASE_RESOLVE) {
        return false;
    }
    unsigned resolver = ecos_resolver(setup, s);
    unsigned card = 0;
    bool only = ecos_full_cards(s, resolver, &card) == 1;
    *move = ecos_pack(resolver, (struct ecos_word){.kind = KIND_RESOLVE, .a = card});
    return only && (resolver != seat || (kind != KIND_RESOLVE && kind != KIND_WITHDRAW));
}

bool ecos_is_plain(const struct setup *setup, const struct ecos_state *s, unsigned seat, const struct ecos_said *said)
{
    game_move unsaid;
    if (said->open) {
        return false;
    }
    bool alone = !is_done(s, seat, said) && !find_unsaid(setup, s, seat, said->word.kind, &unsaid);
    return alone || ecos_check(setup, s, seat, said->word) == ECOS_OK;
}

static enum err raise_which(const struct meant *meant, uint32_t column, struct error *error)
{
    enum err err = error_raise(error, &ecos_messages[ECOS_WHICH]);
    for (unsigned i = 0; i < 2; i++) {
        char memory[2][64];
        struct strbuf text[2];
        game_move move = ecos_pack(meant->seat, meant->word[i]);
        for (unsigned lang = LANG_EN; lang <= LANG_FR; lang++) {
            strbuf_wrap(&text[lang], memory[lang], sizeof(memory[lang]));
            (void)ecos_say(meant->setup, meant->s, &move, 1, lang, &text[lang]);
        }
        struct name name = {"", strbuf_text(&text[LANG_EN]), strbuf_text(&text[LANG_FR])};
        error_add_name(error, &name);
    }
    error->column = column;
    return err;
}

enum err ecos_expand(const struct setup *setup, const struct ecos_state *s, unsigned seat, const struct ecos_said *said,
                     uint32_t column, game_move *moves, size_t *count, struct error *error)
{
    struct ecos_state after;
    struct meant meant = {.setup = setup, .s = s, .seat = seat, .said = said};
    for (*count = 0;; ++*count) {
        find_meant(&meant);
        if (meant.count == 2) {
            return raise_which(&meant, column, error);
        }
        if (meant.count == 1) {
            moves[(*count)++] = ecos_pack(seat, meant.word[0]);
            return ERR_OK;
        }
        bool own = *count == 0 || move_seat(moves[*count - 1]) == seat;
        if (own && is_done(meant.s, seat, said)) {
            return ERR_OK;
        }
        if (*count + 1 == GAME_LINE || !find_unsaid(setup, meant.s, seat, said->word.kind, &moves[*count])) {
            break;
        }
        if (*count == 0) {
            after = *s;
            meant.s = &after;
        }
        ecos_do(setup, &after, move_seat(moves[*count]), ecos_unpack(moves[*count]));
    }
    moves[0] = ecos_pack(seat, said->word); /* apply says which rule it breaks */
    *count = 1;
    return ERR_OK;
}

size_t ecos_unsaid(const struct setup *setup, const struct ecos_state *s, const game_move *moves, size_t count)
{
    size_t last = 0;
    for (bool unsaid = ecos_is_short(setup); unsaid && last + 1 < count && last + 1 < GAME_LINE; last += unsaid) {
        struct ecos_word w = ecos_unpack(moves[last]);
        unsaid = w.kind == KIND_WAIT || w.kind == KIND_RESOLVE || (w.kind == KIND_GAIN && w.a == GAIN_CARD);
    }
    for (; last > 0; last--) {
        struct ecos_said said = {.word = ecos_unpack(moves[last])};
        if (said.word.kind == KIND_DEAL || said.word.kind == KIND_ACTIVE || said.word.kind == KIND_TOP) {
            continue; /* a line of several cards stands for them alone */
        }
        game_move read[GAME_LINE];
        size_t n = 0;
        struct error ignored;
        if (ecos_expand(setup, s, move_seat(moves[last]), &said, 0, read, &n, &ignored) == ERR_OK && n == last + 1 &&
            memcmp(read, moves, n * sizeof(read[0])) == 0) {
            break;
        }
    }
    return last;
}
