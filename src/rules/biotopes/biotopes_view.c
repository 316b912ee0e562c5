/* A position as a tree of values: docs/biotopes.md lists the keys, which are part of the API. Seats count from 1. */
#include "rules/biotopes/biotopes_view.h"

#include "base/banned.h"

static const char *const STEPS[BIO_STEPS] = {
    [STEP_CONDITIONS] = "conditions",
    [STEP_TILE] = "tile",
    [STEP_TOKEN] = "token",
    [STEP_BIOTOPE] = "biotope",
    [STEP_DEAL] = "deal",
    [STEP_PRODUCE] = "produce",
    [STEP_TURN] = "turn",
    [STEP_PAY] = "pay",
    [STEP_EVOLVE] = "evolve",
    [STEP_RETREAT] = "retreat",
    [STEP_GAIN] = "gain",
    [STEP_DRAW] = "draw",
    [STEP_CARD] = "card",
    [STEP_CUBE] = "cube",
    [STEP_PUT] = "put",
    [STEP_FILL] = "fill",
    [STEP_SHIFT] = "shift",
    [STEP_PREY] = "prey",
    [STEP_DECLARED] = "declared",
    [STEP_DISCARD] = "discard",
    [STEP_BONUS] = "bonus",
    [STEP_OVER] = "over",
    [STEP_SHEET] = "sheet",
    [STEP_TOTALS] = "totals",
};

/* ---- the table ---- */

/* Who is asked: a seat, the table, or nobody in particular. */
static void put_asked(const struct setup *setup, const struct bio_state *s, const struct view_sink *sink)
{
    switch (s->step) {
    case STEP_CONDITIONS:
    case STEP_DEAL:
    case STEP_PRODUCE:
    case STEP_CARD:
    case STEP_CUBE:
        put_text(sink, "asked", seat_label(SEAT_TABLE));
        break;
    case STEP_TILE:
        if (setup->variant == BIO_INITIATE) {
            put_int(sink, "asked", s->asked + 1);
        } else {
            put_text(sink, "asked", seat_label(SEAT_TABLE));
        }
        break;
    case STEP_BONUS:
    case STEP_OVER:
    case STEP_SHEET:
    case STEP_TOTALS:
        put_null(sink, "asked");
        break;
    default:
        put_int(sink, "asked", s->asked + 1);
        break;
    }
}

static void put_conditions(const struct bio_state *s, const struct view_sink *sink)
{
    if (s->step == STEP_CONDITIONS) {
        put_null(sink, "conditions");
        return;
    }
    sink->open_list(sink->context, "conditions");
    for (unsigned i = 0; i < 4; i++) {
        put_text(sink, NULL, i < 2 ? bio_biotopes[s->condition[i]].id : bio_types[s->condition[i]].id);
    }
    sink->close(sink->context);
}

static void put_decks(const struct setup *setup, const struct bio_state *s, const struct view_sink *sink)
{
    sink->open_list(sink->context, "decks");
    for (unsigned deck = 0; deck < BIO_DECKS; deck++) {
        sink->open_object(sink->context, NULL);
        put_text(sink, "deck", bio_decks[deck].id);
        put_int(sink, "cards", s->deck[deck]);
        sink->open_list(sink->context, "discarded");
        for (unsigned i = 0; i < BIO_SPECIES; i++) {
            if (s->at[i] == AT_DISCARD && bio_cat(setup)->species[i].deck == deck) {
                put_card(sink, NULL, i);
            }
        }
        sink->close(sink->context);
        sink->close(sink->context);
    }
    sink->close(sink->context);
}

static void put_tiles(const struct bio_land *land, const struct view_sink *sink)
{
    sink->open_list(sink->context, "tiles");
    for (unsigned i = 0; i < land->tiles; i++) {
        const struct bio_tile *tile = &land->tile[i];
        char memory[8];
        struct strbuf text;
        strbuf_wrap(&text, memory, sizeof(memory));
        strbuf_add_char(&text, tile->face % 2 ? 'B' : 'A');
        strbuf_int(&text, tile->face / 2 + 1);
        sink->open_object(sink->context, NULL);
        put_text(sink, "tile", strbuf_text(&text));
        put_int(sink, "rotation", tile->rotation);
        put_int(sink, "q", tile->q);
        put_int(sink, "r", tile->r);
        sink->close(sink->context);
    }
    sink->close(sink->context);
}

