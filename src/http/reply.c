/* Answers that are shared and never change. */
#include "http/reply.h"

#include "base/banned.h"

struct reply *reply_new(const struct allocator *allocator, int status, struct span head, struct span constant_body)
{
    struct reply *reply = mem_new(allocator, 1, sizeof(*reply) + head.len);
    if (reply) {
        reply->allocator = allocator;
        atomic_init(&reply->holders, 1);
        reply->status = status;
        memcpy(reply->text, head.ptr, head.len);
        reply->head = span_of(reply->text, head.len);
        reply->body = constant_body;
    }
    return reply;
}

struct reply *reply_new_steal(const struct allocator *allocator, int status, struct span head, struct strbuf *body)
{
    struct reply *reply = reply_new(allocator, status, head, strbuf_span(body));
    if (reply) {
        reply->memory = *body; /* the bytes stay where they are */
        strbuf_init(body, allocator, reply->memory.limit);
    }
    return reply;
}

struct reply *reply_hold(struct reply *reply)
{
    atomic_fetch_add(&reply->holders, 1);
    return reply;
}

void reply_drop(struct reply *reply)
{
    if (reply && atomic_fetch_sub(&reply->holders, 1) == 1) {
        strbuf_release(&reply->memory);
        mem_free(reply->allocator, reply);
    }
}

const char *reply_reason(int status)
{
    static const struct {
        int status;
        const char *reason;
    } reasons[] = {
        {200, "OK"},
        {201, "Created"},
        {202, "Accepted"},
        {204, "No Content"},
        {304, "Not Modified"},
        {308, "Permanent Redirect"},
        {400, "Bad Request"},
        {401, "Unauthorized"},
        {403, "Forbidden"},
        {404, "Not Found"},
        {405, "Method Not Allowed"},
        {409, "Conflict"},
        {413, "Content Too Large"},
        {414, "URI Too Long"},
        {415, "Unsupported Media Type"},
        {421, "Misdirected Request"},
        {422, "Unprocessable Content"},
        {429, "Too Many Requests"},
        {431, "Request Header Fields Too Large"},
        {500, "Internal Server Error"},
        {501, "Not Implemented"},
        {503, "Service Unavailable"},
        {505, "HTTP Version Not Supported"},
    };
    for (size_t i = 0; i < sizeof(reasons) / sizeof(reasons[0]); i++) {
        if (reasons[i].status == status) {
            return reasons[i].reason;
        }
    }
    return "Unknown";
}
