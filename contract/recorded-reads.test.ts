import { expect, test } from 'vitest'
import type { Endpoint } from './endpoint.ts'
import { allEndpoints, endpointName } from './endpoints.ts'

/** What staff read without a record under "Who looked at whom". */
const unrecorded = {
  ofThemselves: `accounts.me accounts.demoCode sessions.list passkeys.list passkeys.available privacy.closingRequest`,
  namesNoFamily: `niches.buildings niches.levels niches.blocks niches.niches niches.byID niches.block niches.events niches.find
    niches.history halls.list halls.draft halls.priceChanges invitations.list bookings.pendingCounts bookings.roomLeft
    urns.waiting urns.attempt urns.events urns.mismatches urnCounts.blocks urnCounts.list urnCounts.differences
    appointments.events appointments.schedules payments.byID cashUp.drawer cashUp.list cashUp.dayBook house.denialReasons
    dashboard.stats dashboard.today dashboard.house dashboard.money dashboard.checklist registers.imports find.sharing
    audit.head secondPersons.list`,
  /** An entry for each, with what was looked for, or in `search.all` a reading of each booking that was found. */
  recordsItself: `accounts.findExisting urns.csv registers.export cashUp.dayBookCsv dashboard.moneyCsv dashboard.bookingsCsv
    dashboard.paymentsCsv search.all`,
  /** About staff. */
  audit: `audit.list audit.reads`,
}

const isForStaff = ({ roles }: Endpoint) =>
  roles !== 'anyone' && (!Array.isArray(roles) || roles.some((role) => role !== 'user'))

test('each read that staff may make is recorded, or is listed here with the reason why not', () => {
  const found = allEndpoints
    .filter((endpoint) => endpoint.method === 'GET' && !endpoint.recordedRead && isForStaff(endpoint))
    .map(endpointName)
  const listed = Object.values(unrecorded).flatMap((names) => names.split(/\s+/))
  expect(found.sort()).toEqual(listed.sort())
})
