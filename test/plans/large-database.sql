-- A house after ten years: 200,000 niches, bookings, people and urns, with what is written about each. The higher the number of
-- a row, the newer it is; few bookings still wait. Triggers and foreign keys are off, and indexes are not
-- maintained but built by fill-database.ts at the end.
set session_replication_role = replica;
set synchronous_commit = off;
set maintenance_work_mem = '256MB';
set lc_messages = 'C';

create function pg_temp.id(kind text, n bigint) returns uuid immutable parallel safe return md5(kind || n)::uuid;
create function pg_temp.code(letter text, n bigint) returns text immutable parallel safe
  return letter || '-ZZ' || lpad(upper(to_hex(n)), 8, '0');
create function pg_temp.day(n bigint) returns timestamptz stable parallel safe
  return date_trunc('day', now()) - interval '1 hour' - (200000 - n) * interval '26 minutes';
create function pg_temp.name(n bigint) returns text immutable parallel safe return
  (array['Tan', 'Lim', 'Lee', 'Ng', 'Wong', 'Chua', 'Goh', 'Koh', 'Ong', 'Teo', 'Pillai', 'Kumar', 'Rahman', 'Pereira'])[1 + n % 14] || ' ' ||
  (array['Mei', 'Wei', 'Hui', 'Ah', 'Siew', 'Kim', 'Boon', 'Chee', 'Li', 'Swee', 'Ravi', 'Siti', 'Mary'])[1 + n / 14 % 13] || ' ' ||
  initcap(substr(md5(n::text), 1, 5)) ||
  case when n % 4 = 0 then ' ' || translate(substr(md5(n::text), 1, 3), '0123456789abcdef', '陳林黃李張王吳劉蔡楊許鄭謝郭洪邱') else '' end;

update pg_index set indisready = false from pg_class t where t.oid = indrelid and t.relnamespace = 'public'::regnamespace;

insert into buildings select 'H' || n, 'Hall ' || n, n, '' from generate_series(0, 8) n;
insert into levels select 'H' || n / 10 || '-' || n % 10, 'H' || n / 10, n % 10 + 1 from generate_series(0, 89) n;
insert into blocks (block_id, level_id, block_name)
  select 'K' || n, 'H' || n % 90 / 10 || '-' || n % 10, 'B' || n / 90 from generate_series(0, 2083) n;
insert into hall_schedules (building_id) select building_id from buildings;

insert into users (user_id, username, email, full_name, contact_number, contact_key, nric_sealed, nric_hash, gender, nationality, dob,
    street, role, created_at, last_sign_in_at, closed_at)
  select pg_temp.id('user', n), 'person' || n, 'person' || n || '@mail.example', pg_temp.name(n), (80000000 + n)::text, (80000000 + n)::text,
    '\x00', 'nric' || n, 'Female', 'Singaporean', date '1960-01-01' + n % 10000, 'Blk ' || n,
    case when n <= 5 then 'admin' when n <= 60 then 'staff' else 'user' end, pg_temp.day(n), pg_temp.day((n + 200000) / 2),
    case when n > 60 and n % 100 = 0 then pg_temp.day(n) end
  from generate_series(1, 200000) n;

insert into niches (niche_id, block_id, niche_code, niche_row, niche_column, status, price_cents)
  select pg_temp.id('niche', n), 'K' || n / 96, 'K' || n / 96 || '-' || n % 12 + 1 || '-' || n % 96 / 12 + 1, n % 96 / 12 + 1, n % 12 + 1,
    case when n > 199700 then 'Pending' when n % 100 >= 80 then 'Available' when n % 100 >= 60 then 'Reserved' else 'Occupied' end,
    280000 + n % 8 * 20000
  from generate_series(1, 200000) n;

