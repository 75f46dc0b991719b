import { contactKey } from '#contract/accounts/account.ts'
import type { BookingRow } from '#contract/bookings/api.ts'
import { pathTo } from '#contract/pages.ts'
import { isSettled } from '#contract/payments/payment.ts'
import type { FoundNiche, FoundPayment, FoundPerson } from '#contract/search/api.ts'

export interface ResultLinks {
  /** The path to which the result itself leads; undefined if there is no page for it. */
  to: string | undefined
  more?: { words: string; to: string }[]
}

interface LinksOfRole {
  person: (person: FoundPerson) => ResultLinks
  booking: (booking: Pick<BookingRow, 'bookingID'>) => ResultLinks
  niche: (niche: FoundNiche) => ResultLinks
  payment: (payment: FoundPayment) => ResultLinks
}

const personWithAuditLog = ({ bookingID }: { bookingID: string }): ResultLinks => ({
  to: pathTo('staffPerson', { bookingID }),
  more: [{ words: 'Audit log', to: pathTo('auditLog', { booking: bookingID }) }],
})

/** The pages that each role can open from a result: only those that are open to it. */
export const linksByRole: Record<'staff' | 'admin', LinksOfRole> = {
  staff: {
    person: ({ contactNumber }) => ({ to: searchPath(contactKey(contactNumber)) }),
    booking: ({ bookingID }) => ({
      to: pathTo('staffPerson', { bookingID }),
      more: [{ words: 'Booking', to: pathTo('bookingApproval', { bookingID }) }],
    }),
    niche: (niche) => ({ to: pathTo('counterBooking', blockOf(niche)) }),
    payment: ({ bookingID, paymentStatus }) => ({
      to: pathTo('staffPerson', { bookingID }),
      more: isSettled(paymentStatus) ? [{ words: 'Receipt', to: pathTo('receipt', { bookingID }) }] : [],
    }),
  },
  admin: {
    person: ({ email }) => ({
      to: pathTo('userManagement', { search: email }),
      more: [{ words: 'Audit log', to: pathTo('auditLog', { person: email }) }],
    }),
    booking: personWithAuditLog,
    niche: (niche) => ({
      to: pathTo('auditLog', { niche: niche.nicheCode }),
      more: [{ words: 'Map', to: pathTo('nicheManagement', blockOf(niche)) }],
    }),
    payment: personWithAuditLog,
  },
}

/** Staff search by 8 digits; a foreign number has no page. */
const searchPath = (number: string) => (/^\d{8}$/.test(number) ? pathTo('searchBooking', { query: number }) : undefined)

const blockOf = ({ buildingID, levelID, blockID }: FoundNiche) => ({
  building: buildingID,
  level: levelID,
  block: blockID,
})
