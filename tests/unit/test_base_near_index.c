/* Words found by their pieces: every one that is near, and few that are not, however many there are. */
#include "support/cmocka.h"

#include "base/near_index.h"
#include "base/prng.h"

#include <stdio.h>
#include <string.h>

enum { WORDS = 400, TRIES = 60000, MANY = 8192 };

struct words {
    uint32_t letter[MANY][NEAR_LETTERS];
    size_t letters[MANY];
    size_t shown;    /* so often */
    uint32_t wanted; /* a number */
    bool found;
};

static void note(void *context, uint32_t number)
{
    struct words *words = context;
    words->shown++;
    words->found = words->found || number == words->wanted;
}

static size_t any_word(struct prng *prng, size_t least, size_t most, unsigned alphabet, uint32_t *out)
{
    size_t letters = least + prng_below(prng, (uint32_t)(most - least + 1));
    for (size_t i = 0; i < letters; i++) {
        out[i] = 'a' + prng_below(prng, alphabet);
    }
    return letters;
}

/* One slip: a letter too much, missing, wrong, or two in each other's place. */
static size_t slip(struct prng *prng, uint32_t *word, size_t letters)
{
    size_t at = prng_below(prng, (uint32_t)letters);
    switch (prng_below(prng, 4)) {
    case 0:
        memmove(word + at + 1, word + at, (letters - at) * sizeof(*word));
        word[at] = 'a' + prng_below(prng, 4);
        return letters + 1;
    case 1:
        memmove(word + at, word + at + 1, (letters - at - 1) * sizeof(*word));
        return letters - 1;
    case 2:
        word[at] = 'a' + prng_below(prng, 4);
        return letters;
    default:
        if (at + 1 < letters) {
            uint32_t letter = word[at];
            word[at] = word[at + 1];
            word[at + 1] = letter;
        }
        return letters;
    }
}

static void every_word_that_is_near_is_shown(void **unused)
{
    (void)unused;
    static struct words words;
    struct near_index index;
    struct prng prng;
    size_t near = 0;
    prng_seed(&prng, 20261118);
    near_index_init(&index, &allocator_heap);
    for (uint32_t i = 0; i < WORDS; i++) {
        words.letters[i] = any_word(&prng, NEAR_ONE_SLIP, i % 8 == 0 ? NEAR_LETTERS : 12, 4, words.letter[i]);
        assert_true(near_index_add(&index, words.letter[i], words.letters[i], i % 2, i));
    }
    for (unsigned t = 0; t < TRIES; t++) {
        uint32_t word[NEAR_LETTERS + 2];
        uint32_t i = prng_below(&prng, WORDS);
        size_t letters = words.letters[i];
        memcpy(word, words.letter[i], letters * sizeof(*word));
        for (unsigned slips = prng_below(&prng, 3); slips > 0; slips--) {
            letters = slip(&prng, word, letters);
        }
        if (letters < NEAR_ONE_SLIP || letters > NEAR_LETTERS ||
            near_slips(word, letters, words.letter[i], words.letters[i]) > near_forgiven(letters, words.letters[i])) {
            continue;
        }
        near++;
        words.wanted = i;
        words.found = false;
        near_index_find(&index, word, letters, i % 2, note, &words);
        if (!words.found) {
            fail_msg("try %u: a word of %zu letters does not find word %u of %zu", t, letters, i, words.letters[i]);
        }
        words.found = false;
        near_index_find(&index, word, letters, 2, note, &words);
        assert_false(words.found); /* of another kind */
    }
    assert_true(near > TRIES / 2);
    near_index_release(&index);
}

/* Words that are shown while `count` of them come one after the other, each looked for before it is kept. */
static size_t steps(struct words *words, size_t count, bool numbered)
{
    struct near_index index;
    struct prng prng;
    prng_seed(&prng, 7);
    near_index_init(&index, &allocator_heap);
    words->shown = 0;
    for (uint32_t i = 0; i < count; i++) {
        char text[NEAR_LETTERS];
        uint32_t *word = words->letter[i];
        size_t letters = any_word(&prng, 12, 20, 26, word);
        if (numbered) { /* `Member 17`: all alike but for the kind, which is their number */
            (void)snprintf(text, sizeof(text), "member %u", i);
            letters = near_letters(span_from(text), word);
        }
        near_index_find(&index, word, letters, numbered ? i : 0, note, words);
        assert_true(near_index_add(&index, word, letters, numbered ? i : 0, i));
    }
    near_index_release(&index);
    return words->shown;
}

static void few_others_are_shown_however_many_there_are(void **unused)
{
    (void)unused;
    static struct words words;
    assert_true(steps(&words, MANY, false) < MANY / 4);
    assert_int_equal(steps(&words, MANY, true), 0);
}

static void nothing_is_near_in_an_empty_one(void **unused)
{
    (void)unused;
    struct words *words = NULL;
    struct near_index index;
    const uint32_t word[] = {'a', 'b', 'c', 'd'};
    near_index_init(&index, &allocator_heap);
    near_index_find(&index, word, 4, 0, note, words);
    near_index_release(&index);
    near_index_release(&index);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_word_that_is_near_is_shown),
        cmocka_unit_test(few_others_are_shown_however_many_there_are),
        cmocka_unit_test(nothing_is_near_in_an_empty_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
