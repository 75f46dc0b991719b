CREATE TABLE "right_contacts" (
	"contact_id" uuid PRIMARY KEY NOT NULL,
	"right_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"place" integer,
	"name" text NOT NULL,
	"relationship" text DEFAULT '' NOT NULL,
	"reach_sealed" "bytea",
	"added_at" timestamp (3) with time zone NOT NULL,
	"token_hash" text,
	"token_expires_at" timestamp (3) with time zone,
	"accepted_at" timestamp (3) with time zone,
	"accepted_by" text,
	"declined_at" timestamp (3) with time zone,
	"removed_at" timestamp (3) with time zone,
	CONSTRAINT "right_contacts_kind_known" CHECK ("right_contacts"."kind" in ('successor', 'notices', 'ashes')),
	CONSTRAINT "right_contacts_answer_known" CHECK ("right_contacts"."accepted_by" in ('link', 'letter', 'counter')),
	CONSTRAINT "right_contacts_successors_in_order" CHECK (("right_contacts"."place" is not null) = ("right_contacts"."kind" = 'successor' and "right_contacts"."removed_at" is null)),
	CONSTRAINT "right_contacts_accepted_somehow" CHECK (("right_contacts"."accepted_at" is null) = ("right_contacts"."accepted_by" is null)),
	CONSTRAINT "right_contacts_token_expires" CHECK (("right_contacts"."token_hash" is null) = ("right_contacts"."token_expires_at" is null)),
	CONSTRAINT "right_contacts_one_answer" CHECK (num_nonnulls("right_contacts"."accepted_at", "right_contacts"."declined_at") <= 1)
);
--> statement-breakpoint
ALTER TABLE "right_letters" DROP CONSTRAINT "right_letters_about_something";--> statement-breakpoint
ALTER TABLE "right_moves" DROP CONSTRAINT "right_moves_event_known";--> statement-breakpoint
ALTER TABLE "right_letters" ADD COLUMN "holder_id" bigint;--> statement-breakpoint
ALTER TABLE "right_letters" ADD COLUMN "contact_id" uuid;--> statement-breakpoint
ALTER TABLE "right_letters" ADD COLUMN "came_back_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "right_letters" ADD COLUMN "came_back_by_id" uuid;--> statement-breakpoint
ALTER TABLE "right_letters" ADD COLUMN "settled_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "right_letters" ADD COLUMN "settled_by_id" uuid;--> statement-breakpoint
ALTER TABLE "right_letters" ADD COLUMN "settled_reason" text;--> statement-breakpoint
ALTER TABLE "right_contacts" ADD CONSTRAINT "right_contacts_right_id_rights_right_id_fk" FOREIGN KEY ("right_id") REFERENCES "public"."rights"("right_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "right_contacts_by_right" ON "right_contacts" USING btree ("right_id");--> statement-breakpoint
CREATE INDEX "right_contacts_by_name" ON "right_contacts" USING gin (to_tsvector('simple', regexp_replace("name", '[[:punct:]]', ' ', 'g')));--> statement-breakpoint
CREATE UNIQUE INDEX "right_contacts_token_unique" ON "right_contacts" USING btree ("token_hash");--> statement-breakpoint
ALTER TABLE "right_letters" ADD CONSTRAINT "right_letters_contact_id_right_contacts_contact_id_fk" FOREIGN KEY ("contact_id") REFERENCES "public"."right_contacts"("contact_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "right_letters" ADD CONSTRAINT "right_letters_came_back_by_id_users_user_id_fk" FOREIGN KEY ("came_back_by_id") REFERENCES "public"."users"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "right_letters" ADD CONSTRAINT "right_letters_settled_by_id_users_user_id_fk" FOREIGN KEY ("settled_by_id") REFERENCES "public"."users"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "right_letters_by_contact" ON "right_letters" USING btree ("contact_id");--> statement-breakpoint
CREATE INDEX "right_letters_posted" ON "right_letters" USING btree ("posted_at","letter_id") WHERE sent_by = 'post' and posted_at is not null and came_back_at is null;--> statement-breakpoint
CREATE INDEX "right_letters_returned" ON "right_letters" USING btree ("came_back_at") WHERE came_back_at is not null and settled_at is null;--> statement-breakpoint
ALTER TABLE "right_letters" ADD CONSTRAINT "right_letters_returned_by_somebody" CHECK (("right_letters"."came_back_at" is null) = ("right_letters"."came_back_by_id" is null));--> statement-breakpoint
ALTER TABLE "right_letters" ADD CONSTRAINT "right_letters_settled_by_somebody" CHECK (("right_letters"."settled_at" is null) = ("right_letters"."settled_by_id" is null));--> statement-breakpoint
ALTER TABLE "right_letters" ADD CONSTRAINT "right_letters_about_something" CHECK (case when "right_letters"."claim_id" is not null then num_nonnulls("right_letters"."about", "right_letters"."reader_name") = 2 and num_nonnulls("right_letters"."ends_on", "right_letters"."months") = 0
        when "right_letters"."contact_id" is not null and "right_letters"."ends_on" is null then "right_letters"."months" is null and "right_letters"."booking_id" is not null
        else num_nonnulls("right_letters"."ends_on", "right_letters"."months", "right_letters"."booking_id") = 3 end);--> statement-breakpoint
ALTER TABLE "right_moves" ADD CONSTRAINT "right_moves_event_known" CHECK ("right_moves"."event" in ('grant', 'begin', 'extend', 'retract', 'end', 'surrender', 'restore', 'recordStep', 'askToTalk', 'recordAnswer', 'clear', 'addHolder', 'correctHolder', 'removeHolder', 'claim', 'consent', 'endClaim', 'passOn', 'object', 'endObjection', 'addContact', 'changeContact', 'acceptContact', 'declineContact', 'removeContact'));