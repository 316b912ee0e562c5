/*
 * What others read from a position of Forêt: the tree of values, and the
 * bytes that go into a digest in the order that docs/foret.md gives.
 */
#include "foret_table.h"

/* ---- the tree, as compact text ---- */

struct text_sink {
    struct strbuf out;
    char closers[16];
    unsigned depth;
};

static void put_key(struct text_sink *sink, const char *key)
{
    char last = sink->out.len > 0 ? sink->out.text[sink->out.len - 1] : '{';
    if (last != '{' && last != '[') {
        strbuf_add_char(&sink->out, ' ');
    }
    if (key) {
        strbuf_add(&sink->out, key);
        strbuf_add_char(&sink->out, ':');
    }
}

static void put_open(struct text_sink *sink, const char *key, char opener, char closer)
{
    put_key(sink, key);
    strbuf_add_char(&sink->out, opener);
    assert_true(sink->depth < sizeof(sink->closers));
    sink->closers[sink->depth++] = closer;
}

static void open_object(void *context, const char *key)
{
    put_open(context, key, '{', '}');
}

static void open_list(void *context, const char *key)
{
    put_open(context, key, '[', ']');
}

static void close_one(void *context)
{
    struct text_sink *sink = context;
    assert_true(sink->depth > 0);
    strbuf_add_char(&sink->out, sink->closers[--sink->depth]);
}

static void integer(void *context, const char *key, int64_t value)
{
    struct text_sink *sink = context;
    put_key(sink, key);
    strbuf_int(&sink->out, value);
}

static void boolean(void *context, const char *key, bool value)
{
    struct text_sink *sink = context;
    put_key(sink, key);
    strbuf_add(&sink->out, value ? "yes" : "no");
}

static void text(void *context, const char *key, struct span value)
{
    struct text_sink *sink = context;
    put_key(sink, key);
    strbuf_add_span(&sink->out, value);
}

static void null(void *context, const char *key)
{
    text(context, key, span_from("null"));
}

static const char *view(const struct table *table)
{
    static char memory[1 << 16];
    struct text_sink sink = {.depth = 0};
    strbuf_wrap(&sink.out, memory, sizeof(memory));
    const struct view_sink calls = {&sink, open_object, open_list, close_one, integer, boolean, text, null, NULL};
    foret_game.view(&table->setup, &table->state, &calls);
    assert_int_equal(sink.depth, 0);
    assert_true(strbuf_ok(&sink.out));
    return memory;
}

static void test_view_of_a_table(void **unused)
{
    (void)unused;
    struct table table;
    table_init(&table, FORET_STANDARD, FORET_TABLE, 3);
    table_play(&table, "1: bee 0,0;2: wolf 0,0;3: fox 0,0;1: meadow 0,-1");
    assert_string_equal(
        view(&table),
        "{turn:2 round:1 over:no seats:["
        "{seat:1 cells:[{x:0 y:-1 card:meadow} {x:0 y:0 card:bee}] box:{x:0 y:-1 width:1 height:2} moved:yes open:["
        "{x:0 y:-2} {x:-1 y:-1} {x:1 y:-1} {x:-1 y:0} {x:1 y:0} {x:0 y:1}] score:-2} "
        "{seat:2 cells:[{x:0 y:0 card:wolf}] box:{x:0 y:0 width:1 height:1} moved:no open:["
        "{x:0 y:-1} {x:-1 y:0} {x:1 y:0} {x:0 y:1}] score:7} "
        "{seat:3 cells:[{x:0 y:0 card:fox}] box:{x:0 y:0 width:1 height:1} moved:no open:["
        "{x:0 y:-1} {x:-1 y:0} {x:1 y:0} {x:0 y:1}] score:-2}] "
        "supply:{bee:7 bear:12 trout:10 fox:11 eagle:8 dragonfly:8 deer:12 rabbit:8 meadow:19 stream:20 wolf:11} "
        "rounds:[]}");
}

static void test_view_of_hands(void **unused)
{
    (void)unused;
    struct table table;
    table_init(&table, FORET_DUEL, FORET_FULL, 2);
    table_play(&table, "*: deal 1 bee bee bee bee bee bee bee bee fox fox;"
                       "*: deal 2 bear bear bear bear bear bear bear bear bear bear;"
                       "*: deal n deer deer deer deer deer deer deer deer deer deer;"
                       "1: fox 0,0;2: bear 0,0;n: deer;1: deer 0,1");
    const char *seen = view(&table);
    /* Seat 1 holds what the neutral seat was dealt, less two deer; seat 2 what seat 1 was. */
    assert_non_null(strstr(seen, "moved:yes hand:[deer deer deer deer deer deer deer deer] open:"));
    assert_non_null(strstr(seen, "moved:no hand:[bee bee bee bee bee bee bee bee fox] open:"));
    assert_non_null(strstr(seen, "neutral:{cards:[deer] moved:no hand:[bear bear"));
    /* What they looked at, turn by turn. */
    assert_non_null(strstr(seen, "rounds:[{round:1 seats:[{seat:1 picks:["
                                 "{taken:fox hand:[bee bee bee bee bee bee bee bee fox fox]} "
                                 "{taken:deer hand:[deer deer deer deer deer deer deer deer deer]}]} "
                                 "{seat:2 picks:[{taken:bear hand:[bear bear"));
}

