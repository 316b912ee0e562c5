/* dendro move: a club goes from a file to a server, back, or elsewhere of its kind. */
#include "cli/bar.h"
#include "cli/database.h"
#include "service/move.h"

#include "base/banned.h"

enum { MOVE_FROM, MOVE_TO, MOVE_REOPEN, MOVE_OPTIONS };

static const struct cli_option MOVE[MOVE_OPTIONS] = {
    [MOVE_FROM] = {.name = "from",
                   .kind = CLI_WORD,
                   .required = true,
                   .hint = HINT_FILE,
                   .value = "ADDRESS",
                   .en = "where the club is: a file, or postgresql://HOST/DATABASE#SLUG",
                   .fr = "où est le club : un fichier, ou postgresql://HÔTE/BASE#NOM"},
    [MOVE_TO] = {.name = "to",
                 .kind = CLI_WORD,
                 .hint = HINT_FILE,
                 .value = "ADDRESS",
                 .en = "where it goes; there must be no club yet",
                 .fr = "où il va ; il ne doit pas encore y avoir de club"},
    [MOVE_REOPEN] = {.name = "reopen",
                     .kind = CLI_FLAG,
                     .en = "let the club at --from, which was moved, take changes again",
                     .fr = "permettre à nouveau les modifications du club déplacé (--from)"},
};

static const struct message MSG_WHICH = {ERR_USAGE, "usage.move", "say where to: either --to ADDRESS or --reopen",
                                         "dites où : soit --to ADRESSE, soit --reopen"};

static void on_progress(void *context, int64_t done, int64_t total)
{
    bar_draw(context, done, total);
}

/* `moved: 1234 entries`, and what has become of the source. */
static void add_summary(const struct cli *cli, const struct move_summary *summary, struct strbuf *out)
{
    strbuf_add(out, summary->ended ? cli_say(cli, "ended an earlier move: ", "fin d'un déplacement antérieur : ")
                                   : cli_say(cli, "moved: ", "déplacé : "));
    strbuf_int(out, summary->entries);
    strbuf_add(out, summary->entries == 1 ? cli_say(cli, " entry", " entrée") : cli_say(cli, " entries", " entrées"));
    strbuf_add(out, cli_say(cli, "; the old place can only be read from now on\n",
                            " ; l'ancien emplacement ne peut plus qu'être lu\n"));
}

static int run_move(struct cli *cli, const struct cli_arguments *arguments)
{
    const char *from = arguments->value[MOVE_FROM].text;
    bool reopen = arguments->value[MOVE_REOPEN].set;
    struct service_options options = database_options(cli);
    struct move_summary summary;
    struct bar bar;
    struct error error;
    if (reopen == arguments->value[MOVE_TO].set) {
        int code = cli_exit_code(error_raise(&error, &MSG_WHICH));
        cli_complain(cli, &error);
        return code;
    }
    if (reopen) {
        enum err err = service_move_reopen(from, &options, &error);
        return cli_finish(cli, err, &error);
    }
    bar_init(&bar, cli, false);
    enum err err = service_move(from, arguments->value[MOVE_TO].text, &options, on_progress, &bar, &summary, &error);
    bar_wipe(&bar);
    if (err == ERR_OK) {
        add_summary(cli, &summary, &cli->text);
    }
    return cli_finish(cli, err, &error);
}

const struct command command_move = {
    .name = "move",
    .en = "move the club to another file or to a server",
    .fr = "déplacer le club dans un autre fichier ou sur un serveur",
    .more_en = "Everything goes over byte for byte, keys, tokens and checkpoints included; statistics are\n"
               "made anew there. Nobody can write meanwhile. Afterwards the club at --from can only be\n"
               "read, and says where it went. A move that was interrupted is ended by the same command.\n"
               "--reopen, on purpose: there are two clubs then, and nothing brings them together again.\n",
    .more_fr = "Tout est repris octet pour octet, clés, jetons et points de contrôle compris ; les\n"
               "statistiques sont refaites là-bas. Personne ne peut écrire pendant ce temps. Ensuite le\n"
               "club de --from ne peut plus qu'être lu, et dit où il est. Un déplacement interrompu se\n"
               "finit par la même commande. --reopen, à dessein : il y a alors deux clubs, que rien ne\n"
               "réunit plus.\n",
    .options = MOVE,
    .options_count = MOVE_OPTIONS,
    .run = run_move,
};
