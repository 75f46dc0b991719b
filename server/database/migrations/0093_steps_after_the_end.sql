CREATE TABLE "right_steps" (
	"right_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"name" text NOT NULL,
	"days" integer NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"recorded_at" timestamp (3) with time zone,
	"recorded_by_id" uuid,
	CONSTRAINT "right_steps_right_id_position_pk" PRIMARY KEY("right_id","position"),
	CONSTRAINT "right_steps_recorded_by_somebody" CHECK (("right_steps"."recorded_at" is null) = ("right_steps"."recorded_by_id" is null))
);
--> statement-breakpoint
ALTER TABLE "right_moves" DROP CONSTRAINT "right_moves_event_known";--> statement-breakpoint
ALTER TABLE "house" ADD COLUMN "right_steps" text DEFAULT 'Telephone: 30
Letter: 90
Notice at the niche: 180
Newspaper: 90' NOT NULL;--> statement-breakpoint
ALTER TABLE "rights" ADD COLUMN "heard_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "rights" ADD COLUMN "next_step_on" date;--> statement-breakpoint
ALTER TABLE "rights" ADD COLUMN "urns_asked_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "rights" ADD COLUMN "cleared_to" text;--> statement-breakpoint
ALTER TABLE "right_steps" ADD CONSTRAINT "right_steps_right_id_rights_right_id_fk" FOREIGN KEY ("right_id") REFERENCES "public"."rights"("right_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "right_steps" ADD CONSTRAINT "right_steps_recorded_by_id_users_user_id_fk" FOREIGN KEY ("recorded_by_id") REFERENCES "public"."users"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "right_moves" ADD CONSTRAINT "right_moves_event_known" CHECK ("right_moves"."event" in ('grant', 'begin', 'extend', 'retract', 'end', 'surrender', 'restore', 'recordStep', 'askToTalk', 'recordAnswer', 'clear', 'addHolder', 'correctHolder', 'removeHolder', 'claim', 'consent', 'endClaim', 'passOn', 'object', 'endObjection'));