/* Ready answers: under what they are found, when they are not any more, how much is kept, and that all of it is given back. */
#include "support/cmocka.h"

#include "http/cache.h"
#include "http/reply.h"
#include "support/failing_alloc.h"

#include <stdio.h>
#include <string.h>

static struct cache_key key_of(const char *uri)
{
    return (struct cache_key){.uri = span_from(uri), .language = 'e', .encoding = 'p', .log_size = 5};
}

static struct reply *reply_of(const struct allocator *allocator, int room, size_t head)
{
    static char line[512];
    struct strbuf body;
    memset(line, 'h', sizeof(line));
    strbuf_init(&body, allocator, 2 << 20);
    strbuf_repeat(&body, "x", room);
    assert_true(strbuf_ok(&body));
    struct reply *reply = reply_new_steal(allocator, 200, span_of(line, head), &body);
    assert_non_null(reply);
    assert_null(body.text);
    return reply;
}

static bool found(struct cache *cache, const struct cache_key *key, const struct reply *wanted)
{
    char tag[CACHE_TAG] = "";
    struct reply *reply = cache_find(cache, key, tag);
    bool same = reply && (!wanted || reply == wanted) && strcmp(tag, "\"t\"") == 0;
    reply_drop(reply);
    return same;
}

static void an_answer_is_found_for_the_same_question_only(void **unused)
{
    (void)unused;
    struct failing_alloc memory;
    struct cache cache;
    failing_alloc_init(&memory);
    assert_true(cache_init(&cache, &memory.allocator, CACHE_SLOTS, CACHE_BYTES));
    struct reply *reply = reply_of(&memory.allocator, 10, 5);
    struct cache_key key = key_of("/v1/cards");
    assert_false(found(&cache, &key, NULL));
    cache_keep(&cache, &key, "\"t\"", reply);
    assert_true(found(&cache, &key, reply));
    assert_true(found(&cache, &key, reply));
    struct cache_key other = key;
    other.log_size++;
    assert_false(found(&cache, &other, NULL));
    other = key;
    other.people_version++;
    assert_false(found(&cache, &other, NULL));
    other = key;
    other.language = 'f';
    assert_false(found(&cache, &other, NULL));
    other = key;
    other.encoding = 'g';
    assert_false(found(&cache, &other, NULL));
    other = key_of("/v1/card");
    assert_false(found(&cache, &other, NULL));
    other = key_of("/v1/cardz");
    assert_false(found(&cache, &other, NULL));
    /* Both languages and encodings are kept side by side. */
    for (int i = 0; i < 4; i++) {
        other = key;
        other.language = i & 1 ? 'f' : 'e';
        other.encoding = i & 2 ? 'g' : 'p';
        cache_keep(&cache, &other, "\"t\"", reply);
        assert_true(found(&cache, &other, reply));
    }
    assert_true(found(&cache, &key, reply));
    /* A newer state takes the place of the old one. */
    struct reply *newer = reply_of(&memory.allocator, 11, 5);
    other = key;
    other.log_size = 6;
    cache_keep(&cache, &other, "\"t\"", newer);
    assert_true(found(&cache, &other, newer));
    assert_false(found(&cache, &key, NULL));
    reply_drop(newer);
    reply_drop(reply);
    assert_true(found(&cache, &other, newer)); /* the cache holds it */
    cache_release(&cache);
    assert_null(cache.slots);
    assert_int_equal(memory.live, 0);
    cache_release(&cache); /* and again, as after a start that failed */
}

/* Every answer has its own slot as long as there are few: hardly one of them pushes another out. */
static void addresses_spread_over_the_slots(void **unused)
{
    (void)unused;
    struct failing_alloc memory;
    struct cache cache;
    char uri[64];
    failing_alloc_init(&memory);
    assert_true(cache_init(&cache, &memory.allocator, CACHE_SLOTS, CACHE_BYTES));
    struct reply *reply = reply_of(&memory.allocator, 10, 5);
    for (int i = 0; i < 64; i++) {
        (void)snprintf(uri, sizeof(uri), "/v1/games/%d/state", i);
        struct cache_key key = key_of(uri);
        cache_keep(&cache, &key, "\"t\"", reply);
    }
    int kept = 0;
    for (int i = 0; i < 64; i++) {
        (void)snprintf(uri, sizeof(uri), "/v1/games/%d/state", i);
        struct cache_key key = key_of(uri);
        kept += found(&cache, &key, reply);
    }
    assert_true(kept >= 48);
    reply_drop(reply);
    cache_release(&cache);
    assert_int_equal(memory.live, 0);
}

