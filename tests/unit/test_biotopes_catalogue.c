/*
 * Catalogues of Biotopes read from JSON: the shipped ones say of every species
 * what is known of the box, and a document with one thing wrong is refused with
 * the path of that thing. Every kind of complaint is here at least once.
 */
#include "support/cmocka.h"

#include "rules/biotopes/biotopes_state.h"
#include "support/biotopes_facts.h"
#include "support/shipped.h"
#include "wire/values.h"

#include <string.h>

/* ---- what is known of the box ---- */

#define GAIN(when_, onto_, gain_)                                               \
    {                                                                           \
        .when = (when_), .onto = (onto_), .gain = (gain_), .count = 1, .per = 1 \
    }
#define OTHER(when_, count_)                                          \
    {                                                                 \
        .when = (when_), .onto = BIO_ANY, .count = (count_), .per = 1 \
    }

/* The abilities that are known, by what the printed cards of a later edition call them. */
static const struct ability {
    const char *name;
    struct bio_effect effect;
} ABILITIES[] = {
    {"cosmopolitan", GAIN(WHEN_EXPAND, BIO_ANY, GAIN_CARD)},
    {"partial-migrant", GAIN(WHEN_MIGRATE, BIO_ANY, GAIN_CARD)},
    {"territorial", GAIN(WHEN_COMPETE, BIO_ANY, GAIN_CARD)},
    {"widespread", GAIN(WHEN_EXPAND, BIO_ANY, GAIN_CUBE)},
    {"migrant", GAIN(WHEN_MIGRATE, BIO_ANY, GAIN_CUBE)},
    {"patroller", GAIN(WHEN_COMPETE, BIO_ANY, GAIN_CUBE)},
    {"mountain-draw", GAIN(WHEN_SETTLE, BIO_MOUNTAIN, GAIN_CARD)},
    {"forest-draw", GAIN(WHEN_SETTLE, BIO_FOREST, GAIN_CARD)},
    {"meadow-draw", GAIN(WHEN_SETTLE, BIO_MEADOW, GAIN_CARD)},
    {"wetland-draw", GAIN(WHEN_SETTLE, BIO_WETLAND, GAIN_CARD)},
    {"mountain-cube", GAIN(WHEN_SETTLE, BIO_MOUNTAIN, GAIN_CUBE)},
    {"forest-cube", GAIN(WHEN_SETTLE, BIO_FOREST, GAIN_CUBE)},
    {"meadow-cube", GAIN(WHEN_SETTLE, BIO_MEADOW, GAIN_CUBE)},
    {"wetland-cube", GAIN(WHEN_SETTLE, BIO_WETLAND, GAIN_CUBE)},
    {"fecund", GAIN(WHEN_REPRODUCE, BIO_ANY, GAIN_CUBE)},
    {"r-strategist", GAIN(WHEN_TRANSFER, BIO_ANY, GAIN_CUBE)},
    {"detritivore", OTHER(WHEN_PRODUCTION, 1)},
    {"pollinator", OTHER(WHEN_PAY, 1)},
    {"adaptive-genius", OTHER(WHEN_ACTION_DRAW, 2)},
    {"discreet", OTHER(WHEN_ACTION_SHIFT, 2)},
    {"badger", {WHEN_END, BIO_ANY, 0, 1, EACH_TYPE, BIO_MAMMAL, 1, 0}},
    {"", OTHER(WHEN_UNKNOWN, 1)},
};

static const struct bio_effect *ability_named(const char *name)
{
    for (size_t i = 0; i < sizeof(ABILITIES) / sizeof(ABILITIES[0]); i++) {
        if (strcmp(ABILITIES[i].name, name) == 0) {
            return &ABILITIES[i].effect;
        }
    }
    fail_msg("there is no ability %s", name);
    return NULL;
}

/* ---- the shipped documents ---- */

static struct bio_catalogue block;

static enum err load(struct span json, struct error *error)
{
    struct value document;
    enum err err = wire_values.open(json, &document, error);
    if (err != ERR_OK) {
        return err;
    }
    err = bio_catalogue_read(&document, &block, error);
    wire_values.close(&document);
    return err;
}

