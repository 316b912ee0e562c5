/* A fold as a row of numbers: merging, packing and unpacking walk the same list. */
#include "stats/cards.h"

#include "stats/varint.h"

#include "base/banned.h"

/* A part is packed when one of its numbers is not 0: most cards of a game have but some of them. */
enum part { PART_COMMON = 1, PART_DRAFTED = 2, PART_PLACED = 4, PART_USES = 8, PARTS = 15 };

/* Every number of a fold is an int64_t or a wide: `count` of them in a row, `repeat` times, `stride` bytes apart. */
struct run {
    enum part part;
    bool wide;
    unsigned count;
    unsigned repeat;
    size_t stride;
    size_t offset;
};

#define RUN(part, wide, count, repeat, stride, offset) \
    {                                                  \
        part, wide, count, repeat, stride, offset      \
    }
#define NARROW(part, field, n) RUN(part, false, n, 1, 0, offsetof(struct card_fold, field))
#define WIDE(part, field, n) RUN(part, true, n, 1, 0, offsetof(struct card_fold, field))
#define COUNTS(part, field, n) RUN(part, false, 6, n, sizeof(struct counts), offsetof(struct card_fold, field))
#define WINS(part, field, n) RUN(part, false, 5, n, sizeof(struct seat_wins), offsetof(struct card_fold, field))
#define MOMENTS(part, field, n)                                                        \
    RUN(part, false, 3, n, sizeof(struct moments), offsetof(struct card_fold, field)), \
        RUN(part, true, 3, n, sizeof(struct moments), offsetof(struct card_fold, field) + offsetof(struct moments, s))

static const struct run RUNS[] = {
    NARROW(PART_COMMON, games, 2),
    MOMENTS(PART_COMMON, points, 1),
    COUNTS(PART_COMMON, marginal, 1),
    COUNTS(PART_COMMON, zero, 1),
    WINS(PART_COMMON, with, 1),
    WINS(PART_COMMON, without, 1),
    COUNTS(PART_DRAFTED, picks, GATHER_PICKS),
    COUNTS(PART_DRAFTED, looks, 1),
    COUNTS(PART_DRAFTED, turns, 1),
    COUNTS(PART_DRAFTED, last, 1),
    NARROW(PART_DRAFTED, took, 4),
    MOMENTS(PART_PLACED, cells, CARD_CELLS),
    NARROW(PART_PLACED, link_pairs, CARD_LINKS),
    WIDE(PART_PLACED, link_units, CARD_LINKS),
    NARROW(PART_USES, uses.cubes, 1),
    COUNTS(PART_USES, uses.spent, 1),
    COUNTS(PART_USES, uses.first, 1),
    MOMENTS(PART_USES, uses.times, 1),
    WINS(PART_USES, uses.by_times, CARD_TIMES),
};

enum { RUNS_COUNT = sizeof(RUNS) / sizeof(RUNS[0]), LONGEST = CARD_LINKS };

_Static_assert(sizeof(struct counts) == 6 * sizeof(int64_t) && sizeof(struct seat_wins) == 5 * sizeof(int64_t) &&
                   sizeof(struct took) == 4 * sizeof(int64_t) && offsetof(struct card_fold, seats) == sizeof(int64_t) &&
                   offsetof(struct moments, nn) == 16,
               "runs are as long as their structures");

/* The numbers of a run, the `r`th time that it repeats itself. */
static const void *numbers(const struct card_fold *fold, const struct run *run, unsigned r)
{
    return (const char *)fold + run->offset + r * run->stride;
}

static void *numbers_of(struct card_fold *fold, const struct run *run, unsigned r)
{
    return (char *)fold + run->offset + r * run->stride;
}

static void merge_run(void *numbers, const void *others, const struct run *run)
{
    wide *wides = numbers;
    const wide *more_wides = others;
    int64_t *narrows = numbers;
    const int64_t *more_narrows = others;
    for (unsigned i = 0; run->wide && i < run->count; i++) {
        wides[i] += more_wides[i];
    }
    for (unsigned i = 0; !run->wide && i < run->count; i++) {
        narrows[i] += more_narrows[i];
    }
}

