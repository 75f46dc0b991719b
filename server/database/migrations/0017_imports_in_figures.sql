-- Bookings from a register have no applicant at first, were not booked in the month of the import, and can be removed again.
create or replace function bookings_inserted() returns trigger language plpgsql as $$
begin
  insert into stat_deltas (key, amount)
    select 'bookings', count(*) from added having count(*) > 0
    union all
    select 'pending', count(*) from added where booking_status = 'Pending' having count(*) > 0
    union all
    select 'month:' || to_char(created_at at time zone 'Asia/Singapore', 'YYYY-MM'), count(*)
      from added where made_by <> 'import' group by 1;
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
    having sum((n.booking_status = 'Pending')::int - (o.booking_status = 'Pending')::int) <> 0;
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
create function bookings_deleted() returns trigger language plpgsql as $$
begin
  insert into stat_deltas (key, amount)
    select 'bookings', -count(*) from removed having count(*) > 0
    union all
    select 'pending', -count(*) from removed where booking_status = 'Pending' having count(*) > 0
    union all
    select 'month:' || to_char(created_at at time zone 'Asia/Singapore', 'YYYY-MM'), -count(*)
      from removed where made_by <> 'import' group by 1;
  perform clients_moved(array_agg(user_id), array_agg(amount))
    from (
      select user_id, -count(*)::int as amount from removed
      where booking_status <> 'Cancelled' and user_id is not null group by user_id
    ) people
    having count(*) > 0;
  return null;
end $$;
--> statement-breakpoint
create trigger bookings_deleted after delete on bookings referencing old table as removed for each statement execute function bookings_deleted();
--> statement-breakpoint
create function niches_deleted() returns trigger language plpgsql as $$
begin
  insert into stat_deltas (key, amount)
    select 'niches:' || l.building_id || ':' || n.status, -count(*)
    from removed n join blocks b using (block_id) join levels l using (level_id)
    group by l.building_id, n.status;
  return null;
end $$;
--> statement-breakpoint
create trigger niches_deleted after delete on niches referencing old table as removed for each statement execute function niches_deleted();
