CREATE TABLE "staff_reads" (
	"reader_id" uuid NOT NULL,
	"hour" timestamp (3) with time zone NOT NULL,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"times" integer NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL,
	"in_log" boolean DEFAULT false NOT NULL,
	CONSTRAINT "staff_reads_pk" PRIMARY KEY("reader_id","hour","kind","subject"),
	CONSTRAINT "staff_reads_kind_known" CHECK ("staff_reads"."kind" in ('users', 'search', 'queue', 'account', 'booking', 'beneficiary', 'urn', 'receipt'))
);
--> statement-breakpoint
CREATE INDEX "staff_reads_by_time" ON "staff_reads" USING btree ("last_at");--> statement-breakpoint
CREATE INDEX "staff_reads_by_subject" ON "staff_reads" USING btree ("subject","last_at");--> statement-breakpoint
CREATE INDEX "staff_reads_not_in_log" ON "staff_reads" USING btree ("hour") WHERE not in_log;