static void load_shipped(const char *name)
{
    const struct catalogue_document *shipped = shipped_document("biotopes", name);
    struct error error = {.message = NULL};
    struct bio_catalogue other;
    for (int i = 0; i < 2; i++) { /* whatever lay in the block before does not show */
        memcpy(&other, &block, sizeof(block));
        memset(&block, i == 0 ? 0 : 0xa5, sizeof(block));
        if (load(span_of(shipped->bytes, shipped->size), &error) != ERR_OK) {
            fail_msg("%s: %s at %s", name, error.message->id, error.arg[0]);
        }
    }
    assert_memory_equal(&block, &other, sizeof(block));
}

static void assert_is_as_known(unsigned card, const struct bio_fact *fact)
{
    static const char letters[BIO_TYPES] = {'P', 'I', 'R', 'M', 'B'};
    const struct bio_species *s = &block.species[card];
    unsigned cost[BIO_TYPES] = {0};
    for (const char *c = fact->cost; *c; c += c[2] ? 3 : 2) { /* "1P 2I" */
        for (unsigned type = 0; type < BIO_TYPES; type++) {
            cost[type] += letters[type] == c[1] ? (unsigned)(c[0] - '0') : 0;
        }
    }
    assert_string_equal(bio_card_names[card].id, fact->id);
    assert_string_equal(bio_decks[s->deck].id, fact->deck);
    assert_string_equal(bio_biotopes[s->biotope].id, fact->biotope);
    assert_string_equal(bio_types[s->type].id, fact->type);
    for (unsigned type = 0; type < BIO_TYPES; type++) {
        assert_int_equal(s->cost[type], cost[type]);
    }
}

static void printed_says_what_is_known_and_no_more(void **unused)
{
    (void)unused;
    load_shipped("printed");
    assert_false(block.certain);
    unsigned known = 0;
    for (unsigned i = 0; i < BIO_SPECIES; i++) {
        assert_is_as_known(i, &bio_facts[i]);
        assert_memory_equal(&block.effect[i], ability_named(bio_facts[i].ability), sizeof(struct bio_effect));
        known += block.effect[i].when != WHEN_UNKNOWN;
    }
    assert_int_equal(known, 47);
    for (unsigned i = BIO_ADVANCED; i < BIO_CARDS; i++) {
        assert_int_equal(block.effect[i].when, i < BIO_BASICS ? WHEN_UNKNOWN : WHEN_NEVER);
    }
}

static void the_house_set_has_the_printed_cards_and_every_effect(void **unused)
{
    (void)unused;
    bool is_used[WHENS] = {[WHEN_UNKNOWN] = true}; /* not in a set that is certain */
    load_shipped("house");
    assert_true(block.certain);
    for (unsigned i = 0; i < BIO_CARDS; i++) {
        assert_int_not_equal(block.effect[i].when, WHEN_UNKNOWN);
        is_used[block.effect[i].when] = true;
    }
    for (unsigned i = 0; i < BIO_SPECIES; i++) {
        assert_is_as_known(i, &bio_facts[i]);
        if (bio_facts[i].ability[0]) {
            assert_memory_equal(&block.effect[i], ability_named(bio_facts[i].ability), sizeof(struct bio_effect));
        }
    }
    for (unsigned i = 0; i < WHENS; i++) { /* so that games of computers meet every effect there is */
        assert_true(is_used[i]);
    }
}

/* ---- what is refused ---- */

