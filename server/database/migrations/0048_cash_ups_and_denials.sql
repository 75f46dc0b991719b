CREATE TABLE "cash_up_lines" (
	"cash_up_number" integer NOT NULL,
	"method" text NOT NULL,
	"expected_cents" integer NOT NULL,
	"counted_cents" integer NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	CONSTRAINT "cash_up_lines_cash_up_number_method_pk" PRIMARY KEY("cash_up_number","method"),
	CONSTRAINT "cash_up_lines_method_known" CHECK ("cash_up_lines"."method" in ('Cash', 'Cheque', 'Card')),
	CONSTRAINT "cash_up_lines_difference_has_reason" CHECK ("cash_up_lines"."expected_cents" = "cash_up_lines"."counted_cents" or "cash_up_lines"."reason" <> '')
);
--> statement-breakpoint
CREATE TABLE "cash_ups" (
	"cash_up_number" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "cash_ups_cash_up_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"state" text NOT NULL,
	"counted_by_id" uuid NOT NULL,
	"counted_at" timestamp (3) with time zone NOT NULL,
	"ended_by_id" uuid,
	"ended_at" timestamp (3) with time zone,
	"withdrawn_reason" text DEFAULT '' NOT NULL,
	CONSTRAINT "cash_ups_state_known" CHECK ("cash_ups"."state" in ('open', 'signed', 'withdrawn')),
	CONSTRAINT "cash_ups_people_differ" CHECK ("cash_ups"."state" <> 'signed' or "cash_ups"."ended_by_id" <> "cash_ups"."counted_by_id"),
	CONSTRAINT "cash_ups_ended" CHECK (num_nulls("cash_ups"."ended_by_id", "cash_ups"."ended_at") = case when "cash_ups"."state" = 'open' then 2 else 0 end),
	CONSTRAINT "cash_ups_withdrawn_has_reason" CHECK (("cash_ups"."state" = 'withdrawn') = ("cash_ups"."withdrawn_reason" <> ''))
);
--> statement-breakpoint
ALTER TABLE "booking_moves" DROP CONSTRAINT "booking_moves_event_known";--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "undo_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "house" ADD COLUMN "denial_reasons" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_events" ADD COLUMN "moved_cents" integer;--> statement-breakpoint
ALTER TABLE "payment_events" ADD COLUMN "method" text;--> statement-breakpoint
ALTER TABLE "payment_events" ADD COLUMN "cash_up_number" integer;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "refund_due_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "cash_up_lines" ADD CONSTRAINT "cash_up_lines_cash_up_number_cash_ups_cash_up_number_fk" FOREIGN KEY ("cash_up_number") REFERENCES "public"."cash_ups"("cash_up_number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cash_ups" ADD CONSTRAINT "cash_ups_counted_by_id_users_user_id_fk" FOREIGN KEY ("counted_by_id") REFERENCES "public"."users"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cash_ups" ADD CONSTRAINT "cash_ups_ended_by_id_users_user_id_fk" FOREIGN KEY ("ended_by_id") REFERENCES "public"."users"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "cash_ups_one_open" ON "cash_ups" USING btree ("state") WHERE state = 'open';--> statement-breakpoint
CREATE INDEX "cash_ups_by_counted" ON "cash_ups" USING btree ("counted_at");--> statement-breakpoint
ALTER TABLE "payment_events" ADD CONSTRAINT "payment_events_cash_up_number_cash_ups_cash_up_number_fk" FOREIGN KEY ("cash_up_number") REFERENCES "public"."cash_ups"("cash_up_number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "booking_moves" ADD CONSTRAINT "booking_moves_event_known" CHECK ("booking_moves"."event" in ('submit', 'amend', 'pay', 'finalise', 'cancel', 'expire', 'retake', 'approve', 'confirm', 'requestUrn', 'deny', 'undoDenial', 'archive', 'release', 'reopen', 'requestCertificate', 'sendCertificate'));--> statement-breakpoint
ALTER TABLE "payment_events" ADD CONSTRAINT "payment_events_moved_has_method" CHECK (("payment_events"."moved_cents" is null) = ("payment_events"."method" is null));
--> statement-breakpoint
-- What was counted is never changed, and a payment leaves a cash-up only if that was withdrawn before anybody signed it.
create function keep_cash_up() returns trigger language plpgsql as $$
begin
  raise exception 'a cash-up that has ended is not changed' using errcode = 'restrict_violation';
end $$;
--> statement-breakpoint
create trigger cash_ups_kept before update or delete on cash_ups for each row when (old.state <> 'open') execute function keep_cash_up();
--> statement-breakpoint
create trigger cash_up_lines_kept before update or delete on cash_up_lines for each row execute function keep_cash_up();
--> statement-breakpoint
create function keep_payment_in_cash_up() returns trigger language plpgsql as $$
begin
  if new.cash_up_number is not null or exists (select from cash_ups where cash_up_number = old.cash_up_number and state <> 'withdrawn') then
    raise exception 'a payment stays in its cash-up' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger payment_events_kept_in_cash_up before update of cash_up_number on payment_events for each row
when (old.cash_up_number is not null and new.cash_up_number is distinct from old.cash_up_number) execute function keep_payment_in_cash_up();
