CREATE TABLE "server_checks" (
	"server_id" uuid PRIMARY KEY NOT NULL,
	"checked_at" timestamp (3) with time zone NOT NULL
);
