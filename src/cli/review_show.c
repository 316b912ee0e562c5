/* A review for a person at a terminal: a table of players, then a line a thing worth looking at. */
#include "cli/review_show.h"

#include "base/utf8.h"
#include "cli/grid.h"
#include "cli/text.h"

#include "base/banned.h"

enum { COSTLIEST = 10, LAID = 4096, HALF_WIDTH = 196, TENTHS = REVIEW_UNIT / 1000, WIDEST = 24 };

/* `12.5 %`, `-0.3 %`: tenths of a percent, rounded. */
void review_percent(struct strbuf *out, int64_t value)
{
    int64_t half = value < 0 ? -TENTHS / 2 : TENTHS / 2;
    strbuf_points(out, (value + half) / TENTHS, 10);
    strbuf_add(out, " %");
}

static int64_t share_of(const struct reviewed *reviewed, int64_t value)
{
    return value * (int64_t)reviewed->truth / REVIEW_PERCENT;
}

struct review_believed review_believed(const struct reviewed *reviewed, const struct review_figure *figure)
{
    int64_t half = (int64_t)figure->error * HALF_WIDTH / 100;
    return (struct review_believed){.value = share_of(reviewed, figure->value),
                                    .low = share_of(reviewed, figure->value - half),
                                    .high = share_of(reviewed, figure->value + half)};
}

/* `1.2 % (0.4 to 2.0)` */
static void add_mean(const struct cli *cli, const struct review_shown *shown, const struct review_figure *figure,
                     struct strbuf *out)
{
    const struct review_believed believed = review_believed(shown->reviewed, figure);
    int64_t ends[2] = {believed.low, believed.high};
    review_percent(out, believed.value);
    strbuf_add(out, " (");
    for (int i = 0; i < 2; i++) {
        strbuf_add(out, i > 0 ? cli_say(cli, " to ", " à ") : "");
        strbuf_points(out, (ends[i] + (ends[i] < 0 ? -TENTHS / 2 : TENTHS / 2)) / TENTHS, 10);
    }
    strbuf_add_char(out, ')');
}

static const struct outcome_row *row_of(const struct review_shown *shown, unsigned seat)
{
    for (unsigned i = 0; i < shown->outcome->rows_count; i++) {
        if (shown->outcome->rows[i].seat == seat) {
            return &shown->outcome->rows[i];
        }
    }
    return NULL;
}

/* What a player's chance was at its first decision, or before its last; -1: it had none. */
static int64_t chance_at(const struct review_shown *shown, unsigned seat, bool last)
{
    int64_t chance = -1;
    for (size_t i = 0; i < shown->reviewed->count && (last || chance < 0); i++) {
        const struct review_verdict *verdict = &shown->reviewed->decisions[i].verdict;
        chance = verdict->seat == seat ? verdict->chance[seat] : chance;
    }
    return chance;
}

static void add_players(struct cli *cli, const struct review_shown *shown, struct strbuf *out)
{
    static const char *const heads[][2] = {{"player", "joueur"},
                                           {"points", "points"},
                                           {"chance first", "chance au début"},
                                           {"last", "à la fin"},
                                           {"decisions", "décisions"},
                                           {"lost drafting", "perdu au choix"},
                                           {"lost placing", "perdu au placement"},
                                           {"??", "??"},
                                           {"?", "?"},
                                           {"?!", "?!"}};
    struct grid grid;
    grid_init(&grid, cli, sizeof(heads) / sizeof(heads[0]), 1);
    grid_heads(&grid, heads, sizeof(heads) / sizeof(heads[0]));
    for (unsigned seat = 0; seat < shown->reviewed->players; seat++) {
        const struct review_player *player = &shown->reviewed->sum.player[seat];
        const struct outcome_row *row = row_of(shown, seat);
        bool won = (shown->outcome->winners & seat_bit(seat)) != 0;
        struct strbuf *cell = grid_cell(&grid);
        strbuf_add_span(cell, shown->names->clean[seat]);
        strbuf_add(cell, won ? " *" : "");
        cell = grid_cell(&grid);
        if (row && row->scored && !row->untotalled) {
            strbuf_points(cell, row->total, (int32_t)game_scale(shown->setup->game));
        }
        for (int last = 0; last < 2; last++) {
            int64_t chance = chance_at(shown, seat, last != 0);
            cell = grid_cell(&grid);
            if (chance >= 0) {
                review_percent(cell, chance);
            }
        }
        grid_int(&grid, player->decisions);
        add_mean(cli, shown, &player->drafting, grid_cell(&grid));
        add_mean(cli, shown, &player->placing, grid_cell(&grid));
        grid_int(&grid, player->grades[REVIEW_BLUNDER]);
        grid_int(&grid, player->grades[REVIEW_MISTAKE]);
        grid_int(&grid, player->grades[REVIEW_INACCURACY]);
    }
    grid_end(&grid, out);
}

