-- backfill for TEAM plans
ALTER TABLE accounts ADD COLUMN seats integer;

UPDATE accounts SET seats = 5;

DELETE FROM plan_overrides WHERE plan = 'TEAM';
