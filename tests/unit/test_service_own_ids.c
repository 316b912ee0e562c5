/* Ids of our own: read back by the club that made them, and refused when anything about them was changed. */
#include "support/cmocka.h"

#include "base/handle.h"
#include "base/prng.h"
#include "service/own_ids.h"

static const uint8_t KEY[KEYED_HASH_KEY] = {1, 2, 3};
static const uint8_t OTHER[KEYED_HASH_KEY] = {1, 2, 4};

static void uuids_are_read_and_written(void **unused)
{
    (void)unused;
    static const char *const bad[] = {
        "",
        "0190163d-8694-739b-aea5-966c26f8ad9",
        "0190163d-8694-739b-aea5-966c26f8ad911",
        "0190163d08694-739b-aea5-966c26f8ad91",
        "0190163d-8694-739b-aea5-966c26f8ad9g",
        "0190163d-8694-739b-aea50966c26f8ad91",
        "{190163d-8694-739b-aea5-966c26f8ad9}",
        "0190163d8694739baea5966c26f8ad91----",
    };
    uint8_t bytes[UUID_BYTES];
    char text[UUID_SIZE];
    assert_true(uuid_read(SPAN_LITERAL("0190163D-8694-739b-AEA5-966c26f8ad91"), bytes));
    assert_int_equal(bytes[0], 0x01);
    assert_int_equal(bytes[15], 0x91);
    uuid_write(bytes, text);
    assert_string_equal(text, "0190163d-8694-739b-aea5-966c26f8ad91");
    uuid_stamp(bytes, UUID_FREE);
    uuid_write(bytes, text);
    assert_string_equal(text, "0190163d-8694-839b-aea5-966c26f8ad91");
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        assert_false(uuid_read(span_from(bad[i]), bytes));
    }
}

/* Every id that differs in one of its 128 bits is refused, and so is the id in another club. */
static void refuse_changed_game(const char *uuid)
{
    uint8_t bytes[UUID_BYTES];
    assert_true(uuid_read(span_from(uuid), bytes));
    for (unsigned bit = 0; bit < 8 * UUID_BYTES; bit++) {
        char changed[UUID_SIZE];
        int64_t game = -7;
        bytes[bit / 8] ^= (uint8_t)(1 << bit % 8);
        uuid_write(bytes, changed);
        bytes[bit / 8] ^= (uint8_t)(1 << bit % 8);
        assert_false(own_id_game_read(KEY, span_from(changed), &game));
        assert_int_equal(game, -7);
    }
}

static void games_are_known_again(void **unused)
{
    (void)unused;
    static const int64_t numbers[] = {1, 2, 4095, 4096, INT64_C(1) << 48, SPAN_INT_MAX};
    for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++) {
        char uuid[UUID_SIZE];
        char again[UUID_SIZE];
        char loud[UUID_SIZE];
        int64_t game = -7;
        own_id_game(KEY, numbers[i], uuid);
        own_id_game(KEY, numbers[i], again);
        assert_string_equal(uuid, again);
        assert_int_equal(uuid[14], '8');
        for (size_t c = 0; c < UUID_SIZE; c++) {
            loud[c] = (char)(uuid[c] >= 'a' && uuid[c] <= 'f' ? uuid[c] - 'a' + 'A' : uuid[c]);
        }
        assert_false(own_id_game_read(OTHER, span_from(uuid), &game));
        assert_int_equal(game, -7);
        assert_true(own_id_game_read(KEY, span_from(loud), &game));
        assert_true(game == numbers[i]);
        refuse_changed_game(uuid);
        own_id_game(OTHER, numbers[i], again);
        assert_string_not_equal(uuid, again);
    }
}

static void fill_random(void *context, void *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        ((uint8_t *)bytes)[i] = (uint8_t)prng_next(context);
    }
}

static void people_are_known_again(void **unused)
{
    (void)unused;
    struct prng prng;
    prng_seed(&prng, 9562);
    struct entropy entropy = {fill_random, &prng};
    for (int i = 0; i < 200; i++) {
        char handle[HANDLE_SIZE];
        char uuid[UUID_SIZE];
        char back[PERSON_HANDLE];
        uint8_t bytes[UUID_BYTES];
        int64_t game = 0;
        handle_make(&entropy, handle);
        own_id_person(KEY, span_from(handle), uuid);
        assert_true(own_id_person_read(KEY, span_from(uuid), back));
        assert_string_equal(back, handle);
        assert_false(own_id_person_read(OTHER, span_from(uuid), back));
        assert_false(own_id_game_read(KEY, span_from(uuid), &game));
        assert_true(uuid_read(span_from(uuid), bytes));
        bytes[i % UUID_BYTES] ^= (uint8_t)(1 << i / UUID_BYTES % 8);
        uuid_write(bytes, uuid);
        assert_false(own_id_person_read(KEY, span_from(uuid), back));
    }
}

static void forged_ids_are_refused(void **unused)
{
    (void)unused;
    struct prng prng;
    prng_seed(&prng, 122);
    for (int i = 0; i < 20000; i++) {
        uint8_t bytes[UUID_BYTES];
        char uuid[UUID_SIZE];
        char handle[PERSON_HANDLE];
        int64_t game = 0;
        fill_random(&prng, bytes, sizeof(bytes));
        memset(bytes, 0, i % 2 == 0 ? 6 : 0); /* a small number of a game */
        uuid_stamp(bytes, UUID_FREE);
        uuid_write(bytes, uuid);
        assert_false(own_id_game_read(KEY, span_from(uuid), &game));
        assert_false(own_id_person_read(KEY, span_from(uuid), handle));
        assert_false(own_id_guest_is(KEY, span_from(uuid)));
    }
    int64_t game = 0;
    char handle[PERSON_HANDLE];
    assert_false(own_id_game_read(KEY, SPAN_LITERAL(""), &game));
    assert_false(own_id_person_read(KEY, SPAN_LITERAL("@k3f9x2mqw7ta"), handle));
}

static void kinds_and_clubs_never_meet(void **unused)
{
    (void)unused;
    static const char *const texts[] = {"catan", "catane", "", "k3f9x2mqw7ta"};
    char seen[32][UUID_SIZE];
    size_t count = 0;
    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
        const uint8_t *const keys[] = {KEY, OTHER};
        for (size_t k = 0; k < 2; k++) {
            own_id_title(keys[k], span_from(texts[i]), seen[count++]);
            own_id_place(keys[k], span_from(texts[i]), seen[count++]);
            own_id_person(keys[k], span_from(texts[i]), seen[count++]);
        }
    }
    own_id_guest(KEY, seen[count++]);
    assert_true(own_id_guest_is(KEY, span_from(seen[count - 1])));
    own_id_guest(OTHER, seen[count++]);
    assert_false(own_id_guest_is(KEY, span_from(seen[count - 1])));
    for (size_t i = 0; i < count; i++) {
        for (size_t j = 0; j < i; j++) {
            assert_string_not_equal(seen[i], seen[j]);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(uuids_are_read_and_written), cmocka_unit_test(games_are_known_again),
        cmocka_unit_test(people_are_known_again),     cmocka_unit_test(forged_ids_are_refused),
        cmocka_unit_test(kinds_and_clubs_never_meet),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
