/*
 * Checking a log without the club's server: every leaf computed from the
 * entry itself, the tree grown from these leaves, and its root held against
 * the checkpoints that were kept. What a file says about its own hashes is
 * used for one thing only: to tell which entry was changed.
 */
#include "cli/log_check.h"

#include "base/log_entry.h"
#include "base/proof_text.h"
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
    strbuf_add(&line, file);
    if (error->line > 0) {
        strbuf_add_char(&line, ':');
        strbuf_int(&line, error->line);
        strbuf_add_char(&line, ':');
        strbuf_int(&line, error->column);
    }
    strbuf_add(&line, ": ");
    strbuf_add_span(&line, span_of(sentence, error_text(error, cli->lang, sentence, sizeof(sentence))));
    if (code == CLI_PROBLEM) {
        text_clean(&cli->text, strbuf_span(&line));
        strbuf_add_char(&cli->text, '\n');
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

static int read_one(struct cli *cli, const struct key *key, struct kept *kept)
{
    struct error error;
    enum err err = input_slurp(cli, kept->file, &kept->text, &error);
    if (err == ERR_OK) {
        err = checkpoint_parse(strbuf_span(&kept->text), key ? key->bytes : NULL, &kept->checkpoint, &error);
    }
    if (err == ERR_OK && key && !span_equal(key->origin, kept->checkpoint.origin)) {
        err = error_raise_span(&error, &MSG_ORIGIN, kept->checkpoint.origin);
    }
    if (err == ERR_OK) {
        return CLI_OK;
    }
    return tell_error(cli, kept->file, &error, err == ERR_MISMATCH ? CLI_PROBLEM : CLI_FAILURE);
}

int kept_read(struct cli *cli, const char *const (*files)[2], size_t count, const char *given, struct kept_list *list)
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
        struct kept kept = {.file = files[i][0]};
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

/* ---- the whole log ---- */

struct whole {
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

static void add_quoted(struct whole *whole, const char *before, uint64_t size, const char *between)
{
    strbuf_add(&whole->cli->text, before);
    strbuf_int(&whole->cli->text, (int64_t)size);
    strbuf_add(&whole->cli->text, between);
}

static void say_root(struct whole *whole, const struct kept *kept)
{
    const struct cli *cli = whole->cli;
    struct strbuf *out = &whole->cli->text;
    struct merkle_hash root;
    merkle_root(&whole->tree, &root);
    if (merkle_equal(&root, &kept->checkpoint.root)) {
        whole->checked = kept->checkpoint.size;
        return;
    }
    whole->changed = true;
    add_quoted(whole, cli_say(cli, "CHANGED: the first ", "MODIFIÉ : les "), kept->checkpoint.size,
               cli_say(cli, " entries are not those of ", " premières entrées ne sont pas celles de "));
    text_clean(out, span_from(kept->file));
    if (whole->checked > 0) {
        add_quoted(whole, cli_say(cli, "; the first ", " ; les "), whole->checked,
                   cli_say(cli, " are unchanged", " premières sont inchangées"));
    }
    strbuf_add_char(out, '\n');
}

static void reach_checkpoints(struct whole *whole)
{
    const struct kept_list *list = whole->list;
    while (whole->next < list->count && list->kept[whole->next].checkpoint.size == whole->tree.size) {
        say_root(whole, &list->kept[whole->next++]);
    }
}

/* One entry: in its place, as its own leaf says, and into the tree. */
static enum err take_entry(struct whole *whole, const struct log_line *line, uint32_t number, struct error *error)
{
    int64_t expected = (int64_t)whole->tree.size + 1;
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
        whole->changed = true;
        error->line = number;
        error->column = 1;
        (void)tell_error(whole->cli, whole->file, error, CLI_PROBLEM);
    }
    log_entry_leaf(line->seq, line->at, line->author, line->kind, line->game, line->body, &leaf);
    merkle_append(&whole->tree, &leaf);
    reach_checkpoints(whole);
    return ERR_OK;
}

/* All entries of the file; what ends it early is in `error`. */
static enum err take_all(struct whole *whole, struct input *input, struct error *error)
{
    struct wire_log_reader reader;
    struct log_line line;
    enum err err = ERR_OK;
    wire_log_reader_init(&reader, input_source(input), whole->cli->allocator);
    reach_checkpoints(whole);
    while (err == ERR_OK) {
        err = wire_log_next(&reader, &line, error);
        if (err == ERR_OK) {
            err = take_entry(whole, &line, reader.line, error);
        }
        if (err == ERR_OK && !cli_push(whole->cli)) {
            err = ERR_END;
        }
    }
    wire_log_reader_release(&reader);
    return err == ERR_END ? ERR_OK : err == ERR_IO ? cli_raise_errno(error, input->failed) : err;
}

/* Checkpoints of more entries than there are. */
static void say_missing(struct whole *whole)
{
    const struct cli *cli = whole->cli;
    for (; whole->next < whole->list->count; whole->next++) {
        const struct kept *kept = &whole->list->kept[whole->next];
        whole->changed = true;
        add_quoted(whole, cli_say(cli, "CHANGED: the log ends with entry ", "MODIFIÉ : le journal finit à l'entrée "),
                   whole->tree.size, cli_say(cli, ", but ", ", mais "));
        text_clean(&whole->cli->text, span_from(kept->file));
        add_quoted(whole, cli_say(cli, " speaks of ", " en annonce "), kept->checkpoint.size, "\n");
    }
}

static void say_unchanged(struct whole *whole)
{
    const struct cli *cli = whole->cli;
    add_quoted(whole, cli_say(cli, "OK: the first ", "OK : les "), whole->checked,
               cli_say(cli, " of ", " premières entrées sur "));
    add_quoted(whole, "", whole->tree.size,
               cli_say(cli, " entries are those of the checkpoint", " sont celles du point de contrôle"));
    add_signature(cli, whole->list->keyed, &whole->cli->text);
}

int check_whole_log(struct cli *cli, const char *log, const struct kept_list *list)
{
    struct whole whole = {.cli = cli, .file = log, .list = list};
    struct input input;
    struct error error;
    int code = CLI_OK;
    merkle_init(&whole.tree);
    enum err err = input_open(&input, cli, log, BAR_FROM, &error);
    if (err == ERR_OK) {
        err = take_all(&whole, &input, &error);
    }
    input_close(&input);
    if (err != ERR_OK) {
        code = tell_error(cli, log, &error, cli_exit_code(err));
    } else {
        say_missing(&whole);
    }
    if (whole.changed) {
        return code > CLI_PROBLEM ? code : CLI_PROBLEM;
    }
    if (code == CLI_OK) {
        say_unchanged(&whole);
    }
    return code;
}

/* ---- proofs ---- */

static const struct message MSG_EMPTY = {ERR_SYNTAX, "log.empty", "there is no entry in it", "il n'y a pas d'entrée"};

static int read_proof(struct cli *cli, const char *file, struct merkle_proof *proof)
{
    struct strbuf text;
    struct error error;
    strbuf_init(&text, cli->allocator, PROOF_TEXT);
    enum err err = input_slurp(cli, file, &text, &error);
    if (err == ERR_OK) {
        err = proof_parse(strbuf_span(&text), proof, &error);
    }
    strbuf_release(&text);
    return err == ERR_OK ? CLI_OK : tell_error(cli, file, &error, CLI_FAILURE);
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

/* The first entry of the file: its number, and its leaf computed. */
static int read_entry(struct cli *cli, const char *file, int64_t *seq, struct merkle_hash *leaf)
{
    struct input input;
    struct wire_log_reader reader;
    struct log_line line;
    struct error error;
    enum err err = input_open(&input, cli, file, 0, &error);
    if (err == ERR_OK) {
        wire_log_reader_init(&reader, input_source(&input), cli->allocator);
        err = wire_log_next(&reader, &line, &error);
        if (err == ERR_OK) {
            *seq = line.seq;
            log_entry_leaf(line.seq, line.at, line.author, line.kind, line.game, line.body, leaf);
        } else if (err == ERR_END) {
            err = error_raise(&error, &MSG_EMPTY);
        }
        wire_log_reader_release(&reader);
    }
    input_close(&input);
    return err == ERR_OK ? CLI_OK : tell_error(cli, file, &error, CLI_FAILURE);
}

int check_inclusion(struct cli *cli, const char *log, const char *file, const struct kept *kept)
{
    struct merkle_proof proof;
    struct merkle_hash leaf;
    int64_t seq = 0;
    int code = read_proof(cli, file, &proof);
    if (code == CLI_OK) {
        code = read_entry(cli, log, &seq, &leaf);
    }
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