static void put_hexes(const struct bio_land *land, const struct view_sink *sink)
{
    sink->open_list(sink->context, "hexes");
    for (unsigned i = 0; i < land->count; i++) {
        sink->open_object(sink->context, NULL);
        put_int(sink, "q", land->q[i]);
        put_int(sink, "r", land->r[i]);
        put_text(sink, "biotope", bio_biotopes[land->biotope[i]].id);
        sink->boolean(sink->context, "edge", bio_land_is_edge(land, i));
        if (land->owner[i] == OWNER_NONE) {
            put_null(sink, "token");
        } else if (land->owner[i] == OWNER_NEUTRAL) {
            put_text(sink, "token", seat_label(SEAT_NEUTRAL));
        } else {
            put_int(sink, "token", land->owner[i]);
        }
        sink->close(sink->context);
    }
    sink->close(sink->context);
}

/* ---- the action under way ---- */

static void put_hex(const struct view_sink *sink, const char *key, const struct bio_land *land, bool known,
                    unsigned hex)
{
    if (!known || hex >= land->count) {
        put_null(sink, key);
        return;
    }
    sink->open_list(sink->context, key);
    put_int(sink, NULL, land->q[hex]);
    put_int(sink, NULL, land->r[hex]);
    sink->close(sink->context);
}

/* The types that are still to be paid: of a diet each cube, of a one-cube cost what would do. */
static void put_cost(const struct bio_state *s, const struct view_sink *sink)
{
    if (s->step != STEP_PAY && s->step != STEP_EVOLVE) {
        put_null(sink, "cost");
        return;
    }
    if (s->cost_types) {
        put_names(sink, "cost", bio_types, BIO_TYPES, s->cost_types);
        return;
    }
    sink->open_list(sink->context, "cost");
    for (unsigned type = 0; type < BIO_TYPES; type++) {
        bool open = s->step == STEP_EVOLVE && !(s->paid_types >> type & 1);
        for (unsigned i = 0; i < s->cost[type] + (unsigned)open; i++) {
            put_text(sink, NULL, bio_types[type].id);
        }
    }
    sink->close(sink->context);
}

static void put_action(const struct bio_state *s, const struct view_sink *sink)
{
    if (s->act == ACT_NONE) {
        put_null(sink, "action");
        return;
    }
    bool has_card = s->act == ACT_ADAPT || s->act >= ACT_USE_DRAW;
    bool has_hex = s->act >= ACT_EXPAND && s->act <= ACT_COMPETE;
    unsigned colour = s->step == STEP_PAY    ? s->cost_colour
                      : s->step == STEP_PUT  ? s->drawn
                      : s->step == STEP_FILL ? s->colour
                                             : (unsigned)BIO_ANY;
    sink->open_object(sink->context, "action");
    put_text(sink, "action", bio_act_ids[s->act]);
    put_int(sink, "seat", s->act_seat + 1);
    if (has_card) {
        put_card(sink, "card", bio_spot_card(s, s->act_seat, s->act_card));
    } else {
        put_null(sink, "card");
    }
    put_hex(sink, "from", &s->land, s->act == ACT_MIGRATE, s->from);
    put_hex(sink, "to", &s->land, has_hex, s->to);
    put_cost(s, sink);
    if (colour < BIO_BIOTOPES) {
        put_text(sink, "colour", bio_colours[colour].id);
    } else {
        put_null(sink, "colour");
    }
    put_int(sink, "left", s->left);
    sink->close(sink->context);
}

static void put_game(const struct setup *setup, const struct bio_state *s, const struct view_sink *sink)
{
    unsigned cycles = bio_cycles(setup);
    unsigned cycle = s->cycle < cycles ? s->cycle + 1u : cycles;
    put_int(sink, "cycle", cycle);
    put_int(sink, "cycles", cycles);
    put_text(sink, "step", STEPS[s->step]);
    put_asked(setup, s, sink);
    if (s->step >= STEP_TURN && s->step <= STEP_DISCARD) {
        put_int(sink, "turn", s->turn + 1);
    } else {
        put_null(sink, "turn");
    }
    put_int(sink, "initiative", (cycle - 1) % setup->seats + 1);
    put_conditions(s, sink);
    put_colours(sink, "reserve", s->reserve);
    put_decks(setup, s, sink);
    put_tiles(&s->land, sink);
    put_hexes(&s->land, sink);
    bio_view_seats(setup, s, sink);
    put_action(s, sink);
}

void bio_view(const struct setup *setup, const void *state, const struct view_sink *sink)
{
    const struct bio_state *s = state;
    sink->open_object(sink->context, NULL);
    if (setup->level == BIO_SHEET || setup->level == BIO_TOTALS) {
        put_text(sink, "step", STEPS[s->step]);
        if (setup->level == BIO_SHEET) {
            put_conditions(s, sink);
        }
        bio_view_seats(setup, s, sink);
    } else {
        put_game(setup, s, sink);
    }
    sink->close(sink->context);
}
