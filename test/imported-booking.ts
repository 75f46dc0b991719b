import { randomUUID } from 'node:crypto'
import { columnsOf, type PersonRow } from '#contract/registers/columns.ts'
import { importBookings } from '#server/bookings/import-bookings.ts'
import type { Context } from '#server/core/context.ts'
import { registerImports } from '#server/database/schema.ts'
import { makeNiche } from './factories.ts'

const blank = Object.fromEntries(columnsOf.people.map(({ name }) => [name, ''])) as PersonRow
const row: PersonRow = {
  ...blank,
  beneficiary_name: 'Ng Siew Lan',
  born: '1932',
  died: '1996',
  identity_number: 'S0011223A',
  holder_name: 'Ng Boon Teck',
  holder_contact: '91230001',
  holder_email: 'ng@old.example',
}

/** The booking of an occupied niche, as an import makes it, without its urn. */
export async function makeImportedBooking(context: Context): Promise<string> {
  const { nicheID } = await makeNiche(context, { status: 'Occupied' })
  const importID = randomUUID()
  const created = { buildings: [], levels: [], blocks: [] }
  await context.db
    .insert(registerImports)
    .values({ importID, filesHash: importID, niches: 0, people: 1, created, importedAt: context.clock() })
  const person = { nicheID, nicheCode: '', nicheStatus: 'Occupied' as const, rowNumber: 2, row, source: {} }
  const [made] = await importBookings(context, importID, [person])
  if (!made) throw new Error('The booking was not imported')
  return made.bookingID
}
