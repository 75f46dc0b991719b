import { z } from 'zod'
import { callsBelow } from '../endpoint.ts'
import { instant, uuid } from '../schema-parts.ts'
import { Choices, valueTargets } from './choices.ts'
import { Wall } from './walls.ts'

/** Several times the size of a town's register. */
export const maxRegisterBytes = 24 * 1024 * 1024
export const registerTooLargeMessage = 'The file is too large. At most 24 MB.'

/** How many values of a column, rows of a sheet and codes of a wall are shown. */
export const shownExamples = 3
export const shownRows = 6
export const shownCells = 8
export const shownValues = 40
export const shownCodes = 2000
export const shownWalls = 30

export const placeColumns = ['code', 'level', 'block', 'column', 'row', 'half'] as const
type PlaceColumn = (typeof placeColumns)[number]

export const Draft = z.object({
  draftID: uuid,
  version: z.int(),
  files: z.array(z.string()),
  changedAt: instant,
  choices: Choices,
  /** An exported register: its columns and values are its own, so nothing need be said about them. */
  isRegister: z.boolean(),
  sheets: z.array(
    z.object({
      name: z.string(),
      rows: z.int(),
      start: z.array(z.object({ number: z.int(), cells: z.array(z.string()) })),
    }),
  ),
  /** The columns of all sheets that are used. */
  columns: z.array(z.object({ name: z.string(), filled: z.int(), examples: z.array(z.string()) })),
  values: z.array(
    z.object({
      target: z.enum(valueTargets),
      value: z.string(),
      count: z.int(),
      /** Empty for nothing; null if nobody has said yet what it means. */
      becomes: z.string().nullable(),
    }),
  ),
  /** Where the first niches are. */
  places: z.array(
    z.object(Object.fromEntries(placeColumns.map((name) => [name, z.string()])) as Record<PlaceColumn, z.ZodString>),
  ),
  /** The first walls, and how many more there are. What is said of one counts for all with as many numbers. */
  walls: z.array(
    z.object({
      prefix: z.string(),
      /** The highest number. */
      last: z.int(),
      wall: Wall,
      codes: z.array(z.object({ number: z.int(), code: z.string() })),
    }),
  ),
  hiddenWalls: z.int(),
  /** How many walls are numbered by a guess, because nobody has described them. Hidden ones count too. */
  guessedWalls: z.int(),
  /** Values that are written in another way, by what they become, with the first as an example. */
  changes: z.array(z.object({ target: z.string(), count: z.int(), from: z.string(), to: z.string() })),
  /** Rows that are there twice, word for word in the columns that are used; each is taken once. */
  repeated: z.int(),
  /** Niches that get more places, because more people are in them, and the codes of some. */
  enlarged: z.object({ count: z.int(), codes: z.array(z.string()) }),
  /** What somebody has to answer before the import: how many people or codes it concerns. */
  undated: z.int(),
  codeDates: z.int(),
})
export type Draft = z.infer<typeof Draft>

const { admins } = callsBelow('/api/register/draft')

export const draftApi = {
  upload: admins.post(
    'upload',
    'Choose the file to import, or the two files of an exported register; replaces an earlier draft',
    {
      fileKind: 'register',
      body: z.object({ name: z.string().trim().max(200), secondName: z.string().trim().max(200).default('') }),
      files: {
        file: { missing: 'Please choose a file.' },
        second: { missing: 'Please choose a file.', requiredIf: () => false },
      },
      reply: Draft,
    },
  ),
  find: admins.get('/api/register/draft', 'The draft that you have not imported yet, or null', {
    reply: z.object({ draft: Draft.nullable() }),
  }),
  choose: admins.post('choose', 'Say how a draft is read', {
    body: z.object({ draftID: uuid, version: z.int(), choices: Choices }),
    reply: Draft,
  }),
  discard: admins.post('discard', 'Give up a draft, and delete its rows', { body: z.object({ draftID: uuid }) }),
}
