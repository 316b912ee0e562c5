/* Each game of a club as it would be kept: the facts of the pool's game, with the win points of the places drawn. */
#include "clubs/folding.h"

#include "base/banned.h"

static const struct message MSG_FACTS = {ERR_CORRUPT, "clubs.unreadable", "a game of the pool cannot be read",
                                         "une partie ne peut pas être lue"};

static void add_number(struct numbers *numbers, int64_t number)
{
    numbers->games++;
    numbers->sum += number;
    numbers->squares += number * number;
}

static void add_seat(struct sums *sums, const struct pool *pool, const struct club *club, const struct club_game *game,
                     unsigned seat)
{
    struct person *person = &sums->person[game->person[seat]];
    unsigned seats = game->drawn->seats;
    unsigned categories = pool->game->categories_count;
    person->tables[seats]++;
    seat_wins_add(&person->wins, 1, seats, sums->facts.seat[seat].win, 1);
    add_number(&person->total, club_total(club, game, seat, categories));
    for (unsigned c = 0; c < categories; c++) {
        add_number(&person->category[c], club_category(club, game, seat, c));
    }
}

enum err sums_of_club(struct sums *sums, const struct pool *pool, const struct club *club, struct error *error)
{
    memset(sums, 0, sizeof(*sums));
    for (unsigned i = 0; i < club->games; i++) {
        const struct club_game *game = &club->game[i];
        unsigned seats = game->drawn->seats;
        int64_t total = 0;
        if (!pool_facts(pool, game->drawn, &sums->facts)) {
            return error_raise(error, &MSG_FACTS);
        }
        for (unsigned seat = 0; seat < seats; seat++) {
            sums->facts.seat[seat].win = game->rank[seat] == 1 ? win_share(seats, 1) : 0;
            add_seat(sums, pool, club, game, seat);
            total += club_total(club, game, seat, pool->game->categories_count);
        }
        rated_add(&sums->rated, game->person, game->rank, seats);
        moments_add(&sums->totals, total, seats, 1);
        card_folds_add(sums->folds, pool->game->cards_count, &sums->facts, ~(seat_set)0, 1);
    }
    return ERR_OK;
}
