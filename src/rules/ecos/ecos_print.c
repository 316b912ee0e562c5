/* The text of moves, canonical or in French, and what goes into a digest. */
#include "rules/ecos/ecos_words.h"

#include "base/banned.h"

static void add_number(struct strbuf *out, unsigned number)
{
    strbuf_add_char(out, ' ');
    strbuf_int(out, number);
}

static void add_word(struct strbuf *out, const char *word)
{
    strbuf_add_char(out, ' ');
    strbuf_add(out, word);
}

static void add_name(struct strbuf *out, enum lang lang, struct name name)
{
    add_word(out, word_in(&name, lang));
}

static void add_element(struct strbuf *out, enum lang lang, const struct ecos_catalogue *cat, unsigned element)
{
    if (element >= cat->elements) {
        add_word(out, "?");
    } else if (lang == LANG_EN) {
        add_word(out, cat_text(cat, cat->element[element].id));
    } else {
        add_name(out, lang, ecos_label_name(cat, cat->element[element]));
    }
}

static void add_cell(struct strbuf *out, const unsigned v[2])
{
    strbuf_add_char(out, ' ');
    strbuf_int(out, uncoord(v[0]));
    strbuf_add_char(out, ',');
    strbuf_int(out, uncoord(v[1]));
}

/* How many moves from the first on make one line: the same kind and seat, at most `most`. */
static size_t alike(const game_move *moves, size_t count, size_t most)
{
    struct ecos_word first = ecos_unpack(moves[0]);
    size_t n = 1;
    for (; n < count && n < most && n < 9; n++) {
        struct ecos_word w = ecos_unpack(moves[n]);
        if (move_seat(moves[n]) != move_seat(moves[0]) || w.kind != first.kind ||
            (w.kind == KIND_DEAL && w.a != first.a)) {
            break;
        }
    }
    return n;
}

static size_t print_cards(const struct setup *setup, const struct ecos_state *s, const game_move *moves, size_t count,
                          struct strbuf *out)
{
    struct ecos_word first = ecos_unpack(moves[0]);
    unsigned seat = move_seat(moves[0]);
    size_t most = 1;
    if (first.kind == KIND_DEAL) {
        unsigned need = ecos_deal_need(setup, s, first.a);
        most = first.a < setup->seats && need > s->dealt[first.a] ? need - s->dealt[first.a] : 1;
        add_word(out, seat_label(first.a));
    } else if (first.kind == KIND_ACTIVE) {
        most = seat < setup->seats && s->due[seat] ? s->due[seat] : 1;
    } else if (s->frames && ecos_top(s)->kind == FRAME_TOP) {
        most = ecos_top(s)->b;
    }
    size_t n = alike(moves, count, most);
    for (size_t i = 0; i < n; i++) {
        struct ecos_word w = ecos_unpack(moves[i]);
        add_number(out, w.kind == KIND_DEAL ? w.v[0] : w.a);
    }
    return n;
}

static void print_charge(const struct ecos_catalogue *cat, struct ecos_word w, enum lang lang, struct strbuf *out)
{
    add_number(out, w.a);
    add_element(out, lang, cat, w.v[0]);
    if (w.v[3]) {
        add_name(out, lang, ecos_said_words[SAID_ECO]);
    }
    if (w.v[1]) {
        add_name(out, lang, ecos_said_words[SAID_FROM]);
        add_number(out, w.v[1]);
        add_element(out, lang, cat, w.v[2]);
    }
}

