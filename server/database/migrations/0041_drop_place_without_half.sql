ALTER TABLE "niches" DROP CONSTRAINT "niches_place_unique";--> statement-breakpoint
DROP INDEX "niches_free";
