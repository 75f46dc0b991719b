-- The two roles of Columba's database: columba_owner migrates it, columba_app serves and can only add to the audit log.
-- A superuser runs this in the database itself, before the first migration or at any later time; twice does no harm:
--   DATABASE_OWNER_PASSWORD=... DATABASE_APP_PASSWORD=... psql -d columba -f deploy/database/roles.sql
-- A password that is not given stays as it is; psql sets it with \password columba_app.
\set ON_ERROR_STOP on
\getenv owner_password DATABASE_OWNER_PASSWORD
\getenv app_password DATABASE_APP_PASSWORD
begin;
set local client_min_messages = warning;

select 'create role columba_owner login' where to_regrole('columba_owner') is null \gexec
select 'create role columba_app login' where to_regrole('columba_app') is null \gexec
\if :{?owner_password}
alter role columba_owner password :'owner_password';
\endif
\if :{?app_password}
alter role columba_app password :'app_password';
\endif
-- PostgreSQL 16 and newer: the connections in reserved_connections are for Columba, whatever else connects.
select 'grant pg_use_reserved_connections to columba_owner, columba_app' where to_regrole('pg_use_reserved_connections') is not null \gexec
-- The connections of a machine that has vanished end after two minutes instead of two hours.
alter role columba_app set tcp_keepalives_idle = 60;
alter role columba_app set tcp_keepalives_interval = 20;
alter role columba_app set tcp_keepalives_count = 3;

-- Everything belongs to the owner, also what an earlier installation with one role has made.
select format('alter database %I owner to columba_owner', current_database()) \gexec
alter schema public owner to pg_database_owner;
create schema if not exists drizzle;
alter schema drizzle owner to columba_owner;
-- A sequence of a column follows its table.
select format('alter table %s owner to columba_owner', oid::regclass)
  from pg_class where relkind in ('r', 'p', 'v', 'm') and relnamespace in ('public'::regnamespace, 'drizzle'::regnamespace) \gexec
select format('alter function %s owner to columba_owner', oid::regprocedure)
  from pg_proc where pronamespace = 'public'::regnamespace
    and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e') \gexec

-- The application reads and writes rows, in the tables of later migrations too. It cannot change a table or its triggers.
select format('revoke all on database %I from public', current_database()) \gexec
select format('grant connect on database %I to columba_app', current_database()) \gexec
revoke create on schema public from public;
grant usage on schema public, drizzle to columba_app;
grant select, insert, update, delete on all tables in schema public to columba_app;
grant usage on all sequences in schema public to columba_app;
grant select on all tables in schema drizzle to columba_app;
alter default privileges for role columba_owner in schema public grant select, insert, update, delete on tables to columba_app;
alter default privileges for role columba_owner in schema public grant usage on sequences to columba_app;
alter default privileges for role columba_owner in schema drizzle grant select on tables to columba_app;

-- The audit log, its hashes and the ledger of urns. The migrations repeat this when they create the tables.
select format('revoke update, delete, truncate on %s from columba_app', oid::regclass)
  from pg_class where oid in (to_regclass('public.audit_log'), to_regclass('public.audit_seals'), to_regclass('public.urn_moves')) \gexec
select format('revoke delete, truncate on %s from columba_app', oid::regclass)
  from pg_class where oid = to_regclass('public.audit_chain') \gexec

commit;
