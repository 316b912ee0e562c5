"""A request and its answer over one kept connection; whatever fails on the way is Lost."""

import http.client
import json
import socket


class Lost(Exception):
    """No answer: the connection ended, or nothing came in time."""


class Answer:
    def __init__(self, response, body):
        self.status = response.status
        self.retry_after = float(response.getheader("Retry-After") or 0)
        self.tag = response.getheader("ETag")
        self.body = body

    def json(self):
        return json.loads(self.body)


class Link:
    """`port` is asked anew for each connection: the daemon may have been started again elsewhere."""

    def __init__(self, port, source="127.0.0.1", timeout=15.0):
        self.port = port
        self.source = source
        self.timeout = timeout
        self.connection = None

    def open(self, method, path, body=None, headers=None):
        """Sends a request; returns the response unread."""
        try:
            if self.connection is None:
                port = self.port() if callable(self.port) else self.port
                self.connection = http.client.HTTPConnection(
                    "127.0.0.1", port, timeout=self.timeout, source_address=(self.source, 0)
                )
                self.connection.connect()
                self.connection.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self.connection.request(method, path, body=body, headers=headers or {})
            return self.connection.getresponse()
        except (OSError, http.client.HTTPException) as error:
            self.close()
            raise Lost(repr(error)) from error

    def ask(self, method, path, body=None, headers=None):
        response = self.open(method, path, body, headers)
        try:
            answer = Answer(response, response.read())
        except (OSError, http.client.HTTPException, ValueError) as error:
            self.close()
            raise Lost(repr(error)) from error
        if response.will_close:
            self.close()
        return answer

    def close(self):
        if self.connection is not None:
            self.connection.close()
            self.connection = None
