/*
 * The choices of one game. A choice among the seats R has log probability
 * strength - ln S, S the sum of the weights in R. Its slopes are made of 1/S and 1/S^2, so these
 * are summed up over the choices in which a seat, or both seats of a pair, still take part.
 *
 * A tied group of k has a choice for each of its 2^k - 1 remaining sets. What
 * is wanted is, for each seat and each pair, the sum over the sets that hold them: sums over
 * supersets of all sets at once, k 2^(k-1) additions each.
 */
#include "stats/worth_table.h"

#include <math.h>

#include "base/banned.h"

/* Beyond this a seat has no chance; the square of a sum of such weights is still a number above 0. */
#define HOPELESS (-300.0)

/* Sums over the choices up to here, for whoever is not placed by them. */
struct so_far {
    double first;  /* 1/S */
    double second; /* 1/S^2 */
    double logs;   /* ln S */
};

static void weigh(struct worth_table *table)
{
    double highest = table->strength[0];
    for (unsigned i = 1; i < table->seats; i++) {
        highest = table->strength[i] > highest ? table->strength[i] : highest;
    }
    for (unsigned i = 0; i < table->seats; i++) {
        double below = table->strength[i] - highest;
        table->strength[i] = below > HOPELESS ? below : HOPELESS;
        table->weight[i] = exp(table->strength[i]);
    }
}

/* The next seat is chosen before all behind it. */
static void place_one(const struct worth_table *table, unsigned at, double behind, bool curved, struct so_far *so_far,
                      struct worth_shares *shares)
{
    unsigned seats = table->seats;
    if (at + 1 < seats) {
        double sum = table->weight[at] + behind;
        so_far->first += 1 / sum;
        so_far->second += 1 / (sum * sum);
        so_far->logs += curved ? log(sum) : 0;
    }
    shares->first[at] = so_far->first;
    for (unsigned j = at; curved && j < seats; j++) {
        shares->second[at][j] = so_far->second;
    }
}

/* For every set: the sum over the sets that contain it. */
static void sum_supersets(double *sets, unsigned members)
{
    for (unsigned i = 0; i < members; i++) {
        size_t bit = (size_t)1 << i;
        for (size_t set = 0; set < (size_t)1 << members; set++) {
            if (!(set & bit)) {
                sets[set] += sets[set | bit];
            }
        }
    }
}

/* 1/S and 1/S^2 of each set that may be left of a group, each weighing as 1 / (sets of that size). */
static void rate_sets(const struct worth_table *table, unsigned at, unsigned members, double behind, bool curved,
                      struct so_far *so_far)
{
    double *first = table->subsets[0];
    double *second = table->subsets[1];
    double share[WORTH_SEATS + 1] = {1};
    bool last = at + members == table->seats;
    for (unsigned size = 1; size <= members; size++) {
        share[size] = share[size - 1] * (double)size / (double)(members - size + 1);
    }
    first[0] = behind; /* the sums S, set by set, until the second walk */
    for (size_t set = 1; set < (size_t)1 << members; set++) {
        first[set] = first[set & (set - 1)] + table->weight[at + (unsigned)__builtin_ctzll(set)];
    }
    for (size_t set = 1; set < (size_t)1 << members; set++) {
        unsigned size = (unsigned)__builtin_popcountll(set);
        double sum = first[set];
        bool choice = !(last && size == 1); /* the last seat left is none */
        double weight = choice ? share[size] : 0;
        first[set] = weight / sum;
        second[set] = weight / (sum * sum);
        so_far->logs += curved && choice ? weight * log(sum) : 0;
    }
    first[0] = 0;
    second[0] = 0;
    sum_supersets(first, members);
    sum_supersets(second, members);
}

static void place_tied(const struct worth_table *table, unsigned at, unsigned members, double behind, bool curved,
                       struct so_far *so_far, struct worth_shares *shares)
{
    const double *first = table->subsets[0];
    const double *second = table->subsets[1];
    rate_sets(table, at, members, behind, curved, so_far);
    for (unsigned i = 0; i < members; i++) {
        size_t mine = (size_t)1 << i;
        shares->first[at + i] = so_far->first + first[mine];
        for (unsigned j = i; curved && j < members; j++) {
            shares->second[at + i][at + j] = so_far->second + second[mine | (size_t)1 << j];
        }
        for (unsigned j = at + members; curved && j < table->seats; j++) {
            shares->second[at + i][j] = so_far->second + second[mine];
        }
    }
    so_far->first += first[0];
    so_far->second += second[0];
}

static void fill_curve(struct worth_table *table)
{
    const struct worth_shares *shares = &table->shares;
    for (unsigned i = 0; i < table->seats; i++) {
        double mine = table->weight[i];
        table->curve[i][i] = mine * (shares->first[i] - mine * shares->second[i][i]);
        for (unsigned j = i + 1; j < table->seats; j++) {
            double both = -mine * table->weight[j] * shares->second[i][j];
            table->curve[i][j] = both;
            table->curve[j][i] = both;
        }
    }
}

void worth_table_rate(struct worth_table *table, bool curved)
{
    struct so_far so_far = {0};
    struct worth_shares *shares = &table->shares;
    double behind[WORTH_SEATS + 1];
    unsigned seats = table->seats;
    weigh(table);
    behind[seats] = 0;
    for (unsigned i = seats; i-- > 0;) {
        behind[i] = behind[i + 1] + table->weight[i];
    }
    table->value = 0;
    for (unsigned at = 0, members = 1; at < seats; at += members) {
        members = table->group[at];
        if (members == 1) {
            place_one(table, at, behind[at + 1], curved, &so_far, shares);
        } else {
            place_tied(table, at, members, behind[at + members], curved, &so_far, shares);
        }
        /* Each of a group is chosen once; of the last group, the seat that is left is no choice. */
        double chosen = at + members < seats ? 1 : (double)(members - 1) / (double)members;
        for (unsigned i = at; i < at + members; i++) {
            table->slope[i] = chosen - table->weight[i] * shares->first[i];
            table->value += chosen * table->strength[i];
        }
    }
    table->value -= so_far.logs;
    if (curved) {
        fill_curve(table);
    }
}
