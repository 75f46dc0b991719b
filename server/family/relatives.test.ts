import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { accountApi } from '#contract/accounts/api.ts'
import { appointmentApi } from '#contract/appointments/api.ts'
import { bookingApi } from '#contract/bookings/api.ts'
import { addDays, dayMs, toDay } from '#contract/dates.ts'
import { familyApi } from '#contract/family/api.ts'
import { findApi } from '#contract/find/api.ts'
import { paymentApi } from '#contract/payments/api.ts'
import { privacyApi } from '#contract/privacy/api.ts'
import { urnApi } from '#contract/urns/api.ts'
import { bookings, relatives, users } from '#server/database/schema.ts'
import { makeApproved } from '#test/appointment-factory.ts'
import { makeBooking } from '#test/booking-factory.ts'
import { makeUser } from '#test/factories.ts'
import { prepareTestApp, type SignedInCaller } from '#test/test-app.ts'
import { makeUserWithTwoFactor, memberPassword } from '#test/two-factor-users.ts'

const testApp = prepareTestApp()
let holder: SignedInCaller
let sister: SignedInCaller
let bookingID: string
let email: string
beforeEach(async () => {
  testApp.time.now = new Date('2026-06-15T04:00:00Z')
  holder = await testApp.signIn(await makeUser(testApp.context))
  sister = await testApp.signIn(await makeUser(testApp.context))
  ;({ bookingID } = await makeApproved(testApp.context, holder.person))
  email = `invited-${bookingID.toLowerCase()}@test.example`
})

const invite = async () => {
  expect((await holder.call(familyApi.invite, { body: { bookingID, email } })).status).toBe(200)
  return lastToken()
}
const lastToken = async () => {
  const letters = await testApp.letters({ to: email, kind: 'family-invitation' })
  return /family-invitation#([\w-]+)/.exec(letters.at(-1)?.text ?? '')?.[1] ?? ''
}
const accept = (token: string, who = sister) => who.call(familyApi.accept, { body: { token } })
const sharing = async () => (await holder.call(familyApi.sharing, { query: { bookingID } })).body.relative
const agree = async () => {
  const relativeID = (await sharing())?.relativeID ?? ''
  return holder.call(familyApi.agree, { body: { bookingID, relativeID } })
}
const end = (who = holder) => who.call(familyApi.endRelative, { body: { bookingID } })
const shareFully = async () => {
  await accept(await invite())
  expect((await agree()).status).toBe(200)
}
const bookingsOf = async (who: SignedInCaller) =>
  (await who.call(bookingApi.ofUser, { query: { userID: who.person.userID } })).body
const sees = async (who = sister) => (await bookingsOf(who)).map((booking) => booking.bookingID)
const chosenTime = () => ({ bookingID, day: addDays(toDay(testApp.time.now), 10), time: '10:00' })
const lettersTo = async (who: SignedInCaller) =>
  (await testApp.letters({ to: who.person.email })).map(({ kind }) => kind)

test('a relative sees nothing before the holder agrees, and then the booking without money or certificates', async () => {
  const token = await invite()
  expect((await testApp.anonymous.call(familyApi.readInvitation, { body: { token } })).body).toEqual({
    invitedBy: holder.person.fullName,
    name: expect.any(String),
  })
  expect(await sharing()).toMatchObject({ email, account: null, agreed: false })
  await accept(token)
  expect(await sees()).toEqual([])
  expect((await sharing())?.account).toEqual({ name: sister.person.fullName, email: sister.person.email })
  await agree()
  expect(await bookingsOf(sister)).toMatchObject([
    {
      bookingID,
      actingFor: holder.person.fullName,
      paymentID: null,
      paymentAmount: null,
      paymentMethod: null,
      paymentStatus: null,
      paymentDate: null,
      birthCertSha256: null,
      deathCertSha256: null,
    },
  ])
  expect(await bookingsOf(holder)).toMatchObject([{ bookingID, actingFor: null }])
  const { body } = await sister.call(bookingApi.byID, { query: { bookingID } })
  expect(body).toHaveLength(1)
})

test('a relative chooses, moves and cancels the day, and both get the letters', async () => {
  await shareFully()
  expect((await sister.call(appointmentApi.choose, { body: chosenTime() })).status).toBe(200)
  const [appointment] = (await sister.call(appointmentApi.mine)).body
  const { appointmentID = '', version = 0 } = appointment ?? {}
  const { body: calendar } = await sister.call(appointmentApi.calendar, { params: { appointmentID } })
  expect(calendar).not.toContain(holder.person.email)
  const moved = { ...chosenTime(), time: '11:00', appointmentID, version }
  expect((await sister.call(appointmentApi.move, { body: moved })).status).toBe(200)
  const cancelled = { appointmentID, version: version + 1 }
  expect((await sister.call(appointmentApi.cancel, { body: cancelled })).status).toBe(200)
  const kinds = ['appointment confirmed', 'appointment moved', 'appointment cancelled']
  for (const who of [holder, sister]) expect(await lettersTo(who)).toEqual(expect.arrayContaining(kinds))
  expect((await sister.call(urnApi.mine)).status).toBe(200)
})

