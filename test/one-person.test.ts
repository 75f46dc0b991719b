import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { accountApi } from '#contract/accounts/api.ts'
import { invitationApi } from '#contract/accounts/invitation-api.ts'
import { bookingApi } from '#contract/bookings/api.ts'
import { chargeApi } from '#contract/charges/api.ts'
import { dayMs } from '#contract/dates.ts'
import { hallApi } from '#contract/halls/api.ts'
import { houseApi } from '#contract/house/api.ts'
import { nicheApi } from '#contract/niches/api.ts'
import { paymentApi } from '#contract/payments/api.ts'
import { registerApi } from '#contract/registers/api.ts'
import { rightApi } from '#contract/rights/api.ts'
import { claimApi } from '#contract/rights/claim-api.ts'
import { secondPersonApi } from '#contract/second-person/api.ts'
import { urnApi } from '#contract/urns/api.ts'
import { niches, paymentProblems, payments, registerEntries } from '#server/database/schema.ts'
import { importRegister } from '#server/registers/import-register.ts'
import { makeBooking } from './booking-factory.ts'
import { bookUnpaid, submit } from './booking-forms.ts'
import { readNicheStatus } from './booking-reads.ts'
import { codeOf } from './caller.ts'
import { makeUser } from './factories.ts'
import { layoutWith, publishBlock, seenDraft } from './hall-factory.ts'
import { linkToAccount } from './link-to-account.ts'
import { registerFilesOf } from './register-files.ts'
import { askClaim, confirmAs as confirmAbout, makeRight, object, setRight } from './right-factory.ts'
import { sampleHouse } from './sample-house.ts'
import { prepareCaller, prepareTestApp, type SignedInCaller } from './test-app.ts'
import { makeUserWithTwoFactor } from './two-factor-users.ts'
import { confirmation, type MadeUrn, makeListedUrn, makeUrn, moveTogether, readUrn } from './urn-factory.ts'

/** What one person can do alone, with one role, in the order of the table in docs/security.md. */
const testApp = prepareTestApp()
const family = prepareCaller(testApp, 'user')
const clerk = prepareCaller(testApp, 'staff')
const admin = prepareCaller(testApp, 'admin')
let urn: MadeUrn
const kindsTo = async ({ person }: SignedInCaller) =>
  (await testApp.letters({ to: person.email })).map(({ kind }) => kind)
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
  const places = { nicheIDs: [nicheID], capacity: 2, furtherPrice: '0.00' }
  expect((await admin.call(hallApi.changeCapacity, { body: places })).status).toBe(200)
  expect((await submit(family, nicheID)).refusal.code).toBe('NICHE_TAKEN')
})

test('nobody alone says that a niche is empty, or releases an urn', async () => {
  const seen = await makeListedUrn(testApp.context)
  await moveTogether(seen, 'see', [clerk, admin])
  for (const [event, of] of [
    ['disprove', urn],
    ['see', urn],
    ['takeOut', seen],
  ] as const) {
    const confirm = () => clerk.call(urnApi.confirm, { body: confirmation(of, event) })
    expect((await confirm()).body).toMatchObject({ state: 'waiting' })
    expect((await confirm()).refusal.code).toBe('URN_SAME_PERSON')
    testApp.advanceTime(16 * 60_000)
  }
  const released = await clerk.call(urnApi.confirm, { body: confirmation(urn, 'release') })
  expect(released.status).toBe(409)
  expect(await readUrn(clerk, urn)).toMatchObject({ place: 'listed' })
})

/** An account that the admin has invited and that somebody has accepted. */
async function invitePuppet(email: string): Promise<SignedInCaller> {
  expect((await admin.call(invitationApi.invite, { body: { email, role: 'staff' } })).status).toBe(200)
  const [letter] = await testApp.letters({ to: email, kind: 'invitation' })
  const token = /\?token=(\S+)/.exec(letter?.text ?? '')?.[1] ?? ''
  const person = { fullName: 'Lim Hui Min', contactNumber: '91234567', newPassword: 'a quiet room 1914' }
  expect((await testApp.anonymous.call(invitationApi.accept, { body: { ...person, token } })).status).toBe(200)
  const [account] = (await admin.call(accountApi.all, { query: { search: email } })).body
  return testApp.signIn({ ...clerk.person, userID: account?.userID ?? '' })
}

