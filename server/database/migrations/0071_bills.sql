CREATE TABLE "bill_series" (
	"series" text PRIMARY KEY NOT NULL,
	"last_number" integer NOT NULL,
	"last_issued_at" timestamp (3) with time zone,
	"last_earlier_event" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "bills" (
	"number" integer PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"cause" text NOT NULL,
	"credits_number" integer,
	"payment_id" text NOT NULL,
	"booking_id" text NOT NULL,
	"issued_at" timestamp (3) with time zone NOT NULL,
	"supplier" jsonb NOT NULL,
	"buyer_name" text NOT NULL,
	"niche_code" text NOT NULL,
	"lines" jsonb NOT NULL,
	"net_cents" integer NOT NULL,
	"tax_cents" integer NOT NULL,
	"gross_cents" integer NOT NULL,
	"payment_method" text NOT NULL,
	"card_last4" text,
	CONSTRAINT "bills_kind_known" CHECK ("bills"."kind" in ('bill', 'creditNote')),
	CONSTRAINT "bills_cause_known" CHECK ("bills"."cause" in ('settled', 'refunded')),
	CONSTRAINT "bills_method_known" CHECK ("bills"."payment_method" in ('Credit Card', 'Card', 'Cash', 'Cheque', 'Waived')),
	CONSTRAINT "bills_credit_note_names_bill" CHECK (("bills"."kind" = 'creditNote') = ("bills"."credits_number" is not null)),
	CONSTRAINT "bills_adds_up" CHECK ("bills"."net_cents" + "bills"."tax_cents" = "bills"."gross_cents")
);
--> statement-breakpoint
ALTER TABLE "staff_reads" DROP CONSTRAINT "staff_reads_kind_known";--> statement-breakpoint
ALTER TABLE "house" ADD COLUMN "tax_number" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "house" ADD COLUMN "tax_registered_on" date;--> statement-breakpoint
ALTER TABLE "house" ADD COLUMN "tax_rates" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "house" ADD COLUMN "earlier_issuer" text;--> statement-breakpoint
ALTER TABLE "bills" ADD CONSTRAINT "bills_payment_id_payments_payment_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("payment_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bills" ADD CONSTRAINT "bills_booking_id_bookings_booking_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("booking_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "bills_once" ON "bills" USING btree ("payment_id","cause");--> statement-breakpoint
CREATE UNIQUE INDEX "bills_credited_once" ON "bills" USING btree ("credits_number");--> statement-breakpoint
CREATE INDEX "bills_by_booking" ON "bills" USING btree ("booking_id");--> statement-breakpoint
CREATE INDEX "bills_by_issued" ON "bills" USING btree ("issued_at");--> statement-breakpoint
CREATE INDEX "bills_by_niche" ON "bills" USING btree ("niche_code");--> statement-breakpoint
CREATE INDEX "bills_by_buyer" ON "bills" USING btree (lower(buyer_name) text_pattern_ops);--> statement-breakpoint
ALTER TABLE "staff_reads" ADD CONSTRAINT "staff_reads_kind_known" CHECK ("staff_reads"."kind" in ('users', 'search', 'quickFind', 'lookUp', 'export', 'queue', 'account', 'booking', 'beneficiary', 'urn', 'niche', 'labels', 'receipt', 'bill', 'bills', 'placements', 'stockTake', 'refunds', 'closings', 'nric'));