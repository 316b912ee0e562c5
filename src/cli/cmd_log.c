/*
 * dendro log: what the club can prove about its log, and the check of such proofs, which needs no database
 * (log_check.c).
 */
#include "base/proof_text.h"
#include "cli/database.h"
#include "cli/log_check.h"
#include "service/proof.h"
#include "wire/log.h"

#include "base/banned.h"

enum { LOG_DB, LOG_OPTIONS };

static const struct cli_option DB[LOG_OPTIONS] = {[LOG_DB] = CLI_OPTION_DB};

/* ---- checkpoint ---- */

static enum err print_checkpoint(struct cli *cli, struct service *service, const struct cli_arguments *arguments,
                                 struct error *error)
{
    (void)arguments;
    return service_checkpoint(service, &cli->text, error);
}

static int run_checkpoint(struct cli *cli, const struct cli_arguments *arguments)
{
    return database_run(cli, arguments, &arguments->value[LOG_DB], SERVICE_WRITE, print_checkpoint);
}

static const struct command LOG_CHECKPOINT = {
    .name = "log checkpoint",
    .en = "sign what the log is now",
    .fr = "signer ce qu'est le journal à présent",
    .more_en = "Prints the signed text. Who keeps it can find out at any later time whether anything\n"
               "that was in the log was changed ('dendro log check'). The database keeps it, too.\n",
    .more_fr = "Affiche le texte signé. Qui le garde pourra savoir à tout moment si quelque chose a\n"
               "changé dans le journal (« dendro log check »). La base le garde aussi.\n",
    .options = DB,
    .options_count = LOG_OPTIONS,
    .run = run_checkpoint,
};

/* ---- key ---- */

static enum err print_key(struct cli *cli, struct service *service, const struct cli_arguments *arguments,
                          struct error *error)
{
    (void)arguments;
    enum err err = service_key(service, &cli->text, error);
    if (err != ERR_OK) {
        return err;
    }
    strbuf_add_char(&cli->text, '\n');
    return ERR_OK;
}

static int run_key(struct cli *cli, const struct cli_arguments *arguments)
{
    return database_run(cli, arguments, &arguments->value[LOG_DB], SERVICE_READ, print_key);
}

static const struct command LOG_KEY = {
    .name = "log key",
    .en = "print the key that checks the club's signatures",
    .fr = "afficher la clé qui vérifie les signatures du club",
    .options = DB,
    .options_count = LOG_OPTIONS,
    .run = run_key,
};

/* ---- prove ---- */

enum { PROVE_DB, PROVE_SIZE, PROVE_JSON, PROVE_OPTIONS };

static const struct cli_option PROVE[PROVE_OPTIONS] = {
    [PROVE_DB] = CLI_OPTION_DB,
    [PROVE_SIZE] = {.name = "size",
                    .kind = CLI_NUMBER,
                    .value = "N",
                    .min = 1,
                    .max = SPAN_INT_MAX,
                    .en = "in the log of N entries (default: all of it)",
                    .fr = "dans le journal de N entrées (par défaut : tout)"},
    [PROVE_JSON] = CLI_OPTION_JSON,
};

static const struct message MSG_KIND = {ERR_USAGE, "usage.proof", "'%1' is no kind of proof: inclusion or consistency",
                                        "« %1 » n'est pas une sorte de preuve : inclusion ou consistency"};
static const struct message MSG_NUMBER = {ERR_USAGE, "usage.entry", "'%1' is not the number of an entry",
                                          "« %1 » n'est pas le numéro d'une entrée"};

static enum err prove_inclusion(struct cli *cli, struct service *service, bool json, int64_t seq, int64_t size,
                                struct error *error)
{
    struct merkle_proof proof;
    struct merkle_hash leaf;
    struct merkle_hash root;
    enum err err = service_prove_inclusion(service, seq, size, &proof, &leaf, error);
    if (err != ERR_OK) {
        return err;
    }
    if (json) {
        err = service_root_at(service, size, &root, error);
        struct wire_inclusion inclusion = {seq, size, &leaf, &root, &proof};
        return err == ERR_OK ? wire_inclusion(&inclusion, &cli->text, error) : err;
    }
    proof_print(&proof, &cli->text);
    return ERR_OK;
}

