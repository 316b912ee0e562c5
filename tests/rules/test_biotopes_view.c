/* What a machine and a person at a terminal are shown of a position of Biotopes. */
#include "base/utf8.h"
#include "biotopes_made.h"
#include "support/view_check.h"

static struct made m;

static const char *viewed(void)
{
    static char text[65536];
    struct strbuf out;
    struct view_check check;
    strbuf_wrap(&out, text, sizeof(text));
    struct view_sink sink = view_check_sink(&check, &out);
    bio_view(&m.setup, &m.state, &sink);
    assert_null(view_check_end(&check));
    assert_true(strbuf_ok(&out));
    return text;
}

static const char *drawn(enum lang lang, bool colour)
{
    static char text[65536];
    struct strbuf out;
    struct draw_style style = {.lang = lang, .colour = colour};
    strbuf_wrap(&out, text, sizeof(text));
    bio_draw_table(&m.setup, &m.state, &style, &out);
    assert_true(strbuf_ok(&out) && text[out.len - 1] == '\n');
    assert_int_equal(utf8_valid(strbuf_span(&out)), out.len);
    return text;
}

static void assert_shows(const char *text, const char *part)
{
    if (!strstr(text, part)) {
        fail_msg("'%s' is not in\n%s", part, text);
    }
}

/* A game of two in its second cycle: seat 2 pays for a species. */
static void make_game(unsigned level)
{
    made_init(&m, BIO_INITIATE, level, 2);
    struct bio_state *s = &m.state;
    made_land(&m);
    made_token(&m, 1, 0, 0);
    made_token(&m, 2, -3, -1);
    made_species(&m, 1, IBEX, 2);
    s->cubes[IBEX] = (uint16_t)(s->cubes[IBEX] + (1u << 4 * BIO_MEADOW));
    made_species(&m, 1, VOLE, 0);
    made_biotope(&m, 1, BIO_MOUNTAIN, BIO_PRESERVED);
    s->plants[1][BIO_MOUNTAIN] = 3;
    memcpy(s->reserve, (const uint8_t[]){10, 16, 15, 16}, 4);
    memcpy(s->deck, (const uint8_t[]){30, 28, 24}, 3);
    s->at[RAT] = AT_DISCARD;
    s->at[TIT] = AT_HAND + 1;
    s->hand[1][BIO_INSECTIVORE] = 1;
    s->bag[0][BIO_WETLAND] = 2;
    s->board[0][BIO_FOREST] = 1;
    s->used[0] = 1u << ACT_REPRODUCE | 1u << ACT_COMPETE;
    s->waive[0][BIO_BIRD] = 2;
    s->bonus[IBEX] = 1 + 4;
    s->bonus_biotope[1][BIO_MOUNTAIN] = 1 + 0;
    s->tokens[0] = 8;
    s->passed = 1;
    s->cycle = 1;
    s->step = STEP_PAY;
    s->asked = s->turn = s->act_seat = 1;
    s->act = ACT_ADAPT;
    s->act_card = TIT;
    s->cost[BIO_PLANT] = 2;
    s->cost[BIO_INVERTEBRATE] = 1;
    s->cost_colour = BIO_ANY;
}

static void the_view_of_a_game(void **unused)
{
    (void)unused;
    make_game(BIO_FULL);
    const char *view = viewed();
    static const char *const parts[] = {
        "{cycle:2 cycles:5 step:\"pay\"asked:2 turn:2 initiative:2 "
        "conditions:[\"mountain\"\"forest\"\"bird\"\"mammal\"]"
        "reserve:{grey:10 green:16 yellow:15 blue:16 }"
        "decks:[{deck:\"herbivore\"cards:30 discarded:[\"brown-rat\"]}{deck:\"insectivore\"cards:28 discarded:[]}",
        "tiles:[{tile:\"A1\"rotation:0 q:-2 r:-1 }",
        "{q:0 r:0 biotope:\"mountain\"edge:no token:1 }",
        "{q:3 r:0 biotope:\"wetland\"edge:yes token:null }",
        "seats:[{seat:1 tokens:8 passed:yes hand:{herbivore:0 insectivore:0 carnivore:0 }cards:[]"
        "bag:{grey:0 green:0 yellow:0 blue:2 }board:{grey:0 green:1 yellow:0 blue:0 }used:[\"reproduce\"\"compete\"]"
        "biotopes:[{biotope:\"mountain\"card:null cubes:0 }",
        "waived:[\"bird\"\"bird\"]}",
        "{seat:2 tokens:0 passed:no hand:{herbivore:0 insectivore:1 carnivore:0 }cards:[\"european-crested-tit\"]",
        "biotopes:[{biotope:\"mountain\"card:\"mountain-preserved\"cubes:3 }",
        "rows:[{biotope:\"mountain\"species:[{card:\"alpine-ibex\"type:\"mammal\""
        "cubes:{grey:2 green:0 yellow:1 blue:0 }}]}{biotope:\"forest\"species:[]}",
        "bonus:[{card:\"alpine-ibex\"points:4 }{card:\"mountain\"points:0 }]waived:[]}]",
        "action:{action:\"adapt\"seat:2 card:\"european-crested-tit\"from:null to:null "
        "cost:[\"plant\"\"plant\"\"invertebrate\"]colour:null left:0 }}",
    };
    for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++) {
        assert_shows(view, parts[i]);
    }
}

