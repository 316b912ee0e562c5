/* Settings: every row is complete, each way of setting works and wins over the one before; every sentence of the daemon reads well. */
#include "support/cmocka.h"

#include "base/base64.h"
#include "cli/command.h"
#include "http/config.h"
#include "http/messages.h"
#include "wire/http_body.h"

#include <stdio.h>
#include <string.h>

static void every_setting_is_a_flag_and_the_other_way_round(void **unused)
{
    (void)unused;
    size_t count;
    const struct setting *settings = config_settings(&count);
    assert_int_equal(command_serve.options_count, count + 2); /* --config and --print-config */
    for (size_t i = 0; i < count; i++) {
        const struct cli_option *option = &command_serve.options[i];
        assert_string_equal(option->name, settings[i].name);
        assert_int_equal(option->kind == CLI_FLAG, settings[i].kind == SETTING_FLAG);
        assert_true(settings[i].en && settings[i].fr && settings[i].value);
        /* The help names the default. */
        char value[64];
        (void)snprintf(value, sizeof(value), "(%s)", settings[i].value);
        bool named = settings[i].kind == SETTING_NUMBER && strcmp(settings[i].value, "0") != 0;
        if (named && (!strstr(option->en, value) || !strstr(option->fr, value))) {
            fail_msg("the help of --%s does not say %s", settings[i].name, value);
        }
    }
}

static void a_printed_configuration_reads_back(void **unused)
{
    (void)unused;
    struct config config;
    struct config again;
    struct strbuf text;
    struct error error;
    config_init(&config);
    assert_int_equal(config.body_limit, 1 << 20);
    assert_string_equal(config.listen, "127.0.0.1:8080");
    assert_int_equal(config.readers, 0);
    assert_int_equal(config.reader_queue, 256);
    assert_int_equal(config.reader_queue_per_address, 64);
    assert_int_equal(config.answer_time, 1000);
    assert_int_equal(config_set(&config, SPAN_LITERAL("private"), SPAN_LITERAL("yes"), &error), ERR_OK);
    assert_int_equal(config_set(&config, SPAN_LITERAL("queue"), SPAN_LITERAL("7"), &error), ERR_OK);
    strbuf_init(&text, &allocator_heap, 1 << 16);
    config_print(&config, &text);
    config_init(&again);
    assert_int_equal(config_lines(&again, strbuf_span(&text), &error), ERR_OK);
    assert_memory_equal(&config, &again, sizeof(config));
    strbuf_release(&text);
}

static void wrong_settings_are_refused(void **unused)
{
    (void)unused;
    static const char *const lines[] = {"queue = 0\n",    "queue = many\n",     "colour = red\n",
                                        "queue\n",        "private = maybe\n",  "threads = 65\n",
                                        "readers = 65\n", "reader-queue = 0\n", "answer-time = 9\n",
                                        "= 3\n",          "host = https://x\n", "host = *.example\n"};
    struct config config;
    struct error error;
    config_init(&config);
    for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
        char text[64] = "# first\n\n";
        memcpy(text + 9, lines[i], strlen(lines[i]) + 1);
        assert_int_equal(config_lines(&config, span_from(text), &error), ERR_USAGE);
        assert_int_equal(error.line, 3);
    }
    assert_int_equal(config.queue, 1024);
    assert_int_equal(config_lines(&config, SPAN_LITERAL(" queue=9 \r\n"), &error), ERR_OK);
    assert_int_equal(config.queue, 9);
}

/* Each number at both of its ends and just beyond them; a text as long as there is room for. */
static void every_setting_has_its_limits(void **unused)
{
    (void)unused;
    size_t count;
    const struct setting *settings = config_settings(&count);
    struct error error;
    char text[CONFIG_TEXT + 2];
    for (size_t i = 0; i < count; i++) {
        const struct setting *one = &settings[i];
        struct config config;
        config_init(&config);
        for (int64_t beyond = 0; one->kind == SETTING_NUMBER && beyond <= 1; beyond++) {
            (void)snprintf(text, sizeof(text), "%lld", (long long)(one->max + beyond));
            assert_int_equal(config_set(&config, span_from(one->name), span_from(text), &error),
                             beyond ? ERR_USAGE : ERR_OK);
            (void)snprintf(text, sizeof(text), "%lld", (long long)(one->min - beyond));
            assert_int_equal(config_set(&config, span_from(one->name), span_from(text), &error),
                             beyond ? ERR_USAGE : ERR_OK);
        }
        for (size_t length = CONFIG_TEXT - 1; one->kind == SETTING_TEXT && length <= CONFIG_TEXT; length++) {
            bool host = strcmp(one->name, "host") == 0; /* no name is that long, but a list is */
            memset(text, host ? '*' : 'x', length);
            for (size_t k = 1; host && k < length; k += 2) {
                text[k] = ' ';
            }
            assert_int_equal(config_set(&config, span_from(one->name), span_of(text, length), &error),
                             length < CONFIG_TEXT ? ERR_OK : ERR_USAGE);
        }
        if (one->kind == SETTING_TEXT) {
            assert_int_equal(config_set(&config, span_from(one->name), SPAN_LITERAL("a\0b"), &error), ERR_USAGE);
            assert_int_equal(config_set(&config, span_from(one->name), SPAN_LITERAL(""), &error), ERR_OK);
            assert_string_equal((const char *)&config + one->offset, "");
        }
    }
    assert_true(error.message == &HTTP_MSG_SETTING_VALUE);
}

