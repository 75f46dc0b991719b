CREATE TABLE "email_links" (
	"link_id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "email_links_link_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"token_hash" text NOT NULL,
	"user_id" uuid NOT NULL,
	"purpose" text NOT NULL,
	"email" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "email_links_purpose_known" CHECK ("email_links"."purpose" in ('confirm', 'undo'))
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "email_confirmed" boolean;--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "caused_by" uuid;--> statement-breakpoint
ALTER TABLE "email_links" ADD CONSTRAINT "email_links_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "email_links_token_unique" ON "email_links" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "email_links_by_user" ON "email_links" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "email_links_by_undo_address" ON "email_links" USING btree ("email") WHERE purpose = 'undo';--> statement-breakpoint
CREATE INDEX "email_links_by_expiry" ON "email_links" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "outbox_by_cause" ON "outbox" USING btree ("caused_by","created_at") WHERE caused_by is not null and dedupe_key is null;--> statement-breakpoint
CREATE INDEX "outbox_by_recipient" ON "outbox" USING btree ("to_address","created_at") WHERE caused_by is not null and dedupe_key is null;