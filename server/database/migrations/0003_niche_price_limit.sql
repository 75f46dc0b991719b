ALTER TABLE "niches" DROP CONSTRAINT "niches_price_positive";--> statement-breakpoint
ALTER TABLE "niches" ADD CONSTRAINT "niches_price_allowed" CHECK ("niches"."price_cents" between 1 and 100000000);