import { expect, test, vi } from 'vitest'
import { accountApi } from '#contract/accounts/api.ts'
import { inTransaction } from '#server/core/context.ts'
import { prepareTestApp } from '#test/test-app.ts'
import { makeUserWithTwoFactor } from '#test/two-factor-users.ts'
import { createAdmin } from './open-account.ts'
import { createApplicantAccount } from './public.ts'

const testApp = prepareTestApp()

const minute = 60_000
const hour = 60 * minute

interface Link {
  token: string
  validForMs: number
}

/** The link in the letter to this address, and how long the letter says it works. */
async function linkSentTo(email: string): Promise<Link> {
  const find = async () => (await testApp.letters()).find(({ to }) => to === email)?.text ?? ''
  const text = await vi.waitFor(
    async () => {
      const text = await find()
      expect(text).not.toBe('')
      return text
    },
    { timeout: 60_000, interval: 50 },
  )
  const [, count = '', unit = ''] = /once, within (\d+) (minutes|hours)/.exec(text) ?? []
  return { token: tokenIn(text), validForMs: Number(count) * (unit === 'hours' ? hour : minute) }
}

const tokenIn = (text: string) => /reset-password\?token=(\S+)/.exec(text)?.[1] ?? ''

let userCount = 0
const details = () => {
  userCount += 1
  return {
    email: `new-user${userCount}@test.example`,
    gender: 'Male',
    nationality: 'Singaporean',
    address: '1 Toa Payoh',
    dob: '1950-05-05',
    name: 'Ong Beng Huat',
    nric: `S765432${userCount}Z`,
    phone: `8765432${userCount}`,
  }
}

const linkSenders: Record<string, () => Promise<Link>> = {
  'a reset letter': async () => {
    const { email } = await makeUserWithTwoFactor(testApp)
    await testApp.anonymous.call(accountApi.sendReset, { body: { to: email } })
    return linkSentTo(email)
  },
  'the letter about an account that staff opened': async () => {
    const { name, nric, phone, ...rest } = details()
    const applicant = {
      ...rest,
      fullName: name,
      nationalID: nric,
      mobileNumber: phone,
      postalCode: '310001',
      unitNumber: '01-01',
    }
    await inTransaction(testApp.context, (context) => createApplicantAccount(context, applicant))
    const link = await linkSentTo(rest.email)
    expect(link.validForMs).toBe(72 * hour)
    return link
  },
  'the create-admin command, which says 72 hours,': async () => {
    const { name, nric, phone, ...rest } = details()
    const username = `admin_${userCount}`
    const admin = {
      ...rest,
      username,
      fullname: name,
      nric,
      contactnumber: phone,
      postalcode: '310001',
      unitnumber: '01-01',
    }
    return { token: tokenIn(await createAdmin(testApp.context, admin)), validForMs: 72 * hour }
  },
}

test.each(Object.entries(linkSenders))(
  'the link from %s works until its stated time has passed, and then no longer',
  async (_, send) => {
    for (const [before, status] of [
      [1000, 200],
      [0, 400],
    ] as const) {
      const { token, validForMs } = await send()
      expect(validForMs).toBeGreaterThan(0)
      testApp.advanceTime(validForMs - before)
      const body = { token, newPassword: 'another quiet room' }
      expect((await testApp.anonymous.call(accountApi.resetPassword, { body })).status).toBe(status)
    }
  },
)
