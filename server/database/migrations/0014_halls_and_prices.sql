CREATE TABLE "block_drafts" (
	"draft_id" uuid PRIMARY KEY NOT NULL,
	"level_id" text NOT NULL,
	"block_name" text NOT NULL,
	"layout" jsonb NOT NULL,
	"saved_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "block_drafts_name_unique" UNIQUE("level_id","block_name")
);
--> statement-breakpoint
CREATE TABLE "new_prices" (
	"change_id" uuid NOT NULL,
	"niche_id" uuid NOT NULL,
	"price_before_cents" integer NOT NULL,
	"price_cents" integer NOT NULL,
	CONSTRAINT "new_prices_pk" PRIMARY KEY("change_id","niche_id"),
	CONSTRAINT "new_prices_allowed" CHECK ("new_prices"."price_cents" between 0 and 100000000)
);
--> statement-breakpoint
CREATE TABLE "price_changes" (
	"change_id" uuid PRIMARY KEY NOT NULL,
	"block_id" text NOT NULL,
	"effective_at" timestamp (3) with time zone NOT NULL,
	"made_at" timestamp (3) with time zone NOT NULL,
	"made_by_id" uuid NOT NULL,
	"change" text NOT NULL,
	"applied_at" timestamp (3) with time zone,
	"cancelled_at" timestamp (3) with time zone,
	CONSTRAINT "price_changes_one_end" CHECK ("price_changes"."applied_at" is null or "price_changes"."cancelled_at" is null)
);
--> statement-breakpoint
ALTER TABLE "niches" DROP CONSTRAINT "niches_price_allowed";--> statement-breakpoint
ALTER TABLE "blocks" ADD COLUMN "view" jsonb;--> statement-breakpoint
ALTER TABLE "blocks" ADD COLUMN "opens_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "buildings" ADD COLUMN "directions" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "block_drafts" ADD CONSTRAINT "block_drafts_level_id_levels_level_id_fk" FOREIGN KEY ("level_id") REFERENCES "public"."levels"("level_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "new_prices" ADD CONSTRAINT "new_prices_change_id_price_changes_change_id_fk" FOREIGN KEY ("change_id") REFERENCES "public"."price_changes"("change_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "new_prices" ADD CONSTRAINT "new_prices_niche_id_niches_niche_id_fk" FOREIGN KEY ("niche_id") REFERENCES "public"."niches"("niche_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price_changes" ADD CONSTRAINT "price_changes_block_id_blocks_block_id_fk" FOREIGN KEY ("block_id") REFERENCES "public"."blocks"("block_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price_changes" ADD CONSTRAINT "price_changes_made_by_id_users_user_id_fk" FOREIGN KEY ("made_by_id") REFERENCES "public"."users"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "price_changes_due" ON "price_changes" USING btree ("effective_at") WHERE applied_at is null and cancelled_at is null;--> statement-breakpoint
CREATE INDEX "price_changes_by_block" ON "price_changes" USING btree ("block_id","made_at");--> statement-breakpoint
ALTER TABLE "niches" ADD CONSTRAINT "niches_price_allowed" CHECK ("niches"."price_cents" between 0 and 100000000);