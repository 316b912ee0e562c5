/* Kept answers of the daemon, without the names of a person who is being erased. */
#ifndef WIRE_FORGET_H
#define WIRE_FORGET_H

#include "service/answers.h"

/*
 * For service_options.forget. Status, ids and numbers of an answer stay: who
 * repeats a request learns what became of it, and nothing happens twice. A
 * person's `name` becomes null, also a former one; sentences (`detail` of a
 * problem, `message` of a finding), which may quote any name, become their
 * title or rule; any other text with the name becomes the `@handle`.
 */
ERR_CHECK enum err wire_forget(const struct answer *answer, const struct forgotten *who, struct strbuf *body,
                               bool *change, struct error *error);

#endif