test('an admin and an account that they have invited do not release an urn together', async () => {
  const puppet = await invitePuppet('puppet@hill.example')
  const received = await makeUrn(testApp.context, clerk)
  await admin.call(urnApi.confirm, { body: confirmation(received, 'release') })
  const { refusal } = await puppet.call(urnApi.check, { body: confirmation(received, 'release') })
  expect(refusal.code).toBe('SECOND_PAIR_RELATED')
  const { release: _, ...second } = confirmation(received, 'release')
  expect((await puppet.call(urnApi.confirm, { body: second })).refusal.code).toBe('SECOND_PAIR_RELATED')

  /** Nor do two of the accounts that they have invited. */
  const another = await makeUrn(testApp.context, clerk)
  await (await invitePuppet('other@hill.example')).call(urnApi.confirm, { body: confirmation(another, 'release') })
  const together = await puppet.call(urnApi.check, { body: confirmation(another, 'release') })
  expect(together.refusal.code).toBe('SECOND_PAIR_RELATED')
})

test('nobody alone ends a report of lost documents', async () => {
  const { tag } = await makeUrn(testApp.context, clerk)
  await clerk.call(urnApi.reportLoss, { body: { tag, note: 'The daughter called.' } })
  const body = { tag, note: 'The letter was found.' }
  const otherSession = await testApp.signIn(clerk.person)
  for (const caller of [clerk, otherSession])
    expect((await caller.call(urnApi.withdrawLoss, { body })).body).toMatchObject({ withdrawn: false })
  expect((await family.call(urnApi.withdrawLoss, { body })).status).toBe(403)
})

test('nobody settles a mismatch that they have caused', async () => {
  const other = await makeUrn(testApp.context, clerk)
  await admin.call(urnApi.confirm, { body: confirmation(other, 'place', { name: 'Goh Bee Choo' }) })
  const [mismatch] = (await admin.call(urnApi.mismatches, { query: {} })).body
  const body = { attemptID: mismatch?.attemptID ?? '', note: 'Nothing happened.' }
  expect((await admin.call(urnApi.settleMismatch, { body })).body).toEqual({ settled: false })
  expect((await admin.call(urnApi.mismatches, { query: {} })).body).toMatchObject([{ attemptID: body.attemptID }])
  expect((await clerk.call(urnApi.settleMismatch, { body })).status).toBe(403)
})

test('nobody changes the ledger of urns or the audit log, not even with the database role of the server', async () => {
  for (const statement of [
    sql`update urn_moves set event = 'release' where tag = ${urn.tag}`,
    sql`delete from urn_moves where tag = ${urn.tag}`,
    sql`update audit_log set actor_name = 'Nobody'`,
  ])
    await expect(testApp.context.db.execute(statement)).rejects.toMatchObject({
      cause: { message: expect.stringContaining('append-only') },
    })
})

test('families and clerks export no register, the list of accounts has no NRIC, and of an export by an admin all others are told', async () => {
  for (const caller of [family, clerk]) expect((await caller.call(registerApi.export, { query: {} })).status).toBe(403)
  const { body } = await admin.call(accountApi.all, { query: {} })
  expect(JSON.stringify(body)).not.toContain(urn.owner.nric)
  const other = await testApp.signIn('admin')
  expect((await admin.call(registerApi.export, { query: {} })).status).toBe(200)
  expect(await kindsTo(other)).toContain('register-exported')
})

test('only an admin makes an admin, only at a confirmed address, and every other admin is told', async () => {
  const { person } = await testApp.signIn('staff')
  const body = { userID: person.userID, role: 'admin' } as const
  for (const caller of [family, clerk]) expect((await caller.call(accountApi.updateRole, { body })).status).toBe(403)
  const invitation = { email: 'second@hill.example', role: 'admin' } as const
  expect((await clerk.call(invitationApi.invite, { body: invitation })).status).toBe(403)
  const { userID, email, fullName, contactNumber } = clerk.person
  const own = { username: 'clerk_one', email, fullName, contactNumber, userAddress: '1 Test Street' }
  expect((await clerk.call(accountApi.edit, { body: { ...own, role: 'admin', userID } as typeof own })).status).toBe(
    200,
  )
  expect((await clerk.call(accountApi.me)).body.role).toBe('staff')
  const stranger = await makeUser(testApp.context, { emailConfirmed: null })
  const refused = await admin.call(accountApi.updateRole, { body: { ...body, userID: stranger.userID } })
  expect(refused.refusal.code).toBe('EMAIL_UNCONFIRMED')
  const other = await testApp.signIn('admin')
  expect((await admin.call(accountApi.updateRole, { body })).status).toBe(200)
  expect(await kindsTo(other)).toContain('new-staff')
})

