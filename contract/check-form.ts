import type { z } from 'zod'
import type { Endpoint, FileRule, FormOptions } from './endpoint.ts'
import { type FieldErrors, toFieldErrors } from './field-errors.ts'

export type Form = Pick<Endpoint, 'path' | 'body' | 'files'>
type Fields = Record<string, unknown>

/** Validates a body and its files. Server and browser both call this, so they report the same errors. */
export function checkForm(form: Form, fields: Fields, files: Fields, options: FormOptions) {
  const parsed = bodySchema(form, options)?.safeParse(fields)
  const errors: FieldErrors = {
    ...(parsed?.error && toFieldErrors(parsed.error)),
    ...Object.fromEntries(
      requiredFiles(form.files ?? {}, fields, options).flatMap(([name, { missing }]) =>
        files[name] ? [] : [[name, missing]],
      ),
    ),
  }
  return { body: parsed?.data, errors }
}

/** The files that a body with these fields must bring. */
export const requiredFiles = <Name extends string>(
  files: Record<Name, FileRule>,
  fields: Fields,
  options: FormOptions,
) => (Object.entries(files) as [Name, FileRule][]).filter(([, { requiredIf }]) => requiredIf?.(fields, options) ?? true)

const keptSchemas = new Map<string, z.ZodType>()
let keptDay = ''

/** The schema of a body. Building one is expensive, so each is kept until the day changes. */
export function bodySchema({ path, body }: Form, options: FormOptions): z.ZodType | undefined {
  if (typeof body !== 'function') return body
  if (options.numberOnFile !== undefined) return body(options)
  if (options.today !== keptDay) keptSchemas.clear()
  keptDay = options.today
  const key = `${options.role} ${path}`
  const schema = keptSchemas.get(key) ?? body(options)
  keptSchemas.set(key, schema)
  return schema
}
