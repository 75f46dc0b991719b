import { z } from 'zod'

/** This is a file of its own, so that forms in the browser do not load the table of all errors. */
export const FieldErrors = z.record(z.string(), z.string())
export type FieldErrors = z.infer<typeof FieldErrors>

/** Rules without a sentence of their own get these: the sentences of zod are for programmers. */
z.config({
  customError: (issue) => {
    if (issue.input === undefined || issue.input === '') return 'This is required.'
    if (issue.code === 'invalid_value') return `Please choose one of these: ${issue.values.join(', ')}.`
    return 'This is not valid.'
  },
})

/** The first message for each field; forms show one per field. */
export function toFieldErrors(error: z.ZodError): FieldErrors {
  const found: FieldErrors = {}
  for (const issue of error.issues) found[String(issue.path[0] ?? 'form')] ??= issue.message
  return found
}
