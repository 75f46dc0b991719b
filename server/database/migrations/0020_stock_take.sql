CREATE TABLE "urn_count_marks" (
	"mark_number" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "urn_count_marks_mark_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"request_id" uuid NOT NULL,
	"count_id" uuid NOT NULL,
	"niche_id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	"finding" text NOT NULL,
	"tag" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "urn_count_marks_request_once" UNIQUE("request_id"),
	CONSTRAINT "urn_count_marks_finding_known" CHECK ("urn_count_marks"."finding" in ('present', 'missing', 'unexpected'))
);
--> statement-breakpoint
CREATE TABLE "urn_counts" (
	"count_id" uuid PRIMARY KEY NOT NULL,
	"block_id" text NOT NULL,
	"state" text NOT NULL,
	"first_by_id" uuid NOT NULL,
	"first_finished_at" timestamp (3) with time zone,
	"second_by_id" uuid,
	"second_finished_at" timestamp (3) with time zone,
	"started_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "urn_counts_state_known" CHECK ("urn_counts"."state" in ('open', 'done', 'cancelled')),
	CONSTRAINT "urn_counts_people_differ" CHECK ("urn_counts"."second_by_id" <> "urn_counts"."first_by_id"),
	CONSTRAINT "urn_counts_ended" CHECK (("urn_counts"."state" = 'open') = ("urn_counts"."ended_at" is null)),
	CONSTRAINT "urn_counts_both_finished" CHECK ("urn_counts"."state" <> 'done' or ("urn_counts"."first_finished_at" is not null and "urn_counts"."second_finished_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "urn_differences" (
	"difference_id" uuid PRIMARY KEY NOT NULL,
	"count_id" uuid NOT NULL,
	"niche_id" uuid NOT NULL,
	"expected_tag" text,
	"first_finding" text,
	"first_tag" text DEFAULT '' NOT NULL,
	"second_finding" text,
	"second_tag" text DEFAULT '' NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"settled_at" timestamp (3) with time zone,
	"settled_by_id" uuid,
	"settled_note" text,
	CONSTRAINT "urn_differences_one_per_niche" UNIQUE("count_id","niche_id"),
	CONSTRAINT "urn_differences_first_known" CHECK ("urn_differences"."first_finding" in ('present', 'missing', 'unexpected')),
	CONSTRAINT "urn_differences_second_known" CHECK ("urn_differences"."second_finding" in ('present', 'missing', 'unexpected')),
	CONSTRAINT "urn_differences_settled_with_note" CHECK (num_nulls("urn_differences"."settled_at", "urn_differences"."settled_by_id", "urn_differences"."settled_note") in (0, 3))
);
--> statement-breakpoint
ALTER TABLE "urn_count_marks" ADD CONSTRAINT "urn_count_marks_count_id_urn_counts_count_id_fk" FOREIGN KEY ("count_id") REFERENCES "public"."urn_counts"("count_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "urn_count_marks" ADD CONSTRAINT "urn_count_marks_niche_id_niches_niche_id_fk" FOREIGN KEY ("niche_id") REFERENCES "public"."niches"("niche_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "urn_count_marks" ADD CONSTRAINT "urn_count_marks_person_id_users_user_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."users"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "urn_counts" ADD CONSTRAINT "urn_counts_block_id_blocks_block_id_fk" FOREIGN KEY ("block_id") REFERENCES "public"."blocks"("block_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "urn_counts" ADD CONSTRAINT "urn_counts_first_by_id_users_user_id_fk" FOREIGN KEY ("first_by_id") REFERENCES "public"."users"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "urn_counts" ADD CONSTRAINT "urn_counts_second_by_id_users_user_id_fk" FOREIGN KEY ("second_by_id") REFERENCES "public"."users"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "urn_differences" ADD CONSTRAINT "urn_differences_count_id_urn_counts_count_id_fk" FOREIGN KEY ("count_id") REFERENCES "public"."urn_counts"("count_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "urn_differences" ADD CONSTRAINT "urn_differences_niche_id_niches_niche_id_fk" FOREIGN KEY ("niche_id") REFERENCES "public"."niches"("niche_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "urn_differences" ADD CONSTRAINT "urn_differences_settled_by_id_users_user_id_fk" FOREIGN KEY ("settled_by_id") REFERENCES "public"."users"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "urn_count_marks_by_person" ON "urn_count_marks" USING btree ("count_id","person_id","niche_id","mark_number");--> statement-breakpoint
CREATE UNIQUE INDEX "urn_counts_one_open" ON "urn_counts" USING btree ("block_id") WHERE state = 'open';--> statement-breakpoint
CREATE INDEX "urn_counts_by_block" ON "urn_counts" USING btree ("block_id","ended_at");--> statement-breakpoint
CREATE INDEX "urn_differences_open" ON "urn_differences" USING btree ("at") WHERE settled_at is null;--> statement-breakpoint
CREATE INDEX "urn_moves_by_niche" ON "urn_moves" USING btree ("niche_id") WHERE niche_id is not null;