/* Messing a record up, line by line. */
#include "support/mess.h"

#include "base/utf8.h"
#include "rules/registry.h"

#include <assert.h>

struct mess {
    const struct setup *setup;
    struct prng *prng;
    struct strbuf *out;
    bool crlf;
};

static bool chance(struct mess *m, uint32_t one_in)
{
    return prng_below(m->prng, one_in) == 0;
}

static void blanks(struct mess *m, uint32_t least)
{
    for (uint32_t n = least + (chance(m, 3) ? prng_below(m->prng, 3) : 0); n > 0; n--) {
        strbuf_add_char(m->out, chance(m, 4) ? '\t' : ' ');
    }
}

static void end_line(struct mess *m)
{
    blanks(m, 0);
    strbuf_add(m->out, m->crlf && !chance(m, 5) ? "\r\n" : "\n");
}

/* Comments and blank lines, sometimes. */
static void between_lines(struct mess *m)
{
    static const char *const comments[] = {"# 3: bee 0,0", "#", "#dendro 1", "# Amélie était là ; = 5 4"};
    while (chance(m, 6)) {
        blanks(m, 0);
        strbuf_add(m->out, chance(m, 2) ? "" : comments[prng_below(m->prng, 4)]);
        end_line(m);
    }
}

/* A name with its capitals and accents changed. */
static void mangle(struct mess *m, struct span name)
{
    uint32_t style = prng_below(m->prng, 4); /* as it is, without accents, accents apart, capitals */
    while (name.len > 0) {
        struct span before = name;
        uint32_t folded = utf8_fold(&name);
        struct span whole = span_of(before.ptr, before.len - name.len);
        bool letter = folded >= 'a' && folded <= 'z';
        if (letter && whole.len == 1 && style > 0 && chance(m, 2)) {
            strbuf_add_char(m->out, (char)(folded - 'a' + 'A'));
        } else if (letter && whole.len > 1 && style > 0) {
            strbuf_add_char(m->out, (char)(chance(m, 3) ? folded - 'a' + 'A' : folded));
            strbuf_add(m->out, style == 2 ? "\u0300" : ""); /* any accent will do */
        } else {
            strbuf_add_span(m->out, whole);
        }
    }
}

/* The id, or another name that is one word (or may have several, when `words`). */
static void mangle_name(struct mess *m, const struct name *name, bool words)
{
    const char *const names[] = {name->id, name->en, name->fr};
    const char *chosen = names[prng_below(m->prng, 3)];
    mangle(m, span_from(words || !strpbrk(chosen, " \t/(,") ? chosen : name->id));
}

/* One word of a move: a card by any of its names, other words in any case, labels and numbers as they are. */
static void mess_word(struct mess *m, struct span word)
{
    const struct game *game = m->setup->game;
    for (unsigned i = 0; i < game->cards_count; i++) {
        struct name card = game->card_name(m->setup, i);
        if (span_is(word, card.id)) {
            mangle_name(m, &card, false);
            return;
        }
    }
    if (word.len == 1) {
        strbuf_add_span(m->out, word);
    } else {
        mangle(m, word);
    }
}

/* Bytes of the label of a move, without its colon; 0: the line is another one. */
static size_t label_of(struct span line)
{
    return line.len > 1 && line.ptr[1] == ':' ? 1 : line.len > 2 && line.ptr[2] == ':' && line.ptr[0] == '1' ? 2 : 0;
}

static void mess_move(struct mess *m, struct span line)
{
    size_t label = label_of(line);
    blanks(m, 0);
    strbuf_add_span(m->out, span_of(line.ptr, label));
    blanks(m, 0);
    strbuf_add_char(m->out, ':');
    struct span rest = span_skip(line, label + 1);
    blanks(m, 0);
    for (struct span word = span_word(&rest); word.len > 0;) {
        mess_word(m, word);
        word = span_word(&rest);
        if (word.len > 0) {
            blanks(m, 1);
        }
    }
    end_line(m);
}

/* A keyword in either language; what is not in the table, an `x-` header, stays as it is. */
static void mess_keyword(struct mess *m, struct span keyword)
{
    static const struct name keywords[] = {
        {"game", "game", "jeu"},      {"rules", "rules", "règles"}, {"variant", "variant", "variante"},
        {"level", "level", "niveau"}, {"seat", "seat", "siège"},    {"played", "played", "joué"},
        {"place", "place", "lieu"},   {"night", "night", "soirée"}, {"option", "option", "option"},
        {"note", "note", "note"},     {"id", "id", "id"},
    };
    for (size_t i = 0; i < sizeof(keywords) / sizeof(keywords[0]); i++) {
        if (span_is(keyword, keywords[i].id)) {
            mangle_name(m, &keywords[i], false);
            return;
        }
    }
    strbuf_add_span(m->out, keyword);
}

/* `2026-11-13` as somebody writes it. */
static void mess_date(struct mess *m, struct span iso)
{
    static const char *const between[] = {"/", ".", "-"};
    if (iso.len != sizeof("2026-11-13") - 1 || chance(m, 3)) {
        strbuf_add_span(m->out, iso);
        return;
    }
    const char *sign = between[prng_below(m->prng, 3)];
    strbuf_add(m->out, chance(m, 3) ? "le " : "");
    strbuf_add_span(m->out, span_of(iso.ptr + 8, 2));
    strbuf_add(m->out, sign);
    strbuf_add_span(m->out, span_of(iso.ptr + 5, 2));
    strbuf_add(m->out, sign);
    strbuf_add_span(m->out, span_of(iso.ptr, 4));
}

