/*
 * The digest of a position: its fields in the order of docs/biotopes.md. Tiles
 * are taken by their numbers, so the order in which they were laid is not in
 * it; nor is what is remembered only to tell a line (a token that had to
 * retreat by itself).
 */
#include "rules/biotopes/biotopes_state.h"

#include "base/banned.h"

static void add_land(struct sha256 *hash, const struct bio_land *land)
{
    sha256_add_u8(hash, land->tiles);
    for (unsigned face = 0; face < 2u * BIO_TILES; face++) {
        for (unsigned i = 0; i < land->tiles; i++) {
            const struct bio_tile *tile = &land->tile[i];
            if (tile->face == face) {
                const uint8_t bytes[] = {tile->face, tile->rotation, bio_coord(tile->q), bio_coord(tile->r)};
                sha256_add(hash, bytes, sizeof(bytes));
            }
        }
    }
    sha256_add(hash, land->owner, land->count);
}

static void add_seat(struct sha256 *hash, const struct bio_state *s, unsigned seat)
{
    for (unsigned b = 0; b < BIO_BIOTOPES; b++) {
        sha256_add_u8(hash, s->row_length[seat][b]);
        sha256_add(hash, s->row[seat][b], s->row_length[seat][b]);
    }
    const uint8_t one[] = {s->has[seat], s->tokens[seat], s->used[seat], s->openings[seat]};
    sha256_add(hash, s->milieu[seat], BIO_BIOTOPES);
    sha256_add(hash, s->plants[seat], BIO_BIOTOPES);
    sha256_add(hash, s->bag[seat], BIO_BIOTOPES);
    sha256_add(hash, s->board[seat], BIO_BIOTOPES);
    sha256_add(hash, s->hand[seat], BIO_DECKS);
    sha256_add(hash, s->waive[seat], BIO_TYPES);
    sha256_add(hash, s->bonus_biotope[seat], BIO_BIOTOPES);
    sha256_add(hash, one, sizeof(one));
}

/* The species: where each is, its cubes, the bonus declared of it. */
static void add_species(struct sha256 *hash, const struct bio_state *s)
{
    sha256_add(hash, s->at, sizeof(s->at));
    for (unsigned i = 0; i < BIO_SPECIES; i++) {
        sha256_add_u8(hash, (uint8_t)s->cubes[i]);
        sha256_add_u8(hash, (uint8_t)(s->cubes[i] >> 8));
    }
    sha256_add(hash, s->bonus, sizeof(s->bonus));
}

static void add_action(struct sha256 *hash, const struct bio_state *s)
{
    const uint8_t action[] = {
        s->act,          s->act_seat,   s->pc,         s->act_card, s->from,   s->to,     s->cost_types, s->cost_colour,
        s->cost_species, s->paid,       s->paid_types, s->scan,     s->opened, s->left,   s->declared,   s->shift_spot,
        s->shift_colour, s->deck_drawn, s->drawn,      s->whom,     s->colour, s->placed, s->dealt};
    sha256_add(hash, action, sizeof(action));
    sha256_add(hash, s->cost, sizeof(s->cost));
    sha256_add_u64(hash, s->fill[0]);
    sha256_add_u64(hash, s->fill[1]);
}

static void add_game(const struct setup *setup, const struct bio_state *s, struct sha256 *hash)
{
    const uint8_t head[] = {s->cycle, s->asked, s->turn, s->passed, s->acted, s->spent};
    sha256_add(hash, head, sizeof(head));
    add_land(hash, &s->land);
    sha256_add(hash, s->reserve, sizeof(s->reserve));
    sha256_add(hash, s->deck, sizeof(s->deck));
    add_species(hash, s);
    for (unsigned i = 0; i < setup->seats; i++) {
        add_seat(hash, s, i);
    }
    add_action(hash, s);
    for (unsigned i = 0; i < BIO_VERIFIED; i++) {
        sha256_add_u32(hash, s->verified[i]);
    }
}

static void add_sheet(const struct setup *setup, const struct bio_state *s, struct sha256 *hash)
{
    const uint8_t open[] = {s->row_seat, s->row_biotope, s->row_due};
    const uint8_t closed[sizeof(open)] = {0};
    sha256_add(hash, s->row_due > 0 ? open : closed, sizeof(open));
    add_species(hash, s);
    for (unsigned i = 0; i < setup->seats; i++) {
        for (unsigned b = 0; b < BIO_BIOTOPES; b++) {
            sha256_add_u8(hash, s->row_length[i][b]);
            sha256_add(hash, s->row[i][b], s->row_length[i][b]);
        }
        sha256_add_u8(hash, s->has[i]);
        sha256_add(hash, s->milieu[i], BIO_BIOTOPES);
        sha256_add(hash, s->bonus_biotope[i], BIO_BIOTOPES);
        sha256_add_u8(hash, s->rows[i]);
        sha256_add_u8(hash, s->landed[i]);
        sha256_add(hash, s->count[i], BIO_BIOTOPES);
        sha256_add_u8(hash, s->groups[i]);
    }
}

static void add_totals(const struct setup *setup, const struct bio_state *s, struct sha256 *hash)
{
    for (unsigned i = 0; i < setup->seats; i++) {
        sha256_add_u32(hash, (uint32_t)(int32_t)s->total[i]);
        sha256_add_u8(hash, s->rank[i]);
        sha256_add_u8(hash, s->stated[i]);
        for (unsigned c = 0; c < BIO_CATEGORIES; c++) {
            sha256_add_u32(hash, (uint32_t)(int32_t)s->category[i][c]);
        }
    }
}

void bio_digest(const struct setup *setup, const void *state, struct sha256 *hash)
{
    const struct bio_state *s = state;
    const uint8_t head[] = {setup->seats,    setup->option[BIO_OPTION_UNKNOWN],
                            s->step,         s->done,
                            s->condition[0], s->condition[1],
                            s->condition[2], s->condition[3]};
    sha256_add(hash, head, sizeof(head));
    if (setup->level == BIO_TOTALS) {
        add_totals(setup, s, hash);
    } else if (setup->level == BIO_SHEET) {
        add_sheet(setup, s, hash);
    } else {
        add_game(setup, s, hash);
    }
}
