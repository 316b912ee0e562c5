/* The connections of a cutting proxy. */
#include "support/cutting_lane.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { PEEK = 64, HEADER = 5, STARTUP_HEADER = 8, STARTUP_MOST = 10000 };

static const uint32_t WANTS_TLS = 80877103;
static const uint32_t WANTS_GSS = 80877104;

int64_t cutting_now(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

bool cutting_link_open(struct cutting_state *state, int client, int server)
{
    for (size_t i = 0; i < CUTTING_LINKS; i++) {
        struct cutting_link *link = &state->links[i];
        if (link->used) {
            continue;
        }
        memset(link, 0, sizeof(*link));
        link->used = true;
        link->number = (int)++state->counts.connections;
        link->front.side = SIDE_FRONT;
        link->front.from = link->back.to = client;
        link->back.side = SIDE_BACK;
        link->back.from = link->front.to = server;
        link->back.started = true;
        state->counts.open++;
        (void)fcntl(client, F_SETFL, O_NONBLOCK);
        (void)fcntl(server, F_SETFL, O_NONBLOCK);
        return true;
    }
    return false;
}

void cutting_link_close(struct cutting_state *state, struct cutting_link *link)
{
    (void)close(link->front.from);
    (void)close(link->front.to);
    state->counts.held -= (unsigned)link->front.held + (unsigned)link->back.held;
    link->used = false;
    state->counts.open--;
}

void cutting_lane_fill(struct cutting_lane *lane)
{
    if (lane->begin > 0) {
        memmove(lane->bytes, lane->bytes + lane->begin, lane->end - lane->begin);
        lane->end -= lane->begin;
        lane->begin = 0;
    }
    if (lane->end == LANE_ROOM || lane->ended) {
        return;
    }
    ssize_t n = recv(lane->from, lane->bytes + lane->end, LANE_ROOM - lane->end, 0);
    if (n > 0) {
        lane->end += (size_t)n;
    } else if (n == 0 || (errno != EAGAIN && errno != EINTR)) {
        lane->ended = true;
    }
}

static uint32_t big_endian(const unsigned char *bytes)
{
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

/*
 * The length of the message that begins here; 0: too little of it has come to
 * judge it, UINT64_MAX: it is none. Who asks for encryption is told no.
 */
static uint64_t next_message(struct cutting_lane *lane)
{
    for (;;) {
        const unsigned char *bytes = lane->bytes + lane->begin;
        size_t size = lane->end - lane->begin;
        if (size < (lane->started ? (size_t)HEADER : (size_t)STARTUP_HEADER)) {
            return 0;
        }
        uint64_t length = big_endian(lane->started ? bytes + 1 : bytes);
        if (length < (lane->started ? 4 : STARTUP_HEADER) || (!lane->started && length > STARTUP_MOST)) {
            return UINT64_MAX;
        }
        uint32_t code = big_endian(bytes + 4);
        if (!lane->started && (code == WANTS_TLS || code == WANTS_GSS)) {
            (void)send(lane->from, "N", 1, MSG_NOSIGNAL);
            lane->begin += STARTUP_HEADER;
            continue;
        }
        uint64_t whole = lane->started ? length + 1 : length;
        return size >= whole || size >= PEEK ? whole : 0;
    }
}

static void trace(const struct cutting_link *link, const struct cutting_lane *lane, uint64_t whole,
                  enum cutting_act act)
{
    static const char *const acts[] = {"", ", cut before", ", cut inside", ", cut after", ", lost", ", held"};
    char type = lane->started ? (char)lane->bytes[lane->begin] : '-';
    (void)fprintf(stderr, "connection %d, %s %u: %c, %llu bytes%s\n", link->number,
                  lane->side == SIDE_FRONT ? "front" : "back", lane->count, type, (unsigned long long)whole, acts[act]);
}

/* A message of `whole` bytes begins: counts it and does what is said of it. False: the connection ends here. */
static bool judge(struct cutting_state *state, struct cutting_link *link, struct cutting_lane *lane, uint64_t whole)
{
    unsigned *in_all = lane->side == SIDE_FRONT ? &state->counts.front : &state->counts.back;
    const unsigned char *bytes = lane->bytes + lane->begin;
    struct cutting_message message = {
        .side = lane->side,
        .in_all = ++*in_all,
        .in_own = ++lane->count,
        .connection = link->number,
    };
    state->counts.trips += lane->side == SIDE_FRONT && link->answered;
    link->answered = lane->side == SIDE_BACK;
    size_t size = lane->end - lane->begin;
    message.about_a_commit = lane->started && cutting_is_commit(lane->side, bytes, size < whole ? size : (size_t)whole);
    struct cutting_rule rule = cutting_rules_take(&state->rules, &message);
    if (state->traces) {
        trace(link, lane, whole, rule.act);
    }
    lane->started = true;
    lane->left = whole;
    lane->cuts = rule.act == ACT_CUT_INSIDE || rule.act == ACT_CUT_AFTER;
    lane->cut_at = rule.act == ACT_CUT_INSIDE ? whole - whole / 2 : 0;
    if (rule.act == ACT_HOLD) {
        lane->held = true;
        lane->until = rule.wait < 0 ? -1 : cutting_now() + rule.wait;
        state->counts.held++;
    }
    if (rule.act == ACT_LOSE) {
        link->lost = true;
        state->counts.lost++;
    }
    return rule.act != ACT_CUT_BEFORE;
}

/* Passes on what a lane has, as far as that goes. False: the connection is cut. */
static bool pass_on(struct cutting_state *state, struct cutting_link *link, struct cutting_lane *lane)
{
    for (;;) {
        if (link->lost) {
            lane->begin = lane->end = 0;
        }
        if (lane->held || lane->begin == lane->end) {
            return true;
        }
        if (lane->left == 0) {
            uint64_t whole = next_message(lane);
            if (whole == 0) {
                return true;
            }
            if (whole == UINT64_MAX || !judge(state, link, lane, whole)) {
                return false;
            }
            continue;
        }
        uint64_t most = lane->left - lane->cut_at;
        size_t size = lane->end - lane->begin;
        size = size < most ? size : (size_t)most;
        if (!lane->deaf) {
            ssize_t n = send(lane->to, lane->bytes + lane->begin, size, MSG_NOSIGNAL);
            if (n < 0 && (errno == EAGAIN || errno == EINTR)) {
                return true;
            }
            lane->deaf = n < 0; /* what it said last, on the other lane, is still passed on */
            size = n < 0 ? size : (size_t)n;
        }
        lane->begin += size;
        lane->left -= size;
        if (lane->cuts && lane->left == lane->cut_at) {
            return false;
        }
    }
}

/* Whether whoever a lane comes from has gone, and all that it said was passed on. */
static bool is_over(const struct cutting_lane *lane)
{
    if (!lane->ended || lane->held) {
        return false;
    }
    return lane->begin == lane->end || lane->left == 0; /* the rest is no message */
}

void cutting_link_work(struct cutting_state *state, struct cutting_link *link)
{
    if (!pass_on(state, link, &link->front) || !pass_on(state, link, &link->back)) {
        state->counts.cut++;
        cutting_link_close(state, link);
        return;
    }
    if (is_over(&link->front) || (is_over(&link->back) && !link->lost)) {
        cutting_link_close(state, link);
    }
}
