/* The loop of a cutting proxy: one thread that waits for connections, messages and lines at once (cutting_proxy.h). */
#include "support/cutting_lane.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

enum { LINE = 256, FIXED = 2, POLLS = FIXED + 2 * CUTTING_LINKS, BACKLOG = 64 };

struct proxy {
    struct cutting_state state;
    const char *there;
    int listening;
    int in;
    int out;
    char line[LINE];
    size_t length;
};

/* --- what it is told -------------------------------------------------------------------------------------------- */

static void do_reset(struct cutting_state *state)
{
    unsigned open = state->counts.open;
    unsigned held = state->counts.held;
    state->rules.count = 0;
    state->counts = (struct cutting_counts){.open = open, .held = held};
    for (size_t i = 0; i < CUTTING_LINKS; i++) {
        state->links[i].number = 0;
    }
}

static void release_lane(struct cutting_state *state, struct cutting_lane *lane)
{
    if (lane->held) {
        lane->held = false;
        state->counts.held--;
    }
}

static void do_release(struct cutting_state *state)
{
    for (size_t i = 0; i < CUTTING_LINKS; i++) {
        if (state->links[i].used) {
            release_lane(state, &state->links[i].front);
            release_lane(state, &state->links[i].back);
        }
    }
}

static void do_cut(struct cutting_state *state)
{
    for (size_t i = 0; i < CUTTING_LINKS; i++) {
        if (state->links[i].used) {
            state->counts.cut++;
            cutting_link_close(state, &state->links[i]);
        }
    }
}

static void do_nothing(struct cutting_state *state)
{
    (void)state;
}

static void do_refuse(struct cutting_state *state)
{
    state->refuses = true;
}

static void do_accept(struct cutting_state *state)
{
    state->refuses = false;
}

static void do_trace(struct cutting_state *state)
{
    state->traces = true;
}

static void do_not_trace(struct cutting_state *state)
{
    state->traces = false;
}

static const struct {
    const char *line;
    void (*run)(struct cutting_state *state);
} COMMANDS[] = {
    {"reset", do_reset},       {"release", do_release},  {"cut", do_cut},         {"count", do_nothing},
    {"refuse yes", do_refuse}, {"refuse no", do_accept}, {"trace yes", do_trace}, {"trace no", do_not_trace},
};

/* Every answer has the counts: a caller reads them or not. */
static void obey(struct proxy *proxy, const char *line)
{
    struct cutting_state *state = &proxy->state;
    bool known = cutting_rules_read(&state->rules, line);
    for (size_t i = 0; i < sizeof(COMMANDS) / sizeof(COMMANDS[0]) && !known; i++) {
        if (strcmp(line, COMMANDS[i].line) == 0) {
            COMMANDS[i].run(state);
            known = true;
        }
    }
    const struct cutting_counts *counts = &state->counts;
    if (known) {
        (void)dprintf(proxy->out, "ok %u %u %u %u %u %u %u %u\n", counts->front, counts->back, counts->connections,
                      counts->open, counts->held, counts->cut, counts->lost, counts->trips);
    } else {
        (void)dprintf(proxy->out, "error: not understood, or too many rules: %s\n", line);
    }
}

/* False when nobody tells it anything any more. */
static bool listen_to_control(struct proxy *proxy)
{
    ssize_t n = read(proxy->in, proxy->line + proxy->length, LINE - 1 - proxy->length);
    if (n <= 0) {
        return n < 0 && errno == EINTR;
    }
    proxy->length += (size_t)n;
    for (;;) {
        proxy->line[proxy->length] = '\0';
        char *end = memchr(proxy->line, '\n', proxy->length);
        if (!end) {
            return proxy->length < LINE - 1;
        }
        *end = '\0';
        obey(proxy, proxy->line);
        size_t used = (size_t)(end + 1 - proxy->line);
        proxy->length -= used;
        memmove(proxy->line, end + 1, proxy->length);
    }
}

/* --- connections ------------------------------------------------------------------------------------------------ */

static bool address_of(const char *path, struct sockaddr_un *address)
{
    *address = (struct sockaddr_un){.sun_family = AF_UNIX};
    if (strlen(path) >= sizeof(address->sun_path)) {
        return false;
    }
    memcpy(address->sun_path, path, strlen(path) + 1);
    return true;
}

static int connect_to(const char *path)
{
    struct sockaddr_un address;
    int server = address_of(path, &address) ? socket(AF_UNIX, SOCK_STREAM, 0) : -1;
    if (server >= 0 && connect(server, (const struct sockaddr *)&address, sizeof(address)) != 0) {
        (void)close(server);
        return -1;
    }
    return server;
}

