DROP INDEX "bookings_pending";--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "waiting_since" timestamp (3) with time zone;--> statement-breakpoint
UPDATE "bookings" SET "waiting_since" = coalesce((SELECT max("requested_at") FROM "urn_requests" WHERE "urn_requests"."booking_id" = "bookings"."booking_id"), "created_at");--> statement-breakpoint
ALTER TABLE "bookings" ALTER COLUMN "waiting_since" SET NOT NULL;--> statement-breakpoint
CREATE INDEX "bookings_pending" ON "bookings" USING btree ("waiting_since","booking_id") WHERE booking_status = 'Pending';
