CREATE TABLE "link_codes" (
	"booking_id" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"code_hash" text NOT NULL,
	"wrong_tries" integer DEFAULT 0 NOT NULL,
	"sent_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "staff_reads" DROP CONSTRAINT "staff_reads_kind_known";--> statement-breakpoint
ALTER TABLE "link_codes" ADD CONSTRAINT "link_codes_booking_id_register_entries_booking_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."register_entries"("booking_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "link_codes" ADD CONSTRAINT "link_codes_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "link_codes_by_account" ON "link_codes" USING btree ("user_id");--> statement-breakpoint
ALTER TABLE "staff_reads" ADD CONSTRAINT "staff_reads_kind_known" CHECK ("staff_reads"."kind" in ('users', 'search', 'queue', 'account', 'booking', 'beneficiary', 'urn', 'niche', 'labels', 'receipt', 'placements', 'stockTake', 'refunds', 'closings', 'nric'));