static int listen_on(const char *path)
{
    struct sockaddr_un address;
    int here = address_of(path, &address) ? socket(AF_UNIX, SOCK_STREAM, 0) : -1;
    if (here >= 0 &&
        (bind(here, (const struct sockaddr *)&address, sizeof(address)) != 0 || listen(here, BACKLOG) != 0)) {
        (void)close(here);
        return -1;
    }
    return here;
}

static void take_connection(struct proxy *proxy)
{
    int client = accept(proxy->listening, NULL, NULL);
    if (client < 0) {
        return;
    }
    int server = proxy->state.refuses ? -1 : connect_to(proxy->there);
    if (server < 0 || !cutting_link_open(&proxy->state, client, server)) {
        (void)close(client);
        if (server >= 0) {
            (void)close(server);
        }
    }
}

/* What one socket is waited for: to be read from for `in`, to be written to for `out`. None: nothing. */
static struct pollfd wish(const struct cutting_lane *in, const struct cutting_lane *out)
{
    bool reads = !in->ended && !in->held && in->end - in->begin < LANE_ROOM;
    bool writes = !out->held && !out->deaf && out->left > 0 && out->begin < out->end;
    short events = (short)((reads ? POLLIN : 0) | (writes ? POLLOUT : 0));
    return (struct pollfd){.fd = events ? in->from : -1, .events = events};
}

/* Lets go what was held long enough; returns how long the next has to wait, -1: for ever. */
static int release_due(struct cutting_state *state)
{
    int64_t next = -1;
    for (size_t i = 0; i < CUTTING_LINKS; i++) {
        struct cutting_lane *lanes[] = {&state->links[i].front, &state->links[i].back};
        for (size_t k = 0; k < 2 && state->links[i].used; k++) {
            if (!lanes[k]->held || lanes[k]->until < 0) {
                continue;
            }
            int64_t wait = lanes[k]->until - cutting_now();
            if (wait <= 0) {
                release_lane(state, lanes[k]);
            } else if (next < 0 || wait < next) {
                next = wait;
            }
        }
    }
    return (int)next;
}

static void work(struct proxy *proxy, const struct pollfd polls[POLLS])
{
    for (size_t i = 0; i < CUTTING_LINKS; i++) {
        struct cutting_link *link = &proxy->state.links[i];
        if (!link->used) {
            continue;
        }
        if (polls[FIXED + 2 * i].revents & (POLLIN | POLLHUP | POLLERR)) {
            cutting_lane_fill(&link->front);
        }
        if (polls[FIXED + 2 * i + 1].revents & (POLLIN | POLLHUP | POLLERR)) {
            cutting_lane_fill(&link->back);
        }
        cutting_link_work(&proxy->state, link);
    }
}

static void loop(struct proxy *proxy)
{
    for (;;) {
        struct pollfd polls[POLLS];
        int wait = release_due(&proxy->state);
        polls[0] = (struct pollfd){.fd = proxy->in, .events = POLLIN};
        polls[1] = (struct pollfd){.fd = proxy->listening, .events = POLLIN};
        for (size_t i = 0; i < CUTTING_LINKS; i++) {
            const struct cutting_link *link = &proxy->state.links[i];
            const struct pollfd none = {.fd = -1};
            polls[FIXED + 2 * i] = link->used ? wish(&link->front, &link->back) : none;
            polls[FIXED + 2 * i + 1] = link->used ? wish(&link->back, &link->front) : none;
        }
        if (poll(polls, POLLS, wait) < 0 && errno != EINTR) {
            return;
        }
        work(proxy, polls);
        if (polls[0].revents && !listen_to_control(proxy)) {
            return;
        }
        if (polls[1].revents) {
            take_connection(proxy);
        }
    }
}

bool cutting_proxy_serve(const char *here, const char *there, int in, int out)
{
    int listening = listen_on(here);
    if (listening < 0) {
        (void)dprintf(out, "error: %s: %s\n", here, strerror(errno)); // NOLINT(concurrency-mt-unsafe)
        return false;
    }
    (void)chmod(here, 0777); /* its folder says who may connect */
    struct proxy *proxy = calloc(1, sizeof(*proxy));
    bool served = proxy != NULL;
    if (proxy) {
        proxy->there = there;
        proxy->listening = listening;
        proxy->in = in;
        proxy->out = out;
        (void)dprintf(out, "ok\n");
        loop(proxy);
        do_cut(&proxy->state);
    }
    free(proxy);
    (void)close(listening);
    (void)unlink(here);
    return served;
}