void card_folds_merge(struct card_fold *folds, const struct card_fold *others, unsigned cards)
{
    for (unsigned card = 0; card < cards; card++) {
        for (size_t i = 0; i < RUNS_COUNT; i++) {
            for (unsigned r = 0; r < RUNS[i].repeat; r++) {
                merge_run(numbers_of(&folds[card], &RUNS[i], r), numbers(&others[card], &RUNS[i], r), &RUNS[i]);
            }
        }
    }
}

void seat_wins_merge(struct seat_wins *wins, const struct seat_wins *other)
{
    wins->seats += other->seats;
    wins->tables += other->tables;
    wins->apart += other->apart;
    wins->others += other->others;
    wins->points += other->points;
}

static bool is_zero(const struct card_fold *fold, const struct run *run)
{
    static const char zeros[LONGEST * sizeof(wide)] = {0};
    size_t size = run->count * (run->wide ? sizeof(wide) : sizeof(int64_t));
    for (unsigned r = 0; r < run->repeat; r++) {
        if (memcmp(numbers(fold, run, r), zeros, size) != 0) {
            return false;
        }
    }
    return true;
}

/* The set of parts of which some number is not 0. */
static unsigned parts_of(const struct card_fold *fold)
{
    unsigned parts = 0;
    for (size_t i = 0; i < RUNS_COUNT; i++) {
        if (!(parts & RUNS[i].part) && !is_zero(fold, &RUNS[i])) {
            parts |= RUNS[i].part;
        }
    }
    return parts;
}

static size_t write_run(char *out, const void *numbers, const struct run *run)
{
    const wide *wides = numbers;
    const int64_t *narrows = numbers;
    size_t length = 0;
    for (unsigned i = 0; i < run->count; i++) {
        length += varint_write_wide(out + length, run->wide ? wides[i] : narrows[i]);
    }
    return length;
}

void card_folds_pack(const struct card_fold *folds, unsigned cards, struct strbuf *out)
{
    char bytes[LONGEST * VARINT_SIZE];
    varint_put(out, cards);
    for (unsigned card = 0; card < cards; card++) {
        unsigned parts = parts_of(&folds[card]);
        strbuf_add_char(out, (char)parts);
        for (size_t i = 0; i < RUNS_COUNT; i++) {
            for (unsigned r = 0; parts & RUNS[i].part && r < RUNS[i].repeat; r++) {
                strbuf_add_span(out, span_of(bytes, write_run(bytes, numbers(&folds[card], &RUNS[i], r), &RUNS[i])));
            }
        }
    }
}

static bool take_run(struct span *rest, void *numbers, const struct run *run)
{
    wide *wides = numbers;
    int64_t *narrows = numbers;
    bool good = true;
    for (unsigned i = 0; good && i < run->count; i++) {
        good = run->wide ? varint_take_wide(rest, &wides[i]) : varint_take_signed(rest, &narrows[i]);
    }
    return good;
}

bool card_folds_unpack(struct span bytes, struct card_fold *folds, unsigned cards)
{
    uint64_t stored = 0;
    bool good = varint_take(&bytes, cards, &stored) && stored == cards;
    for (unsigned card = 0; good && card < cards; card++) {
        uint64_t parts = 0;
        good = varint_take(&bytes, PARTS, &parts);
        folds[card] = (struct card_fold){0};
        for (size_t i = 0; i < RUNS_COUNT; i++) {
            for (unsigned r = 0; good && parts & RUNS[i].part && r < RUNS[i].repeat; r++) {
                good = take_run(&bytes, numbers_of(&folds[card], &RUNS[i], r), &RUNS[i]);
            }
        }
    }
    return good && bytes.len == 0;
}
