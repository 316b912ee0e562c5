/* A position as a tree of values, and the score. docs/ecos.md lists the keys. Seats count from 1. */
#include "rules/ecos/ecos_state.h"

#include "base/banned.h"

static const struct name VERIFIED[STEPS] = {
    [STEP_NUMBER] = {"number", "by card number", "au numéro de carte"},
    [STEP_SLOTS] = {"slots", "with slots", "avec emplacements"},
    [STEP_EFFECTS] = {"effects", "in full", "en entier"},
};
_Static_assert((int)STEPS <= (int)GAME_STEPS, "an outcome has room for the steps");

void ecos_outcome(const struct setup *setup, const void *state, struct outcome *outcome)
{
    const struct ecos_state *s = state;
    memset(outcome, 0, sizeof(*outcome));
    outcome->over = s->phase == PHASE_OVER;
    outcome->rows_count = setup->seats;
    for (unsigned i = 0; i < setup->seats; i++) {
        outcome->rows[i].seat = (uint8_t)i;
        outcome->rows[i].scored = true;
        outcome->rows[i].categories = 1;
        outcome->rows[i].category[0] = s->points[i];
        outcome->rows[i].total = s->points[i];
    }
    outcome_rank(outcome, setup, NULL);
    if (setup->level != ECOS_SHEET) { /* a sheet has no moves of the game */
        outcome->steps = VERIFIED;
        outcome->steps_count = STEPS;
        memcpy(outcome->verified, s->verified, sizeof(s->verified));
    }
}

static bool has_played(const struct ecos_state *s, unsigned seat, unsigned card)
{
    unsigned pile = s->at[card] & 0xf0;
    return ((pile == AT_ACTIVE || pile == AT_USED) && (s->at[card] & 15u) == seat) || s->times[seat][card];
}

/* Every card that a seat has played; on a sheet, and from a card that another has played, the points are no card's. */
void ecos_credits(const struct setup *setup, const void *state, credit_fn *fn, void *context)
{
    const struct ecos_state *s = state;
    for (unsigned i = 0; i < setup->seats; i++) {
        unsigned others = setup->level == ECOS_SHEET ? s->points[i] : 0;
        for (unsigned card = 1; card <= ECOS_CARDS; card++) {
            if (has_played(s, i, card)) {
                fn(context, &(struct credit){.seat = (uint8_t)i,
                                             .card = (uint16_t)(card - 1),
                                             .cell = (uint16_t)card,
                                             .units = s->card_points[i][card]});
            } else {
                others += s->card_points[i][card];
            }
        }
        if (others > 0) {
            fn(context, &(struct credit){.seat = (uint8_t)i, .card = CREDIT_NO_CARD, .units = others});
        }
    }
}

void ecos_uses(const struct setup *setup, const void *state, use_fn *fn, void *context)
{
    const struct ecos_state *s = state;
    for (unsigned i = 0; i < setup->seats; i++) {
        for (unsigned card = 1; card <= ECOS_CARDS; card++) {
            if (s->times[i][card]) {
                fn(context, &(struct use){.seat = (uint8_t)i,
                                          .card = (uint16_t)(card - 1),
                                          .times = s->times[i][card],
                                          .first = s->first[i][card],
                                          .cubes = s->spent[i][card]});
            }
        }
    }
}

/* ---- the tree ---- */

static void put_text(const struct view_sink *sink, const char *key, const char *text)
{
    sink->text(sink->context, key, span_from(text));
}

static void put_counts(const struct setup *setup, const struct view_sink *sink, const char *key, const uint8_t *left)
{
    const struct ecos_catalogue *cat = ecos_cat(setup);
    sink->open_object(sink->context, key);
    for (unsigned thing = THING_WATER; thing < THING_SPECIES + (unsigned)cat->species; thing++) {
        if (thing != THING_TILE && thing != THING_ANIMAL) {
            sink->integer(sink->context, ecos_thing_name(cat, thing).id, left[thing]);
        }
    }
    sink->close(sink->context);
}

