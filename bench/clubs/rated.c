/* Comparisons of a club, and the fit to them. */
#include "clubs/rated.h"

#include "base/banned.h"

void rated_add(struct rated *rated, const uint8_t *person, const uint8_t *place, unsigned seats)
{
    for (unsigned i = 0; i < seats; i++) {
        rated->played[person[i]] = true;
        for (unsigned j = 0; j < seats; j++) {
            if (place[i] < place[j]) {
                rated->beaten[person[i]][person[j]] += rating_weight(seats, false);
            }
        }
    }
}

enum err rated_fit(struct rated *rated, const struct allocator *allocator, struct error *error)
{
    struct rating ratings[CLUB_PEOPLE] = {{0}};
    struct rating_pair pairs[CLUB_PEOPLE * (CLUB_PEOPLE - 1) / 2];
    uint32_t number[CLUB_PEOPLE] = {0};
    unsigned players = 0;
    size_t count = 0;
    for (unsigned i = 0; i < CLUB_PEOPLE; i++) {
        number[i] = players;
        players += rated->played[i];
        for (unsigned j = 0; j < i; j++) {
            int64_t won = rated->beaten[i][j];
            int64_t lost = rated->beaten[j][i];
            if (won + lost > 0) {
                pairs[count++] = (struct rating_pair){.a = number[i], .b = number[j], .a_won = won, .b_won = lost};
            }
        }
    }
    enum err err = ratings_fit(allocator, pairs, count, ratings, players, error);
    if (err != ERR_OK) {
        return err;
    }
    for (unsigned i = 0; i < CLUB_PEOPLE; i++) {
        rated->rating[i] = rated->played[i] ? ratings[number[i]] : (struct rating){0};
    }
    return ERR_OK;
}
