-- What happened is never changed. Undoing an import and deleting a hall that was never used delete the log of their niches, a cash-up marks
-- the payments that it counted, and the demo moves its appointments to later days.
create function history_refuse() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege', constraint = tg_table_name || '_append_only';
end $$;
--> statement-breakpoint
create trigger booking_moves_append_only before update or delete or truncate on booking_moves for each statement execute function history_refuse();
--> statement-breakpoint
create trigger niche_status_log_append_only before update or truncate on niche_status_log for each statement execute function history_refuse();
--> statement-breakpoint
create trigger payment_events_append_only before delete or truncate on payment_events for each statement execute function history_refuse();
--> statement-breakpoint
create trigger payment_events_unchanged before update on payment_events for each row
when (to_jsonb(old) - 'cash_up_number' is distinct from to_jsonb(new) - 'cash_up_number') execute function history_refuse();
--> statement-breakpoint
create trigger appointment_moves_append_only before delete or truncate on appointment_moves for each statement execute function history_refuse();
--> statement-breakpoint
create trigger appointment_moves_unchanged before update on appointment_moves for each row
when (to_jsonb(old) - '{starts_at,at}'::text[] is distinct from to_jsonb(new) - '{starts_at,at}'::text[]) execute function history_refuse();
