CREATE TABLE "right_agreements" (
	"agreement_id" uuid PRIMARY KEY NOT NULL,
	"right_id" uuid NOT NULL,
	"tag" text NOT NULL,
	"event" text NOT NULL,
	"holder_id" bigint NOT NULL,
	"name" text NOT NULL,
	"asked_at" timestamp (3) with time zone NOT NULL,
	"token_hash" text,
	"agreed_at" timestamp (3) with time zone,
	"agreed_by" text,
	"declined_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "right_agreements_event_known" CHECK ("right_agreements"."event" in ('takeOut', 'release')),
	CONSTRAINT "right_agreements_way_known" CHECK ("right_agreements"."agreed_by" in ('link', 'letter', 'counter', 'account')),
	CONSTRAINT "right_agreements_agreed_somehow" CHECK (("right_agreements"."agreed_at" is null) = ("right_agreements"."agreed_by" is null)),
	CONSTRAINT "right_agreements_one_answer" CHECK (num_nonnulls("right_agreements"."agreed_at", "right_agreements"."declined_at") <= 1)
);
--> statement-breakpoint
ALTER TABLE "right_letters" DROP CONSTRAINT "right_letters_about_something";--> statement-breakpoint
ALTER TABLE "right_moves" DROP CONSTRAINT "right_moves_event_known";--> statement-breakpoint
ALTER TABLE "right_letters" ADD COLUMN "agreement_id" uuid;--> statement-breakpoint
ALTER TABLE "right_agreements" ADD CONSTRAINT "right_agreements_right_id_rights_right_id_fk" FOREIGN KEY ("right_id") REFERENCES "public"."rights"("right_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "right_agreements_by_right" ON "right_agreements" USING btree ("right_id");--> statement-breakpoint
CREATE UNIQUE INDEX "right_agreements_one_request" ON "right_agreements" USING btree ("tag","holder_id") WHERE ended_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "right_agreements_token_unique" ON "right_agreements" USING btree ("token_hash");--> statement-breakpoint
ALTER TABLE "right_letters" ADD CONSTRAINT "right_letters_agreement_id_right_agreements_agreement_id_fk" FOREIGN KEY ("agreement_id") REFERENCES "public"."right_agreements"("agreement_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "right_claims_open" ON "right_claims" USING btree ("object_until") WHERE state = 'asked';--> statement-breakpoint
CREATE INDEX "right_letters_by_agreement" ON "right_letters" USING btree ("agreement_id");--> statement-breakpoint
ALTER TABLE "right_letters" ADD CONSTRAINT "right_letters_about_something" CHECK (case when "right_letters"."agreement_id" is not null then num_nonnulls("right_letters"."holder_id", "right_letters"."reader_name") = 2 and num_nonnulls("right_letters"."ends_on", "right_letters"."months", "right_letters"."claim_id", "right_letters"."contact_id") = 0
        when "right_letters"."claim_id" is not null then num_nonnulls("right_letters"."about", "right_letters"."reader_name") = 2 and num_nonnulls("right_letters"."ends_on", "right_letters"."months") = 0
        when "right_letters"."contact_id" is not null and "right_letters"."ends_on" is null then "right_letters"."months" is null and "right_letters"."booking_id" is not null
        else num_nonnulls("right_letters"."ends_on", "right_letters"."months", "right_letters"."booking_id") = 3 end);--> statement-breakpoint
ALTER TABLE "right_moves" ADD CONSTRAINT "right_moves_event_known" CHECK ("right_moves"."event" in ('grant', 'begin', 'extend', 'retract', 'end', 'surrender', 'restore', 'recordStep', 'askToTalk', 'recordAnswer', 'clear', 'addHolder', 'correctHolder', 'removeHolder', 'claim', 'consent', 'endClaim', 'passOn', 'object', 'endObjection', 'addContact', 'changeContact', 'acceptContact', 'declineContact', 'askHolders', 'agree', 'disagree', 'endAsking', 'removeContact'));