/* What was played, for a person: variants and levels by their names in the reader's language. */
#ifndef CLI_KINDS_H
#define CLI_KINDS_H

#include "cli/cli.h"
#include "rules/game.h"

/*
 * `foret`, `duel`, `feuille`, with `between` between them; of a game without an engine its title and the variant.
 * What no game knows stays as it is.
 */
void kinds_add(struct strbuf *out, enum lang lang, struct span game, const struct name *title, struct span variant,
               struct span level, const char *between);

/* What stands for a title in a table: the id of a game with an engine, the name of any other. */
void kinds_title(struct strbuf *out, enum lang lang, struct span game, const struct name *title);

/* `?`, and the word for a seat of which nobody said who sat there. */
void kinds_guest(struct strbuf *out, enum lang lang);

/* The name of a variant or a level that `text` names in the game (NULL: in any); `text` itself when none does. */
struct span kinds_variant(enum lang lang, const struct game *game, struct span text);
struct span kinds_level(enum lang lang, const struct game *game, struct span text);

#endif
