/* The words of findings. */
#include "cli/findings.h"

#include "cli/kinds.h"
#include "rules/registry.h"
#include "service/status.h"

#include "base/banned.h"

/* Columns and what else a finding is about, in the words of people. */
static const struct name COLUMNS[] = {
    {"rank", "rank", "rang"},
    {"seats", "seats", "sièges"},
    {"status", "status", "état"},
    {"plies", "plies", "coups"},
    {"day", "day", "jour"},
    {"played", "played", "heure"},
    {"margin", "margin", "avance"},
    {"digest", "digest", "empreinte"},
    {"person", "person", "personne"},
    {"game", "game", "jeu"},
    {"variant", "variant", "variante"},
    {"level", "level", "niveau"},
    {"rules", "rules", "règles"},
    {"source", "source", "première entrée"},
    {"last", "last", "dernière entrée"},
    {"total", "total", "total"},
    {"win", "win", "points de victoire"},
    {"finished", "finished", "terminée"},
    {"categories", "categories", "catégories"},
    {"leaf", "leaf", "feuille"},
    {"tile", "tile", "tuile"},
    {"root", "root", "racine"},
    {"text", "text", "texte"},
    {"size", "size", "taille"},
    {"key", "key", "clé"},
    {"count", "count", "nombre"},
    {"verdict", "verdict", "verdict"},
    {"body", "body", "contenu"},
    {"at", "at", "moment"},
    {"name", "name", "nom"},
    {"title", "title", "titre"},
    {"target", "target", "cible"},
    {"team", "team", "équipe"},
    {"duration", "duration", "durée"},
    {"surplus", "surplus", "en trop"},
    {"damaged", "damaged", "illisible"},
    {"games", "games", "parties"},
    {"wins", "wins", "victoires"},
    {"best", "best", "meilleur total"},
    {"opens", "opens", "premier jour"},
    {"ends", "ends", "dernier jour"},
    {"title", "title", "titre"},
    {"points", "points", "points"},
    {"closed", "closed", "clôture"},
    {"program", "program", "programme"},
    {"kind", "kind", "sorte"},
    {"ours", "ours", "chez nous"},
    {"entry", "entry", "entrée"},
    {"state", "state", "dernier accord"},
    {"sums", "sums", "sommes"},
    {"*", "*", "ligne"},
};

/* What a value is when it is no number, no bytes and no id. */
static const struct name VALUES[] = {
    {"null", "null", "rien"},
    {"NULL", "NULL", "rien"},
    {"none", "none", "rien"},
    {"nothing", "nothing", "rien"},
    {"a hash", "a hash", "une empreinte"},
    {"an id", "an id", "un identifiant"},
    {"the end", "the end", "la fin"},
    {"a row", "a row", "une ligne"},
    {"absent", "absent", "aucune ligne"},
    {"present", "present", "une ligne"},
};

/* To the letter: `games` is another column than `game`. */
static const char *french_of(const struct name *names, size_t count, struct span id)
{
    for (size_t i = 0; i < count; i++) {
        if (span_is(id, names[i].id)) {
            return names[i].fr;
        }
    }
    return NULL;
}

/* A column, or a category of a game; NULL: none that is known. */
static const char *french_column(struct span field)
{
    size_t count;
    const struct game *const *games = registry_current(&count);
    const char *word = french_of(COLUMNS, sizeof(COLUMNS) / sizeof(COLUMNS[0]), field);
    for (size_t i = 0; !word && i < count; i++) {
        word = french_of(games[i]->categories, games[i]->categories_count, field);
    }
    return word;
}

static void add_quoted(struct strbuf *out, struct span id)
{
    strbuf_add(out, "« ");
    strbuf_add_span(out, id);
    strbuf_add(out, " »");
}

/* What stands before the last word, which stays in `*text`; of one word, that word, and nothing stays. */
static struct span cut_last_word(struct span *text)
{
    size_t at = text->len;
    while (at > 0 && text->ptr[at - 1] != ' ') {
        at--;
    }
    struct span before = at > 0 ? span_of(text->ptr, at - 1) : *text;
    *text = at > 0 ? span_skip(*text, at) : (struct span){NULL, 0};
    return before;
}

