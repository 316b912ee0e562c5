/*
 * A game that is not in the registry: players, in any order, take one to
 * three of a heap until nothing is left, and score what they took. It has
 * what Forêt has not: options, a catalogue, no level that is inferred, a game
 * that never ends, and lines of as many moves as one likes.
 *
 *     2: take 1 3 2     three moves of seat 2, all or none
 *     2: nothing        no move at all
 *
 * A test that wants it found by name defines the functions of registry.h
 * itself; the linker then leaves the real ones out.
 */
#ifndef SUPPORT_TOY_GAME_H
#define SUPPORT_TOY_GAME_H

#include "record/record.h"
#include "rules/game.h"

/* Variant `plain`: 2 to 4 seats; `endless`: 6, and the heap never gets smaller. Option `length`: 20 (`short`) or 200. */
extern const struct game toy_game;

/* The same with rules version 2, which is newer, and without the need of a catalogue. */
extern const struct game toy_game_2;

/* Knows one catalogue: `stones`, of the SHA-256 that TOY_HASH spells. */
extern const struct block_source toy_blocks;
#define TOY_HASH "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff"
#define TOY_OPTION "option catalogue stones sha256:" TOY_HASH "\n"

#endif
