import type { PgTable } from 'drizzle-orm/pg-core'
import { demoAccounts, demoPassword } from '#contract/accounts/demo-accounts.ts'
import { addDays, toDay } from '#contract/dates.ts'
import type { Context } from '#server/core/context.ts'
import {
  appointments,
  beneficiaries,
  blocks,
  bookings,
  buildings,
  levels,
  niches,
  payments,
  stockTakes,
  urns,
  users,
} from '#server/database/schema.ts'
import { applicantFields, application } from '../booking-forms.ts'
import type { Person } from '../factories.ts'
import type { KnownValues } from './values.ts'

/** The values that a caller who has used the demo would know, so that calls reach the rules behind the look-ups. */
export async function findKnownValues({ db, vault }: Context, people: Person[]): Promise<KnownValues> {
  const rows = <T extends PgTable>(table: T) =>
    db
      .select()
      .from(table as PgTable)
      .limit(60) as Promise<T['$inferSelect'][]>
  const booked = await rows(bookings)
  const userIDs = [
    ...people.map(({ userID }) => userID),
    ...(await rows(users)).map(({ userID }) => userID).slice(0, 10),
  ]
  const free = (await rows(niches)).filter(({ status }) => status === 'Available')
  const emails = [...demoAccounts.map(({ email }) => email), ...people.map(({ email }) => email)]
  const nrics = [
    ...people.map(({ nric }) => nric),
    ...(await rows(users)).map(({ nricSealed }) => vault.openText(nricSealed)).slice(0, 5),
  ]
  const [person] = people
  return {
    ...oneEach(application('', 'Current')),
    ...(person && oneEach(applicantFields(person))),
    bookingType: ['Current', 'PreOrder', 'Archived', ''],
    nicheID: [...free.slice(0, 20), ...booked].map(({ nicheID }) => nicheID),
    bookingID: booked.map(({ bookingID }) => bookingID),
    appointmentID: (await rows(appointments)).map(({ appointmentID }) => appointmentID),
    day: [toDay(new Date()), addDays(toDay(new Date()), 3)],
    time: ['10:00', '10:30'],
    version: [1, 2, 3],
    userID: userIDs,
    paidByID: userIDs,
    paymentID: (await rows(payments)).map(({ paymentID }) => paymentID),
    beneficiaryID: (await rows(beneficiaries)).map(({ beneficiaryID }) => beneficiaryID),
    tag: (await rows(urns)).map(({ tag }) => tag),
    nicheCode: (await rows(niches)).map(({ nicheCode }) => nicheCode),
    countID: (await rows(stockTakes)).map(({ countID }) => countID),
    blockID: (await rows(blocks)).map(({ blockID }) => blockID),
    levelID: (await rows(levels)).map(({ levelID }) => levelID),
    buildingID: (await rows(buildings)).map(({ buildingID }) => buildingID),
    email: emails,
    applicantEmail: emails,
    password: [demoPassword, 'wrong'],
    oldPassword: [demoPassword, 'wrong'],
    nric: nrics,
    nationalID: nrics,
    query: ['91234567', 'Tan', 'a b c d', '%', booked[0]?.bookingID ?? ''],
    contactNumber: ['91234567', '+65 9123 4567'],
    cursor: ['', 'eyJ9', '2026-11-20T00:00:00.000Z,1'],
  }
}

const oneEach = (fields: Record<string, unknown>): KnownValues =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, [value]]))
