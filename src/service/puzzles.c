/*
 * Which puzzle a day has. A question goes over the whole calendar once, which
 * is a step a day and a step a puzzle: milliseconds for ten thousand of them,
 * and nothing has to be written down that a move or a rebuild could lose.
 */
#include "service/puzzles.h"

#include "base/fnv.h"
#include "base/zone.h"
#include "service/club.h"
#include "service/internal.h"
#include "service/messages.h"
#include "store/reviews.h"

#include <stdlib.h>

#include "base/banned.h"

enum { DAY = 86400, MILLISECONDS = 1000, TRIES = 3 };

struct candidate {
    int64_t since;
    uint64_t lot;
    int64_t game;
    uint32_t ply;
    int32_t day; /* of `since`, where the club is: it counts from the next one on */
};

struct deck {
    struct service *service;
    struct candidate *cards;
    size_t count, room;
    struct span zone; /* the file of the club's zone */
};

static enum err take_review(void *context, const struct store_review_puzzles *row, struct error *error)
{
    struct deck *deck = context;
    struct candidate card = {.since = row->since, .game = row->game};
    struct span plies;
    int32_t ahead = 0;
    if (!reviewed_puzzles(row->sums, &plies)) {
        return ERR_OK; /* a damaged row is for an audit to find */
    }
    (void)zone_ahead_in(deck->zone, row->since / MILLISECONDS, &ahead);
    int64_t wall = row->since / MILLISECONDS + ahead;
    card.day = (int32_t)(wall / DAY - (wall % DAY < 0));
    while (reviewed_puzzle_cut(&plies, &card.ply)) {
        struct candidate *more =
            mem_more(deck->service->options.allocator, deck->cards, deck->count, &deck->room, sizeof(*more));
        if (!more) {
            return error_raise(error, &MSG_MEMORY);
        }
        card.lot = hash_mix(hash_mix(FNV_START, (uint64_t)card.game), card.ply);
        deck->cards = more;
        deck->cards[deck->count++] = card;
    }
    return ERR_OK;
}

/* In the order in which they came; of one review, and of one moment, by lot. */
static int in_order(const void *a, const void *b)
{
    const struct candidate *one = a;
    const struct candidate *other = b;
    if (one->since != other->since) {
        return one->since < other->since ? -1 : 1;
    }
    if (one->lot != other->lot) {
        return one->lot < other->lot ? -1 : 1;
    }
    return one->game != other->game ? (one->game < other->game ? -1 : 1)
                                    : (one->ply > other->ply) - (one->ply < other->ply);
}

/* ---- dealing ---- */

/* Numbers of cards: a heap of those that no day has had, the least lot at the top, and a ring of the others. */
struct deal {
    const struct candidate *cards;
    size_t count; /* of cards */
    size_t come;  /* so many of them are in the heap or in the ring */
    size_t *heap;
    size_t heaped;
    size_t *ring; /* room for all; the one that was longest ago is at `first`, and `ringed` are in use from there on */
    size_t ringed, first;
};

static bool before(const struct deal *deal, size_t one, size_t other)
{
    const struct candidate *a = &deal->cards[one];
    const struct candidate *b = &deal->cards[other];
    return a->lot != b->lot ? a->lot < b->lot : one < other;
}

static void heap_push(struct deal *deal, size_t card)
{
    size_t at = deal->heaped++;
    for (; at > 0 && before(deal, card, deal->heap[(at - 1) / 2]); at = (at - 1) / 2) {
        deal->heap[at] = deal->heap[(at - 1) / 2];
    }
    deal->heap[at] = card;
}

static size_t heap_pop(struct deal *deal)
{
    size_t top = deal->heap[0];
    size_t last = deal->heap[--deal->heaped];
    size_t at = 0;
    for (size_t next = 1; next < deal->heaped; next = 2 * at + 1) {
        next += next + 1 < deal->heaped && before(deal, deal->heap[next + 1], deal->heap[next]);
        if (!before(deal, deal->heap[next], last)) {
            break;
        }
        deal->heap[at] = deal->heap[next];
        at = next;
    }
    deal->heap[at] = last;
    return top;
}

