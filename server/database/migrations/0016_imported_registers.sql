CREATE TABLE "register_entries" (
	"booking_id" text PRIMARY KEY NOT NULL,
	"import_id" uuid NOT NULL,
	"row_number" integer NOT NULL,
	"holder_name" text NOT NULL,
	"holder_contact" text NOT NULL,
	"contact_key" text NOT NULL,
	"holder_email" text NOT NULL,
	"booked_on" text NOT NULL,
	"reference" text NOT NULL,
	"source_sealed" "bytea" NOT NULL,
	"linked_at" timestamp (3) with time zone,
	"linked_by_id" uuid,
	"linked_papers" text,
	CONSTRAINT "register_entries_linked_with_papers" CHECK (("register_entries"."linked_at" is null) = ("register_entries"."linked_papers" is null))
);
--> statement-breakpoint
CREATE TABLE "register_imports" (
	"import_id" uuid PRIMARY KEY NOT NULL,
	"files_hash" text NOT NULL,
	"niches" integer NOT NULL,
	"people" integer NOT NULL,
	"created" jsonb NOT NULL,
	"imported_by_id" uuid,
	"imported_at" timestamp (3) with time zone NOT NULL,
	"undone_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "bookings" DROP CONSTRAINT "bookings_maker_known";--> statement-breakpoint
ALTER TABLE "beneficiaries" ALTER COLUMN "relationship" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "beneficiaries" ALTER COLUMN "date_of_birth" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "bookings" ALTER COLUMN "user_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "bookings" ALTER COLUMN "created_by_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "beneficiaries" ADD COLUMN "born_in" text;--> statement-breakpoint
ALTER TABLE "beneficiaries" ADD COLUMN "died_in" text;--> statement-breakpoint
ALTER TABLE "niches" ADD COLUMN "import_id" uuid;--> statement-breakpoint
ALTER TABLE "register_entries" ADD CONSTRAINT "register_entries_booking_id_bookings_booking_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("booking_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "register_entries" ADD CONSTRAINT "register_entries_import_id_register_imports_import_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."register_imports"("import_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "register_entries" ADD CONSTRAINT "register_entries_linked_by_id_users_user_id_fk" FOREIGN KEY ("linked_by_id") REFERENCES "public"."users"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "register_imports" ADD CONSTRAINT "register_imports_imported_by_id_users_user_id_fk" FOREIGN KEY ("imported_by_id") REFERENCES "public"."users"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "register_entries_by_import" ON "register_entries" USING btree ("import_id");--> statement-breakpoint
CREATE INDEX "register_entries_by_contact" ON "register_entries" USING btree ("contact_key") WHERE contact_key <> '';--> statement-breakpoint
CREATE INDEX "register_entries_by_holder" ON "register_entries" USING gin (to_tsvector('simple', regexp_replace("holder_name", '[[:punct:]]', ' ', 'g')));--> statement-breakpoint
CREATE INDEX "register_imports_by_time" ON "register_imports" USING btree ("imported_at");--> statement-breakpoint
ALTER TABLE "niches" ADD CONSTRAINT "niches_import_id_register_imports_import_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."register_imports"("import_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "beneficiaries" ADD CONSTRAINT "beneficiaries_born_in_partial" CHECK ("beneficiaries"."born_in" ~ '^[12][0-9]{3}(-[0-9]{2})?$');--> statement-breakpoint
ALTER TABLE "beneficiaries" ADD CONSTRAINT "beneficiaries_died_in_partial" CHECK ("beneficiaries"."died_in" ~ '^[12][0-9]{3}(-[0-9]{2})?$');--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_maker_known" CHECK ("bookings"."made_by" in ('user', 'staff', 'import'));