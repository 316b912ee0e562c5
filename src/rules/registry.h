/*
 * The games that are known: a constant table, in the order in which they are
 * listed to people. Adding a game is one line in registry.c.
 */
#ifndef RULES_REGISTRY_H
#define RULES_REGISTRY_H

#include "rules/game.h"

/* All entries; several may share an id and differ in rules version. */
const struct game *const *registry_all(size_t *count);

/* The newest rules of the game that `id` names by its id, English or French name; NULL if unknown. */
const struct game *registry_newest(struct span id);

/* That game under that version of its rules; NULL if unknown. */
const struct game *registry_find(struct span id, unsigned rules);

#endif
