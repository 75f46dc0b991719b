CREATE TABLE "staff_invitations" (
	"invitation_id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"role" text NOT NULL,
	"token_hash" text NOT NULL,
	"invited_by" uuid NOT NULL,
	"invited_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "staff_invitations_role_known" CHECK ("staff_invitations"."role" in ('staff', 'admin'))
);
--> statement-breakpoint
CREATE TABLE "house" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"name" text NOT NULL,
	"address" text NOT NULL,
	"telephone" text NOT NULL,
	"email" text NOT NULL,
	"registration_number" text NOT NULL,
	"tax_note" text NOT NULL,
	"visiting_hours" text NOT NULL,
	"counter_hours" text NOT NULL,
	"festival_hours" text NOT NULL,
	"hour_exceptions" text NOT NULL,
	"hold_minutes" double precision,
	CONSTRAINT "house_one_row" CHECK ("house"."is_only"),
	CONSTRAINT "house_hold_minutes_allowed" CHECK ("house"."hold_minutes" > 0 and "house"."hold_minutes" <= 10080)
);
--> statement-breakpoint
ALTER TABLE "staff_invitations" ADD CONSTRAINT "staff_invitations_invited_by_users_user_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."users"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "staff_invitations_email_unique" ON "staff_invitations" USING btree ("email");--> statement-breakpoint
CREATE UNIQUE INDEX "staff_invitations_token_unique" ON "staff_invitations" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "staff_invitations_by_inviter" ON "staff_invitations" USING btree ("invited_by");--> statement-breakpoint
-- Installations in use keep what pages, letters and receipts have said so far.
INSERT INTO "house" ("name", "address", "telephone", "email", "registration_number", "tax_note", "visiting_hours", "counter_hours", "festival_hours", "hour_exceptions")
SELECT 'Columba', '1 Sample Road, Singapore 000001', '+65 6000 1234', 'care@columba.example', 'T00SS0000A', 'No GST is charged.', 'Every day, 7 am to 7 pm', 'Every day, 9 am to 5 pm', '5 am to 9 pm from two weeks before Qing Ming to two weeks after, and on All Souls’ Day', ''
WHERE EXISTS (SELECT 1 FROM "buildings");
