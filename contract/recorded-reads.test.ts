import { expect, test } from 'vitest'
import type { Endpoint } from './endpoint.ts'
import { allEndpoints, endpointName } from './endpoints.ts'
import { Success } from './schema-parts.ts'

/** The calls with which staff read without a record under "Who looked at whom". */
const unrecorded = {
  ofThemselves: `accounts.me accounts.demoCode sessions.list passkeys.list passkeys.available privacy.closingRequest`,
  namesNoFamily: `niches.buildings niches.levels niches.blocks niches.niches niches.byID niches.block niches.events niches.find
    niches.history halls.list halls.draft halls.priceChanges invitations.list bookings.pendingCounts bookings.roomLeft
    bookings.denialLetter bookings.rightTerm
    urns.waiting urns.attempt urns.events urns.mismatches urnCounts.blocks urnCounts.list urnCounts.differences
    appointments.events appointments.schedules payments.byID payments.unknown cashUp.drawer cashUp.list cashUp.dayBook cashUp.books bills.settings house.denialReasons house.rightRules house.endSteps rights.waiting house.taxRules
    dashboard.stats dashboard.today dashboard.house dashboard.money dashboard.checklist registers.imports find.sharing
    audit.head house.limits secondPersons.alone prices.list prices.today`,
  /** Requests that have an audit entry each. */
  askedFor: `secondPersons.list`,
  /** Calls that record each reading themselves: what was looked for, or each person who was found. */
  recordsItself: `accounts.findExisting urns.labels search.all urns.check bookings.compareHolder accounts.byNRIC`,
  /** Replies with what the caller has sent or done, and nothing about others. */
  ownAct: `accounts.generateSecret accounts.verifySetup accounts.newRecoveryCodes passkeys.beginUse passkeys.beginAdding niches.override halls.add
    halls.addLevel halls.saveDraft halls.publish halls.publishBlocks halls.changePrices halls.changeCapacity halls.retire
    bookings.submit bookings.correct urns.receive urns.confirm urns.reportLoss urns.withdrawLoss urns.settleMismatch urnCounts.begin urnCounts.settle appointments.saveSchedule
    payments.update bills.correct charges.billOrganisation prices.save cashUp.close house.save house.saveLogo house.removeLogo privacy.download privacy.close
    registers.import registers.undo registerDrafts.upload registerDrafts.find registerDrafts.choose
    registers.correct`,
  /** Reads about staff. */
  audit: `audit.list audit.reads`,
}

const isForStaff = ({ roles }: Endpoint) =>
  roles !== 'anyone' && (!Array.isArray(roles) || roles.some((role) => role !== 'user'))

test('each call that tells staff more than success is recorded, or is listed here with the reason why not', () => {
  const found = allEndpoints
    .filter((endpoint) => endpoint.reply !== Success && !endpoint.recordedRead && isForStaff(endpoint))
    .map(endpointName)
  const listed = Object.values(unrecorded).flatMap((names) => names.split(/\s+/))
  expect(found.sort()).toEqual(listed.sort())
})

test('each file that staff ask for is recorded as an export', () => {
  const files = allEndpoints.filter((endpoint) => isForStaff(endpoint) && /csv|zip/.test(endpoint.sends ?? ''))
  expect(files.length).toBeGreaterThan(5)
  /** Everybody downloads their own data there. */
  const ofThemselves = ['privacy.download']
  expect(files.filter(({ recordedRead }) => recordedRead?.kind !== 'export').map(endpointName)).toEqual(ofThemselves)
})
