CREATE TABLE "second_person_requests" (
	"request_id" uuid PRIMARY KEY NOT NULL,
	"act" text NOT NULL,
	"subject" text NOT NULL,
	"what" text NOT NULL,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"asked_by_id" uuid NOT NULL,
	"asked_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"outcome" text DEFAULT 'open' NOT NULL,
	"ended_by_id" uuid,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "second_person_requests_outcome_known" CHECK ("second_person_requests"."outcome" in ('open', 'done', 'withdrawn', 'expired', 'ended')),
	CONSTRAINT "second_person_requests_ended" CHECK (("second_person_requests"."outcome" = 'open') = ("second_person_requests"."ended_at" is null)),
	CONSTRAINT "second_person_requests_people_differ" CHECK ("second_person_requests"."outcome" <> 'done' or coalesce("second_person_requests"."ended_by_id" <> "second_person_requests"."asked_by_id", false))
);
--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "placing_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "second_person_requests" ADD CONSTRAINT "second_person_requests_asked_by_id_users_user_id_fk" FOREIGN KEY ("asked_by_id") REFERENCES "public"."users"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "second_person_requests" ADD CONSTRAINT "second_person_requests_ended_by_id_users_user_id_fk" FOREIGN KEY ("ended_by_id") REFERENCES "public"."users"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "second_person_requests_one_open" ON "second_person_requests" USING btree ("act","subject") WHERE outcome = 'open';--> statement-breakpoint
CREATE INDEX "second_person_requests_by_asker" ON "second_person_requests" USING btree ("asked_by_id") WHERE outcome = 'open';