import { auditLabels } from '#contract/audit/audit-actions.ts'
import { errorTable } from '#contract/errors.ts'
import { formatAmount, toAmount } from '#contract/money.ts'

/** Old entries may have actions that are no longer listed. */
const labels: Partial<Record<string, string>> = auditLabels

export const actionLabel = (action: string): string => labels[action] ?? action

/** For example `reason: moved; new status: Blocked; amount: SGD 3,700.00`. */
export const formatDetails = (details: Record<string, unknown>): string =>
  Object.entries(details)
    .filter(([, value]) => value !== '' && value !== null && !isUUID(value))
    .map(([name, value]) => {
      if (name === 'amountCents') return amountOf(Number(value))
      /** The kind of value that a look-up searched by. */
      if (name === 'attr') return `by ${splitWords(String(value))}`
      /** Why a call was refused. */
      if (name === 'code') return errorSentence(String(value))
      return `${splitWords(name)}: ${formatValue(value)}`
    })
    .join('; ')

/** Such an ID says nothing to people. The entry names what it is about by its code or name. */
const isUUID = (value: unknown) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(String(value))

/** What an entry is about, if Columba has no name for it: it was deleted since, or is only a step of something else. */
export const subjectLabel = (subject: string): string => (subject.split(' ').every(isUUID) ? 'Not named here' : subject)

const sentences: Partial<Record<string, readonly [number, string]>> = errorTable
const errorSentence = (code: string) => sentences[code]?.[1].replace(/\.$/, '') ?? code

const amountOf = (cents: number) => `amount: ${formatAmount(toAmount(cents))}`

/** `paymentID` becomes `payment ID`. */
const splitWords = (name: string) => name.replaceAll(/([a-z])([A-Z]+)/g, (_, end, start) => `${end} ${lower(start)}`)
const lower = (word: string) => (word.length > 1 ? word : word.toLowerCase())

const formatValue = (value: unknown) =>
  Array.isArray(value)
    ? value.filter((each) => !isUUID(each)).join(', ')
    : typeof value === 'object'
      ? JSON.stringify(value)
      : String(value)
