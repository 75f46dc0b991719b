ALTER TABLE "certificate_requests" DROP CONSTRAINT "certificate_requests_kinds_known";--> statement-breakpoint
ALTER TABLE "certificates" DROP CONSTRAINT "certificates_kind_known";--> statement-breakpoint
ALTER TABLE "house" ADD COLUMN "asks_relationship_proof" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "certificate_requests" ADD CONSTRAINT "certificate_requests_kinds_known" CHECK ("certificate_requests"."kinds" <@ array['birth', 'death', 'relationship'] and cardinality("certificate_requests"."kinds") > 0);--> statement-breakpoint
ALTER TABLE "certificates" ADD CONSTRAINT "certificates_kind_known" CHECK ("certificates"."kind" in ('birth', 'death', 'relationship'));