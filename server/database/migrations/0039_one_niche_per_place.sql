CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "niches_one_per_place" ON "niches" USING btree ("block_id","niche_row","niche_column","half");
