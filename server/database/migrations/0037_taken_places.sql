-- How many places of a block active bookings take. Apart from the figures of niches: whoever locked both tables could meet a booking that does too.
lock table bookings in share row exclusive mode;
--> statement-breakpoint
create or replace function bookings_inserted() returns trigger language plpgsql as $$
begin
  insert into stat_deltas (key, amount)
    select 'bookings', count(*) from added having count(*) > 0
    union all
    select 'pending', count(*) from added where booking_status = 'Pending' having count(*) > 0
    union all
    select 'month:' || to_char(created_at at time zone 'Asia/Singapore', 'YYYY-MM'), count(*)
      from added where made_by <> 'import' group by 1
    union all
    select 'taken:' || n.block_id, count(*) from added join niches n using (niche_id)
      where booking_status in ('Pending', 'Confirmed') and booking_type <> 'Archived' group by n.block_id;
  perform clients_moved(array_agg(user_id), array_agg(amount))
    from (
      select user_id, count(*)::int as amount from added
      where booking_status <> 'Cancelled' and user_id is not null group by user_id
    ) people
    having count(*) > 0;
  return null;
end $$;
--> statement-breakpoint
create or replace function bookings_updated() returns trigger language plpgsql as $$
begin
  insert into stat_deltas (key, amount)
    select 'pending', sum((n.booking_status = 'Pending')::int - (o.booking_status = 'Pending')::int)
    from added n join removed o using (booking_id)
    having sum((n.booking_status = 'Pending')::int - (o.booking_status = 'Pending')::int) <> 0
    union all
    select 'taken:' || n.block_id, sum(c.amount)
    from (
      select niche_id, sum(amount) as amount
      from (
        select niche_id, 1 as amount from added where booking_status in ('Pending', 'Confirmed') and booking_type <> 'Archived'
        union all
        select niche_id, -1 from removed where booking_status in ('Pending', 'Confirmed') and booking_type <> 'Archived'
      ) each
      group by niche_id having sum(amount) <> 0
    ) c join niches n using (niche_id)
    group by n.block_id having sum(c.amount) <> 0;
  perform clients_moved(array_agg(user_id), array_agg(amount))
    from (
      select user_id, sum(amount)::int as amount
      from (
        select user_id, (booking_status <> 'Cancelled')::int as amount from added
        union all
        select user_id, -(booking_status <> 'Cancelled')::int from removed
      ) each
      where user_id is not null group by user_id having sum(amount) <> 0
    ) people
    having count(*) > 0;
  return null;
end $$;
--> statement-breakpoint
create or replace function bookings_deleted() returns trigger language plpgsql as $$
begin
  insert into stat_deltas (key, amount)
    select 'bookings', -count(*) from removed having count(*) > 0
    union all
    select 'pending', -count(*) from removed where booking_status = 'Pending' having count(*) > 0
    union all
    select 'month:' || to_char(created_at at time zone 'Asia/Singapore', 'YYYY-MM'), -count(*)
      from removed where made_by <> 'import' group by 1
    union all
    select 'taken:' || n.block_id, -count(*) from removed join niches n using (niche_id)
      where booking_status in ('Pending', 'Confirmed') and booking_type <> 'Archived' group by n.block_id;
  perform clients_moved(array_agg(user_id), array_agg(amount))
    from (
      select user_id, -count(*)::int as amount from removed
      where booking_status <> 'Cancelled' and user_id is not null group by user_id
    ) people
    having count(*) > 0;
  return null;
end $$;
--> statement-breakpoint
insert into stat_deltas (key, amount)
  select 'taken:' || n.block_id, count(*)
  from bookings join niches n using (niche_id)
  where booking_status in ('Pending', 'Confirmed') and booking_type <> 'Archived'
  group by n.block_id;
