"""A crowd: connections that say nothing, half of something, a byte a second, or one question and then nothing more.

One process, one epoll; all are opened as fast as the machine lets us, held for a while, and let go, mostly by a reset so
that ten thousand closed ones do not use up the ports for a minute.
"""

import errno
import random
import select
import socket
import struct
import time

IP_BIND_ADDRESS_NO_PORT = 24
RESET = struct.pack("ii", 1, 0)
AT_ONCE = 512  # connections being made

HELLO = b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n"
# what each kind says when it is connected; None: the drip, which says HELLO a byte a second
SAYINGS = {
    "silent": b"",
    "half a header": HELLO + b"X-Half: ",
    "half a body": b"POST /v1/score HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: text/plain\r\nContent-Length: 9000\r\n\r\nde",
    "drip": None,
    "idle": HELLO + b"\r\n",
}
KINDS = {"silent": "silent", "half a header": "half", "half a body": "half", "drip": "half", "idle": "idle"}
COUNTED = ("silent", "half", "idle", "refused", "closed")


class Crowd:
    def __init__(self, counts, seed):
        self.counts = counts
        self.random = random.Random(seed)
        self.poll = select.epoll()
        self.sockets = {}
        self.drips = {}
        self.being_made = 0

    def count(self, what):
        self.counts[COUNTED.index(what)] += 1

    def connect(self, source, port, kind):
        sock = socket.socket(socket.AF_INET, socket.SOCK_STREAM | socket.SOCK_NONBLOCK)
        try:
            sock.setsockopt(socket.IPPROTO_IP, IP_BIND_ADDRESS_NO_PORT, 1)
            sock.bind((source, 0))
            code = sock.connect_ex(("127.0.0.1", port))
        except OSError:
            code = errno.EADDRNOTAVAIL
        if code not in (0, errno.EINPROGRESS):
            self.count("refused")
            sock.close()
            return
        self.sockets[sock.fileno()] = [sock, kind, False]
        self.poll.register(sock.fileno(), select.EPOLLOUT | select.EPOLLRDHUP)
        self.being_made += 1

    def drop(self, fd, what):
        sock, _, made = self.sockets.pop(fd)
        self.drips.pop(fd, None)
        self.being_made -= 0 if made else 1
        self.count(what)
        sock.close()

    def connected(self, fd):
        sock, kind, _ = self.sockets[fd]
        if sock.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR) != 0:
            self.drop(fd, "refused")
            return
        self.sockets[fd][2] = True
        self.being_made -= 1
        self.count(KINDS[kind])
        self.poll.modify(fd, select.EPOLLIN | select.EPOLLRDHUP)
        try:
            if SAYINGS[kind] is None:
                self.drips[fd] = 0
            elif SAYINGS[kind]:
                sock.send(SAYINGS[kind])
        except OSError:
            self.drop(fd, "closed")

    def readable(self, fd):
        try:
            if not self.sockets[fd][0].recv(65536):
                self.drop(fd, "closed")
        except BlockingIOError:
            pass
        except OSError:
            self.drop(fd, "closed")

    def turn(self, timeout):
        for fd, what in self.poll.poll(timeout, 1024):
            if fd not in self.sockets:
                continue
            if not self.sockets[fd][2]:
                self.connected(fd)
            elif what & (select.EPOLLIN | select.EPOLLRDHUP | select.EPOLLHUP | select.EPOLLERR):
                self.readable(fd)

    def drip(self):
        for fd, at in list(self.drips.items()):
            try:
                self.sockets[fd][0].send(HELLO[at % len(HELLO) : at % len(HELLO) + 1])
                self.drips[fd] = at + 1
            except BlockingIOError:
                pass
            except OSError:
                self.drop(fd, "closed")

    def leave(self):
        for sock, _, _ in self.sockets.values():
            if self.random.random() < 0.95:
                sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
            sock.close()
        self.sockets.clear()


def gather(port, total, sources, kinds, seconds, seed, counts, gathered, stop):
    """Opens `total` connections from these addresses, sets `gathered`, and stays for `seconds` or until told to stop."""
    crowd = Crowd(counts, seed)
    opened = 0
    next_drip = time.monotonic() + 1
    patience = time.monotonic() + 30  # a daemon that no longer accepts is not waited for
    until = None
    while not stop.is_set() and (until is None or time.monotonic() < until):
        while opened < total and crowd.being_made < AT_ONCE:
            crowd.connect(sources[opened % len(sources)], port, crowd.random.choice(kinds))
            opened += 1
        crowd.turn(0.05)
        if time.monotonic() >= next_drip:
            crowd.drip()
            next_drip += 1
        if until is None and ((opened == total and crowd.being_made == 0) or time.monotonic() > patience):
            gathered.set()
            until = time.monotonic() + seconds
    crowd.leave()
