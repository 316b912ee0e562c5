/*
 * dendro audit: everything computed again from the log and compared. No line
 * but the summary means that the log and all that was derived from it are what
 * they should be.
 */
#include "cli/bar.h"
#include "cli/database.h"
#include "cli/findings.h"
#include "cli/text.h"
#include "cli/values.h"
#include "rules/registry.h"
#include "service/audit.h"
#include "wire/audit.h"

#include "base/banned.h"

enum { AUDIT_DB, AUDIT_RESULTS, AUDIT_ALL_REVIEWS, AUDIT_THREADS_OPTION, AUDIT_JSON, AUDIT_QUIET, AUDIT_OPTIONS };
enum { LINE_SIZE = 4096, SENTENCE_SIZE = 1024, THREADS_MAX = 16 };

static const struct cli_option OPTIONS[AUDIT_OPTIONS] = {
    [AUDIT_DB] = CLI_OPTION_DB,
    [AUDIT_RESULTS] = {.name = "results",
                       .kind = CLI_FLAG,
                       .en = "hashes, replay and scores only: quicker",
                       .fr = "empreintes, coups et points seulement : plus rapide"},
    [AUDIT_ALL_REVIEWS] = {.name = "all-reviews",
                           .kind = CLI_FLAG,
                           .en = "make every kept review again, not a sample of 8 lines: minutes a game",
                           .fr = "refaire chaque analyse gardée, pas 8 lignes au hasard : des minutes par partie"},
    [AUDIT_THREADS_OPTION] = {.name = "threads",
                              .kind = CLI_NUMBER,
                              .value = "N",
                              .min = 1,
                              .max = THREADS_MAX,
                              .en = "how many threads (default: one a core)",
                              .fr = "combien de fils (par défaut : un par cœur)"},
    [AUDIT_JSON] = CLI_OPTION_JSON,
    [AUDIT_QUIET] = CLI_OPTION_QUIET,
};

struct audit_run {
    struct cli *cli;
    bool json;
    struct bar bar;
    int code;
};

/* Appends `, word number`; the first one without the comma. */
static void add_number(struct strbuf *out, size_t start, const char *word, int64_t number)
{
    strbuf_add(out, out->len > start ? ", " : "");
    strbuf_add(out, word);
    strbuf_add_char(out, ' ');
    strbuf_int(out, number);
}

/* What a finding without a number is about. */
static const struct name SUBJECTS[] = {
    {"database", "database", "base"},
    {"entry", "entry", "entrée"},
    {"tree", "tree", "arbre"},
    {"checkpoint", "checkpoint", "point de contrôle"},
    {"checkpoints", "checkpoints", "points de contrôle"},
    {"catalogue", "catalogue", "catalogue"},
    {"game", "game", "partie"},
    {"seat", "seat", "siège"},
    {"facts", "facts", "cartes"},
    {"people", "people", "personnes"},
    {"claim", "claim", "score écrit"},
    {"imports", "imports", "imports"},
    {"statistics", "statistics", "statistiques"},
    {"clock", "clock", "horloge"},
    {"season", "season", "saison"},
    {"title", "title", "titre"},
    {"foreign", "other program", "autre programme"},
    {"review", "review", "analyse"},
};

static const char *subject_name(const struct cli *cli, const char *subject)
{
    int at = name_find(SUBJECTS, sizeof(SUBJECTS) / sizeof(SUBJECTS[0]), span_from(subject));
    return at < 0 ? subject : name_in(&SUBJECTS[at], cli->lang);
}

/* `game 5, seat 2, ply 14, entry 9`, or what the finding is about when it has no number. */
static void add_subject(const struct cli *cli, const struct audit_finding *finding, struct strbuf *out)
{
    size_t start = out->len;
    bool checkpoint = strcmp(finding->subject, "checkpoint") == 0;
    if (finding->game > 0) {
        add_number(out, start, cli_say(cli, "game", "partie"), finding->game);
    }
    if (finding->seat >= 0) {
        strbuf_add(out, out->len > start ? ", " : "");
        strbuf_add(out, cli_say(cli, "seat ", "siège "));
        strbuf_add(out, finding->seat < GAME_SEATS ? seat_label((unsigned)finding->seat) : "?");
    }
    if (finding->ply >= 0) {
        add_number(out, start, cli_say(cli, "ply", "coup"), finding->ply);
    }
    if (finding->seq > 0) {
        const char *word =
            checkpoint ? cli_say(cli, "checkpoint", "point de contrôle") : cli_say(cli, "entry", "entrée");
        add_number(out, start, word, finding->seq);
    }
    if (out->len == start) {
        strbuf_add(out, subject_name(cli, finding->subject));
    }
}

