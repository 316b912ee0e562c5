/*
 * Lines of totals, read and written. A line is a list in any order, with commas
 * or without, and each of its parts is a word of the notation or a category
 * with its points. The name of a category goes on up to the number, so it may
 * have blanks and commas in it; so a comma right between two digits can only be
 * a decimal sign, in either language.
 */
#include "rules/totals.h"

#include "base/near.h"
#include "base/points.h"
#include "base/utf8.h"
#include "rules/cursor.h"
#include "rules/totals_messages.h"

#include "base/banned.h"

enum keyword { WORD_TOTAL, WORD_RANK, WORD_WON, WORD_LOST, WORD_PLAYED, WORDS };

/* As people write them, in both languages; accents and case do not count. */
static const char *const SPELLINGS[WORDS][8] = {
    [WORD_TOTAL] = {"total", "totals", "totaux", "points", NULL},
    [WORD_RANK] = {"rank", "rang", "place", NULL},
    [WORD_WON] = {"wins", "win", "won", "gagne", "gagnée", "gagnent", NULL},
    [WORD_LOST] = {"loses", "lose", "lost", "perd", "perdu", "perdue", "perdent", NULL},
    [WORD_PLAYED] = {"played", "joué", "jouée", NULL},
};

static const struct name TOTAL = {"total", "total", "total"};
static const struct name RANK = {"rank", "rank", "rang"};
static const struct name PLAYED = {"played", "played", "joué"};

/* By result, and then of a seat or of the table. */
static const struct name RESULTS[][2] = {
    [TOTALS_WON] = {{"wins", "wins", "gagne"}, {"won", "won", "gagné"}},
    [TOTALS_LOST] = {{"loses", "loses", "perd"}, {"lost", "lost", "perdu"}},
};