/* ---- moves in words ---- */

enum err review_play_to(const struct review *review, void *state, size_t count, struct error *error)
{
    const struct game *game = review->setup.game;
    enum err err = game->init(&review->setup, state, error);
    for (size_t i = 0; err == ERR_OK && i < count; i++) {
        err = game->apply(&review->setup, state, review->moves[i], error);
    }
    return err;
}

void review_say(const struct cli *cli, const struct review *review, const void *state, unsigned seat, struct span text,
                struct strbuf *out)
{
    struct error ignored;
    game_move moves[GAME_LINE];
    size_t count = 0;
    bool can = state && cli->lang != LANG_EN && review->setup.game->say;
    if (can && review->setup.game->parse(&review->setup, state, seat, text, moves, &count, &ignored) == ERR_OK &&
        count > 0) {
        (void)review->setup.game->say(&review->setup, state, moves, count, cli->lang, out);
    } else {
        text_clean(out, text);
    }
}

/* `ply 12  Ana  mistake: wolf 3,0 cost 12 % (5 to 19): bee 0,1 was better` */
static void add_decision(const struct cli *cli, const struct review_shown *shown, size_t index, const void *state,
                         struct strbuf *out)
{
    const struct reviewed_decision *decision = &shown->reviewed->decisions[index];
    const struct review_verdict *verdict = &decision->verdict;
    strbuf_add(out, cli_say(cli, "  ply ", "  coup "));
    strbuf_int(out, (int64_t)decision->ply + 1);
    strbuf_add(out, "  ");
    strbuf_add_span(out, shown->names->clean[verdict->seat]);
    strbuf_add(out, "  ");
    strbuf_add(out, name_in(&review_grades[verdict->grade], cli->lang));
    strbuf_add(out, cli_say(cli, ": ", " : "));
    review_say(cli, shown->review, state, verdict->seat, decision->made, out);
    strbuf_add(out, cli_say(cli, " cost ", " a coûté "));
    add_mean(cli, shown, &verdict->loss, out);
    strbuf_add(out, cli_say(cli, "; better: ", " ; mieux : "));
    review_say(cli, shown->review, state, verdict->seat, decision->best, out);
    if (!span_equal(decision->best_placing, decision->best) && !span_equal(decision->best_placing, decision->made)) {
        strbuf_add(out, cli_say(cli, "; of the same card: ", " ; de la même carte : "));
        review_say(cli, shown->review, state, verdict->seat, decision->best_placing, out);
    }
    strbuf_add_char(out, '\n');
}

/* The decisions that cost the most, the costliest first, of equal ones the earlier; returns how many. */
static size_t find_costliest(const struct reviewed *reviewed, size_t found[COSTLIEST])
{
    size_t count = 0;
    for (size_t i = 0; i < reviewed->count; i++) {
        const struct review_verdict *verdict = &reviewed->decisions[i].verdict;
        size_t at = count;
        if (verdict->grade <= REVIEW_GOOD) {
            continue;
        }
        while (at > 0 && reviewed->decisions[found[at - 1]].verdict.shown < verdict->shown) {
            at--;
        }
        if (at < COSTLIEST) {
            count += count < COSTLIEST;
            memmove(&found[at + 1], &found[at], (count - 1 - at) * sizeof(found[0]));
            found[at] = i;
        }
    }
    return count;
}

static enum err add_costliest(const struct cli *cli, const struct review_shown *shown, struct strbuf *out,
                              struct error *error)
{
    size_t found[COSTLIEST];
    size_t count = find_costliest(shown->reviewed, found);
    bool known = shown->review && shown->review->decisions_count == shown->reviewed->count;
    void *state = known ? mem_new(cli->allocator, 1, shown->setup->game->state_size) : NULL;
    enum err err = known && !state ? error_raise(error, &MSG_MEMORY) : ERR_OK;
    strbuf_add(out, count > 0 ? cli_say(cli, "\nThe costliest decisions\n", "\nLes décisions les plus coûteuses\n")
                              : cli_say(cli, "\nNo decision cost more than can be told from chance.\n",
                                        "\nAucune décision n'a coûté plus que le hasard ne l'expliquerait.\n"));
    for (size_t i = 0; err == ERR_OK && i < count; i++) {
        err = known ? review_play_to(shown->review, state, shown->review->decisions[found[i]].from, error) : ERR_OK;
        if (err == ERR_OK) {
            add_decision(cli, shown, found[i], state, out);
        }
    }
    mem_free(cli->allocator, state);
    return err;
}