static void keys_and_tags_and_answers_have_a_limit(void **unused)
{
    (void)unused;
    struct failing_alloc memory;
    struct cache cache;
    char uri[CACHE_KEY + 8];
    char tag[CACHE_TAG + 8];
    failing_alloc_init(&memory);
    assert_true(cache_init(&cache, &memory.allocator, CACHE_SLOTS, CACHE_BYTES));
    struct reply *reply = reply_of(&memory.allocator, 10, 5);
    memset(uri, 'u', sizeof(uri));
    for (size_t length = CACHE_KEY - 3; length <= CACHE_KEY - 1; length++) {
        struct cache_key key = key_of("");
        key.uri = span_of(uri, length);
        cache_keep(&cache, &key, "\"t\"", reply);
        assert_int_equal(found(&cache, &key, reply), length <= CACHE_KEY - 2);
    }
    for (size_t length = CACHE_TAG - 2; length <= CACHE_TAG; length++) {
        char out[CACHE_TAG] = "";
        (void)snprintf(uri, sizeof(uri), "/%zu", length);
        struct cache_key key = key_of(uri);
        memset(tag, 't', length);
        tag[length] = '\0';
        cache_keep(&cache, &key, tag, reply);
        struct reply *got = cache_find(&cache, &key, out);
        assert_int_equal(got != NULL, length < CACHE_TAG);
        assert_true(!got || strcmp(out, tag) == 0);
        reply_drop(got);
    }
    reply_drop(reply);
    cache_release(&cache);
    assert_int_equal(memory.live, 0);
}

/* The bytes of an answer are its head and the memory of its body. */
static void answers_are_kept_to_the_byte(void **unused)
{
    (void)unused;
    struct failing_alloc memory;
    struct cache cache;
    struct cache_key key = key_of("/large");
    failing_alloc_init(&memory);
    assert_true(cache_init(&cache, &memory.allocator, CACHE_SLOTS, CACHE_BYTES));
    struct reply *reply = reply_of(&memory.allocator, 1000, 100);
    size_t room = reply->memory.room;
    for (size_t less = 2; less-- > 0;) {
        reply->memory.room = CACHE_ANSWER - 100 - less;
        cache_keep(&cache, &key, "\"t\"", reply);
        assert_true(found(&cache, &key, reply));
        assert_int_equal(atomic_load(&cache.bytes), CACHE_ANSWER - less);
    }
    reply->memory.room = CACHE_ANSWER - 100 + 1;
    struct cache_key over = key_of("/over");
    cache_keep(&cache, &over, "\"t\"", reply);
    assert_false(found(&cache, &over, NULL));
    /* In the same slot it is replaced, not added. */
    reply->memory.room = 1000;
    cache_keep(&cache, &key, "\"t\"", reply);
    assert_int_equal(atomic_load(&cache.bytes), 1100);
    reply->memory.room = room;
    reply_drop(reply);
    cache_release(&cache);
    assert_int_equal(memory.live, 0);
}

static void all_of_them_have_a_limit_together(void **unused)
{
    (void)unused;
    struct failing_alloc memory;
    struct cache cache;
    char uri[32];
    size_t kept = 0;
    failing_alloc_init(&memory);
    assert_true(cache_init(&cache, &memory.allocator, CACHE_SLOTS, CACHE_BYTES));
    struct reply *reply = reply_of(&memory.allocator, 1000, 100);
    size_t room = reply->memory.room;
    reply->memory.room = CACHE_ANSWER - 100;
    for (int i = 0; i < 40; i++) {
        (void)snprintf(uri, sizeof(uri), "/%d", i);
        struct cache_key key = key_of(uri);
        cache_keep(&cache, &key, "\"t\"", reply);
        kept = atomic_load(&cache.bytes);
        assert_true(kept <= CACHE_BYTES);
    }
    assert_int_equal(kept, CACHE_BYTES); /* to the last byte, and what found no room is not counted */
    reply->memory.room = room;
    reply_drop(reply);
    cache_release(&cache);
    assert_int_equal(atomic_load(&cache.bytes), 0);
    assert_int_equal(memory.live, 0);
}

/* Answers that take all the room there is, each in a slot of its own; returns how many of them are found. */
static int fill(struct cache *cache, struct reply *reply, int64_t log_size, int64_t people_version)
{
    char uri[32];
    int kept = 0;
    for (int i = 0; i < 40; i++) {
        (void)snprintf(uri, sizeof(uri), "/%d-%d-%d", i, (int)log_size, (int)people_version);
        struct cache_key key = key_of(uri);
        key.log_size = log_size;
        key.people_version = people_version;
        cache_keep(cache, &key, "\"t\"", reply);
        kept += found(cache, &key, reply);
    }
    return kept;
}

