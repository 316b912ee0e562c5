/*
 * The facts of the pad. It has one level, totals, and all that it does is in
 * rules/totals.h; what the players are to each other is the variant's contest.
 */
#include "rules/pad/pad.h"

#include "rules/pad/pad_state.h"

#include "base/banned.h"

static const struct variant VARIANTS[PAD_VARIANTS] = {
    [PAD_HIGH] = {{"high", "highest total", "plus grand total"}, 1, GAME_PLAYERS, 0, CONTEST_HIGH},
    [PAD_LOW] = {{"low", "lowest total", "plus petit total"}, 1, GAME_PLAYERS, 0, CONTEST_LOW},
    [PAD_RANK] = {{"rank", "ranks", "rangs"}, 1, GAME_PLAYERS, 0, CONTEST_RANKS},
    [PAD_WIN] = {{"win", "winners", "vainqueurs"}, 1, GAME_PLAYERS, 0, CONTEST_WINNERS},
    [PAD_TOGETHER] = {{"together", "together", "ensemble"}, 1, GAME_PLAYERS, 0, CONTEST_TOGETHER},
};

static const struct level LEVELS[] = {
    {{"totals", "totals", "totaux"}, NULL, true, BASIS_STATED, true},
};

static const struct notation NOTATION[] = {
    {"1: total 10", "the total; at most two decimals, 'rank 2' after it where a tie was broken at the table",
     "« total 10 » : le total, à deux décimales au plus ; « rang 2 » après si la table a départagé une égalité"},
    {"1: rank 2", "variant rank: the rank; 'total 7.5 rank 2' with a total",
     "« rang 2 », variante rangs : le rang ; « total 7,5 rang 2 » avec un total"},
    {"1: wins", "variant win: 'wins' or 'loses', with a total or without; nobody or several may win",
     "« gagne », variante vainqueurs : « gagne » ou « perd », avec un total ou sans ; personne ou plusieurs peuvent gagner"},
    {"*: won", "variant together: 'won' or 'lost', with a total or without",
     "« gagné », variante ensemble : « gagné » ou « perdu », avec un total ou sans"},
    {"*: played", "it was played, and nothing else is known",
     "« joué » : la partie a été jouée, rien d'autre n'est connu"},
};

const struct totals_rules pad_totals = {
    .category = {-PAD_MOST, PAD_MOST},
    .total = {-PAD_MOST, PAD_MOST},
    .listed = {0, PAD_LISTED},
    .pad = true,
    .sign = pad_category_sign,
};

static const struct message MSG_SETUP = {ERR_RULE, "pad.setup", "there is no such pad", "il n'y a pas de tel bloc"};
static const struct message MSG_TEAM = {ERR_RULE, "pad.team", "those who play together have no teams",
                                        "on joue ensemble : il n'y a pas d'équipes"};

/* ---- the functions: totals with the pad's rules ---- */

static enum err init(const struct setup *setup, void *state, struct error *error)
{
    if (setup->variant >= PAD_VARIANTS || setup->level != 0 || setup->seats < 1 || setup->seats > GAME_PLAYERS) {
        return error_raise(error, &MSG_SETUP);
    }
    for (unsigned i = 0; i < setup->seats && setup->variant == PAD_TOGETHER; i++) {
        if (setup->team[i] != 0) {
            return error_raise(error, &MSG_TEAM);
        }
    }
    totals_init(&pad_totals, setup, state);
    return ERR_OK;
}

static seat_set turn(const struct setup *setup, const void *state)
{
    return totals_turn(&pad_totals, setup, state);
}

static size_t legal(const struct setup *setup, const void *state, unsigned seat, game_move *moves, size_t cap)
{
    return totals_legal(&pad_totals, setup, state, seat, moves, cap);
}

static enum err apply(const struct setup *setup, void *state, game_move move, struct error *error)
{
    return totals_apply(&pad_totals, setup, state, move, error);
}

static enum err parse(const struct setup *setup, const void *state, unsigned seat, struct span text, game_move *moves,
                      size_t *count, struct error *error)
{
    (void)state;
    return totals_parse(&pad_totals, setup, seat, text, moves, count, error);
}

static size_t say(const struct setup *setup, const void *state, const game_move *moves, size_t count, enum lang lang,
                  struct strbuf *out)
{
    (void)state;
    return totals_say(setup, moves, count, lang, out);
}

static size_t print(const struct setup *setup, const void *state, const game_move *moves, size_t count,
                    struct strbuf *out)
{
    return say(setup, state, moves, count, LANG_EN, out);
}

static void view(const struct setup *setup, const void *state, const struct view_sink *sink)
{
    totals_view(&pad_totals, setup, state, sink);
}

static void draw(const struct setup *setup, const void *state, const struct draw_style *style, struct strbuf *out)
{
    totals_draw(&pad_totals, setup, state, style, out);
}

static void outcome(const struct setup *setup, const void *state, struct outcome *result)
{
    totals_outcome(&pad_totals, setup, state, result);
}

static void credits(const struct setup *setup, const void *state, credit_fn *fn, void *context)
{
    totals_credits(&pad_totals, setup, state, fn, context);
}

static void warnings(const struct setup *setup, const void *state, warning_fn *fn, void *context)
{
    totals_warnings(&pad_totals, setup, state, fn, context);
}

static void digest(const struct setup *setup, const void *state, struct sha256 *hash)
{
    totals_digest(&pad_totals, setup, state, hash);
}

/* A pad has no cards: nobody asks. */
static struct name card_name(const struct setup *setup, unsigned index)
{
    (void)setup;
    (void)index;
    return (struct name){"?", "?", "?"};
}

/* There is no lower level that is judged. */
static size_t project(const struct setup *setup, const void *state, game_move move, unsigned level, game_move *out)
{
    (void)setup;
    (void)state;
    (void)level;
    out[0] = move;
    return 1;
}

static size_t sheet(const struct setup *setup, const void *state, unsigned level, game_move *out, size_t cap)
{
    (void)level;
    return totals_again(&pad_totals, setup, state, out, cap);
}

/*
 * The limit of legal moves: 100 numbers of points in each of 24 categories, and with a rank from 1 to 12 or none as
 * totals.
 */
const struct game pad_game = {
    .name = {"pad", "Score pad", "Bloc de scores"},
    .rules = 1,
    .variants = VARIANTS,
    .variants_count = PAD_VARIANTS,
    .levels = LEVELS,
    .levels_count = sizeof(LEVELS) / sizeof(LEVELS[0]),
    .notation = NOTATION,
    .notation_count = sizeof(NOTATION) / sizeof(NOTATION[0]),
    .titled = true,
    .state_size = TOTALS_SIZE(GAME_PLAYERS, GAME_CATEGORIES),
    .legal_limit = (GAME_CATEGORIES + GAME_PLAYERS + 1) * (PAD_LISTED + 2),
    .unit = 1,
    .hundredths = true,
    .init = init,
    .turn = turn,
    .legal = legal,
    .apply = apply,
    .parse = parse,
    .print = print,
    .say = say,
    .view = view,
    .draw = draw,
    .outcome = outcome,
    .credits = credits,
    .warnings = warnings,
    .digest = digest,
    .card_name = card_name,
    .category_count = pad_category_count,
    .category_name = pad_category_name,
    .chance = pad_chance,
    .greedy = pad_greedy,
    .project = project,
    .sheet = sheet,
};
