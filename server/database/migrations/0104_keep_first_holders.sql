ALTER TABLE "register_entries" ADD COLUMN "holder_as_imported" jsonb;--> statement-breakpoint
ALTER TABLE "right_holders" ADD COLUMN "name_kept_at" timestamp (3) with time zone;