import { beforeAll, describe, expect, test } from 'vitest'
import { accountApi } from '#contract/accounts/api.ts'
import { makeUser, type Person } from '#test/factories.ts'
import { prepareCaller, prepareTestApp, type SignedInCaller } from '#test/test-app.ts'

const testApp = prepareTestApp()
let applicant: Person
const clerk = prepareCaller(testApp, 'staff')
beforeAll(async () => {
  applicant = await makeUser(testApp.context, { email: 'kim.lee@test.example', contactNumber: '+65 9777 0001' })
})

const byID = (caller: SignedInCaller, userID: string) => caller.call(accountApi.byID, { query: { userID } })
const byNRIC = (nric: string) => clerk.call(accountApi.byNRIC, { body: { nric } })

describe('look-up by ID', () => {
  test('an applicant can read their own account with its NRIC, and no other account', async () => {
    const caller = await testApp.signIn(applicant)
    expect((await byID(caller, applicant.userID)).body).toMatchObject({ nric: applicant.nric, role: 'user' })
    expect((await byID(caller, clerk.person.userID)).status).toBe(404)
  })

  test('staff can read applicants and themselves, but no other staff and no admins', async () => {
    const colleague = await makeUser(testApp.context, { role: 'staff' })
    const admin = await makeUser(testApp.context, { role: 'admin' })
    const statuses = [applicant, clerk.person, colleague, admin].map(
      async ({ userID }) => (await byID(clerk, userID)).status,
    )
    expect(await Promise.all(statuses)).toEqual([200, 200, 404, 404])
  })

  test('an account with its NRIC that a clerk reads by its ID is audited', async () => {
    const { userID, nric } = await makeUser(testApp.context)
    expect((await byID(clerk, userID)).body.nric).toBe(nric)
    const entries = await testApp.auditEntries({ subject: userID })
    expect(entries).toMatchObject([{ action: 'lookup.user', actorID: clerk.person.userID }])
    expect(JSON.stringify(entries)).not.toContain(nric)
  })

  test('an admin can read all accounts, but no NRIC except their own', async () => {
    const admin = await testApp.signIn('admin')
    expect((await byID(admin, clerk.person.userID)).body.nric).toBeUndefined()
    expect((await byID(admin, admin.person.userID)).body.nric).toBe(admin.person.nric)
  })
})

describe('look-up by NRIC', () => {
  test('staff find an applicant by NRIC in any case, and the look-up is audited without the NRIC', async () => {
    expect((await byNRIC(` ${applicant.nric.toLowerCase()}`)).body).toMatchObject({ userID: applicant.userID })
    const entries = await testApp.auditEntries({ subject: applicant.userID })
    expect(entries.map(({ action, actorID }) => [action, actorID])).toContainEqual(['lookup.nric', clerk.person.userID])
    expect(JSON.stringify(entries)).not.toContain(applicant.nric)
  })

  test('looking up an unknown NRIC returns 404, and an empty one a field error', async () => {
    const { status, refusal } = await byNRIC('S0000000A')
    expect([status, refusal.error]).toEqual([404, 'No user found with this NRIC.'])
    expect((await byNRIC('')).refusal.errors).toEqual({ nric: 'Please enter a valid NRIC.' })
  })
})

describe('search while typing', () => {
  const find = async (attr: 'nric' | 'contactNumber' | 'email', value: string) =>
    (await clerk.call(accountApi.findExisting, { query: { attr, value } })).body

  test('staff find an applicant by full NRIC, full contact number in any notation, or start of the email', async () => {
    const found = [
      await find('nric', applicant.nric),
      await find('contactNumber', '97770001'),
      await find('email', 'KIM.L'),
    ]
    expect(found.map((list) => list.map(({ userID }) => userID))).toEqual(Array(3).fill([applicant.userID]))
  })

  test('searching a contact number that two applicants share finds both', async () => {
    const shared = { contactNumber: '6788 0002' }
    const family = [await makeUser(testApp.context, shared), await makeUser(testApp.context, shared)]
    const found = await find('contactNumber', '+65 67880002')
    expect(found.map(({ userID }) => userID).sort()).toEqual(family.map(({ userID }) => userID).sort())
  })

  test('a search has an audit entry for each person that it found, or one for nobody', async () => {
    const before = (await testApp.auditEntries()).length
    const shared = { contactNumber: '6788 0003' }
    const family = [await makeUser(testApp.context, shared), await makeUser(testApp.context, shared)]
    await find('contactNumber', '67880003')
    await find('nric', 'S0000000A')
    const entries = (await testApp.auditEntries()).slice(before)
    expect(entries.map(({ action, details }) => [action, details])).toEqual([
      ['lookup.user', { attr: 'contactNumber' }],
      ['lookup.user', { attr: 'contactNumber' }],
      ['lookup.nric', { attr: 'nric' }],
    ])
    const subjects = entries.map(({ subject }) => subject)
    expect(subjects.slice(0, 2).sort()).toEqual(family.map(({ userID }) => userID).sort())
    expect(subjects[2]).toBe('unknown')
  })

  test('a search that is too short or consists of wildcards finds nobody', async () => {
    expect([
      await find('nric', applicant.nric.slice(0, 8)),
      await find('email', 'kim.'),
      await find('email', '%%%%%'),
    ]).toEqual([[], [], []])
  })

  test('a search returns at most five applicants, without NRIC', async () => {
    for (let count = 0; count < 7; count += 1) await makeUser(testApp.context, { email: `many.${count}@test.example` })
    const found = await find('email', 'many.')
    expect(found).toHaveLength(5)
    expect(Object.keys(found[0] ?? {})).not.toContain('nric')
  })
})

describe('search attributes', () => {
  test.each(['passwordHash', 'password_hash', 'full_name', 'fullName', 'email) or (1=1', '__proto__', ''])(
    'searching by the attribute %j returns 400',
    async (attr) => {
      const url = `${accountApi.findExisting.path}?${new URLSearchParams({ attr, value: 'kim.lee@test.example' })}`
      const { statusCode } = await testApp.app.inject({ url, headers: { cookie: clerk.cookie } })
      expect(statusCode).toBe(400)
    },
  )

  test.each(['nric', 'contactNumber', 'email'] as const)(
    'an SQL injection in a search by %s finds nobody',
    async (attr) => {
      for (const value of ["' or 1=1 --", "kim.lee@test.example' --"]) {
        const { status, body } = await clerk.call(accountApi.findExisting, { query: { attr, value } })
        expect([status, body]).toEqual([200, []])
      }
    },
  )
})

describe('user list', () => {
  test('the user list shows applicants with the role applicant and without NRIC', async () => {
    const admin = await testApp.signIn('admin')
    const { body } = await admin.call(accountApi.all, { query: {} })
    const row = body.find(({ userID }) => userID === applicant.userID)
    const details = { userAddress: '1 Test Street, 01-01, 123456', gender: 'Female' }
    expect(row).toMatchObject({ role: 'applicant', language: null, ...details })
    expect(Object.keys(row ?? {})).not.toContain('nric')
  })

  test('the user list can be searched by email and contact number, and filtered by role', async () => {
    const admin = await testApp.signIn('admin')
    const search = async (query: { search?: string; role?: 'staff' }) =>
      (await admin.call(accountApi.all, { query })).body.map(({ userID }) => userID)
    expect(await search({ search: 'KIM.LEE' })).toEqual([applicant.userID])
    expect(await search({ search: '9777 0001' })).toEqual([applicant.userID])
    expect(await search({ search: 'kim.lee', role: 'staff' })).toEqual([])
    expect(await search({ role: 'staff' })).toContain(clerk.person.userID)
  })
})
