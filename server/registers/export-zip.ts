import { createWriteStream } from 'node:fs'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { registerFiles } from '#contract/registers/problem.ts'
import { countNRICs } from '#server/accounts/public.ts'
import type { SignedInContext } from '#server/core/context.ts'
import { writeZip } from '#server/core/zip.ts'
import { longListSlots } from '#server/http/slots.ts'
import { type ExportOptions, exportRegister } from './export-register.ts'
import { recordExport } from './record-export.ts'

const inSlot = longListSlots()

/** Written to the disk first, so that the transaction does not wait for a slow client. */
export const exportZip = (context: SignedInContext, options: ExportOptions): Promise<Readable> =>
  inSlot(() => writeExport(context, options))

async function writeExport(context: SignedInContext, options: ExportOptions): Promise<Readable> {
  const folder = await mkdtemp(join(tmpdir(), `columba-export-${process.pid}-`))
  try {
    const path = join(folder, 'register.zip')
    let numbers = 0
    const count = (rows: Record<string, string>[]) => {
      numbers += rows.filter(({ identity_number }) => identity_number).length
    }
    await context.db.transaction(
      async (db) => {
        const entries = registerFiles.map((file) => ({
          name: `${file}.csv`,
          content: exportRegister({ ...context, db }, file, { ...options, onRows: count }),
        }))
        await pipeline(Readable.from(writeZip(entries)), createWriteStream(path, { mode: 0o600 }))
      },
      { isolationLevel: 'repeatable read' },
    )
    if (numbers > 0) await countNRICs(context, [{ subject: '', times: numbers }])
    await recordExport(context, options)
    return (await open(path)).createReadStream()
  } finally {
    /** The open file can still be read. */
    await rm(folder, { recursive: true })
  }
}
