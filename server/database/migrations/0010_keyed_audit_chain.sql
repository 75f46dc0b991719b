CREATE TABLE "audit_chain" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"key_sealed" "bytea" NOT NULL,
	"head_sealed" "bytea" NOT NULL,
	CONSTRAINT "audit_chain_one_row" CHECK ("audit_chain"."id" = 1)
);
--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "address" text;--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "session" text;--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "request_id" text;--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "signature" text;--> statement-breakpoint
ALTER TABLE "audit_seals" ADD COLUMN "kind" text DEFAULT 'unkeyed' NOT NULL;--> statement-breakpoint
ALTER TABLE "audit_seals" ADD CONSTRAINT "audit_seals_kind_known" CHECK ("audit_seals"."kind" in ('unkeyed', 'keyed', 'rejected'));--> statement-breakpoint
-- Replicas of the earlier version, which may still run, do not know the key: what they seal is dropped, and sealed by this version.
create function audit_skip_seal() returns trigger language plpgsql as $$
begin
  return null;
end $$;
--> statement-breakpoint
create trigger audit_seals_keyed_only before insert on audit_seals for each row when (new.kind = 'unkeyed') execute function audit_skip_seal();
--> statement-breakpoint

-- The role of the application, if there is one, can only add to the log; see deploy/database/roles.sql.
do $$
declare
  given record;
begin
  for given in
    select distinct c.oid::regclass as name, c.relname = 'audit_chain' as may_update,
      case when a.grantee = 0 then 'public' else a.grantee::regrole::text end as grantee
    from pg_class c, aclexplode(c.relacl) a
    where c.oid in ('audit_log'::regclass, 'audit_seals'::regclass, 'audit_chain'::regclass) and a.grantee <> c.relowner
  loop
    execute format('revoke delete, truncate on %s from %s', given.name, given.grantee);
    if not given.may_update then execute format('revoke update on %s from %s', given.name, given.grantee); end if;
  end loop;
end $$;
