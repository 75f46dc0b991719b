CREATE INDEX CONCURRENTLY IF NOT EXISTS "niches_free_places" ON "niches" USING btree ("price_cents","block_id","niche_row","niche_column","half") WHERE status = 'Available';
