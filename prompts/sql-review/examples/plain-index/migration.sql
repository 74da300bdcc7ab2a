BEGIN;
CREATE INDEX idx_events_account_at ON events (account_id, created_at);
COMMIT;
