/* What a record of a game under way says besides the game may have a mebibyte: each of its parts counts, to the byte. */
#include "support/cmocka.h"

#include "support/open_club.h"
#include "support/text.h"

enum { PLACE, ID, NOTE, SECOND_NOTE, EXTRA, SECOND_EXTRA, PARTS, LIMIT = 1 << 20 };

static const char *const HEAD[PARTS] = {"place ", "id ", "note ", "note ", "x-a ", "x-bb "};

/* A game just begun whose asides have these lengths, without the words in front. */
static enum err open_with(struct club *club, const size_t lengths[PARTS], const char *moves, struct error *error)
{
    struct receipt receipt;
    strbuf_clear(&club->text);
    strbuf_add(&club->text, "dendro 1\ngame foret\nseat 1 Zoé\nseat 2 Bob\nseat 3 Eve\n");
    for (unsigned i = 0; i < PARTS; i++) {
        strbuf_add(&club->text, HEAD[i]);
        for (size_t n = 0; n < lengths[i]; n++) {
            strbuf_add_char(&club->text, 'x');
        }
        strbuf_add_char(&club->text, '\n');
    }
    strbuf_add(&club->text, moves);
    return world_game(&club->world, club->service, strbuf_text(&club->text), &receipt, error);
}

static void test_every_part_counts(void **state)
{
    struct club *club = *state;
    struct error error = {.message = NULL};
    const size_t names = strlen("x-a") + strlen("x-bb");
    size_t fits[PARTS] = {4, 7, 300000, 200000, 100000, 0};
    size_t sum = names;
    for (unsigned i = 0; i < SECOND_EXTRA; i++) {
        sum += fits[i];
    }
    fits[SECOND_EXTRA] = LIMIT - sum;
    unsigned stride = test_cases(100) < 10 ? PARTS - 1 : 1; /* under valgrind the first and the last */
    for (unsigned i = 0; i < PARTS; i += stride) {
        int64_t before = club_size(club);
        fits[i]++;
        MUST_FAIL(open_with(club, fits, "\n1: bee 0,0\n", &error), ERR_LIMIT, "record.too-long");
        assert_int_equal(club_size(club), before);
        fits[i]--;
    }
    MUST(open_with(club, fits, "\n1: bee 0,0\n", &error));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_every_part_counts, club_set_up, club_tear_down)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
