#!/usr/bin/env bash
# schema/postgres.sql and migrations/postgres make the same tables; and these are SQLite's, column by column: names, order, types, what may be
# NULL, keys, indexes and references. Only `head` is PostgreSQL's alone.
set -eu
. "$SOURCE_DIR/tests/support/assert.sh"
needs sqlite3 || exit 77
if [[ -z ${DENDRO_TEST_POSTGRES:-} ]]; then
    skip "no PostgreSQL (scripts/test postgres starts one)"
fi
psql=${POSTGRES_BIN:-/usr/lib/postgresql/15/bin}/psql
[[ -x $psql ]] || skip "no psql"

# ask <schema>: SQL from standard input, with it as the search_path; rows with | between columns
ask() {
    PGOPTIONS="-c search_path=$1 -c client_min_messages=error" "$psql" -X -q -A -t -v ON_ERROR_STOP=1 -d "$DENDRO_TEST_POSTGRES"
}

# make <schema> <file>...
make() {
    echo "DROP SCHEMA IF EXISTS $1 CASCADE; CREATE SCHEMA $1" | ask "$1"
    cat "${@:2}" | ask "$1" >"$work/made" 2>&1 || fail "$(cat "$work/made")"
}

# tell_postgres <schema>: tables and columns; indexes and keys; references
tell_postgres() {
    ask "$1" <<'END'
SELECT 'column', c.relname, a.attnum - 1, a.attname, CAST(a.atttypid AS regtype), CAST(a.attnotnull AS int),
       coalesce((SELECT array_position(CAST(i.indkey AS int2[]), a.attnum) + 1 FROM pg_index AS i WHERE i.indrelid = c.oid AND i.indisprimary), 0)
FROM pg_class AS c JOIN pg_attribute AS a ON a.attrelid = c.oid
WHERE c.relnamespace = CAST(current_schema() AS regnamespace) AND c.relkind = 'r' AND a.attnum > 0 AND NOT a.attisdropped ORDER BY 2, 3;
SELECT 'index', c.relname, CASE WHEN k.oid IS NULL THEN n.relname ELSE '-' END, CAST(i.indisunique AS int), CAST(i.indpred IS NOT NULL AS int),
       (SELECT string_agg(a.attname || CASE WHEN i.indoption[p - 1] & 1 = 1 THEN ' DESC' ELSE '' END, ',' ORDER BY p)
        FROM generate_series(1, i.indnatts) AS p JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attnum = i.indkey[p - 1]) AS columns
FROM pg_index AS i JOIN pg_class AS c ON c.oid = i.indrelid JOIN pg_class AS n ON n.oid = i.indexrelid
LEFT JOIN pg_constraint AS k ON k.conindid = i.indexrelid AND k.contype IN ('p', 'u')
WHERE c.relnamespace = CAST(current_schema() AS regnamespace) AND NOT i.indisprimary ORDER BY 2, 3, 6;
SELECT 'reference', CAST(k.conrelid AS regclass), a.attname, CAST(k.confrelid AS regclass), b.attname
FROM pg_constraint AS k JOIN pg_attribute AS a ON a.attrelid = k.conrelid AND a.attnum = k.conkey[1]
JOIN pg_attribute AS b ON b.attrelid = k.confrelid AND b.attnum = k.confkey[1]
WHERE k.contype = 'f' AND k.connamespace = CAST(current_schema() AS regnamespace) ORDER BY 2, 3;
END
}

# more <schema>: what SQLite says otherwise: checks, defaults, collations, triggers, functions
more() {
    ask "$1" <<END
SELECT 'check', CAST(conrelid AS regclass), pg_get_constraintdef(oid), condeferrable, condeferred FROM pg_constraint
WHERE connamespace = CAST(current_schema() AS regnamespace) ORDER BY 2, 3;
SELECT 'default', table_name, column_name, column_default, collation_name FROM information_schema.columns WHERE table_schema = current_schema() ORDER BY 2, 3;
SELECT 'trigger', replace(pg_get_triggerdef(t.oid), '$1', '') FROM pg_trigger AS t JOIN pg_class AS c ON c.oid = t.tgrelid
WHERE c.relnamespace = CAST(current_schema() AS regnamespace) AND NOT t.tgisinternal ORDER BY 2;
SELECT 'function', replace(pg_get_functiondef(oid), '$1', '') FROM pg_proc WHERE pronamespace = CAST(current_schema() AS regnamespace) ORDER BY 2;
SELECT 'index', replace(indexdef, '$1', '') FROM pg_indexes WHERE schemaname = current_schema() ORDER BY 2;
END
}

# tell_sqlite <database>: the same of a file; INTEGER is bigint, BLOB is bytea
tell_sqlite() {
    sqlite3 "$1" <<'END'
SELECT 'column', m.name, p.cid, p.name, CASE p.type WHEN 'INTEGER' THEN 'bigint' WHEN 'BLOB' THEN 'bytea' ELSE lower(p.type) END,
       p."notnull" OR p.pk > 0, p.pk
FROM sqlite_schema AS m JOIN pragma_table_info(m.name) AS p WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%' ORDER BY 2, 3;
SELECT 'index', m.name, CASE l.origin WHEN 'c' THEN l.name ELSE '-' END, l."unique", l.partial,
       (SELECT group_concat(name || CASE WHEN "desc" THEN ' DESC' ELSE '' END, ',') FROM (SELECT * FROM pragma_index_xinfo(l.name) WHERE key ORDER BY seqno)) AS columns
FROM sqlite_schema AS m JOIN pragma_index_list(m.name) AS l WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%' AND l.origin <> 'pk' ORDER BY 2, 3, 6;
SELECT 'reference', m.name, f."from", f."table", f."to"
FROM sqlite_schema AS m JOIN pragma_foreign_key_list(m.name) AS f WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%' ORDER BY 2, 3;
END
}

# compare <what> <file> <file>
compare() {
    if ! diff "$2" "$3" >"$work/difference"; then
        fail "$1"
        head -40 "$work/difference"
    fi
}

make test_written "$SOURCE_DIR/schema/postgres.sql"
make test_migrated "$SOURCE_DIR"/migrations/postgres/[0-9]*.sql
for schema in test_written test_migrated; do
    tell_postgres "$schema" >"$work/$schema"
    more "$schema" | sed "s/$schema//g" >"$work/$schema.more"
done
compare "schema/postgres.sql and migrations/postgres make other tables" "$work/test_written" "$work/test_migrated"
compare "schema/postgres.sql and migrations/postgres differ" "$work/test_written.more" "$work/test_migrated.more"

sqlite3 "$work/club.db" <"$SOURCE_DIR/schema/schema.sql" || fail "schema.sql"
tell_sqlite "$work/club.db" | LC_ALL=C sort >"$work/sqlite"
grep -v '^[a-z]*|head|' "$work/test_written" | sed 's/|"foreign"|/|foreign|/' | LC_ALL=C sort >"$work/postgres"
compare "PostgreSQL's tables are not SQLite's" "$work/sqlite" "$work/postgres"
(($(wc -l <"$work/sqlite") > 150)) || fail "only $(wc -l <"$work/sqlite") lines were compared"
echo "DROP SCHEMA test_written CASCADE; DROP SCHEMA test_migrated CASCADE" | ask public
finish
