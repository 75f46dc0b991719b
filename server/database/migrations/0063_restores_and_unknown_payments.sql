CREATE TABLE "restores" (
	"restored_at" timestamp (3) with time zone PRIMARY KEY NOT NULL,
	"as_of" timestamp (3) with time zone NOT NULL,
	"compared_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "unknown_payments" (
	"intent_id" text PRIMARY KEY NOT NULL,
	"booking_id" text,
	"amount_cents" integer NOT NULL,
	"currency" text NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"is_refunded" boolean NOT NULL,
	"found_at" timestamp (3) with time zone NOT NULL
);