/* In the house set the first `from` becomes `to`; what is said about it, and where. */
static const struct wrong {
    const char *from, *to, *id, *path;
} WRONG[] = {
    {"\"catalogue\": \"biotopes\"", "\"catalogue\": \"ecos\"", "catalogue.unknown", "catalogue.catalogue"},
    {"\"id\": \"house\"", "\"id\": \"My house\"", "catalogue.text", "catalogue.name.id"},
    {"\"edition\": 1", "\"edition\": 256", "catalogue.number", "catalogue.edition"},
    {"\"note\": \"", "\"note\": 3, \"notes\": \"", "catalogue.surplus", "catalogue.notes"},
    {"\"certain\": true", "\"certain\": 1", "catalogue.unknown", "catalogue.certain"},
    {"\"species\": [", "\"species\": [{},", "catalogue.list", "catalogue.species"},
    {"\"What is not known of the printed effects is of our own design.\"", "[]", "catalogue.text", "catalogue.note"},
    /* a species */
    {"{\"id\": \"alpine-ibex\", ", "{", "catalogue.missing", "catalogue.species[0].id"},
    {"\"id\": \"alpine-ibex\"", "\"id\": \"Alpine Ibex\"", "catalogue.unknown", "catalogue.species[0].id"},
    {"\"id\": \"alpine-ibex\"", "\"id\": \"mountain\"", "catalogue.unknown", "catalogue.species[0].id"},
    {"\"id\": \"apollo\"", "\"id\": \"alpine-ibex\"", "catalogue.twice", "catalogue.species[1].id"},
    {"\"id\": \"apollo\", ", "\"id\": \"apollo\", \"stars\": 1, ", "catalogue.surplus", "catalogue.species[1].stars"},
    {"\"deck\": \"herbivore\"", "\"deck\": \"bag\"", "catalogue.unknown", "catalogue.species[0].deck"},
    {"\"biotope\": \"mountain\"", "\"biotope\": \"moor\"", "catalogue.unknown", "catalogue.species[0].biotope"},
    {"\"type\": \"mammal\"", "\"type\": \"plant\"", "catalogue.unknown", "catalogue.species[0].type"},
    {"\"cost\": {\"plant\": 2}, ", "", "catalogue.missing", "catalogue.species[0].cost"},
    {"\"cost\": {\"plant\": 2}", "\"cost\": {\"fish\": 2}", "catalogue.surplus", "catalogue.species[0].cost.fish"},
    {"\"cost\": {\"plant\": 2}", "\"cost\": {}", "catalogue.cost", "catalogue.species[0].cost"},
    {"\"cost\": {\"plant\": 2}", "\"cost\": {\"plant\": 0}", "catalogue.number", "catalogue.species[0].cost.plant"},
    {"\"cost\": {\"plant\": 2}", "\"cost\": {\"plant\": 5}", "catalogue.number", "catalogue.species[0].cost.plant"},
    {"\"cost\": {\"plant\": 2}", "\"cost\": {\"plant\": 3, \"bird\": 2}", "catalogue.cost",
     "catalogue.species[0].cost"},
    /* the totals of the box */
    {"\"deck\": \"herbivore\"", "\"deck\": \"carnivore\"", "catalogue.count", "catalogue.species"},
    {"\"biotope\": \"mountain\"", "\"biotope\": \"forest\"", "catalogue.count", "catalogue.species"},
    {"\"type\": \"mammal\"", "\"type\": \"reptile\"", "catalogue.count", "catalogue.species"},
    /* an effect */
    {", \"effect\": {\"when\": \"draw\", \"count\": 2}", "", "catalogue.certain", "catalogue.species[0].effect"},
    {"{\"when\": \"draw\", \"count\": 2}", "null", "catalogue.object", "catalogue.species[0].effect"},
    {"{\"when\": \"draw\", \"count\": 2}", "{\"count\": 2}", "catalogue.missing", "catalogue.species[0].effect.when"},
    {"{\"when\": \"draw\"", "{\"when\": \"dawn\"", "catalogue.unknown", "catalogue.species[0].effect.when"},
    {"{\"when\": \"draw\"", "{\"when\": \"\"", "catalogue.text", "catalogue.species[0].effect.when"},
    {"\"draw\", \"count\": 2", "\"draw\", \"count\": 0", "catalogue.number", "catalogue.species[0].effect.count"},
    {"\"draw\", \"count\": 2", "\"shift\", \"count\": 3", "catalogue.number", "catalogue.species[0].effect.count"},
    {"\"draw\", \"count\": 2", "\"draw\", \"count\": 4", "catalogue.number", "catalogue.species[0].effect.count"},
    {"\"draw\", \"count\": 2", "\"draw\", \"gain\": \"card\"", "catalogue.surplus", "catalogue.species[0].effect.gain"},
    {"{\"when\": \"draw\"", "{\"when\": \"never\"", "catalogue.surplus", "catalogue.species[0].effect.count"},
    {"{\"when\": \"draw\"", "{\"when\": \"prey\"", "catalogue.surplus", "catalogue.species[0].effect.count"},
    {"{\"when\": \"draw\"", "{\"when\": \"pay\"", "catalogue.surplus", "catalogue.species[0].effect.count"},
    {"{\"when\": \"draw\"", "{\"when\": \"expand\"", "catalogue.missing", "catalogue.species[0].effect.gain"},
    {"\"migrate\", \"gain\": \"card\"", "\"migrate\", \"gain\": \"gold\"", "catalogue.unknown",
     "catalogue.species[2].effect.gain"},
    {"\"migrate\", \"gain\"", "\"migrate\", \"onto\": \"sea\", \"gain\"", "catalogue.unknown",
     "catalogue.species[2].effect.onto"},
    {"\"transfer\", \"gain\"", "\"transfer\", \"onto\": \"forest\", \"gain\"", "catalogue.surplus",
     "catalogue.species[3].effect.onto"},
    {"{\"when\": \"draw\", \"count\": 2}", "{\"when\": \"end\"}", "catalogue.missing",
     "catalogue.species[0].effect.points"},
    {"{\"when\": \"draw\", \"count\": 2}", "{\"when\": \"end\", \"points\": 4}", "catalogue.number",
     "catalogue.species[0].effect.points"},
    {"{\"when\": \"draw\", \"count\": 2}", "{\"when\": \"end\", \"points\": 1, \"each\": \"star\"}",
     "catalogue.unknown", "catalogue.species[0].effect.each"},
    {"{\"when\": \"draw\", \"count\": 2}", "{\"when\": \"end\", \"points\": 1, \"per\": 2}", "catalogue.surplus",
     "catalogue.species[0].effect.per"},
    {"{\"when\": \"draw\", \"count\": 2}", "{\"when\": \"end\", \"points\": 1, \"of\": \"bird\"}", "catalogue.surplus",
     "catalogue.species[0].effect.of"},
    {"{\"when\": \"draw\", \"count\": 2}", "{\"when\": \"end\", \"points\": 1, \"each\": \"cube\", \"of\": \"bird\"}",
     "catalogue.surplus", "catalogue.species[0].effect.of"},
    {"\"each\": \"type\", \"of\": \"mammal\"", "\"each\": \"type\"", "catalogue.missing",
     "catalogue.species[71].effect.of"},
    {"\"each\": \"type\", \"of\": \"mammal\"", "\"each\": \"type\", \"of\": \"plant\"", "catalogue.unknown",
     "catalogue.species[71].effect.of"},
    {"\"each\": \"type\", \"of\": \"mammal\"", "\"each\": \"deck\", \"of\": \"bag\"", "catalogue.unknown",
     "catalogue.species[71].effect.of"},
    {"\"each\": \"type\", \"of\": \"mammal\"", "\"each\": \"token\", \"of\": \"mammal\"", "catalogue.unknown",
     "catalogue.species[71].effect.of"},
    {"\"each\": \"type\", \"of\": \"mammal\"", "\"each\": \"type\", \"of\": \"mammal\", \"per\": 21",
     "catalogue.number", "catalogue.species[71].effect.per"},
    /* an advanced biotope */
    {"\"biotopes\": [", "\"biotopes\": [{},", "catalogue.list", "catalogue.biotopes"},
    {"\"milieu\": \"preserved\"", "\"milieu\": \"basic\"", "catalogue.unknown", "catalogue.biotopes[0].milieu"},
    {"\"milieu\": \"adapted\"", "\"milieu\": \"preserved\"", "catalogue.twice", "catalogue.biotopes[1]"},
    {"\"milieu\": \"adapted\", ", "\"milieu\": \"adapted\", \"cost\": {}, ", "catalogue.surplus",
     "catalogue.biotopes[1].cost"},
    {"{\"biotope\": \"mountain\", ", "{\"biotope\": \"sea\", ", "catalogue.unknown", "catalogue.biotopes[0].biotope"},
    {"\"propitious\", \"effect\": {\"when\": \"settle\", \"onto\": \"mountain\", \"gain\": \"cube\"}",
     "\"propitious\", \"effect\": {\"when\": \"draw\", \"count\": 1}", "catalogue.species_only",
     "catalogue.biotopes[2].effect.when"},
    {"\"propitious\", \"effect\": {\"when\": \"settle\", \"onto\": \"mountain\", \"gain\": \"cube\"}",
     "\"propitious\", \"effect\": {\"when\": \"pay\"}", "catalogue.species_only", "catalogue.biotopes[2].effect.when"},
    {"\"propitious\", \"effect\": {\"when\": \"settle\", \"onto\": \"mountain\", \"gain\": \"cube\"}", "\"propitious\"",
     "catalogue.certain", "catalogue.biotopes[2].effect"},
};

