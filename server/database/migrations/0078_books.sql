ALTER TABLE "bills" DROP CONSTRAINT "bills_cause_known";--> statement-breakpoint
ALTER TABLE "staff_reads" DROP CONSTRAINT "staff_reads_kind_known";--> statement-breakpoint
DROP INDEX "bills_once";--> statement-breakpoint
ALTER TABLE "bill_series" ADD COLUMN "first_number" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "bill_series" ADD COLUMN "niche_account" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "bills" ADD COLUMN "replaces_number" integer;--> statement-breakpoint
ALTER TABLE "bills" ADD COLUMN "reason" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "bills" ADD COLUMN "buyer_registration_number" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "register_entries" ADD COLUMN "receipt_no" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "bills_replaced_once" ON "bills" USING btree ("replaces_number");--> statement-breakpoint
CREATE INDEX "bills_by_payment" ON "bills" USING btree ("payment_id","number");--> statement-breakpoint
CREATE UNIQUE INDEX "bills_once" ON "bills" USING btree ("payment_id","cause") WHERE cause <> 'corrected';--> statement-breakpoint
ALTER TABLE "bills" ADD CONSTRAINT "bills_correction_replaces_bill" CHECK (("bills"."cause" = 'corrected' and "bills"."kind" = 'bill') = ("bills"."replaces_number" is not null));--> statement-breakpoint
ALTER TABLE "bills" ADD CONSTRAINT "bills_correction_has_reason" CHECK (("bills"."cause" = 'corrected') = ("bills"."reason" <> ''));--> statement-breakpoint
ALTER TABLE "bills" ADD CONSTRAINT "bills_cause_known" CHECK ("bills"."cause" in ('settled', 'refunded', 'corrected'));--> statement-breakpoint
ALTER TABLE "staff_reads" ADD CONSTRAINT "staff_reads_kind_known" CHECK ("staff_reads"."kind" in ('users', 'search', 'quickFind', 'lookUp', 'export', 'queue', 'account', 'booking', 'beneficiary', 'urn', 'niche', 'labels', 'receipt', 'bill', 'bills', 'statement', 'placements', 'stockTake', 'refunds', 'closings', 'nric'));