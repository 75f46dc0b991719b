import { requiredCertificates } from '#contract/bookings/application-form.ts'
import type { Role } from '#contract/roles.ts'
import { type ApplicationValues, withoutFiles } from './application-values.ts'

interface Sender {
  nicheID: string
  userRole: Role
  /** Whoever is signed in: an applicant pays for themself, staff at the counter. */
  paidByID: string
}

/** The form as it travels; what belongs to the dead stays behind when nobody has died. */
export function applicationBody(values: ApplicationValues, sender: Sender) {
  const { dateOfDeath, inscription, onFile, ...commonFields } = withoutFiles(values)
  const files = Object.fromEntries(requiredCertificates(values.bookingType).map((name) => [name, values[name]]))
  const deathFields = values.bookingType === 'Current' ? { dateOfDeath, inscription } : {}
  return { body: { ...commonFields, ...deathFields, ...sender }, files }
}
