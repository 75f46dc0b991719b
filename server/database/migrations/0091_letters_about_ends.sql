CREATE TABLE "right_letters" (
	"letter_id" uuid PRIMARY KEY NOT NULL,
	"right_id" uuid NOT NULL,
	"ends_on" date NOT NULL,
	"months" integer NOT NULL,
	"booking_id" text NOT NULL,
	"sent_by" text NOT NULL,
	"written_at" timestamp (3) with time zone NOT NULL,
	"posted_at" timestamp (3) with time zone,
	"posted_by_id" uuid,
	CONSTRAINT "right_letters_ways_known" CHECK ("right_letters"."sent_by" in ('email', 'post')),
	CONSTRAINT "right_letters_posted_by_somebody" CHECK (("right_letters"."posted_at" is null) = ("right_letters"."posted_by_id" is null))
);
--> statement-breakpoint
ALTER TABLE "right_letters" ADD CONSTRAINT "right_letters_right_id_rights_right_id_fk" FOREIGN KEY ("right_id") REFERENCES "public"."rights"("right_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "right_letters" ADD CONSTRAINT "right_letters_posted_by_id_users_user_id_fk" FOREIGN KEY ("posted_by_id") REFERENCES "public"."users"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "right_letters_by_right" ON "right_letters" USING btree ("right_id","ends_on","months");--> statement-breakpoint
CREATE INDEX "right_letters_to_post" ON "right_letters" USING btree ("written_at") WHERE sent_by = 'post' and posted_at is null;