import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { accountApi } from '#contract/accounts/api.ts'
import { invitationApi } from '#contract/accounts/invitation-api.ts'
import { familyApi } from '#contract/family/api.ts'
import { waitForDelayedLetters } from '#server/accounts/delayed-letters.ts'
import { makeApproved } from '#test/appointment-factory.ts'
import { beneficiary, birthCertFile, bookUnpaid } from '#test/booking-forms.ts'
import { registrationForm } from '#test/registration-form.ts'
import { prepareCaller, prepareTestApp } from '#test/test-app.ts'
import { openBrowser, type TestBrowser } from '#test/test-browser.ts'
import { memberPassword, totpCode } from '#test/two-factor-users.ts'

const testApp = prepareTestApp()
const admin = prepareCaller(testApp, 'admin')
const family = prepareCaller(testApp, 'user')
const form = { ...registrationForm(7), password: memberPassword }

/** Secrets that only their owner knows or holds, by what they are. */
const secrets: Record<string, string> = {
  'a password': form.password,
  'the NRIC of an account': form.nric,
  'the NRIC of a beneficiary': beneficiary.beneficiaryNationalID,
  'a certificate': Buffer.from(birthCertFile.content).toString('latin1').slice(0, 40),
}
/** While a second factor is set up, its secret belongs to the session. */
let duringSetUp: string
let stored: string

beforeAll(async () => {
  const browser = openBrowser(testApp)
  await signUp(browser)
  const { email, username } = form
  const moved = { username, email: `moved.${email}`, fullName: form.fullname }
  const details = { ...moved, contactNumber: form.contactnumber, userAddress: '12 Bishan Street 22, 12-34, 570012' }
  expect((await browser.call(accountApi.edit, { ...details, password: memberPassword })).status).toBe(200)
  await browser.call(accountApi.sendReset, { to: moved.email })
  await keepLetter(email, 'email-changed')
  await keepLetter(moved.email, 'confirm-email')
  await keepLetter(moved.email, 'reset-link')
  await admin.call(invitationApi.invite, { body: { email: 'clerk@test.example', role: 'staff' } })
  await keepLetter('clerk@test.example', 'invitation')

  await bookUnpaid(testApp.context, family)
  const { bookingID } = await makeApproved(testApp.context, family.person)
  await family.call(familyApi.invite, { body: { bookingID, email: 'sister@test.example' } })
  await keepLetter('sister@test.example', 'family-invitation')
  const { url } = (await family.call(familyApi.makeLink, { body: { bookingID } })).body
  secrets['the link of a family'] = tokenIn(url)
  stored = await dump()
})

async function signUp(browser: TestBrowser) {
  await browser.call(accountApi.register, form)
  const { secret } = (await browser.call(accountApi.generateSecret)).body
  secrets['the session of a set-up'] = browser.cookies.get('columba_session') ?? ''
  duringSetUp = await dump()
  const { recoveryCodes } = (await browser.call(accountApi.verifySetup, { token: totpCode(testApp, secret) })).body
  await browser.signIn({ ...family.person, email: form.email, secret })
  Object.assign(secrets, {
    'a TOTP secret': secret,
    'a recovery code': recoveryCodes[0],
    'a session': browser.cookies.get('columba_session'),
    'a known browser': browser.cookies.get('columba_device'),
  })
}

const tokenIn = (text: string) => /(?:token=|#)([\w-]{43})/.exec(text)?.[1] ?? ''

async function keepLetter(to: string, kind: string) {
  await waitForDelayedLetters()
  const [letter] = await testApp.letters({ to, kind })
  secrets[`the link of the letter ${kind}`] = tokenIn(letter?.text ?? '')
  secrets[`the text of the letter ${kind}`] = letter?.text.slice(0, 40) ?? ''
}

/** Every row of every table as JSON, in which bytes are written in hexadecimal. */
async function dump(): Promise<string> {
  const { db } = testApp.context
  const { rows: tables } = await db.execute<{ name: string }>(
    sql`select tablename as name from pg_tables where schemaname = 'public'`,
  )
  const texts = await Promise.all(
    tables.map(async ({ name }) => {
      const { rows } = await db.execute<{ row: string }>(
        sql`select row_to_json(t)::text as row from ${sql.identifier(name)} t`,
      )
      return rows.map(({ row }) => `${name}: ${row}`)
    }),
  )
  return texts.flat().join('\n')
}

test('the database contains no password, NRIC, certificate, waiting letter or token that a person holds, neither as text nor as bytes', () => {
  expect(stored).toContain(form.username)
  const inJson = (secret: string) => JSON.stringify(secret).slice(1, -1)
  const found = Object.entries(secrets).filter(([what, secret]) => {
    expect(secret.length, what).toBeGreaterThan(7)
    const forms = [inJson(secret), Buffer.from(secret, 'latin1').toString('hex'), secret.replace('-', '')]
    return [stored, duringSetUp].some((rows) => forms.some((each) => rows.includes(each)))
  })
  expect(found.map(([what]) => what)).toEqual([])
  expect(Object.keys(secrets)).toHaveLength(20)
})

test('passwords are stored as argon2id hashes with 19 MiB and two passes', () => {
  expect(stored).toContain('"password_hash":"$argon2id$v=19$m=19456,t=2,p=1$')
})
