/*
 * Who has to speak, and what about: what a line is told that comes too early,
 * or that says something else than what is asked for. The rule is the same
 * whatever is asked for; the sentence is not.
 */
#include "rules/ecos/ecos_state.h"

#include "base/strbuf.h"

#include "base/banned.h"

enum due {
    DUE_DECK,
    DUE_DEAL,
    DUE_PACK,
    DUE_ACTIVE,
    DUE_TOKEN,
    DUE_ORDER,
    DUE_CHOICE,
    DUE_RESOLVE,
    DUE_SHEET,
    DUE_DECLARED,
    DUE_DECLARED_1,
    DUE_PLACE,
    DUE_MOVE,
    DUE_REMOVE,
    DUE_REPLACE,
    DUE_PICK,
    DUE_BRANCH,
    DUE_ELEMENT,
    DUE_DIAL2,
    DUE_DIAL3,
    DUE_GAIN,
    DUE_TOP,
    DUE_KEEP,
    DUE_LEAVE,
    DUE_PLAY,
    DUES
};

/* Out of turn, and in turn but about something else. %1 is whose turn it is, %2 a card, an element or a number. */
struct asked {
    struct message turn;
    struct message now;
};

#define ASKED(en, fr)                                                                                                \
    {                                                                                                                \
        {ERR_RULE, "ecos.not-your-turn", "first it is the turn of %1: " en, "c'est d'abord le tour %1 : " fr},       \
        {                                                                                                            \
            ERR_RULE, "ecos.not-now", "something else has to be decided first: " en, "il faut d'abord décider : " fr \
        }                                                                                                            \
    }

static const struct asked ASKED_FOR[DUES] = {
    [DUE_DECK] = ASKED("'deck' says with what each seat starts", "« paquet » dit avec quoi chaque siège commence"),
    [DUE_DEAL] = ASKED("'deal' says which cards are dealt", "« distribuer » dit quelles cartes sont données"),
    [DUE_PACK] = ASKED("'keep' names a card of those passed on", "« garder » nomme une des cartes reçues"),
    [DUE_ACTIVE] = ASKED("'active' names the starting cards: %2 missing",
                         "« activer » nomme les cartes de départ : il en manque %2"),
    [DUE_TOKEN] = ASKED("'token' says what is drawn", "« pion » dit ce qui est pioché"),
    [DUE_ORDER] = ASKED("'first' says which of the two tokens is used first",
                        "« premier » dit lequel des deux pions sert d'abord"),
    [DUE_CHOICE] = ASKED("'charge' or 'turn', for the token %2", "« charger » ou « tourner », pour le pion %2"),
    [DUE_RESOLVE] = ASKED("'resolve' says which card, or 'withdraw' takes the cube back",
                          "« résoudre » dit quelle carte, ou « retirer » reprend le cube"),
    [DUE_SHEET] = ASKED("'used' and 'total' are said of a sheet", "une feuille se dit avec « utilisée » et « total »"),
    [DUE_DECLARED] = ASKED("'done' or 'discard' ends card %2", "« fini » ou « défausser » termine la carte %2"),
    [DUE_DECLARED_1] = ASKED("'done' ends card %2", "« fini » termine la carte %2"),
    [DUE_PLACE] = ASKED("'place', for card %2", "« placer », pour la carte %2"),
    [DUE_MOVE] = ASKED("'move' or 'skip', for card %2", "« déplacer » ou « passer », pour la carte %2"),
    [DUE_REMOVE] = ASKED("'remove', for card %2", "« enlever », pour la carte %2"),
    [DUE_REPLACE] = ASKED("'replace', for card %2", "« remplacer », pour la carte %2"),
    [DUE_PICK] = ASKED("'pick', for card %2", "« désigner », pour la carte %2"),
    [DUE_BRANCH] = ASKED("'choose', for card %2", "« choisir », pour la carte %2"),
    [DUE_ELEMENT] =
        ASKED("'charge' or 'turn', for the %2 that was gained", "« charger » ou « tourner », pour l'élément gagné, %2"),
    [DUE_DIAL2] = ASKED("'wait' or 'gain card', after the second turn of the dial",
                        "« attendre » ou « gagner carte », après le deuxième tour du cadran"),
    [DUE_DIAL3] = ASKED("'play', 'gain cube' or 'nothing', after the third turn of the dial",
                        "« jouer », « gagner cube » ou « rien », après le troisième tour du cadran"),
    [DUE_GAIN] = ASKED("'look' or 'faceup' says how a card is gained",
                       "« regarder » ou « visible » dit comment une carte est gagnée"),
    [DUE_TOP] = ASKED("'top' says which cards are looked at", "« dessus » dit quelles cartes sont regardées"),
    [DUE_KEEP] = ASKED("'keep' names one of the two cards", "« garder » nomme une des deux cartes"),
    [DUE_LEAVE] = ASKED("'leave' names the card that was not kept", "« laisser » nomme la carte non gardée"),
    [DUE_PLAY] = ASKED("'play' names a card, or 'nothing'", "« jouer » nomme une carte, ou « rien »"),
};