test('an admin who suspends another is noticed by everybody', async () => {
  const [other, third] = [await testApp.signIn('admin'), await testApp.signIn('admin')]
  const body = { userID: other.person.userID, reason: 'No longer needed' }
  expect((await clerk.call(accountApi.suspend, { body })).status).toBe(403)
  expect((await admin.call(accountApi.suspend, { body })).status).toBe(200)
  for (const told of [other, third]) expect(await kindsTo(told)).toContain('staff-suspension')
})

test('nobody alone takes cash and records that it was given back; another clerk does, once, and the family is told', async () => {
  const colleague = await testApp.signIn('staff')
  const { bookingID, paymentID } = await bookUnpaid(testApp.context, family)
  const body = { paymentID }
  expect((await family.call(paymentApi.settleRefund, { body })).status).toBe(403)
  expect((await clerk.call(paymentApi.settleRefund, { body })).refusal.code).toBe('REFUND_NOT_DUE')
  await clerk.call(paymentApi.update, { body: { bookingID, paymentMethod: 'Cash' } })
  expect((await clerk.call(paymentApi.settleRefund, { body })).refusal.code).toBe('REFUND_NOT_DUE')
  const denial = { to: family.person.email, reason: 'Not readable', bookingID }
  expect((await clerk.call(bookingApi.deny, { body: denial })).status).toBe(200)
  for (const caller of [clerk, await testApp.signIn(clerk.person)])
    expect((await caller.call(paymentApi.settleRefund, { body })).refusal.code).toBe('REFUND_BY_ANOTHER')
  expect((await admin.call(paymentApi.settleRefund, { body })).status).toBe(403)
  expect((await colleague.call(paymentApi.settleRefund, { body })).status).toBe(200)
  expect((await colleague.call(paymentApi.settleRefund, { body })).refusal.code).toBe('REFUND_NOT_DUE')
  expect(await kindsTo(family)).toEqual(expect.arrayContaining(['receipt', 'denied', 'refund']))
})

test('a clerk who waives a price says why, and the family is told', async () => {
  const poor = await house.signIn('user')
  const { bookingID } = await bookUnpaid(house.context, poor)
  const waiver = { bookingID, paymentMethod: 'Waived' }
  expect((await cashier.call(paymentApi.update, { body: waiver })).status).toBe(400)
  const body = { ...waiver, note: 'A friend', confirmedAmount: true }
  expect((await poor.call(paymentApi.update, { body })).refusal.code).toBe('PAYMENT_NOT_COMPLETE')
  expect((await cashier.call(paymentApi.update, { body })).status).toBe(200)
  expect(await kindsOf(poor.person.email)).toEqual(['receipt'])
})

test('a clerk who links a booking of the old register to a stranger says which papers they saw, and every admin is told', async () => {
  const files = registerFilesOf({
    niches: 'building,level,block,code,column,row,price,status\nOld Hall,1,O,O-1,1,1,1200,Occupied\n',
    people: 'code,holder_name,holder_contact,beneficiary_name\nO-1,Ng Siew Lan,91234567,Ng Ah Kow\n',
  })
  await importRegister(testApp.context, files, { report: () => undefined })
  const [entry] = await testApp.context.db.select().from(registerEntries)
  const stranger = await makeUser(testApp.context)
  const bookingID = entry?.bookingID ?? ''
  const body = { bookingID, nric: stranger.nric, nricSeen: true, code: '123456' }
  const withPapers = { ...body, papers: 'The deed of 1998' }
  for (const caller of [family, admin])
    expect((await caller.call(bookingApi.linkAccount, { body: withPapers })).status).toBe(403)
  expect((await clerk.call(bookingApi.linkAccount, { body: { ...body, papers: '' } })).status).toBe(400)
  expect((await clerk.call(bookingApi.linkAccount, { body: withPapers })).status).toBe(400)
  expect(await kindsTo(admin)).not.toContain('linked-notice')
  const link = { bookingID, papers: 'The deed of 1998', nricSeen: true }
  expect((await linkToAccount(testApp, clerk, stranger, link)).status).toBe(200)
  expect(await kindsTo(admin)).toContain('linked-notice')
})

test('a hall is opened by an admin only', async () => {
  const staff = await testApp.signIn('staff')
  const body = { ...(await seenDraft(admin, randomUUID())), opensAt: '' }
  expect((await staff.call(hallApi.publish, { body })).status).toBe(403)
  expect((await staff.call(hallApi.publishBlocks, { body: { blockIDs: ['A'], opensAt: '' } })).status).toBe(403)
  expect((await publishBlock(admin)).blockID).not.toBe('')
})