static void add_turns(const struct cli *cli, const struct review_shown *shown, struct strbuf *out)
{
    const struct review_sum *sum = &shown->reviewed->sum;
    if (sum->turns > 0) {
        strbuf_add(out, cli_say(cli, "\nWhere it turned\n", "\nLes tournants\n"));
    }
    for (unsigned i = 0; i < sum->turns; i++) {
        const struct review_turn *turn = &sum->turn[i];
        int64_t before = shown->reviewed->decisions[turn->decision].verdict.chance[turn->seat];
        strbuf_add(out, cli_say(cli, "  ply ", "  coup "));
        strbuf_int(out, (int64_t)shown->reviewed->decisions[turn->decision].ply + 1);
        strbuf_add(out, "  ");
        strbuf_add_span(out, shown->names->clean[turn->seat]);
        strbuf_add(out, cli_say(cli, ": from ", " : de "));
        review_percent(out, before);
        strbuf_add(out, cli_say(cli, " to ", " à "));
        review_percent(out, before + turn->change);
        strbuf_add_char(out, '\n');
    }
}

/* ---- what the cards can make ---- */

/* A card of the game in the reader's words; an empty cell is a dot. */
static const char *card_word(const struct cli *cli, const struct game *game, struct span id)
{
    for (unsigned i = 0; game->cards && i < game->cards_count; i++) {
        if (span_is(id, game->cards[i].id)) {
            return name_in(&game->cards[i], cli->lang);
        }
    }
    return ".";
}

static void add_cards(const struct cli *cli, const struct review_shown *shown, const struct reviewed_cards *forest,
                      struct strbuf *out)
{
    const struct game *game = shown->setup->game;
    size_t width = 1;
    for (struct span rest = forest->best_cards; rest.ptr;) {
        size_t one = utf8_width(span_from(card_word(cli, game, span_cut(&rest, ' '))));
        width = one > width ? one : width;
    }
    struct span rest = forest->best_cards;
    for (unsigned cell = 0; rest.ptr; cell++) {
        strbuf_add(out, cell % forest->columns == 0 ? "    " : " ");
        strbuf_pad(out, span_from(card_word(cli, game, span_cut(&rest, ' '))), width < WIDEST ? width : WIDEST);
        strbuf_add(out, cell % forest->columns == forest->columns - 1 ? "\n" : "");
    }
}

static void add_forests(const struct cli *cli, const struct review_shown *shown, struct strbuf *out)
{
    int32_t scale = (int32_t)game_scale(shown->setup->game);
    if (shown->reviewed->forests_count > 0) {
        strbuf_add(out, cli_say(cli, "\nWhat the same cards can make\n", "\nCe que les mêmes cartes peuvent donner\n"));
    }
    for (size_t i = 0; i < shown->reviewed->forests_count; i++) {
        const struct reviewed_cards *forest = &shown->reviewed->forests[i];
        bool proven = forest->total >= forest->bound;
        strbuf_add(out, "  ");
        strbuf_add_span(out, shown->names->clean[forest->seat]);
        strbuf_add(out, cli_say(cli, ": made ", " : a fait "));
        strbuf_points(out, forest->made, scale);
        strbuf_add(out, cli_say(cli, ", these cards can make ", ", ces cartes peuvent faire "));
        strbuf_points(out, forest->total, scale);
        if (proven) {
            strbuf_add(out, cli_say(cli, ", and no more", ", et pas plus"));
        }
        strbuf_add_char(out, '\n');
        if (forest->total > forest->made) {
            add_cards(cli, shown, forest, out);
        }
    }
}

enum err review_show(struct cli *cli, const struct review_shown *shown, struct strbuf *out, struct error *error)
{
    strbuf_add(out, name_in(&shown->setup->game->name, cli->lang));
    strbuf_add(out, ", ");
    text_count(out, (int64_t)shown->reviewed->count, cli_say(cli, "decision", "décision"),
               cli_say(cli, "decisions", "décisions"));
    strbuf_add(out, ", ");
    text_count(out, shown->budget, cli_say(cli, "playout each", "partie simulée chacune"),
               cli_say(cli, "playouts each", "parties simulées chacune"));
    strbuf_add(out, "\n\n");
    add_players(cli, shown, out);
    add_turns(cli, shown, out);
    enum err err = add_costliest(cli, shown, out, error);
    if (err == ERR_OK) {
        add_forests(cli, shown, out);
    }
    return err;
}
