-- Who has lost a game of solo has no rank: what was derived from the log before is made anew.
INSERT INTO setting (name, value) SELECT 'derived-stale', CAST('1' AS BLOB) WHERE EXISTS (SELECT 1 FROM entry)
ON CONFLICT (name) DO UPDATE SET value = excluded.value;