static void mess_header(struct mess *m, struct span line)
{
    const struct setup *setup = m->setup;
    const struct game *game = setup->game;
    struct span value = line;
    struct span keyword = span_word(&value);
    value = span_trim(value);
    blanks(m, 0);
    mess_keyword(m, keyword);
    blanks(m, 1);
    if (span_is(keyword, "game")) {
        mangle_name(m, &game->name, true);
    } else if (span_is(keyword, "variant")) {
        mangle_name(m, &game->variants[setup->variant].name, true);
    } else if (span_is(keyword, "level")) {
        mangle_name(m, &game->levels[setup->level].name, true);
    } else if (span_is(keyword, "played") || span_is(keyword, "night")) {
        mess_date(m, value);
    } else if (span_is(keyword, "rules")) {
        strbuf_add(m->out, chance(m, 3) ? "00" : "");
        strbuf_add_span(m->out, value);
    } else if (span_is(keyword, "seat")) {
        strbuf_add_span(m->out, span_word(&value));
        blanks(m, 1);
        strbuf_add_span(m->out, span_trim(value));
    } else {
        strbuf_add_span(m->out, value);
    }
    end_line(m);
}

/* A header whose absence says the same. */
static bool may_miss(const struct mess *m, struct span line)
{
    const struct setup *setup = m->setup;
    const struct game *game = setup->game;
    bool infers = false;
    for (int i = 0; i < game->levels_count; i++) {
        infers =
            infers || (game->levels[i].fallback && !(setup_basis(setup) == BASIS_STATED && game->levels_count > 1));
    }
    return (span_starts(line, "rules ") && registry_newest(span_from(game->name.id)) == game) ||
           (span_starts(line, "variant ") && game_variant_for(game, setup->seats) == setup->variant) ||
           (span_starts(line, "level ") && infers);
}

static void mess_result(struct mess *m, struct span line)
{
    bool digest = span_starts(line, "digest ");
    struct span rest = span_skip(line, digest ? 7 : 1);
    blanks(m, 0);
    strbuf_add(m->out, digest ? "digest" : "=");
    for (struct span word = span_word(&rest); word.len > 0; word = span_word(&rest)) {
        blanks(m, 1);
        mangle(m, word);
    }
    end_line(m);
}

static struct span next_line(struct span *rest)
{
    const char *end = memchr(rest->ptr, '\n', rest->len);
    size_t n = end ? (size_t)(end - rest->ptr) : rest->len;
    struct span line = span_of(rest->ptr, n);
    *rest = span_skip(*rest, n + 1);
    return line;
}

/* Notes, options and x- headers keep their order among themselves, which is part of the record. */
static uint32_t first_of_its_kind(const struct span *headers, uint32_t which)
{
    static const char *const kinds[] = {"note ", "option ", "x-"};
    for (size_t k = 0; k < sizeof(kinds) / sizeof(kinds[0]); k++) {
        for (uint32_t i = 0; span_starts(headers[which], kinds[k]) && i < which; i++) {
            if (span_starts(headers[i], kinds[k])) {
                return i;
            }
        }
    }
    return which;
}

void mess_record(struct span record, const struct setup *setup, struct prng *prng, struct strbuf *out)
{
    enum { HEADERS = 64 };
    struct mess m = {setup, prng, out, prng_below(prng, 2) == 0};
    struct span headers[HEADERS];
    uint32_t count = 0;
    strbuf_add(out, prng_below(prng, 3) == 0 ? "\xef\xbb\xbf" : "");
    between_lines(&m);
    strbuf_add(out, "dendro");
    blanks(&m, 1);
    strbuf_add_char(out, '1');
    end_line(&m);
    struct span rest = record;
    (void)next_line(&rest);
    struct span line = next_line(&rest);
    for (; line.len > 0; line = next_line(&rest)) {
        assert(count < HEADERS);
        headers[count++] = line;
    }
    while (count > 0) {
        uint32_t i = first_of_its_kind(headers, prng_below(prng, count));
        between_lines(&m);
        if (!may_miss(&m, headers[i]) || !chance(&m, 3)) {
            mess_header(&m, headers[i]);
        }
        memmove(&headers[i], &headers[i + 1], (--count - i) * sizeof(headers[0]));
    }
    bool drop_result = chance(&m, 4);
    while (rest.len > 0) {
        line = next_line(&rest);
        between_lines(&m);
        if (label_of(line) > 0) {
            mess_move(&m, line);
        } else if (!drop_result) {
            mess_result(&m, line);
        }
    }
}

void mess_take_backs(struct span record, struct prng *prng, struct strbuf *out)
{
    enum { LINES = 16384 };
    static struct span moves[LINES];
    size_t standing = 0;
    struct span rest = record;
    while (rest.len > 0) {
        struct span line = next_line(&rest);
        bool move = label_of(line) > 0;
        if (move) {
            assert(standing < LINES);
            moves[standing++] = line;
        }
        strbuf_add_span(out, line);
        strbuf_add_char(out, '\n');
        if (move && prng_below(prng, 15) == 0) {
            uint32_t most = prng_below(prng, 6) == 0 || standing < 3 ? (uint32_t)standing : 3;
            uint32_t back = 1 + prng_below(prng, most);
            strbuf_add(out, "*: back ");
            strbuf_int(out, back);
            strbuf_add_char(out, '\n');
            for (size_t i = standing - back; i < standing; i++) {
                strbuf_add_span(out, moves[i]);
                strbuf_add_char(out, '\n');
            }
        }
    }
}
