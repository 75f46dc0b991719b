CREATE TABLE "right_claim_holders" (
	"claim_id" uuid NOT NULL,
	"holder_id" bigint NOT NULL,
	"name" text NOT NULL,
	"consent" text,
	CONSTRAINT "right_claim_holders_claim_id_holder_id_pk" PRIMARY KEY("claim_id","holder_id")
);
--> statement-breakpoint
CREATE TABLE "right_claims" (
	"claim_id" uuid PRIMARY KEY NOT NULL,
	"right_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"state" text NOT NULL,
	"name" text NOT NULL,
	"nric_sealed" "bytea",
	"address_sealed" "bytea",
	"email" text,
	"born_on" date,
	"guardian" text NOT NULL,
	"asked_by_way" text NOT NULL,
	"papers" text NOT NULL,
	"asked_at" timestamp (3) with time zone NOT NULL,
	"object_until" date NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"reason" text,
	CONSTRAINT "right_claims_kind_known" CHECK ("right_claims"."kind" in ('succession', 'transfer')),
	CONSTRAINT "right_claims_state_known" CHECK ("right_claims"."state" in ('asked', 'decidedFor', 'decidedAgainst', 'withdrawn')),
	CONSTRAINT "right_claims_way_known" CHECK ("right_claims"."asked_by_way" in ('counter', 'phone', 'letter', 'email')),
	CONSTRAINT "right_claims_ended_with_reason" CHECK (num_nonnulls("right_claims"."ended_at", "right_claims"."reason") in (0, 2)),
	CONSTRAINT "right_claims_ended_once_decided" CHECK (("right_claims"."state" = 'asked') = ("right_claims"."ended_at" is null))
);
--> statement-breakpoint
CREATE TABLE "right_objections" (
	"objection_id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "right_objections_objection_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"right_id" uuid NOT NULL,
	"name" text NOT NULL,
	"objector_id" uuid,
	"words" text NOT NULL,
	"told_by_way" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"state" text NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"reason" text,
	CONSTRAINT "right_objections_way_known" CHECK ("right_objections"."told_by_way" in ('counter', 'phone', 'letter', 'email', 'account')),
	CONSTRAINT "right_objections_state_known" CHECK ("right_objections"."state" in ('open', 'withdrawn', 'settled')),
	CONSTRAINT "right_objections_ended_with_reason" CHECK (num_nonnulls("right_objections"."ended_at", "right_objections"."reason") in (0, 2)),
	CONSTRAINT "right_objections_open_until_ended" CHECK (("right_objections"."state" = 'open') = ("right_objections"."ended_at" is null))
);
--> statement-breakpoint
ALTER TABLE "right_moves" DROP CONSTRAINT "right_moves_event_known";--> statement-breakpoint
ALTER TABLE "right_letters" ALTER COLUMN "ends_on" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "right_letters" ALTER COLUMN "months" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "right_letters" ALTER COLUMN "booking_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "house" ADD COLUMN "claim_days" integer DEFAULT 14 NOT NULL;--> statement-breakpoint
ALTER TABLE "right_holders" ADD COLUMN "born_on" date;--> statement-breakpoint
ALTER TABLE "right_holders" ADD COLUMN "guardian" text;--> statement-breakpoint
ALTER TABLE "right_letters" ADD COLUMN "claim_id" uuid;--> statement-breakpoint
ALTER TABLE "right_letters" ADD COLUMN "about" text;--> statement-breakpoint
ALTER TABLE "right_letters" ADD COLUMN "reader_name" text;--> statement-breakpoint
ALTER TABLE "right_letters" ADD COLUMN "address_sealed" "bytea";--> statement-breakpoint
ALTER TABLE "right_claim_holders" ADD CONSTRAINT "right_claim_holders_claim_id_right_claims_claim_id_fk" FOREIGN KEY ("claim_id") REFERENCES "public"."right_claims"("claim_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "right_claims" ADD CONSTRAINT "right_claims_right_id_rights_right_id_fk" FOREIGN KEY ("right_id") REFERENCES "public"."rights"("right_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "right_objections" ADD CONSTRAINT "right_objections_right_id_rights_right_id_fk" FOREIGN KEY ("right_id") REFERENCES "public"."rights"("right_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "right_objections" ADD CONSTRAINT "right_objections_objector_id_users_user_id_fk" FOREIGN KEY ("objector_id") REFERENCES "public"."users"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "right_claims_by_right" ON "right_claims" USING btree ("right_id","asked_at");--> statement-breakpoint
CREATE INDEX "right_objections_by_right" ON "right_objections" USING btree ("right_id","objection_id");--> statement-breakpoint
CREATE INDEX "right_objections_open" ON "right_objections" USING btree ("right_id","at") WHERE state = 'open';--> statement-breakpoint
ALTER TABLE "right_letters" ADD CONSTRAINT "right_letters_claim_id_right_claims_claim_id_fk" FOREIGN KEY ("claim_id") REFERENCES "public"."right_claims"("claim_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "right_letters_by_claim" ON "right_letters" USING btree ("claim_id") WHERE claim_id is not null;--> statement-breakpoint
ALTER TABLE "house" ADD CONSTRAINT "house_claim_days_allowed" CHECK (claim_days between 14 and 999);--> statement-breakpoint
ALTER TABLE "right_letters" ADD CONSTRAINT "right_letters_about_something" CHECK (case when "right_letters"."claim_id" is null then num_nonnulls("right_letters"."ends_on", "right_letters"."months", "right_letters"."booking_id") = 3
        else num_nonnulls("right_letters"."about", "right_letters"."reader_name") = 2 end);--> statement-breakpoint
ALTER TABLE "right_moves" ADD CONSTRAINT "right_moves_event_known" CHECK ("right_moves"."event" in ('grant', 'begin', 'extend', 'retract', 'end', 'surrender', 'restore', 'addHolder', 'correctHolder', 'removeHolder', 'claim', 'consent', 'endClaim', 'passOn', 'object', 'endObjection'));