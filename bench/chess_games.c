/*
 * Writes legal chess games as PGN, so that pgn-extract has something to read: there is no free collection that a
 * benchmark could install. The same arguments give the same bytes on every machine.
 *
 * usage: chess_games PLIES [SEED]     games of 60 to 120 plies, PLIES (at least 60) in all, on standard output
 *
 * The players choose among all legal moves by a glance (take what is worth it, do not leave a piece hanging, develop,
 * castle) and a good deal of chance. Nobody would call it good chess, but pieces leave the board about as fast as in
 * real games, and there are checks, mates, castlings, promotions, captures en passant and ambiguous moves.
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MIN_PLIES = 60, MAX_PLIES = 120, MAX_MOVES = 256, LINE_WIDTH = 79 };
enum { EMPTY, PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING, KIND = 7, BLACK = 8 };

/* The board is "0x88": square = 16 * rank + file, and a square with a bit of 0x88 is outside. */
struct position {
    uint8_t at[128]; /* EMPTY, or a kind, with BLACK or without */
    uint8_t king[2];
    uint8_t castling; /* bits 0, 1: white short, long; bits 2, 3: black */
    int en_passant;   /* the square behind a pawn that has just moved two, or -1 */
    int side;         /* 0 white, 1 black */
};

struct move {
    uint8_t from;
    uint8_t to;
    uint8_t promotion;
};

struct game {
    char san[MAX_PLIES][12];
    int plies;
    const char *result;
};

static const int VALUE[] = {0, 100, 310, 320, 500, 900, 0};
static const int JUMPS[] = {-33, -31, -18, -14, 14, 18, 31, 33};
static const int RAYS[] = {-17, -15, 15, 17, -16, -1, 1, 16}; /* the diagonals first */

static uint64_t chance_state;

static uint32_t chance(uint32_t n)
{
    /* splitmix64 */
    uint64_t z = chance_state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return (uint32_t)(((z ^ (z >> 31)) >> 32) % n);
}

static bool outside(int square)
{
    return (square & ~0x77) != 0;
}

static int colour(int piece)
{
    return piece >> 3;
}

static void start(struct position *p)
{
    static const uint8_t BACK[] = {ROOK, KNIGHT, BISHOP, QUEEN, KING, BISHOP, KNIGHT, ROOK};

    memset(p, 0, sizeof *p);
    for (int file = 0; file < 8; file++) {
        p->at[file] = BACK[file];
        p->at[0x10 + file] = PAWN;
        p->at[0x60 + file] = PAWN | BLACK;
        p->at[0x70 + file] = BACK[file] | BLACK;
    }
    p->king[0] = 0x04;
    p->king[1] = 0x74;
    p->castling = 15;
    p->en_passant = -1;
}

/* Is the square attacked by a piece of that side? */
static bool attacked(const struct position *p, int square, int side)
{
    int black = side * BLACK;
    int behind = side ? 16 : -16;

    for (int step = -1; step <= 1; step += 2) {
        int from = square + behind + step;
        if (!outside(from) && p->at[from] == (PAWN | black)) {
            return true;
        }
    }
    for (int i = 0; i < 8; i++) {
        int from = square + JUMPS[i];
        if (!outside(from) && p->at[from] == (KNIGHT | black)) {
            return true;
        }
    }
    for (int i = 0; i < 8; i++) {
        int from = square + RAYS[i];
        if (!outside(from) && p->at[from] == (KING | black)) {
            return true;
        }
        while (!outside(from) && p->at[from] == EMPTY) {
            from += RAYS[i];
        }
        if (!outside(from) && (p->at[from] == (QUEEN | black) || p->at[from] == ((i < 4 ? BISHOP : ROOK) | black))) {
            return true;
        }
    }
    return false;
}

static bool in_check(const struct position *p)
{
    return attacked(p, p->king[p->side], !p->side);
}