insert into beneficiaries (beneficiary_id, beneficiary_name, gender, nationality, national_id_sealed, relationship, date_of_birth,
    date_of_death, address, postal_code, unit_number, shared_at)
  select pg_temp.id('beneficiary', n), pg_temp.name(n * 7), 'Male', 'Singaporean', '\x00', 'Father', date '1935-01-01' + n % 10000,
    case when n % 100 < 60 then date '2010-01-01' + n / 40 end, 'Blk ' || n, '100000', '#01-01', case when n % 10 = 0 then pg_temp.day(n) end
  from generate_series(1, 200000) n;

-- The first 60,000 come from a register.
insert into bookings (booking_id, user_id, niche_id, beneficiary_id, booking_status, booking_type, made_by, created_by_id, niche_status,
    hold_expires_at, created_at, waiting_since)
  select pg_temp.code('B', n), case when n > 60000 then pg_temp.id('user', n) end, pg_temp.id('niche', n), pg_temp.id('beneficiary', n),
    case when n > 199700 then 'Pending' when n % 100 >= 90 then 'Cancelled' else 'Confirmed' end,
    case when n > 199700 then 'Current' when n % 100 between 80 and 89 then 'Archived' when n % 100 between 60 and 79 then 'PreOrder' else 'Current' end,
    case when n > 60000 then 'user' else 'import' end, case when n > 60000 then pg_temp.id('user', n) end, 'Occupied',
    case when n > 199970 then now() + interval '10 minutes' end, pg_temp.day(n), pg_temp.day(n)
  from generate_series(1, 200000) n;
-- Whose booking has ended has surrendered the right; the last hundred have yet to be compared with theirs.
insert into rights (right_id, niche_id, deed_number, granted_on, basis, years, ends_on, state)
  select pg_temp.id('right', n), pg_temp.id('niche', n), 'D ' || n, to_char(pg_temp.day(n), 'YYYY-MM-DD'),
    case when n % 2 = 0 then 'purchase' else 'perpetual' end, case when n % 2 = 0 then 30 end,
    case when n % 2 = 0 then (pg_temp.day(n) + interval '30 years')::date - case when n % 40 = 0 then 14000 else 0 end end,
    case when n % 100 >= 80 then 'surrendered' when n % 40 = 0 and n < 199000 then 'ended' else 'living' end
  from generate_series(1, 199700) n;
insert into right_moves (right_id, event, to_state, booking_id, at)
  select pg_temp.id('right', n), event, 'living', pg_temp.code('B', n), pg_temp.day(n)
  from generate_series(1, 199700) n, unnest(array['grant', 'begin']) event;
update bookings set right_id = r.right_id from rights r where r.niche_id = bookings.niche_id;
update bookings set right_version = version where booking_id < pg_temp.code('B', 199900);
insert into register_imports (import_id, files_hash, niches, people, created, imported_at)
  select pg_temp.id('import', n), n::text, 20000, 20000, '{}', pg_temp.day(n) from generate_series(1, 3) n;
insert into register_entries (booking_id, import_id, row_number, holder_name, holder_contact, contact_key, holder_email, booked_on, reference,
    source_sealed)
  select pg_temp.code('B', n), pg_temp.id('import', 1 + n % 3), n, pg_temp.name(n * 3), (90000000 + n)::text, (90000000 + n)::text, '', '', '', '\x00'
  from generate_series(1, 60000) n;
insert into booking_moves (booking_id, event, to_status, to_type, at)
  select pg_temp.code('B', n), event, 'Confirmed', 'Current', pg_temp.day(n) from generate_series(1, 200000) n, unnest(array['submit', 'approve']) event;
insert into payments (payment_id, booking_id, amount_cents, payment_method, payment_status, intent_id, created_at, settled_at)
  select pg_temp.code('P', n), pg_temp.code('B', n), 280000, case when n % 2 = 0 then 'Cash' else 'Credit Card' end,
    case when n > 199970 then 'Pending' when n % 100 >= 95 then 'Failed' when n % 100 >= 90 then 'Refunded' else 'Paid' end,
    case when n % 2 = 1 then 'intent' || n end, pg_temp.day(n), case when n <= 199970 and n % 100 < 90 then pg_temp.day(n) end
  from generate_series(60001, 200000) n;
