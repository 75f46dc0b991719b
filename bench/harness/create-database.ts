import pg from 'pg'

/** Returns the URL of the new, empty database. */
export async function createDatabase(serverUrl: string, name: string): Promise<string> {
  await query(serverUrl, `create database ${pg.escapeIdentifier(name)}`)
  return Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href
}

export const dropDatabase = (serverUrl: string, name: string) =>
  query(serverUrl, `drop database ${pg.escapeIdentifier(name)}`)

async function query(serverUrl: string, statement: string) {
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  await client.query(statement)
  await client.end()
}
