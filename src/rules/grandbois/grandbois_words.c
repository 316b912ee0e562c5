/*
 * The words for clans and squares: names in English and French, one animal or
 * several, shortened as far as they stay clear, and letters. The letters of a
 * square are those of its line's language, since R and L mean different
 * animals in the two: `row` has W F L R T, `ligne` the French ones; under rules
 * 1, where `ligne` was but a word for `row`, both have the English ones. Nothing
 * that can be read in two ways is read in one.
 */
#include "base/utf8.h"
#include "rules/grandbois/grandbois_state.h"

#include "base/banned.h"

enum { KIND_CLEARING = GRANDBOIS_CLANS, KIND_BEAR, KINDS };

/* Clans 1..5, then clearings and bears. A letter is 0 where French has none that is not another's, but two. */
static const struct words {
    char letter;
    char french_letter;
    const char *french_letters;
    const char *english[3];
    const char *french[7];
} WORDS[KINDS] = {
    {'W', 0, "RA", {"raccoon", "raccoons"}, {"raton", "ratons", "raton-laveur", "ratons-laveurs"}},
    {'F', 'R', "R", {"fox", "foxes"}, {"renard", "renards"}},
    {'L', 0, "LE", {"lizard", "lizards"}, {"lézard", "lézards"}},
    {'R', 'L', "L", {"rabbit", "rabbits"}, {"lapin", "lapins"}},
    {'T', 'C', "C", {"toad", "toads"}, {"crapaud", "crapauds"}},
    {'C', 'C', "C", {"clearing"}, {"clairière"}},
    {'B', 'O', "O", {"bear"}, {"ours"}},
};

/* True when `word` is one of these, or, with `begins`, the beginning of one. */
static bool is_among(const char *const *list, struct span word, bool begins)
{
    for (; *list; list++) {
        struct span whole = span_from(*list);
        for (size_t n = begins ? 1 : whole.len; n <= whole.len; n++) {
            if (utf8_fit(whole, n) == n && utf8_same(word, span_of(whole.ptr, n))) {
                return true;
            }
        }
    }
    return false;
}

/* Of two words, which only the raccoon's French name has, the first; otherwise all. */
static struct span first_word(struct span name)
{
    size_t n = 0;
    while (n < name.len && name.ptr[n] != ' ' && name.ptr[n] != '\t') {
        n++;
    }
    return span_of(name.ptr, n);
}

bool grandbois_name_goes_on(struct span word, struct span next)
{
    static const char *const first[] = {"raton", "ratons", NULL};
    static const char *const second[] = {"laveur", "laveurs", NULL};
    size_t len = next.len;
    while (len > 0 && next.ptr[len - 1] >= '0' && next.ptr[len - 1] <= '9') {
        len--;
    }
    return is_among(first, word, false) && is_among(second, span_of(next.ptr, len), false);
}

unsigned grandbois_find_clan(struct span name)
{
    struct span word = first_word(name);
    for (unsigned clan = 1; clan <= GRANDBOIS_CLANS && word.len > 0; clan++) {
        if (is_among(WORDS[clan - 1].english, word, false) || is_among(WORDS[clan - 1].french, word, false)) {
            return clan;
        }
    }
    return 0;
}

/* ---- squares ---- */

/* The kinds, a bit each, that a letter means in a line of this language; with animals C is a toad in French. */
static unsigned by_letter(struct span word, bool french, bool animals)
{
    unsigned kinds = 0;
    for (unsigned kind = 0; kind < KINDS; kind++) {
        const char *letter = french ? &WORDS[kind].french_letter : &WORDS[kind].letter;
        bool meant = animals == (kind < GRANDBOIS_CLANS);
        kinds |= meant && *letter && utf8_same(word, span_of(letter, 1)) ? 1u << kind : 0;
    }
    return kinds;
}

/* The kinds whose names, in French only or in both languages, are this word or begin with it. */
static unsigned by_name(struct span word, bool french, bool begins)
{
    unsigned kinds = 0;
    for (unsigned kind = 0; kind < KINDS; kind++) {
        bool is =
            is_among(WORDS[kind].french, word, begins) || (!french && is_among(WORDS[kind].english, word, begins));
        kinds |= is ? 1u << kind : 0;
    }
    return kinds;
}

static unsigned kinds_of(struct span word, bool french, bool animals)
{
    unsigned kinds = by_letter(word, french, animals); /* an accent may be a character of its own: not by its length */
    if (kinds != 0 || utf8_count(word) < 2) {
        return kinds;
    }
    kinds = by_name(word, french, true);
    return kinds == 0 ? by_name(word, false, false) : kinds; /* a whole name is clear in any line */
}

static struct name kind_name(unsigned kind)
{
    const char *english = WORDS[kind].english[0];
    return kind < GRANDBOIS_CLANS ? *grandbois_clan_name(kind + 1)
                                  : (struct name){english, english, WORDS[kind].french[0]};
}

static unsigned kind_of(unsigned square)
{
    unsigned clan = square_clan(square);
    return clan ? clan - 1 : square == SQUARE_BEAR ? (unsigned)KIND_BEAR : (unsigned)KIND_CLEARING;
}

struct name grandbois_kind_name(unsigned square)
{
    return kind_name(kind_of(square));
}

void grandbois_print_letters(struct strbuf *out, unsigned square, enum lang lang)
{
    if (lang != LANG_FR || square == SQUARE_NONE) {
        grandbois_print_square(out, square);
        return;
    }
    strbuf_add(out, WORDS[kind_of(square)].french_letters);
    if (square_clan(square)) {
        strbuf_int(out, square_animals(square));
    }
}

struct grandbois_reading grandbois_read_square(struct span text, bool french)
{
    struct grandbois_reading reading = {.square = -1, .rule = french ? GRANDBOIS_BAD_FRENCH : GRANDBOIS_BAD_SQUARE};
    if (span_is(text, ".")) {
        reading.square = SQUARE_NONE;
        return reading;
    }
    char last = text.len > 1 ? text.ptr[text.len - 1] : '0';
    bool animals = last >= '1' && last <= '4';
    unsigned kinds = kinds_of(first_word(span_of(text.ptr, text.len - animals)), french, animals);
    if (kinds == 0) {
        return reading;
    }
    unsigned kind = (unsigned)__builtin_ctz(kinds);
    if (kinds & (kinds - 1)) {
        reading.rule = GRANDBOIS_TWO_MEANINGS;
        reading.meaning[0] = kind_name(kind);
        reading.meaning[1] = kind_name((unsigned)__builtin_ctz(kinds & (kinds - 1)));
    } else if (animals && kind < GRANDBOIS_CLANS) {
        reading.square = square_of(kind + 1, (unsigned)(last - '0'));
    } else if (!animals && kind >= GRANDBOIS_CLANS) {
        reading.square = kind == KIND_BEAR ? SQUARE_BEAR : SQUARE_CLEARING;
    }
    return reading;
}
