/* HTTPS by GnuTLS: the same connection, with a layer between it and its socket that never waits either. */
#include "http/inside.h"
#include "http/messages.h"

#include <errno.h>
#include <fcntl.h>
#include <gnutls/gnutls.h>
#include <unistd.h>

#include "base/banned.h"

enum { PEM_LIMIT = 1 << 20, RECORD = 16 << 10 };

struct tls_setup {
    gnutls_certificate_credentials_t credentials;
    gnutls_priority_t priority;
};

struct tls {
    gnutls_session_t session;
};

/* ---- the certificate ---- */

static enum err read_pem(struct server *server, const char *path, struct strbuf *out, struct error *error)
{
    char chunk[4096];
    strbuf_init(out, server->allocator, PEM_LIMIT);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t got = fd < 0 ? -1 : 1;
    while (got > 0) {
        got = read(fd, chunk, sizeof(chunk));
        strbuf_add_span(out, span_of(chunk, got > 0 ? (size_t)got : 0));
    }
    gnutls_memset(chunk, 0, sizeof(chunk));
    enum err err = got < 0 ? door_raise_errno(error, &HTTP_MSG_FILE, path, errno) : ERR_OK;
    if (fd >= 0) {
        (void)close(fd);
    }
    return err == ERR_OK && !strbuf_ok(out) ? error_raise(error, &MSG_MEMORY) : err;
}

static gnutls_datum_t datum_of(const struct strbuf *text)
{
    return (gnutls_datum_t){without_const(strbuf_text(text)), (unsigned)text->len};
}

static enum err load(struct server *server, struct tls_setup *setup, struct strbuf *certificate, struct strbuf *key,
                     struct error *error)
{
    enum err err = read_pem(server, server->config.tls_cert, certificate, error);
    if (err != ERR_OK) {
        return err;
    }
    err = read_pem(server, server->config.tls_key, key, error);
    if (err != ERR_OK) {
        return err;
    }
    gnutls_datum_t chain = datum_of(certificate);
    gnutls_datum_t secret = datum_of(key);
    bool good = gnutls_certificate_allocate_credentials(&setup->credentials) == 0 &&
                gnutls_certificate_set_x509_key_mem(setup->credentials, &chain, &secret, GNUTLS_X509_FMT_PEM) == 0 &&
                gnutls_priority_init(&setup->priority, NULL, NULL) == 0;
    return good ? ERR_OK : error_raise(error, &HTTP_MSG_DAEMON);
}

enum err tls_setup_new(struct server *server, struct error *error)
{
    struct strbuf certificate = {.text = NULL};
    struct strbuf key = {.text = NULL};
    if (server->config.tls_cert[0] == '\0') {
        return ERR_OK;
    }
    server->tls = mem_new(server->allocator, 1, sizeof(*server->tls));
    if (!server->tls) {
        return error_raise(error, &MSG_MEMORY);
    }
    enum err err = load(server, server->tls, &certificate, &key, error);
    if (key.text) {
        gnutls_memset(key.text, 0, key.room);
    }
    strbuf_release(&certificate);
    strbuf_release(&key);
    return err;
}

void tls_setup_free(struct server *server)
{
    if (server->tls) {
        if (server->tls->priority) {
            gnutls_priority_deinit(server->tls->priority);
        }
        if (server->tls->credentials) {
            gnutls_certificate_free_credentials(server->tls->credentials);
        }
        mem_free(server->allocator, server->tls);
        server->tls = NULL;
    }
}

/* ---- a connection ---- */

bool tls_begin(struct conn *conn)
{
    const struct tls_setup *setup = conn->server->tls;
    struct tls *tls = mem_new(conn->server->allocator, 1, sizeof(*tls));
    if (!tls) {
        return false;
    }
    if (gnutls_init(&tls->session, GNUTLS_SERVER | GNUTLS_NONBLOCK | GNUTLS_NO_SIGNAL) != 0) {
        mem_free(conn->server->allocator, tls);
        return false;
    }
    conn->tls = tls;
    gnutls_transport_set_int(tls->session, conn->fd);
    gnutls_handshake_set_timeout(tls->session, 0); /* the crowd knows who takes too long */
    if (gnutls_priority_set(tls->session, setup->priority) == 0 &&
        gnutls_credentials_set(tls->session, GNUTLS_CRD_CERTIFICATE, setup->credentials) == 0) {
        return true;
    }
    tls_end(conn);
    return false;
}

void tls_end(struct conn *conn)
{
    gnutls_deinit(conn->tls->session);
    mem_free(conn->server->allocator, conn->tls);
    conn->tls = NULL;
}

void tls_bye(struct conn *conn)
{
    (void)gnutls_bye(conn->tls->session,
                     GNUTLS_SHUT_WR); /* a few bytes; when they do not fit, it is only less polite */
}

static bool is_for_later(ssize_t code)
{
    return code == GNUTLS_E_AGAIN || code == GNUTLS_E_INTERRUPTED;
}

int tls_shake(struct conn *conn)
{
    int code = gnutls_handshake(conn->tls->session);
    while (code < 0 && !gnutls_error_is_fatal(code) && !is_for_later(code)) {
        code = gnutls_handshake(conn->tls->session); /* a warning */
    }
    return code == 0 ? 1 : is_for_later(code) ? 0 : -1;
}

ptrdiff_t tls_receive(struct conn *conn, char *bytes, size_t size)
{
    ssize_t got = gnutls_record_recv(conn->tls->session, bytes, size);
    if (got >= 0) {
        return got;
    }
    return is_for_later(got) ? IO_AGAIN : IO_FAILED; /* who wants to negotiate again may not */
}

/* Asked again after IO_AGAIN with the same bytes, as the library wants it: they are still the first to be sent. */
ptrdiff_t tls_send(struct conn *conn, const char *bytes, size_t size)
{
    ssize_t sent = gnutls_record_send(conn->tls->session, bytes, size < RECORD ? size : RECORD);
    if (sent >= 0) {
        return sent;
    }
    return is_for_later(sent) ? IO_AGAIN : IO_FAILED;
}
