-- The audit log: who did what, when, from where and to what. Each entry's hash covers its fields and the hash before, so
-- that a changed, missing or inserted entry shows. Names and addresses are covered by salted digests instead: when a
-- person is erased, the text and its salt go, and the chain stays whole.
CREATE TABLE audit_entries (
    -- The place in the chain, from 1.
    number        bigint      NOT NULL PRIMARY KEY,
    id            uuid        NOT NULL UNIQUE,
    at            timestamptz NOT NULL,
    -- 'account', 'command line' or 'visitor'.
    actor_kind    text        NOT NULL,
    -- The account's address in lower case, and the network it was used from.
    actor         text,
    address       text,
    actor_salt    bytea,
    actor_digest  bytea       NOT NULL,
    action        text        NOT NULL,
    object_kind   text        NOT NULL,
    object_id     text,
    -- The person it was done to, by their address in lower case.
    object_name   text,
    object_salt   bytea,
    object_digest bytea       NOT NULL,
    -- The changed fields as JSON objects.
    old_values    text,
    new_values    text,
    hash          bytea       NOT NULL
);
CREATE INDEX audit_entries_by_date ON audit_entries (at);
-- What is to be blanked after the retention period.
CREATE INDEX audit_entries_with_names ON audit_entries (at) WHERE actor_salt IS NOT NULL OR object_salt IS NOT NULL;

-- The end of the chain, in one row. Appending an entry locks it.
CREATE TABLE audit_head (
    id     integer NOT NULL PRIMARY KEY CHECK (id = 1),
    number bigint  NOT NULL,
    hash   bytea   NOT NULL
);

CREATE OR REPLACE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    RAISE EXCEPTION 'audit entries are never changed or deleted';
END $$;

CREATE TRIGGER audit_entries_are_not_deleted BEFORE DELETE ON audit_entries
FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER audit_entries_are_not_emptied BEFORE TRUNCATE ON audit_entries
FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();

-- Only names and addresses can go, together with their salt.
CREATE TRIGGER audit_entries_are_not_changed BEFORE UPDATE ON audit_entries
FOR EACH ROW WHEN (NOT (
    (NEW.number, NEW.id, NEW.at, NEW.actor_kind, NEW.actor_digest, NEW.action, NEW.object_kind, NEW.object_digest, NEW.hash)
    = (OLD.number, OLD.id, OLD.at, OLD.actor_kind, OLD.actor_digest, OLD.action, OLD.object_kind, OLD.object_digest, OLD.hash)
    AND NEW.object_id IS NOT DISTINCT FROM OLD.object_id
    AND NEW.old_values IS NOT DISTINCT FROM OLD.old_values AND NEW.new_values IS NOT DISTINCT FROM OLD.new_values
    AND (
        (NEW.actor IS NOT DISTINCT FROM OLD.actor AND NEW.address IS NOT DISTINCT FROM OLD.address
            AND NEW.actor_salt IS NOT DISTINCT FROM OLD.actor_salt)
        OR (NEW.actor IS NULL AND NEW.address IS NULL AND NEW.actor_salt IS NULL)
    )
    AND (
        (NEW.object_name IS NOT DISTINCT FROM OLD.object_name AND NEW.object_salt IS NOT DISTINCT FROM OLD.object_salt)
        OR (NEW.object_name IS NULL AND NEW.object_salt IS NULL)
    )
)) EXECUTE FUNCTION refuse_audit_change();

-- Mail that was delivered: its links hold secrets that nobody needs any more.
UPDATE outbox SET text_body = '', html_body = '', headers = '[]', calendar = NULL WHERE state = 'sent';
