ALTER TABLE shipments
  ADD CONSTRAINT shipments_order_fk
  FOREIGN KEY (order_id) REFERENCES orders (id);
