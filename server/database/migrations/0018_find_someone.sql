-- All letters and digits of a name, without accents, in alphabetical order; at most as many as an index can hold.
CREATE FUNCTION name_key(name text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN (
  SELECT left(coalesce(string_agg(letter, '' ORDER BY letter COLLATE "C"), ''), 500)
  FROM string_to_table(lower(regexp_replace(normalize(name, NFKD), '[[:space:][:punct:]\u0300-\u036f\u00ad\u00b7\u02bc\u200b-\u2027\u2060\u30fb\ufeff]', '', 'g')), null) AS letter
);
--> statement-breakpoint
ALTER TABLE "beneficiaries" ADD COLUMN "shared_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "beneficiaries" ADD COLUMN "withheld_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "beneficiaries" ADD COLUMN "withheld_by_id" uuid;--> statement-breakpoint
ALTER TABLE "beneficiaries" ADD COLUMN "withheld_reason" text;--> statement-breakpoint
ALTER TABLE "beneficiaries" ADD CONSTRAINT "beneficiaries_withheld_by_id_users_user_id_fk" FOREIGN KEY ("withheld_by_id") REFERENCES "public"."users"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "beneficiaries" ADD CONSTRAINT "beneficiaries_withheld_with_reason" CHECK (num_nulls("beneficiaries"."withheld_at", "beneficiaries"."withheld_by_id", "beneficiaries"."withheld_reason") in (0, 3));