static void test_view_counts_rounds(void **unused)
{
    (void)unused;
    static const char *const starts[] = {"{turn:10 round:1 over:no", "{turn:11 round:2 over:no",
                                         "{turn:20 round:2 over:no", "{turn:20 round:2 over:yes"};
    static const uint8_t turns[] = {9, 10, 19, 20};
    for (size_t i = 0; i < 4; i++) {
        struct table table;
        table_init(&table, FORET_STANDARD, FORET_TABLE, 3);
        table.state.turn = turns[i];
        assert_memory_equal(view(&table), starts[i], strlen(starts[i]));
    }
}

static void test_view_of_solo(void **unused)
{
    (void)unused;
    struct table table;
    table_init(&table, FORET_SOLO, FORET_TABLE, 1);
    table_play(&table, "1: bee 0,0 give wolf;1: fox 1,0 give rabbit");
    const char *seen = view(&table);
    assert_non_null(strstr(seen, "{turn:3 over:no seats:["));
    assert_non_null(strstr(seen, "alban:{cells:[{x:0 y:0 card:wolf} {x:1 y:0 card:rabbit}] score:13}"));
    assert_null(strstr(seen, "rounds"));
    table_init(&table, FORET_SOLO, FORET_SHEET, 1);
    assert_non_null(strstr(view(&table), "{over:no seats:[{seat:1 cells:[] box:null moved:no score:-5}]"));
}

/* ---- digest ---- */

static void hash_of(const struct table *table, const uint8_t *bytes, size_t n, bool *same)
{
    uint8_t mine[SHA256_SIZE];
    uint8_t theirs[SHA256_SIZE];
    struct sha256 hash;
    sha256_init(&hash);
    sha256_add(&hash, bytes, n);
    sha256_end(&hash, mine);
    sha256_init(&hash);
    foret_game.digest(&table->setup, &table->state, &hash);
    sha256_end(&hash, theirs);
    *same = memcmp(mine, theirs, SHA256_SIZE) == 0;
}

/* Cards are written type + 1: bee 1, bear 2, trout 3, fox 4, ... wolf 11. */
static void test_digest_fields(void **unused)
{
    (void)unused;
    struct table table;
    bool same = false;
    table_init(&table, FORET_DUEL, FORET_TABLE, 2);
    table_play(&table, "1: bee 0,0;2: fox 0,0;n: wolf;1: bear -1,0;2: deer 0,-1;n: stream;n: trout");
    uint8_t bytes[3 + 2 * 42 + 20] = {2, 2, 4}; /* seats, turns finished, who has moved in this one */
    uint8_t *seat = bytes + 3;
    seat[0] = 1; /* columns left of the first card, rows above it */
    seat[2] = 2; /* its box: bear bee */
    seat[3] = 1;
    seat[22] = 1; /* as played: bee bear */
    seat[23] = 2;
    seat += 42;
    seat[1] = 1;
    seat[2] = 7; /* deer above fox */
    seat[7] = 4;
    seat[22] = 4;
    seat[23] = 7;
    seat += 42;
    memcpy(seat, (const uint8_t[]){11, 10, 3}, 3);
    hash_of(&table, bytes, sizeof(bytes), &same);
    assert_true(same);

    table_init(&table, FORET_SOLO, FORET_FULL, 1);
    table_play(&table, "*: deal 1 bee bee bee bee bee fox fox fox wolf wolf;1: bee 0,0 give wolf");
    uint8_t solo[3 + 42 + 20 + 11] = {1, 1, 0};
    solo[3 + 2] = 1;
    solo[3 + 22] = 1;
    solo[3 + 42] = 11;
    solo[3 + 42 + 20 + FORET_BEE] = 4;
    solo[3 + 42 + 20 + FORET_FOX] = 3;
    solo[3 + 42 + 20 + FORET_WOLF] = 1;
    hash_of(&table, solo, sizeof(solo), &same);
    assert_true(same);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_view_of_a_table),    cmocka_unit_test(test_view_of_hands),
        cmocka_unit_test(test_view_counts_rounds), cmocka_unit_test(test_view_of_solo),
        cmocka_unit_test(test_digest_fields),
    };
    return cmocka_run_group_tests_name("foret view", tests, NULL, NULL);
}
