CREATE INDEX CONCURRENTLY IF NOT EXISTS "rights_to_hear" ON "rights" USING btree ("number") WHERE state = 'ended' and heard_at is not null;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "rights_with_step_due" ON "rights" USING btree (coalesce(next_step_on, ends_on)) WHERE state = 'ended' and heard_at is null and cleared_to is null;
