-- How many places of a building active bookings take. Apart from the figures of niches: whoever locked both tables could meet a booking that does too.
lock table bookings in share row exclusive mode;
--> statement-breakpoint
create function count_taken_places(niche_ids uuid[], amounts int[]) returns void language sql as $$
  insert into stat_deltas (key, amount)
    select 'taken:' || l.building_id, sum(c.amount)
    from unnest(niche_ids, amounts) as c (niche_id, amount)
      join niches n using (niche_id) join blocks b using (block_id) join levels l using (level_id)
    group by l.building_id having sum(c.amount) <> 0;
$$;
--> statement-breakpoint
-- Apart from the triggers that count bookings, which stay as they are.
create function places_taken() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    perform count_taken_places(array_agg(niche_id), array_agg(-1)) from removed
      where booking_status in ('Pending', 'Confirmed') and booking_type <> 'Archived' having count(*) > 0;
  elsif tg_op = 'INSERT' then
    perform count_taken_places(array_agg(niche_id), array_agg(1)) from added
      where booking_status in ('Pending', 'Confirmed') and booking_type <> 'Archived' having count(*) > 0;
  else
    perform count_taken_places(array_agg(niche_id), array_agg(amount))
    from (
      select niche_id, sum(amount)::int as amount
      from (
        select niche_id, 1 as amount from added
          where booking_status in ('Pending', 'Confirmed') and booking_type <> 'Archived'
        union all
        select niche_id, -1 from removed
          where booking_status in ('Pending', 'Confirmed') and booking_type <> 'Archived'
      ) each
      group by niche_id having sum(amount) <> 0
    ) changed
    having count(*) > 0;
  end if;
  return null;
end $$;
--> statement-breakpoint
create trigger places_taken_inserted after insert on bookings referencing new table as added for each statement execute function places_taken();
--> statement-breakpoint
create trigger places_taken_updated after update on bookings referencing old table as removed new table as added for each statement execute function places_taken();
--> statement-breakpoint
create trigger places_taken_deleted after delete on bookings referencing old table as removed for each statement execute function places_taken();
--> statement-breakpoint
insert into stat_deltas (key, amount)
  select 'taken:' || l.building_id, count(*)
  from bookings o join niches n using (niche_id) join blocks b using (block_id) join levels l using (level_id)
  where o.booking_status in ('Pending', 'Confirmed') and o.booking_type <> 'Archived'
  group by l.building_id;
