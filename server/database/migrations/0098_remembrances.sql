CREATE TABLE "remembrances" (
	"booking_id" text PRIMARY KEY NOT NULL,
	"asked_by" uuid NOT NULL,
	"asked_at" timestamp (3) with time zone NOT NULL,
	"calendar" text NOT NULL,
	"leap_month" text NOT NULL,
	"short_month" text NOT NULL,
	"written_for" date,
	"look_on" date NOT NULL,
	"token_hash" text,
	CONSTRAINT "remembrances_calendar_known" CHECK ("remembrances"."calendar" in ('solar', 'lunar')),
	CONSTRAINT "remembrances_leap_month_known" CHECK ("remembrances"."leap_month" in ('ordinary', 'leap')),
	CONSTRAINT "remembrances_short_month_known" CHECK ("remembrances"."short_month" in ('earlier', 'later'))
);
--> statement-breakpoint
ALTER TABLE "remembrances" ADD CONSTRAINT "remembrances_booking_id_bookings_booking_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("booking_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "remembrances" ADD CONSTRAINT "remembrances_asked_by_users_user_id_fk" FOREIGN KEY ("asked_by") REFERENCES "public"."users"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "remembrances_token_unique" ON "remembrances" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "remembrances_by_asker" ON "remembrances" USING btree ("asked_by");--> statement-breakpoint
CREATE INDEX "remembrances_to_look_at" ON "remembrances" USING btree ("look_on");