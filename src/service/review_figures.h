/*
 * Figures over the reviewed games of a season, or of any days: what a decision
 * cost, by which card was taken and by where it went, for each person beside
 * the club. Games are clusters: decisions of one game hang together.
 */
#ifndef SERVICE_REVIEW_FIGURES_H
#define SERVICE_REVIEW_FIGURES_H

#include "service/service.h"
#include "stats/interval.h"

enum { REVIEW_FIGURES = 512 /* people at the most, those with the most decisions come first */ };

struct review_figures_asked {
    struct span player; /* name or handle; empty: everybody */
    struct span title;  /* as games are filtered; empty: any */
    int64_t season;     /* its number: its days and its title; 0: none */
    bool has_since, has_until;
    int32_t since, until; /* days, inclusive */
};

/* Shares of a game won that a decision lost on average, as shown: shrunk. An interval from two games on. */
struct review_figures {
    struct span person; /* handle; empty: the club */
    struct span name;   /* empty: erased */
    int64_t games;
    int64_t decisions;
    struct figure drafting, placing, loss;
};
typedef enum err review_figures_fn(void *context, const struct review_figures *figures, struct error *error);

/* The club first, then people by decisions. ERR_NOT_FOUND: no such person or season. */
ERR_CHECK enum err service_review_figures(struct service *service, const struct review_figures_asked *asked,
                                          review_figures_fn *fn, void *context, struct error *error);

#endif
