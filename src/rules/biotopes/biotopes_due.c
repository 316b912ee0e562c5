/* What has to be decided now, and by whom: told to whoever comes too early, or says something else. */
#include "rules/biotopes/biotopes_words.h"

#include "base/banned.h"

struct asked {
    struct message turn; /* to another seat */
    struct message now;  /* to the same one */
};

#define ASKED(en, fr)                                 \
    {                                                 \
        {ERR_RULE, "biotopes.not-your-turn", en, fr}, \
        {                                             \
            ERR_RULE, "biotopes.not-now", en, fr      \
        }                                             \
    }

/* %1: who; %2: the seat that the table draws for, a colour, or a card. */
static const struct asked ASKED_FOR[BIO_STEPS] = {
    [STEP_CONDITIONS] = ASKED("the table says the conditions first: 'conditions forest meadow bird mammal'",
                              "la table dit d'abord les conditions : « conditions forêt prairie oiseau mammifère »"),
    [STEP_TILE] =
        ASKED("%1 has to lay a tile first: 'tile A3 r2 0,0'", "%1 doit d'abord poser une tuile : « tuile A3 r2 0,0 »"),
    [STEP_TOKEN] =
        ASKED("%1 has to place a token first: 'token 0,2'", "%1 doit d'abord placer un jeton : « jeton 0,2 »"),
    [STEP_BIOTOPE] = ASKED("%1 has to choose a biotope card first: 'biotope forest preserved'",
                           "%1 doit d'abord choisir une carte de biotope : « biotope forêt préservé »"),
    [STEP_DEAL] = ASKED("the table deals to seat %2 first: 'deal %2' and four herbivores",
                        "la table distribue d'abord au siège %2 : « distribuer %2 » et quatre herbivores"),
    [STEP_PRODUCE] = ASKED("the table says first which cubes seat %2 draws: 'cubes %2 green blue'",
                           "la table dit d'abord quels cubes pioche le siège %2 : « cubes %2 vert bleu »"),
    [STEP_TURN] = ASKED("%1 has to act now: 'adapt', 'evolve', 'pass' or another action",
                        "%1 doit agir maintenant : « adapter », « évoluer », « passer » ou une autre action"),
    [STEP_PAY] = ASKED("%1 has to pay first: 'pay' with a type, a colour and a card",
                       "%1 doit d'abord payer : « payer » avec un type, une couleur et une carte"),
    [STEP_EVOLVE] = ASKED("%1 has to go on with the evolution first: 'pay', 'discard', or 'draw' and a deck",
                          "%1 doit d'abord poursuivre l'évolution : « payer », « défausser », ou « piocher » et un "
                          "paquet"),
    [STEP_RETREAT] = ASKED("%1 has to retreat first: 'retreat' and a hex",
                           "%1 doit d'abord se replier : « replier » et un hexagone"),
    [STEP_GAIN] =
        ASKED("%1 has to draw first what a card gives: 'draw' and a deck, 'draw bag', or 'skip'",
              "%1 doit d'abord piocher ce que donne une carte : « piocher » et un paquet, « piocher sac », ou "
              "« sauter »"),
    [STEP_DRAW] =
        ASKED("%1 has to draw a card first: 'draw' and a deck", "%1 doit d'abord piocher : « piocher » et un paquet"),
    [STEP_CARD] = ASKED("the table says first which card seat %2 has drawn: 'card' and a species",
                        "la table dit d'abord quelle carte le siège %2 a piochée : « carte » et une espèce"),
    [STEP_CUBE] = ASKED("the table says first which cube seat %2 has drawn: 'cubes %2' and a colour",
                        "la table dit d'abord quel cube le siège %2 a pioché : « cubes %2 » et une couleur"),
    [STEP_PUT] = ASKED("%1 has to say first where the cube drawn goes (%2): 'put' and a card",
                       "%1 doit d'abord dire où va le cube pioché (%2) : « poser » et une carte"),
    [STEP_FILL] = ASKED("%1 has to say first which card gets a cube (%2): 'put' and a card",
                        "%1 doit d'abord dire quelle carte reçoit un cube (%2) : « poser » et une carte"),
    [STEP_SHIFT] =
        ASKED("%1 has to shift cubes first: 'shift' with a colour and two cards, or 'done'",
              "%1 doit d'abord déplacer des cubes : « déplacer » avec une couleur et deux cartes, ou « fini »"),
    [STEP_PREY] = ASKED("%1 has to take a cube first: 'prey' with a seat, a colour and a card, or 'skip'",
                        "%1 doit d'abord prendre un cube : « capturer » avec un siège, une couleur et une carte, ou "
                        "« sauter »"),
    [STEP_DECLARED] =
        ASKED("%1 has to end first what '%2' does: 'done'", "%1 doit d'abord terminer ce que fait « %2 » : « fini »"),
    [STEP_DISCARD] = ASKED("%1 has to discard first, down to five cards: 'discard' and a species",
                           "%1 doit d'abord défausser, jusqu'à cinq cartes : « défausser » et une espèce"),
    [STEP_BONUS] = ASKED("bonuses are declared now, with 'bonus' and 'done', by %1",
                         "on déclare maintenant les bonus, avec « bonus » et « fini » : %1"),
    [STEP_OVER] = ASKED("the game is over", "la partie est finie"),
    [STEP_SHEET] = ASKED("sheets are written now, with 'row' and 'land', by %1",
                         "on écrit maintenant les feuilles, avec « ligne » et « paysage » : %1"),
    [STEP_TOTALS] = ASKED("totals are written now, as in 'total 57', by %1",
                          "on écrit maintenant les totaux, comme « total 57 » : %1"),
};

