/* What a position shows of each seat: its ecosystem in a game, what it has written on a sheet, its total. */
#include "rules/biotopes/biotopes_view.h"

#include "base/banned.h"

const char *const bio_act_ids[BIO_ACTS] = {
    [ACT_ADAPT] = "adapt",   [ACT_REPRODUCE] = "reproduce", [ACT_TRANSFER] = "transfer", [ACT_EVOLVE] = "evolve",
    [ACT_EXPAND] = "expand", [ACT_MIGRATE] = "migrate",     [ACT_COMPETE] = "compete",   [ACT_USE_DRAW] = "use",
    [ACT_USE_SHIFT] = "use", [ACT_USE_PREY] = "use",        [ACT_USE_DECLARED] = "use",  [ACT_EFFECT] = "effect",
};

/* A sheet knows how many cubes a species has, a game which. */
static void put_rows(const struct setup *setup, const struct bio_state *s, unsigned seat, const struct view_sink *sink)
{
    sink->open_list(sink->context, "rows");
    for (unsigned b = 0; b < BIO_BIOTOPES; b++) {
        sink->open_object(sink->context, NULL);
        put_text(sink, "biotope", bio_biotopes[b].id);
        sink->open_list(sink->context, "species");
        for (unsigned i = 0; i < s->row_length[seat][b]; i++) {
            unsigned species = s->row[seat][b][i];
            sink->open_object(sink->context, NULL);
            put_card(sink, "card", species);
            put_text(sink, "type", bio_types[bio_cat(setup)->species[species].type].id);
            if (setup->level == BIO_SHEET) {
                put_int(sink, "count", cubes_sum(s->cubes[species]));
            } else {
                uint8_t count[BIO_BIOTOPES];
                for (unsigned colour = 0; colour < BIO_BIOTOPES; colour++) {
                    count[colour] = (uint8_t)cubes_of(s->cubes[species], colour);
                }
                put_colours(sink, "cubes", count);
            }
            sink->close(sink->context);
        }
        sink->close(sink->context);
        sink->close(sink->context);
    }
    sink->close(sink->context);
}

static void put_biotopes(const struct setup *setup, const struct bio_state *s, unsigned seat,
                         const struct view_sink *sink)
{
    sink->open_list(sink->context, "biotopes");
    for (unsigned b = 0; b < BIO_BIOTOPES; b++) {
        sink->open_object(sink->context, NULL);
        put_text(sink, "biotope", bio_biotopes[b].id);
        if (s->has[seat] >> b & 1) {
            put_card(sink, "card", bio_spot_card(s, seat, BIO_SPECIES + b));
        } else {
            put_null(sink, "card");
        }
        if (setup->level != BIO_SHEET) {
            put_int(sink, "cubes", s->plants[seat][b]);
        }
        sink->close(sink->context);
    }
    sink->close(sink->context);
}

static void put_bonus(const struct view_sink *sink, unsigned card, unsigned said)
{
    if (said > 0) {
        sink->open_object(sink->context, NULL);
        put_card(sink, "card", card);
        put_int(sink, "points", (int)said - 1);
        sink->close(sink->context);
    }
}

/* Bonuses that were declared; a biotope card is called by its biotope, as in the line. */
static void put_bonuses(const struct bio_state *s, unsigned seat, const struct view_sink *sink)
{
    sink->open_list(sink->context, "bonus");
    for (unsigned i = 0; i < BIO_SPECIES; i++) {
        put_bonus(sink, i, s->at[i] == AT_PLAY + seat ? s->bonus[i] : 0);
    }
    for (unsigned b = 0; b < BIO_BIOTOPES; b++) {
        put_bonus(sink, BIO_BASICS + b, s->bonus_biotope[seat][b]);
    }
    sink->close(sink->context);
}

