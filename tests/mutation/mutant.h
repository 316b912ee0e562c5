/* Included before every file of a build with mutants: which one is chosen, and who was reached. */
#ifndef DENDRO_MUTANT_H
#define DENDRO_MUTANT_H

extern int dendro_mutant_chosen; /* by DENDRO_MUTANT; 0: none */
extern char
    *dendro_mutant_reached; /* a byte a mutant, when DENDRO_MUTANT_TRACE names a file for the numbers; otherwise NULL */

void dendro_mutant_note(int number);

static inline int dendro_mutant(int number)
{
    if (dendro_mutant_reached && !dendro_mutant_reached[number]) {
        dendro_mutant_note(number);
    }
    return number == dendro_mutant_chosen;
}

#endif
