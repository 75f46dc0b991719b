-- A bill is never changed, nor taken away.
create trigger bills_append_only before update or delete or truncate on bills for each statement execute function history_refuse();
--> statement-breakpoint
insert into bill_series (series, last_number, last_earlier_event)
select 'COL', 0, max(event_id) from payment_events having count(*) > 0;
--> statement-breakpoint
-- What was paid before keeps its receipt word for word, whoever the house is later.
update house set earlier_issuer = rtrim(
  'Issued by ' || concat_ws(', ', nullif(name, ''), nullif(address, '')) || '.'
  || case when registration_number <> '' then ' Registration number ' || registration_number || '.' else '' end
  || e'\n' || tax_note, e'\n')
where exists (select from payment_events);
