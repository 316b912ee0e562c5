/* Which Host headers a server answers to: as many ways to write a name as there are, and those of somebody else. */
#include "support/cmocka.h"

#include "http/host.h"

static void names_are_told_from_ports(void **unused)
{
    (void)unused;
    static const struct {
        const char *text;
        const char *name; /* NULL: none */
    } cases[] = {
        {"club.example", "club.example"},
        {"club.example:8080", "club.example"},
        {"club.example.", "club.example"},
        {"club.example.:443", "club.example"},
        {"club.example:", "club.example"},
        {" localhost ", "localhost"},
        {"127.0.0.1:1", "127.0.0.1"},
        {"[::1]", "[::1]"},
        {"[::1]:8080", "[::1]"},
        {"[0:0::1]", "[0:0::1]"},
        {"m\xc3\xbcnchen.example", "m\xc3\xbcnchen.example"},
        {"", NULL},
        {".", NULL},
        {":80", NULL},
        {"::1", NULL},
        {"[::1", NULL},
        {"[::1]x", NULL},
        {"[]", NULL},
        {"[club.example]", NULL},
        {"club.example:port", NULL},
        {"club.example:123456", NULL},
        {"a b", NULL},
        {"a/b", NULL},
        {"user@club.example", NULL},
        {"http://club.example", NULL},
        {"*", NULL},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct span name;
        bool good = host_name(span_from(cases[i].text), &name);
        if (good != (cases[i].name != NULL) || (good && !span_is(name, cases[i].name))) {
            fail_msg("'%s'", cases[i].text);
        }
    }
}

static void loopback_has_many_names(void **unused)
{
    (void)unused;
    static const char *const yes[] = {"localhost", "LocalHost",         "127.0.0.1",         "127.1.2.3",
                                      "[::1]",     "[0:0:0:0:0:0:0:1]", "[::ffff:127.0.0.1]"};
    static const char *const no[] = {
        "localhost.example", "notlocalhost", "127.0.0.1.example", "128.0.0.1", "[::2]", "127.1", "0.0.0.0", "example"};
    for (size_t i = 0; i < sizeof(yes) / sizeof(yes[0]); i++) {
        assert_true(host_is_loopback(span_from(yes[i])));
    }
    for (size_t i = 0; i < sizeof(no) / sizeof(no[0]); i++) {
        assert_false(host_is_loopback(span_from(no[i])));
    }
}

static void a_list_says_who_may_come(void **unused)
{
    (void)unused;
    static const struct {
        const char *list;
        const char *listen;
        const char *header;
        bool allowed;
    } cases[] = {
        {"", "127.0.0.1:8080", "127.0.0.1:8080", true},
        {"", "127.0.0.1:8080", "localhost", true},
        {"", "127.0.0.1:8080", "localhost.:99", true},
        {"", "127.0.0.1:8080", "[::1]:8080", true},
        {"", "127.0.0.1:8080", "evil.example", false},
        {"", "127.0.0.1:8080", "127.0.0.1.evil.example:8080", false},
        {"", "127.0.0.1:8080", "", false},
        {"", "[::1]:8080", "localhost", true},
        {"", "[::1]:8080", "evil.example", false},
        {"", "0.0.0.0:8080", "evil.example", true},
        {"", "[::]:8080", "evil.example", true},
        {"*", "127.0.0.1:8080", "evil.example", true},
        {"*", "127.0.0.1:8080", "a b", true},
        {"club.example", "0.0.0.0:80", "CLUB.example.:8443", true},
        {"club.example", "0.0.0.0:80", "www.club.example", false},
        {"club.example", "127.0.0.1:80", "localhost", false},
        {"club.example, localhost", "127.0.0.1:80", "localhost:80", true},
        {" club.example\t[2001:db8::1],", "0.0.0.0:80", "[2001:DB8:0::1]:80", true},
        {"club.example:8080", "0.0.0.0:80", "club.example", true},
        {"club.example", "0.0.0.0:80", "", false},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        if (host_allowed(span_from(cases[i].list), span_from(cases[i].listen), span_from(cases[i].header)) !=
            cases[i].allowed) {
            fail_msg("'%s' of '%s' at %s", cases[i].header, cases[i].list, cases[i].listen);
        }
    }
    assert_true(host_list_ok(SPAN_LITERAL("")));
    assert_true(host_list_ok(SPAN_LITERAL("a,b [::1] *")));
    assert_false(host_list_ok(SPAN_LITERAL("https://a")));
    assert_false(host_list_ok(SPAN_LITERAL("*.example")));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_are_told_from_ports),
        cmocka_unit_test(loopback_has_many_names),
        cmocka_unit_test(a_list_says_who_may_come),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
