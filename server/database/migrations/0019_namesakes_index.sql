CREATE INDEX CONCURRENTLY IF NOT EXISTS "beneficiaries_by_name_key" ON "beneficiaries" USING btree (name_key("beneficiary_name"));
