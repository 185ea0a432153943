-- The audit log: who did what, when, from where and to what. Each entry's hash covers its fields and the hash before, so
-- that a changed, missing or inserted entry shows. Names and addresses are covered by salted digests instead: when a
-- person is erased, the text and its salt go, and the chain stays whole.
CREATE TABLE audit_entries (
    -- The place in the chain, from 1.
    number        INTEGER NOT NULL PRIMARY KEY,
    id            BLOB    NOT NULL UNIQUE,
    at            TEXT    NOT NULL,
    -- 'account', 'command line' or 'visitor'.
    actor_kind    TEXT    NOT NULL,
    -- The account's address in lower case, and the network it was used from.
    actor         TEXT,
    address       TEXT,
    actor_salt    BLOB,
    actor_digest  BLOB    NOT NULL,
    action        TEXT    NOT NULL,
    object_kind   TEXT    NOT NULL,
    object_id     TEXT,
    -- The person it was done to, by their address in lower case.
    object_name   TEXT,
    object_salt   BLOB,
    object_digest BLOB    NOT NULL,
    -- The changed fields as JSON objects.
    old_values    TEXT,
    new_values    TEXT,
    hash          BLOB    NOT NULL
) STRICT;
CREATE INDEX audit_entries_by_date ON audit_entries (at);
-- What is to be blanked after the retention period.
CREATE INDEX audit_entries_with_names ON audit_entries (at) WHERE actor_salt IS NOT NULL OR object_salt IS NOT NULL;

-- The end of the chain, in one row. Appending an entry locks it.
CREATE TABLE audit_head (
    id     INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
    number INTEGER NOT NULL,
    hash   BLOB    NOT NULL
) STRICT;

CREATE TRIGGER audit_entries_are_not_deleted BEFORE DELETE ON audit_entries BEGIN
    SELECT RAISE(ABORT, 'audit entries are never deleted');
END;

-- INSERT OR REPLACE would delete without a trigger.
CREATE TRIGGER audit_entries_are_not_replaced BEFORE INSERT ON audit_entries
WHEN EXISTS (SELECT 1 FROM audit_entries WHERE number = NEW.number OR id = NEW.id) BEGIN
    SELECT RAISE(ABORT, 'audit entries are never replaced');
END;

-- Only names and addresses can go, together with their salt.
CREATE TRIGGER audit_entries_are_not_changed BEFORE UPDATE ON audit_entries
WHEN NOT (
    NEW.number IS OLD.number AND NEW.id IS OLD.id AND NEW.at IS OLD.at AND NEW.actor_kind IS OLD.actor_kind
    AND NEW.actor_digest IS OLD.actor_digest AND NEW.action IS OLD.action AND NEW.object_kind IS OLD.object_kind
    AND NEW.object_id IS OLD.object_id AND NEW.object_digest IS OLD.object_digest
    AND NEW.old_values IS OLD.old_values AND NEW.new_values IS OLD.new_values AND NEW.hash IS OLD.hash
    AND (
        (NEW.actor IS OLD.actor AND NEW.address IS OLD.address AND NEW.actor_salt IS OLD.actor_salt)
        OR (NEW.actor IS NULL AND NEW.address IS NULL AND NEW.actor_salt IS NULL)
    )
    AND (
        (NEW.object_name IS OLD.object_name AND NEW.object_salt IS OLD.object_salt)
        OR (NEW.object_name IS NULL AND NEW.object_salt IS NULL)
    )
) BEGIN
    SELECT RAISE(ABORT, 'audit entries are never changed');
END;

-- Mail that was delivered: its links hold secrets that nobody needs any more.
UPDATE outbox SET text_body = '', html_body = '', headers = '[]', calendar = NULL WHERE state = 'sent';
