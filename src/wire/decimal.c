/*
 * Numbers as text. printf would do, but most of the time of a leaderboard
 * goes into it; what is usual takes a quick way here, with the same digits.
 */
#include "wire/decimal.h"

#include "base/strbuf.h"

#include <math.h>
#include <stdio.h>

#include "base/banned.h"

__extension__ typedef unsigned __int128 uwide;

enum { FIRST_POWER = 4 /* of ten, below 1, that the quick way takes */, POWERS = 16, DIGITS = 12 };

static const uint64_t TENS[POWERS] = {
    1,         10,         100,         1000,         10000,         100000,         1000000,         10000000,
    100000000, 1000000000, 10000000000, 100000000000, 1000000000000, 10000000000000, 100000000000000, 1000000000000000};

static size_t print_digits(uint64_t number, char *out)
{
    size_t length = 1;
    for (uint64_t more = number; more > 9; more /= 10) {
        length++;
    }
    for (size_t i = length; i-- > 0; number /= 10) {
        out[i] = (char)('0' + number % 10);
    }
    return length;
}

/* `number` / 10^`decimals`, without zeros at the end but for the first decimal. */
static size_t print_decimal(bool negative, uint64_t number, unsigned decimals, char out[DECIMAL_SIZE])
{
    uint64_t rest = number % TENS[decimals];
    uint64_t before = number / TENS[decimals];
    size_t length = negative ? 1 : 0;
    out[0] = '-';
    while (decimals > 1 && rest % 10 == 0) {
        rest /= 10;
        decimals--;
    }
    length += print_digits(before, out + length);
    out[length] = '.';
    for (size_t at = length + decimals; at > length; at--, rest /= 10) {
        out[at] = (char)('0' + rest % 10);
    }
    return length + 1 + decimals;
}

/*
 * Twelve digits of 1e-4 <= `value` < 1e11, as printf's %.12g rounds them: the
 * value is m / 2^shift, so that m * 10^decimals holds all its digits, and what
 * is shifted out says how to round, to even when it is half.
 */
static size_t print_quickly(bool negative, double value, char out[DECIMAL_SIZE])
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
    return print_decimal(negative, number, decimals, out);
}

/* What printf says, but a point where there is no fraction, and an exponent without plus and zeros in front. */
static size_t print_slowly(double value, char out[DECIMAL_SIZE])
{
    struct strbuf text;
    char printed[DECIMAL_SIZE];
    (void)snprintf(printed, sizeof(printed), "%.*g", DIGITS, value);
    const char *exponent = strchr(printed, 'e');
    strbuf_wrap(&text, out, DECIMAL_SIZE);
    if (!exponent) {
        strbuf_add(&text, printed);
        strbuf_add(&text, strchr(printed, '.') ? "" : ".0");
        return text.len;
    }
    const char *digits = exponent + 2; /* behind the sign */
    strbuf_add_span(&text, span_of(printed, (size_t)(exponent - printed) + 1));
    strbuf_add(&text, exponent[1] == '-' ? "-" : "");
    strbuf_add(&text, digits + strspn(digits, "0"));
    return text.len;
}

size_t decimal_integer(int64_t value, char out[DECIMAL_SIZE])
{
    out[0] = '-';
    return value < 0 ? 1 + print_digits(0 - (uint64_t)value, out + 1) : print_digits((uint64_t)value, out);
}

size_t decimal_real(double value, char out[DECIMAL_SIZE])
{
    double size = fabs(value);
    return size >= 1e-4 && size < 1e11 ? print_quickly(value < 0, size, out) : print_slowly(value, out);
}

size_t decimal_rounded(double value, char out[DECIMAL_SIZE])
{
    enum { DECIMALS = 7 };
    int64_t rounded = llround(value * (double)TENS[DECIMALS]);
    return print_decimal(rounded < 0, rounded < 0 ? 0 - (uint64_t)rounded : (uint64_t)rounded, DECIMALS, out);
}
