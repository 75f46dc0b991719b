CREATE TABLE "house_logo" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"mime" text NOT NULL,
	"content" text NOT NULL,
	"version" text NOT NULL,
	CONSTRAINT "house_logo_one_row" CHECK ("house_logo"."is_only"),
	CONSTRAINT "house_logo_type_known" CHECK ("house_logo"."mime" in ('image/png', 'image/jpeg', 'image/webp'))
);
--> statement-breakpoint
-- Niches by status without their building, so that the dashboard reads as many figures in a house with forty halls as with one.
lock table niches in share row exclusive mode;
--> statement-breakpoint
create or replace function niches_inserted() returns trigger language plpgsql as $$
begin
  insert into stat_deltas (key, amount)
    select 'niches:' || l.building_id || ':' || n.status, count(*)
    from added n join blocks b using (block_id) join levels l using (level_id)
    group by l.building_id, n.status
    union all
    select 'status:' || status, count(*) from added group by status
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
    select 'status:' || status, sum(amount)
    from (
      select status, 1 as amount from added
      union all
      select status, -1 from removed
    ) each
    group by status having sum(amount) <> 0
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
    select 'status:' || status, -count(*) from removed group by status
    union all
    select 'places:' || block_id, -sum(capacity) from removed group by block_id;
  return null;
end $$;
--> statement-breakpoint
insert into stat_deltas (key, amount)
  select 'status:' || status, count(*) from niches group by status;
--> statement-breakpoint
-- Money that came in and went out, in cents, by hall and month in Singapore. One row for each event: a sum might not fit into the column.
lock table payment_events in share row exclusive mode;
--> statement-breakpoint
create function money_moved() returns trigger language plpgsql as $$
begin
  insert into stat_deltas (key, amount)
    select
      case when e.moved_cents > 0 then 'money-in:' else 'money-out:' end
        || l.building_id || ':' || to_char(e.at at time zone 'Asia/Singapore', 'YYYY-MM'),
      abs(e.moved_cents)
    from added e
      join payments p using (payment_id) join bookings b using (booking_id)
      join niches n using (niche_id) join blocks k using (block_id) join levels l using (level_id)
    where e.moved_cents <> 0;
  return null;
end $$;
--> statement-breakpoint
create trigger money_moved after insert on payment_events referencing new table as added for each statement execute function money_moved();
--> statement-breakpoint
-- Straight into the totals, which are wider: a month of all earlier events might not fit into one change.
insert into stat_totals (key, amount)
  select
    case when e.moved_cents > 0 then 'money-in:' else 'money-out:' end
      || l.building_id || ':' || to_char(e.at at time zone 'Asia/Singapore', 'YYYY-MM'),
    sum(abs(e.moved_cents::bigint))
  from payment_events e
    join payments p using (payment_id) join bookings b using (booking_id)
    join niches n using (niche_id) join blocks k using (block_id) join levels l using (level_id)
  where e.moved_cents <> 0
  group by 1;