static void the_action_under_way(void **unused)
{
    (void)unused;
    make_game(BIO_TABLE);
    assert_shows(viewed(), "cards:null "); /* nobody knows hands at this level */
    m.state.act = ACT_MIGRATE;
    m.state.from = (uint8_t)bio_land_find(&m.state.land, -3, -1);
    m.state.to = (uint8_t)bio_land_find(&m.state.land, 0, -1);
    m.state.cost_types = 1u << BIO_BIRD | 1u << BIO_REPTILE;
    m.state.cost_colour = BIO_WETLAND;
    assert_shows(viewed(), "action:{action:\"migrate\"seat:2 card:null from:[-3 -1 ]to:[0 -1 ]"
                           "cost:[\"reptile\"\"bird\"]colour:\"blue\"left:0 }");
    m.state.step = STEP_PUT;
    m.state.drawn = BIO_FOREST;
    m.state.act = ACT_EXPAND;
    assert_shows(viewed(), "action:{action:\"expand\"seat:2 card:null from:null to:[0 -1 ]cost:null colour:\"green\"");
    m.state.act = ACT_EVOLVE;
    m.state.step = STEP_EVOLVE;
    m.state.cost_types = 0;
    memset(m.state.cost, 0, sizeof(m.state.cost));
    m.state.paid_types = 1u << BIO_PLANT | 1u << BIO_BIRD;
    assert_shows(viewed(), "cost:[\"invertebrate\"\"reptile\"\"mammal\"]");
    m.state.act = ACT_EFFECT;
    m.state.step = STEP_DECLARED;
    m.state.act_card = BIO_SPECIES + BIO_MOUNTAIN;
    assert_shows(viewed(), "action:{action:\"effect\"seat:2 card:\"mountain-preserved\"");
}

static void whom_a_step_asks(void **unused)
{
    (void)unused;
    make_game(BIO_FULL);
    m.state.step = STEP_CUBE;
    assert_shows(viewed(), "step:\"cube\"asked:\"*\"turn:2 ");
    m.state.step = STEP_BONUS;
    assert_shows(viewed(), "step:\"bonus\"asked:null turn:null ");
    m.state.step = STEP_TILE;
    assert_shows(viewed(), "step:\"tile\"asked:2 turn:null ");
    m.setup.variant = BIO_DISCOVERY;
    assert_shows(viewed(), "step:\"tile\"asked:\"*\"");
    m.state.step = STEP_CONDITIONS;
    assert_shows(viewed(), "conditions:null ");
    m.state.step = STEP_OVER;
    m.state.cycle = 6;
    assert_shows(viewed(), "cycle:6 cycles:6 step:\"over\"asked:null ");
}

static void the_view_of_a_sheet_and_of_totals(void **unused)
{
    (void)unused;
    made_init(&m, BIO_DISCOVERY, BIO_SHEET, 2);
    made_species(&m, 0, IBEX, 2);
    m.state.step = STEP_SHEET;
    m.state.landed[0] = 1;
    memcpy(m.state.count[0], (const uint8_t[]){3, 2, 1, 0}, 4);
    m.state.groups[0] = 2;
    m.state.done = 1;
    const char *view = viewed();
    assert_shows(view, "{step:\"sheet\"conditions:[\"mountain\"\"forest\"\"bird\"\"mammal\"]seats:[{seat:1 "
                       "biotopes:[{biotope:\"mountain\"card:\"mountain\"}");
    assert_shows(view, "species:[{card:\"alpine-ibex\"type:\"mammal\"count:2 }]");
    assert_shows(view, "land:{mountain:3 forest:2 meadow:1 wetland:0 groups:2 }bonus:[]written:yes }{seat:2 ");
    assert_shows(view, "land:null bonus:[]written:no }]}");
    made_init(&m, BIO_DISCOVERY, BIO_TOTALS, 2);
    m.state.step = STEP_TOTALS;
    m.state.done = 2;
    m.state.total[1] = 57;
    m.state.rank[1] = 2;
    m.state.stated[1] = 1u << BIO_STARS;
    m.state.category[1][BIO_STARS] = 3;
    assert_string_equal(viewed(), "{step:\"totals\"seats:[{seat:1 total:null rank:null categories:{}}"
                                  "{seat:2 total:57 rank:2 categories:{stars:3 }}]}");
}