/** A house in production with three admins, two clerks and a witness. One block is published already. */
const house = prepareTestApp()
const [first, second, third] = [
  prepareCaller(house, 'admin'),
  prepareCaller(house, 'admin'),
  prepareCaller(house, 'admin'),
]
const [cashier, otherCashier] = [prepareCaller(house, 'staff'), prepareCaller(house, 'staff')]
let published: Awaited<ReturnType<typeof publishBlock>>
beforeAll(async () => {
  published = await publishBlock(first)
  house.context.config.mode = 'production'
})

const asked = 'SECOND_PERSON_ASKED'
async function waitingFor(caller: SignedInCaller, act?: string) {
  const [request] = (await caller.call(secondPersonApi.list)).body.filter((request) => !act || request.act === act)
  return { body: { requestID: request?.requestID ?? '' }, request }
}
/** The one who asked cannot confirm; the other can, once. */
async function confirmAs(other: SignedInCaller, asker: SignedInCaller, act?: string) {
  const { body } = await waitingFor(other, act)
  expect(codeOf(await asker.call(secondPersonApi.confirm, { body }))).toBe('SECOND_SAME_PERSON')
  expect((await other.call(secondPersonApi.confirm, { body })).body).toEqual({ success: true })
  expect(codeOf(await other.call(secondPersonApi.confirm, { body }))).toBe('SECOND_REQUEST_ENDED')
}
const makeMember = (role: 'user' | 'staff' | 'admin') => makeUserWithTwoFactor(house, { role })
const kindsOf = async (to: string) => (await house.letters({ to })).map(({ kind }) => kind)

test('no admin alone makes an admin, by a change of role or by an invitation; another admin confirms it, and all are told', async () => {
  const person = await makeMember('staff')
  const body = { userID: person.userID, role: 'admin' } as const
  const { status, refusal } = await first.call(accountApi.updateRole, { body })
  expect([status, refusal.code]).toEqual([409, asked])
  expect(refusal.error).toContain('Another admin can confirm it')
  expect(codeOf(await second.call(accountApi.updateRole, { body }))).toBe('SECOND_ASKED')
  expect((await first.call(accountApi.all, { query: { search: person.email } })).body).toMatchObject([
    { role: 'staff' },
  ])
  await confirmAs(second, first)
  expect((await first.call(accountApi.all, { query: { search: person.email } })).body).toMatchObject([
    { role: 'admin' },
  ])
  for (const { person } of [first, second, third])
    expect(await kindsOf(person.email)).toEqual(expect.arrayContaining(['second-person-asked', 'second-person-ended']))

  const invitation = { email: 'new.admin@hill.example', role: 'admin' } as const
  expect(codeOf(await first.call(invitationApi.invite, { body: invitation }))).toBe(asked)
  expect(await kindsOf(invitation.email)).toEqual([])
  await confirmAs(third, first)
  expect(await kindsOf(invitation.email)).toEqual(['invitation'])
  expect((await first.call(invitationApi.list)).body).toMatchObject([{ invitedBy: first.person.fullName }])
})

test('no admin alone resets the second factor of somebody else, and whom it is about does not confirm it', async () => {
  const person = await house.signIn(await makeMember('admin'))
  const body = { userID: person.person.userID, reason: 'Lost phone' }
  expect(codeOf(await first.call(accountApi.resetSecondFactor, { body }))).toBe(asked)
  expect((await person.call(secondPersonApi.list)).body).toEqual([])
  const { body: request } = await waitingFor(second)
  expect(codeOf(await person.call(secondPersonApi.confirm, { body: request }))).toBe('NOT_ONESELF')
  expect(await kindsOf(person.person.email)).not.toContain('second-factor-reset')
  await confirmAs(second, first)
  expect(await kindsOf(person.person.email)).toContain('second-factor-reset')
})

test('no admin alone lifts a suspension; a witness can confirm it', async () => {
  const [person, witness] = [await makeMember('staff'), await house.signIn('witness')]
  const body = { userID: person.userID, reason: 'Back from leave' }
  expect(codeOf(await first.call(accountApi.suspend, { body }))).toBe('done')
  expect(codeOf(await first.call(accountApi.liftSuspension, { body }))).toBe(asked)
  expect(codeOf(await otherCashier.call(secondPersonApi.confirm, await waitingFor(witness)))).toBe('WRONG_ROLE')
  await confirmAs(witness, first)
  const [listed] = (await first.call(accountApi.all, { query: { search: person.email } })).body
  expect(listed).toMatchObject({ suspended: false })
})

