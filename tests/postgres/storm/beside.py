"""What happens beside writers at two daemons: a file that both import, and tokens that come and go."""

import json
import threading
import time

import crew as crews
import place
import web

RECORDS = 40


def simulated(seed, count):
    said = place.run("simulate", "--game", "foret", "--seats", "3", "--level", "sheet", "--games", str(count),
                     "--player", "random", "--seed", str(seed))  # fmt: skip
    return said[1]


def call(day, number, method, path, body=None, token=None, kind="application/json"):
    """One request until it is answered with something else than 503."""
    headers = {"Authorization": "Bearer " + (token or day.club.admin), "Content-Type": kind}
    link = web.Link(day.crew.ports[number], timeout=crews.UNHEARD)
    while True:
        try:
            answer = link.ask(method, path, body, headers)
            if answer.status != 503:
                link.close()
                return answer
            day.club.note_unavailable(answer)
        except web.Lost:
            pass
        time.sleep(0.02)


def imports_there(day):
    return int(day.server.sql("SELECT count(*) FROM \"%s\".entry WHERE kind = 'import'" % day.club.schema))


def import_records(day):
    """The same file at both daemons at once: each record is there once, and one of them says that it was known."""
    text = simulated(day.random.getrandbits(30), RECORDS).encode()
    before = imports_there(day)
    told = [None, None]

    def take(number):
        told[number] = call(day, number, "POST", "/v1/import", text, day.club.token, "text/plain")

    other = threading.Thread(target=take, args=(1,), daemon=True)
    other.start()
    take(0)
    other.join()
    added = imports_there(day) - before
    sums = [answer.json() if answer.status == 200 else {} for answer in told]
    counted = sum(one.get("added", 0) for one in sums)
    refused = [answer.body[:300] for answer in told if answer.status != 200]
    complete = all(one.get("added", 0) + one.get("known", 0) == RECORDS for one in sums)
    if refused or added != RECORDS or counted != RECORDS or not complete:
        day.club.fault("import", "%d there, %s, %s" % (added, sums, refused))


def tokens(day):
    """What one daemon made the other takes, what one revoked the other refuses, and goes on to refuse."""
    maker = day.random.randrange(2)
    made = call(day, maker, "POST", "/v1/tokens", json.dumps({"label": "beside", "scopes": ["record"]})).json()
    began = time.monotonic()

    def status(number):
        return call(day, number, "GET", "/v1/access", token=made["token"]).status

    def until(number, wanted):
        while status(number) != wanted and time.monotonic() < began + crews.UNHEARD:
            time.sleep(0.05)
        return time.monotonic() - began

    if status(maker) != 200:
        day.club.fault("token", "who made it does not take it")
    known = until(1 - maker, 200)
    began = time.monotonic()
    if call(day, 1 - maker, "DELETE", "/v1/tokens/" + made["id"]).status not in (200, 204):
        day.club.fault("token", "it cannot be revoked")
    if status(1 - maker) != 401:
        day.club.fault("token", "who revoked it takes it")
    revoked = until(maker, 401)
    for number in (0, 1, 0):
        if status(number) != 401:
            day.club.fault("token", "it was refused, and is taken again")
    print("a token is known to the other daemon after %.2f s, and revoked after %.2f s" % (known, revoked))
    if max(known, revoked) >= crews.UNHEARD:
        day.club.fault("token", "the other daemon never hears of it")
