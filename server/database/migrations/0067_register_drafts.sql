CREATE TABLE "register_draft_rows" (
	"draft_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"sheet" integer NOT NULL,
	"rows_sealed" "bytea" NOT NULL,
	CONSTRAINT "register_draft_rows_draft_id_number_pk" PRIMARY KEY("draft_id","number")
);
--> statement-breakpoint
CREATE TABLE "register_drafts" (
	"draft_id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"files" jsonb NOT NULL,
	"sheets" jsonb NOT NULL,
	"choices" jsonb NOT NULL,
	"version" integer NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "register_draft_rows" ADD CONSTRAINT "register_draft_rows_draft_id_register_drafts_draft_id_fk" FOREIGN KEY ("draft_id") REFERENCES "public"."register_drafts"("draft_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "register_drafts" ADD CONSTRAINT "register_drafts_user_id_users_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "register_drafts_by_user" ON "register_drafts" USING btree ("user_id","changed_at");