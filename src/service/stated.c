/* Stated totals, read from the game as it stands and written as claims of its correction. */
#include "service/stated.h"

#include "record/write.h"

#include "base/banned.h"

enum { CLAIMS_MOST = GAME_SEATS * (GAME_CATEGORIES + 1) };
_Static_assert((int)CLAIMS_MOST <= (int)RECORD_CLAIMS, "a record has room for them");

static bool is_stated(const struct setup *setup)
{
    return setup->game->levels[setup->level].basis == BASIS_STATED;
}

/* ---- what was stated ---- */

static void take_row(const struct game *game, const struct outcome_row *from, const struct seating *seating,
                     struct stated_row *to)
{
    bool player = from->seat < seating->count;
    *to = (struct stated_row){.seat = from->seat,
                              .person = player ? seating->person[from->seat] : 0,
                              .guest = player && seating->person[from->seat] == 0,
                              .totalled = from->scored && !from->untotalled,
                              .total = game_hundredths(game, from->total),
                              .categories = from->categories};
    for (unsigned i = 0; i < GAME_CATEGORIES; i++) {
        to->category[i] = from->categories >> i & 1 ? game_hundredths(game, from->category[i]) : 0;
    }
}

enum err stated_read(struct service *service, const struct live *live, struct stated *out, struct error *error)
{
    const struct setup *setup = &live->replay.setup;
    struct record record;
    struct seating seating;
    struct outcome outcome;
    *out = (struct stated){.game = NULL};
    setup->game->outcome(setup, live->replay.state, &outcome);
    if (!is_stated(setup) || !outcome.over || outcome.undecided) {
        return ERR_OK;
    }
    enum err err = live_seating(service, live, &record, &seating, error);
    if (err != ERR_OK) {
        return err;
    }
    out->game = setup->game;
    out->categories = setup_categories(setup);
    for (unsigned i = 0; i < out->categories; i++) {
        out->category[i] = setup_category(setup, i);
    }
    for (unsigned i = 0; i < outcome.rows_count; i++) {
        take_row(setup->game, &outcome.rows[i], &seating, &out->row[out->rows++]);
    }
    return ERR_OK;
}

/* ---- as claims ---- */

/* Who sits at a seat of the record; 0: somebody who is not here yet, or a guest. */
static enum err person_at(struct service *service, const struct record *record, unsigned seat, int64_t *person,
                          struct error *error)
{
    char memory[RECORD_NAME];
    char handle[PERSON_HANDLE];
    struct span name = record_seat_name(record->seat[seat].text, memory);
    *person = 0;
    if (span_is(name, RECORD_GUEST)) {
        return ERR_OK;
    }
    enum err err = person_for(service, name, false, person, handle, error);
    if (err_is_fatal(err)) {
        return err;
    }
    if (err != ERR_OK) { /* what is wrong with a name is told when the seats are looked at */
        *person = 0;
        error_clear(error);
    }
    return ERR_OK;
}

static unsigned count_guests(const struct stated *stated)
{
    unsigned guests = 0;
    for (unsigned i = 0; i < stated->rows; i++) {
        guests += stated->row[i].guest;
    }
    return guests;
}

static bool one_guest(const struct record *record)
{
    unsigned guests = 0;
    for (unsigned i = 0; i < record->seats; i++) {
        guests += span_is(record->seat[i].text, RECORD_GUEST);
    }
    return guests == 1;
}

/* What was stated of who has this seat now: of a person, of the only guest, or of a seat that nobody plays. NULL: nothing. */
static enum err find_row(struct service *service, const struct stated *stated, const struct record *record,
                         unsigned seat, const struct stated_row **out, struct error *error)
{
    bool player = seat < record->seats;
    int64_t person = 0;
    enum err err = player ? person_at(service, record, seat, &person, error) : ERR_OK;
    if (err != ERR_OK) {
        return err;
    }
    bool guest =
        player && span_is(record->seat[seat].text, RECORD_GUEST) && one_guest(record) && count_guests(stated) == 1;
    *out = NULL;
    for (unsigned i = 0; i < stated->rows && !*out; i++) {
        const struct stated_row *row = &stated->row[i];
        bool same = !player       ? row->person == 0 && !row->guest && row->seat == seat
                    : person != 0 ? row->person == person
                                  : guest && row->guest;
        *out = same ? row : NULL;
    }
    return ERR_OK;
}

static void add_claim(struct stated *stated, struct record *with, unsigned seat, const char *name, int32_t hundredths)
{
    stated->claims[with->claims_count++] =
        (struct record_claim){.name = {.text = span_from(name)}, .hundredths = hundredths, .seat = (uint8_t)seat};
}

static void add_claims(struct stated *stated, const struct setup *setup, const struct outcome_row *now,
                       const struct stated_row *was, struct record *with)
{
    for (unsigned i = 0; i < stated->categories; i++) {
        int category = was->categories >> i & 1 ? setup_category_find(setup, span_from(stated->category[i].id)) : -1;
        if (category >= 0 && (now->categories >> category & 1)) {
            add_claim(stated, with, now->seat, stated->category[i].id, was->category[i]);
        }
    }
    if (was->totalled && was->total != game_hundredths(setup->game, now->total)) {
        add_claim(stated, with, now->seat, "total", was->total);
    }
}

enum err stated_claims(struct service *service, struct stated *stated, const struct record *record,
                       const struct replay *replay, struct record *with, struct error *error)
{
    const struct setup *setup = &replay->setup;
    struct outcome outcome;
    bool own = record->claims_count > 0 || record->totals_count > 0;
    *with = *record;
    setup->game->outcome(setup, replay->state, &outcome);
    bool same = stated->game && strcmp(stated->game->name.id, setup->game->name.id) == 0;
    if (own || !same || is_stated(setup) || !outcome.over) {
        return ERR_OK;
    }
    stated->claims = mem_new(service->options.allocator, CLAIMS_MOST, sizeof(*stated->claims));
    if (!stated->claims) {
        return error_raise(error, &MSG_MEMORY);
    }
    with->claims = stated->claims;
    for (unsigned i = 0; i < outcome.rows_count; i++) {
        const struct stated_row *was = NULL;
        enum err err =
            outcome.rows[i].scored ? find_row(service, stated, record, outcome.rows[i].seat, &was, error) : ERR_OK;
        if (err != ERR_OK) {
            return err;
        }
        if (was) {
            add_claims(stated, setup, &outcome.rows[i], was, with);
        }
    }
    return ERR_OK;
}

void stated_release(struct service *service, struct stated *stated)
{
    mem_free(service->options.allocator, stated->claims);
    stated->claims = NULL;
}
