CREATE INDEX CONCURRENTLY IF NOT EXISTS "payments_of_charges" ON "payments" USING btree ("charged_booking_id");
--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "payments_one_open_for_charges" ON "payments" USING btree ("charged_booking_id") WHERE payment_status = 'Pending';