/* What a finding that compares nothing says by its field. */
static const struct name PLAIN[] = {
    {"missing", "is missing", "manque"},
    {"surplus", "belongs to nothing in the log", "n'appartient à rien dans le journal"},
    {"damaged", "cannot be read", "est illisible"},
    {"unknown", "an import would not recognise it", "un import ne la reconnaîtrait pas"},
    {"stale", "derived tables are not complete yet: the next command that writes, or `dendro migrate`, makes them so",
     "des tables dérivées ne sont pas encore complètes : la prochaine commande qui écrit, ou « dendro migrate », les complète"},
    {"size", "speaks of more entries than there are: the log has lost its end",
     "annonce plus d'entrées qu'il n'y en a : la fin du journal est perdue"},
    {"text", "is not of this size", "n'est pas de cette taille"},
    {"root", "cannot be compared, because entries are missing", "n'est pas comparable : il manque des entrées"},
};

/* The field where it says all, as a sentence, or is known by another name; NULL: it is one of those of findings.h. */
static const char *field_said(const struct cli *cli, const struct audit_finding *finding)
{
    bool alone = finding->computed.len == 0 && !finding->cause;
    for (size_t i = 0; alone && i < sizeof(PLAIN) / sizeof(PLAIN[0]); i++) {
        if (strcmp(PLAIN[i].id, finding->field) == 0) {
            return name_in(&PLAIN[i], cli->lang);
        }
    }
    if (strcmp(finding->subject, "facts") == 0) {
        return cli_say(cli, "cards", "cartes");
    }
    return NULL;
}

/* `note: game 5, seat 2, entry 9: total: stored 50, computed 51` */
static void write_finding(const struct cli *cli, const struct audit_finding *finding, struct strbuf *out)
{
    const char *colon = cli_say(cli, ": ", " : ");
    strbuf_add(out, finding->note ? cli_say(cli, "note: ", "note : ") : "");
    add_subject(cli, finding, out);
    if (finding->field) {
        strbuf_add(out, colon);
        const char *said = field_said(cli, finding);
        if (said) {
            strbuf_add(out, said);
        } else {
            finding_field(cli->lang, span_from(finding->field), out);
        }
    }
    if (finding->cause && finding->cause->message) {
        char sentence[SENTENCE_SIZE];
        size_t length = error_text(finding->cause, cli->lang, sentence, sizeof(sentence));
        strbuf_add(out, colon);
        strbuf_add_span(out, span_of(sentence, length));
    } else if (finding->computed.len > 0) {
        strbuf_add(out, colon);
        strbuf_add(out, cli_say(cli, "stored ", "enregistré "));
        finding_value(cli->lang, span_from(finding->field), finding->stored, out);
        strbuf_add(out, cli_say(cli, ", computed ", ", calculé "));
        finding_value(cli->lang, span_from(finding->field), finding->computed, out);
    } else if (finding->stored.len > 0) {
        bool french = cli->lang == LANG_FR && finding->stored_french.len > 0;
        strbuf_add(out, colon);
        strbuf_add_span(out, french ? finding->stored_french : finding->stored);
    }
}

/* Called by one thread at a time. */
static void on_finding(void *context, const struct audit_finding *finding)
{
    struct audit_run *run = context;
    struct cli *cli = run->cli;
    bar_wipe(&run->bar);
    if (run->json) {
        struct error error;
        if (wire_audit_finding(finding, cli->lang, &cli->text, &error) != ERR_OK) {
            cli_complain(cli, &error);
            run->code = CLI_FAILURE;
        }
    } else {
        char memory[LINE_SIZE];
        struct strbuf line;
        strbuf_wrap(&line, memory, sizeof(memory));
        write_finding(cli, finding, &line);
        cli_print(cli, strbuf_span(&line));
    }
    (void)(run->bar.wanted ? cli_flush(cli) : cli_push(cli));
}

static void on_progress(void *context, int64_t done, int64_t total)
{
    struct audit_run *run = context;
    bar_draw(&run->bar, done, total);
}

/* ` (12 judged, 3 scored, 40 stated)`: of the finished games, what there are. */
static void add_bases(const struct cli *cli, const struct audit_summary *summary, struct strbuf *out)
{
    bool any = false;
    for (unsigned i = 0; i < BASES; i++) {
        if (summary->basis[i] > 0) {
            strbuf_add(out, any ? ", " : " (");
            strbuf_int(out, summary->basis[i]);
            strbuf_add_char(out, ' ');
            strbuf_add(out, name_in(&basis_names[i], cli->lang));
            strbuf_add(out, cli->lang == LANG_FR && summary->basis[i] > 1 ? "s" : "");
            any = true;
        }
    }
    strbuf_add(out, any ? ")" : "");
}

