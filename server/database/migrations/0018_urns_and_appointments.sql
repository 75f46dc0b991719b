-- All letters and digits of a name, without accents, in alphabetical order; at most as many as an index can hold.
CREATE FUNCTION name_key(name text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN (
  SELECT left(coalesce(string_agg(letter, '' ORDER BY letter COLLATE "C"), ''), 500)
  FROM string_to_table(lower(regexp_replace(normalize(name, NFKD), '[[:space:][:punct:]\u0300-\u036f\u00ad\u00b7\u02bc\u200b-\u2027\u2060\u30fb\ufeff]', '', 'g')), null) AS letter
);
--> statement-breakpoint
CREATE TABLE "appointment_moves" (
	"move_id" uuid PRIMARY KEY NOT NULL,
	"appointment_id" uuid NOT NULL,
	"event" text NOT NULL,
	"status" text NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"actor_id" uuid,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "appointment_moves_event_known" CHECK ("appointment_moves"."event" in ('choose', 'propose', 'confirm', 'move', 'cancel', 'arrive', 'undoArrival', 'finish', 'miss')),
	CONSTRAINT "appointment_moves_status_known" CHECK ("appointment_moves"."status" in ('requested', 'confirmed', 'moved', 'cancelled', 'arrived', 'done', 'not held'))
);
--> statement-breakpoint
CREATE TABLE "appointment_slots" (
	"appointment_id" uuid PRIMARY KEY NOT NULL,
	"hall_number" integer NOT NULL,
	"seat" integer NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "appointment_slots_seat_allowed" CHECK ("appointment_slots"."seat" between 1 and 20)
);
--> statement-breakpoint
CREATE TABLE "appointments" (
	"appointment_id" uuid PRIMARY KEY NOT NULL,
	"number" bigint GENERATED ALWAYS AS IDENTITY (sequence name "appointments_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"booking_id" text NOT NULL,
	"building_id" text NOT NULL,
	"status" text NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"message" text DEFAULT '' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"reminded_at" timestamp (3) with time zone,
	CONSTRAINT "appointments_status_known" CHECK ("appointments"."status" in ('requested', 'confirmed', 'moved', 'cancelled', 'arrived', 'done', 'not held')),
	CONSTRAINT "appointments_end_after_start" CHECK ("appointments"."ends_at" > "appointments"."starts_at")
);
--> statement-breakpoint
CREATE TABLE "hall_schedules" (
	"building_id" text PRIMARY KEY NOT NULL,
	"hall_number" integer GENERATED ALWAYS AS IDENTITY (sequence name "hall_schedules_hall_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"hours" jsonb DEFAULT '{"monday":"","tuesday":"","wednesday":"","thursday":"","friday":"","saturday":"","sunday":""}'::jsonb NOT NULL,
	"exceptions" text DEFAULT '' NOT NULL,
	"slot_minutes" integer DEFAULT 60 NOT NULL,
	"capacity" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "hall_schedules_number_unique" UNIQUE("hall_number"),
	CONSTRAINT "hall_schedules_slot_allowed" CHECK ("hall_schedules"."slot_minutes" between 15 and 480),
	CONSTRAINT "hall_schedules_capacity_allowed" CHECK ("hall_schedules"."capacity" between 1 and 20)
);
--> statement-breakpoint
CREATE TABLE "urn_attempts" (
	"attempt_id" uuid PRIMARY KEY NOT NULL,
	"tag" text NOT NULL,
	"event" text NOT NULL,
	"niche_id" uuid NOT NULL,
	"outcome" text NOT NULL,
	"details" jsonb NOT NULL,
	"first_by_id" uuid NOT NULL,
	"first_request_id" uuid NOT NULL,
	"first_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"second_by_id" uuid,
	"second_request_id" uuid,
	"ended_at" timestamp (3) with time zone,
	"mismatch" text,
	"settled_at" timestamp (3) with time zone,
	"settled_by_id" uuid,
	"settled_note" text,
	CONSTRAINT "urn_attempts_first_once" UNIQUE("first_request_id"),
	CONSTRAINT "urn_attempts_second_once" UNIQUE("second_request_id"),
	CONSTRAINT "urn_attempts_outcome_known" CHECK ("urn_attempts"."outcome" in ('open', 'done', 'mismatch', 'expired')),
	CONSTRAINT "urn_attempts_event_known" CHECK ("urn_attempts"."event" in ('place', 'takeOut', 'release')),
	CONSTRAINT "urn_attempts_people_differ" CHECK ("urn_attempts"."outcome" <> 'done' or coalesce("urn_attempts"."second_by_id" <> "urn_attempts"."first_by_id", false)),
	CONSTRAINT "urn_attempts_ended" CHECK (("urn_attempts"."outcome" = 'open') = ("urn_attempts"."ended_at" is null)),
	CONSTRAINT "urn_attempts_mismatch_said" CHECK (("urn_attempts"."outcome" = 'mismatch') = ("urn_attempts"."mismatch" is not null))
);
--> statement-breakpoint
CREATE TABLE "urn_loss_reports" (
	"report_id" uuid PRIMARY KEY NOT NULL,
	"tag" text NOT NULL,
	"note" text NOT NULL,
	"reported_by_id" uuid NOT NULL,
	"reported_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "urn_moves" (
	"move_id" uuid PRIMARY KEY NOT NULL,
	"tag" text NOT NULL,
	"position" integer NOT NULL,
	"event" text NOT NULL,
	"niche_id" uuid,
	"shelf" text DEFAULT '' NOT NULL,
	"actor_id" uuid NOT NULL,
	"witness_id" uuid,
	"reason" text DEFAULT '' NOT NULL,
	"released_to" text,
	"identity_kind" text,
	"identity_ending" text,
	"authority" text,
	"document" text,
	"request_id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "urn_moves_in_order" UNIQUE("tag","position"),
	CONSTRAINT "urn_moves_request_once" UNIQUE("request_id"),
	CONSTRAINT "urn_moves_event_known" CHECK ("urn_moves"."event" in ('receive', 'shelve', 'place', 'takeOut', 'move', 'release')),
	CONSTRAINT "urn_moves_niche_said" CHECK (("urn_moves"."event" in ('place', 'takeOut')) = ("urn_moves"."niche_id" is not null)),
	CONSTRAINT "urn_moves_shelf_said" CHECK (("urn_moves"."event" in ('shelve', 'move')) = ("urn_moves"."shelf" <> '')),
	CONSTRAINT "urn_moves_two_people" CHECK (("urn_moves"."event" in ('place', 'takeOut', 'release')) = ("urn_moves"."witness_id" is not null)),
	CONSTRAINT "urn_moves_people_differ" CHECK ("urn_moves"."witness_id" <> "urn_moves"."actor_id"),
	CONSTRAINT "urn_moves_release_complete" CHECK (num_nonnulls("urn_moves"."released_to", "urn_moves"."identity_kind", "urn_moves"."identity_ending", "urn_moves"."authority", "urn_moves"."document")
        = case when "urn_moves"."event" = 'release' then 5 else 0 end)
);
--> statement-breakpoint
CREATE TABLE "urns" (
	"tag" text PRIMARY KEY NOT NULL,
	"booking_id" text NOT NULL,
	"width_mm" integer,
	"height_mm" integer,
	"cremation_number" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "urns_one_per_booking" UNIQUE("booking_id"),
	CONSTRAINT "urns_size_positive" CHECK ("urns"."width_mm" > 0 and "urns"."height_mm" > 0)
);
--> statement-breakpoint
ALTER TABLE "beneficiaries" ADD COLUMN "shared_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "beneficiaries" ADD COLUMN "withheld_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "beneficiaries" ADD COLUMN "withheld_by_id" uuid;--> statement-breakpoint
ALTER TABLE "beneficiaries" ADD COLUMN "withheld_reason" text;--> statement-breakpoint
ALTER TABLE "blocks" ADD COLUMN "opening_width_mm" integer;--> statement-breakpoint
ALTER TABLE "blocks" ADD COLUMN "opening_height_mm" integer;--> statement-breakpoint
ALTER TABLE "appointment_moves" ADD CONSTRAINT "appointment_moves_appointment_id_appointments_appointment_id_fk" FOREIGN KEY ("appointment_id") REFERENCES "public"."appointments"("appointment_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "appointment_moves" ADD CONSTRAINT "appointment_moves_actor_id_users_user_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "appointment_slots" ADD CONSTRAINT "appointment_slots_appointment_id_appointments_appointment_id_fk" FOREIGN KEY ("appointment_id") REFERENCES "public"."appointments"("appointment_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "appointment_slots" ADD CONSTRAINT "appointment_slots_hall_number_hall_schedules_hall_number_fk" FOREIGN KEY ("hall_number") REFERENCES "public"."hall_schedules"("hall_number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "appointments" ADD CONSTRAINT "appointments_booking_id_bookings_booking_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("booking_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "appointments" ADD CONSTRAINT "appointments_building_id_buildings_building_id_fk" FOREIGN KEY ("building_id") REFERENCES "public"."buildings"("building_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hall_schedules" ADD CONSTRAINT "hall_schedules_building_id_buildings_building_id_fk" FOREIGN KEY ("building_id") REFERENCES "public"."buildings"("building_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "urn_attempts" ADD CONSTRAINT "urn_attempts_tag_urns_tag_fk" FOREIGN KEY ("tag") REFERENCES "public"."urns"("tag") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "urn_attempts" ADD CONSTRAINT "urn_attempts_niche_id_niches_niche_id_fk" FOREIGN KEY ("niche_id") REFERENCES "public"."niches"("niche_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "urn_attempts" ADD CONSTRAINT "urn_attempts_first_by_id_users_user_id_fk" FOREIGN KEY ("first_by_id") REFERENCES "public"."users"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "urn_attempts" ADD CONSTRAINT "urn_attempts_second_by_id_users_user_id_fk" FOREIGN KEY ("second_by_id") REFERENCES "public"."users"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "urn_attempts" ADD CONSTRAINT "urn_attempts_settled_by_id_users_user_id_fk" FOREIGN KEY ("settled_by_id") REFERENCES "public"."users"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "urn_loss_reports" ADD CONSTRAINT "urn_loss_reports_tag_urns_tag_fk" FOREIGN KEY ("tag") REFERENCES "public"."urns"("tag") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "urn_loss_reports" ADD CONSTRAINT "urn_loss_reports_reported_by_id_users_user_id_fk" FOREIGN KEY ("reported_by_id") REFERENCES "public"."users"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "urn_moves" ADD CONSTRAINT "urn_moves_tag_urns_tag_fk" FOREIGN KEY ("tag") REFERENCES "public"."urns"("tag") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "urn_moves" ADD CONSTRAINT "urn_moves_niche_id_niches_niche_id_fk" FOREIGN KEY ("niche_id") REFERENCES "public"."niches"("niche_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "urn_moves" ADD CONSTRAINT "urn_moves_actor_id_users_user_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "urn_moves" ADD CONSTRAINT "urn_moves_witness_id_users_user_id_fk" FOREIGN KEY ("witness_id") REFERENCES "public"."users"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "urns" ADD CONSTRAINT "urns_booking_id_bookings_booking_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("booking_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "appointment_moves_by_appointment" ON "appointment_moves" USING btree ("appointment_id");--> statement-breakpoint
CREATE INDEX "appointment_slots_by_hall" ON "appointment_slots" USING btree ("hall_number","starts_at");--> statement-breakpoint
CREATE UNIQUE INDEX "appointments_one_open" ON "appointments" USING btree ("booking_id") WHERE status in ('requested', 'confirmed', 'moved', 'arrived');--> statement-breakpoint
CREATE INDEX "appointments_by_booking" ON "appointments" USING btree ("booking_id","number");--> statement-breakpoint
CREATE INDEX "appointments_by_time" ON "appointments" USING btree ("starts_at");--> statement-breakpoint
CREATE INDEX "appointments_open_by_time" ON "appointments" USING btree ("starts_at") WHERE status in ('requested', 'confirmed', 'moved', 'arrived');--> statement-breakpoint
CREATE UNIQUE INDEX "urn_attempts_one_open" ON "urn_attempts" USING btree ("tag") WHERE outcome = 'open';--> statement-breakpoint
CREATE INDEX "urn_attempts_by_time" ON "urn_attempts" USING btree ("tag","first_at");--> statement-breakpoint
CREATE INDEX "urn_attempts_open" ON "urn_attempts" USING btree ("expires_at") WHERE outcome = 'open';--> statement-breakpoint
CREATE INDEX "urn_attempts_unsettled" ON "urn_attempts" USING btree ("ended_at") WHERE outcome = 'mismatch' and settled_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "urn_loss_reports_one_open" ON "urn_loss_reports" USING btree ("tag") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "urn_moves_by_time" ON "urn_moves" USING btree ("at");--> statement-breakpoint
CREATE INDEX "urns_by_cremation_number" ON "urns" USING btree (lower("cremation_number")) WHERE cremation_number <> '';--> statement-breakpoint
ALTER TABLE "beneficiaries" ADD CONSTRAINT "beneficiaries_withheld_by_id_users_user_id_fk" FOREIGN KEY ("withheld_by_id") REFERENCES "public"."users"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "beneficiaries" ADD CONSTRAINT "beneficiaries_withheld_with_reason" CHECK (num_nulls("beneficiaries"."withheld_at", "beneficiaries"."withheld_by_id", "beneficiaries"."withheld_reason") in (0, 3));--> statement-breakpoint
-- One seat of a hall is taken once at a time. As ranges, because these need no extension of the database.
ALTER TABLE "appointment_slots" ADD CONSTRAINT "appointment_slots_no_overlap" EXCLUDE USING gist (int8range("hall_number"::bigint * 100 + "seat", "hall_number"::bigint * 100 + "seat", '[]') WITH &&, tstzrange("starts_at", "ends_at") WITH &&);
--> statement-breakpoint
-- The ledger of urns is append-only, like the audit log.
create function urn_moves_refuse() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger of urns is append-only' using errcode = 'insufficient_privilege', constraint = 'urn_moves_append_only';
end $$;
--> statement-breakpoint
create trigger urn_moves_append_only before update or delete or truncate on urn_moves for each statement execute function urn_moves_refuse();
--> statement-breakpoint
do $$
declare
  given record;
begin
  for given in
    select distinct case when a.grantee = 0 then 'public' else a.grantee::regrole::text end as grantee
    from pg_class c, aclexplode(c.relacl) a where c.oid = 'urn_moves'::regclass and a.grantee <> c.relowner
  loop
    execute format('revoke update, delete, truncate on urn_moves from %s', given.grantee);
  end loop;
end $$;