static const uint8_t OF_FRAME[] = {
    [FRAME_ELEMENT] = DUE_ELEMENT, [FRAME_DIAL2] = DUE_DIAL2, [FRAME_DIAL3] = DUE_DIAL3, [FRAME_GAIN] = DUE_GAIN,
    [FRAME_TOP] = DUE_TOP,         [FRAME_KEEP] = DUE_KEEP,   [FRAME_LEAVE] = DUE_LEAVE, [FRAME_PLAY] = DUE_PLAY,
};

static const uint8_t OF_PHASE[] = {
    [PHASE_DECK] = DUE_DECK,     [PHASE_DEAL] = DUE_DEAL,       [PHASE_DRAFT] = DUE_PACK,
    [PHASE_ACTIVE] = DUE_ACTIVE, [PHASE_TOKEN] = DUE_TOKEN,     [PHASE_ORDER] = DUE_ORDER,
    [PHASE_CHOOSE] = DUE_CHOICE, [PHASE_RESOLVE] = DUE_RESOLVE, [PHASE_SHEET] = DUE_SHEET,
};

static enum due due_of_card(const struct setup *setup, const struct ecos_state *s)
{
    const struct ecos_catalogue *cat = ecos_cat(setup);
    if (!card_knows(cat, s->card, CARD_EFFECTS_KNOWN)) {
        return s->taken ? DUE_PLACE : ecos_declares_fully(setup) ? DUE_DECLARED : DUE_DECLARED_1;
    }
    switch (cat->effect[s->pc].op) {
    case ECOS_PLACE:
        return DUE_PLACE;
    case ECOS_MOVE:
        return DUE_MOVE;
    case ECOS_REMOVE:
        return DUE_REMOVE;
    case ECOS_REPLACE:
        return DUE_REPLACE;
    case ECOS_PICK:
        return DUE_PICK;
    default:
        return DUE_BRANCH;
    }
}

static enum due due_now(const struct setup *setup, const struct ecos_state *s)
{
    const struct ecos_frame *top = ecos_top(s);
    if (!top) {
        return OF_PHASE[s->phase];
    }
    return top->kind == FRAME_CARD ? due_of_card(setup, s) : OF_FRAME[top->kind];
}

/* %1: `seat 2`, `seats 2, 3`, `the table`; in French with the article that follows `le tour`. */
static const struct name WHOSE[3] = {
    {"", "the table", "de la table"},
    {"", "seat ", "du siège "},
    {"", "seats ", "des sièges "},
};