static void put_hand(const struct setup *setup, const struct bio_state *s, unsigned seat, const struct view_sink *sink)
{
    sink->open_object(sink->context, "hand");
    for (unsigned deck = 0; deck < BIO_DECKS; deck++) {
        put_int(sink, bio_decks[deck].id, s->hand[seat][deck]);
    }
    sink->close(sink->context);
    if (setup->level != BIO_FULL) {
        put_null(sink, "cards");
        return;
    }
    sink->open_list(sink->context, "cards");
    for (unsigned i = 0; i < BIO_SPECIES; i++) {
        if (s->at[i] == AT_HAND + seat) {
            put_card(sink, NULL, i);
        }
    }
    sink->close(sink->context);
}

static void put_waived(const struct bio_state *s, unsigned seat, const struct view_sink *sink)
{
    sink->open_list(sink->context, "waived");
    for (unsigned type = 0; type < BIO_TYPES; type++) {
        for (unsigned i = 0; i < s->waive[seat][type]; i++) {
            put_text(sink, NULL, bio_types[type].id);
        }
    }
    sink->close(sink->context);
}

static void put_player(const struct setup *setup, const struct bio_state *s, unsigned seat,
                       const struct view_sink *sink)
{
    put_int(sink, "tokens", s->tokens[seat]);
    sink->boolean(sink->context, "passed", s->passed >> seat & 1);
    put_hand(setup, s, seat, sink);
    put_colours(sink, "bag", s->bag[seat]);
    put_colours(sink, "board", s->board[seat]);
    sink->open_list(sink->context, "used");
    for (unsigned act = ACT_REPRODUCE; act <= ACT_COMPETE; act++) {
        if (s->used[seat] >> act & 1) {
            put_text(sink, NULL, bio_act_ids[act]);
        }
    }
    sink->close(sink->context);
    put_biotopes(setup, s, seat, sink);
    put_rows(setup, s, seat, sink);
    put_bonuses(s, seat, sink);
    put_waived(s, seat, sink);
}

static void put_written(const struct setup *setup, const struct bio_state *s, unsigned seat,
                        const struct view_sink *sink)
{
    put_biotopes(setup, s, seat, sink);
    put_rows(setup, s, seat, sink);
    if (s->landed[seat]) {
        sink->open_object(sink->context, "land");
        for (unsigned b = 0; b < BIO_BIOTOPES; b++) {
            put_int(sink, bio_biotopes[b].id, s->count[seat][b]);
        }
        put_int(sink, "groups", s->groups[seat]);
        sink->close(sink->context);
    } else {
        put_null(sink, "land");
    }
    put_bonuses(s, seat, sink);
    sink->boolean(sink->context, "written", s->done >> seat & 1);
}

static void put_totals(const struct bio_state *s, unsigned seat, const struct view_sink *sink)
{
    if (s->done >> seat & 1) {
        put_int(sink, "total", s->total[seat]);
    } else {
        put_null(sink, "total");
    }
    if (s->rank[seat]) {
        put_int(sink, "rank", s->rank[seat]);
    } else {
        put_null(sink, "rank");
    }
    sink->open_object(sink->context, "categories");
    for (unsigned i = 0; i < BIO_CATEGORIES; i++) {
        if (s->stated[seat] >> i & 1) {
            put_int(sink, bio_category_names[i].id, s->category[seat][i]);
        }
    }
    sink->close(sink->context);
}

void bio_view_seats(const struct setup *setup, const struct bio_state *s, const struct view_sink *sink)
{
    sink->open_list(sink->context, "seats");
    for (unsigned seat = 0; seat < setup->seats; seat++) {
        sink->open_object(sink->context, NULL);
        put_int(sink, "seat", seat + 1);
        if (setup->level == BIO_TOTALS) {
            put_totals(s, seat, sink);
        } else if (setup->level == BIO_SHEET) {
            put_written(setup, s, seat, sink);
        } else {
            put_player(setup, s, seat, sink);
        }
        sink->close(sink->context);
    }
    sink->close(sink->context);
}
