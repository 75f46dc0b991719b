CREATE INDEX CONCURRENTLY IF NOT EXISTS "urns_outside" ON "urns" USING btree ("outside_since") WHERE outside_since is not null;
