/* The sentences of SQLite as patterns, and the French ones made of what they hold. */
#include "store/sqlite/french.h"

#include "base/banned.h"

enum { HOLES = 4 };

/* `*` is any text, the shortest that fits; %1 to %4 are what the first to the fourth of them held. */
static const struct sentence {
    const char *said;
    const char *french;
} SENTENCES[] = {
    {"row * missing from index *", "la ligne %1 manque dans l'index %2"},
    {"row * values differ from index *", "la ligne %1 diffère de l'index %2"},
    {"wrong # of entries in index *", "l'index %1 n'a pas le bon nombre d'entrées"},
    {"non-unique entry in index *", "l'index %1 a une entrée en double"},
    {"NULL value in *", "une valeur manque dans %1"},
    {"CHECK constraint failed in *", "%1 contient une valeur interdite"},
    {"CHECK constraint failed: *", "valeur interdite : %1"},
    {"UNIQUE constraint failed: *", "valeur déjà présente : %1"},
    {"NOT NULL constraint failed: *", "valeur manquante : %1"},
    {"FOREIGN KEY constraint failed", "renvoi à une ligne qui n'existe pas"},
    {"no such table: *", "il n'y a pas de table %1"},
    {"no such column: *", "il n'y a pas de colonne %1"},
    {"no such index: *", "il n'y a pas d'index %1"},
    {"malformed database schema (*)*", "le schéma est illisible à partir de %1"},
    {"the schema is not that of this version, from *", "le schéma n'est pas celui de cette version, à partir de %1"},
    {"foreign_key_check", "des renvois mènent à des lignes qui n'existent pas"},
    {"database disk image is malformed", "le fichier est abîmé"},
    {"\\*\\*\\* in database main \\*\\*\\*\nTree * page *: *", "la page %2 est abîmée"},
    {"\\*\\*\\* in database main \\*\\*\\*\nTree * page *", "la page %2 est abîmée"},
    {"\\*\\*\\* in database main \\*\\*\\*\nOn tree page * cell *: *", "la page %1 est abîmée (case %2)"},
    {"\\*\\*\\* in database main \\*\\*\\*\nOn page *: *", "la page %1 est abîmée"},
    {"\\*\\*\\* in database main \\*\\*\\*\nPage *: *", "la page %1 est abîmée"},
    {"\\*\\*\\* in database main \\*\\*\\*\nPage * is never used", "la page %1 ne sert à rien"},
    {"\\*\\*\\* in database main \\*\\*\\*\nMain freelist: *", "la liste des pages libres est abîmée"},
    {"\\*\\*\\* in database main \\*\\*\\*\nFreelist: *", "la liste des pages libres est abîmée"},
    {"* is damaged: *", "%1 est endommagée"},
};

static const char OTHERWISE[] = "SQLite signale un dommage ; « --lang en » montre ses mots";

/* What the stars held. */
struct held {
    struct span hole[HOLES];
    size_t count;
};

// NOLINTNEXTLINE(misc-no-recursion)
static bool fits(const char *pattern, struct span text, struct held *held)
{
    while (*pattern && *pattern != '*') {
        pattern += *pattern == '\\' ? 1 : 0;
        if (text.len == 0 || *pattern != text.ptr[0]) {
            return false;
        }
        pattern++;
        text = span_skip(text, 1);
    }
    if (*pattern == '\0') {
        return text.len == 0 || text.ptr[0] == '\n';
    }
    size_t at = held->count;
    if (at == HOLES) {
        return false;
    }
    for (size_t n = pattern[1] == '\0' ? text.len : 0; n <= text.len; n++) {
        held->hole[at] = span_of(text.ptr, n);
        held->count = at + 1;
        if (fits(pattern + 1, span_skip(text, n), held)) {
            return true;
        }
    }
    held->count = at;
    return false;
}

/* One line of what a star held. */
static struct span first_line(struct span text)
{
    return span_cut(&text, '\n');
}

static void fill(const char *french, const struct held *held, struct strbuf *out)
{
    for (const char *s = french; *s; s++) {
        size_t which = s[0] == '%' && s[1] >= '1' && s[1] < '1' + HOLES ? (size_t)(s[1] - '1') : HOLES;
        if (which == HOLES) {
            strbuf_add_char(out, *s);
            continue;
        }
        strbuf_add_span(out, which < held->count ? first_line(held->hole[which]) : SPAN_LITERAL("?"));
        s++;
    }
}

/* A row of SQLite's check of references, names of tables and numbers, is the same in every language. */
static bool has_no_words(struct span said)
{
    size_t words = 0;
    size_t numbers = 0;
    int64_t number = 0;
    while (said.len > 0) {
        struct span word = span_cut(&said, ' ');
        words++;
        numbers += span_int(word, 0, SPAN_INT_MAX, &number) ? 1 : 0;
    }
    return words == 4 && numbers == 2;
}

void sqlite_french(struct span said, struct strbuf *out)
{
    for (size_t i = 0; i < sizeof(SENTENCES) / sizeof(SENTENCES[0]); i++) {
        struct held held = {.count = 0};
        if (fits(SENTENCES[i].said, said, &held)) {
            fill(SENTENCES[i].french, &held, out);
            return;
        }
    }
    if (has_no_words(said)) {
        strbuf_add(out, "« ");
        strbuf_add_span(out, said);
        strbuf_add(out, " »");
        return;
    }
    strbuf_add(out, OTHERWISE);
}
