/**
 * One transaction. It needs room for a temporary file of 256 kB, because writing one row again needs none: with a full disk it would still
 * succeed. It does not wait for a standby, or each check would leave a connection that waits.
 */
export const writeCheck = (serverID: string) => `
  set local work_mem = '64kB';
  set local synchronous_commit = local;
  select count(*) from unnest(array_fill(repeat(' ', 8192), array[32]));
  insert into server_checks (server_id, checked_at) values ('${serverID}', now())
    on conflict (server_id) do update set checked_at = excluded.checked_at;
  select max(created_at) as newest from drizzle.__drizzle_migrations`

/** The newest migration, from the results of these statements. */
export const newestIn = (results: { rows: { newest?: unknown }[] }[]) => Number(results.at(-1)?.rows[0]?.newest)
