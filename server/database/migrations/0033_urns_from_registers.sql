ALTER TABLE "urn_attempts" DROP CONSTRAINT "urn_attempts_event_known";--> statement-breakpoint
ALTER TABLE "urn_moves" DROP CONSTRAINT "urn_moves_event_known";--> statement-breakpoint
ALTER TABLE "urn_moves" DROP CONSTRAINT "urn_moves_niche_said";--> statement-breakpoint
ALTER TABLE "urn_moves" DROP CONSTRAINT "urn_moves_two_people";--> statement-breakpoint
ALTER TABLE "urn_moves" ALTER COLUMN "actor_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "register_imports" ADD COLUMN "urns_entered_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "urn_attempts" ADD CONSTRAINT "urn_attempts_event_known" CHECK ("urn_attempts"."event" in ('place', 'takeOut', 'release', 'disprove'));--> statement-breakpoint
ALTER TABLE "urn_moves" ADD CONSTRAINT "urn_moves_event_known" CHECK ("urn_moves"."event" in ('receive', 'shelve', 'place', 'takeOut', 'move', 'release', 'enter', 'see', 'disprove'));--> statement-breakpoint
ALTER TABLE "urn_moves" ADD CONSTRAINT "urn_moves_niche_said" CHECK (("urn_moves"."event" in ('place', 'takeOut', 'enter', 'see', 'disprove')) = ("urn_moves"."niche_id" is not null));--> statement-breakpoint
ALTER TABLE "urn_moves" ADD CONSTRAINT "urn_moves_two_people" CHECK (("urn_moves"."event" in ('place', 'takeOut', 'release', 'disprove', 'see')) = ("urn_moves"."witness_id" is not null) and ("urn_moves"."event" = 'enter' or "urn_moves"."actor_id" is not null));--> statement-breakpoint
create or replace function urns_within_capacity() returns trigger language plpgsql as $$
declare
  places integer;
begin
  select capacity into places from niches where niche_id = new.niche_id for no key update;
  if (select count(*) from urn_now n where n.niche_id = new.niche_id and n.event in ('place', 'enter', 'see') and n.tag <> new.tag) >= places then
    raise exception 'the niche is full' using errcode = 'check_violation', constraint = 'urns_within_capacity';
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger urns_entered_within_capacity before insert on urn_moves
  for each row when (new.event = 'enter') execute function urns_within_capacity();
--> statement-breakpoint
-- Undoing an import removes the urns that it entered, and no other row of the ledger is ever deleted.
create or replace function urn_moves_refuse() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    return null;
  end if;
  raise exception 'the ledger of urns is append-only' using errcode = 'insufficient_privilege', constraint = 'urn_moves_append_only';
end $$;
--> statement-breakpoint
create function urn_moves_keep() returns trigger language plpgsql as $$
begin
  if old.event = 'enter' and exists (
    select from urns u join register_entries e using (booking_id) join register_imports i using (import_id)
    where u.tag = old.tag and i.undone_at is not null
  ) then
    return old;
  end if;
  raise exception 'the ledger of urns is append-only' using errcode = 'insufficient_privilege', constraint = 'urn_moves_append_only';
end $$;
--> statement-breakpoint
create trigger urn_moves_keep before delete on urn_moves for each row execute function urn_moves_keep();
--> statement-breakpoint
-- As the owner, because the server itself may not delete from the ledger.
create function remove_entered_urns(import uuid) returns setof text language sql security definer set search_path = public, pg_temp as $$
  with entered as (select u.tag from urns u join register_entries e using (booking_id) where e.import_id = import)
  delete from urn_moves m using entered where m.tag = entered.tag;
  delete from urns u using register_entries e where e.booking_id = u.booking_id and e.import_id = import returning u.tag;
$$;