static bool is_castling(const struct position *p, struct move m)
{
    return (p->at[m.from] & KIND) == KING && abs(m.to - m.from) == 2;
}

static bool is_en_passant(const struct position *p, struct move m)
{
    return (p->at[m.from] & KIND) == PAWN && m.to == p->en_passant;
}

static void apply(struct position *p, struct move m)
{
    static const struct {
        uint8_t square;
        uint8_t lost;
    } RIGHTS[] = {{0x04, 3}, {0x07, 1}, {0x00, 2}, {0x74, 12}, {0x77, 4}, {0x70, 8}};
    int piece = p->at[m.from];
    int forward = p->side ? -16 : 16;

    if (is_en_passant(p, m)) {
        p->at[m.to - forward] = EMPTY;
    }
    if (is_castling(p, m)) {
        int corner = m.to > m.from ? m.from + 3 : m.from - 4;
        p->at[(m.from + m.to) / 2] = p->at[corner];
        p->at[corner] = EMPTY;
    }
    p->at[m.from] = EMPTY;
    p->at[m.to] = (uint8_t)(m.promotion ? m.promotion | (p->side * BLACK) : piece);
    if ((piece & KIND) == KING) {
        p->king[p->side] = m.to;
    }
    for (size_t i = 0; i < sizeof RIGHTS / sizeof RIGHTS[0]; i++) {
        if (m.from == RIGHTS[i].square || m.to == RIGHTS[i].square) {
            p->castling &= (uint8_t)~RIGHTS[i].lost;
        }
    }
    p->en_passant = (piece & KIND) == PAWN && abs(m.to - m.from) == 32 ? (m.from + m.to) / 2 : -1;
    p->side = !p->side;
}

/* Adds a move when it leaves the own king safe. */
static int add(const struct position *p, struct move *moves, int n, int from, int to, int promotion)
{
    struct move m = {(uint8_t)from, (uint8_t)to, (uint8_t)promotion};
    struct position after = *p;

    apply(&after, m);
    if (!attacked(&after, after.king[p->side], !p->side)) {
        moves[n++] = m;
    }
    return n;
}

static int add_pawn(const struct position *p, struct move *moves, int n, int from, int to)
{
    if (to >> 4 != 0 && to >> 4 != 7) {
        return add(p, moves, n, from, to, EMPTY);
    }
    for (int kind = KNIGHT; kind <= QUEEN; kind++) {
        n = add(p, moves, n, from, to, kind);
    }
    return n;
}

static int pawn_moves(const struct position *p, struct move *moves, int n, int from)
{
    int forward = p->side ? -16 : 16;
    int to = from + forward;

    if (p->at[to] == EMPTY) {
        n = add_pawn(p, moves, n, from, to);
        if (from >> 4 == (p->side ? 6 : 1) && p->at[to + forward] == EMPTY) {
            n = add(p, moves, n, from, to + forward, EMPTY);
        }
    }
    for (int step = -1; step <= 1; step += 2) {
        int side_to = to + step;
        if (!outside(side_to) &&
            (side_to == p->en_passant || (p->at[side_to] != EMPTY && colour(p->at[side_to]) != p->side))) {
            n = add_pawn(p, moves, n, from, side_to);
        }
    }
    return n;
}

static int castling_moves(const struct position *p, struct move *moves, int n)
{
    int king = p->king[p->side];
    int rights = p->castling >> (2 * p->side);

    if ((rights & 3) == 0 || in_check(p)) {
        return n;
    }
    if ((rights & 1) && !p->at[king + 1] && !p->at[king + 2] && !attacked(p, king + 1, !p->side)) {
        n = add(p, moves, n, king, king + 2, EMPTY);
    }
    if ((rights & 2) && !p->at[king - 1] && !p->at[king - 2] && !p->at[king - 3] && !attacked(p, king - 1, !p->side)) {
        n = add(p, moves, n, king, king - 2, EMPTY);
    }
    return n;
}

