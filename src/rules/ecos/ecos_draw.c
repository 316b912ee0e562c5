/*
 * A position for a terminal: the landscape as rows of hexagons, four columns
 * a tile, each row half a tile further; then the players.
 *
 *     ~~~   water       :::  desert       """  grassland
 *     A     mountain    f    forests      2    animals, by number
 */
#include "rules/ecos/ecos_state.h"

#include "base/banned.h"

enum { DRAW_SPAN = 60 }; /* columns and rows that are drawn as a map; wider landscapes are listed */

static void add_tile(const struct ecos_tile *tile, bool colour, struct strbuf *out)
{
    static const char ground[] = {[THING_DESERT] = ':', [THING_GRASSLAND] = '"', [THING_WATER] = '~'};
    static const char *const paint[] = {
        [THING_DESERT] = "\x1b[33m", [THING_GRASSLAND] = "\x1b[32m", [THING_WATER] = "\x1b[34m"};
    unsigned animals = tile_count(tile, THING_ANIMAL);
    strbuf_add(out, colour ? paint[tile->terrain] : "");
    strbuf_add_char(out, tile->mountain ? 'A' : ground[tile->terrain]);
    strbuf_add_char(out, tile->forests ? 'f' : ground[tile->terrain]);
    strbuf_add_char(out, animals == 0 ? ground[tile->terrain] : animals > 9 ? '+' : (char)('0' + animals));
    strbuf_add(out, colour ? "\x1b[0m " : " ");
}

static void add_map(const struct ecos_land *land, bool colour, struct strbuf *out)
{
    int left = ECOS_REACH * 4;
    int right = -left;
    int top = ECOS_REACH;
    int bottom = -top;
    for (unsigned i = 0; i < land->count; i++) {
        int x = 2 * land->tile[i].q + land->tile[i].r;
        int y = land->tile[i].r;
        left = x < left ? x : left;
        right = x > right ? x : right;
        top = y < top ? y : top;
        bottom = y > bottom ? y : bottom;
    }
    for (int r = top; r <= bottom && right - left < 2 * DRAW_SPAN && bottom - top < DRAW_SPAN; r++) {
        strbuf_repeat(out, "  ", ((r - left) % 2 + 2) % 2);
        for (int x = left + ((r - left) % 2 + 2) % 2; x <= right; x += 2) {
            int at = land_find(land, (x - r) / 2, r);
            if (at >= 0) {
                add_tile(&land->tile[at], colour, out);
            } else {
                strbuf_add(out, "  . ");
            }
        }
        strbuf_add(out, " r ");
        strbuf_int(out, r);
        strbuf_add(out, ", q ");
        strbuf_int(out, (left + ((r - left) % 2 + 2) % 2 - r) / 2);
        strbuf_add(out, "..\n");
    }
}

/* `1,-1 grassland: mountain, 2 forests, lion` for tiles that hold something. */
static void add_tokens(const struct ecos_catalogue *cat, const struct ecos_land *land, enum lang lang,
                       struct strbuf *out)
{
    for (unsigned i = 0; i < land->count; i++) {
        const struct ecos_tile *tile = &land->tile[i];
        if (!tile->animals && !tile->mountain && !tile->forests) {
            continue;
        }
        struct name name = ecos_thing_name(cat, tile->terrain);
        strbuf_add(out, "  ");
        strbuf_int(out, tile->q);
        strbuf_add_char(out, ',');
        strbuf_int(out, tile->r);
        strbuf_add_char(out, ' ');
        strbuf_add(out, name_in(&name, lang));
        strbuf_add_char(out, ':');
        for (unsigned thing = THING_MOUNTAIN; thing < THING_SPECIES + (unsigned)cat->species; thing++) {
            bool shown = thing <= THING_FOREST || thing >= THING_SPECIES;
            unsigned count = shown ? tile_count(tile, thing) : 0;
            if (count > 0) {
                name = ecos_thing_name(cat, thing);
                strbuf_add_char(out, ' ');
                strbuf_add(out, name_in(&name, lang));
                if (count > 1) {
                    strbuf_add(out, " x");
                    strbuf_int(out, count);
                }
            }
        }
        strbuf_add_char(out, '\n');
    }
}

static void add_cards(const struct setup *setup, const struct ecos_state *s, unsigned seat, enum lang lang,
                      struct strbuf *out)
{
    const struct ecos_catalogue *cat = ecos_cat(setup);
    for (unsigned card = 1; card <= ECOS_CARDS; card++) {
        if (!card_at(s, card, AT_ACTIVE, seat)) {
            continue;
        }
        struct name name = ecos_label_name(cat, cat->card[card].name);
        strbuf_add(out, "    ");
        strbuf_int_right(out, card, 3);
        strbuf_add_char(out, ' ');
        strbuf_add_plain(out, span_from(name_in(&name, lang)));
        strbuf_add(out, " [");
        for (unsigned i = 0; i < cat->elements; i++) {
            unsigned need = card_knows(cat, card, CARD_SLOTS_KNOWN) ? card_cubes(cat->card[card].need, i)
                                                                    : card_cubes(s->filled[card], i);
            for (unsigned k = 0; k < need; k++) {
                struct name element = ecos_label_name(cat, cat->element[i]);
                strbuf_add(out, k < card_cubes(s->filled[card], i) ? "#" : "_");
                strbuf_add(out, name_in(&element, lang));
                strbuf_add_char(out, ' ');
            }
        }
        strbuf_add(out, "] ");
        strbuf_repeat(out, "*", s->leaves[card]);
        strbuf_add_char(out, '\n');
    }
}

void ecos_draw(const struct setup *setup, const void *state, const struct draw_style *style, struct strbuf *out)
{
    const struct ecos_state *s = state;
    const struct ecos_catalogue *cat = ecos_cat(setup);
    bool fr = style->lang == LANG_FR;
    strbuf_add(out, cat_text(cat, fr ? cat->name.fr : cat->name.en));
    if (setup->level != ECOS_SHEET) {
        strbuf_add(out, fr ? ", manche " : ", round ");
        strbuf_int(out, s->round + (s->phase == PHASE_OVER ? 0 : 1));
        for (unsigned i = 0; i < s->tokens; i++) {
            struct name element = ecos_label_name(cat, cat->element[s->token[i]]);
            strbuf_add(out, i == 0 ? ": " : ", ");
            strbuf_add(out, name_in(&element, style->lang));
        }
        strbuf_add_char(out, '\n');
        add_map(&s->land, style->colour, out);
        add_tokens(cat, &s->land, style->lang, out);
    } else {
        strbuf_add_char(out, '\n');
    }
    for (unsigned i = 0; i < setup->seats; i++) {
        strbuf_add_span(out, style->players ? style->players[i] : span_from(seat_label(i)));
        strbuf_add(out, ": ");
        strbuf_int(out, s->points[i]);
        if (setup->level != ECOS_SHEET) {
            strbuf_add(out, fr ? ", cadran " : ", dial ");
            strbuf_int(out, s->dial[i]);
            strbuf_add(out, ", cubes ");
            strbuf_int(out, s->spare[i]);
            strbuf_add(out, fr ? ", main " : ", hand ");
            strbuf_int(out, ecos_hand(s, i));
        }
        strbuf_add_char(out, '\n');
        add_cards(setup, s, i, style->lang, out);
    }
}
