/*
 * Checking a log without the club's server: every leaf computed from the
 * entry itself, the tree grown from these leaves, and its root held against
 * the checkpoints that were kept. What a file says about its own hashes is
 * used for one thing only: to name the entry that was changed.
 */
#include "cli/log_check.h"

#include "base/log_entry.h"
#include "base/proof_text.h"
#include "base/system.h"
#include "cli/input.h"
#include "cli/text.h"
#include "wire/log.h"

#include "base/banned.h"

enum { LINE_SIZE = 4096, PROOF_TEXT = 64 << 10, BAR_FROM = 16 << 20 };

/* `FILE:LINE:COL: sentence` on standard output, or on standard error when nothing could be checked. */
static int tell_error(struct cli *cli, const char *file, const struct error *error, int code)
{
    char memory[LINE_SIZE];
    char sentence[LINE_SIZE / 2];
    struct strbuf line;
    strbuf_wrap(&line, memory, sizeof(memory));
    cli_add_position(&line, file, error);
    strbuf_add(&line, ": ");
    strbuf_add_span(&line, span_of(sentence, error_text(error, cli->lang, sentence, sizeof(sentence))));
    if (code == CLI_PROBLEM) {
        cli_print(cli, strbuf_span(&line));
    } else {
        cli_tell(cli, strbuf_span(&line));
    }
    return code;
}

/* ---- checkpoints ---- */

static const struct message MSG_ORIGIN = {ERR_MISMATCH, "checkpoint.other-log",
                                          "this is the checkpoint of another log: %1",
                                          "c'est le point de contrôle d'un autre journal : %1"};

struct key {
    char text[256];
    struct span origin; /* borrowed from `text` */
    uint8_t bytes[CHECKPOINT_PUBLIC];
};

/* The key as it was given: the line itself, or a file that holds it. */
static enum err read_key(struct cli *cli, const char *given, struct key *key, struct error *error)
{
    struct strbuf text;
    strbuf_wrap(&text, key->text, sizeof(key->text));
    if (strchr(given, '+') && checkpoint_parse_key(span_from(given), &key->origin, key->bytes, error) == ERR_OK) {
        return ERR_OK;
    }
    enum err err = input_slurp(cli, given, &text, error);
    return err == ERR_OK ? checkpoint_parse_key(strbuf_span(&text), &key->origin, key->bytes, error) : err;
}

static enum err read_checkpoint(struct cli *cli, const struct key *key, struct kept *kept, struct error *error)
{
    enum err err = input_slurp(cli, kept->file, &kept->text, error);
    if (err != ERR_OK) {
        return err;
    }
    err = checkpoint_parse(strbuf_span(&kept->text), key ? key->bytes : NULL, &kept->checkpoint, error);
    if (err != ERR_OK) {
        return err;
    }
    if (key && !span_equal(key->origin, kept->checkpoint.origin)) {
        return error_raise_span(error, &MSG_ORIGIN, kept->checkpoint.origin);
    }
    return ERR_OK;
}

static int read_one(struct cli *cli, const struct key *key, struct kept *kept)
{
    struct error error;
    enum err err = read_checkpoint(cli, key, kept, &error);
    if (err != ERR_OK) {
        return tell_error(cli, kept->file, &error, err == ERR_MISMATCH ? CLI_PROBLEM : CLI_FAILURE);
    }
    return CLI_OK;
}

int kept_read(struct cli *cli, const struct cli_pair *files, size_t count, const char *given, struct kept_list *list)
{
    struct key key;
    struct error error;
    int code = CLI_OK;
    list->count = 0;
    list->keyed = given != NULL;
    if (given && read_key(cli, given, &key, &error) != ERR_OK) {
        return tell_error(cli, given, &error, CLI_FAILURE);
    }
    for (size_t i = 0; i < count; i++) {
        struct kept kept = {.file = files[i].word[0]};
        strbuf_init(&kept.text, cli->allocator, CHECKPOINT_TEXT);
        int one = read_one(cli, given ? &key : NULL, &kept);
        code = one > code ? one : code;
        size_t at = list->count++;
        for (; at > 0 && list->kept[at - 1].checkpoint.size > kept.checkpoint.size; at--) {
            list->kept[at] = list->kept[at - 1];
        }
        list->kept[at] = kept;
    }
    return code;
}

void kept_release(struct kept_list *list)
{
    for (size_t i = 0; i < list->count; i++) {
        strbuf_release(&list->kept[i].text);
    }
    list->count = 0;
}

/* What ends every good answer. */
static void add_signature(const struct cli *cli, bool keyed, struct strbuf *out)
{
    strbuf_add(
        out, keyed ? cli_say(cli, ", signature good\n", ", signature bonne\n")
                   : cli_say(cli, ", signature not checked: no --key\n", ", signature non vérifiée : pas de --key\n"));
}

/* ---- a log against checkpoints ---- */