static void put_tiles(const struct setup *setup, const struct ecos_state *s, const struct view_sink *sink)
{
    const struct ecos_catalogue *cat = ecos_cat(setup);
    sink->open_list(sink->context, "tiles");
    for (unsigned i = 0; i < s->land.count; i++) {
        const struct ecos_tile *tile = &s->land.tile[i];
        sink->open_object(sink->context, NULL);
        sink->integer(sink->context, "q", tile->q);
        sink->integer(sink->context, "r", tile->r);
        put_text(sink, "terrain", ecos_thing_name(cat, tile->terrain).id);
        sink->boolean(sink->context, "mountain", tile->mountain);
        sink->integer(sink->context, "forests", tile->forests);
        sink->open_object(sink->context, "animals");
        for (unsigned k = 0; k < cat->species; k++) {
            if (tile_species(tile, k)) {
                sink->integer(sink->context, ecos_thing_name(cat, THING_SPECIES + k).id, tile_species(tile, k));
            }
        }
        sink->close(sink->context);
        sink->close(sink->context);
    }
    sink->close(sink->context);
}

static void put_cubes(const struct ecos_catalogue *cat, const struct view_sink *sink, const char *key, uint32_t cubes)
{
    sink->open_object(sink->context, key);
    for (unsigned i = 0; i < cat->elements; i++) {
        if (card_cubes(cubes, i)) {
            sink->integer(sink->context, cat_text(cat, cat->element[i].id), card_cubes(cubes, i));
        }
    }
    sink->close(sink->context);
}

static void put_active(const struct setup *setup, const struct ecos_state *s, const struct view_sink *sink,
                       unsigned seat)
{
    const struct ecos_catalogue *cat = ecos_cat(setup);
    sink->open_list(sink->context, "active");
    for (unsigned card = 1; card <= ECOS_CARDS; card++) {
        if (!card_at(s, card, AT_ACTIVE, seat)) {
            continue;
        }
        sink->open_object(sink->context, NULL);
        sink->integer(sink->context, "card", card);
        put_text(sink, "name", cat_text(cat, cat->card[card].name.en));
        if (s->leaves[card]) {
            sink->integer(sink->context, "leaves", s->leaves[card]);
        } else {
            sink->null(sink->context, "leaves");
        }
        put_cubes(cat, sink, "cubes", s->filled[card]);
        if (card_knows(cat, card, CARD_SLOTS_KNOWN)) {
            put_cubes(cat, sink, "slots", cat->card[card].need);
        } else {
            sink->null(sink->context, "slots");
        }
        sink->boolean(sink->context, "complete", s->full[card]);
        sink->integer(sink->context, "points", s->card_points[seat][card]);
        sink->close(sink->context);
    }
    sink->close(sink->context);
}

static void put_list(const struct ecos_state *s, const struct view_sink *sink, const char *key, unsigned at)
{
    sink->open_list(sink->context, key);
    for (unsigned card = 1; card <= ECOS_CARDS; card++) {
        if (s->at[card] == at) {
            sink->integer(sink->context, NULL, card);
        }
    }
    sink->close(sink->context);
}

static void put_player(const struct setup *setup, const struct ecos_state *s, const struct view_sink *sink,
                       unsigned seat)
{
    sink->open_object(sink->context, NULL);
    sink->integer(sink->context, "seat", seat + 1);
    sink->integer(sink->context, "points", s->points[seat]);
    if (setup->level != ECOS_SHEET) {
        sink->integer(sink->context, "dial", s->dial[seat]);
        sink->integer(sink->context, "cubes", s->spare[seat]);
        put_active(setup, s, sink, seat);
        put_list(s, sink, "hand", AT_HAND + seat);
        sink->integer(sink->context, "hidden", s->hidden[seat]);
        put_list(s, sink, "pack", AT_PACK + seat);
    }
    sink->open_list(sink->context, "used");
    for (unsigned card = 1; card <= ECOS_CARDS; card++) {
        if (s->times[seat][card] || card_at(s, card, AT_USED, seat)) {
            sink->open_object(sink->context, NULL);
            sink->integer(sink->context, "card", card);
            sink->integer(sink->context, "times", s->times[seat][card]);
            sink->integer(sink->context, "points", s->card_points[seat][card]);
            sink->close(sink->context);
        }
    }
    sink->close(sink->context);
    sink->close(sink->context);
}