static void a_flag_is_said_in_four_ways(void **unused)
{
    (void)unused;
    static const char *const words[] = {"yes", "no", "1", "0"};
    struct config config;
    struct error error;
    config_init(&config);
    for (size_t i = 0; i < 4; i++) {
        assert_int_equal(config_set(&config, SPAN_LITERAL("private"), span_from(words[i]), &error), ERR_OK);
        assert_int_equal(config.private_reads, i % 2 == 0);
    }
    assert_int_equal(config_set(&config, SPAN_LITERAL("privat"), SPAN_LITERAL("yes"), &error), ERR_USAGE);
    assert_true(error.message == &HTTP_MSG_SETTING);
}

/* For `ulimit -n`: what each connection, each thread and each export keeps open. */
static void files_are_counted(void **unused)
{
    (void)unused;
    struct config config;
    config_init(&config);
    config.connections = 100;
    config.streams = 8;
    config.imports = 6;
    config.threads = 5;
    assert_int_equal(config_files(&config), 100 + 6 + 3 * (5 + 8) + 128);
    config.threads = 1;
    assert_int_equal(config_files(&config), 100 + 6 + 3 * (1 + 8) + 128);
    config.threads = 0;
    assert_true(config_files(&config) >= 100 + 3 * (1 + 8) + 128);
}

static char *environment(const char *name)
{
    static char value[] = "11";
    static char empty[] = "";
    return strcmp(name, "DENDRO_BODY_LIMIT") == 0 ? value : strcmp(name, "DENDRO_QUEUE") == 0 ? value : empty;
}

static void the_environment_is_asked(void **unused)
{
    (void)unused;
    struct config config;
    struct error error;
    config_init(&config);
    assert_int_equal(config_environment(&config, environment, &error), ERR_USAGE); /* 11 bytes are no body limit */
    assert_int_equal(config.queue, 1024);
    assert_string_equal(error.arg[0], "body-limit");
}

static void addresses_are_split(void **unused)
{
    (void)unused;
    static const struct {
        const char *text;
        const char *host; /* NULL: refused */
        unsigned port;
        bool six;
    } cases[] = {{"127.0.0.1:8080", "127.0.0.1", 8080, false},
                 {"[::1]:0", "::1", 0, true},
                 {"0.0.0.0:65535", "0.0.0.0", 65535, false},
                 {"127.0.0.1", NULL, 0, false},
                 {":80", NULL, 0, false},
                 {"::1:80", NULL, 0, false},
                 {"127.0.0.1:65536", NULL, 0, false},
                 {"[]:80", NULL, 0, false},
                 {"[:80", "[", 80, false}, /* no such host: binding says so */
                 {"]:80", "]", 80, false},
                 {"[]", NULL, 0, false},
                 {"", NULL, 0, false},
                 {"1.2.3.4:", NULL, 0, false},
                 {"1.2.3.4:-1", NULL, 0, false},
                 {"a:1", "a", 1, false},
                 {"[a]:1", "a", 1, true}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct config config;
        struct error error;
        char host[64];
        uint16_t port = 1;
        bool six;
        config_init(&config);
        assert_int_equal(config_set(&config, SPAN_LITERAL("listen"), span_from(cases[i].text), &error), ERR_OK);
        enum err err = config_address(&config, host, &port, &six, &error);
        assert_int_equal(err, cases[i].host ? ERR_OK : ERR_USAGE);
        if (cases[i].host) {
            assert_string_equal(host, cases[i].host);
            assert_int_equal(port, cases[i].port);
            assert_int_equal(six, cases[i].six);
        }
    }
}

static void check_sentences(const struct message *const *messages, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        assert_true(strchr(messages[i]->id, '.') != NULL);
        assert_true(strlen(messages[i]->en) > 3 && strlen(messages[i]->fr) > 3);
        assert_true(messages[i]->code != ERR_OK);
        for (size_t j = 0; j < i; j++) {
            assert_string_not_equal(messages[i]->id, messages[j]->id);
        }
    }
}