static enum err prove_consistency(struct cli *cli, struct service *service, bool json, int64_t first, int64_t second,
                                  struct error *error)
{
    struct merkle_proof proof;
    struct merkle_hash roots[2];
    enum err err = service_prove_consistency(service, first, second, &proof, error);
    if (err != ERR_OK) {
        return err;
    }
    if (json) {
        err = service_root_at(service, first, &roots[0], error);
        if (err != ERR_OK) {
            return err;
        }
        err = service_root_at(service, second, &roots[1], error);
        struct wire_consistency consistency = {first, second, &roots[0], &roots[1], &proof};
        return err == ERR_OK ? wire_consistency(&consistency, &cli->text, error) : err;
    }
    proof_print(&proof, &cli->text);
    return ERR_OK;
}

/* The proof that is asked for. */
struct wish {
    bool inclusion; /* else consistency */
    bool json;
    int64_t numbers[2]; /* the entry, or the size of the older log; the size of the log, -1: all of it */
};

static enum err read_wish(const struct cli_arguments *arguments, struct wish *wish, struct error *error)
{
    const char *kind = arguments->operands[0];
    const struct cli_value *size = &arguments->value[PROVE_SIZE];
    *wish = (struct wish){.inclusion = strcmp(kind, "inclusion") == 0,
                          .json = arguments->value[PROVE_JSON].set,
                          .numbers = {0, size->set ? size->number : -1}};
    if (!wish->inclusion && strcmp(kind, "consistency") != 0) {
        return error_raise_span(error, &MSG_KIND, span_from(kind));
    }
    for (size_t i = 1; i < arguments->operands_count; i++) {
        struct span word = span_from(arguments->operands[i]);
        if (!span_int(word, 1, SPAN_INT_MAX, &wish->numbers[i - 1])) {
            return error_raise_span(error, &MSG_NUMBER, word);
        }
    }
    return ERR_OK;
}

static enum err prove(struct cli *cli, struct service *service, struct wish *wish, struct error *error)
{
    int64_t *numbers = wish->numbers;
    enum err err = numbers[1] < 0 ? service_log_size(service, &numbers[1], error) : ERR_OK;
    if (err != ERR_OK) {
        return err;
    }
    return wish->inclusion ? prove_inclusion(cli, service, wish->json, numbers[0], numbers[1], error)
                           : prove_consistency(cli, service, wish->json, numbers[0], numbers[1], error);
}

static int run_prove(struct cli *cli, const struct cli_arguments *arguments)
{
    struct service *service = NULL;
    struct error error;
    struct wish wish;
    enum err err = read_wish(arguments, &wish, &error);
    if (err != ERR_OK) {
        return cli_finish(cli, err, &error);
    }
    if (!database_open(cli, &arguments->value[PROVE_DB], SERVICE_READ, &service)) {
        return CLI_FAILURE;
    }
    err = prove(cli, service, &wish, &error);
    service_close(service);
    return cli_finish(cli, err, &error);
}

static const struct command LOG_PROVE = {
    .name = "log prove",
    .en = "prove that an entry is in the log, or that an earlier log begins it",
    .fr = "prouver qu'une entrée est au journal, ou qu'un journal antérieur le commence",
    .more_en = "'inclusion N' is about entry N, 'consistency N [M]' about the log of N entries being\n"
               "the beginning of that of M. Prints hashes in base64, one a line; two logs of one\n"
               "size need none.\n",
    .more_fr = "« inclusion N » concerne l'entrée N, « consistency N [M] » que le journal de N entrées\n"
               "est le début de celui de M. Affiche des empreintes en base64, une par ligne ; deux\n"
               "journaux de même taille n'en demandent aucune.\n",
    .options = PROVE,
    .options_count = PROVE_OPTIONS,
    .operands = "inclusion|consistency N [M]",
    .operands_min = 2,
    .operands_max = 3,
    .run = run_prove,
};

