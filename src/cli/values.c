/* Words to what they name: a word that names nothing is refused before a database is opened for it. */
#include "cli/values.h"

#include "base/date.h"
#include "rules/registry.h"

#include "base/banned.h"

static const struct message MSG_GAME = {ERR_USAGE, "usage.game", "unknown game '%1': 'dendro games' lists them",
                                        "jeu « %1 » inconnu : « dendro games » les énumère"};
static const struct message MSG_NUMBER = {ERR_USAGE, "usage.game-id", "'%1' is not the number of a game",
                                          "« %1 » n'est pas le numéro d'une partie"};
static const struct message MSG_DAY = {ERR_USAGE, "usage.date", "option '--%1': '%2' is not a date like 2026-11-13",
                                       "option « --%1 » : « %2 » n'est pas une date comme 2026-11-13"};

enum err value_game(const char *text, const struct game **game, struct error *error)
{
    *game = registry_newest(span_from(text));
    return *game ? ERR_OK : registry_refuse(&MSG_GAME, span_from(text), error);
}

enum err value_game_number(const char *text, int64_t *number, struct error *error)
{
    struct span word = span_from(text);
    return span_int(word, 1, SPAN_INT_MAX, number) ? ERR_OK : error_raise_span(error, &MSG_NUMBER, word);
}

enum err value_day(const char *text, const char *option, int32_t *day, struct error *error)
{
    if (date_parse(span_from(text), day)) {
        return ERR_OK;
    }
    enum err err = error_raise_span(error, &MSG_DAY, span_from(option));
    error_add(error, span_from(text));
    return err;
}