static void add_summary(const struct cli *cli, const struct audit_summary *summary, struct strbuf *out)
{
    text_count(out, summary->entries, cli_say(cli, "entry", "entrée"), cli_say(cli, "entries", "entrées"));
    strbuf_add(out, ", ");
    text_count(out, summary->games, cli_say(cli, "game", "partie"), cli_say(cli, "games", "parties"));
    add_bases(cli, summary, out);
    strbuf_add(out, ", ");
    text_count(out, summary->plies, cli_say(cli, "ply", "coup"), cli_say(cli, "plies", "coups"));
    strbuf_add(out, cli_say(cli, ": ", " : "));
    text_count(out, summary->findings, cli_say(cli, "finding", "anomalie"), cli_say(cli, "findings", "anomalies"));
    strbuf_add(out, ", ");
    text_count(out, summary->notes, cli_say(cli, "note", "note"), cli_say(cli, "notes", "notes"));
    if (summary->pending > 0) {
        strbuf_add(out, ", ");
        text_count(out, summary->pending, cli_say(cli, "value still to be derived", "valeur reste à dériver"),
                   cli_say(cli, "values still to be derived", "valeurs restent à dériver"));
    }
    static const uint8_t NONE[SHA256_SIZE] = {0};
    if (memcmp(summary->root, NONE, sizeof(NONE)) != 0) {
        strbuf_add(out, cli_say(cli, "; root ", " ; racine "));
        strbuf_hex(out, summary->root, sizeof(summary->root));
    }
    strbuf_add_char(out, '\n');
}

static int run(struct cli *cli, const struct cli_arguments *arguments)
{
    const struct cli_value *value = arguments->value;
    bool quiet = value[AUDIT_QUIET].set;
    struct audit_run state = {.cli = cli, .json = value[AUDIT_JSON].set};
    struct audit_options audit = {
        .results_only = value[AUDIT_RESULTS].set,
        .all_reviews = value[AUDIT_ALL_REVIEWS].set,
        .threads = value[AUDIT_THREADS_OPTION].set ? (unsigned)value[AUDIT_THREADS_OPTION].number : 0,
        .finding = on_finding,
        .progress = on_progress,
        .context = &state,
    };
    struct service_options options = database_options(cli);
    struct audit_summary summary;
    struct error error;
    if (arguments->operands_count > 0 && value_game_number(arguments->operands[0], &audit.game, &error) != ERR_OK) {
        return cli_fail(cli, &error);
    }
    enum err err = database_catalogues(cli, &error);
    if (err != ERR_OK) {
        return cli_fail(cli, &error);
    }
    bar_init(&state.bar, cli, quiet);
    err = service_audit(database_path(cli, &value[AUDIT_DB]), &options, &audit, &summary, &error);
    bar_wipe(&state.bar);
    if (err != ERR_OK) {
        return cli_fail(cli, &error);
    }
    if (state.json) {
        err = wire_audit_summary(&summary, &cli->text, &error);
    } else if (!quiet) {
        add_summary(cli, &summary, &cli->text);
    }
    if (err != ERR_OK) {
        return cli_fail(cli, &error);
    }
    return state.code != CLI_OK ? state.code : summary.findings > 0 ? CLI_PROBLEM : CLI_OK;
}

const struct command command_audit = {
    .name = "audit",
    .en = "compute everything again from the log and compare",
    .fr = "tout recalculer depuis le journal et comparer",
    .more_en = "Each entry is hashed again, the tree held against every checkpoint ever signed, each\n"
               "game replayed and its scores and cards compared with what is stored. A line for each\n"
               "finding; a written score that differs from the computed one is a note, not a finding.\n"
               "With the number of a game, only that one. Exit code: 0 all is as it should be;\n"
               "1 there are findings; 2 no audit was possible.\n",
    .more_fr = "Chaque entrée est hachée à nouveau, l'arbre comparé à tous les points de contrôle\n"
               "signés, chaque partie rejouée, ses points et ses cartes comparés. Une ligne par\n"
               "anomalie ; un total écrit qui diffère du calcul est une note, pas une anomalie.\n"
               "Avec le numéro d'une partie, celle-là seule. Code de sortie : 0 tout est en ordre ;\n"
               "1 des anomalies ; 2 audit impossible.\n",
    .options = OPTIONS,
    .options_count = AUDIT_OPTIONS,
    .operands = "[GAMEID]",
    .operands_max = 1,
    .run = run,
};
