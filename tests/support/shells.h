/*
 * A second game with a catalogue, wholly in this file and shells.c: players in
 * turn take one of the shells that the catalogue lists, and score its points.
 *
 *     {"catalogue": "shells", "name": {"id": "beach", "en": "Beach", "fr": "Plage"},
 *      "shells": [{"id": "whelk", "en": "whelk", "fr": "bulot", "points": 3}, ...]}
 *
 *     1: take whelk
 *
 * Nothing outside knows it: a test that wants it found by name defines the
 * functions of registry.h itself.
 */
#ifndef SUPPORT_SHELLS_H
#define SUPPORT_SHELLS_H

#include "rules/game.h"

extern const struct game shells_game;

#endif
