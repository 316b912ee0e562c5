/* Seats, names and titles as JSON. */
#include "wire/pieces.h"

#include "base/banned.h"

void emit_seat(struct emit *emit, const char *key, int seat)
{
    if (seat >= 0 && seat < GAME_PLAYERS) {
        emit_integer(emit, key, seat + 1);
    } else if (seat == SEAT_TABLE || seat == SEAT_NEUTRAL || seat == SEAT_RIVAL) {
        emit_word(emit, key, seat_label((unsigned)seat));
    } else {
        emit_null(emit, key);
    }
}

void emit_seats(struct emit *emit, const char *key, seat_set seats)
{
    emit_list(emit, key);
    for (int i = 0; i < GAME_SEATS; i++) {
        if (seats & seat_bit((unsigned)i)) {
            emit_seat(emit, NULL, i);
        }
    }
    emit_close(emit);
}

void emit_name(struct emit *emit, const struct name *name)
{
    emit_word(emit, "id", name->id);
    emit_word(emit, "en", name->en);
    emit_word(emit, "fr", name->fr);
}

void emit_title_name(struct emit *emit, const struct name *title)
{
    if (!title->en) {
        emit_null(emit, "title");
        return;
    }
    emit_object(emit, "title");
    emit_word(emit, "en", title->en);
    emit_word(emit, "fr", title->fr);
    emit_close(emit);
}

void emit_title_of(struct emit *emit, const struct name *title)
{
    emit_text_or_null(emit, "game", span_from(title->id));
    emit_title_name(emit, title);
}

void emit_basis(struct emit *emit, enum basis basis)
{
    emit_word(emit, "basis", basis_names[basis].id);
}
