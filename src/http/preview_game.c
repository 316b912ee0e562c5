/*
 * A game in a sentence: who won, by how much, against whom, the totals in that order, what was played and when. Nothing is
 * said that the record does not: a game that goes on, was abandoned or does not count has no winner here.
 */
#include "http/preview.h"
#include "service/reading.h"

#include "base/banned.h"

/* Seats in the order of their ranks, those without one last. */
struct ranked {
    const struct game_info *game;
    const struct seat_info *seat[GAME_PLAYERS];
    size_t count;
    size_t winners; /* of the first of them */
};

static int64_t place_of(const struct seat_info *seat)
{
    return seat->has_result && seat->rank > 0 ? seat->rank : INT64_MAX;
}

static void rank(struct ranked *ranked, const struct game_info *game)
{
    *ranked = (struct ranked){.game = game};
    for (size_t i = 0; i < game->seats_count; i++) {
        size_t at = ranked->count++;
        for (; at > 0 && place_of(ranked->seat[at - 1]) > place_of(&game->seats[i]); at--) {
            ranked->seat[at] = ranked->seat[at - 1];
        }
        ranked->seat[at] = &game->seats[i];
        ranked->winners += place_of(&game->seats[i]) == 1;
    }
}

static void add_seat(const struct preview *preview, struct strbuf *out, const struct seat_info *seat)
{
    if (seat->person.len == 0) {
        bool first = out->len == 0; /* it begins the sentence */
        strbuf_add(out, preview_word(preview, first ? "A guest" : "a guest", first ? "Un invité" : "un invité"));
    } else if (seat->name.len == 0) {
        preview_player(preview, out, NULL);
    } else {
        preview_name(out, seat->name);
    }
}

static void add_seats(const struct preview *preview, struct strbuf *out, const struct ranked *ranked, size_t from,
                      size_t to)
{
    for (size_t i = from; i < to; i++) {
        preview_between(preview, out, i - from, to - from);
        add_seat(preview, out, ranked->seat[i]);
    }
}

/* What a team has is said once. */
static bool is_said(const struct ranked *ranked, size_t number)
{
    bool said = false;
    for (size_t i = 0; i < number; i++) {
        said = said || (ranked->seat[i]->team > 0 && ranked->seat[i]->team == ranked->seat[number]->team);
    }
    return said;
}

/* `: 67, 62, 41`, where everybody has a total. */
static void add_totals(const struct preview *preview, struct strbuf *out, const struct ranked *ranked)
{
    bool all = ranked->count > 0;
    for (size_t i = 0; i < ranked->count; i++) {
        all = all && ranked->seat[i]->has_result && ranked->seat[i]->has_total;
    }
    for (size_t i = 0; all && i < ranked->count; i++) {
        if (!is_said(ranked, i)) {
            strbuf_add(out, i > 0 ? ", " : preview_word(preview, ": ", "\u00a0: "));
            preview_points(preview, out, ranked->seat[i]->total, ranked->game->scale);
        }
    }
}

/* How far the winners are ahead of the next, when that is what made them win; 0: nobody can tell. */
static int64_t lead(const struct ranked *ranked)
{
    struct span variant = ranked->game->variant;
    int64_t sign = span_is(variant, "low") ? -1 : 1;
    int64_t by = INT64_MAX;
    if (ranked->winners == 0 || ranked->winners == ranked->count || span_is(variant, "rank") ||
        span_is(variant, "win")) {
        return 0;
    }
    for (size_t i = 0; i < ranked->count; i++) {
        if (!ranked->seat[i]->has_total) {
            return 0;
        }
        int64_t ahead = sign * (ranked->seat[0]->total - ranked->seat[i]->total);
        by = i >= ranked->winners && ahead < by ? ahead : by;
    }
    return by > 0 ? by : 0;
}