/* ---- export ---- */

enum { EXPORT_DB, EXPORT_FIRST, EXPORT_LAST, EXPORT_OPTIONS };

static const struct cli_option EXPORT[EXPORT_OPTIONS] = {
    [EXPORT_DB] = CLI_OPTION_DB,
    [EXPORT_FIRST] = {.name = "first",
                      .kind = CLI_NUMBER,
                      .value = "N",
                      .min = 1,
                      .max = SPAN_INT_MAX,
                      .en = "from this entry on (default: the first)",
                      .fr = "à partir de cette entrée (par défaut : la première)"},
    [EXPORT_LAST] = {.name = "last",
                     .kind = CLI_NUMBER,
                     .value = "N",
                     .min = 1,
                     .max = SPAN_INT_MAX,
                     .en = "up to this entry (default: the last)",
                     .fr = "jusqu'à cette entrée (par défaut : la dernière)"},
};

struct export_run {
    struct cli *cli;
    bool any; /* entry was written */
};

static enum err on_line(void *context, const struct log_line *line, struct error *error)
{
    struct export_run *run = context;
    struct cli *cli = run->cli;
    run->any = true;
    enum err err = wire_log_entry(line, &cli->text, error);
    return err == ERR_OK && !cli_push(cli) ? ERR_END : err;
}

/* Nothing is an answer, as for a program that asks what is new; a person should not take it for the log. */
static enum err tell_none(struct cli *cli, struct service *service, int64_t first, struct error *error)
{
    char memory[128];
    struct strbuf line;
    int64_t size = 0;
    enum err err = service_log_size(service, &size, error);
    if (err != ERR_OK) {
        return err;
    }
    strbuf_wrap(&line, memory, sizeof(memory));
    if (size == 0) {
        strbuf_add(&line,
                   cli_say(cli, "dendro: the log has no entries yet", "dendro: le journal n'a pas encore d'entrée"));
    } else {
        strbuf_add(&line,
                   cli_say(cli, "dendro: there is no entry from ", "dendro: il n'y a pas d'entrée à partir de la "));
        strbuf_int(&line, first);
        strbuf_add(&line, cli_say(cli, " on: the log ends with entry ", " : le journal finit à l'entrée "));
        strbuf_int(&line, size);
    }
    cli_tell(cli, strbuf_span(&line));
    return ERR_OK;
}

static enum err export_log(struct cli *cli, struct service *service, const struct cli_arguments *arguments,
                           struct error *error)
{
    const struct cli_value *value = arguments->value;
    struct export_run run = {.cli = cli};
    int64_t first = value[EXPORT_FIRST].set ? value[EXPORT_FIRST].number : 1;
    enum err err =
        service_log(service, first, value[EXPORT_LAST].set ? value[EXPORT_LAST].number : 0, on_line, &run, error);
    return err == ERR_OK && !run.any ? tell_none(cli, service, first, error) : err;
}

static int run_export(struct cli *cli, const struct cli_arguments *arguments)
{
    return database_run(cli, arguments, &arguments->value[EXPORT_DB], SERVICE_READ, export_log);
}

static const struct command LOG_EXPORT = {
    .name = "log export",
    .en = "write the log, an entry a line, in JSON",
    .fr = "écrire le journal, une entrée par ligne, en JSON",
    .more_en = "This is what anybody needs to check the club's checkpoints. No names are in it.\n",
    .more_fr = "C'est ce qu'il faut pour vérifier les points de contrôle du club. Aucun nom n'y est.\n",
    .options = EXPORT,
    .options_count = EXPORT_OPTIONS,
    .run = run_export,
};

/* ---- check ---- */

enum { CHECK_LOG, CHECK_CHECKPOINT, CHECK_KEY, CHECK_PROOF, CHECK_OPTIONS };