static void print_rest(const struct setup *setup, struct ecos_word w, enum lang lang, struct strbuf *out)
{
    const struct ecos_catalogue *cat = ecos_cat(setup);
    switch (w.kind) {
    case KIND_CHARGE:
        print_charge(cat, w, lang, out);
        break;
    case KIND_RESOLVE:
    case KIND_KEEP:
    case KIND_LEAVE:
    case KIND_FACEUP:
    case KIND_CHOOSE:
    case KIND_POINTS:
        add_number(out, w.a);
        break;
    case KIND_PLAY:
        if (w.v[0] == FOR_SELF) {
            add_number(out, w.a);
        }
        break;
    case KIND_PLACE:
    case KIND_TAKE:
    case KIND_PICK:
    case KIND_REMOVE:
    case KIND_REPLACE:
    case KIND_MOVE:
        add_name(out, lang, ecos_thing_name(cat, w.a));
        add_cell(out, w.v);
        if (w.kind == KIND_MOVE) {
            add_cell(out, w.v + 2);
        }
        break;
    case KIND_LOOK:
        add_word(out, w.a <= LOOK_BOTH ? word_in(&ecos_looks[w.a], lang) : "?");
        break;
    case KIND_GAIN:
        if (w.a >= GAIN_CUBE) {
            add_word(out, w.a <= GAIN_CARD ? word_in(&ecos_gains[w.a - GAIN_CUBE], lang) : "?");
            break;
        }
        add_element(out, lang, cat, w.a);
        break;
    case KIND_FIRST:
    case KIND_TOKEN:
        add_element(out, lang, cat, w.a);
        break;
    case KIND_DECK:
        add_word(out, seat_label(w.a));
        if (w.v[0] >= 2 && w.v[0] < 2u + cat->decks) {
            add_name(out, lang, ecos_label_name(cat, cat->deck[w.v[0] - 2].name));
        } else {
            add_word(out, w.v[0] == 1 ? word_in(&ecos_said_words[SAID_DRAFT], lang) : "?");
        }
        break;
    case KIND_USED:
        add_number(out, w.a);
        add_number(out, w.v[0]);
        break;
    case KIND_TOTAL:
        add_number(out, w.v[0]);
        break;
    default:
        break;
    }
}

/* `for 2 `, before what a declared card gives to others. */
static void print_for(struct ecos_word w, enum lang lang, struct strbuf *out)
{
    bool given = w.kind == KIND_POINTS || w.kind == KIND_GAIN || w.kind == KIND_PLAY;
    if (given && w.v[0] != FOR_SELF) {
        strbuf_add(out, word_in(&ecos_said_words[SAID_FOR], lang));
        add_word(out, w.v[0] == FOR_ALL ? word_in(&ecos_said_words[SAID_ALL], lang) : seat_label(w.v[0] - 1));
        strbuf_add_char(out, ' ');
    }
}

size_t ecos_say(const struct setup *setup, const void *state, const game_move *moves, size_t count, enum lang lang,
                struct strbuf *out)
{
    size_t unsaid = ecos_unsaid(setup, state, moves, count);
    struct ecos_word w = ecos_unpack(moves[unsaid]);
    if (w.kind >= KINDS) {
        strbuf_add_char(out, '?');
        return 1;
    }
    print_for(w, lang, out);
    strbuf_add(out, word_in(&ecos_words[w.kind], lang));
    if (w.kind == KIND_DEAL || w.kind == KIND_ACTIVE || w.kind == KIND_TOP) { /* before them nothing is unsaid */
        return print_cards(setup, state, moves, count, out);
    }
    print_rest(setup, w, lang, out);
    return unsaid + 1;
}

size_t ecos_print(const struct setup *setup, const void *state, const game_move *moves, size_t count,
                  struct strbuf *out)
{
    return ecos_say(setup, state, moves, count, LANG_EN, out);
}

/* ---- digest ---- */

static void add_tile(struct sha256 *hash, const struct ecos_tile *tile)
{
    sha256_add_u32(hash, (uint32_t)(int32_t)tile->q);
    sha256_add_u32(hash, (uint32_t)(int32_t)tile->r);
    const uint8_t rest[3] = {tile->terrain, tile->mountain, tile->forests};
    sha256_add(hash, rest, sizeof(rest));
    sha256_add_u64(hash, tile->animals);
}

