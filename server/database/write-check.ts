/**
 * One transaction. It needs room for a temporary file of 256 kB, because writing one row again needs none: with a full disk it would still
 * succeed. It does not wait for a standby, or each check would leave a connection that waits. The connection that asks may be older than
 * a setting that keeps new ones from writing.
 */
export const writeCheck = (serverID: string) => `
  set local work_mem = '64kB';
  set local synchronous_commit = local;
  select count(*) from unnest(array_fill(repeat(' ', 8192), array[32]));
  insert into server_checks (server_id, checked_at) values ('${serverID}', now())
    on conflict (server_id) do update set checked_at = excluded.checked_at;
  select max(created_at) as newest, exists (
    select from pg_db_role_setting
    where setdatabase in (select 0 union all select oid from pg_database where datname = current_database())
      and setrole in (select 0 union all select oid from pg_roles where rolname = current_user)
      and setconfig && array['default_transaction_read_only=on', 'default_transaction_read_only=true']
  ) as "isReadOnly"
  from drizzle.__drizzle_migrations`

interface Result {
  rows: { newest?: unknown; isReadOnly?: unknown }[]
}

/** The newest migration, from the results of these statements. */
export function newestIn(results: Result[]): number {
  const { newest, isReadOnly } = results.at(-1)?.rows[0] ?? {}
  if (isReadOnly) throw Object.assign(new Error('new connections cannot write'), { code: '25006' })
  return Number(newest)
}
