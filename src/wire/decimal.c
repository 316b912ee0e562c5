/*
 * Numbers with a fraction as text. printf would do, but most of the time of a
 * leaderboard goes into it; what is usual takes a quick way here, with the
 * same digits.
 */
#include "wire/decimal.h"

#include <math.h>
#include <stdio.h>

#include "base/banned.h"

__extension__ typedef unsigned __int128 uwide;

enum { FIRST_POWER = 4 /* of ten, below 1, that the quick way takes */, POWERS = 16, DIGITS = 12 };

static const uint64_t TENS[POWERS] = {
    1,         10,         100,         1000,         10000,         100000,         1000000,         10000000,
    100000000, 1000000000, 10000000000, 100000000000, 1000000000000, 10000000000000, 100000000000000, 1000000000000000};

/* `number` / 10^`decimals`, without zeros at the end but for the first decimal. */
static void add_decimal(struct strbuf *out, bool negative, uint64_t number, unsigned decimals)
{
    char text[1 + 20 + 1 + POWERS];
    size_t at = sizeof(text);
    uint64_t rest = number % TENS[decimals];
    uint64_t before = number / TENS[decimals];
    while (decimals > 1 && rest % 10 == 0) {
        rest /= 10;
        decimals--;
    }
    for (unsigned i = 0; i < decimals; i++, rest /= 10) {
        text[--at] = (char)('0' + rest % 10);
    }
    text[--at] = '.';
    do {
        text[--at] = (char)('0' + before % 10);
        before /= 10;
    } while (before > 0);
    if (negative) {
        text[--at] = '-';
    }
    strbuf_add_span(out, span_of(text + at, sizeof(text) - at));
}

/*
 * Twelve digits of 1e-4 <= `value` < 1e11, as printf's %.12g rounds them: the
 * value is m / 2^shift, so that m * 10^decimals holds all its digits, and what
 * is shifted out says how to round, to even when it is half.
 */
static void add_quickly(struct strbuf *out, bool negative, double value)
{
    static const double powers[] = {1e-4, 1e-3, 1e-2, 1e-1, 1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11};
    int exponent;
    unsigned power = 0; /* value < powers[power + 1] */
    while (value >= powers[power + 1]) {
        power++;
    }
    unsigned decimals = DIGITS - 1 + FIRST_POWER - power;
    uint64_t mantissa = (uint64_t)ldexp(frexp(value, &exponent), 53);
    unsigned shift = (unsigned)(53 - exponent);
    uwide wide = (uwide)mantissa * TENS[decimals];
    uint64_t number = (uint64_t)(wide >> shift);
    uwide rest = wide - ((uwide)number << shift);
    uwide half = (uwide)1 << (shift - 1);
    if (rest > half || (rest == half && (number & 1))) {
        number++;
    }
    add_decimal(out, negative, number, decimals);
}

/* What printf says, but a point where there is no fraction, and an exponent without plus and zeros in front. */
static void add_slowly(struct strbuf *out, double value)
{
    char text[32];
    (void)snprintf(text, sizeof(text), "%.*g", DIGITS, value);
    const char *exponent = strchr(text, 'e');
    if (!exponent) {
        strbuf_add(out, text);
        strbuf_add(out, strchr(text, '.') ? "" : ".0");
        return;
    }
    const char *digits = exponent + 2; /* behind the sign */
    strbuf_add_span(out, span_of(text, (size_t)(exponent - text) + 1));
    strbuf_add(out, exponent[1] == '-' ? "-" : "");
    strbuf_add(out, digits + strspn(digits, "0"));
}

void decimal_add_real(struct strbuf *out, double value)
{
    double size = fabs(value);
    if (size >= 1e-4 && size < 1e11) {
        add_quickly(out, value < 0, size);
    } else {
        add_slowly(out, value);
    }
}

void decimal_add_rounded(struct strbuf *out, double value)
{
    enum { DECIMALS = 7 };
    int64_t rounded = llround(value * (double)TENS[DECIMALS]);
    add_decimal(out, rounded < 0, rounded < 0 ? 0 - (uint64_t)rounded : (uint64_t)rounded, DECIMALS);
}
