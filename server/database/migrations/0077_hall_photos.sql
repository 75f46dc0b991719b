CREATE TABLE "hall_photos" (
	"photo_id" uuid PRIMARY KEY NOT NULL,
	"building_id" text NOT NULL,
	"subject" text NOT NULL,
	"caption" text NOT NULL,
	"small" text NOT NULL,
	"large" text NOT NULL,
	"added_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "hall_photos_subject_known" CHECK ("hall_photos"."subject" in ('hall', 'light', 'wall'))
);
--> statement-breakpoint
ALTER TABLE "hall_photos" ADD CONSTRAINT "hall_photos_building_id_buildings_building_id_fk" FOREIGN KEY ("building_id") REFERENCES "public"."buildings"("building_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "hall_photos_by_hall" ON "hall_photos" USING btree ("building_id","added_at");