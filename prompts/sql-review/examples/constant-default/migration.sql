ALTER TABLE orders ADD COLUMN gift boolean NOT NULL DEFAULT false;
