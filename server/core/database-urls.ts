/** One URL for each server in `postgres://one:5432,two:5432/columba`: the primary and its standbys, in any order. */
export function listDatabaseUrls(databaseUrl: string): string[] {
  const [, start = '', hosts = '', rest = ''] = /^(\w+:\/\/(?:[^@/]*@)?)([^/?]*)(.*)$/.exec(databaseUrl) ?? []
  return hosts.split(',').map((host) => start + host + rest)
}
