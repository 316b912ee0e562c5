/*
 * Reading names, hexes and numbers. A name may be of several words, so the
 * longest one that stands there is meant ('mountain hare' is no mountain).
 * Case and accents do not count, nor whether a hyphen or a blank is written,
 * nor which apostrophe. Records are written in ids: these are looked for
 * first, and found without folding a letter.
 */
#include "base/utf8.h"
#include "rules/biotopes/biotopes_words.h"

#include "base/banned.h"

/* ---- complaints ---- */

enum err bio_bad(const struct cursor *c, enum bio_rule rule, struct span word, struct error *error)
{
    bool missing = word.len == 0 && bio_missing[rule].id;
    enum err err = error_raise_span(error, missing ? &bio_missing[rule] : &bio_messages[rule], word);
    return cursor_fail(c, word.ptr ? word.ptr : c->at, err, error);
}

struct span bio_peek(struct cursor *c)
{
    cursor_skip_blanks(c);
    const char *end = c->at;
    while (end < c->end && *end != ' ' && *end != '\t' && *end != ',') {
        end++;
    }
    return span_of(c->at, (size_t)(end - c->at));
}

enum err bio_add_move(struct bio_line *l, struct bio_word w)
{
    if (l->count == GAME_LINE) {
        return bio_bad(&l->c, BIO_BAD_LENGTH, span_of(l->c.at, 0), l->error);
    }
    l->moves[l->count++] = bio_pack(l->seat, w);
    return ERR_OK;
}

/* ---- comparing ---- */

enum { APOSTROPHE = 0x2019 };

static uint32_t letter(struct utf8_letters *letters)
{
    uint32_t x = utf8_letter(letters);
    bool between = x == '-' || x == '\t';
    return between ? (uint32_t)' ' : x == APOSTROPHE ? (uint32_t)'\'' : x;
}

static bool ends_word(struct span rest)
{
    return rest.len == 0 || rest.ptr[0] == ' ' || rest.ptr[0] == '\t' || rest.ptr[0] == ',';
}

/* True when the two bytes begin different words whatever is folded: quicker than to ask. */
static bool differ(char a, char b)
{
    return !((a | b) & 0x80) && (a | 32) != (b | 32);
}

/* Bytes of the text that are this name, up to the end of a word; 0: it begins otherwise. */
static size_t match(struct span text, const char *name)
{
    struct utf8_letters said = {text, 0};
    struct utf8_letters meant = {span_from(name), 0};
    if (text.len == 0 || differ(text.ptr[0], name[0])) {
        return 0;
    }
    for (uint32_t x = letter(&meant); x != 0; x = letter(&meant)) {
        if (letter(&said) != x) {
            return 0;
        }
        while (x == ' ' && said.rest.len > 0 && (said.rest.ptr[0] == ' ' || said.rest.ptr[0] == '\t')) {
            said.rest = span_skip(said.rest, 1);
        }
    }
    for (struct span rest = said.rest; rest.len > 0 && utf8_fold(&rest) == 0;) {
        said.rest = rest; /* an accent of its own, behind the last letter */
    }
    return said.second == 0 && ends_word(said.rest) ? text.len - said.rest.len : 0;
}

/* The longest of id, English and French. */
static size_t match_name(struct span text, const struct name *name)
{
    const char *const all[] = {name->id, name->en, name->fr};
    size_t longest = 0;
    for (size_t i = 0; i < 3; i++) {
        size_t length = match(text, all[i]);
        longest = length > longest ? length : longest;
    }
    return longest;
}

int bio_find_id(const struct name *names, size_t count, struct span word)
{
    for (size_t i = 0; i < count; i++) {
        if (word.len > 0 && word.ptr[0] == names[i].id[0] && span_is(word, names[i].id)) {
            return (int)i;
        }
    }
    return -1;
}

bool bio_pass_word(struct cursor *c, const struct name *name)
{
    struct span word = bio_peek(c);
    bool same = word.len > 0 && (span_is(word, name->id) || match_name(word, name) == word.len);
    c->at += same ? word.len : 0;
    return same;
}

/* ---- names ---- */

