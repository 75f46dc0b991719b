import { runProgram, StartError } from '#server/core/start-error.ts'
import { print, withDatabaseOrCopy } from '#server/start/maintenance.ts'
import { verifyBooks } from '../bills/verify-books.ts'

/** The number of problems that are printed, each on a line. */
const shown = 20

/** `npm run books:verify`: checks that bills, payments and the money that moved agree, and that no number is left out. */
await runProgram(() =>
  withDatabaseOrCopy(async ({ database }) => {
    const problems = await verifyBooks(database.db)
    if (problems.length === 0) return print('Bills, payments and money agree.')
    const more = problems.length > shown ? [`... and ${problems.length - shown} more.`] : []
    throw new StartError(['The books do not agree.', ...problems.slice(0, shown), ...more].join('\n'))
  }),
)