/* ---- for people ---- */

static void the_drawing_of_a_game(void **unused)
{
    (void)unused;
    make_game(BIO_TABLE);
    assert_string_equal(
        drawn(LANG_EN, false),
        "Biotopes, cycle 2 of 5; conditions: mountain, forest, bird, mammal\n"
        "            P   M               r -3, q 1..2\n"
        "  F   H   P   F   F             r -2, q -2..2\n"
        "F2  P   P   P   F   P   H       r -1, q -3..3\n"
        "  F   P   F   M1  H   F   H     r 0, q -3..3\n"
        "        M   P   M   M   F       r 1, q -2..2\n"
        "          H   P                 r 2, q -2..-1\n"
        "M mountain (grey), F forest (green), P meadow (yellow), H wetland (blue)\n"
        "Reserve: grey 10, green 16, yellow 15, blue 16; decks: herbivore 30, insectivore 28, carnivore 24\n"
        "\n"
        "Seat 1: 2, passed\n"
        "  territory 2, biotope 0, type 0, population 0, stars 0, bonus 0, columns 0, fragmentation 0\n"
        "  mountain |\n"
        "  forest |\n"
        "  meadow |\n"
        "  wetland |\n"
        "  bag: blue 2; board: green 1; tokens 8; hand: -\n"
        "\n"
        "Seat 2: 7\n"
        "  territory 0, biotope 0, type 0, population 3, stars 0, bonus 4, columns 0, fragmentation 0\n"
        "  Preserved mountain MMM | Alpine Ibex MMP\n"
        "  forest |\n"
        "  meadow |\n"
        "  wetland | Southwestern Water Vole -\n"
        "  bag: -; board: -; tokens 0; hand: insectivore 1\n");
}

static void the_drawing_speaks_french_and_in_colour(void **unused)
{
    (void)unused;
    make_game(BIO_TABLE);
    const char *text = drawn(LANG_FR, false);
    assert_null(strchr(text, '\x1b'));
    assert_shows(text, "Biotopes, cycle 2 sur 5 ; conditions : montagne, forêt, oiseau, mammifère\n");
    assert_shows(text, "M montagne (gris), F forêt (vert), P prairie (jaune), H zone humide (bleu)\n");
    assert_shows(text, "Réserve : gris 10, vert 16, jaune 15, bleu 16 ; pioches : herbivore 30, ");
    assert_shows(text, "Siège 1 : ");
    assert_shows(text, "a passé\n");
    assert_shows(text, "| Bouquetin des Alpes MMP\n");
    text = drawn(LANG_EN, true);
    assert_shows(text, "\x1b[37mM\x1b[0m\x1b[7m1\x1b[0m");
    made_token(&m, OWNER_NEUTRAL, 0, 0);
    assert_shows(drawn(LANG_EN, false), "Mn  ");
}

static void the_drawing_of_a_sheet_and_of_totals(void **unused)
{
    (void)unused;
    made_init(&m, BIO_DISCOVERY, BIO_SHEET, 2);
    made_situation_12(&m, 0);
    m.state.landed[0] = 1;
    memcpy(m.state.count[0], (const uint8_t[]){3, 2, 1, 0}, 4);
    m.state.groups[0] = 2;
    assert_shows(drawn(LANG_EN, false),
                 "Biotopes; conditions: mountain, forest, bird, mammal\n"
                 "\n"
                 "Seat 1: 34\n"
                 "  territory 6, biotope 6, type 8, population 9, stars 3, bonus 3, columns 2, fragmentation -3\n"
                 "  Mountain | Alpine Ibex 2, Citril Finch 1\n"
                 "  Forest | Eurasian Bullfinch 1, European Crested Tit 2, Eurasian Badger 3\n"
                 "  Meadow | Brown Rat 4\n");
    assert_shows(drawn(LANG_EN, false), "  tokens: mountain 3, forest 2, meadow 1; groups 2\n");
    made_init(&m, BIO_DISCOVERY, BIO_TOTALS, 2);
    m.state.done = 3;
    m.state.total[0] = 57;
    m.state.rank[0] = 1;
    m.state.rank[1] = 2;
    assert_string_equal(drawn(LANG_FR, false), "Biotopes\n\nSiège 1 : 57, rang 1\n\nSiège 2 : 0, rang 2\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_view_of_a_game),
        cmocka_unit_test(the_action_under_way),
        cmocka_unit_test(whom_a_step_asks),
        cmocka_unit_test(the_view_of_a_sheet_and_of_totals),
        cmocka_unit_test(the_drawing_of_a_game),
        cmocka_unit_test(the_drawing_speaks_french_and_in_colour),
        cmocka_unit_test(the_drawing_of_a_sheet_and_of_totals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