/* How many of the players' moves were checked how far. */
static void put_verified(const struct ecos_state *s, const struct view_sink *sink)
{
    sink->open_object(sink->context, "verified");
    for (unsigned i = 0; i < STEPS; i++) {
        sink->integer(sink->context, VERIFIED[i].id, s->verified[i]);
    }
    sink->close(sink->context);
}

/* Rules 2: the lines that the rules have written themselves since the token, as a player would have. */
static void put_forced(const struct setup *setup, const struct ecos_state *s, const struct view_sink *sink)
{
    sink->open_list(sink->context, "forced");
    for (unsigned i = 0; i < s->done_count; i++) {
        char memory[64];
        struct strbuf line;
        strbuf_wrap(&line, memory, sizeof(memory));
        strbuf_add(&line, seat_label(move_seat(s->done[i])));
        strbuf_add(&line, ": ");
        (void)ecos_print(setup, s, &s->done[i], 1, &line);
        put_text(sink, NULL, memory);
    }
    sink->close(sink->context);
}

static void put_table(const struct setup *setup, const struct ecos_state *s, const struct view_sink *sink)
{
    const struct ecos_catalogue *cat = ecos_cat(setup);
    put_tiles(setup, s, sink);
    put_counts(setup, sink, "supply", s->land.left);
    sink->integer(sink->context, "cubes", s->cubes_left);
    sink->open_object(sink->context, "bag");
    for (unsigned i = 0; i < cat->elements; i++) {
        sink->integer(sink->context, cat_text(cat, cat->element[i].id), s->bag[i]);
    }
    sink->close(sink->context);
    sink->open_list(sink->context, "tokens");
    for (unsigned i = 0; i < s->tokens; i++) {
        put_text(sink, NULL, cat_text(cat, cat->element[s->token[i]].id));
    }
    sink->close(sink->context);
    sink->open_object(sink->context, "decks");
    sink->integer(sink->context, "blue", s->deck_left[ECOS_BLUE]);
    sink->integer(sink->context, "brown", s->deck_left[ECOS_BROWN]);
    put_list(s, sink, "faceup", AT_FACE_UP);
    sink->close(sink->context);
    if (s->card) {
        sink->integer(sink->context, "resolving", s->card);
    } else {
        sink->null(sink->context, "resolving");
    }
    put_verified(s, sink);
    if (ecos_is_short(setup)) {
        put_forced(setup, s, sink);
    }
}

void ecos_view(const struct setup *setup, const void *state, const struct view_sink *sink)
{
    static const char *const phases[] = {
        [PHASE_DECK] = "deck",   [PHASE_DEAL] = "deal",   [PHASE_DRAFT] = "draft",   [PHASE_ACTIVE] = "active",
        [PHASE_TOKEN] = "token", [PHASE_ORDER] = "order", [PHASE_CHOOSE] = "choose", [PHASE_RESOLVE] = "resolve",
        [PHASE_OVER] = "over",   [PHASE_SHEET] = "sheet",
    };
    const struct ecos_state *s = state;
    sink->open_object(sink->context, NULL);
    put_text(sink, "phase", phases[s->phase]);
    sink->boolean(sink->context, "over", s->phase == PHASE_OVER);
    put_text(sink, "catalogue", cat_text(ecos_cat(setup), ecos_cat(setup)->name.id));
    sink->integer(sink->context, "target", ecos_target(setup));
    if (setup->level != ECOS_SHEET) {
        sink->integer(sink->context, "round", s->round + (s->phase == PHASE_OVER ? 0 : 1));
        sink->integer(sink->context, "harbinger", s->harbinger + 1);
        sink->boolean(sink->context, "tie", s->tie);
        put_table(setup, s, sink);
    }
    sink->open_list(sink->context, "players");
    for (unsigned i = 0; i < setup->seats; i++) {
        put_player(setup, s, sink, i);
    }
    sink->close(sink->context);
    sink->close(sink->context);
}
