CREATE TABLE "right_moves" (
	"move_id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "right_moves_move_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"right_id" uuid NOT NULL,
	"event" text NOT NULL,
	"to_state" text NOT NULL,
	"booking_id" text,
	"actor_id" uuid,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "right_moves_event_known" CHECK ("right_moves"."event" in ('grant', 'begin', 'end', 'surrender', 'restore')),
	CONSTRAINT "right_moves_to_known" CHECK ("right_moves"."to_state" in ('living', 'ended', 'surrendered'))
);
--> statement-breakpoint
CREATE TABLE "rights" (
	"right_id" uuid PRIMARY KEY NOT NULL,
	"number" bigint GENERATED ALWAYS AS IDENTITY (sequence name "right_numbers" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"niche_id" uuid NOT NULL,
	"deed_number" text,
	"granted_on" text,
	"basis" text NOT NULL,
	"years" integer,
	"ends_on" date,
	"state" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "rights_number_unique" UNIQUE("number"),
	CONSTRAINT "rights_basis_known" CHECK ("rights"."basis" in ('perpetual', 'purchase', 'firstPlacement', 'leaseEnd', 'fixedDay')),
	CONSTRAINT "rights_state_known" CHECK ("rights"."state" in ('living', 'ended', 'surrendered')),
	CONSTRAINT "rights_granted_partial" CHECK ("rights"."granted_on" ~ '^[12][0-9]{3}(-[0-9]{2}){0,2}$'),
	CONSTRAINT "rights_years_allowed" CHECK ("rights"."years" between 1 and 999),
	CONSTRAINT "rights_term_complete" CHECK (case "rights"."basis" when 'perpetual' then num_nonnulls("rights"."years", "rights"."ends_on") = 0
        when 'purchase' then num_nonnulls("rights"."years", "rights"."ends_on") = 2
        when 'firstPlacement' then "rights"."years" is not null
        else "rights"."years" is null and "rights"."ends_on" is not null end)
);
--> statement-breakpoint
ALTER TABLE "staff_reads" DROP CONSTRAINT "staff_reads_kind_known";--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "right_id" uuid;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "right_version" integer;--> statement-breakpoint
ALTER TABLE "house" ADD COLUMN "right_basis" text DEFAULT 'perpetual' NOT NULL;--> statement-breakpoint
ALTER TABLE "house" ADD COLUMN "right_years" integer;--> statement-breakpoint
ALTER TABLE "house" ADD COLUMN "right_until" date;--> statement-breakpoint
ALTER TABLE "house" ADD COLUMN "right_rules_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "right_moves" ADD CONSTRAINT "right_moves_right_id_rights_right_id_fk" FOREIGN KEY ("right_id") REFERENCES "public"."rights"("right_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "right_moves" ADD CONSTRAINT "right_moves_actor_id_users_user_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rights" ADD CONSTRAINT "rights_niche_id_niches_niche_id_fk" FOREIGN KEY ("niche_id") REFERENCES "public"."niches"("niche_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "right_moves_by_right" ON "right_moves" USING btree ("right_id","move_id");--> statement-breakpoint
CREATE UNIQUE INDEX "rights_one_per_niche" ON "rights" USING btree ("niche_id") WHERE state <> 'surrendered';--> statement-breakpoint
CREATE INDEX "rights_by_niche" ON "rights" USING btree ("niche_id");--> statement-breakpoint
CREATE INDEX "rights_by_state" ON "rights" USING btree ("state","number");--> statement-breakpoint
CREATE INDEX "rights_by_year_of_end" ON "rights" USING btree (extract(year from "ends_on"),"number");--> statement-breakpoint
CREATE INDEX "rights_by_year_and_state" ON "rights" USING btree (extract(year from "ends_on"),"state","number");--> statement-breakpoint
CREATE INDEX "rights_that_end" ON "rights" USING btree ("ends_on") WHERE state = 'living' and ends_on is not null;--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_right_id_rights_right_id_fk" FOREIGN KEY ("right_id") REFERENCES "public"."rights"("right_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "house" ADD CONSTRAINT "house_right_basis_known" CHECK ("house"."right_basis" in ('perpetual', 'purchase', 'firstPlacement', 'leaseEnd', 'fixedDay'));--> statement-breakpoint
ALTER TABLE "staff_reads" ADD CONSTRAINT "staff_reads_kind_known" CHECK ("staff_reads"."kind" in ('users', 'search', 'quickFind', 'lookUp', 'export', 'queue', 'account', 'booking', 'beneficiary', 'urn', 'niche', 'labels', 'receipt', 'bill', 'bills', 'rights', 'statement', 'placements', 'stockTake', 'refunds', 'closings', 'nric'));