/*
 * The games that are known: a constant table, in the order in which they are
 * listed to people. Adding a game is one line in registry.c.
 */
#ifndef RULES_REGISTRY_H
#define RULES_REGISTRY_H

#include "rules/game.h"

/* All entries; several may share an id and differ in rules version. The newest rules of every game come first. */
const struct game *const *registry_all(size_t *count);

/* Of those, the newest rules of each game: what people are shown. */
const struct game *const *registry_current(size_t *count);

/* The newest rules of the game that `id` names by its id, English or French name; NULL if unknown. */
const struct game *registry_newest(struct span id);

/* Raises `message` about a name that no game has, with the one that was probably meant. */
ERR_CHECK enum err registry_refuse(const struct message *message, struct span name, struct error *error);

/*
 * What `text` names among the variants, levels or options (`names`) of `only`, or, when that is NULL, of the first game that
 * has one; NULL when none has. `*game`, unless it is NULL, is the game that has it.
 */
const struct name *registry_name(const struct game *only, game_names_fn *names, struct span text,
                                 const struct game **game);

/*
 * What is played when the tables of a club say `id`: the newest rules of the game with this id, or else a title,
 * which every game without an engine is: the pad; NULL when there is none.
 */
const struct game *registry_engine(struct span id);
/* The game without an engine, of which every title is one. */
const struct game *registry_titled(void);
/* The newest rules of the game with this number at BoardGameGeek; NULL: there is none, or the number is 0. */
const struct game *registry_bgg(uint32_t number);

/*
 * What tables have for the variant of a pad that nobody won, or of which nobody knows who did: such games are kept
 * apart, so that no mean of win points has them.
 */
extern const struct name registry_unwon;

/* The contest of a variant, by its id: only pads have others than the higher total. */
enum contest registry_contest(struct span variant);

/* That game under that version of its rules; NULL if unknown. */
const struct game *registry_find(struct span id, unsigned rules);

#endif