int bio_next_name(struct cursor *c, const struct name *names, size_t count)
{
    struct span word = bio_peek(c);
    int id = bio_find_id(names, count, word);
    int found = id;
    size_t longest = id >= 0 ? word.len : 0;
    for (size_t i = 0; id < 0 && i < count; i++) {
        size_t length = match_name(cursor_rest(c), &names[i]);
        if (length > longest) {
            longest = length;
            found = (int)i;
        }
    }
    if (found < 0 && word.len > 0) {
        found = name_find(names, count, word); /* a plural */
        longest = word.len;
    }
    c->at += found >= 0 ? longest : 0;
    return found;
}

enum err bio_read_name(struct cursor *c, const struct name *names, size_t count, enum bio_rule rule, uint8_t *out,
                       struct error *error)
{
    int found = bio_next_name(c, names, count);
    if (found < 0) {
        struct span word = bio_peek(c);
        enum err err = bio_bad(c, rule, word, error);
        name_hint(names, count, word, error);
        return err;
    }
    *out = (uint8_t)found;
    return ERR_OK;
}

enum err bio_read_biotope(struct bio_line *l, uint8_t *out)
{
    return bio_read_name(&l->c, bio_biotopes, BIO_BIOTOPES, BIO_BAD_BIOTOPE, out, l->error);
}

/* `forêt préservée` is said as often as `préservé`. */
static const char *const FEMININE[BIO_MILIEUS - 1] = {"préservée", "adaptée", "favorable", "abondante", "populeuse"};

int bio_next_milieu(struct cursor *c)
{
    int found = bio_next_name(c, bio_milieus + 1, BIO_MILIEUS - 1);
    for (int i = 0; found < 0 && i < BIO_MILIEUS - 1; i++) {
        size_t length = match(cursor_rest(c), FEMININE[i]);
        found = length > 0 ? i : -1;
        c->at += length;
    }
    return found < 0 ? -1 : found + 1;
}

enum err bio_read_milieu(struct cursor *c, uint8_t *out, struct error *error)
{
    int found = bio_next_milieu(c);
    *out = (uint8_t)found;
    return found < 0 ? bio_read_name(c, bio_milieus + 1, BIO_MILIEUS - 1, BIO_BAD_MILIEU, out, error) : ERR_OK;
}

/* ---- cards ---- */

/* The longest species name that stands at the cursor, and how long it is; -1: none. */
static int longest_species(struct cursor *c, size_t *longest)
{
    int found = -1;
    *longest = 0;
    for (unsigned i = 0; i < BIO_SPECIES; i++) {
        size_t length = match_name(cursor_rest(c), &bio_card_names[i]);
        size_t second = bio_alias[i] ? match(cursor_rest(c), bio_alias[i]) : 0;
        length = second > length ? second : length;
        if (length > *longest) {
            *longest = length;
            found = (int)i;
        }
    }
    return found;
}

static int next_species(struct cursor *c)
{
    struct span word = bio_peek(c);
    size_t longest = word.len;
    int found = bio_find_id(bio_card_names, BIO_SPECIES, word);
    if (found < 0) {
        found = longest_species(c, &longest);
    }
    c->at += found >= 0 ? longest : 0;
    return found;
}

/* The name that was probably meant by `text`: of a species, and of a biotope where that is one too. */
static bool offer_cards(struct span text, bool spots, struct span *best)
{
    struct near near;
    near_begin(&near, text);
    for (unsigned i = 0; i < BIO_SPECIES; i++) {
        const struct name *name = &bio_card_names[i];
        struct near one;
        near_begin(&one, text);
        near_offer(&one, span_from(name->id));
        near_offer_full_name(&one, span_from(name->en));
        near_offer_full_name(&one, span_from(name->fr));
        if (one.best.len > 0 && one.distance <= near.distance) { /* its own names do not compete with each other */
            near.tied = near.best.len > 0 && one.distance == near.distance;
            near.best = one.best;
            near.distance = one.distance;
        }
    }
    for (unsigned i = 0; spots && i < BIO_BIOTOPES; i++) {
        near_offer_name(&near, &bio_biotopes[i]);
    }
    return near_best(&near, best);
}