struct log_check {
    struct cli *cli;
    const char *file;
    const struct kept_list *list;
    struct merkle tree;
    size_t next;      /* the first checkpoint that has not been reached */
    uint64_t checked; /* size of the last one that agreed */
    bool changed;
};

static const struct message MSG_SEQ = {ERR_MISMATCH, "log.order", "entry %1 stands where entry %2 should be",
                                       "l'entrée %1 est là où devrait être l'entrée %2"};

static void add_quoted(struct log_check *check, const char *before, uint64_t size, const char *between)
{
    strbuf_add(&check->cli->text, before);
    strbuf_int(&check->cli->text, (int64_t)size);
    strbuf_add(&check->cli->text, between);
}

static void say_root(struct log_check *check, const struct kept *kept)
{
    const struct cli *cli = check->cli;
    struct strbuf *out = &check->cli->text;
    struct merkle_hash root;
    merkle_root(&check->tree, &root);
    if (merkle_equal(&root, &kept->checkpoint.root)) {
        check->checked = kept->checkpoint.size;
        return;
    }
    check->changed = true;
    add_quoted(check, cli_say(cli, "CHANGED: the first ", "MODIFIÉ : les "), kept->checkpoint.size,
               cli_say(cli, " entries are not those of ", " premières entrées ne sont pas celles de "));
    text_clean(out, span_from(kept->file));
    if (check->checked > 0) {
        add_quoted(check, cli_say(cli, "; the first ", " ; les "), check->checked,
                   cli_say(cli, " are unchanged", " premières sont inchangées"));
    }
    strbuf_add_char(out, '\n');
}

static void reach_checkpoints(struct log_check *check)
{
    const struct kept_list *list = check->list;
    while (check->next < list->count && list->kept[check->next].checkpoint.size == check->tree.size) {
        say_root(check, &list->kept[check->next++]);
    }
}

/* One entry: that its number is the next, its leaf what the file says, and then into the tree. */
static enum err take_entry(struct log_check *check, const struct log_line *line, uint32_t number, struct error *error)
{
    int64_t expected = (int64_t)check->tree.size + 1;
    struct merkle_hash stated;
    struct merkle_hash leaf;
    if (line->seq != expected) {
        enum err err = error_raise_int(error, &MSG_SEQ, line->seq);
        error_add_int(error, expected);
        error->line = number;
        error->column = 1;
        return err;
    }
    memcpy(stated.byte, line->leaf, sizeof(stated.byte));
    if (log_entry_check(line->seq, line->at, line->author, line->kind, line->game, line->body, &stated, error) !=
        ERR_OK) {
        check->changed = true;
        error->line = number;
        error->column = 1;
        (void)tell_error(check->cli, check->file, error, CLI_PROBLEM);
    }
    log_entry_leaf(line->seq, line->at, line->author, line->kind, line->game, line->body, &leaf);
    merkle_append(&check->tree, &leaf);
    reach_checkpoints(check);
    return ERR_OK;
}

/* The next entry of the file; ERR_END after the last one, and when output has failed. */
static enum err take_next(struct log_check *check, struct wire_log_reader *reader, struct error *error)
{
    struct log_line line;
    enum err err = wire_log_next(reader, &line, error);
    if (err != ERR_OK) {
        return err;
    }
    err = take_entry(check, &line, reader->line, error);
    if (err != ERR_OK) {
        return err;
    }
    return cli_push(check->cli) ? ERR_OK : ERR_END;
}

/* All entries of the file; what ends it early is in `error`. */
static enum err take_all(struct log_check *check, struct input *input, struct error *error)
{
    struct wire_log_reader reader;
    enum err err = ERR_OK;
    wire_log_reader_init(&reader, input_source(input), check->cli->allocator);
    reach_checkpoints(check);
    do {
        err = take_next(check, &reader, error);
    } while (err == ERR_OK);
    wire_log_reader_release(&reader);
    return err == ERR_END ? ERR_OK : err == ERR_IO ? system_raise(error, input->failed) : err;
}

/* Checkpoints of more entries than there are. */
static void say_missing(struct log_check *check)
{
    const struct cli *cli = check->cli;
    for (; check->next < check->list->count; check->next++) {
        const struct kept *kept = &check->list->kept[check->next];
        check->changed = true;
        add_quoted(check, cli_say(cli, "CHANGED: the log ends with entry ", "MODIFIÉ : le journal finit à l'entrée "),
                   check->tree.size, cli_say(cli, ", but ", ", mais "));
        text_clean(&check->cli->text, span_from(kept->file));
        add_quoted(check, cli_say(cli, " speaks of ", " en annonce "), kept->checkpoint.size, "\n");
    }
}

static void say_unchanged(struct log_check *check)
{
    const struct cli *cli = check->cli;
    add_quoted(check, cli_say(cli, "OK: the first ", "OK : les "), check->checked,
               cli_say(cli, " of ", " premières entrées sur "));
    add_quoted(check, "", check->tree.size,
               cli_say(cli, " entries are those of the checkpoint", " sont celles du point de contrôle"));
    add_signature(cli, check->list->keyed, &check->cli->text);
}