static const struct cli_option CHECK[CHECK_OPTIONS] = {
    [CHECK_LOG] = {.name = "log",
                   .kind = CLI_WORD,
                   .hint = HINT_FILE,
                   .value = "FILE",
                   .en = "the log as 'dendro log export' wrote it",
                   .fr = "le journal écrit par « dendro log export »"},
    [CHECK_CHECKPOINT] = {.name = "checkpoint",
                          .kind = CLI_LIST,
                          .hint = HINT_FILE,
                          .value = "FILE",
                          .en = "a checkpoint that was kept; may be repeated",
                          .fr = "un point de contrôle gardé ; peut être répété"},
    [CHECK_KEY] = {.name = "key",
                   .kind = CLI_WORD,
                   .hint = HINT_FILE,
                   .value = "KEY",
                   .en = "the club's key, or a file with it: checks signatures",
                   .fr = "la clé du club, ou son fichier : vérifie les signatures"},
    [CHECK_PROOF] = {.name = "proof",
                     .kind = CLI_WORD,
                     .hint = HINT_FILE,
                     .value = "FILE",
                     .en = "a proof that 'dendro log prove' printed",
                     .fr = "une preuve affichée par « dendro log prove »"},
};

static const struct message MSG_CHECK = {
    ERR_USAGE, "usage.check",
    "give --log and --checkpoint, or --proof with two checkpoints, or --proof with --log and one checkpoint",
    "donnez --log et --checkpoint, ou --proof et deux points de contrôle, ou --proof avec --log et un seul"};

static int run_check(struct cli *cli, const struct cli_arguments *arguments)
{
    const char *log = arguments->value[CHECK_LOG].text;
    const char *proof = arguments->value[CHECK_PROOF].text;
    const char *key = arguments->value[CHECK_KEY].text;
    size_t count = arguments->pairs_count;
    struct kept_list list;
    struct error error;
    if (count == 0 || (proof && count != (log ? 1 : 2)) || (!proof && !log)) {
        return cli_finish(cli, error_raise(&error, &MSG_CHECK), &error);
    }
    int code = kept_read(cli, arguments->pair, count, key, &list);
    if (code == CLI_OK) {
        code = !proof ? check_log(cli, log, &list)
               : log  ? check_inclusion(cli, log, proof, &list.kept[0])
                      : check_consistency(cli, proof, &list.kept[0], &list.kept[1]);
    }
    kept_release(&list);
    return code;
}

static const struct command LOG_CHECK = {
    .name = "log check",
    .en = "check a log or a proof against checkpoints that were kept",
    .fr = "vérifier un journal ou une preuve avec les points de contrôle gardés",
    .more_en = "Needs no database and trusts nobody. With --log, every entry is hashed again and the\n"
               "root compared with each checkpoint. With --proof and two checkpoints, that the older\n"
               "log begins the newer one; with --proof, --log and one, that the log's first line is\n"
               "in it. Exit code: 0 unchanged; 1 changed, or a bad signature; 2 nothing was checked.\n",
    .more_fr = "Sans base et sans faire confiance à personne. Avec --log, chaque entrée est hachée à\n"
               "nouveau et la racine comparée. Avec --proof et deux points de contrôle : l'ancien\n"
               "journal commence le nouveau ; avec --proof, --log et un seul : la première ligne y\n"
               "est. Code de sortie : 0 inchangé ; 1 changé, ou signature fausse ; 2 rien de vérifié.\n",
    .options = CHECK,
    .options_count = CHECK_OPTIONS,
    .run = run_check,
};

static const struct command *const CHILDREN[] = {&LOG_CHECKPOINT, &LOG_KEY, &LOG_EXPORT, &LOG_PROVE, &LOG_CHECK};

const struct command command_log = {
    .name = "log",
    .en = "sign, export, prove and check the log",
    .fr = "signer, exporter, prouver et vérifier le journal",
    .options = DB,
    .options_count = LOG_OPTIONS,
    CLI_GROUP(CHILDREN),
};
