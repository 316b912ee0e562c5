/*
 * The facts of one finished game (gather.h) as bytes: what the database keeps
 * of a game's cards, so that no game needs to be replayed to answer a question
 * about them. Short, and quick to fold: seats that do not count are skipped,
 * and so is what lies beside what when it is not asked for.
 *
 *     version, seats, types of cards (varint), the first of them that the game tells about (varint),
 *       flags (1: drafted, 2: used, 4: has a sum over seats, 8: has a catalogue)
 *     the hash of the catalogue
 *     the sum over seats: bytes of its first part, bytes of both (both two bytes, low first), and these (summed.h)
 *     a seat: bytes that follow, bytes up to its links (both two bytes, low first)
 *       win points in units + 1 (varint; 0: none)
 *       types held; for each: card (varint), copies (varint), marginal points (signed varint),
 *         used: activations, cubes, round of the first activation (varints), and for each copy: cell, amount
 *       drafted: for each type eight bytes, low first: seen (20 bits), taken (20), last sum (12), last hands (12)
 *       links: how many (varint); for each: a and b (up to 16 types: one byte, a in its upper half; else varints),
 *         2 x pairs + 1 when there are points (varint), and then the amount
 *
 * An amount of points is a byte: up to 199 whole points; 200 + q, then a byte
 * p: p/q points; 255, then units as a signed varint. Varints: varint.h.
 */
#ifndef STATS_FACTS_H
#define STATS_FACTS_H

#include "base/strbuf.h"
#include "stats/gather.h"
#include "stats/held.h"
#include "stats/summed.h"

enum { FACTS_VERSION = 5 };

/* Appends the facts of a game whose credits are in units of 1/unit. The same facts are the same bytes. */
void facts_pack(const struct game_facts *facts, uint64_t unit, struct strbuf *out);

/*
 * Reads them back: the seats of the set `seats` (~0: all) and, unless `links`
 * is false, where cards lie and beside what; other seats have no cards. False for bytes
 * that are not such facts; `facts` then means nothing.
 */
bool facts_unpack(struct span bytes, uint64_t unit, seat_set seats, bool links, struct game_facts *facts);

/* The part that is summed over all seats, as summed_add takes it; no bytes for a game that has none. */
struct facts_summed {
    unsigned seats, cards;
    struct span catalogue; /* its hash; empty: none */
    struct summed_form form;
    struct summed_size size;
    struct span bytes;
};

/* Finds it. False for bytes that are not facts. */
bool facts_find_summed(struct span bytes, struct facts_summed *out);

/* Copies of each type that a seat holds, in order of type; of those from `first` on the game can tell. */
struct facts_held {
    unsigned seats, cards, first;
    bool used;             /* cards are activated in this game */
    struct span catalogue; /* its hash; empty: none */
    unsigned count[ENGINE_PLAYERS];
    struct held held[ENGINE_PLAYERS][GATHER_CARDS];
};

/* Reads only these, in a fraction of the time of facts_unpack. False for bytes that are not facts. */
bool facts_held(struct span bytes, uint64_t unit, struct facts_held *out);

/* The seat that byte `offset` is about, or -1. */
int facts_seat_at(struct span bytes, size_t offset);

#endif
