DROP INDEX "bookings_one_active_per_niche";--> statement-breakpoint
-- Place 1 is within every capacity. A first booking may take it only in an empty niche: others may rest there although it is free.
create function bookings_within_capacity() returns trigger language plpgsql as $$
begin
  if new.booking_status not in ('Pending', 'Confirmed') or new.booking_type = 'Archived' then
    return new;
  end if;
  if new.place_number > 1 and new.place_number > (select capacity from niches where niche_id = new.niche_id for share) then
    raise exception 'the niche has no place %', new.place_number using errcode = 'check_violation', constraint = 'bookings_within_capacity';
  end if;
  if tg_op = 'INSERT' and new.beside_booking_id is null and exists (
    select 1 from bookings where niche_id = new.niche_id and booking_status in ('Pending', 'Confirmed') and booking_type <> 'Archived'
  ) then
    raise exception 'the niche is not empty' using errcode = 'unique_violation', constraint = 'bookings_one_active_per_niche';
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger bookings_within_capacity before insert or update of niche_id, place_number, booking_status, booking_type on bookings
  for each row execute function bookings_within_capacity();
--> statement-breakpoint
create function niches_capacity_in_use() returns trigger language plpgsql as $$
begin
  if exists (
    select 1 from bookings where niche_id = new.niche_id and place_number > new.capacity
      and booking_status in ('Pending', 'Confirmed') and booking_type <> 'Archived'
  ) then
    raise exception 'more places are in use' using errcode = 'check_violation', constraint = 'niches_capacity_in_use';
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger niches_capacity_in_use before update of capacity on niches
  for each row when (new.capacity < old.capacity) execute function niches_capacity_in_use();
--> statement-breakpoint
-- The lock lets only one of two urns take the last place.
create function urns_within_capacity() returns trigger language plpgsql as $$
declare
  places integer;
begin
  select capacity into places from niches where niche_id = new.niche_id for no key update;
  if (select count(*) from urn_now n where n.niche_id = new.niche_id and n.event = 'place' and n.tag <> new.tag) >= places then
    raise exception 'the niche is full' using errcode = 'check_violation', constraint = 'urns_within_capacity';
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger urns_within_capacity before insert on urn_moves
  for each row when (new.event = 'place') execute function urns_within_capacity();
