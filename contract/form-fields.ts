import type { z } from 'zod'
import type { FormOptions } from './endpoint.ts'

/** A field of a form, declared once. */
export interface FormField {
  /** The name of the field on screen and in messages. */
  label: string
  rule: (label: string, options: FormOptions) => z.ZodType
  /** The format in replies; if left out, replies do not contain the field. */
  reply?: z.ZodType
  /** Sent only for a person who has died. */
  onlyForCurrent?: true
  optional?: true
}

type Fields = Record<string, FormField>

type Rules<F extends Fields> = { [Name in keyof F]: ReturnType<F[Name]['rule']> }
type Replies<F extends Fields> = {
  [Name in keyof F as F[Name] extends { reply: z.ZodType } ? Name : never]: NonNullable<F[Name]['reply']>
}
export type ForEveryone<F extends Fields> = {
  [Name in keyof F as F[Name] extends { onlyForCurrent: true } ? never : Name]: F[Name]
}

export const fieldNames = <F extends Fields>(fields: F) => Object.keys(fields) as (keyof F & string)[]

/** The fields that count towards completion; a person who plans ahead has fewer. */
export const requiredNames = <F extends Fields>(fields: F, isCurrent: boolean) =>
  fieldNames(fields).filter((name) => !fields[name]?.optional && (isCurrent || !fields[name]?.onlyForCurrent))

export const labelsOf = <F extends Fields>(fields: F) =>
  mapFields(fields, ({ label }) => label) as Record<keyof F, string>

/** The shape of the form's schema. */
export const rulesOf = <F extends Fields>(fields: F, options: FormOptions) =>
  mapFields(fields, ({ label, rule }) => rule(label, options)) as Rules<F>

/** The shape of the part of a reply that shows these fields. */
export const repliesOf = <F extends Fields>(fields: F) => {
  const shown = Object.entries(fields).filter(([, { reply }]) => reply)
  return Object.fromEntries(shown.map(([name, { reply }]) => [name, reply])) as Replies<F>
}

export const forEveryone = <F extends Fields>(fields: F) =>
  Object.fromEntries(Object.entries(fields).filter(([, { onlyForCurrent }]) => !onlyForCurrent)) as ForEveryone<F>

const mapFields = (fields: Fields, to: (field: FormField) => unknown) =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, to(field)]))
