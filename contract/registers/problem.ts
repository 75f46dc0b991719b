import { z } from 'zod'

export const registerFiles = ['niches', 'people'] as const
export type RegisterFile = (typeof registerFiles)[number]

/** A mistake in the file, a value that differs from what Columba has, or somebody of whom it does not know who of the niche it is. */
const problemKinds = ['wrong', 'different', 'unknown person'] as const

/** One problem of a register. The row is counted as spreadsheets do: the header is row 1. */
export const RegisterProblem = z.object({
  file: z.enum(registerFiles),
  /** The sheet or the file where it is; empty if there is only one file in the register's own form. */
  sheet: z.string(),
  row: z.int(),
  /** The name in the register, and the one in the operator's file if that is another. */
  column: z.string(),
  header: z.string(),
  value: z.string(),
  message: z.string(),
  what: z.enum(problemKinds),
  /** Set if Columba can be corrected by the file: the booking, and what it has there. */
  correctable: z.object({ bookingID: z.string(), known: z.string() }).optional(),
})
export type RegisterProblem = z.infer<typeof RegisterProblem>

/** Mistakes of one column whose messages differ only in numbers, or all other problems of it. The fields are those of the first one. */
export const ProblemKind = RegisterProblem.omit({ value: true, correctable: true }).extend({ count: z.int() })

export type ProblemKind = z.infer<typeof ProblemKind>

/** Whether nothing is wrong with the value by itself. */
export const isDifference = ({ what }: Pick<RegisterProblem, 'what'>) => what !== 'wrong'

/** A key that all problems of one kind have in common. */
export const kindOf = ({
  file,
  column,
  message,
  what = 'wrong',
}: Pick<RegisterProblem, 'file' | 'column' | 'message'> & { what?: RegisterProblem['what'] | undefined }) =>
  [file, column, what === 'wrong' ? message.replaceAll(/\d+( of ".*?")?(, \d+( of ".*?")?)*/g, '') : what].join(' ')
