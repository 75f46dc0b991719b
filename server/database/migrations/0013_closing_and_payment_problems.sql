CREATE TABLE "payment_problems" (
	"problem_id" uuid PRIMARY KEY NOT NULL,
	"payment_id" text NOT NULL,
	"kind" text NOT NULL,
	"intent_id" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"currency" text DEFAULT 'sgd' NOT NULL,
	"failure_code" text,
	"found_at" timestamp (3) with time zone NOT NULL,
	"settled_at" timestamp (3) with time zone,
	"settled_by_id" uuid,
	"settled_reason" text,
	CONSTRAINT "payment_problems_kind_known" CHECK ("payment_problems"."kind" in ('RefundFailed', 'SurplusRefundFailed', 'WrongAmount')),
	CONSTRAINT "payment_problems_settled_has_reason" CHECK (("payment_problems"."settled_at" is null) = ("payment_problems"."settled_reason" is null))
);
--> statement-breakpoint
CREATE TABLE "closing_requests" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"message" text DEFAULT '' NOT NULL,
	"requested_at" timestamp (3) with time zone NOT NULL,
	"refused_at" timestamp (3) with time zone,
	"refusal_reason" text,
	CONSTRAINT "closing_requests_refused_has_reason" CHECK (("closing_requests"."refused_at" is null) = ("closing_requests"."refusal_reason" is null))
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "last_sign_in_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "closing_notice_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "closed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "payment_problems" ADD CONSTRAINT "payment_problems_payment_id_payments_payment_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("payment_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_problems" ADD CONSTRAINT "payment_problems_settled_by_id_users_user_id_fk" FOREIGN KEY ("settled_by_id") REFERENCES "public"."users"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "closing_requests" ADD CONSTRAINT "closing_requests_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "payment_problems_one_open" ON "payment_problems" USING btree ("payment_id","kind","intent_id") WHERE settled_at is null;--> statement-breakpoint
CREATE INDEX "payment_problems_by_payment" ON "payment_problems" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "payment_problems_open_by_time" ON "payment_problems" USING btree ("found_at") WHERE settled_at is null;--> statement-breakpoint
CREATE INDEX "closing_requests_open_by_time" ON "closing_requests" USING btree ("requested_at") WHERE refused_at is null;--> statement-breakpoint
CREATE INDEX "users_by_last_sign_in" ON "users" USING btree ("last_sign_in_at") WHERE closed_at is null;