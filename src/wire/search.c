/* What was found, as JSON. */
#include "wire/search.h"

#include "base/banned.h"

void emit_found_card(struct emit *emit, const struct search_card *card)
{
    emit_object(emit, NULL);
    emit_text(emit, "game", card->game);
    emit_word(emit, "card", card->name.id);
    emit_object(emit, "name");
    emit_word(emit, "en", card->name.en);
    emit_word(emit, "fr", card->name.fr);
    emit_close(emit);
    emit_close(emit);
}

void emit_found_night(struct emit *emit, const struct night *night)
{
    emit_object(emit, NULL);
    emit_day(emit, "day", true, night->day);
    emit_text_or_null(emit, "title", night->title);
    emit_text_or_null(emit, "place", night->place);
    emit_integer(emit, "games", night->games);
    emit_close(emit);
}
