/* cmocka wants these before it, in this order; a test includes this instead. */
#ifndef SUPPORT_CMOCKA_H
#define SUPPORT_CMOCKA_H

/* clang-format off */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
/* clang-format on */

#endif