/* All legal moves; returns their number. */
static int legal_moves(const struct position *p, struct move *moves)
{
    int n = 0;

    for (int from = 0; from < 128; from++) {
        int kind = p->at[from] & KIND;
        if (outside(from) || kind == EMPTY || colour(p->at[from]) != p->side) {
            continue;
        }
        if (kind == PAWN) {
            n = pawn_moves(p, moves, n, from);
            continue;
        }
        const int *steps = kind == KNIGHT ? JUMPS : RAYS;
        bool slides = kind >= BISHOP && kind <= QUEEN;
        for (int i = kind == ROOK ? 4 : 0; i < (kind == BISHOP ? 4 : 8); i++) {
            for (int to = from + steps[i]; !outside(to); to += steps[i]) {
                if (p->at[to] == EMPTY || colour(p->at[to]) != p->side) {
                    n = add(p, moves, n, from, to, EMPTY);
                }
                if (p->at[to] != EMPTY || !slides) {
                    break;
                }
            }
        }
    }
    return castling_moves(p, moves, n);
}

/* The letters that tell the mover from others of its kind that could go there too. */
static char *write_origin(const struct position *p, const struct move *moves, int n, struct move m, char *out)
{
    bool other = false;
    bool same_file = false;
    bool same_rank = false;

    for (int i = 0; i < n; i++) {
        if (moves[i].to == m.to && moves[i].from != m.from && p->at[moves[i].from] == p->at[m.from]) {
            other = true;
            same_file |= (moves[i].from & 7) == (m.from & 7);
            same_rank |= moves[i].from >> 4 == m.from >> 4;
        }
    }
    if (other && (!same_file || same_rank)) {
        *out++ = (char)('a' + (m.from & 7));
    }
    if (same_file) {
        *out++ = (char)('1' + (m.from >> 4));
    }
    return out;
}

/* The move in standard algebraic notation, without the sign of check. */
static char *write_san(const struct position *p, const struct move *moves, int n, struct move m, char *out)
{
    int kind = p->at[m.from] & KIND;

    if (is_castling(p, m)) {
        const char *text = m.to > m.from ? "O-O" : "O-O-O";
        memcpy(out, text, strlen(text));
        return out + strlen(text);
    }
    bool takes = p->at[m.to] != EMPTY || is_en_passant(p, m);
    if (kind == PAWN && takes) {
        *out++ = (char)('a' + (m.from & 7));
    } else if (kind != PAWN) {
        *out++ = " PNBRQK"[kind];
        out = write_origin(p, moves, n, m, out);
    }
    if (takes) {
        *out++ = 'x';
    }
    *out++ = (char)('a' + (m.to & 7));
    *out++ = (char)('1' + (m.to >> 4));
    if (m.promotion) {
        *out++ = '=';
        *out++ = " PNBRQ"[m.promotion];
    }
    return out;
}

/* How good a move looks at a glance, with chance; higher is better. */
static int glance(const struct position *p, struct move m)
{
    struct position after = *p;
    int mover = VALUE[p->at[m.from] & KIND];
    int kind = p->at[m.from] & KIND;
    int score = VALUE[p->at[m.to] & KIND] + (p->at[m.to] != EMPTY ? 120 : 0) + (int)chance(160);

    apply(&after, m);
    if (attacked(&after, m.to, after.side)) {
        score -= attacked(&after, m.to, p->side) ? mover / 2 : mover;
    }
    if (mover > VALUE[PAWN] && attacked(p, m.from, !p->side)) {
        score += mover / 2;
    }
    score += kind == PAWN ? 10 * abs((m.to >> 4) - (p->side ? 6 : 1)) : 0;
    score += m.promotion ? VALUE[m.promotion] - VALUE[PAWN] : 0;
    score += is_castling(p, m) ? 90 : 0;
    score += in_check(&after) ? 30 : 0;
    score -= kind == KING && !is_castling(p, m) ? 60 : 0;
    score += (kind == KNIGHT || kind == BISHOP) && m.from >> 4 == (p->side ? 7 : 0) ? 60 : 0;
    score += (m.to & 7) >= 2 && (m.to & 7) <= 5 && m.to >> 4 >= 2 && m.to >> 4 <= 5 ? 30 : 0;
    return score;
}

