/* Distances between words: the optimal string alignment, with three rows of its table at a time. */
#include "base/near.h"

#include "base/utf8.h"

#include "base/banned.h"

size_t near_letters(struct span text, uint32_t out[NEAR_LETTERS])
{
    struct utf8_letters at = {text, 0};
    size_t letters = 0;
    for (uint32_t letter = utf8_letter(&at); letter != 0; letter = utf8_letter(&at)) {
        if (letters == NEAR_LETTERS) {
            return 0;
        }
        out[letters++] = letter;
    }
    return letters;
}

static unsigned least(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

unsigned near_slips(const uint32_t *word, size_t word_letters, const uint32_t *other, size_t letters)
{
    unsigned rows[3][NEAR_LETTERS + 1];
    for (unsigned j = 0; j <= letters; j++) {
        rows[0][j] = j;
    }
    for (unsigned i = 1; i <= word_letters; i++) {
        unsigned *row = rows[i % 3];
        const unsigned *above = rows[(i + 2) % 3];
        const unsigned *two_above = rows[(i + 1) % 3];
        row[0] = i;
        for (unsigned j = 1; j <= letters; j++) {
            bool same = word[i - 1] == other[j - 1];
            row[j] = least(above[j - 1] + (same ? 0 : 1), least(above[j], row[j - 1]) + 1);
            if (i > 1 && j > 1 && word[i - 1] == other[j - 2] && word[i - 2] == other[j - 1]) {
                row[j] = least(row[j], two_above[j - 2] + 1);
            }
        }
    }
    return rows[word_letters % 3][letters];
}

/* What is forgiven in a word of so many letters. */
static unsigned forgiven(size_t letters)
{
    return letters >= NEAR_LONG ? 2 : 1;
}

static unsigned distance_to(const struct near *near, struct span candidate)
{
    uint32_t other[NEAR_LETTERS];
    size_t letters = near_letters(candidate, other);
    bool missing = near->letters >= NEAR_SHORT || letters == near->letters + 1; /* of a word so short nothing else is */
    return letters < NEAR_SHORT || !missing ? NEAR_LETTERS : near_slips(near->word, near->letters, other, letters);
}

/* True when the candidate begins with the word. */
static bool begins(const struct near *near, struct span candidate)
{
    uint32_t other[NEAR_LETTERS];
    return near->letters >= NEAR_SHORT && near_letters(candidate, other) >= near->letters &&
           memcmp(other, near->word, near->letters * sizeof(other[0])) == 0;
}

static void consider(struct near *near, struct span candidate, unsigned distance)
{
    if (distance > near->distance) {
        return;
    }
    bool again = distance == near->distance && near->best.len > 0;
    if (again && utf8_same(candidate, near->best)) {
        return;
    }
    near->tied = again;
    near->best = again ? near->best : candidate;
    near->distance = distance;
}

void near_begin(struct near *near, struct span word)
{
    *near = (struct near){.written = word};
    near->letters = near_letters(word, near->word);
    near->letters = near->letters < NEAR_SHORT - 1 ? 0 : near->letters;
    near->distance = forgiven(near->letters);
}

void near_few(struct near *near)
{
    near->distance = near->letters >= NEAR_FEW ? 2 : near->distance;
}

void near_offer(struct near *near, struct span candidate)
{
    if (near->letters > 0) {
        consider(near, candidate, distance_to(near, candidate));
    }
}

void near_offer_full_name(struct near *near, struct span candidate)
{
    struct span rest = candidate;
    struct span first = span_word(&rest);
    if (near->letters == 0) {
        return;
    }
    unsigned distance = least(distance_to(near, candidate), distance_to(near, first));
    distance = begins(near, first) ? least(distance, forgiven(near->letters)) : distance;
    consider(near, candidate, distance);
}

void near_offer_name(struct near *near, const struct name *name)
{
    const char *const names[] = {name->id, name->en, name->fr};
    struct span best = {NULL, 0};
    unsigned nearest = NEAR_LETTERS;
    if (near->letters == 0) {
        return;
    }
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        unsigned distance = distance_to(near, span_from(names[i]));
        if (distance < nearest) {
            nearest = distance;
            best = span_from(names[i]);
        }
    }
    consider(near, best, nearest);
}

bool near_best(const struct near *near, struct span *best)
{
    *best = near->best;
    return near->best.len > 0 && !near->tied;
}

void near_hint(const struct near *near, struct error *error)
{
    struct span best;
    if (near_best(near, &best) && !span_equal(best, near->written)) {
        error_hint(error, best);
    }
}
