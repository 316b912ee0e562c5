/* Evenings: sums and their bytes. */
#include "stats/evening.h"

#include "stats/varint.h"

#include "base/banned.h"

enum { SUMS = 5 };

struct evening evening_of_game(int sign, const struct evening_game *game)
{
    struct span categories = game->categories;
    struct evening one = {.games = sign,
                          .wins = game->win > 0 || game->together ? sign : 0,
                          .win = sign * game->win,
                          .total = sign * game->total,
                          .total_squares = sign * evening_square(game->total, game->scale)};
    one.categories = categories.len / 2 < GAME_CATEGORIES ? (unsigned)(categories.len / 2) : GAME_CATEGORIES;
    for (unsigned c = 0; c < one.categories; c++) {
        int64_t points = seat_category(categories, c);
        one.category[c] = sign * points;
        one.squares[c] = sign * points * points;
    }
    return one;
}

void evening_merge(struct evening *evening, const struct evening *other)
{
    evening->games += other->games;
    evening->wins += other->wins;
    evening->win += other->win;
    evening->total += other->total;
    evening->total_squares += other->total_squares;
    evening->categories = other->categories > evening->categories ? other->categories : evening->categories;
    for (unsigned c = 0; c < other->categories; c++) {
        evening->category[c] += other->category[c];
        evening->squares[c] += other->squares[c];
    }
}

void evening_pack_categories(const struct evening *evening, struct strbuf *out)
{
    unsigned categories = evening->categories;
    while (categories > 0 && evening->squares[categories - 1] == 0) {
        categories--;
    }
    varint_put(out, categories);
    for (unsigned c = 0; c < categories; c++) {
        varint_put_signed(out, evening->category[c]);
        varint_put_signed(out, evening->squares[c]);
    }
}

void evening_pack(const struct evening *evening, struct strbuf *out)
{
    const int64_t sums[SUMS] = {evening->games, evening->wins, evening->win, evening->total, evening->total_squares};
    for (int i = 0; i < SUMS; i++) {
        varint_put_signed(out, sums[i]);
    }
    evening_pack_categories(evening, out);
}

bool evening_unpack_categories(struct span bytes, struct evening *evening)
{
    uint64_t categories = 0;
    bool good = bytes.len == 0 || varint_take(&bytes, GAME_CATEGORIES, &categories);
    evening->categories = (unsigned)categories;
    memset(evening->category, 0, sizeof(evening->category));
    memset(evening->squares, 0, sizeof(evening->squares));
    for (unsigned c = 0; good && c < evening->categories; c++) {
        good = varint_take_signed(&bytes, &evening->category[c]) && varint_take_signed(&bytes, &evening->squares[c]);
    }
    return good && bytes.len == 0;
}

bool evening_unpack(struct span bytes, struct evening *evening)
{
    int64_t *const sums[SUMS] = {&evening->games, &evening->wins, &evening->win, &evening->total,
                                 &evening->total_squares};
    for (int i = 0; i < SUMS; i++) {
        if (!varint_take_signed(&bytes, sums[i])) {
            return false;
        }
    }
    return bytes.len > 0 && evening_unpack_categories(bytes, evening);
}

int32_t seat_category(struct span bytes, unsigned i)
{
    if (2 * (size_t)i + 1 >= bytes.len) {
        return 0;
    }
    unsigned low = (uint8_t)bytes.ptr[2 * i];
    unsigned high = (uint8_t)bytes.ptr[2 * i + 1];
    return (int16_t)(uint16_t)(low | high << 8);
}
