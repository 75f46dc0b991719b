CREATE INDEX CONCURRENTLY IF NOT EXISTS "charges_of_right" ON "charges" USING btree ("extends_right_id") WHERE extends_right_id is not null;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "charges_that_extend" ON "charges" USING btree ("payment_id") WHERE extends_right_id is not null and extended_at is null;
