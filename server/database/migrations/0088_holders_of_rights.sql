CREATE TABLE "right_holders" (
	"holder_id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "right_holders_holder_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"right_id" uuid NOT NULL,
	"booking_id" text,
	"name" text,
	"nric_sealed" "bytea",
	"address_sealed" "bytea",
	"added_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "right_holders_have_name" CHECK (num_nonnulls("right_holders"."booking_id", "right_holders"."name") >= 1)
);
--> statement-breakpoint
ALTER TABLE "right_moves" DROP CONSTRAINT "right_moves_event_known";--> statement-breakpoint
ALTER TABLE "right_moves" ADD COLUMN "reason" text;--> statement-breakpoint
ALTER TABLE "rights" ADD COLUMN "holders_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "right_holders" ADD CONSTRAINT "right_holders_right_id_rights_right_id_fk" FOREIGN KEY ("right_id") REFERENCES "public"."rights"("right_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "right_holders_by_right" ON "right_holders" USING btree ("right_id","holder_id");--> statement-breakpoint
CREATE INDEX "right_holders_by_name" ON "right_holders" USING gin (to_tsvector('simple', regexp_replace("name", '[[:punct:]]', ' ', 'g')));--> statement-breakpoint
CREATE INDEX "rights_without_holders" ON "rights" USING btree ("right_id") WHERE holders_at is null;--> statement-breakpoint
ALTER TABLE "right_moves" ADD CONSTRAINT "right_moves_event_known" CHECK ("right_moves"."event" in ('grant', 'begin', 'end', 'surrender', 'restore', 'addHolder', 'correctHolder', 'removeHolder'));