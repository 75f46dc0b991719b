CREATE TABLE "recovery_codes" (
	"user_id" uuid NOT NULL,
	"code_hash" text NOT NULL,
	"used_at" timestamp (3) with time zone,
	CONSTRAINT "recovery_codes_user_id_code_hash_pk" PRIMARY KEY("user_id","code_hash")
);
--> statement-breakpoint
CREATE TABLE "reset_tokens" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"purpose" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	CONSTRAINT "reset_tokens_purpose_known" CHECK ("reset_tokens"."purpose" in ('reset', 'set'))
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"stage" text NOT NULL,
	"pending_totp_sealed" "bytea",
	"wrong_codes" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_seen_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "sessions_stage_known" CHECK ("sessions"."stage" in ('password', 'setup', 'full'))
);
--> statement-breakpoint
CREATE TABLE "throttles" (
	"key" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"resets_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"username" text NOT NULL,
	"email" text NOT NULL,
	"full_name" text NOT NULL,
	"contact_number" text NOT NULL,
	"contact_key" text NOT NULL,
	"nric_sealed" "bytea" NOT NULL,
	"nric_hash" text NOT NULL,
	"gender" text NOT NULL,
	"nationality" text NOT NULL,
	"dob" date NOT NULL,
	"street" text NOT NULL,
	"unit_number" text DEFAULT '' NOT NULL,
	"postal_code" text DEFAULT '' NOT NULL,
	"address_whole" text,
	"password_hash" text,
	"role" text DEFAULT 'user' NOT NULL,
	"totp_sealed" "bytea",
	"totp_last_step" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_role_known" CHECK ("users"."role" in ('user', 'staff', 'admin')),
	CONSTRAINT "users_email_lower" CHECK ("users"."email" = lower("users"."email"))
);
--> statement-breakpoint
CREATE TABLE "beneficiaries" (
	"beneficiary_id" uuid PRIMARY KEY NOT NULL,
	"beneficiary_name" text NOT NULL,
	"gender" text NOT NULL,
	"nationality" text NOT NULL,
	"national_id_sealed" "bytea" NOT NULL,
	"relationship" text NOT NULL,
	"date_of_birth" date NOT NULL,
	"date_of_death" date,
	"address" text NOT NULL,
	"postal_code" text NOT NULL,
	"unit_number" text NOT NULL,
	"inscription" text DEFAULT '' NOT NULL,
	CONSTRAINT "beneficiaries_relationship_known" CHECK ("beneficiaries"."relationship" in ('Mother', 'Father', 'Sibling', 'Relative', 'Other')),
	CONSTRAINT "beneficiaries_death_after_birth" CHECK ("beneficiaries"."date_of_death" >= "beneficiaries"."date_of_birth")
);
--> statement-breakpoint
CREATE TABLE "booking_moves" (
	"move_id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "booking_moves_move_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"booking_id" text NOT NULL,
	"event" text NOT NULL,
	"from_status" text,
	"from_type" text,
	"from_niche_status" text,
	"to_status" text NOT NULL,
	"to_type" text NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"actor_id" uuid,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "booking_moves_event_known" CHECK ("booking_moves"."event" in ('submit', 'amend', 'pay', 'finalise', 'cancel', 'expire', 'retake', 'approve', 'confirm', 'requestUrn', 'deny', 'archive', 'release', 'reopen'))
);
--> statement-breakpoint
CREATE TABLE "bookings" (
	"booking_id" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"niche_id" uuid NOT NULL,
	"beneficiary_id" uuid NOT NULL,
	"booking_status" text DEFAULT 'Pending' NOT NULL,
	"booking_type" text NOT NULL,
	"made_by" text NOT NULL,
	"created_by_id" uuid NOT NULL,
	"niche_status" text NOT NULL,
	"hold_expires_at" timestamp (3) with time zone,
	"remarks" text DEFAULT '' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "bookings_status_known" CHECK ("bookings"."booking_status" in ('Pending', 'Confirmed', 'Cancelled')),
	CONSTRAINT "bookings_type_known" CHECK ("bookings"."booking_type" in ('Current', 'PreOrder', 'Archived')),
	CONSTRAINT "bookings_maker_known" CHECK ("bookings"."made_by" in ('user', 'staff')),
	CONSTRAINT "bookings_archived_confirmed" CHECK ("bookings"."booking_type" <> 'Archived' or "bookings"."booking_status" = 'Confirmed'),
	CONSTRAINT "bookings_hold_only_pending" CHECK ("bookings"."hold_expires_at" is null or "bookings"."booking_status" = 'Pending')
);
--> statement-breakpoint
CREATE TABLE "certificate_chunks" (
	"certificate_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"sealed" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "certificates" (
	"certificate_id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"beneficiary_id" uuid,
	"urn_request_id" uuid,
	"mime" text NOT NULL,
	"size" integer NOT NULL,
	"sha256" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "certificates_kind_known" CHECK ("certificates"."kind" in ('birth', 'death')),
	CONSTRAINT "certificates_one_owner" CHECK (num_nonnulls("certificates"."beneficiary_id", "certificates"."urn_request_id") = 1),
	CONSTRAINT "certificates_size_allowed" CHECK ("certificates"."size" between 1 and 5242880),
	CONSTRAINT "certificates_mime_allowed" CHECK ("certificates"."mime" in ('application/pdf', 'image/png', 'image/jpeg'))
);
--> statement-breakpoint
CREATE TABLE "urn_requests" (
	"urn_request_id" uuid PRIMARY KEY NOT NULL,
	"booking_id" text NOT NULL,
	"status" text DEFAULT 'Open' NOT NULL,
	"date_of_death" date NOT NULL,
	"inscription" text DEFAULT '' NOT NULL,
	"before_status" text NOT NULL,
	"before_niche_status" text NOT NULL,
	"requested_at" timestamp (3) with time zone NOT NULL,
	"decided_at" timestamp (3) with time zone,
	CONSTRAINT "urn_requests_status_known" CHECK ("urn_requests"."status" in ('Open', 'Approved', 'Denied', 'Withdrawn'))
);
--> statement-breakpoint
CREATE TABLE "blocks" (
	"block_id" text PRIMARY KEY NOT NULL,
	"level_id" text NOT NULL,
	"block_name" text NOT NULL,
	CONSTRAINT "blocks_name_unique" UNIQUE("level_id","block_name")
);
--> statement-breakpoint
CREATE TABLE "buildings" (
	"building_id" text PRIMARY KEY NOT NULL,
	"building_name" text NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "buildings_name_unique" UNIQUE("building_name")
);
--> statement-breakpoint
CREATE TABLE "levels" (
	"level_id" text PRIMARY KEY NOT NULL,
	"building_id" text NOT NULL,
	"level_number" integer NOT NULL,
	CONSTRAINT "levels_number_unique" UNIQUE("building_id","level_number")
);
--> statement-breakpoint
CREATE TABLE "niche_status_log" (
	"log_id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "niche_status_log_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"niche_id" uuid NOT NULL,
	"from_status" text NOT NULL,
	"to_status" text NOT NULL,
	"reason" text NOT NULL,
	"actor_id" uuid,
	"booking_id" text,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "niche_status_log_from_known" CHECK ("niche_status_log"."from_status" in ('Available', 'Pending', 'Reserved', 'Occupied', 'Blocked')),
	CONSTRAINT "niche_status_log_to_known" CHECK ("niche_status_log"."to_status" in ('Available', 'Pending', 'Reserved', 'Occupied', 'Blocked')),
	CONSTRAINT "niche_status_log_reason_said" CHECK (length(trim("niche_status_log"."reason")) between 1 and 500)
);
--> statement-breakpoint
CREATE TABLE "niches" (
	"niche_id" uuid PRIMARY KEY NOT NULL,
	"block_id" text NOT NULL,
	"niche_code" text NOT NULL,
	"niche_row" integer NOT NULL,
	"niche_column" integer NOT NULL,
	"status" text DEFAULT 'Available' NOT NULL,
	"price_cents" integer NOT NULL,
	CONSTRAINT "niches_code_unique" UNIQUE("niche_code"),
	CONSTRAINT "niches_place_unique" UNIQUE("block_id","niche_row","niche_column"),
	CONSTRAINT "niches_status_known" CHECK ("niches"."status" in ('Available', 'Pending', 'Reserved', 'Occupied', 'Blocked')),
	CONSTRAINT "niches_price_positive" CHECK ("niches"."price_cents" > 0),
	CONSTRAINT "niches_place_positive" CHECK ("niches"."niche_row" > 0 and "niches"."niche_column" > 0)
);
--> statement-breakpoint
CREATE TABLE "payment_events" (
	"event_id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payment_events_event_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"payment_id" text,
	"kind" text NOT NULL,
	"from_status" text,
	"to_status" text,
	"amount_cents" integer,
	"provider_event_id" text,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"actor_id" uuid,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"payment_id" text PRIMARY KEY NOT NULL,
	"booking_id" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"payment_method" text DEFAULT 'Credit Card' NOT NULL,
	"payment_status" text DEFAULT 'Pending' NOT NULL,
	"intent_id" text,
	"refund_id" text,
	"surplus_intent_id" text,
	"note" text DEFAULT '' NOT NULL,
	"recorded_by_id" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"settled_at" timestamp (3) with time zone,
	CONSTRAINT "payments_method_known" CHECK ("payments"."payment_method" in ('Credit Card', 'Card', 'Cash', 'Cheque', 'Waived')),
	CONSTRAINT "payments_status_known" CHECK ("payments"."payment_status" in ('Pending', 'Paid', 'Waived', 'Refunding', 'Refunded', 'Failed')),
	CONSTRAINT "payments_amount_allowed" CHECK ("payments"."amount_cents" between 0 and 100000000),
	CONSTRAINT "payments_waived_is_free" CHECK ("payments"."payment_status" <> 'Waived' or "payments"."amount_cents" = 0),
	CONSTRAINT "payments_settled_has_time" CHECK ("payments"."payment_status" not in ('Paid', 'Waived') or "payments"."settled_at" is not null)
);
--> statement-breakpoint
CREATE TABLE "sandbox_intents" (
	"intent_id" text PRIMARY KEY NOT NULL,
	"client_secret" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"currency" text NOT NULL,
	"payment_id" text NOT NULL,
	"idempotency_key" text NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"refunded_cents" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "sandbox_intents_idempotent" UNIQUE("idempotency_key")
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp (3) with time zone NOT NULL,
	"actor_id" uuid,
	"actor_name" text NOT NULL,
	"action" text NOT NULL,
	"subject" text NOT NULL,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_seals" (
	"position" bigint PRIMARY KEY NOT NULL,
	"audit_id" bigint NOT NULL,
	"hash" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "client_bookings" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"amount" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "outbox" (
	"letter_id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"to_address" text NOT NULL,
	"subject" text NOT NULL,
	"body_sealed" "bytea",
	"dedupe_key" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"sent_at" timestamp (3) with time zone,
	"last_error" text
);
--> statement-breakpoint
CREATE TABLE "stat_deltas" (
	"delta_id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "stat_deltas_delta_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"key" text NOT NULL,
	"amount" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "stat_totals" (
	"key" text PRIMARY KEY NOT NULL,
	"amount" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reset_tokens" ADD CONSTRAINT "reset_tokens_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "booking_moves" ADD CONSTRAINT "booking_moves_booking_id_bookings_booking_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("booking_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "booking_moves" ADD CONSTRAINT "booking_moves_actor_id_users_user_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_niche_id_niches_niche_id_fk" FOREIGN KEY ("niche_id") REFERENCES "public"."niches"("niche_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_beneficiary_id_beneficiaries_beneficiary_id_fk" FOREIGN KEY ("beneficiary_id") REFERENCES "public"."beneficiaries"("beneficiary_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_created_by_id_users_user_id_fk" FOREIGN KEY ("created_by_id") REFERENCES "public"."users"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "certificate_chunks" ADD CONSTRAINT "certificate_chunks_certificate_id_certificates_certificate_id_fk" FOREIGN KEY ("certificate_id") REFERENCES "public"."certificates"("certificate_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "certificates" ADD CONSTRAINT "certificates_beneficiary_id_beneficiaries_beneficiary_id_fk" FOREIGN KEY ("beneficiary_id") REFERENCES "public"."beneficiaries"("beneficiary_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "certificates" ADD CONSTRAINT "certificates_urn_request_id_urn_requests_urn_request_id_fk" FOREIGN KEY ("urn_request_id") REFERENCES "public"."urn_requests"("urn_request_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "urn_requests" ADD CONSTRAINT "urn_requests_booking_id_bookings_booking_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("booking_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "blocks" ADD CONSTRAINT "blocks_level_id_levels_level_id_fk" FOREIGN KEY ("level_id") REFERENCES "public"."levels"("level_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "levels" ADD CONSTRAINT "levels_building_id_buildings_building_id_fk" FOREIGN KEY ("building_id") REFERENCES "public"."buildings"("building_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "niche_status_log" ADD CONSTRAINT "niche_status_log_niche_id_niches_niche_id_fk" FOREIGN KEY ("niche_id") REFERENCES "public"."niches"("niche_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "niche_status_log" ADD CONSTRAINT "niche_status_log_actor_id_users_user_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "niches" ADD CONSTRAINT "niches_block_id_blocks_block_id_fk" FOREIGN KEY ("block_id") REFERENCES "public"."blocks"("block_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_events" ADD CONSTRAINT "payment_events_payment_id_payments_payment_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("payment_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_events" ADD CONSTRAINT "payment_events_actor_id_users_user_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_booking_id_bookings_booking_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("booking_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_recorded_by_id_users_user_id_fk" FOREIGN KEY ("recorded_by_id") REFERENCES "public"."users"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "reset_tokens_by_user" ON "reset_tokens" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_by_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_by_last_seen" ON "sessions" USING btree ("last_seen_at");--> statement-breakpoint
CREATE INDEX "throttles_by_reset" ON "throttles" USING btree ("resets_at");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_unique" ON "users" USING btree ("email");--> statement-breakpoint
CREATE UNIQUE INDEX "users_username_unique" ON "users" USING btree (lower("username"));--> statement-breakpoint
CREATE UNIQUE INDEX "users_nric_unique" ON "users" USING btree ("nric_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "users_contact_unique" ON "users" USING btree ("contact_key");--> statement-breakpoint
CREATE INDEX "users_by_name" ON "users" USING btree ("full_name","user_id");--> statement-breakpoint
CREATE INDEX "users_by_role_and_name" ON "users" USING btree ("role","full_name","user_id");--> statement-breakpoint
CREATE INDEX "users_email_prefix" ON "users" USING btree ("email" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "beneficiaries_by_name" ON "beneficiaries" USING btree (lower("beneficiary_name"));--> statement-breakpoint
CREATE INDEX "booking_moves_by_booking" ON "booking_moves" USING btree ("booking_id","move_id");--> statement-breakpoint
CREATE UNIQUE INDEX "bookings_one_active_per_niche" ON "bookings" USING btree ("niche_id") WHERE booking_status in ('Pending', 'Confirmed') and booking_type <> 'Archived';--> statement-breakpoint
CREATE UNIQUE INDEX "bookings_one_per_beneficiary" ON "bookings" USING btree ("beneficiary_id");--> statement-breakpoint
CREATE INDEX "bookings_by_user" ON "bookings" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "bookings_by_niche" ON "bookings" USING btree ("niche_id");--> statement-breakpoint
CREATE INDEX "bookings_pending" ON "bookings" USING btree ("created_at","booking_id") WHERE booking_status = 'Pending';--> statement-breakpoint
CREATE INDEX "bookings_holds" ON "bookings" USING btree ("hold_expires_at") WHERE booking_status = 'Pending' and hold_expires_at is not null;--> statement-breakpoint
CREATE INDEX "bookings_by_time" ON "bookings" USING btree ("created_at","booking_id");--> statement-breakpoint
CREATE UNIQUE INDEX "certificate_chunks_in_order" ON "certificate_chunks" USING btree ("certificate_id","position");--> statement-breakpoint
CREATE UNIQUE INDEX "certificates_one_of_a_kind" ON "certificates" USING btree ("beneficiary_id","kind");--> statement-breakpoint
CREATE UNIQUE INDEX "certificates_one_per_urn_request" ON "certificates" USING btree ("urn_request_id");--> statement-breakpoint
CREATE UNIQUE INDEX "urn_requests_one_open" ON "urn_requests" USING btree ("booking_id") WHERE status = 'Open';--> statement-breakpoint
CREATE INDEX "urn_requests_by_booking" ON "urn_requests" USING btree ("booking_id");--> statement-breakpoint
CREATE INDEX "urn_requests_open_by_time" ON "urn_requests" USING btree ("requested_at") WHERE status = 'Open';--> statement-breakpoint
CREATE INDEX "niche_status_log_by_niche" ON "niche_status_log" USING btree ("niche_id","log_id");--> statement-breakpoint
CREATE INDEX "niches_free" ON "niches" USING btree ("price_cents","block_id","niche_row","niche_column") WHERE status = 'Available';--> statement-breakpoint
CREATE UNIQUE INDEX "payment_events_once" ON "payment_events" USING btree ("provider_event_id");--> statement-breakpoint
CREATE INDEX "payment_events_by_payment" ON "payment_events" USING btree ("payment_id","event_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payments_one_per_booking" ON "payments" USING btree ("booking_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payments_intent_unique" ON "payments" USING btree ("intent_id");--> statement-breakpoint
CREATE INDEX "payments_refunding" ON "payments" USING btree ("created_at") WHERE payment_status = 'Refunding';--> statement-breakpoint
CREATE INDEX "payments_unsettled" ON "payments" USING btree ("created_at") WHERE payment_status in ('Pending', 'Refunding') and intent_id is not null;--> statement-breakpoint
CREATE INDEX "payments_surplus" ON "payments" USING btree ("created_at") WHERE surplus_intent_id is not null;--> statement-breakpoint
CREATE INDEX "payments_by_settled" ON "payments" USING btree ("settled_at");--> statement-breakpoint
CREATE INDEX "audit_log_by_actor" ON "audit_log" USING btree ("actor_id","id");--> statement-breakpoint
CREATE INDEX "audit_log_by_action" ON "audit_log" USING btree ("action","id");--> statement-breakpoint
CREATE INDEX "audit_log_by_subject" ON "audit_log" USING btree ("subject","id");--> statement-breakpoint
CREATE INDEX "audit_log_by_time" ON "audit_log" USING btree ("at");--> statement-breakpoint
CREATE UNIQUE INDEX "audit_seals_once" ON "audit_seals" USING btree ("audit_id");--> statement-breakpoint
CREATE UNIQUE INDEX "outbox_once" ON "outbox" USING btree ("dedupe_key");--> statement-breakpoint
CREATE INDEX "outbox_due" ON "outbox" USING btree ("due_at") WHERE sent_at is null;--> statement-breakpoint
CREATE INDEX "outbox_by_sent" ON "outbox" USING btree ("sent_at");