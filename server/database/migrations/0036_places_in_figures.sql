-- Figures of places: how many people the niches of a block have places for. By block, which a statement knows without a join.
lock table niches in share row exclusive mode;
--> statement-breakpoint
create or replace function niches_inserted() returns trigger language plpgsql as $$
begin
  insert into stat_deltas (key, amount)
    select 'niches:' || l.building_id || ':' || n.status, count(*)
    from added n join blocks b using (block_id) join levels l using (level_id)
    group by l.building_id, n.status
    union all
    select 'places:' || block_id, sum(capacity) from added group by block_id;
  return null;
end $$;
--> statement-breakpoint
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
    group by l.building_id, c.status having sum(c.amount) <> 0
    union all
    select 'places:' || block_id, sum(amount)
    from (
      select block_id, capacity as amount from added
      union all
      select block_id, -capacity from removed
    ) each
    group by block_id having sum(amount) <> 0;
  return null;
end $$;
--> statement-breakpoint
create or replace function niches_deleted() returns trigger language plpgsql as $$
begin
  insert into stat_deltas (key, amount)
    select 'niches:' || l.building_id || ':' || n.status, -count(*)
    from removed n join blocks b using (block_id) join levels l using (level_id)
    group by l.building_id, n.status
    union all
    select 'places:' || block_id, -sum(capacity) from removed group by block_id;
  return null;
end $$;
--> statement-breakpoint
insert into stat_deltas (key, amount)
  select 'places:' || block_id, sum(capacity) from niches group by block_id;
