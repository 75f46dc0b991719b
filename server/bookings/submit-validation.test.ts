import { beforeAll, describe, expect, test } from 'vitest'
import { bookingApi } from '#contract/bookings/api.ts'
import { makeBooking } from '#test/booking-factory.ts'
import { applicantFields, application, certificateFiles, deathCertFile, submit } from '#test/booking-forms.ts'
import { makeNiche } from '#test/factories.ts'
import { prepareTestApp, type SignedInCaller } from '#test/test-app.ts'

const testApp = prepareTestApp()
let applicant: SignedInCaller
let clerk: SignedInCaller
beforeAll(async () => {
  /** 00:30 on the 15th in Singapore, but still the 14th in UTC. */
  testApp.time.now = new Date('2027-03-14T16:30:00Z')
  applicant = await testApp.signIn('user')
  clerk = await testApp.signIn('staff')
})

const [today, tomorrow, oneDay] = ['2027-03-15', '2027-03-16', '2999-01-01']

const send = async (changes: Record<string, string>, type: 'Current' | 'PreOrder' = 'Current') =>
  submit(applicant, (await makeNiche(testApp.context)).nicheID, type, changes)

async function sendAtCounter(changes: Record<string, string>) {
  const { nicheID } = await makeNiche(testApp.context)
  const body = { ...applicantFields(applicant.person), ...application(nicheID), ...changes }
  return clerk.call(bookingApi.submit, { body, files: certificateFiles() })
}

async function placeUrn(dateOfDeath: string) {
  const preOrder = { status: 'Confirmed', type: 'PreOrder' } as const
  const { bookingID } = await makeBooking(testApp.context, applicant.person, preOrder)
  return applicant.call(bookingApi.placeUrn, { body: { bookingID, dateOfDeath }, files: { deathCertFile } })
}

describe('values that are not in a list of choices', () => {
  test.each([
    ['beneficiaryGender', 'Other', 'Please choose a gender from the list'],
    ['relationshipWithApplicant', 'Cousin', 'Please choose a relationship with applicant from the list'],
  ])(
    'an application with %s %j, which is not in the list, is refused with an error at that field',
    async (field, value, message) => {
      const { status, refusal } = await send({ [field]: value })
      expect([status, refusal.errors]).toEqual([400, { [field]: message }])
    },
  )

  test("an applicant entered by a clerk with the gender 'Other' is refused with an error at that field", async () => {
    const { status, refusal } = await sendAtCounter({ gender: 'Other' })
    expect([status, refusal.errors]).toEqual([400, { gender: 'Please choose a gender from the list' }])
  })
})

describe('dates in the future in Singapore', () => {
  test.each([tomorrow, oneDay])(
    'dates of birth and death on %s, in the future in Singapore, are refused at their field',
    async (day) => {
      const answers = {
        dateOfBirth: await send({ dateOfBirth: day }, 'PreOrder'),
        dateOfDeath: await send({ dateOfDeath: day }),
        dob: await sendAtCounter({ dob: day }),
      }
      for (const [field, { status, refusal }] of Object.entries(answers)) {
        const label = { dateOfBirth: 'Date of Birth', dateOfDeath: 'Date of Death' }[field] ?? 'Date of Birth'
        expect([status, refusal.errors]).toEqual([400, { [field]: `${label} cannot be in the future` }])
      }
      const urn = await placeUrn(day)
      expect([urn.status, urn.refusal.errors]).toEqual([400, { dateOfDeath: 'Date of death cannot be in the future' }])
    },
  )

  test("dates of birth and death on today's date in Singapore are accepted", async () => {
    const answers = [
      await send({ dateOfBirth: today }, 'PreOrder'),
      await send({ dateOfDeath: today }),
      await placeUrn(today),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  })
})