static void add_seats(seat_set turn, struct error *error)
{
    char memory[3][32];
    struct strbuf text[3];
    unsigned count = 0;
    for (unsigned i = 0; i < 3; i++) {
        strbuf_wrap(&text[i], memory[i], sizeof(memory[i]));
    }
    for (unsigned i = 0; i < ENGINE_PLAYERS; i++) {
        if (turn & seat_bit(i)) {
            strbuf_add(&text[2], count++ ? ", " : "");
            strbuf_int(&text[2], i + 1);
        }
    }
    const struct name *whose = &WHOSE[count < 2 ? count : 2];
    strbuf_add(&text[0], whose->en);
    strbuf_add(&text[1], whose->fr);
    strbuf_add_span(&text[0], strbuf_span(&text[2]));
    strbuf_add_span(&text[1], strbuf_span(&text[2]));
    struct name name = {"", strbuf_text(&text[0]), strbuf_text(&text[1])};
    error_add_name(error, &name);
}

/* %2: the card under way, the element that is to be used, or how many starting cards are missing. */
static void add_what(const struct setup *setup, const struct ecos_state *s, enum due due, struct error *error)
{
    const struct ecos_catalogue *cat = ecos_cat(setup);
    if (due == DUE_CHOICE || due == DUE_ELEMENT) {
        struct name name = ecos_label_name(cat, cat->element[due == DUE_CHOICE ? s->token[0] : ecos_top(s)->a]);
        error_add_name(error, &name);
        return;
    }
    unsigned missing = 0;
    for (unsigned i = 0; i < setup->seats; i++) {
        missing += s->due[i];
    }
    error_add_int(error, due == DUE_ACTIVE ? missing : s->card);
}

/* A seat that says what another's card gives it: its player says that, with `for` and the seat. */
static const struct asked FOR_ANOTHER = ASKED(
    "'done' or 'discard' ends card %2, and what it gives to seat %3 its player says: 'for %3 points 3'",
    "« fini » ou « défausser » termine la carte %2, et ce qu'elle donne au siège %3, son joueur le dit : « pour %3 "
    "points 3 »");

static const struct message NO_SEAT = {ERR_RULE, "ecos.no-such-seat", "there is no seat %1: the last one is %2",
                                       "il n'y a pas de siège %1 : le dernier est le %2"};

static enum err refuse_seat(const struct setup *setup, unsigned seat, struct error *error)
{
    if (seat >= GAME_PLAYERS) {
        return error_raise(error, &ecos_messages[ECOS_NO_SUCH_SEAT]);
    }
    enum err err = error_raise_int(error, &NO_SEAT, seat + 1);
    error_add_int(error, setup->seats);
    return err;
}

enum err ecos_refuse(const struct setup *setup, const struct ecos_state *s, enum ecos_rule rule, game_move move,
                     struct error *error)
{
    struct ecos_word w = ecos_unpack(move);
    unsigned seat = move_seat(move);
    bool out_of_turn = rule == ECOS_NOT_YOUR_TURN;
    if (rule == ECOS_NO_SUCH_SEAT && seat >= setup->seats) {
        return refuse_seat(setup, seat, error);
    }
    if (!out_of_turn && rule != ECOS_NOT_NOW) {
        enum err err = error_raise(error, &ecos_messages[rule]);
        if (rule == ECOS_NOT_DECLARED) {
            error_add_int(error, s->card);
        }
        if (rule == ECOS_OTHER_CUBES) {
            error_add_int(error, s->cubes_seen[w.a]);
            error_add_int(error, ecos_cubes_on(s->filled[w.a]) + 1);
        }
        return err;
    }
    enum due due = due_now(setup, s);
    bool given = w.kind == KIND_POINTS || w.kind == KIND_GAIN || w.kind == KIND_PLAY;
    bool another = out_of_turn && due == DUE_DECLARED && given && seat < setup->seats;
    const struct asked *asked = another ? &FOR_ANOTHER : &ASKED_FOR[due];
    enum err err = error_raise(error, out_of_turn ? &asked->turn : &asked->now);
    add_seats(ecos_turn(setup, s), error);
    add_what(setup, s, due, error);
    error_add(error, span_from(seat_label(seat)));
    return err;
}