/* `Mana won by 5 against Ferdinand and Amélie` */
static void add_winners(const struct preview *preview, struct strbuf *out, const struct ranked *ranked)
{
    int64_t by = lead(ranked);
    bool low = span_is(ranked->game->variant, "low");
    add_seats(preview, out, ranked, 0, ranked->winners);
    strbuf_add(out, preview_word(preview, " won", ranked->winners == 1 ? " a gagné" : " ont gagné"));
    if (by > 0 && !low) {
        strbuf_add(out, preview_word(preview, " by ", " de "));
        preview_points(preview, out, by, ranked->game->scale);
    }
    strbuf_add(out, preview_word(preview, " against ", " contre "));
    add_seats(preview, out, ranked, ranked->winners, ranked->count);
    if (by > 0 && low) {
        strbuf_add(out, preview_word(preview, ", ", ", "));
        preview_points(preview, out, by, ranked->game->scale);
        strbuf_add(out, preview_word(preview, " below the next", " sous le suivant"));
    }
}

/* A game that is over and counts. */
static void add_result(const struct preview *preview, struct strbuf *out, const struct ranked *ranked)
{
    struct span verdict = ranked->game->verdict;
    bool won = span_is(verdict, "won");
    if (won || span_is(verdict, "lost")) {
        strbuf_add(out, won ? preview_word(preview, "Won together: ", "Gagné ensemble\u00a0: ")
                            : preview_word(preview, "Lost together: ", "Perdu ensemble\u00a0: "));
        add_seats(preview, out, ranked, 0, ranked->count);
        return;
    }
    if (ranked->count == 1) {
        add_seat(preview, out, ranked->seat[0]);
        strbuf_add(out, preview_word(preview, ", alone", ", en solo"));
    } else if (ranked->winners == 0) {
        add_seats(preview, out, ranked, 0, ranked->count);
        strbuf_add(out, preview_word(preview, " played", " ont joué"));
    } else if (ranked->winners == ranked->count) {
        strbuf_add(out, preview_word(preview, "A tie between ", "Égalité entre "));
        add_seats(preview, out, ranked, 0, ranked->count);
    } else {
        add_winners(preview, out, ranked);
    }
    add_totals(preview, out, ranked);
}

/* What a game without a result is instead. */
static const char *state_of(const struct preview *preview, const struct game_info *game)
{
    if (game_status_is(game->status, GAME_LIVE)) {
        return preview_word(preview, "Being played: ", "En cours\u00a0: ");
    }
    if (game_status_is(game->status, GAME_ABANDONED)) {
        return preview_word(preview, "Abandoned, without a result: ", "Abandonnée, sans résultat\u00a0: ");
    }
    return preview_word(preview, "Void, it does not count: ", "Annulée, elle ne compte pas\u00a0: ");
}

void preview_say_game(struct preview *preview, const struct game_info *game)
{
    struct ranked ranked;
    const char *title = name_in(&game->title, preview->lang);
    bool finished = game_status_is(game->status, GAME_FINISHED);
    rank(&ranked, game);
    preview_name(&preview->title, span_from(title));
    preview_dot(&preview->title);
    add_seats(preview, &preview->title, &ranked, 0, ranked.count);
    if (finished) {
        add_result(preview, &preview->sentence, &ranked);
    } else {
        strbuf_add(&preview->sentence, state_of(preview, game));
        add_seats(preview, &preview->sentence, &ranked, 0, ranked.count);
    }
    if (finished && game->basis == BASIS_STATED) {
        preview_dot(&preview->sentence);
        strbuf_add(&preview->sentence, preview_word(preview, "as written down at the table", "comme noté à la table"));
    }
    preview_dot(&preview->sentence);
    preview_name(&preview->sentence, span_from(title));
    if (game->has_day) {
        preview_dot(&preview->sentence);
        preview_day(preview, &preview->sentence, game->day);
    }
}

static enum err take_game(void *context, const struct game_info *game, struct error *error)
{
    struct preview *preview = context;
    (void)error;
    preview_say_game(preview, game);
    preview->type = "article";
    preview_picture(preview, game->game, "title");
    bool seen = game_status_is(game->status, GAME_FINISHED) && game->basis != BASIS_STATED;
    preview->drawn = seen && preview->picture ? game->id : 0;
    preview->last = game->last;
    return ERR_OK;
}

enum err preview_game(struct preview *preview, struct service *service, struct span id, struct error *error)
{
    int64_t game = 0;
    if (!request_number(id, 1, SPAN_INT_MAX, &game)) {
        return ERR_NOT_FOUND;
    }
    return service_game_info(service, game, take_game, preview, error);
}