/* Where a name is, nobody knows how many words it has: all up to a comma first, then the first word. */
static enum err bad_card(struct cursor *c, bool spots, struct error *error)
{
    struct span word = bio_peek(c);
    struct cursor ahead = *c;
    struct span all = cursor_rest(&ahead);
    struct span best;
    const char *comma = all.len > 0 ? memchr(all.ptr, ',', all.len) : NULL;
    all = span_trim(comma ? span_of(all.ptr, (size_t)(comma - all.ptr)) : all);
    bool whole = offer_cards(all, spots, &best);
    bool found = whole || offer_cards(word, spots, &best);
    enum err err = bio_bad(c, spots ? BIO_BAD_SPOT : BIO_BAD_CARD, whole ? all : word, error);
    if (found && !span_equal(best, whole ? all : word)) {
        error_hint(error, best);
    }
    return err;
}

enum err bio_read_species(struct cursor *c, uint8_t *out, struct error *error)
{
    int found = next_species(c);
    if (found < 0) {
        return bad_card(c, false, error);
    }
    *out = (uint8_t)found;
    return ERR_OK;
}

enum err bio_read_spot(struct cursor *c, uint8_t *out, struct error *error)
{
    struct span word = bio_peek(c);
    const char *behind = word.ptr + word.len;
    bool last = behind == c->end || *behind == ',';
    int found = last ? bio_find_id(bio_biotopes, BIO_BIOTOPES, word) : -1; /* otherwise it may be a mountain hare */
    if (found >= 0) {
        c->at = behind;
        *out = (uint8_t)(BIO_SPECIES + found);
        return ERR_OK;
    }
    found = next_species(c);
    if (found < 0) {
        found = bio_next_name(c, bio_biotopes, BIO_BIOTOPES);
        found += found >= 0 ? BIO_SPECIES : 0;
    }
    if (found < 0) {
        return bad_card(c, true, error);
    }
    *out = (uint8_t)found;
    return ERR_OK;
}

/* ---- numbers ---- */

enum err bio_read_number(struct cursor *c, int min, int max, int *out, struct error *error)
{
    struct span word = bio_peek(c);
    int64_t value = 0;
    if (!span_int(word, min, max, &value)) {
        return bio_bad(c, BIO_BAD_NUMBER, word, error);
    }
    c->at += word.len;
    *out = (int)value;
    return ERR_OK;
}

enum err bio_read_byte(struct cursor *c, unsigned min, uint8_t *out, struct error *error)
{
    int value = 0;
    enum err err = bio_read_number(c, (int)min, UINT8_MAX, &value, error);
    *out = (uint8_t)value;
    return err;
}

enum err bio_read_seat(const struct setup *setup, struct cursor *c, uint8_t *out, struct error *error)
{
    struct span word = bio_peek(c);
    int seat = seat_from_label(word);
    if (seat < 0 || seat >= setup->seats) {
        return bio_bad(c, BIO_BAD_SEAT, word, error);
    }
    c->at += word.len;
    *out = (uint8_t)seat;
    return ERR_OK;
}

/* A whole number of any length: what is far away need not be counted exactly. */
static bool read_coordinate(struct cursor *c, int *out)
{
    enum { FAR = 10000 };
    cursor_skip_blanks(c);
    bool negative = c->at < c->end && *c->at == '-';
    c->at += c->at < c->end && (*c->at == '-' || *c->at == '+');
    const char *from = c->at;
    int value = 0;
    for (; c->at < c->end && *c->at >= '0' && *c->at <= '9'; c->at++) {
        value = value < FAR ? value * 10 + (*c->at - '0') : FAR;
    }
    *out = negative ? -value : value;
    return c->at > from;
}

enum err bio_read_cell(struct cursor *c, uint8_t out[2], struct error *error)
{
    int q = 0;
    int r = 0;
    bool open = cursor_char(c, '(');
    bool good = read_coordinate(c, &q) && cursor_char(c, ',') && read_coordinate(c, &r);
    if (!good || (open && !cursor_char(c, ')'))) {
        return bio_bad(c, BIO_BAD_CELL, span_of(c->at, 0), error);
    }
    if (q <= -BIO_ZERO || q >= BIO_ZERO || r <= -BIO_ZERO || r >= BIO_ZERO) {
        return error_raise(error, &bio_messages[BIO_TOO_FAR]);
    }
    out[0] = bio_coord(q);
    out[1] = bio_coord(r);
    return ERR_OK;
}
