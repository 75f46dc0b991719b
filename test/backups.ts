import { Readable, Writable } from 'node:stream'
import { gunzipSync, gzipSync } from 'node:zlib'
import { restore } from '#server/backup/restore.ts'
import { writeBackup } from '#server/backup/write-backup.ts'
import type { Context, Services } from '#server/core/context.ts'
import type { Database } from '#server/ports/database.ts'

/** A destination that keeps what it gets; before it takes the first part, it runs the work. */
export function collect(beforeFirstPart = async () => undefined as unknown) {
  const parts: Buffer[] = []
  const destination = new Writable({
    write(part: Buffer, _encoding, done) {
      const ready = parts.length === 0 ? beforeFirstPart() : Promise.resolve()
      parts.push(part)
      ready.then(() => done(), done)
    },
  })
  return { destination, content: () => Buffer.concat(parts) }
}

export async function backUp(context: Context, beforeFirstPart?: () => Promise<unknown>): Promise<Buffer> {
  const { destination, content } = collect(beforeFirstPart)
  await writeBackup(context, destination)
  return content()
}

export const restoreInto = (
  database: Database,
  backup: Buffer,
  { config, vault, acceptUnsigned }: Pick<Services, 'config' | 'vault'> & { acceptUnsigned?: boolean },
) => restore({ database, config, vault, acceptUnsigned: acceptUnsigned ?? false }, Readable.from([backup]))

export const linesOf = (backup: Buffer) => gunzipSync(backup).toString('utf8').trimEnd().split('\n')
export const pack = (lines: string[]) => gzipSync(lines.map((line) => `${line}\n`).join(''), { level: 1 })

/** The rows of each table, as they are in the backup. */
export function rowsOf(backup: Buffer): Map<string, string[]> {
  const tables = new Map<string, string[]>()
  let rows: string[] = []
  for (const line of linesOf(backup)) {
    if (!line.startsWith('[')) rows.push(line)
    else {
      const [word, content] = JSON.parse(line)
      rows = []
      if (word === 'table') tables.set(content.name, rows)
    }
  }
  return tables
}

/** The rows of each table but `restores`, to which a restore adds one. */
export const contentOf = (backup: Buffer) =>
  Object.fromEntries(
    [...rowsOf(backup)].filter(([table]) => table !== 'restores').map(([table, rows]) => [table, rows.toSorted()]),
  )
