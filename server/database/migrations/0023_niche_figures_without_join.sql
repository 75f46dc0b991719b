-- Sums instead of a join. A connection that has changed single niches keeps their plan, and with a join that compares each of thousands of rows with each.
create or replace function niches_updated() returns trigger language plpgsql as $$
begin
  insert into stat_deltas (key, amount)
    select 'niches:' || l.building_id || ':' || c.status, sum(c.amount)
    from (
      select block_id, status, sum(amount) as amount
      from (
        select block_id, status, 1 as amount from added
        union all
        select block_id, status, -1 from removed
      ) each
      group by block_id, status having sum(amount) <> 0
    ) c join blocks b using (block_id) join levels l using (level_id)
    group by l.building_id, c.status having sum(c.amount) <> 0;
  return null;
end $$;