test('a relative of a confirmed pre-order reads that its holder asks for the urn', async () => {
  ;({ bookingID } = await makeBooking(testApp.context, holder.person, { type: 'PreOrder' }))
  await shareFully()
  const clerk = await testApp.signIn('staff')
  expect((await clerk.call(bookingApi.confirm, { body: { bookingID } })).status).toBe(200)
  const textTo = async ({ person }: SignedInCaller) =>
    (await testApp.letters({ to: person.email, kind: 'pre-order confirmed' }))[0]?.text
  expect(await textTo(holder)).toContain('When the time comes, ask for the urn to be placed from My Bookings.')
  expect(await textTo(sister)).toContain(
    `When the time comes, ${holder.person.fullName} asks for the urn to be placed.`,
  )
})

test('what stays with the holder is refused to a relative', async () => {
  await shareFully()
  const relativeID = (await sharing())?.relativeID ?? ''
  const body = { bookingID }
  const answers = [
    await sister.call(familyApi.sharing, { query: body }),
    await sister.call(familyApi.makeLink, { body }),
    await sister.call(familyApi.endLink, { body }),
    await sister.call(familyApi.invite, { body: { bookingID, email: 'a@test.example' } }),
    await sister.call(familyApi.agree, { body: { bookingID, relativeID } }),
    await sister.call(findApi.sharing, { query: body }),
    await sister.call(findApi.share, { body: { bookingID, shared: true } }),
    await sister.call(paymentApi.receipt, { query: body }),
    await sister.call(bookingApi.cancel, { body }),
  ]
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404))
})

test('the holder ends it: the relative sees and does nothing more, and both are told once', async () => {
  await shareFully()
  expect(await sees()).toEqual([bookingID])
  await Promise.all([end(), end()])
  expect(await sees()).toEqual([])
  expect((await sister.call(appointmentApi.choose, { body: chosenTime() })).status).toBe(404)
  expect((await sister.call(appointmentApi.forBooking, { params: { bookingID } })).status).toBe(404)
  for (const who of [holder, sister])
    expect((await lettersTo(who)).filter((kind) => kind === 'family-ended')).toHaveLength(1)
  const entries = await testApp.auditEntries({ subject: bookingID })
  expect(entries.map(({ action }) => action).filter((action) => action.startsWith('family.'))).toEqual([
    'family.invited',
    'family.accepted',
    'family.agreed',
    'family.ended',
  ])
})

test('a relative may leave, and a stranger ends nothing', async () => {
  await shareFully()
  const stranger = await testApp.signIn('user')
  expect((await end(stranger)).status).toBe(404)
  expect(await sees()).toEqual([bookingID])
  expect((await end(sister)).status).toBe(200)
  expect(await sees()).toEqual([])
})

