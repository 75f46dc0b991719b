import { dayMs } from '#contract/dates.ts'
import { groupBy } from '#contract/group-by.ts'
import { type Context, inTransaction } from '#server/core/context.ts'
import { record } from './public.ts'
import { deleteReadsBefore, listReaderNames, takeFinishedReads } from './read-queries.ts'

const keptDays = 730

/** Writes one audit entry for each person, hour and kind of what staff have read, and deletes the details after two years. */
export const rollUpReads = (context: Context) =>
  inTransaction(context, async (context) => {
    const now = context.clock()
    const reads = await takeFinishedReads(context.db, now)
    const names = await listReaderNames(context.db, [...new Set(reads.map(({ readerID }) => readerID))])
    const nameOf = new Map(names.map(({ userID, fullName }) => [userID, fullName]))
    const groups = groupBy(reads, ({ readerID, hour, kind }) => `${hour.toISOString()} ${readerID} ${kind}`)
    for (const [, group] of [...groups].sort()) {
      const [{ readerID, hour, kind }] = group as [(typeof reads)[number]]
      const times = group.reduce((sum, read) => sum + read.times, 0)
      const about = group.filter(({ subject }) => subject !== '').length
      const details = { kind, hour: hour.toISOString(), times, ...(about > 0 && { about }) }
      await record(context, 'people.read', readerID, details, nameOf.get(readerID))
    }
    await deleteReadsBefore(context.db, new Date(now.getTime() - keptDays * dayMs))
  })
