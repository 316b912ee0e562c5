/* Private to verification: what is known of a record while it is judged. */
#ifndef RECORD_VERIFIER_H
#define RECORD_VERIFIER_H

#include "record/verify.h"

struct verifier {
    const struct record *record;
    problem_fn *fn;
    void *context;
    struct error *error;  /* the gravest problem so far */
    struct strbuf *lines; /* NULL, or where canonical lines go */
    enum err worst;
    bool lost;                       /* there is no position to judge further lines by */
    bool differs;                    /* a written total is not the engine's */
    seat_set failed;                 /* who has a line on a sheet that is wrong */
    uint32_t told;                   /* lines that are wrong */
    uint32_t told_line, told_column; /* the last that was not only counted */
};

/* Passes a problem on, and keeps it when it is the first of its gravity. */
void verifier_report(struct verifier *verifier, const struct problem *problem);

/* Totals, claims and digest, once the lines have been played as far as they go. */
void verifier_result(struct verifier *verifier, const struct replay *replay);

#endif
