ALTER TABLE "bookings" ADD COLUMN "place_number" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "beside_booking_id" text;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "beside_relationship" text;--> statement-breakpoint
ALTER TABLE "niches" ADD COLUMN "capacity" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "niches" ADD COLUMN "further_price_cents" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_beside_booking_id_bookings_booking_id_fk" FOREIGN KEY ("beside_booking_id") REFERENCES "public"."bookings"("booking_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_place_positive" CHECK ("bookings"."place_number" > 0);--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_beside_relationship_known" CHECK ("bookings"."beside_relationship" in ('Mother', 'Father', 'Spouse', 'Child', 'Sibling', 'Relative', 'Other'));--> statement-breakpoint
ALTER TABLE "niches" ADD CONSTRAINT "niches_capacity_allowed" CHECK ("niches"."capacity" between 1 and 8);--> statement-breakpoint
ALTER TABLE "niches" ADD CONSTRAINT "niches_further_price_allowed" CHECK ("niches"."further_price_cents" between 0 and 100000000);