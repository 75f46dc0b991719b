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
ALTER TABLE "appointment_moves" ADD CONSTRAINT "appointment_moves_appointment_id_appointments_appointment_id_fk" FOREIGN KEY ("appointment_id") REFERENCES "public"."appointments"("appointment_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "appointment_moves" ADD CONSTRAINT "appointment_moves_actor_id_users_user_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "appointment_slots" ADD CONSTRAINT "appointment_slots_appointment_id_appointments_appointment_id_fk" FOREIGN KEY ("appointment_id") REFERENCES "public"."appointments"("appointment_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "appointment_slots" ADD CONSTRAINT "appointment_slots_hall_number_hall_schedules_hall_number_fk" FOREIGN KEY ("hall_number") REFERENCES "public"."hall_schedules"("hall_number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "appointments" ADD CONSTRAINT "appointments_booking_id_bookings_booking_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("booking_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "appointments" ADD CONSTRAINT "appointments_building_id_buildings_building_id_fk" FOREIGN KEY ("building_id") REFERENCES "public"."buildings"("building_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hall_schedules" ADD CONSTRAINT "hall_schedules_building_id_buildings_building_id_fk" FOREIGN KEY ("building_id") REFERENCES "public"."buildings"("building_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "appointment_moves_by_appointment" ON "appointment_moves" USING btree ("appointment_id");--> statement-breakpoint
CREATE INDEX "appointment_slots_by_hall" ON "appointment_slots" USING btree ("hall_number","starts_at");--> statement-breakpoint
CREATE UNIQUE INDEX "appointments_one_open" ON "appointments" USING btree ("booking_id") WHERE status in ('requested', 'confirmed', 'moved', 'arrived');--> statement-breakpoint
CREATE INDEX "appointments_by_booking" ON "appointments" USING btree ("booking_id","number");--> statement-breakpoint
CREATE INDEX "appointments_by_time" ON "appointments" USING btree ("starts_at");--> statement-breakpoint
CREATE INDEX "appointments_open_by_time" ON "appointments" USING btree ("starts_at") WHERE status in ('requested', 'confirmed', 'moved', 'arrived');--> statement-breakpoint
-- One seat of a hall is taken once at a time. As ranges, because these need no extension of the database.
ALTER TABLE "appointment_slots" ADD CONSTRAINT "appointment_slots_no_overlap" EXCLUDE USING gist (int8range("hall_number"::bigint * 100 + "seat", "hall_number"::bigint * 100 + "seat", '[]') WITH &&, tstzrange("starts_at", "ends_at") WITH &&);
