ALTER TABLE "bills" DROP CONSTRAINT "bills_cause_known";--> statement-breakpoint
ALTER TABLE "bills" DROP CONSTRAINT "bills_method_known";--> statement-breakpoint
ALTER TABLE "bills" DROP CONSTRAINT "bills_correction_has_reason";--> statement-breakpoint
ALTER TABLE "payments" DROP CONSTRAINT "payments_method_known";--> statement-breakpoint
ALTER TABLE "payments" DROP CONSTRAINT "payments_status_known";--> statement-breakpoint
ALTER TABLE "bill_series" ADD COLUMN "pay_to" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "bills" ADD COLUMN "buyer_address" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "bills" ADD COLUMN "buyer_email" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "bills" ADD COLUMN "due_on" date;--> statement-breakpoint
ALTER TABLE "bills" ADD CONSTRAINT "bills_cause_known" CHECK ("bills"."cause" in ('settled', 'refunded', 'corrected', 'credited'));--> statement-breakpoint
ALTER TABLE "bills" ADD CONSTRAINT "bills_method_known" CHECK ("bills"."payment_method" in ('Credit Card', 'Card', 'Cash', 'Cheque', 'Bank transfer', 'Waived'));--> statement-breakpoint
ALTER TABLE "bills" ADD CONSTRAINT "bills_correction_has_reason" CHECK (("bills"."cause" in ('corrected', 'credited')) = ("bills"."reason" <> ''));--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_method_known" CHECK ("payments"."payment_method" in ('Credit Card', 'Card', 'Cash', 'Cheque', 'Bank transfer', 'Waived'));--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_status_known" CHECK ("payments"."payment_status" in ('Pending', 'Billed', 'Paid', 'Waived', 'Refunding', 'Refunded', 'Failed'));