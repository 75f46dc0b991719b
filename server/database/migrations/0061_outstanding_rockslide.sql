CREATE TABLE "undone_urn_places" (
	"import_id" uuid NOT NULL,
	"niche_code" text NOT NULL,
	"building_name" text NOT NULL,
	"level_number" integer NOT NULL,
	"block_name" text NOT NULL,
	"niche_row" integer NOT NULL,
	"niche_column" integer NOT NULL,
	"undone_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "undone_urn_places_import_id_niche_code_pk" PRIMARY KEY("import_id","niche_code")
);
--> statement-breakpoint
ALTER TABLE "house" ADD COLUMN "settle_alone_cents" integer DEFAULT 50000 NOT NULL;--> statement-breakpoint
ALTER TABLE "undone_urn_places" ADD CONSTRAINT "undone_urn_places_import_id_register_imports_import_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."register_imports"("import_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "undone_urn_places_by_code" ON "undone_urn_places" USING btree (translate(regexp_replace(upper("niche_code"), '(^|[^0-9])0+([0-9])', '\1\2', 'g'), '- ./', ''));--> statement-breakpoint
CREATE INDEX "undone_urn_places_by_place" ON "undone_urn_places" USING btree ("block_name","niche_row","niche_column");--> statement-breakpoint
ALTER TABLE "house" ADD CONSTRAINT "house_settle_alone_allowed" CHECK ("house"."settle_alone_cents" between 0 and 100000000);