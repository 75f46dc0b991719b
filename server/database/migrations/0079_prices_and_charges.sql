CREATE TABLE "charge_moves" (
	"move_id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "charge_moves_move_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"charge_id" uuid NOT NULL,
	"event" text NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"actor_id" uuid,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "charge_moves_event_known" CHECK ("charge_moves"."event" in ('add', 'waive', 'refund'))
);
--> statement-breakpoint
CREATE TABLE "charges" (
	"charge_id" uuid PRIMARY KEY NOT NULL,
	"booking_id" text NOT NULL,
	"price_id" uuid,
	"charged_for" text,
	"text" text NOT NULL,
	"cents" integer NOT NULL,
	"tax_rate" integer NOT NULL,
	"tax_category" text NOT NULL,
	"account_code" text NOT NULL,
	"added_at" timestamp (3) with time zone NOT NULL,
	"payment_id" text,
	"waived_at" timestamp (3) with time zone,
	CONSTRAINT "charges_tax_category_known" CHECK ("charges"."tax_category" in ('standard', 'zero', 'exempt', 'outOfScope')),
	CONSTRAINT "charges_positive" CHECK ("charges"."cents" between 1 and 100000000),
	CONSTRAINT "charges_waived_not_paid" CHECK ("charges"."waived_at" is null or "charges"."payment_id" is null)
);
--> statement-breakpoint
CREATE TABLE "price_items" (
	"price_id" uuid PRIMARY KEY NOT NULL,
	"item_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"gross_cents" integer NOT NULL,
	"tax_category" text NOT NULL,
	"account_code" text NOT NULL,
	"charged_when" text NOT NULL,
	"valid_from" date NOT NULL,
	"is_withdrawn" boolean NOT NULL,
	"added_by_id" uuid,
	"added_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "price_items_kind_known" CHECK ("price_items"."kind" in ('furtherPerson', 'placement', 'opening', 'plaque', 'engraving', 'transfer', 'extension', 'administration', 'other')),
	CONSTRAINT "price_items_tax_category_known" CHECK ("price_items"."tax_category" in ('standard', 'zero', 'exempt', 'outOfScope')),
	CONSTRAINT "price_items_charged_when_known" CHECK ("price_items"."charged_when" in ('byHand', 'anotherPerson', 'urnRequest')),
	CONSTRAINT "price_items_price_positive" CHECK ("price_items"."gross_cents" between 1 and 100000000)
);
--> statement-breakpoint
ALTER TABLE "payments" ALTER COLUMN "booking_id" DROP NOT NULL;
--> statement-breakpoint
ALTER TABLE "house" ADD COLUMN "waive_alone_cents" integer DEFAULT 10000 NOT NULL;
--> statement-breakpoint
ALTER TABLE "house" ADD COLUMN "tax_rounding" text;
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "charged_booking_id" text;
--> statement-breakpoint
ALTER TABLE "charge_moves" ADD CONSTRAINT "charge_moves_charge_id_charges_charge_id_fk" FOREIGN KEY ("charge_id") REFERENCES "public"."charges"("charge_id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "charge_moves" ADD CONSTRAINT "charge_moves_actor_id_users_user_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("user_id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "charges" ADD CONSTRAINT "charges_booking_id_bookings_booking_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("booking_id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "charges" ADD CONSTRAINT "charges_price_id_price_items_price_id_fk" FOREIGN KEY ("price_id") REFERENCES "public"."price_items"("price_id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "charges" ADD CONSTRAINT "charges_payment_id_payments_payment_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("payment_id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "price_items" ADD CONSTRAINT "price_items_added_by_id_users_user_id_fk" FOREIGN KEY ("added_by_id") REFERENCES "public"."users"("user_id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "charge_moves_by_charge" ON "charge_moves" USING btree ("charge_id");
--> statement-breakpoint
CREATE INDEX "charges_by_booking" ON "charges" USING btree ("booking_id");
--> statement-breakpoint
CREATE INDEX "charges_unpaid" ON "charges" USING btree ("booking_id") WHERE payment_id is null and waived_at is null;
--> statement-breakpoint
CREATE INDEX "charges_by_payment" ON "charges" USING btree ("payment_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "charges_once" ON "charges" USING btree ("charged_for");
--> statement-breakpoint
CREATE INDEX "price_items_by_item" ON "price_items" USING btree ("item_id","valid_from");
--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_charged_booking_id_bookings_booking_id_fk" FOREIGN KEY ("charged_booking_id") REFERENCES "public"."bookings"("booking_id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "house" ADD CONSTRAINT "house_waive_alone_allowed" CHECK ("house"."waive_alone_cents" between 0 and 100000000);
--> statement-breakpoint
ALTER TABLE "house" ADD CONSTRAINT "house_tax_rounding_known" CHECK ("house"."tax_rounding" in ('line', 'total'));
--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_for_one_thing" CHECK (num_nulls("payments"."booking_id", "payments"."charged_booking_id") = 1);
--> statement-breakpoint
CREATE VIEW "public"."due_charges" AS ((select "charge_id", "booking_id", "text", "cents", "added_at", "payment_id" from "charges" where ("charges"."payment_id" is null and "charges"."waived_at" is null)) union all (select "charges"."charge_id", "charges"."booking_id", "charges"."text", "charges"."cents", "charges"."added_at", "charges"."payment_id" from "charges" inner join "payments" on "payments"."payment_id" = "charges"."payment_id" where "payments"."payment_status" = 'Pending'));