static void add_seat(struct sha256 *hash, const struct ecos_state *s, unsigned i)
{
    const uint8_t bytes[] = {
        s->hidden[i], s->hidden_back[i][0], s->hidden_back[i][1], s->deck[i],    s->dealt[i],           s->due[i],
        s->dial[i],   s->spare[i],          s->choice[i],         s->charged[i], s->charged_element[i], s->stated[i]};
    sha256_add_u32(hash, s->points[i]);
    sha256_add(hash, bytes, sizeof(bytes));
    for (unsigned card = 1; card <= ECOS_CARDS; card++) {
        if (s->times[i][card] || s->card_points[i][card]) {
            sha256_add_u8(hash, (uint8_t)card);
            sha256_add_u8(hash, s->times[i][card]);
            sha256_add_u32(hash, s->card_points[i][card]);
        }
    }
    sha256_add_u8(hash, 0);
}

/* Rules 2: each card whose number of slots is known because it was completed. */
static void add_cubes_seen(struct sha256 *hash, const struct ecos_state *s)
{
    for (unsigned card = 1; card <= ECOS_CARDS; card++) {
        if (s->cubes_seen[card]) {
            sha256_add_u8(hash, (uint8_t)card);
            sha256_add_u8(hash, s->cubes_seen[card]);
        }
    }
    sha256_add_u8(hash, 0);
}

/* The order is that of docs/ecos.md. */
void ecos_digest(const struct setup *setup, const void *state, struct sha256 *hash)
{
    const struct ecos_state *s = state;
    const uint8_t head[] = {setup->seats,    setup->option[0], setup->option[1], s->phase,      s->deal_step,
                            s->harbinger,    s->round,         s->tie,           s->tokens,     s->token[0],
                            s->token[1],     s->wild_drawn,    s->index,         s->opened,     s->resolved,
                            s->resolved_own, s->deck_left[0],  s->deck_left[1],  s->cubes_left, s->land.count};
    sha256_add(hash, head, sizeof(head));
    for (unsigned i = 0; i < s->land.count; i++) {
        add_tile(hash, &s->land.tile[i]);
    }
    sha256_add(hash, s->land.left, sizeof(s->land.left));
    sha256_add(hash, s->bag, sizeof(s->bag));
    sha256_add(hash, s->at, sizeof(s->at));
    sha256_add(hash, s->leaves, sizeof(s->leaves));
    sha256_add(hash, s->full, sizeof(s->full));
    for (unsigned card = 1; card <= ECOS_CARDS; card++) {
        if (s->filled[card]) {
            sha256_add_u8(hash, (uint8_t)card);
            sha256_add_u32(hash, s->filled[card]);
        }
    }
    sha256_add_u8(hash, 0);
    for (unsigned i = 0; i < setup->seats; i++) {
        add_seat(hash, s, i);
    }
    sha256_add_u8(hash, s->frames);
    for (unsigned i = 0; i < s->frames; i++) {
        const uint8_t frame[4] = {s->frame[i].kind, s->frame[i].seat, s->frame[i].a, s->frame[i].b};
        sha256_add(hash, frame, sizeof(frame));
    }
    const uint8_t card[] = {s->card, s->rep, s->ref_thing, s->declared, s->looked[0], s->looked[1], s->taken};
    sha256_add(hash, card, sizeof(card));
    for (unsigned i = 0; i < ECOS_MOVES && s->moved[i].thing; i++) {
        sha256_add_u8(hash, s->moved[i].thing);
        sha256_add_u32(hash, (uint32_t)(int32_t)s->moved[i].q);
        sha256_add_u32(hash, (uint32_t)(int32_t)s->moved[i].r);
    }
    sha256_add_u8(hash, 0);
    sha256_add_u32(hash, s->pc);
    sha256_add_u32(hash, (uint32_t)(int32_t)s->ref_q);
    sha256_add_u32(hash, (uint32_t)(int32_t)s->ref_r);
    for (unsigned i = 0; i < STEPS; i++) {
        sha256_add_u32(hash, s->verified[i]);
    }
    if (ecos_remembers_cubes(setup)) {
        add_cubes_seen(hash, s);
    }
}
