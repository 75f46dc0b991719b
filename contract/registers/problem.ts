import { z } from 'zod'

export const registerFiles = ['niches', 'people'] as const
export type RegisterFile = (typeof registerFiles)[number]

/** One mistake in a register. The row is counted as spreadsheets do: the header is row 1. */
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
  /** Set if Columba can be corrected by the file: the booking, and what it has there. */
  correctable: z.object({ bookingID: z.string(), known: z.string() }).optional(),
})
export type RegisterProblem = z.infer<typeof RegisterProblem>

/**
 * Problems of one column whose messages differ only in numbers or in what Columba has stored. The fields are those of
 * the first one.
 */
export const ProblemKind = RegisterProblem.omit({ value: true, correctable: true }).extend({ count: z.int() })

/** A key that all problems of one kind have in common. */
export const kindOf = ({ file, column, message }: Pick<RegisterProblem, 'file' | 'column' | 'message'>) =>
  [
    file,
    column,
    message.replace(/^In Columba, .*/, 'In Columba').replaceAll(/\d+( of ".*?")?(, \d+( of ".*?")?)*/g, ''),
  ].join(' ')
export type ProblemKind = z.infer<typeof ProblemKind>
