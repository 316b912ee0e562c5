-- Games are pinned to catalogues by hash: like the log, a catalogue that is there stays as it is.
CREATE TRIGGER catalogue_no_update BEFORE UPDATE ON catalogue BEGIN SELECT RAISE(ABORT, 'catalogues are never changed'); END;
CREATE TRIGGER catalogue_no_delete BEFORE DELETE ON catalogue BEGIN SELECT RAISE(ABORT, 'catalogues are never deleted'); END;
CREATE TRIGGER catalogue_no_replace BEFORE INSERT ON catalogue WHEN EXISTS (SELECT 1 FROM catalogue WHERE hash = NEW.hash)
BEGIN SELECT RAISE(ABORT, 'catalogues are never replaced'); END;
