ALTER TABLE "right_objections" ADD COLUMN "reach_sealed" "bytea";--> statement-breakpoint
ALTER TABLE "right_agreements" ADD COLUMN "declined_by" text;--> statement-breakpoint
ALTER TABLE "right_agreements" ADD CONSTRAINT "right_agreements_declining_way_known" CHECK ("right_agreements"."declined_by" in ('link', 'letter', 'counter', 'account'));