import { toDay } from '#contract/dates.ts'
import type { FoundPerson } from '#contract/find/api.ts'
import type { Context } from '#server/core/context.ts'
import { isSameName } from '#server/database/same-name.ts'
import { type Throttle, throttleAddress } from '#server/http/throttles.ts'
import { listFoundRows } from './queries.ts'

/** Per client address: enough for the visitors of a festival day who share a mobile network, too little to try names. */
export const visitorSearches: Throttle = { key: 'find-from', limit: 60, seconds: 15 * 60 }

/** Everyone of this name who rests here and may be found, each with what tells them apart. Nobody learns whether there is another. */
export async function findPeople(
  context: Context,
  { name, diedIn }: { name: string; diedIn: string },
): Promise<FoundPerson[]> {
  await throttleAddress(context, visitorSearches)
  const wanted = { name, year: Number(diedIn), today: toDay(context.clock()) }
  const rows = await listFoundRows(context.db, wanted)
  return rows
    .filter((row) => isSameName(row.name, name) && !row.urnElsewhere)
    .map(({ dateOfBirth, bornIn, urnElsewhere, ...person }) => ({
      ...person,
      bornIn: (dateOfBirth ?? bornIn)?.slice(0, 4) ?? null,
      diedIn,
    }))
}
