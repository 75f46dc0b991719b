ALTER TABLE "beneficiaries" DROP CONSTRAINT "beneficiaries_relationship_known";--> statement-breakpoint
DROP INDEX "users_contact_unique";--> statement-breakpoint
CREATE INDEX "users_by_contact" ON "users" USING btree ("contact_key");--> statement-breakpoint
ALTER TABLE "beneficiaries" ADD CONSTRAINT "beneficiaries_relationship_known" CHECK ("beneficiaries"."relationship" in ('Mother', 'Father', 'Spouse', 'Child', 'Sibling', 'Relative', 'Other'));