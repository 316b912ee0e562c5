"""What other roles of a database leave lying about, and what its superuser changes behind the daemon's back."""

import time

import place

TABLES = ["entry", "head", "person", "token", "setting", "answer", "d_game", "d_seat", "aside", "checkpoint", "seen", "catalogue"]
FUNCTIONS = ["coalesce_all()", "entry_follows()", "refuse_change()", "quote_ident(varchar)", "set_config(varchar, varchar, bool)",
             "pg_current_xact_id(int)", "length(varchar)", "greatest_of(bigint)", "count_version()"]  # fmt: skip
SETTINGS = ["search_path = public, pg_catalog", "standard_conforming_strings = off", "bytea_output = escape", "timezone = 'Asia/Kathmandu'",
            "datestyle = 'German'", "default_transaction_isolation = serializable", "transform_null_equals = on", "client_encoding = latin1",
            "extra_float_digits = -5", "enable_indexscan = off", "default_transaction_deferrable = on", "client_min_messages = debug1",
            "xmloption = document", "plan_cache_mode = force_generic_plan", "row_security = off"]  # fmt: skip
READ = ["/v1/players", "/v1/log", "/v1/export", "/v1/games", "/v1/leaderboard", "/v1/nights", "/v1/club", "/v1/places", "/v1/records"]


def fill(scene, slug):
    text = place.run("simulate", "--game", "foret", "--seats", "3", "--level", "table", "--games", "6", "--player", "random", "--seed", "3")[1]
    scene.run(slug, "import", "--quiet", "-", stdin=text)


def read_all(scene, slug):
    return {path: (answer.status, answer.body) for path in READ for answer in [scene.ask("GET", "/c/%s%s" % (slug, path))]}


def objects(scene):
    """Tables and functions of the same names where every session finds them, and settings that change what words mean: the same answers."""
    scene.add("held")
    fill(scene, "held")
    began = time.monotonic()
    while scene.ask("GET", "/c/held/v1/games").status != 200 and time.monotonic() < began + 60:
        time.sleep(0.05)
    before = read_all(scene, "held")
    sql = scene.server.sql
    for table in TABLES:
        sql("CREATE TABLE public.%s AS SELECT 1 AS seq, 14 AS version, 99 AS size; GRANT ALL ON public.%s TO PUBLIC" % (table, table))
    for function in FUNCTIONS:
        kind = "trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'" if function.endswith("()") else "text LANGUAGE sql AS 'SELECT NULL::text'"
        sql("CREATE FUNCTION public.%s RETURNS %s" % (function, kind))
    for setting in SETTINGS:
        sql("ALTER ROLE dendro_owner SET " + setting)
    scene.daemon.stop()
    scene.start()
    after = read_all(scene, "held")
    for path, answer in before.items():
        if after[path] != answer:
            scene.fault("%s was %d %r and is %d %r" % (path, answer[0], answer[1][:200], after[path][0], after[path][1][:200]))
    answer = scene.ask("POST", "/c/held/v1/players", '{"name":"Zoë é"}', scene.tokens["held"])
    if answer.status != 201:
        scene.fault("a write: %d %r" % (answer.status, answer.body[:300]))
    for words in (("audit",), ("rebuild", "--force"), ("players", "add", "Ünal"), ("log", "export")):
        scene.run("held", *words)
    for table in TABLES:
        if sql("SELECT count(*), max(seq) FROM public." + table) != "1|1":
            scene.fault("the planted table %s was written to" % table)
    sql("ALTER ROLE dendro_owner RESET ALL")


REPLICA = "SET session_replication_role = replica; "
TAMPERED = [
    ("an entry changed", REPLICA + "UPDATE %s.entry SET body = replace(body, 'foret', 'foreT') WHERE seq = 2"),
    ("who wrote an entry", REPLICA + "UPDATE %s.entry SET author = 'cli2' WHERE seq = 2"),
    ("an entry taken out", REPLICA + "DELETE FROM %s.aside WHERE entry = 3; DELETE FROM %s.whereabouts WHERE entry = 3; DELETE FROM %s.entry WHERE seq = 3"),
    ("an entry with its leaf", REPLICA + "UPDATE %s.entry SET at = at + 1, leaf = sha256(leaf) WHERE seq = 2"),
    ("the last entries taken away", REPLICA + "DELETE FROM %s.aside WHERE entry > 5; DELETE FROM %s.whereabouts WHERE entry > 5; DELETE FROM %s.entry WHERE seq > 5"),
    ("a number of the head row", "UPDATE %s.head SET size = size + 3"),
    ("a total", "UPDATE %s.d_seat SET total = total + 1 WHERE game = 2"),
    ("a game of the derived tables", "DELETE FROM %s.d_facts WHERE game = 2"),
    ("who sat there", "UPDATE %s.d_seat SET person = (SELECT max(id) FROM %s.person) WHERE game = 2 AND seat = 0"),
    ("a tile of the tree", "INSERT INTO %s.d_tile VALUES (1, 7, decode(repeat('00', 32), 'hex'))"),
    ("a checkpoint", REPLICA + "DELETE FROM %s.checkpoint"),
    ("a trigger that is off", "ALTER TABLE %s.entry DISABLE TRIGGER entry_no_change"),
    ("all triggers off", "ALTER TABLE %s.entry DISABLE TRIGGER ALL"),
    ("a trigger that is gone", "DROP TRIGGER entry_in_order ON %s.entry"),
    ("a trigger that is another's", "CREATE FUNCTION %s.nothing() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'; DROP TRIGGER entry_no_change ON %s.entry;"
     " CREATE TRIGGER entry_no_change BEFORE UPDATE OR DELETE ON %s.entry FOR EACH STATEMENT EXECUTE FUNCTION %s.nothing()"),
    ("a trigger that does nothing", "CREATE OR REPLACE FUNCTION %s.refuse_change() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'"),
    ("a rule that swallows entries", "CREATE RULE swallow AS ON DELETE TO %s.entry DO INSTEAD NOTHING"),
    ("a primary key that is gone", "ALTER TABLE %s.answer DROP CONSTRAINT answer_pkey"),
]  # fmt: skip


def tampered(scene):
    """Each change is made to a copy of a club, and the audit of that copy finds it."""
    scene.add("whole")
    fill(scene, "whole")
    scene.run("whole", "log", "checkpoint")
    missed = []
    for number, (what, sql) in enumerate(TAMPERED):
        slug = "copy-%d" % number
        file = "%s/%s.db" % (scene.work, slug)
        for words in (("backup", "--db", scene.url + "#whole", file), ("move", "--from", file, "--to", scene.url + "#" + slug)):
            code, _, err = place.run(*words)
            if code != 0:
                scene.fault("%s: %s" % (words[0], err[:300]))
        scene.run(slug, "audit")
        scene.server.sql(sql.replace("%s", '"club_%s"' % slug))
        code, out, err = place.run("audit", "--db", scene.url, "--club", slug)
        scene.keeps_secrets(what, err)
        if code == 0 and "checkpoints: count" not in out:  # which is a note, whatever the engine
            missed.append(what)
    print("of %d changes the audit finds %d" % (len(TAMPERED), len(TAMPERED) - len(missed)))
    for what in missed:
        scene.fault("the audit does not find %s" % what)
