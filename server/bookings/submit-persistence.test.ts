import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { accountApi } from '#contract/accounts/api.ts'
import { bookingApi } from '#contract/bookings/api.ts'
import { findApi } from '#contract/find/api.ts'
import { beneficiaries, bookings } from '#server/database/schema.ts'
import { applicantFields, application, certificateFiles, deathCertFile, submit } from '#test/booking-forms.ts'
import { readApproval } from '#test/booking-reads.ts'
import { makePdf } from '#test/certificate-files.ts'
import { makeNiche } from '#test/factories.ts'
import { registrationForm } from '#test/registration-form.ts'
import { prepareCaller, prepareTestApp } from '#test/test-app.ts'

const testApp = prepareTestApp()
const applicant = prepareCaller(testApp, 'user')
const clerk = prepareCaller(testApp, 'staff')

async function findBeneficiaryAddress(bookingID: string) {
  const [row] = await testApp.context.db
    .select({ postalCode: beneficiaries.postalCode, unitNumber: beneficiaries.unitNumber })
    .from(beneficiaries)
    .innerJoin(bookings, eq(bookings.beneficiaryID, beneficiaries.beneficiaryID))
    .where(eq(bookings.bookingID, bookingID))
  return row
}

test("the beneficiary's postal code and unit number are stored, and replaced by an amended application", async () => {
  const { nicheID } = await makeNiche(testApp.context)
  const { bookingID } = (await submit(applicant, nicheID)).body
  expect(await findBeneficiaryAddress(bookingID)).toEqual({ postalCode: '234567', unitNumber: '02-02' })
  const moved = { beneficiaryPostalCode: '310001', beneficiaryUnitNumber: '#09-111' }
  expect((await submit(applicant, nicheID, 'Current', moved)).body.bookingID).toBe(bookingID)
  expect(await findBeneficiaryAddress(bookingID)).toEqual({ postalCode: '310001', unitNumber: '#09-111' })
})

test('an application without a type is a pre-order that has not been answered, until it is sent with one', async () => {
  const { nicheID } = await makeNiche(testApp.context)
  const answered = async (bookingType: string | undefined) => {
    const { bookingID } = (await submit(applicant, nicheID, 'PreOrder', { bookingType })).body
    const [booking] = (await applicant.call(bookingApi.byID, { query: { bookingID } })).body
    return [booking?.bookingType, booking?.typeGiven, (await readApproval(clerk, bookingID)).typeGiven]
  }
  expect(await answered(undefined)).toEqual(['PreOrder', false, false])
  expect(await answered('PreOrder')).toEqual(['PreOrder', true, true])
  expect(await answered('')).toEqual(['PreOrder', false, false])
})

test('a name in two scripts is stored as one, with the consent of the last form that was sent', async () => {
  const { nicheID } = await makeNiche(testApp.context)
  const sharing = async (changes: object) => {
    const { bookingID } = (await submit(applicant, nicheID, 'Current', changes)).body
    return (await applicant.call(findApi.sharing, { query: { bookingID } })).body.shared
  }
  expect(await sharing({})).toBe(false)
  expect(await sharing({ nameInOtherScript: ' 陳亞九 ', mayBeFound: 'true' })).toBe(true)
  const { body } = await applicant.call(bookingApi.ofUser, { query: { userID: applicant.person.userID } })
  const bookingID = body.find((booking) => booking.nicheID === nicheID)?.bookingID ?? ''
  expect((await readApproval(clerk, bookingID)).beneficiaryName).toBe('Tan Ah Kow 陳亞九')
  const tooMuch = await submit(applicant, nicheID, 'Current', { nameInOtherScript: '陳'.repeat(190) })
  expect(tooMuch.refusal.errors).toEqual({ nameInOtherScript: 'Both names together are at most 200 characters' })
  expect(await sharing({ mayBeFound: 'no' })).toBe(false)
})

test("the relationship 'Other' is accepted and stored", async () => {
  const { nicheID } = await makeNiche(testApp.context)
  const { body } = await submit(applicant, nicheID, 'Current', { relationshipWithApplicant: 'Other' })
  expect((await readApproval(clerk, body.bookingID)).relationshipWithApplicant).toBe('Other')
})

test('a PDF with another file name and type is served as a PDF, and no reply contains its name', async () => {
  const { nicheID } = await makeNiche(testApp.context)
  const birthCertFile = { name: 'birth.html', type: 'image/png', content: makePdf('Birth') }
  const files = { birthCertFile, deathCertFile }
  const made = await applicant.call(bookingApi.submit, { body: application(nicheID), files })
  const { bookingID } = made.body
  const shown = await readApproval(clerk, bookingID)
  expect(shown.birthCertMime).toBe('application/pdf')
  expect(Buffer.from(shown.birthCertBase64 ?? '', 'base64').equals(birthCertFile.content)).toBe(true)
  const query = applicant.person.contactNumber
  const others = [
    await applicant.call(bookingApi.byID, { query: { bookingID } }),
    await clerk.call(bookingApi.search, { query: { query } }),
    await clerk.call(bookingApi.pending, { query: {} }),
  ]
  expect(JSON.stringify([made, shown, others])).not.toContain('birth.html')
})

const longName = `${'Muthu '.repeat(9)}Kumar`.padEnd(60, 'n')
const tooLong = 'n'.repeat(201)

test('names of 60 letters in an application are stored in full, and names of more than 200 are refused', async () => {
  expect(longName).toHaveLength(60)
  const { nicheID } = await makeNiche(testApp.context)
  const newcomer = { ...applicantFields(clerk.person), nationalID: 'T7654321Z', mobileNumber: '89998888' }
  const names = { fullName: longName, beneficiaryName: longName }
  const body = { ...application(nicheID), ...newcomer, email: 'long@test.example', ...names }
  const long = { fullName: tooLong, beneficiaryName: tooLong }
  const refused = await clerk.call(bookingApi.submit, { body: { ...body, ...long }, files: certificateFiles() })
  expect([refused.status, Object.keys(refused.refusal.errors ?? {}).toSorted()]).toEqual([
    400,
    ['beneficiaryName', 'fullName'],
  ])
  const made = await clerk.call(bookingApi.submit, { body, files: certificateFiles() })
  const shown = await readApproval(clerk, made.body.bookingID)
  expect([shown.customerName, shown.beneficiaryName]).toEqual([longName, longName])
})

test('a name of 60 letters in a registration is stored in full, and one of more than 200 is refused', async () => {
  const form = { ...registrationForm(1), fullname: longName }
  const register = (body: Record<string, string>) => testApp.anonymous.call(accountApi.register, { body })
  const refused = await register({ ...form, fullname: tooLong })
  expect([refused.status, refused.refusal.errors]).toEqual([400, { fullname: 'At most 200 characters' }])
  expect((await register(form)).status).toBe(200)
  const found = await clerk.call(accountApi.byNRIC, { body: { nric: form.nric } })
  expect(found.body.fullName).toBe(longName)
})
