-- A charge is never taken away, a price never changed, and what happened to a charge neither.
create trigger charges_append_only before delete or truncate on charges for each statement execute function history_refuse();
--> statement-breakpoint
create trigger price_items_append_only before update or delete or truncate on price_items for each statement execute function history_refuse();
--> statement-breakpoint
create trigger charge_moves_append_only before update or delete or truncate on charge_moves for each statement execute function history_refuse();
--> statement-breakpoint
-- Money for charges belongs to the hall of their booking, too.
create or replace function money_moved() returns trigger language plpgsql as $$
begin
  insert into stat_deltas (key, amount)
    select
      case when e.moved_cents > 0 then 'money-in:' else 'money-out:' end
        || l.building_id || ':' || to_char(e.at at time zone 'Asia/Singapore', 'YYYY-MM'),
      abs(e.moved_cents)
    from added e
      join payments p using (payment_id) join bookings b on b.booking_id = coalesce(p.booking_id, p.charged_booking_id)
      join niches n using (niche_id) join blocks k using (block_id) join levels l using (level_id)
    where e.moved_cents <> 0;
  return null;
end $$;