int check_log(struct cli *cli, const char *log, const struct kept_list *list)
{
    struct log_check check = {.cli = cli, .file = log, .list = list};
    struct input input;
    struct error error;
    merkle_init(&check.tree);
    enum err err = input_open(&input, cli, log, BAR_FROM, &error);
    if (err != ERR_OK) {
        return tell_error(cli, log, &error, cli_exit_code(err));
    }
    err = take_all(&check, &input, &error);
    input_close(&input);
    if (err != ERR_OK) {
        int code = tell_error(cli, log, &error, cli_exit_code(err));
        return check.changed && code < CLI_PROBLEM ? CLI_PROBLEM : code;
    }
    say_missing(&check);
    if (check.changed) {
        return CLI_PROBLEM;
    }
    say_unchanged(&check);
    return CLI_OK;
}

/* ---- proofs ---- */

static const struct message MSG_EMPTY = {ERR_SYNTAX, "log.empty", "there is no entry in it", "il n'y a pas d'entrée"};

static int read_proof(struct cli *cli, const char *file, struct merkle_proof *proof)
{
    struct strbuf text;
    struct error error;
    strbuf_init(&text, cli->allocator, PROOF_TEXT);
    bool good =
        input_slurp(cli, file, &text, &error) == ERR_OK && proof_parse(strbuf_span(&text), proof, &error) == ERR_OK;
    strbuf_release(&text);
    return good ? CLI_OK : tell_error(cli, file, &error, CLI_FAILURE);
}

int check_consistency(struct cli *cli, const char *file, const struct kept *older, const struct kept *newer)
{
    struct merkle_proof proof;
    int code = read_proof(cli, file, &proof);
    if (code != CLI_OK) {
        return code;
    }
    bool good = merkle_check_consistency(older->checkpoint.size, newer->checkpoint.size, &older->checkpoint.root,
                                         &newer->checkpoint.root, &proof);
    strbuf_add(&cli->text, good ? cli_say(cli, "OK: the log of ", "OK : le journal de ")
                                : cli_say(cli, "NOT PROVED: that the log of ", "NON PROUVÉ : que le journal de "));
    text_clean(&cli->text, span_from(older->file));
    strbuf_add(&cli->text, cli_say(cli, " is the beginning of that of ", " est le début de celui de "));
    text_clean(&cli->text, span_from(newer->file));
    strbuf_add_char(&cli->text, '\n');
    return good ? CLI_OK : CLI_PROBLEM;
}

static enum err first_entry(struct wire_log_reader *reader, int64_t *seq, struct merkle_hash *leaf, struct error *error)
{
    struct log_line line;
    enum err err = wire_log_next(reader, &line, error);
    if (err != ERR_OK) {
        return err == ERR_END ? error_raise(error, &MSG_EMPTY) : err;
    }
    *seq = line.seq;
    log_entry_leaf(line.seq, line.at, line.author, line.kind, line.game, line.body, leaf);
    return ERR_OK;
}

/* The first entry of the file: its number, and its leaf computed. */
static int read_entry(struct cli *cli, const char *file, int64_t *seq, struct merkle_hash *leaf)
{
    struct input input;
    struct wire_log_reader reader;
    struct error error;
    if (input_open(&input, cli, file, 0, &error) != ERR_OK) {
        return tell_error(cli, file, &error, CLI_FAILURE);
    }
    wire_log_reader_init(&reader, input_source(&input), cli->allocator);
    enum err err = first_entry(&reader, seq, leaf, &error);
    wire_log_reader_release(&reader);
    input_close(&input);
    return err == ERR_OK ? CLI_OK : tell_error(cli, file, &error, CLI_FAILURE);
}

int check_inclusion(struct cli *cli, const char *log, const char *file, const struct kept *kept)
{
    struct merkle_proof proof;
    struct merkle_hash leaf;
    int64_t seq = 0;
    int code = read_proof(cli, file, &proof);
    if (code != CLI_OK) {
        return code;
    }
    code = read_entry(cli, log, &seq, &leaf);
    if (code != CLI_OK) {
        return code;
    }
    bool good = seq > 0 &&
                merkle_check_inclusion(&leaf, (uint64_t)seq - 1, kept->checkpoint.size, &proof, &kept->checkpoint.root);
    strbuf_add(&cli->text, good ? cli_say(cli, "OK: entry ", "OK : l'entrée ")
                                : cli_say(cli, "NOT PROVED: that entry ", "NON PROUVÉ : que l'entrée "));
    strbuf_int(&cli->text, seq);
    strbuf_add(&cli->text, cli_say(cli, " is in the log of ", " est dans le journal de "));
    text_clean(&cli->text, span_from(kept->file));
    strbuf_add_char(&cli->text, '\n');
    return good ? CLI_OK : CLI_PROBLEM;
}