const header = 'building,level,block,code,column,row,price,status\n'
const importNiches = async (lines: string, people?: string) => {
  const files = registerFilesOf({ niches: header + lines, ...(people && { people }) })
  const problems: string[] = []
  const { importID } = await importRegister(house.context, files, { report: ({ message }) => problems.push(message) })
  return { importID: importID ?? '', problems }
}
const findNiche = async (code: string) => {
  const [niche] = await house.context.db.select().from(niches).where(eq(niches.nicheCode, code))
  return { nicheID: niche?.nicheID ?? '', blockID: niche?.blockID ?? '' }
}

test('no admin alone undoes an import that brought urns, or opens one of its niches again afterwards in any way', async () => {
  const line = (status: string) => `St Anne,1,East,A-1-1,1,1,1200,${status}\n`
  const { importID } = await importNiches(line('Occupied'), 'code,holder_name\nA-1-1,Ng Siew Lan\n')
  const undo = () => first.call(registerApi.undo, { body: { importID } })
  expect([codeOf(await undo()), codeOf(await undo())]).toEqual([asked, asked])
  expect((await second.call(secondPersonApi.list)).body).toHaveLength(1)
  await confirmAs(second, first)

  const draft = { ...layoutWith({ codePattern: 'A-{column}-{row}', rows: 1, columns: 1 }), levelID: published.levelID }
  const { draftID } = (await first.call(hallApi.saveDraft, { body: { ...draft, blockName: 'Copy' } })).body
  expect(
    codeOf(await first.call(hallApi.publish, { body: { ...(await seenDraft(first, draftID)), opensAt: '' } })),
  ).toBe(asked)
  await first.call(secondPersonApi.withdraw, await waitingFor(first))
  expect(codeOf(await first.call(hallApi.deleteDraft, { body: { draftID } }))).toBe('done')
  const onSale = `${published.buildingName},1,A,A-1-1,9,9,1200,Available\n`
  expect((await importNiches(onSale)).problems).toEqual([expect.stringContaining('had an urn here')])

  await importNiches(line('Available'))
  const { nicheID, blockID } = await findNiche('A-1-1')
  const publish = { blockIDs: [blockID], opensAt: '' }
  expect(codeOf(await first.call(hallApi.publishBlocks, { body: publish }))).toBe(asked)
  await confirmAs(second, first)
  const override = (newStatus: 'Blocked' | 'Available') =>
    first.call(nicheApi.override, { body: { nicheID, newStatus, reason: 'To be looked at' } })
  expect([codeOf(await override('Blocked')), codeOf(await override('Available'))]).toEqual(['done', asked])
  expect((await submit(await house.signIn('user'), nicheID)).refusal.code).toBe('NICHE_TAKEN')
  await confirmAs(second, first)
  expect(await readNicheStatus(first, nicheID)).toBe('Available')
})

test('no admin alone undoes an import that brought holders, even if none of them has an urn', async () => {
  const people = 'code,holder_name\nA-9-1,Lim Bee\n'
  const { importID, problems } = await importNiches('St Anne,1,South,A-9-1,1,1,1200,Reserved\n', people)
  expect(problems).toEqual([])
  const undo = () => first.call(registerApi.undo, { body: { importID } })
  expect(codeOf(await undo())).toBe(asked)
  const isLeft = () => house.context.db.$count(registerEntries, eq(registerEntries.importID, importID))
  expect(await isLeft()).toBe(1)
  await confirmAs(second, first, 'undoImport')
  expect(await isLeft()).toBe(0)
  const free = await importNiches('St Anne,1,South,A-9-1,1,1,1200,Available\n')
  expect(codeOf(await first.call(registerApi.undo, { body: { importID: free.importID } }))).toBe('done')
})