/* A full cache is one of answers that can still be asked for: a move, or a new name, and there is room for others. */
static void a_full_cache_forgets_older_states(void **unused)
{
    (void)unused;
    struct failing_alloc memory;
    struct cache cache;
    failing_alloc_init(&memory);
    assert_true(cache_init(&cache, &memory.allocator, CACHE_SLOTS, CACHE_BYTES));
    struct reply *reply = reply_of(&memory.allocator, 1000, 100);
    size_t room = reply->memory.room;
    reply->memory.room = CACHE_ANSWER - 100;
    int all = CACHE_BYTES / CACHE_ANSWER;
    assert_in_range(fill(&cache, reply, 5, 1), all, 40);
    assert_in_range(fill(&cache, reply, 4, 1), 0, all - 1); /* a question that took long makes no room for itself */
    assert_in_range(fill(&cache, reply, 6, 1), all, 40);
    assert_in_range(fill(&cache, reply, 6, 0), 0, all - 1);
    assert_in_range(fill(&cache, reply, 6, 2), all, 40);
    assert_int_equal(atomic_load(&cache.bytes), CACHE_BYTES);
    reply->memory.room = room;
    reply_drop(reply);
    cache_release(&cache);
    assert_int_equal(atomic_load(&cache.bytes), 0);
    assert_int_equal(memory.live, 0);
}

static void a_reply_goes_with_its_last_holder(void **unused)
{
    (void)unused;
    struct failing_alloc memory;
    struct strbuf body;
    failing_alloc_init(&memory);
    struct reply *reply = reply_new(&memory.allocator, 404, SPAN_LITERAL("head"), SPAN_LITERAL("constant"));
    assert_int_equal(reply->status, 404);
    assert_true(span_is(reply->head, "head") && span_is(reply->body, "constant"));
    assert_true(reply_hold(reply) == reply);
    reply_drop(reply);
    assert_int_equal(memory.live, 1);
    reply_drop(reply);
    assert_int_equal(memory.live, 0);
    reply_drop(NULL);
    /* Without memory, the body stays with who has it. */
    strbuf_init(&body, &memory.allocator, 100);
    strbuf_add(&body, "text");
    failing_alloc_arm(&memory, 1);
    assert_null(reply_new_steal(&memory.allocator, 200, SPAN_LITERAL("head"), &body));
    assert_string_equal(strbuf_text(&body), "text");
    failing_alloc_arm(&memory, 0);
    reply = reply_new_steal(&memory.allocator, 200, SPAN_LITERAL("head"), &body);
    assert_true(span_is(reply->body, "text"));
    assert_int_equal(body.len, 0);
    assert_int_equal(body.limit, 100);
    strbuf_release(&body);
    assert_true(span_is(reply->body, "text"));
    reply_drop(reply);
    assert_int_equal(memory.live, 0);
}

static void without_memory_there_is_no_cache(void **unused)
{
    (void)unused;
    struct failing_alloc memory;
    struct cache cache;
    failing_alloc_init(&memory);
    failing_alloc_arm(&memory, 1);
    assert_false(cache_init(&cache, &memory.allocator, CACHE_SLOTS, CACHE_BYTES));
    cache_release(&cache);
    assert_int_equal(memory.live, 0);
}

static void every_status_has_its_phrase(void **unused)
{
    (void)unused;
    static const int statuses[] = {200, 201, 202, 204, 304, 400, 401, 403, 404, 405, 409,
                                   413, 414, 415, 421, 422, 429, 431, 500, 501, 503, 505};
    for (size_t i = 0; i < sizeof(statuses) / sizeof(statuses[0]); i++) {
        assert_string_not_equal(reply_reason(statuses[i]), "Unknown");
        assert_true(i == 0 || strcmp(reply_reason(statuses[i]), reply_reason(statuses[i - 1])) != 0);
    }
    assert_string_equal(reply_reason(200), "OK");
    assert_string_equal(reply_reason(404), "Not Found");
    assert_string_equal(reply_reason(505), "HTTP Version Not Supported");
    assert_string_equal(reply_reason(299), "Unknown");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_answer_is_found_for_the_same_question_only),
        cmocka_unit_test(addresses_spread_over_the_slots),
        cmocka_unit_test(keys_and_tags_and_answers_have_a_limit),
        cmocka_unit_test(answers_are_kept_to_the_byte),
        cmocka_unit_test(all_of_them_have_a_limit_together),
        cmocka_unit_test(a_full_cache_forgets_older_states),
        cmocka_unit_test(a_reply_goes_with_its_last_holder),
        cmocka_unit_test(without_memory_there_is_no_cache),
        cmocka_unit_test(every_status_has_its_phrase),
    };
    return cmocka_run_group_tests_name("http cache", tests, NULL, NULL);
}
