import { keepApostrophe } from '#contract/registers/check-row.ts'
import { columnsOf, type RowOf } from '#contract/registers/columns.ts'
import type { RegisterFile } from '#contract/registers/problem.ts'
import type { Context } from '#server/core/context.ts'
import { toCsv } from '#server/http/csv.ts'
import { listBlocksInExportOrder, listNichesOfBlock, listPeopleOfBlock } from './queries.ts'
import { groupByNiche, isUnnamed, toNicheRow, toPersonRow, withStatusOf } from './register-rows.ts'

export interface ExportOptions {
  /** Whoever has a pre-order is living, and their identity numbers only leave the house if somebody asks for them. */
  livingNRICs: boolean
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
  for (const { blockID } of await listBlocksInExportOrder(context.db)) {
    const rows: Record<string, string>[] =
      file === 'niches' ? await nichesOf(context, blockID) : await peopleOf(context, blockID, options)
    options.onRows?.(rows)
    if (rows.length > 0) yield toCsv(rows.map((row) => names.map((name) => keepApostrophe(row[name] ?? ''))))
  }
}

async function nichesOf({ db }: Context, blockID: string): Promise<RowOf['niches'][]> {
  const people = groupByNiche(await listPeopleOfBlock(db, blockID))
  return (await listNichesOfBlock(db, blockID)).map((niche) =>
    withStatusOf(toNicheRow(niche), people.get(niche.nicheID)),
  )
}

async function peopleOf({ db, vault }: Context, blockID: string, { livingNRICs }: ExportOptions) {
  const people = groupByNiche(await listPeopleOfBlock(db, blockID))
  return [...people.values()].flatMap((inNiche) =>
    inNiche
      .filter((person) => !isUnnamed(person))
      .map((person) => ({
        ...toPersonRow(person, inNiche, vault),
        ...(person.bookingType === 'PreOrder' && !livingNRICs && { identity_number: '' }),
      })),
  )
}
