import type { ApplicationValues } from './application-values.ts'

export interface Clue {
  attr: 'nric' | 'contactNumber' | 'email'
  value: string
}

/** From how many characters each of the three may tell who is being written down. */
const clues = [
  { attr: 'nric', field: 'nationalID', from: 9 },
  { attr: 'contactNumber', field: 'mobileNumber', from: 8 },
  { attr: 'email', field: 'email', from: 5 },
] as const

/** The best clue so far to who this applicant may be. */
export function clueIn(values: Pick<ApplicationValues, 'nationalID' | 'mobileNumber' | 'email'>): Clue | undefined {
  const found = clues.find(({ field, from }) => values[field].trim().length >= from)
  return found && { attr: found.attr, value: values[found.field].trim() }
}