test('an invitation works for one account only, and not for the holder', async () => {
  const token = await invite()
  expect((await accept(token, holder)).refusal.code).toBe('OWN_INVITATION')
  const other = await testApp.signIn('user')
  const answers = await Promise.all([accept(token, sister), accept(token, other)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
  const accepted = answers[0].status === 200 ? sister : other
  expect((await accept(token, accepted)).status).toBe(200)
  expect((await lettersTo(holder)).filter((kind) => kind === 'family-accepted')).toHaveLength(1)
})

test('a second invitation replaces one that nobody accepted, and is refused beside an accepted one', async () => {
  const first = await invite()
  const second = await invite()
  expect((await accept(first)).refusal.code).toBe('INVITATION_INVALID')
  await accept(second)
  expect((await holder.call(familyApi.invite, { body: { bookingID, email } })).refusal.code).toBe('RELATIVE_CHANGED')
})

test('the holder agrees to the account that they saw, not to one that was invited since in another tab', async () => {
  await accept(await invite())
  const seen = (await sharing())?.relativeID ?? ''
  await end()
  const other = await testApp.signIn('user')
  await accept(await invite(), other)
  const { refusal } = await holder.call(familyApi.agree, { body: { bookingID, relativeID: seen } })
  expect(refusal.code).toBe('RELATIVE_CHANGED')
  expect(await sees(other)).toEqual([])
})

test('an invitation cannot be accepted or agreed to after two weeks', async () => {
  const token = await invite()
  testApp.advanceTime(14 * dayMs - 1)
  const [caller, owner] = [await testApp.signIn(sister.person), await testApp.signIn(holder.person)]
  await accept(token, caller)
  const { body } = await owner.call(familyApi.sharing, { query: { bookingID } })
  testApp.advanceTime(1)
  const seen = { bookingID, relativeID: body.relative?.relativeID ?? '' }
  expect((await owner.call(familyApi.agree, { body: seen })).refusal.code).toBe('RELATIVE_CHANGED')
  expect((await accept(token, await testApp.signIn('user'))).refusal.code).toBe('INVITATION_INVALID')
})

test.each([
  [
    'is suspended',
    async () => {
      const { db } = testApp.context
      await db.update(users).set({ suspendedAt: testApp.time.now }).where(eq(users.userID, holder.person.userID))
    },
  ],
  [
    'no longer holds the booking',
    async () => {
      const { userID } = await makeUser(testApp.context)
      await testApp.context.db.update(bookings).set({ userID }).where(eq(bookings.bookingID, bookingID))
    },
  ],
])('a relative sees nothing while the holder %s', async (_, change) => {
  await shareFully()
  await change()
  expect(await sees()).toEqual([])
  expect((await sister.call(appointmentApi.choose, { body: chosenTime() })).status).toBe(404)
})

test('closing the account of the relative ends it and tells the holder', async () => {
  sister = await testApp.signIn(await makeUserWithTwoFactor(testApp))
  await shareFully()
  expect((await sister.call(privacyApi.close, { body: { password: memberPassword } })).body.closed).toBe(true)
  expect(await sharing()).toBeNull()
  expect(await lettersTo(holder)).toContain('family-ended')
  const left = await testApp.context.db.select().from(relatives).where(eq(relatives.bookingID, bookingID))
  expect(left).toEqual([])
})

test('closing the account of the holder ends the link and the relative, who is told', async () => {
  const owner = await makeUserWithTwoFactor(testApp)
  holder = await testApp.signIn(owner)
  ;({ bookingID } = await makeApproved(testApp.context, owner))
  await shareFully()
  const { body } = await holder.call(familyApi.makeLink, { body: { bookingID } })
  await holder.call(privacyApi.close, { body: { password: memberPassword } })
  const clerk = await testApp.signIn('staff')
  expect((await clerk.call(privacyApi.acceptClosing, { body: { userID: owner.userID } })).status).toBe(200)
  expect(await sees()).toEqual([])
  const token = body.url.split('#')[1] ?? ''
  expect((await testApp.anonymous.call(familyApi.show, { body: { token } })).status).toBe(404)
  expect(await lettersTo(sister)).toContain('family-ended')
})

test('undoing a change of email ends what the holder has shared since a week before it, and tells both people', async () => {
  const owner = await makeUserWithTwoFactor(testApp)
  holder = await testApp.signIn(owner)
  const earlier = await makeApproved(testApp.context, owner)
  bookingID = earlier.bookingID
  await shareFully()
  testApp.advanceTime(7 * dayMs + 1)
  ;[holder, sister] = [await testApp.signIn(owner), await testApp.signIn(sister.person)]
  ;({ bookingID } = await makeApproved(testApp.context, owner))
  await shareFully()
  const { body: link } = await holder.call(familyApi.makeLink, { body: { bookingID } })
  const changed = await holder.call(accountApi.edit, {
    body: {
      username: `mei_${owner.contactNumber}`,
      fullName: owner.fullName,
      email: `moved.${owner.email}`,
      contactNumber: owner.contactNumber,
      userAddress: '9 Holland Road, 02-03, 258123',
      password: memberPassword,
    },
  })
  expect(changed.status).toBe(200)
  expect(await sees()).toEqual(expect.arrayContaining([bookingID, earlier.bookingID]))

  const [letter] = await testApp.letters({ to: owner.email, kind: 'email-changed' })
  const token = /\?token=(\S+)/.exec(letter?.text ?? '')?.[1] ?? ''
  expect((await testApp.anonymous.call(accountApi.undoEmailChange, { body: { token } })).status).toBe(200)
  expect(await sees()).toEqual([earlier.bookingID])
  const shown = await testApp.anonymous.call(familyApi.show, { body: { token: link.url.split('#')[1] ?? '' } })
  expect(shown.status).toBe(404)
  for (const who of [holder, sister])
    expect((await lettersTo(who)).filter((kind) => kind === 'family-ended')).toHaveLength(1)
})