static int keyword_of(struct span word)
{
    for (int i = 0; i < WORDS; i++) {
        for (const char *const *spelling = SPELLINGS[i]; *spelling; spelling++) {
            if (utf8_same(word, span_from(*spelling))) {
                return i;
            }
        }
    }
    return -1;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* True when a number begins here: a digit, or a sign and a digit. */
static bool begins_number(const char *at, const char *end)
{
    bool sign = at < end && (*at == '-' || *at == '+');
    return at + sign < end && is_digit(at[sign]);
}

bool totals_reserved(struct span name)
{
    struct cursor c = cursor_over(name);
    struct span first = cursor_word(&c, ",");
    if (keyword_of(first) >= 0 || game_takes_back(first)) {
        return true;
    }
    for (const char *at = name.ptr; at < name.ptr + name.len; at++) {
        bool begins = at == name.ptr || at[-1] == ' ' || at[-1] == ',';
        if (begins && begins_number(at, name.ptr + name.len)) {
            return true;
        }
    }
    return false;
}

/* ---- reading ---- */

struct line {
    struct cursor c;
    const struct totals_rules *rules;
    const struct setup *setup;
    unsigned seat;
    game_move *moves;
    size_t count;
    bool ended; /* `end` has something to say */
    struct totals_word end;
    struct error *error;
};

static enum err bad(struct line *l, enum totals_rule rule, struct span word)
{
    return cursor_fail(&l->c, word.ptr, error_raise_span(l->error, &totals_messages[rule], word), l->error);
}

/* The word or number that begins here, for a complaint. */
static struct span peek(const struct line *l)
{
    struct cursor ahead = l->c;
    struct span word = cursor_word(&ahead, "");
    while (word.len > 1 && word.ptr[word.len - 1] == ',') {
        word.len--;
    }
    return word;
}

/* Digits as a number that does not grow beyond what any range has. */
static int64_t read_digits(struct cursor *c)
{
    int64_t value = 0;
    for (; c->at < c->end && is_digit(*c->at); c->at++) {
        value = value < INT32_MAX ? value * 10 + (*c->at - '0') : value;
    }
    return value;
}

/* `10`, `-3.25`, `7,5`: points in units of the game's scale; what no range has is the end of the numbers. */
static enum err read_points(struct line *l, struct span behind, int32_t *out)
{
    bool decimals = l->setup->game->hundredths;
    cursor_skip_blanks(&l->c);
    struct span word = peek(l);
    if (word.len == 0) {
        return bad(l, TOTALS_NO_NUMBER, behind);
    }
    struct span rest = span_of(l->c.at, (size_t)(l->c.end - l->c.at));
    int64_t value = 0;
    bool good = points_scan(&rest, decimals ? ".," : "", &value);
    l->c.at = l->c.end - rest.len;
    bool ends = rest.len == 0 || *l->c.at == ' ' || *l->c.at == '\t' || *l->c.at == ',';
    bool more = !decimals && rest.len > 1 && *l->c.at == ',' && is_digit(l->c.at[1]); /* decimals that are none */
    if (!good || !ends || more) {
        return bad(l, decimals ? TOTALS_BAD_POINTS : TOTALS_BAD_NUMBER, word);
    }
    value /= decimals ? 1 : POINTS_ONE;
    value = value > INT32_MAX ? INT32_MAX : value < -INT32_MAX ? -INT32_MAX : value;
    *out = (int32_t)value;
    return ERR_OK;
}

static enum err read_rank(struct line *l, struct span behind)
{
    cursor_skip_blanks(&l->c);
    struct span word = peek(l);
    if (word.len == 0) {
        return bad(l, TOTALS_NO_NUMBER, behind);
    }
    const char *from = l->c.at;
    int64_t rank = read_digits(&l->c);
    bool ends = l->c.at == l->c.end || *l->c.at == ' ' || *l->c.at == '\t' || *l->c.at == ',';
    if (from == l->c.at || rank == 0 || !ends) {
        return bad(l, TOTALS_BAD_RANK, word);
    }
    l->end.a = rank > UINT8_MAX ? UINT8_MAX : (unsigned)rank;
    return ERR_OK;
}

static enum err read_keyword(struct line *l, enum keyword which)
{
    struct span word = cursor_word(&l->c, ",");
    bool twice = which == WORD_TOTAL  ? l->end.has
                 : which == WORD_RANK ? l->end.a != 0
                                      : l->end.result != TOTALS_UNSAID || which == WORD_PLAYED;
    if (twice) {
        return bad(l, which == WORD_PLAYED ? TOTALS_BAD_PLAYED : TOTALS_BAD_TWICE, word);
    }
    l->ended = true;
    if (which == WORD_TOTAL) {
        l->end.has = true;
        return read_points(l, word, &l->end.value);
    }
    if (which == WORD_RANK) {
        return read_rank(l, word);
    }
    l->end.result = which == WORD_WON ? TOTALS_WON : TOTALS_LOST;
    return ERR_OK;
}

/* The name up to the number, without blanks and commas at its end. */
static struct span read_name(struct line *l)
{
    const char *from = l->c.at;
    while (l->c.at < l->c.end &&
           !((l->c.at == from || l->c.at[-1] == ' ' || l->c.at[-1] == '\t') && begins_number(l->c.at, l->c.end))) {
        l->c.at++;
    }
    struct span name = span_trim(span_of(from, (size_t)(l->c.at - from)));
    while (name.len > 1 && name.ptr[name.len - 1] == ',') {
        name = span_trim(span_of(name.ptr, name.len - 1));
    }
    return name;
}

static enum err read_category(struct line *l)
{
    struct totals_word w = {.kind = TOTALS_CATEGORY, .has = true};
    struct span first = peek(l);
    struct span name = read_name(l);
    int found = setup_category_find(l->setup, name);
    if (found < 0) {
        struct near near;
        struct span word = name.len > 0 ? name : first;
        enum err err = bad(l, TOTALS_BAD_WORD, word);
        near_begin(&near, word);
        near_offer_name(&near, &TOTAL);
        near_offer_name(&near, &RANK);
        setup_category_offer(l->setup, &near);
        near_hint(&near, l->error);
        return err;
    }
    w.a = (unsigned)found;
    enum err err = read_points(l, name, &w.value);
    if (err != ERR_OK) {
        return err;
    }
    if (l->count + 1 >= GAME_LINE) {
        return bad(l, TOTALS_BAD_TWICE, name);
    }
    l->moves[l->count++] = totals_pack(l->seat, w);
    return ERR_OK;
}

/* The next part; the words of results are there where results are. */
static enum err read_part(struct line *l)
{
    struct cursor ahead = l->c;
    int which = keyword_of(cursor_word(&ahead, ","));
    if (which >= WORD_WON && !l->rules->pad) {
        which = -1;
    }
    return which >= 0 ? read_keyword(l, (enum keyword)which) : read_category(l);
}

enum err totals_parse(const struct totals_rules *rules, const struct setup *setup, unsigned seat, struct span text,
                      game_move *moves, size_t *count, struct error *error)
{
    struct line l = {.c = cursor_over(text), .rules = rules, .setup = setup, .seat = seat, .moves = moves};
    l.error = error;
    l.end.kind = TOTALS_LINE;
    struct span all = span_trim(text);
    if (cursor_done(&l.c)) {
        return bad(&l, TOTALS_BAD_EMPTY, span_of(l.c.at, 0));
    }
    if (rules->pad && keyword_of(all) == WORD_PLAYED) {
        moves[0] = totals_pack(seat, (struct totals_word){.kind = TOTALS_PLAYED});
        *count = 1;
        return ERR_OK;
    }
    do {
        enum err err = read_part(&l);
        if (err != ERR_OK) {
            return err;
        }
    } while ((void)cursor_char(&l.c, ','), !cursor_done(&l.c));
    if (l.ended) {
        moves[l.count++] = totals_pack(seat, l.end);
    }
    *count = l.count;
    return ERR_OK;
}

/* ---- writing ---- */

/* How many moves from the first on are what one seat says in one line. */
static size_t line_length(const game_move *moves, size_t count)
{
    struct totals_word w;
    size_t n = 0;
    while (n < count && n < GAME_LINE && move_seat(moves[n]) == move_seat(moves[0])) {
        bool known = totals_unpack(moves[n], &w);
        if (n > 0 && (!known || w.kind == TOTALS_PLAYED)) {
            return n;
        }
        n++;
        if (!known || w.kind != TOTALS_CATEGORY) {
            return n;
        }
    }
    return n;
}

static void say_part(struct strbuf *out, size_t before, const char *word)
{
    strbuf_add(out, out->len > before ? ", " : "");
    strbuf_add(out, word);
}

static void say_number(struct strbuf *out, int64_t value, int32_t scale)
{
    strbuf_add_char(out, ' ');
    strbuf_points(out, value, scale);
}

static void say_end(const struct setup *setup, const struct totals_word *w, enum lang lang, size_t before,
                    struct strbuf *out)
{
    if (w->has) {
        say_part(out, before, word_in(&TOTAL, lang));
        say_number(out, w->value, game_scale(setup->game));
    }
    if (w->a) {
        if (w->has) {
            strbuf_add_char(out, ' ');
            strbuf_add(out, word_in(&RANK, lang));
        } else {
            say_part(out, before, word_in(&RANK, lang));
        }
        say_number(out, w->a, 1);
    }
}

size_t totals_say(const struct setup *setup, const game_move *moves, size_t count, enum lang lang, struct strbuf *out)
{
    size_t n = line_length(moves, count);
    size_t before = out->len;
    struct totals_word end;
    bool known = totals_unpack(moves[n - 1], &end);
    if (!known || end.kind == TOTALS_PLAYED) {
        strbuf_add(out, known ? word_in(&PLAYED, lang) : "?");
        return n;
    }
    if (end.kind == TOTALS_LINE && end.result != TOTALS_UNSAID) {
        strbuf_add(out, word_in(&RESULTS[end.result][move_seat(moves[0]) == SEAT_TABLE], lang));
    }
    for (size_t i = 0; i < n; i++) {
        struct totals_word w;
        if (totals_unpack(moves[i], &w) && w.kind == TOTALS_CATEGORY && w.a < setup_categories(setup)) {
            struct name name = setup_category(setup, w.a);
            say_part(out, before, word_in(&name, lang));
            say_number(out, w.value, game_scale(setup->game));
        }
    }
    if (end.kind == TOTALS_LINE) {
        say_end(setup, &end, lang, before, out);
    }
    return n;
}
