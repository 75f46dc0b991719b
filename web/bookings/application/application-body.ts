import { certificatesFor } from '#contract/bookings/application.ts'
import type { Role } from '#contract/roles.ts'
import { type ApplicationValues, draftOf } from './application-values.ts'

interface Sender {
  nicheID: string
  userRole: Role
  /** Whoever is signed in: an applicant pays for themself, staff at the counter. */
  paidByID: string
}

/** The form as it travels; what belongs to the dead stays behind when nobody has died. */
export function applicationBody(values: ApplicationValues, sender: Sender) {
  const { dateOfDeath, inscription, onFile, ...always } = draftOf(values)
  const files = Object.fromEntries(certificatesFor(values.bookingType).map((name) => [name, values[name]]))
  const ofTheDead = values.bookingType === 'Current' ? { dateOfDeath, inscription } : {}
  return { body: { ...always, ...ofTheDead, ...sender }, files }
}