insert into payment_events (payment_id, kind, at)
  select pg_temp.code('P', n), 'payment.paid', pg_temp.day(n) from generate_series(60001, 200000) n;
insert into payment_problems (problem_id, payment_id, kind, intent_id, amount_cents, found_at, settled_at, settled_reason)
  select pg_temp.id('problem', n), pg_temp.code('P', n * 100), 'RefundFailed', 'intent' || n, 1, pg_temp.day(n * 100), pg_temp.day(n * 100), 'Settled'
  from generate_series(601, 1990) n;
insert into urn_requests (urn_request_id, booking_id, status, date_of_death, before_status, before_niche_status, requested_at)
  select pg_temp.id('request', n), pg_temp.code('B', n * 10), case when n > 19970 then 'Open' else 'Approved' end, date '2020-01-01', 'Confirmed',
    'Reserved', pg_temp.day(n * 10)
  from generate_series(1, 20000) n;
insert into certificate_requests (request_id, booking_id, status, kinds, reason, requested_by_id, requested_at)
  select pg_temp.id('asked', n), pg_temp.code('B', n * 10), case when n > 19970 then 'Open' else 'Closed' end, array['birth'], 'Blurred',
    pg_temp.id('user', 10), pg_temp.day(n * 10)
  from generate_series(1, 20000) n;
insert into certificates (certificate_id, kind, beneficiary_id, mime, size, sha256, created_at)
  select pg_temp.id(kind, n), kind, pg_temp.id('beneficiary', n), 'application/pdf', 1000, md5(kind || n), pg_temp.day(n)
  from generate_series(60001, 200000) n, unnest(array['birth', 'death']) kind;
insert into certificate_chunks select certificate_id, 0, '\x00' from certificates;

insert into urns (tag, booking_id, cremation_number, created_at)
  select 'U-' || lpad(n::text, 8, '0'), pg_temp.code('B', n), 'C ' || n, pg_temp.day(n) from generate_series(1, 200000) n;
insert into urn_moves (move_id, tag, position, event, niche_id, shelf, actor_id, witness_id, request_id, at)
  select pg_temp.id('move', n), 'U-' || lpad(n::text, 8, '0'), 1, 'receive', null, '', pg_temp.id('user', 6 + n % 50), null, pg_temp.id('asking', n), pg_temp.day(n)
  from generate_series(1, 200000) n
  union all
  select pg_temp.id('second', n), 'U-' || lpad(n::text, 8, '0'), 2, case when n % 100 = 0 then 'shelve' else 'place' end,
    case when n % 100 > 0 then pg_temp.id('niche', n) end, case when n % 100 = 0 then 'Shelf 1' else '' end, pg_temp.id('user', 6 + n % 50),
    case when n % 100 > 0 then pg_temp.id('user', 7 + n % 50) end, pg_temp.id('asking again', n), pg_temp.day(n)
  from generate_series(1, 199700) n;
insert into urn_attempts (attempt_id, tag, event, niche_id, outcome, details, first_by_id, first_request_id, first_at, expires_at, second_by_id, ended_at)
  select pg_temp.id('attempt', n), 'U-' || lpad(n::text, 8, '0'), 'place', pg_temp.id('niche', n), case when n > 199990 then 'open' else 'done' end,
    '{}', pg_temp.id('user', 6 + n % 50), pg_temp.id('first', n), pg_temp.day(n), pg_temp.day(n) + interval '15 minutes',
    case when n <= 199990 then pg_temp.id('user', 7 + n % 50) end, case when n <= 199990 then pg_temp.day(n) end
  from generate_series(60001, 200000) n;
insert into urn_counts (count_id, block_id, state, first_by_id, started_at, ended_at)
  select pg_temp.id('count', n), 'K' || n, case when n > 1995 then 'open' else 'cancelled' end, pg_temp.id('user', 6 + n % 50), pg_temp.day(n * 100),
    case when n <= 1995 then pg_temp.day(n * 100) end
  from generate_series(1, 2000) n;