void finding_field(enum lang lang, struct span field, struct strbuf *out)
{
    if (lang != LANG_FR) {
        strbuf_add_span(out, field);
        return;
    }
    const char *word = french_column(field);
    if (word) {
        strbuf_add(out, word);
        return;
    }
    /* `d_standing 12/foret/standard/4/table/24191 wins`, `sha256:… name`, `@…`, `d_evening` */
    struct span rest = field;
    struct span first = span_cut(&rest, ' ');
    struct span key = cut_last_word(&rest); /* a title may have blanks */
    word = rest.len > 0 ? french_column(rest) : key.len > 0 ? french_column(key) : NULL;
    if (key.len == 0 && !span_starts(first, "d_") && !span_starts(first, "@") && !span_starts(first, "sha256:")) {
        add_quoted(out, first); /* a column that only the schema knows */
        return;
    }
    strbuf_add_span(out, first);
    if (key.len > 0 && rest.len == 0 && word) {
        strbuf_add_char(out, ' ');
        strbuf_add(out, word);
        return;
    }
    strbuf_add(out, key.len > 0 ? " " : "");
    strbuf_add_span(out, key);
    if (rest.len > 0) {
        strbuf_add_char(out, ' ');
        word ? strbuf_add(out, word) : add_quoted(out, rest);
    }
}

/* Cuts `end` off; false, and nothing is changed, when the text has another end. */
static bool cut_end(struct span *text, const char *end)
{
    size_t size = strlen(end);
    if (text->len < size || memcmp(text->ptr + text->len - size, end, size) != 0) {
        return false;
    }
    text->len -= size;
    return true;
}

static bool cut_number(struct span *text, struct span *number)
{
    size_t from = text->len;
    while (from > 0 && text->ptr[from - 1] >= '0' && text->ptr[from - 1] <= '9') {
        from--;
    }
    *number = span_skip(*text, from);
    text->len = from;
    return number->len > 0;
}

/* `0a1b at byte 3 of 311`. */
static bool add_place(struct span value, struct strbuf *out)
{
    struct span size;
    struct span at;
    if (!cut_number(&value, &size) || !cut_end(&value, " of ") || !cut_number(&value, &at) ||
        !cut_end(&value, " at byte ")) {
        return false;
    }
    const char *word = french_of(VALUES, sizeof(VALUES) / sizeof(VALUES[0]), value);
    strbuf_add_span(out, word ? span_from(word) : value);
    strbuf_add(out, " à l'octet ");
    strbuf_add_span(out, at);
    strbuf_add(out, " sur ");
    strbuf_add_span(out, size);
    return true;
}

/* What an id says in that field; the id itself when nobody knows it. */
static struct span french_id(struct span field, struct span value)
{
    enum game_status status;
    if (span_is(field, "status") && game_status_parse(value, &status)) {
        return span_from(name_in(&game_status_names[status], LANG_FR));
    }
    return span_is(field, "variant") ? kinds_variant(LANG_FR, NULL, value)
           : span_is(field, "level") ? kinds_level(LANG_FR, NULL, value)
                                     : value;
}

void finding_value(enum lang lang, struct span field, struct span value, struct strbuf *out)
{
    if (value.len == 0) {
        strbuf_add(out, lang == LANG_FR ? "rien" : "nothing");
        return;
    }
    if (lang != LANG_FR) {
        strbuf_add_span(out, value);
        return;
    }
    const char *word = french_of(VALUES, sizeof(VALUES) / sizeof(VALUES[0]), value);
    struct span rows = value;
    if (word) {
        strbuf_add(out, word);
    } else if (cut_end(&rows, " rows")) {
        strbuf_add_span(out, rows);
        strbuf_add(out, " lignes");
    } else if (!add_place(value, out)) {
        struct span said = french_id(field, value);
        bool id = said.ptr == value.ptr && (span_is(field, "game") || span_is(field, "verdict"));
        id ? add_quoted(out, said) : strbuf_add_span(out, said);
    }
}
