import { createWriteStream } from 'node:fs'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { keepApostrophe } from '#contract/registers/check-row.ts'
import { columnsOf, type PersonRow } from '#contract/registers/columns.ts'
import { type RegisterFile, registerFiles } from '#contract/registers/problem.ts'
import { countNRICs, tellOfExport } from '#server/accounts/public.ts'
import { record } from '#server/audit/public.ts'
import { type Context, inTransaction, type SignedInContext } from '#server/core/context.ts'
import { writeZip } from '#server/core/zip.ts'
import { toCsv } from '#server/http/csv.ts'
import { longListSlots } from '#server/http/slots.ts'
import { listBlocksInExportOrder, listNichesOfBlock, listPeopleOfBlock, type StoredPerson } from './queries.ts'
import { groupByNiche, isUnnamed, toNicheRow, toPersonRow } from './register-rows.ts'

interface ExportOptions {
  /** Identity numbers of people who may be living only leave the house if somebody asks for them. */
  livingNRICs: boolean
  /** The name of a hall, which may pass to another house. All halls without it. */
  hall?: string | undefined
  /** Gets the rows before they are written. */
  onRows?: (rows: Record<string, string>[]) => void
}

/** The lines of a register, block by block, in the form that an import reads. */
export async function* exportRegister(
  context: Context,
  file: RegisterFile,
  options: ExportOptions,
): AsyncGenerator<string> {
  const names = columnsOf[file].map(({ name }) => name)
  // Without this byte order mark Excel does not read the file as UTF-8.
  yield `\uFEFF${toCsv([names])}`
  for (const { blockID } of await listBlocksInExportOrder(context.db, options.hall)) {
    const people = groupByNiche(await listPeopleOfBlock(context.db, blockID))
    const rows: Record<string, string>[] =
      file === 'niches'
        ? (await listNichesOfBlock(context.db, blockID)).map((niche) => toNicheRow(niche, people.get(niche.nicheID)))
        : [...people.values()].flatMap((inNiche) => rowsOfPeople(context, inNiche, options))
    options.onRows?.(rows)
    if (rows.length > 0) yield toCsv(rows.map((row) => names.map((name) => keepApostrophe(row[name] ?? ''))))
  }
}

const rowsOfPeople = ({ vault }: Context, inNiche: StoredPerson[], { livingNRICs }: ExportOptions): PersonRow[] =>
  inNiche.flatMap((person) => {
    const row = toPersonRow(person, inNiche, vault)
    if (isUnnamed(person) && !row.holder_name) return []
    return [{ ...row, ...(mayBeLiving(row) && !livingNRICs && { identity_number: '' }) }]
  })

/** A booking that is not a pre-order proves no death: it can be approved without an urn, or a register may say that nobody is here. */
const mayBeLiving = ({ died, is_here }: PersonRow) => died === '' && is_here === 'no'

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

/** Identity numbers have left the house, so all admins hear of it. */
export const recordExport = (context: Context, { livingNRICs, hall }: ExportOptions) =>
  inTransaction(context, async (context) => {
    const file = { livingNRICs, ...(hall && { hall }) }
    await record(context, 'register.exported', 'register', file)
    await tellOfExport(context, context.actor?.name ?? 'The command register:export', file)
  })