/* The card of the next day, of those that came before it. */
static size_t deal_day(struct deal *deal, int32_t day)
{
    for (; deal->come < deal->count && deal->cards[deal->come].day < day; deal->come++) {
        heap_push(deal, deal->come);
    }
    size_t card = 0;
    if (deal->heaped > 0) {
        card = heap_pop(deal);
        deal->ringed++;
    } else {
        card = deal->ring[deal->first];
        deal->first = (deal->first + 1) % deal->count;
    }
    deal->ring[(deal->first + deal->ringed - 1) % deal->count] = card;
    return card;
}

/* The first card is that of its own day; then day after day, and at once to the end when only the ring is left. */
static size_t deal_until(struct deal *deal, int32_t day)
{
    int32_t now = deal->cards[0].day;
    size_t card = 0;
    deal->ring[deal->ringed++] = 0;
    deal->come = 1;
    while (now < day) {
        if (deal->come == deal->count && deal->heaped == 0) {
            size_t ahead = (size_t)(day - now - 1) % deal->ringed;
            return deal->ring[(deal->first + ahead) % deal->count];
        }
        card = deal_day(deal, ++now);
    }
    return card;
}

static enum err choose(const struct deck *deck, struct puzzle_found *found, struct error *error)
{
    const struct allocator *allocator = deck->service->options.allocator;
    size_t *room = mem_new(allocator, 2 * deck->count, sizeof(*room));
    if (!room) {
        return error_raise(error, &MSG_MEMORY);
    }
    qsort(deck->cards, deck->count, sizeof(*deck->cards), in_order);
    struct deal deal = {.cards = deck->cards, .count = deck->count, .heap = room, .ring = room + deck->count};
    const struct candidate *card = &deck->cards[deal_until(&deal, found->day)];
    found->game = card->game;
    found->ply = card->ply;
    mem_free(allocator, room);
    return ERR_OK;
}

static enum err gather(struct deck *deck, struct span title, struct error *error)
{
    struct club_settings club;
    char bytes[ZONE_BYTES];
    enum err err = service_club(deck->service, &club, error);
    if (err != ERR_OK) {
        return err;
    }
    deck->zone = zone_load(ZONE_FOLDER, span_from(club.zone), bytes);
    err = store_review_puzzles(deck->service->store, REVIEW_VERSION, title, take_review, deck, error);
    deck->zone = (struct span){NULL, 0};
    return err;
}

enum err service_puzzle_find(struct service *service, const struct puzzle_asked *asked, struct puzzle_found *out,
                             struct error *error)
{
    struct deck deck = {.service = service};
    *out = (struct puzzle_found){.day = asked->day};
    enum err err = asked->has_day ? ERR_OK : service_today(service, &out->day, error);
    if (err != ERR_OK) {
        return err;
    }
    err = gather(&deck, asked->title, error);
    if (err == ERR_OK) {
        err = deck.count > 0 ? choose(&deck, out, error) : error_raise(error, &SERVICE_MSG_PUZZLE_NONE);
    }
    mem_free(service->options.allocator, deck.cards);
    return err;
}

/* Its decision in the review of its game; none when that is another one by now. */
static enum err read_found(struct service *service, struct strbuf *body, struct arena *arena, struct puzzle *out,
                           struct error *error)
{
    enum err err = service_review_read(service, out->found.game, &out->status, body, arena, &out->reviewed, error);
    for (size_t i = 0; err == ERR_OK && i < out->reviewed.count; i++) {
        const struct reviewed_decision *decision = &out->reviewed.decisions[i];
        if (decision->ply == out->found.ply && decision->verdict.puzzle.asks != REVIEW_ASKS_NOTHING) {
            out->decision = decision;
        }
    }
    return err;
}

enum err service_puzzle(struct service *service, const struct puzzle_asked *asked, struct strbuf *body,
                        struct arena *arena, struct puzzle *out, struct error *error)
{
    memset(out, 0, sizeof(*out));
    for (int tries = 0; tries < TRIES; tries++) { /* between two questions a review may be made anew */
        enum err err = service_puzzle_find(service, asked, &out->found, error);
        err = err == ERR_OK ? read_found(service, body, arena, out, error) : err;
        if (err != ERR_OK || out->decision) {
            return err;
        }
    }
    return error_raise(error, &SERVICE_MSG_REVIEW_TEXT);
}