static const struct asked ROW_OPEN = ASKED("%1 has to write the species of a row first, %2 more: 'species' and cubes",
                                           "%1 doit d'abord écrire les espèces d'une ligne, encore %2 : « espèce » et "
                                           "ses cubes");

static const struct name WHO[3] = {
    {"", "the table", "la table"},
    {"", "seat ", "le siège "},
    {"", "seats ", "les sièges "},
};

static void add_seats(seat_set seats, struct error *error)
{
    char memory[3][32];
    struct strbuf text[3];
    unsigned count = 0;
    for (unsigned i = 0; i < 3; i++) {
        strbuf_wrap(&text[i], memory[i], sizeof(memory[i]));
    }
    for (unsigned i = 0; i < ENGINE_PLAYERS; i++) {
        if (seats & seat_bit(i)) {
            strbuf_add(&text[2], count++ ? ", " : "");
            strbuf_int(&text[2], i + 1);
        }
    }
    const struct name *who = &WHO[count < 2 ? count : 2];
    strbuf_add(&text[0], who->en);
    strbuf_add(&text[1], who->fr);
    strbuf_add_span(&text[0], strbuf_span(&text[2]));
    strbuf_add_span(&text[1], strbuf_span(&text[2]));
    struct name name = {"", strbuf_text(&text[0]), strbuf_text(&text[1])};
    error_add_name(error, &name);
}

static bool row_is_open(const struct bio_state *s)
{
    return s->step == STEP_SHEET && s->row_due > 0;
}

/* Who has to decide; empty: the table. */
static seat_set deciders(const struct setup *setup, const struct bio_state *s)
{
    seat_set all = seat_bit(setup->seats) - 1;
    switch (s->step) {
    case STEP_CONDITIONS:
    case STEP_DEAL:
    case STEP_PRODUCE:
    case STEP_CARD:
    case STEP_CUBE:
        return 0;
    case STEP_TILE:
        return setup->variant == BIO_INITIATE ? seat_bit(s->asked) : 0;
    case STEP_BONUS:
    case STEP_SHEET:
    case STEP_TOTALS:
        return row_is_open(s) ? seat_bit(s->row_seat) : all & ~(seat_set)s->done;
    default:
        return seat_bit(s->asked);
    }
}

static void add_what(const struct bio_state *s, struct error *error)
{
    static const struct name unknown = {"?", "?", "?"};
    unsigned colour = s->step == STEP_PUT ? s->drawn : s->colour;
    unsigned card = s->act_card;
    switch (s->step) {
    case STEP_DEAL:
    case STEP_PRODUCE:
        error_add_int(error, s->asked + 1);
        break;
    case STEP_CARD:
    case STEP_CUBE:
        error_add_int(error, s->whom + 1);
        break;
    case STEP_PUT:
    case STEP_FILL:
        error_add_name(error, colour < BIO_BIOTOPES ? &bio_colours[colour] : &unknown);
        break;
    case STEP_DECLARED:
        error_add_name(error, card < BIO_SPECIES ? &bio_card_names[card]
                              : card < BIO_SPOTS ? &bio_biotopes[card - BIO_SPECIES]
                                                 : &unknown);
        break;
    default:
        error_add_int(error, s->row_due);
        break;
    }
}

enum err bio_refuse_turn(const struct setup *setup, const struct bio_state *s, enum bio_rule rule, struct error *error)
{
    const struct asked *asked = row_is_open(s) ? &ROW_OPEN : &ASKED_FOR[s->step < BIO_STEPS ? s->step : STEP_OVER];
    enum err err = error_raise(error, rule == BIO_NOT_YOUR_TURN ? &asked->turn : &asked->now);
    add_seats(deciders(setup, s), error);
    add_what(s, error);
    return err;
}