static void every_sentence_is_there_twice(void **unused)
{
    (void)unused;
    size_t count;
    const struct message *const *messages = http_messages(&count);
    check_sentences(messages, count);
    messages = wire_body_messages(&count);
    check_sentences(messages, count);
    for (enum err code = ERR_USAGE; code <= ERR_BUSY; code++) {
        const struct message message = {code, "x.y", "one", "un"};
        struct error error;
        assert_int_equal(error_raise(&error, &message), code);
        int status = http_status(&error);
        assert_true(status >= 400 && status < 600);
        assert_true(strlen(http_title(status, LANG_FR)) > 3);
    }
}

static void every_error_has_its_status(void **unused)
{
    (void)unused;
    static const struct {
        enum err code;
        int status;
    } cases[] = {{ERR_USAGE, 400},     {ERR_SYNTAX, 400},   {ERR_ENCODING, 400}, {ERR_RULE, 422},  {ERR_MISMATCH, 422},
                 {ERR_NOT_FOUND, 404}, {ERR_CONFLICT, 409}, {ERR_DENIED, 403},   {ERR_LIMIT, 413}, {ERR_MEMORY, 503},
                 {ERR_IO, 503},        {ERR_CORRUPT, 500},  {ERR_BUSY, 503},     {ERR_END, 200}};
    struct error error = {.message = NULL};
    assert_int_equal(http_status(&error), 500);
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        const struct message message = {cases[i].code, "x.y", "one", "un"};
        (void)!error_raise(&error, &message);
        assert_int_equal(http_status(&error), cases[i].status);
    }
    /* A message of this room has its own, whatever its code says. */
    (void)!error_raise(&error, &HTTP_MSG_HEADER_SIZE);
    assert_int_equal(http_status(&error), 431);
    (void)!error_raise(&error, &HTTP_MSG_VERSION);
    assert_int_equal(http_status(&error), 505);
    (void)!error_raise(&error, &HTTP_MSG_READERS_ADDRESS);
    assert_int_equal(http_status(&error), 429);
    size_t count;
    const struct message *const *messages = http_messages(&count);
    (void)!error_raise(&error, messages[0]);
    assert_true(http_status(&error) >= 400);
    assert_true(messages[count - 1] == &HTTP_MSG_DAEMON); /* of the start: no answer has it */
    (void)!error_raise(&error, messages[count - 1]);
    assert_int_equal(http_status(&error), 0);
    assert_string_equal(http_title(400, LANG_EN), "The request cannot be understood");
    assert_string_equal(http_title(505, LANG_FR), "Une autre version de HTTP");
    assert_string_equal(http_title(500, LANG_EN), "Server error");
    assert_string_equal(http_title(599, LANG_FR), "Erreur du serveur");
}

static void base64url_goes_both_ways(void **unused)
{
    (void)unused;
    static const struct {
        const char *bytes;
        const char *text;
    } cases[] = {{"", ""}, {"f", "Zg"}, {"fo", "Zm8"}, {"foo", "Zm9v"}, {"foob", "Zm9vYg"}, {"\xfb\xff", "-_8"}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct strbuf out;
        uint8_t back[16];
        size_t size = 99;
        strbuf_init(&out, &allocator_heap, 100);
        base64url_add(&out, cases[i].bytes, strlen(cases[i].bytes));
        assert_string_equal(strbuf_text(&out), cases[i].text);
        assert_true(base64url_read(strbuf_span(&out), back, sizeof(back), &size));
        assert_int_equal(size, strlen(cases[i].bytes));
        assert_memory_equal(back, cases[i].bytes, size);
        strbuf_release(&out);
    }
    static const char *const wrong[] = {"Z", "Zg=", "Zh", "Zm9", "Z g", "Zm9vYmFyZm9vYmFyZm9vYmFy", "Zm9vZ"};
    for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
        uint8_t back[16];
        size_t size;
        assert_false(base64url_read(span_from(wrong[i]), back, sizeof(back), &size));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_setting_is_a_flag_and_the_other_way_round),
        cmocka_unit_test(a_printed_configuration_reads_back),
        cmocka_unit_test(wrong_settings_are_refused),
        cmocka_unit_test(every_setting_has_its_limits),
        cmocka_unit_test(a_flag_is_said_in_four_ways),
        cmocka_unit_test(files_are_counted),
        cmocka_unit_test(the_environment_is_asked),
        cmocka_unit_test(addresses_are_split),
        cmocka_unit_test(every_sentence_is_there_twice),
        cmocka_unit_test(every_error_has_its_status),
        cmocka_unit_test(base64url_goes_both_ways),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