static const char *verdict(const struct position *p)
{
    int balance = 0;

    for (int square = 0; square < 128; square++) {
        int value = VALUE[p->at[square] & KIND];
        balance += colour(p->at[square]) ? -value : value;
    }
    return balance >= 300 ? "1-0" : balance <= -300 ? "0-1" : "1/2-1/2";
}

/* Plays until that many plies, or mate or stalemate. */
static void play(struct game *game, int plies)
{
    struct move lists[2][MAX_MOVES];
    struct position p;

    start(&p);
    int n = legal_moves(&p, lists[0]);
    for (game->plies = 0; game->plies < plies && n > 0; game->plies++) {
        const struct move *moves = lists[game->plies % 2];
        struct move best = moves[0];
        int best_score = glance(&p, best);
        for (int i = 1; i < n; i++) {
            int score = glance(&p, moves[i]);
            if (score > best_score) {
                best_score = score;
                best = moves[i];
            }
        }
        char *end = write_san(&p, moves, n, best, game->san[game->plies]);
        apply(&p, best);
        n = legal_moves(&p, lists[(game->plies + 1) % 2]);
        if (in_check(&p)) {
            *end++ = n > 0 ? '+' : '#';
        }
        *end = '\0';
    }
    game->result = n > 0 ? verdict(&p) : !in_check(&p) ? "1/2-1/2" : p.side ? "1-0" : "0-1";
}

static void write_word(const char *word, int *column)
{
    int width = (int)strlen(word);

    if (*column + 1 + width > LINE_WIDTH) {
        putchar('\n');
        *column = 0;
    } else if (*column > 0) {
        putchar(' ');
        *column += 1;
    }
    fputs(word, stdout);
    *column += width;
}

static void write_game(const struct game *game, long number)
{
    int column = 0;

    printf("[Event \"Dendro benchmark\"]\n[Site \"?\"]\n[Date \"2026.11.16\"]\n[Round \"%ld\"]\n"
           "[White \"Bot 1\"]\n[Black \"Bot 2\"]\n[Result \"%s\"]\n\n",
           number, game->result);
    for (int ply = 0; ply < game->plies; ply++) {
        if (ply % 2 == 0) {
            char word[16];
            (void)snprintf(word, sizeof word, "%d.", ply / 2 + 1);
            write_word(word, &column);
        }
        write_word(game->san[ply], &column);
    }
    write_word(game->result, &column);
    fputs("\n\n", stdout);
}

int main(int argc, char **argv)
{
    struct game game;
    long left = argc == 2 || argc == 3 ? strtol(argv[1], NULL, 10) : 0;
    long number = 0;

    if (left < MIN_PLIES) {
        fputs("usage: chess_games PLIES [SEED]     (PLIES at least 60)\n", stderr);
        return 2;
    }
    chance_state = argc == 3 ? strtoull(argv[2], NULL, 10) : 1;
    while (left > 0) {
        long plies = MIN_PLIES + (long)chance(MAX_PLIES - MIN_PLIES + 1);
        if (left <= MAX_PLIES) {
            plies = left;
        } else if (left - plies < MIN_PLIES) {
            plies = left - MIN_PLIES; /* so that something is left for one more game */
        }
        /* A game that is over early counts only when it is long enough, and leaves enough for another. */
        do {
            play(&game, (int)plies);
        } while (game.plies < MIN_PLIES || (game.plies < left && left - game.plies < MIN_PLIES));
        write_game(&game, ++number);
        left -= game.plies;
    }
    return fflush(stdout) != 0 || ferror(stdout) ? 1 : 0;
}
