import { z } from 'zod'
import { correctableNames } from '../bookings/correction.ts'
import { counted } from '../counted.ts'
import { callsBelow } from '../endpoint.ts'
import { bookingID, fileWithNRICs, instant, pageAfterID, reason, uuid } from '../schema-parts.ts'
import { ProblemKind, RegisterProblem } from './problem.ts'

const Counts = z.object({ niches: z.int(), people: z.int() })

/** `60,000 niches, 1 person`. */
export const countsText = ({ niches, people }: { niches: number; people: number }): string =>
  `${counted(niches, 'niche')}, ${counted(people, 'person', 'people')}`

/** How many problems a page shows; all of them are in the CSV file. */
export const shownProblems = 100
/** How many corrections are offered and made at once. */
export const mostCorrections = 500

/** A cell as a check showed it. A correction names all of it, so that nothing is corrected which nobody saw. */
const SeenCell = z.object({
  bookingID,
  column: z.enum(correctableNames),
  known: z.string().max(500),
  value: z.string().max(500),
})
export type SeenCell = z.infer<typeof SeenCell>

export const cellKey = ({ bookingID, column, known, value }: Record<keyof SeenCell, string>) =>
  JSON.stringify([bookingID, column, known, value])

export const BlockTotals = z.object({
  building: z.string(),
  level: z.string(),
  block: z.string(),
  niches: z.int(),
  Available: z.int(),
  Reserved: z.int(),
  Occupied: z.int(),
  Blocked: z.int(),
  people: z.int(),
  urns: z.int(),
})
export type BlockTotals = z.infer<typeof BlockTotals>

export const RegisterResult = z.object({
  problems: z.int(),
  /** The most frequent first. */
  kinds: z.array(ProblemKind),
  /** How many rows are new, how many are in Columba already, and how many differ from what Columba has. */
  added: Counts,
  unchanged: Counts,
  different: Counts,
  /** What the house has in these niches in the end, by block. */
  totals: z.array(BlockTotals),
  /** Null if nothing was written. */
  importID: z.string().nullable(),
  /** When exactly these files were imported before: there is nothing to do. */
  importedBefore: instant.nullable(),
})
export type RegisterResult = z.infer<typeof RegisterResult>

/** What a check or an import sends while it runs. The last one is a result or a failure. */
export const RegisterEvent = z.union([
  /** The share of the rows that is done, from 0 to 1. */
  z.object({ progress: z.number() }),
  z.object({ problem: RegisterProblem }),
  z.object({ result: RegisterResult }),
  z.object({ failure: z.string() }),
])
export type RegisterEvent = z.infer<typeof RegisterEvent>

export const ListedImport = z.object({
  importID: z.string(),
  importedAt: instant,
  /** Null if a command imported it. */
  importedBy: z.string().nullable(),
  niches: z.int(),
  people: z.int(),
  undoneAt: instant.nullable(),
})
export type ListedImport = z.infer<typeof ListedImport>

const body = z.object({ draftID: uuid })

/** A check says what Columba has of people. An import does not, because what it reports is rolled back with it. */
const likeExport = { freshFactor: true, recordedRead: { kind: 'export' } } as const

const { admins } = callsBelow('/api/register')

export const registerApi = {
  check: admins.post(
    'check',
    'Check a draft without writing anything; sends progress, the first problems and the result',
    { ...likeExport, body, reply: RegisterEvent, sends: 'text/event-stream' },
  ),
  problems: admins.post('problems', 'Check a draft without writing anything: every problem as CSV', {
    ...likeExport,
    body,
    sends: 'text/csv',
  }),
  import: admins.post(
    'import',
    'Import a draft, all of it or nothing, or with leaveOut all but the rows with problems; sends progress and the result',
    {
      freshFactor: true,
      body: body.extend({ leaveOut: z.literal('yes').optional() }),
      reply: RegisterEvent,
      sends: 'text/event-stream',
    },
  ),
  correct: admins.post(
    'correct',
    'Correct what an earlier register said of people by the cells of a draft that were chosen; all but relationship and deed waits for a second person',
    {
      freshFactor: true,
      body: body.extend({ reason, cells: z.array(SeenCell).min(1).max(mostCorrections) }),
      /** Counts bookings, and says why some were refused. */
      reply: z.object({ corrected: z.int(), asked: z.int(), refused: z.array(z.string()) }),
    },
  ),
  imports: admins.get('imports', 'Imports, newest first', { query: pageAfterID, reply: z.array(ListedImport) }),
  undo: admins.post('undo', 'Remove what an import added, unless something of it was used since', {
    freshFactor: true,
    body: z.object({ importID: uuid }),
    reply: Counts,
  }),
  export: admins.get(
    'export',
    'The register, or that of one hall, as a ZIP file with niches.csv and people.csv, both of one moment; identity numbers of the living only with livingNRICs',
    {
      freshFactor: true,
      recordedRead: { kind: 'export' },
      query: z.object({ livingNRICs: z.literal('yes').optional(), hall: z.string().max(80).optional() }),
      reply: fileWithNRICs,
      sends: 'application/zip',
    },
  ),
}
