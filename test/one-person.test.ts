import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { accountApi } from '#contract/accounts/api.ts'
import { invitationApi } from '#contract/accounts/invitation-api.ts'
import { bookingApi } from '#contract/bookings/api.ts'
import { hallApi } from '#contract/halls/api.ts'
import { nicheApi } from '#contract/niches/api.ts'
import { paymentApi } from '#contract/payments/api.ts'
import { registerApi } from '#contract/registers/api.ts'
import { urnApi } from '#contract/urns/api.ts'
import { submit } from './booking-forms.ts'
import { publishBlock } from './hall-factory.ts'
import { prepareCaller, prepareTestApp } from './test-app.ts'
import { confirmation, type MadeUrn, makeListedUrn, readUrn } from './urn-factory.ts'

/** What one person can do alone, with one role, in the order of the table in docs/security.md. */
const testApp = prepareTestApp()
const family = prepareCaller(testApp, 'user')
const clerk = prepareCaller(testApp, 'staff')
const admin = prepareCaller(testApp, 'admin')
let urn: MadeUrn
beforeAll(async () => {
  urn = await makeListedUrn(testApp.context)
})

test('nobody alone sells a niche with an urn in it', async () => {
  const { bookingID, nicheID } = urn
  const archived = await clerk.call(bookingApi.archive, { body: { bookingID, nicheID } })
  expect(archived.status).toBe(409)
  const override = { nicheID, newStatus: 'Available', reason: 'Sold' } as const
  expect((await admin.call(nicheApi.override, { body: override })).refusal.code).toBe('URN_IN_NICHE')
  expect((await submit(family, nicheID)).refusal.code).toBe('NICHE_TAKEN')
})

test('nobody alone says that a niche is empty, or releases an urn', async () => {
  for (const event of ['disprove', 'takeOut'] as const) {
    const confirm = () => clerk.call(urnApi.confirm, { body: confirmation(urn, event) })
    expect((await confirm()).body).toMatchObject({ state: 'waiting' })
    expect((await confirm()).refusal.code).toBe('URN_SAME_PERSON')
    testApp.advanceTime(16 * 60_000)
  }
  const released = await clerk.call(urnApi.confirm, { body: confirmation(urn, 'release') })
  expect(released.status).toBe(409)
  expect(await readUrn(clerk, urn)).toMatchObject({ place: 'listed' })
})

test('nobody changes the ledger of urns or the audit log, not even with the database role of the server', async () => {
  for (const statement of [
    sql`update urn_moves set event = 'release' where tag = ${urn.tag}`,
    sql`delete from urn_moves where tag = ${urn.tag}`,
    sql`update audit_log set actor_name = 'Nobody'`,
  ])
    await expect(testApp.context.db.execute(statement)).rejects.toThrow()
})

test('families and clerks export no register, and the list of accounts has no NRIC', async () => {
  for (const caller of [family, clerk]) expect((await caller.call(registerApi.export)).status).toBe(403)
  const { body } = await admin.call(accountApi.all, { query: {} })
  expect(JSON.stringify(body)).not.toContain(urn.owner.nric)
})

test('only an admin makes an admin, and every other admin is told', async () => {
  const body = { userID: clerk.person.userID, role: 'admin' } as const
  for (const caller of [family, clerk]) expect((await caller.call(accountApi.updateRole, { body })).status).toBe(403)
  const invitation = { email: 'second@hill.example', role: 'admin' } as const
  expect((await clerk.call(invitationApi.invite, { body: invitation })).status).toBe(403)
  const other = await testApp.signIn('admin')
  expect((await admin.call(accountApi.updateRole, { body })).status).toBe(200)
  expect((await testApp.letters({ to: other.person.email })).map(({ text }) => text).join()).toContain(
    clerk.person.fullName,
  )
})

test('no family records a refund, and a clerk records only one that is due', async () => {
  const body = { paymentID: 'P-0000000000' }
  expect((await family.call(paymentApi.settleRefund, { body })).status).toBe(403)
  const staff = await testApp.signIn('staff')
  expect((await staff.call(paymentApi.settleRefund, { body })).status).toBeGreaterThanOrEqual(400)
})

test('a hall is opened by an admin only', async () => {
  const staff = await testApp.signIn('staff')
  const body = { draftID: randomUUID(), opensAt: '' }
  expect((await staff.call(hallApi.publish, { body })).status).toBe(403)
  expect((await staff.call(hallApi.publishBlocks, { body: { blockIDs: ['A'], opensAt: '' } })).status).toBe(403)
  expect((await publishBlock(admin)).blockID).not.toBe('')
})
