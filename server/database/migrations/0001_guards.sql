-- What is written in the audit log stays as it was written.
create function audit_refuse() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log is append-only' using errcode = 'insufficient_privilege', constraint = 'audit_log_append_only';
end $$;
--> statement-breakpoint
create trigger audit_log_append_only before update or delete or truncate on audit_log for each statement execute function audit_refuse();
--> statement-breakpoint
create trigger audit_seals_append_only before update or delete or truncate on audit_seals for each statement execute function audit_refuse();
--> statement-breakpoint

-- The dashboards' figures: each statement adds what it changed to stat_deltas, so that no row is hot and no read counts.
create function niches_inserted() returns trigger language plpgsql as $$
begin
  insert into stat_deltas (key, amount)
    select 'niches:' || l.building_id || ':' || n.status, count(*)
    from added n join blocks b using (block_id) join levels l using (level_id)
    group by l.building_id, n.status;
  return null;
end $$;
--> statement-breakpoint
create trigger niches_inserted after insert on niches referencing new table as added for each statement execute function niches_inserted();
--> statement-breakpoint
create function niches_updated() returns trigger language plpgsql as $$
begin
  insert into stat_deltas (key, amount)
    select 'niches:' || l.building_id || ':' || c.status, sum(c.amount)
    from (
      select n.block_id, n.status, 1 as amount from added n join removed o using (niche_id) where n.status <> o.status
      union all
      select o.block_id, o.status, -1 from added n join removed o using (niche_id) where n.status <> o.status
    ) c join blocks b using (block_id) join levels l using (level_id)
    group by l.building_id, c.status having sum(c.amount) <> 0;
  return null;
end $$;
--> statement-breakpoint
create trigger niches_updated after update on niches referencing old table as removed new table as added for each statement execute function niches_updated();
--> statement-breakpoint

-- People are counted as they pass from no booking to one, and from one to two.
create function clients_moved(people uuid[], amounts int[]) returns void language sql as $$
  with change as (select user_id, amount from unnest(people, amounts) as c (user_id, amount)),
  moved as (
    insert into client_bookings (user_id, amount) select user_id, amount from change order by user_id
    on conflict (user_id) do update set amount = client_bookings.amount + excluded.amount
    returning user_id, amount
  ),
  steps as (select m.amount as after, m.amount - c.amount as before from moved m join change c using (user_id)),
  counted as (
    select 'clients' as key, sum((after >= 1)::int - (before >= 1)::int) as amount from steps
    union all
    select 'returning', sum((after >= 2)::int - (before >= 2)::int) from steps
  )
  insert into stat_deltas (key, amount) select key, amount from counted where amount <> 0;
$$;
--> statement-breakpoint
create function bookings_inserted() returns trigger language plpgsql as $$
begin
  insert into stat_deltas (key, amount)
    select 'bookings', count(*) from added having count(*) > 0
    union all
    select 'pending', count(*) from added where booking_status = 'Pending' having count(*) > 0
    union all
    select 'month:' || to_char(created_at at time zone 'Asia/Singapore', 'YYYY-MM'), count(*) from added group by 1;
  perform clients_moved(array_agg(user_id), array_agg(amount))
    from (select user_id, count(*)::int as amount from added where booking_status <> 'Cancelled' group by user_id) people
    having count(*) > 0;
  return null;
end $$;
--> statement-breakpoint
create trigger bookings_inserted after insert on bookings referencing new table as added for each statement execute function bookings_inserted();
--> statement-breakpoint
create function bookings_updated() returns trigger language plpgsql as $$
begin
  insert into stat_deltas (key, amount)
    select 'pending', sum((n.booking_status = 'Pending')::int - (o.booking_status = 'Pending')::int)
    from added n join removed o using (booking_id)
    having sum((n.booking_status = 'Pending')::int - (o.booking_status = 'Pending')::int) <> 0;
  perform clients_moved(array_agg(user_id), array_agg(amount))
    from (
      select n.user_id, sum((n.booking_status <> 'Cancelled')::int - (o.booking_status <> 'Cancelled')::int)::int as amount
      from added n join removed o using (booking_id)
      group by n.user_id having sum((n.booking_status <> 'Cancelled')::int - (o.booking_status <> 'Cancelled')::int) <> 0
    ) people
    having count(*) > 0;
  return null;
end $$;
--> statement-breakpoint
create trigger bookings_updated after update on bookings referencing old table as removed new table as added for each statement execute function bookings_updated();
