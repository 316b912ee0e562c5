/* Lists of choices with weights: `fr-CH, fr;q=0.9, en; q=0.8`. */
#include "http/accept.h"

#include "base/banned.h"

/* In thousandths: `1`, `0.8`, `0.125`; 0 for anything else. */
static int weight(struct span text)
{
    int thousandths = 0;
    int step = 1000;
    bool point = false;
    for (size_t i = 0; i < text.len && step > 0; i++) {
        char c = text.ptr[i];
        if (c == '.' && !point) {
            point = true;
        } else if (c >= '0' && c <= '9') {
            thousandths += (c - '0') * step;
            step /= 10;
        } else {
            return 0;
        }
    }
    return thousandths > 1000 ? 1000 : thousandths;
}

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

/* Names are ASCII, and case makes no difference. */
static bool begins(struct span text, const char *word)
{
    size_t length = strlen(word);
    bool same = text.len >= length;
    for (size_t i = 0; same && i < length; i++) {
        same = lower(text.ptr[i]) == word[i];
    }
    return same;
}

/* The next choice and its weight; false at the end. */
static bool next_choice(struct span *list, struct span *name, int *q)
{
    if (list->len == 0) {
        return false;
    }
    struct span one = span_trim(span_cut(list, ','));
    *name = span_trim(span_cut(&one, ';'));
    *q = 1000;
    while (one.len > 0) {
        struct span parameter = span_trim(span_cut(&one, ';'));
        if (begins(parameter, "q=")) {
            *q = weight(span_trim(span_skip(parameter, 2)));
        }
    }
    return true;
}

enum lang accept_language(struct span list)
{
    static const char *const words[2] = {[LANG_EN] = "en", [LANG_FR] = "fr"};
    int best[2] = {0, 0};
    struct span name;
    int q = 0;
    while (next_choice(&list, &name, &q)) {
        for (int lang = 0; lang < 2; lang++) {
            bool meant = begins(name, words[lang]) && (name.len == 2 || name.ptr[2] == '-');
            best[lang] = meant && q > best[lang] ? q : best[lang];
        }
    }
    return best[LANG_FR] > best[LANG_EN] ? LANG_FR : LANG_EN;
}

/* True when the choice of that name is in the list, and not with the weight 0. */
static bool names(struct span list, const char *choice)
{
    struct span name;
    int q = 0;
    while (next_choice(&list, &name, &q)) {
        if (name.len == strlen(choice) && begins(name, choice)) {
            return q > 0;
        }
    }
    return false;
}

bool accept_gzip(struct span list)
{
    return names(list, "gzip");
}

bool accept_html(struct span list)
{
    return names(list, "text/html");
}