/* A shipped document in which the first `from` is `to`; the caller releases it. */
static void change(struct strbuf *text, const char *name, const char *from, const char *to)
{
    const char *json = shipped_document("biotopes", name)->bytes;
    const char *found = strstr(json, from);
    strbuf_init(text, &allocator_heap, 1 << 20);
    if (!found) {
        fail_msg("%s has no %s", name, from);
        return;
    }
    strbuf_add_span(text, span_of(json, (size_t)(found - json)));
    strbuf_add(text, to);
    strbuf_add(text, found + strlen(from));
}

static void each_thing_that_is_wrong_is_refused_with_its_path(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof(WRONG) / sizeof(WRONG[0]); i++) {
        const struct wrong *w = &WRONG[i];
        struct strbuf text;
        struct error error = {.message = NULL};
        change(&text, "house", w->from, w->to);
        enum err err = load(strbuf_span(&text), &error);
        if (err == ERR_OK) {
            fail_msg("%s instead of %s passes", w->to, w->from);
        }
        if (strcmp(error.message->id, w->id) != 0 || strcmp(error.arg[0], w->path) != 0) {
            fail_msg("%s instead of %s: %s at %s, not %s at %s", w->to, w->from, error.message->id, error.arg[0], w->id,
                     w->path);
        }
        strbuf_release(&text);
    }
}

