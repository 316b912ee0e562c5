/* Reading sheets and totals: rows with their species, tokens by biotope, categories and the total. */
#include "rules/biotopes/biotopes_words.h"

#include "base/banned.h"

enum { POINTS_LEAST = -BIO_POINTS_ZERO, POINTS_MOST = UINT16_MAX - BIO_POINTS_ZERO }; /* that the word has room for */

/* `row forest hawfinch 2 tawny-owl 1`; `row forest of 2` is the row alone, its species to follow. */
enum err bio_parse_row(struct bio_line *l)
{
    struct bio_word row = {.kind = KIND_ROW};
    enum err err = bio_read_biotope(l, &row.a);
    if (err == ERR_OK && bio_pass_word(&l->c, &bio_said_words[SAID_OF])) {
        err = bio_read_byte(&l->c, 1, &row.b, l->error);
        return err == ERR_OK ? bio_add_move(l, row) : err;
    }
    err = err == ERR_OK ? bio_add_move(l, row) : err;
    while (err == ERR_OK && (cursor_char(&l->c, ',') || !cursor_done(&l->c))) {
        struct bio_word w = {.kind = KIND_SPECIES};
        err = bio_read_species(&l->c, &w.a, l->error);
        err = err == ERR_OK ? bio_read_byte(&l->c, 0, &w.b, l->error) : err;
        err = err == ERR_OK ? bio_add_move(l, w) : err;
    }
    if (err == ERR_OK) {
        row.b = (uint8_t)(l->count - 1);
        l->moves[0] = bio_pack(l->seat, row);
    }
    return err;
}

static const struct message NO_GROUPS = {ERR_SYNTAX, "biotopes.groups",
                                         "how many groups the tokens form is missing: 'groups 2'",
                                         "il manque le nombre de groupes que forment les jetons : « groupes 2 »"};

/* `land mountain 3 forest 2 groups 2`: no tokens on the others. A single token is a group, and none are none. */
enum err bio_parse_land(struct bio_line *l)
{
    enum { GROUPS = BIO_BIOTOPES };
    uint8_t f[BIO_FIELDS] = {0};
    unsigned said = 0;
    unsigned tokens = 0;
    do {
        struct span word = bio_peek(&l->c);
        uint8_t which = GROUPS;
        enum err err = ERR_OK;
        if (!bio_pass_word(&l->c, &bio_said_words[SAID_GROUPS])) {
            err = bio_read_biotope(l, &which);
        }
        if (err == ERR_OK && (said >> which & 1)) {
            return bio_bad(&l->c, BIO_BAD_REST, word, l->error);
        }
        err = err == ERR_OK ? bio_read_byte(&l->c, 0, &f[which], l->error) : err;
        if (err != ERR_OK) {
            return err;
        }
        said |= 1u << which;
        tokens += which < GROUPS ? f[which] : 0;
    } while (cursor_char(&l->c, ',') || !cursor_done(&l->c));
    if (!(said >> GROUPS & 1)) {
        if (tokens > 1) {
            return cursor_fail(&l->c, l->c.at, error_raise(l->error, &NO_GROUPS), l->error);
        }
        f[GROUPS] = (uint8_t)tokens;
    }
    return bio_add_move(
        l, (struct bio_word){.kind = KIND_LAND, .a = f[0], .b = f[1], .c = f[2], .d = f[3], .e = f[GROUPS]});
}

static uint8_t high(int points)
{
    return (uint8_t)((unsigned)(points + BIO_POINTS_ZERO) >> 8);
}

static uint8_t low(int points)
{
    return (uint8_t)(points + BIO_POINTS_ZERO);
}

static enum err parse_category(struct bio_line *l)
{
    struct bio_word w = {.kind = KIND_CATEGORY};
    int points = 0;
    (void)bio_pass_word(&l->c, &bio_words[KIND_CATEGORY]);
    enum err err = bio_read_name(&l->c, bio_category_names, BIO_CATEGORIES, BIO_BAD_WORD, &w.a, l->error);
    err = err == ERR_OK ? bio_read_number(&l->c, POINTS_LEAST, POINTS_MOST, &points, l->error) : err;
    w.b = high(points);
    w.c = low(points);
    return err == ERR_OK ? bio_add_move(l, w) : err;
}

/* `territory 6, stars 3, total 57 rank 2`; wherever the total stands, its move is the last. */
enum err bio_parse_totals(struct bio_line *l)
{
    struct bio_word total = {.kind = KIND_TOTAL};
    bool has_total = false;
    do {
        struct span word = bio_peek(&l->c);
        enum err err = ERR_OK;
        int points = 0;
        bool is_total = bio_pass_word(&l->c, &bio_words[KIND_TOTAL]);
        bool is_rank = !is_total && bio_pass_word(&l->c, &bio_said_words[SAID_RANK]);
        if ((is_total && has_total) || (is_rank && (total.c || !has_total))) {
            return bio_bad(&l->c, BIO_BAD_REST, word, l->error);
        }
        if (is_total) {
            err = bio_read_number(&l->c, POINTS_LEAST, POINTS_MOST, &points, l->error);
            total.a = high(points);
            total.b = low(points);
            has_total = true;
        } else {
            err = is_rank ? bio_read_byte(&l->c, 1, &total.c, l->error) : parse_category(l);
        }
        if (err != ERR_OK) {
            return err;
        }
    } while (cursor_char(&l->c, ',') || !cursor_done(&l->c));
    return has_total ? bio_add_move(l, total) : ERR_OK;
}
