import { applicationFiles } from '#contract/bookings/application-form.ts'
import { requiredFiles } from '#contract/check-form.ts'
import type { FormOptions } from '#contract/endpoint.ts'
import type { Role } from '#contract/roles.ts'
import { type ApplicationValues, withoutFiles } from './application-values.ts'

interface Sender {
  nicheID: string
  userRole: Role
  /** The signed-in user: an applicant pays for themself, staff at the counter. */
  paidByID: string
}

/** The request body; the fields about a death are left out when nobody has died. */
export function applicationBody(values: ApplicationValues, sender: Sender, options: FormOptions) {
  const { bookingType, dateOfDeath, inscription, onFile, ...commonFields } = withoutFiles(values)
  const required = requiredFiles(applicationFiles, { ...values }, options)
  const files = Object.fromEntries(required.map(([name]) => [name, values[name]]))
  const typeFields = bookingType === 'Current' ? { bookingType, dateOfDeath, inscription } : { bookingType }
  return { body: { ...commonFields, ...typeFields, ...sender }, files }
}