test('no admin alone publishes a block with urns of a register, or retires niches of it; one admin overrides a single niche without an urn', async () => {
  await importNiches('St Anne,1,West,W-1,1,1,1200,Occupied\nSt Anne,1,West,W-2,2,1,1200,Available\n')
  const { nicheID, blockID } = await findNiche('W-2')
  const publish = () => first.call(hallApi.publishBlocks, { body: { blockIDs: [blockID], opensAt: '' } })
  expect(codeOf(await publish())).toBe(asked)
  await importNiches('St Anne,1,West,W-3,3,1,1200,Available\n')
  expect(codeOf(await second.call(secondPersonApi.confirm, await waitingFor(second)))).toBe('DRAFT_CHANGED')
  expect(codeOf(await publish())).toBe(asked)
  await confirmAs(second, first)
  expect(codeOf(await publish())).toBe('done')
  const retire = { nicheIDs: [nicheID], reason: 'defective' as const }
  expect(codeOf(await first.call(hallApi.retire, { body: retire }))).toBe(asked)
  await confirmAs(second, first)
  expect(await readNicheStatus(first, nicheID)).toBe('Blocked')
  const override = async (nicheID: string, newStatus: 'Blocked' | 'Available') =>
    codeOf(await first.call(nicheApi.override, { body: { nicheID, newStatus, reason: 'The door is repaired' } }))
  expect([await override(nicheID, 'Available'), await override(nicheID, 'Blocked')]).toEqual(['done', 'done'])
  const withUrn = (await findNiche('W-1')).nicheID
  expect([await override(withUrn, 'Blocked'), await override(withUrn, 'Available')]).toEqual(['done', 'URN_IN_NICHE'])
})

async function makeProblem(amountCents: number) {
  const { paymentID } = await bookUnpaid(house.context, await house.signIn('user'))
  const problem = { problemID: randomUUID(), paymentID, kind: 'WrongAmount', intentID: 'pi_1', amountCents } as const
  await house.context.db.insert(paymentProblems).values({ ...problem, foundAt: house.time.now })
  return { problemID: problem.problemID, reason: 'Paid back by bank transfer' }
}

test('no clerk alone settles a failed card payment by hand above the amount of the house', async () => {
  const settle = async (cents: number) =>
    codeOf(await cashier.call(paymentApi.settleProblem, { body: await makeProblem(cents) }))
  expect([await settle(50_000), await settle(50_001)]).toEqual(['done', asked])
  expect((await first.call(secondPersonApi.list)).body).toEqual([])
  await confirmAs(otherCashier, cashier)
  const save = (settleAlone: string) => first.call(houseApi.saveLimits, { body: { settleAlone } })
  expect(codeOf(await save('0.00'))).toBe('NOT_FOUND')
  await first.call(houseApi.save, { body: sampleHouse })
  expect(codeOf(await save('0.00'))).toBe('done')
  expect(await settle(1)).toBe(asked)
})

test('no clerk alone waives a charge above the amount of the house', async () => {
  const { bookingID } = await bookUnpaid(house.context, await house.signIn('user'))
  const waive = async (amount: string) => {
    const chargeID = randomUUID()
    const sold = { bookingID, text: 'Engraving', amount, taxCategory: 'standard', reason: 'Asked for' } as const
    expect(codeOf(await cashier.call(chargeApi.addFree, { body: { ...sold, chargeID } }))).toBe('done')
    return codeOf(await cashier.call(chargeApi.waive, { body: { chargeID, reason: 'Agreed' } }))
  }
  const settleAlone = '500.00'
  await first.call(houseApi.saveLimits, { body: { settleAlone, waiveAlone: '100.00' } })
  expect([await waive('100.00'), await waive('100.01')]).toEqual(['done', asked])
  await confirmAs(otherCashier, cashier)
})

test('no clerk alone refunds charges above the amount of the house, or those of their own family, or without a recent second factor', async () => {
  const owner = await makeMember('staff')
  const { bookingID } = await makeRight(house.context, owner)
  await first.call(houseApi.saveLimits, { body: { settleAlone: '500.00', waiveAlone: '100.00' } })
  const addPaid = async (amount: string) => {
    const chargeID = randomUUID()
    const sold = { bookingID, chargeID, text: 'Engraving', amount, taxCategory: 'standard', reason: 'Asked' } as const
    expect(codeOf(await cashier.call(chargeApi.addFree, { body: sold }))).toBe('done')
    const taken = { bookingID, chargeIDs: [chargeID], paymentMethod: 'Cash' as const, amount }
    expect(codeOf(await cashier.call(chargeApi.record, { body: taken }))).toBe('done')
    const listed = (await cashier.call(chargeApi.ofBooking, { params: { bookingID } })).body
    return listed.find((charge) => charge.chargeID === chargeID)?.paymentID ?? ''
  }
  const refund = async (who: SignedInCaller, paymentID: string) =>
    codeOf(await who.call(chargeApi.refund, { body: { paymentID, reason: 'Not done' } }))
  const [small, large] = [await addPaid('100.00'), await addPaid('100.01')]
  expect(await refund(await house.signIn(owner), small)).toBe('CLAIM_OF_OWN')
  expect(await refund(cashier, large)).toBe(asked)
  expect(await house.context.db.$count(payments, eq(payments.paymentStatus, 'Refunding'))).toBe(0)
  await confirmAs(otherCashier, cashier, 'refundCharges')
  expect(await house.context.db.$count(payments, eq(payments.paymentStatus, 'Refunding'))).toBe(1)
  const open = await house.signIn(cashier.person)
  house.advanceTime(10 * 60_000 + 1)
  expect(await refund(open, small)).toBe('SECOND_FACTOR_AGAIN')
  expect(await refund(await house.signIn(cashier.person), small)).toBe('done')
  for (const each of [first, second, third, cashier, otherCashier]) Object.assign(each, await house.signIn(each.person))
})

