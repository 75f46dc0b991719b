ALTER TABLE "right_moves" DROP CONSTRAINT "right_moves_event_known";--> statement-breakpoint
ALTER TABLE "charges" ADD COLUMN "extends_right_id" uuid;--> statement-breakpoint
ALTER TABLE "charges" ADD COLUMN "extended_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "house" ADD COLUMN "right_extension_years" integer;--> statement-breakpoint
ALTER TABLE "house" ADD COLUMN "right_extension_times" integer;--> statement-breakpoint
ALTER TABLE "right_moves" ADD COLUMN "ends_on" date;--> statement-breakpoint
ALTER TABLE "rights" ADD COLUMN "extension_years" integer;--> statement-breakpoint
ALTER TABLE "rights" ADD COLUMN "extension_times" integer;--> statement-breakpoint
ALTER TABLE "rights" ADD COLUMN "extended" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "rights" ADD COLUMN "first_ends_on" date;--> statement-breakpoint
ALTER TABLE "charges" ADD CONSTRAINT "charges_extends_right_id_rights_right_id_fk" FOREIGN KEY ("extends_right_id") REFERENCES "public"."rights"("right_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "right_moves" ADD CONSTRAINT "right_moves_event_known" CHECK ("right_moves"."event" in ('grant', 'begin', 'extend', 'retract', 'end', 'surrender', 'restore', 'addHolder', 'correctHolder', 'removeHolder'));--> statement-breakpoint
ALTER TABLE "rights" ADD CONSTRAINT "rights_extension_complete" CHECK (num_nonnulls("rights"."extension_years", "rights"."extension_times") in (0, 2));--> statement-breakpoint
ALTER TABLE "rights" ADD CONSTRAINT "rights_extended_once_ended" CHECK ("rights"."extended" >= 0 and ("rights"."extended" = 0 or "rights"."first_ends_on" is not null));