/* The person who has miscounted is told what the box has. */
static void a_total_says_what_the_box_has(void **unused)
{
    (void)unused;
    struct strbuf text;
    struct error error = {.message = NULL};
    char sentence[256];
    change(&text, "printed", "\"type\": \"mammal\"", "\"type\": \"bird\"");
    assert_int_equal(load(strbuf_span(&text), &error), ERR_SYNTAX);
    assert_true(error_text(&error, LANG_EN, sentence, sizeof(sentence)) > 0);
    assert_string_equal(sentence, "catalogue.species: the numbers do not add up: herbivore mammal = 11");
    strbuf_release(&text);
}

/* ---- what a club may write ---- */

/* `effect` in place of that of the first species of the printed cards, or of its first biotope card. */
static struct bio_effect read_as(const char *effect, bool is_species)
{
    struct strbuf text;
    struct strbuf to;
    struct error error = {.message = NULL};
    const char *from = is_species ? "{\"when\": \"draw\", \"count\": 2}" : "\"milieu\": \"preserved\"";
    strbuf_init(&to, &allocator_heap, 1 << 10);
    strbuf_add(&to, is_species ? "" : "\"milieu\": \"preserved\", \"effect\": ");
    strbuf_add(&to, effect);
    change(&text, "printed", from, strbuf_text(&to));
    if (load(strbuf_span(&text), &error) != ERR_OK) {
        fail_msg("%s: %s at %s", effect, error.message->id, error.arg[0]);
    }
    strbuf_release(&text);
    strbuf_release(&to);
    return block.effect[is_species ? 0 : BIO_ADVANCED];
}

static void what_is_left_out_is_one_of_any(void **unused)
{
    (void)unused;
    static const struct {
        const char *json;
        struct bio_effect effect;
    } good[] = {
        {"{\"when\": \"never\"}", OTHER(WHEN_NEVER, 1)},
        {"{\"when\": \"production\"}", OTHER(WHEN_PRODUCTION, 1)},
        {"{\"when\": \"evolve\", \"gain\": \"cube\", \"count\": 3}",
         {WHEN_EVOLVE, BIO_ANY, GAIN_CUBE, 3, EACH_ONE, 0, 1, 0}},
        {"{\"when\": \"adapt\", \"onto\": \"wetland\", \"gain\": \"card\"}",
         {WHEN_ADAPT, BIO_WETLAND, GAIN_CARD, 1, EACH_ONE, 0, 1, 0}},
        {"{\"when\": \"end\", \"points\": 3}", OTHER(WHEN_END, 3)},
        {"{\"when\": \"end\", \"points\": 2, \"each\": \"cube\", \"per\": 4}",
         {WHEN_END, BIO_ANY, 0, 2, EACH_CUBE, 0, 4, 0}},
        {"{\"when\": \"end\", \"points\": 1, \"each\": \"deck\", \"of\": \"carnivore\"}",
         {WHEN_END, BIO_ANY, 0, 1, EACH_DECK, BIO_CARNIVORE, 1, 0}},
        {"{\"when\": \"end\", \"points\": 1, \"each\": \"biotope\", \"of\": \"meadow\", \"per\": 20}",
         {WHEN_END, BIO_ANY, 0, 1, EACH_BIOTOPE, BIO_MEADOW, 20, 0}},
    };
    for (size_t i = 0; i < sizeof(good) / sizeof(good[0]); i++) {
        for (int is_species = 0; is_species < 2; is_species++) {
            struct bio_effect effect = read_as(good[i].json, is_species);
            assert_memory_equal(&effect, &good[i].effect, sizeof(effect));
        }
    }
}

