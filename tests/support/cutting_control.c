/* A test's side of a cutting proxy: starts it, talks to it, ends it (cutting_proxy.h). */
#include "support/cmocka.h"

#include "support/cutting_proxy.h"

#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum { LINE = 256, SOCKET = 108, MOST_FILES = 1024 };

static const char HOST[] = "host=";
static const char NAME[] = "/.s.PGSQL.5432";

/* The folder in an address: its place and length. */
static const char *find_host(const char *url, size_t *length)
{
    const char *host = strstr(url, HOST);
    if (!host) {
        fail_msg("no %s in %s", HOST, url);
        return url;
    }
    host += strlen(HOST);
    *length = strcspn(host, "&");
    return host;
}

/* An answer, without its line feed. */
static void hear(struct cutting_proxy *proxy, char answer[LINE])
{
    size_t n = 0;
    while (n < LINE - 1 && read(proxy->control, &answer[n], 1) == 1 && answer[n] != '\n') {
        n++;
    }
    answer[n] = '\0';
}

/* The process: nothing of the test's is left open in it, and it does not outlive the test. */
static void be_the_proxy(const struct cutting_proxy *proxy, const char *there, int control)
{
    (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
    for (int file = STDERR_FILENO + 1; file < MOST_FILES; file++) {
        if (file != control) {
            (void)close(file);
        }
    }
    _exit(cutting_proxy_serve(proxy->socket, there, control, control) ? 0 : 1);
}

void cutting_proxy_start(struct cutting_proxy *proxy, const char *url)
{
    size_t length = 0;
    const char *host = find_host(url, &length);
    char there[SOCKET];
    assert_true(length + sizeof(NAME) <= sizeof(there));
    (void)snprintf(there, sizeof(there), "%.*s%s", (int)length, host, NAME);
    folder_make(proxy->folder, "proxy");
    (void)snprintf(proxy->socket, sizeof(proxy->socket), "%s%s", proxy->folder, NAME);
    int ends[2];
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
    (void)fflush(NULL);
    proxy->pid = fork();
    assert_true(proxy->pid >= 0);
    if (proxy->pid == 0) {
        be_the_proxy(proxy, there, ends[1]);
    }
    (void)close(ends[1]);
    proxy->control = ends[0];
    char answer[LINE];
    hear(proxy, answer);
    assert_string_equal(answer, "ok");
}

void cutting_proxy_url(const struct cutting_proxy *proxy, const char *url, char through[CUTTING_URL])
{
    size_t length = 0;
    const char *host = find_host(url, &length);
    int n = snprintf(through, CUTTING_URL, "%.*s%s%s", (int)(host - url), url, proxy->folder, host + length);
    assert_true(n > 0 && n < CUTTING_URL);
}

/* One line and its answer. */
static void ask(struct cutting_proxy *proxy, const char *line, char answer[LINE])
{
    assert_true(dprintf(proxy->control, "%s\n", line) > 0);
    hear(proxy, answer);
    if (strncmp(answer, "ok", 2) != 0) {
        fail_msg("the proxy was told '%s' and says '%s'", line, answer);
    }
}

void cutting_proxy_say(struct cutting_proxy *proxy, const char *format, ...)
{
    char line[LINE];
    char answer[LINE];
    va_list arguments;
    va_start(arguments, format);
    int n = vsnprintf(line, sizeof(line), format, arguments);
    va_end(arguments);
    assert_true(n > 0 && (size_t)n < sizeof(line));
    ask(proxy, line, answer);
}

struct cutting_counts cutting_proxy_count(struct cutting_proxy *proxy)
{
    char answer[LINE];
    ask(proxy, "count", answer);
    unsigned numbers[8] = {0};
    char *rest = answer + strlen("ok");
    for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++) {
        numbers[i] = (unsigned)strtoul(rest, &rest, 10);
    }
    return (struct cutting_counts){
        .front = numbers[0],
        .back = numbers[1],
        .connections = numbers[2],
        .open = numbers[3],
        .held = numbers[4],
        .cut = numbers[5],
        .lost = numbers[6],
        .trips = numbers[7],
    };
}

void cutting_proxy_stop(struct cutting_proxy *proxy)
{
    int status = 0;
    (void)close(proxy->control);
    assert_int_equal(waitpid(proxy->pid, &status, 0), proxy->pid);
    assert_int_equal(status, 0);
    folder_remove(proxy->folder);
}
