CREATE INDEX CONCURRENTLY IF NOT EXISTS "bookings_by_right" ON "bookings" USING btree ("right_id") WHERE right_id is not null;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "bookings_to_compare" ON "bookings" USING btree ("niche_id") WHERE right_version is distinct from version;