/* ---- what people are shown ---- */

static void every_name_means_one_card(void **unused)
{
    (void)unused;
    for (unsigned i = 0; i < BIO_CARDS; i++) {
        assert_int_equal(name_find(bio_card_names, BIO_CARDS, span_from(bio_card_names[i].id)), i);
        assert_int_equal(name_find(bio_card_names, BIO_CARDS, span_from(bio_card_names[i].en)), i);
        assert_int_equal(name_find(bio_card_names, BIO_CARDS, span_from(bio_card_names[i].fr)), i);
        if (i < BIO_SPECIES && bio_alias[i]) {
            assert_int_equal(name_find(bio_card_names, BIO_CARDS, span_from(bio_alias[i])), -1);
        }
    }
    assert_string_equal(bio_alias[3], "Criquet vert");
    assert_string_equal(bio_card_names[BIO_ADVANCED].id, "mountain-preserved");
    assert_string_equal(bio_card_names[BIO_BASICS - 1].fr, "Zone humide : milieu populeux");
}

static void assert_line(unsigned card, enum lang lang, const char *name, const char *end)
{
    struct strbuf out;
    strbuf_init(&out, &allocator_heap, 1 << 10);
    bio_game_catalogue.print_card(&block, card, lang, &out);
    const char *line = strbuf_text(&out);
    size_t length = strlen(line);
    if (!strstr(line, name) || length < strlen(end) || strcmp(line + length - strlen(end), end) != 0) {
        fail_msg("%s is not about %s and %s", line, name, end);
    }
    strbuf_release(&out);
}

static void a_card_is_shown_with_what_it_does(void **unused)
{
    (void)unused;
    load_shipped("house");
    assert_line(0, LANG_EN, "Alpine Ibex", "plant plant                             Action: draw 2 cards\n");
    assert_line(1, LANG_FR, "Apollon", "  ses cubes valent aussi des plantes\n");
    assert_line(8, LANG_FR, "Grand Tétras", "  Expansion, Migration ou Compétition (montagne) : 1 carte\n");
    assert_line(71, LANG_EN, "Eurasian Badger", "  end: 1 point for 1 species (mammal)\n");
    assert_line(84, LANG_FR, "Cistude", "  fin : 1 point pour 2 cubes (sur cette carte)\n");
    assert_line(BIO_ADVANCED, LANG_EN, "Preserved mountain", "  end: 1 point for 1 token (mountain)\n");
    assert_line(BIO_BASICS, LANG_FR, "Montagne", "  sans effet\n");
    load_shipped("printed");
    assert_line(7, LANG_EN, "Rosalia Longicorn", "  effect not known\n");
    static const uint32_t counts[] = {88, 36, 28, 24, 47, 20, 0};
    assert_int_equal(bio_game_catalogue.counts_count, sizeof(counts) / sizeof(counts[0]));
    for (unsigned i = 0; i < sizeof(counts) / sizeof(counts[0]); i++) {
        assert_int_equal(bio_game_catalogue.count(&block, i), counts[i]);
    }
    assert_string_equal(bio_game_catalogue.name(&block).id, "printed");
    assert_int_equal(bio_game_catalogue.edition(&block), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(printed_says_what_is_known_and_no_more),
        cmocka_unit_test(the_house_set_has_the_printed_cards_and_every_effect),
        cmocka_unit_test(each_thing_that_is_wrong_is_refused_with_its_path),
        cmocka_unit_test(a_total_says_what_the_box_has),
        cmocka_unit_test(what_is_left_out_is_one_of_any),
        cmocka_unit_test(every_name_means_one_card),
        cmocka_unit_test(a_card_is_shown_with_what_it_does),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
