ALTER TABLE "staff_reads" DROP CONSTRAINT "staff_reads_kind_known";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "nric_seen_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "staff_reads" ADD CONSTRAINT "staff_reads_kind_known" CHECK ("staff_reads"."kind" in ('users', 'search', 'queue', 'account', 'booking', 'beneficiary', 'urn', 'labels', 'receipt'));