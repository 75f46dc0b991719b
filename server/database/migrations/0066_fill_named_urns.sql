-- A booking that is older than its import had no name before that import.
-- backfill
update register_entries set unnamed_by_id = named.import_id
from (
  select e.booking_id, coalesce(n.import_id, (select m.import_id from register_imports m where m.files_hash = 'marked on the map' limit 1)) as import_id
  from register_entries e
  join register_imports i on i.import_id = e.import_id
  join bookings b on b.booking_id = e.booking_id
  join niches n on n.niche_id = b.niche_id
  where e.unnamed_by_id is null and b.created_at < i.imported_at and n.import_id is distinct from e.import_id
    and (n.import_id is not null or exists (select from register_imports m where m.files_hash = 'marked on the map'))
  limit 1000
) named
where named.booking_id = register_entries.booking_id
returning 1;
