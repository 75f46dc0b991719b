CREATE TABLE "family_links" (
	"booking_id" text PRIMARY KEY NOT NULL,
	"token_hash" text NOT NULL,
	"made_by" uuid NOT NULL,
	"made_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "relatives" (
	"relative_id" uuid PRIMARY KEY NOT NULL,
	"booking_id" text NOT NULL,
	"email" text NOT NULL,
	"token_hash" text NOT NULL,
	"invited_by" uuid NOT NULL,
	"invited_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"user_id" uuid,
	"accepted_at" timestamp (3) with time zone,
	"agreed_at" timestamp (3) with time zone,
	CONSTRAINT "relatives_accepted_has_account" CHECK (("relatives"."accepted_at" is null) = ("relatives"."user_id" is null)),
	CONSTRAINT "relatives_agreed_was_accepted" CHECK ("relatives"."agreed_at" is null or "relatives"."accepted_at" is not null)
);
--> statement-breakpoint
ALTER TABLE "family_links" ADD CONSTRAINT "family_links_booking_id_bookings_booking_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("booking_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "family_links" ADD CONSTRAINT "family_links_made_by_users_user_id_fk" FOREIGN KEY ("made_by") REFERENCES "public"."users"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "relatives" ADD CONSTRAINT "relatives_booking_id_bookings_booking_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("booking_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "relatives" ADD CONSTRAINT "relatives_invited_by_users_user_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."users"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "relatives" ADD CONSTRAINT "relatives_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "family_links_token_unique" ON "family_links" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "family_links_by_maker" ON "family_links" USING btree ("made_by");--> statement-breakpoint
CREATE INDEX "family_links_by_expiry" ON "family_links" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "relatives_one_per_booking" ON "relatives" USING btree ("booking_id");--> statement-breakpoint
CREATE UNIQUE INDEX "relatives_token_unique" ON "relatives" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "relatives_by_user" ON "relatives" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "relatives_by_inviter" ON "relatives" USING btree ("invited_by");--> statement-breakpoint
CREATE INDEX "relatives_by_expiry" ON "relatives" USING btree ("expires_at") WHERE agreed_at is null;--> statement-breakpoint
CREATE VIEW "public"."family_access" AS ((select "booking_id", "user_id" from "bookings" where "bookings"."user_id" is not null) union all (select "relatives"."booking_id", "relatives"."user_id" from "relatives" inner join "bookings" on ("bookings"."booking_id" = "relatives"."booking_id" and "bookings"."user_id" = "relatives"."invited_by") inner join "users" on ("users"."user_id" = "relatives"."invited_by" and "users"."suspended_at" is null) where "relatives"."agreed_at" is not null));