CREATE TABLE "certificate_requests" (
	"request_id" uuid PRIMARY KEY NOT NULL,
	"booking_id" text NOT NULL,
	"status" text DEFAULT 'Open' NOT NULL,
	"kinds" text[] NOT NULL,
	"reason" text NOT NULL,
	"requested_by_id" uuid NOT NULL,
	"requested_at" timestamp (3) with time zone NOT NULL,
	"reminded_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "certificate_requests_status_known" CHECK ("certificate_requests"."status" in ('Open', 'Answered', 'Closed')),
	CONSTRAINT "certificate_requests_kinds_known" CHECK ("certificate_requests"."kinds" <@ array['birth', 'death'] and cardinality("certificate_requests"."kinds") > 0)
);
--> statement-breakpoint
ALTER TABLE "booking_moves" DROP CONSTRAINT "booking_moves_event_known";--> statement-breakpoint
ALTER TABLE "certificate_requests" ADD CONSTRAINT "certificate_requests_booking_id_bookings_booking_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("booking_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "certificate_requests" ADD CONSTRAINT "certificate_requests_requested_by_id_users_user_id_fk" FOREIGN KEY ("requested_by_id") REFERENCES "public"."users"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "certificate_requests_one_open" ON "certificate_requests" USING btree ("booking_id") WHERE status = 'Open';--> statement-breakpoint
CREATE INDEX "certificate_requests_open_by_time" ON "certificate_requests" USING btree ("requested_at") WHERE status = 'Open';--> statement-breakpoint
ALTER TABLE "booking_moves" ADD CONSTRAINT "booking_moves_event_known" CHECK ("booking_moves"."event" in ('submit', 'amend', 'pay', 'finalise', 'cancel', 'expire', 'retake', 'approve', 'confirm', 'requestUrn', 'deny', 'archive', 'release', 'reopen', 'requestCertificate', 'sendCertificate'));