insert into urn_count_marks (request_id, count_id, niche_id, person_id, finding, tag, at)
  select pg_temp.id('mark', n), pg_temp.id('count', n / 100), pg_temp.id('niche', n), pg_temp.id('user', 6 + n % 50), 'present', '', pg_temp.day(n)
  from generate_series(1, 200000) n;

insert into appointments (appointment_id, booking_id, building_id, status, starts_at, ends_at, created_at)
  select pg_temp.id('appointment', n), pg_temp.code('B', n), 'H' || n % 9, case when n > 199900 then 'confirmed' else 'done' end,
    pg_temp.day(n) + interval '5 days', pg_temp.day(n) + interval '5 days 1 hour', pg_temp.day(n)
  from generate_series(60001, 200000) n;
insert into appointment_moves (move_id, appointment_id, event, status, starts_at, at)
  select pg_temp.id(event, n), pg_temp.id('appointment', n), event, 'confirmed', pg_temp.day(n), pg_temp.day(n)
  from generate_series(60001, 200000) n, unnest(array['choose', 'confirm']) event;
insert into appointment_slots select appointment_id, 1 + number % 9, 1, starts_at, ends_at from appointments where status = 'confirmed';

insert into audit_log (at, actor_id, actor_name, action, subject)
  select pg_temp.day(n), case when n % 3 > 0 then pg_temp.id('user', n % 3 * 1000 + n % 500) end, pg_temp.name(n),
    (array['login', 'login', 'login', 'booking.submit', 'booking.pay', 'booking.approve', 'lookup.user', 'urn.place', 'logout', 'export'])[1 + n % 10],
    case when n % 2 = 0 then pg_temp.code('B', n) else pg_temp.id('user', n)::text end
  from generate_series(1, 200000) n;
insert into audit_seals (position, audit_id, hash, kind) select id, id, md5(id::text), 'keyed' from audit_log where id < 199990;
insert into niche_status_log (niche_id, from_status, to_status, reason, at)
  select pg_temp.id('niche', n), 'Available', 'Pending', 'booking submit', pg_temp.day(n) from generate_series(1, 200000) n;
insert into outbox (letter_id, kind, to_address, subject, dedupe_key, caused_by, created_at, due_at, sent_at)
  select pg_temp.id('letter', n), 'booking.submit', 'person' || n || '@mail.example', 'Booking', case when n % 2 = 0 then 'letter' || n end,
    pg_temp.id('user', n), at, at, case when n <= 199990 then at end
  from generate_series(100001, 200000) n, lateral (select now() - (200000 - n) * interval '1 minute') as t (at);

insert into sessions (token_hash, user_id, stage, created_at, last_seen_at)
  select 'session' || n, pg_temp.id('user', n), 'full', pg_temp.day(n), pg_temp.day(n) from generate_series(190001, 200000) n;
-- Devices are kept for a year, letters for 90 days.
insert into known_devices select 'device' || n, pg_temp.id('user', n), pg_temp.day(n), now() - n * interval '2 minutes' from generate_series(1, 200000) n;
insert into recovery_codes select pg_temp.id('user', n), 'code' || n || '-' || code from generate_series(180001, 200000) n, generate_series(1, 10) code;
insert into reset_tokens (token_hash, user_id, purpose, expires_at) select 'reset' || n, pg_temp.id('user', n), 'reset', pg_temp.day(n) from generate_series(190001, 200000) n;
insert into email_links (token_hash, user_id, purpose, email, expires_at)
  select 'link' || n, pg_temp.id('user', n), 'confirm', 'new' || n || '@mail.example', pg_temp.day(n) from generate_series(190001, 200000) n;
insert into throttles select 'login-from:' || n, 1, now() + n * interval '1 second' from generate_series(1, 20000) n;
insert into client_bookings select user_id, 1 from users;
insert into stat_totals select 'niches:H' || n || ':Available', 100 from generate_series(0, 8) n;