test('no clerk alone archives a booking whose urn was not released to the family, which reads that it has ended', async () => {
  const owner = await makeUser(house.context)
  const { bookingID, nicheID } = await makeRight(house.context, owner)
  const archive = async (bookingID: string) => codeOf(await cashier.call(bookingApi.archive, { body: { bookingID } }))
  expect(await archive(bookingID)).toBe(asked)
  expect(await readNicheStatus(first, nicheID)).toBe('Occupied')
  expect(await kindsOf(owner.email)).toEqual([])
  await confirmAs(otherCashier, cashier, 'archive')
  expect(await readNicheStatus(first, nicheID)).toBe('Available')
  expect(await kindsOf(owner.email)).toEqual(['archived'])

  const urn = await makeUrn(house.context, cashier)
  expect(await archive(urn.bookingID)).toBe(asked)
  await cashier.call(secondPersonApi.withdraw, await waitingFor(cashier, 'archive'))
  expect((await moveTogether(urn, 'release', [cashier, otherCashier])).body).toMatchObject({ state: 'done' })
  expect(await archive(urn.bookingID)).toBe('done')
})

/** What a clerk does with one booking, each with a reason. */
const ending = (bookingID: string, to: string) => {
  const body = { bookingID, reason: 'The family asked' }
  return {
    approve: async (who: SignedInCaller) => codeOf(await who.call(bookingApi.approve, { body })),
    reopen: async (who: SignedInCaller) => codeOf(await who.call(bookingApi.reopen, { body })),
    deny: async (who: SignedInCaller) => codeOf(await who.call(bookingApi.deny, { body: { ...body, to } })),
    release: async (who: SignedInCaller) => codeOf(await who.call(bookingApi.release, { body })),
  }
}
async function passTime(ms: number) {
  house.advanceTime(ms)
  for (const each of [first, second, third, cashier, otherCashier]) Object.assign(each, await house.signIn(each.person))
}

test('no clerk alone ends a booking that was approved by reopening and denying it; the family is told once another confirms', async () => {
  const owner = await makeUser(house.context)
  const { bookingID, nicheID } = await makeBooking(house.context, owner)
  const { approve, reopen, deny } = ending(bookingID, owner.email)
  expect(await approve(cashier)).toBe('done')
  await passTime(16 * 60_000)
  expect([await reopen(cashier), await deny(cashier)]).toEqual(['done', asked])
  expect(await readNicheStatus(first, nicheID)).toBe('Pending')
  expect(await kindsOf(owner.email)).toEqual(['approved', 'reopened'])
  await confirmAs(otherCashier, cashier, 'endApproved')
  expect(await readNicheStatus(first, nicheID)).toBe('Available')
  expect(await kindsOf(owner.email)).toEqual(['approved', 'reopened', 'denied'])
})

test('no clerk alone ends a pre-order whose urn placement was approved, by reopening that, denying it and releasing it', async () => {
  const owner = await makeUser(house.context)
  const { bookingID, nicheID } = await makeBooking(house.context, owner, { type: 'PreOrder', urn: true })
  const { approve, reopen, deny, release } = ending(bookingID, owner.email)
  expect(await approve(otherCashier)).toBe('done')
  await passTime(dayMs)
  expect([await reopen(cashier), await deny(cashier)]).toEqual(['done', 'done'])
  house.advanceTime(31_000)
  expect(await release(cashier)).toBe(asked)
  expect(await readNicheStatus(first, nicheID)).toBe('Reserved')
  await confirmAs(otherCashier, cashier, 'endApproved')
  expect(await readNicheStatus(first, nicheID)).toBe('Available')
})

