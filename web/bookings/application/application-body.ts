import { requiredCertificates } from '#contract/bookings/application-form.ts'
import type { Role } from '#contract/roles.ts'
import { type ApplicationValues, withoutFiles } from './application-values.ts'

interface Sender {
  nicheID: string
  userRole: Role
  /** The signed-in user: an applicant pays for themself, staff at the counter. */
  paidByID: string
}

/** The request body; the fields about a death are left out when nobody has died. */
export function applicationBody(values: ApplicationValues, sender: Sender) {
  const { dateOfDeath, inscription, onFile, ...commonFields } = withoutFiles(values)
  const files = Object.fromEntries(requiredCertificates(values.bookingType).map((name) => [name, values[name]]))
  const deathFields = values.bookingType === 'Current' ? { dateOfDeath, inscription } : {}
  return { body: { ...commonFields, ...deathFields, ...sender }, files }
}