test('a clerk who takes back their own approval within a quarter of an hour denies the booking alone, and a colleague does not', async () => {
  const owner = await makeUser(house.context)
  const decide = async (by: SignedInCaller) => {
    const { bookingID } = await makeBooking(house.context, owner)
    const { approve, reopen, deny } = ending(bookingID, owner.email)
    await approve(cashier)
    return [await reopen(by), await deny(by)]
  }
  expect([await decide(cashier), await decide(otherCashier)]).toEqual([
    ['done', 'done'],
    ['done', asked],
  ])
})

test('reopening and releasing a booking ask for a second factor of the last ten minutes', async () => {
  const { bookingID } = await makeBooking(house.context, await makeUser(house.context), { status: 'Confirmed' })
  const { reopen, release } = ending(bookingID, '')
  house.advanceTime(11 * 60_000)
  expect([await reopen(cashier), await release(cashier)]).toEqual(['SECOND_FACTOR_AGAIN', 'SECOND_FACTOR_AGAIN'])
  await passTime(0)
})

test('no clerk alone decides who follows a holder, and the claimant does not decide at all', async () => {
  const { number } = await makeRight(house.context, await makeUser(house.context))
  const { claimID } = await askClaim(cashier, number, { nric: otherCashier.person.nric })
  house.advanceTime(15 * dayMs)
  for (const each of [first, second, third, cashier, otherCashier]) Object.assign(each, await house.signIn(each.person))
  const decide = async (who: SignedInCaller) =>
    codeOf(await who.call(claimApi.decide, { body: { claimID, isFor: true, reason: 'The will' } }))
  expect([await decide(otherCashier), await decide(cashier)]).toEqual(['CLAIM_OF_OWN', asked])
  expect((await otherCashier.call(secondPersonApi.list)).body.filter(({ subject }) => subject === claimID)).toEqual([])
  expect((await confirmAbout(cashier, claimID)).refusal.code).toBe('SECOND_SAME_PERSON')
  expect((await confirmAbout(second, claimID)).status).toBe(200)
})

test('no clerk alone adds a holder of a right', async () => {
  const { number } = await makeRight(house.context, await makeUser(house.context))
  const body = { number, name: 'Tan Ah Lian', reason: 'Both have signed.' }
  expect(codeOf(await cashier.call(rightApi.saveHolder, { body }))).toBe(asked)
  const readNames = async () =>
    (await cashier.call(rightApi.detail, { params: { number } })).body.holders.map(({ name }) => name)
  expect(await readNames()).not.toContain(body.name)
  await confirmAs(otherCashier, cashier, 'changeHolders')
  expect(await readNames()).toContain(body.name)
})

test('nobody alone ends an objection, which protects a family', async () => {
  const { number } = await makeRight(house.context, await makeUser(house.context))
  await object(cashier, number)
  const objections = async () => (await cashier.call(rightApi.detail, { params: { number } })).body.objections
  const [{ objectionID } = { objectionID: 0 }] = await objections()
  const body = { objectionID, as: 'withdrawn', reason: 'He called.' } as const
  expect(codeOf(await cashier.call(claimApi.endObjection, { body }))).toBe('done')
  expect((await confirmAbout(cashier, String(objectionID))).refusal.code).toBe('SECOND_SAME_PERSON')
  expect(await objections()).toMatchObject([{ state: 'open' }])
  await confirmAs(otherCashier, cashier, 'endObjection')
  expect(await objections()).toMatchObject([{ state: 'withdrawn' }])
})

test('neither a clerk alone nor two clerks let the urns of a right that has ended be taken to a shelf; an admin confirms it', async () => {
  const { rightID, number } = await makeRight(house.context, await makeUser(house.context))
  const ended = { state: 'ended', basis: 'fixedDay', endsOn: '2020-01-01', urnsAskedAt: house.time.now } as const
  await setRight(house.context, rightID, ended)
  const body = { number, shelf: 'Shelf 3', reason: 'The son has signed.' }
  expect(codeOf(await cashier.call(rightApi.clearNiche, { body }))).toBe('done')
  const readShelf = async () => (await cashier.call(rightApi.detail, { params: { number } })).body.afterEnd?.clearedTo
  const request = await waitingFor(otherCashier, 'clearNiche')
  expect(codeOf(await otherCashier.call(secondPersonApi.confirm, request))).toBe('SECOND_NOT_ADMIN')
  expect(await readShelf()).toBeNull()
  await confirmAs(first, cashier, 'clearNiche')
  expect(await readShelf()).toBe('Shelf 3')
})
